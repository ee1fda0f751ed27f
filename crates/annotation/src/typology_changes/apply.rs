//! Changes applied to the edits of an instance.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap, HashSet};

use super::annotated_edit::{AnnotatedEdit, visit};
use super::change_counts::{ANY, ChangeCounts, KeptReason};
use super::log::{BeforeAfter, EditLog, InstanceLog};
use super::{NameChange, NameFate, NameSplit, TypologyChanges};
use crate::document::{Answer, Answers, EditId};

impl TypologyChanges {
    /// Changes the names in the edits of an instance, constituents included, and returns a log by which this is undone.
    /// `instance` is its 0-based number. Names changed, and kept although they were to be changed, are counted in
    /// `tally`.
    ///
    /// An edit that moves to a category where an edit from another one has its `id` gets the next `id` there, since
    /// Thresh treats two edits of a category with the same `id` as one.
    pub fn apply<E: AnnotatedEdit>(
        &self,
        instance: usize,
        edits: &mut [E],
        tally: &mut ChangeCounts,
    ) -> InstanceLog {
        let mut logs = Vec::new();
        visit(&*edits, &mut Vec::new(), &mut |place, edit| {
            logs.push(self.plan(place, edit, &mut ChangeNotes { tally, instance }));
        });
        renumber(&mut logs);
        logs.retain(|log| !log.is_empty());
        tally.edits += logs.len();
        tally.renumbered += logs.iter().filter(|log| log.id.from != log.id.to).count();
        let log = InstanceLog { instance, edits: logs };
        log.put(edits, EditLog::make);
        log
    }

    /// Plans the changes of one edit, except for its `id`.
    fn plan(&self, place: &[usize], edit: &impl AnnotatedEdit, notes: &mut ChangeNotes) -> EditLog {
        let (category, answers) = (edit.category(), edit.answers());
        let change = self.categories.get(category);
        let mut path = vec![category];
        let to = change.and_then(|change| notes.new_name(change, &path, answers));
        let questions = change.map(|change| &change.below);
        let new = self.new_answers(&mut path, questions, answers, notes);
        let new = new.filter(|new| new != answers);
        let answers = new.map(|new| BeforeAfter { from: answers.clone(), to: new });
        let written = answers.as_ref().and_then(|_| edit.written_answers().map(str::to_owned));
        let to = to.unwrap_or(category).to_owned();
        let id = BeforeAfter { from: edit.id().cloned(), to: edit.id().cloned() };
        let category = BeforeAfter { from: category.to_owned(), to };
        EditLog { place: place.to_vec(), category, id, answers, written }
    }

    /// The answers with changed names, in the same order; `None` if there are no changes of questions in the category
    /// or in all.
    fn new_answers<'n>(
        &'n self,
        path: &mut Vec<&'n str>,
        own: Option<&'n BTreeMap<String, NameChange>>,
        answers: &'n Answers,
        notes: &mut ChangeNotes,
    ) -> Option<Answers> {
        if own.is_none_or(BTreeMap::is_empty) && self.questions.is_empty() {
            return None;
        }
        let category = path.first().copied().unwrap_or_default();
        // The first name of the path: the category, if its own changes mention the question, else `*`.
        let of = |question: &str| {
            if own.is_some_and(|own| own.contains_key(question)) { category } else { ANY }
        };
        let mut renamed = Vec::new();
        for (question, answer) in answers.iter() {
            let own = own.and_then(|own| own.get(question));
            let Some(change) = own.or_else(|| self.questions.get(question)) else {
                renamed.push((question, None, Cow::Borrowed(answer)));
                continue;
            };
            *path = vec![of(question), question];
            let to = notes.decide(change, path, answers);
            let answer = notes.new_answer(&change.below, path, answer, answers);
            renamed.push((question, to, answer));
        }
        refuse_taken(&mut renamed, |question, to| {
            notes.stays(&[of(question), question], KeptReason::Taken, to);
        });
        let mut new = Answers::default();
        for (question, to, answer) in renamed {
            if let Some(to) = to {
                notes.changed(&[of(question), question], to);
            }
            new.set(to.unwrap_or(question), Some(answer.into_owned()));
        }
        Some(new)
    }
}

type RenamedAnswer<'n> = (&'n str, Option<&'n str>, Cow<'n, Answer>);

/// Gives a new name that several questions of an edit would get to the first of them, or to none if a question that is
/// not renamed has it. The others keep their old names.
fn refuse_taken(renamed: &mut [RenamedAnswer<'_>], mut refused: impl FnMut(&str, &str)) {
    loop {
        let unchanged = renamed.iter().filter(|(_, to, _)| to.is_none());
        let mut taken: HashSet<&str> = unchanged.map(|(question, _, _)| *question).collect();
        let mut again = false;
        for (question, to, _) in renamed.iter_mut() {
            if let Some(name) = *to
                && !taken.insert(name)
            {
                refused(question, name);
                *to = None;
                again = true;
            }
        }
        // A question that keeps its name may now have the new name of another one.
        if !again {
            return;
        }
    }
}

/// Gives each edit that moves to a category where an edit from another one has its `id` the next `id` there.
fn renumber(logs: &mut [EditLog]) {
    if logs.iter().all(|log| log.category.from == log.category.to) {
        return;
    }
    let mut taken: HashMap<(String, EditId), String> = HashMap::new();
    let mut largest: HashMap<String, i64> = HashMap::new();
    let in_order =
        |moved: bool| move |log: &&mut EditLog| (log.category.from != log.category.to) == moved;
    for log in logs.iter() {
        if let Some(EditId::Number(number)) = log.id.from {
            let largest = largest.entry(log.category.to.clone()).or_default();
            *largest = number.max(*largest);
        }
    }
    for moved in [false, true] {
        for log in logs.iter_mut().filter(in_order(moved)) {
            let Some(id) = log.id.from.clone() else { continue };
            let key = (log.category.to.clone(), id);
            match taken.get(&key) {
                Some(from) if moved && *from != log.category.from => {
                    let largest = largest.entry(log.category.to.clone()).or_default();
                    *largest = largest.saturating_add(1);
                    log.id.to = Some(EditId::Number(*largest));
                }
                Some(_) => {}
                None => {
                    taken.insert(key, log.category.from.clone());
                }
            }
        }
    }
}

/// Counts the changed and kept names of one instance.
struct ChangeNotes<'t> {
    tally: &'t mut ChangeCounts,
    instance: usize,
}

