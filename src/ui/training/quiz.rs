//! A quiz: questions with options, answered once, then explained.

use leptos::ev;
use leptos::prelude::*;

use super::step::{next_button, points};
use crate::app::training::OpenTraining;
use crate::app::{App, NoticeLevel};
use crate::ui::annotate::focus::focus;
use crate::ui::view::{El, View, dynamic, el};
use crate::ui::widgets::{annotated_markdown, button};
use spanwise_browser::timing;
use spanwise_i18n::{TextId, say};
use spanwise_training::{QuizOption, QuizQuestion, StepId, StepWork, TrainingStep};

/// The id of the heading of the feedback.
const FEEDBACK: &str = "training-feedback";

/// The questions of a step.
pub(super) fn quiz(
    open: OpenTraining,
    step: TrainingStep,
    questions: Vec<QuizQuestion>,
    said: RwSignal<String>,
) -> View {
    let id = step.id().clone();
    let is_checked =
        Memo::new(move |_| open.record.with(|record| record.progress().outcome(&id).is_some()));
    dynamic(move || {
        let is_checked = is_checked.get();
        open.taken_over.track();
        untrack(|| content(open, &step, &questions, is_checked, said))
    })
}

fn content(
    open: OpenTraining,
    step: &TrainingStep,
    questions: &[QuizQuestion],
    is_checked: bool,
    said: RwSignal<String>,
) -> El {
    let chosen = chosen_in(open, step.id(), questions.len());
    let right =
        questions.iter().zip(&chosen).filter(|(q, chosen)| q.is_answered_by(chosen)).count();
    let state = match (is_checked, right == questions.len()) {
        (false, _) => "open",
        (true, true) => "passed",
        (true, false) => "failed",
    };
    let views = questions
        .iter()
        .enumerate()
        .map(|(at, one)| question(open, step, at, one, &chosen, is_checked));
    let views: Vec<El> = views.collect();
    let end = if is_checked {
        let app = App::from_context();
        let (n, total) = (right.to_string(), questions.len().to_string());
        let counted = app.say(&say!(TrainingRightOf, n, total));
        View::Many(vec![
            el("div")
                .class("training__feedback")
                .attr("data-testid", "feedback")
                .child(el("h3").attr("id", FEEDBACK).attr("tabindex", "-1").child(counted))
                .child(points(open, step))
                .into(),
            next_button(open).into(),
        ])
    } else {
        check_button(open, step.clone(), questions.to_vec(), said).into()
    };
    el("div")
        .class("training__quiz")
        .attr("data-testid", "quiz")
        .attr("data-state", state)
        .child(views)
        .child(end)
}

/// The positions of the options that are chosen, by question.
fn chosen_in(open: OpenTraining, step: &StepId, questions: usize) -> Vec<Vec<usize>> {
    let stored = open.record.with_untracked(|record| match record.work(step) {
        Some(StepWork::Chosen(chosen)) => chosen.clone(),
        Some(StepWork::Marks(_)) | None => Vec::new(),
    });
    stored.into_iter().chain(std::iter::repeat(Vec::new())).take(questions).collect()
}

fn check_button(
    open: OpenTraining,
    step: TrainingStep,
    questions: Vec<QuizQuestion>,
    said: RwSignal<String>,
) -> El {
    let app = App::from_context();
    let check = move || {
        let chosen = chosen_in(open, step.id(), questions.len());
        if let Some(at) = chosen.iter().position(Vec::is_empty) {
            app.tell(NoticeLevel::Info, TextId::TrainingAnswerAll, None);
            focus(&format!("#question-{at} input"));
            return;
        }
        open.check_quiz(&step, &chosen);
        let right = questions.iter().zip(&chosen).filter(|(q, chosen)| q.is_answered_by(chosen));
        let (n, total) = (right.count().to_string(), questions.len().to_string());
        said.set(app.say(&say!(TrainingRightOf, n, total)));
        timing::after(0, || {
            focus(&format!("#{FEEDBACK}"));
        });
    };
    el("p")
        .class("actions training__actions")
        .child(
            button(app.text(TextId::TrainingCheck))
                .class("button button--main")
                .attr("data-testid", "check")
                .on_click(check),
        )
        .child(el("span").class("hint").child(app.text(TextId::TrainingCheckedOnce)))
}

