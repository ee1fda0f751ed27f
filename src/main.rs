//! Mounts the web app on the page.

fn main() {
    // Releases have no panic messages: see scripts/lib/release.sh.
    #[cfg(debug_assertions)]
    console_error_panic_hook::set_once();
    leptos::mount::mount_to_body(spanwise::ui::show);
}
