//! The questions about an edit, an output or the instance, each under the option that asks it.

use leptos::ev;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{
    Element, Event, HtmlElement, HtmlInputElement, KeyboardEvent, MouseEvent, PointerEvent,
};

use super::answer_text::scale_point;
use super::focus::{
    after_update, focus_control, focus_next_question, focus_previous_question, focus_text,
    questions_on_page,
};
use super::guided_steps::{go_back_from, go_on_from, go_on_unless_last};
use super::hotkeys::kbd;
use super::more_controls::lazy_controls;
use super::question_key::{QuestionControl, QuestionKey, question_key};
use crate::app::{App, Session};
use crate::ui::view::{El, View, dynamic, el, flag, text};
use crate::ui::widgets::{Icon, icon_button};
use spanwise_annotation::document::{
    Answer, AnswerOwner, Answers, GivenAnswer, QuestionPath, accepts,
};
use spanwise_annotation::fingerprint::fingerprint;
use spanwise_annotation::workspace::Command;
use spanwise_browser::console::reported;
use spanwise_browser::elements::{closest, elements};
use spanwise_browser::{styles, timing};
use spanwise_i18n::TextId;
use spanwise_template::{Choice, Question, QuestionKind};

/// The style of questions and of the box of an edit around them.
pub(in crate::ui) static STYLE: &str = include_str!("../../../style/questions.css");

/// All questions about an edit, an output or the instance.
pub(super) fn questions(session: Session, owner: AnswerOwner, questions: &[Question]) -> El {
    let roots = questions.iter().map(|question| {
        let path = vec![question.name.clone()];
        question_view(session, owner, path, question, FollowUps::Below)
    });
    with_keys(session).child(roots.collect::<Vec<_>>())
}

/// One question without its follow-ups.
pub(super) fn single_question(
    session: Session,
    owner: AnswerOwner,
    path: QuestionPath,
    question: &Question,
) -> El {
    with_keys(session).child(question_view(session, owner, path, question, FollowUps::Apart))
}

/// The place of the follow-up of a chosen option.
#[derive(Clone, Copy, PartialEq, Eq)]
enum FollowUps {
    /// Below the option.
    Below,
    /// Elsewhere.
    Apart,
}

/// An element in which keys and clicks answer questions.
fn with_keys(session: Session) -> El {
    styles::adopt(STYLE);
    // Elements that are taken away while they have the focus do not always say that they lose it.
    on_cleanup(|| {
        if let Ok(Some(page)) = document().query_selector(".annotate--answering") {
            reported(page.class_list().remove_1("annotate--answering"));
        }
    });
    let advances = AutomaticAdvance { session, last: StoredValue::new(f64::MIN) };
    el("div")
        .class("questions")
        .on(ev::keydown, move |event| keydown(advances, &event))
        .on(ev::focusin, |event| mark_question(&event, FocusChange::Gained))
        .on(ev::focusout, |event| mark_question(&event, FocusChange::Lost))
        .on(ev::click, move |event| clicked(advances, &event))
}

/// The current answer at a path.
fn answer_at(session: Session, owner: AnswerOwner, path: &[String]) -> Option<Answer> {
    session.instance.with(|instance| {
        let answers = match owner {
            AnswerOwner::Instance => &instance.answers,
            AnswerOwner::Text(place) => {
                instance.text_answers.on(&instance.texts.iter().nth(place)?.name)
            }
            AnswerOwner::Edit(key) => &instance.edit(key)?.answers,
        };
        find(answers, path).cloned()
    })
}

fn find<'a>(answers: &'a Answers, path: &[String]) -> Option<&'a Answer> {
    let (root, options) = path.split_first()?;
    let mut answer = answers.get(root)?;
    for option in options {
        match answer {
            Answer::Choice { option: chosen, follow_up } if chosen == option => {
                answer = follow_up.as_deref()?;
            }
            Answer::Choice { .. } | Answer::Value(_) | Answer::Several(_) | Answer::Unknown(_) => {
                return None;
            }
        }
    }
    Some(answer)
}

/// The stored value that an answer shows.
fn value(answer: &Answer) -> String {
    match answer {
        Answer::Value(value) => value.clone(),
        Answer::Choice { option, .. } => option.clone(),
        Answer::Several(options) => options.join(", "),
        Answer::Unknown(raw) => raw.get().to_owned(),
    }
}

