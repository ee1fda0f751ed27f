use super::*;
use crate::Color;
use crate::database::{CouchDb, Database, Firestore, FirestoreMode, Receiver};
use crate::interface_text::{groups, keys_of};
use crate::model::*;
use crate::schema::{KeyEffect, SECTIONS};
use spanwise_diagnostics::Severity;
use spanwise_markdown::formatting::Rendering;
use spanwise_text::{Boundary, ParagraphRule};
use std::num::NonZeroU32;

const EVERYTHING: &str = include_str!("../../tests/templates/everything.yml");

fn only(text: &str) -> Template {
    let compiled = compile(text);
    assert_eq!(compiled.diagnostics, [], "in {text}");
    compiled.template.unwrap()
}

fn codes(text: &str) -> Vec<&'static str> {
    compile(text).diagnostics.iter().map(|d| d.code).collect()
}

/// The categories that `edits` compiles to; diagnostics are ignored.
fn categories_of(edits: &str) -> Vec<Category> {
    let text = format!("template_name: t\nedits:\n{edits}");
    compile(&text).template.unwrap().typology.categories().to_vec()
}

// Thresh 11.15: the key `demo_data_link` is not read
#[test]
fn every_setting_arrives() {
    let template = only(EVERYTHING);
    assert_eq!(template.label, "Everything");
    let expected = TemplateSettings {
        task: Some("Text revision".to_owned()),
        languages: vec!["en".to_owned(), "pt-BR".to_owned()],
        language: Some("zh"),
        instructions: Some("Read **both** texts.\n".to_owned()),
        prepend_instructions: true,
        disable: DisabledActions { upload: true, download: true, ..DisabledActions::default() },
        display: DisplaySettings {
            side_by_side: true,
            outputs_side_by_side: true,
            hide_context: true,
            ..DisplaySettings::default()
        },
        source_font_size: Some(16),
        target_font_size: Some(18),
        source_rendering: Some(Rendering::Table),
        target_rendering: Some(Rendering::Markdown),
        adjudication: Some(2),
        highlight_first_interface: true,
        crowdsource: Some("prolific".to_owned()),
        prolific_completion_code: Some("12345".to_owned()),
        database: Some(Database::Firebase(Firestore {
            project: "my-project".to_owned(),
            database: "study".to_owned(),
            collection: "studies".to_owned(),
            document: "first".to_owned(),
            field: "results.all".to_owned(),
            api_key: Some("AIza-example".to_owned()),
            mode: FirestoreMode::Document,
        })),
        allows_open_questions: true,
        event_log: true,
        score: Some(ScoreKind::Weights),
        citation: Some("@article{key, title={Title}}".to_owned()),
        paper_link: Some("https://example.org/paper".to_owned()),
        tutorial_link: Some("http://example.org/tutorial".to_owned()),
        demo_data_link: Some("data/demo.json".to_owned()),
        training: Some(TrainingPlace::Template),
        tokenizer: Some("hf:owner/model@v1.0".to_owned()),
        paragraphs: NonZeroU32::new(3).map(ParagraphRule::Sentences),
        reveal: Reveal::Paragraphs(Revision::View),
        corrections: Some(CorrectionCategories {
            insertion: CategoryId(2),
            deletion: CategoryId(3),
            substitution: CategoryId(3),
        }),
        steps: EditSteps::Guided,
        overlap: OverlapPolicy::Forbid,
        mentions: Some(MentionRule::Phrases(vec!["Anna".to_owned(), "Mr. Bingley".to_owned()])),
        outputs: OutputSettings { blind: true, shuffle: Some("2026".to_owned()) },
        interface_text: vec![
            ("typology".to_owned(), "source_label".to_owned(), "Original".to_owned()),
            ("typology".to_owned(), "context_label".to_owned(), String::new()),
        ],
    };
    assert_eq!(template.settings, expected);
}

