//! The texts of the interface in all languages: none missing, none extra, none unused, each with its places and plural
//! forms.

#![expect(clippy::panic, reason = "a test that cannot read its files fails")]

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use icu_locale_core::LanguageIdentifier;
use icu_plurals::{PluralCategory, PluralRules};
use spanwise_i18n::{BUILDER, LANGUAGES, MAIN, THRESH_ONLY, TextGroup, TextId, Translation};
use spanwise_tests::{entries, files_below, root, text_of};

/// The folder of the texts of the builder, of deploying, of conversions, of figures and of language models, which annotators
/// do not fetch.
const FOR_BUILDER: &str = "build";

/// The sources that alone may use the texts of the builder.
const OF_BUILDER: [&str; 19] = [
    "crates/template/src/completion/",
    "crates/template/src/example_check.rs",
    "crates/template/src/look_alikes.rs",
    "crates/template/src/outline/",
    "crates/template/src/docs.rs",
    "crates/training/src/",
    "crates/deployment/src/",
    "src/app/builder/",
    "src/app/conversion/",
    "src/app/deployment/",
    "src/app/figures/",
    "src/app/language_model/",
    "src/app/training/",
    "src/ui/annotate/suggestions.rs",
    "src/ui/build/",
    "src/ui/deploy/",
    "src/ui/figures/",
    "src/ui/language_model/",
    "src/ui/training/",
];

/// The pages that show texts without the program.
const PAGES: [&str; 2] = ["index.html", "public/404.html"];

/// Endings by which i18next and tools for translators know the forms of a count.
const FORMS: [&str; 6] = ["zero", "one", "two", "few", "many", "other"];

type Texts = BTreeMap<String, BTreeMap<String, String>>;

/// A language file.
struct File {
    name: String,
    code: &'static str,
    groups: &'static [TextGroup],
    texts: Texts,
}

impl File {
    fn text(&self, group: &str, name: &str) -> Option<&str> {
        Some(self.texts.get(group)?.get(name)?)
    }

    /// The ids and contents of the texts of the file.
    fn entries(&self) -> impl Iterator<Item = (String, &str)> {
        self.texts.iter().flat_map(|(group, names)| {
            names.iter().map(move |(name, text)| (format!("{group}.{name}"), text.as_str()))
        })
    }
}

/// The files of every language.
fn files() -> Vec<File> {
    let file = |code, folder: &str, groups| {
        let name = Path::new(folder).join(format!("{code}.json")).display().to_string();
        let json = text_of(&root().join("languages").join(&name));
        Translation::read(code, &[&json]).unwrap_or_else(|why| panic!("{name}: {why:?}"));
        let texts = serde_json::from_str(&json).unwrap_or_else(|why| panic!("{name}: {why}"));
        File { name, code, groups, texts }
    };
    let codes = LANGUAGES.iter().map(|language| language.code);
    codes.flat_map(|code| [file(code, "", MAIN), file(code, FOR_BUILDER, BUILDER)]).collect()
}

/// A text with its group and its name, whose id joins them by a point.
#[derive(Clone, Copy)]
struct Text {
    group: &'static str,
    name: &'static str,
    key: TextId,
}

impl Text {
    fn id(self) -> String {
        format!("{}.{}", self.group, self.name)
    }
}

fn texts(groups: &'static [TextGroup]) -> impl Iterator<Item = Text> {
    let of_group = |group: &'static TextGroup| {
        group.texts.iter().map(|(name, key)| Text { group: group.name, name, key: *key })
    };
    groups.iter().flat_map(of_group)
}

/// The texts that are shown without the program.
fn outside() -> Vec<Text> {
    texts(MAIN).filter(|text| ["boot", "lost"].contains(&text.group)).collect()
}

/// The plural categories that whole numbers have in a language.
fn categories_of(code: &str) -> BTreeSet<&'static str> {
    let language: LanguageIdentifier =
        code.parse().unwrap_or_else(|why| panic!("{code} is no language: {why}"));
    let rules = PluralRules::try_new_cardinal((&language).into())
        .unwrap_or_else(|why| panic!("{code} has no rules: {why}"));
    let name = |n: u32| match rules.category_for(n) {
        PluralCategory::Zero => "zero",
        PluralCategory::One => "one",
        PluralCategory::Two => "two",
        PluralCategory::Few => "few",
        PluralCategory::Many => "many",
        PluralCategory::Other => "other",
    };
    (0..=111).chain([1_000_000]).map(name).collect()
}

