//! `spanwise bundle`: a template and data in one file, for Spanwise and for Thresh.

use serde_json::{Value, json};

use super::args::BundleArgs;
use super::files::OutputPath;
use super::languages::translation;
use super::report::{Console, Failure, counted};
use super::typologies::FileTypologies;
use super::{data, files};
use spanwise_annotation::format::write_bundle_for_thresh;
use spanwise_annotation::typology_hash::TypologyHash;
use spanwise_deployment::thresh;
use spanwise_diagnostics::Severity;
use spanwise_template::compile;

pub(super) fn run(args: &BundleArgs, console: &mut Console) -> Result<Value, Failure> {
    files::refuse_twice_standard([&args.template, &args.data])?;
    console.refuse_two_outputs(&args.output)?;
    let output = OutputPath::new(&args.output, &[&args.template, &args.data], args.force)?;
    let yaml = files::read(&args.template)?;
    let compiled = compile(&yaml);
    compiled.diagnostics.iter().for_each(|problem| console.problem(&args.template, problem));
    let dataset = data::open(&args.data, console)?;
    let (Some(template), Some(dataset), 0) = (&compiled.template, &dataset, console.errors())
    else {
        console.say("Nothing was written.");
        return Ok(json!({ "written": Value::Null, "instances": 0, "for_thresh": false }));
    };
    let mut typologies = FileTypologies::default();
    typologies.add(&args.data, dataset.iter().map(TypologyHash::noted_in));
    typologies.tell(Some((&args.template, TypologyHash::of(template))), console);
    let texts = thresh::texts(translation(template.settings.language));
    let for_thresh = thresh::with_texts(&yaml, &texts);
    if for_thresh.is_none() {
        let said = [
            "The texts of Thresh's interface can't be put into the template, so Thresh shows its page without words."
                .to_owned(),
            "Write `interface_text` as a map of its own, without aliases.".to_owned(),
        ];
        console.found(&args.template, Severity::Warning, "not-for-thresh", said);
    }
    let bundle = write_bundle_for_thresh(dataset, &yaml, for_thresh.as_deref().unwrap_or(&yaml));
    output.write(&bundle, console)?;
    console.say(&format!(
        "{}: {} and {}",
        output.shown(),
        template.label,
        counted(dataset.len(), "instance", "instances"),
    ));
    Ok(json!({
        "written": output.shown(),
        "instances": dataset.len(),
        "for_thresh": for_thresh.is_some(),
    }))
}
