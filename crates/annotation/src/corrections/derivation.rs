//! Edits derived from an edited text.
//!
//! What the person changed is found by comparing the corrected text, from which editing starts, with the edited one. A
//! replacement that no difference touches stays as it is, and its edit with it. One that is touched becomes one
//! [`Piece`] with the differences, so that together the pieces turn the text as it was into the edited one, and nothing
//! has to be guessed. Pieces then grow to the boundaries of their categories.

use std::ops::Range;
use std::sync::Arc;

use super::corrected_text::{CorrectedText, replacement_question};
use super::differences::{Difference, differences};
use crate::change::Change;
use crate::document::{Edit, EditId, EditKey, GivenAnswer, Instance, NamedText, TextName, flow};
use spanwise_template::{
    Category, CategoryId, CategoryShape, CorrectionCategories, SpanCount, Typology,
};
use spanwise_text::boundary::{next_unit, previous_unit, snap_point, unit_at};
use spanwise_text::{Boundary, Span, Text, Utf16};

/// The changes to an instance after which its corrected text is an edited one; none if it is that already, or if there is
/// no such text.
///
/// A difference that touches no replacement becomes an edit of one of `categories`. One that does changes the edit of that
/// replacement if it is of these categories, or takes it away if the text is as it was before. An edit of another category
/// keeps its span: it has a new replacement if the difference lies in it, and otherwise none any more, like one whose
/// replacement was left out.
#[must_use]
pub fn derive(
    instance: &Instance,
    text: &TextName,
    edited: &str,
    typology: &Typology,
    categories: CorrectionCategories,
) -> Vec<Change> {
    let Some(named) = instance.texts.get(text) else { return Vec::new() };
    let corrected = CorrectedText::new(instance, named, typology);
    let differences = differences(&corrected.to_string(), edited);
    if differences.is_empty() {
        return Vec::new();
    }
    let rules = CorrectionRules { text: &named.text, edited, typology, categories };
    let replaced = replaced_ranges(instance, named, &corrected, rules);
    let pieces = rules.grown(pieces(&replaced, &differences), &replaced);
    let mut derived = DerivedChanges { instance: instance.clone(), changes: Vec::new(), rules };
    for left_out in corrected.left_out() {
        derived.give_up(left_out.edit);
    }
    for piece in pieces.iter().filter(|piece| piece.is_changed) {
        derived.take(piece, &replaced, text);
    }
    derived.changes
}

/// A replacement that is put in.
#[derive(Debug, Clone)]
struct ReplacedRange {
    edit: EditKey,
    /// Its span, in bytes of the text.
    original: Range<usize>,
    /// The place of its replacement, in bytes of the corrected text.
    corrected: Range<usize>,
    /// `true` if its span may change: it is of one of the categories, and no constituent.
    is_derived: bool,
}

impl ReplacedRange {
    /// Returns `true` if a difference changes the replacement, or adjoins it so that both are one correction.
    fn is_touched_by(&self, difference: &Difference) -> bool {
        let (own, old) = (&self.corrected, &difference.old);
        let adjoins = old.start <= own.end && own.start <= old.end;
        // Of two insertions at one point, the order would not be known.
        let is_one_point = self.original.is_empty() && old.is_empty();
        adjoins && (self.is_derived || is_one_point || (old.start < own.end && own.start < old.end))
    }
}

fn replaced_ranges(
    instance: &Instance,
    named: &NamedText,
    corrected: &CorrectedText<'_>,
    rules: CorrectionRules<'_>,
) -> Vec<ReplacedRange> {
    let text = &named.text;
    let (mut before, mut at) = (0, 0);
    let range = |one: &super::Replacement<'_>| {
        let original = text.to_byte(one.span.start()).0..text.to_byte(one.span.end()).0;
        let start = at + original.start.saturating_sub(before);
        let corrected = start..start + one.text.len();
        (before, at) = (original.end, corrected.end);
        let is_derived = rules.is_derived(instance, one.edit);
        ReplacedRange { edit: one.edit, original, corrected, is_derived }
    };
    corrected.replacements().iter().map(range).collect()
}

/// A range of the text, and the range of the edited text that stands in its place. Bytes.
///
/// Pieces are in order and do not overlap; what stands between two of them is the same in both texts.
#[derive(Debug, Clone)]
struct Piece {
    original: Range<usize>,
    edited: Range<usize>,
    /// The same without what it has grown by.
    core: Core,
    /// The replacements in it, by their positions; possibly none.
    replaced: Range<usize>,
    is_changed: bool,
}

