//! JSON Lines: an object for each record, with the same members of the same types in every line.

use super::cells::NamedCell;
use super::names::ColumnNames;
use super::place::read_records;
use super::record::{FlatEdit, FlatRecord, FlatSpan, FlatText, UNIT};
use crate::ImportOptions;
use crate::file_problems::FileProblems;
use crate::files::json::{in_item, object, take_items};
use crate::members::{Members, ObjectWriter};
use crate::record::Corpus;
use crate::report::{ExportOutcome, ImportOutcome, Losses, SpanLocationCounts};
use crate::text_file::TextFile;
use crate::writing::sink::Sink;
use spanwise_annotation::document::TextRole;
use spanwise_json::{Array, Object};

/// The lists of a line.
const TEXTS: &str = "texts";
const EDITS: &str = "edits";
const SPANS: &str = "spans";
const ANSWERS: &str = "answers";
const METADATA: &str = "metadata";

/// The members with texts, of which a line has one.
const TEXT_MEMBERS: [&str; 3] = ["source", "target", TEXTS];

/// The members by which such lines are recognised.
pub(super) const LISTS: [&str; 5] = [TEXTS, EDITS, SPANS, ANSWERS, METADATA];

/// Writes a line for each record.
pub(super) fn write(corpus: &Corpus, sink: &mut dyn Sink) -> ExportOutcome {
    let mut names = ColumnNames::unlimited();
    let mut losses = Losses::default();
    sink.begin("");
    let mut line = String::new();
    for (number, record) in corpus.records.iter().enumerate() {
        line.clear();
        push_line(&FlatRecord::of(record, number, &mut names, &mut losses), &mut line);
        line.push('\n');
        sink.push(&line);
    }
    losses.into()
}

fn push_line(flat: &FlatRecord, out: &mut String) {
    let mut members = ObjectWriter::new(out);
    members.text("id", &flat.id);
    members.text("annotator", &flat.annotator);
    members.member("done", if flat.done { "true" } else { "false" });
    members.text("source", &flat.source);
    members.text("target", &flat.target);
    push_list(members.value(TEXTS), flat.texts.iter(), |text, item| {
        item.text("name", &text.name);
        item.text("role", text.role.name());
        item.text("text", &text.text);
    });
    members.text("context", &flat.context);
    push_list(members.value(EDITS), flat.edits.iter(), |edit, item| {
        item.member("edit", &edit.number.to_string());
        item.member("part_of", &edit.part_of.to_string());
        item.text("id", &edit.id);
        item.text("category", &edit.category);
        item.text("origin", &edit.origin);
        item.text("origin_name", &edit.origin_name);
        item.text("more", &edit.more);
    });
    let spans =
        flat.edits.iter().flat_map(|edit| edit.spans.iter().map(|span| (edit.number, span)));
    push_list(members.value(SPANS), spans, |(edit, span), item| {
        let (start, end) = span.offsets.unwrap_or_default();
        item.member("edit", &edit.to_string());
        item.text("text", &span.text);
        item.member("start", &start.to_string());
        item.member("end", &end.to_string());
        item.text("quote", &span.quote);
        item.text("role", &span.role);
    });
    let of_edits = |cells: fn(&FlatEdit) -> &Vec<NamedCell>| {
        let edits = flat.edits.iter();
        edits.flat_map(move |edit| cells(edit).iter().map(|cell| (edit.number, cell)))
    };
    for (list, of_item, of_edits) in [
        (ANSWERS, &flat.answers, of_edits(|edit| &edit.answers)),
        (METADATA, &flat.metadata, of_edits(|edit| &edit.metadata)),
    ] {
        // Those of the item are of edit 0.
        let all = of_item.iter().map(|cell| (0, cell)).chain(of_edits);
        push_list(members.value(list), all, |(edit, (name, value)), item| {
            item.member("edit", &edit.to_string());
            item.text("name", name);
            item.text("value", value);
        });
    }
    members.text("more", &flat.more);
    members.close();
}

fn push_list<T>(
    out: &mut String,
    items: impl Iterator<Item = T>,
    write: impl Fn(T, &mut ObjectWriter),
) {
    out.push('[');
    for (at, item) in items.enumerate() {
        out.push_str(if at > 0 { "," } else { "" });
        let mut members = ObjectWriter::new(out);
        write(item, &mut members);
        members.close();
    }
    out.push(']');
}

