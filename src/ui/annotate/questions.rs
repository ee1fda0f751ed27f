//! The questions of the open edit, each under the option that asks it.

use leptos::ev::KeyboardEvent;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement, HtmlInputElement};

use crate::domain::document::{Answer, Answers, EditKey, Given, QuestionPath};
use crate::domain::typology::{Category, Question, QuestionKind, Scale};
use crate::domain::wording::{Key, Words};
use crate::domain::workspace::Command;
use crate::state::{App, Session};
use crate::ui::dynamic::{When, dynamic, flag, text};
use crate::ui::widgets::{Icon, icon};

/// All questions of an edit.
#[component]
pub(super) fn Questions(session: Session, edit: EditKey, category: Category) -> impl IntoView {
    let app = App::from_context();
    if category.questions.is_empty() {
        return view! { <p class="hint">{app.text(Key::NoQuestions)}</p> }.into_any();
    }
    let roots = category.questions.into_iter().map(|question| {
        let path = vec![question.name.clone()];
        view! { <QuestionView session edit path question/> }
    });
    view! {
        <div
            class="questions"
            on:keydown=move |event| keydown(&event)
        >
            {roots.collect_view()}
        </div>
    }
    .into_any()
}

/// The answer at a path, of one edit, now.
fn answer_at(session: Session, edit: EditKey, path: &[String]) -> Option<Answer> {
    session.instance.with(|i| find(&i.edit(edit)?.answers, path).cloned())
}

fn find<'a>(answers: &'a Answers, path: &[String]) -> Option<&'a Answer> {
    let (root, options) = path.split_first()?;
    let mut answer = answers.get(root)?;
    for option in options {
        match answer {
            Answer::Choice { option: chosen, follow_up } if chosen == option => {
                answer = follow_up.as_deref()?;
            }
            _ => return None,
        }
    }
    Some(answer)
}

/// The stored value that an answer shows.
fn value(answer: &Answer) -> String {
    match answer {
        Answer::Value(value) => value.clone(),
        Answer::Choice { option, .. } => option.clone(),
        Answer::Unknown(raw) => raw.get().to_owned(),
    }
}

/// A point of a scale, as people read it.
pub(super) fn point(words: &Words, scale: Scale, at: usize) -> String {
    let keys = match scale {
        Scale::Three => &[Key::Likert1, Key::Likert2, Key::Likert3][..],
        Scale::Five => &[Key::Point1, Key::Point2, Key::Point3, Key::Point4, Key::Point5][..],
    };
    keys.get(at).map_or_else(String::new, |key| words.get(*key).to_owned())
}

/// One question and, under the option chosen, its follow-up.
#[component]
fn QuestionView(
    session: Session,
    edit: EditKey,
    path: QuestionPath,
    question: Question,
) -> AnyView {
    let app = App::from_context();
    let of_answer = path.clone();
    let answer = Memo::new(move |_| answer_at(session, edit, &of_answer));
    let asked = question.clone();
    let open = flag(move || {
        asked.required && !answer.with(|a| a.as_ref().is_some_and(|a| asked.accepts(a)))
    });
    let asked = question.clone();
    let unknown = dynamic(move || {
        let stray = answer.with(|a| a.as_ref().filter(|a| !asked.accepts(a)).map(value));
        stray.map(|value| {
            let text = app.words().fill(Key::UnknownAnswer, &[("value", &value)]);
            view! { <p class="hint question__unknown">{text}</p> }
        })
    });
    let clear_path = path.clone();
    let clear = move |_| {
        session.dispatch(Command::Answer(edit, clear_path.clone(), Given::Nothing));
    };
    let prompt =
        if question.prompt.is_empty() { question.label.clone() } else { question.prompt.clone() };
    let depth = path.len() - 1;
    let is_text = matches!(question.kind, QuestionKind::Textbox | QuestionKind::Textarea);
    let inner = match question.kind.clone() {
        QuestionKind::Binary => {
            let words = app.words();
            let options = vec![
                ("yes".to_owned(), words.get(Key::Yes).to_owned()),
                ("no".to_owned(), words.get(Key::No).to_owned()),
            ];
            values(session, edit, &path, answer, options).into_any()
        }
        QuestionKind::Likert(scale) => {
            let words = app.words();
            let options = scale.tokens().iter().enumerate();
            let options = options.map(|(at, t)| ((*t).to_owned(), point(&words, scale, at)));
            values(session, edit, &path, answer, options.collect()).into_any()
        }
        QuestionKind::Textbox | QuestionKind::Textarea => {
            text_field(session, edit, &path, answer, &question).into_any()
        }
        QuestionKind::Choice(_) => choices(session, edit, &path, answer, &question),
    };
    let clearable = flag(move || !is_text && answer.with(Option::is_some));
    view! {
        <fieldset
            class="question"
            class:question--open=open
            data-testid="question"
            data-path=path.join("/")
            data-depth=depth
        >
            <legend>
                {prompt}
                {(!question.required)
                    .then(|| view! { <span class="hint">" (" {app.text(Key::Optional)} ")"</span> })}
                <When is=clearable>
                    <button
                        type="button"
                        class="button button--quiet question__clear"
                        aria-label=app.text(Key::ClearAnswer)
                        title=app.text(Key::ClearAnswer)
                        on:click=clear.clone()
                    >
                        {icon(Icon::Close)}
                    </button>
                </When>
            </legend>
            {question.description.clone().map(|text| view! { <p class="hint">{text}</p> })}
            {unknown}
            {inner}
        </fieldset>
    }
    .into_any()
}

