//! Decisions about groups, and the edits and answers that they result in.

use std::collections::{BTreeMap, BTreeSet};

use super::annotation_group::{AnnotationGroup, GroupContent, GroupMember, InstanceQuestion};
use super::answer_groups::flat_answer;
use super::comparable_edit::{ComparableEdit, Extent};
use super::flat_answers::flatten_answers;
use spanwise_annotation::document::{
    Answer, Answers, Edit, Instance, OriginalJson, Spans, TextName,
};
use spanwise_template::{CategoryShape, Side, SpanCount, Typology};
use spanwise_text::{Span, Utf16};

/// A decision about a group.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Decision {
    /// The edit or answer that all gave.
    Unanimous,
    /// The edit or answer of an annotator, by position.
    Take(usize),
    /// An edit with the text that any member covers.
    Union,
    /// An edit with the text that all members cover.
    Intersection,
    /// The edit or answer of more than half of the annotators whom the group concerns.
    Majority,
    /// An edit or answer of the adjudicator's own.
    Own,
    /// No edit, or no answer.
    Reject,
}

impl Decision {
    /// Its word in files.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Decision::Unanimous => "unanimous",
            Decision::Take(_) => "take",
            Decision::Union => "union",
            Decision::Intersection => "intersection",
            Decision::Majority => "majority",
            Decision::Own => "own",
            Decision::Reject => "reject",
        }
    }
}

/// The result of a decision.
#[derive(Debug, Clone, PartialEq)]
pub enum DecisionResult {
    /// This edit.
    Edit(Box<Edit>),
    /// This answer, with its follow-ups.
    Answer(Answer),
    /// No edit, or no answer.
    Nothing,
}

impl DecisionResult {
    /// Returns `true` if both are edits of the same category, spans and answers, the same answers, or nothing.
    pub(super) fn is_like(&self, other: &DecisionResult) -> bool {
        match (self, other) {
            (DecisionResult::Edit(one), DecisionResult::Edit(other)) => {
                ComparableEdit::of(one).place() == ComparableEdit::of(other).place()
            }
            (DecisionResult::Answer(one), DecisionResult::Answer(other)) => {
                flat_answer("", one) == flat_answer("", other)
            }
            (DecisionResult::Nothing, DecisionResult::Nothing) => true,
            (DecisionResult::Edit(_) | DecisionResult::Answer(_) | DecisionResult::Nothing, _) => {
                false
            }
        }
    }
}

/// A group with its edits.
struct GroupEdits<'a> {
    group: &'a AnnotationGroup,
    /// The members with their annotators and instances, in the order of their content.
    members: Vec<Member<'a>>,
    typology: &'a Typology,
}

struct Member<'a> {
    annotator: usize,
    instance: &'a Instance,
    edit: &'a Edit,
    comparable: ComparableEdit,
}

/// The result of a decision about a group, by its rule; `None` if the rule gives none here, and for one's own.
///
/// For edits:
///
/// * The category of a union, an intersection or a majority is the one that most members have. If several have equally
///   many members, there is no result.
/// * A union covers what any member covers, an intersection what all cover, a majority what more than half of the annotators
///   whom the group [concerns](AnnotationGroup::concerns) cover. Touching spans become one. Insertion points count each by itself.
/// * Each question has the answer that most members of that category gave, with its follow-ups; none where several are
///   equally frequent.
/// * A majority is no edit if no more than half of these annotators have an edit in the group. Where more than half made the
///   same edit in spans and category, these are the result.
/// * A result that the category cannot have, such as two spans where it has one, is none. Neither can composites and spans
///   with roles be cut: of these a result is a member's with the same extent.
///
/// For answers, a majority is the one that more than half of the annotators whom the group concerns gave, with its
/// follow-ups, and no answer if no more than half answered. There is no union and no intersection.
#[must_use]
pub fn result_of(
    decision: Decision,
    group: &AnnotationGroup,
    instances: &[Option<&Instance>],
    typology: &Typology,
) -> Option<DecisionResult> {
    let is_majority_missing =
        decision == Decision::Majority && group.annotators().len() < group.majority();
    if decision == Decision::Reject || is_majority_missing {
        return Some(DecisionResult::Nothing);
    }
    match &group.content {
        GroupContent::Edits(members) => {
            let edits = GroupEdits::new(group, members, instances, typology);
            edits.result_of(decision).map(|edit| DecisionResult::Edit(Box::new(edit)))
        }
        GroupContent::Answers { question, annotators } => {
            let given = annotators.iter().filter_map(|annotator| {
                Some((*annotator, question.answer(instances.get(*annotator).copied().flatten()?)?))
            });
            let answers = GroupAnswers { group, question, given: given.collect() };
            answers.result_of(decision).cloned().map(DecisionResult::Answer)
        }
    }
}

