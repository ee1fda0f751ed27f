//! `spanwise stats`.

use serde_json::{Value, json};

use super::Folder;
use super::agree::file;

#[track_caller]
fn near(found: &Value, expected: f64) {
    let found = found.as_f64().expect("a number");
    assert!((found - expected).abs() < 1e-9, "{found} is not {expected}");
}

#[test]
fn names_like_that_of_the_total_stand_beside_it() {
    let of = |annotator: &str, category: &str| {
        let edit = |start: u32, category: &str| json!({ "category": category, "annotation": { "severity": "minor" }, "output_idx": [[start, start + 3]] });
        json!([{
            "target": "one two three four", "metadata": { "annotator": annotator },
            "edits": [edit(0, "all"), edit(4, category)],
        }])
        .to_string()
    };
    let folder = Folder::with(&[("all.json", &of("a", "x")), ("ben.json", &of("b", "all"))]);
    let stats = ["stats", "all.json", "ben.json", "--all", "--average", "annotator"];
    let found = folder.json(&stats, 0);
    let spans = |category: &str| found["coverage"][category]["spans"].clone();
    assert_eq!([spans("all"), spans("all (2)"), spans("x")], [json!(4), json!(3), json!(1)]);
    let totals = |annotator: &str| found["quality"][annotator]["mqm_total"].clone();
    assert_eq!([totals("all"), totals("all (2)")], [json!(4.0), json!(2.0)]);
    let average = |category: &str| found["averages"]["coverage"][category]["span_rate"].clone();
    near(&average("all")["value"], 0.5);
    near(&average("all (2)")["value"], 0.375);
}

#[test]
fn who_has_an_empty_name_is_called_like_the_file() {
    let of = |n: u32, annotator: &str| json!({ "id": n, "target": "one two", "metadata": { "annotator": annotator }, "edits": [] });
    let file = json!([of(1, ""), of(1, "ben"), of(2, " "), of(2, "ben")]).to_string();
    let found = Folder::with(&[("crowd.json", &file)]).json(&["stats", "crowd.json"], 0);
    assert_eq!(found["annotators"], json!(["crowd", "ben"]));
}

#[test]
fn one_annotator_has_counts_coverage_and_scores() {
    let marked = file(&[
        ("one two three four", &[(0, 7, "x", "minor"), (4, 7, "x", "a lot")]),
        ("five six", &[]),
    ]);
    let folder = Folder::with(&[("anna.json", &marked)]);
    let found = folder.json(&["stats", "anna.json"], 0);
    assert_eq!((&found["items"], &found["annotators"]), (&json!(2), &json!(["anna"])));
    let counts = &found["counts"]["anna"];
    assert_eq!((&counts["edits"], &counts["spans"]), (&json!(2), &json!(2)));
    near(&counts["edits_per_item"], 1.0);
    near(&counts["items_without"], 0.5);
    near(&counts["mean_length"], 5.0);
    let coverage = &found["coverage"]["all"];
    // Two tokens and one token of four; nothing of two.
    near(&coverage["span_coverage"]["value"], 0.375);
    near(&coverage["without_overlap"]["value"], 0.25);
    near(&coverage["severity_weighted"]["value"], (2.0 + 3.0) / 4.0 / 2.0);
    near(&coverage["span_rate"]["value"], 0.25);
    assert_eq!(coverage["span_coverage"]["n"], 2);
    assert_eq!(coverage["span_coverage"]["interval_95"], Value::Null);
    let why = &coverage["span_coverage"]["interval_95_reason"];
    assert_eq!(why, "there are fewer than five items");
    assert_eq!(found["stability"]["samples"], 1000);
    assert_eq!(found["quality"]["anna"]["esa_score"]["value"], Value::Null);
    assert!(found.get("one_against_rest").is_none());
}