fn testid(owner: AnswerOwner) -> &'static str {
    match owner {
        AnswerOwner::Instance => "instance-question",
        AnswerOwner::Text(_) => "text-question",
        AnswerOwner::Edit(_) => "question",
    }
}

/// One question and, unless they are asked apart, under the option chosen its follow-up.
fn question_view(
    session: Session,
    owner: AnswerOwner,
    path: QuestionPath,
    question: &Question,
    follow_ups: FollowUps,
) -> El {
    let of_answer = path.clone();
    let answer = Memo::new(move |_| answer_at(session, owner, &of_answer));
    let accepting = question.clone();
    let answered =
        Memo::new(move |_| answer.with(|a| a.as_ref().is_some_and(|a| accepts(&accepting, a))));
    let required = question.required;
    let open = flag(move || required && !answered.get());
    let asked = AnsweredQuestion {
        session,
        owner,
        path: path.clone(),
        answer,
        question: question.clone(),
        explained: RwSignal::new(false),
        follow_ups,
    };
    el("fieldset")
        .class("question")
        .class(("question--open", open))
        .class(("question--answered", flag(move || answered.get())))
        .attr("data-testid", testid(owner))
        .attr("data-path", path.join("/"))
        .attr("data-depth", (path.len() - 1).to_string())
        .attr("data-key", question.hotkey.map(String::from))
        .attr("aria-labelledby", asked.id("prompt"))
        .attr("aria-describedby", question.description.as_ref().map(|_| asked.id("about")))
        .child(legend(&asked))
        .child(
            question
                .description
                .as_deref()
                .map(|text| el("p").class("hint").attr("id", asked.id("about")).child(text)),
        )
        .child(unknown(answer, question.clone()))
        .child(controls(asked))
}

/// The prompt of a question, the button that clears its answer, and the one that shows what its options mean.
fn legend(asked: &AnsweredQuestion) -> El {
    let app = App::from_context();
    let AnsweredQuestion { answer, question, explained, .. } = asked;
    let (answer, explained) = (*answer, *explained);
    let is_text = matches!(
        question.kind,
        QuestionKind::Textbox | QuestionKind::Textarea | QuestionKind::Number { .. }
    );
    let clearable = flag(move || !is_text && answer.with(Option::is_some));
    // It keeps its place while there is nothing to clear.
    let clear = icon_button(Icon::Close, app.text(TextId::QuestionsClear))
        .class("button button--quiet question__clear")
        .class(("is-idle", flag(move || !clearable.get())))
        .attr("title", app.text(TextId::QuestionsClear))
        .on_click({
            let asked = asked.clone();
            move || asked.give(GivenAnswer::Nothing)
        });
    let explain = || {
        icon_button(Icon::About, app.text(TextId::QuestionsExplain))
            .class("button button--quiet question__explain")
            .attr("data-testid", "explain")
            .attr("title", app.text(TextId::QuestionsExplain))
            .attr("aria-expanded", text(move || explained.get().to_string()))
            .on_click(move || explained.update(|on| *on = !*on))
    };
    let has_definitions = match &question.kind {
        QuestionKind::Choice(options) => options.iter().any(|o| o.description.is_some()),
        QuestionKind::Checkboxes(boxes) => boxes.iter().any(|o| o.description.is_some()),
        QuestionKind::Binary
        | QuestionKind::Likert(_)
        | QuestionKind::Textbox
        | QuestionKind::Textarea
        | QuestionKind::Replacement
        | QuestionKind::Number { .. }
        | QuestionKind::Slider(_) => false,
    };
    let optional = (!question.required).then(|| {
        el("span").class("hint").child(format!(" ({})", app.text(TextId::QuestionsOptional)))
    });
    // The name of the question is without its buttons.
    let asks = prompt(question);
    let asks = el("span")
        .class("question__prompt")
        .attr("dir", "auto")
        .attr("data-text", asks.clone())
        .child(el("span").child(asks));
    let name = el("span").attr("id", asked.id("prompt")).child(asks).child(optional);
    el("legend")
        .child(name)
        .child(question.hotkey.map(|key| kbd(key.to_string())))
        .child(has_definitions.then(explain))
        .child(clear)
}

/// The prompt of a question.
pub(in crate::ui) fn prompt(question: &Question) -> String {
    if question.prompt.is_empty() { &question.label } else { &question.prompt }.clone()
}

