//! The offer to adjudicate data in which several annotators worked on the same texts. It is opened as one work at first,
//! however it came here, and stays that.

use std::collections::{BTreeMap, BTreeSet};
use std::pin::Pin;
use std::sync::Arc;

use leptos::prelude::*;

use super::adjudication::request::{AdjudicationRequest, AnnotatorData, NamedData};
use super::context::{Page, Session};
use super::export::ExportFormat;
use super::file_writer::written;
use super::lazy::lazily_loaded;
use super::notices::{NoticeAction, NoticeLevel};
use super::page_address::query;
use spanwise_annotation::alignment::{Alignment, AlignmentKey, NameTrust};
use spanwise_annotation::format::{annotator_of, identity};
use spanwise_browser::location;
use spanwise_browser::timing::TimeSlice;
use spanwise_i18n::{TextId, say};
use spanwise_links::Route;

/// Instances that are searched for a name of an annotator before more is loaded.
const SEARCHED: usize = 64;

/// Most annotators that are named in the offer.
const NAMED: usize = 6;

type Offer = fn(Session) -> Pin<Box<dyn Future<Output = ()>>>;

lazily_loaded!(edit, adjudication_offer, Offer, |session| Box::pin(offer(session)));

impl Session {
    /// Offers to adjudicate the annotators that the data names, all of which was read, unless the work is somebody's task.
    pub(super) async fn offer_adjudication(self) {
        let app = self.app;
        if self.work.try_with_value(|_| ()).is_none() {
            // The page is gone.
            return;
        }
        let is_elsewhere = app.is_preview.get_value() || app.is_embedded.get_untracked();
        let loaded = self.loaded_template();
        let is_open = !loaded.is_for_adjudication() && !loaded.template.settings.disable.upload;
        if is_elsewhere || !is_open || !self.is_own_work() || self.is_for_others() {
            return;
        }
        let may_name_annotators = self.ask(|workspace| {
            let mut first = workspace.dataset().iter().take(SEARCHED);
            first.any(|raw| raw.contains("\"annotator\""))
        });
        if may_name_annotators {
            match adjudication_offer().await {
                Ok(offer) => offer(self).await,
                Err(_) => app.tell(NoticeLevel::Warning, TextId::FailurePart, None),
            }
        }
    }

    /// Dismisses the offer, with the page of the work.
    pub(super) fn dismiss_offer(self) {
        if let Some(Some(told)) = self.offer.try_get_value() {
            self.app.notices.dismiss(told);
        }
    }
}

async fn offer(session: Session) {
    let Some(annotators) = annotators_in_common(session).await else { return };
    if annotators.is_empty() {
        return;
    }
    let mut names: Vec<String> = annotators.iter().take(NAMED).cloned().collect();
    if annotators.len() > NAMED {
        names.push("…".to_owned());
    }
    let message = say!(AdjudicateSeveralHere, names = names.join(", "));
    let run = Arc::new(move || adjudicate(session));
    let action = NoticeAction { label: TextId::AdjudicateBegin, run };
    let told = session.app.notices.add(NoticeLevel::Info, message, Some(action));
    session.offer.try_set_value(Some(told));
}

/// The annotators that the instances name; none if no two of them have the same instance. `None` if the page is gone.
async fn annotators_in_common(session: Session) -> Option<BTreeSet<String>> {
    let dataset = session.work.try_with_value(|work| work.workspace.dataset().clone())?;
    let mut by_annotator: BTreeMap<String, Vec<AlignmentKey>> = BTreeMap::new();
    let mut slice = TimeSlice::begin();
    for raw in dataset.iter() {
        if let Some(name) = annotator_of(raw) {
            by_annotator.entry(name).or_default().push(identity(raw).for_alignment());
        }
        slice.pause_if_over().await;
    }
    let mut alignment = Alignment::new(NameTrust::Checked);
    let mut is_shared = false;
    for own in by_annotator.values() {
        is_shared |= alignment.add(own).iter().any(|placement| placement.by.is_some());
        slice.pause_if_over().await;
    }
    session.work.try_with_value(|_| ())?;
    Some(if is_shared { by_annotator.into_keys().collect() } else { BTreeSet::new() })
}

/// Opens the work as it is now for adjudication of its annotators. The browser's way back leads to the work.
fn adjudicate(session: Session) {
    let work = session.work.try_with_value(|work| (work.id.clone(), work.meta.source.clone()));
    let Some((id, name)) = work else { return };
    let text = written(session, ExportFormat::Annotations).text.into();
    let data = AnnotatorData::File(NamedData { name, text });
    let template = session.loaded_template();
    let request = AdjudicationRequest::new(template, vec![Some(data)], Some(query()));
    location::push(&format!("{}{}", query(), Route::Work(id.to_string())));
    session.app.show(Page::Adjudicate(request));
}
