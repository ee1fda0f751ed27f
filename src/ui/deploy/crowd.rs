//! Studies with annotators from a crowdsourcing platform.

use leptos::prelude::*;

use super::controls::{actions, checkbox, choice, download, field, fixed, hint, status, try_link};
use super::link::make_share_link;
use super::platform::Platform;
use super::study;
use crate::app::deployment::{Deployment, DeploymentSource};
use crate::app::{App, NoticeLevel};
use crate::ui::view::{View, dynamic, el, text};
use crate::ui::widgets::notice_in_page;
use spanwise_deployment::crowd::{
    MTurkProblem, external_question, mturk_trial, prolific_link, prolific_trial, with_parameters,
};
use spanwise_deployment::share::LinkReach;
use spanwise_i18n::TextId;
use spanwise_submission::sample::{Sample, SampleError};

/// The sample of the data that each annotator gets, as typed.
#[derive(Debug, Clone, Copy)]
struct SampleFields {
    n: RwSignal<String>,
    seed: RwSignal<String>,
    range: RwSignal<String>,
    shuffle: RwSignal<bool>,
}

impl SampleFields {
    fn parameters(self) -> [(&'static str, String); 4] {
        let shuffle = if self.shuffle.get() { "true" } else { "" };
        [
            ("n", self.n.get()),
            ("seed", self.seed.get()),
            ("range", self.range.get()),
            ("shuffle", shuffle.to_owned()),
        ]
        .map(|(name, value)| (name, value.trim().to_owned()))
    }

    fn in_link(self, link: &str) -> String {
        let parameters = self.parameters();
        with_parameters(link, &parameters.each_ref().map(|(name, value)| (*name, value.as_str())))
    }

    /// The number of instances that each annotator gets of `instances`.
    fn count(self, instances: usize) -> Result<usize, SampleError> {
        let parameters = self.parameters().map(|(name, value)| (name.to_owned(), value));
        match Sample::of_link(&parameters)? {
            Some(sample) => Ok(sample.choose(instances, Some("somebody"))?.len()),
            None => Ok(instances),
        }
    }
}

pub(super) fn crowd_section(deploy: Deployment, material: &DeploymentSource) -> View {
    let app = App::from_context();
    make_share_link(deploy, material);
    let platform = RwSignal::new(Platform::Prolific);
    let wanted = SampleFields {
        n: RwSignal::new(String::new()),
        seed: RwSignal::new(String::new()),
        range: RwSignal::new(String::new()),
        shuffle: RwSignal::new(false),
    };
    let instances = material.instances();
    let count = move || wanted.count(instances);
    let told = text(move || match count() {
        Ok(n) => app.words().count(TextId::DeployChosen, n),
        Err(error) => app.say(&error.sentences()),
    });
    let field = |key, value, testid, placeholder| field(app.text(key), value, testid, placeholder);
    View::Many(vec![
        choice(
            app.text(TextId::DeployPlatform),
            platform,
            "deploy-platform",
            vec![
                (Platform::Prolific, "prolific", app.text(TextId::DeployProlific)),
                (Platform::MTurk, "mturk", app.text(TextId::DeployMturk)),
                (Platform::Other, "other", app.text(TextId::DeployOther)),
            ],
        )
        .into(),
        el("h4").child(app.text(TextId::DeployCrowdLink)).into(),
        hint(app.text(TextId::DeployCrowdLinkHint)).into(),
        el("div")
            .class("deploy__fields")
            .child(field(TextId::DeployN, wanted.n, "deploy-n", "5"))
            .child(field(TextId::DeploySeed, wanted.seed, "deploy-seed", ""))
            .child(field(TextId::DeployRange, wanted.range, "deploy-range", "1-20,31"))
            .into(),
        checkbox(app.text(TextId::DeployShuffle), wanted.shuffle).into(),
        status(told, "deploy-chosen").into(),
        el("h4").child(app.text(TextId::DeployStudyLink)).into(),
        dynamic(move || {
            let link = study_link(deploy);
            match (link, count()) {
                (_, Err(_)) => View::Nothing,
                (None, Ok(_)) => problem(app, TextId::DeployStudyNone),
                (Some(StudyLink { link, is_share_link }), Ok(_)) => {
                    let link = wanted.in_link(&link);
                    address(app, platform, &StudyLink { link, is_share_link })
                }
            }
        }),
        el("h4").child(app.text(TextId::DeployLines)).into(),
        study::study_lines(deploy, platform),
    ])
}

/// The link that the links of a study are made from.
struct StudyLink {
    link: String,
    /// `true` for the share link, `false` for a link that the researcher gave.
    is_share_link: bool,
}

fn study_link(deploy: Deployment) -> Option<StudyLink> {
    if let Some(link) = deploy.link.get().filter(|link| link.is_good()) {
        return Some(StudyLink { link: link.link, is_share_link: false });
    }
    let shared = deploy.shared.get()?.ok()?;
    (LinkReach::of(shared.len()) < LinkReach::TooLong)
        .then_some(StudyLink { link: shared, is_share_link: true })
}

fn address(app: App, platform: RwSignal<Platform>, study: &StudyLink) -> View {
    let link = study.link.as_str();
    let (address, trial) = match platform.get() {
        Platform::Prolific => (prolific_link(link), prolific_trial(link)),
        Platform::MTurk => return task(app, link.to_owned()),
        Platform::Other => (link.to_owned(), link.to_owned()),
    };
    View::Many(vec![
        fixed(address, "deploy-study", app.text(TextId::DeployStudyLink)).into(),
        if study.is_share_link {
            hint(app.text(TextId::DeployStudyShare)).into()
        } else {
            View::Nothing
        },
        actions(try_link(app, text(move || trial.clone()))).into(),
    ])
}

/// The task on Mechanical Turk.
fn task(app: App, link: String) -> View {
    if let Err(why) = external_question(&link, 0) {
        let key = match why {
            MTurkProblem::NotHttps => TextId::DeployStudyHttps,
            MTurkProblem::Fragment => TextId::DeployStudyFragment,
        };
        return problem(app, key);
    }
    let height = RwSignal::new("0".to_owned());
    let trial = mturk_trial(&link);
    let xml = move |height: &str| {
        let height = height.trim().parse().unwrap_or_default();
        external_question(&link, height).unwrap_or_default()
    };
    let shown = {
        let xml = xml.clone();
        text(move || height.with(|height| xml(height)))
    };
    let file = download(app, "question.xml", "deploy-task-file", move || {
        let text = height.with_untracked(|height| xml(height));
        async move { Ok(("question.xml".to_owned(), "application/xml", text)) }
    });
    View::Many(vec![
        field(app.text(TextId::DeployHeight), height, "deploy-height", "0").into(),
        super::controls::code(shown, "deploy-task", app.text(TextId::DeployTask)).into(),
        actions([file, try_link(app, text(move || trial.clone()))]).into(),
    ])
}

fn problem(app: App, key: TextId) -> View {
    notice_in_page(NoticeLevel::Warning).child(el("p").child(app.text(key))).into()
}
