//! The tools of the open edit: its boundaries, constituents and category, its copy and its end.

use std::sync::Arc;

use leptos::ev;
use leptos::prelude::*;
use web_sys::Event;

use super::chip::chip;
use super::edit_panel::{CurrentEdit, current_edit, role_button};
use super::focus::focus;
use super::guided_steps::is_guided;
use super::sought_texts::sought_texts;
use crate::app::{App, NoticeLevel, Session};
use crate::ui::edit_text::{category_label, point_text, role_of_span, spans_text, with_role};
use crate::ui::view::{El, View, dynamic, el, flag, for_each, show, text};
use crate::ui::widgets::{Icon, button, icon, icon_button};
use spanwise_annotation::document::{Edit, EditKey, TextName};
use spanwise_annotation::fingerprint::fingerprint;
use spanwise_annotation::workspace::copying::{NotCopied, copy_to, destinations};
use spanwise_annotation::workspace::{
    Command, InstanceChanges, SpanAddress, SpanEdge, StepDirection,
};
use spanwise_browser::timing;
use spanwise_i18n::{TextId, say};
use spanwise_template::{CategoryShape, SpanCount};
use spanwise_text::Span;

/// The tools after which the panel is rebuilt.
const TOOLS: [&str; 2] = [".edit-panel__category", ".edit-panel__category + button"];

/// The tools that change the edit itself.
pub(super) fn edit_tools(session: Session, key: EditKey) -> El {
    let app = App::from_context();
    let now = current_edit(session, key);
    on_cleanup(keep_focus);
    // The category is one of the guided steps.
    let has_steps = is_guided(session);
    let actions = el("p")
        .class("actions")
        .child((!has_steps).then(|| category_select(session, key, now)))
        .child(
            button(icon(Icon::Copy))
                .child(app.text(TextId::EditDuplicate))
                .on_click(move || session.dispatch(Command::Duplicate(key))),
        )
        .child(session.is_alone().then(|| same_text_button(session, now)))
        .child(copy_buttons(session, now))
        .child(
            button(icon(Icon::Delete))
                .child(app.text(TextId::EditDeletePlain))
                .on_click(move || super::edit_list::delete_edit(session, key)),
        );
    el("div")
        .class("edit-panel__tools")
        .attr("inert", flag(move || session.read_only.get()))
        .child(constituents(session, key, now))
        .child((!has_steps).then(|| boundaries(session, key, now)))
        .child(actions)
}

/// Looks for the text of the edit elsewhere.
fn same_text_button(session: Session, now: CurrentEdit) -> View {
    let can_be_sought = Memo::new(move |_| {
        let edit = now.get();
        edit.is_some_and(|edit| !sought_texts(session, &edit).is_empty())
    });
    show(can_be_sought.into(), move || {
        let category = now.with_untracked(|edit| {
            edit.as_ref().map_or_else(String::new, |e| category_label(&session.template(), e))
        });
        let words = App::from_context().words();
        let name = words.fill(TextId::SameTextTitle, &[("category", &category)]);
        button(format!("{name} …"))
            .attr("data-testid", "same-text-open")
            .on_click(move || session.seeks_same_text.set(true))
    })
}

/// The buttons that copy the edit to the same words of another text of its side.
fn copy_buttons(session: Session, now: CurrentEdit) -> View {
    let destinations = Memo::new(move |_| {
        let edit = now.get();
        let of = |edit: &Arc<Edit>| session.instance.with_untracked(|i| destinations(i, edit));
        edit.as_ref().map(of).unwrap_or_default()
    });
    dynamic(move || {
        let words = App::from_context().words();
        let copy = |(from, to): (TextName, TextName)| {
            let label = session.text_label(&to);
            button(words.fill(TextId::EditCopyTo, &[("text", &label)]))
                .attr("data-testid", "copy-to")
                .attr("data-text", to.as_str().to_owned())
                .on_click(move || {
                    let edit = now.get_untracked();
                    edit.iter().for_each(|edit| copy_edit(session, edit, &from, &to));
                })
        };
        destinations.get().into_iter().map(copy).collect::<Vec<_>>()
    })
}

