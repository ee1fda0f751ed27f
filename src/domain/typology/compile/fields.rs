//! The keys of a map, checked against the schema.

use super::report::{Report, capitalized, quoted};
use crate::domain::diagnostic::Diagnostic;
use crate::domain::typology::schema::{self, Effect, Section};
use crate::domain::typology::suggest::nearest;
use crate::domain::yaml::{Entry, Node, Resolved, Value};

/// A map of a known kind.
pub(super) struct Fields<'n> {
    node: &'n Node,
    entries: &'n [Entry],
    section: &'static Section,
}

impl<'n> Fields<'n> {
    pub(super) fn node(&self) -> &'n Node {
        self.node
    }

    /// What kind of map it is.
    pub(super) fn section(&self) -> &'static Section {
        self.section
    }

    /// A key with its value, even if that is empty.
    pub(super) fn written(&self, key: &str) -> Option<&'n Entry> {
        self.entries.iter().find(|entry| &*entry.key.text == key)
    }

    /// A key with its value, unless that is empty.
    pub(super) fn get(&self, key: &str) -> Option<&'n Entry> {
        self.written(key).filter(|entry| !entry.value.is_null())
    }
}

impl Report<'_> {
    /// The keys of a map, after reporting those that do not belong there.
    pub(super) fn fields<'n>(
        &mut self,
        node: &'n Node,
        section: &'static Section,
    ) -> Option<Fields<'n>> {
        let Value::Map(entries) = &node.value else {
            self.wrong_type(&capitalized(section.title), node, "a map of keys and values");
            return None;
        };
        let fields = Fields { node, entries, section };
        for entry in entries.iter() {
            self.check_key(&fields, entry);
        }
        Some(fields)
    }

    fn check_key(&mut self, fields: &Fields<'_>, entry: &Entry) {
        let key = &*entry.key.text;
        match fields.section.key(key).map(|known| known.effect) {
            Some(Effect::Used) => {}
            Some(Effect::OlderNameOf(newer)) => {
                if fields.get(newer).is_some() {
                    let message = format!("`{key}` is the older name of `{newer}`, which is used.");
                    self.add(Diagnostic {
                        remedy: format!("Remove `{key}`."),
                        ..entry.key.at.warning("superseded-key", message)
                    });
                }
            }
            Some(Effect::None(why)) => self.add(Diagnostic {
                remedy: format!("{why} Remove it."),
                ..entry.key.at.warning("unused-key", format!("`{key}` has no effect."))
            }),
            None if self.is_full() => {}
            None => {
                let problem = unknown_key(fields, entry);
                self.add(problem);
            }
        }
    }
}

fn unknown_key(fields: &Fields<'_>, entry: &Entry) -> Diagnostic {
    let (key, section) = (&*entry.key.text, fields.section);
    let is_category = std::ptr::eq(section, &raw const schema::CATEGORY);
    if is_category && key == "multi_span" && fields.get("type").is_none() && is_true(&entry.value) {
        return multi_span(entry);
    }
    if let Some(meant) = section.meant_by(key) {
        return misspelt(fields, entry, meant);
    }
    let title = section.title;
    if schema::DATA_KEYS.contains(&key) {
        return Diagnostic {
            remedy: "Move it there.".to_owned(),
            ..entry
                .key
                .at
                .error("data-key", format!("`{key}` belongs in the data file, not in {title}."))
        };
    }
    if let Some(owner) = schema::owner_of(key) {
        let message = format!("`{key}` is a key of {}, not of {title}.", owner.title);
        return Diagnostic {
            remedy: "Move it there, or remove it.".to_owned(),
            ..entry.key.at.error("misplaced-key", message)
        };
    }
    let near_key = nearest(key, section.keys.iter().map(|key| key.name));
    let near_slip = || section.meant_by(nearest(key, section.slips.iter().map(|slip| slip.0))?);
    if let Some(meant) = near_key.or_else(near_slip) {
        return misspelt(fields, entry, meant);
    }
    Diagnostic {
        remedy: "It is ignored; remove it.".to_owned(),
        ..entry.key.at.warning("unknown-key", unknown(key, section))
    }
}

fn unknown(key: &str, section: &Section) -> String {
    format!("{} is not a key of {}.", quoted(key), section.title)
}

/// A key that resembles a known one, with a fix unless that one is there too.
fn misspelt(fields: &Fields<'_>, entry: &Entry, meant: &str) -> Diagnostic {
    let free = fields.written(meant).is_none();
    let remedy = if free {
        format!("Did you mean `{meant}`?")
    } else {
        format!("It is ignored, since there is `{meant}` too; remove it.")
    };
    Diagnostic {
        remedy,
        fix: free.then(|| meant.to_owned()),
        ..entry.key.at.error("unknown-key", unknown(&entry.key.text, fields.section))
    }
}

/// `multi_span: true`, which should be `type: multi_span`.
fn multi_span(entry: &Entry) -> Diagnostic {
    let at = entry.key.at.to(&entry.value.at);
    Diagnostic {
        remedy: "Did you mean `type: multi_span`?".to_owned(),
        fix: Some("type: multi_span".to_owned()),
        ..at.error("unknown-key", unknown("multi_span", &schema::CATEGORY))
    }
}

fn is_true(node: &Node) -> bool {
    node.as_scalar().is_some_and(|scalar| scalar.resolve() == Resolved::Bool(true))
}
