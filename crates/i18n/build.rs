//! Makes constants of the English texts: `bar.next` in `languages/en.json` is `TextId::BarNext`.

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs};

use serde_json::{Map, Value};

mod digest {
    include!("src/digest.rs");
}

/// The English files below `languages/`, and the name of the table of their groups.
const FILES: [(&str, &str); 2] = [("en.json", "MAIN"), ("build/en.json", "BUILDER")];

fn main() -> Result<(), Box<dyn Error>> {
    let languages = Path::new(&env::var("CARGO_MANIFEST_DIR")?).join("../../languages");
    let mut texts = Texts::default();
    println!("cargo::rerun-if-changed=src/digest.rs");
    for (file, table) in FILES {
        let path = languages.join(file);
        println!("cargo::rerun-if-changed={}", path.display());
        let groups: Map<String, Value> = serde_json::from_str(&fs::read_to_string(&path)?)?;
        texts.add_file(file, table, &groups).map_err(|why| format!("{}: {why}", path.display()))?;
    }
    fs::write(PathBuf::from(env::var("OUT_DIR")?).join("texts.rs"), texts.code()?)?;
    Ok(())
}

/// The code of the constants, of the groups, and of the tables of groups.
#[derive(Default)]
struct Texts {
    keys: String,
    groups: String,
    tables: String,
    /// The names in language files, by their digests.
    names: BTreeMap<u32, String>,
}

impl Texts {
    fn add_file(
        &mut self,
        file: &str,
        table: &str,
        groups: &Map<String, Value>,
    ) -> Result<(), Box<dyn Error>> {
        for (group, names) in groups {
            let names = names.as_object().ok_or_else(|| format!("{group} is not an object"))?;
            self.add_group(group, names)?;
        }
        let names: Vec<String> =
            groups.keys().map(|group| format!("groups::{}", group.to_uppercase())).collect();
        writeln!(self.tables, "/// The groups of `languages/{file}`.")?;
        writeln!(self.tables, "pub const {table}: &[TextGroup] = &[{}];", names.join(", "))?;
        Ok(())
    }

    fn add_group(&mut self, group: &str, names: &Map<String, Value>) -> Result<(), Box<dyn Error>> {
        let mut keys = Vec::new();
        for (name, text) in names {
            let text = text.as_str().ok_or_else(|| format!("{group}.{name} is not a text"))?;
            self.add_name(format!("{group}.{name}"))?;
            // The forms of a count are `name_one` and `name_other`; the constant is made at the last.
            if name.ends_with("_one") {
                continue;
            }
            let counted = name.strip_suffix("_other");
            let one = counted.and_then(|name| names.get(&format!("{name}_one")));
            let one = one.and_then(Value::as_str);
            let name = counted.filter(|_| one.is_some()).unwrap_or(name);
            let id = format!("{group}.{name}");
            let (key, digest) = (constant(&id), digest::digest(&id));
            writeln!(self.keys, "#[doc = {:?}]", format!("```text\n{text}\n```"))?;
            writeln!(
                self.keys,
                "pub const {key}: TextId = TextId(&MessageText {{ digest: {digest}, one: {one:?}, other: {text:?} }});"
            )?;
            keys.push(format!("(\"{name}\", TextId::{key})"));
        }
        let (constant, keys) = (group.to_uppercase(), keys.join(", "));
        writeln!(self.groups, "/// The texts of `{group}`.")?;
        writeln!(
            self.groups,
            "pub const {constant}: TextGroup = TextGroup {{ name: \"{group}\", texts: &[{keys}] }};"
        )?;
        Ok(())
    }

    fn add_name(&mut self, name: String) -> Result<(), String> {
        match self.names.insert(digest::digest(&name), name.clone()) {
            Some(other) => Err(format!("call {name} otherwise: {other} has the same digest")),
            None => Ok(()),
        }
    }

    fn code(&self) -> Result<String, std::fmt::Error> {
        let Texts { keys, groups, tables, .. } = self;
        let mut code = String::new();
        let reason = "they are named like the variants of an enum";
        writeln!(code, "#[allow(non_upper_case_globals, reason = \"{reason}\")]")?;
        writeln!(code, "impl TextId {{\n{keys}}}\n")?;
        writeln!(code, "/// The groups of the texts, by their names.")?;
        writeln!(code, "pub mod groups {{\nuse super::{{TextGroup, TextId}};\n{groups}}}\n")?;
        writeln!(code, "{tables}")?;
        Ok(code)
    }
}

/// The Rust name of a text: `bar.next` is `BarNext`.
fn constant(id: &str) -> String {
    let words = id.split(|c: char| !c.is_ascii_alphanumeric());
    words
        .flat_map(|word| word.chars().enumerate())
        .map(|(at, letter)| if at == 0 { letter.to_ascii_uppercase() } else { letter })
        .collect()
}
