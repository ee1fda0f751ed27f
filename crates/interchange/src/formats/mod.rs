//! One file or folder for each format, and the table of all of them.
//!
//! To add a format, add its module and its row in [`FORMATS`]; the compiler asks for everything that a [`Format`]
//! needs, a sample for the tests included. Start reading at `esa`, a format in a single file, or `brat`, one in a
//! folder. A format must never import from another one: shared code is in `files`, `preserved` or `writing`.

mod arxivedits;
mod brat;
mod conll;
mod doccano;
mod esa;
mod factgenie;
mod falte;
mod fg_rlhf;
mod flat;
mod frank;
mod label_studio;
mod mqm;
mod mu_shroom;
mod prodigy;
mod propaganda;
mod pygamma;
mod ragtruth;
mod scarecrow;
mod snac;
mod thresh;
mod uima_cas;
mod web_annotation;
mod webanno;

pub(crate) use flat::guarded_line;
pub use flat::with_semicolons;

use super::Format;

/// All formats.
pub static FORMATS: &[Format] = &[
    thresh::FORMAT,
    factgenie::FORMAT,
    mqm::FORMAT,
    esa::FORMAT,
    mu_shroom::FORMAT,
    ragtruth::FORMAT,
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
    flat::CSV_SPANS,
    flat::TSV_SPANS,
    flat::CSV_EDITS,
    flat::TSV_EDITS,
    flat::JSONL,
    label_studio::FORMAT,
    doccano::FORMAT,
    prodigy::FORMAT,
    webanno::FORMAT,
    uima_cas::FORMAT,
];
