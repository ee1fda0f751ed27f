//! Differences of the annotators' files besides their annotations: missing instances, other typologies.

use leptos::prelude::*;
use leptos::task::spawn_local;

use super::Adjudication;
use crate::app::context::Session;
use crate::app::noted_typologies::noted_typologies;
use spanwise_agreement::adjudication::{Annotators, MissingInstances};
use spanwise_annotation::typology_hash::{CHANGE_NAMES, TypologyHash};
use spanwise_i18n::{Message, say};
use spanwise_template::Template;

/// Most instance numbers named in a message.
const NAMED: usize = 5;

impl Adjudication {
    /// Adds, once all files were read, which were annotated with another typology.
    pub(super) fn compare_typologies(self) {
        let (app, sessions) = (self.app, self.sessions());
        let is_assigned = self.first().is_some_and(Session::is_assigned);
        let Some(template) = self.template().filter(|_| sessions.len() > 1) else { return };
        if is_assigned || app.is_preview.get_value() {
            return;
        }
        let named = |session: Session| (session, self.name(session.number));
        let files: Vec<(Session, String)> = sessions.into_iter().map(named).collect();
        Effect::new(move |is_told: Option<bool>| {
            if is_told == Some(true) {
                return true;
            }
            let is_due = files.iter().all(|(session, _)| session.problems.is_complete.get());
            if is_due {
                let (files, template) = (files.clone(), template.clone());
                spawn_local(async move {
                    if let Some(message) = other_typologies(files, &template).await {
                        self.file_differences.try_update(|all| all.push(message));
                    }
                });
            }
            is_due
        });
    }
}

/// Messages that name the instances that each annotator lacks.
pub(super) fn missing_instances(annotators: &Annotators) -> Vec<Message> {
    let numbers = |rows: &[usize]| {
        let mut numbers: Vec<String> =
            rows.iter().take(NAMED).map(|row| (row + 1).to_string()).collect();
        if rows.len() > NAMED {
            numbers.push("…".to_owned());
        }
        numbers.join(", ")
    };
    let message = |MissingInstances { annotator, rows, other_texts }| {
        let name = annotators.all().get(annotator).map_or("", |a| a.name.as_str());
        let message = say!(AdjudicateLacks, n = rows.len(), numbers = numbers(&rows), name);
        if other_texts.is_empty() {
            return message;
        }
        let (n, numbers) = (other_texts.len(), numbers(&other_texts));
        message.and(say!(AdjudicateOtherTexts, n, numbers))
    };
    annotators.missing_instances().into_iter().map(message).collect()
}

/// Message that names the files that were annotated with another typology than that of the template.
async fn other_typologies(files: Vec<(Session, String)>, template: &Template) -> Option<Message> {
    let own = TypologyHash::of(template);
    let mut told = Vec::new();
    for (session, name) in files {
        // The page may be gone.
        let others = noted_typologies(session).await?.except(own);
        if !others.is_empty() {
            told.push(format!("{name}: {others}"));
        }
    }
    let (own, files, command) = (own.to_string(), told.join("; "), CHANGE_NAMES);
    (!files.is_empty()).then(|| {
        say!(AdjudicateOtherTypologies, own, files)
            .and(say!(DataOpenTemplateOfAnnotations, command))
    })
}
