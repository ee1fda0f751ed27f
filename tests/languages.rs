//! The texts of the interface in all languages: none missing, none extra, each with its placeholders and plural forms.

#![expect(clippy::panic, reason = "a test that cannot read its files fails")]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use spanwise::domain::typology::docs;
use spanwise::domain::wording::{
    ALL, Key, LANGUAGES, OUTSIDE, Plural, THRESH_ONLY, Translation, Variants, plurals,
};

fn path(code: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("languages").join(format!("{code}.json"))
}

/// Every language but English, which is in the program.
fn translations() -> impl Iterator<Item = (&'static str, Translation)> {
    LANGUAGES.iter().map(|language| language.code).filter(|code| *code != "en").map(|code| {
        let json = fs::read_to_string(path(code)).unwrap_or_else(|why| panic!("{code}: {why}"));
        (code, Translation::read(code, &json).unwrap_or_else(|why| panic!("{code}: {why:?}")))
    })
}

/// A text that a language file must have: what it is called there, and what it says in English.
struct Wanted {
    id: String,
    english: String,
}

impl Wanted {
    fn is_plural(&self) -> bool {
        self.english.contains('|')
    }
}

/// The texts with a name, those of the help on templates, and those that `say!` names by their English.
fn wanted() -> Vec<Wanted> {
    let tables = ALL.iter().chain([&THRESH_ONLY, &OUTSIDE]).flat_map(|table| table.iter());
    let keys = tables.map(|(_, key)| *key).chain(docs::all());
    let keys =
        keys.map(|Key { id, english }| Wanted { id: id.to_owned(), english: english.to_owned() });
    let said = said().into_iter().map(|text| Wanted { id: text.clone(), english: text });
    keys.chain(said).collect()
}

/// The patterns of all `say!` in the source, but those without a word of their own.
fn said() -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for path in sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src")) {
        let text = fs::read_to_string(&path).unwrap_or_else(|why| panic!("{path:?}: {why}"));
        let code = text.split("\n#[cfg(test)]").next().unwrap_or_default();
        let code: Vec<&str> =
            code.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
        for after in code.join("\n").split("say!(").skip(1) {
            let Some(literal) = after.trim_start().strip_prefix('"') else { continue };
            let text = unescaped(literal);
            let own =
                placeholders(&text).iter().fold(text.clone(), |text, name| text.replace(name, ""));
            if own.contains(char::is_alphabetic) {
                found.insert(text);
            }
        }
    }
    assert!(found.len() > 300, "the macro has another name now");
    found
}

/// The files of a folder that are not tests.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|why| panic!("{folder:?}: {why}")).flatten();
    let mut found = Vec::new();
    for path in entries.map(|entry| entry.path()) {
        if path.is_dir() {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|e| e == "rs") && !path.ends_with("tests.rs") {
            found.push(path);
        }
    }
    found
}

/// The text of a literal, from behind its first quote.
fn unescaped(literal: &str) -> String {
    let mut text = String::new();
    let mut letters = literal.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '"' => break,
            '\\' => match letters.next() {
                Some(c @ ('"' | '\\')) => text.push(c),
                other => panic!("{other:?} is escaped in {text:?}: write patterns plainly"),
            },
            _ => text.push(letter),
        }
    }
    text
}

/// The names between braces.
fn placeholders(text: &str) -> BTreeSet<&str> {
    text.split('{').skip(1).filter_map(|rest| rest.split_once('}').map(|(name, _)| name)).collect()
}

/// All forms of a text, with the names of their categories.
fn forms(text: &Variants) -> Vec<(&str, &str)> {
    match text {
        Variants::One(text) => vec![("", text)],
        Variants::Each(forms) => {
            forms.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect()
        }
    }
}

// Thresh 11.22: languages lack texts
#[test]
fn every_language_has_every_text_and_no_other() {
    let texts = wanted();
    let wanted: BTreeSet<&str> = texts.iter().map(|text| text.id.as_str()).collect();
    for (code, translation) in translations() {
        let found: BTreeSet<&str> = translation.texts().keys().map(String::as_str).collect();
        let missing: Vec<&&str> = wanted.difference(&found).collect();
        let extra: Vec<&&str> = found.difference(&wanted).collect();
        assert!(missing.is_empty(), "{code}.json lacks {missing:?}");
        assert!(extra.is_empty(), "{code}.json has texts that the app does not: {extra:?}");
    }
}

#[test]
fn every_text_has_the_placeholders_of_the_english_one() {
    let texts = wanted();
    for (code, translation) in translations() {
        for key in &texts {
            let wanted = placeholders(&key.english);
            let Some(text) = translation.texts().get(&key.id) else { continue };
            for (form, text) in forms(text) {
                let found = placeholders(text);
                let known = found.is_subset(&wanted);
                // One, two and none may be words rather than figures.
                let spelt = ["zero", "one", "two"].contains(&form);
                let complete =
                    found == wanted || (spelt && wanted.difference(&found).all(|n| *n == "n"));
                assert!(
                    known && complete,
                    "{code}.json, {}: “{text}” for “{}”",
                    key.id,
                    key.english
                );
                assert!(!text.trim().is_empty(), "{code}.json, {} is empty", key.id);
            }
        }
    }
}

#[test]
fn every_count_has_the_forms_of_its_language() {
    let texts = wanted();
    for (code, translation) in translations() {
        let wanted: BTreeSet<Plural> = plurals(code).into_iter().collect();
        for key in &texts {
            let Some(text) = translation.texts().get(&key.id) else { continue };
            match text {
                Variants::One(text) => {
                    assert!(!text.contains('|'), "{code}.json, {}: forms are an object", key.id);
                    assert!(
                        !key.is_plural() || wanted.len() == 1,
                        "{code}.json, {} needs the forms {wanted:?}",
                        key.id
                    );
                }
                Variants::Each(forms) => {
                    assert!(key.is_plural(), "{code}.json, {} counts nothing", key.id);
                    let found: BTreeSet<Plural> = forms
                        .keys()
                        .map(|name| {
                            let known = Plural::NAMES.iter().find(|(known, _)| known == name);
                            known.unwrap_or_else(|| panic!("{code}.json, {}: {name}", key.id)).1
                        })
                        .collect();
                    assert_eq!(found, wanted, "{code}.json, {}", key.id);
                }
            }
        }
    }
}

#[test]
fn what_is_said_without_the_program_stands_there_in_english() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = |file: &str| fs::read_to_string(root.join(file)).unwrap_or_else(|e| panic!("{e}"));
    let boot = text("public/boot.js");
    let pages = ["index.html", "public/standalone.html", "public/404.html"].map(text);
    for (_, Key { id, english }) in OUTSIDE {
        let (_, name) = id.split_once('.').unwrap_or_default();
        let in_script = boot.contains(&format!("  {name}: \"{english}\","));
        let in_page = |page: &String| page.contains(&format!("data-text=\"{id}\">{english}<"));
        assert!(in_script || pages.iter().any(in_page), "{id} is said nowhere: “{english}”");
    }
    for page in &pages {
        for id in page.split("data-text=\"").skip(1).filter_map(|rest| rest.split('"').next()) {
            assert!(OUTSIDE.iter().any(|(_, key)| key.id == id), "no language can have {id}");
        }
    }
}

#[test]
fn there_is_no_other_file() {
    let folder = path("en").parent().map(Path::to_path_buf).unwrap_or_default();
    for entry in fs::read_dir(folder).expect("languages/").flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let known = LANGUAGES.iter().any(|l| name == format!("{}.json", l.code));
        assert!(known && name != "en.json", "languages/{name} is the file of no language");
    }
}
