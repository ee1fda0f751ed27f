//! Style sheets that are part of lazily loaded code, so that they are not downloaded before.

use std::cell::RefCell;

use web_sys::{CssStyleSheet, window};

thread_local! {
    static ADOPTED: RefCell<Vec<&'static str>> = const { RefCell::new(Vec::new()) };
}

/// Adds a style sheet to the page, after the others, unless it is there already.
pub fn adopt(css: &'static str) {
    let is_new = ADOPTED.with_borrow_mut(|all| {
        let is_new = !all.iter().any(|known| std::ptr::eq(*known, css));
        if is_new {
            all.push(css);
        }
        is_new
    });
    if !is_new {
        return;
    }
    // If a browser cannot do it, the page is plain but works.
    if let (Some(document), Ok(sheet)) = (window().and_then(|w| w.document()), CssStyleSheet::new())
        && sheet.replace_sync(css).is_ok()
    {
        document.adopted_style_sheets().push(&sheet);
    }
}
