//! The contents of the menu of the bar: downloads, problems, keys, preferences.

use leptos::ev;
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::dialog_signals::DialogSignals;
use super::mark_tools::toggle_eraser;
use crate::app::export::ExportFormat;
use crate::app::lazy::lazily_loaded;
use crate::app::{
    App, ConnectorVisibility, NoticeLevel, Preferences, Session, figures, language_model,
};
use crate::ui::view::{El, View, el, flag, show, text};
use crate::ui::widgets::{DropdownElement, Icon, button, icon, language_choice};
use spanwise_annotation::workspace::Command;
use spanwise_browser::styles;
use spanwise_i18n::TextId;
use spanwise_template::{CategoryShape, Side};

pub(super) static STYLE: &str = include_str!("../../../style/menu.css");

/// The contents of the menu.
pub(super) fn menu_panel(session: Session, menu: DropdownElement, dialogs: DialogSignals) -> El {
    styles::adopt(STYLE);
    let app = App::from_context();
    let disable = session.template().settings.disable;
    let problems_item = move || {
        menu_item(menu, icon(Icon::Warning), move || dialogs.problems.set(true))
            .attr("data-testid", "problems")
            .child(text(move || app.say(&session.problems_counted())))
    };
    let changes_edits = !disable.selection && !session.is_reader();
    let is_alone = session.is_alone();
    let clear = move || session.dispatch(Command::Clear);
    let has_edits = Memo::new(move |_| session.instance.with(|i| !i.edits.is_empty()));
    el("div")
        .class("dropdown__panel menu__panel")
        .child((!disable.download && !session.is_reader()).then(|| downloads(session, menu)))
        .child(session.has_training().then(|| {
            menu_item(menu, app.text(TextId::TemplateTraining), move || session.open_training())
                .attr("data-testid", "training")
        }))
        .child(show(flag(move || session.has_problems()), problems_item))
        .child(
            menu_item(menu, app.text(TextId::BarKeys), move || dialogs.keys.set(true))
                .child(el("kbd").attr("aria-hidden", "true").child("?")),
        )
        .child(
            menu_item(menu, app.text(TextId::BarPlainText), move || {
                session.is_plain.update(|is_plain| *is_plain = !*is_plain);
            })
            .attr("data-testid", "plain-text")
            .attr("aria-pressed", text(move || session.is_plain.get().to_string())),
        )
        .child(session.has_tokenizer().then(|| {
            menu_item(menu, app.text(TextId::TokenizerShow), move || {
                session.shows_tokens.update(|shows| *shows = !*shows);
            })
            .attr("data-testid", "show-tokens")
            .attr("aria-pressed", text(move || session.shows_tokens.get().to_string()))
        }))
        .child(show(flag(move || changes_edits && has_edits.get()), move || {
            let eraser = is_alone.then(|| eraser_item(session, menu));
            let clear = menu_item(menu, app.text(TextId::StatusClear), clear);
            View::Many(vec![eraser.into(), clear.into()])
        }))
        .child((is_alone && !session.is_reader()).then(|| {
            menu_item(menu, app.text(TextId::ReplayTitle), move || session.replays.set(true))
                .attr("data-testid", "open-replay")
                .child(el("kbd").attr("aria-hidden", "true").child("<"))
        }))
        .child(reading(session))
}

fn eraser_item(session: Session, menu: DropdownElement) -> El {
    let name = App::from_context().text(TextId::EraserName);
    menu_item(menu, name, move || toggle_eraser(session))
        .attr("data-testid", "eraser-toggle")
        .attr("aria-pressed", text(move || session.is_erasing.get().to_string()))
        .child(el("kbd").attr("aria-hidden", "true").child("-"))
}

/// An item that closes the menu and does something.
fn menu_item(menu: DropdownElement, content: impl Into<View>, run: impl Fn() + 'static) -> El {
    button(content).class("menu__item").on_click(move || {
        menu.close();
        run();
    })
}

/// The downloads besides the usual one.
pub(super) fn downloads(session: Session, menu: DropdownElement) -> Vec<El> {
    let app = App::from_context();
    let item = |testid: &'static str, name: TextId, hint: TextId, run: fn(Session, App)| {
        let content =
            el("span").child(app.text(name)).child(el("small").class("hint").child(app.text(hint)));
        menu_item(menu, content, move || run(session, app)).attr("data-testid", testid)
    };
    let mut items = vec![
        item(
            "download-python",
            TextId::BarDownloadPython,
            TextId::BarDownloadPythonHint,
            |session, app| session.export(app, ExportFormat::Python),
        ),
        item(
            "download-bundle",
            TextId::BarDownloadBundle,
            TextId::BarDownloadBundleHint,
            |session, app| session.export(app, ExportFormat::Bundle),
        ),
    ];
    let other = el("span").child(app.text(TextId::SaveAsTitle));
    let open = move || session.saves_as.set(true);
    items.push(menu_item(menu, other, open).attr("data-testid", "save-as"));
    let figures = el("span").child(app.text(TextId::FiguresTitle));
    let open = move || open_with(session, |pages| pages.figures);
    items.push(menu_item(menu, figures, open).attr("data-testid", "open-figures"));
    let model = el("span").child(app.text(TextId::CommandsModel));
    let open = move || open_with(session, |pages| pages.model);
    items.push(menu_item(menu, model, open).attr("data-testid", "open-model"));
    if session.has_event_log() {
        items.push(item(
            "download-log",
            TextId::BarDownloadLog,
            TextId::BarDownloadLogHint,
            Session::download_event_log,
        ));
    }
    items
}

