//! The same text elsewhere.

use spanwise_annotation::document::{Answers, EditId};
use spanwise_annotation::workspace::InstanceChanges;
use spanwise_annotation::workspace::same_text::{SoughtText, is_marked_by_one_span, mark, places};
use spanwise_text::Boundary;

use super::*;

fn sought(text: &str, boundary: Boundary, ignores_case: bool) -> SoughtText {
    SoughtText {
        text: text.to_owned(),
        side: Side::Target,
        category: "word".to_owned(),
        boundary,
        ignores_case,
    }
}

#[test]
fn its_places_are_those_that_could_be_selected() {
    use Boundary::{Char, Whitespace, Word};
    type Case = (&'static str, &'static str, Boundary, bool, &'static [(u32, u32)]);
    let cases: [Case; 13] = [
        ("art is art", "art", Whitespace, false, &[(0, 3), (7, 10)]),
        ("the article", "art", Whitespace, false, &[]),
        ("the article", "art", Char, false, &[(4, 7)]),
        ("art, art", "art", Whitespace, false, &[(5, 8)]),
        ("art, art", "art", Word, false, &[(0, 3), (5, 8)]),
        ("Art art ART", "art", Word, false, &[(4, 7)]),
        ("Art art ART", "art", Word, true, &[(0, 3), (4, 7), (8, 11)]),
        ("Straße ÉTÉ été", "ÉTÉ", Word, true, &[(7, 10), (11, 14)]),
        ("aaaa", "aa", Char, false, &[(0, 2), (2, 4)]),
        ("as far as as far", "as far", Word, false, &[(0, 6), (10, 16)]),
        ("😀 a 😀", "😀", Char, false, &[(0, 2), (5, 7)]),
        ("e\u{301}e", "e", Char, false, &[(2, 3)]),
        ("", "art", Word, true, &[]),
    ];
    for (text, needle, boundary, ignores_case, expected) in cases {
        let data = serde_json::json!([{ "target": text }]).to_string();
        let workspace = Workspace::new(template(), dataset(&data));
        let found = places(workspace.current(), &sought(needle, boundary, ignores_case));
        let found: Vec<Span> = found.into_iter().map(|place| place.span).collect();
        assert_eq!(found, spans(expected), "{needle} in {text}");
    }
}

#[test]
fn places_that_the_category_marks_are_told_in_all_texts_of_the_side() {
    let mut desk = Desk::at(3);
    desk.make([choose("word"), target(0, 7)]);
    let all = |text| {
        let found = places(desk.workspace.current(), &sought(text, Boundary::Word, false));
        found.into_iter().map(|p| (p.text, p.span, p.is_marked)).collect::<Vec<_>>()
    };
    assert_eq!(all("dos"), [(TextName::TARGET, span(4, 7), true)]);
    assert_eq!(all("tres"), [(TextName::TARGET, span(8, 12), false)]);
    assert_eq!(all("dois"), [(TextName::new("b"), span(3, 7), false)], "another category marks it");
    assert_eq!(all("read"), [], "a text to be read");
}

#[test]
fn each_place_becomes_an_edit_with_the_answers() {
    let mut desk = Desk::at(1);
    let key = desk.keys()[0];
    let answers = desk.edit(key).answers.clone();
    for answers in [Answers::default(), answers] {
        let places = [(TextName::TARGET, span(8, 12)), (TextName::TARGET, span(13, 19))];
        let changes = mark(desk.workspace.current(), "word", &answers, &places);
        desk.act(Command::Apply(vec![InstanceChanges { instance: 1, changes }]));
        let made = &desk.workspace.current().edits[3..];
        let seen: Vec<_> =
            made.iter().map(|edit| (edit.id.clone(), edit.spans.all().next())).collect();
        let ids = [seen[0].0.clone(), seen[1].0.clone()];
        assert_eq!(
            seen.iter().map(|(_, span)| *span).collect::<Vec<_>>(),
            [Some(span(8, 12)), Some(span(13, 19))]
        );
        assert!(made.iter().all(|edit| edit.answers == answers));
        assert!(ids.iter().all(|id| !matches!(id, Some(EditId::Number(3 | 4)))), "{ids:?} are new");
        desk.act(Command::Undo);
    }
}

#[test]
fn one_span_makes_an_edit_of_some_categories() {
    let typology = template().typology.clone();
    let on = |side| {
        let fits = |(_, c): &(CategoryId, &_)| is_marked_by_one_span(c, side);
        typology.iter().filter(fits).map(|(_, c)| c.name.clone()).collect::<Vec<_>>()
    };
    assert_eq!(on(Side::Target), ["word"]);
    assert_eq!(on(Side::Source), ["cut", "letters"]);
}
