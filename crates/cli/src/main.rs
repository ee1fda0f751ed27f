//! The command line.

fn main() -> std::process::ExitCode {
    spanwise_cli::run(std::env::args_os()).into()
}
