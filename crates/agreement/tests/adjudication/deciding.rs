//! Decisions about groups of edits, and the gold that they make.

use proptest::prelude::*;
use spanwise_agreement::adjudication::{
    DecidedGroup, Decision, DecisionResult, GoldContext, GroupId, all_of_annotator, all_unanimous,
    annotation_groups, decide, decided_groups, explain_decision, result_of,
};
use spanwise_annotation::change::Change;
use spanwise_annotation::document::{Edit, Instance};
use spanwise_annotation::format::{read_instance, write_instance};

use super::{annotations, instance, short, template};

fn in_short(edit: &Edit) -> String {
    let spans = edit.spans.target().iter();
    let spans: String = spans.map(|s| format!(" {}-{}", s.start().0, s.end().0)).collect();
    format!("{}{spans}", edit.category)
}

/// The result of a decision about the only group: the edit in short, `nothing`, or `undefined`.
fn result(all: &[&str], decision: Decision) -> String {
    let all: Vec<Instance> = all.iter().map(|edits| short(edits)).collect();
    let all: Vec<Option<&Instance>> = all.iter().map(Some).collect();
    let groups = annotation_groups(&all, &template().typology);
    assert_eq!(groups.len(), 1, "{groups:?}");
    match result_of(decision, &groups[0], &all, &template().typology) {
        Some(DecisionResult::Edit(edit)) => in_short(&edit),
        Some(DecisionResult::Answer(answer)) => format!("{answer:?}"),
        Some(DecisionResult::Nothing) => "nothing".to_owned(),
        None => "undefined".to_owned(),
    }
}

#[test]
fn decisions_have_results() {
    use Decision::{Intersection, Majority, Own, Reject, Take, Unanimous, Union};
    let cases: [(&[&str], Decision, &str); 22] = [
        (&["wrong 0-4", "wrong 0-4"], Unanimous, "wrong 0-4"),
        (&["wrong 0-4", "wrong 0-5"], Unanimous, "undefined"),
        (&["wrong 0-4", ""], Unanimous, "undefined"),
        (&["wrong 0-4", "wrong 0-5"], Take(1), "wrong 0-5"),
        (&["wrong 0-4", ""], Take(1), "undefined"),
        (&["wrong 0-4", "wrong 2-6"], Reject, "nothing"),
        (&["wrong 0-4", "wrong 2-6"], Own, "undefined"),
        (&["wrong 0-4", "wrong 2-6"], Union, "wrong 0-6"),
        (&["wrong 0-4", "wrong 2-6"], Intersection, "wrong 2-4"),
        (&["spread 0-4 8-9", "spread 2-6 8-9 11-12"], Union, "spread 0-6 8-9 11-12"),
        (&["spread 0-4 8-9", "spread 2-6 8-9 11-12"], Intersection, "spread 2-4 8-9"),
        // The text that all cover is none.
        (&["wrong 0-4", "wrong 3-8", "wrong 7-9"], Intersection, "undefined"),
        // Two members have each of two categories.
        (&["wrong 0-4", "vague 0-4"], Union, "undefined"),
        (&["wrong 0-4", "wrong 0-4", "vague 0-4"], Union, "wrong 0-4"),
        (&["wrong 0-4", "wrong 0-4", "wrong 0-9"], Majority, "wrong 0-4"),
        (&["wrong 0-4", "wrong 2-6", "wrong 3-8"], Majority, "wrong 2-6"),
        (&["wrong 0-4", "wrong 0-4", ""], Majority, "wrong 0-4"),
        (&["wrong 0-4", "", ""], Majority, "nothing"),
        (&["wrong 0-4", ""], Majority, "nothing"),
        (&["wrong 0-4", "wrong 2-6"], Majority, "wrong 2-4"),
        (&["gap 3|", "gap 3|"], Intersection, "gap 3-3"),
        (&["tag", "tag", ""], Majority, "tag"),
    ];
    for (all, decision, expected) in cases {
        assert_eq!(result(all, decision), expected, "{all:?} {decision:?}");
    }
}

#[test]
fn a_category_with_one_span_gets_no_more() {
    // Both cover the ends, and the third covers neither the middle nor one end.
    let all = ["wrong 0-2; wrong 6-9", "wrong 0-9"];
    let instances: Vec<Instance> = all.iter().map(|edits| short(edits)).collect();
    let instances: Vec<Option<&Instance>> = instances.iter().map(Some).collect();
    let groups = annotation_groups(&instances, &template().typology);
    assert_eq!(groups.len(), 2, "the edit of the first annotator that shares less is alone");
    // With the category `spread`, an edit with two spans and one with the whole.
    assert_eq!(result(&["spread 0-2 6-9", "spread 0-9"], Decision::Intersection), "spread 0-2 6-9");
    let mixed = ["spread 0-2 6-9", "wrong 0-2 6-9", "wrong 0-2 6-9"];
    assert_eq!(result(&mixed, Decision::Union), "wrong 0-2 6-9", "as these annotators have it");
}

