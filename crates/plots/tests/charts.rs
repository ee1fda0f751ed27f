//! Charts of every kind: their drawings, alternatives and tables.

#![expect(clippy::expect_used, clippy::panic, reason = "a test may fail")]

use proptest::prelude::*;
use spanwise_plots::{
    Axis, Bar, BarChart, BarGroup, Chart, DistributionChart, HeatCell, HeatMap, Sample,
    ScatterPlot, ScatterSeries, SvgElement, SvgName, SvgNode, markup, svg_file,
};

fn bar(value: f64, interval: Option<[f64; 2]>, n: usize) -> Bar {
    Bar { value: Some(value), interval, n: Some(n), mark: None }
}

fn bars(groups: Vec<(&str, Vec<Bar>)>, series: &[&str]) -> Chart {
    let groups = groups.into_iter().map(|(label, bars)| BarGroup { label: label.to_owned(), bars });
    Chart::Bars(BarChart {
        title: "Edits".to_owned(),
        groups_are: "category".to_owned(),
        series_are: "annotator".to_owned(),
        values: Axis::new("edits per item", ""),
        series: series.iter().map(|name| (*name).to_owned()).collect(),
        groups: groups.collect(),
    })
}

fn heat_map(rows: &[&str], cells: Vec<Vec<Option<f64>>>) -> Chart {
    let labels: Vec<String> = rows.iter().map(|label| (*label).to_owned()).collect();
    let cell = |value: f64| HeatCell {
        value,
        n: Some(2),
        id: Some("a\"b".to_owned()),
        ..HeatCell::default()
    };
    Chart::HeatMap(HeatMap {
        title: "Agreement".to_owned(),
        rows_are: "reference".to_owned(),
        columns_are: "hypothesis".to_owned(),
        values: Axis::new("F1", ""),
        range: None,
        rows: labels.clone(),
        columns: labels,
        cells: cells
            .into_iter()
            .map(|row| row.into_iter().map(|v| v.map(cell)).collect())
            .collect(),
    })
}

fn distribution(samples: Vec<(&str, Vec<f64>)>) -> Chart {
    let samples =
        samples.into_iter().map(|(name, values)| Sample { name: name.to_owned(), values });
    Chart::Distribution(DistributionChart {
        title: "Edits per item".to_owned(),
        values: Axis::new("edits", ""),
        counted: "items".to_owned(),
        samples_are: "annotator".to_owned(),
        samples: samples.collect(),
    })
}

fn scatter(series: Vec<(&str, Vec<[f64; 2]>)>) -> Chart {
    let series =
        series.into_iter().map(|(name, points)| ScatterSeries { name: name.to_owned(), points });
    Chart::Scatter(ScatterPlot {
        title: "Counts".to_owned(),
        x: Axis::new("Anna", "edits"),
        y: Axis::new("Ben", "edits"),
        points_are: "items".to_owned(),
        series_are: "category".to_owned(),
        has_diagonal: true,
        series: series.collect(),
    })
}

/// All elements, the drawing first.
fn elements(drawing: &SvgElement) -> Vec<&SvgElement> {
    let mut found = vec![drawing];
    for child in &drawing.children {
        if let SvgNode::Element(child) = child {
            found.extend(elements(child));
        }
    }
    found
}

fn attribute<'a>(element: &'a SvgElement, name: &str) -> Option<&'a str> {
    element.attributes.iter().find(|(own, _)| *own == name).map(|(_, value)| value.as_str())
}

fn numbers(text: &str) -> Vec<f64> {
    let parts = text.split(|c: char| "ML ".contains(c)).filter(|part| !part.is_empty());
    parts.map(|part| part.parse().expect("a number")).collect()
}

/// Asserts that all shapes, and the places of all texts, are in the view box.
fn assert_inside(chart: &Chart) {
    let drawing = chart.draw();
    let size = numbers(attribute(&drawing, "viewBox").expect("a view box"));
    let [_, _, width, height] = size[..] else { panic!("a view box of {size:?}") };
    let is_inside = |x: f64, y: f64| {
        assert!(x.is_finite() && y.is_finite(), "{chart:?}");
        let inside = (-0.01..=width + 0.01).contains(&x) && (-0.01..=height + 0.01).contains(&y);
        assert!(inside, "{x} {y} is not in {width} {height}: {chart:?}");
    };
    for element in elements(&drawing) {
        let length =
            |name| attribute(element, name).map_or(0.0, |value| value.parse().expect("a number"));
        match element.name {
            SvgName::Rect => {
                assert!(length("width") >= 0.0 && length("height") >= 0.0, "{element:?}");
                is_inside(length("x"), length("y"));
                is_inside(length("x") + length("width"), length("y") + length("height"));
            }
            SvgName::Circle => {
                let (x, y, r) = (length("cx"), length("cy"), length("r"));
                is_inside(x - r, y - r);
                is_inside(x + r, y + r);
            }
            SvgName::Path => {
                let places = numbers(attribute(element, "d").expect("a path"));
                places.chunks(2).for_each(|place| is_inside(place[0], place[1]));
            }
            SvgName::Text => is_inside(length("x"), length("y")),
            SvgName::Svg | SvgName::Title | SvgName::Desc | SvgName::Style | SvgName::G => {}
        }
    }
    let has_number = |text: &str| text.contains("NaN") || text.contains("inf");
    assert!(
        !elements(&drawing)
            .iter()
            .flat_map(|e| &e.attributes)
            .any(|(name, value)| *name != "aria-label" && has_number(value))
    );
    chart.table().to_csv().expect("rows of one length");
}

