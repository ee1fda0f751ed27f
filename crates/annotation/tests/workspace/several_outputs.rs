//! Several outputs of one instance: one span on each side, questions about each output, copies on the same words.

use spanwise_annotation::document::{Answer, InstanceSummary, Spans, TextAnswers};
use spanwise_annotation::workspace::InstanceChanges;
use spanwise_annotation::workspace::copying::{NotCopied, copy_to, destinations};

use super::*;
use spanwise_annotation::change::{Change, from_json, to_json};

/// The instance with two targets.
const AT: usize = 3;

fn b() -> TextName {
    TextName::new("b")
}

fn second(start: u32, end: u32) -> Command {
    Command::SelectText(b(), span(start, end))
}

#[test]
fn a_category_of_one_span_has_it_on_one_text_of_the_side() {
    let mut desk = Desk::at(AT);
    desk.act(choose("swap"));
    desk.act(target(0, 3));
    desk.act(second(3, 7));
    desk.act(source(0, 3));
    let edit = desk.workspace.current().edit(desk.selected()).expect("an edit").clone();
    let mut expected = Spans::usual(vec![span(0, 3)], vec![]);
    expected.push(&b(), span(3, 7));
    assert_eq!(edit.spans, expected);

    // Extending it moves the span, as another selection in the same text would.
    desk.act(Command::Extend(edit.key));
    desk.act(target(4, 7));
    let edit = desk.workspace.current().edit(edit.key).expect("the edit");
    assert_eq!(edit.spans, Spans::usual(vec![span(0, 3)], vec![span(4, 7)]));
}

#[test]
fn spans_on_two_outputs_fit_no_category_of_one_span() {
    let mut desk = Desk::at(AT);
    let key =
        desk.make([choose("many"), source(0, 3), target(0, 3), second(0, 2), Command::Finish]);
    let swap = desk.workspace.template().typology.find("swap").expect("a category").0;
    assert_eq!(desk.refused(Command::SetCategory(key, swap)), Rejection::DoesNotFit);
    desk.act(Command::RemoveSpan(on(key, b(), 0)));
    desk.act(Command::SetCategory(key, swap));
}

/// A work whose template asks the questions of `word` about each output.
fn asking() -> Desk {
    let template = template();
    let mut asking = Template::clone(&template);
    let questions = asking.typology.find("word").expect("a category").1.questions.clone();
    asking.typology = asking.typology.clone().with_text_questions(questions);
    Desk::with(Workspace::new(Arc::new(asking), dataset(DATA)))
}

fn answers(desk: &Desk) -> TextAnswers {
    desk.workspace.current().text_answers.clone()
}

#[test]
fn questions_are_answered_for_each_output_and_taken_back() {
    let mut desk = asking();
    desk.act(Command::GoTo(AT));
    let give = |place| {
        let given = GivenAnswer::Value("minor".to_owned());
        Command::Answer(AnswerOwner::Text(place), vec!["severity".to_owned()], given)
    };
    let questions = desk.workspace.template().typology.text_questions().to_vec();
    let name = questions.first().expect("a question").name.clone();
    assert_eq!(name, "severity");
    for (place, refused) in [(0, true), (3, true), (4, true), (1, false), (2, false)] {
        match refused {
            true => assert_eq!(desk.refused(give(place)), Rejection::Gone, "{place}"),
            false => drop(desk.act(give(place))),
        }
    }
    let given = |text: &TextName| answers(&desk).on(text).get("severity").cloned();
    let expected = Some(Answer::Value("minor".to_owned()));
    assert_eq!((given(&TextName::TARGET), given(&b())), (expected.clone(), expected));
    assert_eq!(given(&TextName::SOURCE), None);
    let raw = desk.workspace.written(AT).expect("a change");
    let instance: serde_json::Value = serde_json::from_str(&raw).expect("JSON");
    let stored = &instance["_spanwise"]["text_answers"];
    let one = serde_json::json!({"severity": "minor"});
    assert_eq!(*stored, serde_json::json!({"target": one, "b": one}));
    let commit = desk.act(Command::Undo).expect("a change");
    let typology = &desk.workspace.template().typology;
    let json = to_json(&commit.changes, typology).expect("JSON");
    assert_eq!(from_json(&json, typology).expect("changes"), commit.changes, "{json}");
    desk.act(Command::Undo);
    assert!(answers(&desk).is_empty());
    assert_eq!(written(&desk.workspace), written(&workspace()), "as it came");
}

