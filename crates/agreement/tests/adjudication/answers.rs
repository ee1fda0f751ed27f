//! Answers about instances as groups, and decisions about them.

use spanwise_agreement::adjudication::{
    AnnotationGroup, Decision, DecisionResult, FlatAnswers, GoldContext, all_of_annotator,
    all_unanimous, annotation_groups, decide, decided_groups, flatten_answers, record_of,
    result_of,
};
use spanwise_annotation::document::{Answers, Instance};
use spanwise_annotation::format::{read_instance, write_instance};

use super::{short, template};

fn given(all: &[&str]) -> Vec<Option<Instance>> {
    all.iter().map(|annotations| (*annotations != "-").then(|| short(annotations))).collect()
}

fn groups(all: &[Option<Instance>]) -> Vec<AnnotationGroup> {
    let all: Vec<Option<&Instance>> = all.iter().map(Option::as_ref).collect();
    annotation_groups(&all, &template().typology)
}

#[test]
fn answers_to_a_question_are_one_group() {
    let cases: [(&str, &[&str], &str); 9] = [
        ("nobody answered", &["", ""], ""),
        ("the same", &["?fluent=yes", "?fluent=yes"], "fluent [0, 1] Agrees"),
        ("another answer", &["?fluent=yes", "?fluent=no"], "fluent [0, 1] Answers fluent"),
        ("one missed it", &["?fluent=yes", "?fluent=no", ""], "fluent [0, 1] Missed fluent [2]"),
        ("only one answered", &["", "?fluent=no"], "fluent [1] OnlyHere [0]"),
        ("no such instance", &["?fluent=no", "-"], "fluent [0] Agrees"),
        ("another follow-up", &["?kind=news>a", "?kind=news>b"], "kind [0, 1] Answers kind/news"),
        (
            "each question, in the order of the typology, then those about texts",
            &["?target/clear=yes; ?kind=news>a; ?fluent=yes", "?fluent=yes"],
            "fluent [0, 1] Agrees; kind [0] OnlyHere [1]; target clear [0] OnlyHere [1]",
        ),
        ("after edits", &["?fluent=yes; wrong 0-4", "?fluent=yes"], "edit; fluent [0, 1] Agrees"),
    ];
    for (what, all, expected) in cases {
        let said = |group: &AnnotationGroup| {
            let Some(question) = group.question() else { return "edit".to_owned() };
            let text = question.text.as_ref().map(|text| format!("{} ", text.as_str()));
            let paths = group.differences.answers.iter().map(|path| format!(" {}", path.join("/")));
            let missed = &group.differences.missed;
            format!(
                "{}{} {:?} {:?}{}{}",
                text.unwrap_or_default(),
                question.name,
                group.annotators(),
                group.standing,
                paths.collect::<String>(),
                if missed.is_empty() { String::new() } else { format!(" {missed:?}") },
            )
        };
        let said: Vec<String> = groups(&given(all)).iter().map(said).collect();
        assert_eq!(said.join("; "), expected, "{what}");
    }
}

#[test]
fn what_matters_most_comes_first_among_answers_and_edits() {
    let gravity = |all: &[&str]| groups(&given(all))[0].gravity();
    let missed = gravity(&["?fluent=yes", ""]);
    let boundary = gravity(&["wrong 0-4", "wrong 0-5"]);
    let answers = gravity(&["?fluent=yes", "?fluent=no"]);
    let agreement = gravity(&["?fluent=yes", "?fluent=yes"]);
    assert_eq!(missed, gravity(&["wrong 0-4", ""]));
    assert!(missed < boundary && boundary < answers && answers < agreement);
}

#[test]
fn ids_are_those_of_the_answers_whoever_gave_them() {
    let id = |all: &[&str]| groups(&given(all))[0].id;
    let same = id(&["?fluent=yes", "?fluent=no"]);
    assert_eq!(id(&["?fluent=no", "", "?fluent=yes"]), same);
    assert_ne!(id(&["?fluent=no", "?fluent=no"]), same);
    assert_ne!(id(&["?clear=yes", "?clear=no"]), id(&["?target/clear=yes", "?target/clear=no"]));
    // Notes of decisions in files name it.
    assert_eq!(same.to_string(), "9e8e66a0e7c187c4");
}

