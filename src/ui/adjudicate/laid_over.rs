//! The marks of all annotators over the texts of the editable work: a lane for each annotator below the lines, what
//! marked the place pointed at, and the legend.

use std::collections::BTreeSet;
use std::sync::Arc;

use leptos::ev;
use leptos::prelude::*;
use web_sys::HtmlElement;

use super::annotator_name::annotator_name;
use super::decision_keys::digit_of;
use crate::app::adjudication::{Adjudication, MarkedBy, Overlay, OverlayMark, OverlayPlace};
use crate::app::{App, Session};
use crate::ui::edit_text::{category_label, point_text, role_of_span, shortened, with_role};
use crate::ui::text_view::{
    Caret, LanedMark, Panes, Rectangle, category_color, depth, draw_lanes, highlight_spans, pixels,
    reserve_lanes,
};
use crate::ui::view::{El, View, dynamic, el, text};
use spanwise_annotation::document::{Edit, Instance, TextName};
use spanwise_browser::timing;
use spanwise_i18n::TextId;
use spanwise_text::Utf16;

/// A place that is drawn, with its lines from the corner of the texts on, lanes included.
#[derive(Debug, Clone)]
struct DrawnPlace {
    text: TextName,
    lines: Vec<Rectangle>,
    place: OverlayPlace,
    said: String,
}

impl DrawnPlace {
    fn is_at(&self, x: f64, y: f64) -> bool {
        let is_in = |line: &Rectangle| {
            (line.left..=line.right).contains(&x) && (line.top..=line.bottom).contains(&y)
        };
        self.lines.iter().any(is_in)
    }

    fn holds(&self, text: &TextName, at: Utf16) -> bool {
        let span = self.place.span;
        let is_in = span.start() <= at && at < span.end();
        self.text == *text && (is_in || span.is_empty() && span.start() == at)
    }
}

/// Lays the marks of the annotators over the texts of the editable work, when that is asked for.
pub(super) fn lay_over(
    adjudication: Adjudication,
    session: Session,
    panes: Panes,
    caret: RwSignal<Option<Caret>>,
    texts: El,
) -> El {
    for by in [MarkedBy::One, MarkedBy::Several, MarkedBy::All] {
        highlight_spans(session, panes, by.name(), move |text| adjudication.laid_over(text, by));
    }
    let frame: HtmlElement = texts.node();
    let layer = el("div").class("lanes").attr("aria-hidden", "true").attr("data-testid", "lanes");
    let drawn = draw(adjudication, session, panes, layer.node(), frame.clone());
    let pointed = RwSignal::new(None::<usize>);
    let at_pointer = move |x: f64, y: f64| {
        drawn.with_untracked(|drawn| {
            // Of several, a point, and else the last one drawn.
            let found = || drawn.iter().enumerate().filter(|(_, place)| place.is_at(x, y));
            let is_point = |(_, place): &(usize, &DrawnPlace)| place.place.span.is_empty();
            found().find(is_point).or_else(|| found().next_back()).map(|(at, _)| at)
        })
    };
    let at_caret = Memo::new(move |_| {
        let caret = caret.get()?;
        let (text, at) = caret.place();
        drawn.with(|drawn| drawn.iter().position(|place| place.holds(text, at)))
    });
    let said_at_caret = text(move || {
        let at = at_caret.get();
        let said = |drawn: &Vec<DrawnPlace>| Some(drawn.get(at?)?.said.clone());
        drawn.with(said).unwrap_or_default()
    });
    let tip = dynamic(move || {
        let at = pointed.get().or_else(|| at_caret.get())?;
        drawn.with(|drawn| {
            let place = drawn.get(at)?;
            let line = place.lines.first()?;
            let tip = el("div")
                .class("mark-tooltip lanes__tip")
                .attr("data-testid", "overlay-place")
                .attr("aria-hidden", "true")
                .style(("left", pixels(line.left)))
                .style(("top", pixels(line.bottom)));
            Some(tip.child(place.said.clone()))
        })
    });
    let point_at = move |at: Option<usize>| {
        if pointed.get_untracked() != at {
            pointed.set(at);
        }
    };
    texts
        .on(ev::pointermove, move |event| {
            let origin = frame.get_bounding_client_rect();
            let (x, y) = (f64::from(event.client_x()), f64::from(event.client_y()));
            point_at(at_pointer(x - origin.left(), y - origin.top()));
        })
        .on(ev::pointerleave, move |_| point_at(None))
        .child(layer)
        .child(tip)
        .child(
            el("p")
                .class("visually-hidden")
                .attr("data-testid", "overlay-said")
                .attr("aria-live", "polite")
                .child(said_at_caret),
        )
}

