//! Splits a data file into items step by step, so that a page stays responsive.

use std::borrow::Cow;
use std::ops::Range;

use super::dataset::{
    DataIn, DatasetEntry, DatasetEntryKind, DatasetForm, TEMPLATE_KEY, template_of,
};
use spanwise_diagnostics::{Diagnostic, DiagnosticPlace, Severity, quoted};
use spanwise_i18n::{Message, say};
use spanwise_json::{Fault, FaultKind, LineCounter, decode, key_end, skip_space, value_end};
use spanwise_limits::{MOST_FILE_PROBLEMS, MOST_NAMES_PROBED, MOST_READ_AGAIN, in_units};

/// The progress of a [`DatasetReader`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReadingProgress {
    /// Bytes read.
    pub bytes: usize,
    /// Bytes of the file.
    pub total: usize,
    /// Instances found.
    pub instances: usize,
    /// `true` if nothing is left to read.
    pub done: bool,
}

/// Reads a data file step by step.
#[derive(Debug)]
pub struct DatasetReader<'t> {
    /// The data read so far. Their form is final from the second step on.
    data: DataIn<'t>,
    at: usize,
    /// Bytes beyond damaged lines that were read to detect the damage.
    read_again: usize,
    state: ReaderState,
}

#[derive(Debug)]
enum ReaderState {
    Start,
    /// Before an item of a list; `first` right after the opening bracket.
    List {
        first: bool,
    },
    /// After the list.
    Close,
    /// Before an object of its own.
    Lines,
    Done,
    /// Not a data file.
    Failed(Diagnostic),
}

/// Names of members in which a list of instances is looked for.
pub const LIST_NAMES: [&str; 6] = ["data", "instances", "items", "examples", "entries", "rows"];

/// Names of members that identify an object as an instance.
const INSTANCE_NAMES: [&str; 5] = ["source", "target", "context", "edits", TEMPLATE_KEY];

impl<'t> DatasetReader<'t> {
    /// Starts to read a file, given as its text; a byte order mark is allowed.
    #[must_use]
    pub fn new(text: impl Into<Cow<'t, str>>) -> Self {
        let data = DataIn {
            text: text.into(),
            form: DatasetForm::Array,
            entries: Vec::new(),
            instances: Vec::new(),
            tail: None,
            problems: Vec::new(),
            lines: LineCounter::default(),
        };
        DatasetReader { data, at: 0, read_again: 0, state: ReaderState::Start }
    }

    /// Reads about `budget` further bytes, but at least one item.
    pub fn step(&mut self, budget: usize) -> ReadingProgress {
        let stop = self.at.saturating_add(budget.max(1));
        while !self.is_done() && self.at < stop {
            self.advance();
        }
        ReadingProgress {
            bytes: self.at.min(self.data.text.len()),
            total: self.data.text.len(),
            instances: self.data.len(),
            done: self.is_done(),
        }
    }

    /// Reads as far as the first instance and returns its JSON; `None` if there is none.
    pub fn first(&mut self) -> Option<&str> {
        while self.data.is_empty() && !self.is_done() {
            self.advance();
        }
        self.data.raw(0)
    }

