//! Several annotators on the same data: alignment of their instances, and differences of their edits.

#![expect(clippy::expect_used, reason = "a test may fail")]

mod answers;
mod comparing;
mod deciding;
mod groups;
mod instance_alignment;
mod matching;
mod properties;
mod recording;
mod stretches;
mod texts;

use std::sync::{Arc, LazyLock};

use proptest::prelude::*;
use spanwise_annotation::document::Instance;
use spanwise_annotation::format::{Dataset, DatasetReader, read_instance};
use spanwise_template::{Template, compile};

const TEMPLATE: &str = "
template_name: rules
instance_questions:
  - {name: fluent, options: binary}
  - {name: kind, options: [{name: news, options: textbox}, {name: letter, options: textbox}]}
text_questions:
  - {name: clear, options: binary}
edits:
  - {name: wrong, enable_output: true, annotation: [{name: severity, options: likert-3}, {name: why, options: textbox}]}
  - name: vague
    enable_input: true
    enable_output: true
    annotation:
      - name: kind
        options: [{name: word, options: binary}, {name: style, options: likert-3}, {name: other}]
  - {name: many, type: multi_span, enable_input: true, enable_output: true}
  - {name: spread, type: multi_span, enable_output: true}
  - {name: gap, type: split}
  - {name: tag}
  - {name: rewrite, type: composite}
";

fn template() -> &'static Template {
    static COMPILED: LazyLock<Template> =
        LazyLock::new(|| compile(TEMPLATE).template.expect("a template"));
    &COMPILED
}

/// An instance with these edits, as JSON.
fn instance(edits: &str) -> Instance {
    let members = format!(r#""edits": [{edits}]"#);
    read(&members)
}

/// An instance with these members.
fn read(members: &str) -> Instance {
    let raw = format!(
        r#"{{"source": "0123456789abcdefghij", "target": "0123456789abcdefghij", {members}}}"#
    );
    read_instance(&raw, 0, &template().typology).instance
}

/// `category start-end …`, on the target: an edit as JSON. `start|` is an insertion point.
fn edit(short: &str, id: usize) -> String {
    let mut words = short.split(' ');
    let category = words.next().unwrap_or_default();
    let span = |word: &str| match word.split_once('-') {
        Some((start, end)) => format!("[{start}, {end}]"),
        None => format!("[{0}, {0}]", word.trim_end_matches('|')),
    };
    let spans: Vec<String> = words.map(span).collect();
    if spans.is_empty() {
        return format!(r#"{{"category": "{category}", "id": {id}}}"#);
    }
    format!(r#"{{"category": "{category}", "id": {id}, "output_idx": [{}]}}"#, spans.join(", "))
}

/// An instance with edits, and answers about it or its target, in short: `wrong 0-4; ?fluent=yes; ?target/clear=no`.
fn short(annotations: &str) -> Instance {
    read(&members(annotations).unwrap_or_else(|| r#""edits": []"#.to_owned()))
}

/// The members of an instance with annotations in short; `None` for none.
fn members(annotations: &str) -> Option<String> {
    let all = || annotations.split("; ").filter(|annotation| !annotation.is_empty());
    let edits: Vec<String> =
        all().filter(|a| !a.starts_with('?')).zip(1..).map(|(e, id)| edit(e, id)).collect();
    let edits = (!edits.is_empty()).then(|| format!(r#""edits": [{}]"#, edits.join(", ")));
    let answer = |text: Option<&str>| -> Vec<String> {
        let answers = all().filter_map(|annotation| annotation.strip_prefix('?')?.split_once('='));
        answers
            .filter_map(|(question, value)| {
                let (about, name) = match question.split_once('/') {
                    Some((about, name)) => (Some(about), name),
                    None => (None, question),
                };
                let value = match value.split_once('>') {
                    Some((option, follow_up)) => {
                        format!(r#"{{"val": "{option}", "{option}": "{follow_up}"}}"#)
                    }
                    None => format!(r#""{value}""#),
                };
                (about == text).then(|| format!(r#""{name}": {value}"#))
            })
            .collect()
    };
    let (of_instance, of_target) = (answer(None), answer(Some("target")));
    let own = [
        (!of_instance.is_empty()).then(|| format!(r#""answers": {{{}}}"#, of_instance.join(", "))),
        (!of_target.is_empty())
            .then(|| format!(r#""text_answers": {{"target": {{{}}}}}"#, of_target.join(", "))),
    ];
    let own: Vec<String> = own.into_iter().flatten().collect();
    let own = (!own.is_empty()).then(|| format!(r#""_spanwise": {{{}}}"#, own.join(", ")));
    let members: Vec<String> = edits.into_iter().chain(own).collect();
    (!members.is_empty()).then(|| members.join(", "))
}

/// Annotations in short, with so few edits and answers that annotators often agree.
fn annotations() -> impl Strategy<Value = Vec<String>> {
    let kinds = ["news>a", "news>b", "letter>a"];
    let answers = (
        proptest::option::of(prop_oneof![Just("yes"), Just("no")]),
        proptest::option::of(proptest::sample::select(kinds.to_vec())),
        proptest::option::of(prop_oneof![Just("yes"), Just("no")]),
    );
    (groups::edits(), answers).prop_map(|(mut all, (fluent, kind, clear))| {
        let answered = |question: &str, answer: Option<&str>| {
            answer.map(|answer| format!("?{question}={answer}"))
        };
        all.extend(answered("fluent", fluent));
        all.extend(answered("kind", kind));
        all.extend(answered("target/clear", clear));
        all
    })
}

fn data(text: &str) -> Arc<Dataset> {
    Arc::new(DatasetReader::new(text.to_owned()).finish().expect("data"))
}
