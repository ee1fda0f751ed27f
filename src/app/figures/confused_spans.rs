//! The spans that a cell of a confusion counts, and the way to them.

use leptos::prelude::*;
use leptos::task::spawn_local;
use serde::Deserialize;

use super::Figures;
use crate::app::adjudication::request::{AdjudicationRequest, AnnotatorData, EditPlace, NamedData};
use crate::app::commands::{CommandAnswer, OUT};
use crate::app::context::Page;
use crate::app::conversion::{as_detected, convert, converted_name, make_template};
use crate::app::fetching::compile_template;
use crate::app::open_work::TemplateText;
use crate::app::opening;
use spanwise_agreement::adjudication::EditSpan;
use spanwise_agreement::measure::CodePointRange;
use spanwise_annotation::document::TextName;
use spanwise_annotation::format::field_mapping::has_text;
use spanwise_annotation::format::{DatasetReader, FileKind, kind};
use spanwise_browser::location;
use spanwise_i18n::{Message, TextId};
use spanwise_links::Route;

/// The name of the file of spans.
const SPANS: &str = "spans.jsonl";

/// A cell of a confusion.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConfusionCell {
    /// The plot.
    pub plot: String,
    /// The annotators: the reference and the hypothesis.
    pub annotators: [String; 2],
    /// The category that each of them chose; `None` for no span.
    pub categories: [Option<String>; 2],
}

/// The spans of a cell, as far as they are known.
#[derive(Debug, Clone, PartialEq)]
pub struct ListedSpans {
    /// The cell.
    pub cell: ConfusionCell,
    /// The spans; `None` until they are found.
    pub spans: Option<Result<Vec<ConfusedPair>, Message>>,
}

impl ListedSpans {
    fn is_waiting(&self) -> bool {
        self.spans.is_none()
    }
}

/// A span of each annotator, aligned with each other, or one without a counterpart.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConfusedPair {
    /// The name of the item.
    pub item: String,
    /// The name of the text.
    pub text: String,
    /// The span of the reference and that of the hypothesis.
    pub spans: [Option<QuotedSpan>; 2],
}

/// A span with its text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QuotedSpan {
    /// Its first offset and the one after its last, in code points.
    pub range: [u32; 2],
    /// Its text.
    pub quote: String,
}

/// A row of `--confusion-spans`.
#[derive(Debug, Deserialize)]
struct ConfusedRow {
    item: String,
    side: String,
    reference: String,
    hypothesis: String,
    reference_start: Option<u32>,
    reference_end: Option<u32>,
    reference_text: Option<String>,
    hypothesis_start: Option<u32>,
    hypothesis_end: Option<u32>,
    hypothesis_text: Option<String>,
}

impl ConfusedRow {
    fn pair(self) -> ConfusedPair {
        let span = |start: Option<u32>, end: Option<u32>, quote: Option<String>| {
            Some(QuotedSpan { range: [start?, end?], quote: quote? })
        };
        let reference = span(self.reference_start, self.reference_end, self.reference_text);
        let hypothesis = span(self.hypothesis_start, self.hypothesis_end, self.hypothesis_text);
        ConfusedPair { item: self.item, text: self.side, spans: [reference, hypothesis] }
    }
}

impl Figures {
    /// Lists the spans of a cell, by the same command as its count.
    pub fn list_spans(self, cell: ConfusionCell) {
        let is_computing = self.commands.progress.with_untracked(Option::is_some);
        if is_computing && !self.lacks_gamma.get_untracked() {
            // The figures are about to be others.
            return;
        }
        let Some(arguments) = self.span_arguments(&cell) else { return };
        self.spans.set(Some(ListedSpans { cell: cell.clone(), spans: None }));
        spawn_local(async move {
            let Some(answer) = self.details.run(arguments).await else {
                // Cancelled, perhaps for the spans of another cell.
                self.spans.try_update(|listed| {
                    listed.take_if(|listed| listed.cell == cell && listed.is_waiting())
                });
                return;
            };
            let spans = Some(answer.and_then(|answer| pairs(&answer, &cell)));
            self.spans.try_set(Some(ListedSpans { cell, spans }));
        });
    }

    /// Lists no spans any more.
    pub fn forget_spans(self) {
        if self.details.progress.with_untracked(Option::is_some) {
            self.details.cancel();
        }
        self.spans.set(None);
    }

    fn span_arguments(self, cell: &ConfusionCell) -> Option<Vec<String>> {
        let mut arguments = self.selection("agree")?;
        let [reference, hypothesis] = &cell.categories;
        let name = |category: &Option<String>| category.clone().unwrap_or_default();
        let more = ["--measures", "confusion", "--resamples", "0", "--confusion-spans"];
        arguments.extend(more.map(str::to_owned));
        arguments.extend([format!("{OUT}/{SPANS}"), "--confused".to_owned()]);
        arguments.extend([name(reference), name(hypothesis)]);
        Some(arguments)
    }

