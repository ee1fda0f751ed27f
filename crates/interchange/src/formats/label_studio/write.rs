//! Writing tasks.

use std::collections::HashSet;

use super::answers::{self, AnsweredQuestions};
use super::names::{
    ANNOTATIONS, CONTEXT, LABEL, LABELS, OWN, PREDICTIONS, SOURCE, TEXT, UNIT, names_of,
};
use super::read::annotator_of;
use super::regions::{LabelResult, Region, labels_of, with_metadata};
use super::survey::Survey;
use crate::members::Members;
use crate::preserved::order::read_numbered;
use crate::preserved::verbatim::is_unmoved;
use crate::record::{Corpus, Edit, Record};
use crate::report::{ExportOutcome, Losses};
use crate::writing::capabilities::{Capabilities, MemberFilter, SPANS_ONLY, SpanCapacity};
use crate::writing::loss_names;
use crate::writing::records_by_item::{Group, alignment, by_item};
use crate::writing::sink::{JsonListWriter, Sink};
use spanwise_annotation::document::{Answer, EditMaker, Origin};
use spanwise_json::encode;
use spanwise_template::Side;
use spanwise_text::Span;

const CAPABILITIES: Capabilities = Capabilities {
    source: true,
    context: true,
    annotator: true,
    undone_items: true,
    // A region is on one text.
    spans: [
        SpanCapacity::UpTo(|edit| usize::from(edit.spans.target().is_empty())),
        SpanCapacity::Each,
    ],
    item_answers: |_, answer| answers::is_held(answer),
    answers: |edit, name| edit.answers.get(name).is_some_and(answers::is_held),
    origins: is_prediction_of_its_model,
    edit_metadata: MemberFilter::Besides(&[TEXT]),
    ..SPANS_ONLY
};

/// Members of `data` that are texts of records of other formats.
const TEXTS: [&str; 3] = [TEXT, SOURCE, CONTEXT];

pub(super) fn write(corpus: &Corpus, sink: &mut dyn Sink) -> ExportOutcome {
    let mut questions = AnsweredQuestions::default();
    for record in &corpus.records {
        questions.add(&record.answers);
        let mut edits: Vec<&Edit> = record.edits.iter().collect();
        while let Some(edit) = edits.pop() {
            questions.add(&edit.answers);
            edits.extend(&edit.constituents);
        }
    }
    let mut writer = LabelStudioWriter { questions, losses: Losses::default() };
    sink.begin("");
    let mut tasks = JsonListWriter::new(sink);
    let groups = by_item(&corpus.records);
    for group in &groups {
        tasks.item(&writer.task(group));
    }
    tasks.close().push("\n");
    ExportOutcome { losses: writer.losses, alignment: Some(alignment(&groups)) }
}

/// This format's preserved data of a record; empty without any.
fn own_of(preserved: &Members) -> Members {
    preserved.get(OWN).map(Members::parse).unwrap_or_default()
}

/// Returns `true` if a record is written as a prediction: one that was read so, and one of a model.
fn is_prediction(record: &Record, own: &Members) -> bool {
    match own.text("list") {
        Some(list) => list == PREDICTIONS,
        None => record.noted_origin().is_some_and(|origin| origin.from == EditMaker::Model),
    }
}

/// Returns `true` if the origin of an edit is that of a prediction by the record's annotator.
fn is_prediction_of_its_model(record: &Record, edit: &Edit) -> bool {
    let name = record.annotator.as_deref().map(Into::into);
    let model = Origin { name, ..Origin::by(EditMaker::Model) };
    let is_its = edit.noted_origin().is_none() && record.noted_origin() == Some(model);
    is_its && is_prediction(record, &own_of(&record.preserved))
}

/// Values by their original numbers; each without one follows the value added before it.
#[derive(Default)]
struct InPlace(Vec<(usize, String)>);

impl InPlace {
    fn add(&mut self, number: Option<usize>, json: String) {
        let last = self.0.last().map_or(0, |(number, _)| *number);
        self.0.push((number.unwrap_or(last), json));
    }

    fn add_preserved(&mut self, own: &Members, name: &str) {
        for (number, json) in read_numbered(own.get(name)) {
            self.add(Some(number), json);
        }
    }

    /// The JSON list; `None` if it is empty.
    fn into_json(mut self) -> Option<String> {
        self.0.sort_by_key(|(number, _)| *number);
        let all: Vec<String> = self.0.into_iter().map(|(_, json)| json).collect();
        (!all.is_empty()).then(|| format!("[{}]", all.join(",")))
    }
}

struct LabelStudioWriter<'c> {
    questions: AnsweredQuestions<'c>,
    losses: Losses,
}

