//! The offer to download the annotations, and the reminder to do so.

use std::sync::Arc;

use leptos::prelude::*;

use super::context::Session;
use super::export::{ExportFormat, export_work};
use super::notices::{NoticeAction, NoticeLevel};
use spanwise_annotation::store::reminder::is_download_due;
use spanwise_browser::timing;
use spanwise_i18n::{TextId, say};

impl Session {
    /// Returns an action that downloads the annotations, also after the page of the work is gone; `None` if the
    /// template forbids downloads.
    pub(super) fn download_action(self) -> Option<NoticeAction> {
        if self.template().settings.disable.download {
            return None;
        }
        let (app, id) = (self.app, self.work.with_value(|work| work.id.clone()));
        let run = Arc::new(move || export_work(app, self, id.clone(), ExportFormat::Annotations));
        Some(NoticeAction { label: TextId::BarDownload, run })
    }

    /// Reminds of downloading when much was changed since the last time, or some of it long ago; once, and not where
    /// the work is submitted.
    pub(super) fn remind(self) {
        let app = self.app;
        if !self.is_own_work() || !app.store().is_durable() {
            return;
        }
        let instances = self.work.with_value(|work| {
            let instances =
                work.journal.changed_since(work.meta.downloaded_seq.unwrap_or_default());
            let since = work.meta.undownloaded_since_ms;
            is_download_due(instances, since, timing::wall_clock_ms()).then_some(instances)
        });
        if let Some(instances) = instances
            && !self.is_for_others()
            && let Some(action) = self.download_action()
            && app.take_reminder()
        {
            let message = say!(NoticeNotDownloaded, n = instances);
            app.tell(NoticeLevel::Info, message, Some(action));
        }
    }
}
