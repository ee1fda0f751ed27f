//! Properties that hold for every file.

use std::time::Instant;

use proptest::prelude::*;
use serde_json::Value;
use spanwise_annotation::document::{EditKey, TextName};
use spanwise_annotation::format::{
    DatasetReader, OffsetUnit, in_utf16, read_edit, read_instance, write_dataset, write_edit,
    write_instance,
};

use super::dataset::open;
use super::{chosen, load, span, typology, value};

/// Text as it occurs in data: several scripts, astral characters, quotes, lone surrogates.
fn literal() -> impl Strategy<Value = String> {
    proptest::collection::vec(
        prop_oneof![
            Just("a"),
            Just("wrong"),
            Just(" "),
            Just("é"),
            Just("語"),
            Just("😀"),
            Just("م"),
            Just("\\\""),
            Just("\\n"),
            Just("\\ud83d"),
            Just("\\ud83d\\ude00"),
            Just("\\u00e9"),
        ],
        0..8,
    )
    .prop_map(|parts| format!("\"{}\"", parts.concat()))
}

fn key() -> impl Strategy<Value = String> {
    let known = [
        "source",
        "target",
        "edits",
        "category",
        "id",
        "annotation",
        "input_idx",
        "output_idx",
        "constituent_edits",
        "val",
        "bookmark",
        "comment",
        "_spanwise",
        "done",
        "context",
        "sure",
        "kind",
        "digits",
        "severity",
    ];
    prop_oneof![
        4 => proptest::sample::select(known.to_vec()).prop_map(|name| format!("\"{name}\"")),
        1 => literal(),
    ]
}

/// Any JSON, laid out in any way, rich in members that mean something here.
fn json() -> impl Strategy<Value = String> {
    let numbers = ["0", "1.0", "-1", "3e0", "12345678901234567890", "0.10", "2", "7"];
    let leaf = prop_oneof![
        Just("null".to_owned()),
        Just("true".to_owned()),
        Just("[[0,2]]".to_owned()),
        proptest::sample::select(&["\"yes\"", "\"minor\"", "\"wrong_number\"", "\"digits\""][..])
            .prop_map(str::to_owned),
        proptest::sample::select(numbers.to_vec()).prop_map(str::to_owned),
        literal(),
    ];
    leaf.prop_recursive(5, 40, 5, |inner| {
        prop_oneof![
            (proptest::collection::vec(inner.clone(), 0..5), space())
                .prop_map(|(items, s)| format!("[{s}{}{s}]", items.join(&format!("{s},")))),
            object(inner),
        ]
    })
}

fn object(inner: impl Strategy<Value = String>) -> impl Strategy<Value = String> {
    (proptest::collection::vec((key(), inner), 0..7), space()).prop_map(|(members, s)| {
        let members: Vec<_> = members.iter().map(|(k, v)| format!("{s}{k}{s}:{s}{v}")).collect();
        format!("{{{}{s}}}", members.join(","))
    })
}

/// An object with a list of edits, some of which are none.
fn instance() -> impl Strategy<Value = String> {
    let item = prop_oneof![4 => object(json()), 1 => json()];
    (proptest::collection::vec(item, 0..4), object(json()), space()).prop_map(|(edits, rest, s)| {
        let inner = rest.get(1..rest.len() - 1).unwrap_or_default();
        let comma = if inner.trim().is_empty() { "" } else { "," };
        // Last, so that it is the list that counts.
        format!("{{{inner}{comma}{s}\"edits\": [{s}{}{s}]{s}}}", edits.join(&format!("{s},{s}")))
    })
}

fn space() -> impl Strategy<Value = &'static str> {
    proptest::sample::select(&["", " ", "\n  ", "\t"][..])
}

/// The members that must not change: all but one.
fn without(raw: &str, name: &str) -> Option<Vec<(String, String)>> {
    let members: Members = serde_json::from_str(raw).ok()?;
    Some(members.0.into_iter().filter(|(key, _)| key != name).collect())
}

/// Members in order, duplicates included, values as their text.
struct Members(Vec<(String, String)>);

impl<'de> serde::Deserialize<'de> for Members {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visitor;
        impl<'de> serde::de::Visitor<'de> for Visitor {
            type Value = Members;
            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("an object")
            }
            fn visit_map<A: serde::de::MapAccess<'de>>(
                self,
                mut map: A,
            ) -> Result<Members, A::Error> {
                let mut members = Vec::new();
                while let Some((key, value)) =
                    map.next_entry::<String, Box<serde_json::value::RawValue>>()?
                {
                    members.push((key, value.get().to_owned()));
                }
                Ok(Members(members))
            }
        }
        deserializer.deserialize_map(Visitor)
    }
}

