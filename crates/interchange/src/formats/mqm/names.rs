//! Categories and severities of MQM, and their names in our template.

use std::sync::LazyLock;

use crate::record::Edit;
use spanwise_annotation::document::{Answer, Answers};

/// Severity in the released files, and its place on the scale of three, as Thresh's converter has it.
const SEVERITIES: [(&str, &str); 3] =
    [("Major", "a lot"), ("Minor", "somewhat"), ("Neutral", "minor")];

/// Categories as the released files spell them.
const CATEGORIES: [&str; 23] = [
    "Accuracy/Addition",
    "Accuracy/Mistranslation",
    "Accuracy/Omission",
    "Accuracy/Untranslated text",
    "Fluency/Character encoding",
    "Fluency/Grammar",
    "Fluency/Inconsistency",
    "Fluency/Punctuation",
    "Fluency/Register",
    "Fluency/Spelling",
    "Locale convention/Address format",
    "Locale convention/Currency format",
    "Locale convention/Date format",
    "Locale convention/Name format",
    "Locale convention/Telephone format",
    "Locale convention/Time format",
    "Style/Awkward",
    "Terminology/Inappropriate for context",
    "Terminology/Inconsistent use of terminology",
    "Non-translation!",
    "Other",
    "Source error",
    "Source issue",
];

/// A category of the template, and the option that answers its question.
type CategoryMeaning = (String, Option<String>);

/// The meanings of [`CATEGORIES`], each with its spelling.
static RELEASED: LazyLock<Vec<(CategoryMeaning, &str)>> =
    LazyLock::new(|| CATEGORIES.into_iter().map(|name| (kind_and_subtype(name), name)).collect());

/// Returns `true` if a row states that there is no error.
pub(super) fn is_no_error(category: &str, severity: &str) -> bool {
    [category, severity].into_iter().any(|name| slug(name) == "no_error")
}

/// The category of a row and the answers to its questions, as in our template: the part after the slash is the option,
/// the severity its follow-up, or without an option the answer.
pub(super) fn understood(category: &str, severity: &str) -> (String, Answers) {
    let (kind, subtype) = kind_and_subtype(category);
    let likert = likert(severity).map(|token| Answer::Value(token.to_owned()));
    let answer = match subtype {
        Some(option) => Some(Answer::Choice { option, follow_up: likert.map(Box::new) }),
        None => likert,
    };
    let mut answers = Answers::default();
    answers.set(&question(&kind), answer);
    (kind, answers)
}

/// Category and severity of an edit as a row has them: those that were read, as long as they match its answers.
pub(super) fn spelled(edit: &Edit) -> (String, String) {
    let answer = edit.answers.get(&question(&edit.category));
    let token = likert_of(answer);
    let severity = edit.metadata.text("severity").filter(|severity| likert(severity) == token);
    let known = SEVERITIES.iter().find(|(_, known)| Some(*known) == token);
    let severity =
        severity.unwrap_or_else(|| known.map_or_else(String::new, |(name, _)| (*name).to_owned()));

    let wanted = (edit.category.clone(), option_of(answer).map(str::to_owned));
    let read =
        edit.preserved.text("category").filter(|category| kind_and_subtype(category) == wanted);
    let released = || RELEASED.iter().find(|(meaning, _)| *meaning == wanted);
    let category = read.or_else(|| released().map(|(_, name)| (*name).to_owned()));
    (category.unwrap_or_else(|| spelled_out(&wanted)), severity)
}

/// Returns `true` if a row retains an answer of an edit.
pub(super) fn can_hold_answer(edit: &Edit, question: &str) -> bool {
    let (category, severity) = spelled(edit);
    understood(&category, &severity).1.get(question) == edit.answers.get(question)
}

/// The spelling of a category that no released file has.
fn spelled_out((kind, subtype): &CategoryMeaning) -> String {
    let words = |name: &str| {
        let mut letters = name.chars();
        let first = letters.next().into_iter().flat_map(char::to_uppercase);
        first.collect::<String>() + &letters.as_str().replace('_', " ")
    };
    match subtype {
        Some(subtype) => format!("{}/{}", words(kind), words(subtype)),
        None => words(kind),
    }
}

