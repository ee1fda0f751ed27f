//! The settings of a template: all but its categories.

use std::num::NonZeroU32;

use super::database::database;
use super::fields::{SectionFields, ignored};
use super::report::{CompileReport, ExpectedValue, did_you_mean, needs, wrong_kind};
use super::values::LinkKind;
use crate::interface_text::{groups, keys_of};
use crate::model::{
    DisabledAction, DisabledActions, DisplayOption, DisplaySettings, MentionRule, OutputSettings,
    Reveal, RevealUnit, TemplateSettings, TrainingPlace,
};
use crate::schema::{
    self, CROWDS, DISABLE_MEANINGS, DISPLAY_MEANINGS, FONT_SIZES, MENTION_MEANINGS,
    OVERLAP_MEANINGS, PARAGRAPH_RULE_MEANINGS, RENDERING_MEANINGS, REVEAL_MEANINGS,
    REVISION_MEANINGS, STEPS_MEANINGS,
};
use crate::suggest::nearest;
use crate::yaml::{MappingEntry, ResolvedScalar};
use spanwise_diagnostics::{Diagnostic, quoted};
use spanwise_i18n::{Message, say};
use spanwise_markdown::formatting::Rendering;
use spanwise_text::ParagraphRule;

pub(super) fn settings(
    report: &mut CompileReport<'_>,
    fields: &SectionFields<'_>,
) -> TemplateSettings {
    let (source_font_size, target_font_size) = font_sizes(report, fields);
    let (source_rendering, target_rendering) = renderings(report, fields);
    let newer_link = report.link_of(fields, "demo_data_link", LinkKind::WebOrRelative);
    let older_link = report.link_of(fields, "default_data_link", LinkKind::WebOrRelative);
    TemplateSettings {
        task: report.text_of(fields, "task"),
        languages: codes(report.text_of(fields, "languages")),
        language: report.language_of(fields, "language"),
        instructions: report.text_of(fields, "instructions"),
        prepend_instructions: report.flag_of(fields, "prepend_instructions").unwrap_or(false),
        disable: disable(report, fields),
        display: display(report, fields),
        source_font_size,
        target_font_size,
        source_rendering,
        target_rendering,
        adjudication: report.number_of(fields, "adjudication", (1, u16::MAX)),
        highlight_first_interface: report
            .flag_of(fields, "highlight_first_interface")
            .unwrap_or(false),
        crowdsource: crowdsource(report, fields),
        prolific_completion_code: completion_code(report, fields),
        database: database(report, fields),
        allows_open_questions: report.flag_of(fields, "enforce") == Some(false),
        event_log: report.flag_of(fields, "event_log").unwrap_or(false),
        citation: report.text_of(fields, "citation"),
        paper_link: report.link_of(fields, "paper_link", LinkKind::Web),
        tutorial_link: report.link_of(fields, "tutorial_link", LinkKind::Web),
        demo_data_link: newer_link.or(older_link),
        training: training(report, fields),
        tokenizer: report.text_of(fields, "tokenizer").filter(|text| names_tokenizer(text)),
        paragraphs: paragraphs(report, fields),
        reveal: reveal(report, fields),
        steps: report.word_of(fields, "steps", STEPS_MEANINGS).unwrap_or_default(),
        overlap: report.word_of(fields, "overlap", OVERLAP_MEANINGS).unwrap_or_default(),
        // These may name categories, which are not known yet.
        score: None,
        corrections: None,
        mentions: mentions(report, fields),
        outputs: outputs(report, fields),
        interface_text: interface_text(report, fields),
    }
}

fn paragraphs(report: &mut CompileReport<'_>, fields: &SectionFields<'_>) -> Option<ParagraphRule> {
    let entry = fields.get("paragraphs")?;
    if entry.value.as_mapping().is_none() {
        return report.word_of(fields, "paragraphs", PARAGRAPH_RULE_MEANINGS);
    }
    let fields = report.fields(&entry.value, &schema::PARAGRAPHS)?;
    let sentences = report.number_of(&fields, "sentences", (1, u16::MAX))?;
    NonZeroU32::new(sentences.into()).map(ParagraphRule::Sentences)
}

