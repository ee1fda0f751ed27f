//! The figures of each text, for analyses elsewhere.

use std::path::Path;

use serde::Serialize;

use super::comparisons::{Compared, Gammas};
use crate::args::AgreeArgs;
use crate::files::Output;
use crate::report::{Console, Failure};
use spanwise_agreement::measure::{Convention, Examples, Matching, Sheet, Unit, f1, overlap_sums};

/// One text and one comparison.
#[derive(Debug, Serialize)]
struct TextRow<'a> {
    item: &'a str,
    /// The name of the text: of the usual two, that of the side.
    side: &'a str,
    reference: &'a str,
    hypothesis: &'a str,
    characters: u32,
    reference_spans: usize,
    hypothesis_spans: usize,
    reference_characters: u32,
    hypothesis_characters: u32,
    f1: Option<f64>,
    f1_soft: Option<f64>,
    gamma: Option<f64>,
    /// γ of all annotators of the text together, where they are more than two.
    gamma_of_all: Option<f64>,
}

/// Writes them.
pub(super) fn write(
    compared: &Compared,
    path: &Path,
    args: &AgreeArgs,
    console: &mut Console,
) -> Result<(), Failure> {
    let kept: Vec<&Path> = args.inputs().map(std::path::PathBuf::as_path).collect();
    let output = Output::new(path, &kept, false)?;
    let rows = rows(compared, args);
    let is =
        |extension: &str| path.extension().is_some_and(|own| own.eq_ignore_ascii_case(extension));
    let text = if is("jsonl") {
        rows.iter().map(|row| Ok(serde_json::to_string(row)? + "\n")).collect::<Result<_, _>>()
    } else {
        table(&rows, if is("tsv") { b'\t' } else { b',' })
    };
    let unwritable = |error: serde_json::Error| {
        Failure::new(format!("The figures can't be written: {error}."), "Choose another file name.")
    };
    output.write(&text.map_err(unwritable)?, console)
}

fn table(rows: &[TextRow], delimiter: u8) -> Result<String, serde_json::Error> {
    let mut writer = csv::WriterBuilder::new().delimiter(delimiter).from_writer(Vec::new());
    let other = |error: String| serde::ser::Error::custom(error);
    for row in rows {
        writer.serialize(row).map_err(|error| other(error.to_string()))?;
    }
    let bytes = writer.into_inner().map_err(|error| other(error.to_string()))?;
    String::from_utf8(bytes).map_err(|error| other(error.to_string()))
}

fn rows<'a>(compared: &'a Compared, args: &AgreeArgs) -> Vec<TextRow<'a>> {
    let mut rows = Vec::new();
    let value =
        |gammas: &Gammas, at: usize| gammas.outcomes.get(at)?.as_ref().ok()?.gamma.value.ok();
    let together = compared.gammas.first().filter(|_| compared.is_of_many(args));
    for (number, comparison) in compared.comparisons.iter().enumerate() {
        // γ of all annotators together is that of no pair.
        let own = compared.gammas.get(number).filter(|_| !compared.is_of_many(args));
        for (place, (at, [reference, hypothesis])) in comparison.texts.iter().enumerate() {
            let Some(sheet) = compared.sheets.get(*at) else { continue };
            let gamma = own.and_then(|own| value(own, place));
            let gamma_of_all = together.and_then(|together| value(together, *at));
            let row = row(compared, sheet, [*reference, *hypothesis]);
            rows.push(TextRow { gamma, gamma_of_all, ..row });
        }
    }
    rows
}

/// All figures but γ.
fn row<'a>(compared: &'a Compared, sheet: &'a Sheet, pair: [usize; 2]) -> TextRow<'a> {
    let study = &compared.paired.study;
    let name = |annotator: usize| study.annotators.get(annotator).map_or("", String::as_str);
    let units = pair.map(|annotator| sheet.units.get(annotator).map_or(&[][..], Vec::as_slice));
    let characters = |units: &[Unit]| units.iter().map(|unit| unit.range.len()).sum();
    let examples = Examples::of_texts([(sheet, pair)]);
    let totals = overlap_sums(&examples, Convention::MicroChar).totals();
    let [hard, soft] = [Matching::Hard, Matching::Soft]
        .map(|matching| f1(&totals, Convention::MicroChar, matching).ok());
    TextRow {
        item: study.items.get(sheet.item).map_or("", |item| &item.name),
        side: sheet.name.as_str(),
        reference: name(pair[0]),
        hypothesis: name(pair[1]),
        characters: sheet.length,
        reference_spans: units[0].len(),
        hypothesis_spans: units[1].len(),
        reference_characters: characters(units[0]),
        hypothesis_characters: characters(units[1]),
        f1: hard,
        f1_soft: soft,
        gamma: None,
        gamma_of_all: None,
    }
}
