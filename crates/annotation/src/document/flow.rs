//! Traversal of the decision tree: the questions asked, the open ones, and the effect of an answer.

use super::answer::{Answer, Answers};
use spanwise_template::{Checkbox, Choice, Decimal, Question, QuestionKind};

/// The path to a question: names from its root question down, `[root, option, option, …]`. A follow-up has the name of
/// its option, so that the last name is the question's own.
pub type QuestionPath = Vec<String>;

/// An answer as the annotator gives it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum GivenAnswer {
    /// Binary, Likert, number or text. White space alone counts as nothing, but for a replacement.
    Value(String),
    /// The name of an option: it is chosen. One of check-boxes is ticked, or unticked if it was ticked.
    Option(String),
    /// Removes the answer.
    Nothing,
}

/// The reason for refusing an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AnswerError {
    /// There is no such question, or it is not asked given the other answers.
    NotAsked,
    /// The question does not offer the answer.
    NotAnAnswer,
}

/// The option named by the answer to a choice; `None` if the question does not offer it.
#[must_use]
pub fn chosen_option<'q>(question: &'q Question, answer: Option<&Answer>) -> Option<&'q Choice> {
    match answer? {
        Answer::Choice { option, .. } => question.option(option),
        Answer::Value(_) | Answer::Several(_) | Answer::Unknown(_) => None,
    }
}

/// Returns `true` if a question offers an answer. Follow-ups are not checked.
#[must_use]
pub fn accepts(question: &Question, answer: &Answer) -> bool {
    match (&question.kind, answer) {
        (QuestionKind::Binary, Answer::Value(v)) => v == "yes" || v == "no",
        (QuestionKind::Likert(scale), Answer::Value(v)) => scale.tokens().contains(&v.as_str()),
        (
            QuestionKind::Textbox | QuestionKind::Textarea | QuestionKind::Replacement,
            Answer::Value(_),
        ) => true,
        (QuestionKind::Number { range, .. }, Answer::Value(v)) => range.accepts(v),
        (QuestionKind::Slider(slider), Answer::Value(v)) => slider.range.numbers().accepts(v),
        (QuestionKind::Choice(_), Answer::Choice { .. }) => {
            chosen_option(question, Some(answer)).is_some()
        }
        (QuestionKind::Checkboxes(boxes), Answer::Several(chosen)) => {
            chosen.iter().all(|name| boxes.iter().any(|checkbox| checkbox.name == *name))
        }
        _ => false,
    }
}

fn answer_from(
    question: &Question,
    given: GivenAnswer,
    old: Option<&Answer>,
) -> Result<Option<Answer>, AnswerError> {
    let answer = match given {
        GivenAnswer::Nothing => return Ok(None),
        GivenAnswer::Value(v)
            if v.trim().is_empty() && question.kind != QuestionKind::Replacement =>
        {
            return Ok(None);
        }
        GivenAnswer::Value(v) => Answer::Value(stored_value(&question.kind, v)),
        GivenAnswer::Option(option) => match old {
            old if let QuestionKind::Checkboxes(boxes) = &question.kind => {
                return toggled(boxes, old, &option);
            }
            // Choosing the chosen option again must not drop its branch.
            Some(Answer::Choice { option: chosen, .. }) if *chosen == option => {
                return Ok(old.cloned());
            }
            _ => Answer::Choice { option, follow_up: None },
        },
    };
    if accepts(question, &answer) { Ok(Some(answer)) } else { Err(AnswerError::NotAnAnswer) }
}

/// The stored form of a value: numbers have one only.
fn stored_value(kind: &QuestionKind, value: String) -> String {
    match kind {
        QuestionKind::Number { .. } | QuestionKind::Slider(_) => {
            Decimal::parse(value.trim()).map_or(value, |number| number.to_string())
        }
        QuestionKind::Binary
        | QuestionKind::Likert(_)
        | QuestionKind::Textbox
        | QuestionKind::Textarea
        | QuestionKind::Replacement
        | QuestionKind::Choice(_)
        | QuestionKind::Checkboxes(_) => value,
    }
}

/// The answer to check-boxes after one of them is clicked.
fn toggled(
    boxes: &[Checkbox],
    old: Option<&Answer>,
    clicked: &str,
) -> Result<Option<Answer>, AnswerError> {
    if boxes.iter().all(|checkbox| checkbox.name != clicked) {
        return Err(AnswerError::NotAnAnswer);
    }
    let was_ticked = |name: &String| is_ticked(old, name);
    let names = boxes.iter().map(|checkbox| &checkbox.name);
    let chosen = names.filter(|name| was_ticked(name) != (*name == clicked));
    let chosen: Vec<String> = chosen.cloned().collect();
    Ok((!chosen.is_empty()).then_some(Answer::Several(chosen)))
}

/// Returns `true` if an answer to check-boxes has this option.
#[must_use]
pub fn is_ticked(answer: Option<&Answer>, option: &str) -> bool {
    matches!(answer, Some(Answer::Several(chosen)) if chosen.iter().any(|name| name == option))
}

