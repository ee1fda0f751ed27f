//! Memory of the command line: for JSON at most three times the size of the files read, for tables of small rows more.
//!
//! Linux only, where the system reports the memory of a program; that taken for a few bytes of input is not counted.

use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::Path;
use std::process::{Command, Stdio};

use wait4::Wait4;

use super::Folder;

/// Bytes of each file: far more than buffers that do not grow with it, such as the block written at a time.
const SIZE: usize = 8_000_000;

/// Bytes that the allocator holds in reserve: no more for files of 200 MB.
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

/// Writes at least `bytes` of Thresh's JSON: texts of a few hundred letters, each with ten edits and their answers.
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

/// The environment variable that holds the arguments of [`launch`].
const ARGUMENTS: &str = "SPANWISE_MEASURED";

/// The peak memory of a command, in bytes. The system counts it from the peak of the program that starts it, and this
/// one has held samples: so a small one starts it.
fn taken(folder: &Folder, arguments: &str) -> u64 {
    let mut launcher = Command::new(std::env::current_exe().expect("this program"));
    launcher.args(["--exact", "memory::launch", "--ignored", "--nocapture"]);
    let ended = launcher.env(ARGUMENTS, arguments).current_dir(&folder.0).output();
    let said = String::from_utf8(ended.expect("an end").stdout).expect("UTF-8");
    let took = said.lines().find_map(|line| line.split_once("took ")?.1.parse().ok());
    took.unwrap_or_else(|| panic!("{arguments}: {said}"))
}

/// The number of further measurements of a command that seems to take too much: the allocator holds a little more at times, and
/// the least of it is needed.
const AGAIN: usize = 2;

/// The least that `measure` gives, of as many measurements as it takes to be at most `most`.
fn least(most: f64, measure: impl Fn() -> f64) -> f64 {
    let mut least = measure();
    for _ in 0..AGAIN {
        if least > most {
            least = least.min(measure());
        }
    }
    least
}

#[test]
#[ignore = "started by those that measure"]
fn launch() {
    let Ok(arguments) = std::env::var(ARGUMENTS) else { return };
    let mut command = Command::new(env!("CARGO_BIN_EXE_spanwise"));
    command.args(arguments.split(' ')).stdout(Stdio::null()).stderr(Stdio::null());
    // The allocator takes memory ahead, by chance up to a tenth of the whole; what the program needs is measured.
    command.env("MIMALLOC_ARENA_EAGER_COMMIT", "0");
    let ended = command.spawn().expect("the program").wait4().expect("its end");
    assert_eq!(ended.status.code(), Some(0), "{arguments}");
    println!("\ntook {}", ended.rusage.maxrss);
}

/// The formats of JSON, and tables with a row for each span or edit, that are written from Thresh's.
const FORMATS: [&str; 9] = [
    "thresh",
    "factgenie",
    "web-annotation",
    "label-studio",
    "prodigy",
    "csv-spans",
    "csv-edits",
    "jsonl",
    FALTE,
];

/// Written, but not read again: with ten rows on each text of a few hundred letters it is a table, which is no JSON, rather
/// than stories. It takes four times its size.
const FALTE: &str = "falte";

