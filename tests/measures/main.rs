//! Measures, against what published tools give and against what has to hold of any.

mod gamma;
mod scarecrow;
