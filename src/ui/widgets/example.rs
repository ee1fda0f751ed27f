//! An annotated example: texts with marks as on the annotate page, and below them a list of the marks.

use crate::app::App;
use crate::ui::colors::{UnderlinePlace, underline};
use crate::ui::text_view::category_color;
use crate::ui::view::{El, View, el};
use spanwise_browser::styles;
use spanwise_i18n::TextId;
use spanwise_template::example::{AnnotatedExample, ExampleMark, ExamplePart, ExampleText};
use spanwise_template::{Category, Typology};

static STYLE: &str = include_str!("../../../style/example.css");

/// The example of a typology. The marks are elements in each other, each with the name of its category for screen readers.
pub(super) fn example(example: &AnnotatedExample, typology: &Typology) -> El {
    styles::adopt(STYLE);
    let texts = example.texts.iter().map(|text| example_text(text, typology));
    let mut listed = Vec::new();
    example.texts.iter().for_each(|text| list_marks(&text.parts, typology, &mut listed));
    el("div")
        .class("example")
        .attr("data-testid", "example")
        .child(texts.collect::<Vec<_>>())
        .child((!listed.is_empty()).then(|| el("ul").class("example__list").child(listed)))
}

fn example_text(text: &ExampleText, typology: &Typology) -> View {
    let label = text
        .side
        .map(|side| el("p").class("example__label").child(App::from_context().text(side.label())));
    let last_lane = height(&text.parts).saturating_sub(1);
    let content = parts(&text.parts, last_lane, typology);
    View::Many(vec![
        label.into(),
        el("p").class("example__text").attr("dir", "auto").child(content).into(),
    ])
}

/// The number of marks over each other in a text, insertion points not counted.
fn height(parts: &[ExamplePart]) -> u8 {
    let of_part = |part: &ExamplePart| match part {
        ExamplePart::Mark(mark) if !mark.parts.is_empty() => height(&mark.parts).saturating_add(1),
        ExamplePart::Mark(_) | ExamplePart::Text(_) => 0,
    };
    parts.iter().map(of_part).max().unwrap_or(0)
}

fn parts(parts: &[ExamplePart], last_lane: u8, typology: &Typology) -> View {
    let view = |part: &ExamplePart| match part {
        ExamplePart::Text(text) => text.as_str().into(),
        ExamplePart::Mark(one) => mark(one, last_lane, typology).into(),
    };
    View::Many(parts.iter().map(view).collect())
}

fn mark(mark: &ExampleMark, last_lane: u8, typology: &Typology) -> El {
    let index = mark.category.index();
    let element = el("mark").style(("--tint", category_color(Some(index))));
    let spoken = category(mark, typology).map(|category| {
        el("span").class("visually-hidden").child(format!(" ({}) ", category.label))
    });
    if mark.parts.is_empty() {
        return element.class("example__point").child(spoken);
    }
    // A mark lies nearer to the text than those around it.
    let place = UnderlinePlace::of(height(&mark.parts), last_lane);
    element
        .class("example__mark")
        .style(("background-image", underline(index, "var(--tint)")))
        .style(("background-size", place.size))
        .style(("background-position", place.position))
        .child(parts(&mark.parts, last_lane, typology))
        .child(spoken)
}

/// Adds the marks of a text to the list below it, in the order in which they begin.
fn list_marks(parts: &[ExamplePart], typology: &Typology, listed: &mut Vec<El>) {
    for part in parts {
        let ExamplePart::Mark(mark) = part else { continue };
        listed.push(listed_mark(mark, typology));
        list_marks(&mark.parts, typology, listed);
    }
}

/// The category, the text and the explanation of a mark.
fn listed_mark(mark: &ExampleMark, typology: &Typology) -> El {
    let index = mark.category.index();
    let label = category(mark, typology).map(|category| category.label.clone());
    let swatch = el("span")
        .class("example__swatch")
        .attr("aria-hidden", "true")
        .style(("background", underline(index, "var(--tint)")));
    let text = if mark.parts.is_empty() {
        el("span").class("hint").child(App::from_context().text(TextId::EditInsertionPoint))
    } else {
        el("q").attr("dir", "auto").child(mark.text())
    };
    let explanation = mark.explanation.as_ref().map(|explanation| {
        View::Many(vec![
            " ".into(),
            el("span").class("example__why").attr("dir", "auto").child(explanation.as_str()).into(),
        ])
    });
    el("li")
        .style(("--tint", category_color(Some(index))))
        .child(swatch)
        .child(el("span").class("example__category").attr("dir", "auto").child(label))
        .child(" ")
        .child(text)
        .child(explanation)
}

fn category<'t>(mark: &ExampleMark, typology: &'t Typology) -> Option<&'t Category> {
    typology.categories().get(mark.category.index())
}
