use super::*;
use proptest::prelude::*;
use spanwise_limits::{MOST_CHART_POINTS, MOST_SHOWN_COLUMNS, MOST_SHOWN_ENTRIES};

fn tree(text: &str) -> JsonTree {
    JsonTree::parse(text).unwrap_or_else(|| panic!("{text}"))
}

#[test]
fn only_one_whole_object_or_list_is_data() {
    let cases = [
        ("{}", true),
        (" [] \n", true),
        (r#"{"a": [1, {"b": null}], "c": ""}"#, true),
        ("", false),
        ("7", false),
        ("\"a\"", false),
        ("[link](https://example.org)", false),
        ("[1] A footnote.", false),
        ("[1, 2", false),
        ("{a: 1}", false),
        ("{} {}", false),
        ("[1,]", false),
        ("\u{feff}[]", false),
    ];
    for (text, is_data) in cases {
        assert_eq!(JsonTree::parse(text).is_some(), is_data, "{text}");
    }
    let deep = |depth: usize| "[".repeat(depth) + &"]".repeat(depth);
    assert!(JsonTree::parse(&deep(spanwise_limits::DEEPEST_DATA)).is_some());
    assert!(JsonTree::parse(&deep(spanwise_limits::DEEPEST_DATA + 1)).is_none());
    assert!(JsonTree::parse(&deep(1_000_000)).is_none());
}

#[test]
fn values_have_names_and_paths() {
    let tree = tree(r#"{"teams": [{"name": "A\u0062", "n": 1.50}, [], {}], "a b": {"": null}}"#);
    let found: Vec<String> = (0..tree.nodes.len())
        .map(NodeId)
        .map(|id| format!("{}|{}|{}", tree.path(id), tree.name(id), tree.count(id)))
        .collect();
    let expected = [
        "||2",
        "teams|teams|3",
        "teams[0]|0|2",
        "teams[0].name|name|0",
        "teams[0].n|n|0",
        "teams[1]|1|0",
        "teams[2]|2|0",
        r#"["a b"]|a b|1"#,
        r#"["a b"][""]||0"#,
    ];
    assert_eq!(found, expected);
    let shown = |at| tree.shown(NodeId(at)).into_owned();
    assert_eq!((shown(3), shown(4), shown(8)), ("Ab".into(), "1.50".into(), "null".into()));
}

#[test]
fn values_have_shapes() {
    let wide = |columns: usize| {
        let row: Vec<String> = (0..columns).map(|n| n.to_string()).collect();
        let row = row.join(",");
        format!("[[{row}],[{row}]]")
    };
    let table = |columns: &[&str], has_header| {
        let columns = columns.iter().map(|name| (*name).to_owned()).collect();
        Some(Shape::Table(DataTable { columns, has_header }))
    };
    let cases = [
        ("{}", Some(Shape::Entries)),
        ("[]", Some(Shape::Entries)),
        ("[1]", Some(Shape::Entries)),
        ("[1, 2.5, -3e2]", Some(Shape::Numbers)),
        ("[1, \"2\"]", Some(Shape::Entries)),
        (r#"["a", "b"]"#, Some(Shape::Entries)),
        (r#"[{"a": 1}]"#, Some(Shape::Entries)),
        (r#"[{"a": 1, "b": 2}, {"b": 3, "a": 4}]"#, table(&["a", "b"], false)),
        (r#"[{"a": 1, "b": 2}, {"a": 3}]"#, table(&["a", "b"], false)),
        (r#"[{"a": 1}, {"b": 2}]"#, Some(Shape::Entries)),
        (r#"[{}, {}]"#, Some(Shape::Entries)),
        (r#"[{"a": 1}, {"\u0061": 2}]"#, Some(Shape::Entries)),
        (r#"[{"a": 1}, 2]"#, Some(Shape::Entries)),
        (r#"[["x", "y"], ["a", 1], ["b", 2]]"#, table(&["x", "y"], true)),
        (r#"[["x", "x"], ["a", 1]]"#, table(&["0", "1"], false)),
        (r#"[["x", "y"], ["a", "b"]]"#, table(&["0", "1"], false)),
        ("[[1, 2], [3, 4]]", table(&["0", "1"], false)),
        ("[[1, 2], [3]]", Some(Shape::Entries)),
        ("[[], []]", Some(Shape::Entries)),
    ];
    for (text, shape) in cases {
        let tree = tree(text);
        assert_eq!(Some(tree.shape(tree.root())), shape, "{text}");
    }
    let shape = |text: &str| tree(text).shape(NodeId(0));
    assert!(matches!(shape(&wide(MOST_SHOWN_COLUMNS)), Shape::Table(_)));
    assert_eq!(shape(&wide(MOST_SHOWN_COLUMNS + 1)), Shape::Entries);
}

#[test]
fn cells_stand_in_their_columns() {
    let tree = tree(r#"[{"a": 1, "b": 2}, {"b": 3, "a": 4}, {"a": 5, "a": 6}, {"a": 7, "b": 8}]"#);
    let Shape::Table(table) = tree.shape(tree.root()) else { panic!("no table") };
    let rows: Vec<Vec<Option<String>>> = tree
        .rows_of(tree.root(), &table)
        .map(|row| {
            let cells = tree.cells(row, &table).into_iter();
            cells.map(|cell| cell.map(|cell| tree.shown(cell).into_owned())).collect()
        })
        .collect();
    let cell = |text: &str| Some(text.to_owned());
    assert_eq!(tree.first_text(tree.root()), None);
    let expected = vec![
        vec![cell("1"), cell("2")],
        vec![cell("4"), cell("3")],
        vec![cell("6"), None],
        vec![cell("7"), cell("8")],
    ];
    assert_eq!(rows, expected);
}

#[test]
fn values_are_found_by_keys_and_texts() {
    let text = r#"{"Name": "Zoë", "list": ["zoe", "x\u0041y", 12.50, true], "name2": {"n": null}}"#;
    let cases: [(&str, &[&str]); 9] = [
        ("name", &["Name", "name2"]),
        ("ZOË", &["Name"]),
        ("zoe", &["list[0]"]),
        ("xay", &["list[1]"]),
        ("2.5", &["list[2]"]),
        (" true ", &["list[3]"]),
        ("null", &["name2.n"]),
        ("list", &["list"]),
        ("  ", &[]),
    ];
    let tree = tree(text);
    for (sought, paths) in cases {
        let found: Vec<String> = tree.find(sought).into_iter().map(|id| tree.path(id)).collect();
        assert_eq!(found, paths, "{sought}");
    }
}

#[test]
fn columns_of_numbers_can_be_drawn() {
    let cases: [(&str, &[&str]); 7] = [
        ("[3, 1, 2]", &[" 1..3 [0:3 1:1 2:2]"]),
        ("[1e999, 1]", &[]),
        (r#"[{"a": 1, "b": "x"}, {"a": -2.5, "b": "y"}]"#, &["a -2.5..1 [0:1 1:-2.5]"]),
        (r#"[{"a": 1}, {"a": null}, {"a": 2}]"#, &["a 1..2 [0:1 2:2]"]),
        (r#"[{"a": 1}, {"a": "2"}]"#, &[]),
        (r#"[["x", "y"], ["a", 1], ["b", 2]]"#, &["y 1..2 [0:1 1:2]"]),
        (r#"{"a": 1}"#, &[]),
    ];
    for (text, expected) in cases {
        let tree = tree(text);
        let shape = tree.shape(tree.root());
        let series = tree.chart_series(tree.root(), &shape);
        let written: Vec<String> = series
            .iter()
            .map(|series| {
                let points = series.points.iter().map(|p| format!("{}:{}", p.place, p.value));
                let points: Vec<String> = points.collect();
                let ChartSeries { name, least, greatest, .. } = series;
                format!("{name} {least}..{greatest} [{}]", points.join(" "))
            })
            .collect();
        assert_eq!(written, expected, "{text}");
    }
}

#[test]
fn long_series_keep_their_peaks() {
    let numbers: Vec<String> =
        (0..10_000).map(|n| (if n == 7_777 { 500 } else { n % 7 }).to_string()).collect();
    let tree = tree(&format!("[{}]", numbers.join(",")));
    let series = tree.chart_series(tree.root(), &Shape::Numbers);
    let points = &series[0].points;
    assert!(points.len() <= MOST_CHART_POINTS && points.len() > MOST_CHART_POINTS / 2);
    assert!(points.iter().any(|point| point.value == 500.0 && point.place == 7_777));
    assert!(points.windows(2).all(|pair| pair[0].place < pair[1].place));
    assert_eq!(series[0].count, 10_000);
}

#[test]
fn long_values_come_in_pages_and_deep_ones_are_folded() {
    assert_eq!((pages(0), pages(1), pages(MOST_SHOWN_ENTRIES + 1)), (1, 1, 2));
    let end = MOST_SHOWN_ENTRIES + 1;
    assert_eq!((page(0, end), page(1, end), page(9, end)), (0..end - 1, end - 1..end, end..end));
    let cases = [(0, 10_000, false), (1, 20, false), (1, 21, true), (2, 1, true)];
    for (depth, count, folded) in cases {
        assert_eq!(is_folded(depth, count), folded, "{depth} {count}");
    }
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused(text in "[\\[\\]{}:,\"a\\\\u0 1.e-]{0,40}") {
        if let Some(tree) = JsonTree::parse(&text) {
            for id in (0..tree.nodes.len()).map(NodeId) {
                let shape = tree.shape(id);
                let series = tree.chart_series(id, &shape);
                prop_assert!(series.iter().all(|s| s.count > 1 && s.least <= s.greatest));
                prop_assert_eq!(tree.path(id).is_empty(), id == tree.root());
                prop_assert_eq!(tree.children(id).count(), tree.count(id));
            }
            prop_assert!(tree.find("a").len() <= tree.nodes.len());
        }
    }

    #[test]
    fn a_tree_has_the_values_of_the_text(value in json(), sought in "[a-c1]") {
        let text = value.to_string();
        let Some(tree) = JsonTree::parse(&text) else {
            prop_assert!(!value.is_array() && !value.is_object());
            return Ok(());
        };
        prop_assert_eq!(rebuilt(&tree, tree.root()), value);
        let holds = |id: &NodeId| {
            let is_leaf = !tree.kind(*id).is_container();
            tree.name(*id).contains(&sought) && tree.key(*id).is_some()
                || is_leaf && tree.shown(*id).contains(&sought)
        };
        let expected: Vec<NodeId> = (0..tree.nodes.len()).map(NodeId).filter(holds).collect();
        prop_assert_eq!(tree.find(&sought), expected);
    }
}

fn rebuilt(tree: &JsonTree, id: NodeId) -> serde_json::Value {
    let children = || tree.children(id);
    match tree.kind(id) {
        NodeKind::Object => children()
            .map(|child| (tree.name(child).into_owned(), rebuilt(tree, child)))
            .collect::<serde_json::Map<_, _>>()
            .into(),
        NodeKind::List => children().map(|child| rebuilt(tree, child)).collect::<Vec<_>>().into(),
        NodeKind::Text => tree.shown(id).into_owned().into(),
        NodeKind::Number | NodeKind::Bool | NodeKind::Null => {
            serde_json::from_str(&tree.shown(id)).unwrap()
        }
    }
}

fn json() -> impl Strategy<Value = serde_json::Value> {
    let leaf = prop_oneof![
        Just(serde_json::Value::Null),
        any::<bool>().prop_map(Into::into),
        any::<i32>().prop_map(Into::into),
        "[a-c\"\\\\\\n😀 ]{0,4}".prop_map(Into::into),
    ];
    leaf.prop_recursive(4, 40, 5, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(Into::into),
            prop::collection::vec(("[a-c]{0,2}", inner), 0..5)
                .prop_map(|all| all.into_iter().collect::<serde_json::Map<_, _>>().into()),
        ]
    })
}
