//! The mentions in the texts: when one of them is under the pointer or the caret, all of its cluster are highlighted. No
//! node of a text changes for it.

use std::sync::Arc;

use leptos::ev;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{HtmlElement, Node, PointerEvent, Range};

use super::caret::Caret;
use super::panes::Panes;
use super::selection;
use crate::app::Session;
use crate::app::lazy::lazily_loaded;
use crate::ui::view::{View, dynamic, el};
use crate::ui::widgets::lazy;
use spanwise_annotation::document::TextName;
use spanwise_annotation::mentions::ShownMentions;
use spanwise_browser::{highlights, styles, timing};
use spanwise_i18n::say;
use spanwise_template::MentionRule;
use spanwise_text::Span;

/// The name of the highlight, as in the style sheet.
const LIT: &str = "mention";

static STYLE: &str = include_str!("../../../style/mentions.css");

/// Lights mentions; the element is around the panes.
type LightMentions = fn(Session, Panes, RwSignal<Option<Caret>>, HtmlElement) -> View;

lazily_loaded!(typology_views, light_mentions, LightMentions, mentions);

/// Lights the mentions of a work whose template asks for it. `frame` is around its panes.
pub(super) fn lazy_mentions(
    session: Session,
    panes: Panes,
    caret: RwSignal<Option<Caret>>,
    frame: HtmlElement,
) -> View {
    lazy(light_mentions, move |mentions| mentions(session, panes, caret, frame.clone()))
}

/// The cluster that is lit, and the mentions that it is one of.
#[derive(Clone, Copy)]
struct MentionSignals {
    session: Session,
    panes: Panes,
    /// Mentions in the texts that are shown; none while the person wants none, or reads the texts without marks.
    shown: Memo<Arc<ShownMentions>>,
    /// The name of the cluster.
    lit: RwSignal<Option<Arc<str>>>,
}

fn mentions(
    session: Session,
    panes: Panes,
    caret: RwSignal<Option<Caret>>,
    frame: HtmlElement,
) -> View {
    let template = session.template();
    let Some(rule) = template.settings.mentions.clone() else { return View::Nothing };
    styles::adopt(STYLE);
    let signals =
        MentionSignals { session, panes, shown: shown(session, rule), lit: RwSignal::new(None) };
    signals.light_at_pointer(frame);
    signals.light_at_caret(caret);
    signals.highlight();
    let said = move || {
        let n = caret.get().and_then(|caret| signals.count_at(&caret));
        // A new element each time: the same words are announced again.
        n.map(|n| el("span").child(session.app().say(&say!(MentionsCount, n))))
    };
    el("p")
        .class("visually-hidden")
        .attr("data-testid", "mention-said")
        .attr("aria-live", "polite")
        .child(dynamic(said))
        .into()
}

/// The mentions of the instance shown, as far as they are revealed.
fn shown(session: Session, rule: MentionRule) -> Memo<Arc<ShownMentions>> {
    let preferences = session.app().preferences;
    // The texts of an instance never change, only what is revealed of them.
    let number = Memo::new(move |_| session.view.with(|view| view.instance));
    let rule = StoredValue::new(rule);
    let found = Memo::new(move |_| {
        number.track();
        session.ask(|work| {
            let raw = work.dataset().raw(work.view().instance).unwrap_or_default();
            let texts = &work.current().texts;
            Arc::new(rule.with_value(|rule| ShownMentions::of(raw, texts, rule)))
        })
    });
    Memo::new(move |_| {
        if session.is_plain.get() || !preferences.with(|preferences| preferences.mentions) {
            return Arc::default();
        }
        let found = found.get();
        let revealed = session.ask_revealed(|revealed, _| {
            let found = ShownMentions::clone(&found);
            rule.with_value(|rule| found.in_revealed(revealed, rule)).into()
        });
        revealed.unwrap_or(found)
    })
}

impl MentionSignals {
    fn light(self, cluster: Option<Arc<str>>) {
        if self.lit.get_untracked() != cluster {
            self.lit.set(cluster);
        }
    }

