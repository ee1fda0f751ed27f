//! Why a link cannot be followed.

use std::fmt;

use super::address::AddressProblem;
use super::hosts::Host;

/// Where a [`LinkError`] was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Parameter {
    /// `i`: the address of a template.
    I,
    /// `gh`: a template on GitHub.
    Gh,
    /// `hf`: a template on Hugging Face.
    Hf,
    /// `t`: a template that comes with the app.
    T,
    /// `d`: the data.
    D,
    /// `d1`, `d2` …: the data of one of several annotators, by number.
    Numbered(u8),
    /// No parameter: a pasted text.
    Pasted,
}

impl fmt::Display for Parameter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Parameter::Numbered(number) => return write!(f, "The parameter “d{number}”"),
            Parameter::I => "The parameter “i”",
            Parameter::Gh => "The parameter “gh”",
            Parameter::Hf => "The parameter “hf”",
            Parameter::T => "The parameter “t”",
            Parameter::D => "The parameter “d”",
            Parameter::Pasted => "The pasted text",
        })
    }
}

/// Something in a link that cannot be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LinkError {
    /// Where it stands.
    pub parameter: Parameter,
    /// What stands there.
    pub found: String,
    /// What is wrong with it.
    pub problem: LinkProblem,
}

/// What is wrong with a part of a link.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LinkProblem {
    /// There is nothing.
    Empty,
    /// It is not an address that can be fetched.
    Address(AddressProblem),
    /// It is no path of a file on the host.
    NotAFile(Host),
    /// It is an address of somewhere else than the host.
    OtherHost(Host),
    /// It is no name of a template.
    Name,
    /// The link names data, but no template to show it with.
    DataOnly,
}

impl LinkError {
    pub(super) fn new(parameter: Parameter, found: &str, problem: LinkProblem) -> Self {
        LinkError { parameter, found: found.to_owned(), problem }
    }

    /// What was found, as one sentence.
    #[must_use]
    pub fn message(&self) -> String {
        let LinkError { parameter, found, problem } = self;
        let complaint = match problem {
            LinkProblem::Empty => return format!("{parameter} is empty."),
            LinkProblem::DataOnly => return "The link names data, but no template.".to_owned(),
            LinkProblem::Address(problem) => problem.to_string(),
            LinkProblem::NotAFile(host) => format!("does not name a file on {host}"),
            LinkProblem::OtherHost(host) => format!("is not an address on {host}"),
            LinkProblem::Name => "is not the name of a template".to_owned(),
        };
        format!("{parameter} {complaint}: “{found}”.")
    }

    /// What to do about it, as one sentence.
    #[must_use]
    pub fn remedy(&self) -> String {
        match self.problem {
            LinkProblem::Empty => {
                "Paste a link to a template, or to a file that holds one.".to_owned()
            }
            LinkProblem::Address(_) => {
                "Give an address that begins with https://, or open the file from your device."
                    .to_owned()
            }
            LinkProblem::NotAFile(host) => format!(
                "Copy the address of the file's own page on {host}, or write {}.",
                host.form()
            ),
            LinkProblem::OtherHost(_) => {
                "Use the parameter “i” for addresses elsewhere.".to_owned()
            }
            LinkProblem::Name => {
                "Names have small letters, digits, “_” and “-” only; the start page lists them."
                    .to_owned()
            }
            LinkProblem::DataOnly => "Add “i”, “gh”, “hf” or “t” with a template.".to_owned(),
        }
    }
}

impl fmt::Display for LinkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.message(), self.remedy())
    }
}

impl std::error::Error for LinkError {}
