//! The suggestions of a model about the instance, gone through one by one. Lazily loaded, for works that have some.
//!
//! Each stays in its place when it was decided, so that no other one comes under the pointer.

use std::sync::Arc;

use leptos::ev;
use leptos::prelude::*;

use super::answer_text::{answer_in_line, answers_text};
use super::focus::{click, focus, focus_first_open};
use super::hotkeys::kbd;
use super::keys_dialog::ListedKeys;
use super::mark_tools::listen_for_key;
use super::questions::prompt;
use crate::app::lazy::lazily_loaded;
use crate::app::suggestions::{Suggestions, has_spans};
use crate::app::{App, NoticeLevel, Session};
use crate::ui::edit_text::{category_label, spans_text};
use crate::ui::language_model::asking::asking;
use crate::ui::text_view::{Panes, category_color, highlight_spans, reveal_span};
use crate::ui::view::{El, View, dynamic, el, flag, for_each, show, text};
use crate::ui::widgets::{button, lazy, notice_in_page};
use spanwise_annotation::document::{Edit, TextName};
use spanwise_annotation::suggestions::{
    KeptReply, SuggestionState, reason_of, suggestion_id, unfound_quote_of,
};
use spanwise_annotation::workspace::Command;
use spanwise_browser::elements::closest;
use spanwise_browser::{styles, timing};
use spanwise_i18n::TextId;
use spanwise_template::{CategoryShape, Question};
use spanwise_text::Span;

static STYLE: &str = include_str!("../../../style/suggestions.css");

/// The buttons that decide about the current suggestion, each for the key of the same position.
const BUTTONS: [&str; 3] = ["accept", "mend", "reject"];

/// The keys, each with its action.
const KEYS: ListedKeys = &[
    ("+", TextId::SuggestionsAccept),
    ("=", TextId::SuggestionsMend),
    ("/", TextId::SuggestionsReject),
];

/// The name of the highlight of the current suggestion, and of the others that are open.
const CURRENT: &str = "suggested-now";
const OPEN: &str = "suggested";

/// The current suggestion, for the buttons in it.
const CURRENT_ROW: &str = ".suggestion[aria-current=true]";

lazily_loaded!(typology_views, suggestions_view, fn(Session, Panes) -> View, suggestions);
lazily_loaded!(research, asking_view, fn(Session, Suggestions) -> View, asking);

/// The suggestions, while they are gone through.
pub(super) fn lazy_suggestions(session: Session, panes: Panes) -> View {
    show(session.suggests.into(), move || lazy(suggestions_view, move |view| view(session, panes)))
}

/// The keys that decide about suggestions, for the list of keys.
pub(super) fn suggestion_keys(session: Session) -> ListedKeys {
    let work = || session.app().preferences.with_untracked(|preferences| preferences.single_keys);
    if session.suggests.get_untracked() && work() { KEYS } else { &[] }
}

/// The id of the heading of answers, within the session.
const ANSWERS: &str = "suggested-answers";

/// The panel of suggestions. `Copy`, like a signal.
#[derive(Clone, Copy)]
struct SuggestionPanel {
    session: Session,
    panes: Panes,
    all: Suggestions,
    /// The suggestion that was pointed out last, by [`key_of`].
    pointed: RwSignal<Option<u64>>,
    /// The suggestion that keys decide about: the one pointed out, if it is open, else the first open one.
    current: Memo<Option<u64>>,
}

