//! Properties that hold after any sequence of commands.

use std::collections::BTreeSet;
use std::ops::Range;

use proptest::prelude::*;
use proptest::sample::Index;
use spanwise_annotation::document::{Answer, Answers, Instance, flow};
use spanwise_annotation::workspace::erasing::erase;
use spanwise_annotation::workspace::{InstanceChanges, StepDirection};
use spanwise_template::{Category, CategoryShape, Question, QuestionKind};

use super::*;

/// A command in terms of the edits and questions that are there at that time.
#[derive(Debug, Clone)]
pub(crate) enum Move {
    /// A command that names no edit.
    Plain(Command),
    /// A command on the edit, span or constituent at these places.
    On(Verb, Index, Index),
    /// An answer to one of the questions asked.
    Answer(Index, Index, Index),
    /// An answer to one of the questions about the instance.
    AnswerInstance(Index, Index),
    Choose(Index),
    SetCategory(Index, Index),
}

#[derive(Debug, Clone, Copy)]
pub(crate) enum Verb {
    Select,
    Toggle,
    Extend,
    Delete,
    Duplicate,
    Take,
    /// Erase a part of a text.
    Erase(Name, u32, u32),
    TakeApart,
    RemoveConstituent,
    RemoveSpan(Name),
    MoveEdge(Name, SpanEdge, u32),
    StepEdge(Name, SpanEdge, StepDirection),
}

/// Offsets, some of them beyond the texts.
const OFFSETS: Range<u32> = 0..22;

/// The name of a text that some instance has.
type Name = &'static str;

fn name() -> impl Strategy<Value = Name> {
    prop::sample::select(vec!["source", "source", "target", "target", "b", "notes"])
}

fn plain() -> impl Strategy<Value = Command> {
    prop_oneof![
        6 => (name(), OFFSETS, OFFSETS).prop_map(|(name, a, b)| Command::SelectText(TextName::new(name), span(a, b))),
        1 => (name(), OFFSETS).prop_map(|(name, at)| Command::SelectPoint(TextName::new(name), Utf16(at))),
        2 => (0..=INSTANCES).prop_map(Command::GoTo),
        1 => (name(), 0..3_usize).prop_map(|(name, index)| Command::DropDraftSpan(TextName::new(name), index)),
        3 => Just(Command::Finish),
        1 => Just(Command::Escape),
        1 => Just(Command::Clear),
        1 => Just(Command::Select(None)),
        1 => any::<bool>().prop_map(Command::SetBookmark),
        1 => "[ab]{0,2}".prop_map(Command::SetComment),
        2 => any::<bool>().prop_map(Command::SetDone),
        3 => Just(Command::Undo),
        2 => Just(Command::Redo),
    ]
}

fn verb() -> impl Strategy<Value = Verb> {
    let edge = prop::sample::select(&[SpanEdge::Start, SpanEdge::End][..]);
    let direction = prop::sample::select(&[StepDirection::Backward, StepDirection::Forward][..]);
    prop_oneof![
        2 => Just(Verb::Select),
        4 => Just(Verb::Toggle),
        1 => Just(Verb::Extend),
        1 => Just(Verb::Delete),
        1 => Just(Verb::Duplicate),
        1 => Just(Verb::Take),
        2 => (name(), OFFSETS, OFFSETS).prop_map(|(s, a, b)| Verb::Erase(s, a, b)),
        1 => Just(Verb::TakeApart),
        1 => Just(Verb::RemoveConstituent),
        1 => name().prop_map(Verb::RemoveSpan),
        2 => (name(), edge.clone(), OFFSETS).prop_map(|(s, e, at)| Verb::MoveEdge(s, e, at)),
        2 => (name(), edge, direction).prop_map(|(s, e, d)| Verb::StepEdge(s, e, d)),
    ]
}

