//! The outline of the draft's template: its chosen and collapsed items, and changes through it.

use std::collections::HashSet;

use leptos::prelude::*;

use crate::app::builder::{Builder, DraftFile, in_utf16};
use crate::app::{NoticeAction, NoticeLevel};
use spanwise_browser::timing;
use spanwise_i18n::TextId;
use spanwise_template::outline::{
    ItemKind, ItemPath, Outline, OutlineItem, OutlineOperation, apply, outline,
};
use spanwise_text::Text;

/// The part of an outline that a tree shows.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum OutlinePart {
    /// Questions about instances, and categories.
    Typology,
    /// The steps of the training.
    Training,
}

/// The current outline and its chosen item. Cheap to copy.
#[derive(Clone, Copy)]
pub(super) struct OutlineTree {
    pub(super) builder: Builder,
    pub(super) outline: Memo<Outline>,
    pub(super) part: OutlinePart,
    pub(super) chosen: RwSignal<Option<ItemPath>>,
    /// Categories and other items whose children are hidden.
    closed: RwSignal<Vec<ItemPath>>,
    /// Names that were derived from labels on this page: they follow the label until the author sets one.
    derived: StoredValue<HashSet<(ItemKind, String)>>,
}

/// A line of the tree.
#[derive(Clone)]
pub(super) struct OutlineRow {
    pub(super) path: ItemPath,
    pub(super) item: OutlineItem,
    pub(super) is_open: Option<bool>,
}

impl OutlineTree {
    /// The outline of the template, with nothing chosen.
    pub(super) fn new(builder: Builder) -> Self {
        let outline = Memo::new(move |_| outline(&builder.template.get()));
        OutlineTree::over(builder, outline, OutlinePart::Typology)
    }

    /// The training of the same outline, with nothing chosen.
    pub(super) fn of_training(self) -> Self {
        OutlineTree::over(self.builder, self.outline, OutlinePart::Training)
    }

    fn over(builder: Builder, outline: Memo<Outline>, part: OutlinePart) -> Self {
        OutlineTree {
            builder,
            outline,
            part,
            chosen: RwSignal::new(None),
            closed: RwSignal::new(Vec::new()),
            derived: StoredValue::default(),
        }
    }

    /// Changes the template, or shows why that is impossible.
    pub(super) fn perform(self, operation: &OutlineOperation) {
        let app = self.builder.app();
        let before = self.builder.template.get_untracked();
        let patched = match apply(&before, operation) {
            Ok(patched) => patched,
            Err(error) => return app.tell(NoticeLevel::Warning, error.sentences(), None),
        };
        self.builder.patch(&patched);
        if let OutlineOperation::Delete { item } = operation {
            self.offer_undo(item);
        }
        self.chosen.set(patched.item);
    }

    /// Changes the training as a whole, or shows why that is impossible; the chosen step stays chosen.
    pub(super) fn set_training(self, operation: &OutlineOperation) {
        let chosen = self.chosen.get_untracked();
        self.perform(operation);
        self.chosen.set(chosen);
    }

    /// The text of the task of a step, with its gold.
    pub(super) fn annotated(self, step: &ItemPath) -> Option<String> {
        self.outline
            .with_untracked(|outline| Some(outline.find(step)?.text("annotated")?.to_owned()))
    }

    /// Sets the label of the chosen item. Its name follows if the author has not set one; a name that was in the text when
    /// the page was opened may be in annotated data, and stays.
    pub(super) fn set_label(self, label: Option<String>) {
        let Some(item) = untrack(|| self.item()) else { return };
        let OutlineItem { path, kind, .. } = item.clone();
        let is_derived = self.derived.with_value(|all| all.contains(&(kind, item.name.clone())));
        match label {
            Some(label) if is_derived || item.has_placeholder_name() => {
                self.perform(&OutlineOperation::SetLabelAndName { item: path, label });
                if let Some(item) = untrack(|| self.item()) {
                    self.derived.update_value(|all| all.extend([(kind, item.name)]));
                }
            }
            value => {
                let key = "label".to_owned();
                self.perform(&OutlineOperation::SetText { item: path, key, value });
            }
        }
    }

