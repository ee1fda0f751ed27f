//! Every text that the interface shows, in English, and the template's overrides of single ones.
//!
//! Where Thresh has a string for the same thing, its group and key name it here too, so that `interface_text` written
//! for Thresh works. A text may hold `{name}` placeholders, and two forms, `one|other`, for a count.

use std::collections::HashMap;

macro_rules! wording {
    ($($key:ident $group:literal $name:literal $english:literal)*) => {
        /// Names one text of the interface.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Key { $(#[doc = $english] $key,)* }

        impl Key {
            /// All texts.
            pub const ALL: &[Key] = &[$(Key::$key,)*];

            /// Group and name under which `interface_text` of a template overrides it.
            #[must_use]
            pub fn name(self) -> (&'static str, &'static str) {
                match self { $(Key::$key => ($group, $name),)* }
            }

            /// The English text.
            #[must_use]
            pub fn english(self) -> &'static str {
                match self { $(Key::$key => $english,)* }
            }
        }
    };
}

wording! {
    // Thresh's own.
    SourceLabel "typology" "source_label" "Source"
    TargetLabel "typology" "target_label" "Target"
    ContextLabel "typology" "context_label" "Context"
    FinishEdit "buttons" "save_label" "Finish edit"
    Cancel "buttons" "cancel_label" "Cancel"
    Instructions "buttons" "instructions_label" "Instructions"
    ShowContext "buttons" "show_context_label" "Show context"
    HideContext "buttons" "hide_context_label" "Hide context"
    InstanceWord "hit_box" "hit_label" "Instance"
    Edits "annotation_viewer" "header" "Edits"
    Yes "questions" "binary_yes" "Yes"
    No "questions" "binary_no" "No"
    Likert1 "questions" "likert_1" "1 – minor"
    Likert2 "questions" "likert_2" "2 – somewhat"
    Likert3 "questions" "likert_3" "3 – a lot"
    TextPlaceholder "questions" "textbox_placeholder" "Type your answer"
    Comment "comment_box" "label" "Comment"
    CommentPlaceholder "comment_box" "placeholder" "A note on this instance"
    // Ours.
    Point1 "questions" "five_1" "1"
    Point2 "questions" "five_2" "2"
    Point3 "questions" "five_3" "3"
    Point4 "questions" "five_4" "4"
    Point5 "questions" "five_5" "5"
    Optional "questions" "optional" "optional"
    ClearAnswer "questions" "clear" "Clear the answer"
    QuestionsOpen "questions" "open" "{n} question open|{n} questions open"
    NoQuestions "questions" "none" "Nothing is asked about this category."
    NothingChosen "questions" "nothing_chosen" "Choose an edit to see its questions."
    UnknownCategory "questions" "unknown_category" "The template has no category “{name}”. The edit is kept as it is."
    UnknownAnswer "questions" "unknown_answer" "Stored answer “{value}” is not one that is offered. It is kept until another is given."
    AppName "app" "name" "Spanwise"
    Loading "app" "loading" "Opening {name}…"
    LoadingCount "app" "loading_count" "Reading {name}: {n} instances so far"
    Home "app" "home" "Start page"
    SkipToText "app" "skip" "Skip to the text"
    Close "app" "close" "Close"
    Dismiss "app" "dismiss" "Dismiss"
    Previous "bar" "previous" "Previous instance"
    Next "bar" "next" "Next instance"
    GoToInstance "bar" "goto" "Go to instance"
    OfTotal "bar" "of_total" "of {n}"
    DoneOf "bar" "done_of" "{n} of {total} done"
    NextUnfinished "bar" "next_unfinished" "Next unfinished"
    Undo "bar" "undo" "Undo"
    Redo "bar" "redo" "Redo"
    Saved "bar" "saved" "Saved on this device"
    Unsaved "bar" "unsaved" "Not saved: download your work"
    ReadOnly "bar" "read_only" "Read-only here"
    Menu "bar" "menu" "Menu"
    OpenFile "bar" "open_file" "Open a file"
    Download "bar" "download" "Download annotations"
    DownloadHint "bar" "download_hint" "Offsets in UTF-16 units, as Thresh’s interface and JavaScript count"
    DownloadPython "bar" "download_python" "Download for Python"
    DownloadPythonHint "bar" "download_python_hint" "Offsets in code points, as Python counts"
    DownloadBundle "bar" "download_bundle" "Download with the template"
    DownloadBundleHint "bar" "download_bundle_hint" "One file that opens here and goes on"
    Keys "bar" "keys" "Keyboard"
    Settings "bar" "settings" "Reading"
    TextSize "bar" "text_size" "Text size"
    LineSpacing "bar" "line_spacing" "Line spacing"
    Connectors "bar" "connectors" "Connectors"
    ConnectorsAll "bar" "connectors_all" "all"
    ConnectorsChosen "bar" "connectors_chosen" "of the edit pointed at"
    ConnectorsNone "bar" "connectors_none" "none"
    Problems "bar" "problems" "{n} problem in the data|{n} problems in the data"
    TemplateProblems "bar" "template_problems" "{n} problem in the template|{n} problems in the template"
    Untouched "status" "untouched" "Untouched"
    InProgress "status" "in_progress" "In progress"
    Done "status" "done" "Done"
    DoneNoErrors "status" "done_no_errors" "Done, no errors"
    MarkDone "status" "mark_done" "Done"
    MarkNoErrors "status" "mark_no_errors" "Done, no errors"
    Reopen "status" "reopen" "Not done yet"
    DoneButOpen "status" "done_but_open" "Declared done, but {n} question is open|Declared done, but {n} questions are open"
    Bookmark "status" "bookmark" "Bookmark"
    ClearEdits "status" "clear" "Delete all edits of this instance"
    Categories "draft" "categories" "Categories"
    ChooseCategory "draft" "choose_category" "What is it?"
    SelectInSource "draft" "select_source" "Now select in: {side}"
    SelectMore "draft" "select_more" "Select more, or finish"
    SelectEdits "draft" "select_edits" "Now choose the edits it is made of, in the text or in the list"
    PickPoint "draft" "pick_point" "Now click where it belongs"
    DraftRemoveSpan "draft" "remove_span" "Take “{text}” out of the draft"
    Extending "draft" "extending" "What you select is added to this edit"
    ExtendDone "draft" "extend_done" "Finish"
    InsertionPoint "edit" "insertion_point" "insertion point"
    WholeInstance "edit" "whole" "whole instance"
    DeleteEdit "edit" "delete" "Delete {name}"
    DuplicateEdit "edit" "duplicate" "Duplicate"
    DeletePlain "edit" "delete_plain" "Delete"
    ChangeCategory "edit" "change_category" "Category"
    Boundaries "edit" "boundaries" "Boundaries"
    StartEarlier "edit" "start_earlier" "Start earlier"
    StartLater "edit" "start_later" "Start later"
    EndEarlier "edit" "end_earlier" "End earlier"
    EndLater "edit" "end_later" "End later"
    RemoveSpan "edit" "remove_span" "Take this span out"
    AddSpan "edit" "add_span" "Add a span"
    AddMember "edit" "add_member" "Add an edit"
    RemoveMember "edit" "remove_member" "Take {name} out"
    TakeApart "edit" "take_apart" "Take apart"
    MadeOf "edit" "made_of" "Made of"
    NoEdits "list" "empty" "No edits yet. Select text, or choose a category."
    Filter "list" "filter" "Filter"
    FilterAll "list" "filter_all" "All categories"
    FilterOpen "list" "filter_open" "With open questions"
    Sort "list" "sort" "Sort"
    SortText "list" "sort_text" "By position"
    SortCategory "list" "sort_category" "By category"
    SortMade "list" "sort_made" "As made"
    TextHelp "text" "help" "Arrow keys move by word, Shift with arrow keys extends, Enter makes a span, I marks an insertion point."
    InEdits "text" "in_edits" "in {names}"
    ShowPicture "text" "show_picture" "Show the picture from {host}"
    RejectDisabledSelection "refused" "selection_disabled" "This template does not allow edits to be made or changed."
    RejectDisabledAnnotation "refused" "annotation_disabled" "This template does not ask questions."
    RejectReadOnly "refused" "read_only" "This work is open for reading only here."
    RejectGone "refused" "gone" "That is no longer there."
    RejectNothingSelected "refused" "nothing_selected" "The selection holds only white space. Select some words."
    RejectWrongSide "refused" "wrong_side" "This category has no spans in: {side}"
    RejectIncomplete "refused" "incomplete" "Something is still missing."
    RejectDoesNotFit "refused" "does_not_fit" "The spans of this edit do not fit that category."
    RejectLastOne "refused" "last_one" "The edit needs this one. Delete the edit instead, or take it apart."
    RejectNotAMember "refused" "not_a_member" "A composite is made of other edits, not of composites."
    RejectNotAnAnswer "refused" "not_an_answer" "That is not one of the answers offered."
    RejectNotANumber "refused" "not_a_number" "“{text}” is not the number of an instance."
    RejectNoRoom "refused" "no_room" "There is no further word in that direction."
    RejectNothingToUndo "refused" "nothing_to_undo" "There is nothing to take back."
    HubSentence "hub" "sentence" "Mark spans in a text, say what each one is, and answer a few questions about it. Everything stays on this device."
    HubOpen "hub" "open" "Open a file"
    HubOpenHint "hub" "open_hint" "A template (YAML), data (JSON or JSON Lines), both, or a bundle. Or drop them anywhere on this page."
    HubLink "hub" "link" "Paste a link"
    HubLinkHint "hub" "link_hint" "To a template on GitHub, Hugging Face or any other address"
    HubLinkGo "hub" "link_go" "Open the link"
    HubRecent "hub" "recent" "Recent work on this device"
    HubRecentNone "hub" "recent_none" "None yet. What you annotate is kept here."
    HubRecentUnreadable "hub" "recent_unreadable" "This work can’t be opened here: {why} It is left as it is."
    HubRecentLine "hub" "recent_line" "{done} of {total} done · {size}"
    HubRemove "hub" "remove" "Delete from this device"
    HubRemoved "hub" "removed" "“{name}” was deleted from this device."
    HubUndoRemove "hub" "undo_remove" "Bring it back"
    HubGallery "hub" "gallery" "Typologies"
    HubTry "hub" "try" "Try with example data"
    HubNoStorage "hub" "no_storage" "This browser does not let the page store anything: work lasts until the tab is closed. Download it before you leave."
    LandingData "landing" "data" "Open data to annotate"
    LandingDataHint "landing" "data_hint" "A JSON array of instances, JSON Lines, or a bundle. Or drop the file anywhere on this page."
    LandingExample "landing" "example" "View example data"
    LandingTutorial "landing" "tutorial" "Tutorial"
    LandingPaper "landing" "paper" "Paper"
    DataWaiting "landing" "data_waiting" "“{name}” holds data without a template. Choose the template it belongs to, or open its file."
    Continued "notice" "continued" "Your work on this data goes on where you left it."
    NoticeFull "notice" "full" "The browser’s storage is full. Your work goes on in memory: download it, then delete old work on the start page."
    NoticeBlocked "notice" "blocked" "The browser does not let this page store anything. Your work lasts until the tab is closed: download it before you leave."
    NoticeElsewhere "notice" "elsewhere" "This work is open in another tab. Here it can be read."
    NoticeTakenOver "notice" "taken_over" "This work was taken over by another tab. Here it can be read."
    TakeOver "notice" "take_over" "Annotate here instead"
    NoticeRecovered "notice" "recovered" "Part of the stored work was damaged: {what} Everything else is here; the damaged part is kept aside."
    NoticeNewer "notice" "newer" "This work was stored by another version of Spanwise and is left as it is. Open it there, or download what can be read."
    NoticeDataNotKept "notice" "data_not_kept" "This data file is too large to be kept in this browser. Keep the file: opened again with the same template, your annotations come back."
    NoticeDataGone "notice" "data_gone" "The data of this work is no longer in this browser. Open the same data file again: your annotations are still here and come back."
    NoticeDownloaded "notice" "downloaded" "Downloaded as {name}."
    NoticeDropDisabled "notice" "upload_disabled" "This template does not allow other files to be opened."
    FailureTitle "failure" "title" "This could not be opened"
    FailureHub "failure" "hub" "Go to the start page"
    FailureRetry "failure" "retry" "Try again"
    PartNotLoaded "failure" "part" "This part of Spanwise could not be loaded. Check your connection."
    FailedStatus "failure" "status" "The address answered with status {status}. Try again later; if it stays so, ask whoever keeps the file."
    FailedStatus404 "failure" "status_404" "There is no file at this address (404). Check the owner, the repository, the branch and the path."
    FailedUnreachable "failure" "unreachable" "The address can’t be reached. Check your connection; the other host may also forbid other pages to read it."
    FailedTimedOut "failure" "timed_out" "The address did not answer within 30 seconds. Try again."
    FailedTooLarge "failure" "too_large" "The file is larger than 512 MB. Split it into parts."
    FailedUnreadable "failure" "unreadable" "The browser could not read the file: {why}"
    FailedNotText "failure" "not_text" "The file is not UTF-8 text (byte {byte}). Save it as UTF-8."
    FailedTemplate "failure" "template" "The template could not be used. What is wrong with it:"
    FailedData "failure" "data" "The data could not be read. What is wrong with it:"
    FailedNoTemplate "failure" "no_template" "There is no template named “{name}” in this app."
    FailedFileKind "failure" "kind" "“{name}” is neither a template (YAML) nor data (JSON)."
    FailedHtml "failure" "html" "The address gave a web page, not a file. Use the address of the raw file."
    FailedGone "failure" "gone" "This work is not on this device (any more)."
    KeysTitle "keys" "title" "Keyboard"
    KeyNextPrevious "keys" "next_previous" "next, previous instance"
    KeyUnfinished "keys" "unfinished" "next unfinished instance"
    KeyBookmark "keys" "bookmark" "set a bookmark; next bookmark"
    KeyDone "keys" "done" "declare done and go on"
    KeyUndo "keys" "undo" "undo, redo"
    KeyCategory "keys" "category" "choose a category, or an answer of the question that has the focus"
    KeyText "keys" "text" "in a text: move by word, by line; with Shift, extend"
    KeySpan "keys" "span" "in a text: make a span; mark an insertion point"
    KeyCycle "keys" "cycle" "open the next, previous edit"
    KeyEdge "keys" "edge" "move the end of the open edit’s span back, on"
    KeyEdgeStart "keys" "edge_start" "move its start back, on"
    KeyDelete "keys" "delete" "delete the open edit"
    KeyEscape "keys" "escape" "drop the draft; close"
    KeyHelp "keys" "help" "this list"
    InstructionsWhere "keys" "panes" "go to the source, the target, the list, the questions"
}