/// Reports a `revise` that has no effect.
fn reveal(report: &mut CompileReport<'_>, fields: &SectionFields<'_>) -> Reveal {
    let unit = report.word_of(fields, "reveal", REVEAL_MEANINGS).unwrap_or(RevealUnit::Text);
    let revision = report.word_of(fields, "revise", REVISION_MEANINGS);
    match unit {
        RevealUnit::Paragraph => Reveal::Paragraphs(revision.unwrap_or_default()),
        RevealUnit::Text => {
            if let Some(entry) = fields.get("revise").filter(|_| revision.is_some()) {
                let message = say!(CompileKeyHasNoEffect, key = "revise");
                let remedy = say!(CompileRevealByParagraph);
                report.add(entry.key.at.warning("unused-key", message, remedy));
            }
            Reveal::All
        }
    }
}

fn outputs(report: &mut CompileReport<'_>, fields: &SectionFields<'_>) -> OutputSettings {
    let entry = fields.get("outputs");
    let Some(fields) = entry.and_then(|entry| report.fields(&entry.value, &schema::OUTPUTS)) else {
        return OutputSettings::default();
    };
    OutputSettings {
        blind: report.flag_of(&fields, "blind").unwrap_or(false),
        shuffle: report.text_of(&fields, "shuffle").filter(|seed| !seed.is_empty()),
    }
}

/// One of the words, or a list of words and phrases.
fn mentions(report: &mut CompileReport<'_>, fields: &SectionFields<'_>) -> Option<MentionRule> {
    let Some(list) = fields.get("mentions")?.value.as_sequence() else {
        return report.word_of(fields, "mentions", MENTION_MEANINGS);
    };
    let mut phrases = Vec::new();
    for item in list.items.iter() {
        match item.as_scalar() {
            Some(scalar) => phrases.push(scalar.text.to_string()),
            None => report.wrong_type(wrong_kind("mentions", item), item, ExpectedValue::Text),
        }
    }
    Some(MentionRule::Phrases(phrases))
}

/// A map, which is compiled by itself, or an address.
fn training(report: &mut CompileReport<'_>, fields: &SectionFields<'_>) -> Option<TrainingPlace> {
    if fields.get("training")?.value.as_mapping().is_some() {
        return Some(TrainingPlace::Template);
    }
    let link = report.link_of(fields, "training", LinkKind::WebOrRelative);
    link.map(TrainingPlace::File)
}

/// Returns `true` if a text names the file of a tokenizer. Thresh's templates note here, for readers, what cut the data
/// into tokens.
fn names_tokenizer(text: &str) -> bool {
    text.starts_with("hf:") || text.contains("://") || text.ends_with(".json")
}

/// Codes separated by commas.
fn codes(text: Option<String>) -> Vec<String> {
    let text = text.unwrap_or_default();
    text.split(',').map(str::trim).filter(|code| !code.is_empty()).map(str::to_owned).collect()
}

fn disable(report: &mut CompileReport<'_>, fields: &SectionFields<'_>) -> DisabledActions {
    let mut disable = DisabledActions::default();
    for action in report.words_of(fields, "disable", DISABLE_MEANINGS) {
        match action {
            DisabledAction::Upload => disable.upload = true,
            DisabledAction::Download => disable.download = true,
            DisabledAction::Selection => disable.selection = true,
            DisabledAction::Annotation => disable.annotation = true,
        }
    }
    disable
}

fn display(report: &mut CompileReport<'_>, fields: &SectionFields<'_>) -> DisplaySettings {
    let mut display = DisplaySettings::default();
    for option in report.words_of(fields, "display", DISPLAY_MEANINGS) {
        match option {
            DisplayOption::SideBySide => display.side_by_side = true,
            DisplayOption::TextSideBySide => display.text_side_by_side = true,
            DisplayOption::OutputsSideBySide => display.outputs_side_by_side = true,
            DisplayOption::DisableLines => display.disable_lines = true,
            DisplayOption::HideContext => display.hide_context = true,
        }
    }
    display
}

/// Sizes of the source and of the target.
fn font_sizes(
    report: &mut CompileReport<'_>,
    fields: &SectionFields<'_>,
) -> (Option<u16>, Option<u16>) {
    let Some(entry) = fields.get("font_size") else { return (None, None) };
    let Some(sizes) = report.fields(&entry.value, &schema::FONT_SIZE) else { return (None, None) };
    let mut size = |side| report.number_of(&sizes, side, FONT_SIZES);
    (size("source"), size("target"))
}

