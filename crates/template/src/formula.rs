//! Formulas of scores: arithmetic over the weights and the counts of an instance.
//!
//! ```text
//! sum     = product { ( "+" | "-" ) product }
//! product = signed { ( "*" | "/" ) signed }
//! signed  = { "-" } value
//! value   = number | count | ( "min" | "max" ) "(" sum "," sum ")" | "(" sum ")"
//! count   = "weights" | "edits" | "words" | "characters" | category | "'" category "'"
//! ```

use std::iter::Peekable;
use std::ops::Range;
use std::str::CharIndices;

use crate::Weight;

/// The deepest nesting of brackets and signs.
const DEEPEST: usize = 32;

/// A formula.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Formula {
    text: String,
    root: Term,
    categories: Vec<CategoryName>,
}

/// A place where a formula names a category.
#[derive(Debug, Clone, PartialEq, Eq)]
struct CategoryName {
    /// Its place in the text, in bytes, quotes included.
    at: Range<usize>,
    name: String,
}

/// A number of an instance that a formula names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FormulaCount {
    /// `weights`: the sum of the weights of its edits.
    Weights,
    /// `edits`: the number of its edits.
    Edits,
    /// `words`: the number of words of its target.
    Words,
    /// `characters`: the number of characters of its target, white space included.
    Characters,
    /// The name of a category: the number of its edits of that category.
    Category(String),
}

impl FormulaCount {
    /// The counts that every template has, with their names.
    const NAMED: &[(&'static str, FormulaCount); 4] = &[
        ("weights", FormulaCount::Weights),
        ("edits", FormulaCount::Edits),
        ("words", FormulaCount::Words),
        ("characters", FormulaCount::Characters),
    ];

    /// The names of the counts that every template has.
    pub fn names() -> impl Iterator<Item = &'static str> {
        Self::NAMED.iter().map(|(name, _)| *name)
    }

    fn named(name: &str) -> Option<Self> {
        Self::NAMED.iter().find(|(known, _)| *known == name).map(|(_, count)| count.clone())
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Term {
    Number(Weight),
    Count(FormulaCount),
    Negative(Box<Term>),
    /// From left to right. A list, since a tree of a long sum would be too deep to be walked.
    Chain(Box<Term>, Vec<(Operator, Term)>),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Operator {
    Plus,
    Minus,
    Times,
    Over,
    Least,
    Greatest,
}

impl Operator {
    fn apply(self, a: f64, b: f64) -> f64 {
        match self {
            Operator::Plus => a + b,
            Operator::Minus => a - b,
            Operator::Times => a * b,
            Operator::Over => a / b,
            // A side without a value leaves the whole without one, unlike `f64::min`.
            Operator::Least | Operator::Greatest if a.is_nan() || b.is_nan() => f64::NAN,
            Operator::Least => a.min(b),
            Operator::Greatest => a.max(b),
        }
    }
}

/// The reason why a text is no formula.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FormulaError {
    /// It ends where a number, a count or a bracket is missing.
    EndsEarly,
    /// The rest of the text, which does not fit where it stands.
    Unexpected(String),
    /// The name of no count and no category.
    UnknownName(String),
    /// It is nested more deeply than can be read.
    TooDeep,
}

impl Formula {
    /// Reads a formula. `is_category` tells the names of categories.
    ///
    /// # Errors
    /// If the text is no formula: the first reason.
    pub fn parse(text: &str, is_category: impl Fn(&str) -> bool) -> Result<Self, FormulaError> {
        let text = text.trim();
        let rest = text.char_indices().peekable();
        let mut parser = FormulaParser { text, rest, is_category, categories: Vec::new() };
        let root = parser.sum(0)?;
        match parser.next() {
            None => Ok(Formula { text: text.to_owned(), root, categories: parser.categories }),
            Some(_) => Err(parser.unexpected()),
        }
    }

    /// Returns `true` if the formula names a category.
    pub(crate) fn names(&self, category: &str) -> bool {
        self.categories.iter().any(|named| named.name == category)
    }

    /// The text of the formula with another name for a category; `None` if no formula can have that name.
    pub(crate) fn text_renaming(&self, from: &str, to: &str) -> Option<String> {
        let to = written(to)?;
        let mut text = self.text.clone();
        for named in self.categories.iter().rev().filter(|named| named.name == from) {
            text.replace_range(named.at.clone(), &to);
        }
        Some(text)
    }

    /// The formula as it is written.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The value for an instance with these counts; not a finite number where a division has none.
    pub fn value(&self, count: impl Fn(&FormulaCount) -> f64) -> f64 {
        value(&self.root, &count)
    }
}

/// The name of a category as a formula has it, in quotes only if it has to be.
fn written(name: &str) -> Option<String> {
    let is_read_as_name = |written: &String| {
        let root = Formula::parse(written, |_| true).map(|formula| formula.root);
        root == Ok(Term::Count(FormulaCount::Category(name.to_owned())))
    };
    [name.to_owned(), format!("'{name}'")].into_iter().find(is_read_as_name)
}

fn value(term: &Term, count: &impl Fn(&FormulaCount) -> f64) -> f64 {
    match term {
        Term::Number(number) => number.number(),
        Term::Count(named) => count(named),
        Term::Negative(term) => -value(term, count),
        Term::Chain(first, rest) => {
            rest.iter().fold(value(first, count), |so_far, (operator, term)| {
                operator.apply(so_far, value(term, count))
            })
        }
    }
}

struct FormulaParser<'t, F> {
    text: &'t str,
    rest: Peekable<CharIndices<'t>>,
    is_category: F,
    categories: Vec<CategoryName>,
}

impl<F: Fn(&str) -> bool> FormulaParser<'_, F> {
    /// The next character that is no white space, which stays.
    fn next(&mut self) -> Option<char> {
        while self.rest.next_if(|(_, c)| c.is_whitespace()).is_some() {}
        self.rest.peek().map(|(_, c)| *c)
    }

