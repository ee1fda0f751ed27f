//! What becomes of the text, case by case.

use super::*;

const SMALL: &str = "\
template_name: t
# The categories.
edits:
  # Words that are gone.
  - name: deletion
    label: Deletion # seen by people
    enable_input: true

  - name: insertion
    enable_output: true
    annotation:
      - name: kind
        question: What kind?
        options:
          # Fine.
          - name: good
          - name: bad # Not fine.
            options: likert-3
";

/// `SMALL` with some of its text replaced.
fn small(replaced: &[(&str, &str)]) -> String {
    replaced.iter().fold(SMALL.to_owned(), |text, (old, new)| {
        assert_eq!(text.matches(old).count(), 1, "{old:?}");
        text.replace(old, new)
    })
}

#[test]
fn the_outline_shows_what_is_written() {
    let outline = outline(SMALL);
    assert_eq!(outline.locked, None);
    let bad = outline.find(&path(&[1, 0, 1])).unwrap();
    assert_eq!(
        (bad.name.as_str(), bad.kind, bad.answers),
        ("bad", ItemKind::Option, Some(Answers::Likert3))
    );
    assert_eq!(&SMALL[bad.bytes.clone()], "- name: bad # Not fine.\n            options: likert-3");
    assert_eq!(bad.path.to_string(), "edits 1, annotation 0, options 1");
    assert_eq!(bad.can_add(), None);
    let deletion = &outline.categories[0];
    assert_eq!(
        (deletion.label.as_str(), deletion.text("enable_input")),
        ("Deletion", Some("true"))
    );
    assert_eq!(deletion.shape, Some(Shape::Spans { sides: Sides::Source, count: SpanCount::One }));
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
    assert_eq!(outline.locked.map(|error| error.obstacle), Some(Obstacle::Broken));
    assert_eq!(changed(text, &set(&[0], "name", "c")), text.replace("name: a", "name: c"));
    let error = apply(text, &add_category("")).unwrap_err();
    assert_eq!(error.obstacle, Obstacle::Broken);
}

#[test]
fn items_are_added_after_the_others() {
    assert_eq!(
        changed(SMALL, &add_category("")),
        format!("{SMALL}\n  - name: new_category\n    enable_output: true\n")
    );
    assert_eq!(
        changed(SMALL, &add_option(&[1, 0])),
        small(&[("likert-3\n", "likert-3\n          - name: new_option\n")])
    );
    assert_eq!(
        changed(SMALL, &add_question(&[1], Answers::Textbox)),
        format!("{SMALL}      - name: new_question\n        options: textbox\n")
    );
    assert_eq!(
        changed(SMALL, &add_category("deletion")),
        format!("{SMALL}\n  - name: deletion_2\n    enable_output: true\n")
    );
}

#[test]
fn lists_that_are_missing_are_made() {
    assert_eq!(
        changed(SMALL, &add_question(&[0], Answers::List)),
        small(&[(
            "enable_input: true\n",
            "enable_input: true\n    annotation:\n      - name: new_question\n        options:\n          - name: new_option\n"
        )])
    );
    assert_eq!(
        changed(SMALL, &add_option(&[1, 0, 0])),
        small(&[(
            "- name: good\n",
            "- name: good\n            options:\n              - name: new_option\n"
        )])
    );
    let entry = "edits:\n  - name: a\n    enable_output: true\n";
    for (text, expected) in [
        ("", entry.to_owned()),
        ("# Mine", format!("# Mine\n{entry}")),
        ("template_name: t\n", format!("template_name: t\n{entry}")),
        ("template_name: t", format!("template_name: t\n{}", entry.trim_end())),
        ("template_name: t\nedits:\n", format!("template_name: t\n{entry}")),
        (
            "edits: # all\nlanguage: en\n",
            format!("{}language: en\n", entry.replace("edits:", "edits: # all")),
        ),
        ("edits: null\n", entry.to_owned()),
        ("edits: []\n", entry.to_owned()),
        (
            "edits:\n  # Write them here.\n",
            entry.replace("edits:\n", "edits:\n  # Write them here.\n"),
        ),
        ("{edits: }", "{edits: [{name: a, enable_output: true}] }".to_owned()),
        ("{language: en}", "{language: en, edits: [{name: a, enable_output: true}]}".to_owned()),
    ] {
        assert_eq!(changed(text, &add_category("a")), expected);
    }
}

