//! The draft edit: its spans and constituents so far, and its missing parts.

use leptos::prelude::*;

use super::chip::chip;
use super::guided_steps::{draft_steps, is_guided};
use super::hotkeys::kbd;
use super::lazy_extras::{lazy_all_done, lazy_draft_panel, lazy_plain_text_hint};
use crate::app::{App, Session, draft_prompt};
use crate::ui::edit_text::{category_label, spans_text, with_role};
use crate::ui::text_view::category_color;
use crate::ui::view::{El, View, dynamic, el, flag, for_each, show, text};
use crate::ui::widgets::button;
use spanwise_annotation::document::{
    AssignedRoles, Draft, EditKey, MissingInDraft, TextName, Texts,
};
use spanwise_annotation::fingerprint::fingerprint;
use spanwise_annotation::workspace::{AnnotatorActivity, Command};
use spanwise_i18n::{TextId, say};
use spanwise_template::{CategoryId, Side, SpanRole};
use spanwise_text::Span;

/// The panel of the draft edit. Its height is reserved without one, so that nothing moves when it comes and goes.
pub(in crate::ui) fn draft_place(session: Session) -> El {
    let app = App::from_context();
    let disabled = session.template().settings.disable.selection;
    let is_free = move || {
        !session.is_plain.get()
            && !session.read_only.get()
            && session.view.with(|v| v.activity == AnnotatorActivity::Idle)
    };
    let is_finished = move || session.progress.with(|progress| progress.is_finished());
    let all_done = flag(move || is_free() && is_finished());
    let idle = flag(move || is_free() && !is_finished() && !disabled);
    let has_roles = session.template().typology.categories().iter().any(|c| !c.roles.is_empty());
    let is_high = has_roles || is_guided(session);
    el("div")
        .class("draft-place")
        .class(("draft-place--high", is_high))
        .child(show(idle, move || el("p").class("hint").child(app.text(TextId::DraftIdle))))
        .child(show(all_done, move || lazy_all_done(session)))
        .child(show(session.is_plain.into(), move || lazy_plain_text_hint(session)))
        .child(lazy_draft_panel(session))
}

/// The draft edit, while there is one.
pub(super) fn draft_panel(session: Session) -> View {
    let draft = Memo::new(move |_| {
        session.view.with(|v| match &v.activity {
            AnnotatorActivity::Drafting(draft) => Some(draft.clone()),
            AnnotatorActivity::Idle
            | AnnotatorActivity::Selected { .. }
            | AnnotatorActivity::Extending { .. } => None,
        })
    });
    let category = Memo::new(move |_| draft.with(|d| d.as_ref().map(|d| d.category)));
    // Made anew for another category only: the hint is announced when it changes in its place.
    dynamic(move || category.get().and_then(|id| draft_view(session, id, draft)))
}

fn draft_view(session: Session, id: CategoryId, draft: Memo<Option<Draft>>) -> Option<El> {
    let app = App::from_context();
    let category = session.ask(|w| w.category(id).cloned())?;
    let of_draft = StoredValue::new(category.clone());
    let missing = Memo::new(move |_| {
        draft.with(|d| {
            let texts = |d: &Draft| {
                session.instance.with_untracked(|i| of_draft.with_value(|c| d.missing(c, &i.texts)))
            };
            d.as_ref().and_then(texts)
        })
    });
    let next_role = Memo::new(move |_| {
        draft.track();
        session.ask(|workspace| workspace.next_role().cloned())
    });
    let missing_role = text(move || {
        let required = |d: &Draft| {
            let missing = |roles: &[SpanRole], texts: &Texts| {
                let assigned = AssignedRoles::of(&d.spans, roles, texts);
                assigned.missing().find(|role| role.required).map(|role| role.name.clone())
            };
            session
                .instance
                .with_untracked(|i| of_draft.with_value(|c| missing(&c.roles, &i.texts)))
        };
        draft.with(|d| d.as_ref().and_then(required)).unwrap_or_default()
    });
    let has_roles = !category.roles.is_empty();
    let is_guided = is_guided(session);
    let guided = is_guided.then(|| draft_steps(session, &category, draft, missing));
    let (progress, steps) = guided.unzip();
    let hint = el("p")
        .class("draft__hint")
        .attr("role", "status")
        .child(progress.map(|progress| View::Many(vec![progress.into(), " ".into()])))
        .child(el("strong").attr("dir", "auto").child(category.label))
        .child(": ")
        .child(text(move || {
            let role = next_role.get();
            let next = match (missing.get(), &role) {
                (Some(missing), _) => draft_prompt(missing, role.as_ref()),
                // Buttons of its own say whether the step can be skipped.
                (None, Some(role)) if is_guided => say!(DraftSelectRole, role = role.label.clone()),
                (None, Some(role)) => say!(DraftSelectRoleOrFinish, role = role.label.clone()),
                (None, None) => TextId::DraftSelectMore.into(),
            };
            app.words().say(&next)
        }));
    let finish = action("finish-edit", TextId::ButtonsSaveLabel, "Enter")
        .class("button button--main")
        .attr("disabled", flag(move || missing.with(Option::is_some)))
        .on_click(move || session.dispatch(Command::Finish));
    let cancel = action("cancel-edit", TextId::ButtonsCancelLabel, "Esc")
        .on_click(move || session.dispatch(Command::Escape));
    let section = el("section")
        .class("draft")
        .attr("data-testid", "draft")
        .attr("data-category", category.name)
        .attr("data-missing", text(move || missing_name(missing.get()).to_owned()))
        .attr("data-missing-role", has_roles.then_some(missing_role))
        .style(("--tint", category_color(Some(id.index()))))
        .child(hint)
        .child(chips(session, draft))
        .child(steps.unwrap_or_else(|| vec![finish]))
        .child(cancel);
    Some(section)
}

