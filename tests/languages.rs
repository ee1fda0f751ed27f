//! The texts of the interface in all languages: none missing, none extra, each with its placeholders and plural forms.

#![expect(clippy::panic, reason = "a test that cannot read its files fails")]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

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

fn keys() -> impl Iterator<Item = Key> {
    ALL.iter().chain([&THRESH_ONLY, &OUTSIDE]).flat_map(|table| table.iter()).map(|(_, key)| *key)
}

fn is_plural(key: Key) -> bool {
    key.english.contains('|')
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
    let wanted: BTreeSet<&str> = keys().map(|key| key.id).collect();
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
    for (code, translation) in translations() {
        for key in keys() {
            let wanted = placeholders(key.english);
            let Some(text) = translation.texts().get(key.id) else { continue };
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
    for (code, translation) in translations() {
        let wanted: BTreeSet<Plural> = plurals(code).into_iter().collect();
        for key in keys() {
            let Some(text) = translation.texts().get(key.id) else { continue };
            match text {
                Variants::One(text) => {
                    assert!(!text.contains('|'), "{code}.json, {}: forms are an object", key.id);
                    assert!(
                        !is_plural(key) || wanted.len() == 1,
                        "{code}.json, {} needs the forms {wanted:?}",
                        key.id
                    );
                }
                Variants::Each(forms) => {
                    assert!(is_plural(key), "{code}.json, {} counts nothing", key.id);
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