#[test]
fn times_of_event_logs_have_figures() {
    let edit = |category: &str, id: u32| json!({"category": category, "id": id, "annotation": null, "output_idx": [[0, 3]]});
    let anna = json!([
        {"target": "one two", "edits": [edit("x", 1), edit("y", 1)],
         "_spanwise": {"times": {"ms": 30_000, "edits": {"x": {"1": 4000}, "y": {"1": 1000, "7": 9000}}}}},
        {"target": "three four", "edits": [edit("x", 1)], "_spanwise": {"done": true}},
        {"target": "five six", "edits": [edit("x", 3)],
         "_spanwise": {"times": {"ms": 10_000, "edits": {"x": {"3": 7000}}}}},
    ]);
    let folder = Folder::with(&[("anna.json", &anna.to_string())]);
    folder.write("none.json", json!([{"target": "one", "edits": []}]).to_string());
    let time = &folder.json(&["stats", "anna.json"], 0)["time"];
    let mean_and_median = |of: &Value| json!([of["n"], of["mean"], of["median"]]);
    assert_eq!(mean_and_median(&time["per_item"]), json!([2, 20.0, 20.0]));
    let edits = &time["per_edit"];
    assert_eq!(mean_and_median(&edits["all"]), json!([3, 4.0, 4.0]));
    assert_eq!(mean_and_median(&edits["x"]), json!([2, 5.5, 5.5]));
    assert_eq!(mean_and_median(&edits["y"]), json!([1, 1.0, 1.0]));
    assert!(folder.json(&["stats", "none.json"], 0).get("time").is_none());
    folder.run(&["convert", "--from", "thresh", "--to", "thresh", "anna.json", "again.json"]);
    assert_eq!(folder.json(&["stats", "again.json"], 0)["time"], *time);
}

#[test]
fn a_template_asks_for_a_score() {
    let anna = file(&[
        ("one two three four", &[(0, 7, "x", "minor"), (4, 7, "x", "a lot")]),
        ("five six", &[]),
    ]);
    let ben =
        file(&[("one two three four", &[(0, 3, "x", "minor")]), ("five six", &[(0, 4, "y", "")])]);
    let folder = Folder::with(&[("anna.json", &anna), ("ben.json", &ben)]);
    let template = |score: &str| {
        format!(
            "template_name: t\n{score}edits:\n  - {{ name: x, weight: 3, enable_output: true }}\n  - {{ name: y, enable_output: true }}\n"
        )
    };
    folder.write("weights.yml", template("score: weights\n"));
    folder.write("formula.yml", template("score: weights + 10 * y - words\n"));
    folder.write("quotient.yml", template("score: 4 / y\n"));
    folder.write("none.yml", template(""));
    let of = |template: &str| {
        folder.json(&["stats", "--template", template, "anna.json", "ben.json"], 0)
    };
    let found = of("weights.yml");
    let score = |annotator: &str| found["score"][annotator]["value"].clone();
    near(&score("anna"), 3.0);
    near(&score("ben"), 2.0);
    near(&score("all"), 2.5);
    let found = of("formula.yml");
    let score = |annotator: &str| found["score"][annotator]["value"].clone();
    near(&score("anna"), f64::midpoint(6.0 - 4.0, -2.0));
    near(&score("ben"), f64::midpoint(3.0 - 4.0, 1.0 + 10.0 - 2.0));
    let found = of("quotient.yml");
    let score = |annotator: &str| &found["score"][annotator];
    assert_eq!(score("anna")["value_reason"], "the computation has no finite result");
    near(&score("ben")["value"], 4.0);
    let left_out = json!([{ "n": 1, "why": "segments for which the score has no value" }]);
    assert_eq!((&score("ben")["n"], &score("ben")["skipped"]), (&json!(1), &left_out));
    assert!(of("none.yml").get("score").is_none());
}

#[test]
fn totals_have_intervals_and_categories_of_one_annotator_are_listed() {
    let texts: Vec<String> = (0..12).map(|number| format!("one two three {number}")).collect();
    let marks = |category: &'static str| {
        let marked = texts.iter().enumerate().map(|(number, text)| {
            let spans = vec![(0, 3, category, "minor"), (4, 7, "x", "minor")];
            (text.as_str(), spans.into_iter().take(number % 3).collect::<Vec<_>>())
        });
        let marked: Vec<_> = marked.collect();
        let borrowed: Vec<_> = marked.iter().map(|(text, spans)| (*text, &spans[..])).collect();
        file(&borrowed)
    };
    let folder = Folder::with(&[("anna.json", &marks("x")), ("ben.json", &marks("y"))]);
    let found = folder.json(&["stats", "anna.json", "ben.json"], 0);
    assert_eq!(found["categories_of_one_annotator"], json!({ "ben": ["y"] }));
    let holds = |figures: &Value, name: &str, expected: f64| {
        near(&figures[name], expected);
        let bounds = figures[format!("{name}_interval_95")].clone();
        let bounds: Vec<f64> = serde_json::from_value(bounds).expect("two numbers");
        assert!(bounds[0] < expected && expected < bounds[1], "{name}: {bounds:?}");
    };
    for count in ["edits", "spans"] {
        holds(&found["counts"]["anna"], count, 12.0);
        assert_eq!(found["counts"]["anna"][count], json!(12), "a whole number");
    }
    holds(&found["coverage"]["all"], "spans", 24.0);
    holds(&found["quality"]["anna"], "mqm_total", 12.0);
}

