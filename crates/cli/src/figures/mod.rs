//! Figures as JSON for programs and as lines for people.
//!
//! A [`FigureGroup`] is built once and printed either way ([`text`]). In JSON a figure is its number; an undefined one is
//! `null`, and `<name>_reason` has the reason. `interval_95` stands beside `value`, `<name>_interval_95` beside others.
//! `convention`, `n` and `skipped` are in a group whose figures share them, otherwise under `about.<name>`.
//!
//! Start reading at [`FigureGroup`]. JSON and lines must never differ in their figures, and keys are published: they don't
//! change.

mod names;
mod notes;
mod table;
mod text;

pub(super) use names::{NamePlace, TOTAL, beside_total};
pub(super) use notes::{FigureNotes, mark};

use serde_json::{Map, Value, json};

use spanwise_agreement::measure::Figure;

/// Name of an interval in JSON: alone beside `value`, else after the name of its figure.
const INTERVAL: &str = "interval_95";

/// Figures that belong together.
#[derive(Debug, Default)]
pub(super) struct FigureGroup {
    entries: Vec<(String, GroupEntry)>,
    /// The figure whose convention, `n` and `skipped` all of them share.
    shared: Option<Figure>,
}

#[derive(Debug)]
enum GroupEntry {
    Figure {
        figure: Figure,
        is_alone: bool,
    },
    /// A figure that is a whole number.
    Count(Figure),
    Group(FigureGroup),
    Value(Value),
    /// A value that is only for programs.
    Hidden(Value),
    /// A value that is only for people.
    Line(Value),
    /// Figures that are only for people.
    ShownOnly(FigureGroup),
}

impl GroupEntry {
    /// The place of its name in a group at a place. What programs find elsewhere is named after data.
    fn place(&self, of_group: NamePlace) -> NamePlace {
        match self {
            GroupEntry::ShownOnly(_) => NamePlace::OF_DATA,
            GroupEntry::Figure { .. }
            | GroupEntry::Count(_)
            | GroupEntry::Group(_)
            | GroupEntry::Value(_)
            | GroupEntry::Hidden(_)
            | GroupEntry::Line(_) => of_group,
        }
    }
}

impl FigureGroup {
    /// Creates a group of figures with a common basis, that of the last one.
    pub(super) fn of<const N: usize>(figures: [(&str, &Figure); N]) -> Self {
        let mut group = FigureGroup::default();
        for (name, figure) in figures {
            group.add(name, GroupEntry::Figure { figure: figure.clone(), is_alone: false });
            group.shared = Some(figure.clone());
        }
        group
    }

    /// Adds a figure with a basis of its own.
    pub(super) fn figure(&mut self, name: &str, figure: &Figure) {
        self.add(name, GroupEntry::Figure { figure: figure.clone(), is_alone: true });
    }

    /// Adds a figure that is a whole number, with a basis of its own.
    pub(super) fn count(&mut self, name: &str, figure: &Figure) {
        self.add(name, GroupEntry::Count(figure.clone()));
    }

    /// Adds a figure of one of very many groups, the convention of which is stated elsewhere.
    pub(super) fn bare(&mut self, name: &str, figure: &Figure) {
        self.add(name, GroupEntry::Figure { figure: figure.clone(), is_alone: false });
    }

    /// Adds figures under a name of their own.
    pub(super) fn group(&mut self, name: &str, group: FigureGroup) {
        self.add(name, GroupEntry::Group(group));
    }

    /// Adds a value that is not a figure.
    pub(super) fn value(&mut self, name: &str, value: impl Into<Value>) {
        self.add(name, GroupEntry::Value(value.into()));
    }

    /// Adds a value that is not a figure, for programs only.
    pub(super) fn hidden(&mut self, name: &str, value: impl Into<Value>) {
        self.add(name, GroupEntry::Hidden(value.into()));
    }

    /// Adds a line for people only.
    pub(super) fn line(&mut self, name: &str, value: impl Into<Value>) {
        self.add(name, GroupEntry::Line(value.into()));
    }

    /// Adds figures for people only, under a name from data; programs find them elsewhere.
    pub(super) fn shown_only(&mut self, name: &str, group: FigureGroup) {
        self.add(name, GroupEntry::ShownOnly(group));
    }