#[test]
fn edge_cases_are_drawn() {
    let long = "A category with a very long name that does not fit into a line of a phone, whatever one does about it";
    let charts = [
        bars(vec![], &["Anna"]),
        bars(vec![("", vec![])], &[]),
        bars(vec![("x", vec![bar(1.0, None, 1)])], &["Anna"]),
        bars(vec![("x", vec![bar(0.0, Some([0.0, 0.0]), 0)])], &["Anna"]),
        bars(
            vec![
                ("x", vec![bar(-0.4, Some([-0.5, 0.1]), 9)]),
                (long, vec![bar(f64::NAN, None, 0)]),
            ],
            &["Anna"],
        ),
        bars(vec![("مبالغة", vec![bar(0.5, None, 9), Bar::default()])], &["ليلى", "Ben"]),
        heat_map(&[], vec![]),
        heat_map(&["x"], vec![vec![Some(0.5)]]),
        heat_map(&["x", long], vec![vec![None, Some(-1.0)], vec![Some(f64::INFINITY)]]),
        heat_map(&vec![long; 60], vec![vec![Some(12.0); 60]; 60]),
        distribution(vec![]),
        distribution(vec![("Anna", vec![]), ("Ben", vec![2.0])]),
        scatter(vec![]),
        scatter(vec![("x", vec![[1.0, 1.0]; 500])]),
        scatter((0..9).map(|_| ("x", vec![[1.0, 1.0], [0.0, -3.0]])).collect()),
    ];
    charts.iter().for_each(assert_inside);
}

#[test]
fn text_of_data_is_escaped() {
    let evil = "</text><script>\"&'";
    let charts = [
        bars(
            vec![(evil, vec![Bar { mark: Some(evil.to_owned()), ..bar(1.0, None, 1) }])],
            &[evil, evil],
        ),
        heat_map(&[evil], vec![vec![Some(1.0)]]),
        distribution(vec![(evil, vec![1.0])]),
        scatter(vec![(evil, vec![[1.0, 2.0]]), (evil, vec![])]),
    ];
    for chart in charts {
        let file = svg_file(&chart.draw());
        assert!(!file.contains("<script") && file.contains("&lt;script&gt;"), "{file}");
        assert!(!file.contains("data-cell=\"a\"b\""), "{file}");
    }
}

#[test]
fn files_have_the_literal_colors_of_both_themes() {
    let chart = bars(vec![("x", vec![bar(1.0, None, 1), bar(2.0, None, 1)])], &["Anna", "Ben"]);
    let file = svg_file(&chart.draw());
    assert!(!file.contains("var(") && !file.contains("--plot-"), "{file}");
    let (light, dark) =
        file.split_once("@media screen and (prefers-color-scheme: dark)").expect("two");
    for (theme, [paper, first, second]) in
        [(light, ["#ffffff", "#0072b2", "#e69f00"]), (dark, ["#1b1e24", "#56b4e9", "#f0b95b"])]
    {
        for rule in [
            format!(".plot .plot-paper {{ fill: {paper}; }}"),
            format!(".plot .plot-fill-0 {{ fill: {first}; }}"),
            format!(".plot .plot-fill-1 {{ fill: {second}; }}"),
        ] {
            assert!(theme.contains(&rule), "{rule}");
        }
    }
    // Elsewhere the halo of a label would cover it.
    assert!(
        file.contains("@supports (paint-order: stroke) { .plot .plot-label { paint-order: stroke;")
    );
    let used = spanwise_plots::STYLE_SHEET.matches("var(").count();
    assert_eq!(file.matches(": #").count(), 2 * used);
}

