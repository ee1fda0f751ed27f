//! The tables of sentences, which only templates with the boundary `sentence` need.

use super::failure::Failure;
use super::lazy::lazily_loaded;
use spanwise_i18n::TextId;
use spanwise_template::{Category, Template};
use spanwise_text::{Boundary, sentence};

lazily_loaded!(sentences, sentence_tables, fn(), sentence::enable);

/// Loads the tables if selections of a category snap to sentences, before a work can be annotated.
///
/// # Errors
/// If they cannot be downloaded: without them nothing could be selected.
pub(super) async fn load_sentences(template: &Template) -> Result<(), Failure> {
    let needs_them = |category: &Category| category.boundary == Boundary::Sentence;
    if !template.typology.categories().iter().any(needs_them) {
        return Ok(());
    }
    let part = sentence_tables().await;
    let enable = part.map_err(|_| Failure::new(template.label.as_str(), TextId::FailurePart))?;
    enable();
    Ok(())
}
