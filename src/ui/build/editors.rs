//! The editors of template and data.

use leptos::prelude::*;
use web_sys::HtmlElement;

use super::completion;
use crate::app::builder::{Builder, DraftFile, in_utf16};
use crate::app::{App, NoticeLevel};
use crate::ui::view::{El, el};
use spanwise_browser::editor::{Editor, EditorCallbacks, EditorMark, EditorOptions, EditorSyntax};
use spanwise_diagnostics::{Diagnostic, DiagnosticPlace, Severity};
use spanwise_i18n::{TextId, Words};
use spanwise_template::outline;
use spanwise_text::Text;

/// The editor of a text. Its script is loaded when the builder is first opened.
pub(super) fn editor(builder: Builder, file: DraftFile) -> El {
    let app = App::from_context();
    let (name, testid, syntax) = match file {
        DraftFile::Template => (TextId::BuildTemplate, "template-editor", EditorSyntax::Yaml),
        DraftFile::Data => (TextId::BuildData, "data-editor", EditorSyntax::Json),
    };
    let host = el("div").class("build__editor").attr("data-testid", testid);
    let node: HtmlElement = host.node();
    leptos::task::spawn_local(async move {
        let text = match file {
            DraftFile::Template => builder.template.get_untracked(),
            DraftFile::Data => builder.data.get_untracked(),
        };
        let (callbacks, phrases) = (callbacks(builder, file), phrases(&app.words()));
        let label = app.text(name);
        let options = EditorOptions { syntax, label: &label, text: &text, phrases: &phrases };
        match Editor::open(node, options, callbacks).await {
            Ok(editor) => {
                builder.set_editor(file, editor);
                mark(builder);
                if file == DraftFile::Template
                    && let Some(place) = builder.take_first_error()
                {
                    show(builder, &place);
                }
            }
            Err(why) => {
                let text = app.words().fill(TextId::BuildNoEditor, &[("why", &why.to_string())]);
                app.tell(NoticeLevel::Error, text, None);
            }
        }
    });
    if file == DraftFile::Template {
        Effect::new(move |_| {
            builder.diagnostics.track();
            mark(builder);
        });
    }
    el("div")
        .class("build__edit")
        .child(el("div").class("build__head").child(el("h2").child(app.text(name))))
        .child(host)
}

/// The texts of `CodeMirror` that can appear in `editor.mjs`, each identified by its English.
const PHRASES: [TextId; 22] = [
    TextId::EditorCompletions,
    TextId::EditorDeleted,
    TextId::EditorGoToLine,
    TextId::EditorGo,
    TextId::EditorFind,
    TextId::EditorReplace,
    TextId::EditorNext,
    TextId::EditorPrevious,
    TextId::EditorAll,
    TextId::EditorMatchCase,
    TextId::EditorRegexp,
    TextId::EditorByWord,
    TextId::EditorReplaceSingle,
    TextId::EditorReplaceAll,
    TextId::EditorClose,
    TextId::EditorReplacedOn,
    TextId::EditorReplacedAll,
    TextId::EditorCurrentMatch,
    TextId::EditorOnLine,
    TextId::EditorDiagnostics,
    TextId::EditorNoDiagnostics,
    TextId::EditorControlCharacter,
];

fn phrases(words: &Words) -> Vec<(String, String)> {
    let said = |words: &Words, phrase: TextId| words.fill(phrase, &[("n", "$")]);
    let english = Words::default();
    PHRASES.iter().map(|phrase| (said(&english, *phrase), said(words, *phrase))).collect()
}

fn callbacks(builder: Builder, file: DraftFile) -> EditorCallbacks {
    let changed = Some(Box::new(move |text| builder.changed(file, text)) as Box<dyn FnMut(String)>);
    match file {
        DraftFile::Template => EditorCallbacks {
            changed,
            complete: Some(Box::new(move |text, at, asked| {
                let icons = builder.icons.try_get_untracked().unwrap_or_default();
                completion::complete(&builder.app().words(), &icons, text, at, asked)
            })),
            hover: Some(Box::new(move |text, at| {
                completion::hover_help(&builder.app().words(), text, at)
            })),
            fixed: Some(Box::new(move |number| fix(builder, number as usize))),
        },
        DraftFile::Data => EditorCallbacks { changed, ..EditorCallbacks::default() },
    }
}

/// Marks the template's problems in its editor.
fn mark(builder: Builder) {
    let app = builder.app();
    let text = Text::new(&*builder.template.get_untracked());
    let marks: Vec<EditorMark> = builder.diagnostics.with_untracked(|all| {
        let mark = |diagnostic: &Diagnostic| {
            let bytes = match &diagnostic.place {
                DiagnosticPlace::Text { bytes, .. } => bytes.clone(),
                DiagnosticPlace::Whole | DiagnosticPlace::Data { .. } => 0..0,
            };
            let (from, to) = in_utf16(&text, &bytes);
            EditorMark {
                from,
                to,
                is_error: diagnostic.severity == Severity::Error,
                message: app.say(&diagnostic.advice()),
                fix: diagnostic.fix.as_ref().map(|_| app.text(TextId::BuildFix)),
            }
        };
        all.iter().map(mark).collect()
    });
    builder.with_editor(DraftFile::Template, |editor| editor.mark(&marks));
}

/// Shows a place of the template in its editor.
pub(super) fn show(builder: Builder, place: &DiagnosticPlace) {
    let DiagnosticPlace::Text { bytes, .. } = place else { return };
    let text = Text::new(&*builder.template.get_untracked());
    let (from, to) = in_utf16(&text, bytes);
    builder.with_editor(DraftFile::Template, |editor| {
        editor.select(from, to);
        editor.focus();
    });
}

/// Applies the quick fix of a diagnostic, by its index.
pub(super) fn fix(builder: Builder, number: usize) {
    let found = builder.diagnostics.with_untracked(|all| all.get(number).cloned());
    let text = builder.template.get_untracked();
    if let Some(patched) = found.and_then(|diagnostic| outline::fix(&text, &diagnostic)) {
        builder.patch(&patched);
        builder.with_editor(DraftFile::Template, Editor::focus);
    }
}
