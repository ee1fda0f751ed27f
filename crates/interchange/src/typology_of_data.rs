//! The typology that data were annotated with, as far as they show it: categories, their texts and numbers of spans,
//! questions with the options that were chosen.

use super::in_order::InOrder;
use super::record::{Corpus, Edit, Record};
use spanwise_annotation::document::{Answer, Answers};
use spanwise_template::{Side, Sides};

/// The most options of a question whose answers do not say that they are options, and the longest of these, in
/// characters.
const MOST_OPTIONS: usize = 12;
const LONGEST_OPTION: usize = 40;

/// A category, and the answers about its edits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CategoryInData {
    /// Its name.
    pub name: String,
    /// What its edits are made of.
    pub shape: ShapeInData,
    /// The questions that were answered, in the order of the data.
    pub questions: Vec<QuestionInData>,
}

/// What the edits of a category are made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ShapeInData {
    /// Nothing: they are about the whole item.
    Whole,
    /// Spans on these sides.
    Spans {
        /// The sides on which there are spans.
        sides: Sides,
        /// `true` if an edit has several on one text.
        several: bool,
    },
    /// Insertion points only, on these sides.
    Points(Sides),
    /// Other edits.
    Composite,
}

/// A question that was answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QuestionInData {
    /// Its name; empty for a follow-up, which goes by the name of its option.
    pub name: String,
    /// `true` if it was answered wherever it was asked.
    pub always: bool,
    /// The answers.
    pub answers: AnswersInData,
}

/// The answers to a question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AnswersInData {
    /// `yes` and `no`.
    Binary,
    /// `minor`, `somewhat`, `a lot`.
    Severity,
    /// Numbers.
    Number,
    /// Options, in the order of the data, each with the question that follows it.
    Options(Vec<(String, Option<QuestionInData>)>),
    /// Several options at once.
    Several(Vec<String>),
    /// Any text.
    Text,
}

impl AnswersInData {
    /// Returns `true` for a list of options, which may go on; `yes` and `no` are all there are.
    fn are_options(&self) -> bool {
        match self {
            AnswersInData::Severity | AnswersInData::Options(_) => true,
            AnswersInData::Binary
            | AnswersInData::Number
            | AnswersInData::Several(_)
            | AnswersInData::Text => false,
        }
    }
}

/// The categories and the questions about items.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct TypologyOfData {
    /// The categories, in the order of the data, those of constituents included. Edits without one are left out.
    pub categories: Vec<CategoryInData>,
    /// The questions about items.
    pub item_questions: Vec<QuestionInData>,
}

impl TypologyOfData {
    /// Collects the typology of records.
    #[must_use]
    pub fn of(corpus: &Corpus) -> Self {
        let mut categories: InOrder<String, CategoryTally> = InOrder::default();
        let (mut items, mut all) = (QuestionTallies::default(), QuestionTallies::default());
        for record in &corpus.records {
            if !record.answers.is_empty() {
                items.add(&record.answers);
            }
            // A stack: the last one is the next.
            let mut todo: Vec<&Edit> = record.edits.iter().rev().collect();
            while let Some(edit) = todo.pop() {
                todo.extend(edit.constituents.iter().rev());
                if !edit.category.trim().is_empty() {
                    let new = || CategoryTally::new(&edit.category);
                    categories.at(edit.category.clone(), new).add(record, edit);
                    all.add(&edit.answers);
                }
            }
        }
        let categories = categories.into_values().into_iter().map(CategoryTally::category);
        let mut typology =
            TypologyOfData { categories: categories.collect(), item_questions: items.questions() };
        typology.pool_options(all.questions());
        typology
    }

    /// Gives a question the options that were chosen in any category: by chance, one may never have been in another.
    fn pool_options(&mut self, all: Vec<QuestionInData>) {
        let pooled = all.into_iter().filter(|question| question.answers.are_options());
        for QuestionInData { name, answers, .. } in pooled {
            let same = || {
                let questions = self.categories.iter().flat_map(|category| &category.questions);
                questions.filter(|question| question.name == name)
            };
            if !same().all(|question| question.answers.are_options()) {
                continue;
            }
            for category in &mut self.categories {
                let mut questions = category.questions.iter_mut();
                if let Some(question) = questions.find(|question| question.name == name) {
                    question.answers = answers.clone();
                }
            }
        }
    }
}

/// What was seen of the edits of a category.
struct CategoryTally {
    name: String,
    source: bool,
    target: bool,
    several: bool,
    has_extent: bool,
    composite: bool,
    answers: QuestionTallies,
}

impl CategoryTally {
    fn new(name: &str) -> Self {
        CategoryTally {
            name: name.to_owned(),
            source: false,
            target: false,
            several: false,
            has_extent: false,
            composite: false,
            answers: QuestionTallies::default(),
        }
    }

