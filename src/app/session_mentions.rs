//! The mentions in the texts of a session's instance.

use std::sync::{Arc, OnceLock};

use leptos::prelude::*;

use super::preferences::Preferences;
use spanwise_annotation::document::{Instance, RevealedParagraphs};
use spanwise_annotation::mentions::ShownMentions;
use spanwise_annotation::workspace::WorkspaceView;
use spanwise_template::{MentionRule, Template};

/// Finds the mentions of an instance.
type FindMentions = fn(&Instance, &MentionRule) -> ShownMentions;

/// What finds them, once its code is loaded.
static FIND: OnceLock<FindMentions> = OnceLock::new();

/// The mentions of a session. `Copy`, like a signal.
#[derive(Debug, Clone, Copy)]
pub struct SessionMentions {
    /// Those in the texts shown; none until the code that finds them is loaded, or while the person wants none.
    pub shown: Memo<Arc<ShownMentions>>,
    /// `true` if the instance shown may have any, whether the person wants them or not.
    pub are_possible: Memo<bool>,
    /// `true` if it may have any and the person wants them.
    pub are_wanted: Memo<bool>,
    /// `true` once what finds them is loaded.
    is_loaded: RwSignal<bool>,
}

impl SessionMentions {
    pub(super) fn new(
        instance: RwSignal<Arc<Instance>>,
        view: RwSignal<WorkspaceView>,
        preferences: RwSignal<Preferences>,
        template: Arc<Template>,
        shows_whole_texts: impl Fn() -> bool + Send + Sync + 'static,
    ) -> Self {
        let rule = template.settings.mentions.clone();
        let is_loaded = RwSignal::new(false);
        let finds_more = matches!(rule, MentionRule::Names | MentionRule::Phrases(_));
        let uses_data = rule != MentionRule::None;
        let are_possible = Memo::new(move |_| {
            finds_more || uses_data && instance.with(|instance| instance.mentions.is_some())
        });
        let are_wanted = Memo::new(move |_| preferences.with(|p| p.mentions) && are_possible.get());
        // The texts of an instance never change, only what is revealed of them.
        let number = Memo::new(move |_| view.with(|view| view.instance));
        let revealed = Memo::new(move |_| instance.with(|instance| instance.reading.len()));
        let shown = Memo::new(move |_| {
            number.track();
            revealed.track();
            let is_due = is_loaded.get() && are_wanted.get();
            let Some(find) = FIND.get().filter(|_| is_due) else { return Arc::default() };
            instance.with_untracked(|instance| {
                let found = find(instance, &rule);
                let settings = &template.settings;
                let revealed = RevealedParagraphs::of(instance, settings);
                Arc::new(match revealed.filter(|_| !shows_whole_texts()) {
                    Some(revealed) => found.in_revealed(&revealed),
                    None => found,
                })
            })
        });
        SessionMentions { shown, are_possible, are_wanted, is_loaded }
    }

    /// Finds mentions from now on. Does nothing if the session is gone.
    pub fn find_with(self, find: FindMentions) {
        FIND.get_or_init(|| find);
        self.is_loaded.try_set(true);
    }
}