#[test]
fn a_score_is_a_word_or_a_formula_of_counts_and_categories() {
    // The hint that Thresh cannot handle one of the names has nothing to do with the score.
    let compiled = |score: &str| {
        let edits = "edits: [{name: major}, {name: a b}]";
        let mut compiled = compile(&format!("template_name: t\nscore: {score}\n{edits}\n"));
        compiled.diagnostics.retain(|found| found.severity != Severity::Hint);
        compiled
    };
    let formula = "max(0, 100 - 5 * major - 'a b' * weights / words)";
    let CompiledTemplate { template, diagnostics } = compiled(formula);
    assert_eq!(diagnostics, []);
    match template.unwrap().settings.score {
        Some(ScoreKind::Formula(found)) => assert_eq!(found.text(), formula),
        other => panic!("{other:?}"),
    }
    for (score, message, fix) in [
        ("mqn", "names “mqn”", Some("mqm")),
        ("100 - minor", "names “minor”", None),
        ("100 - 5 x major", "from “x major” on", None),
        ("100 -", "ends too early", None),
    ] {
        let CompiledTemplate { template, diagnostics } = compiled(score);
        assert_eq!(template.unwrap().settings.score, None, "{score}");
        let [problem] = &*diagnostics else { panic!("{score}: {diagnostics:?}") };
        assert!(problem.message.to_string().contains(message), "{score}: {}", problem.message);
        assert_eq!(problem.fix.as_deref(), fix, "{score}");
    }
}

#[test]
fn mentions_are_a_word_or_a_list_of_phrases() {
    let phrases = |phrases: &[&str]| {
        Some(MentionRule::Phrases(phrases.iter().map(|phrase| (*phrase).to_owned()).collect()))
    };
    let cases = [
        ("data", Some(MentionRule::Data), ""),
        ("names", Some(MentionRule::Names), ""),
        ("", None, ""),
        ("[]", phrases(&[]), ""),
        (
            "[Anna, \"Mr. Bingley\", 1984, ' x ']",
            phrases(&["Anna", "Mr. Bingley", "1984", " x "]),
            "",
        ),
        ("name", None, "unknown-value"),
        ("none", None, "unknown-value"),
        ("{pattern: a}", None, "wrong-type"),
        ("[a, [b], {c: d}]", phrases(&["a"]), "wrong-type wrong-type"),
    ];
    for (written, expected, problems) in cases {
        let CompiledTemplate { template, diagnostics } =
            compile(&format!("template_name: t\nmentions: {written}\nedits: [{{name: a}}]\n"));
        assert_eq!(template.unwrap().settings.mentions, expected, "{written}");
        let codes: Vec<_> = diagnostics.iter().map(|found| found.code).collect();
        assert_eq!(codes.join(" "), problems, "{written}");
    }
}

fn database(block: &str) -> Option<Database> {
    only(&format!("template_name: t\nedits: [{{name: a}}]\ndatabase: {block}\n")).settings.database
}

#[test]
fn every_database_arrives() {
    let couch = |url: &str, name: &str| {
        Some(Database::CouchDb(CouchDb { url: url.to_owned(), database: name.to_owned() }))
    };
    let http = |url: &str| Some(Database::Http(Receiver { url: url.to_owned() }));
    let thresh = Some(Database::Firebase(Firestore {
        project: "p-1".to_owned(),
        database: "(default)".to_owned(),
        collection: "thresh".to_owned(),
        document: "annotations".to_owned(),
        field: "annotations".to_owned(),
        api_key: None,
        mode: FirestoreMode::Append,
    }));
    let cases = [
        ("{type: firebase, project_id: p-1}", thresh.clone()),
        ("{type: firebase, project_id: p-1, url: anything, mode: append}", thresh),
        (
            "{type: couchdb, url: 'https://c.org/', database: salsa}",
            couch("https://c.org", "salsa"),
        ),
        ("{type: couchdb, url: 'https://c.org/x/salsa/'}", couch("https://c.org/x", "salsa")),
        (
            "{type: couchdb, url: 'http://localhost:5984', database: a/b}",
            couch("http://localhost:5984", "a/b"),
        ),
        ("{type: http, url: 'https://r.org/in?study=1'}", http("https://r.org/in?study=1")),
        ("{type: http, url: 'http://127.0.0.1:8000'}", http("http://127.0.0.1:8000/")),
        ("{type: http, url: 'http://[::1]:8000/'}", http("http://[::1]:8000/")),
        ("~", None),
    ];
    for (block, expected) in cases {
        assert_eq!(database(block), expected, "{block}");
    }
}

