//! What a format has a place for; what it has none for is noted here, in the same words for all formats.

use super::loss_names;
use crate::{Edit, Losses, Members, Record};
use spanwise_template::Side;
use spanwise_text::Span;

/// What a format with [two texts](super::texts::HeldTexts) has a place for, beside the target and the categories of edits. None has one for composites: their parts
/// become edits.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Capabilities<'a> {
    /// The source text.
    pub(crate) source: bool,
    /// The context.
    pub(crate) context: bool,
    /// Who annotated.
    pub(crate) annotator: bool,
    /// That an item without edits is not done, rather than without errors.
    pub(crate) undone_items: bool,
    /// Which members of [`Record::metadata`].
    pub(crate) metadata: MemberFilter<'a>,
    /// How many spans of an edit, on the source and on the target.
    pub(crate) spans: [Spans; 2],
    /// Spans beyond the text, by their offsets alone: texts may not be there.
    pub(crate) beyond_text: bool,
    /// Spans on the target that are points.
    pub(crate) insertion_points: bool,
    /// Whether an edit can be without a span.
    pub(crate) without_spans: fn(&Edit) -> bool,
    /// Which answers of an edit, by the name of the question.
    pub(crate) answers: fn(&Edit, &str) -> bool,
    /// Which members of [`Edit::metadata`].
    pub(crate) edit_metadata: MemberFilter<'a>,
    /// Which members of [`Edit::other`], where some of Thresh's converters put what others have as metadata.
    pub(crate) other_edit_members: MemberFilter<'a>,
}

/// What has only a target and categories of spans in it.
pub(crate) const SPANS_ONLY: Capabilities<'static> = Capabilities {
    source: false,
    context: false,
    annotator: false,
    undone_items: false,
    metadata: MemberFilter::NONE,
    spans: [Spans::NONE, Spans::Each],
    beyond_text: false,
    insertion_points: false,
    without_spans: |_| false,
    answers: |_, _| false,
    edit_metadata: MemberFilter::NONE,
    other_edit_members: MemberFilter::NONE,
};

/// How many spans an edit can have on a side.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Spans {
    /// So many, which may depend on the category.
    UpTo(fn(&Edit) -> usize),
    /// One: of several, each becomes an edit.
    Each,
}

impl Spans {
    pub(crate) const NONE: Spans = Spans::UpTo(|_| 0);
    pub(crate) const ONE: Spans = Spans::UpTo(|_| 1);
    pub(crate) const ALL: Spans = Spans::UpTo(|_| usize::MAX);
}

/// Which members of a list of them.
#[derive(Debug, Clone, Copy)]
pub(crate) enum MemberFilter<'a> {
    /// Those of some names.
    Named(&'a [&'a str]),
    /// All but those of some names.
    Besides(&'a [&'a str]),
    /// Of those, the texts, numbers, and `true` and `false`.
    Words(&'a MemberFilter<'a>),
}

impl MemberFilter<'_> {
    pub(crate) const NONE: MemberFilter<'static> = MemberFilter::Named(&[]);
    pub(crate) const ALL: MemberFilter<'static> = MemberFilter::Besides(&[]);

    /// Whether a member is among them.
    pub(crate) fn has(&self, name: &str, value: &str) -> bool {
        match self {
            MemberFilter::Named(names) => names.contains(&name),
            MemberFilter::Besides(names) => !names.contains(&name),
            MemberFilter::Words(which) => {
                which.has(name, value) && !value.starts_with(['{', '[']) && value != "null"
            }
        }
    }

    /// Those of some members that are among them.
    pub(crate) fn among<'m>(
        &self,
        members: &'m Members,
    ) -> impl Iterator<Item = (&'m str, &'m str)> {
        members.iter().filter(|(name, value)| self.has(name, value))
    }

    /// How many members are not among them.
    fn missing(&self, members: &Members) -> usize {
        members.iter().filter(|(name, value)| !self.has(name, value)).count()
    }
}