#[test]
fn the_indentation_of_the_file_is_followed() {
    let text = "template_name: t\r\nedits:\r\n-   name: a\r\n    annotation:\r\n    -   name: q\r\n        options:\r\n        -   name: o\r\n";
    assert_eq!(
        changed(text, &add_category("b")),
        format!("{text}-   name: b\r\n    enable_output: true\r\n")
    );
    assert_eq!(
        changed(text, &add_option(&[0, 0, 0])),
        format!("{text}            options:\r\n            -   name: new_option\r\n")
    );
}

#[test]
fn items_are_added_in_brackets() {
    for (list, expected) in [
        ("[]", "[{name: new_option}]"),
        ("[ ]", "[{name: new_option} ]"),
        ("[{name: a}]", "[{name: a}, {name: new_option}]"),
        ("[{name: a}, ]", "[{name: a}, {name: new_option}, ]"),
        ("[a,b]", "[a,b,{name: new_option}]"),
        ("[\n    a,\n    b\n  ]", "[\n    a,\n    b,\n    {name: new_option}\n  ]"),
        (
            "[\n    a, # A\n    b, # B\n  ]",
            "[\n    a, # A\n    b, # B\n    {name: new_option},\n  ]",
        ),
        ("[\n    a, # A\n    b # B\n  ]", "[\n    a, # A\n    b, # B\n    {name: new_option}\n  ]"),
    ] {
        let text = |list: &str| {
            format!("edits:\n- {{name: c, annotation: [{{name: q, options: {list}}}]}}\n")
        };
        assert_eq!(changed(&text(list), &add_option(&[0, 0])), text(expected));
    }
}

#[test]
fn texts_are_set_where_they_stand() {
    for (operation, old, new) in [
        (set(&[0], "label", "Cut"), "label: Deletion #", "label: Cut #"),
        (set(&[0], "name", "cut"), "name: deletion", "name: cut"),
        (
            set(&[0], "description", "Gone: all"),
            "Deletion # seen by people\n",
            "Deletion # seen by people\n    description: \"Gone: all\"\n",
        ),
        (
            set(&[1, 0], "required", "false"),
            "What kind?\n",
            "What kind?\n        required: false\n",
        ),
        (
            set(&[1, 0, 1], "question", "How?"),
            "# Not fine.\n",
            "# Not fine.\n            question: How?\n",
        ),
        (unset(&[0], "label"), "    label: Deletion # seen by people\n", ""),
        (unset(&[1, 0], "question"), "        question: What kind?\n", ""),
        (unset(&[1, 0, 1], "options"), "\n            options: likert-3", ""),
        (set(&[], "template_name", "u"), "template_name: t", "template_name: u"),
        (
            set(&[], "template_label", "U"),
            "template_name: t\n",
            "template_name: t\ntemplate_label: U\n",
        ),
        (set(&[], "font_size", "U"), "", "refused"),
    ] {
        if new == "refused" {
            apply(SMALL, &operation).unwrap_err();
        } else {
            assert_eq!(changed(SMALL, &operation), small(&[(old, new)]), "{operation:?}");
        }
    }
}