fn question(
    open: OpenTraining,
    step: &TrainingStep,
    at: usize,
    question: &QuizQuestion,
    chosen: &[Vec<usize>],
    is_checked: bool,
) -> El {
    let app = App::from_context();
    let template = open.loaded_template().template;
    let several = question.has_several_answers();
    let (total, chosen) = (chosen.len(), chosen.get(at).map(Vec::as_slice).unwrap_or_default());
    let hint = if several { TextId::TrainingChooseAll } else { TextId::TrainingChooseSingle };
    let options = question.options().iter().enumerate().map(|(position, one)| {
        let is_chosen = chosen.contains(&position);
        if is_checked {
            return answered_option(one, is_chosen, several);
        }
        let step = step.id().clone();
        let choose = move |on: bool| {
            let mut now = chosen_in(open, &step, total);
            if let Some(of_question) = now.get_mut(at) {
                of_question.retain(|other| several && *other != position);
                if on {
                    of_question.push(position);
                    of_question.sort_unstable();
                }
            }
            open.set_work(&step, StepWork::Chosen(now));
        };
        open_option(one, at, is_chosen, several, choose)
    });
    let options: Vec<El> = options.collect();
    el("div")
        .class("training__question")
        .attr("id", format!("question-{at}"))
        .attr("role", if several { "group" } else { "radiogroup" })
        .attr("aria-labelledby", format!("question-{at}-text"))
        .attr("data-testid", "quiz-question")
        .child(
            el("div")
                .attr("id", format!("question-{at}-text"))
                .child(annotated_markdown(question.question(), &template)),
        )
        .child((!is_checked).then(|| el("p").class("hint").child(app.text(hint))))
        .child(options)
}

fn input(is_chosen: bool, several: bool) -> El {
    el("input")
        .attr("type", if several { "checkbox" } else { "radio" })
        .prop("checked", is_chosen)
        .attr("checked", is_chosen)
}

fn open_option(
    option: &QuizOption,
    question: usize,
    is_chosen: bool,
    several: bool,
    choose: impl Fn(bool) + 'static,
) -> El {
    el("label")
        .class("training__option")
        .child(
            input(is_chosen, several)
                .attr("name", format!("question-{question}"))
                .on(ev::change, move |event| choose(event_target_checked(&event))),
        )
        .child(el("span").attr("dir", "auto").child(option.text()))
}

/// An option once its question is answered: whether it was right to choose it or not, and the author's explanation.
fn answered_option(option: &QuizOption, is_chosen: bool, several: bool) -> El {
    let app = App::from_context();
    let verdict = match (is_chosen, option.is_right()) {
        (true, true) => Some(("right", TextId::TrainingRight)),
        (true, false) => Some(("wrong", TextId::TrainingWrong)),
        (false, true) => Some(("missed", TextId::TrainingRight)),
        (false, false) => None,
    };
    let sign = verdict.map(|(_, key)| {
        el("strong")
            .class(if option.is_right() { "training__right" } else { "training__wrong" })
            .child(app.text(key))
    });
    let why = option.why().map(|why| el("p").class("training__why").attr("dir", "auto").child(why));
    el("div")
        .class("training__answered")
        .attr("data-testid", "quiz-option")
        .attr("data-state", verdict.map_or("", |(name, _)| name))
        .child(
            el("label")
                .class("training__option")
                .child(input(is_chosen, several).attr("disabled", true))
                .child(el("span").attr("dir", "auto").child(option.text()))
                .child(sign),
        )
        .child(why)
}