/// The ranges of a [`Piece`] before it grew.
#[derive(Debug, Clone)]
struct Core {
    original: Range<usize>,
    edited: Range<usize>,
}

impl Piece {
    fn new(
        original: Range<usize>,
        edited: Range<usize>,
        replaced: Range<usize>,
        is_changed: bool,
    ) -> Self {
        let core = Core { original: original.clone(), edited: edited.clone() };
        Piece { original, edited, core, replaced, is_changed }
    }

    /// Joins a piece with the next one.
    fn join(self, next: Piece) -> Piece {
        let replaced = match (self.replaced.is_empty(), next.replaced.is_empty()) {
            (true, _) => next.replaced,
            (false, true) => self.replaced,
            (false, false) => self.replaced.start..next.replaced.end,
        };
        let original = self.core.original.start..next.core.original.end;
        let edited = self.core.edited.start..next.core.edited.end;
        Piece::new(original, edited, replaced, true)
    }

    /// Extends the piece to a range of the text around its core.
    fn grow(&mut self, to: Range<usize>) {
        let Core { original, edited } = &self.core;
        let before = original.start.saturating_sub(to.start);
        let after = to.end.saturating_sub(original.end);
        self.edited = edited.start.saturating_sub(before)..edited.end + after;
        self.original = to;
    }

    fn overlaps(&self, next: &Piece) -> bool {
        let is_one_point = self.original.is_empty() && self.original == next.original;
        next.original.start < self.original.end || is_one_point
    }
}

/// Differences with the replacements that they touch, by their positions.
struct Cluster {
    differences: Range<usize>,
    /// Empty, but at its place among them, if they touch none.
    replaced: Range<usize>,
}

/// The pieces that the replacements and the differences make.
fn pieces(replaced: &[ReplacedRange], differences: &[Difference]) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut kept = 0;
    for cluster in clusters(replaced, differences) {
        pieces.extend(
            (kept..cluster.replaced.start).filter_map(|at| kept_piece(at, replaced, differences)),
        );
        kept = cluster.replaced.end;
        pieces.extend(piece_of(&cluster, replaced, differences));
    }
    pieces.extend((kept..replaced.len()).filter_map(|at| kept_piece(at, replaced, differences)));
    pieces
}

/// Each difference with the replacements that it touches, and with the differences that touch one of them, too.
fn clusters(replaced: &[ReplacedRange], differences: &[Difference]) -> Vec<Cluster> {
    let mut clusters: Vec<Cluster> = Vec::new();
    for (at, difference) in differences.iter().enumerate() {
        let old = &difference.old;
        let near = replaced.partition_point(|one| one.corrected.end < old.start);
        let near = replaced.iter().enumerate().skip(near);
        let near = near.take_while(|(_, one)| one.corrected.start <= old.end);
        let mut touched = near.filter(|(_, one)| one.is_touched_by(difference)).map(|(at, _)| at);
        // What stands between the difference and a replacement that it touches goes with them.
        let before = replaced.partition_point(|one| one.corrected.end <= old.start);
        let until = replaced.partition_point(|one| one.corrected.start < old.end).max(before);
        let replaced = match touched.next() {
            Some(first) => {
                first.min(before)..touched.last().map_or(first + 1, |last| last + 1).max(until)
            }
            None => before..before,
        };
        match clusters.last_mut() {
            Some(last) if !replaced.is_empty() && replaced.start < last.replaced.end => {
                last.differences.end = at + 1;
                last.replaced.end = last.replaced.end.max(replaced.end);
            }
            Some(_) | None => clusters.push(Cluster { differences: at..at + 1, replaced }),
        }
    }
    clusters
}

fn piece_of(
    cluster: &Cluster,
    replaced: &[ReplacedRange],
    differences: &[Difference],
) -> Option<Piece> {
    let differences = differences.get(cluster.differences.clone())?;
    let (first, last) = (differences.first()?, differences.last()?);
    let run = replaced.get(cluster.replaced.clone())?;
    let (start, end, original) = match (run.first(), run.last()) {
        (Some(begin), Some(finish)) => {
            let start = first.old.start.min(begin.corrected.start);
            let end = last.old.end.max(finish.corrected.end);
            let original = begin.original.start.saturating_sub(begin.corrected.start - start)
                ..finish.original.end + (end - finish.corrected.end);
            (start, end, original)
        }
        (None, _) | (_, None) => {
            let before = cluster.replaced.start.checked_sub(1).and_then(|at| replaced.get(at));
            let start = before.map_or(first.old.start, |one| {
                one.original.end + first.old.start.saturating_sub(one.corrected.end)
            });
            (first.old.start, last.old.end, start..start + (last.old.end - first.old.start))
        }
    };
    let edited = first.new.start.saturating_sub(first.old.start - start)
        ..last.new.end + (end - last.old.end);
    Some(Piece::new(original, edited, cluster.replaced.clone(), true))
}

