use std::sync::Arc;

use super::*;
use crate::compile;
use crate::schema::{CATEGORY, CHOICE, KeyEffect, QUESTION, SECTIONS, SchemaSection};
use spanwise_diagnostics::Severity;
use spanwise_i18n::{Translation, Words};

/// The cursor.
pub(super) const MARK: char = '‸';

/// A text without its `‸`, and the position of that.
fn marked(text: &str) -> (String, usize) {
    let at = text.find(MARK).expect("a cursor");
    (text.replacen(MARK, "", 1), at)
}

fn complete(text: &str) -> Completions {
    let (text, at) = marked(text);
    completions(&Words::default(), &[], &text, at)
}

pub(super) fn labels(text: &str) -> Vec<String> {
    complete(text).items.into_iter().map(|item| item.label).collect()
}

/// The text after a completion, with `‸` for the cursor.
fn completed(text: &str, label: &str) -> String {
    let (text, at) = marked(text);
    let Completions { from, to, items } = completions(&Words::default(), &[], &text, at);
    let Some(item) = items.iter().find(|item| item.label == label) else {
        let labels: Vec<&String> = items.iter().map(|item| &item.label).collect();
        panic!("{label} is not offered in {text:?}, but {labels:?}")
    };
    let (before, after) = item.insert.split_at(item.cursor);
    format!("{}{before}{MARK}{after}{}", &text[..from], &text[to..])
}

