//! Diagnostics for authors alone: colours of categories that look alike. Annotating with such a template works, so
//! [`compile`](crate::compile) does not look for them.

use crate::Color;
use crate::color_vision::{ColorVision, FreeColors, SeenColor};
use crate::compile::{CompiledTemplate, compile_with_icons};
use crate::example_check::check_examples;
use crate::outline::{Outline, OutlineItem, outline};
use crate::tokenizer_check::check_tokenizer;
use crate::yaml::{TextLocation, explain_syntax_errors};
use spanwise_diagnostics::{Diagnostic, DiagnosticPlace, Severity, quoted};
use spanwise_i18n::{Message, say};
use spanwise_limits::MOST_CATEGORIES;

/// Compiles a template for its author: with all that [`compile_with_icons`] reports, syntax errors explained, the
/// colours that look alike, a tokenizer that cannot be used, and annotated examples that cannot be read.
#[must_use]
pub fn compile_for_author(text: &str, icons: Option<&[String]>) -> CompiledTemplate {
    explain_syntax_errors();
    let mut compiled = compile_with_icons(text, icons);
    compiled.diagnostics.extend(look_alikes(text, &outline(text)));
    if let Some(template) = &compiled.template {
        compiled.diagnostics.extend(check_tokenizer(text, template));
        compiled.diagnostics.extend(check_examples(text, template));
    }
    // Stable: those at the same place stay in their order.
    compiled.diagnostics.sort_by_key(|problem| match &problem.place {
        DiagnosticPlace::Text { bytes, .. } => bytes.start,
        DiagnosticPlace::Whole | DiagnosticPlace::Data { .. } => 0,
    });
    compiled
}

/// A category with its colour.
struct ColoredCategory<'o> {
    item: &'o OutlineItem,
    seen: SeenColor,
    /// The place of a colour that the template sets; `None` for the default of the position.
    at: Option<std::ops::Range<usize>>,
}

impl<'o> ColoredCategory<'o> {
    fn of(item: &'o OutlineItem) -> Option<Self> {
        let seen = SeenColor::of(item.color?);
        let written = item.fields.iter().find(|field| field.key == "color");
        let at = written
            .filter(|field| Color::parse(&field.text).is_some())
            .and_then(|f| f.bytes.clone());
        Some(ColoredCategory { item, seen, at })
    }
}

/// The colours that the template sets and that look like another one, each reported once.
fn look_alikes(text: &str, outline: &Outline) -> Vec<Diagnostic> {
    let categories: Vec<ColoredCategory<'_>> =
        outline.categories.iter().take(MOST_CATEGORIES).filter_map(ColoredCategory::of).collect();
    let mut free = FreeColors::default();
    categories.iter().for_each(|category| free.add(&category.seen));
    let mut found = Vec::new();
    for (index, category) in categories.iter().enumerate() {
        let Some(at) = &category.at else { continue };
        // Of two that the template sets, the later one is reported.
        let others = categories.iter().enumerate();
        let others =
            others.filter(|(other, one)| *other < index || *other > index && one.at.is_none());
        let alike =
            others.filter_map(|(_, other)| Some((category.seen.alike(&other.seen)?, other)));
        let Some((vision, other)) =
            alike.min_by_key(|(vision, _)| *vision != ColorVision::Ordinary)
        else {
            continue;
        };
        let fix = format!("\"{}\"", free.take().css());
        let at = TextLocation::in_text(text, at.clone());
        let message = message(vision, &category.item.name, &other.item.name);
        let remedy = say!(ColorsChooseAnotherSuch, color = fix.as_str());
        let severity = match vision {
            ColorVision::Ordinary => Severity::Warning,
            ColorVision::Protanopia | ColorVision::Deuteranopia | ColorVision::Tritanopia => {
                Severity::Hint
            }
        };
        let problem = at.warning("similar-colors", message, remedy);
        found.push(Diagnostic { severity, fix: Some(fix), ..problem });
    }
    found
}

