//! The requests of `prompt` and `annotate` to a model: data, prompts and bodies.

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::value::RawValue;
use serde_json::{Value, json};

use super::args::AskedArgs;
use super::convert::tell_problems;
use super::files;
use super::input::Input;
use super::paths::shown;
use super::report::{Console, Failure};
use spanwise_interchange::{ImportOptions, Record};
use spanwise_language_model::endpoint::{
    Api, RequestSettings, StructuredOutput, cost, estimated_seconds, request_body,
};
use spanwise_language_model::prompt::{PromptData, PromptTemplate, PromptVariant, Shot};
use spanwise_language_model::{
    AnswerForm, FollowUp, InstanceReply, ReplyForm, RequestId, answer_schema,
};
use spanwise_template::{OverlapPolicy, Side, Template, compile};

/// The number of characters of a token, on average over English and code: an estimate, before endpoints count.
const CHARACTERS_OF_TOKEN: usize = 4;

/// Estimated tokens that an answer has for each instance.
const TOKENS_OF_ANSWER: usize = 150;

/// The requests to a model about data, with all that they are made of.
pub(super) struct ModelRequests<'a> {
    args: &'a AskedArgs,
    pub(super) template: Template,
    pub(super) records: Vec<Record>,
    variant: PromptVariant,
    pub(super) form: AnswerForm,
    /// The text of the prompt, with placeholders.
    pub(super) prompt_text: String,
    prompt: PromptTemplate,
    shots: Vec<Shot>,
    pub(super) schema: Box<RawValue>,
}

/// A request about a text of an instance.
pub(super) struct AskedRequest {
    pub(super) id: RequestId,
    pub(super) prompt: String,
    /// The reply that the model gave before, if it is asked again.
    pub(super) follow_up: Option<FollowUp>,
}

impl<'a> ModelRequests<'a> {
    /// Reads template, data and prompt. `None` if the template or the prompt has errors, which the console has been told.
    pub(super) fn read(
        args: &'a AskedArgs,
        console: &mut Console,
    ) -> Result<Option<Self>, Failure> {
        files::refuse_twice_standard([&args.template, &args.data].into_iter().chain(&args.prompt))?;
        let compiled = compile(&files::read(&args.template)?);
        compiled.diagnostics.iter().for_each(|problem| console.problem(&args.template, problem));
        let input = Input::open(&args.data, args.from.as_deref(), "--from")?;
        let imported = input.format.import(input.files, ImportOptions::default());
        tell_problems(&args.data, &imported.problems, console);
        let variant = PromptVariant::named(&args.variant).unwrap_or(PromptVariant::Base);
        let prompt_text = match &args.prompt {
            Some(path) => files::read(path)?,
            None => variant.text(),
        };
        let prompt = PromptTemplate::parse(&prompt_text).map_err(|problems| {
            let path = args.prompt.as_deref().unwrap_or(Path::new("--variant"));
            problems.iter().for_each(|problem| console.problem(path, problem));
        });
        let (Some(template), Ok(prompt), 0) = (compiled.template, prompt, console.errors()) else {
            return Ok(None);
        };
        let reply = ReplyForm::ALL.into_iter().find(|form| form.name() == args.form);
        let form = AnswerForm { reply: reply.unwrap_or_default(), ..AnswerForm::default() };
        let form = variant.form(form);
        let shots = shots(args, variant, &imported.corpus.records, &template, form)?;
        refuse_unknown(&args.only, args, imported.corpus.records.len())?;
        let schema = answer_schema(&template.typology, form);
        let records = imported.corpus.records;
        Ok(Some(ModelRequests {
            args,
            template,
            records,
            variant,
            form,
            prompt_text,
            prompt,
            shots,
            schema,
        }))
    }

    /// The requests that are sent: those about the only instances that are named, if any are.
    pub(super) fn requests(&self) -> impl Iterator<Item = AskedRequest> {
        let only = &self.args.only;
        self.all_requests().filter(|request| only.is_empty() || has(only, request.id.instance))
    }

    /// All requests: one for each text of the target side of each instance that is not shown as solved, and each sample.
    pub(super) fn all_requests(&self) -> impl Iterator<Item = AskedRequest> {
        let asked = self.records.iter().enumerate().filter(|(at, _)| !self.is_shot(*at));
        asked.flat_map(move |(instance, record)| {
            let texts = record.texts.on(Side::Target).enumerate();
            let texts = texts.filter(|(_, text)| !text.text.is_empty()).map(|(at, _)| at);
            texts.flat_map(move |text| {
                let prompt = self.prompt_about(record, text);
                (0..usize::from(self.args.samples)).map(move |sample| AskedRequest {
                    id: RequestId::new(instance, record, text, sample, &prompt),
                    prompt: prompt.clone(),
                    follow_up: None,
                })
            })
        })
    }

    /// The requests about replies of which something could not be used, with the reason.
    pub(super) fn again(&self, replies: &[InstanceReply]) -> Vec<AskedRequest> {
        let of_reply = |reply: &InstanceReply| {
            let of = FollowUp::of(&self.records, &self.template, self.form, reply)?;
            Some((reply.id, of))
        };
        let mut follow_ups: BTreeMap<RequestId, FollowUp> =
            replies.iter().filter_map(of_reply).collect();
        let with_follow_up = |request: AskedRequest| {
            let follow_up = Some(follow_ups.remove(&request.id)?);
            Some(AskedRequest { follow_up, ..request })
        };
        self.requests().filter_map(with_follow_up).collect()
    }