#[test]
fn texts_of_several_lines_become_blocks() {
    let expected = small(&[(
        "label: Deletion # seen by people",
        "label: |- # seen by people\n      One:\n\n      two",
    )]);
    assert_eq!(changed(SMALL, &set(&[0], "label", "One:\n\ntwo")), expected);
    assert_eq!(changed(&expected, &set(&[0], "label", "Deletion")), SMALL);
    let text = "edits:\n- name: a\n  label: >\n    Some\n    text";
    assert_eq!(
        changed(text, &set(&[0], "label", "x\ny\n")),
        "edits:\n- name: a\n  label: |\n    x\n    y\n"
    );
    assert_eq!(changed(text, &set(&[0], "label", "x")), "edits:\n- name: a\n  label: x");
    let text = "edits: [{name: a}]\n";
    assert_eq!(
        changed(text, &set(&[0], "label", "x\ny")),
        "edits: [{name: a, label: \"x\\ny\"}]\n"
    );
}

#[test]
fn values_are_quoted_where_they_need_it() {
    for (value, written) in [
        ("plain words", "plain words"),
        ("", "\"\""),
        ("yes", "\"yes\""),
        ("No", "\"No\""),
        ("null", "\"null\""),
        ("12", "\"12\""),
        ("1e5", "\"1e5\""),
        ("2024-01-01", "\"2024-01-01\""),
        ("2nd", "2nd"),
        ("a: b", "\"a: b\""),
        ("a:b", "a:b"),
        ("a #b", "\"a #b\""),
        ("a#b", "a#b"),
        ("- a", "\"- a\""),
        ("*a", "\"*a\""),
        ("[a", "\"[a\""),
        ("say \"x\"", "say \"x\""),
        ("\"x\"", "'\"x\"'"),
        ("it's: \"x\"", "'it''s: \"x\"'"),
        (" a", "\" a\""),
        ("tab\tx", "\"tab\\tx\""),
        ("a, b", "a, b"),
    ] {
        let text = "edits:\n- name: a\n  label: old\n";
        assert_eq!(changed(text, &set(&[0], "label", value)), text.replace("old", written));
    }
    for (old, value, written) in
        [("'old'", "new", "'new'"), ("\"old\"", "new", "\"new\""), ("old", "a, b", "\"a, b\"")]
    {
        let text = "edits: [{name: a, label: old}]\n".replace("old", old);
        assert_eq!(changed(&text, &set(&[0], "label", value)), text.replace(old, written));
    }
}

#[test]
fn mere_words_become_maps_when_they_need_more() {
    let text =
        "edits:\n- name: a\n  annotation:\n  - name: q\n    options:\n    - yes # sure\n    - no\n";
    assert_eq!(changed(text, &set(&[0, 0, 0], "name", "sure")), text.replace("- yes", "- sure"));
    assert_eq!(
        changed(text, &set(&[0, 0, 0], "label", "Yes!")),
        text.replace("- yes # sure\n", "- name: yes # sure\n      label: Yes!\n")
    );
    assert_eq!(
        changed(text, &answers(&[0, 0, 1], Some(Answers::Binary))),
        text.replace("- no\n", "- name: no\n      options: binary\n")
    );
    let text = "edits: [{name: a, annotation: [{name: q, options: [yes, no]}]}]\n";
    assert_eq!(
        changed(text, &add_option(&[0, 0, 1])),
        text.replace("no]", "{name: no, options: [{name: new_option}]}]")
    );
}

#[test]
fn colours_are_set_even_where_yaml_sees_a_comment() {
    let color = |value| Operation::SetColor { item: path(&[0]), color: value };
    let blue = Color::parse("#0000ff");
    for (old, new) in [
        ("edits:\n- name: a\n", "edits:\n- name: a\n  color: \"#0000ff\"\n"),
        (
            "edits:\n- name: a\n  color: red # loud\n",
            "edits:\n- name: a\n  color: \"#0000ff\" # loud\n",
        ),
        ("edits:\n- name: a\n  color: #ff0000\n", "edits:\n- name: a\n  color: \"#0000ff\"\n"),
        (
            "edits:\n- name: a\n  color: # none yet\n",
            "edits:\n- name: a\n  color: \"#0000ff\" # none yet\n",
        ),
    ] {
        assert_eq!(changed(old, &color(blue)), new);
    }
    assert_eq!(changed("edits:\n- name: a\n  color: red\n", &color(None)), "edits:\n- name: a\n");
}

