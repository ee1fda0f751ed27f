use proptest::prelude::*;

use super::*;
use crate::{CategoryShape, Choice, Color, LikertScale, QuestionKind, Typology, compile};

fn salsa() -> Typology {
    let compiled = compile(include_str!("../../../../templates/salsa/template.yml"));
    compiled.template.unwrap().typology
}

fn all_samples() -> Vec<Typology> {
    let drawn = [samples::deep(), samples::wide(), samples::many(), samples::flat()];
    drawn.into_iter().chain([samples::arabic(), salsa()]).collect()
}

fn drawn(typology: &Typology, options: &DiagramOptions) -> Diagram {
    layout(&TypologyTree::of("Label", typology), &DiagramWords::english(), options)
}

fn node<'p>(diagram: &'p Diagram, name: &str) -> &'p DiagramNode {
    let named = |node: &&DiagramNode| node.full_text.lines().next() == Some(name);
    diagram.nodes.iter().find(named).unwrap()
}

fn said(text: Option<&DiagramText>) -> &str {
    text.map(|text| text.text.as_str()).unwrap_or_default()
}

/// The start and the end of a path.
fn ends(path: &str) -> ((i32, i32), (i32, i32)) {
    let (mut x, mut y, mut begin) = (0, 0, None);
    let commands = path.split_inclusive(|c: char| c.is_ascii_alphabetic());
    let mut command = 'M';
    for piece in commands {
        let numbers: Vec<i32> =
            piece.split(|c: char| !c.is_ascii_digit() && c != '-').flat_map(str::parse).collect();
        match (command, numbers.as_slice()) {
            ('H', [to]) => x = *to,
            ('V', [to]) => y = *to,
            (_, [.., to_x, to_y]) => (x, y) = (*to_x, *to_y),
            _ => assert!(numbers.is_empty(), "{path}"),
        }
        if command == 'M' && !numbers.is_empty() {
            begin = Some((x, y));
        }
        command = piece.chars().last().unwrap();
    }
    (begin.unwrap(), (x, y))
}

fn at_side(node: &DiagramNode, (x, y): (i32, i32)) -> bool {
    [node.x, node.x + node.width].contains(&x) && (node.y..=node.y + node.height).contains(&y)
}

fn in_box(node: &DiagramNode, (x, y): (i32, i32)) -> bool {
    (node.x..=node.x + node.width).contains(&x) && (node.y..=node.y + node.height).contains(&y)
}

fn assert_sound(diagram: &Diagram) -> Result<(), TestCaseError> {
    let inside =
        |x: i32, y: i32| (0..=diagram.width).contains(&x) && (0..=diagram.height).contains(&y);
    for (at, node) in diagram.nodes.iter().enumerate() {
        prop_assert!(node.width > 0 && node.height > 0);
        prop_assert!(inside(node.x, node.y), "{:?}", node);
        prop_assert!(inside(node.x + node.width, node.y + node.height), "{:?}", node);
        for other in diagram.nodes.iter().skip(at + 1) {
            let beside = node.x + node.width <= other.x || other.x + other.width <= node.x;
            let above = node.y + node.height <= other.y || other.y + other.height <= node.y;
            prop_assert!(beside || above, "{:?} overlaps {:?}", node, other);
        }
        for text in node.label.iter().chain(&node.note) {
            prop_assert!((node.x..=node.x + node.width).contains(&text.x));
            prop_assert!((node.y..=node.y + node.height).contains(&text.y));
        }
    }
    prop_assert_eq!(diagram.edges.len() + 1, diagram.nodes.len());
    for (at, edge) in diagram.edges.iter().enumerate() {
        prop_assert!(edge.to == at + 1 && edge.from < edge.to);
        let (parent, child) = (&diagram.nodes[edge.from], &diagram.nodes[edge.to]);
        prop_assert_eq!(child.depth, parent.depth + 1);
        prop_assert!(!parent.leaf);
        let (begin, end) = ends(&edge.path);
        prop_assert!(inside(begin.0, begin.1));
        prop_assert!(at_side(child, end), "{}", edge.path);
        let first = diagram.edges[..at].iter().all(|before| before.from != edge.from);
        prop_assert!(
            match (first, diagram.font_size) {
                (_, 0) => at_side(parent, begin),
                (true, _) if edge.from == 0 => begin.1 == parent.y + parent.height,
                // Beside the first line of a label, where the second or the note may be longer.
                (true, _) if parent.height > diagram.nodes[0].height => in_box(parent, begin),
                (true, _) => at_side(parent, begin),
                (false, _) => !diagram.nodes.iter().any(|node| in_box(node, begin)),
            },
            "{:?} {}",
            parent,
            edge.path
        );
    }
    Ok(())
}

