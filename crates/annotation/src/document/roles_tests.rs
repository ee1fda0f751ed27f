use super::*;
use crate::document::texts::{NamedText, TextRole};
use spanwise_text::{Text, Utf16};

/// Roles by their words: `e` is a role in the target, `s:e` one in the source, and `+` says that it takes several spans.
fn roles(words: &str) -> Vec<SpanRole> {
    enable();
    let role = |word: &str| {
        let (side, name) = match word.strip_prefix("s:") {
            Some(name) => (Side::Source, name),
            None => (Side::Target, word),
        };
        let name = name.trim_end_matches('+').to_owned();
        let multiple = word.ends_with('+');
        SpanRole { label: name.clone(), name, description: None, side, required: false, multiple }
    };
    words.split_whitespace().map(role).collect()
}

fn span(at: usize) -> Span {
    let at = u32::try_from(at).unwrap_or_default();
    Span::between(Utf16(at), Utf16(at + 1))
}

/// Spans by the names of their roles; `-` is a span without a name.
fn spans(source: &str, target: &str) -> Spans {
    let mut all = Spans::default();
    for (text, names) in [(TextName::SOURCE, source), (TextName::TARGET, target)] {
        for (at, name) in names.split_whitespace().enumerate() {
            all.push_with_role(&text, span(at), (name != "-").then(|| name.into()));
        }
    }
    all
}

fn texts() -> Texts {
    Texts::usual(Text::new("0123456789"), Text::new("0123456789"))
}

fn assigned(spans: &Spans, roles: &[SpanRole]) -> (String, String) {
    let assigned = AssignedRoles::of(spans, roles, &texts());
    let on = |text: TextName| {
        let name = |at| assigned.role(&text, at).map_or("-", |role| role.name.as_str());
        (0..spans.on(&text).len()).map(name).collect::<Vec<_>>().join(" ")
    };
    (on(TextName::SOURCE), on(TextName::TARGET))
}

#[test]
fn spans_without_a_name_take_the_roles_in_order() {
    let cases = [
        ("e a", ("", "-"), ("", "e")),
        ("e a", ("", "- -"), ("", "e a")),
        // There is no role left, and none that takes several spans.
        ("e a", ("", "- - -"), ("", "e a -")),
        ("e a+", ("", "- - -"), ("", "e a a")),
        ("e+ a", ("", "- - -"), ("", "e a e")),
        ("e s:a", ("-", "-"), ("a", "e")),
        ("e s:a", ("", "- -"), ("", "e -")),
        // Spans with a name keep it, wherever they stand.
        ("e a", ("", "a -"), ("", "a e")),
        ("e a", ("", "- e"), ("", "a e")),
        ("e a b", ("", "b - -"), ("", "b e a")),
        // Names that the category does not know are no roles, and their spans take none.
        ("e a", ("", "z -"), ("", "- e")),
        ("", ("", "- e"), ("", "- -")),
    ];
    for (words, (source, target), expected) in cases {
        let (on_source, on_target) = assigned(&spans(source, target), &roles(words));
        let found = (on_source.as_str(), on_target.as_str());
        assert_eq!(found, expected, "{words}: {source} | {target}");
    }
}

#[test]
fn the_next_span_takes_the_first_free_role_of_its_side() {
    let cases = [
        ("e a", ("", ""), Side::Target, Some("e"), "e a"),
        ("e a", ("", "e"), Side::Target, Some("a"), "a"),
        ("e a", ("", "a"), Side::Target, Some("e"), "e"),
        ("e a", ("", "e a"), Side::Target, None, ""),
        ("e a+", ("", "e a"), Side::Target, Some("a"), ""),
        ("e+ a+", ("", "e a"), Side::Target, Some("a"), ""),
        ("e s:a", ("", "e"), Side::Target, None, "a"),
        ("e s:a", ("", ""), Side::Source, Some("a"), "e a"),
    ];
    for (words, (source, target), side, expected, missing) in cases {
        let (spans, roles) = (spans(source, target), roles(words));
        let assigned = AssignedRoles::of(&spans, &roles, &texts());
        let free = assigned.free(side).map(|role| role.name.as_str());
        assert_eq!(free, expected, "{words}: {source} | {target}");
        let names: Vec<&str> = assigned.missing().map(|role| role.name.as_str()).collect();
        assert_eq!(names.join(" "), missing, "{words}: {source} | {target}");
    }
}

#[test]
fn a_span_beyond_the_roles_replaces_that_with_the_last_one() {
    let roles = roles("e a");
    let mut all = spans("", "- -");
    all.add_in_role(&TextName::TARGET, span(7), None, &roles, &texts());
    assert_eq!(all.target(), [span(0), span(7)]);
    assert_eq!(assigned(&all, &roles).1, "e a");
}

#[test]
fn a_span_in_a_chosen_role_replaces_those_that_have_it() {
    let cases = [
        ("e a", "- -", "e", vec![1, 7], "a e"),
        ("e a", "e a", "a", vec![0, 7], "e a"),
        // Files may name a role more often than the template lets it be selected.
        ("e a", "a e a", "a", vec![1, 7], "e a"),
        ("e a+", "e a", "a", vec![0, 1, 7], "e a a"),
        ("e a", "e", "a", vec![0, 7], "e a"),
        // In another text, too.
        ("e s:a", "e a", "a", vec![0, 7], "e a"),
    ];
    for (words, before, chosen, places, expected) in cases {
        let roles = roles(words);
        let role = roles.iter().find(|role| role.name == chosen);
        let mut all = spans("", before);
        all.add_in_role(&TextName::TARGET, span(7), role, &roles, &texts());
        let expected_spans: Vec<Span> = places.into_iter().map(span).collect();
        assert_eq!(all.target(), expected_spans, "{words}: {before}, {chosen}");
        assert_eq!(assigned(&all, &roles).1, expected, "{words}: {before}, {chosen}");
    }
}

#[test]
fn stored_names_do_not_depend_on_other_spans() {
    let roles = roles("e a");
    let mut all = spans("", "- -");
    all.name_roles(&roles, &texts());
    all.remove(&TextName::TARGET, 0);
    assert_eq!(assigned(&all, &roles).1, "a");
    // An unknown name is not lost.
    let mut all = spans("", "z -");
    all.name_roles(&roles, &texts());
    assert_eq!(all, spans("", "z e"));
}

#[test]
fn texts_that_only_give_context_have_no_roles() {
    let context = NamedText::new(TextName::new("c"), TextRole::Context, Text::new("0123"));
    let mut texts = Texts::none();
    texts.add(context).unwrap();
    let mut all = Spans::default();
    all.push(&TextName::new("c"), span(0));
    let roles = roles("e");
    assert_eq!(AssignedRoles::of(&all, &roles, &texts).role(&TextName::new("c"), 0), None);
}
