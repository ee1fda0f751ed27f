//! Tokens compared with those of PyPI's `tokenizers`, on texts in ten scripts and more.
//!
//! The kept answers (`expected/`, written by `oracle/tokens.py expected 1 0`) are compared in every run. The package itself is
//! installed from PyPI by `scripts/lib/oracles.sh` on first use and asked about texts that are new in every run; if it
//! is not available, the test prints that it is skipped. `SPANWISE_SEED` repeats a run; with `SPANWISE_OFFLINE=1`
//! nothing is installed.

#![expect(clippy::expect_used, reason = "a test may fail")]

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{self, Command};
use std::time::{SystemTime, UNIX_EPOCH};
use std::{env, fs};

use spanwise_text::{CodePoint, Span, Text};
use spanwise_tokenizer::{Token, Tokenizer};

const TESTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests");

/// By the name of the tokenizer: texts with their tokens, each the id and the range in code points.
type Expected = BTreeMap<String, Vec<(String, Vec<(u32, u32, u32)>)>>;

#[test]
fn tokens_are_those_of_the_kept_answers() {
    compare(&Path::new(TESTS).join("expected"));
}

#[test]
fn tokens_are_those_of_the_python_library() {
    let Some(python) = python() else {
        // Not by `eprintln!`, which is only shown when a test fails.
        let _ = writeln!(std::io::stderr(), "SKIPPED, not compared with PyPI's tokenizers");
        return;
    };
    let folder = env::temp_dir().join(format!("spanwise-tokenizers-{}", process::id()));
    fs::create_dir_all(&folder).expect("a temporary folder");
    let script = Path::new(TESTS).join("oracle/tokens.py");
    let seed = seed();
    println!("to repeat this: SPANWISE_SEED={seed}");
    run(&python, &[script.as_os_str(), folder.as_os_str(), OsStr::new(&seed), OsStr::new("300")])
        .expect("tokens.py works");
    compare(&folder);
    fs::remove_dir_all(&folder).expect("the temporary folder");
}

/// Compares our tokens with the expected ones in a folder.
fn compare(folder: &Path) {
    let read = |name: &str| fs::read(folder.join(name)).expect("a file of the script");
    let expected: Expected =
        serde_json::from_slice(&read("expected.json")).expect("expected tokens");
    assert_eq!(expected.len(), 5);
    for (name, texts) in expected {
        let tokenizer = Tokenizer::read(&read(&format!("{name}.json"))).expect("a tokenizer");
        for (text, expected) in texts {
            let text = Text::new(text);
            let utf16 = |at| text.from_code_point(CodePoint(at));
            let token =
                |(id, start, end)| Token { id, span: Span::between(utf16(start), utf16(end)) };
            let expected: Vec<Token> = expected.into_iter().map(token).collect();
            let tokens = tokenizer.tokens(&text).expect("tokens");
            assert_eq!(tokens, expected, "{name}: {:?}", text.as_str());
        }
    }
}

fn seed() -> String {
    let now = || SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_millis());
    env::var("SPANWISE_SEED").unwrap_or_else(|_| now().to_string())
}

/// The interpreter that has the package, which is installed on first use.
fn python() -> Option<PathBuf> {
    let script = Path::new(TESTS).join("../../../scripts/lib/oracles.sh");
    let requirements = "crates/tokenizer/tests/oracle/requirements.txt";
    match run(Path::new("bash"), &[script.as_os_str(), OsStr::new(requirements)]) {
        Ok(said) => Some(said.trim()).filter(|python| !python.is_empty()).map(PathBuf::from),
        Err(fault) => {
            let _ = writeln!(std::io::stderr(), "{fault}");
            None
        }
    }
}

/// The output of a command, or what it says if it fails.
fn run(command: &Path, arguments: &[&OsStr]) -> Result<String, String> {
    let done = Command::new(command).args(arguments).output();
    let output = done.map_err(|error| format!("{}: {error}", command.display()))?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    Err(String::from_utf8_lossy(&output.stderr).into_owned())
}
