//! Why a link cannot be followed.

use std::fmt;

use super::address::AddressProblem;
use super::hosts::FileHost;
use spanwise_i18n::{Message, say};

/// Where a [`LinkError`] was found.
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
    /// Its name in the link; `None` where there is none.
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

/// Something in a link that cannot be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LinkError {
    /// Where it stands.
    pub parameter: LinkParameter,
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
    NotAFile(FileHost),
    /// It is an address of somewhere else than the host.
    OtherHost(FileHost),
    /// It is no name of a template.
    Name,
    /// The link names data, but no template to show it with.
    DataOnly,
}

impl LinkError {
    pub(super) fn new(parameter: LinkParameter, found: &str, problem: LinkProblem) -> Self {
        LinkError { parameter, found: found.to_owned(), problem }
    }

    /// What was found, as one sentence.
    #[must_use]
    pub fn message(&self) -> Message {
        let problem = self.problem.message(&self.found);
        match (self.problem, self.parameter.name()) {
            (LinkProblem::DataOnly, _) | (_, None) => problem,
            (_, Some(name)) => say!(LinkInTheParameterNameProblem, name, problem),
        }
    }

    /// What to do about it, as one sentence.
    #[must_use]
    pub fn remedy(&self) -> Message {
        self.problem.remedy()
    }

    /// What was found and what to do.
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
