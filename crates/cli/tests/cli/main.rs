//! The command line, run as people and scripts run it.

#![expect(clippy::expect_used, clippy::panic, reason = "a test may fail")]

mod agree;
mod audit;
mod bundle;
mod check;
mod convert;
mod detect;
mod files;
mod fixtures;
mod gold;
mod language_models;
#[cfg(target_os = "linux")]
mod memory;
mod merge;
mod new_template;
mod report;
mod reproduction;
mod stats;
mod stopping;
mod streams;
mod studies;
mod training;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

use serde_json::Value;

/// A folder of one test, removed when dropped.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("cli-{}-{number}", std::process::id());
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        fs::create_dir_all(&path).expect("a folder");
        Folder(path)
    }

    fn with(files: &[(&str, &str)]) -> Self {
        let folder = Folder::new();
        files.iter().for_each(|(name, text)| folder.write(name, text));
        folder
    }

    fn write(&self, name: &str, text: impl AsRef<[u8]>) {
        let path = self.0.join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, text).expect("a file");
    }

    fn read(&self, name: &str) -> String {
        let path = self.0.join(name);
        fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    }

    fn has(&self, name: &str) -> bool {
        self.0.join(name).exists()
    }

    /// The names of all entries.
    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.0).expect("a folder").flatten();
        let mut names: Vec<String> =
            entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_spanwise"));
        command.args(arguments).current_dir(&self.0);
        command
    }

    fn run(&self, arguments: &[&str]) -> Ran {
        self.run_with(arguments, "")
    }

    fn run_with(&self, arguments: &[&str], stdin: impl AsRef<[u8]>) -> Ran {
        let mut command = self.command(arguments);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("the program");
        // A program that does not read its input closes it.
        let _ = child.stdin.take().expect("an input").write_all(stdin.as_ref());
        let output = child.wait_with_output().expect("an end");
        let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
        let ran =
            Ran { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) };
        assert!(!ran.err.contains("panicked"), "{}", ran.err);
        ran
    }

    /// Runs with `--json`; returns the object and asserts that nothing else is printed.
    fn json(&self, arguments: &[&str], code: i32) -> Value {
        let ran = self.run(&[arguments, &["--json"]].concat());
        assert_eq!((ran.code, ran.err.as_str()), (Some(code), ""), "{arguments:?}: {}", ran.out);
        let value: Value = serde_json::from_str(&ran.out).expect("one JSON object");
        assert_eq!(value["command"], arguments[0]);
        assert_eq!(value["ok"], code == 0);
        value
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// The exit code and the output of a run of the program.
#[derive(Debug)]
struct Ran {
    code: Option<i32>,
    out: String,
    err: String,
}

impl Ran {
    /// Asserts the exit code.
    fn exits(self, code: i32) -> Self {
        assert_eq!(self.code, Some(code), "{self:?}");
        self
    }

    /// Asserts that standard error contains a text.
    fn says(self, text: &str) -> Self {
        assert!(self.err.contains(text), "{self:?} lacks {text}");
        self
    }
}

const TEMPLATE: &str = "template_name: t
edits:
  - name: omission
    enable_input: true
  - name: fluency
    enable_output: true
    annotation:
      - name: severity
        question: How bad?
        options: likert-3
";

const DATA: &str = r#"[
  {"source": "a b", "target": "c 😀 d", "x": 1.50, "edits": [
    {"category": "fluency", "id": 1, "annotation": {"severity": "minor"}, "output_idx": [[2, 4]]}
  ]},
  {"source": "e", "target": "f"}
]
"#;

#[test]
fn help_and_version_are_on_standard_output() {
    let folder = Folder::new();
    let help = folder.run(&["--help"]).exits(0);
    for word in [
        "check",
        "convert",
        "bundle",
        "new",
        "merge",
        "agree",
        "stats",
        "report",
        "training",
        "completions",
        "Exit codes",
        "--json",
    ] {
        assert!(help.out.contains(word), "{word}");
    }
    let version = folder.run(&["--version"]).exits(0).out;
    assert_eq!(version, format!("spanwise {}\n", env!("CARGO_PKG_VERSION")));
}

#[test]
fn wrong_usage_ends_with_2() {
    let folder = Folder::with(&[("t.yml", TEMPLATE)]);
    for arguments in [
        &[][..],
        &["chekc"],
        &["check"],
        &["check", "t.yml", "--nope"],
        &["new", "t"],
        &["training"],
        &["report", "a.json"],
        &["gold"],
        &["gold", "hide", "data.json", "-o", "out.json"],
        &["gold", "hide", "data.json", "--gold", "gold.json", "-o", "out.json", "--every", "1"],
        &["training", "check"],
        &["training", "verify", "CODE"],
        &["new", "t", "a", "--source", "--both"],
        &["merge", "-o", "out.json"],
        &["completions", "csh"],
        &["bundle", "t.yml", "t.yml"],
    ] {
        let ran = folder.run(arguments).exits(2);
        assert_eq!(ran.out, "", "{arguments:?}");
        assert!(!ran.err.is_empty(), "{arguments:?}");
    }
}

#[test]
fn completions_are_for_every_shell() {
    let folder = Folder::new();
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = folder.run(&["completions", shell]).exits(0).out;
        assert!(script.contains("spanwise") && script.contains("merge"), "{shell}");
        let json = folder.json(&["completions", shell], 0);
        assert_eq!(
            (json["shell"].as_str(), json["script"].as_str()),
            (Some(shell), Some(&*script))
        );
    }
}