impl LabelStudioWriter<'_> {
    fn task(&mut self, group: &Group) -> String {
        let Some((_, first)) = group.first() else { return String::new() };
        let own = own_of(&first.preserved);
        let new = || Members::parse(r#"{"data":{},"annotations":[]}"#);
        let mut task = own.get("task").map(Members::parse).unwrap_or_else(new);
        if task.get("data").is_none_or(|data| data == "{}") {
            let data = data(first, &own, &task);
            if !data.is_empty() || task.get("data").is_some() {
                task.set("data", data.to_json());
            }
        }
        let mut lists = [InPlace::default(), InPlace::default()];
        let names = [ANNOTATIONS, PREDICTIONS];
        for (list, name) in lists.iter_mut().zip(names) {
            list.add_preserved(&own, &format!("other_{name}"));
        }
        for (number, record) in group {
            let own = own_of(&record.preserved);
            let is_prediction = is_prediction(record, &own);
            if let Some(entry) = self.entry(*number, record, &own, is_prediction) {
                let at = own.get("at").and_then(|at| at.parse().ok());
                let [annotations, predictions] = &mut lists;
                if is_prediction { predictions } else { annotations }.add(at, entry);
            }
        }
        for (list, name) in lists.into_iter().zip(names) {
            list.into_json().into_iter().for_each(|json| task.set(name, json));
        }
        task.to_json()
    }

    /// The annotation or prediction of a record; `None` for an item that nobody touched.
    fn entry(
        &mut self,
        number: usize,
        record: &Record,
        own: &Members,
        is_prediction: bool,
    ) -> Option<String> {
        let metadata = not_metadata(record, own);
        let metadata: Vec<&str> = metadata.iter().map(String::as_str).collect();
        let holds = Capabilities { metadata: MemberFilter::Besides(&metadata), ..CAPABILITIES };
        let stands = |edit: &Edit| region_of(edit).is_some_and(|region| stands(edit, &region));
        let edits = holds.edits_except(record, number, &mut self.losses, stands);
        let is_new = own.get("entry").is_none();
        let is_empty = edits.is_empty() && record.answers.is_empty() && !record.done;
        if is_new && is_empty && record.annotator.is_none() {
            return None;
        }
        let mut entry = own.get("entry").map(Members::parse).unwrap_or_default();
        let list = if is_prediction { PREDICTIONS } else { ANNOTATIONS };
        if annotator_of(list, &entry) != record.annotator || is_new {
            put_annotator(&mut entry, record.annotator.as_deref(), is_prediction);
        }
        if is_prediction {
            let is_not_done = usize::from(!record.done && record.edits.is_empty());
            self.losses.note_many(loss_names::NOT_DONE, number, is_not_done);
        } else {
            let was_cancelled = entry.get("was_cancelled") == Some("true");
            let is_cancelled = !record.done && (was_cancelled || record.edits.is_empty());
            if is_new || is_cancelled != was_cancelled {
                entry.set("was_cancelled", is_cancelled.to_string());
            }
        }
        let results = self.results(number, record, own, &edits);
        match results {
            Some(results) => entry.set("result", results),
            None if is_new => entry.set("result", "[]"),
            None => {}
        }
        Some(entry.to_json())
    }

    /// The results of a record.
    fn results(
        &mut self,
        number: usize,
        record: &Record,
        own: &Members,
        edits: &[&Edit],
    ) -> Option<String> {
        let mut writer = ResultWriter {
            record,
            own,
            questions: &self.questions,
            taken: edits.iter().filter_map(|edit| id_of(&region_of(edit)?)).collect(),
            last: 0,
            ids: HashSet::new(),
            results: InPlace::default(),
        };
        let mut mistaken = 0;
        for edit in edits {
            writer.edit(edit);
            mistaken += usize::from(
                region_of(edit).is_none_or(|region| !stands(edit, &region)) && labels_of(edit).1,
            );
        }
        self.losses.note_many(loss_names::EDIT_METADATA, number, mistaken);
        writer.answers();
        let mut relations_lost = 0;
        for (at, json) in read_numbered(own.get("others")) {
            if is_held(&json, &writer.ids) {
                writer.results.add(Some(at), json);
            } else {
                relations_lost += 1;
            }
        }
        self.losses.note_many("relations with edits that are gone", number, relations_lost);
        let list = writer.results.into_json();
        let is_mistaken =
            |(name, answer): &(&str, &Answer)| self.questions.is_mistaken(name, answer);
        let foreign = |edit: &&&Edit| region_of(edit).is_none();
        let of_edits = edits.iter().filter(foreign).flat_map(|edit| edit.answers.iter());
        let of_edits = of_edits.filter(is_mistaken).count();
        let of_item = record.answers.iter().filter(|_| own.is_empty()).filter(is_mistaken).count();
        self.losses.note_many(loss_names::ANSWERS, number, of_edits);
        self.losses.note_many(loss_names::ITEM_ANSWERS, number, of_item);
        list
    }
}

