//! Items of `annotation`, of `instance_questions` and of `options`: the decision tree. Its depth is bounded by that of the YAML.

use std::collections::HashMap;

use super::category::{PrecedingCategories, no_effect};
use super::fields::SectionFields;
use super::report::{CompileReport, ExpectedValue, another_name, cannot_be};
use crate::hotkeys::{free_hotkey, is_reserved};
use crate::model::{Checkbox, Choice, Question, QuestionKind, Slider, readable};
use crate::number::{Decimal, NumberRange, SliderRange};
use crate::schema::{self, ANSWER_MEANINGS, SchemaSectionKind};
use crate::yaml::{MappingEntry, TextLocation, YamlNode, YamlScalar, YamlValue};
use spanwise_diagnostics::{Diagnostic, quoted};
use spanwise_i18n::say;

/// The member of a stored answer that names the chosen option.
const RESERVED: &str = "val";

/// Names and hotkeys of the siblings before, with their lines.
#[derive(Default)]
struct Siblings {
    names: HashMap<String, u32>,
    hotkeys: HashMap<char, u32>,
}

impl PrecedingCategories {
    /// The questions in the list of a key.
    pub(super) fn questions(
        &mut self,
        report: &mut CompileReport<'_>,
        fields: &SectionFields<'_>,
        key: &str,
    ) -> Vec<Question> {
        let Some(entry) = fields.get(key) else { return Vec::new() };
        let mut siblings = Siblings::default();
        let items = report.items(entry).iter();
        items.filter_map(|node| self.question(report, node, &mut siblings)).collect()
    }

    fn question(
        &mut self,
        report: &mut CompileReport<'_>,
        node: &YamlNode,
        siblings: &mut Siblings,
    ) -> Option<Question> {
        let fields = report.fields(node, &schema::QUESTION)?;
        let (name, at) = report.name(&fields)?;
        if let Some(line) = siblings.names.get(&name) {
            report.duplicate_name(&name, at, *line);
            return None;
        }
        siblings.names.insert(name.clone(), at.line);
        self.check_name(report, &name, at);
        let hotkey = report.hotkey_of(&fields, &mut siblings.hotkeys);
        let place = fields.get("hotkey").map(|entry| entry.value.at.clone());
        self.of_questions.extend(hotkey.zip(place));
        let prompt = report.prompt_of(&fields);
        let required = report.flag_of(&fields, "required").unwrap_or(true);
        let Some(entry) = fields.get("options") else {
            if !node.cut {
                report.add(no_options(&fields));
            }
            return None;
        };
        Some(Question {
            kind: report.kind(entry, &fields)?,
            label: report.label_of(&fields, &name),
            description: report.text_of(&fields, "description"),
            prompt,
            hotkey,
            required,
            name,
        })
    }
}

/// The `options` of an item, if it is a map with some.
fn options_of(item: &YamlNode) -> Option<&MappingEntry> {
    match &item.value {
        YamlValue::Map(map) => map.get("options"),
        YamlValue::Scalar(_) | YamlValue::Seq(_) => None,
    }
}

fn no_options(fields: &SectionFields<'_>) -> Diagnostic {
    let at = fields.written("options").map_or(fields.node().head(), |entry| &entry.key.at);
    at.error(
        "missing-options",
        say!(CompileQuestionNoOptionsCannotAnswered),
        say!(CompileAddOptionsListOrWord),
    )
}

