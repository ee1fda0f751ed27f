//! How much memory the command line takes: for JSON at most three times the files that it reads.
//!
//! Linux only, where the system says how much a program took; what it takes of a few bytes is not counted.

use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::process::Stdio;

use wait4::Wait4;

use super::Folder;

/// Bytes of each file. Much larger than what does not grow with it, such as what is written at a time.
const SIZE: usize = 4_000_000;

/// What the allocator holds in reserve, in bytes: as much for files of 200 MB.
const RESERVE: u64 = 2_000_000;

/// Numbers that look random, the same in each run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % end
    }

    fn words(&mut self, count: usize) -> String {
        let words =
            ["a", "the", "story", "of", "naïve", "“words”", "which", "nobody", "reads", "1987"];
        (0..count).map(|_| words[self.below(words.len())]).collect::<Vec<_>>().join(" ")
    }
}

/// Writes Thresh's JSON of at least so many bytes: texts of a few hundred letters, each with ten edits and their answers.
/// Files of other `annotator`s have the same texts.
fn write(folder: &Folder, name: &str, annotator: u64, bytes: usize) {
    let file = File::create(folder.0.join(name)).expect("a file");
    let mut out = BufWriter::new(file);
    let (mut texts, mut own) = (Numbers(7), Numbers(annotator));
    let (mut written, mut number) = (0, 0);
    while number == 0 || written < bytes {
        let (source, target) = (texts.words(100), texts.words(100));
        let edit = |id| {
            let category = ["grammar", "fluency", "omission"][own.below(3)];
            let start = own.below(300);
            let end = start + 1 + own.below(20);
            let severity = ["yes", "no"][own.below(2)];
            let note = own.words(4);
            format!(
                r#"{{"category":"{category}","id":{id},"annotation":{{"severity":"{severity}","note":"{note}"}},"output_idx":[[{start},{end}]]}}"#
            )
        };
        let edits = (1..=10).map(edit).collect::<Vec<_>>().join(", ");
        let item = format!(
            r#"{{"id": "item {number}", "source": "{source}", "target": "{target}", "edits": [{edits}], "metadata": {{"annotator": "{annotator}"}}}}"#
        );
        let before = if number == 0 { "[" } else { ",\n" };
        write!(out, "{before}{item}").expect("room");
        written += item.len();
        number += 1;
    }
    out.write_all(b"]").expect("room");
    out.flush().expect("room");
}

/// The most memory that a command took, in bytes.
fn taken(folder: &Folder, arguments: &str) -> u64 {
    let arguments: Vec<&str> = arguments.split(' ').collect();
    let mut command = folder.command(&arguments);
    command.stdout(Stdio::null()).stderr(Stdio::null());
    let ended = command.spawn().expect("the program").wait4().expect("its end");
    assert_eq!(ended.status.code(), Some(0), "{arguments:?}");
    ended.rusage.maxrss
}

/// The formats of JSON.
const FORMATS: [&str; 3] = ["thresh", "factgenie", "web-annotation"];

#[test]
fn json_takes_three_times_its_size_at_most() {
    let folder = Folder::new();
    folder.write("template.yml", TEMPLATE);
    for (annotator, name) in [(1, "a"), (2, "b")] {
        write(&folder, name, annotator, SIZE);
        write(&folder, &format!("small-{name}"), annotator, 1);
    }
    let mut found = Vec::new();
    // What a command takes of the files, beyond what it takes of small ones.
    let mut measure = |command: &dyn Fn(&str) -> String, files: &[&str]| {
        let [large, small] = ["", "small-"].map(|which| taken(&folder, &command(which)));
        let size = |file: &&str| fs::metadata(folder.0.join(file)).expect("a file").len();
        let size: u64 = files.iter().map(size).sum();
        let grown = large.saturating_sub(small + RESERVE);
        found.push((grown as f64 / size as f64, command("")));
    };
    measure(&|which| format!("check template.yml {which}a"), &["a"]);
    measure(&|which| format!("stats --resamples 20 {which}a"), &["a"]);
    let options = "--resamples 20 --measures f1";
    measure(&|which| format!("agree {options} {which}a {which}b"), &["a", "b"]);
    for format in FORMATS {
        let to =
            |which: &str| format!("convert --from thresh --to {format} {which}a {which}{format}");
        measure(&to, &["a"]);
        let back = |which: &str| {
            format!("convert --force --from {format} --to {format} {which}{format} out")
        };
        measure(&back, &[format]);
    }
    for (times, command) in &found {
        println!("{times:.2} times the size of what it reads: spanwise {command}");
    }
    let most = found.iter().map(|(times, _)| *times).fold(0.0, f64::max);
    assert!(most <= 3.0, "{found:#?}");
}

const TEMPLATE: &str = r#"
template_name: memory
template_label: Memory
edits:
  - name: grammar
    enable_output: true
    annotation: &questions
      - { name: severity, question: How bad?, options: binary }
      - { name: note, question: Why?, options: textarea }
  - { name: fluency, enable_output: true, annotation: *questions }
  - { name: omission, enable_output: true, annotation: *questions }
"#;
