//! The rows of a long list that are on the page: those in view and some around them.
//!
//! Room above and below stands for the other rows. When the view comes near the end of the rows on the page, others take
//! their place, and the row in the middle of the view stays where it is.

use std::cell::Cell;
use std::ops::Range;
use std::rc::Rc;

use leptos::prelude::*;
use web_sys::{Element, HtmlElement};

use super::edit_list::{EditRow, EditRowKind, edit_count, scroll_list_to};
use super::lazy_extras::{MOST_ROWS_AT_ONCE as MOST, RowsInView};
use crate::app::{App, Session};
use crate::ui::document_listener::{ListenerPhase, document_listener};
use crate::ui::view::{El, MountPoint, el, flag, show, text};
use spanwise_annotation::document::EditKey;
use spanwise_annotation::workspace::Workspace;
use spanwise_browser::console::reported;
use spanwise_browser::elements::elements;
use spanwise_browser::length::tenths;
use spanwise_browser::timing;
use spanwise_i18n::say;
use spanwise_limits::{MOST_MARKS, MOST_ROWS};

/// The height that is assumed of a row that is not on the page, in CSS pixels.
const HEIGHT: f64 = 56.0;

/// Leaves those of a list's rows that are in view. `first` changes with them; `owner` is that of the list.
pub(super) fn rows_in_view(
    session: Session,
    list: HtmlElement,
    first: RwSignal<usize>,
    owner: Option<Owner>,
) -> RowsInView {
    // The page may be gone.
    if first.is_disposed() {
        return Rc::new(|rows| rows);
    }
    let make = || {
        if let Some(section) = list.parent_element() {
            let is_cut = flag(move || edit_count(session) > MOST_ROWS);
            show(is_cut, move || unlisted_hint(session)).mount(MountPoint::end_of(&section));
        }
        let window = RowWindow::new(list, first);
        begin_with_instance(session, window.clone());
        bring_open_edit(session, window.clone());
        Rc::new(move |rows| window.cut(session, rows)) as RowsInView
    };
    match owner {
        Some(owner) => owner.with(make),
        None => make(),
    }
}

/// A hint that not all edits are listed and marked.
fn unlisted_hint(session: Session) -> El {
    let app = App::from_context();
    let said = move || {
        app.say(&say!(
            AnnotateInstanceEditsAtMostListed,
            all = edit_count(session).to_string(),
            rows = MOST_ROWS.to_string(),
            marks = MOST_MARKS.to_string()
        ))
    };
    el("p").class("hint").attr("data-testid", "more-edits").child(text(said))
}

/// Begins with the first row whenever another instance is shown.
fn begin_with_instance(session: Session, window: Rc<RowWindow>) {
    let at = Memo::new(move |_| session.view.with(|v| v.instance));
    Effect::new(move |before: Option<usize>| {
        let at = at.get();
        if before.is_some_and(|before| before != at) {
            window.begin();
        }
        at
    });
}

/// Puts the row of the open edit on the page and into view. One that is there is brought into view by the list.
fn bring_open_edit(session: Session, window: Rc<RowWindow>) {
    let selected = Memo::new(move |_| session.view.with(|v| v.selected));
    Effect::new(move |_| {
        let Some(key) = selected.get() else { return };
        let window = window.clone();
        // Its row may be made with the same change.
        timing::before_paint(move || {
            if row_of(session, key).is_some() {
                return;
            }
            window.bring(key);
            timing::before_paint(move || {
                if let Some(row) = row_of(session, key) {
                    scroll_list_to(&row);
                }
            });
        });
    });
}