#[test]
fn offers() {
    let mut wrong = String::new();
    for (text, expected) in [
        // Keys of the template.
        ("templ‸", "template_name template_label template_description"),
        ("tokeni‸", "tokenizer tokenization"),
        ("boundary: char\ntokeni‸", "tokenizer"),
        ("version‸", ""),
        ("template_name: a\ntempl‸\ntemplate_label: b", "template_description"),
        ("\u{feff}templ‸", "template_name template_label template_description"),
        ("# note\n---\ntempl‸", "template_name template_label template_description"),
        // By known slips.
        ("edits:\n  - colour‸", "color"),
        ("categ‸", "edits"),
        // Keys of items.
        ("edits:\n  - name: a\n    enable‸", "enable_input enable_output"),
        ("edits:\r\n  - name: a\r\n    enable‸\r\n", "enable_input enable_output"),
        ("edits:\n- name: a\n  enable‸", "enable_input enable_output"),
        ("edits:\n  - enable_input: true\n    enable‸\n    name: a", "enable_output"),
        ("edits:\n  - name: a\n    enable_‸input: true", "enable_input enable_output"),
        ("edits:\n  - l‸", "label"),
        ("edits:\n  - l‸\n    label: a", ""),
        ("edits:\n  - name: a\n  - label: b\n    nam‸", "name"),
        ("edits:\n  - name: a\n    annotation:\n      - name: q\n        req‸", "required"),
        (
            "edits:\n  - annotation:\n      - options:\n          - name: a\n            opt‸",
            "options",
        ),
        (
            "edits:\n  - annotation:\n      - options:\n          - options:\n            - hot‸",
            "hotkey",
        ),
        ("font_size:\n  ‸", "source target"),
        ("font_size:\n  ‸\n  target: 16", "source"),
        ("font_size:\n  target: 16\n  ‸", "source"),
        ("font_size:\n  so‸\n  target: 16", "source"),
        ("font_size: ‸", "source target"),
        // Values.
        ("edits:\n  - type: ‸", "single_span multi_span composite split"),
        ("edits:\n  - type: s‸", "single_span split"),
        ("edits:\n  - type: sin‸gle # note", "single_span"),
        ("edits:\n  - type: ‸multi_span", "single_span multi_span composite split"),
        ("edits:\n  - type:‸", "single_span multi_span composite split"),
        ("edits:\n  - type: \"‸\"", "single_span multi_span composite split"),
        ("edits:\n  - type: 'm‸", "multi_span"),
        ("edits:\n  - type:\n      ‸", "single_span multi_span composite split"),
        ("edits:\n  - type: &t ‸", ""),
        ("prepend_instructions: ‸", "true false"),
        ("prepend_instructions: ‸\nlanguage: de", "true false"),
        ("language: d‸", "de"),
        ("boundary: token‸", "subword"),
        ("edits:\n  - color: te‸", "teal"),
        ("edits:\n  - color: lightgrey‸", "lightgrey"),
        ("edits:\n  - color: \"#e‸\"", "#e69f00"),
        (
            "display: ‸",
            "side-by-side text-side-by-side outputs-side-by-side disable-lines hide-context",
        ),
        ("display: [hide‸]", "hide-context"),
        ("display: [hide-context, s‸]", "side-by-side"),
        ("display:\n  - h‸", "hide-context"),
        ("display:\n- h‸", "hide-context"),
        ("display: {a: hi‸}", "hide-context"),
        ("display:\n  first: hi‸", "hide-context"),
        ("crowdsource: p‸", "prolific"),
        ("edits:\n  - annotation:\n      - options: l‸", "likert-3 likert-5"),
        // Lists.
        ("edits: ‸", "category/category with a question"),
        ("edits:\n  ‸", "category/category with a question"),
        ("edits:\n  ‸\n  - name: a", "category/category with a question"),
        ("edits:\n  - name: a\n  ‸", "category/category with a question"),
        ("edits:\n  - name: a\n    annotation: ‸", "question/question with options"),
        (
            "edits:\n  - annotation:\n      - options:\n          ‸",
            "binary/likert-3/likert-5/textbox/textarea/replacement/number/slider/option/option with a follow-up",
        ),
        ("edits:\n   ‸\n  - name: a", ""),
        // In brackets.
        ("{templ‸", "template_name template_label template_description"),
        ("{template_name: a, templ‸}", "template_label template_description"),
        ("edits: [{na‸", "name"),
        ("edits: [{name: a, lab‸: b}]", "label"),
        ("edits: [{name: a}, {lab‸}]", "label"),
        ("edits: [\n  {name: a,\n   lab‸},\n]", "label"),
        ("edits: [{type: s‸}]", "single_span split"),
        ("edits: [{type:‸}]", "single_span multi_span composite split"),
        ("edits: [{\"type\": \"s‸\"}]", "single_span split"),
        ("edits: [‸]", "category/category with a question"),
        ("edits: [{name: a}, ‸]", "category/category with a question"),
        ("edits: [{name: a}‸]", ""),
        ("edits: [{name: a # na‸\n}]", ""),
        ("edits: [{name: a\ntempl‸", "template_name template_label template_description"),
        ("edits: [{name: a\nlanguage: d‸", "de"),
        // Texts of the interface.
        ("interface_text:\n  typ‸", "typology"),
        ("interface_text:\n  typology:\n    source_l‸", "source_label"),
        ("interface_text:\n  typology: {target_l‸}", "target_label"),
        ("interface_text:\n  typology:\n    source_label: ‸", ""),
        // Places without completions.
        ("unknown:\n  na‸", ""),
        ("template_name: te‸", ""),
        ("# templ‸", ""),
        ("language: en # d‸", ""),
        ("instructions: |\n  templ‸", ""),
        ("edits:\n  - name: a\n      lab‸", ""),
        ("template_label: a\n  templ‸", ""),
        ("edits:\n‸  - name: a", ""),
        ("edits:\n‸ - name: a", ""),
        ("edits:\n  -‸  name: a", ""),
        ("a: 1\n---\ntempl‸", ""),
        // After broken parts.
        ("template_label: \"open\ntempl‸", "template_name template_description"),
        ("edits:\n- name: a\n colo: [\n- name: b\n  lab‸", "label"),
        ("edits: x\n- name: a\nfont‸", "font_size"),
        ("edits:\n  - name: a\n  color: red\n  - name: b\n    lab‸", "label"),
        ("edits:\n    - name: a\n  - name: b\n    lab‸", "label"),
        ("a: *b\nfont‸", "font_size"),
        ("template_name\nfont‸", "font_size"),
        ("edits:\n  - name: a\n    instructions: |\n      ‸x", ""),
    ] {
        let separator = if expected.contains('/') { '/' } else { ' ' };
        let expected: Vec<&str> = expected.split(separator).filter(|l| !l.is_empty()).collect();
        let found = labels(text);
        if found != expected {
            wrong += &format!("{text}\n  offers {found:?}\n  not {expected:?}\n");
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn what_is_put_in() {
    for (text, label, expected) in [
        // Keys, with the beginning of a value.
        ("‸", "template_name", "template_name: ‸"),
        ("templ‸", "template_name", "template_name: ‸"),
        ("te‸mpl: a", "template_label", "template_label‸: a"),
        ("edits:\n  - name: a\n    ty‸", "type", "edits:\n  - name: a\n    type: ‸"),
        ("edits:\n  - ic‸", "icon", "edits:\n  - icon: fa-‸"),
        ("pap‸", "paper_link", "paper_link: https://‸"),
        ("inst‸", "instructions", "instructions: |\n  ‸"),
        ("disp‸", "display", "display: [‸]"),
        ("edi‸", "edits", "edits:\n  - name: ‸"),
        ("font‸", "font_size", "font_size:\n  source: ‸"),
        ("interf‸", "interface_text", "interface_text:\n  ‸"),
        ("interface_text:\n  typ‸", "typology", "interface_text:\n  typology:\n    ‸"),
        (
            "edits:\n  - name: a\n    anno‸",
            "annotation",
            "edits:\n  - name: a\n    annotation:\n      - name: ‸",
        ),
        ("{font‸}", "font_size", "{font_size: {‸}}"),
        ("{disp‸}", "display", "{display: [‸]}"),
        ("{edits: [{anno‸}]}", "annotation", "{edits: [{annotation: [‸]}]}"),
        ("edits:\n  -‸", "name", "edits:\n  - name: ‸"),
        ("font_size: ‸", "target", "font_size: \n  target: ‸"),
        ("{font_size: ‸}", "target", "{font_size: {target: ‸}}"),
        ("\"templ‸", "template_name", "\"template_name‸"),
        // Values.
        ("language:‸", "de", "language: de‸"),
        ("language: ‸", "de", "language: de‸"),
        ("language: e‸nglish # why", "en", "language: en‸ # why"),
        ("language: \"‸\"", "de", "language: \"de‸\""),
        ("edits: [{type:‸}]", "split", "edits: [{type: split‸}]"),
        ("edits:\n  - color: ‸", "#e69f00", "edits:\n  - color: \"#e69f00\"‸"),
        ("edits:\n  - color: '#‸'", "#e69f00", "edits:\n  - color: '#e69f00‸'"),
        ("disable: ‸", "upload", "disable: [upload‸]"),
        ("disable: [‸]", "upload", "disable: [upload‸]"),
        ("disable:\n  ‸", "upload", "disable:\n  - upload‸"),
        ("disable:\n  - ‸", "upload", "disable:\n  - upload‸"),
        // Items.
        (
            "edits:\n  ‸",
            "category",
            "edits:\n  - name: ‸\n    label: \n    color: \n    enable_output: true",
        ),
        (
            "edits:\n  - ‸",
            "category",
            "edits:\n  - name: ‸\n    label: \n    color: \n    enable_output: true",
        ),
        (
            "edits:\n  -‸",
            "category",
            "edits:\n  - name: ‸\n    label: \n    color: \n    enable_output: true",
        ),
        (
            "edits:\n- annotation: ‸",
            "question",
            "edits:\n- annotation: \n    - name: ‸\n      question: \n      options: binary",
        ),
        (
            "edits:\n- annotation:\n  - options:\n    ‸",
            "option with a follow-up",
            "edits:\n- annotation:\n  - options:\n    - name: ‸\n      label: \n      question: \n      \
             options: binary",
        ),
        (
            "edits:\n- annotation:\n  ‸",
            "question",
            "edits:\n- annotation:\n  - name: ‸\n    question: \n    options: binary",
        ),
        ("edits:\n‸", "category", "edits:\n- name: ‸\n  label: \n  color: \n  enable_output: true"),
        ("edits: [‸]", "category", "edits: [{name: ‸}]"),
        ("{edits: ‸}", "category", "{edits: [{name: ‸}]}"),
    ] {
        assert_eq!(completed(text, label), expected, "{text}");
    }
}

/// Completes, types a name at the cursor, and compiles.
fn compiles_with_name(text: &str, label: &str) {
    let text = completed(text, label).replace(MARK, "given");
    let problems = compile(&text).diagnostics;
    assert!(problems.iter().all(|p| p.severity != Severity::Error), "{text}\n{problems:?}");
}

#[test]
fn snippets_compile() {
    let category = "template_name: t\nedits:\n  - name: c\n    annotation:\n";
    for (text, section) in [
        ("template_name: t\nedits:\n  ‸".to_owned(), &CATEGORY),
        (format!("{category}      ‸"), &QUESTION),
        (format!("{category}    ‸"), &QUESTION),
        (format!("{category}      - name: q\n        options:\n          ‸"), &CHOICE),
        ("template_name: t\nedits: ‸".to_owned(), &CATEGORY),
    ] {
        let snippets = inserted_text::snippets(section);
        assert!(!snippets.is_empty());
        for snippet in snippets {
            compiles_with_name(&text, snippet.label.english());
        }
    }
}

/// A text that leads into a map of each section.
fn inside(section: &SchemaSection) -> &'static str {
    match section.name() {
        "template" => "",
        "category" => "edits:\n  - ",
        "spans" => "edits:\n  - spans:\n      - ",
        "question" => "edits:\n  - annotation:\n      - ",
        "option" => "edits:\n  - annotation:\n      - options:\n          - ",
        "paragraphs" => "paragraphs:\n  ",
        "corrections" => "corrections:\n  ",
        "outputs" => "outputs:\n  ",
        "font_size" => "font_size:\n  ",
        "rendering" => "rendering:\n  ",
        _ => "database:\n  ",
    }
}

#[test]
fn the_first_letter_of_a_key_offers_it() {
    for section in SECTIONS {
        for key in section.keys {
            let text = format!("{}{}‸", inside(section), key.name.get(..1).unwrap_or_default());
            let offered = labels(&text).iter().any(|label| label == key.name);
            let is_useful = !matches!(key.effect, KeyEffect::None(_));
            assert_eq!(offered, is_useful, "{} of {}", key.name, section.name());
        }
    }
}

#[test]
fn older_names_come_last() {
    let offered = labels("‸");
    let older = offered.iter().position(|label| label == "tokenization").expect("a key");
    let newer = offered.iter().position(|label| label == "demo_data_link").expect("a key");
    assert!(newer < older);
}

#[test]
fn completions_are_documented() {
    for text in
        ["‸", "edits:\n  - ‸", "edits:\n  - type: ‸", "display: ‸", "edits: ‸", "language: ‸"]
    {
        for item in complete(text).items {
            assert!(!item.doc.is_empty(), "{} in {text}", item.label);
        }
    }
    let items = complete("interface_text:\n  typology:\n    source_l‸").items;
    assert_eq!(items.first().map(|item| &*item.doc), Some("In English: “Source”"));
}

#[test]
fn hovers() {
    for (text, title, words) in [
        ("temp‸late_name: a", "`template_name`, a key of a template", "a name Needed"),
        ("‸edits:", "`edits`, a key of a template", "a category"),
        ("edits:\n  - name‸: a", "`name`, a key of a category", "data files"),
        ("edits:\n  - \"type‸\": a", "`type`, a key of a category", "`multi_span`: One or more"),
        ("edits:\n  - type: sp‸lit", "`split`, a value of `type`", "One point Spanwise"),
        ("edits:\n  - color: tea‸l", "`teal`, a value of `color`", "#3ca3a7"),
        ("edits:\n  - color: \"#fff‸\"", "`#fff`, a value of `color`", "#ffffff"),
        ("edits: [{annotation: [{options: bin‸ary}]}]", "`binary`, a value of `options`", "Yes"),
        ("display: [hide‸-context]", "`hide-context`, a value of `display`", "folded"),
        ("language: d‸e", "`de`, a value of `language`", "German"),
        ("adjudic‸ation: 2", "`adjudication`, a key of a template", "from 1 on"),
        ("font_size:\n  sour‸ce: 2", "`source`, a key of `font_size`", "from 8 to 72"),
        ("tokenization‸: char", "`tokenization`, a key of a template", "Older name of `boundary`"),
        ("version‸: 1", "`version`, a key of a template", "no effect"),
        ("boundary: cha‸r", "`char`, a value of `boundary`", "paper"),
        (
            "interface_text:\n  typo‸logy:",
            "`typology`, a group of texts of the interface",
            "`source_label`",
        ),
        (
            "interface_text:\n  typology:\n    source_‸label: a",
            "`source_label`, a text of `typology`",
            "Source",
        ),
    ] {
        let (text, at) = marked(text);
        let found = hover(&Words::default(), &text, at)
            .unwrap_or_else(|| panic!("nothing at {at} in {text}"));
        assert_eq!(found.title, title);
        let word = title.split('`').nth(1).unwrap_or_default();
        assert_eq!(&text[found.range.clone()], word, "{text}");
        let holds =
            found.doc.contains(words) || words.split(' ').all(|word| found.doc.contains(word));
        assert!(holds, "{title}: {}", found.doc);
    }
}

#[test]
fn help_is_in_the_language_of_the_page() {
    let german = r#"{
        "help_title": {"category": "`{{key}}`, ein Schlüssel einer Kategorie"},
        "help_snippet_name": {"category": "Kategorie"},
        "help": {"value_value": "Wert: {{value}}.", "a_colour": "eine Farbe"}
    }"#;
    let german = Translation::read("de", &[german]).expect("a language");
    let words = Words::new(Arc::new(german), &[]);
    let found = hover(&words, "edits:\n  - color: red", 12).expect("help");
    assert_eq!(found.title, "`color`, ein Schlüssel einer Kategorie");
    assert!(found.doc.contains("\n\nWert: eine Farbe."), "{}", found.doc);
    for typed in ["Kat", "cat"] {
        let text = format!("edits:\n  {typed}");
        let items = completions(&words, &[], &text, text.len()).items;
        assert!(items.iter().any(|item| item.label == "Kategorie"), "{typed}: {items:?}");
    }
}

#[test]
fn nothing_is_said_of_what_is_not_known() {
    for text in [
        "",
        "‸",
        "unknown‸: a",
        "template_name: te‸xt",
        "# edits‸:",
        "edits:\n  - color: no‸color",
        "edits:\n  - type: sing‸le",
        "instructions: |\n  edits‸: a",
        "interface_text:\n  unknown‸: a",
        "interface_text:\n  typology:\n    unknown‸: a",
    ] {
        let at = text.find(MARK).unwrap_or_default();
        let text = text.replace(MARK, "");
        assert_eq!(hover(&Words::default(), &text, at), None, "{text}");
    }
}

#[test]
fn origin_and_effect_are_told() {
    let effect =
        |text: &str| hover(&Words::default(), text, 1).map(|hover| (hover.origin, hover.effect));
    use crate::schema::SchemaOrigin;
    assert_eq!(effect("task: a"), Some((Some(SchemaOrigin::Spanwise), KeyEffect::Used)));
    let older = KeyEffect::OlderNameOf("boundary");
    assert_eq!(effect("tokenization: a"), Some((Some(SchemaOrigin::Thresh), older)));
}
