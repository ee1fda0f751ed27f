//! The command line.

fn main() -> std::process::ExitCode {
    spanwise::cli::run()
}