/// The piece of a replacement that stays.
fn kept_piece(at: usize, replaced: &[ReplacedRange], differences: &[Difference]) -> Option<Piece> {
    let one = replaced.get(at)?;
    let place = &one.corrected;
    // What is put in at a place where something is deleted stands after it.
    let before = differences
        .partition_point(|other| other.old.end <= place.start && other.old.start < place.end);
    let moved = before.checked_sub(1).and_then(|at| differences.get(at));
    let start = moved
        .map_or(place.start, |other| other.new.end + place.start.saturating_sub(other.old.end));
    let edited = start..start + place.len();
    Some(Piece::new(one.original.clone(), edited, at..at + 1, false))
}

/// The text as it was and as it is now, and the rules of the template about it.
#[derive(Clone, Copy)]
struct CorrectionRules<'a> {
    text: &'a Text,
    edited: &'a str,
    typology: &'a Typology,
    categories: CorrectionCategories,
}

impl<'a> CorrectionRules<'a> {
    fn is_derived(self, instance: &Instance, key: EditKey) -> bool {
        let category = instance.edit(key).and_then(|edit| self.typology.find(&edit.category));
        category.is_some_and(|(id, _)| self.categories.include(id))
            && instance.composite_of(key).is_none()
    }

    fn category(self, id: CategoryId) -> Option<&'a Category> {
        self.typology.categories().get(id.index())
    }

    /// The category that a piece belongs to; `None` if its text is as it was. An insertion for which points cannot stand at
    /// its place is a substitution.
    fn category_of(self, piece: &Piece) -> Option<&'a Category> {
        let Core { original, edited } = &piece.core;
        if self.text.as_str().get(original.clone()) == self.edited.get(edited.clone()) {
            return None;
        }
        let span = self.text.span_of(original.clone());
        let substitution = self.category(self.categories.substitution);
        match (original.is_empty(), edited.is_empty()) {
            (false, false) => substitution,
            (false, true) => self.category(self.categories.deletion),
            (true, _) => {
                let insertion = self.category(self.categories.insertion)?;
                let at = span.start();
                let fits =
                    !is_of_points(insertion) || snap_point(self.text, at, insertion.boundary) == at;
                if fits { Some(insertion) } else { substitution }
            }
        }
    }

    /// The pieces with those that changed grown to the boundaries of their categories; those that then overlap are joined.
    fn grown(self, pieces: Vec<Piece>, replaced: &[ReplacedRange]) -> Vec<Piece> {
        let mut grown: Vec<Piece> = Vec::new();
        for mut piece in pieces {
            loop {
                if piece.is_changed && answered_in(&piece, replaced).is_none() {
                    self.grow(&mut piece);
                }
                match grown.pop() {
                    Some(last)
                        if (last.is_changed || piece.is_changed) && last.overlaps(&piece) =>
                    {
                        piece = last.join(piece);
                    }
                    last => {
                        grown.extend(last);
                        break;
                    }
                }
            }
            grown.push(piece);
        }
        grown
    }

    fn grow(self, piece: &mut Piece) {
        let Some(category) = self.category_of(piece) else { return };
        let span = self.around(self.text.span_of(piece.core.original.clone()), category);
        piece.grow(self.text.to_byte(span.start()).0..self.text.to_byte(span.end()).0);
    }

    /// A span with the units that it cuts; for an insertion that is no point, with the unit beside it.
    fn around(self, span: Span, category: &Category) -> Span {
        let (text, boundary) = (self.text, category.boundary);
        let cut = |at: Utf16| {
            let unit = unit_at(text, at, boundary)?;
            (unit.start() < at).then_some(unit)
        };
        let (start, end) = (cut(span.start()), cut(span.end()));
        let whole = Span::between(
            start.map_or(span.start(), Span::start),
            end.map_or(span.end(), Span::end),
        );
        if !whole.is_empty() || is_of_points(category) || boundary == Boundary::Char {
            return whole;
        }
        let (before, after) =
            (previous_unit(text, whole.start(), boundary), next_unit(text, whole.end(), boundary));
        let adjoining = before.filter(|unit| unit.end() == whole.start());
        let adjoining = adjoining.or(after.filter(|unit| unit.start() == whole.end()));
        adjoining.or(before).or(after).map_or(whole, |unit| {
            Span::between(unit.start().min(whole.start()), unit.end().max(whole.end()))
        })
    }
}