// Thresh 11.15: the key `boundary` is not read
#[test]
fn every_shape_and_boundary_arrives() {
    let typology = only(EVERYTHING).typology;
    let found: Vec<_> =
        typology.categories().iter().map(|c| (c.name.as_str(), c.shape, c.boundary)).collect();
    let spans = |sides, count| CategoryShape::Spans { sides, count };
    assert_eq!(
        found,
        [
            ("deletion", spans(Sides::Source, SpanCount::One), Boundary::Token),
            ("paraphrase", spans(Sides::Both, SpanCount::Many), Boundary::Word),
            ("sentence_split", spans(Sides::Target, SpanCount::Point), Boundary::Token),
            ("wording", spans(Sides::Target, SpanCount::One), Boundary::Token),
            ("structure", CategoryShape::Composite, Boundary::Token),
            ("contradiction", spans(Sides::Both, SpanCount::Many), Boundary::Token),
            ("off_topic", CategoryShape::Whole, Boundary::Token),
        ]
    );
}

/// The roles of the first category, each as its name, label, side and flags.
fn roles_of(category: &str) -> Vec<String> {
    let said = |role: &SpanRole| {
        let side = if role.side == Side::Source { "source" } else { "target" };
        let flags = [(role.required, " required"), (role.multiple, " multiple")];
        let flags: String = flags.iter().filter(|(set, _)| *set).map(|(_, word)| *word).collect();
        format!("{}={} {side}{flags}", role.name, role.label)
    };
    categories_of(&format!("- {category}\n"))[0].roles.iter().map(said).collect()
}

#[test]
fn roles_of_spans_arrive() {
    let cases: [(&str, &[&str]); 5] = [
        ("{name: a, spans: []}", &[]),
        // The first role is always required, and roles lie in the target unless another side is meant.
        (
            "{name: a, spans: [{name: old_words}, {name: b, multiple: true}]}",
            &["old_words=old words target required", "b=b target multiple"],
        ),
        (
            "{name: a, enable_input: true, spans: [{name: e, label: E}, {name: b, required: true}]}",
            &["e=E source required", "b=b source required"],
        ),
        (
            "{name: a, type: multi_span, enable_input: true, enable_output: true, spans: [{name: e}]}",
            &["e=e target required"],
        ),
        (
            "{name: a, spans: [{name: e, side: target}, {name: b, side: source}]}",
            &["e=e target required", "b=b source"],
        ),
    ];
    for (category, expected) in cases {
        assert_eq!(roles_of(category), expected, "{category}");
    }
}

#[test]
fn the_sides_of_a_category_with_roles_are_those_of_its_roles() {
    let cases = [
        ("{name: e}", Sides::Target),
        ("{name: e, side: source}", Sides::Source),
        ("{name: e}, {name: b, side: source}", Sides::Both),
    ];
    for (roles, sides) in cases {
        let category = &categories_of(&format!("- {{name: a, spans: [{roles}]}}\n"))[0];
        let expected = CategoryShape::Spans { sides, count: SpanCount::Many };
        assert_eq!(category.shape, expected, "{roles}");
    }
}

#[test]
fn problems_of_roles_have_a_place() {
    let cases = [
        ("spans: [{name: e}, {name: e}]", "error[duplicate-name]"),
        ("spans: [{label: e}]", "error[missing-name]"),
        ("spans: error", "error[wrong-type]"),
        ("spans: [{name: e, side: left}]", "error[unknown-value]"),
        ("type: composite, spans: [{name: e}]", "warning[no-effect]"),
        ("type: split, spans: [{name: e}]", "warning[no-effect]"),
        ("enable_output: true, spans: [{name: e, side: source}]", "warning[side-not-enabled]"),
        ("enable_input: true, spans: [{name: e, side: target}]", "warning[side-not-enabled]"),
        ("roles: [{name: e}]", "error[unknown-key]"),
    ];
    for (keys, code) in cases {
        let text = format!("template_name: t\nedits:\n  - {{name: a, {keys}}}\n");
        let told: Vec<String> =
            compile(&text).diagnostics.iter().map(ToString::to_string).collect();
        let is_it = |one: &String| one.starts_with("line 3, column ") && one.contains(code);
        assert!(matches!(told.as_slice(), [only] if is_it(only)), "{keys}: {told:?}");
    }
}

