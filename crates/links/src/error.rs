//! Errors of links that cannot be followed.

use std::fmt;

use super::address::AddressProblem;
use super::hosts::FileHost;
use spanwise_i18n::{Message, say};

/// The parameter in which a [`LinkError`] was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum LinkParameter {
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

impl LinkParameter {
    /// Its name in the link; `None` for a pasted text.
    fn name(self) -> Option<String> {
        let name = match self {
            LinkParameter::Numbered(number) => return Some(format!("d{number}")),
            LinkParameter::Pasted => return None,
            LinkParameter::I => "i",
            LinkParameter::Gh => "gh",
            LinkParameter::Hf => "hf",
            LinkParameter::T => "t",
            LinkParameter::D => "d",
        };
        Some(name.to_owned())
    }
}

/// An error in a link: an unusable parameter or pasted text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LinkError {
    /// The parameter with the error.
    pub parameter: LinkParameter,
    /// The text in which it was found.
    pub found: String,
    /// The problem with that text.
    pub problem: LinkProblem,
}

/// A problem with a part of a link.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LinkProblem {
    /// It is empty.
    Empty,
    /// It is not an address that can be fetched.
    Address(AddressProblem),
    /// It is not the path of a file on the host.
    NotAFile(FileHost),
    /// It is an address on another host.
    OtherHost(FileHost),
    /// It cannot be the name of a template.
    Name,
    /// The link names data, but no template to show it with.
    DataOnly,
}

impl LinkError {
    pub(super) fn new(parameter: LinkParameter, found: &str, problem: LinkProblem) -> Self {
        LinkError { parameter, found: found.to_owned(), problem }
    }

    /// The error, as one sentence.
    #[must_use]
    pub fn message(&self) -> Message {
        let problem = self.problem.message(&self.found);
        match (self.problem, self.parameter.name()) {
            (LinkProblem::DataOnly, _) | (_, None) => problem,
            (_, Some(name)) => say!(LinkInTheParameterNameProblem, name, problem),
        }
    }

    /// The remedy, as one sentence.
    #[must_use]
    pub fn remedy(&self) -> Message {
        self.problem.remedy()
    }

    /// The error and its remedy.
    #[must_use]
    pub fn sentences(&self) -> Message {
        self.message().and(self.remedy())
    }
}

impl LinkProblem {
    fn message(self, found: &str) -> Message {
        match self {
            LinkProblem::Empty => say!(LinkTheTextIsEmpty),
            LinkProblem::Address(problem) => problem.message(found),
            LinkProblem::NotAFile(host) => {
                say!(LinkDoesNotNameFileOn, found, host = host.name())
            }
            LinkProblem::OtherHost(host) => {
                say!(LinkNotAddressOn, found, host = host.name())
            }
            LinkProblem::Name => say!(LinkNotNameTemplate, found),
            LinkProblem::DataOnly => say!(LinkLinkNamesDataButNoTemplate),
        }
    }

    fn remedy(self) -> Message {
        match self {
            LinkProblem::Empty => say!(LinkPasteLinkTemplateOrFileHolds),
            LinkProblem::Address(_) => say!(LinkGiveAddressBeginsWithHttps),
            LinkProblem::NotAFile(FileHost::GitHub) => say!(LinkCopyAddressFilesOwnPage),
            LinkProblem::NotAFile(FileHost::HuggingFace) => {
                say!(LinkCopyAddressFilesOwnPageOnHugging)
            }
            LinkProblem::OtherHost(_) => say!(LinkUseParameterIForAddressesElsewhere),
            LinkProblem::Name => say!(LinkNamesSmallLettersDigitsAndOnly),
            LinkProblem::DataOnly => say!(LinkAddIGhHfOrT),
        }
    }
}

impl fmt::Display for LinkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.sentences().fmt(f)
    }
}

impl std::error::Error for LinkError {}
