//! Problems of the template and the data of one work.

use std::sync::Arc;

use leptos::prelude::*;

use spanwise_annotation::workspace::Workspace;
use spanwise_diagnostics::Diagnostic;

/// Problems of the template and the data of a work. Cheap to copy.
#[derive(Debug, Clone, Copy)]
pub struct SessionProblems {
    /// `true` while the list of problems is shown.
    pub shown: RwSignal<bool>,
    pub(super) template: StoredValue<Arc<[Diagnostic]>>,
    /// Number of problems of the data, as far as it was read.
    pub in_data: RwSignal<usize>,
    /// `true` once all instances were read.
    pub(super) is_complete: RwSignal<bool>,
    pub(super) notice: StoredValue<Option<u32>>,
}

impl SessionProblems {
    pub(super) fn new(template: Arc<[Diagnostic]>, in_data: usize) -> Self {
        SessionProblems {
            shown: RwSignal::new(false),
            template: StoredValue::new(template),
            in_data: RwSignal::new(in_data),
            is_complete: RwSignal::new(false),
            notice: StoredValue::new(None),
        }
    }

    /// Returns the problems of the template.
    pub(super) fn template(self) -> Arc<[Diagnostic]> {
        self.template.get_value()
    }

    /// Updates the number of problems of the data.
    pub(super) fn count(self, workspace: &Workspace) {
        let count = workspace.dataset().problems().len() + workspace.overview().problem_count();
        if self.in_data.get_untracked() != count {
            self.in_data.set(count);
        }
    }

    /// Marks all data as read.
    pub(super) fn all_read(self) {
        self.is_complete.try_set(true);
    }
}
