//! The dialog that marks the same text elsewhere: its places are reviewed and marked in one step.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use leptos::ev;
use leptos::prelude::*;
use leptos::task::spawn_local;
use web_sys::{HtmlElement, KeyboardEvent};

use super::eraser::STYLE;
use super::sought_texts::{EditedText, sought_texts};
use crate::app::{App, NoticeLevel, Session};
use crate::ui::edit_text::{category_label, shortened};
use crate::ui::text_view::category_color;
use crate::ui::view::{El, View, el, flag, for_each, text};
use crate::ui::widgets::{button, dialog};
use spanwise_annotation::document::{Answers, Edit, Instance, RevealedParagraphs, TextName};
use spanwise_annotation::workspace::same_text::{SoughtText, TextPlace, mark, places};
use spanwise_annotation::workspace::{Command, InstanceChanges};
use spanwise_browser::console::reported;
use spanwise_browser::elements::{closest, elements};
use spanwise_browser::timing::TimeSlice;
use spanwise_browser::{styles, timing};
use spanwise_i18n::{TextId, say};
use spanwise_limits::MOST_ROWS;
use spanwise_text::{Boundary, Span, Text, Utf16};

/// The length of the text shown before and after a place, in UTF-16 code units.
const CONTEXT: u32 = 40;

/// The dialog, about the open edit.
pub(super) fn same_text_dialog(session: Session) -> View {
    styles::adopt(STYLE);
    let app = App::from_context();
    let title = text(move || {
        let edit = session.selected();
        let category = edit.map(|edit| category_label(&session.template(), &edit));
        let category = category.unwrap_or_default();
        app.words().fill(TextId::SameTextTitle, &[("category", &category)])
    });
    dialog(session.seeks_same_text, title, move || untrack(|| review(session))).into()
}

/// A place that was found.
#[derive(Debug, Clone)]
struct FoundPlace {
    /// 0-based position of the instance.
    instance: usize,
    text: TextName,
    span: Span,
    is_marked: bool,
    /// The text of the place, and what stands before and after it.
    excerpt: [String; 3],
}

/// The state of the search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct SearchProgress {
    searched: usize,
    total: usize,
}

impl SearchProgress {
    fn is_done(self) -> bool {
        self.searched == self.total
    }
}

/// The search with its choices. Cheap to copy.
#[derive(Clone, Copy)]
struct SameTextSearch {
    session: Session,
    /// The position of the text among those of the edit.
    at: RwSignal<usize>,
    is_everywhere: RwSignal<bool>,
    ignores_case: RwSignal<bool>,
    with_answers: RwSignal<bool>,
    found: RwSignal<Vec<FoundPlace>>,
    /// The positions in `found` of the places to be marked.
    ticked: RwSignal<BTreeSet<usize>>,
    progress: RwSignal<SearchProgress>,
    /// Counts searches, so that one notices that another has begun.
    number: RwSignal<u32>,
}

/// The contents of the dialog.
fn review(session: Session) -> View {
    let Some(edit) = session.selected() else { return View::Nothing };
    let texts = sought_texts(session, &edit);
    if texts.is_empty() {
        return View::Nothing;
    }
    let search = SameTextSearch {
        session,
        at: RwSignal::new(0),
        is_everywhere: RwSignal::new(false),
        ignores_case: RwSignal::new(false),
        with_answers: RwSignal::new(false),
        found: RwSignal::new(Vec::new()),
        ticked: RwSignal::new(BTreeSet::new()),
        progress: RwSignal::new(SearchProgress { searched: 0, total: 0 }),
        number: RwSignal::new(0),
    };
    let (sought, of) = (texts.clone(), edit.clone());
    Effect::new(move |_| {
        let text = sought.get(search.at.get()).cloned();
        let (everywhere, ignores_case) = (search.is_everywhere.get(), search.ignores_case.get());
        if let Some(text) = text {
            search.begin(sought_text(session, &of, text, ignores_case), everywhere);
        }
    });
    let category = session.category_of(&edit).map(|(id, _)| id.index());
    el("div")
        .class("same-text")
        .attr("data-testid", "same-text")
        .style(("--tint", category_color(category)))
        .child(choices(search, &texts))
        .child(summary(search))
        .child(list(search))
        .child(footer(search, edit))
        .into()
}

