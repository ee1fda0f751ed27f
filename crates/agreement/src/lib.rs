//! Agreement of annotators: whose edits belong together, and every measure of how far they agree.

pub mod adjudication;
pub mod assignment;
pub mod measure;
