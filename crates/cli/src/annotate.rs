//! `spanwise annotate`: replies of a language model as annotations; the replies come from a file, and new ones from an
//! endpoint.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use serde_json::{Value, json};

use super::args::AnnotateArgs;
use super::asked::ModelRequests;
use super::convert::{counts_by_way, matches, tell_problems};
use super::files::{self, OutputPath};
use super::input::known;
use super::match_decisions;
use super::output_sink::OutputSink;
use super::report::{Console, Failure, counted};
use spanwise_diagnostics::{Diagnostic, DiagnosticPlace, Severity};
use spanwise_interchange::{ImportOutcome, uncertain_table};
use spanwise_language_model::endpoint::{ModelReply, ReplyLine, reply_lines};
use spanwise_language_model::{
    AnnotatedReplies, InstanceReply, ReplyNotes, RequestId, RunCounts, annotate,
};

/// The annotator if no model is named, neither by the command nor by replies.
const MODEL: &str = "model";

pub(super) fn run(args: &AnnotateArgs, console: &mut Console) -> Result<Value, Failure> {
    let to = known(&args.to)?;
    console.refuse_two_outputs(&args.output)?;
    let kept: Vec<&Path> = [&args.asked.template, &args.asked.data, &args.replies]
        .into_iter()
        .chain(&args.asked.prompt)
        .map(|path| path.as_path())
        .collect();
    let output = OutputPath::new(&args.output, &kept, args.force)?;
    let Some(asked) = ModelRequests::read(&args.asked, console)? else {
        console.say("Nothing was written.");
        return Ok(json!({ "written": Value::Null }));
    };
    let mut found = FoundReplies::default();
    // The file of a new run is not there yet.
    if args.endpoint.is_none() || args.replies.exists() {
        found.read(&files::read(&args.replies)?, &args.replies, console);
    }
    let sent = send(args, &asked, &mut found, console)?;
    let replies = found.of(&asked, &args.replies, args.asked.model.as_deref(), console);
    let model = match &args.asked.model {
        Some(model) => model,
        None => named_model(&replies, &args.replies, console).unwrap_or(MODEL),
    };
    let AnnotatedReplies { mut outcome, notes, mut counts } =
        annotate(&asked.records, &asked.template, asked.form, model, &replies);
    found.add_earlier(&replies, &mut counts);
    tell(&notes, args, console);
    let listed = matches(&outcome);
    if let Some(path) = &args.matches {
        let table = uncertain_table(&outcome.located.uncertain, &outcome.corpus);
        OutputPath::new(path, &kept, args.force)?.write(&table, console)?;
    }
    let decided = match &args.matches_decided {
        Some(path) => Some(match_decisions::apply(path, &mut outcome, console)?),
        None => None,
    };
    let answered: BTreeSet<RequestId> = replies.iter().map(|reply| reply.id).collect();
    let missing = asked.requests().filter(|request| !answered.contains(&request.id));
    let missing: Vec<String> = missing.map(|request| request.id.to_string()).collect();
    let has_records = !outcome.corpus.records.is_empty();
    let mut written = Vec::new();
    if has_records {
        let mut sink = OutputSink::new(to, &output, false);
        let exported = to.export_to(&mut outcome.corpus, &mut sink);
        for loss in exported.losses.iter() {
            console.say(&format!("{} {} are not in the output", loss.count, loss.what));
        }
        written = sink.commit(console)?;
    } else {
        let said = nothing_read(counts.replies, args.endpoint.is_some());
        console.found(&args.replies, Severity::Error, "no-replies", said.map(str::to_owned));
    }
    tell_problems(&args.replies, &outcome.problems, console);
    say(&counts, &missing, console);
    say_spans(&outcome, console);
    if let Some(cost) = asked.cost(counts.input_tokens, counts.output_tokens) {
        console.say(&format!("cost: {cost:.4}"));
    }
    if has_records {
        console.say(&format!("written: {}", output.shown()));
    }
    Ok(json!({
        "model": model,
        "counts": counts_of(&counts, &asked),
        "spans": counts_by_way(&outcome.located),
        "matches": listed,
        "matches_total": outcome.located.uncertain.total(),
        "matches_decided": decided,
        "notes": notes.iter().flat_map(told_notes).collect::<Vec<_>>(),
        "missing": missing,
        "sent": sent,
        "written": written,
    }))
}