fn any_options() -> impl Strategy<Value = DiagramOptions> {
    let direction =
        prop_oneof![Just(DiagramDirection::LeftToRight), Just(DiagramDirection::RightToLeft)];
    let levels = proptest::option::of(0..5usize);
    let sizes = (any_size(), any_size(), any_size(), any_size());
    (sizes, direction, levels).prop_map(|(sizes, direction, levels)| {
        let (row_height, font_size, max_label_width, good_width) = sizes;
        DiagramOptions { row_height, font_size, max_label_width, good_width, direction, levels }
    })
}

fn any_size() -> impl Strategy<Value = i32> {
    prop_oneof![0..60, 0..1500, any::<i32>()]
}

proptest! {
    #[test]
    fn no_boxes_overlap_and_lines_join_them(
        typology in samples::any_typology(), options in any_options()
    ) {
        assert_sound(&drawn(&typology, &options))?;
    }

    #[test]
    fn a_picture_is_as_wide_as_it_is_deep(typology in samples::any_typology()) {
        let options = DiagramOptions::default();
        let diagram = drawn(&typology, &options);
        let deepest = diagram.nodes.iter().map(|node| node.depth).max().unwrap();
        let deepest = i32::try_from(deepest).unwrap();
        // The root, or all but the last with half of the width, the last with its note.
        let most = options.max_label_width;
        prop_assert!(diagram.width <= (deepest * (most + 50)).max(most * 3) + most * 2);
    }

    #[test]
    fn from_right_to_left_is_the_mirror_image(typology in samples::any_typology()) {
        let diagram = drawn(&typology, &DiagramOptions::default());
        let direction = DiagramDirection::RightToLeft;
        let mirrored = drawn(&typology, &DiagramOptions { direction, ..DiagramOptions::default() });
        prop_assert_eq!((diagram.width, diagram.height), (mirrored.width, mirrored.height));
        for (node, other) in diagram.nodes.iter().zip(&mirrored.nodes) {
            prop_assert_eq!(node.x, diagram.width - other.x - other.width);
            for (text, turned) in node.label.iter().zip(&other.label) {
                prop_assert_eq!(text.x, diagram.width - turned.x);
                prop_assert_ne!(text.anchor, turned.anchor);
            }
        }
    }

    #[test]
    fn thumbnails_are_drawn_without_overlaps(typology in samples::any_typology()) {
        for direction in [DiagramDirection::LeftToRight, DiagramDirection::RightToLeft] {
            assert_sound(&thumbnail(&typology, direction))?;
        }
    }

    #[test]
    fn any_picture_is_well_formed(typology in samples::any_typology(), title in "(?s).{0,20}") {
        let file = svg_file(&drawn(&typology, &DiagramOptions::default()), &title);
        prop_assert!(is_well_formed(&file), "{}", file);
    }
}

/// Returns `true` if every element is closed and XML 1.0 allows every character.
fn is_well_formed(file: &str) -> bool {
    let mut pieces = file.split('<');
    if pieces.next() != Some("") {
        return false;
    }
    let mut open = Vec::new();
    for piece in pieces {
        let Some((tag, content)) = piece.split_once('>') else { return false };
        match tag.strip_prefix('/') {
            Some(name) if open.pop() != Some(name) => return false,
            None if !tag.ends_with('/') => open.push(tag.split(' ').next().unwrap_or_default()),
            _ => {}
        }
        let known = ["amp;", "lt;", "gt;", "quot;", "#39;", "#13;"];
        let escaped = |rest: &str| known.iter().any(|name| rest.starts_with(name));
        if tag.matches('"').count() % 2 == 1 || !content.split('&').skip(1).all(escaped) {
            return false;
        }
    }
    let forbidden =
        |c: char| (c < ' ' && !matches!(c, '\n' | '\t')) || matches!(c, '\u{fffe}' | '\u{ffff}');
    open.is_empty() && !file.contains(forbidden)
}

#[test]
fn all_samples_are_drawn_soundly() {
    for typology in all_samples() {
        assert_sound(&drawn(&typology, &DiagramOptions::default())).unwrap();
        assert_sound(&thumbnail(&typology, DiagramDirection::LeftToRight)).unwrap();
    }
}

#[test]
fn a_picture_is_as_high_as_it_has_leaves() {
    let options = DiagramOptions::default();
    for (typology, leaves) in
        [(samples::flat(), 6), (samples::many(), 35), (Typology::default(), 0)]
    {
        let frame = drawn(&Typology::default(), &options).height;
        assert_eq!(drawn(&typology, &options).height, frame + leaves * options.row_height);
    }
}