/// A warning that the question does not have the stored answer.
fn unknown(answer: Memo<Option<Answer>>, question: Question) -> View {
    let app = App::from_context();
    dynamic(move || {
        let stray = answer.with(|a| a.as_ref().filter(|a| !accepts(&question, a)).map(value))?;
        let text = app.words().fill(TextId::QuestionsUnknownAnswer, &[("value", &stray)]);
        Some(el("p").class("hint question__unknown").child(text))
    })
}

/// A question with its answer.
#[derive(Clone)]
pub(super) struct AnsweredQuestion {
    pub(super) session: Session,
    pub(super) owner: AnswerOwner,
    path: QuestionPath,
    pub(super) answer: Memo<Option<Answer>>,
    pub(super) question: Question,
    /// `true` while the definitions of its options are shown.
    explained: RwSignal<bool>,
    follow_ups: FollowUps,
}

impl AnsweredQuestion {
    /// Gives an answer.
    pub(super) fn give(&self, given: GivenAnswer) {
        self.session.dispatch(Command::Answer(self.owner, self.path.clone(), given));
    }

    /// The id of a part of the question on the page.
    fn id(&self, part: &str) -> String {
        let of_question = fingerprint(group_name(self.owner, &self.path).as_bytes());
        self.session.id(&format!("{part}-{of_question}"))
    }

    /// The definition of the option at a position, which screen readers read with it and ⓘ shows; `None` if it has none.
    pub(super) fn definition(&self, at: usize, text: Option<String>) -> Option<El> {
        let explained = self.explained;
        text.map(|text| {
            el("p")
                .class("hint answers__about")
                .attr("id", self.id(&format!("option-{at}")))
                .attr("hidden", flag(move || !explained.get()))
                .child(text)
        })
    }
}

/// The controls that answer a question.
fn controls(asked: AnsweredQuestion) -> View {
    let words = App::from_context().words();
    let controls = match &asked.question.kind {
        QuestionKind::Binary => {
            let options = vec![
                ("yes".to_owned(), words.get(TextId::QuestionsBinaryYes).to_owned()),
                ("no".to_owned(), words.get(TextId::QuestionsBinaryNo).to_owned()),
            ];
            values(&asked, options)
        }
        QuestionKind::Likert(scale) => {
            let options = scale.tokens().iter().enumerate();
            let options = options.map(|(at, t)| ((*t).to_owned(), scale_point(&words, *scale, at)));
            values(&asked, options.collect())
        }
        QuestionKind::Textbox | QuestionKind::Textarea => text_field(asked),
        QuestionKind::Choice(options) => choices(&asked, options.clone()),
        QuestionKind::Replacement
        | QuestionKind::Number { .. }
        | QuestionKind::Slider(_)
        | QuestionKind::Checkboxes(_) => {
            return lazy_controls(asked);
        }
    };
    controls.into()
}

/// A control that chooses one stored value.
pub(super) enum ChooserKind {
    /// A radio button, with the name of its group.
    Radio(String),
    /// A check-box.
    Checkbox,
}

/// A radio button or check-box for one stored value.
pub(super) fn chooser(
    kind: ChooserKind,
    stored: String,
    label: String,
    key: Option<String>,
    checked: Signal<bool>,
    definition: Option<&El>,
    mut choose: impl FnMut() + 'static,
) -> El {
    let (kind, group) = match kind {
        ChooserKind::Radio(group) => ("radio", Some(group)),
        ChooserKind::Checkbox => ("checkbox", None),
    };
    el("label")
        .class("answer")
        .class(("answer--chosen", checked))
        .child(
            el("input")
                .attr("type", kind)
                .attr("name", group)
                .attr("data-testid", "answer")
                .attr("data-value", stored)
                .attr("data-hotkey", key.clone())
                .attr("aria-describedby", definition.map(|text| text.node::<Element>().id()))
                .prop("checked", checked)
                .on(ev::change, move |_| choose()),
        )
        .child(el("span").attr("dir", "auto").child(label))
        .child(key.map(kbd))
}

fn group_name(owner: AnswerOwner, path: &[String]) -> String {
    let path = path.join("/");
    match owner {
        AnswerOwner::Instance => format!("question-{path}"),
        AnswerOwner::Text(place) => format!("question-of-text-{place}-{path}"),
        AnswerOwner::Edit(key) => format!("question-{}-{path}", key.0),
    }
}