/// The texts of the interface as one template wants them.
#[derive(Debug, Clone, Default)]
pub struct Words {
    overrides: HashMap<Key, String>,
}

impl Words {
    /// English, with single texts replaced: group, key and text, as in `interface_text`. Unknown ones are ignored.
    #[must_use]
    pub fn new(interface_text: &[(String, String, String)]) -> Self {
        let mut overrides = HashMap::new();
        for (group, name, text) in interface_text {
            let key = Key::ALL.iter().find(|k| k.name() == (group.as_str(), name.as_str()));
            if let Some(key) = key {
                overrides.insert(*key, text.clone());
            }
        }
        Words { overrides }
    }

    /// A text, as it is.
    #[must_use]
    pub fn get(&self, key: Key) -> &str {
        self.overrides.get(&key).map_or(key.english(), String::as_str)
    }

    /// A text with its placeholders filled.
    #[must_use]
    pub fn fill(&self, key: Key, values: &[(&str, &str)]) -> String {
        fill(self.get(key), values)
    }

    /// A text for a count: `{n}` is the count, and of two forms the one that fits is taken.
    #[must_use]
    pub fn count(&self, key: Key, n: usize) -> String {
        let text = self.get(key);
        let form = match text.split_once('|') {
            Some((one, _)) if n == 1 => one,
            Some((_, other)) => other,
            None => text,
        };
        fill(form, &[("n", &n.to_string())])
    }
}