#[test]
fn slight_slips_can_be_left_out() {
    let marked = file(&[("one two", &[(0, 3, "x", "minor"), (4, 7, "x", "a lot")])]);
    let folder = Folder::with(&[("anna.json", &marked)]);
    let found = folder.json(&["stats", "anna.json", "--leave-out", "x=1"], 0);
    assert_eq!(
        (&found["edits_left_out"], &found["counts"]["anna"]["edits"]),
        (&json!(1), &json!(1))
    );
    folder.run(&["stats", "anna.json", "--leave-out", "x"]).exits(2).says("CATEGORY=SEVERITY");
}

#[test]
fn agreement_is_computed_without_slight_slips_too() {
    let anna = file(&[("one two", &[(0, 3, "x", "minor"), (4, 7, "x", "a lot")])]);
    let ben = file(&[("one two", &[(4, 7, "x", "a lot")])]);
    let folder = Folder::with(&[("anna.json", &anna), ("ben.json", &ben)]);
    let two_agree = |extra: &[&str]| {
        let arguments = [&["agree", "anna.json", "ben.json"], extra].concat();
        let found = folder.json(&arguments, 0);
        (found["two_agree"]["categories"]["x"]["value"].clone(), found["edits_left_out"].clone())
    };
    assert_eq!(two_agree(&[]), (json!(0.5), json!(null)));
    assert_eq!(two_agree(&["--leave-out", "x=1"]), (json!(1.0), json!(1)));
    folder
        .run(&["agree", "anna.json", "ben.json", "--leave-out", "y=1"])
        .exits(2)
        .says("There is no category “y”");
}

#[test]
fn systems_are_told_apart() {
    let instance = |system: &str, severities: &[&str]| {
        let edit = |severity: &&str| {
            json!({
                "category": "accuracy", "id": 1, "output_idx": [[0, 1]],
                "metadata": { "severity": severity },
            })
        };
        json!({
            "target": format!("text of {system}"), "metadata": { "system": system, "score": 80 },
            "edits": severities.iter().map(edit).collect::<Vec<_>>(),
        })
    };
    let data = json!([
        instance("a", &["Minor", "Major"]),
        instance("b", &["Critical"]),
        instance("b", &[])
    ]);
    let folder = Folder::with(&[("mqm.json", &data.to_string())]);
    let by_system = ["stats", "mqm.json", "--by", "system", "--max-left-out", "50"];
    let found = folder.json(&by_system, 0);
    let quality = |system: &str| found["groups"][system]["quality"]["mqm"].clone();
    near(&quality("a")["mqm_per_segment"]["value"], 6.0);
    near(&quality("b")["mqm_per_segment"]["value"], 12.5);
    near(&quality("b")["mqm_total"], 25.0);
    near(&quality("a")["esa_score"]["value"], 80.0);
    near(&quality("a")["esa_from_spans"]["value"], 94.0);
    let weighted = folder.json(&["stats", "mqm.json", "--weights", "critical=10, minor=2"], 0);
    near(&weighted["quality"]["mqm"]["mqm_total"], 17.0);
    folder.run(&["stats", "mqm.json", "--weights", "awful=1"]).exits(2);
}

#[test]
fn three_annotators_are_held_against_the_others() {
    let one = file(&[("one two", &[(0, 3, "x", "minor")])]);
    let other = file(&[("one two", &[(0, 7, "x", "minor")])]);
    let folder = Folder::with(&[("a.json", &one), ("b.json", &one), ("c.json", &other)]);
    let found = folder.json(&["stats", "a.json", "b.json", "c.json"], 0);
    assert_eq!((&found["paired_by"], &found["without_counterpart"]), (&json!("texts"), &json!({})));
    let union = &found["one_against_rest"]["x"]["union"];
    near(&union["precision"], (1.0 + 1.0 + 0.5) / 3.0);
    near(&union["recall"], (0.5 + 0.5 + 1.0) / 3.0);
}