    fn add(&mut self, record: &Record, edit: &Edit) {
        for (name, spans) in edit.spans.iter() {
            match record.texts.get(name).and_then(|text| text.role.side()) {
                Some(Side::Source) => self.source = true,
                Some(Side::Target) | None => self.target = true,
            }
            self.several |= spans.len() > 1;
            self.has_extent |= spans.iter().any(|span| !span.is_empty());
        }
        self.composite |= !edit.constituents.is_empty();
        self.answers.add(&edit.answers);
    }

    fn category(self) -> CategoryInData {
        let sides = match (self.source, self.target) {
            (true, true) => Some(Sides::Both),
            (true, false) => Some(Sides::Source),
            (false, true) => Some(Sides::Target),
            (false, false) => None,
        };
        let shape = match sides {
            None if self.composite => ShapeInData::Composite,
            None => ShapeInData::Whole,
            Some(sides) if !self.has_extent && !self.several => ShapeInData::Points(sides),
            Some(sides) => ShapeInData::Spans { sides, several: self.several },
        };
        CategoryInData { name: self.name, shape, questions: self.answers.questions() }
    }
}

/// The answers to some questions.
#[derive(Default)]
struct QuestionTallies {
    asked: usize,
    questions: InOrder<String, (String, QuestionTally)>,
}

impl QuestionTallies {
    fn add(&mut self, answers: &Answers) {
        self.asked += 1;
        for (name, answer) in answers.iter() {
            let new = || (name.to_owned(), QuestionTally::default());
            self.questions.at(name.to_owned(), new).1.add(answer);
        }
    }

    fn questions(self) -> Vec<QuestionInData> {
        let named = self.questions.into_values().into_iter();
        let named = named.filter(|(name, _)| !name.trim().is_empty());
        named.map(|(name, tally)| tally.question(name, self.asked)).collect()
    }
}

/// The answers to a question.
#[derive(Default)]
struct QuestionTally {
    answered: usize,
    /// The answers that do not say that they are options.
    values: InOrder<String, (String, usize)>,
    options: InOrder<String, (String, usize, QuestionTally)>,
    several: InOrder<String, String>,
}

impl QuestionTally {
    fn add(&mut self, answer: &Answer) {
        self.answered += 1;
        match answer {
            Answer::Value(value) => {
                self.values.at(value.clone(), || (value.clone(), 0)).1 += 1;
            }
            Answer::Choice { option, follow_up } => {
                let new = || (option.clone(), 0, QuestionTally::default());
                let (_, chosen, follow_ups) = self.options.at(option.clone(), new);
                *chosen += 1;
                if let Some(answer) = follow_up {
                    follow_ups.add(answer);
                }
            }
            Answer::Several(options) => {
                for option in options {
                    self.several.at(option.clone(), || option.clone());
                }
            }
            Answer::Unknown(_) => {}
        }
    }

    fn question(self, name: String, asked: usize) -> QuestionInData {
        let always = self.answered == asked;
        QuestionInData { name, always, answers: self.answers() }
    }

    fn answers(self) -> AnswersInData {
        let several = self.several.into_values();
        if !several.is_empty() {
            return AnswersInData::Several(several);
        }
        let values = self.values.into_values();
        let mut options: Vec<_> = self.options.into_values();
        if options.is_empty() {
            return of_values(&values);
        }
        for (value, count) in values {
            if !options.iter().any(|(option, ..)| *option == value) {
                options.push((value, count, QuestionTally::default()));
            }
        }
        let options = options.into_iter().map(|(option, chosen, follow_ups)| {
            let has_follow_up = follow_ups.answered > 0;
            let follow_up = has_follow_up.then(|| follow_ups.question(String::new(), chosen));
            (option, follow_up)
        });
        AnswersInData::Options(options.collect())
    }
}

