//! The capabilities of a format, and the losses that follow from them, in the same words for all formats.

use super::loss_names;
use crate::{Edit, Losses, Members, Record};
use spanwise_annotation::document::{Answer, EditMaker, Origin};
use spanwise_annotation::format::thresh_read::{DECISIONS, OWN_KEY, REJECTED, TEXT_ANSWERS};
use spanwise_annotation::format::thresh_write::CORRECTED;
use spanwise_json::{Array, Object};
use spanwise_template::Side;
use spanwise_text::Span;

/// The capabilities of a format with [two texts](super::texts::HeldTexts), beside the target and the categories of
/// edits. None can represent composites, whose constituents become edits.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Capabilities<'a> {
    /// The source text.
    pub(crate) source: bool,
    /// The context.
    pub(crate) context: bool,
    /// The annotator.
    pub(crate) annotator: bool,
    /// The difference between an item that is not done and one without errors.
    pub(crate) undone_items: bool,
    /// The members of [`Record::metadata`].
    pub(crate) metadata: MemberFilter<'a>,
    /// The members of [`Record::other`].
    pub(crate) other_members: MemberFilter<'a>,
    /// The answers about the item, by the name of the question.
    pub(crate) item_answers: fn(&str, &Answer) -> bool,
    /// The number of spans of an edit, on the source and on the target.
    pub(crate) spans: [SpanCapacity; 2],
    /// Spans beyond the text, by their offsets alone: texts may be missing.
    pub(crate) beyond_text: bool,
    /// Insertion points on the target.
    pub(crate) insertion_points: bool,
    /// The names of the roles of spans that are told apart.
    pub(crate) roles: &'a [&'a str],
    /// `true` for edits that may be without a span.
    pub(crate) without_spans: fn(&Edit) -> bool,
    /// The answers of an edit, by the name of the question.
    pub(crate) answers: fn(&Edit, &str) -> bool,
    /// The noted origin of an edit of a record.
    pub(crate) origins: fn(&Record, &Edit) -> bool,
    /// The members of [`Edit::metadata`].
    pub(crate) edit_metadata: MemberFilter<'a>,
    /// The members of [`Edit::other`], where some of Thresh's converters put data that others have as metadata.
    pub(crate) other_edit_members: MemberFilter<'a>,
}

/// The capabilities of a format that has only a target and categories of spans.
pub(crate) const SPANS_ONLY: Capabilities<'static> = Capabilities {
    source: false,
    context: false,
    annotator: false,
    undone_items: false,
    metadata: MemberFilter::NONE,
    other_members: MemberFilter::NONE,
    item_answers: |_, _| false,
    spans: [SpanCapacity::NONE, SpanCapacity::Each],
    beyond_text: false,
    insertion_points: false,
    roles: &[],
    without_spans: |_| false,
    answers: |_, _| false,
    origins: |_, _| false,
    edit_metadata: MemberFilter::NONE,
    other_edit_members: MemberFilter::NONE,
};

/// The number of spans that an edit can have on a side.
#[derive(Debug, Clone, Copy)]
pub(crate) enum SpanCapacity {
    /// At most this number, which may depend on the edit.
    UpTo(fn(&Edit) -> usize),
    /// One: of several, each becomes an edit.
    Each,
}

impl SpanCapacity {
    pub(crate) const NONE: SpanCapacity = SpanCapacity::UpTo(|_| 0);
    pub(crate) const ONE: SpanCapacity = SpanCapacity::UpTo(|_| 1);
    pub(crate) const ALL: SpanCapacity = SpanCapacity::UpTo(|_| usize::MAX);
}

/// A selection of members.
#[derive(Debug, Clone, Copy)]
pub(crate) enum MemberFilter<'a> {
    /// The members with these names.
    Named(&'a [&'a str]),
    /// All members except those with these names.
    Besides(&'a [&'a str]),
    /// The texts, numbers, `true` and `false` of another selection.
    Words(&'a MemberFilter<'a>),
}