/// Keeps the lanes drawn, and returns the places.
fn draw(
    adjudication: Adjudication,
    session: Session,
    panes: Panes,
    layer: HtmlElement,
    frame: HtmlElement,
) -> RwSignal<Vec<DrawnPlace>> {
    let drawn = RwSignal::new(Vec::new());
    Effect::new(move |before: Option<bool>| {
        panes.moved.track();
        session.instance.track();
        let texts = panes.texts().into_iter();
        let overlays: Vec<(TextName, Overlay)> =
            texts.map(|text| (text.clone(), adjudication.overlay(&text))).collect();
        let any = overlays.iter().any(|(_, overlay)| overlay.lanes > 0);
        if !any && before != Some(true) {
            return false;
        }
        let (layer, frame) = (layer.clone(), frame.clone());
        timing::before_paint(move || {
            for (text, overlay) in &overlays {
                reserve_lanes(panes, text, overlay.lanes);
            }
            layer.set_text_content(None);
            let corner = frame.get_bounding_client_rect();
            let origin = Rectangle {
                left: corner.left(),
                top: corner.top(),
                right: corner.right(),
                bottom: corner.bottom(),
            };
            let made = adjudication.annotators_shown();
            let mut places = Vec::new();
            for (text, overlay) in &overlays {
                let laned = |mark: &OverlayMark| laned(adjudication, &made, mark);
                let marks: Vec<LanedMark> = overlay.marks.iter().map(laned).collect();
                draw_lanes(panes, &layer, origin, text, &marks);
                let said = said_of_places(adjudication, text, overlay);
                for (place, said) in overlay.places.iter().zip(said) {
                    let within = |line: Rectangle| Rectangle {
                        left: line.left - origin.left,
                        top: line.top - origin.top,
                        right: line.right - origin.left,
                        bottom: line.bottom - origin.top + depth(overlay.lanes),
                    };
                    let lines = panes.rectangles(text, place.span).into_iter().map(within);
                    let (lines, place) = (lines.collect(), place.clone());
                    places.push(DrawnPlace { text: text.clone(), lines, place, said });
                }
            }
            // The page may be gone.
            drop(drawn.try_set(places));
        });
        any
    });
    drawn
}

/// A mark as it is drawn.
fn laned(
    adjudication: Adjudication,
    made: &[Option<Arc<Instance>>],
    mark: &OverlayMark,
) -> LanedMark {
    let template = adjudication.template();
    let category = edit_of(made, mark).and_then(|edit| {
        let (id, _) = template.as_ref()?.typology.find(&edit.category)?;
        Some(id.index())
    });
    let sign = sign(adjudication, mark.annotator);
    LanedMark { span: mark.span, lane: mark.lane, sign, category }
}

/// The sign of an annotator: the digit that takes from them.
fn sign(adjudication: Adjudication, annotator: usize) -> String {
    digit_of(adjudication, annotator).unwrap_or_else(|| "·".to_owned())
}

/// The sign of an annotator, beside the name.
pub(super) fn annotator_sign(adjudication: Adjudication, annotator: usize) -> El {
    let sign = sign(adjudication, annotator);
    el("span").class("lane__sign").attr("data-sign", sign).attr("aria-hidden", "true")
}

/// The edit of a mark among the instances of the annotators.
fn edit_of<'i>(made: &'i [Option<Arc<Instance>>], mark: &OverlayMark) -> Option<&'i Edit> {
    let instance = made.get(mark.annotator)?.as_ref()?;
    instance.all_edits().find(|edit| edit.key == mark.edit).map(|edit| &**edit)
}

/// The marks of an overlay in words: the annotator, with the category and the role.
fn said_of_marks(adjudication: Adjudication, text: &TextName, overlay: &Overlay) -> Vec<String> {
    let app = App::from_context();
    let (sessions, made) = (adjudication.sessions(), adjudication.annotators_shown());
    let said = |mark: &OverlayMark| {
        let name = annotator_name(app, adjudication, mark.annotator);
        let edit = edit_of(&made, mark).zip(sessions.get(mark.annotator).copied());
        let made = edit.map(|(edit, session)| {
            let role = role_of_span(session, edit, text, mark.index);
            with_role(role.as_ref(), &category_label(&session.template(), edit), &app.words())
        });
        let sign = sign(adjudication, mark.annotator);
        format!("{sign} {name}: {}", made.unwrap_or_default())
    };
    overlay.marks.iter().map(said).collect()
}

/// The places of an overlay in words: how many marked each, and who as what.
fn said_of_places(adjudication: Adjudication, text: &TextName, overlay: &Overlay) -> Vec<String> {
    let marks = said_of_marks(adjudication, text, overlay);
    let said = |place: &OverlayPlace| {
        let of_place = place.marks.iter().filter_map(|at| marks.get(*at).cloned());
        let share = share(place.marked_by, overlay.annotators);
        std::iter::once(share).chain(of_place).collect::<Vec<_>>().join(" · ")
    };
    overlay.places.iter().map(said).collect()
}

