//! `spanwise prompt`: what a language model is asked about each instance.

use serde_json::{Value, json};

use super::args::PromptArgs;
use super::asked::{AskedRequest, ModelRequests};
use super::files::OutputPath;
use super::report::{Console, Failure, counted};
use spanwise_language_model::endpoint::batch_line;
use spanwise_template::Side;

pub(super) fn run(args: &PromptArgs, console: &mut Console) -> Result<Value, Failure> {
    let inputs = [&args.asked.template, &args.asked.data];
    let kept = inputs.into_iter().chain(&args.asked.prompt).map(|path| path.as_path());
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
    let shown = shown_prompt(args, &asked)?;
    if let Some(prompt) = &shown {
        console.print_text(prompt);
    }
    let requests: Vec<AskedRequest> = asked.requests().collect();
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
        let (input, output) = (count("input_tokens"), count("output_tokens"));
        console.say(&format!("estimated: {input} tokens to read, {output} to write{cost}"));
    }
    Ok(json!({
        "requests": requests.len(),
        "estimate": estimate,
        "variant": args.asked.variant,
        "template": asked.prompt_text,
        "prompt": shown,
        "schema": asked.schema.get(),
        "written": output.map(|output| output.shown().to_string()),
    }))
}

/// The prompt that `--show` asks for.
fn shown_prompt(args: &PromptArgs, asked: &ModelRequests) -> Result<Option<String>, Failure> {
    let Some(number) = args.show else { return Ok(None) };
    let record =
        usize::try_from(number).ok().and_then(|number| asked.records.get(number.checked_sub(1)?));
    let record = record.ok_or_else(|| {
        let message = format!("There is no instance {number}.");
        Failure::new(message, format!("Name a number from 1 to {}.", asked.records.len()))
    })?;
    let text = record.texts.on(Side::Target).position(|text| !text.text.is_empty());
    Ok(Some(asked.prompt_about(record, text.unwrap_or_default())))
}

/// The line of a request: for a batch if the model is known.
fn line(args: &PromptArgs, asked: &ModelRequests, request: &AskedRequest) -> String {
    let id = request.id.to_string();
    match &args.asked.model {
        Some(model) => {
            let (api, settings) = (asked.api(None), asked.settings(model));
            batch_line(api, &id, &asked.body(api, &settings, request))
        }
        None => json!({ "id": id, "prompt": request.prompt }).to_string(),
    }
}
