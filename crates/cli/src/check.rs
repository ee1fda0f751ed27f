//! `spanwise check`: the problems of a template, and of data files for it.

use std::path::Path;

use serde_json::{Value, json};

use super::args::CheckArgs;
use super::progress::done;
use super::report::{Console, Failure, counted};
use super::{data, files, paths};
use spanwise_annotation::mentions::read_with_mentions;
use spanwise_annotation::overlaps;
use spanwise_annotation::typology_hash::{NotedTypologies, TypologyHash};
use spanwise_template::{Template, compile_for_author};
use spanwise_training::problems_in_template;

pub(super) fn run(args: &CheckArgs, console: &mut Console) -> Result<Value, Failure> {
    files::refuse_twice_standard(std::iter::once(&args.template).chain(&args.data))?;
    console.problems_are_the_answer();
    if args.strict {
        console.be_strict();
    }
    let text = files::read(&args.template)?;
    let compiled = compile_for_author(&text, None);
    for problem in compiled.diagnostics.iter().chain(&problems_in_template(&text, &compiled)) {
        console.problem(&args.template, problem);
    }
    let mut checked = Vec::new();
    let template = match &compiled.template {
        None => {
            console.say("The template can't be used, so the data was not checked.");
            Value::Null
        }
        Some(template) => {
            let (name, categories) = (&template.name, template.typology.categories().len());
            let there_are = counted(categories, "category", "categories");
            let typology = TypologyHash::of(template);
            let path = paths::shown(&args.template);
            console.say(&format!("{path}: {there_are}, typology {typology}"));
            for path in &args.data {
                checked.push(check_data(path, template, typology, console)?);
            }
            json!({
                "file": path,
                "name": name,
                "categories": categories,
                "typology": typology.to_string(),
            })
        }
    };
    let (errors, warnings) = (console.errors(), console.warnings());
    let (errors, warnings) =
        (counted(errors, "error", "errors"), counted(warnings, "warning", "warnings"));
    console.say(&format!("{errors}, {warnings}"));
    Ok(json!({ "template": template, "data": checked }))
}

fn check_data(
    path: &Path,
    template: &Template,
    typology: TypologyHash,
    console: &mut Console,
) -> Result<Value, Failure> {
    let before = (console.errors(), console.warnings());
    let mut edits = 0;
    let mut noted = NotedTypologies::default();
    let dataset = data::open(path, console)?;
    let instances = dataset.as_ref().map_or(0, |dataset| dataset.len());
    if let Some(dataset) = &dataset {
        let bar = console.progress().bar(&paths::shown(path), instances);
        for (index, raw) in dataset.iter().enumerate() {
            let mut loaded = read_with_mentions(raw, index, template);
            let overlaps = overlaps::problems(&loaded.instance, index, &template.settings);
            loaded.problems.extend(overlaps);
            edits += loaded.instance.edits.len();
            TypologyHash::noted_in(raw).iter().for_each(|typology| noted.add(index, *typology));
            // Reported at once: a template that does not fit causes more problems than there is data.
            if !loaded.problems.is_empty() {
                let tell = |problem| console.problem(path, problem);
                bar.suspend(|| loaded.problems.iter().for_each(tell));
            }
            bar.inc(1);
        }
        done(&bar);
    }
    noted.problem(typology).iter().for_each(|problem| console.problem(path, problem));
    console.say(&format!(
        "{}: {}, {}",
        paths::shown(path),
        counted(instances, "instance", "instances"),
        counted(edits, "edit", "edits"),
    ));
    Ok(json!({
        "file": paths::shown(path),
        "instances": instances,
        "edits": edits,
        "errors": console.errors() - before.0,
        "warnings": console.warnings() - before.1,
    }))
}