/// Copies an edit from one text to another, and tells how that went.
fn copy_edit(session: Session, edit: &Edit, from: &TextName, to: &TextName) {
    let Some((_, category)) = session.category_of(edit) else { return };
    let copied = session.instance.with_untracked(|i| copy_to(i, edit, (from, to), &category));
    let text = session.text_label(to);
    let told = match copied {
        Ok(change) => {
            let instance = session.view.with_untracked(|view| view.instance);
            let changes = vec![InstanceChanges { instance, changes: vec![change] }];
            if let Err(reject) = session.try_dispatch(Command::Apply(changes)) {
                return session.explain(reject);
            }
            say!(EditCopied, text)
        }
        Err(NotCopied::Missing(words)) => say!(EditWordsMissing, text, words),
        Err(NotCopied::Ambiguous(words)) => say!(EditWordsAmbiguous, text, words),
    };
    session.app().tell(NoticeLevel::Info, told, None);
}

/// Keeps the focus on the same tool while the panel is rebuilt, unless a question takes it.
fn keep_focus() {
    let found = |selector: &str| document().query_selector(selector).ok().flatten().is_some();
    let kept = TOOLS.iter().find(|selector| found(&format!("{selector}:focus")));
    if let Some(selector) = kept {
        timing::after(0, move || {
            if !found(":focus") {
                focus(selector);
            }
        });
    }
}

pub(super) fn category_select(session: Session, key: EditKey, now: CurrentEdit) -> El {
    let app = App::from_context();
    let template = session.template();
    let options = move || {
        let category = now.with(|e| e.as_ref().map(|e| e.category.clone())).unwrap_or_default();
        let known = template.typology.find(&category).is_some();
        let stray = (!known)
            .then(|| el("option").attr("value", "").attr("selected", true).child(category.clone()));
        let all = template.typology.iter().map(|(id, c)| {
            let current = c.name == category;
            let possible = current || session.ask(|w| w.can_become(key, id));
            el("option")
                .attr("value", id.index().to_string())
                .attr("selected", current)
                .attr("disabled", !possible)
                .child(c.label.clone())
        });
        stray.into_iter().chain(all).collect::<Vec<_>>()
    };
    let chosen = move |event: Event| {
        let index: Option<usize> = event_target_value(&event).parse().ok();
        let template = session.template();
        if let Some((id, _)) = index.and_then(|index| template.typology.iter().nth(index)) {
            session.dispatch(Command::SetCategory(key, id));
        }
    };
    el("select")
        .class("edit-panel__category")
        .attr("dir", "auto")
        .attr("data-testid", "change-category")
        .attr("aria-label", app.text(TextId::EditChangeCategory))
        .on(ev::change, chosen)
        .child(dynamic(options))
}

/// Every span with buttons that move its edges by a unit.
fn boundaries(session: Session, key: EditKey, now: CurrentEdit) -> View {
    let app = App::from_context();
    let count = Memo::new(move |_| {
        let on = |(name, spans): (&TextName, &[Span])| (name.clone(), spans.len());
        now.with(|e| e.as_ref().map_or_else(Vec::new, |e| e.spans.iter().map(on).collect()))
    });
    let takes_more = flag(move || {
        let category = now.get().and_then(|e| session.category_of(&e));
        matches!(category, Some((_, c)) if matches!(c.shape, CategoryShape::Spans { count: SpanCount::Many, .. }))
    });
    let addresses = move || {
        let of = |(text, n): (TextName, usize)| {
            (0..n).map(move |index| SpanAddress { edit: key, text: text.clone(), index })
        };
        count.get().into_iter().flat_map(of).collect::<Vec<_>>()
    };
    show(flag(move || count.with(|count| !count.is_empty())), move || {
        let rows = for_each(
            addresses,
            |address| (fingerprint(address.text.as_str().as_bytes()), address.index as u64),
            move |address| boundary_row(session, address, now),
        );
        let roles = now.with_untracked(|edit| {
            let category = edit.as_ref().and_then(|edit| session.category_of(edit));
            category.map_or_else(Vec::new, |(_, category)| category.roles)
        });
        let add = move || {
            if roles.is_empty() {
                return extend(session, key, "add-span", TextId::EditAddSpan);
            }
            let buttons = roles.iter().map(|role| role_button(session, key, role));
            el("p").class("actions").child(buttons.collect::<Vec<_>>())
        };
        el("details")
            .class("boundaries")
            .child(el("summary").child(app.text(TextId::EditBoundaries)))
            .child(el("ul").child(rows))
            .child(show(takes_more, add))
    })
}

