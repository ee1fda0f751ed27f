//! Runs the Python script that computes figures with the packages.

use std::env;
use std::ffi::OsStr;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{self, Command};
use std::sync::{
    LazyLock,
    atomic::{AtomicU32, Ordering},
};

use serde_json::{Value, json};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// Returns the packages' answer to each case, computed by the named function of figures.py. `None`, with a message, if
/// the packages are not available.
pub(crate) fn ask(function: &str, cases: &[Value]) -> Option<Vec<Value>> {
    static PYTHON: LazyLock<Option<PathBuf>> = LazyLock::new(installed);
    let Some(python) = PYTHON.as_ref() else {
        // Not by `eprintln!`, which is only shown when a test fails.
        let _ =
            writeln!(std::io::stderr(), "SKIPPED, not compared with other packages: {function}");
        return None;
    };
    let folder = Folder::new();
    let (question, answer) = (folder.0.join("question.json"), folder.0.join("answer.json"));
    fs::write(&question, json!({ function: cases }).to_string()).expect("a temporary file");
    let script = Path::new(ROOT).join("crates/agreement/tests/oracles/figures.py");
    run(python, &[script.as_os_str(), question.as_os_str(), answer.as_os_str()])
        .unwrap_or_else(|fault| panic!("figures.py failed: {fault}"));
    let answer = fs::read(&answer).expect("the script wrote an answer");
    let mut answer: Value = serde_json::from_slice(&answer).expect("an answer in JSON");
    match answer.get_mut(function).map(Value::take) {
        Some(Value::Array(answers)) if answers.len() == cases.len() => Some(answers),
        other => panic!("no answer for each case: {other:?}"),
    }
}

/// The interpreter that has the packages, which are installed on first use.
fn installed() -> Option<PathBuf> {
    let script = Path::new(ROOT).join("scripts/lib/oracles.sh");
    let requirements = OsStr::new("crates/agreement/tests/oracles/requirements.txt");
    match run("bash", &[script.as_os_str(), requirements]) {
        Ok(said) => Some(said.trim()).filter(|python| !python.is_empty()).map(PathBuf::from),
        Err(fault) => {
            let _ = writeln!(std::io::stderr(), "{fault}");
            None
        }
    }
}

/// Returns the output of a command, or the end of its error messages if it fails.
fn run(command: impl AsRef<OsStr>, arguments: &[&OsStr]) -> Result<String, String> {
    let name = command.as_ref().to_string_lossy().into_owned();
    let done = Command::new(command.as_ref()).args(arguments).output();
    let output = done.map_err(|error| format!("{name}: {error}"))?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    let said = String::from_utf8_lossy(&output.stderr);
    let lines: Vec<&str> = said.trim().lines().rev().take(12).collect();
    Err(lines.into_iter().rev().collect::<Vec<_>>().join("\n"))
}

/// A folder that is removed when dropped.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let path = env::temp_dir().join(format!("spanwise-oracles-{}-{number}", process::id()));
        fs::create_dir_all(&path).expect("a temporary folder");
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
