//! `spanwise completions`: scripts that complete commands in a shell.

use clap::CommandFactory;
use serde_json::{Value, json};

use super::args::{Arguments, CompletionsArgs};
use super::report::{Console, Failure};

pub(super) fn run(args: &CompletionsArgs, console: &mut Console) -> Result<Value, Failure> {
    // Buffered in memory, since a closed pipe would end the program here.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Arguments::command(), "spanwise", &mut script);
    let script = String::from_utf8_lossy(&script);
    console.print_text(&script);
    Ok(json!({ "shell": args.shell.to_string(), "script": script }))
}
