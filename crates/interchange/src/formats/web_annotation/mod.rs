//! W3C Web Annotations (Web Annotation Data Model, W3C Recommendation 2017) as JSON-LD: an `AnnotationPage`, a list of
//! annotations, or one after the other.
//!
//! An edit is an annotation: its category the body with the purpose `tagging`, each comment a body with the purpose
//! `commenting` (`metadata.comment` here), each span a target with a `TextPositionSelector` in code points and a
//! `TextQuoteSelector`. Without a tag the motivation is the category. A target without selectors is the whole text.
//!
//! The model annotates texts that are elsewhere, by their address. So that a file has them, each is the body of an
//! annotation of its own: with the motivation `describing`, one `TextualBody`, and the address of the text as its target.
//! The address of a source text is that of the target text with `#source`, that of a context with `#context`. Of
//! addresses whose text is not in the file there is an error, and offsets are left as they are.
//!
//! A record is all annotations of one `creator` on one address.

mod annotation;
mod names;
mod read;
#[cfg(test)]
mod tests;
mod write;

use self::names::UNIT;
use crate::recognition::{FileHead, Recognition, any_json};
#[cfg(test)]
use crate::testing::samples;
use crate::{FileLayout, Format, HeldTexts, PreservedDataOf};

/// W3C Web Annotations.
pub(super) const FORMAT: Format = Format {
    name: "web-annotation",
    about: "W3C Web Annotations, JSON-LD",
    unit: Some(UNIT),
    layout: FileLayout::SingleFile,
    extension: "json",
    preserved_data: PreservedDataOf::ThisFormat,
    texts: HeldTexts::SourceAndTarget,
    read: read::read,
    write: write::write,
    recognises,
    keys: &[],
    #[cfg(test)]
    sample: samples::WEB_ANNOTATION,
};

fn recognises(files: &[FileHead]) -> Recognition {
    any_json(files, |json| {
        let [annotation, page] = [1, 2].map(|depth| json.has_at(depth, &["body", "target"]));
        annotation || page && json.has(&["items"])
    })
}
