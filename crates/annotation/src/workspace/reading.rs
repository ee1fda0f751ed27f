//! Reading paragraph by paragraph: what is revealed, and what may be revised.
//!
//! Few templates need these rules, so they are reached through function pointers that [`enable`] sets: a program that
//! never calls it does not contain them.

use super::command::{ParagraphTime, Rejection};
use super::{AnnotatorActivity, Commit, Workspace};
use crate::change::Change;
use crate::document::{Edit, Instance, ParagraphReading, RevealedParagraphs};
use spanwise_template::{Revision, TemplateSettings};
use std::sync::{Arc, OnceLock};

/// The functions that have the rules.
struct ReadingRules {
    revealed: fn(&Instance, &TemplateSettings) -> Option<RevealedParagraphs>,
    go_to: fn(&mut Workspace, usize, ParagraphTime) -> Result<Option<Commit>, Rejection>,
    review: fn(&RevealedParagraphs, &Instance, &[Change], Revision) -> Reviewed,
    paragraph_to_show: fn(&Workspace, &Edit) -> Option<Option<usize>>,
}

static RULES: OnceLock<ReadingRules> = OnceLock::new();

/// Makes the rules known to the program; before, texts are shown as a whole.
pub fn enable() {
    RULES.get_or_init(|| ReadingRules {
        revealed: RevealedParagraphs::of,
        go_to: Workspace::go_to_known_paragraph,
        review,
        paragraph_to_show,
    });
}

/// The record of reading after changes, if they revise a paragraph before the newest; or the reason for refusing them.
type Reviewed = Result<Option<Vec<ParagraphReading>>, Rejection>;

impl Workspace {
    pub(super) fn go_to_paragraph(
        &mut self,
        paragraph: usize,
        time: ParagraphTime,
    ) -> Result<Option<Commit>, Rejection> {
        let rules = RULES.get().ok_or(Rejection::Gone)?;
        (rules.go_to)(self, paragraph, time)
    }

    /// Checks that changes to an instance keep to what is revealed, and to what the template lets revise.
    pub(super) fn review(&self, at: usize, instance: &Instance, changes: &[Change]) -> Reviewed {
        let settings = &self.template.settings;
        let Some((rules, revision)) = RULES.get().zip(self.revision()) else {
            return Ok(None);
        };
        let elsewhere = (at != self.view.instance).then(|| (rules.revealed)(instance, settings));
        match elsewhere.as_ref().unwrap_or(&self.revealed) {
            Some(revealed) => (rules.review)(revealed, instance, changes, revision),
            None => Ok(None),
        }
    }

    /// Shows texts as a whole, or again paragraph by paragraph as the template says.
    pub fn show_whole_texts(&mut self, on: bool) {
        self.shows_whole_texts = on;
        self.find_revealed();
    }

    /// The permission to revise earlier paragraphs; `None` if texts are shown as a whole.
    #[must_use]
    pub fn revision(&self) -> Option<Revision> {
        let revision = self.template.settings.reveal.revision();
        revision.filter(|_| !self.shows_whole_texts)
    }

    /// Finds the revealed paragraphs of the instance shown.
    pub(super) fn find_revealed(&mut self) {
        let rules = RULES.get().filter(|_| !self.shows_whole_texts);
        let settings = &self.template.settings;
        self.revealed = rules.and_then(|rules| (rules.revealed)(&self.current, settings));
    }

    /// The revealed paragraphs of the instance shown; `None` if texts are shown as a whole.
    #[must_use]
    pub fn revealed(&self) -> Option<&RevealedParagraphs> {
        self.revealed.as_ref()
    }

    /// The 0-based number of the paragraph that is looked at.
    #[must_use]
    pub fn paragraph(&self) -> usize {
        let newest = self.revealed.as_ref().map_or(0, RevealedParagraphs::newest);
        self.view.paragraph.map_or(newest, |paragraph| paragraph.min(newest))
    }