impl ChangeNotes<'_> {
    fn changed(&mut self, path: &[&str], to: &str) {
        self.tally.note_changed(path, to, self.instance);
    }

    fn stays(&mut self, path: &[&str], why: KeptReason, example: &str) {
        self.tally.note_stays(path, why, example, self.instance);
    }

    /// As [`decide`](Self::decide), but counts changed names, too.
    fn new_name<'n>(
        &mut self,
        change: &'n NameChange,
        path: &[&str],
        answers: &Answers,
    ) -> Option<&'n str> {
        let to = self.decide(change, path, answers)?;
        self.changed(path, to);
        Some(to)
    }

    /// Returns the new name at a path, or `None` if it is kept. Counts names that are kept although they were to be
    /// changed.
    fn decide<'n>(
        &mut self,
        change: &'n NameChange,
        path: &[&str],
        answers: &Answers,
    ) -> Option<&'n str> {
        self.tally.note_met(path);
        let to = match &change.fate {
            NameFate::Kept => return None,
            NameFate::Removed => {
                self.stays(path, KeptReason::Removed, "");
                return None;
            }
            NameFate::Renamed(to) => to.as_str(),
            NameFate::Split(split) => match decided(split, answers) {
                Ok(to) => to,
                Err(answer) => {
                    let why = if answer.is_none() {
                        KeptReason::Unanswered
                    } else {
                        KeptReason::OtherAnswer
                    };
                    self.stays(path, why, answer.as_deref().unwrap_or_default());
                    return None;
                }
            },
        };
        (path.last().copied() != Some(to)).then_some(to)
    }

    /// An answer with the names of its options changed. `all` are the answers of the edit, which decide splits.
    fn new_answer<'n>(
        &mut self,
        options: &'n BTreeMap<String, NameChange>,
        path: &mut Vec<&'n str>,
        answer: &'n Answer,
        all: &Answers,
    ) -> Cow<'n, Answer> {
        if let Answer::Several(chosen) = answer {
            return Cow::Owned(Answer::Several(self.new_names(options, path, chosen, all)));
        }
        let Some(option) = option_of(answer) else { return Cow::Borrowed(answer) };
        let Some((name, change)) = options.get_key_value(option) else {
            return Cow::Borrowed(answer);
        };
        path.push(name);
        let to = self.new_name(change, path, all).unwrap_or(name).to_owned();
        match answer {
            Answer::Choice { follow_up, .. } => {
                let follow_up = follow_up.as_deref().map(|below| {
                    Box::new(self.new_answer(&change.below, path, below, all).into_owned())
                });
                Cow::Owned(Answer::Choice { option: to, follow_up })
            }
            Answer::Value(_) => Cow::Owned(Answer::Value(to)),
            Answer::Several(_) | Answer::Unknown(_) => Cow::Borrowed(answer),
        }
    }

    /// The new names of several options, each once.
    fn new_names<'n>(
        &mut self,
        options: &'n BTreeMap<String, NameChange>,
        path: &mut Vec<&'n str>,
        chosen: &[String],
        all: &Answers,
    ) -> Vec<String> {
        let mut new: Vec<String> = Vec::new();
        for option in chosen {
            let mut to = option.as_str();
            if let Some((name, change)) = options.get_key_value(option) {
                path.push(name);
                to = self.new_name(change, path, all).unwrap_or(name);
                path.pop();
            }
            if new.iter().all(|known| known != to) {
                new.push(to.to_owned());
            }
        }
        new
    }
}

/// The option named by an answer. An option that is not in an object is read as [`Answer::Value`].
fn option_of(answer: &Answer) -> Option<&str> {
    match answer {
        Answer::Choice { option, .. } => Some(option),
        Answer::Value(value) => Some(value),
        Answer::Several(_) | Answer::Unknown(_) => None,
    }
}

/// The new name chosen by a split; else the answer that the split does not mention, if there is one.
fn decided<'s>(split: &'s NameSplit, answers: &Answers) -> Result<&'s str, Option<String>> {
    let answer = answer_at(answers, &split.by).ok_or(None)?;
    let answer = match answer {
        Answer::Unknown(json) => json.get(),
        Answer::Several(chosen) => return Err(Some(chosen.join(", "))),
        known @ (Answer::Value(_) | Answer::Choice { .. }) => option_of(known).unwrap_or_default(),
    };
    split.into.get(answer).map(String::as_str).ok_or_else(|| Some(answer.to_owned()))
}

/// The answer at a path: the name of a root question, then the options that lead to a follow-up.
fn answer_at<'a>(answers: &'a Answers, path: &[String]) -> Option<&'a Answer> {
    let (root, options) = path.split_first()?;
    options.iter().try_fold(answers.get(root)?, |answer, wanted| match answer {
        Answer::Choice { option, follow_up } if option == wanted => follow_up.as_deref(),
        Answer::Choice { .. } | Answer::Value(_) | Answer::Several(_) | Answer::Unknown(_) => None,
    })
}