impl Capabilities<'_> {
    /// The same for a record that may be of another format, if metadata come back only to the files that they are from.
    pub(crate) fn for_record_of(self, is_own: bool) -> Self {
        let metadata = if is_own { self.metadata } else { MemberFilter::NONE };
        Capabilities { metadata, ..self }
    }

    /// The edits of a record that have a place. What of the record has none is noted as lost. `number` is its 0-based
    /// number.
    pub(crate) fn edits<'r>(
        &self,
        record: &'r Record,
        number: usize,
        losses: &mut Losses,
    ) -> Vec<&'r Edit> {
        self.edits_except(record, number, losses, |_| false)
    }

    /// The same for a format that writes some edits as they were, wherever they are.
    pub(crate) fn edits_except<'r>(
        &self,
        record: &'r Record,
        number: usize,
        losses: &mut Losses,
        stands: impl Fn(&Edit) -> bool,
    ) -> Vec<&'r Edit> {
        let mut note = LossNotes { number, losses };
        self.note_item(record, &mut note);
        let mut all = Vec::new();
        // The last one is the next.
        let mut todo: Vec<&Edit> = record.edits.iter().rev().collect();
        while let Some(edit) = todo.pop() {
            todo.extend(edit.constituents.iter().rev());
            let stands = stands(edit);
            if !stands && !self.beyond_text {
                note.count(
                    loss_names::BEYOND_TEXT,
                    Side::ALL.map(|side| beyond_text(edit, record, side)).iter().sum(),
                );
            }
            if self.note_edit(edit, stands, &mut note) {
                all.push(edit);
            }
        }
        all
    }

    fn note_item(&self, record: &Record, note: &mut LossNotes) {
        note.unless(self.source, loss_names::SOURCES, !record.source().is_empty());
        note.unless(self.context, loss_names::CONTEXTS, record.context.is_some());
        note.unless(self.annotator, loss_names::ANNOTATORS, record.annotator.is_some());
        note.unless(
            self.undone_items,
            loss_names::NOT_DONE,
            record.edits.is_empty() && !record.done,
        );
        note.count(loss_names::ITEM_METADATA, self.metadata.missing(&record.metadata));
        note.count(loss_names::OTHER_ITEM_MEMBERS, others(&record.other, MemberFilter::NONE));
    }

    /// Whether an edit is written.
    fn note_edit(&self, edit: &Edit, stands: bool, note: &mut LossNotes) -> bool {
        let whole = edit.constituents.is_empty();
        note.unless(whole, loss_names::COMPOSITES, true);
        let written = stands || self.note_spans(edit, note);
        let gone = |held: bool| !(written && held);
        let answers = edit.answers.iter().filter(|(name, _)| gone((self.answers)(edit, name)));
        note.count(loss_names::ANSWERS, answers.count());
        let edit_metadata = if written { self.edit_metadata } else { MemberFilter::NONE };
        note.count(loss_names::EDIT_METADATA, edit_metadata.missing(&edit.metadata));
        let other = if written { self.other_edit_members } else { MemberFilter::NONE };
        note.count(loss_names::OTHER_EDIT_MEMBERS, others(&edit.other, other));
        written
    }

    /// Notes the spans that have no place. Whether the edit has one nonetheless.
    fn note_spans(&self, edit: &Edit, note: &mut LossNotes) -> bool {
        let insertion_points = edit.spans.target().iter().filter(|span| span.is_empty()).count();
        let insertion_points = if self.insertion_points { 0 } else { insertion_points };
        note.count(loss_names::POINTS, insertion_points);
        let mut held = 0;
        for ((side, spans), at) in Side::ALL.into_iter().zip(&self.spans).zip(0..) {
            let insertion_points = if side == Side::Target { insertion_points } else { 0 };
            let count = edit.spans.on(&side.into()).len() - insertion_points;
            let most = match spans {
                Spans::UpTo(most) => most(edit),
                Spans::Each => {
                    note.count(loss_names::SEVERAL_SPANS, usize::from(count > 1));
                    usize::MAX
                }
            };
            let words = if most == 0 { loss_names::SPANS } else { loss_names::FURTHER_SPANS };
            let words = words.into_iter().nth(at).unwrap_or_default();
            note.count(words, count.saturating_sub(most));
            held += count.min(most);
        }
        let without_spans = edit.spans.is_empty();
        if held > 0 {
            return true;
        }
        // A composite without spans of its own is its parts; other edits may be about the whole item.
        let is_parts = without_spans && !edit.constituents.is_empty();
        let has_place = !is_parts && (self.without_spans)(edit);
        note.unless(has_place || is_parts, loss_names::WITHOUT_SPANS, without_spans);
        has_place
    }
}

/// How many spans of an edit reach beyond the text that they are on.
fn beyond_text(edit: &Edit, record: &Record, side: Side) -> usize {
    let length = record.text(side).len_utf16();
    edit.spans.on(&side.into()).iter().filter(|span| span.end() > length).count()
}

/// Takes down what is lost of one record.
struct LossNotes<'l> {
    number: usize,
    losses: &'l mut Losses,
}

impl LossNotes<'_> {
    fn unless(&mut self, held: bool, what: &'static str, there: bool) {
        self.count(what, usize::from(there && !held));
    }

    fn count(&mut self, what: &'static str, count: usize) {
        self.losses.note_many(what, self.number, count);
    }
}

/// How many members besides some say something of their own: not how answers were spelled, nor what programs note.
fn others(members: &Members, held: MemberFilter) -> usize {
    let is_noted = |name: &str| name == "annotation" || name.starts_with('_');
    members.iter().filter(|(name, json)| !is_noted(name) && !held.has(name, json)).count()
}

/// Spans of edits that are written one by one: all but points.
pub(crate) fn marks<'e>(edits: &[&'e Edit]) -> Vec<(&'e Edit, Span)> {
    let spans = |edit: &'e Edit| edit.spans.target().iter().map(move |span| (edit, *span));
    edits.iter().copied().flat_map(spans).filter(|(_, span)| !span.is_empty()).collect()
}
