//! Markdown as a small tree that is safe to show.
//!
//! The tree holds no HTML: raw HTML is shown as the text it is. Links and images carry addresses from an allow-list
//! only. Depth and size are limited, so that neither this module nor code that walks the tree can overflow the stack.

// In a release of the app nothing is formatted by Debug (scripts/lib/release.sh).
#![cfg_attr(not(test), warn(clippy::use_debug))]
#![warn(clippy::wildcard_enum_match_arm)]

pub mod formatting;

use std::mem;

use pulldown_cmark::{
    Alignment, CodeBlockKind, Event, HeadingLevel, LinkType, Options, Parser, Tag, TagEnd,
};

use spanwise_limits::{DEEPEST_MARKDOWN, LONGEST_MARKDOWN};

/// A part of a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Block {
    /// A heading.
    Heading {
        /// 1 to 6.
        level: u8,
        /// Its text.
        content: Vec<Inline>,
    },
    /// A paragraph.
    Paragraph(Vec<Inline>),
    /// A list.
    List {
        /// The first number of a numbered list; `None` for bullets.
        start: Option<u64>,
        /// Its items.
        items: Vec<Vec<Block>>,
    },
    /// A quotation.
    Quote(Vec<Block>),
    /// A block of code.
    Code {
        /// The text after the fence, usually a language; often empty.
        language: String,
        /// The code.
        text: String,
    },
    /// A table.
    Table(Table),
    /// A line between parts.
    Rule,
}

/// A table. A row may have fewer cells than there are columns.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Table {
    /// The alignment of each column.
    pub columns: Vec<Align>,
    /// The cells of the heading row.
    pub header: Vec<Vec<Inline>>,
    /// The cells of the other rows.
    pub rows: Vec<Vec<Vec<Inline>>>,
}

/// The alignment of a column of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Align {
    /// As the language is written.
    Start,
    /// To the left.
    Left,
    /// In the middle.
    Center,
    /// To the right.
    Right,
}

/// A part of a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Inline {
    /// Plain text; a line break in it is a space.
    Text(String),
    /// Code.
    Code(String),
    /// Emphasised text.
    Emphasis(Vec<Inline>),
    /// Strongly emphasised text.
    Strong(Vec<Inline>),
    /// Struck-out text.
    Strike(Vec<Inline>),
    /// A link.
    Link {
        /// The address that it leads to.
        href: SafeHref,
        /// Its text.
        content: Vec<Inline>,
    },
    /// A picture.
    Image {
        /// Its address.
        src: SafeHref,
        /// The alternative text.
        alt: String,
        /// `true` if showing it tells another server who is reading; the caller decides.
        remote: bool,
    },
    /// A hard line break.
    LineBreak,
}

/// An address that does no harm where it is used.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct SafeHref(String);

impl SafeHref {
    /// The address of a link: `http`, `https`, `mailto`, or a place in the page.
    #[must_use]
    pub fn link(address: &str) -> Option<Self> {
        Self::allowed(address, &["http://", "https://", "mailto:", "#"])
    }

    /// The address of a picture: `http`, `https`, or the picture itself in a format that holds no script.
    #[must_use]
    pub fn image(address: &str) -> Option<Self> {
        const EMBEDDED: [&str; 4] = [
            "data:image/png;base64,",
            "data:image/jpeg;base64,",
            "data:image/gif;base64,",
            "data:image/webp;base64,",
        ];
        Self::allowed(address, &["http://", "https://"])
            .or_else(|| Self::allowed(address, &EMBEDDED))
    }

    /// The address as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    fn is_remote(&self) -> bool {
        Self::allowed(&self.0, &["http"]).is_some()
    }

    /// Browsers drop control characters before they look at the scheme, so none may occur.
    fn allowed(address: &str, prefixes: &[&str]) -> Option<Self> {
        let address = address.trim();
        let begins_with = |prefix: &&str| {
            address.get(..prefix.len()).is_some_and(|start| start.eq_ignore_ascii_case(prefix))
        };
        let harmless = !address.chars().any(char::is_control);
        (harmless && prefixes.iter().any(begins_with)).then(|| SafeHref(address.to_owned()))
    }
}