/// Gives rows that are on the page anew the attributes that the list gives rows when something is chosen.
fn mark_rows(session: Session) {
    let Some((selected, chosen)) =
        session.view.try_with_untracked(|view| (view.selected, view.chosen().to_vec()))
    else {
        return;
    };
    if let Some(row) = selected.and_then(|key| row_of(session, key)) {
        reported(row.set_attribute("aria-current", "true"));
    }
    for key in session.ask(Workspace::candidates) {
        let open = row_of(session, key)
            .and_then(|row| row.query_selector("[data-action=open]").ok().flatten());
        if let Some(open) = open {
            reported(open.set_attribute("aria-pressed", &chosen.contains(&key).to_string()));
        }
    }
}

fn row_of(session: Session, key: EditKey) -> Option<Element> {
    document().get_element_by_id(&session.id(&format!("row-{}", key.0)))
}

/// The `id` of the element of a row.
fn id_of(session: Session, row: &EditRow) -> String {
    let kind = match row.kind {
        EditRowKind::Edit { .. } => "row",
        EditRowKind::Deleted { .. } => "deleted",
    };
    session.id(&format!("{kind}-{}", row.edit.key.0))
}

/// Reports whether a row shows an edit or has it as a constituent.
fn is_of(row: &EditRow, key: EditKey) -> bool {
    row.edit.key == key || row.edit.constituents.iter().any(|part| part.key == key)
}

/// The rows of a list that are on the page.
struct RowWindow {
    list: HtmlElement,
    /// The position of the first of them among all rows.
    first: RwSignal<usize>,
    total: Cell<usize>,
    /// The room above them, in CSS pixels.
    above: Cell<f64>,
    /// The edit whose row is to be among them.
    goal: Cell<Option<EditKey>>,
}

impl RowWindow {
    /// The first rows of a list, then those in view.
    fn new(list: HtmlElement, first: RwSignal<usize>) -> Rc<Self> {
        let window = Rc::new(RowWindow {
            list,
            first,
            total: Cell::new(0),
            above: Cell::new(0.0),
            goal: Cell::new(None),
        });
        let scrolled = window.clone();
        on_cleanup(document_listener("scroll", ListenerPhase::Capture, move |_| {
            scrolled.follow();
        }));
        window
    }

    /// The rows on the page, of all. Tracked.
    fn cut(self: &Rc<Self>, session: Session, rows: Vec<EditRow>) -> Vec<EditRow> {
        let total = rows.len();
        let range = self.range(&rows);
        self.total.set(total);
        self.make_room();
        // An element with the focus stays.
        let focused = self.focused_row();
        let is_shown = |(at, row): &(usize, EditRow)| {
            range.contains(at) || focused.as_ref().is_some_and(|id| *id == id_of(session, row))
        };
        let (places, rows): (Vec<usize>, Vec<EditRow>) =
            rows.into_iter().enumerate().filter(is_shown).unzip();
        let window = self.clone();
        timing::before_paint(move || {
            mark_rows(session);
            window.number(&places);
            window.follow();
        });
        rows
    }

    /// The positions of the rows on the page among all.
    fn range(&self, rows: &[EditRow]) -> Range<usize> {
        let shown = self.first.get();
        let goal = self.goal.take().and_then(|key| rows.iter().position(|row| is_of(row, key)));
        let is_elsewhere = |goal: &usize| !(shown..shown + MOST).contains(goal);
        let wanted = goal.filter(is_elsewhere).map_or(shown, |goal| goal.saturating_sub(MOST / 2));
        let first = wanted.min(rows.len().saturating_sub(MOST));
        if first != shown {
            *self.first.write_untracked() = first;
            self.above.set(height(first));
        }
        first..first + MOST
    }

    /// The `id` of the row that has the focus.
    fn focused_row(&self) -> Option<String> {
        let focused = document().active_element()?;
        let is_here = self.list.contains(Some(&focused));
        let row = focused.closest(".list__rows > li").ok().flatten();
        row.filter(|_| is_here).map(|row| row.id())
    }

