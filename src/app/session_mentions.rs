//! The mentions in the texts of a session's instance, and the cluster of them that is lit.

use std::sync::Arc;

use leptos::prelude::*;

use super::preferences::Preferences;
use spanwise_annotation::document::Instance;
use spanwise_annotation::mentions::ShownMentions;
use spanwise_annotation::workspace::WorkspaceView;
use spanwise_template::MentionRule;

/// Finds the mentions of an instance. Lazily loaded.
type FindMentions = fn(&Instance, &MentionRule) -> ShownMentions;

/// The mentions of a session. `Copy`, like a signal.
#[derive(Debug, Clone, Copy)]
pub struct SessionMentions {
    /// Those in the texts shown; none until the code that finds them is loaded, or while the person wants none.
    pub shown: Memo<Arc<ShownMentions>>,
    /// `true` if the instance shown may have any, whether the person wants them or not.
    pub are_possible: Memo<bool>,
    /// `true` if it may have any and the person wants them.
    pub are_wanted: Memo<bool>,
    /// The cluster under the pointer or the caret, whose mentions are all lit.
    pub lit: RwSignal<Option<Arc<str>>>,
    finder: RwSignal<Option<FindMentions>>,
}

impl SessionMentions {
    pub(super) fn new(
        instance: RwSignal<Arc<Instance>>,
        view: RwSignal<WorkspaceView>,
        preferences: RwSignal<Preferences>,
        rule: MentionRule,
    ) -> Self {
        let finder = RwSignal::new(None::<FindMentions>);
        let finds_more = matches!(rule, MentionRule::Names | MentionRule::Phrases(_));
        let uses_data = rule != MentionRule::None;
        let are_possible = Memo::new(move |_| {
            finds_more || uses_data && instance.with(|instance| instance.mentions.is_some())
        });
        let are_wanted = Memo::new(move |_| preferences.with(|p| p.mentions) && are_possible.get());
        // The texts of an instance never change.
        let number = Memo::new(move |_| view.with(|view| view.instance));
        let shown = Memo::new(move |_| {
            number.track();
            let find = finder.get().filter(|_| are_wanted.get());
            let found = find.map(|find| instance.with_untracked(|i| find(i, &rule)));
            Arc::new(found.unwrap_or_default())
        });
        let lit = RwSignal::new(None);
        SessionMentions { shown, are_possible, are_wanted, lit, finder }
    }

    /// Finds mentions from now on. Does nothing if the session is gone.
    pub fn find_with(self, find: FindMentions) {
        self.finder.try_set(Some(find));
    }
}