    /// Takes a character if it is the next one.
    fn takes(&mut self, wanted: char) -> bool {
        self.next() == Some(wanted) && self.rest.next().is_some()
    }

    fn expect(&mut self, wanted: char) -> Result<(), FormulaError> {
        if self.takes(wanted) { Ok(()) } else { Err(self.unexpected()) }
    }

    /// Takes the characters that fit.
    fn take_while(&mut self, fits: impl Fn(char) -> bool) -> String {
        std::iter::from_fn(|| self.rest.next_if(|(_, c)| fits(*c))).map(|(_, c)| c).collect()
    }

    /// The start of the next character, in bytes.
    fn at(&mut self) -> usize {
        self.rest.peek().map_or(self.text.len(), |(at, _)| *at)
    }

    fn unexpected(&mut self) -> FormulaError {
        self.next();
        match self.rest.peek().and_then(|(at, _)| self.text.get(*at..)) {
            Some(rest) => FormulaError::Unexpected(rest.to_owned()),
            None => FormulaError::EndsEarly,
        }
    }

    fn sum(&mut self, depth: usize) -> Result<Term, FormulaError> {
        self.chain(depth, &[('+', Operator::Plus), ('-', Operator::Minus)], Self::product)
    }

    fn product(&mut self, depth: usize) -> Result<Term, FormulaError> {
        self.chain(depth, &[('*', Operator::Times), ('/', Operator::Over)], Self::signed)
    }

    /// Parts with these operators between them.
    fn chain(
        &mut self,
        depth: usize,
        operators: &[(char, Operator)],
        part: fn(&mut Self, usize) -> Result<Term, FormulaError>,
    ) -> Result<Term, FormulaError> {
        let first = part(self, depth)?;
        let mut rest = Vec::new();
        while let Some((_, operator)) =
            self.next().and_then(|next| operators.iter().find(|(sign, _)| *sign == next))
        {
            self.rest.next();
            rest.push((*operator, part(self, depth)?));
        }
        Ok(if rest.is_empty() { first } else { Term::Chain(Box::new(first), rest) })
    }

    fn signed(&mut self, depth: usize) -> Result<Term, FormulaError> {
        if depth > DEEPEST {
            return Err(FormulaError::TooDeep);
        }
        if self.takes('-') {
            return Ok(Term::Negative(Box::new(self.signed(depth + 1)?)));
        }
        if self.takes('(') {
            let term = self.sum(depth + 1)?;
            return self.expect(')').map(|()| term);
        }
        let next = self.next();
        let start = self.at();
        match next {
            Some('\'') => {
                self.rest.next();
                let name = self.take_while(|c| c != '\'');
                self.expect('\'')?;
                let end = self.at();
                self.category(name, start..end)
            }
            Some(c) if c.is_ascii_digit() || c == '.' => {
                let rest = self.unexpected();
                let number = self.take_while(|c| c.is_ascii_digit() || c == '.');
                Weight::parse(&number).map(Term::Number).ok_or(rest)
            }
            Some(c) if c.is_alphabetic() || c == '_' => {
                let name = self.take_while(|c| c.is_alphanumeric() || c == '_');
                let end = self.at();
                match (&*name, self.next()) {
                    ("min", Some('(')) => self.call(Operator::Least, depth),
                    ("max", Some('(')) => self.call(Operator::Greatest, depth),
                    _ => match FormulaCount::named(&name) {
                        Some(count) => Ok(Term::Count(count)),
                        None => self.category(name, start..end),
                    },
                }
            }
            _ => Err(self.unexpected()),
        }
    }

    fn call(&mut self, operator: Operator, depth: usize) -> Result<Term, FormulaError> {
        self.expect('(')?;
        let first = self.sum(depth + 1)?;
        self.expect(',')?;
        let second = self.sum(depth + 1)?;
        self.expect(')')?;
        Ok(Term::Chain(Box::new(first), vec![(operator, second)]))
    }