fn in_short(answer: &FlatAnswers) -> String {
    answer.iter().map(|(_, value)| value).collect::<Vec<_>>().join(">")
}

fn flat(question: &str, answers: &Answers) -> String {
    let mut only = Answers::default();
    only.set(question, answers.get(question).cloned());
    in_short(&flatten_answers(&only))
}

#[test]
fn decisions_about_answers_have_results() {
    use Decision::{Intersection, Majority, Own, Reject, Take, Unanimous, Union};
    let cases: [(&[&str], Decision, &str); 12] = [
        (&["?kind=news>a", "?kind=news>a"], Unanimous, "news>a"),
        (&["?kind=news>a", "?kind=news>b"], Unanimous, "undefined"),
        (&["?kind=news>a", ""], Unanimous, "undefined"),
        (&["?kind=news>a", "?kind=letter>b"], Take(1), "letter>b"),
        (&["?kind=news>a", ""], Take(1), "undefined"),
        (&["?kind=news>a", "?kind=letter>b", "?kind=news>a"], Majority, "news>a"),
        (&["?kind=news>a", "?kind=news>b", "?kind=news>c"], Majority, "undefined"),
        (&["?kind=news>a", "", ""], Majority, "nothing"),
        (&["?kind=news>a", "?kind=news>a"], Union, "undefined"),
        (&["?kind=news>a", "?kind=news>a"], Intersection, "undefined"),
        (&["?kind=news>a", "?kind=news>a"], Reject, "nothing"),
        (&["?kind=news>a", "?kind=news>a"], Own, "undefined"),
    ];
    for (all, decision, expected) in cases {
        let all = given(all);
        let instances: Vec<Option<&Instance>> = all.iter().map(Option::as_ref).collect();
        let result = result_of(decision, &groups(&all)[0], &instances, &template().typology);
        let said = match result {
            Some(DecisionResult::Answer(answer)) => {
                let mut answers = Answers::default();
                answers.set("kind", Some(answer));
                flat("kind", &answers)
            }
            Some(DecisionResult::Edit(edit)) => format!("{edit:?}"),
            Some(DecisionResult::Nothing) => "nothing".to_owned(),
            None => "undefined".to_owned(),
        };
        assert_eq!(said, expected, "{decision:?}");
    }
}

fn context<'a>(
    annotators: &'a [Option<&'a Instance>],
    names: &'a [String],
    gold: &'a Instance,
) -> GoldContext<'a> {
    GoldContext { annotators, names, gold, typology: &template().typology }
}

/// The decisions of one step, by the positions of their groups.
type Step = Vec<(usize, Decision)>;

/// Takes decisions about what two annotators made, and returns gold, written and read again, with its decisions.
fn decided(
    all: &[&str],
    gold: &str,
    steps: impl Fn(GoldContext) -> Vec<Step>,
) -> (Instance, Vec<Option<Decision>>) {
    let (all, mut gold) = (given(all), short(gold));
    let annotators: Vec<Option<&Instance>> = all.iter().map(Option::as_ref).collect();
    let names = ["anna", "ben"].map(str::to_owned);
    for step in steps(context(&annotators, &names, &gold)) {
        let groups = decided_groups(context(&annotators, &names, &gold));
        let step: Vec<_> =
            step.iter().map(|(at, decision)| (groups[*at].group.id, *decision)).collect();
        let changes = decide(context(&annotators, &names, &gold), &step);
        gold.apply_all(&changes).expect("planned for this state");
        assert!(decide(context(&annotators, &names, &gold), &step).is_empty(), "the same again");
    }
    let typology = &template().typology;
    gold = read_instance(&write_instance(&gold, typology), 0, typology).instance;
    let groups = decided_groups(context(&annotators, &names, &gold));
    let decisions = groups.iter().map(|decided| decided.decision).collect();
    (gold, decisions)
}

