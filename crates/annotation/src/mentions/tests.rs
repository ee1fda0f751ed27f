use super::*;
use crate::document::Instance;
use crate::document::ParagraphReading;
use crate::format::DatasetReader;
use crate::workspace::Workspace;
use proptest::prelude::*;
use spanwise_template::{Reveal, Revision, Typology, compile};
use spanwise_text::ParagraphRule;

fn instance(json: &str) -> Instance {
    read_instance(json, 0, &Typology::default()).instance
}

fn shown(json: &str, rule: &MentionRule) -> ShownMentions {
    ShownMentions::of(json, &instance(json).texts, rule)
}

fn target(text: &str) -> String {
    format!("{{\"target\":{}}}", spanwise_json::encode(text))
}

fn phrases(phrases: &[&str]) -> MentionRule {
    MentionRule::Phrases(phrases.iter().map(|phrase| (*phrase).to_owned()).collect())
}

/// The text of each mention of the target.
fn found(text: &str, rule: &MentionRule) -> Vec<String> {
    let text = Text::new(text);
    let shown = shown(&target(text.as_str()), rule);
    shown.on(&TextName::TARGET).iter().map(|m| text.slice(m.span).to_owned()).collect()
}

#[test]
fn names_are_capitalised_words_that_are_repeated() {
    let cases: [(&str, &[&str]); 18] = [
        ("Then Anna went. Later Anna came.", &["Anna", "Anna"]),
        ("Anna went. Later, Anna came.", &["Anna", "Anna"]),
        // Only at the start of sentences, or only once.
        ("Anna went. Anna came.", &[]),
        ("Then Anna went.", &[]),
        // A word at the start of a sentence does not belong to the name after it.
        ("So Anna went. When Anna came, all was well.", &["Anna", "Anna"]),
        ("He met The Man. The man knew him. They saw The Man.", &["The Man", "The Man"]),
        ("the Man saw a man. Man after man saw the Man", &["Man", "Man"]),
        // Sequences are as long as they are.
        (
            "We met Anna Berg and Anna. Anna Berg left; Anna stayed.",
            &["Anna Berg", "Anna", "Anna Berg", "Anna"],
        ),
        ("in New-York and in New York, then in New-York", &["New-York", "New-York"]),
        ("of Anna, Berg and Anna", &["Anna", "Anna"]),
        // Words of one letter never count.
        ("and I think I know", &[]),
        ("and I'm sure I'm late", &[]),
        // After a quotation mark one cannot know.
        ("he said “Come here” and “Come back”", &[]),
        ("by d’Artagnan or d’Artagnan", &["Artagnan", "Artagnan"]),
        ("the 😀 of Élodie, and Élodie’s 😀", &["Élodie", "Élodie"]),
        ("for E\u{301}mile and E\u{301}mile", &["E\u{301}mile", "E\u{301}mile"]),
        ("它说安娜和安娜。آنا آنا آنا", &[]),
        ("", &[]),
    ];
    for (text, expected) in cases {
        assert_eq!(found(text, &MentionRule::Names), expected, "{text}");
    }
}

#[test]
fn phrases_are_found_as_whole_words() {
    let cases: [(&str, &[&str], &[&str]); 9] = [
        ("Art, art and article", &["art"], &["art"]),
        ("Mr. Bingley saw Mr. Bingleys", &["Mr. Bingley"], &["Mr. Bingley"]),
        ("Anna Berg and Anna", &["Anna", "Anna Berg"], &["Anna Berg", "Anna"]),
        ("Anna’s dog, Anna-Lena", &["Anna"], &["Anna"]),
        ("它说安娜和安娜", &["安娜"], &["安娜", "安娜"]),
        ("قالت آنا إن آنا هنا", &["آنا"], &["آنا", "آنا"]),
        ("😀a😀 a😀", &["😀", "a"], &["😀", "a", "😀", "a", "😀"]),
        ("of C++ and C", &["C++"], &["C++"]),
        ("a", &["", " ", " a"], &["a"]),
    ];
    for (text, listed, expected) in cases {
        assert_eq!(found(text, &phrases(listed)), expected, "{text}");
    }
}

#[test]
fn mentions_of_the_data_come_first_in_their_texts() {
    let json = r#"{"source": "Ann met Bo", "target": "so Ann saw her and Ann", "mentions": [
        {"cluster": "1", "output_idx": [[3, 6]]},
        {"cluster": 1, "spans": {"target": [[11, 14]]}},
        {"cluster": "nested", "output_idx": [[12, 13]]},
        {"cluster": "longer", "output_idx": [[3, 10]]}
    ]}"#;
    let clusters = |rule: &MentionRule, text: TextName| {
        let cluster = |mention: &Mention| format!("{} {}", mention.span.start().0, mention.cluster);
        shown(json, rule).on(&text).iter().map(cluster).collect::<Vec<_>>()
    };
    for rule in [MentionRule::Data, MentionRule::Names, phrases(&["Ann"])] {
        assert_eq!(clusters(&rule, TextName::TARGET), ["3 longer", "11 1"], "{rule:?}");
    }
    assert_eq!(clusters(&phrases(&["Ann"]), TextName::SOURCE), ["0 Ann"]);
    assert_eq!(clusters(&MentionRule::Data, TextName::SOURCE), [""; 0]);
}