    /// Goes to the edit of a span, among those of all annotators. Files in other formats are converted for that.
    pub fn show_edit(self, cell: &ConfusionCell, pair: &ConfusedPair) {
        let spans = pair.spans.iter().zip(&cell.annotators).zip(&cell.categories);
        let span =
            |((span, annotator), category): ((&Option<QuotedSpan>, &String), &Option<String>)| {
                let [start, end] = span.as_ref()?.range;
                let text = TextName::new(&pair.text);
                let (category, range) = (category.clone()?, CodePointRange { start, end });
                Some((annotator.clone(), EditSpan { text, category, range }))
            };
        let place = EditPlace { item: pair.item.clone(), spans: spans.filter_map(span).collect() };
        spawn_local(async move {
            match self.annotators_at(place).await {
                Some(Ok((address, page))) => {
                    location::push(&address);
                    self.app.show(page);
                }
                Some(Err(message)) => self.tell(message),
                None => {}
            }
        });
    }

    /// The page of the annotators at an edit, and its address. `None` if that was cancelled.
    async fn annotators_at(self, edit: EditPlace) -> Option<Result<(String, Page), Message>> {
        let edit = Some(edit);
        if let Some(work) = self.request.try_with_value(|request| request.work.clone())? {
            let address = Route::Work(work.to_string()).to_string();
            let mut page = match opening::open_work(self.app, work).await {
                Ok(page) => page,
                Err(failure) => return Some(Err(failure.message)),
            };
            if let Page::Adjudicate(request) = &mut page {
                request.edit = edit;
            }
            return Some(Ok((address, page)));
        }
        let files = match self.converted_files().await? {
            Ok(files) => files,
            Err(message) => return Some(Err(message)),
        };
        let template = match self.template_text(&files).await? {
            Ok(TemplateText { text, origin }) => compile_template(&text, origin).await,
            Err(message) => return Some(Err(message)),
        };
        let template = match template.and_then(|template| template.without_errors(|| None)) {
            Ok(template) => template,
            Err(failure) => return Some(Err(failure.message)),
        };
        let sources = files.into_iter().map(|file| Some(AnnotatorData::File(file))).collect();
        let request = AdjudicationRequest::new(template, sources, Some(String::new()));
        let page = Page::Adjudicate(AdjudicationRequest { edit, ..request });
        Some(Ok((Route::Start.to_string(), page)))
    }

    /// The files in Thresh's format, those in others as they were read for the figures.
    async fn converted_files(self) -> Option<Result<Vec<NamedData>, Message>> {
        let files = self.request.try_with_value(|request| request.files.clone())?;
        let paths = self.paths.try_get_value()?.data;
        let mut converted = Vec::new();
        for (file, path) in files.into_iter().zip(paths) {
            if is_in_own_format(&file) {
                converted.push(file);
                continue;
            }
            match convert(self.details, as_detected(), &path).await? {
                Ok((text, _)) => {
                    let name = converted_name(&file.name);
                    converted.push(NamedData { name, text: text.into() });
                }
                Err(message) => return Some(Err(message)),
            }
        }
        Some(Ok(converted))
    }

    /// The template at hand, that of a file, or one made from the categories of the files.
    async fn template_text(self, files: &[NamedData]) -> Option<Result<TemplateText, Message>> {
        if let Some(template) = self.request.try_with_value(|request| request.template.clone())? {
            return Some(Ok(template));
        }
        for file in files.iter().filter(|file| has_template(file)) {
            let dataset = opening::reading::read_quietly(&file.name, file.text.to_string()).await;
            match dataset.map(|dataset| dataset.template()) {
                Ok(Some(yaml)) => {
                    let (text, origin) = (yaml.into(), file.name.clone());
                    return Some(Ok(TemplateText { text, origin }));
                }
                Ok(None) => {}
                Err(failure) => return Some(Err(failure.message)),
            }
        }
        let made = make_template(self.details, files).await?;
        Some(made.map(|yaml| TemplateText { text: yaml.into(), origin: String::new() }))
    }
}

fn has_template(file: &NamedData) -> bool {
    file.text.contains("\"_thresh_template\"")
}

fn is_in_own_format(file: &NamedData) -> bool {
    let is_list = kind(&file.name, &file.text) == FileKind::Json;
    is_list && DatasetReader::new(file.text.to_string()).first().is_some_and(has_text)
}

/// The spans of the annotators of a cell.
fn pairs(answer: &CommandAnswer, cell: &ConfusionCell) -> Result<Vec<ConfusedPair>, Message> {
    let text = answer.text(SPANS).ok_or_else(|| answer.refusal())?;
    let [reference, hypothesis] = &cell.annotators;
    let is_own = |row: &ConfusedRow| row.reference == *reference && row.hypothesis == *hypothesis;
    let rows: Result<Vec<ConfusedRow>, _> = text.lines().map(serde_json::from_str).collect();
    let rows = rows.map_err(|_| Message::from(TextId::CommandsStopped))?;
    Ok(rows.into_iter().filter(is_own).map(ConfusedRow::pair).collect())
}
