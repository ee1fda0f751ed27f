//! The command line.

/// Conversions allocate many small texts: with mimalloc they take some 15 % less time than with the system's allocator.
#[cfg(not(target_family = "wasm"))]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> std::process::ExitCode {
    spanwise_cli::run(std::env::args_os()).into()
}