    fn go_to_known_paragraph(
        &mut self,
        paragraph: usize,
        time: ParagraphTime,
    ) -> Result<Option<Commit>, Rejection> {
        let revealed = self.revealed.as_ref().ok_or(Rejection::Gone)?;
        let (newest, shown) = (revealed.newest(), self.paragraph());
        let reveals = paragraph == newest + 1;
        if paragraph >= revealed.count() || paragraph > newest + 1 {
            return Err(Rejection::Gone);
        }
        if reveals && self.read_only {
            return Err(Rejection::ReadOnly);
        }
        if paragraph < shown && self.revision() == Some(Revision::Deny) {
            return Err(Rejection::EarlierParagraph);
        }
        let mut reading = self.current.reading.clone();
        // Nothing is recorded of an instance that was only looked at.
        let commit = if self.read_only || (reading.is_empty() && !reveals) {
            None
        } else {
            reading.resize(newest + 1, ParagraphReading::default());
            if let Some(left) = reading.get_mut(shown) {
                left.dwell_ms = left.dwell_ms.saturating_add(time.dwell_ms);
            }
            if reveals {
                let revealed_ms = Some(time.unix_ms);
                reading.push(ParagraphReading { revealed_ms, ..ParagraphReading::default() });
            }
            Some(self.record_reading(reading))
        };
        self.history.seal();
        if paragraph != shown {
            self.view.paragraph = (!reveals && paragraph != newest).then_some(paragraph);
            self.view.selected = None;
            if let AnnotatorActivity::Selected { .. } = self.view.activity {
                self.view.activity = AnnotatorActivity::Idle;
            }
        }
        Ok(commit)
    }

    /// Sets the record of reading, outside of the history: what was seen cannot be unseen.
    fn record_reading(&mut self, reading: Vec<ParagraphReading>) -> Commit {
        let mut instance = Instance::clone(&self.current);
        instance.reading.clone_from(&reading);
        let at = self.view.instance;
        self.put(at, Arc::new(instance));
        Commit { instance: at, changes: vec![Change::Reading(reading)], grouped: false }
    }

    /// Shows the paragraph in which an edit ends, if it is not shown.
    pub(super) fn show_paragraph_of(&mut self, edit: &Edit) {
        let paragraph = RULES.get().and_then(|rules| (rules.paragraph_to_show)(self, edit));
        if let Some(paragraph) = paragraph {
            self.view.paragraph = paragraph;
        }
    }
}

/// The paragraph to look at in order to see an edit, as in the view; `None` if it is in sight.
fn paragraph_to_show(workspace: &Workspace, edit: &Edit) -> Option<Option<usize>> {
    let revealed = workspace.revealed.as_ref()?;
    let last = revealed.last_of(edit).filter(|last| *last > workspace.paragraph())?;
    Some((last < revealed.newest()).then_some(last))
}

fn review(
    revealed: &RevealedParagraphs,
    instance: &Instance,
    changes: &[Change],
    revision: Revision,
) -> Reviewed {
    let mut revised = None;
    for change in changes {
        let (old, new) = edits_of(instance, change);
        if new.is_some_and(|new| !revealed.hold(new)) && old.is_none_or(|old| revealed.hold(old)) {
            return Err(Rejection::NoRoom);
        }
        let paragraphs = [old, new].into_iter().flatten().filter_map(|edit| revealed.last_of(edit));
        for paragraph in paragraphs.filter(|paragraph| *paragraph < revealed.newest()) {
            match revision {
                Revision::Allow => {}
                Revision::View | Revision::Deny => return Err(Rejection::EarlierParagraph),
            }
            let reading = revised.get_or_insert_with(|| instance.reading.clone());
            if let Some(paragraph) = reading.get_mut(paragraph) {
                paragraph.revised = true;
            }
        }
    }
    Ok(revised)
}

/// The edit that a change takes away or replaces, and the one that it brings.
fn edits_of<'a>(
    instance: &'a Instance,
    change: &'a Change,
) -> (Option<&'a Edit>, Option<&'a Edit>) {
    match change {
        Change::Insert { edit, .. } => (None, Some(edit)),
        Change::Remove(key) => (instance.edit(*key).map(AsRef::as_ref), None),
        Change::Replace(edit) => (instance.edit(edit.key).map(AsRef::as_ref), Some(edit)),
        Change::Answers(_)
        | Change::TextAnswers(..)
        | Change::Bookmark(_)
        | Change::Comment(_)
        | Change::Done(_)
        | Change::Reading(_)
        | Change::Decisions(_)
        | Change::Rejected(_) => (None, None),
    }
}