#[test]
fn answers_are_exchanged() {
    let question = |options: &str| {
        format!(
            "edits:\n- name: a\n  annotation:\n  - name: q\n    options:{options}\n    # after\n    label: Q\n"
        )
    };
    let list = "\n    - name: new_option";
    for (old, to, new) in [
        (" binary", Answers::Likert5, " likert-5"),
        (" binary # c", Answers::List, " # c\n    - name: new_option"),
        ("", Answers::List, list),
        (
            " # c\n    # x\n    - name: a\n      # y\n    - name: b\n      # z",
            Answers::Textbox,
            " textbox # c",
        ),
        (" [a, b]", Answers::Textarea, " textarea"),
        (" []", Answers::List, list),
    ] {
        let new = question(new);
        assert_eq!(changed(&question(old), &answers(&[0, 0], Some(to))), new, "{old:?}");
    }
    assert_eq!(
        changed(SMALL, &answers(&[1, 0, 1], None)),
        small(&[("\n            options: likert-3", "")])
    );
    apply(SMALL, &answers(&[1, 0], None)).unwrap_err();
    apply(SMALL, &answers(&[1], Some(Answers::Binary))).unwrap_err();
}

#[test]
fn items_move_with_their_comments() {
    let swapped = "\
template_name: t
# The categories.
edits:
  - name: insertion
    enable_output: true
    annotation:
      - name: kind
        question: What kind?
        options:
          # Fine.
          - name: good
          - name: bad # Not fine.
            options: likert-3

  # Words that are gone.
  - name: deletion
    label: Deletion # seen by people
    enable_input: true
";
    assert_eq!(changed(SMALL, &move_to(&[0], Destination::Down)), swapped);
    assert_eq!(changed(SMALL, &move_to(&[1], Destination::Up)), swapped);
    assert_eq!(
        changed(SMALL, &move_to(&[1, 0, 0], Destination::Down)),
        small(&[
            ("          # Fine.\n          - name: good\n", ""),
            ("likert-3\n", "likert-3\n          # Fine.\n          - name: good\n"),
        ])
    );
    apply(SMALL, &move_to(&[0], Destination::Up)).unwrap_err();
    apply(SMALL, &move_to(&[1], Destination::Down)).unwrap_err();
}

#[test]
fn what_stands_between_items_stays_there() {
    let text = "edits:\n- name: a\n\n# Part two\n\n- name: b\n- name: c\n# end\n";
    assert_eq!(
        changed(text, &move_to(&[2], into(&[], 0))),
        "edits:\n- name: c\n\n# Part two\n\n- name: a\n- name: b\n# end\n"
    );
    assert_eq!(
        changed(text, &move_to(&[0], into(&[], 2))),
        "edits:\n- name: b\n\n# Part two\n\n- name: c\n- name: a\n# end\n"
    );
    assert_eq!(changed(text, &delete(&[0])), "edits:\n# Part two\n\n- name: b\n- name: c\n# end\n");
    assert_eq!(
        changed(text, &delete(&[2])),
        "edits:\n- name: a\n\n# Part two\n\n- name: b\n# end\n"
    );
}

#[test]
fn items_move_within_brackets() {
    let text = |list: &str| format!("edits: {list}\n");
    for (old, new) in [
        ("[{name: a}, {name: bb}]", "[{name: bb}, {name: a}]"),
        (
            "[\n  {name: a}, # A\n  # B\n  {name: bb} # BB\n]",
            "[\n  # B\n  {name: bb}, # BB\n  {name: a} # A\n]",
        ),
    ] {
        assert_eq!(changed(&text(old), &move_to(&[0], Destination::Down)), text(new));
        assert_eq!(changed(&text(new), &move_to(&[0], Destination::Down)), text(old));
    }
}

