//! Preserved data: content that a record can't represent, but that a format needs to be written as it was read. The
//! reader of the format puts it into `preserved` of a corpus, record or edit; its writer takes it from there.
//!
//! Start reading at `verbatim`. Preserved data must never contradict the record: a writer uses it only as long as reading
//! it again gives the record as it is now.

pub(crate) mod order;
pub(crate) mod verbatim;
