//! Every operation on every item of every template.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use proptest::prelude::*;
use proptest::sample::Index;

use super::*;
use spanwise_template::model::Typology;

/// All items, those above first.
fn items(outline: &Outline) -> Vec<&OutlineItem> {
    let mut all: Vec<&OutlineItem> = outline.categories.iter().collect();
    let mut at = 0;
    while let Some(item) = all.get(at) {
        all.extend(&item.children);
        at += 1;
    }
    all
}

/// The operations tried on an item; `other` is the destination of a move.
fn operations(item: &ItemPath, other: &ItemPath, index: usize) -> Vec<OutlineOperation> {
    let blue = Color::parse("#123456");
    let spans = |sides, count| CategoryShape::Spans { sides, count };
    let color = |color| OutlineOperation::SetColor { item: item.clone(), color };
    let shape = |shape| OutlineOperation::SetShape { item: item.clone(), shape };
    let at = item.indices();
    let mut all = vec![
        OutlineOperation::AddCategory {
            name: Some("new".to_owned()),
            label: None,
            color: blue,
            shape: spans(Sides::Both, SpanCount::Many),
        },
        add_question(at, AnswerKind::Likert3),
        add_question(at, AnswerKind::List),
        add_option(at),
        set(at, "label", "A: new label"),
        set(at, "name", "renamed"),
        label_and_name(at, "A: new label"),
        set(at, "question", "Why?\nHow?\n"),
        set(at, "description", "Text of\n\n- several: lines"),
        unset(at, "label"),
        unset(at, "question"),
        color(blue),
        color(None),
        shape(CategoryShape::Whole),
        shape(CategoryShape::Composite),
        shape(spans(Sides::Source, SpanCount::One)),
        shape(spans(Sides::Target, SpanCount::Point)),
        answers(at, None),
        move_to(at, MoveDestination::Up),
        move_to(at, MoveDestination::Down),
        move_to(at, MoveDestination::Into { parent: item.parent().unwrap_or_default(), index }),
        move_to(at, MoveDestination::Into { parent: other.clone(), index }),
        delete(at),
        OutlineOperation::Duplicate { item: item.clone() },
    ];
    all.extend(AnswerKind::ALL.map(|kind| answers(at, Some(kind))));
    all
}

fn typology(text: &str) -> Typology {
    compile(text).template.map(|template| template.typology).unwrap_or_default()
}

fn codes(text: &str) -> Vec<&'static str> {
    compile(text).diagnostics.iter().map(|problem| problem.code).collect()
}

/// The comments of a text, in order. They are known by their words.
fn comments(text: &str) -> Vec<&str> {
    let comment = |line: &'_ str| line.find("# ").map(|at| at + 2);
    text.lines().filter_map(|line| Some(line.get(comment(line)?..)?.trim_end())).collect()
}

/// Names of an item and of all in it.
fn names(item: &OutlineItem) -> Vec<String> {
    let below = item.children.iter().flat_map(names);
    std::iter::once(item.name.clone()).chain(below).collect()
}

/// The first words of the comments that an operation takes along: those of an item and its descendants.
fn taken_along(outline: &Outline, item: &OutlineItem, operation: &OutlineOperation) -> Vec<String> {
    let free = |names: Vec<String>| names.into_iter().map(|name| format!("free {name}"));
    let inside = || item.children.iter().flat_map(names).collect::<Vec<_>>();
    match operation {
        OutlineOperation::SetAnswers { .. } => inside().into_iter().chain(free(inside())).collect(),
        OutlineOperation::Move { .. }
        | OutlineOperation::Delete { .. }
        | OutlineOperation::Duplicate { .. } => {
            let owner = item.path.parent().unwrap();
            let alone = outline.find(&owner).is_some_and(|owner| owner.children.len() == 1);
            let mut words: Vec<String> = names(item).into_iter().chain(free(inside())).collect();
            // Then the list goes with all between its key and the item.
            if alone && owner.kind() != Some(ItemKind::Question) {
                words.push(format!("free {}", item.name));
            }
            words
        }
        OutlineOperation::AddCategory { .. }
        | OutlineOperation::AddQuestion { .. }
        | OutlineOperation::AddOption { .. }
        | OutlineOperation::AddStep { .. }
        | OutlineOperation::AddQuizQuestion { .. }
        | OutlineOperation::AddQuizOption { .. }
        | OutlineOperation::SetRole { .. }
        | OutlineOperation::SetScoring { .. }
        | OutlineOperation::SetText { .. }
        | OutlineOperation::SetLabelAndName { .. }
        | OutlineOperation::SetColor { .. }
        | OutlineOperation::SetShape { .. } => Vec::new(),
    }
}

