//! The spans that a cell of a confusion counts, and the way to them.

use leptos::prelude::*;
use leptos::task::spawn_local;
use serde::Deserialize;

use super::{Figures, refusal};
use crate::app::adjudication::request::{AdjudicationRequest, AnnotatorData, EditPlace, NamedData};
use crate::app::commands::{CommandAnswer, OUT};
use crate::app::context::Page;
use crate::app::failure::Failure;
use crate::app::fetching::compile_template;
use crate::app::loaded_template::LoadedTemplate;
use crate::app::notices::NoticeLevel;
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
        let is_listing = self
            .spans
            .with_untracked(|listed| listed.as_ref().is_some_and(ListedSpans::is_waiting));
        if !is_listing && self.commands.progress.with_untracked(Option::is_some) {
            // The figures are about to be others.
            return;
        }
        let Some(arguments) = self.span_arguments(&cell) else { return };
        self.spans.set(Some(ListedSpans { cell: cell.clone(), spans: None }));
        spawn_local(async move {
            let Some(answer) = self.commands.run(arguments).await else {
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

    /// Returns `true` if the edits of the files can be shown: there is a template, and the files are in Thresh's format.
    #[must_use]
    pub fn can_show_edits(self) -> bool {
        self.request.with_value(|request| {
            let is_at_hand = request.work.is_some()
                || request.template.is_some()
                || request.files.iter().any(has_template);
            is_at_hand && request.files.iter().all(is_in_own_format)
        })
    }

    /// Goes to the edit of a span, among those of all annotators.
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
                Ok((address, page)) => {
                    location::push(&address);
                    self.app.show(page);
                }
                Err(failure) => self.app.tell(NoticeLevel::Error, failure.message, None),
            }
        });
    }

    /// The page of the annotators at an edit, and its address.
    async fn annotators_at(self, edit: EditPlace) -> Result<(String, Page), Failure> {
        let request = self.request.get_value();
        let edit = Some(edit);
        if let Some(work) = request.work {
            let address = Route::Work(work.to_string()).to_string();
            let mut page = opening::open_work(self.app, work).await?;
            if let Page::Adjudicate(request) = &mut page {
                request.edit = edit;
            }
            return Ok((address, page));
        }
        let source = |file: &NamedData| Some(AnnotatorData::File(file.clone()));
        let sources = request.files.iter().map(source).collect();
        let template = self.template().await?.without_errors(|| None)?;
        let request = AdjudicationRequest::new(template, sources, Some(String::new()));
        let page = Page::Adjudicate(AdjudicationRequest { edit, ..request });
        Ok((Route::Start.to_string(), page))
    }

    /// The template at hand, or that of a file.
    async fn template(self) -> Result<LoadedTemplate, Failure> {
        let request = self.request.get_value();
        if let Some(template) = request.template {
            return compile_template(&template.text, template.origin).await;
        }
        for file in request.files.iter().filter(|file| has_template(file)) {
            let dataset = opening::reading::read_quietly(&file.name, file.text.to_string()).await?;
            if let Some(yaml) = dataset.template() {
                return compile_template(&yaml, file.name.clone()).await;
            }
        }
        let name = request.names().next().unwrap_or_default().to_owned();
        Err(opening::open_data::without_template(&name))
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
    let text = answer.text(SPANS).ok_or_else(|| refusal(answer.failure()))?;
    let [reference, hypothesis] = &cell.annotators;
    let is_own = |row: &ConfusedRow| row.reference == *reference && row.hypothesis == *hypothesis;
    let rows: Result<Vec<ConfusedRow>, _> = text.lines().map(serde_json::from_str).collect();
    let rows = rows.map_err(|_| Message::from(TextId::CommandsStopped))?;
    Ok(rows.into_iter().filter(is_own).map(ConfusedRow::pair).collect())
}
