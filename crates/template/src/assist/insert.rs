//! The texts that completion puts in.

use super::reading::{Spot, Way};
use crate::schema::{self, Key, Section, ValueType};
use spanwise_i18n::Key as Text;

/// A text to put in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Insert {
    pub(super) text: String,
    /// Where the cursor is afterwards, in bytes of the text.
    pub(super) cursor: usize,
}

impl Insert {
    /// A text with the cursor behind it.
    pub(super) fn plain(text: impl Into<String>) -> Self {
        let text = text.into();
        Insert { cursor: text.len(), text }
    }

    /// The same within other texts, the cursor moved along.
    fn within(self, before: &str, after: &str) -> Self {
        Insert { text: format!("{before}{}{after}", self.text), cursor: before.len() + self.cursor }
    }
}

/// What is written behind a key to begin its value.
pub(super) enum Start {
    /// A text, which may be empty.
    Text(&'static str),
    /// `|` and a line of text.
    Block,
    /// A list in brackets.
    Words,
    /// A list of maps that begin with a key.
    List(&'static str),
    /// A map that begins with a key.
    Map(&'static str),
}

impl Start {
    /// How the values of a key begin.
    pub(super) fn of(key: &Key) -> Self {
        let first = |section: &Section| section.keys.first().map_or("", |key| key.name);
        match key.value {
            ValueType::Icon => Start::Text("fa-"),
            ValueType::Link => Start::Text("https://"),
            ValueType::Markdown => Start::Block,
            ValueType::Words(_) => Start::Words,
            ValueType::List(section) => Start::List(first(section)),
            ValueType::Map(section) => Start::Map(first(section)),
            ValueType::InterfaceText => Start::Map(""),
            _ => Start::Text(""),
        }
    }
}

/// A key with the beginning of its value. If `opens`, the map that it belongs to begins with it.
pub(super) fn key(name: &str, start: &Start, spot: &Spot, opens: bool) -> Insert {
    if spot.quoted {
        return Insert::plain(name);
    }
    let deeper = || indent(spot.column + 2);
    let key = match (start, spot.way) {
        (Start::Text(text), _) => Insert::plain(format!("{name}: {text}")),
        (Start::Block, Way::Brackets) => Insert::plain(format!("{name}: ")),
        (Start::Words, _) | (Start::List(_), Way::Brackets) => {
            Insert::plain(format!("{name}: [")).within("", "]")
        }
        (Start::Map(_), Way::Brackets) => Insert::plain(format!("{name}: {{")).within("", "}"),
        (Start::Block, _) => Insert::plain(format!("{name}: |{}", deeper())),
        (Start::List(first), _) => Insert::plain(format!("{name}:{}- {first}: ", deeper())),
        (Start::Map(""), _) => Insert::plain(format!("{name}:{}", deeper())),
        (Start::Map(first), _) => Insert::plain(format!("{name}:{}{first}: ", deeper())),
    };
    match spot.way {
        Way::Below if opens => key.within(&indent(spot.column), ""),
        Way::Brackets if opens => key.within(glue(spot), "").within("{", "}"),
        _ => key.within(glue(spot), ""),
    }
}

/// A map written on some lines, with the cursor behind the first, as an item of a list. If `opens`, the list begins
/// with it.
pub(super) fn item(lines: &[&str], spot: &Spot, opens: bool) -> Insert {
    let first = lines.first().copied().unwrap_or_default();
    let rest = lines.get(1..).unwrap_or_default();
    if spot.way == Way::Brackets {
        let map = Insert::plain(first).within("{", "}");
        let item = if opens { map.within("[", "]") } else { map };
        return item.within(glue(spot), "");
    }
    let column = spot.column + if opens { 2 } else { 0 };
    let rest: String = rest.iter().map(|line| indent(column) + line).collect();
    let item = Insert::plain(first).within("", &rest);
    match (spot.way, opens) {
        (Way::Below, true) => item.within("- ", "").within(&indent(spot.column), ""),
        (_, true) => item.within("- ", "").within(glue(spot), ""),
        (_, false) => item.within(glue(spot), ""),
    }
}

/// A word as a value. If `opens`, a list of words begins with it.
pub(super) fn word(word: &str, spot: &Spot, opens: bool) -> Insert {
    let word = Insert::plain(word);
    if spot.quoted {
        return word;
    }
    let word = match (opens, spot.way) {
        (false, _) => word,
        (true, Way::Here) => word.within("- ", ""),
        (true, Way::Below | Way::Brackets) => word.within("[", "]"),
    };
    word.within(glue(spot), "")
}

fn glue(spot: &Spot) -> &'static str {
    if spot.glued { " " } else { "" }
}

/// A line break and the white space before a column.
fn indent(column: usize) -> String {
    format!("\n{}", " ".repeat(column))
}

/// Several lines that are often written together.
pub(super) struct Snippet {
    /// What people see.
    pub(super) label: Text,
    /// What it puts in.
    pub(super) doc: Text,
    pub(super) lines: &'static [&'static str],
}

/// The snippets for items of a section.
pub(super) fn snippets(section: &'static Section) -> &'static [Snippet] {
    let is = |other: &'static Section| std::ptr::eq(section, other);
    if is(&schema::CATEGORY) {
        CATEGORIES
    } else if is(&schema::QUESTION) {
        QUESTIONS
    } else if is(&schema::CHOICE) {
        OPTIONS
    } else {
        &[]
    }
}

const CATEGORIES: &[Snippet] = &[
    Snippet {
        label: Text::HelpSnippetNameCategory,
        doc: Text::HelpSnippetCategory,
        lines: &["name: ", "label: ", "color: ", "enable_output: true"],
    },
    Snippet {
        label: Text::HelpSnippetNameCategoryWithAQuestion,
        doc: Text::HelpSnippetCategoryWithAQuestion,
        lines: &[
            "name: ",
            "label: ",
            "color: ",
            "enable_output: true",
            "annotation:",
            "  - name: severity",
            "    question: How severe is it?",
            "    options: likert-3",
        ],
    },
];

const QUESTIONS: &[Snippet] = &[
    Snippet {
        label: Text::HelpSnippetNameQuestion,
        doc: Text::HelpSnippetQuestion,
        lines: &["name: ", "question: ", "options: binary"],
    },
    Snippet {
        label: Text::HelpSnippetNameQuestionWithOptions,
        doc: Text::HelpSnippetQuestionWithOptions,
        lines: &["name: ", "question: ", "options:", "  - name: first", "  - name: second"],
    },
];

const OPTIONS: &[Snippet] = &[
    Snippet {
        label: Text::HelpSnippetNameOption,
        doc: Text::HelpSnippetOption,
        lines: &["name: ", "label: "],
    },
    Snippet {
        label: Text::HelpSnippetNameOptionWithAFollowUp,
        doc: Text::HelpSnippetOptionWithAFollowUp,
        lines: &["name: ", "label: ", "question: ", "options: binary"],
    },
];