fn sought_text(session: Session, edit: &Edit, of: EditedText, ignores_case: bool) -> SoughtText {
    let category = session.category_of(edit);
    SoughtText {
        text: of.text,
        side: of.side,
        category: edit.category.clone(),
        boundary: category.map_or_else(Boundary::default, |(_, category)| category.boundary),
        ignores_case,
    }
}

impl SameTextSearch {
    /// Begins anew, in slices between which the page can be used.
    fn begin(self, sought: SoughtText, is_everywhere: bool) {
        let number = self.number.get_untracked().wrapping_add(1);
        self.number.set(number);
        self.found.set(Vec::new());
        self.ticked.set(BTreeSet::new());
        let instances = if is_everywhere {
            0..self.session.ask(|w| w.len())
        } else {
            let here = self.session.view.with_untracked(|view| view.instance);
            here..here + 1
        };
        let total = instances.len();
        self.progress.set(SearchProgress { searched: 0, total });
        spawn_local(async move {
            let mut instances = instances.peekable();
            let mut searched = 0;
            // The dialog may be closed, or another search begun.
            while self.number.try_get_untracked() == Some(number) && instances.peek().is_some() {
                let slice = TimeSlice::begin();
                let mut found = Vec::new();
                let room = MOST_ROWS.saturating_sub(self.found.with_untracked(Vec::len));
                while !slice.is_over()
                    && found.len() < room
                    && let Some(at) = instances.next()
                {
                    searched += 1;
                    found.extend(self.found_in(at, &sought));
                }
                let is_full = found.len() >= room;
                found.truncate(room);
                self.add(found);
                if is_full {
                    searched = total;
                    instances = (0..0).peekable();
                }
                self.progress.set(SearchProgress { searched, total });
                timing::pause().await;
            }
        });
    }

    fn found_in(self, at: usize, sought: &SoughtText) -> Vec<FoundPlace> {
        let instance = self.session.ask(|w| w.instance(at));
        let settings = &self.session.template().settings;
        let revealed = self.session.revision().and(RevealedParagraphs::of(&instance, settings));
        let is_revealed = |place: &TextPlace| {
            revealed.as_ref().is_none_or(|revealed| {
                place.text != *revealed.target() || place.span.end() <= revealed.end()
            })
        };
        let found = |place: TextPlace| {
            let text = instance.texts.get(&place.text)?;
            Some(FoundPlace {
                instance: at,
                excerpt: excerpt(self.session, &text.text, place.span),
                text: place.text,
                span: place.span,
                is_marked: place.is_marked,
            })
        };
        let places = places(&instance, sought).into_iter();
        places.filter(is_revealed).filter_map(found).collect()
    }

    fn add(self, new: Vec<FoundPlace>) {
        if new.is_empty() {
            return;
        }
        let first = self.found.with_untracked(Vec::len);
        let unmarked = new.iter().enumerate().filter(|(_, place)| !place.is_marked);
        let unmarked: Vec<usize> = unmarked.map(|(at, _)| first + at).collect();
        self.found.update(|found| found.extend(new));
        self.ticked.update(|ticked| ticked.extend(unmarked));
    }

    /// Marks the places that are ticked, in one step.
    fn apply(self, edit: &Edit) {
        let session = self.session;
        let answers = if self.with_answers.get_untracked() {
            edit.answers.clone()
        } else {
            Answers::default()
        };
        let mut by_instance: BTreeMap<usize, Vec<(TextName, Span)>> = BTreeMap::new();
        self.found.with_untracked(|found| {
            let ticked = self.ticked.get_untracked();
            for place in ticked.iter().filter_map(|at| found.get(*at)) {
                let places = by_instance.entry(place.instance).or_default();
                places.push((place.text.clone(), place.span));
            }
        });
        let count: usize = by_instance.values().map(Vec::len).sum();
        let changes = |(at, places): (usize, Vec<(TextName, Span)>)| {
            let instance: Arc<Instance> = session.ask(|w| w.instance(at));
            let changes = mark(&instance, &edit.category, &answers, &places);
            InstanceChanges { instance: at, changes }
        };
        let batch = by_instance.into_iter().map(changes).collect();
        session.seeks_same_text.set(false);
        match session.try_dispatch(Command::Apply(batch)) {
            Ok(()) => {
                let message = say!(SameTextAdded, n = count.to_string());
                session.app().tell(NoticeLevel::Info, message, None);
            }
            Err(reject) => session.explain(reject),
        }
    }
}