#[test]
fn looks_and_hotkeys_arrive() {
    let typology = only(EVERYTHING).typology;
    let deletion = &typology.categories()[0];
    assert_eq!(deletion.color, Color::parse("red").unwrap());
    assert_eq!(deletion.icon.as_deref(), Some("delete-left"));
    assert_eq!(deletion.hotkey, Some('d'));
    assert_eq!(deletion.description.as_deref(), Some("Something is gone."));
    assert_eq!(deletion.group.as_deref(), Some("Content"));
    assert_eq!((deletion.weight.number(), typology.categories()[1].weight), (2.5, Weight::ONE));
    assert_eq!(typology.categories()[2].color, Color::by_position(2));
    assert_eq!(typology.categories()[2].label, "sentence split");
}

#[test]
fn categories_with_the_same_group_belong_together() {
    let cases = [
        ("", "none: c0"),
        ("X X", "X: c0 c1"),
        // The order is that in which groups first appear, the one without a name included.
        ("X null Y X null", "X: c0 c3; none: c1 c4; Y: c2"),
        // White space around a name is nothing; capital and small letters differ.
        ("'_X_' X x", "X: c0 c1; x: c2"),
        ("'__' '' null", "none: c0 c1 c2"),
    ];
    for (groups, expected) in cases {
        let item = |(at, group): (usize, &str)| format!("- name: c{at}\n  group: {group}\n");
        let edits: String = groups.split(' ').enumerate().map(item).collect();
        let typology = Typology::new(categories_of(&edits.replace('_', " ")));
        let group = |group: &CategoryGroup<'_>| {
            let names: Vec<_> = group.categories.iter().map(|(_, one)| one.name.as_str()).collect();
            format!("{}: {}", group.name.unwrap_or("none"), names.join(" "))
        };
        let found: Vec<_> = typology.groups().iter().map(group).collect();
        assert_eq!(found.join("; "), expected, "{groups}");
    }
}

#[test]
fn the_tree_of_questions_arrives() {
    let typology = only(EVERYTHING).typology;
    let [kind, fluent, _] = &typology.categories()[0].questions[..] else {
        panic!("two questions, and one about confidence")
    };
    assert_eq!((kind.label.as_str(), kind.prompt.as_str()), ("Kind", "What was deleted?"));
    assert_eq!((kind.hotkey, kind.required, fluent.required), (Some('q'), true, false));
    let QuestionKind::Choice(choices) = &kind.kind else { panic!("a choice") };
    let names: Vec<_> = choices.iter().map(|choice| choice.name.as_str()).collect();
    assert_eq!(names, ["good", "no", "R:OTHER"]);
    assert_eq!((choices[0].weight, choices[1].weight), (Weight::parse("-0.5"), None));
    let expected = Question {
        name: "good".to_owned(),
        label: "Good".to_owned(),
        prompt: "How good?".to_owned(),
        description: None,
        hotkey: None,
        required: false,
        kind: QuestionKind::Likert(LikertScale::Three),
    };
    assert_eq!(choices[0].follow_up.as_deref(), Some(&expected));
    assert_eq!(choices[1].follow_up, None);
    let deeper = &choices[2].follow_up.as_ref().unwrap().kind;
    let QuestionKind::Choice(deeper) = deeper else { panic!("a choice") };
    assert_eq!(deeper[0].follow_up.as_ref().unwrap().kind, QuestionKind::Textarea);
}

