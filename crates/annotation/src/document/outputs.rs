//! The outputs of an instance, which are its texts on the target side: the order in which a page shows them, and what it
//! calls them.
//!
//! Few templates need these rules, so they are reached through a function pointer that [`enable`] sets: a program that
//! never calls it does not contain them, and shows texts in the order of the data, under their names.

use std::sync::OnceLock;

use super::texts::{NamedText, Texts};
use crate::fingerprint::fingerprint;
use spanwise_template::{OutputSettings, Side};

/// A text in its place on a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ArrangedText<'t> {
    /// The text.
    pub text: &'t NamedText,
    /// The name that people see instead of its own.
    pub blind_name: Option<String>,
}

type Arrange = for<'t> fn(&'t Texts, &OutputSettings) -> Vec<ArrangedText<'t>>;

static ARRANGE: OnceLock<Arrange> = OnceLock::new();

/// Makes the rules known to the program; before, outputs are neither shuffled nor blind.
pub fn enable() {
    ARRANGE.get_or_init(|| arrange);
}

/// The texts of an instance as a page shows them, in their order.
#[must_use]
pub fn arranged<'t>(texts: &'t Texts, settings: &OutputSettings) -> Vec<ArrangedText<'t>> {
    match ARRANGE.get() {
        Some(arrange) => arrange(texts, settings),
        None => texts.iter().map(|text| ArrangedText { text, blind_name: None }).collect(),
    }
}

/// Several outputs are blind if the template says so; one alone has nothing to hide.
fn arrange<'t>(texts: &'t Texts, settings: &OutputSettings) -> Vec<ArrangedText<'t>> {
    let is_blind = settings.blind && texts.on(Side::Target).nth(1).is_some();
    let mut outputs = 0..;
    let arranged = |text: &'t NamedText| {
        let is_hidden = is_blind && text.role.side() == Some(Side::Target);
        let place = if is_hidden { outputs.next() } else { None };
        ArrangedText { text, blind_name: place.map(blind_name) }
    };
    shown_order(texts, settings).into_iter().map(arranged).collect()
}

/// The texts of an instance in the order in which a page shows them: that of the data, with the outputs in a random order
/// if the template gives a seed for it.
///
/// The order depends on the seed and on the outputs, by their names and contents, and on nothing else: it is the same on
/// every device, and wherever the instance stands in its file.
fn shown_order<'t>(texts: &'t Texts, settings: &OutputSettings) -> Vec<&'t NamedText> {
    let mut shown: Vec<&NamedText> = texts.iter().collect();
    let Some(seed) = settings.shuffle.as_deref() else { return shown };
    let is_output = |text: &&NamedText| text.role.side() == Some(Side::Target);
    let mut outputs: Vec<&NamedText> = texts.on(Side::Target).collect();
    outputs.sort_by(|a, b| a.name.cmp(&b.name));
    let mut identity = part(seed);
    for text in &outputs {
        identity.extend(part(text.name.as_str()));
        identity.extend(part(text.text.as_str()));
    }
    let key = |text: &&NamedText| {
        mixed(fingerprint(&[&*identity, text.name.as_str().as_bytes()].concat()))
    };
    outputs.sort_by_key(key);
    let places = shown.iter_mut().filter(|text| is_output(text));
    for (place, output) in places.zip(outputs) {
        *place = output;
    }
    shown
}

/// A text with its length before it, so that no two lists of texts are the same bytes.
fn part(text: &str) -> Vec<u8> {
    [&text.len().to_le_bytes()[..], text.as_bytes()].concat()
}

/// The last step of SplitMix64 (Steele, Lea and Flood 2014), after which similar numbers are far apart.
fn mixed(number: u64) -> u64 {
    let mixed = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

/// The name that a page gives an output instead of its own, by its place among those shown, from 0: A to Z, then A2 to
/// Z2.
fn blind_name(place: usize) -> String {
    let letter = char::from(b'A' + u8::try_from(place % 26).unwrap_or_default());
    match place / 26 {
        0 => letter.to_string(),
        round => format!("{letter}{}", round + 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::{TextName, TextRole};

    fn texts(listed: &[(&str, TextRole, &str)]) -> Texts {
        let mut texts = Texts::none();
        for (name, role, text) in listed {
            texts.add(NamedText::new(TextName::new(name), *role, (*text).into())).unwrap();
        }
        texts
    }

    fn names(texts: &Texts, seed: Option<&str>) -> Vec<String> {
        let settings = OutputSettings { shuffle: seed.map(str::to_owned), ..Default::default() };
        shown_order(texts, &settings).iter().map(|text| text.name.as_str().to_owned()).collect()
    }

    const LISTED: [(&str, TextRole, &str); 6] = [
        ("source", TextRole::Source, "s"),
        ("a", TextRole::Target, "one"),
        ("reference", TextRole::Context, "r"),
        ("b", TextRole::Target, "two"),
        ("c", TextRole::Target, "three"),
        ("d", TextRole::Target, "four"),
    ];

    #[test]
    fn without_a_seed_the_order_is_that_of_the_data() {
        let order = names(&texts(&LISTED), None);
        assert_eq!(order, ["source", "a", "reference", "b", "c", "d"]);
    }

    #[test]
    fn only_outputs_change_places_and_the_order_of_the_data_makes_no_difference() {
        let order = names(&texts(&LISTED), Some("7"));
        assert_eq!((order[0].as_str(), order[2].as_str()), ("source", "reference"));
        let outputs = |order: &[String]| [&order[1..2], &order[3..]].concat();
        let mut sorted = outputs(&order);
        sorted.sort();
        assert_eq!(sorted, ["a", "b", "c", "d"]);
        let mut turned = LISTED;
        turned.swap(1, 5);
        turned.swap(3, 4);
        assert_eq!(outputs(&names(&texts(&turned), Some("7"))), outputs(&order));
        assert_eq!(names(&texts(&LISTED), Some("7")), order);
    }

    #[test]
    fn each_output_comes_first_about_equally_often() {
        let mut first = [0; 3];
        for number in 0..600 {
            let content = format!("text {number}");
            let texts = texts(&[
                ("a", TextRole::Target, &content),
                ("b", TextRole::Target, "the same"),
                ("c", TextRole::Target, ""),
            ]);
            let order = names(&texts, Some("seed"));
            first[["a", "b", "c"].iter().position(|name| *name == order[0]).unwrap()] += 1;
        }
        // 200 expected; four standard deviations are 46.
        assert!(first.iter().all(|count| (154..=246).contains(count)), "{first:?}");
    }

    #[test]
    fn several_outputs_are_blind_in_the_order_of_the_page() {
        let settings = OutputSettings { blind: true, shuffle: Some("7".into()) };
        let names = |listed: &[(&str, TextRole, &str)]| {
            let texts = texts(listed);
            let arranged = arrange(&texts, &settings).into_iter().map(|shown| shown.blind_name);
            arranged.map(Option::unwrap_or_default).collect::<Vec<_>>()
        };
        assert_eq!(names(&LISTED), ["", "A", "", "B", "C", "D"]);
        assert_eq!(names(&LISTED[..3]), ["", "", ""]);
    }

    #[test]
    fn blind_names_are_letters() {
        let cases = [(0, "A"), (1, "B"), (25, "Z"), (26, "A2"), (53, "B3")];
        for (place, name) in cases {
            assert_eq!(blind_name(place), name);
        }
    }
}