fn kind_and_subtype(category: &str) -> CategoryMeaning {
    let (kind, subtype) = category.split_once('/').unwrap_or((category, ""));
    match (slug(kind), slug(subtype)) {
        (style, awkward) if style == "style" && awkward == "awkward" => ("akward".to_owned(), None),
        // `Source error/-` has no subtype.
        (kind, none) if none.is_empty() || none == "_" => (kind, None),
        (kind, subtype) => (kind, Some(subtype)),
    }
}

/// A name as templates have them: `Locale convention` is `locale_convention`, `Non-translation!` `non_translation`.
fn slug(name: &str) -> String {
    name.trim().trim_end_matches('!').to_lowercase().replace([' ', '-'], "_")
}

/// The name of the only question of a category.
fn question(category: &str) -> String {
    format!("{category}_type")
}

fn likert(severity: &str) -> Option<&'static str> {
    let mut all = SEVERITIES.iter();
    all.find(|(name, _)| name.eq_ignore_ascii_case(severity)).map(|(_, token)| *token)
}

fn likert_of(answer: Option<&Answer>) -> Option<&str> {
    match answer? {
        Answer::Value(token) => Some(token),
        Answer::Choice { follow_up, .. } => likert_of(follow_up.as_deref()),
        Answer::Several(_) | Answer::Unknown(_) => None,
    }
}

fn option_of(answer: Option<&Answer>) -> Option<&str> {
    let Answer::Choice { option, .. } = answer? else { return None };
    Some(option)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edit(category: &str, severity: &str) -> Edit {
        let (name, answers) = understood(category, severity);
        Edit { category: name, answers, ..Edit::default() }
    }

    #[test]
    fn released_names_are_those_of_the_template() {
        let choice = |option: &str, likert: &str| Answer::Choice {
            option: option.to_owned(),
            follow_up: Some(Box::new(Answer::Value(likert.to_owned()))),
        };
        for (category, severity, name, answer) in [
            ("Accuracy/Mistranslation", "Major", "accuracy", choice("mistranslation", "a lot")),
            (
                "Accuracy/Untranslated text",
                "minor",
                "accuracy",
                choice("untranslated_text", "somewhat"),
            ),
            (
                "Locale convention/Date format",
                "Neutral",
                "locale_convention",
                choice("date_format", "minor"),
            ),
            ("Style/Awkward", "Major", "akward", Answer::Value("a lot".to_owned())),
            ("Non-translation!", "Major", "non_translation", Answer::Value("a lot".to_owned())),
            ("Style/Bad tone", "Minor", "style", choice("bad_tone", "somewhat")),
        ] {
            let edit = edit(category, severity);
            assert_eq!(edit.category, name);
            assert_eq!(edit.answers.get(&format!("{name}_type")), Some(&answer), "{category}");
        }
        assert_eq!(edit("Source error/-", "Critical").answers, Answers::default());
        assert_eq!(edit("", "").category, "");
    }

    #[test]
    fn every_released_name_comes_back() {
        for category in CATEGORIES {
            for severity in ["Major", "Minor", "Neutral"] {
                let (name, degree) = spelled(&edit(category, severity));
                assert_eq!((name.as_str(), degree.as_str()), (category, severity));
            }
        }
        assert_eq!(spelled(&edit("Style/Bad tone", "Critical")).0, "Style/Bad tone");
    }

    #[test]
    fn what_was_read_holds_as_long_as_it_means_the_same() {
        let mut edit = edit("ACCURACY/Omission", "critical");
        edit.preserved.set_text("category", "ACCURACY/Omission");
        edit.metadata.set_text("severity", "critical");
        assert_eq!(spelled(&edit), ("ACCURACY/Omission".to_owned(), "critical".to_owned()));
        edit.answers = understood("Accuracy/Addition", "Minor").1;
        assert_eq!(spelled(&edit), ("Accuracy/Addition".to_owned(), "Minor".to_owned()));
    }
}