/// Functions that show other pages about a work.
#[derive(Clone, Copy)]
struct PagesOfWork {
    figures: fn(App, Session),
    model: fn(App, Session),
}

const PAGES_OF_WORK: PagesOfWork =
    PagesOfWork { figures: figures::open_for, model: language_model::open_for };

lazily_loaded!(research, pages_of_work, PagesOfWork, PAGES_OF_WORK);

/// Shows another page about the work.
fn open_with(session: Session, page: fn(PagesOfWork) -> fn(App, Session)) {
    let app = session.app();
    spawn_local(async move {
        match pages_of_work().await {
            Ok(pages) => page(pages)(app, session),
            Err(_) => app.tell(NoticeLevel::Error, TextId::FailurePart, None),
        }
    });
}

/// The reading preferences.
fn reading(session: Session) -> El {
    let app = App::from_context();
    el("fieldset")
        .class("menu__fields")
        .child(el("legend").child(app.text(TextId::BarSettings)))
        .child(range(
            TextId::BarTextSize,
            ("70", "200"),
            |p| p.text_size,
            |p, value| p.text_size = value,
        ))
        .child(range(
            TextId::BarLineSpacing,
            ("150", "260"),
            |p| p.line_spacing,
            |p, value| p.line_spacing = value,
        ))
        .child(has_connectors(session).then(connectors))
        .child(check("advance", TextId::BarAdvance, |p| p.advances, |p, on| p.advances = on))
        .child(check(
            "recent-first",
            TextId::BarRecentFirst,
            |p| p.recent_first,
            |p, on| p.recent_first = on,
        ))
        .child(check(
            "safe-colors",
            TextId::BarSafeColors,
            |p| p.safe_colors,
            |p, on| p.safe_colors = on,
        ))
        .child(session.shows_mentions().then(|| {
            check("mentions", TextId::MentionsLightUp, |p| p.mentions, |p, on| p.mentions = on)
        }))
        .child(check(
            "single-keys",
            TextId::BarSingleKeys,
            |p| p.single_keys,
            |p, on| p.single_keys = on,
        ))
        .child(language_choice(TextId::BarLanguageAuto))
}

/// A field for a percentage within a range.
fn range(
    name: TextId,
    (min, max): (&'static str, &'static str),
    get: fn(&Preferences) -> u16,
    set: fn(&mut Preferences, u16),
) -> El {
    let app = App::from_context();
    let preferences = app.preferences;
    let field = el("input")
        .attr("type", "range")
        .attr("min", min)
        .attr("max", max)
        .attr("step", "10")
        .prop("value", text(move || preferences.with(get).to_string()))
        .on(ev::input, move |event| {
            if let Ok(value) = event_target_value(&event).parse() {
                preferences.update(|p| set(p, value));
            }
        });
    el("label").class("menu__field").child(app.text(name)).child(field)
}

/// A preference that is on or off.
fn check(
    testid: &'static str,
    name: TextId,
    get: fn(&Preferences) -> bool,
    set: fn(&mut Preferences, bool),
) -> El {
    let app = App::from_context();
    let preferences = app.preferences;
    let field = el("input")
        .attr("type", "checkbox")
        .attr("data-testid", testid)
        .prop("checked", flag(move || preferences.with(get)))
        .on(ev::change, move |event| {
            preferences.update(|p| set(p, event_target_checked(&event)));
        });
    el("label").class("menu__check").child(field).child(app.text(name))
}

/// Reports whether a category of the work has spans on both sides: connectors join these.
fn has_connectors(session: Session) -> bool {
    let spans_both = |shape| {
        matches!(shape, CategoryShape::Spans { sides, .. }
            if Side::ALL.iter().all(|side| sides.includes(*side)))
    };
    session.template().typology.iter().any(|(_, category)| spans_both(category.shape))
}

fn connectors() -> El {
    let app = App::from_context();
    let preferences = app.preferences;
    let all = [
        (ConnectorVisibility::All, "all", TextId::BarConnectorsAll),
        (ConnectorVisibility::Chosen, "chosen", TextId::BarConnectorsChosen),
        (ConnectorVisibility::None, "none", TextId::BarConnectorsNone),
    ];
    let option = |(value, name, key): (ConnectorVisibility, &'static str, TextId)| {
        el("option")
            .attr("value", name)
            .attr("selected", flag(move || preferences.with(|p| p.connectors == value)))
            .child(app.text(key))
    };
    let select = el("select")
        .on(ev::change, move |event| {
            let value = event_target_value(&event);
            if let Some((chosen, ..)) = all.iter().find(|(_, name, _)| *name == value) {
                preferences.update(|p| p.connectors = *chosen);
            }
        })
        .child(Vec::from(all.map(option)));
    el("label").class("menu__field").child(app.text(TextId::BarConnectors)).child(select)
}