fn suggestions(session: Session, panes: Panes) -> View {
    styles::adopt(STYLE);
    let app = App::from_context();
    let (all, pointed) = (Suggestions::of(session), RwSignal::new(None));
    let current = Memo::new(move |_| {
        let is_open = |edit: &&Arc<Edit>| all.state(edit) == SuggestionState::Open;
        let visible = all.visible();
        let open: Vec<u64> = visible.iter().filter(is_open).map(key_of).collect();
        pointed.get().filter(|key| open.contains(key)).or_else(|| open.first().copied())
    });
    let panel = SuggestionPanel { session, panes, all, pointed, current };
    panel.highlight();
    for ((key, _), testid) in KEYS.iter().zip(BUTTONS) {
        listen_for_key(key, app, move || {
            // A press may have been meant for the instance before.
            if !session.is_new_here.get_untracked() {
                click(&format!("{CURRENT_ROW} [data-testid=\"{testid}\"]"));
            }
        });
    }
    let is_loaded = flag(move || all.shown.with(Option::is_some));
    let lost = move || {
        notice_in_page(NoticeLevel::Error)
            .attr("role", "alert")
            .child(el("p").child(app.text(TextId::SuggestionsLost)))
            .child(el("p").class("actions").child(panel.end_button(app)))
    };
    el("section")
        .class("suggestions panel")
        .attr("data-testid", "suggestions")
        .attr("aria-labelledby", session.id("suggestions-heading"))
        .child(show(all.is_lost.into(), lost))
        .child(show(is_loaded, move || panel.content(app)))
        .into()
}

impl SuggestionPanel {
    fn content(self, app: App) -> View {
        let all = self.all;
        let is_empty = flag(move || all.visible().is_empty() && !all.lacks_reply());
        let rows = el("ol").class("suggestions__rows").child(for_each(
            move || all.visible(),
            |edit: &Arc<Edit>| (key_of(edit), Arc::as_ptr(edit).addr() as u64),
            move |edit| self.row(app, &edit),
        ));
        View::Many(vec![
            self.header(app).into(),
            self.asking(app),
            self.instance_answers(app),
            show(is_empty, move || el("p").class("hint").child(app.text(TextId::SuggestionsNone))),
            rows.into(),
            dynamic(move || {
                let shown = all.shown.get().filter(|_| all.shows_whole_texts())?;
                replies(app, &shown.replies)
            }),
        ])
    }

    fn header(self, app: App) -> El {
        let all = self.all;
        let left = text(move || {
            let (here, everywhere) = all.left();
            let numbers = [here, everywhere].map(|n| n.to_string());
            app.words().fill(
                TextId::SuggestionsLeft,
                &[("here", numbers[0].as_str()), ("all", &numbers[1])],
            )
        });
        // The panel stays when the run gets a reply.
        let name = app.words().isolated(&untrack(|| all.run_name()));
        let heading = app.words().fill(TextId::SuggestionsTitle, &[("run", &name)]);
        let heading = el("h2")
            .attr("id", self.session.id("suggestions-heading"))
            .attr("tabindex", "-1")
            .child(heading);
        let has_next = flag(move || all.next().is_some());
        let next = move || {
            button(app.text(TextId::SuggestionsNext))
                .attr("data-testid", "next-suggestions")
                .on_click(move || self.go_to_next())
        };
        el("header")
            .class("suggestions__header")
            .child(heading)
            .child(
                el("p")
                    .attr("role", "status")
                    .attr("data-testid", "suggestions-left")
                    .attr("data-left", text(move || all.left().0.to_string()))
                    .attr("data-left-in-all", text(move || all.left().1.to_string()))
                    .child(left),
            )
            .child(el("p").class("actions").child(show(has_next, next)).child(self.end_button(app)))
            .child(legend(app))
    }

    /// Asks the model about the instance, if it has not said anything of it.
    fn asking(self, app: App) -> View {
        let (session, all) = (self.session, self.all);
        let is_begun = RwSignal::new(false);
        let begin = move || {
            el("p").class("actions").child(
                button(app.text(TextId::SuggestionsAsk))
                    .attr("data-testid", "ask-model")
                    .on_click(move || is_begun.set(true)),
            )
        };
        let lacks_reply = Memo::new(move |_| all.lacks_reply());
        let not_asked = move || el("p").class("hint").child(app.text(TextId::SuggestionsNotAsked));
        let is_to_begin = Memo::new(move |_| lacks_reply.get() && !is_begun.get());
        View::from([
            show(lacks_reply.into(), not_asked),
            show(is_to_begin.into(), begin),
            show(is_begun.into(), move || lazy(asking_view, move |view| view(session, all))),
        ])
    }

    fn end_button(self, app: App) -> El {
        button(app.text(TextId::SuggestionsEnd))
            .class("button button--quiet")
            .attr("data-testid", "end-suggestions")
            .on_click(move || self.all.end())
    }

