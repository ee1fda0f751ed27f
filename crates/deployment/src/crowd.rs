//! Studies on crowdsourcing platforms: the links for participants, and the lines that a study needs in its template.

use std::fmt;

use spanwise_diagnostics::{Diagnostic, Severity};
use spanwise_i18n::Message;
use spanwise_links::{Address, AddressParts, percent};
use spanwise_template::outline::{ItemPath, OutlineError, OutlineOperation, apply};
use spanwise_template::yaml::{self, double_quoted};
use spanwise_template::{Template, compile};
use spanwise_text::markup::escaped;

/// Appends parameters to the query of a link. Values are escaped; empty ones are left out.
#[must_use]
pub fn with_parameters(link: &str, parameters: &[(&str, &str)]) -> String {
    let given = parameters.iter().filter(|(_, value)| !value.is_empty());
    let pairs = given.map(|(name, value)| format!("{name}={}", percent::component(value)));
    appended(link, &pairs.collect::<Vec<_>>().join("&"))
}

/// Appends a text to the query of a link.
fn appended(link: &str, more: &str) -> String {
    if more.is_empty() {
        return link.to_owned();
    }
    let AddressParts { path, query, fragment } = AddressParts::of(link);
    let given = query.filter(|query| !query.is_empty()).map(|query| format!("{query}&"));
    let fragment = fragment.map(|fragment| format!("#{fragment}"));
    format!("{path}?{}{more}{}", given.unwrap_or_default(), fragment.unwrap_or_default())
}

/// The address of a study on Prolific, which replaces the placeholders for each participant:
/// <https://docs.prolific.com/api-reference/studies/the-study-object>.
#[must_use]
pub fn prolific_link(link: &str) -> String {
    let ids = ["PROLIFIC_PID", "STUDY_ID", "SESSION_ID"];
    appended(link, &ids.map(|id| format!("{id}={{{{%{id}%}}}}")).join("&"))
}

/// The link as a participant on Prolific follows it, for a trial.
#[must_use]
pub fn prolific_trial(link: &str) -> String {
    let ids = [("PROLIFIC_PID", "trial"), ("STUDY_ID", "trial"), ("SESSION_ID", "trial")];
    with_parameters(link, &ids)
}

/// The link as Mechanical Turk shows it before the task is accepted, for a trial.
#[must_use]
pub fn mturk_trial(link: &str) -> String {
    let ids = [("assignmentId", "ASSIGNMENT_ID_NOT_AVAILABLE"), ("hitId", "trial")];
    with_parameters(link, &ids)
}

/// The reason why Mechanical Turk cannot show a link.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MTurkProblem {
    /// Mechanical Turk shows only pages over `https`.
    NotHttps,
    /// Mechanical Turk appends its parameters to the address, after the fragment with the data.
    Fragment,
}

/// The question of a task on Mechanical Turk that shows this link in a frame; a height of 0 fills the window:
/// <https://docs.aws.amazon.com/AWSMechTurk/latest/AWSMturkAPI/ApiReference_ExternalQuestionArticle.html>.
///
/// # Errors
/// If Mechanical Turk cannot show the link.
pub fn external_question(link: &str, height: u32) -> Result<String, MTurkProblem> {
    const SCHEMA: &str = "http://mechanicalturk.amazonaws.com/AWSMechanicalTurkDataSchemas/2006-07-14/ExternalQuestion.xsd";
    if !Address::parse(link).is_ok_and(|address| address.is_https()) {
        return Err(MTurkProblem::NotHttps);
    }
    let AddressParts { query, fragment, .. } = AddressParts::of(link);
    if fragment.is_some() {
        return Err(MTurkProblem::Fragment);
    }
    // It appends `&hitId=…`, so there has to be a query.
    let link = if query.is_some() { link.to_owned() } else { format!("{link}?") };
    Ok(format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<ExternalQuestion xmlns=\"{SCHEMA}\">\n  \
         <ExternalURL>{}</ExternalURL>\n  <FrameHeight>{height}</FrameHeight>\n</ExternalQuestion>\n",
        escaped(&link),
    ))
}

/// The settings of a template for a study.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Study {
    /// `crowdsource`.
    pub platform: String,
    /// `prolific_completion_code`; empty for none.
    pub completion_code: String,
    /// Keys and values of `database`, `type` first; empty for none.
    pub database: Vec<(&'static str, String)>,
}

/// The reason why a study cannot be written into a template.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StudyError {
    /// The template has a `database` already.
    HasDatabase,
    /// A setting is invalid; with the message of the compiler or of the outline.
    Wrong(Message),
    /// The text cannot be changed without harm.
    Harm,
}

