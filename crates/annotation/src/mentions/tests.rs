use super::*;
use crate::format::read_instance;
use proptest::prelude::*;
use spanwise_template::Typology;

fn instance(json: &str) -> Instance {
    read_instance(json, 0, &Typology::default()).instance
}

fn target(text: &str) -> Instance {
    instance(&format!("{{\"target\":{}}}", spanwise_json::encode(text)))
}

fn phrases(phrases: &[&str]) -> MentionRule {
    MentionRule::Phrases(phrases.iter().map(|phrase| (*phrase).to_owned()).collect())
}

/// The text of each mention of the target.
fn found(text: &str, rule: &MentionRule) -> Vec<String> {
    let instance = target(text);
    let shown = ShownMentions::of(&instance, rule);
    let text = instance.text(Side::Target);
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
        ("a", &["", " "], &[]),
    ];
    for (text, listed, expected) in cases {
        assert_eq!(found(text, &phrases(listed)), expected, "{text}");
    }
}

#[test]
fn mentions_of_the_data_come_first_in_their_texts() {
    let json = r#"{"source": "Ann met Bo", "target": "so Ann saw her and Ann", "mentions": [
        {"cluster": "1", "text": "target", "start": 3, "end": 6},
        {"cluster": 1, "text": "target", "start": 11, "end": 14},
        {"cluster": "nested", "text": "target", "start": 12, "end": 13},
        {"cluster": "longer", "text": "target", "start": 3, "end": 10}
    ]}"#;
    let instance = instance(json);
    let clusters = |rule: &MentionRule, text: TextName| {
        let shown = ShownMentions::of(&instance, rule);
        let cluster = |mention: &Mention| format!("{} {}", mention.span.start().0, mention.cluster);
        shown.on(&text).iter().map(cluster).collect::<Vec<_>>()
    };
    for rule in [MentionRule::Data, MentionRule::Names, phrases(&["Ann"])] {
        assert_eq!(clusters(&rule, TextName::TARGET), ["3 longer", "11 1"], "{rule:?}");
    }
    assert_eq!(clusters(&phrases(&["Ann"]), TextName::SOURCE), ["0 Ann"]);
    assert_eq!(clusters(&MentionRule::Data, TextName::SOURCE), [""; 0]);
    assert!(ShownMentions::of(&instance, &MentionRule::None).is_empty());
}

#[test]
fn a_mention_is_known_by_its_places() {
    let shown = ShownMentions::of(&target("Ann or Ann"), &phrases(&["Ann"]));
    let at = |offset| shown.at(&TextName::TARGET, Utf16(offset)).map(|m| m.span.start().0);
    assert_eq!([0, 2, 3, 7, 9, 10].map(at), [Some(0), Some(0), None, Some(7), Some(7), None]);
    assert_eq!([shown.count("Ann"), shown.count("or")], [2, 0]);
    assert_eq!(shown.at(&TextName::SOURCE, Utf16(0)), None);
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
        cut in (0..60_u32, 0..60_u32),
    ) {
        let item = |(start, end): &(u32, u32)| {
            format!(r#"{{"cluster":"1","text":"target","start":{start},"end":{end}}}"#)
        };
        let items: Vec<String> = given.iter().map(item).collect();
        let target = spanwise_json::encode(&text);
        let json = format!(r#"{{"target":{target},"mentions":[{}]}}"#, items.join(","));
        let instance = instance(&json);
        let shown = ShownMentions::of(&instance, &rule);
        let text = instance.text(Side::Target);
        let mentions = shown.on(&TextName::TARGET);
        let mut end = Utf16(0);
        for Mention { span, .. } in mentions {
            prop_assert!(span.start() >= end && !span.is_empty());
            prop_assert_eq!(text.clamp(*span), *span);
            end = span.end();
        }
        // The parts of any span follow each other, and each knows its mention.
        let whole = text.clamp(Span::between(Utf16(cut.0), Utf16(cut.1)));
        let parts: Vec<_> = parts_of(whole, mentions).collect();
        let joined: String = parts.iter().map(|(part, _)| text.slice(*part)).collect();
        prop_assert_eq!(joined, text.slice(whole));
        for (part, mention) in parts {
            prop_assert!(!part.is_empty());
            let at = shown.at(&TextName::TARGET, part.start());
            prop_assert_eq!(mention, at);
            let reaches = |m: &Mention| part.end() <= m.span.end();
            prop_assert!(mention.is_none_or(reaches));
        }
    }
}
