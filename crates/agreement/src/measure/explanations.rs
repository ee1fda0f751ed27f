//! Statistics of answers in free text, such as explanations: their lengths, and their frequent words and n-grams (as Dou
//! et al. 2022 look at the explanations of their annotators).
//!
//! Words are those of UAX #29 with a letter or a digit, in lower case; in scripts without spaces a word is mostly a
//! character. No words are left out, and no n-gram goes beyond an answer or over punctuation.

use std::collections::{BTreeMap, BTreeSet};

use foldhash::{HashMap, HashMapExt as _};
use unicode_segmentation::UnicodeSegmentation;

use super::annotation_study::AnnotationStudy;
use super::answers::scale_of;
use super::bootstrap::Bootstrap;
use super::figure::{Figure, median};
use super::item_sums::ItemSums;
use super::numbered_values::NumberedValues;
use super::undefined::Undefined;
use spanwise_annotation::document::QuestionPath;
use spanwise_template::{Category, Question, QuestionKind, Typology};

/// The number of n-grams of each length that are listed.
const LISTED: usize = 20;

/// The questions whose answers are free text.
#[derive(Debug, Clone)]
pub enum FreeTextQuestions {
    /// Those of a template that are answered by text, by category and question; not follow-ups of options.
    Of(BTreeSet<(String, String)>),
    /// Those whose answers mostly differ from each other and mostly have several words, if nothing is known about them.
    Guessed,
}

impl FreeTextQuestions {
    /// The questions of a template about edits.
    #[must_use]
    pub fn of_template(typology: &Typology) -> Self {
        let is_text = |question: &&Question| {
            matches!(question.kind, QuestionKind::Textbox | QuestionKind::Textarea)
        };
        let of = |category: &'_ Category| {
            let name = category.name.clone();
            let questions = category.questions.iter().filter(is_text);
            questions.map(|question| (name.clone(), question.name.clone())).collect::<Vec<_>>()
        };
        FreeTextQuestions::Of(typology.categories().iter().flat_map(of).collect())
    }
}

/// An n-gram of words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FrequentWords {
    /// The words, with spaces between them.
    pub words: String,
    /// The number of its occurrences.
    pub n: usize,
    /// In how many answers.
    pub answers: usize,
}

/// The answers to a question about the edits of a category. `n` is their number.
#[derive(Debug, Clone, PartialEq)]
pub struct Explanations {
    /// Position in [`AnnotationStudy::categories`].
    pub category: usize,
    /// The path of the question.
    pub path: QuestionPath,
    /// The share of edits of the category that have an answer.
    pub answered: Figure,
    /// The mean number of words of an answer.
    pub mean: Figure,
    /// The median number. It is not additive over items, and has no interval.
    pub median: Figure,
    /// For 1, 2 and 3 words: the most frequent ones, the most frequent first and equal ones in order.
    pub frequent: [Vec<FrequentWords>; 3],
}

const ANSWERED: &str = "Share of edits with an answer in free text; n: edits.";
const LENGTH: &str =
    "Words (UAX #29, with a letter or digit) of an answer in free text; n: answers.";

/// Returns the statistics of each question with answers in free text.
#[must_use]
pub fn explanations(
    study: &AnnotationStudy,
    questions: &FreeTextQuestions,
    bootstrap: &Bootstrap,
) -> Vec<Explanations> {
    let mut answers: BTreeMap<(usize, &QuestionPath), Vec<(usize, &str)>> = BTreeMap::new();
    let mut edits: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (item, of_item) in study.items.iter().enumerate() {
        for edit in of_item.edits.values().flatten() {
            edits.entry(edit.category).or_default().push(item);
            for (path, answer) in edit.answers.iter().filter(|(_, answer)| !answer.is_empty()) {
                answers.entry((edit.category, path)).or_default().push((item, answer));
            }
        }
    }
    let is_free =
        |(category, path): (usize, &QuestionPath), answers: &[(usize, &str)]| match questions {
            FreeTextQuestions::Guessed => {
                let mut values = NumberedValues::default();
                for (_, answer) in answers {
                    values.number(answer);
                }
                is_free_text(values.counted())
            }
            FreeTextQuestions::Of(known) => {
                let category = study.categories.get(category).cloned().unwrap_or_default();
                let question = path.first().filter(|_| path.len() == 1).cloned();
                question.is_some_and(|question| known.contains(&(category, question)))
            }
        };
    let free = answers.into_iter().filter(|(of, answers)| is_free(*of, answers));
    free.map(|((category, path), answers)| {
        let edits = edits.get(&category).map_or(&[][..], Vec::as_slice);
        of_question((category, path), edits, &answers, bootstrap)
    })
    .collect()
}