    /// Lights the mention under the pointer, or none; under a finger when it is put down.
    fn light_at_pointer(self, frame: HtmlElement) {
        let point = StoredValue::new(None);
        let look = move |event: PointerEvent| {
            let target = event.target().and_then(|target| target.dyn_into::<Node>().ok());
            let is_over = frame.contains(target.as_ref());
            let before = point.try_update_value(|point| {
                point.replace(is_over.then(|| (event.client_x(), event.client_y())))
            });
            if before == Some(None) {
                timing::before_paint(move || {
                    // The page may be gone.
                    let Some(Some(at)) = point.try_update_value(Option::take) else { return };
                    self.light(at.and_then(|(x, y)| self.cluster_at_point(x, y)));
                });
            }
        };
        let moved = window_event_listener(ev::pointermove, look.clone());
        let pressed = window_event_listener(ev::pointerdown, look);
        on_cleanup(move || {
            moved.remove();
            pressed.remove();
        });
    }

    /// The cluster of the mention under a point of the window.
    fn cluster_at_point(self, x: i32, y: i32) -> Option<Arc<str>> {
        let is_at = |text: &TextName, span: Span| {
            let (x, y) = (f64::from(x), f64::from(y));
            let rectangles = self.panes.rectangles(text, span);
            rectangles.iter().any(|r| r.left <= x && x <= r.right && r.top <= y && y <= r.bottom)
        };
        let shown = self.shown.get_untracked();
        self.panes.texts().into_iter().find_map(|text| {
            if shown.on(&text).is_empty() {
                return None;
            }
            let offset = self.panes.offset_at(&text, x, y)?;
            let mut near = shown.touching(&text, offset);
            near.find(|mention| is_at(&text, mention.span)).map(|m| m.cluster.clone())
        })
    }

    /// Lights the mention at the caret whenever that moves. Without a caret, before or now, it is the pointer that lights
    /// mentions.
    fn light_at_caret(self, caret: RwSignal<Option<Caret>>) {
        Effect::new(move |had_caret: Option<bool>| {
            let caret = caret.get();
            if caret.is_some() || had_caret == Some(true) {
                self.light(caret.as_ref().and_then(|caret| self.cluster_at_caret(caret)));
            }
            caret.is_some()
        });
    }

    /// The cluster of the mention that the caret stands in.
    fn cluster_at_caret(self, caret: &Caret) -> Option<Arc<str>> {
        let at = caret.head.start();
        self.shown.with_untracked(|shown| shown.at(&caret.text, at).map(|m| m.cluster.clone()))
    }

    /// The number of mentions in the cluster of the one that the caret stands in. Tracked.
    fn count_at(self, caret: &Caret) -> Option<usize> {
        let cluster = self.cluster_at_caret(caret)?;
        Some(self.shown.with(|shown| shown.count(&cluster)))
    }

    /// Highlights what is lit, also where it stands in other nodes than before.
    fn highlight(self) {
        // Clusters of another instance may have the same names.
        Effect::new(move |_| {
            // Read, not only tracked: a memo that was never read changes when it first is.
            self.shown.with(|_| ());
            self.light(None);
        });
        Effect::new(move |was_lit: Option<bool>| {
            self.panes.moved.track();
            let cluster = self.lit.get();
            if cluster.is_some() {
                timing::before_paint(move || {
                    // Something else may be lit by now.
                    if self.lit.try_get_untracked() == Some(cluster) {
                        highlights::set(LIT, self.lit_ranges());
                    }
                });
                return true;
            }
            // Works side by side share the highlight: none takes away that of another.
            if was_lit == Some(true) {
                highlights::set(LIT, []);
            }
            false
        });
        on_cleanup(|| highlights::set(LIT, []));
    }

    /// The mentions of the lit cluster that are on the page.
    fn lit_ranges(self) -> Vec<Range> {
        let Some(cluster) = self.lit.get_untracked() else { return Vec::new() };
        let on_text = |text: TextName| {
            let end = self.session.shown_end(&text);
            let shown = self.shown.get_untracked();
            let of_cluster = shown.on(&text).iter().filter(|m| m.cluster == cluster);
            let spans: Vec<Span> = of_cluster.map(|m| m.span).collect();
            let on_page = spans.into_iter().filter(|span| span.end() <= end);
            self.panes.with(&text, |pane| {
                on_page.filter_map(|span| selection::range(pane, span)).collect::<Vec<Range>>()
            })
        };
        self.panes.texts().into_iter().filter_map(on_text).flatten().collect()
    }
}
