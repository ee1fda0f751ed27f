//! Instructions and descriptions.

use spanwise_markdown::{Block, Inline, parse};

use super::corpus::Corpus;

const WORDS: &[&str] = &[
    "\n",
    "\n\n",
    " ",
    "    ",
    "\t",
    "*",
    "**",
    "_",
    "~~",
    "`",
    "```\n",
    "> ",
    "- ",
    "1. ",
    "# ",
    "---",
    "|",
    "|-|",
    "[",
    "](",
    ")",
    "![",
    "]: ",
    "<",
    ">",
    "&#",
    "&colon;",
    "&Tab;",
    ";",
    "\\",
    "javascript:",
    "https://x.example",
    "HTTP://",
    "mailto:",
    "data:image/png;base64,",
    "data:text/html,",
    "vbscript:",
    "//",
    "#a",
    "<b>",
    "<!--",
    "\u{0}",
    "\u{1}",
    "é",
    "\u{a0}",
];

#[test]
fn links_lead_only_where_they_may() {
    let corpus = Corpus::of("markdown", WORDS);
    bolero::check!(name = "markdown").for_each(|bytes: &[u8]| {
        corpus.texts(bytes).iter().for_each(|text| blocks(&parse(text)));
    });
}

fn blocks(content: &[Block]) {
    for block in content {
        match block {
            Block::Heading { content, .. } | Block::Paragraph(content) => line(content),
            Block::List { items, .. } => items.iter().for_each(|item| blocks(item)),
            Block::Quote(content) => blocks(content),
            Block::Table(table) => {
                table.header.iter().chain(table.rows.iter().flatten()).for_each(|cell| line(cell));
            }
            Block::Code { .. } | Block::Rule => {}
        }
    }
}

fn line(content: &[Inline]) {
    for inline in content {
        match inline {
            Inline::Emphasis(content) | Inline::Strong(content) | Inline::Strike(content) => {
                line(content);
            }
            Inline::Link { href, content } => {
                begins(href.as_str(), &["http://", "https://", "mailto:", "#"]);
                line(content);
            }
            Inline::Image { src, remote: true, .. } => {
                begins(src.as_str(), &["http://", "https://"]);
            }
            Inline::Image { src, remote: false, .. } => {
                let raster =
                    ["png", "jpeg", "gif", "webp"].map(|f| format!("data:image/{f};base64,"));
                begins(src.as_str(), &raster);
            }
            Inline::Text(_) | Inline::Code(_) | Inline::LineBreak => {}
        }
    }
}

fn begins(address: &str, allowed: &[impl AsRef<str>]) {
    let lower = address.to_lowercase();
    assert!(allowed.iter().any(|prefix| lower.starts_with(prefix.as_ref())), "{address:?}");
    assert!(!address.contains(char::is_control), "{address:?}");
}