/// UTF-16 offset to code points, the slow way.
fn code_points(text: &str, utf16: usize) -> usize {
    text.chars()
        .scan(0, |units, c| {
            *units += c.len_utf16();
            Some(*units)
        })
        .filter(|&end| end <= utf16)
        .count()
}

fn budgets() -> impl Strategy<Value = Vec<usize>> {
    proptest::collection::vec(1usize..200, 1..20)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn an_untouched_instance_is_written_as_it_was(raw in instance()) {
        let loaded = load(&raw);
        prop_assert_eq!(write_instance(&loaded.instance, &typology()), raw);
    }

    #[test]
    fn a_change_touches_only_its_member(raw in instance()) {
        let Some(before) = without(&raw, "comment") else { return Ok(()) };
        let mut instance = load(&raw).instance;
        instance.comment.push_str("seen");
        let written = write_instance(&instance, &typology());
        prop_assert_eq!(without(&written, "comment"), Some(before));
        prop_assert_eq!(load(&written).instance.comment, instance.comment);
    }

    #[test]
    fn deleting_an_edit_leaves_the_rest(raw in instance()) {
        let Some(before) = without(&raw, "edits") else { return Ok(()) };
        let mut instance = load(&raw).instance;
        if instance.edits.pop().is_none() { return Ok(()) }
        let written = write_instance(&instance, &typology());
        prop_assert_eq!(without(&written, "edits"), Some(before));
        let again = load(&written).instance;
        prop_assert_eq!(again.edits.len(), instance.edits.len());
        prop_assert_eq!(write_instance(&again, &typology()), written);
    }

    #[test]
    fn a_new_span_touches_only_its_member(raw in object(json())) {
        let Some(before) = without(&raw, "output_idx") else { return Ok(()) };
        let read = |raw: &str| read_edit(raw, &mut || EditKey(0), &typology()).expect("an object");
        let mut edit = read(&raw);
        edit.spans.push(&TextName::TARGET, span(3, 3));
        let written = write_edit(&edit, &typology());
        prop_assert_eq!(without(&written, "output_idx"), Some(before));
        prop_assert_eq!(read(&written).spans, edit.spans);
    }

    #[test]
    fn an_answer_touches_only_its_member(raw in object(json())) {
        let Some(before) = without(&raw, "annotation") else { return Ok(()) };
        let read = |raw: &str| read_edit(raw, &mut || EditKey(0), &typology()).expect("an object");
        let mut edit = read(&raw);
        edit.answers.set("kind", Some(chosen("digits", Some(value("somewhat")))));
        let written = write_edit(&edit, &typology());
        prop_assert_eq!(without(&written, "annotation"), Some(before));
        let again = read(&written).answers;
        prop_assert!(edit.answers.iter().all(|(name, answer)| again.get(name) == Some(answer)));
    }

    #[test]
    fn a_file_is_written_as_it_was(items in proptest::collection::vec(instance(), 1..4), s in space()) {
        let text = format!("[{s}{}{s}]", items.join(&format!("{s},")));
        let dataset = open(&text);
        prop_assert_eq!(write_dataset(&dataset, |_| None, OffsetUnit::Utf16), text);
    }

    #[test]
    fn any_text_is_a_file_or_an_error(text in r#"\u{feff}?([\[\]{},:"\n ]|"[a-z]"|"target":|"data":\[|-?[0-9]|é|null|\{"a":1\}){0,30}"#) {
        if let Ok(dataset) = DatasetReader::new(text.clone()).finish() {
            let trailing_comma = dataset.problems().iter().any(|p| p.message.to_string().contains("comma after"));
            if !trailing_comma {
                prop_assert_eq!(write_dataset(&dataset, |_| None, OffsetUnit::Utf16), text);
            }
            for (i, raw) in dataset.iter().enumerate() {
                let loaded = read_instance(raw, i, &typology());
                prop_assert_eq!(&write_instance(&loaded.instance, &typology()), raw);
            }
        }
    }

    #[test]
    fn any_bytes_are_a_file_or_an_error(bytes in proptest::collection::vec(any::<u8>(), 0..80)) {
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let _ = DatasetReader::new(text.clone()).finish();
        let loaded = load(&text);
        prop_assert_eq!(write_instance(&loaded.instance, &typology()), text);
    }

    #[test]
    fn steps_of_any_size_read_the_same(
        text in r#"(\[|\{"data":\[)?(\{"a":1\}|\{"b":"é"\}|,|\n| |5|\]|\}|x){0,20}"#,
        budgets in budgets(),
    ) {
        let whole = DatasetReader::new(text.clone()).finish();
        let mut reader = DatasetReader::new(text);
        let mut last = 0;
        for budget in budgets {
            let progress = reader.step(budget);
            prop_assert!(progress.bytes >= last && progress.bytes <= progress.total);
            last = progress.bytes;
        }
        match (whole, reader.finish()) {
            (Ok(a), Ok(b)) => {
                prop_assert_eq!(a.iter().collect::<Vec<_>>(), b.iter().collect::<Vec<_>>());
                prop_assert_eq!((a.tail(), a.problems()), (b.tail(), b.problems()));
            }
            (a, b) => prop_assert_eq!(a.err(), b.err()),
        }
    }

    #[test]
    fn code_points_agree_with_an_oracle(
        text in "[a-cé語😀𠮷]{0,20}",
        offsets in proptest::collection::vec((0usize..25, 0usize..25), 0..4),
    ) {
        let file = |offsets: &[(usize, usize)]| {
            serde_json::json!([{"target": text, "edits": [{"output_idx": offsets}]}])
        };
        let length: usize = text.chars().map(char::len_utf16).sum();
        let convert = |offset: usize| code_points(&text, offset) + offset.saturating_sub(length);
        let converted: Vec<_> = offsets.iter().map(|&(a, b)| (convert(a), convert(b))).collect();
        let written = write_dataset(&open(&file(&offsets).to_string()), |_| None, OffsetUnit::CodePoints);
        let mut expected = file(&converted);
        if converted != offsets {
            expected[0]["_spanwise"] = serde_json::json!({"offsets": "code-points"});
        }
        prop_assert_eq!(serde_json::from_str::<Value>(&written).expect("JSON"), expected);
    }

    #[test]
    fn code_points_are_read_back(
        text in "[a-cé語😀𠮷]{0,20}",
        spans in proptest::collection::vec((0usize..25, 0usize..25), 0..4),
        done in any::<bool>(),
    ) {
        // Between characters, or beyond the text: in code points there is nothing else.
        let places: Vec<usize> = (0..=text.chars().count())
            .map(|n| text.chars().take(n).map(char::len_utf16).sum())
            .collect();
        let length: usize = text.chars().map(char::len_utf16).sum();
        let place = |n: usize| places.get(n).copied().unwrap_or(length + n - (places.len() - 1));
        let spans: Vec<_> = spans.into_iter().map(|(a, b)| (place(a), place(b))).collect();
        let mut instance = serde_json::json!({"target": text, "edits": [{"output_idx": spans}]});
        if done {
            instance["_spanwise"] = serde_json::json!({"done": true});
        }
        let file = serde_json::json!([instance]).to_string();
        let written = write_dataset(&open(&file), |_| None, OffsetUnit::CodePoints);
        let back = in_utf16(&open(&written)).unwrap_or(written);
        prop_assert_eq!(serde_json::from_str::<Value>(&back).expect("JSON"), serde_json::from_str::<Value>(&file).expect("JSON"));
    }
}