#[test]
fn six_levels_and_35_categories_fit_into_a_page() {
    for typology in all_samples() {
        let diagram = drawn(&typology, &DiagramOptions::default());
        assert!(diagram.width <= 1000, "{}", diagram.width);
    }
    let deep = drawn(&samples::deep(), &DiagramOptions::default());
    assert_eq!(deep.nodes.iter().map(|node| node.depth).max(), Some(7));
}

#[test]
fn a_long_label_goes_on_below_and_is_shortened_only_then() {
    let long = "A question of unusual length that says more than a label should";
    let options = samples::options(&format!("{long}\n  Yes\n  {long}\n"));
    let question = samples::question("Q", options);
    let typology = Typology::new([samples::category("C", 0, vec![question])]);
    let options =
        DiagramOptions { max_label_width: 200, good_width: 660, ..DiagramOptions::default() };
    let diagram = drawn(&typology, &options);
    let long: Vec<&DiagramNode> =
        diagram.nodes.iter().filter(|n| n.full_text.starts_with(long)).collect();
    let lines =
        |at: usize| -> Vec<&str> { long[at].label.iter().map(|t| t.text.as_str()).collect() };
    assert_eq!(lines(0), ["A question of unusual length", "that says more than a label…"]);
    assert_eq!(lines(1), ["A question of unusual length that says…"]);
}

#[test]
fn the_only_question_of_each_category_has_no_node_of_its_own() {
    let diagram = drawn(&samples::deep(), &DiagramOptions::default());
    let category = node(&diagram, "Intentional");
    assert_eq!(said(category.note.as_ref()), "Kind");
    assert_eq!(category.full_text, "Intentional\nKind\nWhat about Kind?");
    assert_eq!(node(&diagram, "Abbreviation").depth, 2);
    assert_eq!(said(diagram.nodes[0].note.as_ref()), "each: target");

    let diagram = drawn(&salsa(), &DiagramOptions::default());
    assert_eq!(said(node(&diagram, "Deletion").note.as_ref()), "source");
    assert_eq!(node(&diagram, "Effect").part, DiagramNodeKind::Question);
    let good = node(&diagram, "Good deletion");
    assert_eq!((good.depth, said(good.note.as_ref())), (3, "1–3"));
    assert_eq!(
        good.full_text,
        "Good deletion\nA detail goes that the reader can do without, and the text gets easier.\nHow much does the deletion help?"
    );
}

#[test]
fn levels_that_are_left_out_are_counted() {
    let options = DiagramOptions { levels: Some(2), ..DiagramOptions::default() };
    let diagram = drawn(&salsa(), &options);
    assert_eq!(diagram.nodes.iter().map(|node| node.depth).max(), Some(2));
    assert_eq!(said(node(&diagram, "Information").note.as_ref()), "+14");
    let options = DiagramOptions { levels: Some(1), ..DiagramOptions::default() };
    let diagram = drawn(&samples::deep(), &options);
    assert_eq!(said(node(&diagram, "Unintentional").note.as_ref()), "Kind of error · +18");
}

#[test]
fn each_answer_has_its_note() {
    let words = DiagramWords::english();
    for (kind, required, note) in [
        (QuestionKind::Binary, true, "yes / no"),
        (QuestionKind::Likert(LikertScale::Three), true, "1–3"),
        (QuestionKind::Likert(LikertScale::Five), false, "1–5 · optional"),
        (QuestionKind::Textbox, true, "short text"),
        (QuestionKind::Textarea, false, "text · optional"),
        (samples::options("one\ntwo\n"), true, ""),
        (samples::options("one\ntwo\n"), false, "optional"),
    ] {
        let mut question = samples::question("Q", kind);
        question.required = required;
        let typology = Typology::new([samples::category("C", 0, vec![question])]);
        let tree = TypologyTree::of("T", &typology);
        assert_eq!(words.note(&tree.branches[0].children[0]), note);
    }
}

#[test]
fn questions_about_instances_stand_after_the_categories() {
    let asked = samples::question("Fluent", QuestionKind::Binary);
    let mut kind = samples::question("Kind", samples::options("news\nother\n"));
    kind.required = false;
    let typology = Typology::new([samples::category("C", 0, Vec::new())]);
    let typology = typology.with_instance_questions(vec![asked, kind]);
    let diagram = drawn(&typology, &DiagramOptions::default());
    let first = |node: &DiagramNode| said(node.label.first()).to_owned();
    let labels: Vec<String> = diagram.nodes.iter().skip(1).map(first).collect();
    assert_eq!(labels, ["C", "Fluent", "Kind", "news", "other"]);
    for (name, note) in
        [("Fluent", "whole instance · yes / no"), ("Kind", "whole instance · optional")]
    {
        assert_eq!(said(node(&diagram, name).note.as_ref()), note);
        assert_eq!(node(&diagram, name).color, None);
    }
    let file = svg_file(&diagram, "T");
    assert!(is_well_formed(&file) && file.contains("Fluent"), "{file}");
}

