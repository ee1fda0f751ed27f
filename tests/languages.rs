//! The texts of the interface in all languages: none missing, none extra, each with its placeholders and plural forms.

#![expect(clippy::panic, reason = "a test that cannot read its files fails")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use spanwise_i18n::{
    ALL, BUILDING, DEPLOYING, Key, LANGUAGES, OUTSIDE, Plural, THRESH_ONLY, Translation, Variants,
    plurals,
};
use spanwise_template::docs;
use spanwise_tests::{files_below, root, text_of};

/// What only the builder and deploying show is in a folder of its own: annotators do not fetch it.
const FOR_BUILDER: &str = "build";

/// Where what is said is said only there.
const OF_BUILDER: [&str; 8] = [
    "crates/template/src/assist/",
    "crates/template/src/outline/",
    "crates/template/src/docs.rs",
    "crates/deployment/src/",
    "src/state/build/",
    "src/state/deploy/",
    "src/ui/build/",
    "src/ui/deploy/",
];

/// A language file.
struct File {
    name: String,
    code: &'static str,
    is_for_builder: bool,
    translation: Translation,
}

/// The files of every language but English, which is in the program.
fn files() -> Vec<File> {
    let codes = LANGUAGES.iter().map(|language| language.code).filter(|code| *code != "en");
    let both = codes.flat_map(|code| [(code, false), (code, true)]);
    let file = |(code, is_for_builder)| {
        let folder = if is_for_builder { FOR_BUILDER } else { "" };
        let name = Path::new(folder).join(format!("{code}.json"));
        let path = root().join("languages").join(&name);
        let json = text_of(&path);
        let translation = Translation::read(code, &[&json]);
        let translation = translation.unwrap_or_else(|why| panic!("{path:?}: {why:?}"));
        File { name: name.display().to_string(), code, is_for_builder, translation }
    };
    both.map(file).collect()
}

/// A text that a language file must have: what it is called there, and what it says in English.
struct Wanted {
    id: String,
    english: String,
    is_for_builder: bool,
}

impl Wanted {
    fn is_plural(&self) -> bool {
        self.english.contains('|')
    }
}

/// The texts with a name, those of the help on templates, and those that `say!` names by their English.
fn wanted() -> Vec<Wanted> {
    let wanted = |key: Key, is_for_builder| Wanted {
        id: key.id.to_owned(),
        english: key.english.to_owned(),
        is_for_builder,
    };
    let of_builder = [BUILDING, DEPLOYING];
    let tables = ALL.iter().copied().chain([THRESH_ONLY, OUTSIDE]);
    let mut all: Vec<Wanted> = tables
        .flat_map(|table| {
            let is_for_builder = of_builder.contains(&table);
            table.iter().map(move |(_, key)| wanted(*key, is_for_builder))
        })
        .collect();
    let mut said = said();
    for key in docs::all() {
        said.entry(key.english.to_owned()).or_insert(true);
    }
    all.extend(said.into_iter().map(|(text, is_for_builder)| Wanted {
        id: text.clone(),
        english: text,
        is_for_builder,
    }));
    all
}

/// The patterns of all `say!` in the source but those that only join others, and whether only the builder says them.
fn said() -> BTreeMap<String, bool> {
    let mut found = BTreeMap::new();
    for path in ["src", "crates"].into_iter().flat_map(sources) {
        let text = text_of(&path);
        let name = path.strip_prefix(root()).unwrap_or(&path).display().to_string();
        let name = name.replace('\\', "/");
        let is_for_builder = OF_BUILDER.iter().any(|place| name.starts_with(place));
        let code = text.split("\n#[cfg(test)]").next().unwrap_or_default();
        let code: Vec<&str> =
            code.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
        for after in code.join("\n").split("say!(").skip(1) {
            let Some(literal) = after.trim_start().strip_prefix('"') else { continue };
            let text = unescaped(literal);
            let own = placeholders(&text)
                .iter()
                .fold(text.clone(), |text, name| text.replace(&format!("{{{name}}}"), ""));
            if !own.trim().is_empty() {
                *found.entry(text).or_insert(true) &= is_for_builder;
            }
        }
    }
    assert!(found.len() > 300, "the macro has another name now");
    found
}

/// The Rust files of a folder that are not tests.
fn sources(folder: &str) -> Vec<PathBuf> {
    let mut found = files_below(&root().join(folder), &["rs"]);
    let is_test = |path: &Path| {
        let folders = path
            .components()
            .any(|part| matches!(part.as_os_str().to_str(), Some("tests" | "benches")));
        folders || path.ends_with("tests.rs")
    };
    found.retain(|path| !is_test(path.strip_prefix(root()).unwrap_or(path)));
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
    for File { name, is_for_builder, translation, .. } in files() {
        let wanted = texts.iter().filter(|text| text.is_for_builder == is_for_builder);
        let wanted: BTreeSet<&str> = wanted.map(|text| text.id.as_str()).collect();
        let found: BTreeSet<&str> = translation.texts().keys().map(String::as_str).collect();
        let missing: Vec<&&str> = wanted.difference(&found).collect();
        let extra: Vec<&&str> = found.difference(&wanted).collect();
        assert!(missing.is_empty(), "languages/{name} lacks {missing:?}");
        assert!(extra.is_empty(), "languages/{name} has texts that are not said there: {extra:?}");
    }
}

#[test]
fn every_text_has_the_placeholders_of_the_english_one() {
    let texts = wanted();
    for File { name, translation, .. } in files() {
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
                    "languages/{name}, {}: “{text}” for “{}”",
                    key.id,
                    key.english
                );
                assert!(!text.trim().is_empty(), "languages/{name}, {} is empty", key.id);
            }
        }
    }
}

#[test]
fn every_count_has_the_forms_of_its_language() {
    let texts = wanted();
    for File { name, code, translation, .. } in files() {
        let wanted: BTreeSet<Plural> = plurals(code).into_iter().collect();
        for key in &texts {
            let Some(text) = translation.texts().get(&key.id) else { continue };
            match text {
                Variants::One(text) => {
                    assert!(
                        !text.contains('|'),
                        "languages/{name}, {}: forms are an object",
                        key.id
                    );
                    assert!(
                        !key.is_plural() || wanted.len() == 1,
                        "languages/{name}, {} needs the forms {wanted:?}",
                        key.id
                    );
                }
                Variants::Each(forms) => {
                    assert!(key.is_plural(), "languages/{name}, {} counts nothing", key.id);
                    let found: BTreeSet<Plural> = forms
                        .keys()
                        .map(|name| {
                            let known = Plural::NAMES.iter().find(|(known, _)| known == name);
                            known
                                .unwrap_or_else(|| panic!("languages/{name}, {}: {name}", key.id))
                                .1
                        })
                        .collect();
                    assert_eq!(found, wanted, "languages/{name}, {}", key.id);
                }
            }
        }
    }
}

#[test]
fn what_is_said_without_the_program_stands_there_in_english() {
    let text = |file: &str| text_of(&root().join(file));
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
    let languages = root().join("languages");
    for folder in [languages.clone(), languages.join(FOR_BUILDER)] {
        for entry in fs::read_dir(folder).expect("a folder of languages").flatten() {
            let name = entry.file_name().to_string_lossy().into_owned();
            let known = LANGUAGES.iter().any(|l| name == format!("{}.json", l.code));
            let is_expected = name == FOR_BUILDER || known && name != "en.json";
            assert!(is_expected, "languages/{name} is the file of no language");
        }
    }
}
