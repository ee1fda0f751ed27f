use super::*;
use crate::answer_form::ReplyForm;
use crate::prompt::Shot;
use spanwise_annotation::document::{Answer, Texts};
use spanwise_template::compile;

const TEMPLATE: &str = "template_name: t
edits:
- name: wrong
  label: Contradiction
  enable_output: true
  annotation:
  - {name: severity, question: How bad?, options: likert-3}
  - {name: kind, question: What?, required: false, options: [{name: name}, {name: number, question: By how much?, options: number}]}
- {name: gap, type: split, enable_output: true}
- {name: moved, type: multi_span, enable_input: true, enable_output: true}
- {name: all, type: composite}
instance_questions:
- {name: fluent, question: Is it fluent?, options: binary}
";

const SOURCE: &str = "One two three.";
const TARGET: &str = "Two one, two “three” 😀 four.";

fn template() -> Template {
    compile(TEMPLATE).template.unwrap()
}

fn record() -> Record {
    Record { texts: Texts::usual(SOURCE, TARGET), ..Record::default() }
}

fn annotated(reply: &str, form: ReplyForm) -> AnnotatedReplies {
    annotated_by(ModelReply { text: reply.to_owned(), ..ModelReply::default() }, form)
}

fn annotated_by(reply: ModelReply, form: ReplyForm) -> AnnotatedReplies {
    let records = [record()];
    let id = RequestId::new(0, &records[0], 0, 0, "");
    let form = AnswerForm { reply: form, ..AnswerForm::default() };
    annotate(&records, &template(), form, "m", &[InstanceReply { id, reply }])
}

/// The edits of a reply: category, texts of the source, texts of the target.
fn edits(found: &AnnotatedReplies) -> Vec<String> {
    let record = &found.outcome.corpus.records[0];
    let texts = |edit: &Edit| {
        let on = |side| {
            let text = record.texts.first(side).unwrap();
            edit.spans
                .on(&text.name)
                .iter()
                .map(|span| text.text.slice(*span))
                .collect::<Vec<_>>()
                .join("|")
        };
        format!("{}:{}:{}", edit.category, on(Side::Source), on(Side::Target))
    };
    record.edits.iter().map(texts).collect()
}

fn codes(found: &AnnotatedReplies) -> Vec<&'static str> {
    found.notes.iter().flat_map(|of| of.notes.iter().map(|note| note.code)).collect()
}

#[test]
fn annotations_become_edits_with_spans_answers_and_reasons() {
    let reply = r#"{"annotations": [
        {"reason": "it is two", "category": "wrong", "target": [{"text": "two", "occurrence": 1}], "answers": {"severity": 2, "kind": {"val": "number", "number": 3}}},
        {"category": "Contradiction", "target": "\"Three\"", "severity": "A LOT"},
        {"category": 2, "source": ["One", "two"], "target": [{"text": "one"}]},
        {"category": "gap", "target": [{"text": "😀"}]}
    ], "answers": {"fluent": true}}"#;
    let found = annotated(reply, ReplyForm::Quotes);
    assert_eq!(edits(&found), ["wrong::two", "wrong::“three”", "moved:One|two:one", "gap::"]);
    assert_eq!(codes(&found), Vec::<&str>::new());
    let record = &found.outcome.corpus.records[0];
    assert_eq!(record.edits[0].metadata.text("reason").as_deref(), Some("it is two"));
    assert_eq!(
        record.edits[0].answers.get("severity"),
        Some(&Answer::Value("somewhat".to_owned()))
    );
    let number = Answer::Value("3".to_owned());
    let kind = Answer::Choice { option: "number".to_owned(), follow_up: Some(Box::new(number)) };
    assert_eq!(record.edits[0].answers.get("kind"), Some(&kind));
    assert_eq!(record.edits[1].answers.get("severity"), Some(&Answer::Value("a lot".to_owned())));
    assert_eq!(record.answers.get("fluent"), Some(&Answer::Value("yes".to_owned())));
    let [point] = record.edits[3].spans.target() else { panic!("{:?}", record.edits[3]) };
    assert_eq!((point.start(), point.len()), (Utf16(23), 0));
    assert_eq!(record.annotator.as_deref(), Some("m"));
    let origin = record.noted_origin().unwrap();
    assert_eq!((origin.from, origin.name.as_deref()), (EditMaker::Model, Some("m")));
    let located = &found.outcome.located;
    assert_eq!((located.exact, located.folded + located.case_folded, located.missing), (5, 1, 0));
}

