//! The origin of edits: who or what made them.
//!
//! In files it is the member `origin` of `_spanwise`, in an edit or, for its edits without one, in an instance:
//! `{"from": "model", "name": "…", "mended": true}`; of a suggestion that was accepted or rejected also `"run": "…"` and
//! `"edit": "…"`, of 16 hexadecimal digits. Other members of it stay.

use std::borrow::Cow;
use std::sync::Arc;

use super::instance::{Edit, Instance};
use spanwise_json::{Json, Object, encode};

/// The member of `_spanwise` with the origin.
const ORIGIN: &str = "origin";

/// Who or what an edit was made by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum EditMaker {
    /// A person who annotated.
    Person,
    /// Whoever prepared the data.
    PreAnnotation,
    /// A language model or another program.
    Model,
}

impl EditMaker {
    const ALL: [EditMaker; 3] = [EditMaker::Person, EditMaker::PreAnnotation, EditMaker::Model];

    /// Its word in files.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            EditMaker::Person => "person",
            EditMaker::PreAnnotation => "pre-annotation",
            EditMaker::Model => "model",
        }
    }
}

/// The origin of an edit.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Origin {
    /// Who or what made it.
    pub from: EditMaker,
    /// The name of the model, or of whoever it was.
    pub name: Option<Arc<str>>,
    /// The suggestion that it was, if it was one.
    pub suggestion: Option<Arc<SuggestionId>>,
    /// `true` if it is not a person's, and a person changed its spans, category, constituents or answers.
    pub is_mended: bool,
}

/// The identity of a suggestion within its instance.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SuggestionId {
    /// The name of the run that it is of.
    pub run: Arc<str>,
    /// The fingerprint of what it marks, as it was suggested.
    pub edit: u64,
}

impl Origin {
    /// Made by a person.
    pub const PERSON: Origin = Origin::by(EditMaker::Person);
    /// Came with the data.
    pub const PRE_ANNOTATION: Origin = Origin::by(EditMaker::PreAnnotation);

    /// An origin without a name.
    #[must_use]
    pub const fn by(from: EditMaker) -> Self {
        Origin { from, name: None, suggestion: None, is_mended: false }
    }

    /// Its word in figures and on pages: that of its maker, or `mended`.
    #[must_use]
    pub fn word(&self) -> &'static str {
        if self.is_mended { "mended" } else { self.from.word() }
    }

    /// The origin noted in the JSON of `_spanwise`; `None` if there is none, or one of another form.
    #[must_use]
    pub fn noted_in_own(own: &str) -> Option<Self> {
        let own = Object::parse(own)?;
        let note = Object::parse(own.get(ORIGIN)?)?;
        let text = |name| Json::read(note.get(name)?).into_text();
        let from = text("from")?;
        let from = EditMaker::ALL.into_iter().find(|maker| maker.word() == from)?;
        let is_mended = from != EditMaker::Person && note.get("mended") == Some("true");
        let edit = || u64::from_str_radix(&text("edit")?, 16).ok();
        let id = |run: Cow<str>| {
            Some(Arc::new(SuggestionId { run: run.as_ref().into(), edit: edit()? }))
        };
        let suggestion = text("run").and_then(id);
        let name = text("name").map(|name| name.as_ref().into());
        Some(Origin { from, name, suggestion, is_mended })
    }

    /// The JSON of `_spanwise` with a note of it, beside what an older note says besides; `None` if that is no object, or has
    /// this note.
    #[must_use]
    pub fn note_in_own(&self, own: &str) -> Option<String> {
        if Self::noted_in_own(own).as_ref() == Some(self) {
            return None;
        }
        let mut own = Object::parse(own)?;
        let mut note = own.get(ORIGIN).and_then(Object::parse).unwrap_or_default();
        note.set("from", encode(self.from.word()));
        if let Some(name) = &self.name {
            note.set("name", encode(name));
        }
        if let Some(suggestion) = &self.suggestion {
            note.set("run", encode(&suggestion.run));
            note.set("edit", encode(&format!("{:016x}", suggestion.edit)));
        }
        if self.is_mended {
            note.set("mended", "true".to_owned());
        }
        let note = note.into_text();
        own.set(ORIGIN, note);
        Some(own.into_text())
    }

    /// The origin of the edit once a person changed it.
    #[must_use]
    pub(crate) fn mended(self) -> Self {
        Origin { is_mended: self.from != EditMaker::Person, ..self }
    }
}

