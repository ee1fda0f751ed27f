//! `spanwise audit`: annotations drawn at random, each an item of its own to be judged, as Kasner et al. (2025, §5.3) did
//! with those of models. What was judged is counted by `stats`.

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::{Value, json};

use super::args::AuditArgs;
use super::convert::tell_problems;
use super::files::{self, OutputPath};
use super::input::{Input, THRESH, known};
use super::new_template::{heading, shape_lines};
use super::paths::shown;
use super::report::{Console, Failure, counted};
use spanwise_agreement::adjudication::flatten_answers;
use spanwise_annotation::format::{DatasetReader, write_bundle};
use spanwise_interchange::{
    Corpus, Edit, ImportOptions, Members, Record, TextFile, TypologyOfData,
};
use spanwise_submission::sample::drawn;
use spanwise_template::yaml::double_quoted;
use spanwise_template::{Template, compile};

/// The questions about each annotation, with the judgements of Kasner et al. (2025), tables 22 and 23.
const QUESTIONS: [(&str, &str); 2] =
    [("annotation", "Is the annotation right?"), ("reason", "Is its reason right?")];

const JUDGEMENTS: [(&str, &str); 5] = [
    ("correct", "Correct"),
    ("partial", "Partly correct"),
    ("category", "Wrong category"),
    ("incorrect", "Incorrect"),
    ("undecidable", "Undecidable"),
];

/// Members of the metadata of a model's edit: its reason, and the text of a span that was not found.
const REASON: &str = "reason";
const QUOTE: &str = "quote";

/// An annotation that can be drawn.
struct Candidate {
    record: usize,
    edit: usize,
}

pub(super) fn run(args: &AuditArgs, console: &mut Console) -> Result<Value, Failure> {
    let inputs = || std::iter::once(&args.template).chain(&args.files);
    files::refuse_twice_standard(inputs())?;
    console.refuse_two_outputs(&args.output)?;
    let paths: Vec<&Path> = inputs().map(|path| path.as_path()).collect();
    let output = OutputPath::new(&args.output, &paths, args.force)?;
    let compiled = compile(&files::read(&args.template)?);
    compiled.diagnostics.iter().for_each(|problem| console.problem(&args.template, problem));
    let mut records: Vec<(String, Record)> = Vec::new();
    for path in &args.files {
        let Input { format, files, .. } = Input::open(path, args.from.as_deref(), "--from")?;
        let imported = format.import(files, ImportOptions::default());
        tell_problems(path, &imported.problems, console);
        let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        // Files of one name in several folders are told apart by their paths.
        let is_taken = records.iter().any(|(name, _)| *name == stem);
        let name = if is_taken { shown(path) } else { stem };
        records.extend(imported.corpus.records.into_iter().map(|record| (name.clone(), record)));
    }
    let (Some(template), 0) = (&compiled.template, console.errors()) else {
        console.say("Nothing was written.");
        return Ok(json!({ "written": Value::Null, "drawn": 0 }));
    };
    let items = items(&records, template, args);
    if items.is_empty() {
        let message = "There is no annotation to be judged.".to_owned();
        return Err(Failure::new(message, "Name files with annotations."));
    }
    let count = items.len();
    let (template, bundle) = bundle(items, template)?;
    output.write(&bundle, console)?;
    console.say(&format!(
        "{}: {} to be judged",
        output.shown(),
        counted(count, "annotation", "annotations")
    ));
    Ok(json!({
        "written": output.shown(),
        "drawn": count,
        "seed": args.seed,
        "template": template,
    }))
}

