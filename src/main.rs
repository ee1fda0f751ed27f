//! The web app: puts itself on the page.

fn main() {
    // A release has no messages in its panics: see scripts/lib/release.sh.
    #[cfg(debug_assertions)]
    console_error_panic_hook::set_once();
    leptos::mount::mount_to_body(spanwise::ui::show);
}
