//! The tokens of edits: `token_idx` in files, an object by the name of the text, with a pair of token numbers for each
//! span on it, that of the first token and the one after the last. [`spanwise_text::tokens`] knows the tokens.
//!
//! Only templates with a tokenizer need this: a [`Workspace`](crate::workspace::Workspace) is handed [`number_tokens`].

use std::sync::Arc;

use crate::change::Change;
use crate::document::{Edit, Instance, TextName};
use spanwise_json::Object;
use spanwise_text::tokens::token_numbers;
use spanwise_text::{Span, Text};

/// Brings the token numbers of edits in changes to an instance up to date with their spans. While the tokens of a text are
/// not known, the numbers stay with spans that stay, and are removed from others.
pub fn number_tokens(instance: &Instance, changes: &mut [Change]) {
    for edit in changes.iter_mut().filter_map(Change::edit_mut) {
        number(instance, edit);
    }
}

fn number(instance: &Instance, edit: &mut Arc<Edit>) {
    let is_same = || instance.edit(edit.key).is_some_and(|before| before.spans == edit.spans);
    let numbered = if edit.spans.iter().next().is_none() { None } else { numbers(instance, edit) };
    let tokens = numbered.or_else(|| edit.tokens.clone().filter(|_| is_same()));
    let edit = Arc::make_mut(edit);
    edit.tokens = tokens;
    edit.constituents.iter_mut().for_each(|constituent| number(instance, constituent));
}

/// The token numbers of an edit; `None` if the tokens of one of its texts are not known.
fn numbers(instance: &Instance, edit: &Edit) -> Option<Arc<str>> {
    let mut by_text = Object::default();
    for (name, spans) in edit.spans.iter() {
        by_text.set(name.as_str(), pairs(instance, name, spans)?);
    }
    Some(by_text.into_text().into())
}

fn pairs(instance: &Instance, name: &TextName, spans: &[Span]) -> Option<String> {
    let text: &Text = &instance.texts.get(name)?.text;
    let pair = |span: &Span| token_numbers(text, *span).map(|numbers| [numbers.start, numbers.end]);
    let pairs: Vec<[u32; 2]> = spans.iter().map(pair).collect::<Option<_>>()?;
    serde_json::to_string(&pairs).ok()
}
