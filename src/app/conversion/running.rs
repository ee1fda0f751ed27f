//! Conversions by the command line, for the pages that need them.

use serde_json::Value;

use super::THRESH;
use crate::app::adjudication::request::NamedData;
use crate::app::commands::{CommandAnswer, Commands, OUT};
use spanwise_i18n::Message;

/// The files that conversions write.
const DATA: &str = "data.json";
const TEMPLATE: &str = "template.yml";

/// The folder of converted data, for commands.
const CONVERTED: &str = "converted";

/// The arguments of a conversion of which the command line detects everything.
pub(in crate::app) fn as_detected() -> Vec<String> {
    vec!["convert".to_owned()]
}

/// Converts a file to Thresh's JSON, which is returned with the answer. `arguments` are those before the path. `None` if that
/// was cancelled.
///
/// # Errors
/// The reason of the command line.
pub(in crate::app) async fn convert(
    commands: Commands,
    arguments: Vec<String>,
    path: &str,
) -> Option<Result<(String, Value), Message>> {
    Some(match conversion(commands, arguments, path).await? {
        Ok((Some(text), answer)) => Ok((text, answer.json)),
        Ok((None, answer)) => Err(answer.refusal()),
        Err(message) => Err(message),
    })
}

/// Converts a file like [`convert`]; the answer of a file of which nothing can be read is without the JSON.
///
/// # Errors
/// If the command line cannot be run.
pub(super) async fn conversion(
    commands: Commands,
    mut arguments: Vec<String>,
    path: &str,
) -> Option<Result<(Option<String>, CommandAnswer), Message>> {
    let to = ["--to".to_owned(), THRESH.to_owned(), path.to_owned(), format!("{OUT}/{DATA}")];
    arguments.extend(to);
    Some(commands.run(arguments).await?.map(|answer| (answer.text(DATA), answer)))
}

/// Makes a template from the categories of converted data. `None` if that was cancelled.
///
/// # Errors
/// The reason of the command line.
pub(in crate::app) async fn make_template(
    commands: Commands,
    data: &[NamedData],
) -> Option<Result<String, Message>> {
    let name = match data {
        [] => String::new(),
        [one] => stem(&one.name).to_owned(),
        [first, others @ ..] => format!("{} + {}", stem(&first.name), others.len()),
    };
    let as_file = |(at, data): (usize, &NamedData)| {
        let name = format!("{CONVERTED}/{at}.json");
        NamedData { name, text: data.text.clone() }
    };
    let files: Vec<NamedData> = data.iter().enumerate().map(as_file).collect();
    let mut arguments = vec!["new".to_owned(), name];
    let paths = files.iter().map(|file| file.name.clone());
    arguments.extend(paths.flat_map(|path| ["--from-data".to_owned(), path]));
    arguments.extend(["--format".to_owned(), THRESH.to_owned()]);
    arguments.extend(["--output".to_owned(), format!("{OUT}/{TEMPLATE}")]);
    commands.add(files);
    Some(match commands.run(arguments).await? {
        Ok(answer) => answer.text(TEMPLATE).ok_or_else(|| answer.refusal()),
        Err(message) => Err(message),
    })
}

/// A file name without its ending.
pub(super) fn stem(name: &str) -> &str {
    name.rsplit_once('.').map_or(name, |(stem, _)| stem)
}

/// The name of the converted data of a file: that of the file, as JSON.
pub(in crate::app) fn converted_name(name: &str) -> String {
    format!("{}.json", stem(name))
}