/// The replies of a file, by the ids of their requests.
#[derive(Default)]
pub(super) struct FoundReplies {
    pub(super) by_id: BTreeMap<RequestId, ModelReply>,
    /// Replies in whose place a later one to the same request came. They were paid for, too.
    earlier: Vec<(RequestId, ModelReply)>,
    /// Ids that are none of ours.
    others: BTreeSet<String>,
}

impl FoundReplies {
    pub(super) fn read(&mut self, text: &str, path: &Path, console: &mut Console) {
        for line in reply_lines(text) {
            match line {
                ReplyLine::Reply(id, reply) => match RequestId::parse(&id) {
                    Some(id) => self.add(id, reply),
                    None => {
                        self.others.insert(id);
                    }
                },
                // It may be asked again.
                ReplyLine::Fault(id, fault) => {
                    let said = [format!("{id}: {fault}"), "It counts as not answered.".to_owned()];
                    console.found(path, Severity::Warning, "no-reply", said);
                }
                ReplyLine::Unreadable(number) => {
                    let said = [
                        format!("Line {number} is neither a reply nor a response."),
                        "It was left out.".to_owned(),
                    ];
                    console.found(path, Severity::Warning, "unreadable-line", said);
                }
            }
        }
    }

    /// Adds a reply. Of several to one request the last one counts.
    pub(super) fn add(&mut self, id: RequestId, reply: ModelReply) {
        let earlier = self.by_id.insert(id, reply);
        self.earlier.extend(earlier.map(|earlier| (id, earlier)));
    }

    /// Adds the tokens and seconds of the replies in whose place these came.
    fn add_earlier(&self, replies: &[InstanceReply], counts: &mut RunCounts) {
        let last: BTreeSet<RequestId> = replies.iter().map(|reply| reply.id).collect();
        for (_, reply) in self.earlier.iter().filter(|(id, _)| last.contains(id)) {
            counts.add_usage(reply);
        }
    }

    /// The replies to the requests at hand, of a model if one is named.
    pub(super) fn of(
        &self,
        asked: &ModelRequests,
        path: &Path,
        model: Option<&str>,
        console: &mut Console,
    ) -> Vec<InstanceReply> {
        if let Some(id) = self.others.first() {
            let said = [
                format!("Replies with ids of other requests, such as {id}: {}.", self.others.len()),
                "Name the requests as `spanwise prompt` writes them.".to_owned(),
            ];
            console.found(path, Severity::Warning, "unknown-id", said);
        }
        let requests: BTreeSet<RequestId> =
            asked.all_requests().map(|request| request.id).collect();
        let (mut others, mut of_models) = (0, BTreeSet::new());
        let mut replies = Vec::new();
        for (id, reply) in &self.by_id {
            if !requests.contains(id) {
                others += 1;
            } else if let Some(other) = other_model(reply, model) {
                of_models.insert(other.to_owned());
            } else {
                replies.push(InstanceReply { id: *id, reply: reply.clone() });
            }
        }
        if others > 0 {
            let said = [
                format!("Replies to requests with other texts or another prompt: {others}."),
                "Name the data, the template and the prompt that the requests were made from."
                    .to_owned(),
            ];
            console.found(path, Severity::Warning, "other-requests", said);
        }
        if !of_models.is_empty() {
            let names = of_models.into_iter().collect::<Vec<_>>().join(", ");
            let said = [
                format!("There are replies of other models: {names}."),
                "Name a file of replies for each model.".to_owned(),
            ];
            console.found(path, Severity::Warning, "other-model", said);
        }
        replies
    }
}

/// Why there are no annotations, with the remedy.
fn nothing_read(replies: usize, asks: bool) -> [&'static str; 2] {
    match (replies, asks) {
        (0, true) => ["There is no reply to any of the instances.", "See what the endpoint said."],
        (0, false) => [
            "There is no reply to any of the instances.",
            "Send requests with --endpoint, or name a file with replies to them.",
        ],
        (_, _) => [
            "None of the replies could be read.",
            "See what was noted about each; ask again with --again, try another --form or --structured, or another model.",
        ],
    }
}

