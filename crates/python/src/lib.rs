//! The compiled part of the Python package `spanwise` (`python/spanwise`), as its module `spanwise._native`.
//!
//! Values cross the border as JSON texts: those of the command line's `--json`, and views of templates and
//! instances. Types for people, and everything else that Python can do as well, are in the package.

mod commands;
mod template;
mod view;

use pyo3::prelude::*;

/// The compiled part of `spanwise`.
#[pymodule]
mod _native {
    #[pymodule_export]
    use super::commands::{command, run};
    #[pymodule_export]
    use super::template::template;
    #[pymodule_export]
    use super::view::{instance, utf16_offsets};
}