const TWO: &str = "\
edits:
  - name: a
    annotation:
      - name: q
        options:
          # Yes.
          - name: yes # sure
            options:
              - name: very
          - name: no
  - {name: b, annotation: [{name: r, options: [x, {name: y}]}, {name: s, options: binary}]}
  - name: c
";

#[test]
fn options_and_questions_move_to_other_parents() {
    let two = |replaced: &[(&str, &str)]| {
        replaced.iter().fold(TWO.to_owned(), |text, (old, new)| text.replacen(old, new, 1))
    };
    for (operation, replaced) in [
        // Deeper, into a new list.
        (
            move_to(&[0, 0, 0], into(&[0, 0, 1], 0)),
            &[
                (
                    "          # Yes.\n          - name: yes # sure\n            options:\n              - name: very\n",
                    "",
                ),
                (
                    "- name: no\n",
                    "- name: no\n            options:\n              # Yes.\n              - name: yes # sure\n                options:\n                  - name: very\n",
                ),
            ][..],
        ),
        // Up again, out of a list that is then empty.
        (
            move_to(&[0, 0, 0, 0], into(&[0, 0], 0)),
            &[
                ("\n            options:\n              - name: very", ""),
                ("          # Yes.", "          - name: very\n          # Yes."),
            ],
        ),
        (
            move_to(&[0, 0, 0, 0], into(&[0, 0], 2)),
            &[
                ("\n            options:\n              - name: very", ""),
                ("- name: no\n", "- name: no\n          - name: very\n"),
            ],
        ),
        // Into brackets and out of them.
        (
            move_to(&[0, 0, 1], into(&[1, 0], 1)),
            &[("          - name: no\n", ""), ("[x, {name: y}]", "[x, {name: \"no\"}, {name: y}]")],
        ),
        (
            move_to(&[1, 0, 1], into(&[0, 0], 2)),
            &[("[x, {name: y}]", "[x]"), ("- name: no\n", "- name: no\n          - {name: y}\n")],
        ),
        (
            move_to(&[1, 0], into(&[2], 0)),
            &[
                ("{name: r, options: [x, {name: y}]}, ", ""),
                (
                    "- name: c\n",
                    "- name: c\n    annotation:\n      - {name: r, options: [x, {name: y}]}\n",
                ),
            ],
        ),
    ] {
        assert_eq!(changed(TWO, &operation), two(replaced), "{operation:?}");
    }
    for (item, parent, obstacle) in [
        (&[0, 0, 0][..], &[1, 1][..], Obstacle::Impossible),
        (&[0, 0, 0], &[1, 0], Obstacle::Impossible),
        (&[0, 0, 0], &[0, 0, 0, 0], Obstacle::Impossible),
        (&[0, 0], &[0, 0, 0], Obstacle::Impossible),
        (&[0, 0, 7], &[0, 0, 0], Obstacle::Missing),
    ] {
        let error = apply(TWO, &move_to(item, into(parent, 0))).unwrap_err();
        assert_eq!(error.obstacle, obstacle, "{item:?} to {parent:?}: {error}");
    }
}

#[test]
fn names_are_not_given_twice() {
    for (operation, obstacle) in [
        (set(&[0], "name", "b"), Obstacle::Taken),
        (set(&[0], "name", ""), Obstacle::Impossible),
        (unset(&[0], "name"), Obstacle::Impossible),
        (set(&[0, 0, 0], "name", "val"), Obstacle::Impossible),
        (set(&[0, 0], "required", "maybe"), Obstacle::Impossible),
        (set(&[0], "annotation", "q"), Obstacle::Impossible),
        (set(&[0], "nmae", "q"), Obstacle::Impossible),
        (set(&[5], "name", "q"), Obstacle::Missing),
    ] {
        let error = apply(TWO, &operation).unwrap_err();
        assert_eq!(error.obstacle, obstacle, "{operation:?}: {error}");
    }
    assert_eq!(apply(TWO, &set(&[0], "name", "a")).unwrap().edits, []);
}

