//! The typologies that data note to have been annotated with. Nothing of this is loaded for data without a note.

use std::pin::Pin;

use leptos::prelude::*;

use super::context::Session;
use super::lazy::lazily_loaded;
use super::notices::NoticeLevel;
use spanwise_annotation::typology_hash::{NotedTypologies, TypologyHash};
use spanwise_browser::timing::TimeSlice;
use spanwise_i18n::TextId;

type ReportOtherTypologies = fn(Session) -> Pin<Box<dyn Future<Output = ()>>>;

lazily_loaded!(edit, typology_report, ReportOtherTypologies, |session| {
    Box::pin(report_other_typologies(session))
});

impl Session {
    /// Adds to the problems of the data, all of which was read, that it was annotated with another typology.
    pub(super) async fn compare_typologies(self) {
        let may_differ = self.ask(|work| work.overview().may_note_typologies());
        if !may_differ || self.app.is_preview.get_value() {
            return;
        }
        match typology_report().await {
            Ok(report) => report(self).await,
            Err(_) => self.app.tell(NoticeLevel::Warning, TextId::FailurePart, None),
        }
    }
}

async fn report_other_typologies(session: Session) {
    let Some(noted) = noted_typologies(session).await else { return };
    let reported = session.work.try_update_value(|work| {
        let own = TypologyHash::of(work.workspace.template());
        noted.problem(own).into_iter().for_each(|problem| work.workspace.report(problem));
    });
    if reported.is_some() {
        session.publish();
    }
}

/// The hashes noted in the data of a work as it was opened; `None` if its page is gone.
pub(super) async fn noted_typologies(session: Session) -> Option<NotedTypologies> {
    let dataset = session.work.try_with_value(|work| work.workspace.dataset().clone())?;
    let mut noted = NotedTypologies::default();
    let mut slice = TimeSlice::begin();
    for (at, raw) in dataset.iter().enumerate() {
        if let Some(typology) = TypologyHash::noted_in(raw) {
            noted.add(at, typology);
        }
        slice.pause_if_over().await;
    }
    Some(noted)
}
