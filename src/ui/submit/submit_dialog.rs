//! The dialog of submission: gaps, progress, the way back to the platform; and the warning before annotators begin.

use leptos::ev;
use leptos::prelude::*;

use crate::app::App;
use crate::app::submission::{
    SubmissionDestination, SubmissionReview, SubmissionStatus, WorkSubmission,
};
use crate::ui::annotate::focus::{focus_first_open, focus_text};
use crate::ui::view::{El, View, dynamic, el, flag, text};
use crate::ui::widgets::{button, copy, dialog};
use spanwise_browser::{leaving, timing};
use spanwise_i18n::{TextId, say};
use spanwise_submission::completeness::Gap;
use spanwise_submission::finish::{SetupProblem, WayBack};

/// The number of gaps that are listed one by one.
const LISTED: usize = 100;

/// The warning that the work cannot be submitted, shown before anyone annotates.
pub(super) fn warning_dialog(submitting: WorkSubmission) -> El {
    let app = App::from_context();
    let open = submitting.warned;
    dialog(open, text(move || app.text(TextId::SubmittingBegin)), move || {
        let problems = submitting.problems().into_iter();
        let rows: Vec<El> = problems.map(|found| problem(app, found)).collect();
        let go_on =
            button(app.text(TextId::SubmittingBeginAnyway)).on_click(move || open.set(false));
        [el("div").attr("data-testid", "setup-problems").child(rows), actions().child(go_on)]
    })
}

fn problem(app: App, problem: SetupProblem) -> El {
    el("div")
        .class("submit__problem")
        .child(el("p").child(app.say(&problem.message())))
        .child(el("p").class("hint").child(app.say(&problem.remedy())))
}

/// The dialog that the button opens.
pub(super) fn submit_dialog(submitting: WorkSubmission) -> El {
    let app = App::from_context();
    let shown = submitting.shown;
    dialog(submitting.open, text(move || app.text(TextId::SubmittingTitle)), move || {
        el("div")
            .class("submit")
            .attr("data-testid", "submission")
            .attr("data-state", text(move || shown.with(name).to_owned()))
            .child(el("div").attr("role", "status").child(dynamic(move || said(app, &shown.get()))))
            .child(dynamic(move || offered(submitting, shown.get())))
    })
}

/// The name of a state in the page.
fn name(shown: &SubmissionStatus) -> &'static str {
    match shown {
        SubmissionStatus::Checking => "checking",
        SubmissionStatus::Preview => "preview",
        SubmissionStatus::Elsewhere => "elsewhere",
        SubmissionStatus::Review(_) => "review",
        SubmissionStatus::Sending => "sending",
        SubmissionStatus::Waiting { .. } => "waiting",
        SubmissionStatus::Failed(_) => "failed",
        SubmissionStatus::ByHand => "by-hand",
        SubmissionStatus::Arrived { .. } => "arrived",
        SubmissionStatus::Leaving => "leaving",
        SubmissionStatus::Refused(_) => "refused",
    }
}

/// The state as text, also read aloud.
fn said(app: App, shown: &SubmissionStatus) -> View {
    let one = |key: TextId| View::from(el("p").child(app.text(key)));
    let two = |key: TextId, more: &str| {
        View::from([el("p").child(app.text(key)), el("p").class("hint").child(more)])
    };
    match shown {
        SubmissionStatus::Checking => one(TextId::SubmittingChecking),
        SubmissionStatus::Preview => one(TextId::SubmittingPreviewHint),
        SubmissionStatus::Elsewhere => one(TextId::SubmittingElsewhere),
        SubmissionStatus::Review(review) => summary(app, review).into(),
        SubmissionStatus::Sending => one(TextId::SubmittingSending),
        SubmissionStatus::Waiting { why, kept: true } => two(TextId::SubmittingWaiting, why),
        SubmissionStatus::Waiting { why, kept: false } => two(TextId::SubmittingWaitingHere, why),
        SubmissionStatus::Failed(why) => two(TextId::SubmittingFailed, why),
        SubmissionStatus::ByHand => one(TextId::SubmittingByHand),
        SubmissionStatus::Arrived { earlier: false } => one(TextId::SubmitThanks),
        SubmissionStatus::Arrived { earlier: true } => one(TextId::SubmittingEarlier),
        SubmissionStatus::Leaving => one(TextId::SubmittingToMturkNow),
        SubmissionStatus::Refused(why) => el("p").child(why.as_str()).into(),
    }
}