    fn add(&mut self, name: &str, entry: GroupEntry) {
        self.entries.push((name.to_owned(), entry));
    }

    /// Returns `true` if it has no entries.
    pub(super) fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Appends the entries of another group.
    pub(super) fn extend(&mut self, other: FigureGroup) {
        self.entries.extend(other.entries);
    }

    /// The group as a JSON object.
    pub(super) fn into_json(self) -> Value {
        let mut object = Map::new();
        let mut about = Map::new();
        for (name, entry) in self.entries {
            match entry {
                GroupEntry::Value(value) | GroupEntry::Hidden(value) => {
                    object.insert(name, value);
                }
                GroupEntry::Line(_) | GroupEntry::ShownOnly(_) => {}
                GroupEntry::Group(group) => {
                    object.insert(name, group.into_json());
                }
                GroupEntry::Count(figure) => {
                    object.insert(name.clone(), whole(&figure));
                    object.extend(interval(&name, &figure));
                    about.insert(name, Value::Object(basis(&figure)));
                }
                GroupEntry::Figure { figure, is_alone } => {
                    object.insert(name.clone(), json!(figure.value.ok()));
                    if let Err(why) = figure.value {
                        object.insert(format!("{name}_reason"), json!(why.reason()));
                    }
                    object.extend(interval(&name, &figure));
                    if is_alone {
                        about.insert(name, Value::Object(basis(&figure)));
                    }
                }
            }
        }
        if let Some(shared) = &self.shared {
            for (name, value) in basis(shared) {
                object.entry(name).or_insert(value);
            }
        }
        if !about.is_empty() {
            object.insert("about".to_owned(), Value::Object(about));
        }
        Value::Object(object)
    }
}

/// A count, without a decimal point; it always has a value.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a count below 2^53")]
fn whole(figure: &Figure) -> Value {
    json!(figure.value.ok().map(|value| value as u64))
}

/// The bounds of a figure, or the reason for their absence; empty if no intervals were requested.
fn interval(name: &str, figure: &Figure) -> Vec<(String, Value)> {
    let key = if name == "value" { INTERVAL.to_owned() } else { format!("{name}_{INTERVAL}") };
    match figure.interval {
        None => Vec::new(),
        Some(Ok((low, high))) => vec![(key, json!([low, high]))],
        // The reason for the missing value is given already.
        Some(Err(_)) if figure.value.is_err() => vec![(key, Value::Null)],
        Some(Err(why)) => vec![(format!("{key}_reason"), json!(why.reason())), (key, Value::Null)],
    }
}

fn basis(figure: &Figure) -> Map<String, Value> {
    let skipped: Vec<Value> = figure
        .skipped
        .iter()
        .map(|skipped| json!({ "n": skipped.n, "why": skipped.why }))
        .collect();
    let mut basis = Map::new();
    basis.insert("convention".to_owned(), json!(figure.convention));
    basis.insert("n".to_owned(), json!(figure.n));
    basis.insert("skipped".to_owned(), json!(skipped));
    basis
}

#[cfg(test)]
mod tests {
    use super::*;
    use spanwise_agreement::measure::Undefined;

    #[test]
    fn what_is_undefined_is_null_with_its_reason() {
        let known = Figure::new("mean of x", Ok(0.5), 3).without(2, "empty ones");
        let unknown = Figure::new("mean of y", Err(Undefined::NoTexts), 0);
        let mut group = FigureGroup::default();
        group.figure("x", &known);
        group.figure("y", &unknown);
        group.group("both", FigureGroup::of([("a", &unknown), ("b", &known)]));
        group.value("seed", 42);
        let expected = json!({
            "x": 0.5, "y": null, "y_reason": "there are no texts", "seed": 42,
            "about": {
                "x": { "convention": "mean of x", "n": 3, "skipped": [{ "n": 2, "why": "empty ones" }] },
                "y": { "convention": "mean of y", "n": 0, "skipped": [] },
            },
            "both": {
                "a": null, "a_reason": "there are no texts", "b": 0.5,
                "convention": "mean of x", "n": 3, "skipped": [{ "n": 2, "why": "empty ones" }],
            },
        });
        assert_eq!(group.into_json(), expected);
    }
}
