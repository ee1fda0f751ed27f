//! Typologies change, and annotations follow.

#![expect(clippy::expect_used, reason = "a test may fail")]

mod applying;
mod properties;
mod reading;
mod renaming;

use std::sync::Arc;

use spanwise_annotation::document::{Answer, Answers, Edit, EditId, EditKey, OriginalJson, Spans};
use spanwise_annotation::typology_changes::{ChangeCounts, TypologyChanges, read_file};

/// An edit with answers.
fn edit(category: &str, id: i64, answers: &[(&str, Answer)]) -> Edit {
    let mut given = Answers::default();
    for (question, answer) in answers {
        given.set(question, Some(answer.clone()));
    }
    Edit {
        key: EditKey(0),
        category: category.to_owned(),
        id: Some(EditId::Number(id)),
        spans: Spans::default(),
        answers: given,
        constituents: Vec::new(),
        tokens: None,
        origin: None,
        original: OriginalJson::default(),
    }
}

fn composite(category: &str, id: i64, constituents: Vec<Edit>) -> Edit {
    let constituents = constituents.into_iter().map(Arc::new).collect();
    Edit { constituents, ..edit(category, id, &[]) }
}

fn value(text: &str) -> Answer {
    Answer::Value(text.to_owned())
}

fn chosen(option: &str, follow_up: Option<Answer>) -> Answer {
    Answer::Choice { option: option.to_owned(), follow_up: follow_up.map(Box::new) }
}

fn changes(yaml: &str) -> TypologyChanges {
    read_file(yaml).expect("changes")
}

/// Category, id and answers of each edit, one line for an edit or constituent.
fn said(edits: &[Edit]) -> Vec<String> {
    let answer = |(question, answer): (&str, &Answer)| format!(" {question}={}", in_short(answer));
    let one = |edit: &Edit| {
        let id = match &edit.id {
            Some(EditId::Number(number)) => number.to_string(),
            Some(EditId::Other(text)) => text.clone(),
            None => "-".to_owned(),
        };
        let answers: String = edit.answers.iter().map(answer).collect();
        format!("{} {id}{answers}", edit.category)
    };
    let constituents = |edit: &Edit| edit.constituents.iter().map(|c| one(c)).collect::<Vec<_>>();
    edits.iter().flat_map(|edit| [vec![one(edit)], constituents(edit)].concat()).collect()
}

fn in_short(answer: &Answer) -> String {
    match answer {
        Answer::Value(value) => value.clone(),
        Answer::Choice { option, follow_up: None } => format!("[{option}]"),
        Answer::Choice { option, follow_up: Some(below) } => {
            format!("[{option}]{}", in_short(below))
        }
        Answer::Several(chosen) => chosen.join(" + "),
        Answer::Unknown(json) => json.get().to_owned(),
    }
}

/// Applies changes; then takes them back, which has to give the same again.
fn applied(changes: &TypologyChanges, edits: &[Edit]) -> (Vec<String>, ChangeCounts) {
    let mut changed = edits.to_vec();
    let mut tally = ChangeCounts::default();
    let mut answers = Answers::default();
    let log = changes.apply(0, &mut changed, &mut answers, &mut tally);
    let after = said(&changed);
    log.undo(&mut changed, &mut answers).expect("the same edits");
    assert_eq!(said(&changed), said(edits));
    (after, tally)
}