/// The extensions of `CommonMark` that are read.
const OPTIONS: Options = Options::ENABLE_TABLES.union(Options::ENABLE_STRIKETHROUGH);

/// Reads a text as Markdown (`CommonMark` with tables and strikethrough).
#[must_use]
pub fn parse(markdown: &str) -> Vec<Block> {
    if markdown.len() > LONGEST_MARKDOWN {
        return vec![Block::Paragraph(vec![Inline::Text(markdown.to_owned())])];
    }
    let mut tree = TreeBuilder::default();
    for event in Parser::new_ext(markdown, OPTIONS) {
        tree.take(event);
    }
    tree.finish()
}

/// A block of code between fences, and its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CodeBlock {
    /// The text after the fence.
    pub language: String,
    /// The code; each of its lines is a line of the Markdown without its indentation.
    pub text: String,
    /// The 0-based line of the opening fence in the Markdown.
    pub line: usize,
}

/// The blocks of code between fences in a Markdown text, in its order.
#[must_use]
#[expect(clippy::wildcard_enum_match_arm, reason = "events of the parser: others end the code")]
pub fn code_blocks(markdown: &str) -> Vec<CodeBlock> {
    if markdown.len() > LONGEST_MARKDOWN {
        return Vec::new();
    }
    let mut blocks: Vec<CodeBlock> = Vec::new();
    let mut is_open = false;
    // The lines up to a position, counted from block to block.
    let (mut line, mut counted) = (0, 0);
    for (event, bytes) in Parser::new_ext(markdown, OPTIONS).into_offset_iter() {
        match event {
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(language))) => {
                let before = markdown.get(counted..bytes.start).unwrap_or_default();
                line += before.matches('\n').count();
                counted = bytes.start;
                is_open = true;
                blocks.push(CodeBlock {
                    language: language.into_string(),
                    text: String::new(),
                    line,
                });
            }
            Event::Text(text) if is_open => {
                if let Some(block) = blocks.last_mut() {
                    block.text.push_str(&text);
                }
            }
            _ => is_open = false,
        }
    }
    blocks
}

/// Builds the tree from the events of the parser.
#[derive(Default)]
struct TreeBuilder {
    blocks: ElementContent,
    /// The open elements, outermost first.
    open: Vec<OpenElement>,
    /// Number of open elements that lie too deep to be kept.
    too_deep: usize,
}

/// An element that has begun, with its content so far.
struct OpenElement {
    kind: ElementKind,
    content: ElementContent,
}

/// The content of an element: blocks, then text that belongs to no paragraph yet.
#[derive(Default)]
struct ElementContent {
    blocks: Vec<Block>,
    line: Vec<Inline>,
}

enum ElementKind {
    Paragraph,
    Heading(u8),
    Quote,
    List(Option<u64>, Vec<Vec<Block>>),
    Item,
    Code(String),
    Table(Table),
    Row {
        is_header: bool,
        cells: Vec<Vec<Inline>>,
    },
    Cell,
    Emphasis,
    Strong,
    Strike,
    Link(Option<SafeHref>),
    Image(Option<SafeHref>),
    /// An element that is not shown itself, but whose content is.
    Transparent,
}

