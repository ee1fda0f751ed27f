//! The list of keys, as a dialog.

use leptos::prelude::*;

use crate::app::{App, Session};
use crate::ui::view::{El, el, text};
use crate::ui::widgets::dialog;
use spanwise_i18n::TextId;
use spanwise_template::Category;

/// Keys and the texts of their actions, as the dialog lists them.
pub(in crate::ui) type ListedKeys = &'static [(&'static str, TextId)];

const LIST: ListedKeys = &[
    (". ,", TextId::KeysNextPrevious),
    (";", TextId::KeysUnfinished),
    ("* '", TextId::KeysBookmark),
    ("Ctrl+Enter", TextId::KeysDone),
    ("Ctrl+Z, Ctrl+Shift+Z", TextId::KeysUndo),
    ("1 … 9", TextId::KeysCategory),
    ("← ↑ → ↓", TextId::KeysText),
    ("Enter, I", TextId::KeysSpan),
    ("N, Shift+N", TextId::KeysCycle),
    ("[ ]", TextId::KeysEdge),
    ("{ }", TextId::KeysEdgeStart),
    ("Delete", TextId::KeysDelete),
    ("-", TextId::KeysEraser),
    ("<", TextId::ReplayTitle),
    ("Shift+F10", TextId::KeysMarkMenu),
    ("Escape", TextId::KeysEscape),
    ("Alt+1 … Alt+4", TextId::KeysPanes),
    ("?", TextId::KeysHelp),
];

/// Of these, single characters that work on the whole page, unless the person has turned that off.
const SINGLE: [TextId; 14] = [
    TextId::KeysNextPrevious,
    TextId::KeysUnfinished,
    TextId::KeysBookmark,
    TextId::KeysCategory,
    TextId::KeysCycle,
    TextId::KeysEdge,
    TextId::KeysEdgeStart,
    TextId::KeysEraser,
    TextId::ReplayTitle,
    TextId::KeysHelp,
    TextId::AdjudicateNextDifference,
    TextId::AdjudicateTakeHint,
    TextId::AdjudicateTakeBothHint,
    TextId::AdjudicateNextDisagreement,
];

/// Of these, the keys that make or change edits.
const OF_EDITS: [TextId; 23] = [
    TextId::KeysCategory,
    TextId::KeysSpan,
    TextId::KeysEdge,
    TextId::KeysEdgeStart,
    TextId::KeysDelete,
    TextId::KeysEraser,
    TextId::KeysMarkMenu,
    TextId::AdjudicateTakeHint,
    TextId::AdjudicateTakeBothHint,
    TextId::AdjudicateKeyMove,
    TextId::AdjudicateKeyTake,
    TextId::AdjudicateKeyInstance,
    TextId::AdjudicateKeyMerge,
    TextId::AdjudicateKeyOwn,
    TextId::AdjudicateKeyFilter,
    TextId::AdjudicateKeyHide,
    TextId::AdjudicateTakeUnanimous,
    TextId::AdjudicateTakeAllUnanimous,
    TextId::AdjudicateRationale,
    TextId::AdjudicateLayOver,
    TextId::AdjudicateOnlyDifferences,
    TextId::AdjudicateRecordJson,
    TextId::AdjudicateRecordCsv,
];

/// Of these, the keys for read-only work.
const FOR_READERS: [TextId; 4] = [
    TextId::KeysNextPrevious,
    TextId::AdjudicateNextDifference,
    TextId::KeysText,
    TextId::KeysHelp,
];

/// The list of keys that have an action on this page, including those that only this page has.
pub(super) fn keys_dialog(session: Session, of_page: ListedKeys, open: RwSignal<bool>) -> El {
    let app = App::from_context();
    let entry = |(keys, what): (String, String)| {
        [el("dt").child(el("kbd").child(keys)), el("dd").child(what)]
    };
    dialog(open, text(move || app.text(TextId::KeysTitle)), move || {
        let single = app.preferences.with(|p| p.single_keys);
        let disable = session.template().settings.disable;
        let works = |what: TextId| {
            (single || !SINGLE.contains(&what))
                && (!disable.selection || !OF_EDITS.contains(&what))
                && (!session.is_reader() || FOR_READERS.contains(&what))
        };
        let shown = of_page.iter().chain(LIST).filter(|(_, what)| works(*what));
        let mut all: Vec<(String, String)> = Vec::new();
        for (keys, what) in shown {
            match *what {
                TextId::KeysCategory => all.extend(category_keys(session, app)),
                what => all.push(((*keys).to_owned(), app.text(what))),
            }
        }
        let questions = question_keys(session).filter(|_| single);
        all.extend(questions.map(|keys| (keys, app.text(TextId::KeysQuestion))));
        el("dl").class("keys").child(all.into_iter().flat_map(entry).collect::<Vec<_>>())
    })
}

/// The numbers of categories, then each category that has a key of its own.
fn category_keys(session: Session, app: App) -> Vec<(String, String)> {
    let template = session.template();
    let categories = template.typology.categories();
    let numbers = match categories.len().min(9) {
        1 => "1".to_owned(),
        last => format!("1 … {last}"),
    };
    let own = |category: &Category| {
        let key = category.hotkey?.to_uppercase().collect::<String>();
        Some((key, category.label.clone()))
    };
    let numbers = (numbers, app.text(TextId::KeysCategory));
    std::iter::once(numbers).chain(categories.iter().filter_map(own)).collect()
}

/// The keys that go to questions, if the template has any and the questions can be answered.
fn question_keys(session: Session) -> Option<String> {
    let template = session.template();
    let typology = &template.typology;
    let of_categories = typology.categories().iter().flat_map(|category| &category.questions);
    let questions = of_categories.chain(typology.instance_questions());
    let mut keys = String::new();
    for key in questions.filter_map(|question| question.hotkey) {
        if !keys.contains(key) {
            keys.extend([key, ' ']);
        }
    }
    let are_answered = !session.is_reader() && !template.settings.disable.annotation;
    (are_answered && !keys.is_empty()).then_some(keys)
}