const ALL: [&str; 2] =
    ["?fluent=yes; ?kind=news>a; ?target/clear=yes", "?fluent=yes; ?kind=letter>b"];

#[test]
fn gold_gets_the_answers_that_are_decided() {
    use Decision::{Own, Reject, Take, Unanimous};
    let (gold, decisions) = decided(&ALL, "", |_| {
        vec![vec![(1, Take(0))], vec![(2, Take(0))], vec![(1, Take(1))], vec![(0, Unanimous)]]
    });
    assert_eq!(decisions, [Some(Unanimous), Some(Take(1)), Some(Take(0))]);
    let answers = |question| flat(question, &gold.answers);
    assert_eq!([answers("fluent"), answers("kind")], ["yes", "letter>b"]);
    let target = gold.texts.iter().nth(1).expect("a target").name.clone();
    assert_eq!(flat("clear", gold.text_answers.on(&target)), "yes");

    let (gold, decisions) =
        decided(&ALL, "?fluent=no; ?kind=news>c", |_| vec![vec![(0, Reject)], vec![(1, Own)]]);
    assert_eq!(decisions, [Some(Reject), Some(Own), None]);
    assert_eq!(
        (flat("fluent", &gold.answers), flat("kind", &gold.answers)),
        (String::new(), "news>c".to_owned())
    );

    let (gold, decisions) = decided(&ALL, "", |_| vec![vec![(1, Own)]]);
    assert_eq!(decisions, [None, Some(Own), None]);
    assert_eq!(flat("kind", &gold.answers), "news>a", "begins as that of the first");
}

#[test]
fn what_all_answered_alike_and_whole_instances_are_taken() {
    use Decision::{Reject, Take};
    let plan = |context: GoldContext| {
        let groups = decided_groups(context);
        let at = |id| groups.iter().position(|decided| decided.group.id == id).expect("a group");
        let unanimous = all_unanimous(&groups).into_iter().map(|(id, decision)| (at(id), decision));
        let whole =
            all_of_annotator(&groups, 1).into_iter().map(|(id, decision)| (at(id), decision));
        vec![unanimous.collect(), whole.collect()]
    };
    let (gold, decisions) = decided(&ALL, "", plan);
    assert_eq!(decisions, [Some(Take(1)), Some(Take(1)), Some(Reject)]);
    assert_eq!(flat("kind", &gold.answers), "letter>b");
    assert!(gold.text_answers.is_empty());

    let (_, decisions) = decided(&ALL, "?fluent=yes", |_| Vec::new());
    assert_eq!(decisions, [Some(Decision::Unanimous), None, None], "gold has what all agree on");
}

#[test]
fn a_record_has_the_answers_of_all_and_what_came_of_them() {
    let all = given(&ALL);
    let annotators: Vec<Option<&Instance>> = all.iter().map(Option::as_ref).collect();
    let (gold, _) = decided(&ALL, "", |_| vec![vec![(1, Decision::Take(1))]]);
    let typology = &template().typology;
    let names = ["anna", "ben"].map(str::to_owned);
    let written = write_instance(&gold, typology);
    let rows = record_of(0, context(&annotators, &names, &gold), &written);
    let columns = [
        "standing",
        "annotators",
        "missed_by",
        "decision",
        "annotator",
        "question",
        "text",
        "members",
    ];
    let said = |at: usize| columns.map(|column| rows[at].get(column).to_owned()).join("|");
    assert_eq!(
        said(1),
        r#"answers|anna, ben||take|ben|kind|letter … b|[{"annotator":"anna","answer":{"val":"news","news":"a"}}, {"annotator":"ben","answer":{"val":"letter","letter":"b"}}]"#
    );
    assert_eq!(
        said(2),
        r#"only-one|anna|ben|||target: clear||[{"annotator":"anna","answer":"yes"}]"#
    );
}
