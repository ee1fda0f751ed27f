//! Closed and full outputs, and quiet runs.

use std::io::{BufRead, BufReader};
use std::process::Stdio;

use super::{DATA, Folder, TEMPLATE};

/// Runs the program as before `head -n 1`: its output is closed after a line, or at once.
fn headed(folder: &Folder, arguments: &[&str], lines: usize) -> (Option<i32>, String) {
    let mut command = folder.command(arguments);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program");
    let mut output = BufReader::new(child.stdout.take().expect("an output"));
    for _ in 0..lines {
        output.read_line(&mut String::new()).expect("a line");
    }
    drop(output);
    let ended = child.wait_with_output().expect("an end");
    (ended.status.code(), String::from_utf8_lossy(&ended.stderr).into_owned())
}

#[test]
fn a_reader_that_leaves_is_no_fault() {
    let no_edit = "{\"target\": \"a\", \"edits\": [5]}\n".repeat(20_000);
    let folder = Folder::with(&[("t.yml", TEMPLATE), ("d.json", &no_edit)]);
    for (arguments, code) in [
        (&["check", "t.yml", "d.json"][..], 1),
        (&["check", "t.yml", "d.json", "--json"], 1),
        (&["convert", "--from", "thresh", "--to", "thresh", "d.json", "-", "-q"], 1),
        (&["completions", "zsh"], 0),
        (&["new", "t", "a"], 0),
        (&["formats"], 0),
        (&["--help"], 0),
    ] {
        for lines in [0, 1] {
            let (ended, err) = headed(&folder, arguments, lines);
            assert!(!err.contains("panicked"), "{arguments:?}: {err}");
            assert_eq!(ended, Some(code), "{arguments:?}: {err}");
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn an_output_that_cannot_be_written_is_a_fault() {
    let folder = Folder::with(&[("d.json", DATA)]);
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").expect("a device");
    let mut command =
        folder.command(&["convert", "--from", "thresh", "--to", "thresh", "d.json", "-"]);
    let ended = command.stdout(full).output().expect("an end");
    assert_eq!(ended.status.code(), Some(2));
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").expect("a device");
    let ended = folder.command(&["check", "nowhere"]).stderr(full).output().expect("an end");
    assert_eq!(ended.status.code(), Some(2));
}

#[test]
fn quiet_leaves_only_what_was_asked_for() {
    let warned = TEMPLATE.replace("name: omission", "name: o-mission");
    let folder = Folder::with(&[("t.yml", &warned), ("d.json", DATA)]);
    let ran = folder.run(&["check", "t.yml", "d.json", "--quiet"]).exits(0);
    assert_eq!((ran.out.lines().count(), ran.err.as_str()), (1, ""));
    let ran = folder.run(&["bundle", "t.yml", "d.json", "-o", "out.json", "-q"]).exits(0);
    assert_eq!((ran.out.as_str(), ran.err.as_str()), ("", ""));
    folder.run(&["check", "nowhere", "-q"]).exits(2).says("nowhere");
}
