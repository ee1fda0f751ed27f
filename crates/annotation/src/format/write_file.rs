//! Writes instances back into their file.

use std::borrow::Cow;

use super::code_points::to_code_points;
use super::dataset::{DataIn, Dataset, DatasetEntryKind, OWN_TEMPLATE_KEY, TEMPLATE_KEY};
use spanwise_json::encode;

/// The unit of the offsets in a written file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum OffsetUnit {
    /// UTF-16 code units, as in Thresh's interface and in this app.
    #[default]
    Utf16,
    /// Unicode code points, as Python counts. Instances whose offsets differ in them are marked under
    /// `_spanwise.offsets`.
    ///
    /// Also adds `"edits": []` to instances without: Thresh's Python library fails on such a first instance, and
    /// gives a later one the edits of the instance before it.
    CodePoints,
}

/// The whole file, in the form it was read in. `changed` gives the new JSON of an instance by its 0-based number.
///
/// A part that could not be read ([`Dataset::is_damaged`]) is written as it was.
#[must_use]
pub fn write_dataset(
    dataset: &DataIn,
    changed: impl Fn(usize) -> Option<String>,
    unit: OffsetUnit,
) -> String {
    collect(dataset, dataset_chunks(dataset, changed, unit))
}

/// [`write_dataset`] in pieces of an instance or less, for writing without blocking a page.
pub fn dataset_chunks<'a>(
    dataset: &'a DataIn<'a>,
    changed: impl Fn(usize) -> Option<String> + 'a,
    unit: OffsetUnit,
) -> impl Iterator<Item = Cow<'a, str>> {
    let mut ends = dataset.entries.iter().map(|entry| entry.bytes.end);
    let gaps = std::iter::once(0).chain(ends.clone());
    let entries = dataset.entries.iter().zip(gaps).flat_map(move |(entry, gap)| {
        let before = dataset.text.get(gap..entry.bytes.start).unwrap_or_default();
        let raw = dataset.text.get(entry.bytes.clone()).unwrap_or_default();
        [Cow::Borrowed(before), item(raw, entry.kind, &changed, unit)]
    });
    let rest = dataset.text.get(ends.next_back().unwrap_or(0)..).unwrap_or_default();
    entries.chain(std::iter::once(Cow::Borrowed(rest)))
}

fn item<'a>(
    raw: &'a str,
    kind: DatasetEntryKind,
    changed: impl Fn(usize) -> Option<String>,
    unit: OffsetUnit,
) -> Cow<'a, str> {
    let DatasetEntryKind::Instance(number) = kind else { return Cow::Borrowed(raw) };
    let text = changed(number).map_or(Cow::Borrowed(raw), Cow::Owned);
    match unit {
        OffsetUnit::Utf16 => text,
        OffsetUnit::CodePoints => to_code_points(&text).map_or(text, Cow::Owned),
    }
}

/// A bundle: data and template in one list, whatever the form of the file was. Holds the part of the file that could be
/// read; a template already in it is replaced.
#[must_use]
pub fn write_bundle(
    dataset: &Dataset,
    changed: impl Fn(usize) -> Option<String>,
    template_yaml: &str,
) -> String {
    collect(dataset, bundle_chunks(dataset, changed, template_yaml))
}

/// [`write_bundle`] with another template for Thresh than for this app.
#[must_use]
pub fn write_bundle_for_thresh(dataset: &Dataset, template_yaml: &str, for_thresh: &str) -> String {
    let own = format!(",{}:{}", encode(OWN_TEMPLATE_KEY), encode(template_yaml));
    collect(dataset, chunks_with(dataset, |_| None, for_thresh, &own))
}

/// A list of the instances, whatever the form of the file was, for programs that read nothing else.
#[must_use]
pub fn write_list(dataset: &Dataset) -> String {
    let instances: Vec<&str> = dataset.iter().collect();
    format!("[\n{}\n]\n", instances.join(",\n"))
}

/// [`write_bundle`] in pieces of an instance or less.
pub fn bundle_chunks<'a>(
    dataset: &'a Dataset,
    changed: impl Fn(usize) -> Option<String> + 'a,
    template_yaml: &str,
) -> impl Iterator<Item = Cow<'a, str>> {
    chunks_with(dataset, changed, template_yaml, "")
}

/// A bundle with more members beside the template.
fn chunks_with<'a>(
    dataset: &'a Dataset,
    changed: impl Fn(usize) -> Option<String> + 'a,
    template_yaml: &str,
    more: &str,
) -> impl Iterator<Item = Cow<'a, str>> {
    let template = format!("{{{}:{}{more}}}\n]\n", encode(TEMPLATE_KEY), encode(template_yaml));
    let data = dataset
        .entries
        .iter()
        .filter(|entry| {
            matches!(entry.kind, DatasetEntryKind::Instance(_) | DatasetEntryKind::Other)
        })
        .flat_map(move |entry| {
            let raw = dataset.text.get(entry.bytes.clone()).unwrap_or_default();
            [item(raw, entry.kind, &changed, OffsetUnit::Utf16), Cow::Borrowed(",\n")]
        });
    std::iter::once(Cow::Borrowed("[\n")).chain(data).chain(std::iter::once(Cow::Owned(template)))
}

fn collect<'a>(dataset: &DataIn, chunks: impl Iterator<Item = Cow<'a, str>>) -> String {
    let mut text = String::with_capacity(dataset.text.len() + dataset.text.len() / 8);
    for chunk in chunks {
        text.push_str(&chunk);
    }
    text
}