/// Writes the settings as lines of a template.
impl fmt::Display for Study {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "crowdsource: {}", scalar(&self.platform))?;
        if !self.completion_code.is_empty() {
            writeln!(f, "prolific_completion_code: {}", scalar(&self.completion_code))?;
        }
        f.write_str(&self.database_lines("\n"))
    }
}

impl Study {
    fn database_lines(&self, line_break: &str) -> String {
        if self.database.is_empty() {
            return String::new();
        }
        let line =
            |(key, value): &(&str, String)| format!("  {key}: {}{line_break}", scalar(value));
        let lines: String = self.database.iter().map(line).collect();
        format!("database:{line_break}{lines}")
    }

    /// Writes these settings into the text of a template; everything else in it stays.
    ///
    /// # Errors
    /// If the template has a `database` already, a setting is invalid, or the text cannot be changed without harm.
    pub fn written_into(&self, template: &str) -> Result<String, StudyError> {
        let mut text = template.to_owned();
        let code = (!self.completion_code.is_empty()).then(|| self.completion_code.clone());
        for (key, value) in
            [("prolific_completion_code", code), ("crowdsource", Some(self.platform.clone()))]
        {
            let Some(value) = value else { continue };
            let item = ItemPath::root();
            let set = OutlineOperation::SetText { item, key: key.to_owned(), value: Some(value) };
            let refused = |error: OutlineError| StudyError::Wrong(error.message.and(error.remedy));
            let patched = apply(&text, &set).map_err(refused)?;
            text = patched.applied_to(&text);
        }
        if !self.database.is_empty() {
            text = self.with_database(&text)?;
        }
        self.checked(template, text)
    }

    /// Inserts `database`: after the line of `crowdsource`, or at the beginning of a map in braces.
    fn with_database(&self, text: &str) -> Result<String, StudyError> {
        let root = yaml::read(text).root.ok_or(StudyError::Harm)?;
        let mapping = root.as_mapping().ok_or(StudyError::Harm)?;
        let find = |key: &str| mapping.get(key);
        if find("database").is_some_and(|known| !known.value.is_null()) {
            return Err(StudyError::HasDatabase);
        }
        let is_flow = text.get(root.at.bytes.start..).is_some_and(|t| t.starts_with('{'));
        let line_break = if text.contains("\r\n") { "\r\n" } else { "\n" };
        let (at, lines) = if is_flow {
            let pair = |(key, value): &(&str, String)| format!("{key}: {}", double_quoted(value));
            let pairs: Vec<String> = self.database.iter().map(pair).collect();
            (root.at.bytes.start + 1, format!("database: {{{}}}, ", pairs.join(", ")))
        } else {
            let platform = find("crowdsource").ok_or(StudyError::Harm)?;
            let after = platform.value.at.bytes.end;
            let rest = text.get(after..).ok_or(StudyError::Harm)?;
            let lines = self.database_lines(line_break);
            match rest.find(['\n', '\r']) {
                Some(end) => {
                    let width =
                        if rest.get(end..).is_some_and(|r| r.starts_with("\r\n")) { 2 } else { 1 };
                    (after + end + width, lines)
                }
                None => (text.len(), format!("{line_break}{lines}")),
            }
        };
        let (before, behind) = text.split_at_checked(at).ok_or(StudyError::Harm)?;
        Ok(format!("{before}{lines}{behind}"))
    }

    /// Returns the new text if it has these settings and otherwise the meaning of the old one.
    fn checked(&self, old: &str, new: String) -> Result<String, StudyError> {
        let (before, after) = (compile(old), compile(&new));
        let was_there = |new: &Diagnostic| {
            before.diagnostics.iter().any(|d| d.code == new.code && d.message == new.message)
        };
        let is_new_error = |d: &&Diagnostic| d.severity == Severity::Error && !was_there(d);
        if let Some(error) = after.diagnostics.iter().find(is_new_error) {
            return Err(StudyError::Wrong(error.advice()));
        }
        let same = before.template.zip(after.template).is_some_and(|(before, after)| {
            let is_set = after.settings.crowdsource.as_ref() == Some(&self.platform)
                && (self.database.is_empty() || after.settings.database.is_some());
            is_set && without_study(before) == without_study(after)
        });
        if same { Ok(new) } else { Err(StudyError::Harm) }
    }
}

fn without_study(mut template: Template) -> Template {
    template.settings.crowdsource = None;
    template.settings.prolific_completion_code = None;
    template.settings.database = None;
    template
}

/// Writes a value, without quotes if it needs none.
fn scalar(text: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-._/:".contains(c);
    let begins = text.starts_with(|c: char| c.is_ascii_alphabetic());
    let is_word = ["true", "false", "null", "yes", "no", "on", "off"]
        .iter()
        .any(|word| word.eq_ignore_ascii_case(text));
    if begins && !is_word && text.chars().all(plain) && !text.ends_with(':') {
        text.to_owned()
    } else {
        double_quoted(text)
    }
}
