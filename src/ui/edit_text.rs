//! Edits as text of the interface: category and spans.

use spanwise_annotation::document::{AssignedRoles, Edit, EditMaker, NamedText, Origin, TextName};
use spanwise_i18n::{TextId, Words};
use spanwise_template::{SpanRole, Template, readable};
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

/// A span of an edit, for people to read.
pub(super) struct SpanPart {
    /// The name of its role, if it has one.
    pub(super) role: Option<String>,
    /// Its words, after the label of its role; of the first one on a text that is not alone on its side, also after the
    /// name of that text.
    pub(super) shown: String,
}

/// The spans of an edit, those on each text together.
pub(super) fn span_parts(session: Session, edit: &Edit) -> Vec<Vec<SpanPart>> {
    let words = App::from_context().words();
    session.instance.with_untracked(|instance| {
        let on = |text: &NamedText| {
            let label = session.label_among_several(&text.name);
            let part = |(index, span): (usize, &Span)| {
                let shown = if span.is_empty() {
                    point_text(session, &text.text, span.start(), &words)
                } else {
                    format!("“{}”", shortened(&session.read(&text.text, *span)))
                };
                let role = role_of_span(session, edit, &text.name, index);
                let mut shown = with_role(role.as_ref(), &shown, &words);
                if let Some(label) = label.as_ref().filter(|_| index == 0) {
                    shown = format!("{label}: {shown}");
                }
                SpanPart { role: role.map(|role| role.name), shown }
            };
            edit.spans.on(&text.name).iter().enumerate().map(part).collect::<Vec<_>>()
        };
        instance.texts.iter().map(on).filter(|parts| !parts.is_empty()).collect()
    })
}

/// The words of a span after the label of its role, if it has one.
pub(super) fn with_role(role: Option<&SpanRole>, shown: &str, words: &Words) -> String {
    role.map_or_else(
        || shown.to_owned(),
        |role| words.fill(TextId::EditRoleOfSpan, &[("role", &role.label), ("text", shown)]),
    )
}

/// The role of a span of an edit, by its position on its text; `None` if it has none.
pub(super) fn role_of_span(
    session: Session,
    edit: &Edit,
    text: &TextName,
    index: usize,
) -> Option<SpanRole> {
    let template = session.template();
    let (_, category) = template.typology.find(&edit.category)?;
    session.instance.with_untracked(|instance| {
        let assigned = AssignedRoles::of(&edit.spans, &category.roles, &instance.texts);
        assigned.role(text, index).cloned()
    })
}

/// The spans of an edit and of its constituents, for people to read.
pub(super) fn spans_text(session: Session, edit: &Edit) -> String {
    let own = |edit: &Edit| {
        let joined = |parts: Vec<SpanPart>| {
            parts.into_iter().map(|part| part.shown).collect::<Vec<_>>().join(" + ")
        };
        let texts = span_parts(session, edit).into_iter().map(joined);
        texts.collect::<Vec<_>>().join(" → ")
    };
    let constituents: Vec<String> = edit.constituents.iter().map(|c| own(c)).collect();
    let text = if constituents.is_empty() { own(edit) } else { constituents.join(" · ") };
    if text.is_empty() {
        App::from_context().words().get(TextId::EditWhole).to_owned()
    } else {
        text
    }
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