#[test]
fn a_question_gives_way_to_the_key_of_a_category() {
    let text = "template_name: t
edits:
  - name: a
    annotation: [{name: q, hotkey: b, options: binary}, {name: r, hotkey: r, options: binary}]
  - {name: b, hotkey: b}
";
    assert_eq!(codes(text), ["duplicate-hotkey"]);
    let typology = compile(text).template.unwrap().typology;
    let keys: Vec<_> = typology.categories()[0].questions.iter().map(|q| q.hotkey).collect();
    assert_eq!(keys, [None, Some('r')]);
    assert_eq!(typology.categories()[1].hotkey, Some('b'));
}

#[test]
fn the_example_has_every_key_that_has_an_effect() {
    let used = SECTIONS.iter().flat_map(|section| section.keys);
    for key in used.filter(|key| key.effect == KeyEffect::Used) {
        assert!(EVERYTHING.contains(&format!("{}:", key.name)), "{}", key.name);
    }
}

#[test]
fn slips_lead_to_known_keys() {
    for section in SECTIONS {
        for (wrong, right) in section.slips {
            assert!(section.key(right).is_some(), "{wrong} leads to {right}");
            assert!(section.key(wrong).is_none(), "{wrong} is a key");
        }
    }
}

#[test]
fn all_interface_texts_are_known() {
    let mut text = "template_name: t\nedits: [{name: a}]\ninterface_text:\n".to_owned();
    let mut count = 0;
    for group in groups() {
        text += &format!("  {group}:\n");
        for key in keys_of(group) {
            text += &format!("    {key}: text\n");
            count += 1;
        }
    }
    assert_eq!(only(&text).settings.interface_text.len(), count);
}

#[test]
fn a_tokenizer_is_a_model_an_address_or_a_file() {
    let cases = [
        ("hf:owner/model", true),
        ("https://x.org/t", true),
        ("files/tokenizer.json", true),
        ("gpt2", false),
        ("facebook/bart-large", false),
        ("''", false),
    ];
    for (written, is_one) in cases {
        let text = format!(
            "template_name: t\ntokenizer: {written}\nboundary: subword\nedits: [{{name: a}}, {{name: b, boundary: char}}]\n"
        );
        let compiled = compile(&text);
        assert_eq!(compiled.diagnostics, [], "{written}");
        let template = compiled.template.unwrap();
        assert_eq!(template.settings.tokenizer.as_deref(), is_one.then_some(written));
        let units = template.typology.categories().iter().map(|c| c.boundary).collect::<Vec<_>>();
        let first = if is_one { Boundary::Token } else { Boundary::Subword };
        assert_eq!(units, [first, Boundary::Char], "{written}");
    }
}

#[test]
fn each_word_of_boundary_has_its_meaning() {
    let words = [
        ("char", Boundary::Char),
        ("whitespace", Boundary::Whitespace),
        ("word", Boundary::Word),
        ("subword", Boundary::Subword),
        ("sentence", Boundary::Sentence),
        ("paragraph", Boundary::Paragraph),
    ];
    for (word, boundary) in words {
        let text = format!("template_name: t\nboundary: {word}\nedits: [{{name: a}}]\n");
        assert_eq!(only(&text).typology.categories()[0].boundary, boundary);
    }
}

#[test]
fn steps_are_guided_if_the_template_says_so() {
    let cases = [
        ("", EditSteps::AtOnce),
        ("steps: all", EditSteps::AtOnce),
        ("steps: guided", EditSteps::Guided),
    ];
    for (keys, expected) in cases {
        let template = only(&format!("template_name: t\n{keys}\nedits: [{{name: a}}]\n"));
        assert_eq!(template.settings.steps, expected, "{keys}");
    }
}

