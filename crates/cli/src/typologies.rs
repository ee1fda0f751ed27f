//! The versions of the typology that files were annotated with, as the files note them.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::paths::shown;
use super::report::Console;
use spanwise_annotation::typology_hash::{
    CHANGE_NAMES, NotedInstances, NotedTypologies, OTHER_TYPOLOGY, TypologyHash, noted_at,
};
use spanwise_diagnostics::{Diagnostic, Severity};

/// The typologies noted in files.
#[derive(Debug, Clone, Default)]
pub(super) struct FileTypologies(Vec<(PathBuf, NotedTypologies)>);

impl FileTypologies {
    /// Adds a file with the hash noted in each of its instances, in order.
    pub(super) fn add(
        &mut self,
        path: &Path,
        instances: impl Iterator<Item = Option<TypologyHash>>,
    ) {
        let mut noted = NotedTypologies::default();
        for (instance, typology) in instances.enumerate() {
            typology.into_iter().for_each(|typology| noted.add(instance, typology));
        }
        self.0.push((path.to_owned(), noted));
    }

    /// Warns of each file that was annotated with another typology than that of the template; without a template, than
    /// that of the first file that notes one.
    pub(super) fn tell(&self, template: Option<(&Path, TypologyHash)>, console: &mut Console) {
        let Some((known, own)) = template.or_else(|| self.first()) else { return };
        for (path, noted) in &self.0 {
            let others = noted.except(own);
            let whose = if path == known {
                "its first instances have".to_owned()
            } else {
                format!("{} has", shown(known))
            };
            let problem = |(_, instances): (_, NotedInstances)| {
                Diagnostic {
                severity: Severity::Warning,
                code: OTHER_TYPOLOGY,
                place: noted_at(instances.first),
                message: format!("Annotated with the typology {others}, but {whose} {own}.").into(),
                remedy: format!("Edits of two versions may not mean the same: annotate with one of them, or change names with `{CHANGE_NAMES}` first.").into(),
                fix: None,
            }
            };
            others.first().map(problem).iter().for_each(|problem| console.problem(path, problem));
        }
    }

    /// The first file that notes a typology, and the first that it notes.
    fn first(&self) -> Option<(&Path, TypologyHash)> {
        self.0.iter().find_map(|(path, noted)| Some((path.as_path(), noted.first()?.0)))
    }

    /// The noted typologies, for the JSON object.
    pub(super) fn figures(&self) -> Value {
        let file = |(path, noted): &(PathBuf, NotedTypologies)| {
            let path = shown(path);
            let all = noted.iter().map(move |(typology, instances)| {
                json!({
                    "file": path,
                    "typology": typology.to_string(),
                    "instances": instances.count,
                    "index": instances.first,
                })
            });
            all.collect::<Vec<_>>()
        };
        self.0.iter().flat_map(file).collect()
    }
}