    /// Reads the rest of the file.
    ///
    /// # Errors
    /// If the text is no data file, or damaged before any item was read; the diagnostic says what was found.
    #[allow(clippy::result_large_err, reason = "one per file; not large where pointers are short")]
    pub fn finish(mut self) -> Result<DataIn<'t>, Diagnostic> {
        while !self.is_done() {
            self.advance();
        }
        let ReaderState::Failed(diagnostic) = self.state else {
            self.data.warn_if_empty();
            return Ok(self.data);
        };
        Err(diagnostic)
    }

    fn is_done(&self) -> bool {
        matches!(self.state, ReaderState::Done | ReaderState::Failed(_))
    }

    /// Reads one item, or takes one step between items. Always reads something or changes the state.
    fn advance(&mut self) {
        let read = match self.state {
            ReaderState::Start => self.start(),
            ReaderState::List { first } => self.list_item(first),
            ReaderState::Close => self.close(),
            ReaderState::Lines => self.line(),
            ReaderState::Done | ReaderState::Failed(_) => Ok(ReaderState::Done),
        };
        self.state = match read {
            Ok(state) => state,
            Err(fault) => self.stop(&fault),
        };
    }

    fn skip_space(&mut self) -> Option<u8> {
        self.at = skip_space(&self.data.text, self.at);
        self.data.text.as_bytes().get(self.at).copied()
    }

    fn start(&mut self) -> Result<ReaderState, Fault> {
        if self.data.text.starts_with('\u{feff}') {
            self.at = '\u{feff}'.len_utf8();
        }
        match self.skip_space() {
            Some(b'[') => {
                self.at += 1;
                Ok(ReaderState::List { first: true })
            }
            Some(b'{') => Ok(self.start_object()),
            None => Ok(ReaderState::Failed(failure(
                DiagnosticPlace::Whole,
                say!(DataTheFileIsEmpty),
                say!(DataOpenFileWithListObjectsEach),
            ))),
            Some(_) => {
                let end = value_end(&self.data.text, self.at)?;
                let found = quoted(self.data.text.get(self.at..end).unwrap_or_default());
                Ok(ReaderState::Failed(failure(
                    self.place(),
                    say!(DataFileHoldsNotListObjects, found),
                    say!(DataPutAroundItemsEachObject),
                )))
            }
        }
    }

    fn start_object(&mut self) -> ReaderState {
        match probe(&self.data.text, self.at) {
            FirstObject::List { inside } => {
                self.data.form = DatasetForm::Wrapped;
                self.at = inside;
                ReaderState::List { first: true }
            }
            FirstObject::Instance => {
                self.data.form = DatasetForm::Lines;
                ReaderState::Lines
            }
            FirstObject::Neither { names } => ReaderState::Failed(failure(
                self.place(),
                no_list(names),
                say!(DataOpenListObjectsOrObject),
            )),
        }
    }

    fn list_item(&mut self, first: bool) -> Result<ReaderState, Fault> {
        if self.skip_space() == Some(b']') && first {
            self.at += 1;
            return Ok(ReaderState::Close);
        }
        let end = value_end(&self.data.text, self.at)?;
        self.push(self.at..end);
        self.at = end;
        match self.skip_space() {
            Some(b',') => self.comma(),
            Some(b']') => {
                self.at += 1;
                Ok(ReaderState::Close)
            }
            Some(_) => self.fault(FaultKind::MissingComma),
            None => self.fault(FaultKind::Ended),
        }
    }

    /// Skips a comma. A trailing one, the commonest slip by hand, is removed from the text.
    fn comma(&mut self) -> Result<ReaderState, Fault> {
        let comma = self.at;
        self.at += 1;
        if self.skip_space() != Some(b']') {
            return Ok(ReaderState::List { first: false });
        }
        let mut diagnostic = self.diagnose(&Fault { at: comma, kind: FaultKind::TrailingComma });
        diagnostic.severity = Severity::Hint;
        diagnostic.remedy = say!(DataCommaWasLeftOutSavingWrites);
        self.data.problems.push(diagnostic);
        self.data.text.to_mut().remove(comma);
        Ok(ReaderState::Close)
    }

    /// Checks the text after the list.
    fn close(&mut self) -> Result<ReaderState, Fault> {
        if self.data.form == DatasetForm::Wrapped {
            self.at = object_end(&self.data.text, self.at)?;
        }
        match self.skip_space() {
            None => Ok(ReaderState::Done),
            Some(_) => self.fault(FaultKind::AfterEnd),
        }
    }

    fn line(&mut self) -> Result<ReaderState, Fault> {
        match self.skip_space() {
            None => return Ok(ReaderState::Done),
            Some(b',') => return self.fault(FaultKind::NoBrackets),
            Some(_) => {}
        }
        match value_end(&self.data.text, self.at) {
            Ok(end) => {
                self.push(self.at..end);
                self.at = end;
                Ok(ReaderState::Lines)
            }
            Err(fault) => self.skip_line(fault),
        }
    }

    /// Skips a damaged line. Reading resumes at the next object at the start of a line.
    fn skip_line(&mut self, fault: Fault) -> Result<ReaderState, Fault> {
        let rest = self.data.text.get(self.at..).unwrap_or_default();
        let Some(length) = rest.find("\n{") else { return Err(fault) };
        let bytes = self.at..self.at + length;
        self.read_again += fault.at.saturating_sub(bytes.end);
        if self.read_again > MOST_READ_AGAIN && !self.data.entries.is_empty() {
            let place = self.place();
            return Ok(self.stop_at(too_damaged(place)));
        }
        self.data.list(|text, lines| {
            and_advise(fault.diagnose(text, lines), say!(DataLineSavedOthersWereRead))
        });
        self.at = bytes.end;
        self.data.entries.push(DatasetEntry { bytes, kind: DatasetEntryKind::Unreadable });
        Ok(ReaderState::Lines)
    }

    fn fault<T>(&self, kind: FaultKind) -> Result<T, Fault> {
        Err(Fault { at: self.at, kind })
    }

    /// Stops at a damage.
    fn stop(&mut self, fault: &Fault) -> ReaderState {
        let diagnostic = self.diagnose(fault);
        self.stop_at(diagnostic)
    }

    /// Stops. The text after the last item becomes the tail.
    fn stop_at(&mut self, diagnostic: Diagnostic) -> ReaderState {
        let Some(last) = self.data.entries.last() else { return ReaderState::Failed(diagnostic) };
        let end = last.bytes.end;
        let read = say!(DataReadUpInstanceWhatFollowsSaved, n = self.data.len());
        self.data.problems.push(and_advise(diagnostic, read));
        self.data.tail = Some(end);
        self.at = self.data.text.len();
        ReaderState::Done
    }

    fn place(&mut self) -> DiagnosticPlace {
        self.data.lines.place(&self.data.text, self.at)
    }

    fn diagnose(&mut self, fault: &Fault) -> Diagnostic {
        fault.diagnose(&self.data.text, &mut self.data.lines)
    }

    fn push(&mut self, bytes: Range<usize>) {
        let kind = self.data.classify(bytes.clone());
        if let DatasetEntryKind::Instance(_) = kind {
            self.data.instances.push(self.data.entries.len());
        }
        self.data.entries.push(DatasetEntry { bytes, kind });
    }
}

