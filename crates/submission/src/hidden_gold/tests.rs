use proptest::prelude::*;

use super::*;

const TEMPLATE: &str = "template_name: t
boundary: word
edits:
  - {name: bad, enable_output: true}
  - {name: good, enable_output: true}
";

const ANNOTATED: &str = r#"{"id": 7, "target": "one two three four", "metadata": {"annotator": "me", "n": 1},
  "edits": [{"category": "bad", "id": 1, "annotation": null, "output_idx": [[4, 7]]}, {"category": "good", "id": 1, "annotation": null, "output_idx": [[14, 18]]}],
  "bookmark": true, "comment": "sure", "_spanwise": {"done": true, "typology": "5d41402abc4b2a76", "answers": {"ok": "yes"}}}"#;

fn typology() -> Typology {
    spanwise_template::compile(TEMPLATE).template.expect("a template").typology
}

/// The instance with hidden gold, annotated with spans on the target.
fn with_edits(tolerance: BoundaryTolerance, edits: &[(&str, [u32; 2])]) -> String {
    let edits: Vec<String> = edits
        .iter()
        .zip(1..)
        .map(|((category, span), id)| {
            format!(r#"{{"category": "{category}", "id": {id}, "annotation": null, "output_idx": [{span:?}]}}"#)
        })
        .collect();
    let mut hidden =
        Object::parse(ANNOTATED).and_then(|_| hide(ANNOTATED, tolerance)).expect("an instance");
    let mut object = Object::parse(&hidden).expect("an object");
    object.set(EDITS, format!("[{}]", edits.join(", ")));
    hidden = object.into_text();
    hidden
}

#[test]
fn hidden_gold_looks_like_any_instance() {
    let hidden = hide(ANNOTATED, BoundaryTolerance::Words(1)).expect("an instance");
    let read = read_instance(&hidden, 0, &typology());
    assert!(read.problems.is_empty(), "{:?}", read.problems);
    let instance = read.instance;
    assert_eq!(instance.texts.text(spanwise_template::Side::Target).as_str(), "one two three four");
    assert!(instance.edits.is_empty() && !instance.done && !instance.bookmark);
    assert!(instance.comment.is_empty() && instance.answers == Default::default());
    let object: serde_json::Value = serde_json::from_str(&hidden).expect("JSON");
    assert_eq!(object["id"], 7);
    assert_eq!(object["metadata"], serde_json::json!({ "n": 1 }));
    let own = object["_spanwise"].as_object().expect("an object");
    assert_eq!(own.keys().collect::<Vec<_>>(), ["gold"]);
    assert_eq!(hide("[]", BoundaryTolerance::Overlap), None);
}

/// A tolerance, the edits that were made, the counts, and F1.
type Case<'a> = (BoundaryTolerance, &'a [(&'a str, [u32; 2])], [u32; 5], Option<f64>);

#[test]
fn edits_are_compared_with_the_gold_by_its_tolerance() {
    let exact = BoundaryTolerance::Words(0);
    let both = [("bad", [4, 7]), ("good", [14, 18])];
    let rows: [Case<'_>; 6] = [
        // found, wrong border, wrong category, missed, without gold
        (exact, &both, [2, 0, 0, 0, 0], Some(1.0)),
        (exact, &[], [0, 0, 0, 2, 0], Some(0.0)),
        (exact, &[("bad", [4, 13])], [0, 1, 0, 1, 0], Some(0.0)),
        (BoundaryTolerance::Words(1), &[("bad", [4, 13])], [1, 0, 0, 1, 0], Some(2.0 / 3.0)),
        (BoundaryTolerance::Overlap, &[("bad", [0, 13])], [1, 0, 0, 1, 0], Some(2.0 / 3.0)),
        (exact, &[("good", [4, 7]), ("bad", [0, 3])], [0, 0, 1, 1, 1], Some(0.0)),
    ];
    for (tolerance, edits, [found, wrong_border, wrong_category, missed, without_gold], f1) in rows
    {
        let instance = with_edits(tolerance, edits);
        let figures = HiddenGoldFigures::of([instance.as_str()], &typology()).expect("figures");
        let counts = Counts { found, missed, wrong_category, wrong_border, without_gold };
        assert_eq!(
            figures,
            HiddenGoldFigures { instances: 1, counts, f1 },
            "{tolerance:?} {edits:?}"
        );
    }
}

#[test]
fn figures_are_over_all_instances_with_gold_and_no_others() {
    let [right, none] = [
        with_edits(BoundaryTolerance::Overlap, &[("bad", [4, 7])]),
        with_edits(BoundaryTolerance::Overlap, &[]),
    ];
    let all = [right.as_str(), ANNOTATED, none.as_str(), "3", r#"{"_spanwise": {"gold": 3}}"#];
    let figures = HiddenGoldFigures::of(all, &typology()).expect("figures");
    assert_eq!((figures.instances, figures.counts.found, figures.counts.missed), (2, 1, 3));
    assert_eq!(figures.f1, Some(0.4));
    assert_eq!(HiddenGoldFigures::of([ANNOTATED], &typology()), None);
}

#[test]
fn nothing_to_find_and_nothing_marked_is_no_score() {
    let empty =
        hide(r#"{"target": "all right"}"#, BoundaryTolerance::Overlap).expect("an instance");
    let figures = HiddenGoldFigures::of([empty.as_str()], &typology()).expect("figures");
    assert_eq!((figures.counts, figures.f1), (Counts::default(), None));
}

#[test]
fn places_are_as_asked_for() {
    let gold = |places, data, gold| {
        let work = mixed(data, gold, &places, "s").expect("a work");
        let is_gold = |item: &WorkItem| matches!(item, WorkItem::Gold(_));
        work.iter()
            .enumerate()
            .filter(|(_, item)| is_gold(item))
            .map(|(at, _)| at)
            .collect::<Vec<_>>()
    };
    assert_eq!(gold(GoldPlaces::At(vec![3, 0]), 4, 5), [0, 3]);
    assert_eq!(gold(GoldPlaces::At(vec![4]), 4, 5), [4], "behind the last");
    let one_in = |n: usize| GoldPlaces::OneIn(NonZeroUsize::new(n).expect("a number"));
    let ten = gold(one_in(10), 27, 3);
    assert_eq!(ten.iter().map(|at| at / 10).collect::<Vec<_>>(), [0, 1, 2]);
    assert_eq!(gold(one_in(10), 8, 3), [] as [usize; 0], "no whole stretch");
    assert_eq!(gold(one_in(1), 8, 3), [] as [usize; 0]);
    let refused = |places| mixed(4, 1, &places, "s");
    assert_eq!(refused(one_in(2)), Err(GoldPlacesError::TooLittleGold { places: 4 }));
    assert_eq!(refused(GoldPlaces::At(vec![5])), Err(GoldPlacesError::NoSuchPlace { place: 5 }));
    let twice = mixed(4, 2, &GoldPlaces::At(vec![2, 2]), "s");
    assert_eq!(twice, Err(GoldPlacesError::NoSuchPlace { place: 2 }));
}

proptest! {
    #[test]
    fn a_work_has_all_data_in_order_and_each_gold_at_most_once(
        data in 0_usize..60, gold in 0_usize..20, stretch in 1_usize..12, anywhere: bool, seed: String,
    ) {
        let places = match NonZeroUsize::new(stretch) {
            Some(stretch) if !anywhere => GoldPlaces::OneIn(stretch),
            _ => GoldPlaces::Anywhere,
        };
        match mixed(data, gold, &places, &seed) {
            Ok(work) => {
                let of_data: Vec<_> = work.iter().filter_map(|item| match item {
                    WorkItem::Data(at) => Some(*at),
                    WorkItem::Gold(_) => None,
                }).collect();
                prop_assert_eq!(of_data, (0..data).collect::<Vec<_>>());
                let mut of_gold: Vec<_> = work.iter().filter_map(|item| match item {
                    WorkItem::Gold(at) => Some(*at),
                    WorkItem::Data(_) => None,
                }).collect();
                let count = of_gold.len();
                prop_assert!(!anywhere || count == gold);
                of_gold.sort_unstable();
                of_gold.dedup();
                prop_assert_eq!(of_gold.len(), count);
                prop_assert!(of_gold.iter().all(|at| *at < gold));
                prop_assert_eq!(mixed(data, gold, &places, &seed), Ok(work));
            }
            Err(GoldPlacesError::TooLittleGold { places }) => prop_assert!(places > gold),
            Err(GoldPlacesError::NoSuchPlace { place }) => prop_assert!(false, "{}", place),
        }
    }
}