#[test]
fn a_mention_is_known_by_its_places() {
    let shown = shown(&target("Ann or Ann"), &phrases(&["Ann"]));
    let at = |offset| shown.at(&TextName::TARGET, Utf16(offset)).map(|m| m.span.start().0);
    assert_eq!([0, 2, 3, 7, 9, 10].map(at), [Some(0), Some(0), None, Some(7), Some(7), None]);
    assert_eq!([shown.count("Ann"), shown.count("or")], [2, 0]);
    assert_eq!(shown.at(&TextName::SOURCE, Utf16(0)), None);
}

#[test]
fn an_offset_between_two_mentions_touches_both() {
    let shown = shown(&target("安娜贝格 安娜"), &phrases(&["安娜", "贝格"]));
    let touched = |offset| {
        let found = shown.touching(&TextName::TARGET, Utf16(offset));
        found.map(|mention| &*mention.cluster).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(
        [0, 2, 3, 4, 5, 7, 9].map(touched),
        ["安娜", "安娜 贝格", "贝格", "贝格", "安娜", "安娜", ""]
    );
}

#[test]
fn only_what_is_revealed_is_shown() {
    let settings = TemplateSettings {
        reveal: Reveal::Paragraphs(Revision::Allow),
        paragraphs: Some(ParagraphRule::BlankLine),
        ..TemplateSettings::default()
    };
    let json = r#"{"source": "Ann", "target": "to Ann\n\nof Ann\n\nby Ann"}"#;
    let (listed, names) = (phrases(&["Ann"]), MentionRule::Names);
    let mut instance = instance(json);
    // A name that stands once in what is revealed does not tell that it comes again.
    for (revealed, count, repeated) in [(0, 2, 0), (1, 2, 0), (2, 3, 2), (3, 4, 3)] {
        instance.reading = vec![ParagraphReading::default(); revealed];
        let revealed = RevealedParagraphs::of(&instance, &settings).unwrap();
        let counted = |rule| shown(json, rule).in_revealed(&revealed, rule).count("Ann");
        assert_eq!((counted(&listed), counted(&names)), (count, repeated));
    }
}

#[test]
fn works_report_problems_once_the_rules_are_enabled() {
    let yaml = |key| format!("template_name: t\n{key}edits: [{{name: a, enable_output: true}}]\n");
    let problems = |key| {
        let template = compile(&yaml(key)).template.unwrap();
        let dataset = DatasetReader::new(r#"[{"target": "Ann", "mentions": 7}]"#).finish().unwrap();
        let mut workspace = Workspace::new(template.into(), dataset.into());
        workspace.scan(1);
        let problems = workspace.overview().problems().iter();
        problems.map(|problem| problem.code).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(problems("mentions: data\n"), "");
    enable();
    assert_eq!(problems("mentions: data\n"), "unreadable-mentions");
    assert_eq!(problems(""), "");
}

proptest! {
    #[test]
    fn shown_mentions_are_whole_characters_in_order_and_apart(
        text in "([AaBÉ'’. ,\n😀-]|Anna|آنا|安|e\u{301}){0,40}",
        given in proptest::collection::vec((0..60_u32, 0..60_u32), 0..6),
        rule in prop_oneof![
            Just(MentionRule::Data),
            Just(MentionRule::Names),
            Just(phrases(&["Anna", "A", "آنا", "安", "😀", "Anna A"])),
        ],
        offset in 0..60_u32,
    ) {
        let item = |(start, end): &(u32, u32)| {
            format!(r#"{{"cluster":"1","output_idx":[[{start},{end}]]}}"#)
        };
        let items: Vec<String> = given.iter().map(item).collect();
        let target = spanwise_json::encode(&text);
        let json = format!(r#"{{"target":{target},"mentions":[{}]}}"#, items.join(","));
        let shown = shown(&json, &rule);
        let text = Text::new(text);
        let mentions = shown.on(&TextName::TARGET);
        let mut end = Utf16(0);
        for Mention { span, .. } in mentions {
            prop_assert!(span.start() >= end && !span.is_empty());
            prop_assert_eq!(text.clamp(*span), *span);
            end = span.end();
        }
        let is_over = |mention: &&Mention| {
            mention.span.start() <= Utf16(offset) && Utf16(offset) < mention.span.end()
        };
        prop_assert_eq!(shown.at(&TextName::TARGET, Utf16(offset)), mentions.iter().find(is_over));
    }
}