#[test]
fn names_that_nothing_has_are_errors_with_a_suggestion() {
    let data = json!([{ "target": "one", "metadata": { "system": "m" }, "edits": [
        { "category": "grammar", "id": 1, "output_idx": [[0, 3]] }
    ] }]);
    let folder = Folder::with(&[("anna.json", &data.to_string())]);
    let stats = |more: [&str; 2]| folder.run(&["stats", "anna.json", more[0], more[1]]);
    stats(["--by", "sistem"]).exits(2).says("Did you mean `system`?");
    stats(["--leave-out", "gramar=1"]).exits(2).says("Did you mean `grammar`?");
    stats(["--keys", "sistem"]).exits(2).says("Did you mean `system`?");
    stats(["--by", "system"]).exits(0);
}

/// Three systems on the same twelve sources: `good` has one minor error in every other text, `bad` two in each, and
/// `same` differs from `good` in its order only.
fn systems() -> Folder {
    let instance = |system: &str, source: usize, errors: usize| {
        let edit = json!({
            "category": "accuracy", "id": 1, "output_idx": [[0, 1]],
            "metadata": { "severity": "Minor" },
        });
        json!({
            "source": format!("source {source}"), "target": format!("{system} {source}"),
            "metadata": { "system": system, "domain": if source < 6 { "news" } else { "speech" } },
            "edits": vec![edit; errors],
        })
    };
    let mut data = Vec::new();
    for source in 0..12 {
        data.push(instance("bad", source, 2));
        data.push(instance("good", 11 - source, source % 2));
        data.push(instance("same", source, (source + 1) % 2));
    }
    Folder::with(&[("mqm.json", &Value::from(data).to_string())])
}

#[test]
fn systems_are_ranked_and_tested_on_the_same_sources() {
    let found = systems().json(&["stats", "mqm.json", "--by", "system"], 0);
    let ranking = &found["ranking"];
    let rank = |system: &str| ranking[system]["rank"].as_u64().expect("a rank");
    assert_eq!(rank("bad"), 3);
    assert!(rank("good") + rank("same") == 3);
    near(&ranking["bad"]["mqm_per_segment"], 2.0);
    near(&ranking["good"]["mqm_per_segment"], 0.5);
    assert_eq!(ranking["good"]["mqm_per_segment_interval_95"].as_array().map(Vec::len), Some(2));
    let of = |n: u64| ["good", "same"].into_iter().find(|system| rank(system) == n).expect("one");
    let (first, second) = (&ranking[of(1)]["to_the_next"], &ranking[of(2)]["to_the_next"]);
    near(&first["value"], 0.0);
    near(&first["p"], 1.0);
    near(&second["value"], -1.5);
    assert!(second["p"].as_f64().expect("a number") < 0.01, "{second}");
    assert!(ranking["bad"].get("to_the_next").is_none());
    assert_eq!(second["n"], 12);
}

#[test]
fn every_two_systems_have_a_difference() {
    let folder = systems();
    let found = folder.json(&["stats", "mqm.json", "--by", "system"], 0);
    let ranking = found["ranking"].as_object().expect("systems");
    let mut ranked: Vec<&String> = ranking.keys().collect();
    ranked.sort_by_key(|system| ranking[*system]["rank"].as_u64());
    let [first, second, third] = ranked[..] else { panic!("{ranked:?}") };
    let differences = &found["group_differences"];
    let of = |one: &str, other: &str| &differences[format!("{one} − {other}")]["mqm_per_segment"];
    let to_the_next = |system: &str| {
        let mut next = ranking[system]["to_the_next"].clone();
        next.as_object_mut().expect("figures").retain(|name, _| name != "convention");
        next
    };
    for (one, other) in [(first, second), (second, third)] {
        let mut of = of(one, other).clone();
        of.as_object_mut().expect("figures").retain(|name, _| name != "convention");
        assert_eq!(of, to_the_next(one));
    }
    near(&of(first, third)["value"], -1.5);
    assert!(of(first, third)["p"].as_f64().expect("a number") < 0.01, "{differences}");
    near(&differences[format!("{first} − {third}")]["edits_per_segment"]["value"], -1.5);
    let test = differences["test"].as_str().expect("a text");
    assert!(test.ends_with("not corrected for the number of pairs"), "{test}");
    // Of several groupings, each has its own.
    let both = ["stats", "mqm.json", "--by", "system", "--by", "domain"];
    let both = folder.json(&both, 0);
    assert_eq!(&both["group_differences_by"]["system"], differences);
    assert!(both["group_differences_by"]["domain"]["news − speech"].is_object());
    // People are shown them if they ask.
    let text = |more: &[&str]| {
        folder.run(&[&["stats", "mqm.json", "--by", "system"], more].concat()).exits(0).out
    };
    assert!(!text(&[]).contains("group differences"));
    assert!(text(&["--all"]).contains("group differences"));
}

