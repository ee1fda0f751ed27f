//! Templates that forbid overlapping spans: what is refused, and what is told of data.

use spanwise_annotation::workspace::StepDirection;

use super::*;

/// The template, with overlaps forbidden.
fn forbidding() -> Arc<Template> {
    let compiled = compile(&format!("overlap: forbid\n{TEMPLATE}"));
    assert_eq!(compiled.diagnostics, []);
    Arc::new(compiled.template.expect("a template"))
}

fn open(data: &str) -> Desk {
    Desk::with(Workspace::new(forbidding(), dataset(data)))
}

/// An instance with a `word` on `uno`, a `gap` in it, and a composite of a `word` on `tres`.
const APART: &str = r#"[{"source": "one two three", "target": "uno dos tres", "edits": [
  {"category": "word", "id": 1, "annotation": null, "output_idx": [[0, 3]]},
  {"category": "gap", "id": 1, "annotation": null, "output_idx": [[1, 1]]},
  {"category": "rewrite", "id": 1, "annotation": null, "constituent_edits": [
    {"category": "word", "id": 3, "annotation": null, "output_idx": [[8, 12]]}]}]}]"#;

#[test]
fn edits_that_would_overlap_are_not_made() {
    let word = EditKey(0);
    let edge = |direction| Command::StepEdge(on(word, Side::Target, 0), SpanEdge::End, direction);
    let cases: &[(&str, &[Command], Result<(), Rejection>)] = &[
        ("beside", &[target(4, 7), choose("word")], Ok(())),
        ("on the other text", &[source(0, 3), choose("cut")], Ok(())),
        ("the same words", &[target(0, 3), choose("word")], Err(Rejection::Overlaps)),
        ("around", &[target(0, 7), choose("word")], Err(Rejection::Overlaps)),
        ("on a constituent", &[target(8, 12), choose("word")], Err(Rejection::Overlaps)),
        ("a copy", &[Command::Duplicate(word)], Err(Rejection::Overlaps)),
        ("a longer span", &[edge(StepDirection::Forward)], Ok(())),
        (
            "a span that reaches another",
            &[edge(StepDirection::Forward), edge(StepDirection::Forward)],
            Err(Rejection::Overlaps),
        ),
        ("an answer", &[value(word, "severity", "minor")], Ok(())),
        ("a composite taken apart", &[Command::TakeApart(EditKey(2))], Ok(())),
    ];
    for (what, commands, expected) in cases {
        let mut desk = open(APART);
        let (last, before) = commands.split_last().expect("a command");
        for command in before {
            desk.act(command.clone());
        }
        let edits = desk.workspace.current().edits.clone();
        let outcome = desk.workspace.dispatch(last.clone(), 0.0).map(|_| ());
        assert_eq!(&outcome, expected, "{what}");
        if expected.is_err() {
            assert_eq!(desk.workspace.current().edits, edits, "{what}: nothing changed");
        }
    }
}

#[test]
fn what_overlaps_in_data_stays_is_told_and_can_be_worked_on() {
    let data = r#"[{"source": "", "target": "uno dos tres", "edits": [
      {"category": "word", "id": 1, "annotation": null, "output_idx": [[0, 7]]}, 7,
      {"category": "word", "id": 2, "annotation": null, "output_idx": [[4, 12]]}]}]"#;
    let mut desk = open(data);
    desk.workspace.scan(1);
    let told = |desk: &Desk| {
        let problems = desk.workspace.overview().problems();
        let overlaps = problems.iter().filter(|problem| problem.code == "overlap");
        overlaps.map(|problem| format!("{} {}", problem.place, problem.message)).collect::<Vec<_>>()
    };
    let [said] = &told(&desk)[..] else { panic!("one overlap: {:?}", told(&desk)) };
    assert!(said.contains("edits[2]") && said.contains("dos tres") && said.contains('1'), "{said}");
    desk.act(value(EditKey(1), "severity", "minor"));
    desk.act(Command::Delete(EditKey(0)));
    desk.act(Command::Undo);
    assert_eq!(desk.keys().len(), 2, "what was there comes back");
    let mut allowing = Desk::with(Workspace::new(template(), dataset(data)));
    allowing.workspace.scan(1);
    assert_eq!(told(&allowing), Vec::<String>::new());
    allowing.act(Command::Duplicate(EditKey(0)));
}
