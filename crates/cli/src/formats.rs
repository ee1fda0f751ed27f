//! `spanwise formats`: which formats can be converted.

use serde_json::{Value, json};

use super::report::{Console, Failure};
use spanwise_interchange::{FORMATS, Unit};

pub(super) fn run(console: &mut Console) -> Result<Value, Failure> {
    let widest = FORMATS.iter().map(|format| format.name.len()).max().unwrap_or_default();
    let mut text = String::new();
    let mut listed = Vec::new();
    for format in FORMATS {
        let kind = if format.folder { "folder" } else { "file" };
        let unit = format.unit.map(Unit::name);
        text += &format!(
            "{:widest$}  {kind:6}  {:11}  {}\n",
            format.name,
            unit.unwrap_or("-"),
            format.about
        );
        listed.push(json!({
            "name": format.name, "about": format.about, "offsets": unit, "folder": format.folder,
        }));
    }
    console.print_text(&text);
    Ok(json!({ "formats": listed }))
}