/// A group with its answers.
struct GroupAnswers<'a> {
    group: &'a AnnotationGroup,
    question: &'a InstanceQuestion,
    /// The answers with their annotators.
    given: Vec<(usize, &'a Answer)>,
}

impl<'a> GroupAnswers<'a> {
    fn result_of(&self, decision: Decision) -> Option<&'a Answer> {
        let answer = |(_, answer): &(usize, &'a Answer)| *answer;
        match decision {
            Decision::Unanimous => {
                self.given.first().filter(|_| self.group.is_unanimous()).map(answer)
            }
            Decision::Take(annotator) => {
                self.given.iter().find(|(by, _)| *by == annotator).map(answer)
            }
            Decision::Majority => {
                let flat = |answer: &Answer| flat_answer(&self.question.name, answer);
                let votes = |answer: &Answer| {
                    self.given.iter().filter(|(_, other)| flat(other) == flat(answer)).count()
                };
                self.given.iter().map(answer).find(|answer| votes(answer) >= self.group.majority())
            }
            Decision::Union | Decision::Intersection | Decision::Own | Decision::Reject => None,
        }
    }
}

impl Member<'_> {
    fn copy(&self) -> Edit {
        self.instance.with_known_origins(self.edit)
    }
}

impl<'a> GroupEdits<'a> {
    fn new(
        group: &'a AnnotationGroup,
        members: &[GroupMember],
        instances: &[Option<&'a Instance>],
        typology: &'a Typology,
    ) -> Self {
        let member = |annotator: usize, key| {
            let instance: &Instance = instances.get(annotator).copied().flatten()?;
            let edit: &Edit = instance.edit(key)?;
            Some(Member { annotator, instance, edit, comparable: ComparableEdit::of(edit) })
        };
        let mut members: Vec<Member> =
            members.iter().filter_map(|at| member(at.annotator, at.key)).collect();
        members.sort_by(|a, b| a.comparable.place().cmp(&b.comparable.place()));
        GroupEdits { group, members, typology }
    }

    fn result_of(&self, decision: Decision) -> Option<Edit> {
        match decision {
            Decision::Unanimous => {
                self.members.first().filter(|_| self.group.is_unanimous()).map(Member::copy)
            }
            Decision::Take(annotator) => {
                self.members.iter().find(|member| member.annotator == annotator).map(Member::copy)
            }
            Decision::Union => self.covered_by(1),
            Decision::Intersection => self.covered_by(self.members.len()),
            Decision::Majority => self.of_majority(),
            Decision::Own | Decision::Reject => None,
        }
    }

    /// The category that most members have.
    fn category(&self) -> Option<&'a str> {
        most_frequent(self.members.iter().map(|member| member.edit.category.as_str()))
    }

    /// The edit whose spans are what at least so many members cover.
    fn covered_by(&self, count: usize) -> Option<Edit> {
        let extents: Vec<&Extent> =
            self.members.iter().map(|member| &member.comparable.extent).collect();
        self.with(self.category()?, &Extent::new(covered(&extents, count)))
    }

    fn of_majority(&self) -> Option<Edit> {
        let contents =
            self.members.iter().map(|m| (&m.comparable.extent, m.edit.category.as_str()));
        let same = |content: &(&Extent, &str)| contents.clone().filter(|c| c == content).count();
        match contents.clone().find(|content| same(content) >= self.group.majority()) {
            Some((extent, category)) => self.with(category, extent),
            None => self.covered_by(self.group.majority()),
        }
    }

    /// The edit of a category with an extent: a copy of the member that is the same, else a new one.
    fn with(&self, category: &str, extent: &Extent) -> Option<Edit> {
        let of_category = || self.members.iter().filter(|m| m.edit.category == category);
        let answers = voted(of_category().map(|member| &member.edit.answers));
        let alike = of_category().find(|member| member.comparable.extent == *extent);
        if let Some(alike) = alike {
            if flatten_answers(&alike.edit.answers) == flatten_answers(&answers) {
                return Some(alike.copy());
            }
            let mut edit = alike.edit.clone();
            edit.answers = answers;
            return Some(of_adjudicator(edit));
        }
        let is_whole =
            |member: &Member| member.edit.constituents.is_empty() && !member.edit.spans.has_roles();
        if !self.members.iter().all(is_whole) {
            return None;
        }
        let first = of_category().next()?;
        let mut spans = Spans::default();
        for text in extent.texts() {
            spans.set(text.clone(), extent.on(text).to_vec());
        }
        if !self.fits(category, &spans, first.instance) {
            return None;
        }
        let mut edit = first.edit.clone();
        edit.spans = spans;
        edit.answers = answers;
        Some(of_adjudicator(edit))
    }