/// The drawn annotations: so many of each category of each file, all in an order that does not tell which file they are of.
fn items(records: &[(String, Record)], template: &Template, args: &AuditArgs) -> Vec<Record> {
    let mut by_group: BTreeMap<(&str, &str), Vec<Candidate>> = BTreeMap::new();
    for (record, (file, of)) in records.iter().enumerate() {
        // A quote that is not in the text is no annotation of it.
        let is_placed = |(_, edit): &(usize, &Edit)| {
            !edit.spans.is_empty() || edit.metadata.get(QUOTE).is_none()
        };
        for (at, edit) in of.edits.iter().enumerate().filter(is_placed) {
            let group = by_group.entry((file.as_str(), edit.category.as_str())).or_default();
            group.push(Candidate { record, edit: at });
        }
    }
    let mut items = Vec::new();
    for ((file, category), candidates) in &by_group {
        let seed = json!([args.seed, file, category]).to_string();
        for at in drawn(usize::from(args.each), candidates.len(), &seed) {
            let drawn = candidates.get(at).and_then(|candidate| {
                let (_, record) = records.get(candidate.record)?;
                Some(item(file, record, record.edits.get(candidate.edit)?, template))
            });
            items.extend(drawn);
        }
    }
    let order = drawn(items.len(), items.len(), &args.seed);
    let mut items: Vec<Option<Record>> = items.into_iter().map(Some).collect();
    let mut shown: Vec<Record> =
        order.into_iter().filter_map(|at| items.get_mut(at)?.take()).collect();
    for (number, item) in (1_usize..).zip(&mut shown) {
        item.other.set("id", json!(number.to_string()).to_string());
    }
    shown
}

/// The item of an annotation: its texts, the annotation without its answers, and what else is to be judged as context.
fn item(file: &str, record: &Record, edit: &Edit, template: &Template) -> Record {
    let label = template.typology.find(&edit.category);
    let label = label.map_or(edit.category.as_str(), |(_, category)| category.label.as_str());
    let mut told = Members::default();
    told.set_text("category", label);
    if let Some(reason) = edit.metadata.text(REASON) {
        told.set_text(REASON, &reason);
    }
    for (path, value) in flatten_answers(&edit.answers).iter() {
        told.set_text(&path.join(" / "), value);
    }
    if let Some(context) = &record.context {
        told.set_text("context", context);
    }
    let mut metadata = Members::default();
    metadata.set_text("audited", file);
    metadata.set_text("category", &edit.category);
    if let Some(id) = record.other.get("id") {
        metadata.set("item", id);
    }
    Record {
        texts: record.texts.clone(),
        context: Some(told.to_json().into()),
        edits: vec![unanswered(edit)],
        metadata,
        ..Record::default()
    }
}

/// An annotation with nothing but its category and spans.
fn unanswered(edit: &Edit) -> Edit {
    Edit {
        category: edit.category.clone(),
        spans: edit.spans.clone(),
        constituents: edit.constituents.iter().map(unanswered).collect(),
        ..Edit::default()
    }
}

/// The template by which annotations are judged, and the data with it.
fn bundle(items: Vec<Record>, template: &Template) -> Result<(String, String), Failure> {
    let mut corpus = Corpus { records: items, ..Corpus::default() };
    let yaml = audit_template(template, &TypologyOfData::of(&corpus));
    let mut written: Vec<TextFile> = Vec::new();
    known(THRESH)?.export_to(&mut corpus, &mut written);
    let text = written.into_iter().map(|file| file.text).collect::<String>();
    let dataset = DatasetReader::new(text)
        .finish()
        .map_err(|problem| Failure::new(problem.message.to_string(), problem.remedy.to_string()))?;
    let bundle = write_bundle(&dataset, |_| None, &yaml);
    Ok((yaml, bundle))
}

fn audit_template(template: &Template, typology: &TypologyOfData) -> String {
    let mut yaml = heading(&format!("{} audit", template.name));
    yaml += "disable: [selection]\nedits:\n";
    for category in &typology.categories {
        yaml += &format!("  - name: {}\n", double_quoted(&category.name));
        if let Some((_, known)) = template.typology.find(&category.name) {
            let (label, color) = (double_quoted(&known.label), known.color.css());
            yaml += &format!("    label: {label}\n    color: \"{color}\"\n");
        }
        yaml += &shape_lines(category.shape);
    }
    yaml += "instance_questions:\n";
    for (name, question) in QUESTIONS {
        let required = name == QUESTIONS[0].0;
        yaml += &format!(
            "  - name: {name}\n    question: {}\n    required: {required}\n    options:\n",
            double_quoted(question)
        );
        for (value, label) in JUDGEMENTS {
            yaml += &format!("      - {{ name: {value}, label: {label} }}\n");
        }
    }
    yaml
}
