//! Inputs of a size that nobody has in mind: they take time in proportion to their size, or exceed a named limit. The
//! bounds are an order of magnitude above the measured times, so that only a step that grows faster breaks them.

#![expect(clippy::expect_used, clippy::panic, reason = "a test may fail")]
#![expect(clippy::result_large_err, reason = "one per file")]

mod comparing;
mod editing;
mod reading;
mod showing;
mod table;

use std::fmt::Write;
use std::time::{Duration, Instant};

use spanwise_annotation::document::Instance;
use spanwise_annotation::format::read_instance;
use spanwise_template::{Template, compile};

/// The factor granted for other programs on the machine, and for a build without optimisation.
const SLOWER: u32 = if cfg!(debug_assertions) { 30 } else { 4 };

/// Runs a closure, which may take so many milliseconds, times `SLOWER`.
#[track_caller]
fn within<T>(milliseconds: u64, what: impl FnOnce() -> T) -> T {
    let most = Duration::from_millis(milliseconds) * SLOWER;
    let began = Instant::now();
    let made = what();
    let took = began.elapsed();
    assert!(took < most, "took {took:?}; at most {most:?} is expected");
    made
}

fn template() -> Template {
    let category = |name: &str| {
        format!(
            "  - {{name: {name}, enable_output: true, annotation: [{{name: severity, options: likert-3}}]}}\n"
        )
    };
    let text = format!("template_name: t\nedits:\n{}{}", category("wrong"), category("vague"));
    compile(&text).template.expect("a template")
}

/// The answers to `severity`.
const SEVERITIES: [&str; 3] = ["minor", "somewhat", "a lot"];

/// An edit: category, start, end, severity from 1 to 3.
type Short = (&'static str, usize, usize, usize);

/// The JSON of an instance with edits on its target, numbered from 1.
fn json(target: &str, edits: impl Iterator<Item = Short>) -> String {
    let mut json = format!(r#"{{"target": "{target}", "edits": ["#);
    for (at, (category, start, end, severity)) in edits.enumerate() {
        let comma = if at == 0 { "" } else { "," };
        let id = at + 1;
        let severity = SEVERITIES.get(severity - 1).unwrap_or(&"");
        // Writing to a string does not fail.
        let _ = write!(
            json,
            r#"{comma}{{"category": "{category}", "id": {id}, "output_idx": [[{start}, {end}]], "annotation": {{"severity": "{severity}"}}}}"#
        );
    }
    json.push_str("]}");
    json
}

fn instance(target: &str, edits: impl Iterator<Item = Short>) -> Instance {
    read_instance(&json(target, edits), 0, &template().typology).instance
}