    /// Returns `true` if an edit of a category can have these spans.
    fn fits(&self, category: &str, spans: &Spans, instance: &Instance) -> bool {
        let Some((_, category)) = self.typology.find(category) else { return false };
        let CategoryShape::Spans { sides, count } = category.shape else { return false };
        let on = |side: Side| instance.texts.on(side).map(|text| spans.on(&text.name));
        [Side::Source, Side::Target].into_iter().filter(|side| sides.includes(*side)).all(|side| {
            let all: Vec<&Span> = on(side).flatten().collect();
            match count {
                SpanCount::Many => !all.is_empty() && all.iter().all(|span| !span.is_empty()),
                SpanCount::One => matches!(all.as_slice(), [span] if !span.is_empty()),
                SpanCount::Point => matches!(all.as_slice(), [span] if span.is_empty()),
            }
        })
    }
}

/// An edit that is no annotator's, made of one that is.
fn of_adjudicator(mut edit: Edit) -> Edit {
    edit.origin = None;
    edit.tokens = None;
    edit.original = OriginalJson::default();
    edit
}

/// The item that is most frequent; `None` if several are.
fn most_frequent<T: Ord>(items: impl Iterator<Item = T>) -> Option<T> {
    let mut counts: BTreeMap<T, usize> = BTreeMap::new();
    items.for_each(|item| *counts.entry(item).or_default() += 1);
    let most = counts.values().max().copied()?;
    let mut found = counts.into_iter().filter(|(_, count)| *count == most);
    let (item, _) = found.next()?;
    found.next().is_none().then_some(item)
}

/// The most frequent answer to each question, in the order of the first one that has it.
fn voted<'a>(all: impl Iterator<Item = &'a Answers>) -> Answers {
    let all: Vec<&Answers> = all.collect();
    let mut voted = Answers::default();
    let questions = all.iter().flat_map(|answers| answers.iter().map(|(name, _)| name));
    let mut asked = BTreeSet::new();
    for question in questions.filter(|question| asked.insert(*question)) {
        let given = || all.iter().map(|answers| answers.get(question));
        let spelled = |answer: Option<&Answer>| answer.map(|answer| flat_answer(question, answer));
        let Some(most) = most_frequent(given().map(spelled)) else { continue };
        let answer = given().find(|answer| spelled(*answer) == most).flatten();
        voted.set(question, answer.cloned());
    }
    voted
}

/// The spans that at least so many extents cover. Offsets in UTF-16 units.
fn covered(extents: &[&Extent], count: usize) -> Spans {
    let texts: BTreeSet<&TextName> = extents.iter().flat_map(|extent| extent.texts()).collect();
    let mut spans = Spans::default();
    for text in texts {
        // By offset: the number of extents that begin there less those that end there.
        let mut steps: BTreeMap<u32, i64> = BTreeMap::new();
        let mut points: BTreeMap<u32, usize> = BTreeMap::new();
        for extent in extents {
            for (start, end) in extent.ranges_on(text) {
                *steps.entry(start).or_default() += 1;
                *steps.entry(end).or_default() -= 1;
            }
            for point in extent.on(text).iter().filter(|span| span.is_empty()) {
                *points.entry(point.start().0).or_default() += 1;
            }
        }
        let needed = i64::try_from(count.max(1)).unwrap_or(i64::MAX);
        let mut found = Vec::new();
        let (mut depth, mut open) = (0, None);
        for (at, step) in steps {
            depth += step;
            match open {
                None if depth >= needed => open = Some(at),
                Some(start) if depth < needed => {
                    found.push(Span::between(Utf16(start), Utf16(at)));
                    open = None;
                }
                None | Some(_) => {}
            }
        }
        let points = points.into_iter().filter(|(_, found)| *found >= count.max(1));
        found.extend(points.map(|(at, _)| Span::between(Utf16(at), Utf16(at))));
        spans.set(text.clone(), found);
    }
    spans
}