#[test]
fn alternatives_name_the_greatest_and_the_least() {
    let said = |chart: &Chart| chart.alternative().to_string();
    let chart = bars(
        vec![
            ("x", vec![bar(0.5, None, 3), bar(2.0, None, 3)]),
            ("y", vec![bar(0.25, None, 3), Bar::default()]),
        ],
        &["Anna", "Ben"],
    );
    assert_eq!(
        said(&chart),
        "Bar chart: Edits. 3 values, 1 undefined. Greatest: x, Ben (2); least: y, Anna (0.2500)."
    );
    assert_eq!(
        said(&bars(vec![("x", vec![bar(1.0, None, 1)])], &["Anna"])),
        "Bar chart: Edits. 1 value: x (1)."
    );
    assert_eq!(said(&bars(vec![], &["Anna"])), "Bar chart: Edits. 0 values.");
    let map = heat_map(&["x", "y"], vec![vec![Some(4.0), None], vec![Some(1.0), Some(3.0)]]);
    assert_eq!(said(&map), "Heat map: Agreement. 3 values. Greatest: x × x (4); least: y × x (1).");
}

/// The texts of a drawing.
fn shown(chart: &Chart) -> Vec<String> {
    let drawing = chart.draw();
    let texts = elements(&drawing).into_iter().filter(|element| element.name == SvgName::Text);
    let of = |element: &SvgElement| {
        let texts = element.children.iter().filter_map(|child| match child {
            SvgNode::Text(text) => Some(text.replace(['\u{2068}', '\u{2069}'], "")),
            SvgNode::Element(_) => None,
        });
        texts.collect::<String>()
    };
    texts.map(of).collect()
}

#[test]
fn an_undefined_bar_is_a_dash_and_nothing_else() {
    let of = |value| bars(vec![("x", vec![bar(3.0, None, 7)]), ("y", vec![value])], &["Anna"]);
    let undefined = of(Bar { n: Some(0), ..Bar::default() });
    let texts = shown(&undefined);
    let after = texts.iter().position(|text| text == "y").expect("the group") + 1;
    assert_eq!(texts.get(after).map(String::as_str), Some("–"));
    assert!(texts.iter().skip(after + 1).all(|text| text.is_empty()), "{texts:?}");
    assert!(undefined.alternative().to_string().contains("1 value, 1 undefined"));
    let zero = of(bar(-0.0, None, 2));
    assert!(zero.alternative().to_string().ends_with("least: y (0)."), "{}", zero.alternative());
}

#[test]
fn tables_hold_what_is_drawn() {
    let csv = |chart: &Chart| chart.table().to_csv().expect("a table");
    let chart = bars(
        vec![(
            "x",
            vec![
                bar(0.5, Some([0.25, 0.75]), 3),
                Bar { mark: Some("outlier".to_owned()), ..bar(2.0, None, 4) },
            ],
        )],
        &["Anna", "Ben"],
    );
    assert_eq!(
        csv(&chart),
        "category,annotator,edits per item,95 % low,95 % high,n,mark\nx,Anna,0.5,0.25,0.75,3,\nx,Ben,2,,,4,outlier\n"
    );
    assert_eq!(
        csv(&bars(vec![("x", vec![bar(0.5, None, 3)])], &["Anna"])),
        "category,edits per item,n\nx,0.5,3\n"
    );
    let map = heat_map(&["x", "y"], vec![vec![Some(4.0), None], vec![Some(1.0), Some(3.0)]]);
    assert_eq!(csv(&map), "reference,hypothesis,F1,n\nx,x,4,2\ny,x,1,2\ny,y,3,2\n");
    assert_eq!(
        csv(&distribution(vec![("Anna", vec![2.0, 0.0, 2.0, 1.0])])),
        "annotator,edits,items,share not above,n\nAnna,0,1,0.25,4\nAnna,1,1,0.5,4\nAnna,2,2,1,4\n"
    );
    assert_eq!(
        csv(&scatter(vec![("", vec![[1.0, 2.0], [0.0, 1.0], [1.0, 2.0]])])),
        "Anna (edits),Ben (edits),items\n0,1,1\n1,2,2\n"
    );
}

#[test]
fn charts_come_back_from_json() {
    for chart in [
        bars(vec![("x", vec![bar(0.5, Some([0.25, 0.75]), 3)])], &["Anna"]),
        heat_map(&["x"], vec![vec![Some(4.5)]]),
        distribution(vec![("Anna", vec![1.5])]),
        scatter(vec![("x", vec![[1.0, 2.5]])]),
    ] {
        let json = serde_json::to_string(&chart).expect("JSON");
        assert_eq!(serde_json::from_str::<Chart>(&json).expect("a chart"), chart);
    }
}

