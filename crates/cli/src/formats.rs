//! `spanwise formats`: a list of the formats that can be converted.

use serde_json::{Value, json};

use super::report::{Console, Failure};
use spanwise_interchange::{FORMATS, FileLayout, OffsetUnit, with_semicolons};

pub(super) fn run(console: &mut Console) -> Result<Value, Failure> {
    let widest = FORMATS.iter().map(|format| format.name.len()).max().unwrap_or_default();
    let mut text = String::new();
    let mut listed = Vec::new();
    for format in FORMATS {
        let kind = format.layout.name();
        let unit = format.unit.map(OffsetUnit::name);
        text += &format!(
            "{:widest$}  {kind:6}  {:11}  {}\n",
            format.name,
            unit.unwrap_or("-"),
            format.about
        );
        listed.push(json!({
            "name": format.name, "about": format.about, "offsets": unit, "folder": format.layout == FileLayout::Folder,
            "extension": format.extension, "semicolons": with_semicolons(format).is_some(),
        }));
    }
    console.print_text(&text);
    Ok(json!({ "formats": listed }))
}