fn is_of_points(category: &Category) -> bool {
    matches!(category.shape, CategoryShape::Spans { count: SpanCount::Point, .. })
}

/// The replacement of another category that a piece is, so that it only has a new answer.
fn answered_in(piece: &Piece, replaced: &[ReplacedRange]) -> Option<EditKey> {
    let [one] = replaced.get(piece.replaced.clone())? else { return None };
    (!one.is_derived && one.original == piece.core.original).then_some(one.edit)
}

/// The changes so far, and the instance with them made.
struct DerivedChanges<'a> {
    instance: Instance,
    changes: Vec<Change>,
    rules: CorrectionRules<'a>,
}

impl DerivedChanges<'_> {
    fn take(&mut self, piece: &Piece, replaced: &[ReplacedRange], text: &TextName) {
        let new = self.rules.edited.get(piece.edited.clone()).unwrap_or_default();
        if let Some(key) = answered_in(piece, replaced) {
            return self.answer(key, Some(new));
        }
        let mut category = self.rules.category_of(piece);
        for one in replaced.get(piece.replaced.clone()).unwrap_or_default() {
            match category.take_if(|_| one.is_derived) {
                Some(category) => self.correct(Some(one.edit), category, piece, text, new),
                None => self.give_up(one.edit),
            }
        }
        if let Some(category) = category {
            self.correct(None, category, piece, text, new);
        }
    }

    /// Takes an edit away, or only its replacement if it is of another category or a constituent.
    fn give_up(&mut self, key: EditKey) {
        if self.rules.is_derived(&self.instance, key) {
            self.make(Change::Remove(key));
        } else {
            self.answer(key, None);
        }
    }

    /// Makes an edit of a category, out of one that is there or anew.
    fn correct(
        &mut self,
        key: Option<EditKey>,
        category: &Category,
        piece: &Piece,
        text: &TextName,
        new: &str,
    ) {
        let (at, id) = (self.instance.edits.len(), self.instance.next_id(&category.name));
        let present = key.and_then(|key| self.instance.edit(key)).cloned();
        let is_new = present.is_none();
        let mut edit = match present {
            Some(present) => Arc::unwrap_or_clone(present),
            None => Edit::new(EditKey(self.instance.next_key), &category.name, id),
        };
        if edit.category != category.name {
            edit.answers = flow::carried_over(&edit.answers, &category.questions);
            edit.id = Some(EditId::Number(id));
            edit.category.clone_from(&category.name);
        }
        let span = self.rules.text.span_of(piece.original.clone());
        edit.spans.set(text.clone(), vec![span]);
        let edit = Arc::new(with_replacement(edit, Some(new), self.rules.typology));
        self.make(if is_new { Change::Insert { at, edit } } else { Change::Replace(edit) });
    }

    /// Gives the replacement of an edit, or takes it back.
    fn answer(&mut self, key: EditKey, new: Option<&str>) {
        let Some(edit) = self.instance.edit(key) else { return };
        let edit = with_replacement(Edit::clone(edit), new, self.rules.typology);
        let changed = match self.instance.composite_of(key) {
            None => edit,
            Some(composite) => {
                let mut composite = Edit::clone(composite);
                let constituents = composite.constituents.iter_mut();
                for slot in constituents.filter(|constituent| constituent.key == key) {
                    *slot = Arc::new(edit.clone());
                }
                composite
            }
        };
        self.make(Change::Replace(Arc::new(changed)));
    }

    fn make(&mut self, change: Change) {
        self.instance.retire_ids(std::slice::from_ref(&change));
        // Made of what is there, so it is never refused.
        if self.instance.apply(change.clone()).is_ok() {
            self.changes.push(change);
        }
    }
}

/// An edit with its replacement answered, or not any more.
fn with_replacement(mut edit: Edit, new: Option<&str>, typology: &Typology) -> Edit {
    let questions = typology.find(&edit.category).map(|(_, category)| &category.questions);
    if let (Some(path), Some(questions)) = (replacement_question(&edit, typology), questions) {
        let given = new.map_or(GivenAnswer::Nothing, |text| GivenAnswer::Value(text.to_owned()));
        // The question is asked, and takes any text.
        if let Ok(answers) = flow::answered(questions, &edit.answers, &path, given) {
            edit.answers = answers;
        }
    }
    edit
}
