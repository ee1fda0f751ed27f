//! Reading a text paragraph by paragraph.

use leptos::prelude::*;

use super::context::Session;
use spanwise_annotation::document::{Edit, RevealedParagraphs, TextName};
use spanwise_annotation::workspace::{Command, ParagraphTime, Rejection, Workspace};
use spanwise_browser::timing;
use spanwise_template::{Revision, Side};
use spanwise_text::{Span, Utf16};

impl Session {
    /// The permission to revise earlier paragraphs; `None` if texts are shown as a whole.
    #[must_use]
    pub fn revision(self) -> Option<Revision> {
        self.ask(Workspace::revision)
    }

    /// Asks about the revealed paragraphs and the number of the one looked at; `None` if texts are shown as a whole.
    /// Tracked.
    pub fn ask_revealed<T>(
        self,
        question: impl FnOnce(&RevealedParagraphs, usize) -> T,
    ) -> Option<T> {
        self.revision()?;
        self.instance.track();
        self.view.track();
        self.ask(|w| Some(question(w.revealed()?, w.paragraph())))
    }

    /// The paragraphs of a text that are on the page; `None` if it is shown as a whole. Tracked.
    #[must_use]
    pub fn shown_paragraphs(self, text: &TextName) -> Option<Vec<Span>> {
        self.revision()?;
        let first =
            self.instance.with(|i| i.texts.first(Side::Target).map(|text| text.name.clone()));
        first.filter(|first| first == text)?;
        self.ask_revealed(|revealed, shown| revealed.up_to(shown).to_vec())
    }

    /// The end of the part of a text that is on the page.
    #[must_use]
    pub fn shown_end(self, text: &TextName) -> Utf16 {
        let whole = || self.instance.with_untracked(|i| i.texts.content(text).len_utf16());
        let shown = untrack(|| self.shown_paragraphs(text));
        shown.as_deref().and_then(<[Span]>::last).map_or_else(whole, |last| last.end())
    }

    /// Returns `true` unless an edit lies in text that is not revealed. Tracked.
    #[must_use]
    pub fn is_revealed(self, edit: &Edit) -> bool {
        self.ask_revealed(|revealed, _| revealed.hold(edit)).unwrap_or(true)
    }

    /// Goes to a paragraph, by its 0-based number; the one after the newest is revealed.
    pub fn go_to_paragraph(self, paragraph: usize) {
        let time = self.paragraph_time();
        self.dispatch(Command::GoToParagraph(paragraph, time));
    }

    /// Records the time on the paragraph looked at, before a command that leaves the instance or declares it done.
    pub(super) fn note_time_on_paragraph(self, next: &Command) -> Result<(), Rejection> {
        let leaves = matches!(next, Command::GoTo(_) | Command::SetDone(true));
        let is_due = |w: &Workspace| w.revealed().is_some() && !w.current().reading.is_empty();
        if !leaves || !self.ask(is_due) {
            return Ok(());
        }
        let (paragraph, time) = (self.ask(Workspace::paragraph), self.paragraph_time());
        self.carry_out(Command::GoToParagraph(paragraph, time))
    }

    fn paragraph_time(self) -> ParagraphTime {
        let since = self.work.with_value(|work| work.paragraph_since_ms);
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "milliseconds of a visit"
        )]
        let dwell_ms = (timing::now_ms() - since).max(0.0) as u64;
        ParagraphTime { unix_ms: timing::wall_clock_ms(), dwell_ms }
    }
}