/// A radio button for one stored value.
#[component]
fn Radio(
    group: String,
    stored: String,
    label: String,
    #[prop(optional_no_strip)] description: Option<String>,
    #[prop(optional_no_strip)] key: Option<String>,
    #[prop(into)] checked: Signal<bool>,
    choose: Callback<()>,
) -> impl IntoView {
    view! {
        <label class="answer" class:answer--chosen=checked title=description>
            <input
                type="radio"
                name=group
                data-testid="answer"
                data-value=stored
                data-hotkey=key.clone()
                prop:checked=checked
                on:change=move |_| choose.run(())
            />
            <span>{label}</span>
            {key.map(|key| view! { <kbd aria-hidden="true">{key}</kbd> })}
        </label>
    }
}

fn group_name(edit: EditKey, path: &[String]) -> String {
    format!("question-{}-{}", edit.0, path.join("/"))
}

/// Binary and Likert questions: radio buttons in a row.
fn values(
    session: Session,
    edit: EditKey,
    path: &[String],
    answer: Memo<Option<Answer>>,
    options: Vec<(String, String)>,
) -> impl IntoView + use<> {
    let group = group_name(edit, path);
    let path = StoredValue::new(path.to_vec());
    let radios = options.into_iter().enumerate().map(|(at, (stored, label))| {
        let given = stored.clone();
        let choose = Callback::new(move |()| {
            let given = Given::Value(given.clone());
            session.dispatch(Command::Answer(edit, path.get_value(), given));
        });
        let wanted = stored.clone();
        let checked = Signal::derive(move || {
            answer.with(|a| matches!(a, Some(Answer::Value(v)) if *v == wanted))
        });
        let key = Some((at + 1).to_string());
        view! { <Radio group=group.clone() stored label key checked choose/> }
    });
    view! { <div class="answers answers--row">{radios.collect_view()}</div> }
}

/// A list of options, each with its follow-up under it while it is chosen.
fn choices(
    session: Session,
    edit: EditKey,
    path: &[String],
    answer: Memo<Option<Answer>>,
    question: &Question,
) -> AnyView {
    let QuestionKind::Choice(options) = question.kind.clone() else { return ().into_any() };
    let group = group_name(edit, path);
    let path = StoredValue::new(path.to_vec());
    let rows = options.into_iter().enumerate().map(|(at, option)| {
        let name = option.name.clone();
        let choose = Callback::new(move |()| {
            let given = Given::Option(name.clone());
            session.dispatch(Command::Answer(edit, path.get_value(), given));
        });
        let wanted = option.name.clone();
        let checked = Memo::new(move |_| {
            answer.with(|a| matches!(a, Some(Answer::Choice { option, .. }) if *option == wanted))
        });
        let key =
            option.hotkey.map(String::from).or_else(|| (at < 9).then(|| (at + 1).to_string()));
        let follow_up = option.follow_up.clone();
        let below = dynamic(move || {
            let question = follow_up.as_deref().filter(|_| checked.get())?.clone();
            let mut path = path.get_value();
            path.push(question.name.clone());
            Some(view! { <QuestionView session edit path question/> })
        });
        view! {
            <div class="answers__option">
                <Radio
                    group=group.clone()
                    stored=option.name.clone()
                    label=option.label.clone()
                    description=option.description.clone()
                    key
                    checked
                    choose
                />
                {below}
            </div>
        }
    });
    view! { <div class="answers">{rows.collect_view()}</div> }.into_any()
}

