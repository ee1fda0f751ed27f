//! Markdown, shown as elements. Never as HTML.

use leptos::prelude::*;

use crate::domain::markdown::{self, Align, Block, Inline};
use crate::domain::wording::Key;
use crate::state::App;
use crate::ui::dynamic::dynamic;

/// A Markdown text. Pictures from other hosts are shown one by one, when the person asks for them.
#[component]
pub(crate) fn Markdown(
    /// The text.
    #[prop(into)]
    text: String,
) -> impl IntoView {
    let blocks = markdown::parse(&text);
    view! { <div class="markdown" dir="auto">{blocks_view(blocks)}</div> }
}

fn blocks_view(blocks: Vec<Block>) -> AnyView {
    blocks.into_iter().map(block).collect_view().into_any()
}

fn block(block: Block) -> AnyView {
    match block {
        // The page has headings of its own above these.
        Block::Heading { level: 1, content } => view! { <h3>{inlines(content)}</h3> }.into_any(),
        Block::Heading { level: 2, content } => view! { <h4>{inlines(content)}</h4> }.into_any(),
        Block::Heading { content, .. } => view! { <h5>{inlines(content)}</h5> }.into_any(),
        Block::Paragraph(content) => view! { <p>{inlines(content)}</p> }.into_any(),
        Block::List { start: None, items } => view! { <ul>{list(items)}</ul> }.into_any(),
        Block::List { start: Some(start), items } => {
            view! { <ol start=start.to_string()>{list(items)}</ol> }.into_any()
        }
        Block::Quote(blocks) => view! { <blockquote>{blocks_view(blocks)}</blockquote> }.into_any(),
        Block::Code { text, .. } => view! { <pre><code>{text}</code></pre> }.into_any(),
        Block::Table(table) => {
            let align = table.columns;
            let cells = |row: Vec<Vec<Inline>>, header: bool| {
                let cells = row.into_iter().enumerate().map(|(at, content)| {
                    let class = match align.get(at) {
                        Some(Align::Right) => "cell--right",
                        Some(Align::Center) => "cell--center",
                        _ => "",
                    };
                    if header {
                        view! { <th class=class>{inlines(content)}</th> }.into_any()
                    } else {
                        view! { <td class=class>{inlines(content)}</td> }.into_any()
                    }
                });
                cells.collect_view()
            };
            let header = cells(table.header, true);
            let rows: Vec<_> =
                table.rows.into_iter().map(|row| view! { <tr>{cells(row, false)}</tr> }).collect();
            view! {
                <table>
                    <thead>
                        <tr>{header}</tr>
                    </thead>
                    <tbody>{rows}</tbody>
                </table>
            }
            .into_any()
        }
        Block::Rule => view! { <hr/> }.into_any(),
    }
}

fn list(items: Vec<Vec<Block>>) -> AnyView {
    let items = items.into_iter().map(|blocks| view! { <li>{blocks_view(blocks)}</li> });
    items.collect_view().into_any()
}

fn inlines(content: Vec<Inline>) -> AnyView {
    content.into_iter().map(inline).collect_view().into_any()
}

fn inline(inline: Inline) -> AnyView {
    match inline {
        Inline::Text(text) => text.into_any(),
        Inline::Code(text) => view! { <code>{text}</code> }.into_any(),
        Inline::Emphasis(content) => view! { <em>{inlines(content)}</em> }.into_any(),
        Inline::Strong(content) => view! { <strong>{inlines(content)}</strong> }.into_any(),
        Inline::Strike(content) => view! { <s>{inlines(content)}</s> }.into_any(),
        Inline::Link { href, content } => {
            let href = href.as_str().to_owned();
            view! {
                <a href=href target="_blank" rel="noopener noreferrer">
                    {inlines(content)}
                </a>
            }
            .into_any()
        }
        Inline::Image { src, alt, remote } => {
            view! { <Picture src=src.as_str().to_owned() alt remote/> }.into_any()
        }
        Inline::LineBreak => view! { <br/> }.into_any(),
    }
}

/// A picture. One from another host tells that host who is reading, so it is asked for first, once per template.
#[component]
fn Picture(src: String, alt: String, remote: bool) -> AnyView {
    let app = App::from_context();
    let allowed = app.remote_pictures;
    let host = src.split('/').nth(2).unwrap_or_default().to_owned();
    let ask = app.words().fill(Key::ShowPicture, &[("host", &host)]);
    dynamic(move || {
        if !remote || allowed.get() {
            let (src, alt) = (src.clone(), alt.clone());
            view! { <img src=src alt=alt loading="lazy" referrerpolicy="no-referrer"/> }.into_any()
        } else {
            view! {
                <button type="button" class="button" on:click=move |_| app.allow_pictures()>
                    {ask.clone()}
                </button>
            }
            .into_any()
        }
    })
}