/// A place with the text around it, as a person reads it.
fn excerpt(session: Session, text: &Text, place: Span) -> [String; 3] {
    let end = text.len_utf16();
    let from = Utf16(place.start().0.saturating_sub(CONTEXT));
    let to = Utf16(place.end().0.saturating_add(CONTEXT)).min(end);
    let flat = |span: Span| session.read(text, text.clamp(span)).replace(['\n', '\t'], " ");
    let (before, after) = (Span::between(from, place.start()), Span::between(place.end(), to));
    let ellipsis = |is_cut: bool| if is_cut { "…" } else { "" };
    [
        format!("{}{}", ellipsis(from > Utf16(0)), flat(before)),
        flat(place),
        format!("{}{}", flat(after), ellipsis(to < end)),
    ]
}

/// The text, where to look for it, and how.
fn choices(search: SameTextSearch, texts: &[EditedText]) -> El {
    let app = App::from_context();
    let option = |(at, text): (usize, &EditedText)| {
        el("option").attr("value", at.to_string()).child(shortened(&text.text))
    };
    let several = || {
        el("select")
            .attr("aria-label", app.text(TextId::SameTextSpan))
            .attr("data-testid", "same-text-span")
            .on(ev::change, move |event| {
                search.at.set(event_target_value(&event).parse().unwrap_or(0));
            })
            .child(texts.iter().enumerate().map(option).collect::<Vec<_>>())
    };
    let only = || el("span").class("same-text__sought").attr("dir", "auto");
    let text = match texts {
        [text] => only().child(format!("“{}”", shortened(&text.text))),
        _ => several(),
    };
    let radio = |value: &'static str, name: TextId, is_everywhere: bool| {
        let input = el("input")
            .attr("type", "radio")
            .attr("name", "same-text-where")
            .attr("value", value)
            .attr("data-testid", value)
            .prop("checked", flag(move || search.is_everywhere.get() == is_everywhere))
            .on(ev::change, move |_| search.is_everywhere.set(is_everywhere));
        el("label").child(input).child(app.text(name))
    };
    el("div")
        .class("same-text__choices")
        .child(text)
        .child(radio("same-text-here", TextId::SameTextHere, false))
        .child(radio("same-text-everywhere", TextId::SameTextEverywhere, true))
        .child(check("same-text-case", TextId::SameTextIgnoreCase, search.ignores_case))
        .child(check("same-text-answers", TextId::SameTextWithAnswers, search.with_answers))
}

fn check(testid: &'static str, name: TextId, value: RwSignal<bool>) -> El {
    let input = el("input")
        .attr("type", "checkbox")
        .attr("data-testid", testid)
        .prop("checked", flag(move || value.get()))
        .on(ev::change, move |event| value.set(event_target_checked(&event)));
    el("label").child(input).child(App::from_context().text(name))
}