    /// The prompt about one of the texts on the target side of a record.
    pub(super) fn prompt_about(&self, record: &Record, text: usize) -> String {
        let data = PromptData {
            template: &self.template,
            form: self.form,
            allows_overlap: !self.args.no_overlap
                && self.template.settings.overlap == OverlapPolicy::Allow,
            shots: &self.shots,
        };
        data.prompt(&self.prompt, record, text)
    }

    /// Returns `true` if the instance at a position is shown as solved.
    fn is_shot(&self, at: usize) -> bool {
        has(&self.args.shots, at)
    }

    /// The body of a request.
    pub(super) fn body(
        &self,
        api: Api,
        settings: &RequestSettings,
        request: &AskedRequest,
    ) -> Box<RawValue> {
        let AskedRequest { id, prompt, follow_up } = request;
        request_body(api, settings, prompt, follow_up.as_ref(), &self.schema, id.sample)
    }

    /// Tokens that requests will take, the cost by the prices given, and the time if that of an answer is given, estimated.
    pub(super) fn estimate(&self, requests: &[AskedRequest]) -> Value {
        let schema =
            if self.structured() == StructuredOutput::Schema { self.schema.get().len() } else { 0 };
        let again = |follow_up: &FollowUp| {
            follow_up.reply.chars().count() + follow_up.message().chars().count()
        };
        let of_request = |request: &AskedRequest| {
            request.prompt.chars().count() + schema + request.follow_up.as_ref().map_or(0, again)
        };
        let characters: usize = requests.iter().map(of_request).sum();
        let input = characters / CHARACTERS_OF_TOKEN;
        let output = requests.len() * TOKENS_OF_ANSWER;
        json!({
            "input_tokens": input,
            "output_tokens": output,
            "cost": self.cost(input as u64, output as u64),
            "seconds": self.args.seconds_per_answer.map(|of_each| {
                let (parallel, per_minute) = (usize::from(self.args.parallel), self.args.per_minute);
                estimated_seconds(requests.len(), of_each, parallel, per_minute)
            }),
        })
    }

    /// The cost of tokens, if their prices are given.
    pub(super) fn cost(&self, input: u64, output: u64) -> Option<f64> {
        let (of_input, of_output) = self.args.input_price.zip(self.args.output_price)?;
        Some(cost([input, output], [of_input, of_output]))
    }

    pub(super) fn structured(&self) -> StructuredOutput {
        let named =
            StructuredOutput::ALL.into_iter().find(|one| one.name() == self.args.structured);
        // Tags are in plain text, and thoughts come before an answer.
        if self.form.reply == ReplyForm::Tags || self.variant == PromptVariant::ChainOfThought {
            return StructuredOutput::None;
        }
        named.unwrap_or_default()
    }

    /// The settings of requests to a model.
    pub(super) fn settings(&self, model: &str) -> RequestSettings {
        RequestSettings {
            model: model.to_owned(),
            temperature: self.args.temperature,
            seed: self.args.seed,
            max_tokens: self.args.max_tokens,
            structured: self.structured(),
        }
    }

    /// The interface of an endpoint.
    pub(super) fn api(&self, endpoint: Option<&str>) -> Api {
        let named = self.args.api.as_deref().and_then(Api::named);
        named.unwrap_or_else(|| endpoint.map(Api::of_address).unwrap_or_default())
    }
}

/// The solved instances that the prompt shows.
fn shots(
    args: &AskedArgs,
    variant: PromptVariant,
    records: &[Record],
    template: &Template,
    form: AnswerForm,
) -> Result<Vec<Shot>, Failure> {
    if args.shots.is_empty() && variant.most_shots() > 0 {
        return Err(Failure::new(
            format!("The variant {} shows solved instances, but none is named.", variant.name()),
            format!(
                "Name up to {} annotated ones with --shots, by their numbers.",
                variant.most_shots()
            ),
        ));
    }
    if args.prompt.is_none() && args.shots.len() > variant.most_shots() {
        return Err(Failure::new(
            format!(
                "The variant {} shows at most {} solved instances.",
                variant.name(),
                variant.most_shots()
            ),
            "Name fewer with --shots, name --variant 5shot, or write {shots} into a text of your own for --prompt.",
        ));
    }
    refuse_unknown(&args.shots, args, records.len())?;
    let record = |number: &u32| records.get(usize::try_from(*number).ok()?.checked_sub(1)?);
    let solved = args.shots.iter().filter_map(record);
    Ok(solved.map(|record| Shot::of(record, template, form)).collect())
}

/// Returns `true` if the number, from 1, of the instance at a position is among numbers.
fn has(numbers: &[u32], at: usize) -> bool {
    numbers.iter().any(|number| usize::try_from(*number).is_ok_and(|number| number == at + 1))
}

/// Refuses numbers that no instance has.
fn refuse_unknown(numbers: &[u32], args: &AskedArgs, instances: usize) -> Result<(), Failure> {
    let is_unknown = |number: &&u32| usize::try_from(**number).is_ok_and(|n| n > instances);
    match numbers.iter().find(is_unknown) {
        None => Ok(()),
        Some(number) => Err(Failure::new(
            format!("{} has no instance {number}.", shown(&args.data)),
            format!("Name numbers from 1 to {instances}."),
        )),
    }
}