/// The forms of the source and of the target.
fn renderings(
    report: &mut CompileReport<'_>,
    fields: &SectionFields<'_>,
) -> (Option<Rendering>, Option<Rendering>) {
    let Some(entry) = fields.get("rendering") else { return (None, None) };
    if entry.value.as_mapping().is_none() {
        let both = report.word_of(fields, "rendering", RENDERING_MEANINGS);
        return (both, both);
    }
    let Some(forms) = report.fields(&entry.value, &schema::RENDERING) else { return (None, None) };
    let mut form = |side| report.word_of(&forms, side, RENDERING_MEANINGS);
    (form("source"), form("target"))
}

/// Any text but `false`. One that resembles a usual word is reported, since without it that word's rules don't hold.
fn crowdsource(report: &mut CompileReport<'_>, fields: &SectionFields<'_>) -> Option<String> {
    let entry = fields.get("crowdsource")?;
    let (text, at) = report.plain(entry, ExpectedValue::Text)?;
    let is_usual = CROWDS.iter().any(|word| word.name == text);
    let meant = nearest(text, CROWDS.iter().map(|word| word.name)).filter(|_| !is_usual);
    if let Some(meant) = meant {
        let message = say!(CompileCrowdsourceStandsForAnotherSite, found = quoted(text), meant);
        report.add(Diagnostic {
            fix: Some(meant.to_owned()),
            ..at.warning("unknown-value", message, did_you_mean(meant))
        });
    }
    let off = entry.value.as_scalar().is_some_and(|s| s.resolve() == ResolvedScalar::Bool(false));
    (!off && !text.is_empty()).then(|| text.to_owned())
}

/// Without a code, Prolific does not pay its annotators.
fn completion_code(report: &mut CompileReport<'_>, fields: &SectionFields<'_>) -> Option<String> {
    let code = report.text_of(fields, "prolific_completion_code").filter(|code| !code.is_empty());
    let crowd = fields
        .get("crowdsource")
        .filter(|entry| entry.value.as_scalar().is_some_and(|scalar| &*scalar.text == "prolific"));
    if let Some(entry) = crowd.filter(|_| code.is_none() && !fields.node().cut) {
        report.add(entry.key.at.error(
            "missing-completion-code",
            needs("crowdsource: prolific", "prolific_completion_code"),
            say!(CompileAddCompletionCodeStudyProlificShows),
        ));
    }
    code
}

fn interface_text(
    report: &mut CompileReport<'_>,
    fields: &SectionFields<'_>,
) -> Vec<(String, String, String)> {
    let written = fields.get("interface_text").map(|e| report.entries(e)).unwrap_or_default();
    let mut texts = Vec::new();
    for group in written.into_iter().filter(|group| !group.value.is_null()) {
        let name = group.key_text();
        let known = keys_of(name);
        if known.is_empty() {
            let message = say!(CompileNotGroupInterface, found = quoted(name));
            report.unknown_interface_text(group, message, &groups());
            continue;
        }
        for entry in report.entries(group) {
            let key = entry.key_text();
            if !known.contains(&key) {
                let message = say!(CompileNotTextInterface, found = quoted(key), group = name);
                report.unknown_interface_text(entry, message, &known);
            } else if let Some((text, _)) = report.plain(entry, ExpectedValue::Text) {
                texts.push((name.to_owned(), key.to_owned(), text.to_owned()));
            }
        }
    }
    texts
}

impl CompileReport<'_> {
    /// The entries of a map with keys of its own.
    fn entries<'n>(&mut self, entry: &'n MappingEntry) -> Vec<&'n MappingEntry> {
        if let Some(mapping) = entry.value.as_mapping() {
            return mapping.entries().collect();
        }
        self.wrong_value(entry, ExpectedValue::Map);
        Vec::new()
    }

    fn unknown_interface_text(&mut self, entry: &MappingEntry, message: Message, known: &[&str]) {
        if self.is_full() {
            return;
        }
        let meant = nearest(entry.key_text(), known.iter().copied());
        self.add(Diagnostic {
            fix: meant.map(str::to_owned),
            ..entry.key.at.warning(
                "unknown-interface-text",
                message,
                meant.map_or_else(ignored, did_you_mean),
            )
        });
    }
}