fn any_bar() -> impl Strategy<Value = Bar> {
    let interval = prop::option::of([any::<f64>(), any::<f64>()]);
    let mark = prop::option::of("[a-z]{0,9}");
    (prop::option::of(any::<f64>()), interval, prop::option::of(any::<usize>()), mark)
        .prop_map(|(value, interval, n, mark)| Bar { value, interval, n, mark })
}

fn any_label() -> impl Strategy<Value = String> {
    prop_oneof![".{0,80}", "[a-z ]{0,200}", "[؀-ۿ ]{0,60}"]
}

proptest! {
    #[test]
    fn any_bars_are_inside(
        groups in prop::collection::vec((any_label(), prop::collection::vec(any_bar(), 0..10)), 0..6),
        series in prop::collection::vec(any_label(), 0..10),
    ) {
        let groups = groups.iter().map(|(label, bars)| (label.as_str(), bars.clone())).collect();
        let series: Vec<&str> = series.iter().map(String::as_str).collect();
        assert_inside(&bars(groups, &series));
    }

    #[test]
    fn any_heat_map_is_inside(
        labels in prop::collection::vec(any_label(), 0..12),
        cells in prop::collection::vec(prop::collection::vec(prop::option::of(any::<f64>()), 0..12), 0..12),
    ) {
        let labels: Vec<&str> = labels.iter().map(String::as_str).collect();
        assert_inside(&heat_map(&labels, cells));
    }

    #[test]
    fn any_distribution_is_inside(
        samples in prop::collection::vec((any_label(), prop::collection::vec(any::<f64>(), 0..20)), 0..10),
    ) {
        assert_inside(&distribution(samples.iter().map(|(name, of)| (name.as_str(), of.clone())).collect()));
    }

    #[test]
    fn any_scatter_plot_is_inside(
        series in prop::collection::vec((any_label(), prop::collection::vec([any::<f64>(), any::<f64>()], 0..20)), 0..10),
        small in prop::collection::vec([-3i8..9, -3i8..9], 0..200),
    ) {
        let mut all: Vec<(&str, Vec<[f64; 2]>)> =
            series.iter().map(|(name, of)| (name.as_str(), of.clone())).collect();
        assert_inside(&scatter(all.clone()));
        all.clear();
        all.push(("x", small.into_iter().map(|place| place.map(f64::from)).collect()));
        assert_inside(&scatter(all));
    }

    #[test]
    fn no_label_is_markup(label in any_label()) {
        let drawing = bars(vec![(&label, vec![bar(1.0, None, 1)])], &["a"]).draw();
        let tags = markup(&drawing).matches('<').count();
        let plain = markup(&bars(vec![("a", vec![bar(1.0, None, 1)])], &["a"]).draw()).matches('<').count();
        // At most a second line and a tooltip for each.
        prop_assert!(tags - plain <= 12, "{} {}", tags, plain);
    }
}

/// The relative luminance of a colour as `#rrggbb`: <https://www.w3.org/TR/WCAG22/#dfn-relative-luminance>.
fn luminance(color: &str) -> f64 {
    let channel = |at: usize| {
        let byte = u8::from_str_radix(&color[at..at + 2], 16).expect("two digits");
        let value = f64::from(byte) / 255.0;
        if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
    };
    0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)
}

fn contrast(one: &str, other: &str) -> f64 {
    let (one, other) = (luminance(one), luminance(other));
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

#[test]
fn numbers_in_cells_have_the_contrast_of_text_in_every_theme() {
    let values = [0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0];
    let map = heat_map(&["a", "b", "c", "d", "e", "f", "g"], vec![values.map(Some).to_vec(); 7]);
    let drawing = markup(&map.draw());
    // Each cell is drawn with its fill, then its number with the ink.
    let used = |name: &str| drawing.split(name).skip(1).map(|rest| &rest[..1]).collect::<Vec<_>>();
    let fills: Vec<&str> = used("plot-cell plot-heat-").into_iter().take(values.len()).collect();
    assert_eq!(fills, ["0", "1", "2", "3", "4", "5", "6"]);
    let inks: Vec<String> = drawing
        .split("plot-on-")
        .skip(1)
        .map(|rest| rest.chars().take_while(|c| c.is_alphabetic()).collect())
        .take(values.len())
        .collect();
    for theme in spanwise_plots::STYLE_SHEET.lines().filter(|line| line.contains("--plot-heat-0:"))
    {
        let color = |name: &str| {
            let (_, rest) = theme.split_once(&format!("--plot-{name}: ")).expect("a colour");
            &rest[..7]
        };
        for (fill, ink) in fills.iter().zip(&inks) {
            let found = contrast(color(&format!("heat-{fill}")), color(&format!("on-{ink}")));
            assert!(found >= 4.5, "{ink} on heat-{fill}: {found:.2} in {theme}");
        }
    }
}