fn summary(app: App, review: &SubmissionReview) -> El {
    let words = app.words();
    let missing = review.gaps.len();
    let sentence = if !review.is_begun {
        words.get(TextId::SubmittingNothing).to_owned()
    } else if missing == 0 {
        words.count(TextId::SubmittingComplete, review.total)
    } else {
        words.say(&say!(SubmittingGaps, n = missing, total = review.total.to_string()))
    };
    el("p").child(sentence)
}

/// The actions in a state.
fn offered(submitting: WorkSubmission, shown: SubmissionStatus) -> View {
    let app = App::from_context();
    let close = |key: TextId| {
        button(app.text(key))
            .attr("data-testid", "go-on")
            .on_click(move || submitting.open.set(false))
    };
    let again = || {
        main_button(app, TextId::SubmittingTryNow)
            .attr("data-testid", "try-again")
            .on_click(move || submitting.again())
    };
    match shown {
        SubmissionStatus::Checking | SubmissionStatus::Leaving => View::Nothing,
        SubmissionStatus::Preview | SubmissionStatus::Elsewhere => {
            actions().child(close(TextId::AppClose)).into()
        }
        SubmissionStatus::Review(review) => reviewed(submitting, review),
        SubmissionStatus::Sending => actions().child(close(TextId::SubmittingGoOn)).into(),
        SubmissionStatus::Waiting { .. } | SubmissionStatus::Failed(_) => actions()
            .child(again())
            .child(file_button(submitting))
            .child(close(TextId::SubmittingGoOn))
            .into(),
        SubmissionStatus::Refused(_) => {
            actions().child(file_button(submitting)).child(close(TextId::SubmittingGoOn)).into()
        }
        SubmissionStatus::ByHand => View::Many(vec![
            completion_code(submitting).into(),
            actions().child(way_on(submitting)).child(file_button(submitting)).into(),
        ]),
        SubmissionStatus::Arrived { earlier } => arrived(submitting, earlier),
    }
}

/// The gaps, and the actions on them.
fn reviewed(submitting: WorkSubmission, review: SubmissionReview) -> View {
    let app = App::from_context();
    let SubmissionReview { gaps, is_begun, is_stored, is_allowed, destination, place, .. } = review;
    let complete = gaps.is_empty();
    let agreed = RwSignal::new(complete);
    let note = |key: TextId| el("p").class("submit__note").child(app.text(key));
    let label = match destination {
        SubmissionDestination::Database | SubmissionDestination::Form => TextId::SubmittingNow,
        SubmissionDestination::Nowhere => TextId::SubmittingAsFile,
    };
    let submit = main_button(app, label)
        .attr("data-testid", "submit-now")
        .attr("disabled", flag(move || !agreed.get()))
        .on_click(move || submitting.submit());
    let go_on = button(app.text(TextId::SubmittingGoOn))
        .attr("data-testid", "go-on")
        .on_click(move || submitting.open.set(false));
    let is_nowhere = destination == SubmissionDestination::Nowhere;
    let save = (is_begun && !is_stored && !is_nowhere).then(|| file_button(submitting));
    View::Many(vec![
        (!complete).then(|| gap_list(submitting, &gaps)).into(),
        is_nowhere.then(|| note(TextId::SubmittingNowhere)).into(),
        (is_begun && !is_stored && !is_nowhere).then(|| note(TextId::SubmittingNotStored)).into(),
        (is_begun && !is_allowed).then(|| note(TextId::SubmittingAnswerFirst)).into(),
        (is_begun && is_allowed && !complete).then(|| agreement(app, agreed)).into(),
        place
            .map(|place| app.words().fill(TextId::SubmittingGoesTo, &[("place", &place)]))
            .map(|goes_to| el("p").class("hint").child(goes_to))
            .into(),
        actions().child(is_begun.then_some(submit)).child(save).child(go_on).into(),
    ])
}