/// Moves, each with the milliseconds before it.
pub(crate) fn moves(length: Range<usize>) -> impl Strategy<Value = Vec<(u32, Move)>> {
    let any = any::<Index>;
    let one = prop_oneof![
        8 => plain().prop_map(Move::Plain),
        6 => (verb(), any(), any()).prop_map(|(verb, edit, part)| Move::On(verb, edit, part)),
        5 => (any(), any(), any()).prop_map(|(edit, at, given)| Move::Answer(edit, at, given)),
        2 => (any(), any()).prop_map(|(at, given)| Move::AnswerInstance(at, given)),
        4 => any().prop_map(Move::Choose),
        1 => (any(), any()).prop_map(|(edit, to)| Move::SetCategory(edit, to)),
    ];
    let pause = prop_oneof![2 => 0..300_u32, 1 => 1000..3000_u32];
    prop::collection::vec((pause, one), length)
}

impl Desk {
    /// The command that a move means here; `None` if it means nothing.
    pub(crate) fn command(&self, step: &Move) -> Option<Command> {
        let typology = &self.workspace.template().typology;
        let id = |index: &Index| index.get(&typology.iter().collect::<Vec<_>>()).0;
        Some(match step {
            Move::Plain(command) => command.clone(),
            Move::Choose(index) => Command::ChooseCategory(id(index)),
            Move::SetCategory(edit, to) => Command::SetCategory(self.pick(edit)?, id(to)),
            Move::On(verb, edit, part) => self.on_edit(*verb, self.pick(edit)?, part),
            Move::Answer(edit, at, given) => self.answer(self.pick(edit)?.into(), at, given)?,
            Move::AnswerInstance(at, given) => self.answer(AnswerOwner::Instance, at, given)?,
        })
    }

    fn pick(&self, index: &Index) -> Option<EditKey> {
        let keys: Vec<EditKey> = self.workspace.current().all_edits().map(|e| e.key).collect();
        (!keys.is_empty()).then(|| *index.get(&keys))
    }

    fn on_edit(&self, verb: Verb, key: EditKey, part: &Index) -> Command {
        let address = |name: Name| on(key, TextName::new(name), part.index(3));
        match verb {
            Verb::Select => Command::Select(Some(key)),
            Verb::Toggle => Command::ToggleConstituent(key),
            Verb::Extend => Command::Extend(key),
            Verb::Delete => Command::Delete(key),
            Verb::Duplicate => Command::Duplicate(key),
            // Another annotator made the same edit.
            Verb::Take => match self.workspace.current().edit(key) {
                Some(edit) => {
                    let instead_of = self.pick(part).filter(|other| *other != key);
                    Command::Take { edit: edit.clone(), instead_of }
                }
                None => Command::Select(None),
            },
            Verb::Erase(name, from, to) => {
                let (instance, name) = (self.workspace.current(), TextName::new(name));
                let typology = &self.workspace.template().typology;
                let erasure = erase(instance, &name, span(from, to), typology, |_| true);
                Command::Apply(vec![InstanceChanges {
                    instance: self.view().instance,
                    changes: erasure.changes,
                }])
            }
            Verb::TakeApart => Command::TakeApart(key),
            Verb::RemoveConstituent => Command::RemoveConstituent {
                composite: key,
                constituent: self.pick(part).unwrap_or(key),
            },
            Verb::RemoveSpan(name) => Command::RemoveSpan(address(name)),
            Verb::MoveEdge(name, edge, at) => to(&address(name), edge, at),
            Verb::StepEdge(name, edge, direction) => {
                Command::StepEdge(address(name), edge, direction)
            }
        }
    }

