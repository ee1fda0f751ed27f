//! A data file as its text and the places of its items.

use std::borrow::Cow;
use std::ops::Range;

use spanwise_diagnostics::Diagnostic;
use spanwise_json::{Json, LineCounter, Object};

/// Key of the element of a bundle that holds the template, as YAML.
pub const TEMPLATE_KEY: &str = "_thresh_template";

/// Key beside [`TEMPLATE_KEY`] of the template as it was written, if Thresh needs another one.
pub(crate) const OWN_TEMPLATE_KEY: &str = "_spanwise_template";

/// The layout of the items in a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum DatasetForm {
    /// One list: Thresh's form.
    Array,
    /// A list inside an object, such as `{"data": […]}`.
    Wrapped,
    /// One object after the other: JSON Lines, or a single object.
    Lines,
}

/// A whole data file that owns its text.
pub type Dataset = DataIn<'static>;

/// A whole data file. Nothing of its text is ever dropped.
#[derive(Debug, Clone)]
pub struct DataIn<'t> {
    pub(crate) text: Cow<'t, str>,
    pub(crate) form: DatasetForm,
    pub(crate) entries: Vec<DatasetEntry>,
    /// Positions in `entries` of the instances.
    pub(crate) instances: Vec<usize>,
    /// Start (byte) of the part that could not be read.
    pub(crate) tail: Option<usize>,
    pub(crate) problems: Vec<Diagnostic>,
    /// Finds the lines of problems.
    pub(crate) lines: LineCounter,
}

/// One item of the file.
#[derive(Debug, Clone)]
pub(crate) struct DatasetEntry {
    pub(crate) bytes: Range<usize>,
    pub(crate) kind: DatasetEntryKind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum DatasetEntryKind {
    /// With its 0-based number.
    Instance(usize),
    Template,
    /// JSON, but not an object.
    Other,
    /// Not JSON: a damaged line.
    Unreadable,
}

impl DataIn<'_> {
    /// The file as it was read.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The layout of the items.
    #[must_use]
    pub fn form(&self) -> DatasetForm {
        self.form
    }

    /// Number of instances.
    #[must_use]
    pub fn len(&self) -> usize {
        self.instances.len()
    }

    /// Returns `true` if there is no instance.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.instances.is_empty()
    }

    /// The JSON text of an instance, by its 0-based number.
    #[must_use]
    pub fn raw(&self, instance: usize) -> Option<&str> {
        let entry = self.entries.get(*self.instances.get(instance)?)?;
        self.text.get(entry.bytes.clone())
    }

    /// The JSON texts of all instances.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        (0..self.len()).filter_map(|instance| self.raw(instance))
    }

    /// The template of a bundle: YAML.
    #[must_use]
    pub fn template(&self) -> Option<String> {
        template_of(self.template_element()?)
    }

    /// The element of a bundle with its template, as JSON.
    pub fn template_element(&self) -> Option<&str> {
        let entry = self.entries.iter().find(|e| e.kind == DatasetEntryKind::Template)?;
        self.text.get(entry.bytes.clone())
    }

    /// The text after the last item that was read before a damage, kept and written verbatim; `None` if the file was
    /// read to its end.
    #[must_use]
    pub fn tail(&self) -> Option<&str> {
        self.text.get(self.tail?..)
    }

    /// Returns `true` if a part of the file could not be read. Writing keeps that part as it is, and thus the damage.
    #[must_use]
    pub fn is_damaged(&self) -> bool {
        self.tail.is_some() || self.entries.iter().any(|e| e.kind == DatasetEntryKind::Unreadable)
    }

    /// Adds problems found before the file was JSON, in front of the others.
    pub fn add_problems(&mut self, found: Vec<Diagnostic>) {
        self.problems.splice(..0, found);
    }

    /// Problems of the file as a whole. Those of single instances are found when they are read.
    #[must_use]
    pub fn problems(&self) -> &[Diagnostic] {
        &self.problems
    }
}

/// The YAML of a bundle's template element.
pub(crate) fn template_of(raw: &str) -> Option<String> {
    let element = Object::parse(raw)?;
    let text = |key| Json::read(element.get(key)?).into_text().map(Cow::into_owned);
    text(TEMPLATE_KEY).map(|yaml| text(OWN_TEMPLATE_KEY).unwrap_or(yaml))
}
