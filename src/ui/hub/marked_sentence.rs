//! A sentence about the app, marked as the app marks texts: each mark shows its category and what belongs
//! to it while the pointer or the focus is on it.

use leptos::ev;
use leptos::prelude::*;

use crate::app::App;
use crate::ui::colors::themed;
use crate::ui::view::{El, View, el, flag};
use spanwise_i18n::TextId;
use spanwise_template::Color;

/// The three marks, in the order of the sentence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum SentenceMark {
    Span,
    Category,
    Questions,
}

impl SentenceMark {
    const ALL: [SentenceMark; 3] =
        [SentenceMark::Span, SentenceMark::Category, SentenceMark::Questions];

    /// The words of the sentence that are marked, the name of the category, and what is said of it.
    fn texts(self) -> [TextId; 3] {
        match self {
            SentenceMark::Span => {
                [TextId::HubMarkedSpanWords, TextId::HubMarkedSpan, TextId::HubMarkedSpanAnswer]
            }
            SentenceMark::Category => [
                TextId::HubMarkedCategoryWords,
                TextId::HubMarkedCategory,
                TextId::HubMarkedCategoryAnswer,
            ],
            SentenceMark::Questions => [
                TextId::HubMarkedQuestionsWords,
                TextId::HubMarkedQuestions,
                TextId::HubMarkedQuestionsAnswer,
            ],
        }
    }

    fn color(self) -> String {
        themed(Color::by_position(match self {
            SentenceMark::Span => 0,
            SentenceMark::Category => 1,
            SentenceMark::Questions => 2,
        }))
    }

    fn description_id(self) -> &'static str {
        match self {
            SentenceMark::Span => "marked-span",
            SentenceMark::Category => "marked-category",
            SentenceMark::Questions => "marked-questions",
        }
    }
}

/// The sentence, and below it what belongs to one of its marks.
pub(super) fn marked_sentence() -> El {
    let app = App::from_context();
    let shown = RwSignal::new(SentenceMark::Span);
    let sentence = app.text(TextId::HubSentence);
    // All stand in the same place, so that the page keeps its height whichever is shown.
    let descriptions = SentenceMark::ALL.map(|mark| description(app, mark, shown));
    el("div")
        .class("marked")
        .attr("data-testid", "marked-sentence")
        .child(el("p").class("marked__sentence").child(pieces(app, &sentence, shown)))
        .child(el("div").class("marked__descriptions").child(descriptions))
}

/// The sentence in pieces, marked and unmarked. Words that a translation does not have stay unmarked.
fn pieces(app: App, sentence: &str, shown: RwSignal<SentenceMark>) -> Vec<View> {
    let mut pieces = Vec::new();
    let mut rest = sentence;
    for mark in SentenceMark::ALL {
        let [words, ..] = mark.texts();
        let words = app.text(words);
        let Some((before, after)) = rest.split_once(words.as_str()) else { continue };
        pieces.push(before.to_owned().into());
        pieces.push(marked(mark, words.clone(), shown).into());
        rest = after;
    }
    pieces.push(rest.to_owned().into());
    pieces
}

fn marked(mark: SentenceMark, words: String, shown: RwSignal<SentenceMark>) -> El {
    let show = move || shown.set(mark);
    el("mark")
        .class("marked__mark")
        .class(("marked__mark--shown", flag(move || shown.get() == mark)))
        .attr("tabindex", "0")
        .attr("aria-describedby", mark.description_id())
        .style(("--tint", mark.color()))
        .on(ev::pointerenter, move |_| show())
        .on(ev::focus, move |_| show())
        .child(words)
}

/// The description of a mark, in the form of a row of the list of edits.
fn description(app: App, mark: SentenceMark, shown: RwSignal<SentenceMark>) -> El {
    let [words, name, answer] = mark.texts();
    el("p")
        .class("marked__description")
        .class(("marked__description--shown", flag(move || shown.get() == mark)))
        .attr("id", mark.description_id())
        .style(("--tint", mark.color()))
        .child(el("strong").child(app.text(name)))
        .child(" ")
        .child(el("q").class("marked__words").child(app.text(words)))
        .child(" ")
        .child(el("span").class("marked__answer").child(app.text(answer)))
}
