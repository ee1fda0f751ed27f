//! Guided steps: an edit is made and changed one step after another, with buttons that go on and back.
//!
//! The steps of spans of an edit in the making are shown with the draft, all steps of a finished one in its panel. Which
//! steps there are, and which can be skipped, is said by [`spanwise_annotation::document::steps`].

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};

use super::edit_panel::{CurrentEdit, extending_hint, role_button};
use super::edit_tools::{boundary_row, category_select, extend};
use super::focus::{after_update, focus, focus_question, focus_text};
use super::page_keys::declare_done;
use super::questions::{prompt, single_question};
use crate::app::{App, NoticeLevel, Session};
use crate::ui::edit_text::role_of_span;
use crate::ui::view::{El, View, dynamic, el, flag, for_each, show, text};
use crate::ui::widgets::{Icon, button, icon};
use spanwise_annotation::document::steps::{
    EditStep, StepState, position, question_at, step_state, steps,
};
use spanwise_annotation::document::{Answers, Draft, Edit, EditKey, MissingInDraft, Spans};
use spanwise_annotation::fingerprint::fingerprint;
use spanwise_annotation::workspace::{AnnotatorActivity, Command, SpanAddress};
use spanwise_browser::styles;
use spanwise_i18n::TextId;
use spanwise_template::{Category, CategoryShape, EditSteps, Side};

/// The button that goes on.
const NEXT: &str = "[data-testid=\"step-next\"]";

static STYLE: &str = include_str!("../../../style/steps.css");

/// Returns `true` if the template guides through the steps of an edit.
pub(super) fn is_guided(session: Session) -> bool {
    session.template().settings.steps == EditSteps::Guided
}

/// The step that is shown, among all.
#[derive(Clone, PartialEq)]
struct ShownStep {
    step: EditStep,
    /// Its 0-based position.
    at: usize,
    total: usize,
    name: String,
    state: StepState,
}

impl ShownStep {
    fn of(
        session: Session,
        category: &Category,
        steps: &[EditStep],
        at: usize,
        (spans, answers): (&Spans, &Answers),
    ) -> Option<Self> {
        let step = steps.get(at)?.clone();
        let state = session.instance.with_untracked(|instance| {
            step_state(&step, category, spans, answers, &instance.texts)
        });
        let app = App::from_context();
        let name = match &step {
            EditStep::Category => app.text(TextId::EditChangeCategory),
            EditStep::Spans if category.shape == CategoryShape::Composite => {
                app.text(TextId::EditMadeOf)
            }
            EditStep::Spans => app.text(TextId::StepsSpans),
            EditStep::Role(name) => {
                category.role(name).map(|role| role.label.clone()).unwrap_or_default()
            }
            EditStep::Question(path) => {
                question_at(&category.questions, path).map(prompt).unwrap_or_default()
            }
        };
        Some(ShownStep { step, at, total: steps.len(), name, state })
    }

    fn is_last(&self) -> bool {
        self.at + 1 == self.total
    }
}

/// “Step 2 of 4”.
fn progress(shown: Memo<Option<ShownStep>>) -> El {
    let app = App::from_context();
    let count = move |number: fn(&ShownStep) -> usize| {
        text(move || shown.with(|s| s.as_ref().map_or(0, number)).to_string())
    };
    el("span")
        .class("step")
        .attr("data-testid", "step")
        .attr("data-index", count(|step| step.at + 1))
        .attr("data-total", count(|step| step.total))
        .child(text(move || {
            shown.with(|shown| {
                let Some(shown) = shown else { return String::new() };
                let [n, total] = [shown.at + 1, shown.total].map(|number| number.to_string());
                app.words().fill(TextId::StepsProgress, &[("n", &n), ("total", &total)])
            })
        }))
}