/// Text in files of a format, of at least so many bytes, with as much annotation as published files have.
type Sample = fn(&mut Numbers, usize) -> Vec<(&'static str, String)>;

/// Formats with a sample and the greatest memory that they may take, as a multiple of its size. CoNLL is no JSON, and
/// an edit takes more than its text: 180 bytes for a line of 10, besides the lines kept verbatim.
const SAMPLES: [(&str, Sample, f64); 5] = [
    ("factgenie", factgenie, 3.0),
    ("frank", frank, 3.0),
    ("snac", snac, 3.0),
    ("falte", falte, 3.0),
    ("conll", conll, 6.5),
];

/// Records of two annotators on each text, eight annotations each.
fn factgenie(numbers: &mut Numbers, bytes: usize) -> Vec<(&'static str, String)> {
    let mut out = String::new();
    let mut example = 0;
    while example == 0 || out.len() < bytes {
        let text = numbers.words(100);
        for annotator in ["x", "y"] {
            let annotations = (0..8).map(|_| {
                let start = numbers.below(200);
                let quote: String = text.chars().skip(start).take(1 + numbers.below(25)).collect();
                let reason = numbers.words(6);
                format!(
                    r#"{{"type": {}, "text": "{quote}", "start": {start}, "reason": "{reason}"}}"#,
                    start % 4
                )
            });
            let annotations = annotations.collect::<Vec<_>>().join(", ");
            writeln!(
                out,
                r#"{{"dataset": "d", "split": "test", "setup_id": "m", "example_idx": {example}, "output": "{text}", "annotations": [{annotations}], "metadata": {{"annotator_id": "{annotator}"}}}}"#
            )
            .expect("a string");
        }
        example += 1;
    }
    vec![("a.jsonl", out)]
}

/// Summaries of three sentences of an article, with the codes of three annotators.
fn frank(numbers: &mut Numbers, bytes: usize) -> Vec<(&'static str, String)> {
    let mut out = String::from("[");
    let mut item = 0;
    while item == 0 || out.len() < bytes {
        let sentences = [12; 3].map(|words| numbers.words(words));
        let codes = sentences.iter().map(|_| {
            let code = |annotator| {
                let code = ["RelE", "EntE", "NoE"][numbers.below(3)];
                format!(r#""annotator_{annotator}": ["{code}"]"#)
            };
            format!("{{{}}}", (0..3).map(code).collect::<Vec<_>>().join(", "))
        });
        let codes = codes.collect::<Vec<_>>().join(", ");
        let (article, reference) = (numbers.words(300), numbers.words(30));
        write!(
            out,
            r#"{}{{"hash": "{item:040}", "model_name": "bart", "article": "{article}", "summary": "{}", "reference": "{reference}", "summary_sentences": ["{}"], "summary_sentences_annotations": [{codes}]}}"#,
            if item == 0 { "" } else { ",\n" },
            sentences.join(" "),
            sentences.join("\", \""),
        )
        .expect("a string");
        item += 1;
    }
    vec![("", out + "]")]
}

/// Books of eight segments with six errors each.
fn snac(numbers: &mut Numbers, bytes: usize) -> Vec<(&'static str, String)> {
    let mut out = String::from("{");
    let mut book = 0;
    while book == 0 || out.len() < bytes {
        let segments = (0..8).map(|segment| {
            let text = numbers.words(120);
            let words: Vec<&str> = text.split(' ').collect();
            let errors = (0..6).map(|_| {
                let at = numbers.below(110);
                let quote = words[at..=at + numbers.below(6)].join(" ");
                format!(r#"{{"span": "{quote}", "votes": {}, "error_type": "CharE"}}"#, 1 + at % 3)
            });
            let errors = errors.collect::<Vec<_>>().join(", ");
            format!(r#""{segment}": {{"text": "{text}", "errors": [{errors}]}}"#)
        });
        let segments = segments.collect::<Vec<_>>().join(", ");
        let before = if book == 0 { "" } else { ", " };
        write!(out, r#"{before}"book {book}": {{{segments}}}"#).expect("a string");
        book += 1;
    }
    vec![("", out + "}")]
}

/// Stories of eight paragraphs, with eight rows of each of three sessions.
fn falte(numbers: &mut Numbers, bytes: usize) -> Vec<(&'static str, String)> {
    let mut stories = String::from("{");
    let mut rows = String::from(
        "sampleid,segmentid,storyid,error,span1,span1_start,span1_end,span2,span2_start,span2_end,survey_code,feedback,annotator\n",
    );
    let (mut story, mut row) = (0, 0);
    while story == 0 || stories.len() + rows.len() < bytes {
        let paragraphs: Vec<String> = (0..8).map(|_| numbers.words(130)).collect();
        let html = paragraphs.iter().map(|text| {
            let mention = r#"<span class=\"ne ne-1\">story</span>"#;
            format!(r#""{}""#, text.replace("story", mention))
        });
        let html = html.collect::<Vec<_>>().join(", ");
        let before = if story == 0 { "" } else { ", " };
        write!(stories, r#"{before}"story {story}": {{"sentences": [{html}]}}"#).expect("a string");
        for _ in 0..24 {
            let (segment, start) = (numbers.below(8), numbers.below(300));
            let end = start + 5 + numbers.below(30);
            let quote: String = paragraphs[segment].chars().skip(start).take(end - start).collect();
            let (kind, feedback) = (["character", "event", "grammar"][row % 3], numbers.words(4));
            let session = row % 24 / 8;
            writeln!(
                rows,
                "{row},{segment},story {story},{kind},{quote},{start},{end},,0,0,code{session},{feedback},worker{session}"
            )
            .expect("a string");
            row += 1;
        }
        story += 1;
    }
    vec![("stories.json", stories + "}"), ("annotations.csv", rows)]
}

/// Sentences of 25 tokens with two or three names.
fn conll(numbers: &mut Numbers, bytes: usize) -> Vec<(&'static str, String)> {
    let mut out = String::new();
    while out.len() < bytes {
        for _ in 0..25 {
            let tag = ["B-PER", "I-PER"].get(numbers.below(15)).unwrap_or(&"O");
            writeln!(out, "{} NN {tag}", numbers.words(1)).expect("a string");
        }
        out.push('\n');
    }
    vec![("", out)]
}

/// Writes a sample as a file, or as a folder of files; returns its size in bytes.
fn write_sample(folder: &Folder, name: &str, sample: &[(&str, String)]) -> u64 {
    let path = folder.0.join(name);
    for (file, text) in sample {
        if file.is_empty() {
            fs::write(&path, text).expect("room");
        } else {
            fs::create_dir_all(&path).expect("a folder");
            fs::write(path.join(file), text).expect("room");
        }
    }
    sample.iter().map(|(_, text)| text.len() as u64).sum()
}

/// The bytes of a file, or of all in a folder.
fn size(path: &Path) -> u64 {
    match fs::read_dir(path) {
        Ok(entries) => entries.flatten().map(|entry| size(&entry.path())).sum(),
        Err(_) => fs::metadata(path).expect("a file").len(),
    }
}

#[test]
fn formats_take_a_few_times_their_size_at_most() {
    let folder = Folder::new();
    let mut found = Vec::new();
    for (format, sample, most) in SAMPLES {
        let [size, _] = [("", SIZE), ("small-", 1)].map(|(which, bytes)| {
            write_sample(&folder, &format!("{which}{format}"), &sample(&mut Numbers(7), bytes))
        });
        for command in [
            format!("convert --force --from {format} --to {format} IN out-{format}"),
            format!("convert --force --from {format} --to thresh IN out"),
            format!("stats --resamples 20 --format {format} IN"),
        ] {
            let times = least(most, || {
                let [large, small] = ["", "small-"].map(|which| {
                    taken(&folder, &command.replace("IN", &format!("{which}{format}")))
                });
                large.saturating_sub(small + RESERVE) as f64 / size as f64
            });
            println!("{times:.2} times the size of what it reads: spanwise {command}");
            found.push((times, most, command));
        }
    }
    assert!(found.iter().all(|(times, most, _)| times <= most), "{found:#?}");
}

#[test]
fn json_takes_three_times_its_size_at_most() {
    let folder = Folder::new();
    folder.write("template.yml", TEMPLATE);
    for (annotator, name) in [(1, "a"), (2, "b")] {
        write(&folder, name, annotator, SIZE);
        write(&folder, &format!("small-{name}"), annotator, 1);
    }
    let mut found = Vec::new();
    // Rows are short for what a record of them takes.
    let most = |command: &str| if command.contains("--from csv") { 4.0 } else { 3.0 };
    // The memory for the files beyond that for small ones.
    let mut measure = |command: &dyn Fn(&str) -> String, files: &[&str]| {
        let times = least(most(&command("")), || {
            let [large, small] = ["", "small-"].map(|which| taken(&folder, &command(which)));
            let size: u64 = files.iter().map(|file| size(&folder.0.join(file))).sum();
            large.saturating_sub(small + RESERVE) as f64 / size as f64
        });
        found.push((times, command("")));
    };
    measure(&|which| format!("check template.yml {which}a"), &["a"]);
    measure(&|which| format!("stats --resamples 20 {which}a"), &["a"]);
    let options = "--resamples 20 --measures f1";
    measure(&|which| format!("agree {options} {which}a {which}b"), &["a", "b"]);
    measure(&|which| format!("merge --force {which}a {which}b -o out"), &["a", "b"]);
    for format in FORMATS {
        let to =
            |which: &str| format!("convert --from thresh --to {format} {which}a {which}{format}");
        measure(&to, &["a"]);
        if format == FALTE {
            continue;
        }
        let back = |which: &str| {
            format!("convert --force --from {format} --to {format} {which}{format} {format}-out")
        };
        measure(&back, &[format]);
    }
    for (times, command) in &found {
        println!("{times:.2} times the size of what it reads: spanwise {command}");
    }
    assert!(found.iter().all(|(times, command)| *times <= most(command)), "{found:#?}");
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
