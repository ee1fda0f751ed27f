//! Lazily loaded code of the annotate page: the views that edits are made and answered with, loaded at the first sign of
//! a person at the page, and menus and dialogs with them; the dialog of saving, loaded when it is first opened; and the icons of
//! categories, for templates that have some.

use std::cell::OnceCell;
use std::collections::BTreeSet;
use std::rc::Rc;

use leptos::ev;
use leptos::prelude::*;
use leptos::task::spawn_local;
use web_sys::HtmlElement;

use super::all_done::all_done;
use super::category_menu::category_menu;
use super::comment_panel::comment_panel;
use super::dialog_signals::DialogSignals;
use super::draft_panel::draft_panel;
use super::edit_list::{EditFilter, EditRow};
use super::filter_panel::filter_panel;
use super::focus::focus_first_open;
use super::guided_steps::{is_guided, no_problem};
use super::instance_questions::{instance_questions, text_questions};
use super::keys_dialog::{ListedKeys, keys_dialog};
use super::mark_tools::mark_tools;
use super::menu_panel::{STYLE, menu_panel};
use super::more_controls::load_more_controls;
use super::panel_place::placed_edit_panel;
use super::plain_text_hint::plain_text_hint;
use super::progress_legend::progress_legend;
use super::row_window::rows_in_view;
use super::save_as_dialog::save_as_dialog;
use crate::app::lazy::lazily_loaded;
use crate::app::problems::{FileProblems, ProblemFile};
use crate::app::{App, Session, ShownText, icons};
use crate::ui::text_view::Panes;
use crate::ui::view::{El, View, el, flag, show, text};
use crate::ui::widgets::{DropdownElement, diagnostic, diagnostic_list, dialog, lazy};
use spanwise_annotation::document::TextRole;
use spanwise_annotation::workspace::AnnotatorActivity;
use spanwise_browser::{styles, timing};
use spanwise_i18n::TextId;

/// Makes the contents of the menu.
type MenuPanel = fn(Session, DropdownElement, DialogSignals) -> El;

/// The most rows of a list of edits on the page: on a usual screen several times what it shows, on a very high one a
/// little more than that.
pub(super) const MOST_ROWS_AT_ONCE: usize = 48;

/// Leaves those of a list's rows that are to be on the page. Tracked.
pub(super) type RowsInView = Rc<dyn Fn(Vec<EditRow>) -> Vec<EditRow>>;

/// The lazily loaded functions.
#[derive(Clone, Copy)]
struct AnnotateExtras {
    /// Makes the contents of the menu.
    menu_panel: MenuPanel,
    /// Makes the dialogs of keys, those that only the page has among them, and of problems.
    dialogs: fn(Session, ListedKeys, RwSignal<bool>) -> View,
    comment_panel: fn(Session) -> El,
    progress_legend: fn(Session) -> El,
    all_done: fn(Session) -> El,
    filter_panel: fn(Session, EditFilter) -> El,
    plain_text_hint: fn(Session) -> El,
}

lazily_loaded!(
    edit,
    annotate_extras,
    AnnotateExtras,
    AnnotateExtras {
        menu_panel,
        dialogs,
        comment_panel,
        progress_legend,
        all_done,
        filter_panel,
        plain_text_hint
    }
);

lazily_loaded!(research, save_as_view, fn(Session) -> View, save_as_dialog);

lazily_loaded!(icons, icon_loader, fn(Session), icons::load);

/// The contents of the menu.
pub(super) fn lazy_menu_panel(
    session: Session,
    menu: DropdownElement,
    dialogs: DialogSignals,
) -> View {
    lazy(annotate_extras, move |extras| (extras.menu_panel)(session, menu, dialogs).into())
}

/// The views that edits are made and answered with, downloaded at the first sign of a person at the page.
#[derive(Clone, Copy)]
struct EditViews {
    category_menu: fn(Session, Panes) -> View,
    draft_panel: fn(Session) -> View,
    placed_edit_panel: fn(Session, Panes) -> El,
    instance_questions: fn(Session) -> View,
    text_questions: fn(Session, usize) -> View,
    no_problem: fn(Session) -> View,
    mark_tools: fn(Session, Panes, RwSignal<BTreeSet<String>>) -> View,
    rows_in_view: fn(Session, HtmlElement, RwSignal<usize>, Option<Owner>) -> RowsInView,
}

lazily_loaded!(
    edit,
    edit_views,
    EditViews,
    EditViews {
        category_menu,
        draft_panel,
        placed_edit_panel,
        instance_questions,
        text_questions,
        no_problem,
        mark_tools,
        rows_in_view
    }
);

