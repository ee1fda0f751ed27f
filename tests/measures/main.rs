//! Measures, against what published tools give and against what has to hold of any.

#![expect(clippy::unwrap_used, reason = "a test may fail")]

mod gamma;
