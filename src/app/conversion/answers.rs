//! What commands answer about files, as far as the page shows it.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::THRESH;
use crate::app::opening::reading::read_quietly;
use spanwise_annotation::document::{TextName, Texts};
use spanwise_annotation::format::{Dataset, read_instance};
use spanwise_template::Typology;
use spanwise_text::Text;

/// A format, to be chosen.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct FormatChoice {
    /// Its name.
    pub name: String,
    /// A description.
    pub about: String,
    /// The usual extension of its file, without the dot; of a folder, that of a single file in place of it.
    pub extension: String,
    /// `true` if its cells can be separated by semicolons rather than commas.
    pub semicolons: bool,
}

impl FormatChoice {
    /// Its name and its description, for a choice; in English, whatever the language of the page.
    pub fn described(&self) -> String {
        format!("{} — {}", self.name, self.about)
    }

    /// The name of a file of this format.
    #[must_use]
    pub fn file_name(&self, name: &str) -> String {
        format!("{name}.{}", self.extension)
    }
}

/// The formats that `formats` lists.
pub(in crate::app) fn formats_listed(json: &Value) -> Vec<FormatChoice> {
    let listed = json.get("formats").cloned().unwrap_or_default();
    serde_json::from_value(listed).unwrap_or_default()
}

/// A name with a number.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct NamedCount {
    /// The name; `None` for an annotator without one.
    pub name: Option<String>,
    /// The number of edits, or of records.
    #[serde(alias = "edits", alias = "records")]
    pub count: usize,
}

/// The unit of offsets.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct OffsetsFound {
    /// The unit by which they were read.
    pub unit: Option<String>,
}

/// What files hold.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct FileOverview {
    /// The path of the file or folder.
    file: String,
    /// The format; `None` if none or several fit.
    pub format: Option<String>,
    /// The formats that fit, the best first.
    pub candidates: Vec<String>,
    /// The unit of offsets; `None` if the format has none.
    #[serde(default)]
    pub offsets: Option<OffsetsFound>,
    /// The number of records.
    #[serde(default)]
    pub records: usize,
    /// The number of different items.
    #[serde(default)]
    pub items: usize,
    /// The number of edits.
    #[serde(default)]
    pub edits: usize,
    /// The annotators.
    #[serde(default)]
    pub annotators: Vec<NamedCount>,
    /// The categories.
    #[serde(default)]
    pub categories: Vec<NamedCount>,
    /// The template of the gallery for the format.
    #[serde(default)]
    pub template: Option<String>,
    /// `true` if its spans tell that its offsets count another unit than the one by which they were read.
    #[serde(skip)]
    counts_another_unit: bool,
}

impl FileOverview {
    /// Returns `true` if no format fits.
    #[must_use]
    pub fn is_unknown(&self) -> bool {
        self.candidates.is_empty()
    }

    /// Returns `true` if it may be in a format of others.
    #[must_use]
    pub fn is_foreign(&self) -> bool {
        self.candidates.iter().any(|candidate| candidate != THRESH)
    }

    /// Returns `true` unless it is read the same without a conversion.
    pub(in crate::app) fn needs_conversion(&self) -> bool {
        self.is_foreign() || self.counts_another_unit
    }

    /// Returns `true` if an annotator is named.
    pub(super) fn names_annotators(&self) -> bool {
        self.annotators.iter().any(|annotator| annotator.name.is_some())
    }
}

/// What `detect` found in each of its files or folders.
pub(super) fn detected(json: &Value) -> Vec<FileOverview> {
    let mut found: Vec<FileOverview> = list(json, "files");
    let problems: Vec<ListedProblem> = list(json, "problems");
    for overview in &mut found {
        overview.counts_another_unit = problems.iter().any(|problem| {
            problem.code == OTHER_UNIT && problem.file.as_deref() == Some(overview.file.as_str())
        });
    }
    found
}

/// The code of the problem that offsets count another unit.
const OTHER_UNIT: &str = "other-unit";

/// A problem that the command line found.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct ListedProblem {
    /// `error` or `warning`.
    pub severity: String,
    /// The code of its kind.
    #[serde(default)]
    code: String,
    /// The path of its file, if it is known.
    pub file: Option<String>,
    /// The line, if it is known.
    pub line: Option<u32>,
    /// The column in the line, if it is known.
    pub column: Option<u32>,
    /// The position of the record, if it is known.
    pub index: Option<usize>,
    /// The message.
    pub message: String,
    /// The remedy.
    pub remedy: String,
}

impl ListedProblem {
    /// Returns `true` if something of the file was not read because of it.
    #[must_use]
    pub fn is_error(&self) -> bool {
        self.severity == "error"
    }

    /// Returns `true` if the remedy is to name another format.
    #[must_use]
    pub fn doubts_format(&self) -> bool {
        self.code == "no-records"
    }