impl ElementKind {
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "elements of the parser: others show their content"
    )]
    fn of(tag: Tag<'_>) -> Self {
        match tag {
            Tag::Paragraph | Tag::HtmlBlock => ElementKind::Paragraph,
            Tag::Heading { level, .. } => ElementKind::Heading(number(level)),
            Tag::BlockQuote(_) => ElementKind::Quote,
            Tag::CodeBlock(CodeBlockKind::Fenced(language)) => {
                ElementKind::Code(language.into_string())
            }
            Tag::CodeBlock(CodeBlockKind::Indented) => ElementKind::Code(String::new()),
            Tag::List(start) => ElementKind::List(start, Vec::new()),
            Tag::Item => ElementKind::Item,
            Tag::Table(columns) => {
                let columns = columns.into_iter().map(align).collect();
                ElementKind::Table(Table { columns, ..Table::default() })
            }
            Tag::TableHead => ElementKind::Row { is_header: true, cells: Vec::new() },
            Tag::TableRow => ElementKind::Row { is_header: false, cells: Vec::new() },
            Tag::TableCell => ElementKind::Cell,
            Tag::Emphasis => ElementKind::Emphasis,
            Tag::Strong => ElementKind::Strong,
            Tag::Strikethrough => ElementKind::Strike,
            Tag::Link { link_type: LinkType::Email, dest_url, .. } => {
                ElementKind::Link(SafeHref::link(&format!("mailto:{dest_url}")))
            }
            Tag::Link { dest_url, .. } => ElementKind::Link(SafeHref::link(&dest_url)),
            Tag::Image { dest_url, .. } => ElementKind::Image(SafeHref::image(&dest_url)),
            _ => ElementKind::Transparent,
        }
    }

    /// Returns `true` for an element within a line.
    fn is_inline(&self) -> bool {
        use ElementKind::{Emphasis, Image, Link, Strike, Strong};
        matches!(self, Emphasis | Strong | Strike | Link(_) | Image(_))
    }

    /// Returns `true` for an element that can only stand in its parent, which is then open.
    fn is_part(&self) -> bool {
        matches!(self, ElementKind::Item | ElementKind::Row { .. } | ElementKind::Cell)
    }
}

impl TreeBuilder {
    fn take(&mut self, event: Event<'_>) {
        match event {
            Event::Start(tag) => self.start(ElementKind::of(tag)),
            Event::End(tag) => self.end(tag),
            Event::Text(text) | Event::Html(text) | Event::InlineHtml(text) => self.text(&text),
            Event::Code(code) => self.content().line.push(Inline::Code(code.into_string())),
            Event::SoftBreak => self.text("\n"),
            Event::HardBreak => self.content().line.push(Inline::LineBreak),
            Event::Rule => self.content().push(Block::Rule),
            // Events of extensions that are not switched on.
            Event::InlineMath(text) | Event::DisplayMath(text) | Event::FootnoteReference(text) => {
                self.text(&text);
            }
            Event::TaskListMarker(_) => {}
        }
    }

    fn start(&mut self, kind: ElementKind) {
        if !kind.is_inline() {
            self.content().end_line();
        }
        if self.too_deep > 0 || (self.open.len() >= DEEPEST_MARKDOWN && !kind.is_part()) {
            self.too_deep += 1;
        } else {
            self.open.push(OpenElement { kind, content: ElementContent::default() });
        }
    }

    fn end(&mut self, tag: TagEnd) {
        use TagEnd::{Emphasis, Image, Link, Strikethrough, Strong};
        if self.too_deep > 0 {
            self.too_deep -= 1;
            if !matches!(tag, Emphasis | Strong | Strikethrough | Link | Image) {
                self.content().end_line();
            }
        } else if let Some(node) = self.open.pop() {
            self.close(node);
        }
    }

