//! `spanwise prompt`: what a language model is asked about each instance.

use std::path::Path;

use serde_json::{Value, json};
use similar::{Algorithm, DiffTag, capture_diff_slices};

use super::annotate::FoundReplies;
use super::args::{AskedArgs, PromptArgs};
use super::asked::{AskedRequest, ModelRequests};
use super::files::{self, OutputPath};
use super::progress::{told_time, whole_seconds};
use super::report::{Console, Failure, counted};
use spanwise_language_model::endpoint::batch_line;
use spanwise_language_model::prompt::PromptVariant;
use spanwise_template::Side;

pub(super) fn run(args: &PromptArgs, console: &mut Console) -> Result<Value, Failure> {
    let inputs = [&args.asked.template, &args.asked.data];
    let kept = inputs.into_iter().chain(&args.asked.prompt).chain(&args.again);
    let kept = kept.map(|path| path.as_path());
    let kept: Vec<_> = kept.collect();
    let output = match &args.output {
        Some(path) => {
            console.refuse_two_outputs(path)?;
            Some(OutputPath::new(path, &kept, args.force)?)
        }
        None => None,
    };
    let Some(asked) = ModelRequests::read(&args.asked, console)? else {
        console.say("Nothing was written.");
        return Ok(json!({ "written": Value::Null }));
    };
    if args.show_template {
        console.print_text(&asked.prompt_text);
    }
    let shown = args.show.map(|number| shown_prompt(number, &asked)).transpose()?;
    let compared = args.show.zip(shown.as_ref()).zip(args.difference_to.as_ref());
    let difference = compared
        .map(|((number, prompt), variant)| {
            difference_to(variant, (number, prompt), &args.asked, console)
        })
        .transpose()?;
    if let Some(text) = difference.as_ref().or(shown.as_ref()) {
        console.print_text(text);
    }
    let requests: Vec<AskedRequest> = match &args.again {
        None => asked.requests().collect(),
        Some(path) => {
            let mut found = FoundReplies::default();
            found.read(&files::read(path)?, path, console);
            asked.again(&found.of(&asked, path, args.asked.model.as_deref(), console))
        }
    };
    let estimate = asked.estimate(&requests);
    if let Some(output) = &output {
        let lines = requests.iter().map(|request| format!("{}\n", line(args, &asked, request)));
        output.write(&lines.collect::<String>(), console)?;
        console.say(&format!(
            "{}: {}",
            output.shown(),
            counted(requests.len(), "request", "requests")
        ));
    }
    if !args.show_template && shown.is_none() {
        let count = |name: &str| estimate.get(name).and_then(Value::as_u64).unwrap_or_default();
        let cost = estimate.get("cost").and_then(Value::as_f64);
        let cost = cost.map(|cost| format!("; cost {cost:.4}")).unwrap_or_default();
        let seconds = estimate.get("seconds").and_then(Value::as_f64);
        let time = seconds.map(|seconds| format!("; {}", told_time(whole_seconds(seconds))));
        let time = time.unwrap_or_default();
        let (input, output) = (count("input_tokens"), count("output_tokens"));
        console.say(&format!("estimated: {input} tokens to read, {output} to write{cost}{time}"));
    }
    Ok(json!({
        "requests": requests.len(),
        "estimate": estimate,
        "variant": args.asked.variant,
        "template": asked.prompt_text,
        "prompt": shown,
        "difference": difference,
        "schema": asked.schema.get(),
        "written": output.map(|output| output.shown().to_string()),
    }))
}

/// The prompt about the instance with a number, from 1.
fn shown_prompt(number: u32, asked: &ModelRequests) -> Result<String, Failure> {
    let record =
        usize::try_from(number).ok().and_then(|number| asked.records.get(number.checked_sub(1)?));
    let record = record.ok_or_else(|| {
        let message = format!("There is no instance {number}.");
        Failure::new(message, format!("Name a number from 1 to {}.", asked.records.len()))
    })?;
    let text = record.texts.on(Side::Target).position(|text| !text.text.is_empty());
    Ok(asked.prompt_about(record, text.unwrap_or_default()))
}

/// The lines of the prompt about the instance with a number and of that of another variant, or of the text of a file: `+` before
/// those that only the former has, `-` before those that only the latter has.
fn difference_to(
    other: &str,
    (number, prompt): (u32, &str),
    asked: &AskedArgs,
    console: &mut Console,
) -> Result<String, Failure> {
    let mut asked = match PromptVariant::named(other) {
        Some(_) => AskedArgs { variant: other.to_owned(), prompt: None, ..asked.clone() },
        None if Path::new(other).exists() => {
            AskedArgs { prompt: Some(other.into()), ..asked.clone() }
        }
        None => {
            let variants = PromptVariant::ALL.map(PromptVariant::name).join(", ");
            return Err(Failure::new(
                format!("“{other}” is neither a variant nor a file."),
                format!("The variants are {variants}."),
            ));
        }
    };
    // Solved instances are named for the prompt that is shown.
    let most = PromptVariant::named(&asked.variant).map_or(0, PromptVariant::most_shots);
    asked.shots.truncate(most);
    let other = ModelRequests::read(&asked, console)?;
    let other = other.map(|asked| shown_prompt(number, &asked)).transpose()?;
    Ok(line_difference(&other.unwrap_or_default(), prompt))
}

fn line_difference(old: &str, new: &str) -> String {
    let (old, new): (Vec<&str>, Vec<&str>) = (old.lines().collect(), new.lines().collect());
    let mut told = String::new();
    let mut tell = |sign: char, lines: Option<&[&str]>| {
        for line in lines.unwrap_or_default() {
            told.extend([sign.to_string().as_str(), line, "\n"]);
        }
    };
    for op in capture_diff_slices(Algorithm::Myers, &old, &new) {
        if op.tag() == DiffTag::Equal {
            tell(' ', new.get(op.new_range()));
        } else {
            tell('-', old.get(op.old_range()));
            tell('+', new.get(op.new_range()));
        }
    }
    told
}

/// The line of a request: for a batch if the model is known.
fn line(args: &PromptArgs, asked: &ModelRequests, request: &AskedRequest) -> String {
    let id = request.id.to_string();
    match &args.asked.model {
        Some(model) => {
            let (api, settings) = (asked.api(None), asked.settings(model));
            batch_line(api, &id, &asked.body(api, &settings, request))
        }
        None => match &request.follow_up {
            None => json!({ "id": id, "prompt": request.prompt }).to_string(),
            Some(follow_up) => json!({
                "id": id,
                "prompt": request.prompt,
                "reply": follow_up.reply,
                "again": follow_up.message(),
            })
            .to_string(),
        },
    }
}