#[test]
fn paragraphs_and_their_reveal_have_their_meaning() {
    let sentences = |count| NonZeroU32::new(count).map(ParagraphRule::Sentences);
    let cases = [
        ("", None, Reveal::All),
        ("paragraphs: blank-line", Some(ParagraphRule::BlankLine), Reveal::All),
        ("paragraphs: sentence", sentences(1), Reveal::All),
        ("paragraphs: {sentences: 3}\nreveal: all", sentences(3), Reveal::All),
        ("reveal: paragraph", None, Reveal::Paragraphs(Revision::Allow)),
        ("reveal: paragraph\nrevise: view", None, Reveal::Paragraphs(Revision::View)),
        ("reveal: paragraph\nrevise: deny", None, Reveal::Paragraphs(Revision::Deny)),
    ];
    for (keys, rule, reveal) in cases {
        let settings = only(&format!("template_name: t\n{keys}\nedits: [{{name: a}}]\n")).settings;
        assert_eq!((settings.paragraphs, settings.reveal), (rule, reveal), "{keys}");
    }
    for (keys, said) in [
        ("paragraphs: {sentences: 0}", "line 2, column 25: warning[inexact-number]"),
        ("paragraphs: lines", "line 2, column 13: error[unknown-value]"),
        ("revise: view", "line 2, column 1: warning[unused-key]"),
    ] {
        let compiled = compile(&format!("template_name: t\n{keys}\nedits: [{{name: a}}]\n"));
        let told: Vec<String> = compiled.diagnostics.iter().map(ToString::to_string).collect();
        assert!(matches!(told.as_slice(), [only] if only.starts_with(said)), "{keys}: {told:?}");
    }
}

#[test]
fn each_text_is_rendered_as_the_template_says() {
    use Rendering::{Code, Markdown, Table};
    let cases = [
        ("", [None, None]),
        ("rendering: markdown", [Some(Markdown); 2]),
        ("rendering: code", [Some(Code); 2]),
        ("rendering: {source: table}", [Some(Table), None]),
        ("rendering: {source: table, target: code}", [Some(Table), Some(Code)]),
    ];
    for (keys, expected) in cases {
        let compiled = compile(&format!("template_name: t\n{keys}\nedits: [{{name: a}}]\n"));
        let settings = compiled.template.unwrap().settings;
        assert_eq!([settings.source_rendering, settings.target_rendering], expected, "{keys}");
    }
    for (keys, said) in [
        ("rendering: html", "line 2, column 12: error[unknown-value]"),
        ("rendering: {target: html}", "line 2, column 21: error[unknown-value]"),
    ] {
        let compiled = compile(&format!("template_name: t\n{keys}\nedits: [{{name: a}}]\n"));
        let told: Vec<String> = compiled.diagnostics.iter().map(ToString::to_string).collect();
        assert!(matches!(told.as_slice(), [only] if only.starts_with(said)), "{keys}: {told:?}");
    }
}

#[test]
fn older_names_work_in_silence() {
    for (word, boundary) in
        [("char", Boundary::Char), ("tokenized", Boundary::Subword), ("word", Boundary::Whitespace)]
    {
        let text = format!(
            "template_name: t\ntokenization: {word}\ndefault_data_link: https://x.org/d\nedits: [{{name: a}}]\n"
        );
        let template = only(&text);
        assert_eq!(template.typology.categories()[0].boundary, boundary);
        assert_eq!(template.settings.demo_data_link.as_deref(), Some("https://x.org/d"));
    }
}

// Thresh 11.37: names must be fit for CSS, and nothing says so
#[test]
fn names_are_taken_as_written() {
    let names = categories_of("- name: 1.0\n- name: yes\n- name: true\n- name: 0x1f\n");
    let names: Vec<_> = names.iter().map(|category| category.name.as_str()).collect();
    assert_eq!(names, ["1.0", "yes", "true", "0x1f"]);
}

// Thresh 11.36: a prompt under `questions` is not asked
#[test]
fn a_misspelt_prompt_is_asked_all_the_same() {
    let category = &categories_of(
        "- name: a\n  annotation:\n  - name: q\n    options:\n    - name: o\n      questions: Why?\n      options: textbox\n",
    )[0];
    let QuestionKind::Choice(choices) = &category.questions[0].kind else { panic!("a choice") };
    assert_eq!(choices[0].follow_up.as_ref().unwrap().prompt, "Why?");
}

#[test]
fn what_comes_before_a_syntax_error_is_compiled() {
    let names = categories_of("- name: a\n- name: b\n  color: @\n- name: c\n");
    let names: Vec<_> = names.iter().map(|category| category.name.as_str()).collect();
    assert_eq!(names, ["a", "b"]);
}