/// Prints the times for a large file; asserts only that nothing is lost.
#[test]
fn a_large_file() {
    let edit = r#"{"category":"wrong_number","id":1,"annotation":{"severity":"minor","kind":{"val":"digits","digits":"a lot"}},"input_idx":[[0,5]],"output_idx":[[0,5],[20,40]]}"#;
    let sentence = "Le train de nuit 🚆 relie les deux villes depuis 1987. ";
    let instance =
        format!(r#"{{"source":"{0}","target":"{0}","edits":[{edit},{edit}]}}"#, sentence.repeat(6));
    let text = format!("[{}]", vec![instance.as_str(); 20_000].join(",\n"));
    let start = Instant::now();
    let dataset = open(&text);
    let split = start.elapsed();
    let typology = typology();
    let loaded: Vec<_> =
        dataset.iter().enumerate().map(|(i, raw)| read_instance(raw, i, &typology)).collect();
    let read = start.elapsed() - split;
    let written: Vec<_> = loaded.iter().map(|l| write_instance(&l.instance, &typology)).collect();
    let patched = start.elapsed() - split - read;
    let file = write_dataset(&dataset, |i| written.get(i).cloned(), OffsetUnit::Utf16);
    let joined = start.elapsed() - split - read - patched;
    let _ = write_dataset(&dataset, |_| None, OffsetUnit::CodePoints);
    let converted = start.elapsed() - split - read - patched - joined;
    println!(
        "{} MB, 20 000 instances: split {split:?}, read {read:?}, patch {patched:?}, join {joined:?}, code points {converted:?}",
        text.len() / 1_000_000
    );
    assert_eq!(file, text);
}