impl DataIn<'_> {
    fn classify(&mut self, bytes: Range<usize>) -> DatasetEntryKind {
        let raw = self.text.get(bytes.clone()).unwrap_or_default();
        if !raw.starts_with('{') {
            self.warn(
                "not-an-object",
                bytes.start,
                say!(DataItemNotObjectNotShown),
                say!(DataMakeObjectWithSourceOrTarget),
            );
            return DatasetEntryKind::Other;
        }
        if !raw.contains(TEMPLATE_KEY) || template_of(raw).is_none() {
            return DatasetEntryKind::Instance(self.instances.len());
        }
        if self.entries.iter().any(|e| e.kind == DatasetEntryKind::Template) {
            self.warn(
                "second-template",
                bytes.start,
                say!(DataFileHoldsMoreThanOneTemplate),
                say!(DataRemoveOtherTemplates),
            );
        }
        DatasetEntryKind::Template
    }

    fn warn_if_empty(&mut self) {
        if self.is_empty() {
            let message = say!(DataFileHoldsNoInstances);
            let remedy = say!(DataAddObjectsWithSourceOrTarget);
            self.list(|_, _| {
                Diagnostic::warning("no-instances", DiagnosticPlace::Whole, message, remedy)
            });
        }
    }

    fn warn(&mut self, code: &'static str, at: usize, message: Message, remedy: Message) {
        self.list(|text, lines| Diagnostic::warning(code, lines.place(text, at), message, remedy));
    }

    /// Lists a problem unless there are too many.
    fn list(&mut self, diagnose: impl FnOnce(&str, &mut LineCounter) -> Diagnostic) {
        match self.problems.len() {
            ..MOST_FILE_PROBLEMS => self.problems.push(diagnose(&self.text, &mut self.lines)),
            MOST_FILE_PROBLEMS => {
                let message = say!(DataMoreProblemsThanListed);
                let remedy = say!(DataCorrectFirstAndOpenFileAgain);
                self.problems.push(Diagnostic::warning(
                    "more-problems",
                    DiagnosticPlace::Whole,
                    message,
                    remedy,
                ));
            }
            _ => {}
        }
    }
}