#[test]
fn without_a_category_the_settings_still_arrive() {
    let compiled = compile("template_name: t\nlanguage: fr\n");
    let template = compiled.template.unwrap();
    assert!(template.typology.categories().is_empty());
    assert_eq!(template.settings.language, Some("fr"));
    assert_eq!(compile("[]").template, None);
    assert_eq!(compile("").template, None);
    assert_eq!(compile("@").template, None);
}

#[test]
fn problems_are_listed_once_and_not_without_end() {
    let aliased = "template_name: t\nedits:\n- name: a\n  annotation: &q\n  - {name: q, options: [{name: x, colour: y}]}\n- {name: b, annotation: *q}\n";
    assert_eq!(codes(aliased).len(), 1);
    let endless: String = (0..5000).map(|i| format!("unknown_{i}: x\n")).collect();
    let codes = codes(&endless);
    assert_eq!((codes.len(), codes.last()), (1001, Some(&"too-many-problems")));
}

// Thresh 11.24: a colour puts any text into a style sheet
#[test]
fn templates_cannot_smuggle_style_or_script() {
    let category =
        &categories_of("- name: a\n  color: 'red;}body{display:none'\n  icon: 'fa-x\"><script>'\n")
            [0];
    assert_eq!((category.color, category.icon.as_ref()), (Color::by_position(0), None));
    for link in [
        "javascript:alert(1)",
        "data:text/html,x",
        "java\nscript:x",
        "\\\\evil.example",
        "https://",
    ] {
        for key in ["demo_data_link", "training"] {
            let text = format!("template_name: t\nedits: [{{name: a}}]\n{key}: {link:?}\n");
            let settings = compile(&text).template.unwrap().settings;
            assert_eq!((settings.demo_data_link, settings.training), (None, None), "{key}: {link}");
        }
    }
}

#[test]
fn a_training_is_in_the_template_or_elsewhere() {
    let file = |link: &str| Some(TrainingPlace::File(link.to_owned()));
    let cases = [
        ("{title: T}", Some(TrainingPlace::Template)),
        ("training.yml", file("training.yml")),
        ("https://example.org/t.yml", file("https://example.org/t.yml")),
        ("[a.yml]", None),
        ("", None),
    ];
    for (value, place) in cases {
        let text = format!("template_name: t\nedits: [{{name: a}}]\ntraining: {value}\n");
        let compiled = compile(&text);
        let is_refused = !compiled.diagnostics.is_empty();
        assert_eq!(compiled.template.unwrap().settings.training, place, "{value}");
        assert_eq!(is_refused, value == "[a.yml]", "{value}");
    }
}

#[test]
fn questions_about_instances_are_those_of_the_template() {
    let compiled = compile(
        "template_name: t
instance_questions:
  - {name: fluent, hotkey: f, options: binary}
  - {name: kind, hotkey: d, required: false, options: [{name: a, options: likert-3}]}
  - {name: fluent, options: textbox}
edits:
  - {name: e, hotkey: d, annotation: [{name: fluent, options: likert-5}]}
",
    );
    let codes: Vec<_> = compiled.diagnostics.iter().map(|problem| problem.code).collect();
    assert_eq!(codes, ["duplicate-hotkey", "duplicate-name"]);
    let typology = compiled.template.unwrap().typology;
    let asked: Vec<_> = typology.instance_questions().iter().collect();
    let named: Vec<_> = asked
        .iter()
        .map(|question| (&*question.name, question.hotkey, question.required))
        .collect();
    assert_eq!(named, [("fluent", Some('f'), true), ("kind", None, false)]);
    assert_eq!(typology.find("e").unwrap().1.questions.len(), 1);
}