    /// The message with the remedy, after the line if it is known.
    pub(in crate::app) fn sentence(&self) -> String {
        let place = self.line.map(|line| format!("{line}: ")).unwrap_or_default();
        format!("{place}{} {}", self.message, self.remedy)
    }
}

/// What a format cannot hold.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Loss {
    /// A description.
    pub what: String,
    /// How many there are.
    pub count: usize,
}

/// A span that was not found exactly as it was quoted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MatchedSpan {
    /// The 0-based number of its record.
    pub record: usize,
    /// The annotator, if the file names one.
    pub annotator: Option<String>,
    /// The category of its edit.
    pub category: Option<String>,
    /// The name of its text.
    pub text: String,
    /// How its text was found, such as `exact`, `fuzzy` or `missing`.
    #[serde(rename = "match")]
    pub way: String,
    /// `true` if it was found in another place than its offsets say.
    pub moved: bool,
    /// `true` if it could be in several places.
    pub ambiguous: bool,
    /// The text as quoted.
    pub quote: String,
    /// The text found; `None` if there is none.
    pub found: Option<String>,
    /// Where it was found, in UTF-16 units.
    pub place: Option<[u32; 2]>,
    /// Other places of the text found.
    pub elsewhere: Vec<[u32; 2]>,
}

impl MatchedSpan {
    /// Returns `true` if a place is one of those found.
    pub(super) fn was_found_at(&self, place: [u32; 2]) -> bool {
        self.place == Some(place) || self.elsewhere.contains(&place)
    }

    /// Returns `true` if it was found, and in one place only.
    pub(super) fn is_in_one_place(&self) -> bool {
        self.place.is_some() && self.elsewhere.is_empty() && !self.ambiguous
    }
}

/// Converted data, with what the conversion said.
#[derive(Debug, Clone)]
pub struct ConvertedData {
    /// Thresh's JSON; `None` if nothing could be read.
    pub text: Option<String>,
    /// The problems of the files.
    pub problems: Vec<ListedProblem>,
    /// The number of problems that are not listed.
    pub unlisted: usize,
    /// What Thresh's JSON cannot hold.
    pub losses: Vec<Loss>,
    /// The spans that were not found exactly.
    pub spans: Arc<MatchedSpans>,
}

impl ConvertedData {
    pub(super) async fn new(text: Option<String>, json: &Value) -> Self {
        let spans = MatchedSpans::of(json, text.as_deref().unwrap_or_default()).await;
        ConvertedData {
            problems: list(json, "problems"),
            unlisted: number(json, "unlisted"),
            losses: list(json, "losses"),
            spans: Arc::new(spans),
            text,
        }
    }

    /// Returns `true` if the conversion said anything.
    #[must_use]
    pub fn says_something(&self) -> bool {
        let is_said_here = |problem: &ListedProblem| !problem.is_error();
        self.problems.iter().any(is_said_here)
            || self.unlisted > 0
            || !(self.losses.is_empty() && self.spans.listed.is_empty())
    }
}

/// The spans of a file that were not found exactly as they were quoted, to be decided about.
#[derive(Debug, Clone, Default)]
pub struct MatchedSpans {
    /// The first ones.
    pub listed: Vec<MatchedSpan>,
    /// The number of those that are not listed.
    pub unlisted: usize,
    /// The instances, to look up the texts of spans; `None` if there is no such span.
    instances: Option<Dataset>,
}

impl MatchedSpans {
    /// Reads the answer of a command that made data of them.
    pub(in crate::app) async fn of(json: &Value, data: &str) -> Self {
        let listed: Vec<MatchedSpan> = list(json, "matches");
        let unlisted = number(json, "matches_total").saturating_sub(listed.len());
        let instances = match listed.is_empty() {
            true => None,
            false => read_quietly("", data.to_owned()).await.ok(),
        };
        MatchedSpans { listed, unlisted, instances }
    }

    /// The text that a span is in; empty if there is none.
    #[must_use]
    pub fn text_of(&self, span: &MatchedSpan) -> Text {
        let raw = self.instances.as_ref().and_then(|all| all.raw(span.record));
        let read = |raw| read_instance(raw, span.record, &Typology::default()).instance.texts;
        let texts: Texts = raw.map(read).unwrap_or_default();
        texts.content(&TextName::new(&span.text)).clone()
    }
}

fn number(json: &Value, name: &str) -> usize {
    let number = json.get(name).and_then(Value::as_u64);
    number.and_then(|number| usize::try_from(number).ok()).unwrap_or_default()
}

/// The members of a list that can be read.
pub(in crate::app) fn list<T: for<'a> Deserialize<'a>>(json: &Value, name: &str) -> Vec<T> {
    let all = json.get(name).and_then(Value::as_array);
    all.into_iter().flatten().filter_map(|value| T::deserialize(value).ok()).collect()
}
