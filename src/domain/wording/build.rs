//! Texts of the builder.

use super::{Key, wording};

wording! {
    BUILDING
    BuildTitle "build.title" "Building: {name}"
    BuildGone "build.gone" "This draft is not on this device (any more)."
    BuildSaving "build.saving" "Saving…"
    BuildParts "build.parts" "Parts of the builder"
    BuildTemplate "build.template" "Template"
    BuildData "build.data" "Data"
    BuildPreview "build.preview" "Preview"
    BuildBorderDown "build.border_down" "Border between template and data"
    BuildBorderAcross "build.border_across" "Border between texts and preview"
    BuildStale "build.stale" "The last version without errors"
    BuildMisfits "build.misfits" "{n} problem of an edit that no longer fits|{n} problems of edits that no longer fit"
    BuildWriteBack "build.write_back" "Write annotations into the data"
    BuildWriteBackHint "build.write_back_hint" "What you annotated in the preview becomes part of the data below the template"
    BuildNoEditor "build.no_editor" "The text editor could not be loaded ({why}). Check your connection, then reload the page; your draft is safe."
    BuildFix "build.fix" "Fix"
    BuildNoProblems "build.no_problems" "The template has no problems."
    BuildDataFits "build.data_fits" "{n} instance, which the template can show.|{n} instances, all of which the template can show."
    BuildVersions "build.versions" "Versions"
    BuildVersionsHint "build.versions_hint" "The draft is saved as you type. A version is kept when you pause, before larger changes, and when you ask for it."
    BuildKeepVersion "build.keep_version" "Keep this version"
    BuildVersionSize "build.version_size" "{lines} lines, data {size}"
    BuildRestore "build.restore" "Go back to it"
    BuildDrafts "build.drafts" "Other drafts"
    BuildNoDrafts "build.no_drafts" "There is no other draft on this device."
    BuildTemplateFile "build.template_file" "Download template"
    BuildDataFile "build.data_file" "Download data"
    BuildNotSaved "build.not_saved" "This draft could not be saved on this device. Download the template and the data before you leave."
    BuildLeftBehind "build.left_behind" "The annotations of {n} instance found no place, because it was changed or taken out. Undo in the data brings it back.|The annotations of {n} instances found no place, because they were changed or taken out. Undo in the data brings them back."
}
