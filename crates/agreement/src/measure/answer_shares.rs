//! The frequencies of the answers to questions: about items as a whole, and about the edits of a category.
//!
//! Of an audit, in which each item is one annotation to be judged, these are the shares that were judged correct, partly
//! correct and so on, as in tables 22 and 23 of Kasner et al. (2025).

use std::collections::BTreeMap;

use super::annotation_study::AnnotationStudy;
use super::bootstrap::Bootstrap;
use super::explanations::is_free_text;
use super::figure::Figure;
use super::item_sums::ItemSums;
use super::undefined::Undefined;
use spanwise_annotation::document::QuestionPath;

/// The most different answers of a question that has a choice of them.
const MOST_ANSWERS: usize = 24;

/// The answers to a question.
#[derive(Debug, Clone, PartialEq)]
pub struct AnswerShares {
    /// Position in [`AnnotationStudy::categories`]; `None` for a question about items as a whole.
    pub category: Option<usize>,
    /// The path of the question.
    pub path: QuestionPath,
    /// Each answer with its share of all answers to the question, the most frequent first, equal ones in order.
    pub shares: Vec<(String, Figure)>,
}

const SHARE: &str = "Share of the answers to the question; interval over items; n: answers.";

/// The shares of the answers to each question, those about items first. Questions answered in free text, or by more than 24
/// different answers, have none.
#[must_use]
pub fn answer_shares(study: &AnnotationStudy, bootstrap: &Bootstrap) -> Vec<AnswerShares> {
    type QuestionOf<'s> = (Option<usize>, &'s QuestionPath);
    let mut answers: BTreeMap<QuestionOf<'_>, Vec<(usize, &str)>> = BTreeMap::new();
    for (item, of_item) in study.items.iter().enumerate() {
        let about_item = of_item.answers.values().map(|answers| (None, answers));
        let edits = of_item.edits.values().flatten();
        let about_edits = edits.map(|edit| (Some(edit.category), &edit.answers));
        for (category, of) in about_item.chain(about_edits) {
            for (path, answer) in of.iter().filter(|(_, answer)| !answer.is_empty()) {
                answers.entry((category, path)).or_default().push((item, answer));
            }
        }
    }
    let of_question = |((category, path), answers): (QuestionOf<'_>, Vec<(usize, &str)>)| {
        let shares = shares(&answers, bootstrap)?;
        Some(AnswerShares { category, path: path.clone(), shares })
    };
    answers.into_iter().filter_map(of_question).collect()
}

/// The share of each answer; `None` if they are no choice of some. Each comes with the position of its item.
fn shares(answers: &[(usize, &str)], bootstrap: &Bootstrap) -> Option<Vec<(String, Figure)>> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for (_, answer) in answers {
        *counts.entry(answer).or_default() += 1;
        if counts.len() > MOST_ANSWERS {
            return None;
        }
    }
    if is_free_text(counts.iter().map(|(answer, n)| (*answer, *n))) {
        return None;
    }
    let mut by_frequency: Vec<(&str, usize)> = counts.into_iter().collect();
    by_frequency.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    let share = |(answer, _): (&str, usize)| {
        let mut sums = ItemSums::new(2);
        for (item, given) in answers {
            sums.add_row(*item, [f64::from(u8::from(*given == answer)), 1.0]);
        }
        let figure = bootstrap.mean(SHARE, answers.len(), &sums, Undefined::NoAnswers);
        (answer.to_owned(), figure)
    };
    Some(by_frequency.into_iter().map(share).collect())
}