#[test]
fn what_cannot_be_used_is_kept_and_told() {
    let reply = r#"{"annotations": [
        {"category": "wrong", "target": "five", "severity": "huge"},
        {"category": "unheard of", "target": "one"},
        {"target": "four"}
    ]}"#;
    let found = annotated(reply, ReplyForm::Quotes);
    assert_eq!(edits(&found), ["wrong::", "unheard of::one", "::four"]);
    assert_eq!(codes(&found), ["invalid-answer", "unknown-category", "no-category"]);
    assert_eq!(found.outcome.located.missing, 1);
    let record = &found.outcome.corpus.records[0];
    assert_eq!(record.edits[0].metadata.text("quote").as_deref(), Some("five"));
    assert!(record.other.get(OWN_KEY).unwrap().contains("unheard of"), "the reply is kept");
    assert_eq!((found.counts.edits, found.counts.invalid, found.counts.unreadable), (3, 3, 0));
}

#[test]
fn repeated_texts_take_their_places_in_order() {
    let reply = r#"{"annotations": [{"category": "wrong", "target": "o"}, {"category": "wrong", "target": ["o", {"text": "o", "occurrence": 4}]}]}"#;
    let found = annotated(reply, ReplyForm::Quotes);
    let record = &found.outcome.corpus.records[0];
    let starts =
        record.edits.iter().flat_map(|edit| edit.spans.target()).map(|span| span.start().0);
    assert_eq!(starts.collect::<Vec<_>>(), [2, 4, 25]);
    assert_eq!(found.outcome.located.ambiguous, 2);
}

#[test]
fn tags_and_tokens_are_placed() {
    let tagged = annotated(
        "Two <wrong reason=\"why\">one</wrong>, two “three” 😀 <gap>four</gap>.",
        ReplyForm::Tags,
    );
    assert_eq!(edits(&tagged), ["wrong::one", "gap::"]);
    assert_eq!(codes(&tagged), Vec::<&str>::new());
    let changed = annotated("2 1, two “three” 😀 <wrong>four</wrong>.", ReplyForm::Tags);
    assert_eq!(
        (edits(&changed), codes(&changed)),
        (vec!["wrong::four".to_owned()], vec!["changed-text"])
    );
    let tokens = r#"{"annotations": [{"category": "wrong", "tokens": [1, 2]}, {"category": "wrong", "tokens": [9, 9]}]}"#;
    let tokens = annotated(tokens, ReplyForm::Tokens);
    assert_eq!(edits(&tokens), ["wrong::one, two", "wrong::"]);
    assert_eq!(codes(&tokens), ["no-tokens"]);
}

#[test]
fn samples_are_annotators_of_their_own_and_failures_are_counted() {
    let records = [record()];
    let reply = |sample, text: &str| InstanceReply {
        id: RequestId::new(0, &records[0], 0, sample, ""),
        reply: ModelReply {
            text: text.to_owned(),
            output_tokens: Some(5),
            ..ModelReply::default()
        },
    };
    let replies = [reply(0, "{\"annotations\": []}"), reply(1, "I refuse.")];
    let found = annotate(&records, &template(), AnswerForm::default(), "m", &replies);
    let names =
        found.outcome.corpus.records.iter().filter_map(|record| record.annotator.as_deref());
    assert_eq!(
        names.collect::<Vec<_>>(),
        ["m #1"],
        "who says nothing does not say that there is nothing"
    );
    let RunCounts { replies, empty, unreadable, invalid, output_tokens, .. } = found.counts;
    assert_eq!((replies, empty, unreadable, invalid, output_tokens), (2, 1, 1, 0, 10));
}

