//! `--map`: changes edits to a changed typology; `--map-log` and `--undo-map`: the log of these changes, and undoing them.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::report::{Console, Failure, counted};
use super::{files, paths};
use spanwise_annotation::typology_changes::{
    ChangeCounts, InstanceLog, KeptReason, NamePath, TypologyChanges, read_file, read_log,
    read_pairs,
};
use spanwise_diagnostics::Severity;
use spanwise_interchange::{Corpus, Edit};
use spanwise_template::suggest::nearest;

/// The changes that `--map` requests.
#[derive(Debug, Default)]
pub(super) struct RequestedChanges {
    changes: TypologyChanges,
    /// Categories named in the command itself; it is an error if no edit has one of them.
    named: Vec<String>,
    /// The file of changes, if there is one.
    file: Option<PathBuf>,
}

impl RequestedChanges {
    /// Reads the values of `--map`: pairs, and at most one file.
    pub(super) fn read(asked: &[String], console: &mut Console) -> Result<Self, Failure> {
        let mut read = RequestedChanges::default();
        let (pairs, files): (Vec<&String>, Vec<&String>) =
            asked.iter().partition(|text| text.contains('='));
        if let [_, second, ..] = files.as_slice() {
            let message = format!("{second} is a second file of changes.");
            return Err(Failure::new(message, "Put all changes into one file."));
        }
        if let Some(file) = files.first() {
            let path = PathBuf::from(file);
            read.changes = parse(&path, console)?;
            read.file = Some(path);
        }
        let of_file: BTreeSet<String> = read.changes.categories.keys().cloned().collect();
        for pair in pairs {
            read_pairs(pair, &mut read.changes).map_err(|error| {
                Failure::new(error.message().to_string(), error.remedy().to_string())
            })?;
        }
        let named = read.changes.categories.keys().filter(|name| !of_file.contains(*name));
        read.named = named.cloned().collect();
        Ok(read)
    }

    /// Returns `true` if no changes are requested.
    pub(super) fn is_empty(&self) -> bool {
        self.changes.is_empty()
    }

    /// Makes the changes in all records, and reports those made and not made. `log` receives the changes of each
    /// record. The records no longer say which typology they were annotated with, since they have the names of another.
    pub(super) fn apply<'c>(
        &self,
        corpora: impl Iterator<Item = &'c mut Corpus>,
        mut log: impl FnMut(InstanceLog),
        console: &mut Console,
    ) -> Result<ChangeCounts, Failure> {
        let mut tally = ChangeCounts::default();
        let mut known = BTreeSet::new();
        for corpus in corpora {
            for (number, record) in corpus.records.iter_mut().enumerate() {
                categories(&record.edits, &mut known);
                let (edits, answers) = (&mut record.edits, &mut record.answers);
                log(self.changes.apply(number, edits, answers, &mut tally));
                record.forget_typology();
            }
        }
        if let Some(unknown) = self.named.iter().find(|name| !known.contains(*name)) {
            let message = format!("There is no category “{unknown}”.");
            return Err(Failure::unknown_name(message, unknown, &known));
        }
        self.tell(&tally, &known, console);
        Ok(tally)
    }

    fn tell(&self, tally: &ChangeCounts, known: &BTreeSet<String>, console: &mut Console) {
        let input = self.file.as_deref().unwrap_or(Path::new("--map"));
        for ((path, to), count) in &tally.changed {
            console.say(&format!("{} → {to}: {}", shown(path), counted_in(path, count.edits)));
        }
        for ((path, why), count) in &tally.stays {
            let name = shown(path);
            let edits = counted_in(path, count.edits);
            let first = count.first.saturating_add(1);
            let (what, remedy) = match why {
                KeptReason::Unanswered => (
                    "since the question that decides was not answered".to_owned(),
                    "Answer it in these edits, or choose another question under `by`.",
                ),
                KeptReason::OtherAnswer => (
                    format!("since `into` lacks the answer “{}”", count.example),
                    "Add the answer under `into`.",
                ),
                KeptReason::Removed => (
                    "since it is removed".to_owned(),
                    "They are kept as they are, of a name that the new template does not know.",
                ),
                KeptReason::Taken => (
                    format!("since another question of the edit has the name “{}”", count.example),
                    "Give the two different names.",
                ),
            };
            let said = [
                format!("{name} stays in {edits}, {what} (first in record {first})."),
                remedy.to_owned(),
            ];
            console.found(input, Severity::Warning, code(why), said);
        }
        for path in tally.unmet(&self.changes) {
            let meant = match path.as_slice() {
                [category] => nearest(category, known.iter().map(String::as_str)),
                _ => None,
            };
            let remedy = match meant {
                Some(meant) => format!("Did you mean `{meant}`?"),
                None => "See whether it is spelled as in the data.".to_owned(),
            };
            let owner = if is_about_records(&path) { "record" } else { "edit" };
            let said = [format!("No {owner} has {}.", shown(&path)), remedy];
            console.found(input, Severity::Warning, "unknown-name", said);
        }
    }
}