/// The comments that begin with none of the words.
fn comments_but<'t>(text: &'t str, words: &[String]) -> Vec<&'t str> {
    let about = |comment: &&str| {
        words.iter().any(|word| format!("{comment} ").starts_with(&format!("{word} ")))
    };
    comments(text).into_iter().filter(|comment| !about(comment)).collect()
}

/// Problems that an operation may bring with it.
fn allowed(operation: &OutlineOperation) -> &'static [&'static str] {
    match operation {
        OutlineOperation::Delete { .. } => {
            &["no-categories", "empty-options", "no-effect", "not-a-correction"]
        }
        OutlineOperation::Move { .. } => {
            &["empty-options", "no-effect", "no-replacement", "not-a-correction"]
        }
        OutlineOperation::SetAnswers { .. } | OutlineOperation::SetShape { .. } => {
            &["no-replacement", "not-a-correction"]
        }
        OutlineOperation::SetText { key, .. } if key == "question" => &["no-effect"],
        OutlineOperation::SetText { key, .. } if key == "name" => &["not-a-correction"],
        OutlineOperation::SetLabelAndName { .. } => &["not-a-correction"],
        OutlineOperation::AddCategory { .. }
        | OutlineOperation::AddQuestion { .. }
        | OutlineOperation::AddOption { .. }
        | OutlineOperation::AddStep { .. }
        | OutlineOperation::AddQuizQuestion { .. }
        | OutlineOperation::AddQuizOption { .. }
        | OutlineOperation::SetRole { .. }
        | OutlineOperation::SetScoring { .. }
        | OutlineOperation::SetText { .. }
        | OutlineOperation::SetColor { .. }
        | OutlineOperation::Duplicate { .. } => &[],
    }
}

/// Tries one operation on a template without problems, in which each comment names its item.
fn check(text: &str, item: &OutlineItem, operation: &OutlineOperation) {
    let patched = match apply(text, operation) {
        Ok(patched) => patched,
        Err(error) => {
            let expected =
                matches!(error.obstacle, OutlineObstacle::Impossible | OutlineObstacle::Missing);
            assert!(
                expected || error.obstacle == OutlineObstacle::Taken,
                "{error}\n{operation:?}\n{text}"
            );
            return;
        }
    };
    let new = patched.applied_to(text);
    let context = format!("{operation:?}\n--- before\n{text}\n--- after\n{new}");
    check_patch(text, &patched, &new);
    let unexpected: Vec<_> =
        codes(&new).into_iter().filter(|code| !allowed(operation).contains(code)).collect();
    assert!(unexpected.is_empty(), "{unexpected:?}\n{context}");
    if let Some(expected) = expected::after(&typology(text), operation) {
        assert_eq!(typology(&new).categories(), expected, "{context}");
    }
    let own = taken_along(&outline(text), item, operation);
    let moves = matches!(operation, OutlineOperation::Move { .. });
    for free in [true, false] {
        let order = |text| {
            let mut comments = comments_but(text, &own);
            comments.retain(|comment| comment.starts_with("free") == free);
            if free && moves {
                // Some stand in the list, others in an item that another one passed.
                comments.sort_unstable();
            }
            comments.into_iter().map(str::to_owned).collect::<Vec<_>>()
        };
        assert_eq!(order(&new), order(text), "{context}");
    }
    if moves {
        let own = |text| {
            let mut own = comments(text);
            own.retain(|comment| !comment.starts_with("free"));
            own.sort_unstable();
            own.into_iter().map(str::to_owned).collect::<Vec<_>>()
        };
        assert_eq!(own(&new), own(text), "{context}");
    }
    check_line_breaks(text, &new, &context);
    check_undone(text, &patched, operation, &new);
}