#[test]
fn more_pairs_than_a_few_have_differences_if_asked_for() {
    let instance = |at: usize| {
        let edit = json!({ "category": "x", "id": 1, "output_idx": [[0, 1]] });
        json!({
            "source": format!("source {}", at / 7), "target": "a target", "system": at % 7,
            "edits": vec![edit; at % 3],
        })
    };
    let data: Vec<Value> = (0..70).map(instance).collect();
    let folder = Folder::with(&[("d.json", &Value::from(data).to_string())]);
    let stats = ["stats", "d.json", "--by", "system"];
    assert!(folder.json(&stats, 0).get("group_differences").is_none());
    let all = folder.json(&[&stats[..], &["--all"]].concat(), 0);
    let pairs = all["group_differences"].as_object().expect("pairs");
    assert_eq!(pairs.keys().filter(|name| name.contains(" − ")).count(), 21);
}

#[test]
fn every_two_annotators_have_a_difference_over_the_items_that_both_have() {
    let file = |errors: fn(usize) -> usize, severity: Option<&str>, items: usize| {
        let instance = |at: usize| {
            let metadata = severity.map_or(json!({}), |severity| json!({ "severity": severity }));
            let edit =
                json!({ "category": "x", "id": 1, "output_idx": [[0, 1]], "metadata": metadata });
            json!({ "id": format!("i{at}"), "target": format!("target {at}"), "edits": vec![edit; errors(at)] })
        };
        Value::from((0..items).map(instance).collect::<Vec<_>>()).to_string()
    };
    let folder = Folder::with(&[
        ("anna.json", &file(|_| 2, Some("minor"), 12)),
        ("ben.json", &file(|at| at % 2, Some("major"), 12)),
        ("cleo.json", &file(|_| 1, None, 8)),
    ]);
    let stats = ["stats", "anna.json", "ben.json", "cleo.json", "--max-left-out", "100"];
    let found = folder.json(&stats, 0);
    let of = |pair: &str, score: &str| found["annotator_differences"][pair][score].clone();
    near(&of("anna − ben", "edits_per_segment")["value"], 1.5);
    near(&of("anna − ben", "mqm_per_segment")["value"], 2.0 - 2.5);
    let edits = of("anna − cleo", "edits_per_segment");
    near(&edits["value"], 1.0);
    assert_eq!((&edits["n"], &edits["left_out"]["items"]), (&json!(8), &json!(4)));
    // Whose edits have no severity has no MQM score.
    assert!(of("anna − cleo", "mqm_per_segment").is_null());
    let report = ["report", "-o", "r.html"];
    let report = folder.json(&[&report[..], &stats[1..]].concat(), 0);
    let tables = report["tables"].as_array().expect("tables");
    let table = tables.iter().find(|table| table["heading"] == "annotator differences");
    let table = table.expect("a table");
    let columns = table["table"]["columns"].as_array().expect("columns");
    let p = columns.iter().position(|column| column["name"] == "p").expect("a column");
    assert_eq!(table["table"]["rows"][0][p], of("anna − ben", "edits_per_segment")["p"]);
    let notes = table["notes"].as_array().expect("notes");
    let last = notes.last().and_then(Value::as_str).expect("a note");
    assert!(last.contains("not corrected for the number of pairs"), "{last}");
    // Of eight annotators, 28 pairs only if all are asked for.
    let more: Vec<String> = (0..5).map(|n| format!("more{n}.json")).collect();
    more.iter().for_each(|name| folder.write(name, folder.read("anna.json")));
    let many: Vec<&str> = stats.into_iter().chain(more.iter().map(String::as_str)).collect();
    assert!(folder.json(&many, 0).get("annotator_differences").is_none());
    let found = folder.json(&[&many[..], &["--all", "--resamples", "9"]].concat(), 0);
    assert_eq!(found["annotator_differences"].as_object().map(|of| of.len()), Some(28 + 1));
}

