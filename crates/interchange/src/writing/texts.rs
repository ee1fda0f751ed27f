//! The texts of a record that a format holds.

use super::loss_names;
use crate::{Edit, Losses, Record};
use spanwise_annotation::document::{NamedText, Spans, TextName, Texts};
use spanwise_template::Side;
use spanwise_text::Text;

/// The texts of a record that a format can hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum HeldTexts {
    /// All of them, by their names.
    All,
    /// The first source and the first target, by the format's own names. A source is held only if its
    /// [`Capabilities`](super::capabilities::Capabilities) include it.
    SourceAndTarget,
}

impl HeldTexts {
    /// Drops the texts of a record that are not held, with the spans on them, and notes these losses; the others get
    /// the usual names. `number` is the 0-based number of the record.
    pub(crate) fn keep(self, record: &mut Record, number: usize, losses: &mut Losses) {
        let is_all = match self {
            HeldTexts::All => true,
            HeldTexts::SourceAndTarget => {
                record.texts.are_usual() && record.edits.iter().all(is_on_usual_texts)
            }
        };
        if is_all {
            return;
        }
        losses.note_many(loss_names::FURTHER_TEXTS, number, record.texts.further().count());
        let first = Side::ALL.map(|side| record.texts.first(side).cloned());
        let is_surrounded = |text: &&NamedText| text.before().or(text.after()).is_some();
        let surrounded = first.iter().flatten().filter(is_surrounded).count();
        losses.note_many(loss_names::OTHER_ITEM_MEMBERS, number, surrounded);
        let names = first.each_ref().map(|text| text.as_ref().map(|text| text.name.clone()));
        let [source, target] = first.map(|text| text.map_or(Text::EMPTY, |text| text.text));
        record.texts = Texts::usual(source, target);
        let mut spans_lost = 0;
        record.edits.retain_mut(|edit| keep_spans(edit, &names, &mut spans_lost));
        losses.note_many(loss_names::ON_FURTHER_TEXTS, number, spans_lost);
    }
}

fn is_on_usual_texts(edit: &Edit) -> bool {
    let is_usual =
        |name: &TextName| Side::ALL.into_iter().any(|side| TextName::from(side) == *name);
    edit.spans.iter().all(|(name, _)| is_usual(name))
        && edit.constituents.iter().all(is_on_usual_texts)
}

/// Drops the spans of an edit that are not on the held texts, source and target; the others get the usual names.
/// Returns `false` if nothing is left: an edit on other texts only would become one on the whole item.
fn keep_spans(edit: &mut Edit, held: &[Option<TextName>; 2], lost: &mut usize) -> bool {
    let was_whole = edit.spans.is_empty() && edit.constituents.is_empty();
    edit.constituents.retain_mut(|part| keep_spans(part, held, lost));
    let mut kept = Spans::default();
    for (side, name) in Side::ALL.into_iter().zip(held) {
        let Some(name) = name else { continue };
        let usual = TextName::from(side);
        kept.set(usual.clone(), edit.spans.on(name).to_vec());
        kept.set_roles(&usual, edit.spans.roles_on(name).to_vec());
    }
    *lost += edit.spans.len() - kept.len();
    edit.spans = kept;
    was_whole || !edit.spans.is_empty() || !edit.constituents.is_empty()
}