    fn category(&mut self, name: String, at: Range<usize>) -> Result<Term, FormulaError> {
        if (self.is_category)(&name) {
            self.categories.push(CategoryName { at, name: name.clone() });
            Ok(Term::Count(FormulaCount::Category(name)))
        } else {
            Err(FormulaError::UnknownName(name))
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn parse(text: &str) -> Result<Formula, FormulaError> {
        Formula::parse(text, |name| ["major", "name calling", "edits"].contains(&name))
    }

    /// The value with 3 as the sum of the weights, 4 edits, 2 of them major and 1 of the category `edits`, 50 words, and
    /// 300 characters.
    fn evaluated(text: &str) -> f64 {
        parse(text).unwrap().value(|count| match count {
            FormulaCount::Weights => 3.0,
            FormulaCount::Edits => 4.0,
            FormulaCount::Words => 50.0,
            FormulaCount::Characters => 300.0,
            FormulaCount::Category(name) if name == "major" => 2.0,
            FormulaCount::Category(name) if name == "edits" => 1.0,
            FormulaCount::Category(_) => 0.0,
        })
    }

    #[test]
    fn formulas_are_read_as_in_school() {
        for (text, expected) in [
            ("weights", 3.0),
            ("100 - weights", 97.0),
            ("100-weights*2", 94.0),
            ("100 * weights / words", 6.0),
            ("12 / 2 / 3", 2.0),
            ("10 - 3 - 2", 5.0),
            ("(10 - 3) * (2 + edits)", 42.0),
            ("-weights", -3.0),
            ("- - 2 * -3", -6.0),
            ("1 - -1", 2.0),
            ("5 * major + 'name calling'", 10.0),
            ("'edits' + edits", 5.0),
            ("max(0, 100 - 50 * weights)", 0.0),
            ("min( max(1,2) , 3 )", 2.0),
            (".5 * characters", 150.0),
        ] {
            assert!((evaluated(text) - expected).abs() < 1e-12, "{text}: {}", evaluated(text));
        }
        let long = format!("1{}", " + 1".repeat(200_000));
        assert!((evaluated(&long) - 200_001.0).abs() < 1e-12, "a long sum");
        assert!(!evaluated("1 / 'name calling'").is_finite());
        assert!(evaluated("max(0, 0 / 'name calling')").is_nan());
    }

    #[test]
    fn other_texts_are_refused_with_the_reason() {
        let unexpected = |rest: &str| FormulaError::Unexpected(rest.to_owned());
        let unknown = |name: &str| FormulaError::UnknownName(name.to_owned());
        for (text, expected) in [
            ("", FormulaError::EndsEarly),
            ("2 *", FormulaError::EndsEarly),
            ("(1 + 2", FormulaError::EndsEarly),
            ("max(1, 2", FormulaError::EndsEarly),
            ("'name calling", FormulaError::EndsEarly),
            ("max(1)", unexpected(")")),
            ("1 2", unexpected("2")),
            ("1.2.3", unexpected("1.2.3")),
            ("1 + * 2", unexpected("* 2")),
            ("2 ^ 3", unexpected("^ 3")),
            ("minor + 1", unknown("minor")),
            ("max + 1", unknown("max")),
            ("'other' + 1", unknown("other")),
            (&"(".repeat(1000), FormulaError::TooDeep),
            (&"-".repeat(1000), FormulaError::TooDeep),
        ] {
            assert_eq!(parse(text), Err(expected), "{text}");
        }
    }

    #[test]
    fn categories_are_renamed_where_they_are_named() {
        for (text, to, expected) in [
            ("5 * major + 'name calling'", "minor", Some("5 * minor + 'name calling'")),
            (" max(major,'major')/ words ", "größer", Some("max(größer,größer)/ words")),
            ("major - 2", "two words", Some("'two words' - 2")),
            ("major - 2", "weights", Some("'weights' - 2")),
            ("major - 2", "2nd", Some("'2nd' - 2")),
            ("min(major, 2)", "min", Some("min(min, 2)")),
            ("major - 2", " a", Some("' a' - 2")),
            ("major - 2", "don't", None),
            ("major - 2", "'quoted'", None),
            ("edits + 'edits'", "minor", Some("edits + 'edits'")),
        ] {
            let renamed = parse(text).unwrap().text_renaming("major", to);
            assert_eq!(renamed.as_deref(), expected, "{text}: {to}");
        }
    }

    proptest! {
        #[test]
        fn a_renamed_category_is_counted_as_before(name in "[^']{1,8}", sign in "[-+*/]") {
            let formula = parse(&format!("2{sign}major {sign} 3")).unwrap();
            let renamed = formula.text_renaming("major", &name).unwrap();
            let renamed = Formula::parse(&renamed, |read| read == name).unwrap();
            prop_assert!(renamed.names(&name));
            let count = |counted: &FormulaCount| match counted {
                FormulaCount::Category(_) => 7.0,
                FormulaCount::Weights
                | FormulaCount::Edits
                | FormulaCount::Words
                | FormulaCount::Characters => 0.0,
            };
            prop_assert!((renamed.value(count) - formula.value(count)).abs() < 1e-12);
        }

        #[test]
        fn no_text_panics(text in "[0-9.+*/(), '-]{0,40}|.{0,40}") {
            if let Ok(formula) = parse(&text) {
                let _ = formula.value(|_| 1.0);
            }
        }
    }
}