#[test]
fn solved_instances_are_read_as_they_were() {
    let template = template();
    let reply = r#"{"annotations": [
        {"reason": "r", "category": "wrong", "target": [{"text": "two", "occurrence": 1}], "answers": {"severity": "minor", "kind": null}},
        {"reason": "", "category": "gap", "target": [{"text": "two", "occurrence": 1}]},
        {"reason": "", "category": "moved", "source": [{"text": "One", "occurrence": 1}], "target": [{"text": "one", "occurrence": 1}]}
    ], "answers": {"fluent": "no"}}"#;
    let found = annotated(reply, ReplyForm::Quotes);
    let solved = found.outcome.corpus.records[0].clone();
    for form in [ReplyForm::Quotes, ReplyForm::Tags] {
        let answer = AnswerForm { reply: form, ..AnswerForm::default() };
        let shown = crate::reply::solved_reply(&solved, &template, answer);
        let again = annotated(&shown, form);
        let expected: Vec<String> =
            edits(&found).into_iter().filter(|_| form == ReplyForm::Quotes).collect();
        if form == ReplyForm::Quotes {
            assert_eq!(edits(&again), expected, "{shown}");
            assert_eq!(again.outcome.corpus.records[0].answers, solved.answers);
        } else {
            assert!(codes(&again).is_empty(), "{shown}");
        }
        let _ = Shot::of(&solved, &template, answer);
    }
}

#[test]
fn a_reply_that_says_nothing_is_none_and_no_instance_without_errors() {
    let cut_off = |text: &str, form: ReplyForm| {
        let reply = ModelReply { text: text.to_owned(), is_cut_off: true, ..ModelReply::default() };
        annotated_by(reply, form)
    };
    let (quotes, tags) = (ReplyForm::Quotes, ReplyForm::Tags);
    let nothing = [
        cut_off(r#"{"annotations": ["#, quotes),
        cut_off(r#"{"annotations": [{"reason": "Mist"#, quotes),
        cut_off("Two one, two “three”", tags),
        annotated("I am sorry, I cannot do that.", tags),
    ];
    for found in nothing {
        assert!(found.outcome.corpus.records.is_empty(), "{found:?}");
        assert_eq!((found.counts.unreadable, found.counts.empty), (1, 0));
        assert_eq!(found.counts.invalid, 0, "no answer was invalid");
    }
    let said = [
        annotated(r#"{"annotations": []}"#, quotes),
        cut_off(r#"{"annotations": []} I looked at"#, quotes),
        annotated("Two one, two “three” four.", tags),
    ];
    for found in said {
        assert!(found.outcome.corpus.records[0].done, "{found:?}");
        assert_eq!((found.counts.unreadable, found.counts.empty), (0, 1));
    }
}

#[test]
fn numbers_of_tokens_that_are_none_or_out_of_order_are_noted() {
    let reply = |tokens: &str| {
        format!(r#"{{"annotations": [{{"category": "moved", "tokens": {tokens}}}]}}"#)
    };
    for (tokens, spans, noted) in [
        ("[[0, 1]]", "moved::Two one,", &[][..]),
        ("[[0, 1, 2]]", "moved::Two one, two", &[]),
        ("[[2, 1]]", "moved::one, two", &["token-order"]),
        ("[[0, 2, 4]]", "moved::Two one, two “three” 😀", &["token-order"]),
        ("[[-1]]", "moved::", &["no-tokens"]),
        ("[[-2, 1]]", "moved::", &["no-tokens"]),
        ("[[99, 120]]", "moved::", &["no-tokens"]),
    ] {
        let found = annotated(&reply(tokens), ReplyForm::Tokens);
        assert_eq!(
            (edits(&found), codes(&found)),
            (vec![spans.to_owned()], noted.to_vec()),
            "{tokens}"
        );
    }
}