    fn go_to_next(self) {
        if let Some(at) = untrack(|| self.all.next()) {
            self.session.dispatch(Command::GoTo(at));
        }
    }

    /// The answers of the model about the instance as a whole, each with a button that takes it.
    fn instance_answers(self, app: App) -> View {
        let template = self.session.template();
        dynamic(move || {
            let answers = self.all.shown.get().filter(|_| self.all.shows_whole_texts())?.answers;
            let own = self.session.instance.with(|instance| instance.answers.clone());
            let words = app.words();
            let row = |question: &Question| {
                let answer = answers.get(&question.name)?;
                let is_taken = own.get(&question.name) == Some(answer);
                let given = answer_in_line(&words, question, &answers);
                let name = question.name.clone();
                let take = (!is_taken).then(|| {
                    button(words.get(TextId::AdjudicateTakeAnswer).to_owned())
                        .attr("data-testid", "take-answer")
                        .attr("disabled", flag(move || self.session.read_only.get()))
                        .on_click(move || self.take_answer(&name))
                });
                let said = is_taken
                    .then(|| el("span").child(words.get(TextId::SuggestionsAccepted).to_owned()));
                Some(
                    el("li")
                        .class("suggestion")
                        .attr("data-testid", "suggested-answer")
                        .attr("data-state", if is_taken { "accepted" } else { "open" })
                        .child(
                            el("p")
                                .class("suggestion__edit")
                                .child(el("bdi").child(prompt(question)))
                                .child(" ")
                                .child(el("strong").attr("dir", "auto").child(given)),
                        )
                        .child(el("p").class("actions").child(take).child(said)),
                )
            };
            let rows: Vec<El> =
                template.typology.instance_questions().iter().filter_map(row).collect();
            (!rows.is_empty()).then(|| {
                View::from([
                    el("h3")
                        .attr("id", self.session.id(ANSWERS))
                        .attr("tabindex", "-1")
                        .child(words.get(TextId::QuestionsInstance).to_owned()),
                    el("ul").class("suggestions__rows").child(rows),
                ])
            })
        })
    }

    fn take_answer(self, question: &str) {
        self.all.take_answer(question);
        // The button is gone then.
        let heading = format!("#{}", self.session.id(ANSWERS));
        timing::after(0, move || {
            focus(&heading);
        });
    }

    /// A suggestion, with what was decided about it.
    fn row(self, app: App, edit: &Arc<Edit>) -> El {
        let (key, kept) = (key_of(edit), StoredValue::new(edit.clone()));
        let number = untrack(|| self.all.number_of(edit));
        let state = Memo::new(move |_| kept.with_value(|edit| self.all.state(edit)));
        let word = text(move || state_word(state.get()).to_owned());
        let is_current = text(move || (self.current.get() == Some(key)).to_string());
        let category = self.session.category_of(edit);
        let color = category_color(category.as_ref().map(|(id, _)| id.index()));
        let words = app.words();
        let answers = category.map(|(_, category)| answers_text(&category, edit, &words));
        let origin = edit.origin.as_ref().map_or("model", |origin| origin.word());
        el("li")
            .class("suggestion")
            .attr("data-testid", "suggestion")
            .attr("data-number", number.to_string())
            .attr("data-origin", origin)
            .attr("data-state", word)
            .attr("aria-current", is_current)
            .on(ev::focusin, move |_| self.pointed.set(Some(key)))
            .child(
                el("p")
                    .class("suggestion__edit")
                    .style(("--category", color))
                    .child(el("strong").child(category_label(&self.session.template(), edit)))
                    .child(" ")
                    .child(self.words(app, edit))
                    .child(answers.filter(|answers| !answers.is_empty()).map(|answers| {
                        el("span").class("suggestion__answers").child(format!(" · {answers}"))
                    })),
            )
            .child(self.in_samples(app, edit))
            .child(reason_of(edit).map(|reason| {
                el("p").class("suggestion__reason").attr("dir", "auto").child(reason)
            }))
            .child(el("p").class("actions").child(dynamic(move || {
                let state = state.get();
                untrack(|| self.actions(app, kept, state))
            })))
    }