/// The buttons that go back and on. `is_blocked` says that the step cannot be left forwards.
fn step_buttons(
    session: Session,
    shown: Memo<Option<ShownStep>>,
    is_blocked: Signal<bool>,
    go: impl Fn(StepMove) + Clone + 'static,
) -> Vec<El> {
    let app = App::from_context();
    let is_first = flag(move || shown.with(|s| s.as_ref().is_none_or(|step| step.at == 0)));
    let may_stay_open = session.template().settings.allows_open_questions;
    let is_needed = move || {
        let is_needed = |step: &ShownStep| step.state == StepState::Required;
        !may_stay_open && shown.with(|shown| shown.as_ref().is_some_and(is_needed))
    };
    let label = text(move || {
        app.text(shown.with(|shown| match shown {
            Some(step) if step.is_last() => TextId::ButtonsSaveLabel,
            Some(step) if step.state == StepState::Optional => TextId::StepsSkip,
            Some(_) | None => TextId::StepsNext,
        }))
    });
    let (back, on) = (go.clone(), go);
    vec![
        button(app.text(TextId::StepsBack))
            .attr("data-testid", "step-back")
            .attr("disabled", is_first)
            .on_click(move || back(StepMove::Back)),
        button(label)
            .class("button button--main")
            .attr("data-testid", "step-next")
            .attr(
                "data-last",
                flag(move || shown.with(|s| s.as_ref().is_some_and(ShownStep::is_last))),
            )
            .attr("disabled", flag(move || is_needed() || is_blocked.get()))
            .on_click(move || on(StepMove::On)),
    ]
}

/// A move between steps.
#[derive(Clone, Copy, PartialEq, Eq)]
enum StepMove {
    Back,
    On,
}

impl StepMove {
    fn from(self, at: usize) -> Option<usize> {
        match self {
            StepMove::Back => at.checked_sub(1),
            StepMove::On => at.checked_add(1),
        }
    }
}

/// The steps of a draft: its progress, and its buttons.
pub(super) fn draft_steps(
    session: Session,
    category: &Category,
    draft: Memo<Option<Draft>>,
    missing: Memo<Option<MissingInDraft>>,
) -> (El, Vec<El>) {
    styles::adopt(STYLE);
    let category = StoredValue::new(category.clone());
    let asks = !session.template().settings.disable.annotation;
    let none = Answers::default();
    let all = category.with_value(|category| steps(category, asks.then_some(&none)));
    let is_question = |step: &EditStep| matches!(step, EditStep::Question(_));
    let last_of_draft = all.iter().rposition(|step| !is_question(step)).unwrap_or_default();
    let shown = Memo::new(move |_| {
        let spans = draft.with(|draft| draft.as_ref().map(|draft| draft.spans.clone()))?;
        let role = session.ask(|workspace| workspace.next_role().map(|role| role.name.clone()));
        category.with_value(|category| {
            let last = || category.roles.last().map(|role| role.name.clone());
            let step = role.or_else(last).map_or(EditStep::Spans, EditStep::Role);
            let at = position(&all, &step);
            ShownStep::of(session, category, &all, at, (&spans, &Answers::default()))
        })
    });
    let at = move |shown: &Option<ShownStep>| shown.as_ref().map_or(0, |step| step.at);
    let is_blocked = flag(move || shown.with(at) == last_of_draft && missing.with(Option::is_some));
    let go = move |to: StepMove| {
        let Some(to) = to.from(shown.with_untracked(at)) else { return };
        if to > last_of_draft {
            session.dispatch(Command::Finish);
            return;
        }
        let role = category.with_value(|category| {
            to.checked_sub(1).and_then(|at| category.roles.get(at)).cloned()
        });
        match role {
            Some(role) => {
                session.dispatch(Command::ChooseRole(role.name));
                focus_side(role.side);
            }
            // The category can be chosen anew, for the spans that there are.
            None => {
                focus(".categories [aria-pressed=\"true\"]");
            }
        }
    };
    (progress(shown), step_buttons(session, shown, is_blocked, go))
}

/// Focuses a text of a side.
fn focus_side(side: Side) {
    match side {
        Side::Source => {
            focus("[data-role=source] .pane__text");
        }
        Side::Target => focus_text(),
    }
}

