//! The web app: installs the panic hook and puts the app on the page.

fn main() {
    console_error_panic_hook::set_once();
    leptos::mount::mount_to_body(spanwise::ui::show);
}