#[test]
fn an_instance_is_done_once_the_required_questions_about_its_outputs_are_answered() {
    let mut desk = asking();
    let required = desk.workspace.template().typology.text_questions().iter().any(|q| q.required);
    assert!(required);
    desk.act(Command::SetDone(true));
    assert!(!desk.workspace.current().done);
    let Template { typology, settings, .. } = &**desk.workspace.template();
    let summary = InstanceSummary::of(desk.workspace.current(), typology, settings);
    assert!(summary.open_questions > 0);
}

#[test]
fn copies_are_on_the_same_words() {
    type Case = (&'static str, &'static str, (u32, u32), Result<(u32, u32), &'static str>);
    let cases: [Case; 8] = [
        ("a cat sat", "the cat", (2, 5), Ok((4, 7))),
        ("a cat a cat", "cat and cat", (2, 5), Ok((0, 3))),
        ("a cat a cat", "cat and cat", (8, 11), Ok((8, 11))),
        ("a cat a cat", "one cat", (8, 11), Ok((4, 7))),
        ("cat cat cat", "cat cat", (8, 11), Err("ambiguous cat")),
        ("a cat sat", "the cats", (2, 5), Err("missing cat")),
        ("a cat sat", "the Cat", (2, 5), Err("missing cat")),
        ("a cat sat", "", (2, 5), Err("missing cat")),
    ];
    for (own, other, (start, end), expected) in cases {
        let data = serde_json::json!([{
            "source": "s", "target": own, "texts": [{"name": "b", "role": "target", "text": other}],
            "edits": [{"category": "word", "id": 4, "annotation": {"severity": "minor"},
                       "input_idx": [[0, 1]], "output_idx": [[start, end]]}],
        }]);
        let workspace = Workspace::new(template(), dataset(&data.to_string()));
        let instance = workspace.current();
        let edit = instance.edits.first().expect("an edit");
        let pair = (TextName::TARGET, b());
        assert_eq!(destinations(instance, edit), std::slice::from_ref(&pair));
        let category = workspace.template().typology.find("word").expect("a category").1;
        let copied = copy_to(instance, edit, (&pair.0, &pair.1), category);
        let found = match &copied {
            Ok(Change::Insert { at: 1, edit: copy }) => {
                let kept =
                    (&copy.answers, copy.spans.source()) == (&edit.answers, &[span(0, 1)][..]);
                assert!(kept && copy.spans.target().is_empty() && copy.key != edit.key);
                Ok(copy.spans.on(&b()).to_vec())
            }
            Ok(other) => panic!("{other:?}"),
            Err(NotCopied::Missing(words)) => Err(format!("missing {words}")),
            Err(NotCopied::Ambiguous(words)) => Err(format!("ambiguous {words}")),
        };
        let expected = expected.map(|(start, end)| vec![span(start, end)]);
        assert_eq!(found, expected.map_err(str::to_owned), "{own} → {other}");
    }
}

#[test]
fn a_copy_is_one_step() {
    let mut desk = Desk::at(AT);
    let key = desk.make([choose("word"), target(12, 18)]);
    let before = desk.workspace.current().edits.len();
    let instance = desk.workspace.current().clone();
    let edit = instance.edit(key).expect("the edit");
    let category = desk.workspace.template().typology.find("word").expect("a category").1.clone();
    let words = copy_to(&instance, edit, (&TextName::TARGET, &b()), &category);
    assert_eq!(words, Err(NotCopied::Missing("cuatro".to_owned())));
    let copied = copy_to(&instance, edit, (&TextName::TARGET, &TextName::TARGET), &category);
    let changes = vec![copied.expect("the same place")];
    desk.act(Command::Apply(vec![InstanceChanges { instance: AT, changes }]));
    assert_eq!(desk.workspace.current().edits.len(), before + 1);
    desk.act(Command::Undo);
    assert_eq!(desk.workspace.current().edits.len(), before);
}

#[test]
fn composites_points_and_texts_that_are_alone_have_no_destinations() {
    let mut desk = Desk::at(AT);
    let on_source = desk.make([choose("cut"), source(0, 3)]);
    let point = desk.make([choose("gap"), Command::SelectPoint(TextName::TARGET, Utf16(3))]);
    let both =
        desk.make([choose("many"), source(0, 3), target(0, 3), second(0, 2), Command::Finish]);
    let one = desk.make([choose("word"), second(0, 2)]);
    let instance = desk.workspace.current();
    let found = |key| destinations(instance, instance.edit(key).expect("an edit"));
    for key in [on_source, point, both] {
        assert_eq!(found(key), [], "{key:?}");
    }
    assert_eq!(found(one), [(b(), TextName::TARGET)]);
}