/// A text, stored as it is typed.
fn text_field(
    session: Session,
    edit: EditKey,
    path: &[String],
    answer: Memo<Option<Answer>>,
    question: &Question,
) -> impl IntoView + use<> {
    let app = App::from_context();
    let path = StoredValue::new(path.to_vec());
    let shown = text(move || {
        answer.with(|a| match a {
            Some(Answer::Value(value)) => value.clone(),
            _ => String::new(),
        })
    });
    let typed = move |event: leptos::ev::Event| {
        let given = Given::Value(event_target_value(&event));
        session.dispatch(Command::Answer(edit, path.get_value(), given));
    };
    let name = if question.prompt.is_empty() { &question.label } else { &question.prompt }.clone();
    if question.kind == QuestionKind::Textbox {
        view! {
            <input
                type="text"
                class="text-answer"
                dir="auto"
                aria-label=name
                placeholder=app.text(Key::TextPlaceholder)
                prop:value=shown
                on:input=typed
            />
        }
        .into_any()
    } else {
        view! {
            <textarea
                class="text-answer"
                dir="auto"
                rows="3"
                aria-label=name
                placeholder=app.text(Key::TextPlaceholder)
                prop:value=shown
                on:input=typed
            ></textarea>
        }
        .into_any()
    }
}

/// Keys within the questions: a number or hotkey answers, Enter goes on, Backspace goes back.
fn keydown(event: &KeyboardEvent) {
    let Some(target) = event.target().and_then(|t| t.dyn_into::<Element>().ok()) else { return };
    let Some(question) = target.closest("[data-testid=question]").ok().flatten() else { return };
    let is_radio = target.dyn_ref::<HtmlInputElement>().is_some_and(|i| i.type_() == "radio");
    let is_text = !is_radio && matches!(target.tag_name().as_str(), "INPUT" | "TEXTAREA");
    let plain = !event.ctrl_key() && !event.meta_key() && !event.alt_key();
    let key = event.key();
    match key.as_str() {
        "Enter"
            if (is_radio && !event.ctrl_key())
                || (is_text && !event.ctrl_key() && !event.shift_key()) =>
        {
            event.prevent_default();
            event.stop_propagation();
            if !focus_question(&question, true) {
                super::keys::focus_text();
            }
        }
        "Backspace" if !is_text && plain => {
            event.prevent_default();
            event.stop_propagation();
            focus_question(&question, false);
        }
        _ if is_text || !plain || key.chars().count() != 1 => {}
        _ => {
            if let Some(radio) = radio_for(&question, &key) {
                event.prevent_default();
                event.stop_propagation();
                radio.click();
                // A control that can't take the focus leaves it where it is.
                let _ = radio.focus();
            }
        }
    }
}

/// The radio button of a question that a key chooses.
fn radio_for(question: &Element, key: &str) -> Option<HtmlElement> {
    let radios = question.query_selector_all("[data-hotkey]").ok()?;
    let own = |radio: &HtmlElement| {
        radio.get_attribute("data-hotkey").as_deref() == Some(key)
            && radio.closest("[data-testid=question]").ok().flatten().as_ref() == Some(question)
    };
    (0..radios.length()).filter_map(|i| radios.get(i)?.dyn_into::<HtmlElement>().ok()).find(own)
}

/// Moves the focus to the next question, or to the one before. Whether there was one.
fn focus_question(from: &Element, forward: bool) -> bool {
    let all = questions();
    let Some(at) = all.iter().position(|q| q == from) else { return false };
    let next = if forward { Some(at + 1) } else { at.checked_sub(1) };
    next.and_then(|next| all.get(next)).is_some_and(focus_control)
}

fn questions() -> Vec<Element> {
    let Ok(list) = document().query_selector_all("[data-testid=question]") else {
        return Vec::new();
    };
    (0..list.length()).filter_map(|i| list.get(i)?.dyn_into().ok()).collect()
}

fn focus_control(question: &Element) -> bool {
    let control = question
        .query_selector("input:checked")
        .ok()
        .flatten()
        .filter(|c| c.closest("[data-testid=question]").ok().flatten().as_ref() == Some(question))
        .or_else(|| question.query_selector("input, textarea").ok().flatten());
    match control.and_then(|c| c.dyn_into::<HtmlElement>().ok()) {
        // A control that can't take the focus leaves it where it is.
        Some(control) => control.focus().is_ok(),
        None => false,
    }
}

/// Puts the focus on the first open question of the open edit, or else on the first one.
pub(super) fn focus_first_open() {
    let open = document().query_selector(".question--open").ok().flatten();
    if let Some(question) = open.or_else(|| questions().into_iter().next()) {
        focus_control(&question);
    }
}