/// Returns `true` if more than half of the answers differ from all before them, and if half of them or more have two words
/// or more, unless all are points of a scale. Each of the different answers comes with its number.
pub(super) fn is_free_text<'a>(
    different: impl IntoIterator<Item = (&'a str, usize), IntoIter: Clone>,
) -> bool {
    let different = different.into_iter();
    let all: usize = different.clone().map(|(_, n)| n).sum();
    if 2 * different.clone().count() <= all {
        return false;
    }
    let has_several = |(answer, _): &(&str, usize)| answer.unicode_words().nth(1).is_some();
    let several: usize = different.clone().filter(has_several).map(|(_, n)| n).sum();
    2 * several >= all && scale_of(different.map(|(answer, _)| answer)).is_none()
}

fn of_question(
    (category, path): (usize, &QuestionPath),
    edits: &[usize],
    answers: &[(usize, &str)],
    bootstrap: &Bootstrap,
) -> Explanations {
    let mut numbered = NumberedWords::default();
    let runs: Vec<WordRuns> = answers.iter().map(|(_, answer)| numbered.runs(answer)).collect();
    let length = |runs: &WordRuns| runs.iter().map(Vec::len).sum::<usize>() as f64;
    let lengths: Vec<f64> = runs.iter().map(length).collect();
    let mut sums = ItemSums::new(2);
    for ((item, _), words) in answers.iter().zip(&lengths) {
        sums.add_row(*item, [*words, 1.0]);
    }
    let mut of_edits: BTreeMap<usize, [f64; 2]> = BTreeMap::new();
    edits.iter().for_each(|item| of_edits.entry(*item).or_default()[1] += 1.0);
    answers.iter().for_each(|(item, _)| of_edits.entry(*item).or_default()[0] += 1.0);
    let mut answered = ItemSums::new(2);
    of_edits.into_iter().for_each(|(item, row)| answered.add_row(item, row));
    Explanations {
        category,
        path: path.clone(),
        answered: bootstrap.mean(ANSWERED, edits.len(), &answered, Undefined::NoAnswers),
        mean: bootstrap.mean(LENGTH, answers.len(), &sums, Undefined::NoAnswers),
        median: Figure::new(LENGTH, median(lengths, Undefined::NoAnswers), answers.len()),
        frequent: [
            numbered.frequent::<1>(&runs),
            numbered.frequent::<2>(&runs),
            numbered.frequent::<3>(&runs),
        ],
    }
}

/// The numbers of the words of an answer, each run without punctuation between them.
type WordRuns = Vec<Vec<usize>>;

/// The words of answers in lower case, each with a number.
#[derive(Debug, Default)]
struct NumberedWords<'a> {
    words: Vec<String>,
    numbers: HashMap<String, usize>,
    /// The words as they are written.
    written: HashMap<&'a str, usize>,
}

impl<'a> NumberedWords<'a> {
    fn runs(&mut self, answer: &'a str) -> WordRuns {
        let mut runs = vec![Vec::new()];
        let mut end = 0;
        for (start, word) in answer.unicode_word_indices() {
            let between = answer.get(end..start).unwrap_or_default();
            if !between.chars().all(char::is_whitespace) {
                runs.push(Vec::new());
            }
            let number = self.number_of_written(word);
            runs.last_mut().into_iter().for_each(|run| run.push(number));
            end = start + word.len();
        }
        runs
    }

    fn number_of_written(&mut self, written: &'a str) -> usize {
        if let Some(known) = self.written.get(written) {
            return *known;
        }
        let number = self.number(written.to_lowercase());
        self.written.insert(written, number);
        number
    }

    fn number(&mut self, word: String) -> usize {
        let next = self.words.len();
        *self.numbers.entry(word).or_insert_with_key(|word| {
            self.words.push(word.clone());
            next
        })
    }

    /// The most frequent n-grams of one length.
    fn frequent<const N: usize>(&self, answers: &[WordRuns]) -> Vec<FrequentWords> {
        let mut counts: HashMap<[usize; N], NGramCount> = HashMap::new();
        for (runs, answer) in answers.iter().zip(1..) {
            let windows = runs.iter().flat_map(|run| run.windows(N));
            for words in windows.filter_map(<[usize]>::first_chunk::<N>) {
                let count = counts.entry(*words).or_default();
                count.n += 1;
                count.answers += usize::from(count.last != answer);
                count.last = answer;
            }
        }
        let mut list: Vec<([usize; N], NGramCount)> = counts.into_iter().collect();
        let order = |(a, of_a): &([usize; N], NGramCount), (b, of_b): &([usize; N], NGramCount)| {
            of_b.n.cmp(&of_a.n).then_with(|| self.bytes(a).cmp(self.bytes(b)))
        };
        if list.len() > LISTED {
            list.select_nth_unstable_by(LISTED, order);
            list.truncate(LISTED);
        }
        list.sort_unstable_by(order);
        let frequent = |(words, NGramCount { n, answers, .. }): ([usize; N], NGramCount)| {
            let words: Vec<&str> = words.iter().map(|word| self.word(*word)).collect();
            FrequentWords { words: words.join(" "), n, answers }
        };
        list.into_iter().map(frequent).collect()
    }