impl MemberFilter<'_> {
    pub(crate) const NONE: MemberFilter<'static> = MemberFilter::Named(&[]);
    pub(crate) const ALL: MemberFilter<'static> = MemberFilter::Besides(&[]);

    /// Returns `true` if a member is selected.
    pub(crate) fn has(&self, name: &str, value: &str) -> bool {
        match self {
            MemberFilter::Named(names) => names.contains(&name),
            MemberFilter::Besides(names) => !names.contains(&name),
            MemberFilter::Words(which) => {
                which.has(name, value) && !value.starts_with(['{', '[']) && value != "null"
            }
        }
    }

    /// The members that are selected.
    pub(crate) fn among<'m>(
        &self,
        members: &'m Members,
    ) -> impl Iterator<Item = (&'m str, &'m str)> {
        members.iter().filter(|(name, value)| self.has(name, value))
    }

    /// The number of members that are not selected.
    fn missing(&self, members: &Members) -> usize {
        members.iter().filter(|(name, value)| !self.has(name, value)).count()
    }
}

impl Capabilities<'_> {
    /// The capabilities for a record, which loses its metadata unless it was read from this format.
    pub(crate) fn for_record_of(self, is_own: bool) -> Self {
        let metadata = if is_own { self.metadata } else { MemberFilter::NONE };
        Capabilities { metadata, ..self }
    }

    /// The edits of a record that can be written. Content of the record that cannot is noted as a loss. `number` is its
    /// 0-based number.
    pub(crate) fn edits<'r>(
        &self,
        record: &'r Record,
        number: usize,
        losses: &mut Losses,
    ) -> Vec<&'r Edit> {
        self.edits_except(record, number, losses, |_| false)
    }

    /// The same for a format that writes some edits as they were read, whatever their spans: those that `stands`
    /// accepts.
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
        // A stack: the last one is the next.
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
            self.note_origin(record, edit, &mut note);
            if self.note_edit(edit, stands, &mut note) {
                all.push(edit);
            }
        }
        all
    }

    fn note_item(&self, record: &Record, note: &mut LossNotes) {
        note.note_if(!self.source && !record.source().is_empty(), loss_names::SOURCES);
        note.note_if(!self.context && record.context.is_some(), loss_names::CONTEXTS);
        note.note_if(!self.annotator && record.annotator.is_some(), loss_names::ANNOTATORS);
        let is_not_done = record.edits.is_empty() && !record.done;
        note.note_if(!self.undone_items && is_not_done, loss_names::NOT_DONE);
        let answers =
            record.answers.iter().filter(|(name, answer)| !(self.item_answers)(name, answer));
        note.count(loss_names::ITEM_ANSWERS, answers.count());
        note.count(loss_names::ITEM_METADATA, self.metadata.missing(&record.metadata));
        note.count(loss_names::OTHER_ITEM_MEMBERS, others(&record.other, self.other_members));
        note_own(&record.other, self.other_members, note);
    }

    fn note_origin(&self, record: &Record, edit: &Edit, note: &mut LossNotes) {
        let is_other = |origin: Origin| origin.from != EditMaker::Person;
        // A person's edit in a record of others is read as one of these.
        let differs =
            [record.origin(edit), record.noted_origin()].into_iter().flatten().any(is_other);
        note.note_if(differs && !(self.origins)(record, edit), loss_names::ORIGINS);
    }

    /// Returns `true` if an edit is written; notes its losses.
    fn note_edit(&self, edit: &Edit, stands: bool, note: &mut LossNotes) -> bool {
        note.note_if(!edit.constituents.is_empty(), loss_names::COMPOSITES);
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

    /// Notes the spans that cannot be written. Returns `true` if the edit is written nonetheless.
    fn note_spans(&self, edit: &Edit, note: &mut LossNotes) -> bool {
        let insertion_points = edit.spans.target().iter().filter(|span| span.is_empty()).count();
        let insertion_points = if self.insertion_points { 0 } else { insertion_points };
        note.count(loss_names::POINTS, insertion_points);
        let texts = edit.spans.iter().map(|(text, _)| text);
        let roles = texts.flat_map(|text| edit.spans.roles_on(text)).flatten();
        note.count(
            loss_names::SPAN_ROLES,
            roles.filter(|role| !self.roles.contains(&&***role)).count(),
        );
        let mut held = 0;
        for ((side, spans), at) in Side::ALL.into_iter().zip(&self.spans).zip(0..) {
            let insertion_points = if side == Side::Target { insertion_points } else { 0 };
            let count = edit.spans.on(&side.into()).len() - insertion_points;
            let most = match spans {
                SpanCapacity::UpTo(most) => most(edit),
                SpanCapacity::Each => {
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
        // A composite without spans of its own is written as its constituents; other edits may be about the whole item.
        let is_parts = without_spans && !edit.constituents.is_empty();
        let has_place = !is_parts && (self.without_spans)(edit);
        let is_lost = without_spans && !has_place && !is_parts;
        note.note_if(is_lost, loss_names::WITHOUT_SPANS);
        has_place
    }
}

/// The number of spans of an edit that reach beyond their text.
fn beyond_text(edit: &Edit, record: &Record, side: Side) -> usize {
    let length = record.text(side).len_utf16();
    edit.spans.on(&side.into()).iter().filter(|span| span.end() > length).count()
}

/// Notes the losses of one record.
struct LossNotes<'l> {
    number: usize,
    losses: &'l mut Losses,
}

impl LossNotes<'_> {
    fn note_if(&mut self, is_lost: bool, what: &'static str) {
        self.count(what, usize::from(is_lost));
    }

    fn count(&mut self, what: &'static str, count: usize) {
        self.losses.note_many(what, self.number, count);
    }
}

/// The number of members that are not held, except for the spelling of answers (`annotation`) and notes of programs
/// (`_…`).
fn others(members: &Members, held: MemberFilter) -> usize {
    let is_noted = |name: &str| name == "annotation" || name.starts_with('_');
    members.iter().filter(|(name, json)| !is_noted(name) && !held.has(name, json)).count()
}

/// The members of [`OWN_KEY`] that people made, with the names of their losses.
const OWN_WORK: [(&str, &str); 4] = [
    (REJECTED, loss_names::REJECTED),
    (TEXT_ANSWERS, loss_names::TEXT_ANSWERS),
    (CORRECTED, loss_names::CORRECTED),
    (DECISIONS, loss_names::DECISIONS),
];

/// Notes the loss of what people made in the members of an item that are not written.
fn note_own(members: &Members, held: MemberFilter, note: &mut LossNotes) {
    let own = members.get(OWN_KEY).filter(|own| !held.has(OWN_KEY, own));
    let Some(own) = own.and_then(Object::parse) else { return };
    for (name, loss) in OWN_WORK {
        note.count(loss, own.get(name).map_or(0, values_in));
    }
}

/// The number of values in a list, or in an object and the objects in it.
fn values_in(json: &str) -> usize {
    if let Some(list) = Array::parse(json) {
        return list.values().len();
    }
    let object = Object::parse(json).unwrap_or_default();
    let values = object
        .members()
        .iter()
        .map(|member| Object::parse(&member.value).map_or(1, |inner| inner.members().len()));
    values.sum()
}

/// The spans on the target of edits, except insertion points, for formats that write each span by itself.
pub(crate) fn marks<'e>(edits: &[&'e Edit]) -> Vec<(&'e Edit, Span)> {
    let spans = |edit: &'e Edit| edit.spans.target().iter().map(move |span| (edit, *span));
    edits.iter().copied().flat_map(spans).filter(|(_, span)| !span.is_empty()).collect()
}
