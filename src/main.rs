//! The web app: installs the panic hook and shows [`spanwise::ui::App`].

fn main() {
    console_error_panic_hook::set_once();
    leptos::mount::mount_to_body(spanwise::ui::App);
}
