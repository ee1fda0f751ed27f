//! Markdown as elements, never as HTML.

use std::sync::Arc;

use leptos::ev;
use leptos::prelude::*;

use super::button;
use super::example::example;
use super::lazy;
use crate::app::App;
use crate::app::lazy::lazily_loaded;
use crate::ui::view::{El, View, dynamic, el};
use spanwise_browser::{outside, styles};
use spanwise_i18n::TextId;
use spanwise_markdown::{Align, Block, Inline, Table};
use spanwise_template::example::{AnnotatedExample, EXAMPLE_LANGUAGE};
use spanwise_template::{Template, Typology};

static STYLE: &str = include_str!("../../../style/markdown.css");

/// A Markdown text. Pictures from other hosts are shown one by one, when the person asks for them.
pub(crate) fn markdown(text: &str) -> El {
    let text = text.to_owned();
    frame(lazy(load, move |parse: ParseMarkdown| parse(&text, None)))
}

/// The instructions of a template.
pub(crate) fn instructions(template: &Arc<Template>) -> El {
    annotated_markdown(template.settings.instructions.as_deref().unwrap_or_default(), template)
}

/// A Markdown text with annotated examples, in the colours that [`set_colors`](crate::ui::colors::set_colors) keeps.
pub(crate) fn annotated_markdown(text: &str, template: &Arc<Template>) -> El {
    let (text, template) = (text.to_owned(), template.clone());
    frame(lazy(load, move |parse: ParseMarkdown| parse(&text, Some(&template.typology))))
}

fn frame(content: View) -> El {
    el("div").class("markdown").attr("dir", "auto").child(content)
}

/// Loads what shows Markdown. If that fails, the text itself says so.
pub(crate) async fn load_markdown() {
    drop(load().await);
}

/// Shows Markdown; its examples are annotated where there is a typology.
type ParseMarkdown = fn(&str, Option<&Typology>) -> View;

lazily_loaded!(markdown, load, ParseMarkdown, |text, typology| {
    styles::adopt(STYLE);
    blocks(spanwise_markdown::parse(text), typology)
});

fn blocks(blocks: Vec<Block>, typology: Option<&Typology>) -> View {
    View::Many(blocks.into_iter().map(|b| block(b, typology).into()).collect())
}

fn block(block: Block, typology: Option<&Typology>) -> El {
    match block {
        // The page has headings of its own above these.
        Block::Heading { level: 1, content } => phrase("h3", content),
        Block::Heading { level: 2, content } => phrase("h4", content),
        Block::Heading { content, .. } => phrase("h5", content),
        Block::Paragraph(content) => phrase("p", content),
        Block::List { start: None, items } => list(el("ul"), items, typology),
        Block::List { start: Some(start), items } => {
            list(el("ol").attr("start", start.to_string()), items, typology)
        }
        Block::Quote(content) => el("blockquote").child(blocks(content, typology)),
        Block::Code { language, text } => code(&language, text, typology),
        Block::Table(table) => table_view(table),
        Block::Rule => el("hr"),
    }
}

fn list(list: El, items: Vec<Vec<Block>>, typology: Option<&Typology>) -> El {
    items.into_iter().fold(list, |list, item| list.child(el("li").child(blocks(item, typology))))
}

/// A block of code; an annotated example, if it is one and can be read.
fn code(language: &str, text: String, typology: Option<&Typology>) -> El {
    let annotated = typology.filter(|_| language == EXAMPLE_LANGUAGE).and_then(|typology| {
        Some(example(&AnnotatedExample::parse(&text, typology).ok()?, typology))
    });
    annotated.unwrap_or_else(|| el("pre").child(el("code").child(text)))
}

fn table_view(table: Table) -> El {
    let align = table.columns;
    let row = |row: Vec<Vec<Inline>>, cell: &'static str| {
        row.into_iter().enumerate().fold(el("tr"), |row, (at, content)| {
            let class = match align.get(at) {
                Some(Align::Right) => "cell--right",
                Some(Align::Center) => "cell--center",
                Some(Align::Start | Align::Left) | None => "",
            };
            row.child(phrase(cell, content).class(class))
        })
    };
    let header = el("thead").child(row(table.header, "th"));
    let body = table.rows.into_iter().fold(el("tbody"), |body, r| body.child(row(r, "td")));
    el("table").child(header).child(body)
}

/// An element with text in it.
fn phrase(tag: &'static str, content: Vec<Inline>) -> El {
    el(tag).child(inlines(content))
}

fn inlines(content: Vec<Inline>) -> View {
    View::Many(content.into_iter().map(inline).collect())
}

fn inline(inline: Inline) -> View {
    match inline {
        Inline::Text(text) => text.into(),
        Inline::Code(text) => el("code").child(text).into(),
        Inline::Emphasis(content) => phrase("em", content).into(),
        Inline::Strong(content) => phrase("strong", content).into(),
        Inline::Strike(content) => phrase("s", content).into(),
        Inline::Link { href, content } => phrase("a", content)
            .attr("href", href.as_str().to_owned())
            .attr("target", "_blank")
            .attr("rel", "noopener noreferrer")
            .into(),
        Inline::Image { src, alt, remote } => picture(src.as_str().to_owned(), alt, remote),
        Inline::LineBreak => el("br").into(),
    }
}

/// A picture. One from another host tells that host who is reading, so it is asked for first, once per template and host.
fn picture(src: String, alt: String, remote: bool) -> View {
    let app = App::from_context();
    let host = src.split('/').nth(2).unwrap_or_default().to_owned();
    let ask = app.words().fill(TextId::TextShowPicture, &[("host", &host)]);
    dynamic(move || {
        if remote && app.picture_hosts.with(|allowed| !allowed.contains(&host)) {
            let host = host.clone();
            return button(ask.clone()).on_click(move || app.allow_pictures(host.clone()));
        }
        if outside::origin_elsewhere(&src).is_some_and(|_| remote) {
            return framed(src.clone(), alt.clone());
        }
        el("img")
            .attr("src", src.clone())
            .attr("alt", alt.clone())
            .attr("loading", "lazy")
            .attr("referrerpolicy", "no-referrer")
    })
}

/// A picture from another host, which the app's own page may not show.
fn framed(src: String, alt: String) -> El {
    let frame = el("iframe")
        .class("markdown__picture")
        .attr("role", if alt.is_empty() { "presentation" } else { "img" })
        .attr("aria-label", alt.clone())
        .attr("tabindex", "-1")
        .attr("src", outside::PAGE);
    let node = frame.node();
    frame.on(ev::load, move |_| {
        // Without its page there is no picture, only its label.
        let _ = outside::show_picture(&node, &src, &alt);
    })
}