    /// Says to screen readers where among all rows those on the page stand.
    fn number(&self, places: &[usize]) {
        let total = self.total.get().to_string();
        for (row, place) in self.rows().iter().zip(places) {
            reported(row.set_attribute("aria-posinset", &(place + 1).to_string()));
            reported(row.set_attribute("aria-setsize", &total));
        }
    }

    /// Begins with the first row.
    fn begin(&self) {
        self.above.set(0.0);
        self.first.set(0);
    }

    /// Puts the row of an edit on the page, if it has one.
    fn bring(&self, edit: EditKey) {
        self.goal.set(Some(edit));
        self.first.notify();
    }

    /// Puts other rows on the page if the view has come near the end of those that are.
    fn follow(self: &Rc<Self>) {
        let total = self.total.get();
        let Some(first) = self.first.try_get_untracked().filter(|_| total > MOST) else { return };
        let rows = self.rows();
        let (Some(head), Some(tail)) = (rows.first(), rows.last()) else { return };
        let (start, end) = (top(head), tail.get_bounding_client_rect().bottom());
        let frame = self.list.get_bounding_client_rect();
        let screen = document().document_element().map_or(0, |page| page.client_height());
        let view = frame.top().max(0.0)..frame.bottom().min(f64::from(screen));
        let reserve = (view.end - view.start) / 2.0;
        let is_near_start = first > 0 && start > view.start - reserve;
        let is_near_end = first + MOST < total && end < view.end + reserve;
        if view.is_empty() || !(is_near_start || is_near_end) {
            return;
        }
        // The list starts with its first row, whatever heights were assumed.
        if self.list.scroll_top() <= 0 && is_near_start {
            self.begin();
            return;
        }
        let middle = f64::midpoint(view.start, view.end);
        let is_above = |row: &&HtmlElement| row.get_bounding_client_rect().bottom() <= middle;
        let before = rows.iter().take_while(is_above).count();
        let at = (first + before + count(middle - end)).saturating_sub(count(start - middle));
        let next = at.saturating_sub(MOST / 2).min(total - MOST);
        if next == first {
            return;
        }
        let kept = rows.get(before).filter(|_| start <= middle).cloned();
        let place = kept.as_ref().map_or(middle, top);
        self.above.set(height(next));
        self.first.set(next);
        let window = self.clone();
        timing::before_paint(move || {
            let row = kept.or_else(|| window.rows().get(at - next).cloned());
            if let Some(row) = row {
                window.keep(&row, place);
            }
        });
    }

    /// Keeps a row at a place in the window by the room above the rows; where that is not enough, by scrolling.
    fn keep(&self, row: &HtmlElement, place: f64) {
        let is_first = self.first.try_get_untracked() == Some(0);
        let above = self.above.get() + place - top(row);
        self.above.set(if is_first { 0.0 } else { above.max(0.0) });
        self.make_room();
        let moved = top(row) - place;
        if moved.abs() >= 1.0 {
            #[expect(clippy::cast_possible_truncation, reason = "pixels of a window")]
            self.list.set_scroll_top(self.list.scroll_top() + moved as i32);
        }
    }

    fn make_room(&self) {
        let first = self.first.try_get_untracked().unwrap_or_default();
        let below = height(self.total.get().saturating_sub(first + MOST));
        let style = self.list.style();
        for (name, height) in [("--above", self.above.get()), ("--below", below)] {
            reported(style.set_property(name, &format!("{}px", tenths(height))));
        }
    }

    fn rows(&self) -> Vec<HtmlElement> {
        elements(self.list.query_selector_all(":scope > li"))
    }
}

fn top(row: &HtmlElement) -> f64 {
    row.get_bounding_client_rect().top()
}

/// The height that is assumed of rows.
fn height(rows: usize) -> f64 {
    f64::from(u32::try_from(rows).unwrap_or(u32::MAX)) * HEIGHT
}

/// The number of rows that are assumed in a height.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "saturates; nothing is in a negative height"
)]
fn count(height: f64) -> usize {
    (height / HEIGHT) as usize
}
