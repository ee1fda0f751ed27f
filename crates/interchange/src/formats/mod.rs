//! One file or folder for each format, and the table of all of them.

mod arxivedits;
mod brat;
mod conll;
mod esa;
mod factgenie;
mod falte;
mod fg_rlhf;
mod frank;
mod mqm;
mod mu_shroom;
mod propaganda;
mod pygamma;
mod scarecrow;
mod snac;
mod thresh;
mod web_annotation;

use super::Format;

/// All formats.
pub static FORMATS: &[Format] = &[
    thresh::FORMAT,
    factgenie::FORMAT,
    mqm::FORMAT,
    esa::FORMAT,
    mu_shroom::FORMAT,
    propaganda::FORMAT,
    arxivedits::FORMAT,
    fg_rlhf::FORMAT,
    falte::FORMAT,
    frank::FORMAT,
    scarecrow::FORMAT,
    snac::FORMAT,
    web_annotation::FORMAT,
    pygamma::FORMAT,
    conll::FORMAT,
    brat::FORMAT,
];
