//! The answers about an edit as paths and values.

use std::collections::BTreeMap;
use std::sync::Arc;

use spanwise_annotation::document::{Answer, Answers, QuestionPath};

/// Answers by the paths of their questions, in the order of the paths. A chosen option is the answer of its question;
/// the answer to its follow-up is under the path extended by the option's name. The chosen options of check-boxes are
/// one value, joined by ` + ` in the order of their names. Paths and values can be shared by many
/// edits.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct FlatAnswers(Box<[(Arc<QuestionPath>, Arc<str>)]>);

impl FlatAnswers {
    /// The answer to a question.
    #[must_use]
    pub fn get(&self, path: &[String]) -> Option<&str> {
        let at = self.0.binary_search_by(|(known, _)| known.as_slice().cmp(path)).ok()?;
        self.0.get(at).map(|(_, value)| &**value)
    }

    /// Paths with answers, in order.
    pub fn iter(&self) -> impl Iterator<Item = (&QuestionPath, &str)> {
        self.0.iter().map(|(path, value)| (&**path, &**value))
    }

    /// The paths, in order.
    pub fn paths(&self) -> impl Iterator<Item = &QuestionPath> {
        self.iter().map(|(path, _)| path)
    }
}

impl FromIterator<(Arc<QuestionPath>, Arc<str>)> for FlatAnswers {
    /// Of several answers to a question the last one counts.
    fn from_iter<I: IntoIterator<Item = (Arc<QuestionPath>, Arc<str>)>>(answers: I) -> Self {
        let by_path: BTreeMap<Arc<QuestionPath>, Arc<str>> = answers.into_iter().collect();
        FlatAnswers(by_path.into_iter().collect())
    }
}

impl IntoIterator for FlatAnswers {
    type Item = (Arc<QuestionPath>, Arc<str>);
    type IntoIter = std::vec::IntoIter<Self::Item>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_vec().into_iter()
    }
}

/// Flattens answers to paths and values: two edits have the same answers if these are equal, in whatever order they
/// were given. White space around a value is dropped.
#[must_use]
pub fn flatten_answers(answers: &Answers) -> FlatAnswers {
    let mut flat: Vec<(Arc<QuestionPath>, Arc<str>)> = Vec::new();
    for (question, answer) in answers.iter() {
        let mut path = vec![question.to_owned()];
        let mut next = Some(answer);
        while let Some(answer) = next.take() {
            match answer {
                Answer::Value(value) => flat.push((Arc::new(path.clone()), value.trim().into())),
                Answer::Choice { option, follow_up } => {
                    flat.push((Arc::new(path.clone()), option.as_str().into()));
                    path.push(option.clone());
                    next = follow_up.as_deref();
                }
                Answer::Several(chosen) => {
                    let mut names: Vec<&str> = chosen.iter().map(String::as_str).collect();
                    names.sort_unstable();
                    flat.push((Arc::new(path.clone()), names.join(" + ").into()));
                }
                Answer::Unknown(raw) => flat.push((Arc::new(path.clone()), raw.get().into())),
            }
        }
    }
    flat.into_iter().collect()
}