/// The kind of answers that do not say that they are options: those that come again and again are.
fn of_values(values: &[(String, usize)]) -> AnswersInData {
    let all = |is: &dyn Fn(&str) -> bool| values.iter().all(|(value, _)| is(value));
    let answered: usize = values.iter().map(|(_, count)| count).sum();
    if all(&|value| matches!(value, "yes" | "no")) {
        return AnswersInData::Binary;
    }
    if all(&|value| matches!(value, "minor" | "somewhat" | "a lot")) {
        return AnswersInData::Severity;
    }
    if all(&|value| value.parse::<f64>().is_ok_and(f64::is_finite)) {
        return AnswersInData::Number;
    }
    let is_short = |value: &str| {
        !value.trim().is_empty() && value.chars().count() <= LONGEST_OPTION && !value.contains('\n')
    };
    let are_options =
        values.len() <= MOST_OPTIONS && answered >= 2 * values.len() && all(&is_short);
    if !are_options {
        return AnswersInData::Text;
    }
    AnswersInData::Options(values.iter().map(|(value, _)| (value.clone(), None)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ImportOptions, TextFile, format};

    fn typology(edits: &str) -> TypologyOfData {
        let text = format!(r#"[{{"source": "abcdef", "target": "abcdef", "edits": [{edits}]}}]"#);
        let thresh = format("thresh").unwrap();
        TypologyOfData::of(
            &thresh.import([TextFile::new("", text)], ImportOptions::default()).corpus,
        )
    }

    #[test]
    fn shapes_follow_the_spans() {
        let both = ShapeInData::Spans { sides: Sides::Both, several: false };
        for (spans, expected) in [
            (
                r#""output_idx": [[0, 1]]"#,
                ShapeInData::Spans { sides: Sides::Target, several: false },
            ),
            (
                r#""input_idx": [[0, 1], [2, 3]]"#,
                ShapeInData::Spans { sides: Sides::Source, several: true },
            ),
            (r#""input_idx": [[0, 1]], "output_idx": [[2, 3]]"#, both),
            (r#""output_idx": [[2, 2]]"#, ShapeInData::Points(Sides::Target)),
            (r#""id": 1"#, ShapeInData::Whole),
            (r#""constituent_edits": [{"category": "d"}]"#, ShapeInData::Composite),
        ] {
            let found = typology(&format!(r#"{{"category": "c", {spans}}}"#));
            assert_eq!(
                found.categories.first().map(|category| category.shape),
                Some(expected),
                "{spans}"
            );
        }
    }

    #[test]
    fn questions_follow_the_answers() {
        let options = |names: &[&str]| {
            AnswersInData::Options(names.iter().map(|name| ((*name).to_owned(), None)).collect())
        };
        for (answers, expected) in [
            (&[r#""yes""#, r#""no""#][..], AnswersInData::Binary),
            (&[r#""minor""#], AnswersInData::Severity),
            (&[r#""3""#, r#""0.5""#], AnswersInData::Number),
            (&[r#""a""#, r#""b""#, r#""a""#, r#""b""#], options(&["a", "b"])),
            (&[r#""Because.""#, r#""So.""#], AnswersInData::Text),
            (&[r#"["x", "y"]"#], AnswersInData::Several(vec!["x".to_owned(), "y".to_owned()])),
            (&[r#"{"val": "a"}"#], options(&["a"])),
        ] {
            let edit =
                |answer: &&str| format!(r#"{{"category": "c", "annotation": {{"q": {answer}}}}}"#);
            let edits: Vec<String> = answers.iter().map(edit).collect();
            let found = typology(&edits.join(","));
            let questions = &found.categories[0].questions;
            let expected = QuestionInData { name: "q".to_owned(), always: true, answers: expected };
            assert_eq!(questions.as_slice(), [expected], "{answers:?}");
        }
        let found = typology(
            r#"{"category": "c", "annotation": {"q": {"val": "a", "a": "why"}}}, {"category": "c", "annotation": {"q": {"val": "a"}}}, {"category": "c"}"#,
        );
        let question = &found.categories[0].questions[0];
        assert!(!question.always);
        let AnswersInData::Options(options) = &question.answers else { panic!("{question:?}") };
        let follow_up = options[0].1.as_ref().unwrap();
        assert_eq!((follow_up.always, &follow_up.answers), (false, &AnswersInData::Text));
    }
    #[test]
    fn a_question_has_the_options_of_all_categories() {
        let answered = |category: &str, answers: &[&str]| -> Vec<String> {
            let edit = |answer: &&str| {
                format!(r#"{{"category": "{category}", "annotation": {{"q": {answer}}}}}"#)
            };
            answers.iter().map(edit).collect()
        };
        let of_q = |a: &[&str], b: &[&str]| {
            let found = typology(&[answered("a", a), answered("b", b)].concat().join(","));
            found
                .categories
                .into_iter()
                .map(|mut c| c.questions.remove(0).answers)
                .collect::<Vec<_>>()
        };
        let options = |names: &[&str]| {
            AnswersInData::Options(names.iter().map(|name| ((*name).to_owned(), None)).collect())
        };
        let both = options(&["minor", "major"]);
        let minor = r#""minor""#;
        let major = r#""major""#;
        assert_eq!(of_q(&[minor, minor], &[major, major]), [both.clone(), both.clone()]);
        assert_eq!(of_q(&[r#"{"val": "minor"}"#], &[r#"{"val": "major"}"#]), [both.clone(), both]);
        // Unless all are options, each category keeps its own answers.
        let text = [r#""So.""#, r#""Because.""#];
        assert_eq!(of_q(&[major, major], &text), [options(&["major"]), AnswersInData::Text]);
        assert_eq!(
            of_q(&[r#""yes""#], &[major, major]),
            [AnswersInData::Binary, options(&["major"])]
        );
    }
}
