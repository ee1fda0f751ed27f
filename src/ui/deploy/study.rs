//! The lines that a study needs in its template.

use leptos::prelude::*;

use super::controls::{actions, choice, code, field, hint, status};
use super::link::make_share_link;
use super::platform::{Platform, only_for};
use crate::app::App;
use crate::app::deployment::Deployment;
use crate::ui::view::{View, dynamic, el, text};
use crate::ui::widgets::button;
use spanwise_deployment::crowd::{Study, StudyError};
use spanwise_i18n::TextId;

/// The destination of submissions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum SubmissionTarget {
    Nowhere,
    Http,
    CouchDb,
    Firebase,
}

/// The fields of the form.
#[derive(Debug, Clone, Copy)]
struct StudyForm {
    platform: RwSignal<Platform>,
    code: RwSignal<String>,
    target: RwSignal<SubmissionTarget>,
    url: RwSignal<String>,
    name: RwSignal<String>,
    project: RwSignal<String>,
}

impl StudyForm {
    fn study(self) -> Study {
        let platform = self.platform.get();
        let is_prolific = platform == Platform::Prolific;
        let (url, name, project) = (self.url.get(), self.name.get(), self.project.get());
        let kind = |kind: &str| ("type", kind.to_owned());
        let database = match self.target.get() {
            SubmissionTarget::Nowhere => Vec::new(),
            SubmissionTarget::Http => vec![kind("http"), ("url", url)],
            SubmissionTarget::CouchDb => vec![kind("couchdb"), ("url", url), ("database", name)],
            SubmissionTarget::Firebase => vec![kind("firebase"), ("project_id", project)],
        };
        let trimmed = |(key, value): (&'static str, String)| (key, value.trim().to_owned());
        Study {
            platform: if is_prolific { "prolific" } else { "custom" }.to_owned(),
            completion_code: if is_prolific {
                self.code.get().trim().to_owned()
            } else {
                String::new()
            },
            database: database.into_iter().map(trimmed).collect(),
        }
    }
}

/// A form for the lines, the lines, and a button that writes them into the draft.
pub(super) fn study_lines(deploy: Deployment, platform: RwSignal<Platform>) -> View {
    let app = App::from_context();
    let form = StudyForm {
        platform,
        code: RwSignal::new(String::new()),
        target: RwSignal::new(SubmissionTarget::Nowhere),
        url: RwSignal::new(String::new()),
        name: RwSignal::new(String::new()),
        project: RwSignal::new(String::new()),
    };
    let outcome = RwSignal::new(String::new());
    let write = move || {
        let written = untrack(|| form.study()).written_into(&deploy.template_text());
        outcome.set(match &written {
            Ok(_) => app.text(TextId::DeployWritten),
            Err(StudyError::HasDatabase) => app.text(TextId::DeployHasDatabase),
            Err(StudyError::Harm) => app.text(TextId::DeployHarm),
            Err(StudyError::Wrong(why)) => app.say(why),
        });
        if let Ok(text) = written {
            deploy.set_template(&text);
            if let Some(material) = untrack(|| deploy.material()) {
                make_share_link(deploy, &material);
            }
        }
    };
    View::Many(vec![
        hint(app.text(TextId::DeployLinesHint)).into(),
        only_for(platform, Platform::Prolific, move || {
            field(app.text(TextId::DeployCode), form.code, "deploy-code", "C1A2B3C4").into()
        }),
        choice(
            app.text(TextId::DeployDatabase),
            form.target,
            "deploy-database",
            vec![
                (SubmissionTarget::Nowhere, "none", app.text(TextId::DeployDatabaseNone)),
                (SubmissionTarget::Http, "http", app.text(TextId::DeployDatabaseHttp)),
                (SubmissionTarget::CouchDb, "couchdb", app.text(TextId::DeployDatabaseCouch)),
                (SubmissionTarget::Firebase, "firebase", app.text(TextId::DeployDatabaseFire)),
            ],
        )
        .into(),
        dynamic(move || target_fields(app, form)),
        code(text(move || form.study().to_string()), "deploy-lines", app.text(TextId::DeployLines))
            .into(),
        actions(
            button(app.text(TextId::DeployWrite))
                .attr("data-testid", "deploy-write")
                .on_click(write),
        )
        .into(),
        status(text(move || outcome.get()), "deploy-written").into(),
    ])
}

fn target_fields(app: App, form: StudyForm) -> View {
    let url = || {
        field(
            app.text(TextId::DeployUrl),
            form.url,
            "deploy-url",
            "https://annotations.example.org",
        )
    };
    let fields = match form.target.get() {
        SubmissionTarget::Nowhere => return View::Nothing,
        SubmissionTarget::Http => vec![url()],
        SubmissionTarget::CouchDb => {
            vec![
                url(),
                field(app.text(TextId::DeployName), form.name, "deploy-name", "annotations"),
            ]
        }
        SubmissionTarget::Firebase => {
            vec![field(
                app.text(TextId::DeployProject),
                form.project,
                "deploy-project",
                "my-project",
            )]
        }
    };
    el("div").class("deploy__fields").child(fields).into()
}