#[test]
fn systems_without_the_same_sources_are_not_tested_unless_asked() {
    let folder = systems();
    let mut data: Vec<Value> = serde_json::from_str(&folder.read("mqm.json")).expect("JSON");
    let source = |source: usize| format!("source {source}");
    data.retain(|item| item["metadata"]["system"] != "bad" || item["source"] != source(3));
    folder.write("fewer.json", Value::from(data.clone()).to_string());
    let stats = ["stats", "fewer.json", "--by", "system"];
    folder.run(&stats).exits(2).says("1 of 12 items of ").says("8.3 %").says("--max-left-out 100");
    let found = folder.json(&[&stats[..], &["--max-left-out", "10"]].concat(), 0);
    let ranking = found["ranking"].as_object().expect("systems");
    let left_out = |system: &Value| system["to_the_next"]["left_out"]["items"].as_u64();
    let left_out: u64 = ranking.values().filter_map(left_out).sum();
    assert_eq!(left_out, 1);
    // With half of them apart, systems have different items by intention: their figures count, and the difference does not.
    let mut few = data.clone();
    few.retain(|item| {
        let last = ["7", "8", "9", "10", "11"];
        let is_last = last.iter().any(|n| item["source"] == format!("source {n}"));
        item["metadata"]["system"] != "bad" || is_last
    });
    folder.write("few.json", Value::from(few).to_string());
    let few = ["stats", "few.json", "--by", "system"];
    let found = folder.json(&few, 0);
    let ranking = found["ranking"].as_object().expect("systems");
    let reasons: Vec<&Value> =
        ranking.values().filter_map(|of| of["to_the_next"].get("value_reason")).collect();
    assert_eq!(reasons, ["they have few items in common"]);
    near(&found["groups"]["bad"]["quality"]["few"]["mqm_per_segment"]["value"], 2.0);
    let asked = folder.json(&[&few[..], &["--max-left-out", "100"]].concat(), 0);
    let compared = asked["ranking"].as_object().expect("systems");
    assert!(compared.values().all(|of| !of["to_the_next"]["value"].is_null() || of["rank"] == 3));
    // Systems with nothing in common are not compared at all, and the difference states the reason.
    data.retain(|item| {
        let odd = item["source"].as_str().expect("a text").ends_with(['1', '3', '5', '7', '9']);
        (item["metadata"]["system"] == "bad") == odd
    });
    data.retain(|item| item["metadata"]["system"] != "same");
    folder.write("apart.json", Value::from(data).to_string());
    let found = folder.json(&["stats", "apart.json", "--by", "system"], 0);
    let next = &found["ranking"]["good"]["to_the_next"];
    assert_eq!((&next["value"], &next["left_out"]["share"]), (&Value::Null, &json!(1.0)));
}

#[test]
fn one_against_the_rest_leaves_out_no_more_than_was_said() {
    let on = |texts: &[&str]| {
        file(&texts.iter().map(|text| (*text, &[(0, 1, "x", "minor")][..])).collect::<Vec<_>>())
    };
    let folder = Folder::with(&[
        ("a.json", &on(&["one", "two", "three"])),
        ("b.json", &on(&["one", "two"])),
        ("c.json", &on(&["one", "two"])),
    ]);
    let stats = ["stats", "a.json", "b.json", "c.json"];
    let found = folder.json(&stats, 0);
    assert_eq!(found["items"], 3);
    assert_eq!(found["without_counterpart"]["a"].as_array().map(Vec::len), Some(1));
    let of = |found: &Value| found["one_against_rest"]["x"]["union"].clone();
    let reason = "more items than allowed are those of one annotator only";
    assert_eq!((&of(&found)["f1"], &of(&found)["f1_reason"]), (&Value::Null, &json!(reason)));
    let shown = folder.run(&[&stats[..], &["--all"]].concat());
    assert!(shown.exits(0).out.contains(reason));
    let allowed = folder.json(&[&stats[..], &["--max-left-out", "50"]].concat(), 0);
    near(&of(&allowed)["f1"], 1.0);
    // The other figures count each item.
    assert_eq!(found["profiles"], allowed["profiles"]);
    // Those who have nothing in common cannot be compared at all.
    let apart = ["one", "two", "three"].map(|text| on(&[text]));
    for (name, data) in ["a.json", "b.json", "c.json"].iter().zip(apart) {
        folder.write(name, data);
    }
    assert_eq!(of(&folder.json(&stats, 0))["f1_reason"], "they have no items in common");
}