/// Binary and Likert questions: radio buttons in a row.
fn values(asked: &AnsweredQuestion, options: Vec<(String, String)>) -> El {
    let answer = asked.answer;
    let group = group_name(asked.owner, &asked.path);
    let radios = options.into_iter().enumerate().map(|(at, (stored, label))| {
        let (asked, given) = (asked.clone(), stored.clone());
        let choose = move || asked.give(GivenAnswer::Value(given.clone()));
        let wanted = stored.clone();
        let checked =
            flag(move || answer.with(|a| matches!(a, Some(Answer::Value(v)) if *v == wanted)));
        chooser(
            ChooserKind::Radio(group.clone()),
            stored,
            label,
            Some((at + 1).to_string()),
            checked,
            None,
            choose,
        )
    });
    el("div").class("answers answers--row").child(radios.collect::<Vec<_>>())
}

/// A list of options, each with its definition, and with its follow-up under it while it is chosen.
fn choices(asked: &AnsweredQuestion, options: Vec<Choice>) -> El {
    let &AnsweredQuestion { session, owner, answer, follow_ups, .. } = asked;
    let group = group_name(owner, &asked.path);
    let path = StoredValue::new(asked.path.clone());
    let rows = options.into_iter().enumerate().map(|(at, option)| {
        let definition = asked.definition(at, option.description);
        let (asked, given) = (asked.clone(), option.name.clone());
        let choose = move || asked.give(GivenAnswer::Option(given.clone()));
        let wanted = option.name.clone();
        let checked = Memo::new(move |_| {
            answer.with(|a| matches!(a, Some(Answer::Choice { option, .. }) if *option == wanted))
        });
        let key =
            option.hotkey.map(String::from).or_else(|| (at < 9).then(|| (at + 1).to_string()));
        let follow_up = option.follow_up.filter(|_| follow_ups == FollowUps::Below);
        let below = dynamic(move || {
            let question = follow_up.as_deref().filter(|_| checked.get())?;
            let mut path = path.get_value();
            path.push(question.name.clone());
            Some(question_view(session, owner, path, question, FollowUps::Below))
        });
        let radio = chooser(
            ChooserKind::Radio(group.clone()),
            option.name,
            option.label,
            key,
            checked.into(),
            definition.as_ref(),
            choose,
        );
        el("div").class("answers__option").child(radio).child(definition).child(below)
    });
    el("div").class("answers").child(rows.collect::<Vec<_>>())
}

/// A text, stored as it is typed.
fn text_field(asked: AnsweredQuestion) -> El {
    let answer = asked.answer;
    let shown = text(move || {
        answer.with(|a| match a {
            Some(Answer::Value(value)) => value.clone(),
            Some(Answer::Choice { .. } | Answer::Several(_) | Answer::Unknown(_)) | None => {
                String::new()
            }
        })
    });
    let field = if asked.question.kind == QuestionKind::Textbox {
        el("input").attr("type", "text")
    } else {
        el("textarea").attr("rows", "3")
    };
    field
        .class("text-answer")
        .attr("dir", "auto")
        .attr("aria-label", prompt(&asked.question))
        .attr("placeholder", App::from_context().text(TextId::QuestionsTextboxPlaceholder))
        .prop("value", shown)
        .on(ev::input, move |event| {
            asked.give(GivenAnswer::Value(event_target_value(&event)));
        })
}

/// A change of the focus within a question.
#[derive(Clone, Copy, PartialEq, Eq)]
enum FocusChange {
    Gained,
    Lost,
}

/// Marks the question that has the focus: it alone shows its keys.
fn mark_question(event: &Event, change: FocusChange) {
    let has_focus = change == FocusChange::Gained;
    if let Some(question) = closest(event.target(), ".question") {
        reported(question.class_list().toggle_with_force("is-active", has_focus));
        if let Ok(Some(page)) = question.closest(".annotate") {
            reported(page.class_list().toggle_with_force("annotate--answering", has_focus));
        }
    }
}

/// An answer that leaves nothing more to choose, unlike a check-box.
const SINGLE_CHOICE: &str = ".answer:has([type=radio])";