/// Downloads these views at the first sign of a person at the page, so that they are there when something is selected.
/// Those that listen for the person begin then.
pub(in crate::ui) fn load_edit_views_early(
    session: Session,
    panes: Panes,
    hidden: RwSignal<BTreeSet<String>>,
) -> View {
    let is_loaded = RwSignal::new(false);
    let begun = StoredValue::new(false);
    let load = move || {
        if !begun.get_value() {
            begun.set_value(true);
            spawn_local(async move {
                // If that fails, the views themselves say so. The page may be gone.
                is_loaded.try_set(edit_views().await.is_ok());
            });
        }
    };
    let moved = window_event_listener(ev::pointermove, move |_| load());
    let pressed = window_event_listener(ev::pointerdown, move |_| load());
    let typed = window_event_listener(ev::keydown, move |_| load());
    on_cleanup(move || {
        moved.remove();
        pressed.remove();
        typed.remove();
    });
    show(is_loaded.into(), move || {
        lazy(edit_views, move |views| (views.mark_tools)(session, panes, hidden))
    })
}

/// The menu of categories for the selection.
pub(super) fn lazy_category_menu(session: Session, panes: Panes) -> View {
    let is_open =
        |activity: &AnnotatorActivity| matches!(activity, AnnotatorActivity::Selected { .. });
    from_first_time(session, is_open, move || {
        lazy(edit_views, move |views| (views.category_menu)(session, panes))
    })
}

/// The draft edit.
pub(super) fn lazy_draft_panel(session: Session) -> View {
    let is_drafting =
        |activity: &AnnotatorActivity| matches!(activity, AnnotatorActivity::Drafting(_));
    from_first_time(session, is_drafting, move || {
        lazy(edit_views, move |views| (views.draft_panel)(session))
    })
}

/// A view that is made when the annotator first does what needs it, and then stays.
fn from_first_time(
    session: Session,
    needs_it: fn(&AnnotatorActivity) -> bool,
    view: impl Fn() -> View + 'static,
) -> View {
    let needed = Memo::new(move |before: Option<&bool>| {
        before == Some(&true) || session.view.with(|v| needs_it(&v.activity))
    });
    show(needed.into(), view)
}

/// The panel of the open edit, with its first open question focused unless the page was left with the edit open.
pub(in crate::ui) fn lazy_edit_panel(session: Session, panes: Panes) -> View {
    let app = App::from_context();
    let selected = move || session.view.with(|view| view.selected.is_some());
    let is_restored = untrack(selected);
    let opened = Memo::new(move |before: Option<&bool>| before == Some(&true) || selected());
    let hint = move || el("p").class("hint").child(app.text(TextId::QuestionsNothingChosen));
    let panel = move || {
        lazy(edit_views, move |views| {
            if !is_restored {
                timing::after(0, focus_first_open);
            }
            (views.placed_edit_panel)(session, panes).into()
        })
    };
    View::Many(vec![show(flag(move || !opened.get()), hint), show(opened.into(), panel)])
}

/// The questions about the instance, if the template asks any.
pub(super) fn lazy_instance_questions(session: Session) -> View {
    let asks = !session.template().typology.instance_questions().is_empty();
    let questions = move || lazy(edit_views, move |views| (views.instance_questions)(session));
    asks.then(questions).into()
}

/// The questions about the text at a place among those of the instance, if it is an output and the template asks any.
pub(super) fn lazy_text_questions(session: Session, text: &ShownText) -> View {
    let asks = text.role == TextRole::Target && asks_about_outputs(session);
    let place = text.place;
    let questions = move || {
        // They are in the pane, and no part of its text.
        let questions = lazy(edit_views, move |views| (views.text_questions)(session, place));
        el("div").attr("data-skip", "").child(questions)
    };
    asks.then(questions).into()
}

/// Reports whether questions stand below the outputs, between the texts.
pub(super) fn asks_about_outputs(session: Session) -> bool {
    !session.is_reader() && !session.template().typology.text_questions().is_empty()
}

/// Loads the questions below the outputs, with all controls.
pub(super) async fn load_text_questions() {
    drop(edit_views().await);
    load_more_controls().await;
}

/// The box which says that there is nothing to mark, where steps are guided.
pub(super) fn lazy_no_problem(session: Session) -> View {
    let box_of_it = move || lazy(edit_views, move |views| (views.no_problem)(session));
    is_guided(session).then(box_of_it).into()
}

