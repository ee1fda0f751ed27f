//! The tables of sentences, which only templates with the boundary `sentence` or with paragraphs of sentences need.

use super::failure::Failure;
use super::lazy::lazily_loaded;
use spanwise_i18n::TextId;
use spanwise_template::{Category, Template};
use spanwise_text::{Boundary, ParagraphRule, sentence};

lazily_loaded!(sentences, sentence_tables, fn(), sentence::enable);

/// Loads the tables if texts are divided into sentences or selections snap to them, before a work can be annotated.
///
/// # Errors
/// If they cannot be downloaded: without them nothing could be selected, or all of a text would be revealed.
pub(super) async fn load_sentences(template: &Template) -> Result<(), Failure> {
    let snaps = |category: &Category| category.boundary == Boundary::Sentence;
    let divides = matches!(template.settings.paragraphs, Some(ParagraphRule::Sentences(_)));
    if !divides && !template.typology.categories().iter().any(snaps) {
        return Ok(());
    }
    let part = sentence_tables().await;
    let enable = part.map_err(|_| Failure::new(template.label.as_str(), TextId::FailurePart))?;
    enable();
    Ok(())
}