/// Goes on after an answer by mouse; not after one by touch, which would open the screen's keyboard.
fn clicked(advances: AutomaticAdvance, event: &MouseEvent) {
    let by_mouse = event.detail() > 0
        && event.dyn_ref::<PointerEvent>().is_some_and(|e| e.pointer_type() == "mouse");
    if by_mouse
        && closest(event.target(), SINGLE_CHOICE).is_some()
        && let Some(answered) = closest(event.target(), ".question")
    {
        // The answer is given only after the listeners of the click.
        timing::after(0, move || advances.from(&answered));
    }
}

/// The time in which Enter after an answer means the same going on, in milliseconds.
const SAME_GOING_ON_MS: f64 = 600.0;

/// Going on by itself once an answer is chosen, if the person likes that.
#[derive(Clone, Copy)]
struct AutomaticAdvance {
    session: Session,
    /// The time of the last one.
    last: StoredValue<f64>,
}

impl AutomaticAdvance {
    /// Focuses the next unanswered question after one that was just answered. Called once the answer is given, and its
    /// follow-up is on the page.
    fn from(self, answered: &Element) {
        if !self.session.app().preferences.with_untracked(|p| p.advances) {
            return;
        }
        // A quick hand may have gone on by itself.
        let focused = document().active_element();
        let focused = focused.and_then(|it| it.closest(".question").ok().flatten());
        if focused.is_some_and(|other| !answered.contains(Some(&other))) {
            return;
        }
        if go_on_unless_last(answered) {
            self.last.try_set_value(timing::now_ms());
            return;
        }
        let all = questions_on_page();
        let after = all.iter().skip_while(|question| *question != answered).skip(1);
        let is_unanswered =
            |question: &&Element| !question.class_list().contains("question--answered");
        if let Some(next) = after.into_iter().find(is_unanswered) {
            focus_control(next);
            self.last.try_set_value(timing::now_ms());
        }
    }

    /// Reports whether it happened just now, and no key was pressed since: a hand used to Enter would skip the question.
    fn take_fresh(self) -> bool {
        let last = self.last.get_value();
        self.last.set_value(f64::MIN);
        timing::now_ms() - last < SAME_GOING_ON_MS
    }
}

/// Carries out the action of a key within the questions.
fn keydown(advances: AutomaticAdvance, event: &KeyboardEvent) {
    let Some(target) = event.target().and_then(|t| t.dyn_into::<Element>().ok()) else { return };
    let Some(question) = target.closest(".question").ok().flatten() else { return };
    let control = match target.tag_name().as_str() {
        "INPUT" if target.unchecked_ref::<HtmlInputElement>().type_() != "text" => {
            QuestionControl::Choice
        }
        "INPUT" | "TEXTAREA" => QuestionControl::Text,
        _ => QuestionControl::Other,
    };
    let key = question_key(&event.into(), control);
    let is_same_going_on = advances.take_fresh();
    match key {
        Some(QuestionKey::Next) => {
            take_over(event);
            if !is_same_going_on && !go_on_from(&question) && !focus_next_question(&question) {
                focus_text();
            }
        }
        Some(QuestionKey::Previous) => {
            take_over(event);
            if !go_back_from(&question) {
                focus_previous_question(&question);
            }
        }
        Some(QuestionKey::Choose(key)) => {
            let radio = radio_for(&question, &key);
            // Numbers are the question's, also those that it has no answer for.
            if radio.is_some() || key.bytes().all(|byte| byte.is_ascii_digit()) {
                take_over(event);
            }
            if let Some(radio) = radio {
                radio.click();
                reported(radio.focus());
                if radio.closest(SINGLE_CHOICE).is_ok_and(|answer| answer.is_some()) {
                    after_update(move || advances.from(&question));
                }
            }
        }
        None => {}
    }
}

/// Keeps a key from the rest of the page.
fn take_over(event: &KeyboardEvent) {
    event.prevent_default();
    event.stop_propagation();
}

/// The radio button or check-box of a question that a key chooses.
fn radio_for(question: &Element, key: &str) -> Option<HtmlElement> {
    let own = |radio: &HtmlElement| {
        radio.get_attribute("data-hotkey").as_deref() == Some(key)
            && radio.closest(".question").ok().flatten().as_ref() == Some(question)
    };
    elements(question.query_selector_all("[data-hotkey]")).into_iter().find(own)
}
