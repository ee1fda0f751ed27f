//! Reports instances that the template cannot display.

use std::sync::Arc;

use leptos::prelude::*;
use leptos::task::spawn_local;

use super::{Builder, DataCheck};
use spanwise_annotation::format::{DatasetReader, is_misfit};
use spanwise_annotation::mentions::read_with_mentions;
use spanwise_browser::timing::TimeSlice;
use spanwise_limits::MOST_DRAFT_PROBLEMS;

impl Builder {
    /// Schedules the check of the data against the current template.
    pub(super) fn check_later(self) {
        self.after_a_while(
            250,
            |later| &mut later.check,
            |builder| {
                spawn_local(async move { builder.check().await });
            },
        );
    }

    async fn check(self) {
        let number = self.later.try_with_value(|later| later.check);
        let still_wanted = || self.later.try_with_value(|later| later.check) == number;
        let Some(Some(good)) = self.valid_template.try_get_untracked() else { return };
        let dataset = match DatasetReader::new(self.data_shown()).finish() {
            Ok(dataset) => dataset,
            Err(problem) => {
                let problems = Arc::from([problem]);
                self.data_check.set(DataCheck { problems, ..DataCheck::default() });
                return;
            }
        };
        let mut problems = dataset.problems().to_vec();
        let mut slice = TimeSlice::begin();
        for (at, raw) in dataset.iter().enumerate() {
            problems.extend(read_with_mentions(raw, at, &good.template).problems);
            if problems.len() >= MOST_DRAFT_PROBLEMS {
                break;
            }
            if slice.pause_if_over().await && !still_wanted() {
                return;
            }
        }
        problems.truncate(MOST_DRAFT_PROBLEMS);
        let misfits = problems.iter().filter(|problem| is_misfit(problem)).count();
        let checked = DataCheck { instances: dataset.len(), problems: problems.into(), misfits };
        self.data_check.try_set(checked);
    }
}
