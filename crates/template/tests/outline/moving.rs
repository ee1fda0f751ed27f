//! Moving and deleting items, case by case.

use super::*;

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
    assert_eq!(changed(SMALL, &move_to(&[0], MoveDestination::Down)), swapped);
    assert_eq!(changed(SMALL, &move_to(&[1], MoveDestination::Up)), swapped);
    assert_eq!(
        changed(SMALL, &move_to(&[1, 0, 0], MoveDestination::Down)),
        small(&[
            ("          # Fine.\n          - name: good\n", ""),
            ("likert-3\n", "likert-3\n          # Fine.\n          - name: good\n"),
        ])
    );
    apply(SMALL, &move_to(&[0], MoveDestination::Up)).unwrap_err();
    apply(SMALL, &move_to(&[1], MoveDestination::Down)).unwrap_err();
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
        assert_eq!(changed(&text(old), &move_to(&[0], MoveDestination::Down)), text(new));
        assert_eq!(changed(&text(new), &move_to(&[0], MoveDestination::Down)), text(old));
    }
}

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
            &[("          - name: no\n", ""), ("[x, {name: y}]", "[x, {name: no}, {name: y}]")],
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
        (&[0, 0, 0][..], &[1, 1][..], OutlineObstacle::Impossible),
        (&[0, 0, 0], &[1, 0], OutlineObstacle::Impossible),
        (&[0, 0, 0], &[0, 0, 0, 0], OutlineObstacle::Impossible),
        (&[0, 0], &[0, 0, 0], OutlineObstacle::Impossible),
        (&[0, 0, 7], &[0, 0, 0], OutlineObstacle::Missing),
    ] {
        let error = apply(TWO, &move_to(item, into(parent, 0))).unwrap_err();
        assert_eq!(error.obstacle, obstacle, "{item:?} to {parent:?}: {error}");
    }
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