/// A button labelled with the key that does the same.
fn action(testid: &'static str, name: TextId, key: &str) -> El {
    let app = App::from_context();
    button(app.text(name)).attr("data-testid", testid).child(kbd(key.to_owned()))
}

fn missing_name(missing: Option<MissingInDraft>) -> &'static str {
    match missing {
        Some(
            MissingInDraft::Span(side) | MissingInDraft::Point(side) | MissingInDraft::Role(side),
        ) => match side {
            Side::Source => "source",
            Side::Target => "target",
        },
        Some(MissingInDraft::Edits) => "edits",
        None => "",
    }
}

/// The spans and edits chosen so far.
fn chips(session: Session, draft: Memo<Option<Draft>>) -> El {
    let places = move || {
        let spans = draft.with(|d| d.as_ref().map(|d| d.spans.clone())).unwrap_or_default();
        let of = |(name, spans): (&TextName, &[Span])| {
            let name = name.clone();
            (0..spans.len()).map(move |index| (name.clone(), index)).collect::<Vec<_>>()
        };
        spans.iter().flat_map(of).collect::<Vec<_>>()
    };
    let constituents = move || {
        let constituents =
            draft.with(|d| d.as_ref().map(|d| d.constituents.clone())).unwrap_or_default();
        constituents
            .into_iter()
            .filter_map(|key| constituent_chip(session, key))
            .collect::<Vec<_>>()
    };
    el("ul")
        .class("chips")
        .child(for_each(
            places,
            |(text, index)| (fingerprint(text.as_str().as_bytes()), *index as u64),
            move |(text, index)| span_chip(session, draft, text, index),
        ))
        .child(dynamic(constituents))
}

fn span_chip(session: Session, draft: Memo<Option<Draft>>, on: TextName, index: usize) -> El {
    let app = App::from_context();
    let name = on.clone();
    let shown = text(move || {
        let span = draft.with(|d| d.as_ref()?.spans.on(&name).get(index).copied());
        span.map(|span| session.read_in(&name, span)).unwrap_or_default()
    });
    let name = text(move || app.words().fill(TextId::DraftRemoveSpan, &[("text", &shown.get())]));
    let at = on.clone();
    let role =
        Memo::new(move |_| draft.with(|draft| role_in_draft(session, draft.as_ref()?, &at, index)));
    let remove = move || session.dispatch(Command::DropDraftSpan(on.clone(), index));
    let content = dynamic(move || match role.get() {
        Some(role) => {
            let words = format!("“{}”", shown.get());
            let words = with_role(Some(&role), &words, &app.words());
            el("span").attr("data-span-role", role.name).child(words)
        }
        None => el("q").child(shown),
    });
    chip(el("span").child(content), name, remove)
}

/// The role of a span of a draft.
fn role_in_draft(
    session: Session,
    draft: &Draft,
    text: &TextName,
    index: usize,
) -> Option<SpanRole> {
    let roles = session.ask(|w| w.category(draft.category).map(|c| c.roles.clone()))?;
    session.instance.with_untracked(|instance| {
        AssignedRoles::of(&draft.spans, &roles, &instance.texts).role(text, index).cloned()
    })
}

fn constituent_chip(session: Session, key: EditKey) -> Option<El> {
    let edit = session.instance.with_untracked(|i| i.edit(key).cloned())?;
    let label = category_label(&session.template(), &edit);
    let text = spans_text(session, &edit);
    Some(el("li").class("chip").child(label).child(" ").child(el("span").child(text)))
}