    /// The number of samples that have a suggestion, if there are several.
    fn in_samples(self, app: App, edit: &Edit) -> Option<El> {
        let (found, total) = untrack(|| self.all.samples_of(edit))?;
        let [found, total] = [found, total].map(|n| n.to_string());
        let filled = [("n", found.as_str()), ("total", &total)];
        let said = app.words().fill(TextId::SuggestionsSamples, &filled);
        Some(el("p").class("hint").attr("data-testid", "in-samples").child(said))
    }

    /// The words of a suggestion's spans, which a press shows in the text.
    fn words(self, app: App, edit: &Arc<Edit>) -> El {
        let words = app.words();
        if !has_spans(edit) && !self.is_about_whole(edit) {
            let said = unfound_quote_of(edit).map_or_else(
                || app.text(TextId::SuggestionsNowhere),
                |quote| {
                    let quote = words.isolated(&quote);
                    words.fill(TextId::SuggestionsUnfound, &[("quote", &quote)])
                },
            );
            return el("span").class("suggestion__unfound").child(said);
        }
        let (key, first) = (key_of(edit), first_span(edit));
        button(el("bdi").child(spans_text(self.session, edit)))
            .class("button button--quiet suggestion__words")
            .attr("data-testid", "show-suggestion")
            .on_click(move || {
                self.pointed.set(Some(key));
                if let Some((text, span)) = &first {
                    reveal_span(self.panes, text, *span);
                }
            })
    }

    /// What can be done about a suggestion.
    fn actions(
        self,
        app: App,
        suggestion: StoredValue<Arc<Edit>>,
        state: SuggestionState,
    ) -> Vec<View> {
        let is_read_only = flag(move || self.session.read_only.get());
        let action = |name: TextId, testid: &'static str, run: fn(Self, &Arc<Edit>)| {
            let key =
                BUTTONS.iter().zip(KEYS).find(|(of, _)| **of == testid).map(|(_, (key, _))| *key);
            button(app.text(name))
                .attr("data-testid", testid)
                .attr("disabled", is_read_only)
                .attr("aria-keyshortcuts", key)
                .on_click(move || suggestion.with_value(|edit| run(self, edit)))
        };
        let said = |text: TextId| View::from(el("span").child(app.text(text)));
        match state {
            SuggestionState::Open => {
                let (can_accept, can_place) = suggestion.with_value(|edit| {
                    let has_spans = has_spans(edit);
                    let shape = self.session.category_of(edit).map(|(_, category)| category.shape);
                    let takes_span = matches!(shape, Some(CategoryShape::Spans { .. }));
                    (has_spans || self.is_about_whole(edit), !has_spans && takes_span)
                });
                let accept = can_accept.then(|| {
                    [
                        action(TextId::SuggestionsAccept, "accept", Self::accept).into(),
                        action(TextId::SuggestionsMend, "mend", Self::mend).into(),
                    ]
                });
                let place = can_place
                    .then(|| action(TextId::SuggestionsPlace, "place", Self::place).into());
                let reject = action(TextId::SuggestionsReject, "reject", Self::reject);
                accept.into_iter().flatten().chain(place).chain([reject.into()]).collect()
            }
            SuggestionState::Accepted(_) => {
                let open = action(TextId::SuggestionsOpen, "open-accepted", Self::mend);
                vec![said(TextId::SuggestionsAccepted), open.into()]
            }
            SuggestionState::Rejected => {
                let back = action(TextId::SuggestionsTakeBack, "take-back", Self::take_back);
                vec![said(TextId::SuggestionsRejected), back.into()]
            }
        }
    }

    /// Returns `true` if edits of a suggestion's category are about the instance as a whole.
    fn is_about_whole(self, suggestion: &Edit) -> bool {
        let category = self.session.category_of(suggestion);
        category.is_some_and(|(_, category)| category.shape == CategoryShape::Whole)
    }

    fn accept(self, suggestion: &Arc<Edit>) {
        self.decide(|| self.all.accept(suggestion, false));
    }

    fn mend(self, suggestion: &Arc<Edit>) {
        self.all.accept(suggestion, true);
        timing::after(0, focus_first_open);
    }

    fn place(self, suggestion: &Arc<Edit>) {
        self.decide(|| self.all.place(suggestion));
    }

    fn reject(self, suggestion: &Arc<Edit>) {
        self.decide(|| self.all.reject(suggestion, false));
    }

    fn take_back(self, suggestion: &Arc<Edit>) {
        self.decide(|| self.all.reject(suggestion, true));
    }

    /// Decides about a suggestion. The focus goes on to the next one if it was among them, since its button is gone.
    fn decide(self, decide: impl FnOnce()) {
        let was_inside = document()
            .active_element()
            .is_some_and(|element| closest(Some(element.into()), ".suggestion").is_some());
        decide();
        self.pointed.set(None);
        if was_inside {
            timing::after(0, || {
                let in_current = format!("{CURRENT_ROW} .actions button");
                if !focus(&in_current) {
                    focus("[data-testid=\"next-suggestions\"], [data-testid=\"end-suggestions\"]");
                }
            });
        }
    }

    /// Highlights the spans of the open suggestions in the texts.
    fn highlight(self) {
        for (name, of_current) in [(CURRENT, true), (OPEN, false)] {
            highlight_spans(self.session, self.panes, name, move |text| {
                let current = self.current.get();
                let is_meant = |edit: &&Arc<Edit>| {
                    self.all.state(edit) == SuggestionState::Open
                        && (current == Some(key_of(edit))) == of_current
                };
                let visible = self.all.visible();
                visible.iter().filter(is_meant).flat_map(|edit| spans_on(edit, text)).collect()
            });
        }
    }
}