/// Sets the annotator of an annotation, or the model of a prediction.
fn put_annotator(entry: &mut Members, annotator: Option<&str>, is_prediction: bool) {
    let name = if is_prediction { "model_version" } else { "completed_by" };
    let Some(annotator) = annotator else { return entry.remove(name) };
    let is_number = annotator.parse::<u32>().is_ok_and(|number| number.to_string() == annotator);
    match (is_prediction, is_number) {
        (true, _) => entry.set_text(name, annotator),
        (false, true) => entry.set(name, annotator),
        (false, false) => entry.set(name, format!("{{\"email\":{}}}", encode(annotator))),
    }
}

/// `data` of a record's task.
fn data(record: &Record, own: &Members, task: &Members) -> Members {
    let mut data = Members::default();
    let key = |side, new: &str| own.text(names_of(side)[0]).unwrap_or_else(|| new.to_owned());
    let (source, target) = (record.source().as_str(), record.target().as_str());
    if !target.is_empty() || own.get("no_text").is_none() {
        data.set_text(&key(Side::Target, TEXT), target);
    }
    if !source.is_empty() {
        data.set_text(&key(Side::Source, SOURCE), source);
    }
    record.context.iter().for_each(|context| data.set_text(CONTEXT, context));
    let not_metadata = not_metadata(record, own);
    let is_of_task = |name: &str, value: &str| {
        name == "id" && own.get("id_of_task").is_some() && task.get("id") == Some(value)
    };
    let others = record.metadata.iter();
    let others = others.filter(|(name, value)| !is_of_task(name, value));
    data.extend(others.filter(|(name, _)| !not_metadata.iter().any(|taken| taken == name)));
    data
}

/// The names of metadata that have no place in `data`, since texts have them.
fn not_metadata(record: &Record, own: &Members) -> Vec<String> {
    if own.is_empty() {
        return TEXTS.map(str::to_owned).to_vec();
    }
    let key = |side, new: &str| own.text(names_of(side)[0]).unwrap_or_else(|| new.to_owned());
    let has_target = !record.target().is_empty() || own.get("no_text").is_none();
    let taken = [
        has_target.then(|| key(Side::Target, TEXT)),
        (!record.source().is_empty()).then(|| key(Side::Source, SOURCE)),
        record.context.as_ref().map(|_| CONTEXT.to_owned()),
    ];
    taken.into_iter().flatten().collect()
}

/// The region that an edit was read from.
fn region_of(edit: &Edit) -> Option<Region> {
    Region::preserved(&Members::parse(edit.preserved.get(OWN)?))
}

fn id_of(region: &Region) -> Option<String> {
    region.main()?.members.text("id")
}

/// Returns `true` if an edit is as it was read.
fn stands(edit: &Edit, region: &Region) -> bool {
    is_unmoved(edit) && region.says(edit)
}

/// Returns `true` if a result that is no region is still about something: the ends of a relation may be gone.
fn is_held(json: &str, ids: &HashSet<String>) -> bool {
    let result = Members::parse(json);
    let ends = ["from_id", "to_id"].map(|name| result.text(name));
    ends.into_iter().flatten().all(|end| ids.contains(&end))
}

/// Writes the results of a record.
struct ResultWriter<'a> {
    record: &'a Record,
    own: &'a Members,
    questions: &'a AnsweredQuestions<'a>,
    /// The ids of regions that were read.
    taken: HashSet<String>,
    /// The number of the last new id.
    last: usize,
    /// The ids that were written.
    ids: HashSet<String>,
    results: InPlace,
}