/// Reads lines.
pub(super) fn read(files: &mut [TextFile], options: ImportOptions) -> ImportOutcome {
    let mut outcome = ImportOutcome {
        corpus: Corpus::default(),
        unit: options.unit.or(Some(UNIT)),
        located: SpanLocationCounts::default(),
        problems: FileProblems::default(),
        alignment: None,
    };
    for file in files {
        let items = take_items(file, &mut outcome.problems);
        let mut records = Vec::with_capacity(items.len());
        for (number, raw) in items.into_iter().enumerate() {
            let Some(item) = object(&raw, file, number, &mut outcome.problems) else { continue };
            if TEXT_MEMBERS.iter().all(|name| item.get(name).is_none()) {
                let said = ["The line has no texts.", "It is not read: give it a `target`."];
                let said = said.map(str::to_owned);
                outcome.problems.error(file, in_item(number, ""), "no-text", said);
                continue;
            }
            drop(item);
            records.push(raw);
        }
        let is_ascii = records.iter().all(|raw| raw.is_ascii() && !raw.contains("\\u"));
        read_records(file, None, is_ascii, options, &mut outcome, |visit| {
            records.iter().filter_map(|raw| Object::parse(raw)).for_each(|item| visit(flat(&item)));
        });
    }
    outcome
}

fn flat(item: &Object) -> FlatRecord {
    let members = Members::of(item, |name| !LISTS.contains(&name));
    let word = |name| members.text(name).unwrap_or_default();
    let mut flat = FlatRecord {
        id: word("id"),
        annotator: word("annotator"),
        done: members.get("done") != Some("false"),
        source: word("source"),
        target: word("target"),
        context: word("context"),
        more: word("more"),
        ..FlatRecord::default()
    };
    for text in list(item, TEXTS) {
        let word = |name| text.text(name).unwrap_or_default();
        let role = TextRole::named(&word("role")).unwrap_or(TextRole::Target);
        flat.texts.push(FlatText { name: word("name"), role, text: word("text") });
    }
    let mut places = std::collections::HashMap::new();
    for edit in list(item, EDITS) {
        let word = |name| edit.text(name).unwrap_or_default();
        let number = number(&edit, "edit").unwrap_or_default();
        places.insert(number, flat.edits.len());
        flat.edits.push(FlatEdit {
            number,
            part_of: self::number(&edit, "part_of").unwrap_or_default(),
            id: word("id"),
            category: word("category"),
            origin: word("origin"),
            origin_name: word("origin_name"),
            more: word("more"),
            ..FlatEdit::default()
        });
    }
    let of_edit = |of: &Members| places.get(&number(of, "edit").unwrap_or_default()).copied();
    for span in list(item, SPANS) {
        let word = |name| span.text(name).unwrap_or_default();
        let offset = |name| number(&span, name).and_then(|offset| u32::try_from(offset).ok());
        let offsets = offset("start").zip(offset("end"));
        let (text, quote, role) = (word("text"), word("quote"), word("role"));
        if let Some(edit) = of_edit(&span).and_then(|at| flat.edits.get_mut(at)) {
            edit.spans.push(FlatSpan { text, offsets, quote, role, ..FlatSpan::default() });
        }
    }
    for (name, is_answer) in [(ANSWERS, true), (METADATA, false)] {
        for cell in list(item, name) {
            let named =
                (cell.text("name").unwrap_or_default(), cell.text("value").unwrap_or_default());
            match of_edit(&cell).and_then(|at| flat.edits.get_mut(at)) {
                Some(edit) if is_answer => edit.answers.push(named),
                Some(edit) => edit.metadata.push(named),
                None if is_answer => flat.answers.push(named),
                None => flat.metadata.push(named),
            }
        }
    }
    flat
}

/// The objects of a list.
fn list(item: &Object, name: &str) -> Vec<Members> {
    let list = item.get(name).and_then(Array::parse).unwrap_or_default();
    list.values().map(Members::parse).collect()
}

fn number(members: &Members, name: &str) -> Option<usize> {
    members.text(name)?.parse().ok()
}