#[test]
fn records_are_chosen_by_what_they_say() {
    let folder = systems();
    let stats = ["stats", "mqm.json", "--where", "system=good,domain=news"];
    let found = folder.json(&stats, 0);
    assert_eq!(found["items"], 6);
    near(&found["counts"]["mqm"]["edits_per_item"], 0.5);
    let found = folder.json(&["stats", "mqm.json", "--by", "domain,system"], 0);
    let groups = found["groups"].as_object().expect("groups");
    assert_eq!(groups.len(), 6);
    assert_eq!(groups["speech / bad"]["items"], 6);
    // Each of several groupings has its own groups.
    let several =
        ["stats", "mqm.json", "--by", "system", "--by", "domain", "--by", "domain,system"];
    let several = folder.json(&several, 0);
    assert!(several.get("groups").is_none() && several.get("ranking").is_none());
    let groups = &several["groups_by"];
    assert_eq!(groups["domain,system"], found["groups"]);
    assert_eq!(groups["system"]["good"]["items"], 12);
    assert_eq!(groups["domain"]["news"]["items"], 18);
    assert_eq!(several["ranking_by"]["system"]["good"]["rank"], 1);
    folder
        .run(&["stats", "mqm.json", "--where", "sistem=good"])
        .exits(2)
        .says("Did you mean `system`?");
    folder.run(&["stats", "mqm.json", "--where", "system=god"]).exits(2).says("`good`");
    folder.run(&["stats", "mqm.json", "--where", "system"]).exits(2).says("equals sign");
}