/// The steps of a finished edit, one at a time.
pub(super) fn guided_edit(
    session: Session,
    key: EditKey,
    category: Category,
    now: CurrentEdit,
) -> El {
    styles::adopt(STYLE);
    let asks = !session.template().settings.disable.annotation;
    let first = now.with_untracked(|edit| {
        edit.as_ref().map_or(EditStep::Category, |edit| first_step(session, edit, &category, asks))
    });
    let wanted = RwSignal::new(first);
    let category = StoredValue::new(category);
    let shown = Memo::new(move |_| {
        let edit = now.get()?;
        category.with_value(|category| {
            let all = steps(category, asks.then_some(&edit.answers));
            let at = position(&all, &wanted.get());
            ShownStep::of(session, category, &all, at, (&edit.spans, &edit.answers))
        })
    });
    let step =
        Memo::new(move |_| shown.with(|shown| shown.as_ref().map(|shown| shown.step.clone())));
    let go = move |to: StepMove| {
        let Some(edit) = now.get_untracked() else { return };
        let all = category.with_value(|category| steps(category, asks.then_some(&edit.answers)));
        let at = shown.with_untracked(|shown| shown.as_ref().map_or(0, |step| step.at));
        if session.view.with_untracked(|view| view.extended()) == Some(key) {
            session.dispatch(Command::Finish);
        }
        match to.from(at).and_then(|to| all.get(to)) {
            Some(to) => {
                wanted.set(to.clone());
                category.with_value(|category| enter(session, key, category, to));
            }
            None => {
                session.dispatch(Command::Select(None));
                focus_text();
            }
        }
    };
    let body = dynamic(move || {
        let step = step.get()?;
        Some(category.with_value(|category| step_body(session, key, category, &step, now)))
    });
    // A question shows its prompt itself.
    let is_question = flag(move || step.with(|step| matches!(step, Some(EditStep::Question(_)))));
    let name = text(move || {
        shown.with(|shown| shown.as_ref().map(|shown| shown.name.clone())).unwrap_or_default()
    });
    let name = el("span")
        .class(("visually-hidden", is_question))
        .child(": ")
        .child(el("strong").attr("dir", "auto").child(name));
    let heading =
        el("p").class("step-heading").attr("role", "status").child(progress(shown)).child(name);
    el("div")
        .class("guided")
        .child(heading)
        .child(body)
        .child(el("p").class("actions").child(step_buttons(session, shown, flag(|| false), go)))
}

/// The first step that an edit lacks something for, else its first question, else its spans.
fn first_step(session: Session, edit: &Edit, category: &Category, asks: bool) -> EditStep {
    let all = steps(category, asks.then_some(&edit.answers));
    let is_needed = |step: &&EditStep| {
        session.instance.with_untracked(|instance| {
            let state = step_state(step, category, &edit.spans, &edit.answers, &instance.texts);
            state == StepState::Required
        })
    };
    let is_question = |step: &&EditStep| matches!(step, EditStep::Question(_));
    let found = all.iter().find(is_needed).or_else(|| all.iter().find(is_question));
    found.or(all.get(1)).cloned().unwrap_or(EditStep::Category)
}

/// Makes ready for a step that is gone to, and moves the focus there.
fn enter(session: Session, key: EditKey, category: &Category, step: &EditStep) {
    match step {
        EditStep::Category => {
            after_update(|| {
                focus(".guided [data-testid=\"change-category\"]");
            });
        }
        EditStep::Spans => {
            session.dispatch(Command::Extend(key));
            focus_text();
        }
        EditStep::Role(name) => {
            session.dispatch(Command::Extend(key));
            session.dispatch(Command::ChooseRole(name.clone()));
            if let Some(role) = category.role(name) {
                focus_side(role.side);
            }
        }
        EditStep::Question(_) => {
            after_update(|| {
                focus_question(".guided .question");
            });
        }
    }
}

/// The controls of a step.
fn step_body(
    session: Session,
    key: EditKey,
    category: &Category,
    step: &EditStep,
    now: CurrentEdit,
) -> View {
    match step {
        EditStep::Category => category_select(session, key, now).into(),
        EditStep::Spans => spans_body(session, key, None, now),
        EditStep::Role(name) => spans_body(session, key, Some(name.clone()), now),
        EditStep::Question(path) => match question_at(&category.questions, path) {
            Some(question) => single_question(session, key.into(), path.clone(), question).into(),
            None => View::Nothing,
        },
    }
}

