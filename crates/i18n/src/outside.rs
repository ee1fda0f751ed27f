//! Texts that are shown where the program does not run: while it is loaded, where it cannot start, at addresses without
//! a page. Their English stands in `public/` and `index.html`, and the scripts there read the others themselves.

use super::{Key, wording};

wording! {
    OUTSIDE
    BootPatience "boot.patience" "If this message stays, reload the page, or open it in a current browser."
    BootNotStarted "boot.not_started" "Spanwise could not start"
    BootNoWebAssembly "boot.no_wasm" "This browser cannot run WebAssembly, or it is switched off."
    BootNoProgram "boot.no_program" "The program file could not be loaded: there was no answer, or it was not the file that was published."
    BootBadStatus "boot.bad_status" "The program file could not be loaded (HTTP status {status})."
    BootNoScript "boot.no_script" "The program's script could not be loaded."
    BootNotBegun "boot.not_begun" "The program was loaded but could not start."
    BootCheckConnection "boot.check_connection" "Check your connection, then reload the page. If that does not help, an extension or a filter may be blocking the file."
    BootUpdateBrowser "boot.update_browser" "Update your browser, or open this page in a current Firefox, Chrome, Edge or Safari."
    BootWorkIsSafe "boot.work_is_safe" "Work saved on this device is not touched."
    BootReload "boot.reload" "Reload the page"
    BootStopped "boot.stopped" "Spanwise stopped because of a fault of its own. What was saved is safe; changes made from here on would be lost."
    BootNoStyle "boot.no_style" "The style sheet of this page could not be loaded, or it was not the file that was published. The page looks plain, but it works."
    LostTitle "lost.title" "There is no such page here"
    LostText "lost.text" "Nothing is published at the address that was opened. It may have been mistyped, or the page may have moved."
    LostHome "lost.home" "Open the start page of Spanwise"
}
