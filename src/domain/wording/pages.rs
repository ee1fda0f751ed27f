//! Texts of the other pages, which belong to the app and to no template.

use super::{Key, wording};

wording! {
    PAGES
    HubSentence "hub.sentence" "Mark spans in a text, say what each one is, and answer a few questions about it. Everything stays on this device."
    HubOpen "hub.open" "Open a file"
    HubOpenHint "hub.open_hint" "A template (YAML), data (JSON or JSON Lines), both, or a bundle. Or drop them anywhere on this page."
    HubLink "hub.link" "Paste a link"
    HubLinkHint "hub.link_hint" "To a template on GitHub, Hugging Face or any other address"
    HubLinkGo "hub.link_go" "Open the link"
    HubRecent "hub.recent" "Recent work on this device"
    HubRecentNone "hub.recent_none" "None yet. What you annotate is kept here."
    HubRecentUnreadable "hub.recent_unreadable" "This work can’t be opened here: {why} It is left as it is."
    HubRecentLine "hub.recent_line" "{done} of {total} done · {size}"
    HubRemove "hub.remove" "Delete from this device"
    HubRemoved "hub.removed" "“{name}” was deleted from this device."
    HubUndoRemove "hub.undo_remove" "Bring it back"
    HubGallery "hub.gallery" "Typologies"
    HubTry "hub.try" "Try with example data"
    HubNoStorage "hub.no_storage" "This browser does not let the page store anything: work lasts until the tab is closed. Download it before you leave."
    FailedNoTemplate "failure.no_template" "There is no template named “{name}” in this app."
}