    fn answer(&self, owner: AnswerOwner, at: &Index, given: &Index) -> Option<Command> {
        let instance = self.workspace.current();
        let typology = &self.workspace.template().typology;
        let asked = match owner {
            AnswerOwner::Instance => asked(typology.instance_questions(), &instance.answers),
            AnswerOwner::Text(place) => {
                let name = &instance.texts.iter().nth(place)?.name;
                asked(typology.text_questions(), instance.text_answers.on(name))
            }
            AnswerOwner::Edit(key) => {
                let edit = instance.edit(key)?;
                asked(&self.category_of(edit)?.questions, &edit.answers)
            }
        };
        let (path, question) = (!asked.is_empty()).then(|| at.get(&asked))?;
        let mut offered = vec![GivenAnswer::Nothing];
        match &question.kind {
            QuestionKind::Choice(options) => {
                offered.extend(options.iter().map(|o| GivenAnswer::Option(o.name.clone())));
            }
            QuestionKind::Likert(scale) => {
                offered.extend(scale.tokens().iter().map(|t| GivenAnswer::Value((*t).to_owned())));
            }
            QuestionKind::Checkboxes(boxes) => {
                offered.extend(boxes.iter().map(|c| GivenAnswer::Option(c.name.clone())));
            }
            QuestionKind::Number { .. } | QuestionKind::Slider(_) => {
                offered.extend(["0", "1.5", "100"].map(|text| GivenAnswer::Value(text.to_owned())));
            }
            _ => offered.extend(["yes", "no", " "].map(|text| GivenAnswer::Value(text.to_owned()))),
        }
        Some(Command::Answer(owner, path.clone(), given.get(&offered).clone()))
    }

    fn category_of(&self, edit: &Edit) -> Option<&Category> {
        self.workspace.template().typology.find(&edit.category).map(|(_, category)| category)
    }

    /// Makes a move, and checks that a refused one changes nothing. Returns the commit, if any.
    pub(crate) fn try_move(&mut self, ms: u32, step: &Move) -> Option<Commit> {
        let command = self.command(step)?;
        self.now_ms += f64::from(ms);
        let before = self.seen();
        match self.workspace.dispatch(command.clone(), self.now_ms) {
            Ok(mut commits) => commits.pop(),
            Err(_) => {
                assert_eq!(self.seen(), before, "after {command:?} was refused");
                None
            }
        }
    }
}

fn asked<'q>(questions: &'q [Question], answers: &'q Answers) -> Vec<(Vec<String>, &'q Question)> {
    let mut asked = Vec::new();
    flow::walk(questions, answers, |path, at| {
        asked.push((path.iter().map(|&name| name.to_owned()).collect(), at.question));
    });
    asked
}

/// The number of answers given, follow-ups included.
fn given(answer: &Answer) -> usize {
    match answer {
        Answer::Choice { follow_up, .. } => 1 + follow_up.as_deref().map_or(0, given),
        Answer::Value(_) | Answer::Several(_) | Answer::Unknown(_) => 1,
    }
}

fn check(desk: &Desk) {
    let instance = desk.workspace.current();
    let all: Vec<_> = instance.all_edits().collect();
    let keys: BTreeSet<EditKey> = all.iter().map(|edit| edit.key).collect();
    assert_eq!(keys.len(), all.len(), "keys are unique");
    assert!(keys.iter().all(|key| key.0 < instance.next_key), "the next key is new");
    let ids: BTreeSet<_> = all.iter().map(|e| format!("{} {:?}", e.category, e.id)).collect();
    assert_eq!(ids.len(), all.len(), "ids are unique in their category");
    for edit in &all {
        check_edit(desk, instance, edit);
    }
    let view = desk.view();
    assert!(view.selected.is_none_or(|key| instance.edit(key).is_some()), "the open edit is there");
    match &view.activity {
        AnnotatorActivity::Extending { edit, .. } => assert!(instance.edit(*edit).is_some()),
        AnnotatorActivity::Drafting(draft) => {
            assert!(draft.constituents.iter().all(|key| desk.workspace.can_be_constituent(*key)));
        }
        AnnotatorActivity::Idle | AnnotatorActivity::Selected { .. } => {}
    }
}

fn is_composite(desk: &Desk, edit: &Edit) -> bool {
    desk.category_of(edit).is_some_and(|category| category.shape == CategoryShape::Composite)
}

