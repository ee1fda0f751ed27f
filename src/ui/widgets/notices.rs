//! Messages to the person, also read aloud.

use leptos::prelude::*;

use super::{Icon, icon};
use crate::domain::wording::Key;
use crate::state::{App, Level, Notice};

/// All notices, oldest first.
#[component]
pub(crate) fn Notices() -> impl IntoView {
    let app = App::from_context();
    // Both regions are always in the page, so that what is put into them is announced.
    let of = move |urgent: bool| {
        move || {
            let wanted = |n: &Notice| (n.level == Level::Error) == urgent;
            app.notices.get().into_iter().filter(wanted).collect::<Vec<_>>()
        }
    };
    view! {
        <div class="notices">
            <div role="alert">
                <For each=of(true) key=|n| n.id let:notice>
                    <NoticeView notice/>
                </For>
            </div>
            <div role="status">
                <For each=of(false) key=|n| n.id let:notice>
                    <NoticeView notice/>
                </For>
            </div>
        </div>
    }
}

#[component]
fn NoticeView(notice: Notice) -> impl IntoView {
    let app = App::from_context();
    let Notice { id, level, text, action } = notice;
    view! {
        <div
            class=format!("notice notice--{}", level.name())
            data-testid="notice"
            data-level=level.name()
        >
            <p>{text}</p>
            {action
                .map(|action| {
                    view! {
                        <button
                            type="button"
                            class="button"
                            on:click=move |_| {
                                (action.run)();
                                app.dismiss(id);
                            }
                        >
                            {app.text(action.label)}
                        </button>
                    }
                })}
            <button
                type="button"
                class="button button--quiet"
                aria-label=app.text(Key::Dismiss)
                on:click=move |_| app.dismiss(id)
            >
                {icon(Icon::Close)}
            </button>
        </div>
    }
}