impl ResultWriter<'_> {
    fn new_id(&mut self) -> String {
        loop {
            self.last += 1;
            let id = format!("r{}", self.last);
            if !self.taken.contains(&id) {
                return id;
            }
        }
    }

    fn edit(&mut self, edit: &Edit) {
        let region = region_of(edit);
        if let Some(region) = region.as_ref().filter(|region| stands(edit, region)) {
            self.ids.extend(id_of(region));
            for part in &region.0 {
                self.results.add(Some(part.number), part.members.to_json());
            }
            return;
        }
        let mut region = region.unwrap_or_default();
        let spans = |side: Side| edit.spans.on(&side.into()).iter().map(move |span| (side, *span));
        let on_target = spans(Side::Target).filter(|(_, span)| !span.is_empty());
        let all: Vec<(Side, Span)> = on_target.collect();
        let source = spans(Side::Source).filter(|_| edit.spans.target().is_empty()).take(1);
        for (side, span) in all.into_iter().chain(source) {
            // The first of several spans has the results that were read.
            self.region(edit, std::mem::take(&mut region), side, span);
        }
    }

    /// Writes a region of an edit; what was read of it is changed where it says otherwise.
    fn region(&mut self, edit: &Edit, read: Region, side: Side, span: Span) {
        let id = id_of(&read).unwrap_or_else(|| self.new_id());
        self.ids.insert(id.clone());
        let text = self.record.text(side);
        let (start, end) = UNIT.offsets(text, span);
        let place = |value: &mut Members| {
            value.set("start", start.to_string());
            value.set("end", end.to_string());
            value.set_text("text", text.slice(span));
        };
        let to_name = self.to_name(side);
        let base = |from_name: &str, kind: &str| {
            let mut members = Members::default();
            members.set_text("id", &id);
            members.set_text("from_name", from_name);
            members.set_text("to_name", &to_name);
            members.set_text("type", kind);
            members
        };
        let labels: Vec<String> = labels_of(edit).0.iter().map(|label| encode(label)).collect();
        let main = read.main().filter(|main| main.kind() == LABELS);
        let mut value = main.map(|main| main.value.clone()).unwrap_or_default();
        place(&mut value);
        value.set(LABELS, format!("[{}]", labels.join(",")));
        let number = main.map(|main| main.number);
        let mut members = main.map_or_else(|| base(LABEL, LABELS), |main| main.members.clone());
        members = with_metadata(members, edit);
        members.set_text("to_name", &to_name);
        members.set("value", value.to_json());
        self.results.add(number, members.to_json());
        let is_main = |part: &&LabelResult| Some(part.number) != number;
        let others: Vec<&LabelResult> = read.0.iter().filter(is_main).collect();
        for part in &others {
            if part.answer(&Survey::default()).is_none() {
                let (mut members, mut value) = (part.members.clone(), part.value.clone());
                place(&mut value);
                members.set("value", value.to_json());
                self.results.add(Some(part.number), members.to_json());
            }
        }
        for (question, answer) in edit.answers.iter() {
            let before = others.iter().find(|part| {
                part.answer(&Survey::default()).is_some() && part.text("from_name") == question
            });
            let is_text = self.questions.is_text(question);
            let kind = before.map(|part| part.kind());
            let Some((kind, said)) = answers::write(answer, kind.as_deref(), is_text) else {
                continue;
            };
            let mut members =
                before.map_or_else(|| base(question, kind), |part| part.members.clone());
            members.set_text("type", kind);
            let mut value = Members::default();
            value.set("start", start.to_string());
            value.set("end", end.to_string());
            if said.get("text").is_none() {
                value.set_text("text", text.slice(span));
            }
            value.extend(said.iter());
            members.set("value", value.to_json());
            self.results.add(before.map(|part| part.number), members.to_json());
        }
    }

    /// Writes the answers about the item; those that are as they were read come back so.
    fn answers(&mut self) {
        let read = read_numbered(self.own.get("answers"));
        let read: Vec<LabelResult> =
            read.iter().filter_map(|(number, raw)| LabelResult::parse(*number, raw)).collect();
        for (question, answer) in self.record.answers.iter() {
            let before: Vec<&LabelResult> =
                read.iter().filter(|result| result.text("from_name") == question).collect();
            let last = before.last();
            let said = last.and_then(|last| last.answer(&Survey::default()));
            if said.is_some_and(|(_, said)| answers::same(Some(&said), Some(answer))) {
                for result in before {
                    self.results.add(Some(result.number), result.members.to_json());
                }
                continue;
            }
            let is_text = self.questions.is_text(question);
            let kind = last.map(|last| last.kind());
            let Some((kind, value)) = answers::write(answer, kind.as_deref(), is_text) else {
                continue;
            };
            let mut members = match last {
                Some(last) => last.members.clone(),
                None => self.new_answer(question),
            };
            members.set_text("type", kind);
            members.set("value", value.to_json());
            self.results.add(last.map(|last| last.number), members.to_json());
        }
    }

    fn new_answer(&mut self, question: &str) -> Members {
        let mut members = Members::default();
        members.set_text("id", &self.new_id());
        members.set_text("from_name", question);
        members.set_text("to_name", &self.to_name(Side::Target));
        members
    }

    /// The `to_name` of results on a text.
    fn to_name(&self, side: Side) -> String {
        let [in_data, in_results] = names_of(side);
        let new = match side {
            Side::Source => SOURCE,
            Side::Target => TEXT,
        };
        let known = self.own.text(in_results).or_else(|| self.own.text(in_data));
        known.unwrap_or_else(|| new.to_owned())
    }
}