/// The field of the comment.
pub(super) fn lazy_comment_panel(session: Session) -> View {
    lazy(annotate_extras, move |extras| (extras.comment_panel)(session).into())
}

/// The legend of the strip of instances.
pub(super) fn lazy_progress_legend(session: Session) -> View {
    lazy(annotate_extras, move |extras| (extras.progress_legend)(session).into())
}

/// The filter of the list of edits.
pub(super) fn lazy_filter_panel(session: Session, filter: EditFilter) -> View {
    lazy(annotate_extras, move |extras| (extras.filter_panel)(session, filter).into())
}

/// Leaves those of a list's rows that are to be on the page: all of a short list, the first ones of a long list until the
/// code is loaded, then those in view. If it cannot be loaded, all of them.
pub(super) fn lazy_rows_in_view(
    session: Session,
    list: HtmlElement,
) -> impl Fn(Vec<EditRow>) -> Vec<EditRow> {
    let first = RwSignal::new(0);
    let owner = Owner::current();
    let loaded = Rc::new(OnceCell::<RowsInView>::new());
    move |mut rows| {
        first.track();
        if let Some(in_view) = loaded.get() {
            return in_view(rows);
        }
        if rows.len() > MOST_ROWS_AT_ONCE {
            rows.truncate(MOST_ROWS_AT_ONCE);
            let (list, owner, loaded) = (list.clone(), owner.clone(), loaded.clone());
            spawn_local(async move {
                let views = edit_views().await;
                loaded.get_or_init(|| match views {
                    Ok(views) => (views.rows_in_view)(session, list, first, owner),
                    Err(_) => Rc::new(|rows| rows),
                });
                // The page may be gone.
                first.try_set(0);
            });
        }
        rows
    }
}

/// The hint that the texts are shown without marks.
pub(super) fn lazy_plain_text_hint(session: Session) -> View {
    lazy(annotate_extras, move |extras| (extras.plain_text_hint)(session).into())
}

/// The panel at the end of the work.
pub(super) fn lazy_all_done(session: Session) -> View {
    lazy(annotate_extras, move |extras| (extras.all_done)(session).into())
}

/// Loads the icons of the categories. If that fails, colours and labels remain.
pub(super) fn load_icons(session: Session) {
    spawn_local(async move {
        if let Ok(load) = icon_loader().await {
            load(session);
        }
    });
}

/// The dialogs of keys, of problems and of other formats, once one of them has been opened.
pub(in crate::ui) fn lazy_dialogs(
    session: Session,
    of_page: ListedKeys,
    help: RwSignal<bool>,
) -> View {
    let opened = Memo::new(move |before: Option<&bool>| {
        before == Some(&true)
            || help.get()
            || session.problems.shown.get()
            || session.saves_as.get()
    });
    show(opened.into(), move || {
        lazy(annotate_extras, move |extras| (extras.dialogs)(session, of_page, help))
    })
}

fn dialogs(session: Session, of_page: ListedKeys, help: RwSignal<bool>) -> View {
    styles::adopt(STYLE);
    let app = App::from_context();
    let title = text(move || app.say(&session.problems_counted()));
    let list = dialog(session.problems.shown, title, move || {
        session.problems_by_file().into_iter().map(problems_of_file).collect::<Vec<_>>()
    });
    let was_saved_as =
        Memo::new(move |before: Option<&bool>| before == Some(&true) || session.saves_as.get());
    let save_as = move || lazy(save_as_view, move |view| view(session));
    View::Many(vec![
        keys_dialog(session, of_page, help).into(),
        list.into(),
        show(was_saved_as.into(), save_as),
    ])
}

/// The problems of a file, each labelled as one of the template or of the data.
fn problems_of_file(file: FileProblems) -> El {
    let app = App::from_context();
    let (origin, counted, said) = match file.origin {
        ProblemFile::Template => {
            ("template", TextId::BarTemplateProblems, TextId::BarProblemOfTemplate)
        }
        ProblemFile::Data => ("data", TextId::BarProblems, TextId::BarProblemOfData),
    };
    let row = |problem| {
        diagnostic(problem, None)
            .attr("data-origin", origin)
            .child(" ")
            .child(el("span").class("diagnostic__origin").child(app.text(said)))
    };
    el("section")
        .class("problems-of-file")
        .attr("data-testid", "problems-of-file")
        .attr("data-origin", origin)
        .child(el("h3").child(app.words().count(counted, file.count)))
        .child(el("p").class("failure__what").child(file.name))
        .child(diagnostic_list(file.problems.iter().map(row).collect()))
}
