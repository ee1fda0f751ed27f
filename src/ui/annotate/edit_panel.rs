//! The open edit: its spans, its category, what it is made of, and its questions.

use std::sync::Arc;

use leptos::prelude::*;

use super::list::{label, spans_text};
use super::marks;
use super::questions::{Questions, focus_first_open};
use crate::domain::document::{Edit, EditKey};
use crate::domain::typology::{Shape, Side, SpanCount};
use crate::domain::wording::Key;
use crate::domain::workspace::{Activity, Command, Direction, Edge, SpanAddress};
use crate::platform::timing;
use crate::state::{App, Session};
use crate::ui::dynamic::{When, dynamic, flag, text};
use crate::ui::widgets::{Icon, icon};

/// What is shown beside the texts about the edit that is open.
#[component]
pub(super) fn EditPanel(session: Session) -> impl IntoView {
    let app = App::from_context();
    // The panel is built anew for another edit or category, and stays while answers and spans change.
    let open = Memo::new(move |_| session.selected().map(|e| (e.key, e.category.clone())));
    Effect::new(move |before: Option<Option<EditKey>>| {
        let key = open.get().map(|(key, _)| key);
        if key.is_some() && before.is_some() && before.flatten() != key {
            timing::after(0, focus_first_open);
        }
        key
    });
    dynamic(move || match open.get() {
        Some((key, _)) => view! { <OpenEdit session key/> }.into_any(),
        None => {
            let idle = session.view.with(|v| v.activity == Activity::Idle);
            idle.then(|| view! { <p class="hint">{app.text(Key::NothingChosen)}</p> }).into_any()
        }
    })
}

#[component]
fn OpenEdit(session: Session, key: EditKey) -> impl IntoView {
    let app = App::from_context();
    let edit = session.instance.with_untracked(|i| i.edit(key).cloned())?;
    let found = session.category_of(&edit);
    let template = session.template();
    let disable = template.settings.disable;
    let title = label(&template, &edit);
    let tint = marks::color(found.as_ref().map(|(id, _)| id.index()), false);
    let now = Memo::new_with_compare(
        move |_| session.instance.with(|i| i.edit(key).cloned()),
        |a, b| match (a, b) {
            (Some(Some(a)), Some(Some(b))) => !Arc::ptr_eq(a, b),
            _ => true,
        },
    );
    let spans = text(move || now.get().map(|e| spans_text(session, &e)).unwrap_or_default());
    let questions = match found {
        None => {
            let text = app.words().fill(Key::UnknownCategory, &[("name", &edit.category)]);
            view! { <p class="hint">{text}</p> }.into_any()
        }
        Some(_) if disable.annotation => ().into_any(),
        Some((_, category)) => view! { <Questions session edit=key category/> }.into_any(),
    };
    Some(view! {
        <section class="edit-panel" aria-labelledby="edit-panel-heading" style:--tint=tint>
            <header class="edit-panel__header">
                <h2 id="edit-panel-heading">
                    {title} " " <span class="edit-panel__text" dir="auto">{spans}</span>
                </h2>
            </header>
            <Extending session key/>
            <div inert=session.read_only>{questions}</div>
            {(!disable.selection)
                .then(|| {
                    view! {
                        <div class="edit-panel__tools" inert=session.read_only>
                            <Members session key now/>
                            <Boundaries session key now/>
                            <p class="actions">
                                <CategorySelect session key now/>
                                <button
                                    type="button"
                                    class="button"
                                    on:click=move |_| session.dispatch(Command::Duplicate(key))
                                >
                                    {icon(Icon::Copy)}
                                    {app.text(Key::DuplicateEdit)}
                                </button>
                                <button
                                    type="button"
                                    class="button"
                                    on:click=move |_| session.dispatch(Command::Delete(key))
                                >
                                    {icon(Icon::Delete)}
                                    {app.text(Key::DeletePlain)}
                                </button>
                            </p>
                        </div>
                    }
                })}
        </section>
    })
}

/// Says that what is selected goes into this edit, and ends that.
#[component]
fn Extending(session: Session, key: EditKey) -> impl IntoView {
    let app = App::from_context();
    let on = Memo::new(move |_| session.view.with(|v| v.activity == Activity::Extending(key)));
    view! {
        <When is=on.into()>
            <div class="draft" data-testid="extending">
                <p class="draft__hint" role="status">
                    {app.text(Key::Extending)}
                </p>
                <button
                    type="button"
                    class="button button--main"
                    data-testid="finish-edit"
                    on:click=move |_| session.dispatch(Command::Finish)
                >
                    {app.text(Key::ExtendDone)}
                </button>
            </div>
        </When>
    }
}

#[component]
fn CategorySelect(session: Session, key: EditKey, now: Memo<Option<Arc<Edit>>>) -> impl IntoView {
    let app = App::from_context();
    let template = session.template();
    let options = dynamic(move || {
        let category = now.with(|e| e.as_ref().map(|e| e.category.clone())).unwrap_or_default();
        let known = template.typology.find(&category).is_some();
        let stray = (!known).then(|| {
            view! {
                <option value="" selected>
                    {category.clone()}
                </option>
            }
        });
        let all = template.typology.iter().map(|(id, c)| {
            let current = c.name == category;
            let possible = current || session.ask(|w| w.can_become(key, id));
            view! {
                <option value=id.index().to_string() selected=current disabled=!possible>
                    {c.label.clone()}
                </option>
            }
        });
        (stray, all.collect_view())
    });
    let chosen = move |event| {
        let index: Option<usize> = event_target_value(&event).parse().ok();
        let template = session.template();
        if let Some((id, _)) = index.and_then(|index| template.typology.iter().nth(index)) {
            session.dispatch(Command::SetCategory(key, id));
        }
    };
    view! {
        <select
            class="edit-panel__category"
            data-testid="change-category"
            aria-label=app.text(Key::ChangeCategory)
            on:change=chosen
        >
            {options}
        </select>
    }
}