fn check_edit(desk: &Desk, instance: &Instance, edit: &Edit) {
    for text in instance.texts.iter() {
        let end = text.text.len_utf16();
        assert!(edit.spans.on(&text.name).iter().all(|s| s.start() <= s.end() && s.end() <= end));
    }
    assert_eq!(edit.spans.on(&TextName::new("notes")), [], "no category marks a context");
    for constituent in &edit.constituents {
        assert!(is_composite(desk, edit));
        assert!(constituent.constituents.is_empty() && !is_composite(desk, constituent));
    }
    assert_eq!(is_composite(desk, edit), !edit.constituents.is_empty());
    if let Some(category) = desk.category_of(edit) {
        // An answer from the file is kept, asked or not.
        let from_file = edit.answers.get("leftover").is_some();
        let stored: usize = edit.answers.iter().map(|(_, answer)| given(answer)).sum();
        let mut shown = usize::from(from_file);
        flow::walk(&category.questions, &edit.answers, |_, asked| {
            shown += usize::from(asked.answer.is_some())
        });
        assert_eq!(stored, shown, "answers only to questions asked");
    }
}

/// A desk with a template of the gallery and its data.
fn gallery(name: &str) -> Desk {
    let folder = format!("{}/templates/{name}", concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    let read = |file: &str| std::fs::read_to_string(format!("{folder}/{file}")).expect("a file");
    let template = compile(&read("template.yml")).template.expect("a template");
    Desk::with(Workspace::new(Arc::new(template), dataset(&read("data.json"))))
}

/// The data and the view.
fn state(desk: &Desk) -> (Vec<String>, WorkspaceView) {
    (written(&desk.workspace), desk.view().clone())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn the_rules_hold_after_each_step(moves in moves(1..60)) {
        let mut desk = Desk::new();
        for (ms, step) in &moves {
            desk.try_move(*ms, step);
            check(&desk);
        }
    }

    #[test]
    fn all_can_be_undone_and_redone(moves in moves(1..60)) {
        let mut desk = Desk::new();
        let start = written(&desk.workspace);
        for (ms, step) in &moves {
            desk.try_move(*ms, step);
        }
        while desk.workspace.can_redo() {
            desk.act(Command::Redo);
        }
        let end = written(&desk.workspace);
        let mut passed = Vec::new();
        while desk.workspace.can_undo() {
            let changed = written(&desk.workspace);
            let instance = desk.act(Command::Undo).map(|commit| commit.instance);
            check(&desk);
            prop_assert!(instance.is_none_or(|at| at == desk.view().instance), "it shows where");
            passed.push((changed, desk.view().instance));
        }
        prop_assert_eq!(written(&desk.workspace), start);
        for (changed, at) in passed.into_iter().rev() {
            desk.act(Command::Redo);
            check(&desk);
            prop_assert_eq!(written(&desk.workspace), changed);
            prop_assert_eq!(desk.view().instance, at);
        }
        prop_assert_eq!(written(&desk.workspace), end);
    }

    #[test]
    fn all_holds_for_the_gallery_too(
        name in prop::sample::select(&["mqm", "salsa", "scarecrow"][..]),
        moves in moves(1..40),
    ) {
        let mut desk = gallery(name);
        let start = written(&desk.workspace);
        for (ms, step) in &moves {
            desk.try_move(*ms, step);
            check(&desk);
        }
        desk.undo_all();
        prop_assert_eq!(written(&desk.workspace), start);
    }

    #[test]
    fn undo_and_redo_cancel_out(moves in moves(1..40)) {
        let mut desk = Desk::new();
        for (ms, step) in &moves {
            desk.try_move(*ms, step);
            if desk.workspace.can_undo() {
                desk.act(Command::Undo);
                let undone = state(&desk);
                desk.act(Command::Redo);
                let redone = state(&desk);
                desk.act(Command::Undo);
                prop_assert_eq!(state(&desk), undone);
                desk.act(Command::Redo);
                prop_assert_eq!(state(&desk), redone);
            }
        }
    }
}
