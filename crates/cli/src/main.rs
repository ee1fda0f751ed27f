//! The command line.

/// Conversions are made of many small texts: with this one they take some 15 % less time than with that of the system.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> std::process::ExitCode {
    spanwise_cli::run()
}