#[test]
fn answers_are_those_of_most() {
    let answered = |severity: &str, why: &str| {
        instance(&format!(
            r#"{{"category": "wrong", "id": 1, "annotation": {{"severity": "{severity}", "why": "{why}"}}, "output_idx": [[0, 4]]}}"#
        ))
    };
    let all = [answered("minor", "a"), answered("minor", "b"), answered("a lot", "c")];
    let all: Vec<Option<&Instance>> = all.iter().map(Some).collect();
    let groups = annotation_groups(&all, &template().typology);
    let result = result_of(Decision::Majority, &groups[0], &all, &template().typology);
    let Some(DecisionResult::Edit(edit)) = result else { panic!("{result:?}") };
    let json = spanwise_annotation::format::write_edit(&edit, &template().typology);
    assert!(json.contains("minor") && !json.contains("why"), "{json}");
}

/// Gold beside annotators.
struct Desk {
    annotators: Vec<Instance>,
    gold: Instance,
}

const NAMES: [&str; 4] = ["anna", "ben", "cem", "dora"];

impl Desk {
    fn new(annotators: &[&str]) -> Self {
        let annotators = annotators.iter().map(|edits| short(edits)).collect();
        Desk { annotators, gold: short("") }
    }

    fn with<T>(&self, run: impl FnOnce(GoldContext) -> T) -> T {
        let annotators: Vec<Option<&Instance>> = self.annotators.iter().map(Some).collect();
        let names = NAMES.map(str::to_owned);
        let typology = &template().typology;
        run(GoldContext { annotators: &annotators, names: &names, gold: &self.gold, typology })
    }

    fn groups(&self) -> Vec<DecidedGroup> {
        self.with(decided_groups)
    }

    /// Decides, and returns the number of changes.
    fn decide(&mut self, decisions: &[(GroupId, Decision)]) -> usize {
        let changes = self.with(|context| decide(context, decisions));
        self.gold.apply_all(&changes).expect("planned for this state");
        changes.len()
    }

    fn decide_at(&mut self, group: usize, decision: Decision) -> usize {
        let id = self.groups()[group].group.id;
        self.decide(&[(id, decision)])
    }

    fn gold(&self) -> Vec<String> {
        self.gold.edits.iter().map(|edit| in_short(edit)).collect()
    }

    fn decisions(&self) -> Vec<Option<Decision>> {
        self.groups().iter().map(|decided| decided.decision).collect()
    }

    /// Writes gold and reads it again.
    fn reopen(&mut self) {
        let typology = &template().typology;
        self.gold = read_instance(&write_instance(&self.gold, typology), 0, typology).instance;
    }
}

#[test]
fn gold_follows_the_decisions_and_what_is_changed_by_hand() {
    use Decision::{Own, Reject, Take, Unanimous, Union};
    let mut desk = Desk::new(&["wrong 0-4; wrong 8-12; tag", "wrong 2-6; wrong 8-12; many 14-16"]);
    assert_eq!(desk.decisions(), [None; 4]);
    desk.decide_at(0, Union);
    desk.decide_at(2, Reject);
    let unanimous = all_unanimous(&desk.groups());
    desk.decide(&unanimous);
    assert_eq!(desk.gold(), ["wrong 0-6", "wrong 8-12"]);
    assert_eq!(desk.decisions(), [Some(Union), Some(Unanimous), Some(Reject), None]);
    desk.reopen();
    assert_eq!(desk.decisions(), [Some(Union), Some(Unanimous), Some(Reject), None]);

    desk.decide_at(0, Take(1));
    assert_eq!(desk.gold(), ["wrong 2-6", "wrong 8-12"], "in the place of the other one");
    desk.decide_at(2, Own);
    assert_eq!(desk.gold(), ["wrong 2-6", "wrong 8-12", "many 14-16"]);

    let mut edit = Edit::clone(&desk.gold.edits[0]);
    edit.category = "vague".to_owned();
    desk.gold.apply(Change::Replace(edit.into())).expect("an edit");
    assert_eq!(desk.decisions(), [Some(Own), Some(Unanimous), Some(Own), None]);
    let removed = desk.gold.edits[1].key;
    desk.gold.apply(Change::Remove(removed)).expect("an edit");
    assert_eq!(desk.decisions()[1], Some(Own), "another decision than that of all");
}

#[test]
fn what_gold_has_and_all_agree_on_needs_no_decision() {
    let mut desk = Desk::new(&["wrong 0-4; wrong 8-12", "wrong 0-4; wrong 8-13"]);
    desk.gold = short("wrong 0-4; wrong 8-12");
    assert_eq!(desk.decisions(), [Some(Decision::Unanimous), None]);
    assert!(all_unanimous(&desk.groups()).is_empty());
}

#[test]
fn a_whole_instance_of_an_annotator_is_taken() {
    let mut desk = Desk::new(&["wrong 0-4; tag", "wrong 2-6; many 14-16"]);
    let all = all_of_annotator(&desk.groups(), 1);
    desk.decide(&all);
    let mut gold = desk.gold();
    gold.sort_unstable();
    assert_eq!(gold, ["many 14-16", "wrong 2-6"]);
    assert!(desk.decisions().iter().all(Option::is_some));
}