impl Instance {
    /// The origin of an edit, as far as it is known: that of its note, else a person if it was made in this app, else that
    /// of the edits that came with the instance.
    #[must_use]
    pub fn known_origin(&self, edit: &Edit) -> Option<Origin> {
        let came_with_data = edit.key < self.first_own_key;
        let unnoted =
            || if came_with_data { self.given_origin.clone() } else { Some(Origin::PERSON) };
        edit.origin.clone().or_else(unnoted)
    }

    /// The origin of an edit in a work: what came with the data and has no known origin is a pre-annotation.
    #[must_use]
    pub fn origin(&self, edit: &Edit) -> Origin {
        self.known_origin(edit).unwrap_or(Origin::PRE_ANNOTATION)
    }

    /// An edit with its known origin noted in it and in its constituents, for a copy in another work.
    #[must_use]
    pub fn with_known_origins(&self, edit: &Edit) -> Edit {
        self.with_origins(edit, |edit| self.known_origin(edit))
    }

    /// An edit with its origin noted in it and in its constituents, for a copy in this instance, which is no suggestion
    /// any more. Copies of a person's edits need no note.
    pub(crate) fn with_origins_for_copy(&self, edit: &Edit) -> Edit {
        self.with_origins(edit, |edit| {
            let origin = Origin { suggestion: None, ..self.origin(edit) };
            (origin.from != EditMaker::Person).then_some(origin)
        })
    }

    fn with_origins(&self, edit: &Edit, origin: impl Fn(&Edit) -> Option<Origin>) -> Edit {
        let mut edit = edit.clone();
        edit.origin = origin(&edit);
        for constituent in &mut edit.constituents {
            let constituent = Arc::make_mut(constituent);
            constituent.origin = origin(constituent);
        }
        edit
    }

    /// The instance with the notes that its edits need, and the origin of all without one, for a note of the instance;
    /// `None` if there are none. The edits made in this app have notes of their own where that of the instance would be
    /// another.
    #[must_use]
    pub(crate) fn with_noted_origins(&self) -> (Cow<'_, Self>, Option<Origin>) {
        let unnoted = || self.all_edits().filter(|edit| edit.origin.is_none());
        let given = unnoted().find(|edit| edit.key < self.first_own_key);
        let others = given.map(|edit| self.origin(edit)).or_else(|| self.given_origin.clone());
        if others.as_ref().is_none_or(|origin| origin.from == EditMaker::Person) {
            return (Cow::Borrowed(self), unnoted().next().map(|edit| self.origin(edit)));
        }
        let mut noted = self.clone();
        noted.edits.iter_mut().for_each(|edit| note_own(edit, self));
        (Cow::Owned(noted), others.filter(|_| given.is_some()))
    }
}

/// Notes a person in an edit, and in each of its constituents, that was made in this app and has no note.
fn note_own(edit: &mut Arc<Edit>, instance: &Instance) {
    let is_unnoted = |edit: &Edit| edit.origin.is_none() && edit.key >= instance.first_own_key;
    if is_unnoted(edit) {
        Arc::make_mut(edit).origin = Some(Origin::PERSON);
    }
    if edit.constituents.iter().any(|constituent| is_unnoted(constituent)) {
        let constituents = &mut Arc::make_mut(edit).constituents;
        constituents.iter_mut().for_each(|constituent| note_own(constituent, instance));
    }
}