/// A question that is asked, with its answer and its depth.
#[derive(Debug, Clone, Copy)]
pub struct AskedQuestion<'a> {
    /// The question.
    pub question: &'a Question,
    /// Its answer.
    pub answer: Option<&'a Answer>,
    /// 0 for roots, one more for each follow-up.
    pub depth: usize,
}

impl AskedQuestion<'_> {
    /// Returns `true` if the question is required and has no answer that it offers.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.question.required && !self.answer.is_some_and(|a| accepts(self.question, a))
    }
}

/// Calls `visit` for every question asked, parents before follow-ups, in the order of the page.
pub fn walk<'a>(
    questions: &'a [Question],
    answers: &'a Answers,
    mut visit: impl FnMut(&[&'a str], AskedQuestion<'a>),
) {
    let mut path: Vec<&str> = Vec::new();
    for root in questions {
        let mut next = Some((root, answers.get(&root.name)));
        path.clear();
        while let Some((question, answer)) = next {
            path.push(&question.name);
            visit(&path, AskedQuestion { question, answer, depth: path.len() - 1 });
            next = follow_up(question, answer);
        }
    }
}

fn follow_up<'a>(
    question: &'a Question,
    answer: Option<&'a Answer>,
) -> Option<(&'a Question, Option<&'a Answer>)> {
    let follow_up = chosen_option(question, answer)?.follow_up.as_deref()?;
    let answer = match answer {
        Some(Answer::Choice { follow_up, .. }) => follow_up.as_deref(),
        _ => None,
    };
    Some((follow_up, answer))
}

/// The answers as parts of one line, in the labels of the template, parents before follow-ups. An answer that its
/// question does not offer, and a `no`, are left out. `say` words a `yes`, a point of a scale, a number and a text.
#[must_use]
pub fn in_words(
    questions: &[Question],
    answers: &Answers,
    say: impl Fn(&QuestionKind, &str) -> String,
) -> Vec<String> {
    let mut parts: Vec<String> = Vec::new();
    walk(questions, answers, |_, asked| {
        let AskedQuestion { question, answer: Some(answer), depth } = asked else { return };
        if !accepts(question, answer) {
            return;
        }
        let label = &question.label;
        match (&question.kind, answer) {
            (_, Answer::Choice { .. }) => {
                parts.extend(
                    chosen_option(question, Some(answer)).map(|choice| choice.label.clone()),
                );
            }
            (QuestionKind::Binary, Answer::Value(value)) if value == "no" => {}
            (QuestionKind::Checkboxes(boxes), Answer::Several(chosen)) => {
                let ticked = boxes.iter().filter(|checkbox| chosen.contains(&checkbox.name));
                parts.extend(ticked.map(|checkbox| checkbox.label.clone()));
            }
            (
                kind @ (QuestionKind::Binary
                | QuestionKind::Likert(_)
                | QuestionKind::Number { .. }
                | QuestionKind::Slider(_)),
                Answer::Value(value),
            ) => {
                // A follow-up has the label of its option, which is the last part already.
                if depth > 0 {
                    parts.pop();
                }
                parts.push(format!("{label}: {}", say(kind, value)));
            }
            (kind, Answer::Value(value)) => parts.push(say(kind, value)),
            (_, Answer::Several(_) | Answer::Unknown(_)) => {}
        }
    });
    parts
}

/// Paths of the questions that are asked, required and without an answer that they offer.
#[must_use]
pub fn open_questions(questions: &[Question], answers: &Answers) -> Vec<QuestionPath> {
    let mut open = Vec::new();
    walk(questions, answers, |path, asked| {
        if asked.is_open() {
            open.push(path.iter().map(|&name| name.to_owned()).collect());
        }
    });
    open
}

/// Returns the answers with one question answered. Answers below an option that is no longer chosen are dropped.
///
/// # Errors
/// If the question is not asked, or does not offer the answer.
pub fn answered(
    questions: &[Question],
    answers: &Answers,
    path: &[String],
    given: GivenAnswer,
) -> Result<Answers, AnswerError> {
    let (root, below) = path.split_first().ok_or(AnswerError::NotAsked)?;
    let question = questions.iter().find(|q| q.name == *root).ok_or(AnswerError::NotAsked)?;
    let answer = answered_below(question, answers.get(root), below, given)?;
    let mut answers = answers.clone();
    answers.set(root, answer);
    Ok(answers)
}

fn answered_below(
    question: &Question,
    answer: Option<&Answer>,
    path: &[String],
    given: GivenAnswer,
) -> Result<Option<Answer>, AnswerError> {
    let Some((option, below)) = path.split_first() else {
        return answer_from(question, given, answer);
    };
    match follow_up(question, answer) {
        Some((next, old)) if next.name == *option => {
            let follow_up = answered_below(next, old, below, given)?.map(Box::new);
            Ok(Some(Answer::Choice { option: option.clone(), follow_up }))
        }
        _ => Err(AnswerError::NotAsked),
    }
}

