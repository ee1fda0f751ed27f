//! The texts that completion inserts.

use super::cursor::{Cursor, Placement};
use crate::schema::{self, SchemaKey, SchemaSection, ValueType};
use spanwise_i18n::TextId as Text;

/// A text to insert.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct InsertedText {
    pub(super) text: String,
    /// Position of the cursor afterwards, in bytes of the text.
    pub(super) cursor: usize,
}

impl InsertedText {
    /// A text with the cursor behind it.
    pub(super) fn plain(text: impl Into<String>) -> Self {
        let text = text.into();
        InsertedText { cursor: text.len(), text }
    }

    /// The same within other texts, the cursor moved along.
    fn within(self, before: &str, after: &str) -> Self {
        InsertedText {
            text: format!("{before}{}{after}", self.text),
            cursor: before.len() + self.cursor,
        }
    }
}

/// The state of the map or list around an inserted text: it begins with the text, or goes on with it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CollectionState {
    Begins,
    GoesOn,
}

/// The beginning of a value, written after its key.
pub(super) enum ValueStart {
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

impl ValueStart {
    /// The beginning of the values of a key.
    pub(super) fn of(key: &SchemaKey) -> Self {
        let first = |section: &SchemaSection| section.keys.first().map_or("", |key| key.name);
        match key.value {
            ValueType::Icon => ValueStart::Text("fa-"),
            ValueType::Link => ValueStart::Text("https://"),
            ValueType::Markdown => ValueStart::Block,
            ValueType::Words(_) => ValueStart::Words,
            ValueType::List(section) => ValueStart::List(first(section)),
            ValueType::Map(section) => ValueStart::Map(first(section)),
            ValueType::InterfaceText => ValueStart::Map(""),
            ValueType::Training => ValueStart::Map("title"),
            ValueType::Name
            | ValueType::Text
            | ValueType::Flag
            | ValueType::Integer { .. }
            | ValueType::Decimal
            | ValueType::Color
            | ValueType::Language
            | ValueType::RelativeLink
            | ValueType::Hotkey
            | ValueType::Word(_)
            | ValueType::OpenWord(_)
            | ValueType::WordOrMap(..)
            | ValueType::WordOrTexts(_)
            | ValueType::Answers => ValueStart::Text(""),
        }
    }
}

/// A key with the beginning of its value. The map that it belongs to may begin with it.
pub(super) fn key(
    name: &str,
    start: &ValueStart,
    cursor: &Cursor<'_>,
    collection: CollectionState,
) -> InsertedText {
    if cursor.is_quoted {
        return InsertedText::plain(name);
    }
    let begins = collection == CollectionState::Begins;
    let deeper = || indent(cursor.column + 2);
    let key = match (start, cursor.placement) {
        (ValueStart::Text(text), _) => InsertedText::plain(format!("{name}: {text}")),
        (ValueStart::Block, Placement::Brackets) => InsertedText::plain(format!("{name}: ")),
        (ValueStart::Words, _) | (ValueStart::List(_), Placement::Brackets) => {
            InsertedText::plain(format!("{name}: [")).within("", "]")
        }
        (ValueStart::Map(_), Placement::Brackets) => {
            InsertedText::plain(format!("{name}: {{")).within("", "}")
        }
        (ValueStart::Block, _) => InsertedText::plain(format!("{name}: |{}", deeper())),
        (ValueStart::List(first), _) => {
            InsertedText::plain(format!("{name}:{}- {first}: ", deeper()))
        }
        (ValueStart::Map(""), _) => InsertedText::plain(format!("{name}:{}", deeper())),
        (ValueStart::Map(first), _) => InsertedText::plain(format!("{name}:{}{first}: ", deeper())),
    };
    match cursor.placement {
        Placement::Below if begins => key.within(&indent(cursor.column), ""),
        Placement::Brackets if begins => key.within(glue(cursor), "").within("{", "}"),
        Placement::Here | Placement::Below | Placement::Brackets => key.within(glue(cursor), ""),
    }
}

/// A map written on some lines, with the cursor behind the first, as an item of a list. The list may begin with it.
pub(super) fn item(
    lines: &[&str],
    cursor: &Cursor<'_>,
    collection: CollectionState,
) -> InsertedText {
    let begins = collection == CollectionState::Begins;
    let first = lines.first().copied().unwrap_or_default();
    let rest = lines.get(1..).unwrap_or_default();
    if cursor.placement == Placement::Brackets {
        let map = InsertedText::plain(first).within("{", "}");
        let item = if begins { map.within("[", "]") } else { map };
        return item.within(glue(cursor), "");
    }
    let column = cursor.column + if begins { 2 } else { 0 };
    let rest: String = rest.iter().map(|line| indent(column) + line).collect();
    let item = InsertedText::plain(first).within("", &rest);
    match (cursor.placement, begins) {
        (Placement::Below, true) => item.within("- ", "").within(&indent(cursor.column), ""),
        (_, true) => item.within("- ", "").within(glue(cursor), ""),
        (_, false) => item.within(glue(cursor), ""),
    }
}

/// A word as a value. A list of words may begin with it.
pub(super) fn word(word: &str, cursor: &Cursor<'_>, collection: CollectionState) -> InsertedText {
    let word = InsertedText::plain(word);
    if cursor.is_quoted {
        return word;
    }
    let word = match (collection, cursor.placement) {
        (CollectionState::GoesOn, _) => word,
        (CollectionState::Begins, Placement::Here) => word.within("- ", ""),
        (CollectionState::Begins, Placement::Below | Placement::Brackets) => word.within("[", "]"),
    };
    word.within(glue(cursor), "")
}

fn glue(cursor: &Cursor<'_>) -> &'static str {
    if cursor.needs_space { " " } else { "" }
}

/// A line break and the white space before a column.
fn indent(column: usize) -> String {
    format!("\n{}", " ".repeat(column))
}

/// Several lines that are often written together.
pub(super) struct CompletionSnippet {
    /// Label in the list of completions.
    pub(super) label: Text,
    /// Description of the inserted lines.
    pub(super) doc: Text,
    pub(super) lines: &'static [&'static str],
}

/// The snippets for items of a section.
pub(super) fn snippets(section: &'static SchemaSection) -> &'static [CompletionSnippet] {
    let is = |other: &'static SchemaSection| std::ptr::eq(section, other);
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

const CATEGORIES: &[CompletionSnippet] = &[
    CompletionSnippet {
        label: Text::HelpSnippetNameCategory,
        doc: Text::HelpSnippetCategory,
        lines: &["name: ", "label: ", "color: ", "enable_output: true"],
    },
    CompletionSnippet {
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

const QUESTIONS: &[CompletionSnippet] = &[
    CompletionSnippet {
        label: Text::HelpSnippetNameQuestion,
        doc: Text::HelpSnippetQuestion,
        lines: &["name: ", "question: ", "options: binary"],
    },
    CompletionSnippet {
        label: Text::HelpSnippetNameQuestionWithOptions,
        doc: Text::HelpSnippetQuestionWithOptions,
        lines: &["name: ", "question: ", "options:", "  - name: first", "  - name: second"],
    },
];

const OPTIONS: &[CompletionSnippet] = &[
    CompletionSnippet {
        label: Text::HelpSnippetNameOption,
        doc: Text::HelpSnippetOption,
        lines: &["name: ", "label: "],
    },
    CompletionSnippet {
        label: Text::HelpSnippetNameOptionWithAFollowUp,
        doc: Text::HelpSnippetOptionWithAFollowUp,
        lines: &["name: ", "label: ", "question: ", "options: binary"],
    },
];