/// The number of annotators of all, with the share.
fn share(count: usize, of: usize) -> String {
    #[expect(clippy::cast_precision_loss, reason = "a few annotators")]
    let share = count as f64 / of.max(1) as f64;
    let (count, of, share) = (count.to_string(), of.to_string(), format!("{share:.2}"));
    let values = [("n", count.as_str()), ("total", of.as_str()), ("share", share.as_str())];
    App::from_context().words().fill(TextId::AdjudicateShare, &values)
}

/// The legend: signs of annotators, lines of categories, shades of shares; for screen readers, all places.
pub(super) fn overlay_legend(adjudication: Adjudication, session: Session, panes: Panes) -> View {
    let app = App::from_context();
    dynamic(move || {
        if !adjudication.lays_over.get() {
            return None;
        }
        session.instance.track();
        // The texts of another instance may be others.
        panes.moved.track();
        let overlays: Vec<(TextName, Overlay)> = panes
            .texts()
            .into_iter()
            .map(|text| (text.clone(), adjudication.overlay(&text)))
            .collect();
        let hidden = adjudication.hidden.get();
        let here = adjudication.annotators_here();
        let shown: Vec<usize> = here.into_iter().filter(|at| !hidden.contains(at)).collect();
        untrack(|| {
            let annotators = shown.iter().map(|at| {
                el("li")
                    .child(annotator_sign(adjudication, *at))
                    .child(el("bdi").child(annotator_name(app, adjudication, *at)))
            });
            // A text that some annotators lack has shares of the others.
            let of: BTreeSet<usize> =
                overlays.iter().map(|(_, overlay)| overlay.annotators).collect();
            let shares = of.into_iter().flat_map(|of| (1..=of).map(move |count| (count, of)));
            let shades = shares.map(|(count, of)| {
                let by = MarkedBy::of(count, of).name();
                el("li")
                    .child(el("span").class(format!("overlay-legend__shade {by}")))
                    .child(share(count, of))
            });
            let list = |items: Vec<El>| el("ul").child(items);
            Some(
                el("div")
                    .class("overlay-legend")
                    .attr("data-testid", "overlay-legend")
                    .attr("role", "group")
                    .attr("aria-label", app.text(TextId::AdjudicateLayOver))
                    .child(list(annotators.collect()))
                    .child(list(categories(adjudication, session, &overlays)))
                    .child(list(shades.collect()))
                    .child(places(adjudication, session, &overlays)),
            )
        })
    })
}

/// The categories of the marks, in the order of the template.
fn categories(
    adjudication: Adjudication,
    session: Session,
    overlays: &[(TextName, Overlay)],
) -> Vec<El> {
    let template = session.template();
    let marks = overlays.iter().flat_map(|(_, overlay)| &overlay.marks);
    let made = adjudication.annotators_shown();
    let edits = marks.filter_map(|mark| edit_of(&made, mark));
    let found: BTreeSet<(usize, String)> = edits
        .map(|edit| {
            let index = session.category_of(edit).map(|(id, _)| id.index());
            (index.unwrap_or(usize::MAX), category_label(&template, edit))
        })
        .collect();
    let entry = |(index, label): (usize, String)| {
        let known = Some(index).filter(|index| *index != usize::MAX);
        let color = category_color(known);
        let stroke = crate::ui::colors::underline(known.unwrap_or_default(), &color);
        el("li")
            .child(el("span").class("overlay-legend__line").style(("background-image", stroke)))
            .child(el("bdi").child(label))
    };
    found.into_iter().map(entry).collect()
}

/// All places in words.
fn places(adjudication: Adjudication, session: Session, overlays: &[(TextName, Overlay)]) -> El {
    let words = App::from_context().words();
    let list = el("ul").class("visually-hidden").attr("data-testid", "overlay-places");
    let of_text = |(text, overlay): &(TextName, Overlay)| {
        let said = said_of_places(adjudication, text, overlay);
        let entry = |(place, said): (&OverlayPlace, String)| {
            let words = match place.span.is_empty() {
                true => session.instance.with_untracked(|instance| {
                    let text = instance.texts.content(text);
                    point_text(session, text, place.span.start(), &words)
                }),
                false => format!("“{}”", shortened(&session.read_in(text, place.span))),
            };
            el("li").child(format!("{words}: {said}"))
        };
        overlay.places.iter().zip(said).map(entry).collect::<Vec<_>>()
    };
    list.child(overlays.iter().flat_map(of_text).collect::<Vec<_>>())
}