fn failure(place: DiagnosticPlace, message: Message, remedy: Message) -> Diagnostic {
    let code = "not-a-data-file";
    Diagnostic { severity: Severity::Error, code, place, message, remedy, fix: None }
}

/// The error that too many damaged lines extend over each other.
fn too_damaged(place: DiagnosticPlace) -> Diagnostic {
    let message = say!(DataManyLinesOpenListsOrObjects, most = in_units(MOST_READ_AGAIN));
    let remedy = say!(DataCorrectLinesListedAndOpenFile);
    Diagnostic {
        severity: Severity::Error,
        ..Diagnostic::warning("too-damaged", place, message, remedy)
    }
}

/// Adds advice to the remedy of a problem.
fn and_advise(problem: Diagnostic, more: Message) -> Diagnostic {
    Diagnostic { remedy: problem.remedy.and(more), ..problem }
}

/// The number of names shown for an object without instances.
const NAMES_SHOWN: usize = 8;

/// The kind of the first object of a file.
enum FirstObject {
    /// An object with a list of the instances, whose content starts at byte `inside`.
    List { inside: usize },
    /// An instance.
    Instance,
    /// An object with neither, with some names of its members.
    Neither { names: Vec<Message> },
}

/// Classifies the object at byte `at` by its first members. A damaged one counts as an instance, whose damage is
/// reported.
fn probe(text: &str, at: usize) -> FirstObject {
    let (mut names, mut looked_at) = (Vec::new(), 0);
    let mut next = skip_space(text, at + 1);
    while let Ok((key_ends, value)) = key_end(text, next) {
        let name = decode(text.get(next..key_ends).unwrap_or_default()).text;
        if INSTANCE_NAMES.contains(&name.as_ref()) {
            return FirstObject::Instance;
        }
        if LIST_NAMES.contains(&name.as_ref()) && text.as_bytes().get(value) == Some(&b'[') {
            return FirstObject::List { inside: value + 1 };
        }
        if names.len() < NAMES_SHOWN {
            names.push(quoted(&name));
        }
        looked_at += 1;
        if looked_at == MOST_NAMES_PROBED {
            return FirstObject::Neither { names };
        }
        let Ok(end) = value_end(text, value) else { return FirstObject::Instance };
        let after = skip_space(text, end);
        if text.as_bytes().get(after) != Some(&b',') {
            break;
        }
        next = skip_space(text, after + 1);
    }
    match value_end(text, at) {
        Ok(end) if skip_space(text, end) == text.len() => FirstObject::Neither { names },
        _ => FirstObject::Instance,
    }
}

/// The end of an object, from after one of its values.
fn object_end(text: &str, mut at: usize) -> Result<usize, Fault> {
    loop {
        at = skip_space(text, at);
        match text.as_bytes().get(at) {
            Some(b'}') => return Ok(at + 1),
            Some(b',') => {
                let (_, value) = key_end(text, skip_space(text, at + 1))?;
                at = value_end(text, value)?;
            }
            Some(_) => return Err(Fault { at, kind: FaultKind::MissingComma }),
            None => return Err(Fault { at, kind: FaultKind::Ended }),
        }
    }
}

/// The message about an object without instances.
fn no_list(names: Vec<Message>) -> Message {
    let names = names.into_iter().reduce(|all, name| say!(DataAndName, all, name));
    match names {
        Some(names) => {
            say!(DataFileHoldsObjectWithoutListInstances, names)
        }
        None => say!(DataFileHoldsEmptyObject),
    }
}