/// The forms that the texts of a file have: all that its language has, or one for every count, as in Vietnamese, where
/// CLDR knows a form for one that tools do not. A form that is missing is said as `other`.
fn categories(file: &File) -> BTreeSet<&'static str> {
    let is_form = |name: &str| FORMS.iter().any(|form| name.ends_with(&format!("_{form}")));
    match file.entries().any(|(name, _)| is_form(&name) && !name.ends_with("_other")) {
        true => categories_of(file.code),
        false => BTreeSet::from(["other"]),
    }
}

/// The names by which a language has a text.
fn names(text: Text, categories: &BTreeSet<&str>) -> Vec<String> {
    match text.key.counts() {
        true => categories.iter().map(|form| format!("{}_{form}", text.name)).collect(),
        false => vec![text.name.to_owned()],
    }
}

/// The names between double braces.
fn places(text: &str) -> BTreeSet<&str> {
    let names = text.split("{{").skip(1);
    names.filter_map(|rest| rest.split_once("}}").map(|(name, _)| name)).collect()
}

// Thresh 11.22: languages lack texts
#[test]
fn every_language_has_every_text_in_all_its_forms_and_no_other() {
    for file in files() {
        let categories = categories(&file);
        let of_group = |text: Text| {
            let names = names(text, &categories).into_iter();
            names.map(move |name| format!("{}.{name}", text.group)).collect::<Vec<_>>()
        };
        let wanted = texts(file.groups).flat_map(of_group);
        let wanted: BTreeSet<String> = wanted.collect();
        let found: BTreeSet<String> = file.entries().map(|(name, _)| name).collect();
        let missing: Vec<&String> = wanted.difference(&found).collect();
        let extra: Vec<&String> = found.difference(&wanted).collect();
        assert!(missing.is_empty(), "languages/{} lacks {missing:?}", file.name);
        assert!(extra.is_empty(), "languages/{} has what is said nowhere: {extra:?}", file.name);
    }
}

#[test]
fn every_text_has_the_places_of_the_english_one() {
    for file in files() {
        let categories = categories(&file);
        for Text { group, name, key } in texts(file.groups) {
            let wanted = places(key.english());
            for name in names(Text { group, name, key }, &categories) {
                let Some(text) = file.text(group, &name) else { continue };
                let id = format!("{group}.{name}");
                let found = places(text);
                // One, two and none may be words rather than figures.
                let is_spelt = ["_zero", "_one", "_two"].iter().any(|form| id.ends_with(form));
                let is_complete = found == wanted
                    || (key.counts() && is_spelt && wanted.difference(&found).all(|n| *n == "n"));
                assert!(
                    found.is_subset(&wanted) && is_complete,
                    "languages/{}, {id}: “{text}” for “{}”",
                    file.name,
                    key.english()
                );
                assert!(!text.trim().is_empty(), "languages/{}, {id} is empty", file.name);
            }
        }
    }
}

#[test]
fn every_place_has_two_braces_and_every_count_its_number() {
    for file in files() {
        for (id, text) in file.entries() {
            let without = places(text)
                .iter()
                .fold(text.to_owned(), |text, name| text.replace(&format!("{{{{{name}}}}}"), ""));
            assert!(!without.contains(['{', '}']), "languages/{}, {id}: “{text}”", file.name);
        }
    }
    for text in texts(MAIN).chain(texts(BUILDER)).filter(|text| text.key.counts()) {
        assert!(text.key.has_place("n"), "{} has forms, but does not say how many", text.id());
    }
}

#[test]
fn no_name_looks_like_a_form_of_a_count() {
    for text in texts(MAIN).chain(texts(BUILDER)) {
        let looks = FORMS.iter().any(|form| text.name.ends_with(&format!("_{form}")));
        assert!(!looks, "tools would take {} for a form of another text", text.id());
    }
}

#[test]
fn the_sentence_of_the_start_page_has_its_marked_words_in_order() {
    for file in files().iter().filter(|file| file.texts.contains_key("hub")) {
        let mut rest = file.text("hub", "sentence").unwrap_or_default();
        for mark in ["span", "category", "questions"] {
            let words = file.text("hub", &format!("marked_{mark}_words")).unwrap_or_default();
            let found = rest.split_once(words).filter(|_| !words.is_empty());
            let Some((_, after)) = found else {
                panic!("{}: “{words}” after the last", file.name)
            };
            rest = after;
        }
    }
}

/// The texts that are looked up by the names of keys and words of templates, not by their constants.
fn is_looked_up(text: &Text) -> bool {
    ["help_section", "help_title", "help_item"].contains(&text.group)
        || text.group.starts_with("help_key_")
        || text.group.starts_with("help_word_")
}

/// The Rust name of a text, as `crates/i18n/build.rs` makes it.
fn constant(text: Text) -> String {
    let id = text.id();
    let words = id.split(|c: char| !c.is_ascii_alphanumeric());
    let capitalised = words.map(|word| match word.split_at_checked(1) {
        Some((first, rest)) => first.to_ascii_uppercase() + rest,
        None => String::new(),
    });
    capitalised.collect()
}