#[test]
fn names_and_values_with_commas_stand_in_quotes() {
    let item = |id: u32, topic: &str, category: &str| {
        json!({ "id": id, "target": "abcdef", "topic, or so": topic, "edits": [
            { "category": category, "id": 1, "output_idx": [[0, 1]], "annotation": {"severity": "1"} },
        ]})
    };
    let items = [
        item(1, "rain, wind", "too long, dull"),
        item(2, "snow", "too long, dull"),
        item(3, "say \"so\"", "x"),
    ];
    let folder = Folder::with(&[("a, b.json", &json!(items).to_string())]);
    let stats = |options: &[&str]| {
        folder.json(&[&["stats", "a, b.json", "--resamples", "0"], options].concat(), 0)
    };
    for (conditions, expected) in [
        (&[r#""topic, or so=rain, wind""#][..], 1),
        (&[r#""topic, or so=rain, wind" , "topic, or so=snow""#], 2),
        (&[r#""topic, or so=rain, wind""#, r#""topic, or so=say ""so""""#], 2),
    ] {
        let options: Vec<&str> = conditions.iter().flat_map(|one| ["--where", one]).collect();
        let found = stats(&options);
        assert_eq!(found["items"], expected, "{conditions:?}");
    }
    let found = stats(&["--where", r#""topic, or so=rain, wind""#]);
    assert_eq!(found["selection"]["where"]["topic, or so"], json!(["rain, wind"]));
    let found = stats(&["--category", r#"x,"too long, dull""#, "--by", r#""topic, or so""#]);
    assert_eq!(found["selection"]["categories"], json!(["x", "too long, dull"]));
    assert_eq!(found["groups"].as_object().map(|groups| groups.len()), Some(3));
    let found = stats(&["--leave-out", r#"x=5,"too long, dull=1""#]);
    assert_eq!(found["leave_out"].as_array().map(Vec::len), Some(2));
    folder
        .run(&["stats", "a, b.json", "--where", "topic, or so=snow"])
        .exits(2)
        .says("one with a comma in double quotes");
    folder.run(&["stats", "a, b.json", "--category", "\"x"]).exits(2).says("double quote");
    folder.run(&["stats", "a, b.json", "--category", ""]).exits(2).says("nothing is named");
}

/// Four annotators of twelve texts: the last one marks five times as much as the others, who differ a little.
#[test]
fn annotators_have_profiles_and_explanations_are_counted() {
    let marked = |many: &dyn Fn(usize) -> usize| {
        let edit = |item: usize, at: usize| {
            json!({ "category": "x", "id": at, "output_idx": [[at, at + 1]],
                "annotation": { "why": format!("It is wrong, number {item} {at}"), "severity": "minor" } })
        };
        let item = |at: usize| json!({ "target": format!("abcdefghij klm {at}"), "edits": (0..many(at)).map(|n| edit(at, n)).collect::<Vec<_>>() });
        Value::from((0..12).map(item).collect::<Vec<_>>()).to_string()
    };
    let folder = Folder::with(&[
        ("a.json", &marked(&|_| 1)),
        ("b.json", &marked(&|at| 1 + at % 2)),
        ("c.json", &marked(&|_| 2)),
        ("d.json", &marked(&|_| 9)),
    ]);
    let files = ["stats", "a.json", "b.json", "c.json", "d.json"];
    let found = folder.json(&files, 0);
    let of = |name: &str| found["profiles"][name]["spans_per_item"].clone();
    // Means 1, 1.5, 2, 9; median 1.75, distances 0.75, 0.25, 0.25, 7.25, whose median is 0.5.
    near(&of("d")["modified_z"], 0.6745 * 7.25 / 0.5);
    near(&of("a")["modified_z"], -0.6745 * 0.75 / 0.5);
    assert_eq!((&of("d")["outlier"], &of("a")["outlier"]), (&json!(true), &json!(false)));
    near(&found["profiles"]["d"]["excess"]["value"], 9.0 - 1.5);
    assert!(of("d")["modified_z_interval_95"].is_array());
    let why = &found["explanations"]["x: why"];
    near(&why["mean_words"], 6.0);
    near(&why["answered"], 1.0);
    assert_eq!(why["trigrams"][0]["words"], "it is wrong");
    assert!(found["explanations"].get("x: severity").is_none());
    // More texts, less variation; no more than there are.
    let sizes = &found["stability"]["x"]["texts"];
    assert_eq!(sizes.as_object().expect("sizes").keys().collect::<Vec<_>>(), ["10"]);
    let shown = folder.run(&[&files[..], &["--all"]].concat()).exits(0).out;
    assert!(shown.contains("it is wrong (162)"), "{shown}");
    folder.write(
        "t.yml",
        "template_name: t\nedits:\n  - name: x\n    enable_output: true\n    annotation:\n      - name: severity\n        question: How bad?\n        options: textbox\n",
    );
    let found = folder.json(&[&files[..], &["--template", "t.yml"]].concat(), 0);
    near(&found["explanations"]["x: severity"]["mean_words"], 1.0);
    assert!(found["explanations"].get("x: why").is_none());
}

#[test]
fn figures_are_means_over_values_that_count_alike() {
    let folder = Folder::new();
    // System A has three items, B one: their means count alike.
    let item = |system: &str, language: &str, target: &str, edits: &[(u32, u32)]| {
        let edits = edits.iter().map(|(start, end)| {
            json!({ "category": "x", "id": 1, "output_idx": [[start, end]],
                "annotation": { "severity": "minor" } })
        });
        json!({ "target": target, "system": system, "language": language,
            "metadata": { "score": 10 * target.len() }, "edits": edits.collect::<Vec<_>>() })
    };
    let items = json!([
        item("A", "cs", "one two", &[(0, 3)]),
        item("A", "cs", "two one", &[]),
        item("A", "de", "six", &[(0, 3), (0, 3)]),
        item("B", "cs", "four more", &[(0, 9)]),
    ]);
    folder.write("anna.json", items.to_string());
    let stats = |fields| {
        folder.json(
            &["stats", "anna.json", "--average", fields, "--by", fields, "--max-left-out", "100"],
            0,
        )
    };
    for (fields, values) in
        [("system", &["A", "B"][..]), ("system,language", &["A / cs", "A / de", "B / cs"])]
    {
        let found = stats(fields);
        let averages = &found["averages"];
        let mean = |path: &str| {
            let values = values.iter().map(|value| {
                found["groups"][*value].pointer(path).and_then(Value::as_f64).expect(path)
            });
            values.clone().sum::<f64>() / values.count() as f64
        };
        near(&averages["edits_per_item"]["anna"]["value"], mean("/counts/anna/edits_per_item"));
        for measure in ["span_coverage", "without_overlap", "severity_weighted", "span_rate"] {
            for category in ["all", "x"] {
                let path = format!("/coverage/{category}/{measure}/value");
                near(&averages["coverage"][category][measure]["value"], mean(&path));
            }
        }
        for score in ["mqm_per_segment", "esa_score"] {
            let path = format!("/quality/anna/{score}/value");
            near(&averages["quality"]["anna"][score]["value"], mean(&path));
        }
        assert_eq!(averages["values"], json!(values));
        assert_eq!(averages["edits_per_item"]["anna"]["n"], values.len());
    }
    folder
        .run(&["stats", "anna.json", "--average", "sistem"])
        .exits(2)
        .says("Did you mean `system`?");
}
