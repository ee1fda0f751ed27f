//! Edits as text of the interface: category and spans.

use spanwise_annotation::document::{Edit, EditMaker, Origin};
use spanwise_i18n::{TextId, Words};
use spanwise_template::{Template, readable};
use spanwise_text::boundary::unit_at;
use spanwise_text::{Boundary, Span, Text, Utf16};

use leptos::prelude::*;

use crate::app::{App, Session};

/// The label of an edit's category.
pub(super) fn category_label(template: &Template, edit: &Edit) -> String {
    let known = template.typology.find(&edit.category);
    known.map_or_else(|| readable(&edit.category), |(_, category)| category.label.clone())
}

/// The origin of an edit. Of one in the work of an annotator that is only shown, `None` if the file does not say it.
pub(super) fn origin_of(session: Session, edit: &Edit) -> Option<Origin> {
    session.instance.with_untracked(|instance| match session.is_reader() {
        true => instance.known_origin(edit),
        false => Some(instance.origin(edit)),
    })
}

/// The origin of an edit, for people to read; empty if it is a person's, or not known.
pub(super) fn origin_text(session: Session, edit: &Edit) -> String {
    let words = App::from_context().words();
    let Some(origin) = origin_of(session, edit) else { return String::new() };
    let mut text = match origin.from {
        EditMaker::Person => return String::new(),
        EditMaker::PreAnnotation => words.get(TextId::OriginPreAnnotation),
        EditMaker::Model => words.get(TextId::OriginModel),
    }
    .to_owned();
    if let Some(name) = &origin.name {
        text = format!("{text} {}", words.isolated(name));
    }
    if origin.is_mended { words.fill(TextId::OriginMended, &[("origin", &text)]) } else { text }
}

/// The spans of an edit, for people to read.
pub(super) fn spans_text(session: Session, edit: &Edit) -> String {
    let words = App::from_context().words();
    session.instance.with_untracked(|instance| {
        let on = |text: &Text, spans: &[Span]| {
            let part = |span: &Span| {
                if span.is_empty() {
                    return point_text(session, text, span.start(), &words);
                }
                format!("“{}”", shortened(&session.read(text, *span)))
            };
            spans.iter().map(part).collect::<Vec<_>>().join(" + ")
        };
        let both = |edit: &Edit| {
            let texts = instance.texts.iter().map(|text| (text, edit.spans.on(&text.name)));
            let parts: Vec<String> = texts
                .filter(|(_, spans)| !spans.is_empty())
                .map(|(text, spans)| on(&text.text, spans))
                .collect();
            parts.join(" → ")
        };
        let constituents: Vec<String> = edit.constituents.iter().map(|c| both(c)).collect();
        let text = if constituents.is_empty() { both(edit) } else { constituents.join(" · ") };
        if text.is_empty() { words.get(TextId::EditWhole).to_owned() } else { text }
    })
}

/// The place of a point, for people to read: the word that it stands before.
pub(super) fn point_text(session: Session, text: &Text, at: Utf16, words: &Words) -> String {
    match unit_at(text, at, Boundary::Whitespace) {
        // Within a word, what follows the point.
        Some(word) => {
            let rest = Span::between(word.start().max(at), word.end());
            words.fill(TextId::EditBefore, &[("text", &shortened(&session.read(text, rest)))])
        }
        None => words.get(TextId::EditAtEnd).to_owned(),
    }
}

pub(super) fn shortened(text: &str) -> String {
    const LONGEST: usize = 60;
    let flat = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if flat.chars().count() <= LONGEST {
        return flat;
    }
    let mut short: String = flat.chars().take(LONGEST).collect();
    short.push('…');
    short
}