fn gap_list(submitting: WorkSubmission, gaps: &[Gap]) -> View {
    let app = App::from_context();
    let rows: Vec<El> = gaps.iter().take(LISTED).map(|gap| gap_row(submitting, *gap)).collect();
    let more = gaps.len().saturating_sub(LISTED);
    let more = (more > 0)
        .then(|| el("p").class("hint").child(app.words().count(TextId::SubmittingGapsMore, more)));
    View::Many(vec![el("ul").class("submit__gaps").child(rows).into(), more.into()])
}

fn gap_row(submitting: WorkSubmission, gap: Gap) -> El {
    let app = App::from_context();
    let words = app.words();
    let number = (gap.instance + 1).to_string();
    let open = gap.open_edits.saturating_add(gap.open_questions);
    let open = usize::try_from(open).unwrap_or(usize::MAX);
    let reasons = [
        gap.untouched.then(|| words.get(TextId::SubmittingGapUntouched).to_owned()),
        (gap.not_done && !gap.untouched)
            .then(|| words.get(TextId::SubmittingGapNotDone).to_owned()),
        (open > 0).then(|| words.count(TextId::QuestionsOpen, open)),
    ];
    let reasons: Vec<String> = reasons.into_iter().flatten().collect();
    el("li").child(
        button(words.fill(TextId::SubmittingGapInstance, &[("n", &number)]))
            .class("button submit__gap")
            .attr("data-testid", "gap")
            .attr("data-index", number)
            .child(el("span").class("hint").child(reasons.join(" · ")))
            .on_click(move || {
                submitting.go_to(gap.instance);
                // The dialog gives the focus back to its button first.
                timing::after_paint(if open > 0 { focus_first_open } else { focus_text });
            }),
    )
}

/// The checkbox that confirms the submission of unfinished work.
fn agreement(app: App, agreed: RwSignal<bool>) -> El {
    let field = el("input").attr("type", "checkbox").attr("data-testid", "submit-incomplete");
    el("label")
        .class("submit__agreement")
        .child(field.on(ev::change, move |_| agreed.update(|agreed| *agreed = !*agreed)))
        .child(app.text(TextId::SubmittingIncomplete))
}

fn arrived(submitting: WorkSubmission, earlier: bool) -> View {
    let app = App::from_context();
    let is_prolific = matches!(submitting.way_back(), Some(WayBack::Visit(_)));
    let soon = (is_prolific && !earlier)
        .then(|| el("p").class("hint").child(app.text(TextId::SubmittingToProlificSoon)));
    let file = submitting.may_download().then(|| file_button(submitting));
    let close = button(app.text(TextId::AppClose))
        .attr("data-testid", "go-on")
        .on_click(move || submitting.open.set(false));
    View::Many(vec![
        soon.into(),
        completion_code(submitting).into(),
        actions().child(way_on(submitting)).child(file).child(close).into(),
    ])
}

/// The completion code of the submission, to be copied, if the platform has no way of its own.
fn completion_code(submitting: WorkSubmission) -> Option<El> {
    let app = App::from_context();
    let code = submitting.completion_code()?;
    let shown = el("code").attr("data-testid", "completion-code").child(code.as_str());
    let copying = button(app.text(TextId::TemplateCopy)).on_click(move || copy(app, code.clone()));
    let label = el("span").child(app.text(TextId::SubmittingCode));
    Some(el("p").class("submit__code").child(label).child(shown).child(copying))
}

/// The way back to the platform, if there is one.
fn way_on(submitting: WorkSubmission) -> Option<El> {
    let app = App::from_context();
    match submitting.way_back()? {
        WayBack::Visit(address) => Some(
            el("a")
                .class("button button--main")
                .attr("href", address)
                .attr("data-testid", "way-back")
                .on_click(leaving::go_freely)
                .child(app.text(TextId::SubmittingToProlific)),
        ),
        WayBack::Post(_) => Some(
            main_button(app, TextId::SubmittingToMturk)
                .attr("data-testid", "way-back")
                .on_click(move || submitting.post_form()),
        ),
        WayBack::Stay => None,
    }
}

fn file_button(submitting: WorkSubmission) -> El {
    let app = App::from_context();
    button(app.text(TextId::SubmittingAsFile)).attr("data-testid", "submission-file").on_click(
        move || {
            // If it was not saved, the page has said so.
            let _ = submitting.download();
        },
    )
}

fn main_button(app: App, key: TextId) -> El {
    button(app.text(key)).class("button button--main")
}

fn actions() -> El {
    el("p").class("actions")
}