#[test]
fn a_reason_stays_with_the_group() {
    let mut desk = Desk::new(&["wrong 0-4", "wrong 2-6"]);
    let id = desk.groups()[0].group.id;
    assert_eq!(explain_decision(&desk.gold, id, "why"), None, "nothing is decided yet");
    desk.decide(&[(id, Decision::Union)]);
    let change = explain_decision(&desk.gold, id, "why").expect("a change");
    desk.gold.apply(change).expect("fits");
    assert_eq!(explain_decision(&desk.gold, id, "why"), None);
    desk.decide(&[(id, Decision::Take(0))]);
    desk.reopen();
    let decided = &desk.groups()[0];
    assert_eq!((decided.rationale.as_str(), decided.decision), ("why", Some(Decision::Take(0))));
}

#[test]
fn damaged_notes_count_as_none() {
    let mut desk = Desk::new(&["wrong 0-4", "wrong 2-6"]);
    for notes in ["{}", "[1, {\"group\": 3}, {\"group\": \"zz\", \"decision\": \"union\"}]", "null"]
    {
        desk.gold.decisions = Some(notes.into());
        assert_eq!(desk.decisions(), [None], "{notes}");
        assert_eq!(desk.with(|context| decide(context, &[])).len(), 0, "{notes}");
    }
    let id = desk.groups()[0].group.id;
    desk.gold.decisions = Some(format!(r#"[{{"group": "{id}", "decision": "toss"}}]"#).into());
    assert_eq!(desk.decisions(), [Some(Decision::Own)]);
}

/// What decisions change.
fn state(gold: &Instance) -> impl PartialEq + std::fmt::Debug {
    let Instance { edits, answers, text_answers, decisions, .. } = gold.clone();
    (edits, answers, text_answers, decisions)
}

fn decision() -> impl Strategy<Value = Decision> {
    prop_oneof![
        Just(Decision::Unanimous),
        (0usize..4).prop_map(Decision::Take),
        Just(Decision::Union),
        Just(Decision::Intersection),
        Just(Decision::Majority),
        Just(Decision::Own),
        Just(Decision::Reject),
    ]
}

proptest! {
    #[test]
    fn deciding_the_same_again_changes_nothing_and_undoing_gives_back_what_was(
        all in proptest::collection::vec(annotations(), 2..5),
        decisions in proptest::collection::vec((0usize..20, decision()), 1..8),
    ) {
        let all: Vec<String> = all.iter().map(|edits| edits.join("; ")).collect();
        let mut desk = Desk::new(&all.iter().map(String::as_str).collect::<Vec<_>>());
        for (at, decision) in decisions {
            let count = desk.groups().len();
            if count == 0 {
                return Ok(());
            }
            let group = at % count;
            let id = desk.groups()[group].group.id;
            let before = desk.gold.clone();
            let changes = desk.with(|context| decide(context, &[(id, decision)]));
            let undo = desk.gold.apply_all(&changes).expect("planned for this state");
            prop_assert_eq!(desk.decide(&[(id, decision)]), 0, "{:?}", decision);
            if !changes.is_empty() {
                let noted = desk.groups()[group].decision;
                prop_assert_eq!(noted, Some(decision));
            }
            let after = desk.gold.clone();
            let redo = desk.gold.apply_all(&undo).expect("undone");
            prop_assert_eq!(state(&desk.gold), state(&before));
            desk.gold.apply_all(&redo).expect("done again");
            prop_assert_eq!(state(&desk.gold), state(&after));
        }
    }

    #[test]
    fn results_do_not_depend_on_the_order_of_the_annotators(
        (order, all) in proptest::collection::vec(annotations(), 2..5).prop_flat_map(|all| {
            (Just((0..all.len()).collect::<Vec<_>>()).prop_shuffle(), Just(all))
        })
    ) {
        let results = |all: &[Vec<String>]| {
            let all: Vec<Instance> = all.iter().map(|edits| short(&edits.join("; "))).collect();
            let all: Vec<Option<&Instance>> = all.iter().map(Some).collect();
            let mut results = Vec::new();
            for group in annotation_groups(&all, &template().typology) {
                for decision in [Decision::Union, Decision::Intersection, Decision::Majority] {
                    let result = result_of(decision, &group, &all, &template().typology);
                    let result = result.map(|result| match result {
                        DecisionResult::Edit(edit) => in_short(&edit),
                        DecisionResult::Answer(answer) => format!("{answer:?}"),
                        DecisionResult::Nothing => String::new(),
                    });
                    results.push((group.id, decision, result));
                }
            }
            results.sort_unstable();
            results
        };
        let turned: Vec<Vec<String>> = order.iter().map(|at| all[*at].clone()).collect();
        prop_assert_eq!(results(&all), results(&turned));
    }
}