/// The keys that decide about the current suggestion. They stand here since buttons that show them only while they are
/// current would move under the pointer that presses one of them.
fn legend(app: App) -> El {
    let entry = |(key, name): &(&'static str, TextId)| {
        el("span").child(kbd((*key).to_owned())).child(" ").child(app.text(*name))
    };
    el("p")
        .class("hint suggestions__keys")
        .attr("aria-hidden", "true")
        .child(KEYS.iter().map(entry).collect::<Vec<_>>())
}

fn state_word(state: SuggestionState) -> &'static str {
    match state {
        SuggestionState::Open => "open",
        SuggestionState::Accepted(_) => "accepted",
        SuggestionState::Rejected => "rejected",
    }
}

/// The identity of a suggestion within its instance and run.
fn key_of(edit: &Arc<Edit>) -> u64 {
    suggestion_id(edit).map_or(0, |id| id.edit)
}

/// The spans of an edit and its constituents on a text.
fn spans_on(edit: &Edit, text: &TextName) -> Vec<Span> {
    let constituents = edit.constituents.iter().flat_map(|part| part.spans.on(text));
    edit.spans.on(text).iter().chain(constituents).copied().collect()
}

fn first_span(edit: &Edit) -> Option<(TextName, Span)> {
    let parts = edit.constituents.iter().map(|part| &part.spans);
    let mut all = std::iter::once(&edit.spans).chain(parts);
    all.find_map(|spans| {
        let (name, spans) = spans.iter().find(|(_, spans)| !spans.is_empty())?;
        Some((name.clone(), *spans.first()?))
    })
}

/// The replies of the model as they came, with its thinking and what was mended.
fn replies(app: App, replies: &[KeptReply]) -> Option<El> {
    let raw = |text: &str| el("pre").attr("dir", "auto").child(text);
    let reply = |reply: &KeptReply| {
        let thinking = reply.thinking.as_deref().map(|thinking| {
            View::from([el("h3").child(app.text(TextId::SuggestionsThinking)), raw(thinking)])
        });
        let notes = reply
            .notes
            .iter()
            .map(|note| el("li").attr("lang", "en").attr("dir", "ltr").child(note.as_str()));
        let notes = (!reply.notes.is_empty()).then(|| el("ul").child(notes.collect::<Vec<_>>()));
        el("div").child(notes).child(raw(&reply.reply)).child(thinking)
    };
    (!replies.is_empty()).then(|| {
        el("details")
            .attr("data-testid", "model-reply")
            .child(el("summary").child(app.text(TextId::SuggestionsReply)))
            .child(replies.iter().map(reply).collect::<Vec<_>>())
    })
}