fn check_line_breaks(text: &str, new: &str, context: &str) {
    if text.contains("\r\n") {
        assert_eq!(new.matches('\n').count(), new.matches("\r\n").count(), "{context}");
    } else {
        assert!(!new.contains('\r'), "{context}");
    }
}

/// Takes an operation back, which must give the old text.
fn check_undone(text: &str, patched: &OutlinePatch, operation: &OutlineOperation, new: &str) {
    let Some(item) = &patched.item else { return };
    let back = match operation {
        OutlineOperation::Move { to: MoveDestination::Up, .. } => {
            move_to(item.indices(), MoveDestination::Down)
        }
        OutlineOperation::Move { to: MoveDestination::Down, .. } => {
            move_to(item.indices(), MoveDestination::Up)
        }
        OutlineOperation::Move { item: from, to: MoveDestination::Into { parent, .. } }
            if from.parent().as_ref() == Some(parent) =>
        {
            move_to(item.indices(), into(parent.indices(), from.index().unwrap()))
        }
        OutlineOperation::AddCategory { .. }
        | OutlineOperation::AddQuestion { .. }
        | OutlineOperation::AddOption { .. } => OutlineOperation::Delete { item: item.clone() },
        OutlineOperation::Duplicate { .. } => OutlineOperation::Delete { item: item.clone() },
        OutlineOperation::Move { .. }
        | OutlineOperation::SetText { .. }
        | OutlineOperation::SetLabelAndName { .. }
        | OutlineOperation::SetColor { .. }
        | OutlineOperation::SetAnswers { .. }
        | OutlineOperation::SetShape { .. }
        | OutlineOperation::AddStep { .. }
        | OutlineOperation::AddQuizQuestion { .. }
        | OutlineOperation::AddQuizOption { .. }
        | OutlineOperation::SetRole { .. }
        | OutlineOperation::SetScoring { .. }
        | OutlineOperation::Delete { .. } => return,
    };
    assert_eq!(changed(new, &back), text, "{operation:?}\n--- between\n{new}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn any_operation_does_what_it_says_and_no_more(
        text in written::template(), at: Index, other: Index, index in 0..3_usize, which: Index
    ) {
        prop_assert_eq!(compile(&text).diagnostics, vec![], "{}", text);
        let outline = outline(&text);
        let all = items(&outline);
        let (item, other) = (at.get(&all), other.get(&all));
        let operations = operations(&item.path, &other.path, index);
        check(&text, item, which.get(&operations));
    }

    #[test]
    fn any_text_can_be_set(
        text in written::template(), at: Index, value in value(), key in prop::sample::select(vec!["label", "description"])
    ) {
        let outline = outline(&text);
        let item = *at.get(&items(&outline));
        let new = changed(&text, &set(item.path.indices(), key, &value));
        let again = super::outline(&new);
        let found = again.find(&item.path).unwrap();
        prop_assert_eq!(found.text(key), Some(value.as_str()), "{}", new);
        // Then another, and none: nothing is left behind.
        let third = changed(&new, &set(item.path.indices(), key, "short"));
        prop_assert_eq!(comments(&third), comments(&text), "{}", third);
        if item.text(key).is_none() {
            prop_assert_eq!(changed(&third, &unset(item.path.indices(), key)), text);
        }
    }

    #[test]
    fn any_broken_text_is_safe(
        text in broken(), at: Index, other: Index, index in 0..3_usize, which: Index
    ) {
        let outline = outline(&text);
        let all = items(&outline);
        let root = ItemPath::root();
        let path = |at: &Index| if all.is_empty() { &root } else { &at.get(&all).path };
        let operations = operations(path(&at), path(&other), index);
        let operation = which.get(&operations);
        if let Ok(patched) = apply(&text, operation) {
            check_patch(&text, &patched, &patched.applied_to(&text));
        }
        for item in all {
            prop_assert!(text.get(item.bytes.clone()).is_some());
        }
    }
}

