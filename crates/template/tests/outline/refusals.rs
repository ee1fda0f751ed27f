//! Refused operations, with the reasons.

use super::*;

#[test]
fn names_are_not_given_twice() {
    for (operation, obstacle) in [
        (set(&[0], "name", "b"), OutlineObstacle::Taken),
        (set(&[0], "name", ""), OutlineObstacle::Impossible),
        (unset(&[0], "name"), OutlineObstacle::Impossible),
        (set(&[0, 0, 0], "name", "val"), OutlineObstacle::Impossible),
        (set(&[0, 0], "required", "maybe"), OutlineObstacle::Impossible),
        (set(&[0], "annotation", "q"), OutlineObstacle::Impossible),
        (set(&[0], "nmae", "q"), OutlineObstacle::Impossible),
        (set(&[5], "name", "q"), OutlineObstacle::Missing),
    ] {
        let error = apply(TWO, &operation).unwrap_err();
        assert_eq!(error.obstacle, obstacle, "{operation:?}: {error}");
    }
    assert_eq!(apply(TWO, &set(&[0], "name", "a")).unwrap().edits, []);
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
        (&[0][..], Some(OutlineObstacle::Shared)),
        (&[0, 0], Some(OutlineObstacle::Shared)),
        (&[1], None),
        (&[1, 0], Some(OutlineObstacle::Shared)),
        (&[1, 0, 0], Some(OutlineObstacle::Shared)),
        (&[2], None),
        (&[2, 0], Some(OutlineObstacle::Shared)),
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
        add_question(&[1], AnswerKind::Binary),
        add_question(&[2], AnswerKind::Binary),
        move_to(&[0], MoveDestination::Down),
        unset(&[2], "annotation"),
    ] {
        let error = apply(text, &operation).unwrap_err();
        assert!(error.obstacle == OutlineObstacle::Shared, "{operation:?}: {error}");
    }
    assert_eq!(
        changed(text, &set(&[1], "label", "B")),
        text.replace("name: b\n", "name: b\n    label: B\n")
    );
    assert_eq!(
        changed(text, &set(&[2], "label", "C")),
        text.replace("name: c\n", "name: c\n    label: C\n")
    );
    assert_eq!(changed(text, &move_to(&[1], MoveDestination::Down)).matches('*').count(), 3);
}