/// A button after which selections go into the edit.
pub(super) fn extend(session: Session, key: EditKey, testid: &'static str, name: TextId) -> El {
    button(App::from_context().text(name))
        .attr("data-testid", testid)
        .on_click(move || session.dispatch(Command::Extend(key)))
}

/// A span with buttons that move its edges, and one that takes it out.
pub(super) fn boundary_row(session: Session, address: SpanAddress, now: CurrentEdit) -> El {
    let app = App::from_context();
    let at = address.clone();
    let words = text(move || {
        let span = now.with(|e| e.as_ref()?.spans.on(&at.text).get(at.index).copied());
        session.instance.with(|instance| {
            let (Some(span), Some(text)) = (span, instance.texts.get(&at.text)) else {
                return String::new();
            };
            let shown = if span.is_empty() {
                point_text(session, &text.text, span.start(), &app.words())
            } else {
                format!("“{}”", session.read(&text.text, span))
            };
            let role = now.with(|e| role_of_span(session, e.as_ref()?, &at.text, at.index));
            with_role(role.as_ref(), &shown, &app.words())
        })
    });
    let tool = move |name: TextId, picture: Icon, command: Command| {
        icon_button(picture, app.text(name))
            .attr("title", app.text(name))
            .on_click(move || session.dispatch(command.clone()))
    };
    let of = address.clone();
    let step = move |name: TextId, picture: Icon, edge: SpanEdge, direction: StepDirection| {
        tool(name, picture, Command::StepEdge(of.clone(), edge, direction))
    };
    let buttons = el("span")
        .class("boundary__buttons")
        .attr("role", "group")
        .attr("aria-label", words)
        .child(step(
            TextId::EditStartEarlier,
            Icon::StartEarlier,
            SpanEdge::Start,
            StepDirection::Backward,
        ))
        .child(step(
            TextId::EditStartLater,
            Icon::StartLater,
            SpanEdge::Start,
            StepDirection::Forward,
        ))
        .child(step(
            TextId::EditEndEarlier,
            Icon::EndEarlier,
            SpanEdge::End,
            StepDirection::Backward,
        ))
        .child(step(TextId::EditEndLater, Icon::EndLater, SpanEdge::End, StepDirection::Forward))
        .child(tool(TextId::EditRemoveSpan, Icon::Close, Command::RemoveSpan(address)));
    el("li").class("boundary").child(el("span").attr("dir", "auto").child(words)).child(buttons)
}

/// The constituents of a composite.
fn constituents(session: Session, key: EditKey, now: CurrentEdit) -> View {
    let app = App::from_context();
    let count = Memo::new(move |_| now.with(|e| e.as_ref().map_or(0, |e| e.constituents.len())));
    show(flag(move || count.get() > 0), move || {
        let places = move || (0..count.get()).collect();
        let chips = for_each(
            places,
            |at| (*at as u64, 0),
            move |at| constituent_chip(session, key, now, at),
        );
        let take_apart = button(app.text(TextId::EditTakeApart))
            .attr("data-testid", "take-apart")
            .on_click(move || session.dispatch(Command::TakeApart(key)));
        let add = extend(session, key, "add-member", TextId::EditAddMember);
        vec![
            el("h3").child(app.text(TextId::EditMadeOf)),
            el("ul").class("chips").child(chips),
            el("p").class("actions").child(add).child(take_apart),
        ]
    })
}

fn constituent_chip(session: Session, composite: EditKey, now: CurrentEdit, at: usize) -> El {
    let app = App::from_context();
    let constituent = move |edit: &Option<Arc<Edit>>| edit.as_ref()?.constituents.get(at).cloned();
    let name = text(move || {
        let named = |m: Arc<Edit>| {
            format!("{} {}", category_label(&session.template(), &m), spans_text(session, &m))
        };
        now.with(constituent).map(named).unwrap_or_default()
    });
    let take_out =
        text(move || app.words().fill(TextId::EditRemoveMember, &[("name", &name.get())]));
    chip(el("span").attr("dir", "auto").child(name), take_out, move || {
        if let Some(constituent) = now.with_untracked(constituent).map(|m| m.key) {
            session.dispatch(Command::RemoveConstituent { composite, constituent });
        }
    })
}