#[test]
fn copies_have_a_name_of_their_own() {
    let copy = |indices: &[usize]| Operation::Duplicate { item: path(indices) };
    let text = "edits:\n- name: a\n  hotkey: x # key\n- name: a_2\n";
    assert_eq!(
        changed(text, &copy(&[0])),
        "edits:\n- name: a\n  hotkey: x # key\n- name: a_3\n- name: a_2\n"
    );
    let text = "edits: [{name: a}]\n";
    assert_eq!(changed(text, &copy(&[0])), "edits: [{name: a}, {name: a_2}]\n");
}

#[test]
fn what_is_shared_is_not_changed() {
    let text = "\
edits:
  - &a
    name: a
    annotation: &q
      - name: q
        options: &o [{name: x}, {name: y}]
      - {name: r, options: *o}
  - name: b
    annotation: *q
  - <<: *a
    name: c
";
    let outline = outline(text);
    let locked = |indices: &[usize]| {
        outline.find(&path(indices)).unwrap().locked.as_ref().map(|error| error.obstacle)
    };
    for (indices, expected) in [
        (&[0][..], Some(Obstacle::Shared)),
        (&[0, 0], Some(Obstacle::Shared)),
        (&[1], None),
        (&[1, 0], Some(Obstacle::Shared)),
        (&[1, 0, 0], Some(Obstacle::Shared)),
        (&[2], None),
        (&[2, 0], Some(Obstacle::Shared)),
    ] {
        assert_eq!(locked(indices), expected, "{indices:?}");
    }
    for operation in [
        set(&[0], "name", "z"),
        set(&[0, 0, 0], "name", "z"),
        set(&[1, 1], "name", "z"),
        set(&[2, 0], "name", "z"),
        delete(&[0]),
        delete(&[0, 0]),
        delete(&[1, 0]),
        delete(&[2, 0]),
        add_option(&[0, 1]),
        add_question(&[1], Answers::Binary),
        add_question(&[2], Answers::Binary),
        move_to(&[0], Destination::Down),
        unset(&[2], "annotation"),
    ] {
        let error = apply(text, &operation).unwrap_err();
        assert!(
            error.obstacle == Obstacle::Shared || operation == unset(&[2], "annotation"),
            "{operation:?}: {error}"
        );
    }
    assert_eq!(
        changed(text, &set(&[1], "label", "B")),
        text.replace("name: b\n", "name: b\n    label: B\n")
    );
    assert_eq!(
        changed(text, &set(&[2], "label", "C")),
        text.replace("name: c\n", "name: c\n    label: C\n")
    );
    assert_eq!(changed(text, &move_to(&[1], Destination::Down)).matches('*').count(), 3);
}

#[test]
fn items_go_with_their_comments() {
    for (operation, old, new) in [
        (
            delete(&[0]),
            "  # Words that are gone.\n  - name: deletion\n    label: Deletion # seen by people\n    enable_input: true\n\n",
            "",
        ),
        (delete(&[1, 0, 0]), "          # Fine.\n          - name: good\n", ""),
        (
            delete(&[1, 0, 1]),
            "          - name: bad # Not fine.\n            options: likert-3\n",
            "",
        ),
    ] {
        assert_eq!(changed(SMALL, &operation), small(&[(old, new)]), "{operation:?}");
    }
    let only =
        "edits:\n- name: a\n  annotation:\n  # why\n  - name: q\n    options:\n    - name: o\n";
    assert_eq!(changed(only, &delete(&[0])), "edits: []\n");
    assert_eq!(changed(only, &delete(&[0, 0])), "edits:\n- name: a\n");
    assert_eq!(
        changed(only, &delete(&[0, 0, 0])),
        only.replace("options:\n    - name: o", "options: []")
    );
}