fn parse(path: &Path, console: &mut Console) -> Result<TypologyChanges, Failure> {
    let text = files::read(path)?;
    read_file(&text).map_err(|problems| {
        problems.iter().for_each(|problem| console.problem(path, problem));
        let message = format!("{} can't be used as changes of names.", paths::shown(path));
        let remedy = "Correct what is listed; a single category is renamed with FROM=TO.";
        Failure::new(message, remedy)
    })
}

/// Collects the categories of edits and their constituents.
fn categories(edits: &[Edit], known: &mut BTreeSet<String>) {
    for edit in edits {
        if !known.contains(&edit.category) {
            known.insert(edit.category.clone());
        }
        categories(&edit.constituents, known);
    }
}

/// The path of a name, for people.
fn shown(path: &NamePath) -> String {
    let names = path.iter().filter(|name| !name.is_empty());
    names.map(|name| format!("“{name}”")).collect::<Vec<_>>().join(" / ")
}

/// Returns `true` for the path of a question about records as a whole, or an option of one.
fn is_about_records(path: &NamePath) -> bool {
    path.first().is_some_and(String::is_empty)
}

/// The number of edits, or records, that have a name.
fn counted_in(path: &NamePath, count: usize) -> String {
    if is_about_records(path) {
        counted(count, "record", "records")
    } else {
        counted(count, "edit", "edits")
    }
}

fn code(why: &KeptReason) -> &'static str {
    match why {
        KeptReason::Unanswered => "unanswered",
        KeptReason::OtherAnswer => "other-answer",
        KeptReason::Removed => "removed",
        KeptReason::Taken => "name-taken",
    }
}

/// The changes made and not made, for the JSON object.
pub(super) fn figures(tally: &ChangeCounts) -> Value {
    let changed = tally.changed.iter().map(|((path, to), count)| {
        json!({ "path": path, "to": to, "edits": count.edits, "index": count.first })
    });
    let stays = tally.stays.iter().map(|((path, why), count)| {
        json!({ "path": path, "why": code(why), "edits": count.edits, "index": count.first })
    });
    json!({
        "edits": tally.edits,
        "renumbered": tally.renumbered,
        "changed": changed.collect::<Vec<_>>(),
        "stays": stays.collect::<Vec<_>>(),
    })
}

/// The numbers of edits, and of records with answers about them, that were changed back.
pub(super) struct TakenBack {
    pub(super) edits: usize,
    pub(super) records: usize,
}

/// Undoes the changes of a log, all or none of them.
pub(super) fn undo(log: &Path, corpus: &mut Corpus) -> Result<TakenBack, Failure> {
    let remedy = "Name the log that --map-log wrote with this very file.";
    let logs = read_log(&files::read(log)?)
        .map_err(|error| Failure::new(format!("{}: {error}", paths::shown(log)), remedy))?;
    let mut seen = BTreeSet::new();
    for log in &logs {
        let number = log.instance;
        let record = corpus.records.get(number).filter(|_| seen.insert(number));
        let Some(record) = record else {
            let message = format!("The log is of other data: record {}.", number.saturating_add(1));
            return Err(Failure::new(message, remedy));
        };
        log.check(&record.edits, &record.answers)
            .map_err(|misfit| Failure::new(misfit.to_string(), remedy))?;
    }
    for log in &logs {
        if let Some(record) = corpus.records.get_mut(log.instance) {
            log.undo(&mut record.edits, &mut record.answers)
                .map_err(|misfit| Failure::new(misfit.to_string(), remedy))?;
        }
    }
    Ok(TakenBack {
        edits: logs.iter().map(|log| log.edits.len()).sum(),
        records: logs.iter().filter(|log| log.answers.is_some()).count(),
    })
}