#[test]
fn confidence_is_asked_about_each_edit() {
    let asked = |value: &str| {
        let edits =
            "edits: [{name: a}, {name: b, annotation: [{name: confidence, options: binary}]}]";
        let typology = only(&format!("template_name: t\nconfidence: {value}\n{edits}\n")).typology;
        let questions = |name: &str| typology.find(name).unwrap().1.questions.clone();
        assert_eq!(questions("b").len(), 1);
        assert_eq!(questions("b")[0].kind, QuestionKind::Binary);
        questions("a")
    };
    for (value, prompt) in [("How sure?", "How sure?"), ("true", ""), ("'true'", "true")] {
        let [question] = &asked(value)[..] else { panic!("one question") };
        assert_eq!((question.name.as_str(), question.prompt.as_str()), ("confidence", prompt));
        assert_eq!(question.kind, QuestionKind::Likert(LikertScale::Five));
        assert!(!question.required);
    }
    for value in ["", "false", "''"] {
        assert_eq!(asked(value), [], "{value}");
    }
}

/// The codes of the problems of a template, and the number of questions of each category.
fn questions_left(rest: &str) -> (Vec<&'static str>, Vec<usize>) {
    let text = format!("template_name: t\n{rest}");
    let template = compile(&text).template.unwrap();
    let left = template.typology.categories().iter().map(|c| c.questions.len()).collect();
    (codes(&text), left)
}

#[test]
fn a_replacement_is_asked_where_there_is_one_span_in_a_target() {
    let asked = |keys: &str| {
        format!("edits:\n- name: a\n{keys}  annotation:\n  - {{name: q, options: replacement}}\n")
    };
    for (keys, is_asked) in [
        ("  enable_output: true\n", true),
        ("  type: split\n", true),
        ("  enable_output: true\n  enable_input: true\n", true),
        ("  enable_input: true\n", false),
        ("  type: split\n  enable_input: true\n", false),
        ("  enable_output: true\n  type: multi_span\n", false),
        ("  type: composite\n", false),
        ("", false),
    ] {
        let problems = if is_asked { vec![] } else { vec!["no-replacement"] };
        let left = vec![usize::from(is_asked)];
        assert_eq!(questions_left(&asked(keys)), (problems, left), "{keys}");
    }
    let follow_up = "edits:\n- name: a\n  enable_output: true\n  annotation:\n  - name: q\n    \
                     options: [{name: x, options: replacement}]\n";
    assert_eq!(questions_left(follow_up), (vec![], vec![1]));
    let of_instance = "edits: [{name: a}]\ninstance_questions: [{name: q, options: replacement}]\n";
    assert_eq!(questions_left(of_instance), (vec!["no-replacement"], vec![0]));
}

#[test]
fn corrections_name_categories_that_can_hold_them() {
    let categories = "edits:\n\
        - {name: fix, enable_output: true, annotation: [{name: r, options: replacement}]}\n\
        - {name: add, type: split, annotation: [{name: r, options: replacement}]}\n\
        - {name: both, enable_output: true, enable_input: true, annotation: [{name: r, options: replacement}]}\n\
        - {name: bare, enable_output: true}\n";
    for (corrections, codes, named) in [
        ("{substitution: fix}", vec![], Some([0, 0, 0])),
        ("{substitution: fix, insertion: add}", vec![], Some([1, 0, 0])),
        ("{substitution: fix, insertion: add, deletion: fix}", vec![], Some([1, 0, 0])),
        ("{insertion: add}", vec!["missing-category"], None),
        ("{substitution: add}", vec!["not-a-correction"], None),
        ("{substitution: fix, deletion: add}", vec!["not-a-correction"], None),
        ("{substitution: both}", vec!["not-a-correction"], None),
        ("{substitution: bare}", vec!["not-a-correction"], None),
        ("{substitution: gone}", vec!["not-a-correction"], None),
    ] {
        let compiled =
            compile(&format!("template_name: t\n{categories}corrections: {corrections}\n"));
        let found: Vec<&str> = compiled.diagnostics.iter().map(|d| d.code).collect();
        assert_eq!(found, codes, "{corrections}");
        let made = compiled.template.unwrap().settings.corrections;
        let ids =
            made.map(|made| [made.insertion, made.deletion, made.substitution].map(|id| id.0));
        assert_eq!(ids, named, "{corrections}");
    }
}