/// The spans of a step, those with a role if it is about one, and a button after which selections go into the edit.
fn spans_body(session: Session, key: EditKey, role: Option<String>, now: CurrentEdit) -> View {
    let of_role = role.clone();
    let addresses = move || {
        let edit = now.get();
        let spans = edit.iter().flat_map(|edit| edit.spans.iter());
        let all = spans.flat_map(|(text, spans)| {
            (0..spans.len()).map(|index| SpanAddress { edit: key, text: text.clone(), index })
        });
        let has_role = |at: &SpanAddress| {
            let found =
                edit.as_ref().and_then(|edit| role_of_span(session, edit, &at.text, at.index));
            of_role.is_none() || found.map(|role| role.name) == of_role
        };
        all.filter(has_role).collect::<Vec<_>>()
    };
    let rows = for_each(
        addresses,
        |address| (fingerprint(address.text.as_str().as_bytes()), address.index as u64),
        move |address| boundary_row(session, address, now),
    );
    let is_extended = Memo::new(move |_| session.view.with(|view| view.extended()) == Some(key));
    let hint =
        move || el("p").class("draft__hint").attr("role", "status").child(extending_hint(session));
    let select = move || {
        let category = now.with_untracked(|edit| session.category_of(edit.as_ref()?));
        let role = category.as_ref().and_then(|(_, category)| category.role(role.as_deref()?));
        match role {
            Some(role) => role_button(session, key, role),
            None => extend(session, key, "add-span", TextId::EditAddSpan),
        }
    };
    View::Many(vec![
        el("ul").class("boundaries").child(rows).into(),
        show(is_extended.into(), hint),
        show(flag(move || !is_extended.get()), select),
    ])
}

/// Goes on from the step that an element stands in. `false` if it stands in none.
pub(super) fn go_on_from(element: &Element) -> bool {
    press(element, NEXT)
}

/// Goes on from the step that an element stands in, unless it is the last one. `false` if it stands in none, or that.
pub(super) fn go_on_unless_last(element: &Element) -> bool {
    press(element, "[data-testid=\"step-next\"]:not([data-last])")
}

/// Goes back from the step that an element stands in. `false` if it stands in none.
pub(super) fn go_back_from(element: &Element) -> bool {
    press(element, "[data-testid=\"step-back\"]")
}

fn press(element: &Element, selector: &str) -> bool {
    let steps = element.closest(".guided").ok().flatten();
    let found = steps.and_then(|steps| steps.query_selector(selector).ok().flatten());
    let pressed = found.and_then(|button| button.dyn_into::<HtmlElement>().ok());
    pressed.iter().for_each(HtmlElement::click);
    pressed.is_some()
}

/// The box by which an annotator says that there is nothing to mark: it declares the instance done, without edits.
pub(super) fn no_problem(session: Session) -> View {
    if session.template().settings.disable.selection {
        return View::Nothing;
    }
    styles::adopt(STYLE);
    let app = App::from_context();
    let has_edits = Memo::new(move |_| {
        let is_drafted =
            session.view.with(|view| matches!(view.activity, AnnotatorActivity::Drafting(_)));
        is_drafted || session.instance.with(|instance| !instance.edits.is_empty())
    });
    let is_on = Memo::new(move |_| session.instance.with(|i| i.done && i.edits.is_empty()));
    let is_refused = move || has_edits.get() || session.is_new_here.get();
    let toggle = move || {
        if has_edits.get_untracked() {
            app.tell(NoticeLevel::Info, TextId::StepsHasEdits, None);
        } else if is_on.get_untracked() {
            session.dispatch(Command::SetDone(false));
        } else {
            declare_done(session);
        }
    };
    let mark = el("span").class("no-problem__mark").child(show(is_on.into(), || icon(Icon::Check)));
    button(mark)
        .class("button no-problem")
        .attr("data-testid", "no-problem")
        .attr("role", "checkbox")
        .attr("aria-checked", text(move || is_on.get().to_string()))
        .attr("aria-disabled", text(move || is_refused().to_string()))
        .attr("inert", flag(move || session.read_only.get()))
        .child(app.text(TextId::StepsNoProblem))
        .on_click(toggle)
        .into()
}