/// The number of places, or how far the search is; and a box that ticks all of them.
fn summary(search: SameTextSearch) -> El {
    let app = App::from_context();
    let said = text(move || {
        let SearchProgress { searched, total } = search.progress.get();
        let found = search.found.with(Vec::len);
        if searched < total {
            let [n, total] = [searched, total].map(|n| n.to_string());
            return app.say(&say!(SameTextSearching, n, total));
        }
        if found >= MOST_ROWS {
            return app.say(&say!(SameTextMost, n = found.to_string()));
        }
        app.say(&say!(SameTextFound, n = found.to_string()))
    });
    let unmarked = move || {
        let marked = |(at, place): (usize, &FoundPlace)| (!place.is_marked).then_some(at);
        search.found.with(|found| found.iter().enumerate().filter_map(marked).collect())
    };
    let all = Memo::new(move |_| -> BTreeSet<usize> { unmarked() });
    let is_all =
        flag(move || all.with(|all| !all.is_empty() && search.ticked.with(|ticked| ticked == all)));
    let tick_all = el("input")
        .attr("type", "checkbox")
        .attr("data-testid", "same-text-all")
        .prop("checked", is_all)
        .prop("disabled", flag(move || all.with(BTreeSet::is_empty)))
        .on(ev::change, move |event| {
            let ticks = event_target_checked(&event);
            search.ticked.set(if ticks { all.get_untracked() } else { BTreeSet::new() });
        });
    el("div")
        .class("same-text__summary")
        .child(el("label").child(tick_all).child(app.text(TextId::SameTextAll)))
        .child(
            el("span")
                .attr("role", "status")
                .attr("data-testid", "same-text-count")
                .attr(
                    "data-searching",
                    text(move || (!search.progress.get().is_done()).to_string()),
                )
                .child(said),
        )
}

fn list(search: SameTextSearch) -> El {
    let places = move || search.found.with(|found| found.iter().cloned().enumerate().collect());
    let number = search.number;
    let rows = for_each(
        places,
        move |(at, _): &(usize, FoundPlace)| (u64::from(number.get_untracked()), *at as u64),
        move |(at, place)| row(search, at, place),
    );
    el("ul").class("same-text__places").on(ev::keydown, |event| step(&event)).child(rows)
}

fn row(search: SameTextSearch, at: usize, place: FoundPlace) -> El {
    let app = App::from_context();
    let [before, matched, after] = place.excerpt;
    let tick = el("input")
        .attr("type", "checkbox")
        .prop("checked", flag(move || search.ticked.with(|ticked| ticked.contains(&at))))
        .attr("disabled", place.is_marked)
        .on(ev::change, move |event| {
            let ticks = event_target_checked(&event);
            search.ticked.update(|ticked| {
                if ticks {
                    ticked.insert(at);
                } else {
                    ticked.remove(&at);
                }
            });
        });
    let number = (place.instance + 1).to_string();
    let marked = || el("span").class("hint").child(app.text(TextId::SameTextMarked));
    let words = el("span")
        .class("same-text__context")
        .attr("dir", "auto")
        .child(before)
        .child(el("mark").child(matched))
        .child(after);
    let label = el("label")
        .child(tick)
        .child(el("span").class("same-text__instance").child(number.clone()))
        .child(words)
        .child(place.is_marked.then(marked));
    el("li")
        .attr("data-testid", "same-text-place")
        .attr("data-instance", number)
        .attr("data-marked", place.is_marked.to_string())
        .child(label)
}

/// Moves the focus from box to box by the arrow keys.
fn step(event: &KeyboardEvent) {
    let by = match event.key().as_str() {
        "ArrowDown" => 1,
        "ArrowUp" => -1,
        _ => return,
    };
    let Some(list) = closest(event.target(), ".same-text__places") else { return };
    let boxes: Vec<HtmlElement> = elements(list.query_selector_all("input:enabled"));
    let focused = document().active_element();
    let at = boxes.iter().position(|tick| Some(tick.as_ref()) == focused.as_ref());
    if let Some(next) = at.and_then(|at| at.checked_add_signed(by)).and_then(|at| boxes.get(at)) {
        event.prevent_default();
        reported(next.focus());
    }
}

fn footer(search: SameTextSearch, edit: Arc<Edit>) -> El {
    let app = App::from_context();
    let count = Memo::new(move |_| search.ticked.with(BTreeSet::len));
    let is_idle = flag(move || count.get() == 0 || !search.progress.get().is_done());
    let add = button(text(move || app.words().count(TextId::SameTextAdd, count.get())))
        .class("button button--main")
        .attr("data-testid", "same-text-add")
        .attr("disabled", is_idle)
        .on_click(move || search.apply(&edit));
    let cancel = button(app.text(TextId::ButtonsCancelLabel))
        .on_click(move || search.session.seeks_same_text.set(false));
    el("p").class("actions").child(cancel).child(add)
}
