//! Choosing a category, before or after selecting, and the edit in the making.

use leptos::prelude::*;

use super::marks;
use crate::domain::document::{Draft, Missing};
use crate::domain::typology::{Category, CategoryId, Shape, Side, SpanCount};
use crate::domain::wording::Key;
use crate::domain::workspace::{Activity, Command};
use crate::state::{App, Session};
use crate::ui::dynamic::{dynamic, flag, text};
use crate::ui::widgets::{Icon, icon};

/// The key that chooses a category: the template's, or its number.
pub(super) fn hotkey(id: CategoryId, category: &Category) -> Option<String> {
    let number = id.index() + 1;
    category.hotkey.map(String::from).or_else(|| (number < 10).then(|| number.to_string()))
}

/// A button that chooses a category.
#[component]
pub(super) fn CategoryButton(
    session: Session,
    id: CategoryId,
    category: Category,
) -> impl IntoView {
    let pressed = move || {
        session.view.with(|v| matches!(&v.activity, Activity::Drafting(d) if d.category == id))
    };
    let hint = category.description.clone();
    view! {
        <button
            type="button"
            class="category"
            data-testid="category"
            data-category=category.name.clone()
            aria-pressed=text(move || pressed().to_string())
            title=hint
            style:--tint=marks::color(Some(id.index()), false)
            on:click=move |_| {
                let command = if pressed() { Command::Escape } else { Command::ChooseCategory(id) };
                session.dispatch(command);
            }
        >
            <span class=format!("category__swatch swatch--{}", id.index() % 4) aria-hidden="true"></span>
            <span class="category__label">{category.label.clone()}</span>
            {hotkey(id, &category).map(|key| view! { <kbd aria-hidden="true">{key}</kbd> })}
        </button>
    }
}

/// All categories, to choose one first.
#[component]
pub(super) fn CategoryBar(session: Session) -> impl IntoView {
    let app = App::from_context();
    let template = session.template();
    let buttons = template
        .typology
        .iter()
        .map(|(id, category)| view! { <CategoryButton session id category=category.clone()/> })
        .collect_view();
    let disabled = template.settings.disable.selection;
    view! {
        <div
            class="categories"
            role="group"
            aria-label=app.text(Key::Categories)
            class:categories--disabled=disabled
            inert=flag(move || disabled || session.read_only.get())
        >
            {buttons}
        </div>
    }
}

/// The categories that fit what is selected.
#[component]
pub(super) fn CategoryMenu(session: Session) -> impl IntoView {
    let app = App::from_context();
    let side = Memo::new(move |_| {
        session.view.with(|v| match v.activity {
            Activity::Selected { side, .. } => Some(side),
            _ => None,
        })
    });
    let buttons = move |side: Side| {
        let template = session.template();
        let fitting = session.ask(|w| w.fitting(side));
        template
            .typology
            .iter()
            .filter(|(id, _)| fitting.contains(id))
            .map(|(id, category)| view! { <CategoryButton session id category=category.clone()/> })
            .collect_view()
    };
    dynamic(move || {
        side.get().map(|side| {
            view! {
                <div
                    class="category-menu"
                    data-testid="category-menu"
                    role="group"
                    aria-label=app.text(Key::ChooseCategory)
                >
                    <p class="category-menu__title">
                        {app.text(Key::ChooseCategory)} " " <q>{text(move || selected_text(session))}</q>
                    </p>
                    <div class="category-menu__buttons">{buttons(side)}</div>
                </div>
            }
        })
    })
}

fn selected_text(session: Session) -> String {
    session.view.track();
    let preview = session.ask(|w| w.preview());
    preview.map_or_else(String::new, |(side, span)| {
        session.instance.with(|i| session.read(i.text(side), span))
    })
}

/// The edit in the making: what it has, and what is still missing.
#[component]
pub(super) fn DraftPanel(session: Session) -> impl IntoView {
    let draft = Memo::new(move |_| {
        session.view.with(|v| match &v.activity {
            Activity::Drafting(draft) => Some(draft.clone()),
            _ => None,
        })
    });
    dynamic(move || draft.get().map(|draft| view! { <DraftView session draft/> }))
}

#[component]
fn DraftView(session: Session, draft: Draft) -> impl IntoView {
    let app = App::from_context();
    let category = session.ask(|w| w.category(draft.category).cloned())?;
    let missing = draft.missing(category.shape);
    let missing_name = match missing {
        Some(Missing::Span(Side::Source)) => "source",
        Some(Missing::Span(Side::Target)) => "target",
        Some(Missing::Edits) => "edits",
        None => "",
    };
    let words = app.words();
    let is_point = matches!(category.shape, Shape::Spans { count: SpanCount::Point, .. });
    let hint = match missing {
        Some(Missing::Span(_)) if is_point => words.get(Key::PickPoint).to_owned(),
        Some(Missing::Span(side)) => {
            let name = match side {
                Side::Source => words.get(Key::SourceLabel),
                Side::Target => words.get(Key::TargetLabel),
            };
            words.fill(Key::SelectInSource, &[("side", name)])
        }
        Some(Missing::Edits) => words.get(Key::SelectEdits).to_owned(),
        None => words.get(Key::SelectMore).to_owned(),
    };
    let spans = Side::ALL.into_iter().flat_map(|side| {
        let spans: Vec<_> = draft.spans.on(side).to_vec();
        spans.into_iter().enumerate().map(move |(index, span)| {
            let text = session.instance.with_untracked(|i| session.read(i.text(side), span));
            let name = app.words().fill(Key::DraftRemoveSpan, &[("text", &text)]);
            view! {
                <li class="chip">
                    <q>{text}</q>
                    <button
                        type="button"
                        class="button button--quiet"
                        aria-label=name
                        on:click=move |_| session.dispatch(Command::DropDraftSpan(side, index))
                    >
                        {icon(Icon::Close)}
                    </button>
                </li>
            }
        })
    });
    let members = draft.members.iter().filter_map(|key| {
        let edit = session.instance.with_untracked(|i| i.edit(*key).cloned())?;
        let label = session.category_of(&edit).map_or(edit.category.clone(), |(_, c)| c.label);
        let text = super::list::spans_text(session, &edit);
        Some(view! { <li class="chip">{label} " " <span>{text}</span></li> })
    });
    Some(view! {
        <section
            class="draft"
            data-testid="draft"
            data-category=category.name.clone()
            data-missing=missing_name
            style:--tint=marks::color(Some(draft.category.index()), false)
        >
            <p class="draft__hint" role="status">
                <strong>{category.label.clone()}</strong>
                ": "
                {hint}
            </p>
            <ul class="chips">{spans.collect_view()} {members.collect_view()}</ul>
            <p class="actions">
                <button
                    type="button"
                    class="button button--main"
                    data-testid="finish-edit"
                    disabled=missing.is_some()
                    on:click=move |_| session.dispatch(Command::Finish)
                >
                    {app.text(Key::FinishEdit)}
                    <kbd aria-hidden="true">"Enter"</kbd>
                </button>
                <button
                    type="button"
                    class="button"
                    data-testid="cancel-edit"
                    on:click=move |_| session.dispatch(Command::Escape)
                >
                    {app.text(Key::Cancel)}
                    <kbd aria-hidden="true">"Esc"</kbd>
                </button>
            </p>
        </section>
    })
}
