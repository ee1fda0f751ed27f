//! Writes works as files, each with the hash of its typology. Loaded lazily: the page reaches it by `export.rs`.

use leptos::prelude::{GetValue, WithValue};

use super::context::Session;
use super::event_log;
use super::submission::kept_assignment;
use spanwise_annotation::format::{
    DataIn, OffsetUnit, cuts_characters, write_bundle, write_dataset,
};
use spanwise_annotation::typology_hash::TypologyHash;
use spanwise_annotation::workspace::Workspace;
use spanwise_i18n::{Message, say};
use spanwise_submission::assignment::Annotator;
use spanwise_template::Template;

/// The content of a downloaded file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExportFormat {
    /// Annotations, offsets in UTF-16 units.
    Annotations,
    /// Annotations, offsets in code points.
    Python,
    /// Data, annotations and template in one file.
    Bundle,
}

/// A file that was written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ExportedFile {
    /// Its name.
    pub(super) name: String,
    /// Its content.
    pub(super) text: String,
    /// Reports instances with offsets that the file cannot represent.
    pub(super) moved_offsets: Option<Message>,
}

/// Writes a work as a file.
pub(super) fn written(session: Session, export: ExportFormat) -> ExportedFile {
    let template = session.template();
    let (title, annotations) = (template_name(&template), annotations_name(&template));
    let annotator = kept_assignment(session).as_deref().and_then(Annotator::from_json);
    // The template of a preview is still being written.
    let is_preview = session.app().is_preview.get_value();
    session.work.with_value(|work| {
        let workspace = &work.workspace;
        let dataset = workspace.dataset();
        let typology = (!is_preview).then(|| TypologyHash::of(workspace.template()));
        let with_times = event_log::time_writer(&work.store, &work.id);
        let written = |at| written_by(workspace, at, annotator.as_ref(), typology);
        let changed = |at| with_times(workspace, at, written(at));
        let (name, text) = match export {
            ExportFormat::Annotations => {
                let text = write_dataset(dataset, changed, OffsetUnit::Utf16);
                (format!("{annotations}.json"), text)
            }
            ExportFormat::Python => {
                let text = write_dataset(dataset, changed, OffsetUnit::CodePoints);
                (format!("{annotations}.code-points.json"), text)
            }
            ExportFormat::Bundle => {
                let text = write_bundle(dataset, changed, &work.template.text);
                (format!("{title}_packaged.json"), text)
            }
        };
        let moved_offsets = match export {
            ExportFormat::Python => moved_for_python(dataset, |at| workspace.written(at)),
            ExportFormat::Annotations | ExportFormat::Bundle => None,
        };
        ExportedFile { name, text, moved_offsets }
    })
}

fn template_name(template: &Template) -> &str {
    if template.name.is_empty() { "template" } else { &template.name }
}

/// The name of the file of annotations, without its ending. Gold has its own, so as not to be taken for an annotator's.
pub(super) fn annotations_name(template: &Template) -> String {
    let settings = &template.settings;
    let is_gold = settings.adjudication.is_some_and(|annotators| annotators > 1)
        && settings.highlight_first_interface
        && !settings.disable.selection;
    match is_gold {
        true => format!("{}-gold", template_name(template)),
        false => "annotations".to_owned(),
    }
}

/// Returns an instance as written to files, with the annotator's signature and, if it is given, the typology; `None` if
/// it is unchanged.
pub(super) fn written_by(
    workspace: &Workspace,
    at: usize,
    annotator: Option<&Annotator>,
    typology: Option<TypologyHash>,
) -> Option<String> {
    let changed = match typology {
        Some(typology) => workspace.written_with_typology(at, typology),
        None => workspace.written(at),
    };
    let raw = workspace.dataset().raw(at).unwrap_or_default();
    annotator.and_then(|annotator| annotator.signed(changed.as_deref(), raw)).or(changed)
}

/// Reports instances with offsets within a character, which a file with offsets in code points cannot represent.
#[must_use]
pub(super) fn moved_for_python(
    dataset: &DataIn,
    changed: impl Fn(usize) -> Option<String>,
) -> Option<Message> {
    let cuts = |at: &usize| match changed(*at) {
        Some(written) => cuts_characters(&written),
        None => dataset.raw(*at).is_some_and(cuts_characters),
    };
    let instances: Vec<String> =
        (0..dataset.len()).filter(cuts).map(|at| (at + 1).to_string()).collect();
    let list = instances.join(", ");
    (!list.is_empty()).then(|| say!(ExportOffsetsInsideCharacterMovedStart, list))
}