/// Every span with buttons that move its edges by a unit.
#[component]
fn Boundaries(session: Session, key: EditKey, now: Memo<Option<Arc<Edit>>>) -> impl IntoView {
    let app = App::from_context();
    let count = Memo::new(move |_| {
        now.with(|e| e.as_ref().map_or((0, 0), |e| (e.spans.source.len(), e.spans.target.len())))
    });
    let takes_more = flag(move || {
        let category = now.get().and_then(|e| session.category_of(&e));
        matches!(category, Some((_, c)) if matches!(c.shape, Shape::Spans { count: SpanCount::Many, .. }))
    });
    let rows = move || {
        let (source, target) = count.get();
        let of = |side, n| (0..n).map(move |index| SpanAddress { edit: key, side, index });
        let all = of(Side::Source, source).chain(of(Side::Target, target));
        all.map(|address| view! { <BoundaryRow session address now/> }).collect_view()
    };
    view! {
        <When is=flag(move || count.get() != (0, 0))>
            <details class="boundaries">
                <summary>{app.text(Key::Boundaries)}</summary>
                <ul>{dynamic(rows)}</ul>
                <When is=takes_more>
                    <button
                        type="button"
                        class="button"
                        data-testid="add-span"
                        on:click=move |_| session.dispatch(Command::Extend(key))
                    >
                        {app.text(Key::AddSpan)}
                    </button>
                </When>
            </details>
        </When>
    }
}

#[component]
fn BoundaryRow(
    session: Session,
    address: SpanAddress,
    now: Memo<Option<Arc<Edit>>>,
) -> impl IntoView {
    let app = App::from_context();
    let words = text(move || {
        let span = now.with(|e| e.as_ref()?.spans.on(address.side).get(address.index).copied());
        let text =
            span.map(|span| session.instance.with(|i| session.read(i.text(address.side), span)));
        match text {
            Some(text) if !text.is_empty() => format!("“{text}”"),
            _ => app.text(Key::InsertionPoint),
        }
    });
    let step = move |name: Key, picture: Icon, edge: Edge, direction: Direction| {
        view! {
            <button
                type="button"
                class="button button--quiet"
                aria-label=app.text(name)
                title=app.text(name)
                on:click=move |_| session.dispatch(Command::StepEdge(address, edge, direction))
            >
                {icon(picture)}
            </button>
        }
    };
    view! {
        <li class="boundary">
            <span dir="auto">{words}</span>
            <span class="boundary__buttons" role="group" aria-label=words>
                {step(Key::StartEarlier, Icon::StartEarlier, Edge::Start, Direction::Backward)}
                {step(Key::StartLater, Icon::StartLater, Edge::Start, Direction::Forward)}
                {step(Key::EndEarlier, Icon::EndEarlier, Edge::End, Direction::Backward)}
                {step(Key::EndLater, Icon::EndLater, Edge::End, Direction::Forward)}
                <button
                    type="button"
                    class="button button--quiet"
                    aria-label=app.text(Key::RemoveSpan)
                    title=app.text(Key::RemoveSpan)
                    on:click=move |_| session.dispatch(Command::RemoveSpan(address))
                >
                    {icon(Icon::Close)}
                </button>
            </span>
        </li>
    }
}

/// What a composite is made of.
#[component]
fn Members(session: Session, key: EditKey, now: Memo<Option<Arc<Edit>>>) -> impl IntoView {
    let app = App::from_context();
    let members = move || now.get().map(|e| e.constituents.clone()).unwrap_or_default();
    let template = session.template();
    let row = move |member: Arc<Edit>| {
        let name = format!("{} {}", label(&template, &member), spans_text(session, &member));
        let take_out = app.words().fill(Key::RemoveMember, &[("name", &name)]);
        let member = member.key;
        view! {
            <li class="chip">
                <span dir="auto">{name}</span>
                <button
                    type="button"
                    class="button button--quiet"
                    aria-label=take_out
                    on:click=move |_| {
                        session.dispatch(Command::RemoveMember { composite: key, member });
                    }
                >
                    {icon(Icon::Close)}
                </button>
            </li>
        }
    };
    view! {
        <When is=flag(move || !members().is_empty())>
            <h3>{app.text(Key::MadeOf)}</h3>
            <ul class="chips">
                {
                    let row = row.clone();
                    dynamic(move || members().into_iter().map(&row).collect_view())
                }
            </ul>
            <p class="actions">
                <button
                    type="button"
                    class="button"
                    data-testid="add-member"
                    on:click=move |_| session.dispatch(Command::Extend(key))
                >
                    {app.text(Key::AddMember)}
                </button>
                <button
                    type="button"
                    class="button"
                    data-testid="take-apart"
                    on:click=move |_| session.dispatch(Command::TakeApart(key))
                >
                    {app.text(Key::TakeApart)}
                </button>
            </p>
        </When>
    }
}
