//! The files that figures are computed on, and the options.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::app::adjudication::request::NamedData;
use crate::app::open_work::TemplateText;
use spanwise_annotation::store::WorkId;

/// What figures are computed of, and how. Kept on the device, so that the page can be opened again.
#[derive(Debug, Clone, Default)]
pub struct FiguresRequest {
    pub(in crate::app) files: Vec<NamedData>,
    /// The template of the files, if it is at hand.
    pub(in crate::app) template: Option<TemplateText>,
    /// The work of several annotators whose files these are.
    pub(in crate::app) work: Option<WorkId>,
    /// The gold made of the files. It is no annotator's: agreement with it would be taken for that among annotators.
    pub(in crate::app) gold: Option<NamedData>,
    /// The options.
    pub options: FigureOptions,
}

/// The names of files, with their template, work and gold: what the device keeps beside the texts of the files, after which
/// come those of the gold and of the files of options.
#[derive(Debug, Serialize, Deserialize)]
struct KeptFigures<'a> {
    files: Vec<Cow<'a, str>>,
    template: Option<(Cow<'a, str>, Cow<'a, str>)>,
    work: Option<Cow<'a, str>>,
    gold: Option<Cow<'a, str>>,
    /// The options that are given by a file, each with the name of the file.
    #[serde(default)]
    of_options: Vec<(Cow<'a, str>, Cow<'a, str>)>,
}

/// Options of figures.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct FigureOptions {
    /// The values that are not the usual ones, by the names of the options on the command line.
    pub(super) given: BTreeMap<String, String>,
    /// The files that are given in place of a value, by the names of the options. They are kept with the other files.
    #[serde(skip)]
    pub(super) files: BTreeMap<String, NamedData>,
    /// `true` with the competence of annotators.
    pub competence: bool,
    /// `true` if the first file is taken as right.
    pub has_reference: bool,
    /// `true` with γ, which takes longest.
    pub gamma: bool,
}

impl Default for FigureOptions {
    fn default() -> Self {
        let (given, files) = (BTreeMap::new(), BTreeMap::new());
        FigureOptions { given, files, competence: false, has_reference: false, gamma: true }
    }
}

impl FiguresRequest {
    /// Figures of files, with the usual options.
    pub(in crate::app) fn of(files: Vec<NamedData>) -> Self {
        FiguresRequest { files, ..FiguresRequest::default() }
    }

    /// The names of the files.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.files.iter().map(|file| file.name.as_str())
    }

    /// Adds a file. One that is there already stays the only one.
    pub(in crate::app) fn add(&mut self, file: NamedData) {
        if !self.files.contains(&file) {
            self.work = None;
            self.files.push(file);
        }
    }

    /// Without the file at a place. What remains is compared with each other if it was the one taken as right.
    #[must_use]
    pub fn without(mut self, at: usize) -> Self {
        if at < self.files.len() {
            self.files.remove(at);
            self.options.has_reference &= at > 0;
        }
        self
    }

    /// The name of the gold, if it is not one of the files.
    #[must_use]
    pub fn gold_name(&self) -> Option<&str> {
        let gold = self.gold.as_ref()?;
        (!self.files.contains(gold)).then_some(gold.name.as_str())
    }

    /// With the gold as the first file, taken as right.
    #[must_use]
    pub fn with_gold(mut self) -> Self {
        if let Some(gold) = self.gold.clone() {
            self.files.insert(0, gold);
            self.options.has_reference = true;
        }
        self
    }

    /// As it is kept on the device, without the options: a description in JSON, and the texts of the files.
    pub(super) fn to_kept(&self) -> Option<(String, Vec<Arc<str>>)> {
        let (template, of_options) = (self.template.as_ref(), &self.options.files);
        let kept = KeptFigures {
            files: self.names().map(Cow::Borrowed).collect(),
            template: template.map(|of| (of.origin.as_str().into(), (*of.text).into())),
            work: self.work.as_ref().map(|work| work.as_str().into()),
            gold: self.gold.as_ref().map(|gold| gold.name.as_str().into()),
            of_options: of_options
                .iter()
                .map(|(option, file)| (option.as_str().into(), file.name.as_str().into()))
                .collect(),
        };
        let texts = self.files.iter().chain(&self.gold).chain(of_options.values());
        let texts = texts.map(|file| file.text.clone());
        Some((serde_json::to_string(&kept).ok()?, texts.collect()))
    }

    /// Reads what is kept on the device; `None` if it cannot be read.
    pub(super) fn from_kept(kept: Vec<String>, mut options: FigureOptions) -> Option<Self> {
        let mut kept = kept.into_iter();
        let json = kept.next()?;
        let KeptFigures { files, template, work, gold, of_options } =
            serde_json::from_str(&json).ok()?;
        let mut file = |name: Cow<str>| {
            kept.next().map(|text| NamedData { name: name.into_owned(), text: text.into() })
        };
        let template = template
            .map(|(origin, text)| TemplateText { origin: origin.into_owned(), text: text.into() });
        let files = files.into_iter().map(&mut file).collect::<Option<_>>()?;
        let gold = gold.and_then(&mut file);
        let of_option = |(option, name): (Cow<str>, _)| Some((option.into_owned(), file(name)?));
        options.files = of_options.into_iter().map(of_option).collect::<Option<_>>()?;
        let work = work.and_then(|work| WorkId::new(&work));
        Some(FiguresRequest { files, template, work, gold, options })
    }
}
