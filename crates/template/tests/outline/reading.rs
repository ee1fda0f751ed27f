//! The content of the outline.

use super::*;

#[test]
fn the_outline_shows_what_is_written() {
    let outline = outline(SMALL);
    assert_eq!(outline.locked, None);
    let bad = outline.find(&path(&[1, 0, 1])).unwrap();
    assert_eq!(
        (bad.name.as_str(), bad.kind, bad.answers),
        ("bad", ItemKind::Option, Some(AnswerKind::Likert3))
    );
    assert_eq!(&SMALL[bad.bytes.clone()], "- name: bad # Not fine.\n            options: likert-3");
    assert_eq!(bad.path.to_string(), "edits 1, annotation 0, options 1");
    assert_eq!(bad.can_add(), None);
    let deletion = &outline.categories[0];
    assert_eq!(
        (deletion.label.as_str(), deletion.text("enable_input")),
        ("Deletion", Some("true"))
    );
    assert_eq!(
        deletion.shape,
        Some(CategoryShape::Spans { sides: Sides::Source, count: SpanCount::One })
    );
    assert_eq!(deletion.color, Some(Color::by_position(0)));
    assert_eq!(deletion.can_add(), Some(ItemKind::Question));
    let at = SMALL.find("good").unwrap();
    assert_eq!(outline.at(at).map(|item| item.name.as_str()), Some("good"));
}

#[test]
fn brackets_and_mere_words_are_shown_too() {
    let text = "template_name: t\nedits: [{name: a, annotation: [{name: q, options: [yes, {name: no, options: binary}]}]}]\n";
    let outline = outline(text);
    let names: Vec<_> = outline.categories[0].children[0]
        .children
        .iter()
        .map(|item| (item.name.as_str(), &text[item.bytes.clone()]))
        .collect();
    assert_eq!(names, [("yes", "yes"), ("no", "{name: no, options: binary}")]);
}

#[test]
fn what_comes_before_a_syntax_error_is_shown() {
    let text = "template_name: t\nedits:\n  - name: a\n  - name: b\n    color: @\n";
    let outline = outline(text);
    let names: Vec<_> = outline.categories.iter().map(|item| item.name.as_str()).collect();
    assert_eq!(names, ["a", "b"]);
    assert_eq!(outline.locked.map(|error| error.obstacle), Some(OutlineObstacle::Broken));
    assert_eq!(changed(text, &set(&[0], "name", "c")), text.replace("name: a", "name: c"));
    let error = apply(text, &add_category("")).unwrap_err();
    assert_eq!(error.obstacle, OutlineObstacle::Broken);
}

#[test]
fn what_was_changed_is_selected() {
    for (operation, selected, item) in [
        (add_category(""), "new_category", Some(path(&[2]))),
        (add_question(&[0], AnswerKind::List), "new_question", Some(path(&[0, 0]))),
        (set(&[0], "label", "A: b"), "\"A: b\"", Some(path(&[0]))),
        (answers(&[1, 0], Some(AnswerKind::Binary)), "binary", Some(path(&[1, 0]))),
        (answers(&[1, 0, 0], Some(AnswerKind::List)), "new_option", Some(path(&[1, 0, 0, 0]))),
        (move_to(&[1, 0, 0], MoveDestination::Down), "name: good", Some(path(&[1, 0, 1]))),
        (OutlineOperation::Duplicate { item: path(&[1, 0, 0]) }, "good_2", Some(path(&[1, 0, 1]))),
        (delete(&[0]), "", None),
    ] {
        let patched = apply(SMALL, &operation).unwrap();
        let new = patched.applied_to(SMALL);
        assert_eq!(&new[patched.select], selected, "{operation:?}");
        assert_eq!(patched.item, item, "{operation:?}");
    }
}