#[test]
fn each_shape_has_its_note() {
    let template = "template_name: t\nedits:\n
  - {name: a, enable_input: true}\n  - {name: b, enable_output: true, type: multi_span}\n
  - {name: c, enable_input: true, enable_output: true}\n  - {name: d, type: split}\n
  - {name: e, type: composite}\n  - {name: f}\n";
    let tree = TypologyTree::of("T", &compile(template).template.unwrap().typology);
    let notes: Vec<String> =
        tree.branches.iter().map(|category| DiagramWords::english().note(category)).collect();
    let expected = [
        "source",
        "target · several spans",
        "source + target",
        "target · insertion point",
        "other edits",
        "no span",
    ];
    assert_eq!(notes, expected);
}

#[test]
fn texts_of_a_template_are_brought_onto_one_line() {
    let option = Choice {
        description: Some(" Two\n\nlines\u{0}".to_owned()),
        ..samples::choice("a\tb\u{7}", None)
    };
    let blank = Choice { label: " ".to_owned(), ..samples::choice("nameless", None) };
    let question = samples::question("Q", QuestionKind::Choice(vec![option, blank]));
    let mut category = samples::category(" C\r\n", 0, vec![question]);
    category.shape = CategoryShape::Whole;
    let tree = TypologyTree::of("TypologyTree\n", &Typology::new([category]));
    assert_eq!(tree.label, "TypologyTree");
    let category = &tree.branches[0];
    let option = &category.children[0].children[0];
    assert_eq!((category.label.as_str(), option.label.as_str()), ("C", "a b"));
    assert_eq!(option.description, "Two lines");
    assert_eq!(category.children[0].children[1].label, "nameless");
    assert_eq!(category.children[0].prompt, "What about Q?");
}

#[test]
fn thumbnails_differ_and_keep_within_their_frame() {
    let diagrams: Vec<Diagram> = all_samples()
        .iter()
        .map(|typology| thumbnail(typology, DiagramDirection::LeftToRight))
        .collect();
    for (at, diagram) in diagrams.iter().enumerate() {
        assert!(!diagrams[..at].contains(diagram));
        assert_eq!((diagram.width, diagram.height), (720, 288));
        assert!(diagram.nodes.iter().all(|node| node.label.is_empty() && node.note.is_none()));
    }
}

#[test]
fn a_thumbnail_leaves_out_what_is_too_fine() {
    let below: String = (0..40).map(|at| format!("Option {at}\n  a\n  b\n  c\n")).collect();
    let choice = samples::question("Q", samples::options(&below));
    let binary = samples::question("R", QuestionKind::Binary);
    let (one, two) = (vec![choice.clone()], vec![choice, binary]);
    for (categories, questions, nodes) in [
        // A single question: its options, 40 per category, or none if they are too many.
        (1, &one, 1 + 1 + 40),
        (2, &one, 1 + 2 + 2 * 40),
        (3, &one, 1 + 3),
        // Several questions, without their options.
        (3, &two, 1 + 3 + 3 * 2),
        // Only the first categories.
        (300, &two, 1 + 96),
    ] {
        let category = |at: usize| samples::category(&at.to_string(), at, questions.clone());
        let typology = Typology::new((0..categories).map(category));
        let diagram = thumbnail(&typology, DiagramDirection::LeftToRight);
        assert_eq!(diagram.nodes.len(), nodes, "{categories} categories");
        assert_sound(&diagram).unwrap();
    }
}

#[test]
fn a_file_says_all_and_refers_to_nothing() {
    let category = samples::category("<script>alert('1')</script> & \"more\"", 0, Vec::new());
    let typology = Typology::new([category, samples::category("حذف", 1, Vec::new())]);
    let file = svg_file(&drawn(&typology, &DiagramOptions::default()), "A <b> title");
    assert!(is_well_formed(&file));
    assert!(file.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\" width="));
    assert!(file.contains("<title>A &lt;b&gt; title</title>"));
    assert!(file.contains("Label (each: target)\n  &lt;script&gt;"));
    assert!(file.contains(" text-anchor=\"end\" direction=\"rtl\""));
    for refused in ["<script", "href", "style=", "class=", "var(", "url(", "foreignObject"] {
        assert!(!file.contains(refused), "{refused}");
    }
}

#[test]
fn colours_of_a_file_are_readable_on_white() {
    let mut pale = samples::category("Pale", 0, Vec::new());
    pale.color = Color::from_rgb(0xff_ff_cc);
    let diagram = drawn(&Typology::new([pale]), &DiagramOptions::default());
    assert_eq!(diagram.nodes[1].color, Some(Color::from_rgb(0xff_ff_cc)));
    assert!(!svg_file(&diagram, "t").contains("#ffffcc"));
}