/// The answers that other questions can take over: one of them has the same name, and offers the answer and those to the
/// follow-ups that it asks.
#[must_use]
pub fn carried_over(answers: &Answers, to: &[Question]) -> Answers {
    let mut kept = Answers::default();
    for question in to {
        if let Some(answer) = answers.get(&question.name)
            && fits(question, answer)
        {
            kept.set(&question.name, Some(answer.clone()));
        }
    }
    kept
}

fn fits(question: &Question, answer: &Answer) -> bool {
    if !accepts(question, answer) {
        return false;
    }
    match follow_up(question, Some(answer)) {
        Some((next, Some(below))) => fits(next, below),
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use spanwise_template::LikertScale;

    fn question(name: &str, kind: QuestionKind) -> Question {
        Question {
            name: name.into(),
            label: name.into(),
            prompt: String::new(),
            description: None,
            hotkey: None,
            required: true,
            kind,
        }
    }

    fn option(name: &str, kind: Option<QuestionKind>) -> Choice {
        Choice {
            name: name.into(),
            label: name.into(),
            description: None,
            hotkey: None,
            weight: None,
            follow_up: kind.map(|kind| Box::new(question(name, kind))),
        }
    }

    /// kind: [style, grammar → [verb → likert-3, noun]], rude: binary.
    fn questions() -> Vec<Question> {
        let grammar = QuestionKind::Choice(vec![
            option("verb", Some(QuestionKind::Likert(LikertScale::Three))),
            option("noun", None),
        ]);
        vec![
            question(
                "kind",
                QuestionKind::Choice(vec![option("style", None), option("grammar", Some(grammar))]),
            ),
            question("rude", QuestionKind::Binary),
        ]
    }

    fn path(names: &str) -> QuestionPath {
        names.split('/').map(str::to_owned).collect()
    }

    fn give(answers: &Answers, at: &str, given: GivenAnswer) -> Answers {
        answered(&questions(), answers, &path(at), given).unwrap()
    }

    fn choose(answers: &Answers, at: &str, option: &str) -> Answers {
        give(answers, at, GivenAnswer::Option(option.into()))
    }

    fn open(answers: &Answers) -> Vec<String> {
        open_questions(&questions(), answers).iter().map(|p| p.join("/")).collect()
    }

    #[test]
    fn a_required_question_is_open_at_every_depth_until_answered() {
        let none = Answers::default();
        assert_eq!(open(&none), ["kind", "rude"]);
        let grammar = choose(&none, "kind", "grammar");
        assert_eq!(open(&grammar), ["kind/grammar", "rude"]);
        let verb = choose(&grammar, "kind/grammar", "verb");
        assert_eq!(open(&verb), ["kind/grammar/verb", "rude"]);
        let rated = give(&verb, "kind/grammar/verb", GivenAnswer::Value("a lot".into()));
        assert_eq!(open(&give(&rated, "rude", GivenAnswer::Value("no".into()))), [""; 0]);
    }

    #[test]
    fn leaving_a_branch_drops_its_answers_and_choosing_it_again_keeps_them() {
        let verb = choose(&choose(&Answers::default(), "kind", "grammar"), "kind/grammar", "verb");
        assert_eq!(choose(&verb, "kind", "grammar"), verb);
        let left = choose(&verb, "kind", "style");
        let back = choose(&left, "kind", "grammar");
        assert_eq!(open(&back), ["kind/grammar", "rude"]);
    }

    #[test]
    fn what_is_not_asked_or_not_offered_is_refused() {
        let none = Answers::default();
        let refuse = |at: &str, given| answered(&questions(), &none, &path(at), given).unwrap_err();
        assert_eq!(refuse("nope", GivenAnswer::Nothing), AnswerError::NotAsked);
        assert_eq!(
            refuse("kind/grammar", GivenAnswer::Option("verb".into())),
            AnswerError::NotAsked
        );
        assert_eq!(refuse("kind", GivenAnswer::Option("nope".into())), AnswerError::NotAnAnswer);
        assert_eq!(refuse("rude", GivenAnswer::Value("maybe".into())), AnswerError::NotAnAnswer);
        assert_eq!(refuse("kind", GivenAnswer::Value("style".into())), AnswerError::NotAnAnswer);
        assert_eq!(
            answered(&questions(), &none, &[], GivenAnswer::Nothing),
            Err(AnswerError::NotAsked)
        );
    }

    #[test]
    fn white_space_is_no_answer() {
        let questions = [question("why", QuestionKind::Textarea)];
        let given = answered(
            &questions,
            &Answers::default(),
            &path("why"),
            GivenAnswer::Value(" \n".into()),
        );
        assert!(given.unwrap().is_empty());
    }

    #[test]
    fn answers_carry_over_to_questions_of_the_same_names() {
        let verb = choose(&choose(&Answers::default(), "kind", "grammar"), "kind/grammar", "verb");
        let verb = give(&verb, "rude", GivenAnswer::Value("yes".into()));
        let mut other = questions();
        other.remove(0);
        let kept = carried_over(&verb, &other);
        assert_eq!(kept.iter().map(|(name, _)| name).collect::<Vec<_>>(), ["rude"]);
        assert_eq!(carried_over(&verb, &questions()), verb);
    }
}