impl CompileReport<'_> {
    /// The items of a list.
    pub(super) fn items<'n>(&mut self, entry: &'n MappingEntry) -> &'n [YamlNode] {
        if let Some(list) = entry.value.as_sequence() {
            return &list.items;
        }
        self.wrong_value(entry, ExpectedValue::List);
        &[]
    }

    /// The prompt. `questions` is a known slip, reported but understood.
    fn prompt_of(&mut self, fields: &SectionFields<'_>) -> String {
        let text = self.text_of(fields, "question").or_else(|| {
            let slip = fields.get("questions")?.value.as_scalar()?;
            Some(slip.text.to_string())
        });
        text.unwrap_or_default()
    }

    /// The kind of answer that `options` asks for, with the keys beside it.
    fn kind(&mut self, entry: &MappingEntry, fields: &SectionFields<'_>) -> Option<QuestionKind> {
        let kind = match &entry.value.value {
            YamlValue::Scalar(_) => self.word("options", &entry.value, ANSWER_MEANINGS)?,
            YamlValue::Seq(list) => {
                let choices = self.choices(entry, &list.items)?;
                if self.flag_of(fields, "multiple") == Some(true) {
                    QuestionKind::Checkboxes(self.checkboxes(&list.items, choices))
                } else {
                    QuestionKind::Choice(choices)
                }
            }
            YamlValue::Map(_) => {
                self.wrong_value(entry, ExpectedValue::List);
                return None;
            }
        };
        let used = schema::keys_of_answers(&kind);
        for key in schema::ANSWER_KEYS.iter().filter(|key| !used.contains(key)) {
            let message = say!(CompileNoEffectWithTheseAnswers, key = *key);
            no_effect(self, fields, key, message, say!(JsonRemoveIt));
        }
        Some(match kind {
            QuestionKind::Number { .. } => QuestionKind::Number {
                range: self.range_of(fields, NumberRange::new).unwrap_or(NumberRange::ANY),
                unit: self.text_of(fields, "unit").filter(|unit| !unit.is_empty()),
            },
            QuestionKind::Slider(_) => QuestionKind::Slider(Slider {
                range: self.range_of(fields, SliderRange::new).unwrap_or(SliderRange::DEFAULT),
                min_label: self.text_of(fields, "min_label"),
                max_label: self.text_of(fields, "max_label"),
            }),
            QuestionKind::Binary
            | QuestionKind::Likert(_)
            | QuestionKind::Textbox
            | QuestionKind::Textarea
            | QuestionKind::Choice(_)
            | QuestionKind::Checkboxes(_) => kind,
            QuestionKind::Replacement if self.takes_replacements => kind,
            QuestionKind::Replacement => {
                self.add(entry.value.at.error(
                    "no-replacement",
                    say!(CompileReplacementOfNoSpan),
                    say!(CompileAskReplacementInSingleSpan),
                ));
                return None;
            }
        })
    }

    /// The range that `min`, `max` and `step` make; `None`, with a report, if they make none.
    fn range_of<R>(
        &mut self,
        fields: &SectionFields<'_>,
        range: fn(Option<Decimal>, Option<Decimal>, Option<Decimal>) -> Option<R>,
    ) -> Option<R> {
        let [min, max, step] = ["min", "max", "step"].map(|key| self.decimal_of(fields, key));
        let made = range(min, max, step);
        if made.is_none() {
            let key = if range(min, max, None).is_some() {
                "step"
            } else if max.is_some() {
                "max"
            } else {
                "min"
            };
            if let Some((text, at)) =
                fields.get(key).and_then(|entry| self.plain(entry, ExpectedValue::Number))
            {
                let remedy = say!(CompileWriteMinLessThanMax);
                self.add(at.error("bad-range", cannot_be(key, text), remedy));
            }
        }
        made
    }

    /// The options of a list of which several can be chosen. They ask nothing further.
    fn checkboxes(&mut self, items: &[YamlNode], choices: Vec<Choice>) -> Vec<Checkbox> {
        for options in items.iter().filter_map(|item| options_of(item)) {
            let message = say!(CompileNoEffectWithTheseAnswers, key = "options");
            self.add(options.key.at.warning("no-effect", message, say!(JsonRemoveIt)));
        }
        let checkbox = |choice: Choice| Checkbox {
            name: choice.name,
            label: choice.label,
            description: choice.description,
            hotkey: choice.hotkey,
        };
        choices.into_iter().map(checkbox).collect()
    }

    /// The options of a list; `None` if none of them can be used.
    fn choices(&mut self, entry: &MappingEntry, items: &[YamlNode]) -> Option<Vec<Choice>> {
        if items.is_empty() && !entry.value.cut {
            self.add(entry.key.at.error(
                "empty-options",
                say!(CompileOptionsListsNothingChooseFrom),
                say!(CompileListAtLeastOneOptionEach),
            ));
        }
        let mut siblings = Siblings::default();
        let choices = items.iter().filter_map(|node| self.choice(node, &mut siblings));
        Some(choices.collect()).filter(|choices: &Vec<Choice>| !choices.is_empty())
    }

    fn choice(&mut self, node: &YamlNode, siblings: &mut Siblings) -> Option<Choice> {
        if let Some(scalar) = node.as_scalar().filter(|_| !node.is_null()) {
            return self.bare_choice(node, scalar, siblings);
        }
        let fields = self.fields(node, &schema::CHOICE)?;
        let (name, at) = self.name(&fields)?;
        if !self.claim(&name, at, siblings) {
            return None;
        }
        let label = self.label_of(&fields, &name);
        Some(Choice {
            description: self.text_of(&fields, "description"),
            hotkey: self.hotkey_of(&fields, &mut siblings.hotkeys),
            weight: self.weight_of(&fields),
            follow_up: self.follow_up(&fields, &name, &label).map(Box::new),
            label,
            name,
        })
    }

    /// `- name` in place of `- name: name`.
    fn bare_choice(
        &mut self,
        node: &YamlNode,
        scalar: &YamlScalar,
        siblings: &mut Siblings,
    ) -> Option<Choice> {
        let name = scalar.text.to_string();
        if !self.claim(&name, &node.at, siblings) {
            return None;
        }
        let written = self.text().get(node.at.bytes.clone()).unwrap_or_default();
        self.add(Diagnostic {
            fix: Some(format!("{{name: {written}}}"))
                .filter(|_| !written.contains(['\n', ',', '{', '}', '[', ']'])),
            ..node.at.hint(
                "bare-option",
                say!(CompileOptionNotMap, name = quoted(&name)),
                say!(CompileWriteNameThreshNeeds),
            )
        });
        let label = readable(&name);
        Some(Choice { name, label, description: None, hotkey: None, weight: None, follow_up: None })
    }

    /// Takes a name for an option; returns `false`, with a report, if it is reserved or taken.
    fn claim(&mut self, name: &str, at: &TextLocation, siblings: &mut Siblings) -> bool {
        if name == RESERVED {
            self.add(at.error(
                "reserved-name",
                say!(CompileOptionCannotNamedValKeyStored),
                another_name(),
            ));
            return false;
        }
        if let Some(line) = siblings.names.get(name) {
            self.duplicate_name(name, at, *line);
            return false;
        }
        siblings.names.insert(name.to_owned(), at.line);
        true
    }

    /// The follow-up question of an option.
    fn follow_up(
        &mut self,
        fields: &SectionFields<'_>,
        name: &str,
        label: &str,
    ) -> Option<Question> {
        let prompt = self.prompt_of(fields);
        let required = self.flag_of(fields, "required").unwrap_or(true);
        let Some(entry) = fields.get("options") else {
            for key in
                ["question", "required"].into_iter().chain(schema::ANSWER_KEYS.iter().copied())
            {
                let message = say!(CompileNoEffectOptionNoOptions, key);
                no_effect(self, fields, key, message, say!(CompileAddOptionsOrRemove));
            }
            return None;
        };
        Some(Question {
            kind: self.kind(entry, fields)?,
            name: name.to_owned(),
            label: label.to_owned(),
            prompt,
            description: None,
            hotkey: None,
            required,
        })
    }

    /// A single character that no sibling has; capital letters count as small ones.
    pub(super) fn hotkey_of(
        &mut self,
        fields: &SectionFields<'_>,
        taken: &mut HashMap<char, u32>,
    ) -> Option<char> {
        let (text, at) = self.plain(fields.get("hotkey")?, ExpectedValue::Character)?;
        let mut characters = text.chars();
        let (Some(key), None) = (characters.next(), characters.next()) else {
            self.add(at.warning(
                "bad-hotkey",
                say!(CompileNotSingleCharacter, found = quoted(text)),
                say!(CompileWriteOneLetterOrDigit),
            ));
            return None;
        };
        let is_question = fields.section().part == SchemaSectionKind::Question;
        let key = key.to_lowercase().next().unwrap_or(key);
        if is_reserved(key) || is_question && key.is_ascii_digit() {
            self.reserved_hotkey(fields, text, at);
            return None;
        }
        if let Some(line) = taken.get(&key) {
            self.duplicate_hotkey(text, at, *line);
            return None;
        }
        taken.insert(key, at.line);
        Some(key)
    }

    /// Reports a hotkey that the page itself uses.
    fn reserved_hotkey(&mut self, fields: &SectionFields<'_>, text: &str, at: &TextLocation) {
        let label = fields.get("label").or_else(|| fields.get("name"));
        let label = label.and_then(|entry| entry.value.as_scalar()).map_or("", |s| &s.text);
        let free = free_hotkey(label, self.text()).map(String::from);
        let remedy = match &free {
            Some(free) => {
                say!(CompileWriteAnotherLetterSuch, example = free.clone())
            }
            None => say!(CompileWriteALetter),
        };
        let message = say!(CompileAlreadyDoesSomethingElse, hotkey = quoted(text));
        self.add(Diagnostic { fix: free, ..at.warning("reserved-hotkey", message, remedy) });
    }

    /// Reports a hotkey that another part has.
    pub(super) fn duplicate_hotkey(&mut self, text: &str, at: &TextLocation, line: u32) {
        self.add(at.warning(
            "duplicate-hotkey",
            say!(CompileHotkeyAlreadyTakenInLine, hotkey = quoted(text), line),
            say!(CompileChooseAnotherHotkeyUntilThenPart),
        ));
    }
}