    fn word(&self, number: usize) -> &str {
        self.words.get(number).map_or("", String::as_str)
    }

    /// The bytes of words with spaces between them, and one after the last, which sorts before all that words have.
    fn bytes(&self, words: &[usize]) -> impl Iterator<Item = u8> {
        words.iter().flat_map(|word| self.word(*word).bytes().chain([b' ']))
    }
}

/// The occurrences of an n-gram.
#[derive(Debug, Clone, Copy, Default)]
struct NGramCount {
    n: usize,
    answers: usize,
    /// The number of the last answer that has it, from 1.
    last: usize,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::{ByAnnotator, MarkedEdit, MarkedRanges, StudyItem};
    use spanwise_annotation::document::Texts;
    use spanwise_text::Text;

    /// One edit in each item, with the answers to `why` and `severity`.
    fn study(answers: &[[&str; 2]]) -> AnnotationStudy {
        let item = |answers: &[&str; 2]| {
            let paths = ["why", "severity"].map(|name| vec![name.to_owned()]);
            let given = paths.into_iter().zip(answers);
            let given = given.map(|(path, answer)| (path.into(), (*answer).into())).collect();
            let edit = MarkedEdit {
                category: 0,
                spans: MarkedRanges::default(),
                answers: given,
                probability: None,
            };
            StudyItem {
                name: String::new(),
                texts: Texts::target_only(Text::new("")),
                edits: ByAnnotator::from(vec![Some(vec![edit])]),
                answers: ByAnnotator::default(),
                scores: ByAnnotator::default(),
                hard_labels: ByAnnotator::default(),
            }
        };
        AnnotationStudy {
            annotators: vec!["a".to_owned()],
            categories: vec!["x".to_owned()],
            items: answers.iter().map(item).collect(),
            ..AnnotationStudy::default()
        }
    }

    fn list(of: &[FrequentWords]) -> Vec<(&str, usize, usize)> {
        of.iter().map(|found| (found.words.as_str(), found.n, found.answers)).collect()
    }

    #[test]
    fn answers_are_counted_in_words_and_their_n_grams() {
        let study = study(&[
            ["The name is wrong, the name!", "a lot"],
            ["the NAME is wrong", "minor"],
            ["Wrong.", "a lot"],
            ["", "minor"],
        ]);
        let found = explanations(&study, &FreeTextQuestions::Guessed, &Bootstrap::none());
        assert_eq!(found.len(), 1, "severities are not free text");
        let found = &found[0];
        assert_eq!((found.category, found.path.as_slice()), (0, &["why".to_owned()][..]));
        assert_eq!(
            (found.mean.value, found.median.value, found.mean.n),
            (Ok(11.0 / 3.0), Ok(4.0), 3)
        );
        assert_eq!((found.answered.value, found.answered.n), (Ok(0.75), 4));
        let [one, two, three] = &found.frequent;
        assert_eq!(list(one), [("name", 3, 2), ("the", 3, 2), ("wrong", 3, 3), ("is", 2, 2)]);
        // Not over the comma.
        assert_eq!(list(two), [("the name", 3, 2), ("is wrong", 2, 2), ("name is", 2, 2)]);
        assert_eq!(list(three), [("name is wrong", 2, 2), ("the name is", 2, 2)]);
    }

    #[test]
    fn words_are_found_in_scripts_without_spaces() {
        let study = study(&[["名前が違う", ""], ["النص خطأ", ""]]);
        let found = explanations(&study, &FreeTextQuestions::Guessed, &Bootstrap::none());
        assert!(found[0].mean.value.unwrap() > 2.0);
        let nothing = explanations(
            &AnnotationStudy::default(),
            &FreeTextQuestions::Guessed,
            &Bootstrap::none(),
        );
        assert_eq!(nothing, []);
    }

    #[test]
    fn a_template_says_what_is_free_text() {
        let yaml = "template_name: t\nedits:\n  - name: x\n    enable_output: true\n    annotation:\n      - name: why\n        question: Why?\n        options: textbox\n      - name: severity\n        question: How bad?\n        options: likert-3\n";
        let template = spanwise_template::compile(yaml).template.unwrap();
        let questions = FreeTextQuestions::of_template(&template.typology);
        let study = study(&[["same", "a lot"], ["same", "minor things"]]);
        let of = |questions| explanations(&study, questions, &Bootstrap::none());
        let found = of(&questions);
        assert_eq!((found.len(), found[0].mean.value), (1, Ok(1.0)));
        assert_eq!(of(&FreeTextQuestions::Guessed).len(), 1, "that with words that differ");
    }
}
