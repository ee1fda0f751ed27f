//! Annotations in Python.

use super::controls::{actions, download, fixed, hint};
use crate::app::deployment::{Deployment, DeploymentSource};
use crate::app::{App, NoticeLevel};
use crate::ui::view::{View, el};
use spanwise_deployment::python::{ANNOTATIONS_FILE, TEMPLATE_FILE, program};
use spanwise_i18n::TextId;

pub(super) fn python_section(deploy: Deployment, material: &DeploymentSource) -> View {
    let app = App::from_context();
    let (for_template, for_data) = (material.clone(), material.clone());
    let template = download(app, TEMPLATE_FILE, "deploy-python-template", move || {
        let files = deploy.python_files(&for_template);
        async move { Ok((TEMPLATE_FILE.to_owned(), "text/yaml", files?.template)) }
    });
    let data = download(app, ANNOTATIONS_FILE, "deploy-python-data", move || {
        let files = deploy.python_files(&for_data);
        async move {
            let files = files?;
            if let Some(moved) = files.moved {
                app.tell(NoticeLevel::Warning, moved, None);
            }
            Ok((ANNOTATIONS_FILE.to_owned(), "application/json", files.data))
        }
    });
    View::Many(vec![
        actions([template, data]).into(),
        el("p").child(app.text(TextId::DeployPythonFiles)).into(),
        fixed(program(), "deploy-python", app.text(TextId::DeployPython)).into(),
        hint(app.text(TextId::DeployPythonLater)).into(),
    ])
}