    fn close(&mut self, OpenElement { kind, content }: OpenElement) {
        let parent = self.open.last_mut().map(|node| &mut node.kind);
        match (kind, parent) {
            (ElementKind::Item, Some(ElementKind::List(_, items))) => {
                items.push(content.into_blocks())
            }
            (ElementKind::Row { is_header: true, cells }, Some(ElementKind::Table(table))) => {
                table.header = cells
            }
            (ElementKind::Row { is_header: false, cells }, Some(ElementKind::Table(table))) => {
                table.rows.push(cells)
            }
            (ElementKind::Cell, Some(ElementKind::Row { cells, .. })) => cells.push(content.line),
            (ElementKind::Paragraph, _) => {
                self.content().blocks.extend(content.into_blocks());
            }
            (ElementKind::Heading(level), _) => {
                self.content().push(Block::Heading { level, content: content.line });
            }
            (ElementKind::Quote, _) => self.content().push(Block::Quote(content.into_blocks())),
            (ElementKind::List(start, items), _) => {
                self.content().push(Block::List { start, items })
            }
            (ElementKind::Code(language), _) => {
                self.content().push(Block::Code { language, text: plain_text(&content.line) });
            }
            (ElementKind::Table(table), _) => self.content().push(Block::Table(table)),
            (ElementKind::Emphasis, _) => self.content().line.push(Inline::Emphasis(content.line)),
            (ElementKind::Strong, _) => self.content().line.push(Inline::Strong(content.line)),
            (ElementKind::Strike, _) => self.content().line.push(Inline::Strike(content.line)),
            (ElementKind::Link(Some(href)), _) => {
                self.content().line.push(Inline::Link { href, content: content.line });
            }
            (ElementKind::Image(src), _) => self.image(src, plain_text(&content.line)),
            (
                ElementKind::Link(None)
                | ElementKind::Item
                | ElementKind::Row { .. }
                | ElementKind::Cell
                | ElementKind::Transparent,
                _,
            ) => {
                self.content().append(content);
            }
        }
    }

    fn image(&mut self, src: Option<SafeHref>, alt: String) {
        match src {
            Some(src) => {
                let remote = src.is_remote();
                self.content().line.push(Inline::Image { src, alt, remote });
            }
            None => self.text(&alt),
        }
    }

    fn text(&mut self, text: &str) {
        self.content().text(text);
    }

    /// The content of the innermost open node.
    fn content(&mut self) -> &mut ElementContent {
        self.open.last_mut().map_or(&mut self.blocks, |node| &mut node.content)
    }

    fn finish(mut self) -> Vec<Block> {
        while let Some(node) = self.open.pop() {
            self.close(node);
        }
        self.blocks.into_blocks()
    }
}

impl ElementContent {
    fn push(&mut self, block: Block) {
        self.end_line();
        self.blocks.push(block);
    }

    fn text(&mut self, text: &str) {
        if let Some(Inline::Text(last)) = self.line.last_mut() {
            last.push_str(text);
        } else if !text.is_empty() {
            self.line.push(Inline::Text(text.to_owned()));
        }
    }

    fn append(&mut self, other: ElementContent) {
        if !other.blocks.is_empty() {
            self.end_line();
            self.blocks.extend(other.blocks);
        }
        for inline in other.line {
            if let Inline::Text(text) = inline {
                self.text(&text);
            } else {
                self.line.push(inline);
            }
        }
    }

    /// Makes a paragraph of the text that belongs to none.
    fn end_line(&mut self) {
        if !self.line.is_empty() {
            self.blocks.push(Block::Paragraph(mem::take(&mut self.line)));
        }
    }

    fn into_blocks(mut self) -> Vec<Block> {
        self.end_line();
        self.blocks
    }
}

/// The text of a line without its markup.
fn plain_text(line: &[Inline]) -> String {
    line.iter()
        .map(|inline| match inline {
            Inline::Text(text) | Inline::Code(text) | Inline::Image { alt: text, .. } => {
                text.clone()
            }
            Inline::Emphasis(content)
            | Inline::Strong(content)
            | Inline::Strike(content)
            | Inline::Link { content, .. } => plain_text(content),
            Inline::LineBreak => "\n".to_owned(),
        })
        .collect()
}

fn number(level: HeadingLevel) -> u8 {
    match level {
        HeadingLevel::H1 => 1,
        HeadingLevel::H2 => 2,
        HeadingLevel::H3 => 3,
        HeadingLevel::H4 => 4,
        HeadingLevel::H5 => 5,
        HeadingLevel::H6 => 6,
    }
}

fn align(alignment: Alignment) -> Align {
    match alignment {
        Alignment::None => Align::Start,
        Alignment::Left => Align::Left,
        Alignment::Center => Align::Center,
        Alignment::Right => Align::Right,
    }
}