/// Texts that are hard to write.
pub(super) fn value() -> impl Strategy<Value = String> {
    let pieces = vec![
        "a", "é𝒳", " ", "  ", "\n", "\n\n", "\t", ":", ": ", "#", " #", "'", "\"", "\\", ",", "[",
        "}", "- ", "|", ">", "&", "*", "%", "---", "...", "yes", "null", "1", "0x", "\u{feff}",
        "\u{85}", "\u{2028}", "\u{0}", "\r", "~", "<<",
    ];
    prop_oneof![
        prop::collection::vec(prop::sample::select(pieces), 0..8)
            .prop_map(|pieces| pieces.concat()),
        "\\PC{0,20}",
    ]
}

/// The templates below a folder of the project.
pub(super) fn files(folder: &str) -> Vec<String> {
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    let mut paths = Vec::new();
    let mut folders = vec![root.join(folder)];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap().flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "yml") {
                paths.push(path);
            }
        }
    }
    paths.sort();
    paths.into_iter().map(|path| fs::read_to_string(path).unwrap()).collect()
}

/// A template of the tests with something cut out or put in.
fn broken() -> impl Strategy<Value = String> {
    let texts = files("crates/template/tests/templates");
    let piece = prop::sample::select(vec![
        "",
        ":",
        "- ",
        "\n",
        "  ",
        "\t",
        "'",
        "\"",
        "[",
        "]",
        "{",
        "}",
        "#",
        " # c",
        "&a ",
        "*a",
        "<<: *a\n",
        "null",
        "? ",
        "!t ",
        "|\n",
        "name: x\n",
        "é",
        "\u{feff}",
        "---\n",
        "...\n",
        "\r",
        ",",
    ]);
    (prop::sample::select(texts), any::<Index>(), 0..12_usize, piece).prop_map(
        |(text, at, length, piece)| {
            let chars: Vec<char> = text.chars().collect();
            let start = at.index(chars.len() + 1);
            let end = (start + length).min(chars.len());
            let part = |range: std::ops::Range<usize>| chars[range].iter().collect::<String>();
            part(0..start) + piece + &part(end..chars.len())
        },
    )
}

#[test]
fn every_operation_works_on_the_gallery() {
    for text in files("templates") {
        // The items of comments are known only in the random templates, where the comments name them.
        let is_comment = |line: &&str| line.trim_start().starts_with('#');
        let text: String = text.split_inclusive('\n').filter(|line| !is_comment(line)).collect();
        let outline = outline(&text);
        let all = items(&outline);
        for (at, item) in all.iter().enumerate().step_by(all.len() / 4 + 1) {
            let other = all[(at * 7 + 3) % all.len()];
            for operation in operations(&item.path, &other.path, at % 2) {
                check(&text, item, &operation);
            }
        }
    }
}

#[test]
fn hostile_templates_take_no_time() {
    let names = |open: &str, close: &str| -> String {
        (0..5000).map(|at| format!("{open}n{at}{close}")).collect()
    };
    for text in [
        format!("edits: [{}]", names("{name: ", "},")),
        format!("edits:\n{}", names("- name: ", "\n")),
        format!("edits:\n{}", names("- name: ", "\n\n# c\n\n")),
        format!("edits: {}", "[".repeat(60)),
    ] {
        let start = Instant::now();
        let _ = outline(&text);
        for operation in [
            add_category(""),
            delete(&[5]),
            move_to(&[4000], into(&[], 1)),
            set(&[7], "label", "x"),
        ] {
            let _ = apply(&text, &operation);
        }
        let took = start.elapsed();
        assert!(took < Duration::from_secs(10), "took {took:?}: {text:.40}");
    }
}

#[test]
fn every_operation_is_safe_on_broken_templates() {
    for text in files("crates/template/tests/templates") {
        let outline = outline(&text);
        let all = items(&outline);
        let mut paths: Vec<ItemPath> = all.iter().map(|item| item.path.clone()).collect();
        paths.extend([ItemPath::root(), path(&[99]), path(&[0, 0, 0, 0, 0])]);
        for (at, item) in paths.iter().enumerate() {
            let other = &paths[(at * 7 + 3) % paths.len()];
            for operation in operations(item, other, at % 2) {
                if let Ok(patched) = apply(&text, &operation) {
                    check_patch(&text, &patched, &patched.applied_to(&text));
                }
            }
        }
    }
}