/// The constants that the program names, with the files that do; tests and comments left out.
fn said() -> BTreeMap<String, Vec<String>> {
    let mut found: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for path in ["src", "crates"].into_iter().flat_map(|f| files_below(&root().join(f), &["rs"])) {
        let name = path.strip_prefix(root()).unwrap_or(&path).display().to_string();
        let name = name.replace('\\', "/");
        let is_list = name == "crates/i18n/src/replaceable.rs";
        if is_list || name.contains("/tests/") || name.ends_with("tests.rs") {
            continue;
        }
        let text = text_of(&path);
        let code = text.split("\n#[cfg(test)]").next().unwrap_or_default();
        let code: Vec<&str> =
            code.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
        let code = code.join("\n");
        for start in ["say!(", "TextId::", "Text::"] {
            for after in code.split(start).skip(1) {
                let word = after.trim_start();
                let end = word.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(word.len());
                let word = word.get(..end).unwrap_or_default().to_owned();
                found.entry(word).or_default().push(name.clone());
            }
        }
    }
    found
}

// Thresh 11.43: texts that nothing shows
#[test]
fn every_text_is_said_somewhere_and_those_of_the_builder_only_there() {
    let said = said();
    for (groups, is_for_builder) in [(MAIN, false), (BUILDER, true)] {
        for text in texts(groups).filter(|text| !is_looked_up(text)) {
            if ["boot", "lost"].contains(&text.group) || THRESH_ONLY.contains(&text.key) {
                continue;
            }
            let places = said.get(&constant(text)).map(Vec::as_slice).unwrap_or_default();
            assert!(!places.is_empty(), "nothing says {}: remove it", text.id());
            let is_of_builder = |name: &String| OF_BUILDER.iter().any(|p| name.starts_with(p));
            let elsewhere = places.iter().find(|name| !is_of_builder(name));
            assert!(
                !is_for_builder || elsewhere.is_none(),
                "{} is in the file of the builder, but said in {elsewhere:?}",
                text.id()
            );
        }
    }
}

#[test]
fn what_is_said_without_the_program_stands_there_in_english() {
    let pages = PAGES.map(|page| text_of(&root().join(page)));
    let scripts = ["public/boot.js", "public/words.js"].map(|name| text_of(&root().join(name)));
    for text in outside() {
        let (id, english) = (text.id(), text.key.english());
        let element = format!("data-text=\"{id}\">{english}<");
        assert!(pages.iter().any(|p| p.contains(&element)), "no page says {id}: “{english}”");
    }
    for page in &pages {
        let (shown, for_script) = page.split_once("<template").unwrap_or((page, ""));
        for (part, is_shown) in [(shown, true), (for_script, false)] {
            for element in part.split("data-text=\"").skip(1) {
                let (id, rest) = element.split_once("\">").unwrap_or_default();
                let text = rest.split('<').next().unwrap_or_default();
                let known = outside().into_iter().find(|text| text.id() == id);
                let english = known.map(|text| text.key.english());
                assert_eq!(english, Some(text), "no language can have {id}");
                let (_, name) = id.split_once('.').unwrap_or_default();
                let is_named = scripts.iter().any(|code| code.contains(&format!("\"{name}\"")));
                assert!(is_shown || is_named, "no script says {id}");
            }
        }
    }
    let boot = &scripts[0];
    for start in ["say(\"", "BootError(\"", "showNotice(\"", "remedy = \""] {
        for after in boot.split(start).skip(1) {
            let name = after.split('"').next().unwrap_or_default();
            let id = format!("data-text=\"boot.{name}\"");
            assert!(pages[0].contains(&id), "boot.js says {name}, which index.html lacks");
        }
    }
}

#[test]
fn there_is_no_other_file() {
    let languages = root().join("languages");
    for folder in [languages.clone(), languages.join(FOR_BUILDER)] {
        for path in entries(&folder) {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let is_known = LANGUAGES.iter().any(|l| name == format!("{}.json", l.code));
            assert!(name == FOR_BUILDER || is_known, "languages/{name} is the file of no language");
        }
    }
}

#[test]
fn every_table_of_a_report_has_a_heading_in_every_language() {
    let terms = text_of(&root().join("src/ui/figures/terms.rs"));
    let body = |function: &str| {
        let (_, body) = terms.split_once(&format!("fn {function}(")).unwrap_or_default();
        body.split("\n}\n").next().unwrap_or_default()
    };
    let named = [body("table_name"), body("symbol")].concat();
    for heading in spanwise_cli::table_headings() {
        assert!(named.contains(&format!("\"{heading}\"")), "the page has no text for “{heading}”");
    }
}
