//! Setting texts, colours and answers, case by case.

use super::*;

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
fn a_name_follows_from_a_label() {
    for (item, label, name) in [
        (&[0][..], "Fluency error", "fluency_error"),
        (&[0], "  Style / register (formal) ", "style_register_formal"),
        (&[0], "“Ça va”…", "ça_va"),
        (&[0], "व्याकरण की त्रुटि", "व्याकरण_की_त्रुटि"),
        (&[0], "译文 错误", "译文_错误"),
        (&[0], "Deletion", "deletion"),
        (&[0], "Insertion", "insertion_2"),
        (&[0], "…", "deletion"),
        (&[1, 0], "What Kind?", "what_kind"),
        (&[1, 0, 1], "Good", "good_2"),
        (&[1, 0, 1], "val", "val_2"),
    ] {
        let new = changed(SMALL, &label_and_name(item, label));
        let outline = outline(&new);
        let found = outline.find(&path(item)).unwrap();
        assert_eq!((found.name.as_str(), found.label.as_str()), (name, label));
    }
    apply(SMALL, &label_and_name(&[], "New")).unwrap_err();
}

#[test]
fn a_renamed_category_has_its_new_name_in_the_formula_of_the_score_too() {
    let with = |score: &str| SMALL.replace("edits:", &format!("{score}edits:"));
    for (score, operation, expected) in [
        ("score: deletion / words\n", set(&[0], "name", "cut"), "score: cut / words\n"),
        ("score: deletion / words\n", label_and_name(&[0], "Cut"), "score: cut / words\n"),
        (
            "score: 1 - 'deletion' # of all\n",
            set(&[0], "name", "cut out"),
            "score: 1 - 'cut out' # of all\n",
        ),
        ("score: \"deletion\"\n", set(&[0], "name", "cut out"), "score: \"'cut out'\"\n"),
        (
            "score: >-\n  deletion\n  + insertion\n",
            set(&[1], "name", "plus"),
            "score: deletion + plus\n",
        ),
        ("score: edits\n", set(&[0], "name", "cut"), "score: edits\n"),
        ("score: mqm\n", set(&[0], "name", "cut"), "score: mqm\n"),
        // A question or an option is no category.
        ("score: deletion\n", set(&[1, 0], "name", "cut"), "score: deletion\n"),
        // A formula that cannot be read stays as it is.
        ("score: deletion +\n", set(&[0], "name", "cut"), "score: deletion +\n"),
    ] {
        let unchanged_score = changed(SMALL, &operation);
        let expected = unchanged_score.replace("edits:", &format!("{expected}edits:"));
        assert_eq!(changed(&with(score), &operation), expected, "{score}");
    }
    // Another category keeps the name, which is an error of its own.
    let twice = with("score: deletion\n").replace("name: insertion", "name: deletion");
    assert!(changed(&twice, &set(&[1], "name", "cut")).contains("score: deletion\n"));
}

#[test]
fn a_name_that_the_formula_of_the_score_cannot_have_is_refused() {
    let text = format!("score: deletion\n{SMALL}");
    for name in ["don't", "mqm"] {
        let error = apply(&text, &set(&[0], "name", name)).unwrap_err();
        assert_eq!(error.obstacle, OutlineObstacle::Unusual, "{name}");
        assert!(changed(&text, &set(&[1], "name", name)).contains("score: deletion\n"));
    }
}

#[test]
fn an_item_that_was_added_has_a_placeholder_for_its_name_until_it_gets_another() {
    let placeholder = |text: &str, item: &[usize]| {
        outline(text).find(&path(item)).unwrap().has_placeholder_name()
    };
    let mut text = SMALL.to_owned();
    for at in [1, 2] {
        text = changed(&text, &add_option(&[1, 0]));
        assert!(placeholder(&text, &[1, 0, at + 1]));
    }
    assert!(!placeholder(&text, &[1, 0, 0]));
    text = changed(&text, &label_and_name(&[1, 0, 3], "Better"));
    assert!(!placeholder(&text, &[1, 0, 3]));
    text = changed(&text, &set(&[1, 0, 2], "name", "new_option_b"));
    assert!(!placeholder(&text, &[1, 0, 2]));
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
        changed(text, &answers(&[0, 0, 1], Some(AnswerKind::Binary))),
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
    let color = |value| OutlineOperation::SetColor { item: path(&[0]), color: value };
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
        (" binary", AnswerKind::Likert5, " likert-5"),
        (" binary # c", AnswerKind::List, " # c\n    - name: new_option"),
        ("", AnswerKind::List, list),
        (
            " # c\n    # x\n    - name: a\n      # y\n    - name: b\n      # z",
            AnswerKind::Textbox,
            " textbox # c",
        ),
        (" [a, b]", AnswerKind::Textarea, " textarea"),
        (" []", AnswerKind::List, list),
    ] {
        let new = question(new);
        assert_eq!(changed(&question(old), &answers(&[0, 0], Some(to))), new, "{old:?}");
    }
    assert_eq!(
        changed(SMALL, &answers(&[1, 0, 1], None)),
        small(&[("\n            options: likert-3", "")])
    );
    apply(SMALL, &answers(&[1, 0], None)).unwrap_err();
    apply(SMALL, &answers(&[1], Some(AnswerKind::Binary))).unwrap_err();
}
