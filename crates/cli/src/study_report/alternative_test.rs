//! The alternative annotator test: its table, and its words.

use serde_json::Value;

use super::answer::{at, figure, groups, text};
use super::method::{basis, value};
use spanwise_plots::{DataTable, TableCell};

/// The tests of an answer, with their common setting.
pub(super) struct AlternativeTest<'a> {
    epsilon: f64,
    false_discovery_rate: f64,
    score: &'a str,
    score_definition: &'a str,
    /// Those who were tested, with their figures.
    pub(super) tested: Vec<(&'a str, &'a Value)>,
}

impl<'a> AlternativeTest<'a> {
    /// The test of an answer of `agree`; `None` if nobody was tested.
    pub(super) fn of(agree: &'a Value) -> Option<Self> {
        let number = |name: &str| at(agree, &["alt_test", name])?.as_f64();
        let tested = groups(agree, &["alt_test"]);
        (!tested.is_empty()).then_some(AlternativeTest {
            epsilon: number("epsilon")?,
            false_discovery_rate: number("false_discovery_rate")?,
            score: text(agree, &["alt_test", "score"])?,
            score_definition: text(agree, &["alt_test", "score_definition"])?,
            tested,
        })
    }

    /// A row of each who was tested, followed by one for each other annotator.
    pub(super) fn table(&self) -> DataTable {
        let mut table = DataTable::new([
            ("tested", false),
            ("annotator", false),
            ("ω", true),
            ("ρ", true),
            ("advantage of the tested", true),
            ("advantage of the annotator", true),
            ("p", true),
            ("outcome", false),
        ]);
        for (name, of) in &self.tested {
            let number = |group: &Value, name: &str| {
                TableCell::number(group.get(name).and_then(Value::as_f64))
            };
            table.rows.push(vec![
                TableCell::text(*name),
                TableCell::Empty,
                number(of, "winning_rate"),
                number(of, "advantage_probability"),
                TableCell::Empty,
                TableCell::Empty,
                TableCell::Empty,
                yes_or_no(of, "passed", ["passed", "not passed"]),
            ]);
            for (annotator, trial) in groups(of, &["annotators"]) {
                table.rows.push(vec![
                    TableCell::text(*name),
                    TableCell::text(annotator),
                    TableCell::Empty,
                    TableCell::Empty,
                    number(trial, "model_advantage"),
                    number(trial, "annotator_advantage"),
                    number(trial, "p"),
                    yes_or_no(trial, "won", ["won", "not won"]),
                ]);
            }
        }
        table
    }

    /// The setting in words.
    pub(super) fn setting(&self) -> String {
        format!(
            "ε = {}; false discovery rate {}; score {}: {}.",
            self.epsilon,
            self.false_discovery_rate,
            self.score,
            self.score_definition.trim_start_matches("score of a text: ").trim_end_matches('.')
        )
    }

    /// The outcome of each who was tested.
    pub(super) fn outcomes(&self) -> String {
        let outcome = |(name, of): &(&str, &Value)| {
            let said = match of.get("passed").and_then(Value::as_bool) {
                Some(true) => "passed",
                Some(false) => "not passed",
                None => "undefined",
            };
            format!("{name}: {said}.")
        };
        self.tested.iter().map(outcome).collect::<Vec<_>>().join(" ")
    }

    /// The sentences of a paper.
    pub(super) fn sentences(&self) -> Vec<String> {
        let score = match self.score {
            "f1" => "F1 by characters",
            "f1-soft" => "F1 by characters where categories are ignored",
            _ => "the difference in the number of spans",
        };
        let setting = format!(
            "In the alternative annotator test (Calderon, Reichart and Dror 2025), texts were scored by {score}, with ε = {} and \
             a false discovery rate of {}.",
            self.epsilon, self.false_discovery_rate,
        );
        let of = |(name, of): &(&str, &Value)| {
            let [omega, rho] = [figure(of, "winning_rate")?, figure(of, "advantage_probability")?];
            let said = match of.get("passed").and_then(Value::as_bool) {
                Some(true) => format!("{name} passed it"),
                Some(false) => format!("{name} did not pass it"),
                None => format!("It had no outcome for {name}"),
            };
            let of_trial = |(annotator, trial): (&str, &Value)| {
                let p = trial.get("p")?.as_f64()?;
                let p = if p < 0.0001 { "below 0.0001".to_owned() } else { format!("{p:.4}") };
                Some(format!("{p} against {annotator}"))
            };
            let ps: Vec<String> =
                groups(of, &["annotators"]).into_iter().filter_map(of_trial).collect();
            let ps =
                if ps.is_empty() { String::new() } else { format!("; p was {}", ps.join(", ")) };
            let (basis, omega, rho) = (basis(&omega, ""), value(&omega), value(&rho));
            Some(format!("{said}: ω was {omega} and ρ {rho}{basis}{ps}."))
        };
        std::iter::once(setting).chain(self.tested.iter().filter_map(of)).collect()
    }
}

fn yes_or_no(group: &Value, name: &str, [yes, no]: [&str; 2]) -> TableCell {
    match group.get(name).and_then(Value::as_bool) {
        Some(is) => TableCell::text(if is { yes } else { no }),
        None => TableCell::Empty,
    }
}