/// The model that replies name, if it is only one; several are warned of.
fn named_model<'r>(
    replies: &'r [InstanceReply],
    path: &Path,
    console: &mut Console,
) -> Option<&'r str> {
    let named: BTreeSet<&str> = replies.iter().filter_map(|of| of.reply.named_model()).collect();
    if named.len() > 1 {
        let names = named.iter().copied().collect::<Vec<_>>().join(", ");
        let said = [
            format!(
                "The replies are of several models: {names}. They count as those of one, `{MODEL}`."
            ),
            "Name a file of replies for each model.".to_owned(),
        ];
        console.found(path, Severity::Warning, "several-models", said);
        return None;
    }
    named.first().copied()
}

/// The model that a reply is of, if it is another one than is named.
pub(super) fn other_model<'r>(reply: &'r ModelReply, named: Option<&str>) -> Option<&'r str> {
    let named = named?;
    reply.model.as_deref().filter(|model| *model != named)
}

/// Sends the requests that have no reply yet, and returns what came of it; `None` without an endpoint.
#[cfg(not(target_family = "wasm"))]
fn send(
    args: &AnnotateArgs,
    asked: &ModelRequests,
    found: &mut FoundReplies,
    console: &mut Console,
) -> Result<Option<Value>, Failure> {
    let Some(endpoint) = &args.endpoint else { return Ok(None) };
    super::endpoint_client::send(endpoint, args, asked, found, console).map(Some)
}

/// A page sends requests by itself.
#[cfg(target_family = "wasm")]
fn send(
    args: &AnnotateArgs,
    _: &ModelRequests,
    _: &mut FoundReplies,
    _: &mut Console,
) -> Result<Option<Value>, Failure> {
    match args.endpoint {
        Some(_) => Err(Failure::new("There is no network here.", "Leave --endpoint out.")),
        None => Ok(None),
    }
}

/// Tells the notes of which something could not be used.
fn tell(notes: &[ReplyNotes], args: &AnnotateArgs, console: &mut Console) {
    for ReplyNotes { id, notes } in notes {
        for note in notes.iter().filter(|note| note.is_invalid) {
            let place = DiagnosticPlace::Data { instance: id.instance, path: String::new() };
            let message = note.message.clone().into();
            let remedy = match note.is_unreadable() {
                true => "The instance has no annotations. Ask again, with --again.",
                false => "The reply is kept with the instance.",
            };
            let remedy = remedy.to_owned().into();
            let (severity, code, fix) = (Severity::Warning, note.code, None);
            console.problem(
                &args.replies,
                &Diagnostic { severity, code, place, message, remedy, fix },
            );
        }
    }
}

fn told_notes(of: &ReplyNotes) -> impl Iterator<Item = Value> {
    let ReplyNotes { id, notes } = of;
    notes.iter().map(|note| {
        json!({
            "id": id.to_string(),
            "instance": id.instance,
            "sample": id.sample,
            "code": note.code,
            "invalid": note.is_invalid,
            "message": note.message,
        })
    })
}

fn counts_of(counts: &RunCounts, asked: &ModelRequests) -> Value {
    json!({
        "replies": counts.replies,
        "empty": counts.empty,
        "unreadable": counts.unreadable,
        "invalid": counts.invalid,
        "edits": counts.edits,
        "input_tokens": counts.input_tokens,
        "output_tokens": counts.output_tokens,
        "seconds": counts.seconds,
        "cost": asked.cost(counts.input_tokens, counts.output_tokens),
    })
}

/// Prints the numbers of spans by the tier of their match.
fn say_spans(outcome: &ImportOutcome, console: &Console) {
    let located = &outcome.located;
    let spelled = located.folded + located.case_folded;
    console.say(&format!(
        "spans: {} exactly, {spelled} but for spelling, {} nearly, {} not found; {} of these at one of several places",
        located.exact + located.by_offsets, located.fuzzy, located.missing, located.ambiguous
    ));
}

fn say(counts: &RunCounts, missing: &[String], console: &Console) {
    let replies = counted(counts.replies, "reply", "replies");
    let edits = counted(counts.edits, "edit", "edits");
    console.say(&format!(
        "{replies}, {edits}; {} without annotations, {} unreadable, {} invalid answers",
        counts.empty, counts.unreadable, counts.invalid
    ));
    if !missing.is_empty() {
        console.say(&format!("{} without a reply", counted(missing.len(), "request", "requests")));
    }
}