/// Replaces `{name}` by its value in one pass, so that braces in a value stay as they are.
fn fill(text: &str, values: &[(&str, &str)]) -> String {
    let mut filled = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(open) = rest.find('{') {
        let (before, after) = rest.split_at(open);
        filled.push_str(before);
        let known = after.find('}').and_then(|close| {
            let name = after.get(1..close)?;
            let (_, value) = values.iter().find(|(n, _)| *n == name)?;
            Some((value, after.get(close + 1..)?))
        });
        match known {
            Some((value, after)) => {
                filled.push_str(value);
                rest = after;
            }
            None => {
                filled.push('{');
                rest = after.get(1..).unwrap_or_default();
            }
        }
    }
    filled.push_str(rest);
    filled
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn single_texts_are_overridden_and_the_others_stay() {
        let one = |g: &str, k: &str, t: &str| (g.to_owned(), k.to_owned(), t.to_owned());
        let words = Words::new(&[one("typology", "source_label", "Original"), one("x", "y", "z")]);
        assert_eq!(words.get(Key::SourceLabel), "Original");
        assert_eq!(words.get(Key::TargetLabel), "Target");
    }

    #[test]
    fn placeholders_are_filled_once() {
        assert_eq!(fill("{a} and {b} {c}", &[("a", "{b}"), ("b", "2")]), "{b} and 2 {c}");
        assert_eq!(fill("open { brace", &[]), "open { brace");
    }

    #[test]
    fn counts_choose_their_form() {
        let words = Words::default();
        assert_eq!(words.count(Key::QuestionsOpen, 1), "1 question open");
        assert_eq!(words.count(Key::QuestionsOpen, 3), "3 questions open");
    }

    #[test]
    fn names_are_unique() {
        let mut names: Vec<_> = Key::ALL.iter().map(|k| k.name()).collect();
        names.sort_unstable();
        let all = names.len();
        names.dedup();
        assert_eq!(names.len(), all);
    }
}
