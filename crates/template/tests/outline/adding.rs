//! Adding items, case by case.

use super::*;

// Thresh 11.15: no program that makes templates
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
        changed(SMALL, &add_question(&[1], AnswerKind::Textbox)),
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
        changed(SMALL, &add_question(&[0], AnswerKind::List)),
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
fn copies_have_a_name_of_their_own() {
    let copy = |indices: &[usize]| OutlineOperation::Duplicate { item: path(indices) };
    let text = "edits:\n- name: a\n  hotkey: x # key\n- name: a_2\n";
    assert_eq!(
        changed(text, &copy(&[0])),
        "edits:\n- name: a\n  hotkey: x # key\n- name: a_3\n- name: a_2\n"
    );
    let text = "edits: [{name: a}]\n";
    assert_eq!(changed(text, &copy(&[0])), "edits: [{name: a}, {name: a_2}]\n");
}

#[test]
fn questions_about_instances_are_items_too() {
    let list = ItemPath::of_list(OutlineList::InstanceQuestions);
    let add = |answers| OutlineOperation::AddQuestion {
        to: list.clone(),
        name: None,
        label: None,
        answers,
    };
    let edits = "edits:\n  - name: a\n    annotation:\n      - {name: b, options: binary}\n";
    let text = format!("template_name: t\n{edits}");
    let asked = changed(&text, &add(AnswerKind::Binary));
    let question = "instance_questions:\n  - name: new_question\n    options: binary\n";
    assert_eq!(asked, format!("{text}{question}"));
    let outline = outline(&asked);
    let item = &outline.instance_questions[0];
    assert_eq!(
        (item.kind, item.path.to_string().as_str()),
        (ItemKind::Question, "instance_questions 0")
    );
    assert_eq!(item.answers, Some(AnswerKind::Binary));
    assert_eq!(outline.find(&item.path), Some(item));
    assert_eq!(outline.at(item.bytes.start), Some(item));
    let twice = changed(&asked, &add(AnswerKind::List));
    let second = list.child(1);
    let label = OutlineOperation::SetText {
        item: second.child(0),
        key: "label".to_owned(),
        value: Some("One".to_owned()),
    };
    let labelled = changed(&twice, &label);
    assert!(
        labelled.ends_with("options:\n      - name: new_option\n        label: One\n"),
        "{labelled}"
    );
    let up = OutlineOperation::Move { item: second, to: MoveDestination::Up };
    let moved = super::outline(&changed(&labelled, &up));
    assert_eq!(moved.instance_questions[0].children[0].label, "One");
    // Into a category, and out of the list.
    let into = MoveDestination::Into { parent: ItemPath::new([0]), index: 1 };
    let into = OutlineOperation::Move { item: list.child(0), to: into };
    let gone = changed(&asked, &into);
    let outline = super::outline(&gone);
    assert!(outline.instance_questions.is_empty(), "{gone}");
    assert_eq!(outline.categories[0].children[1].name, "new_question");
    let delete = OutlineOperation::Delete { item: list.child(0) };
    assert_eq!(changed(&asked, &delete), text);
}