    /// Offers to undo a deletion.
    fn offer_undo(self, item: &ItemPath) {
        let app = self.builder.app();
        let kind = app.text(match item.kind() {
            Some(ItemKind::Category) => TextId::OutlineCategoryDeleted,
            Some(ItemKind::Question | ItemKind::QuizQuestion) => TextId::OutlineQuestionDeleted,
            Some(ItemKind::TrainingStep) => TextId::OutlineStepDeleted,
            Some(ItemKind::Option | ItemKind::QuizOption) | None => TextId::OutlineOptionDeleted,
        });
        let builder = self.builder;
        let run = std::sync::Arc::new(move || {
            builder.with_editor(DraftFile::Template, spanwise_browser::editor::Editor::undo);
        });
        app.tell(NoticeLevel::Info, kind, Some(NoticeAction { label: TextId::BarUndo, run }));
    }

    /// The chosen item in its current state.
    pub(super) fn item(self) -> Option<OutlineItem> {
        let path = self.chosen.get()?;
        self.outline.with(|outline| outline.find(&path).cloned())
    }

    /// Chooses an item, and shows it in the text.
    pub(super) fn choose(self, path: &ItemPath) {
        self.chosen.set(Some(path.clone()));
        // The form that opens below takes room from the tree.
        timing::after_paint(show_chosen);
        let bytes = self.outline.with_untracked(|o| o.find(path).map(|item| item.bytes.clone()));
        let Some(bytes) = bytes else { return };
        let text = Text::new(&*self.builder.template.get_untracked());
        let (start, _) = in_utf16(&text, &bytes);
        self.builder.with_editor(DraftFile::Template, |editor| editor.select(start, start));
    }

    pub(super) fn toggle(self, path: &ItemPath) {
        self.closed.update(|closed| {
            let known = closed.iter().position(|one| one == path);
            match known {
                Some(at) => drop(closed.remove(at)),
                None => closed.push(path.clone()),
            }
        });
    }

    /// Reports whether an item is the first of the outline. Tracked.
    pub(super) fn is_first(self, path: &ItemPath) -> bool {
        self.outline.with(|outline| {
            let first = match self.part {
                OutlinePart::Typology => {
                    outline.instance_questions.first().or(outline.categories.first())
                }
                OutlinePart::Training => outline.training.steps().first(),
            };
            first.is_some_and(|first| first.path == *path)
        })
    }

    /// The lines that are shown, in their order.
    pub(super) fn shown(self) -> Vec<OutlineRow> {
        let closed = self.closed.get();
        let mut rows = Vec::new();
        self.outline.with(|outline| match self.part {
            OutlinePart::Typology => {
                collect(&outline.instance_questions, &closed, &mut rows);
                collect(&outline.categories, &closed, &mut rows);
            }
            OutlinePart::Training => collect(outline.training.steps(), &closed, &mut rows),
        });
        rows
    }
}

fn collect(items: &[OutlineItem], closed: &[ItemPath], rows: &mut Vec<OutlineRow>) {
    for item in items {
        let is_open = (!item.children.is_empty()).then(|| !closed.contains(&item.path));
        rows.push(OutlineRow { path: item.path.clone(), item: item.clone(), is_open });
        if is_open == Some(true) {
            collect(&item.children, closed, rows);
        }
    }
}

fn show_chosen() {
    let row = document()
        .query_selector(".outline__part:not([hidden]) .outline__row--chosen")
        .ok()
        .flatten();
    if let Some(row) = row {
        let options = web_sys::ScrollIntoViewOptions::new();
        options.set_block(web_sys::ScrollLogicalPosition::Nearest);
        row.scroll_into_view_with_scroll_into_view_options(&options);
    }
}
