//! Rules that only some templates need, downloaded before a work with such a template can be annotated.

use std::pin::Pin;

use super::event_log;
use super::failure::Failure;
use super::lazy::{LazyLoadError, lazily_loaded};
use spanwise_annotation::document::{enable_roles, outputs};
use spanwise_annotation::mentions;
use spanwise_annotation::workspace::reading;
use spanwise_i18n::TextId;
use spanwise_template::{Category, OutputSettings, Reveal, Template};
use spanwise_text::{Boundary, ParagraphRule, sentence, subword};

lazily_loaded!(sentences, sentence_tables, fn(), sentence::enable);
lazily_loaded!(typology_rules, subword_display, fn(), subword::enable);
lazily_loaded!(typology_rules, reading_rules, fn(), reading::enable);
lazily_loaded!(typology_rules, mention_rules, fn(), mentions::enable);
lazily_loaded!(typology_rules, event_log_code, fn(), event_log::enable);
lazily_loaded!(typology_rules, role_rules, fn(), enable_roles);
lazily_loaded!(typology_rules, output_rules, fn(), outputs::enable);

/// Loads the tables of sentences if texts are divided into them or selections snap to them, the display of subword
/// tokens if texts consist of them, the rules of reading if paragraphs are revealed, those of mentions if these light
/// up, those of the roles of spans, those of outputs if these are shuffled or blind, and the event log if one is asked for.
///
/// # Errors
/// If they cannot be downloaded: without them nothing could be selected, tokens would be shown with their markers, all
/// of a text would be revealed, problems of the data would not be told, spans would have no roles, outputs would be
/// shown in their order and under their names, or nothing would be logged.
pub(super) async fn load_needed_rules(template: &Template) -> Result<(), Failure> {
    type Loading = Pin<Box<dyn Future<Output = Result<fn(), LazyLoadError>>>>;
    let mut needed: Vec<Loading> = Vec::new();
    let settings = &template.settings;
    let snaps_to = |boundary| {
        let snaps = |category: &Category| category.boundary == boundary;
        template.typology.categories().iter().any(snaps)
    };
    let divides = matches!(settings.paragraphs, Some(ParagraphRule::Sentences(_)));
    if divides || snaps_to(Boundary::Sentence) {
        needed.push(Box::pin(sentence_tables()));
    }
    if snaps_to(Boundary::Subword) {
        needed.push(Box::pin(subword_display()));
    }
    if settings.reveal != Reveal::All {
        needed.push(Box::pin(reading_rules()));
    }
    if settings.mentions.is_some() {
        needed.push(Box::pin(mention_rules()));
    }
    if settings.outputs != OutputSettings::default() {
        needed.push(Box::pin(output_rules()));
    }
    if settings.event_log {
        needed.push(Box::pin(event_log_code()));
    }
    if template.typology.categories().iter().any(|category| !category.roles.is_empty()) {
        needed.push(Box::pin(role_rules()));
    }
    for loading in needed {
        let enable = loading.await;
        let failed = |_| Failure::new(template.label.as_str(), TextId::FailurePart);
        enable.map_err(failed)?();
    }
    Ok(())
}