fn message(vision: ColorVision, name: &str, other: &str) -> Message {
    let (name, other) = (quoted(name), quoted(other));
    match vision {
        ColorVision::Ordinary => say!(ColorsLookAlike, name, other),
        ColorVision::Protanopia => say!(ColorsLookAlikeProtanopia, name, other),
        ColorVision::Deuteranopia => say!(ColorsLookAlikeDeuteranopia, name, other),
        ColorVision::Tritanopia => say!(ColorsLookAlikeTritanopia, name, other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problems(colors: &[&str]) -> (String, Vec<Diagnostic>) {
        let category = |(at, color): (usize, &&str)| match *color {
            "" => format!("  - {{name: c{at}}}\n"),
            color => format!("  - {{name: c{at}, color: {color}}}\n"),
        };
        let edits: String = colors.iter().enumerate().map(category).collect();
        let text = format!("template_name: t\nedits:\n{edits}");
        let problems = compile_for_author(&text, None).diagnostics;
        (text, problems)
    }

    #[test]
    fn each_colour_that_looks_like_another_is_told_once() {
        type Case = (&'static [&'static str], &'static [(&'static str, Severity)]);
        let cases: [Case; 9] = [
            (&["red", "blue", "green", "yellow", "teal", "orange"], &[]),
            (&["", "", "", "", "", "", "", "", ""], &[]),
            (&["navy", "navy"], &[("navy", Severity::Warning)]),
            (&["navy", "navy", "navy"], &[("navy", Severity::Warning); 2]),
            (&["\"#d62728\"", "\"#2ca02c\""], &[("\"#2ca02c\"", Severity::Hint)]),
            // One that is not set is not reported; the one that is like it is, wherever it stands.
            (&["\"#56b4e9\"", ""], &[("\"#56b4e9\"", Severity::Warning)]),
            (&["", "\"#e69f00\""], &[("\"#e69f00\"", Severity::Warning)]),
            // Ordinary eyes go first.
            (
                &["\"#d62728\"", "\"#2ca02c\"", "\"#2ca02d\""],
                &[("\"#2ca02c\"", Severity::Hint), ("\"#2ca02d\"", Severity::Warning)],
            ),
            (&["nothing", "red"], &[]),
        ];
        for (colors, expected) in cases {
            let (text, problems) = problems(colors);
            let found: Vec<_> = problems.iter().filter(|p| p.code == "similar-colors").collect();
            let places = found.iter().map(|problem| match &problem.place {
                DiagnosticPlace::Text { bytes, .. } => (&text[bytes.clone()], problem.severity),
                DiagnosticPlace::Whole | DiagnosticPlace::Data { .. } => panic!("{problem:?}"),
            });
            assert_eq!(places.collect::<Vec<_>>(), expected, "{colors:?}");
        }
    }

    #[test]
    fn the_fix_makes_it_another_colour() {
        for colors in [&["navy", "navy"][..], &["'#d62728'", "\"#2ca02c\""], &["", "\"#e69f00\""]] {
            let (mut text, found) = problems(colors);
            let [problem] = &found[..] else { panic!("{found:?}") };
            let DiagnosticPlace::Text { bytes, .. } = &problem.place else { panic!("{problem:?}") };
            text.replace_range(bytes.clone(), problem.fix.as_deref().unwrap());
            assert_eq!(compile_for_author(&text, None).diagnostics, [], "{text}");
        }
    }

    #[test]
    fn many_categories_take_no_time() {
        let colors: Vec<String> = (0..500).map(|n| format!("\"#{:06x}\"", n * 33_000)).collect();
        let colors: Vec<&str> = colors.iter().map(String::as_str).collect();
        let start = std::time::Instant::now();
        let (_, problems) = problems(&colors);
        assert!(problems.len() < 500);
        assert!(start.elapsed().as_secs() < 20, "{:?}", start.elapsed());
    }
}
