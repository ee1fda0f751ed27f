//! Refusals of operations.

use std::fmt;

use spanwise_i18n::{Message, say};

/// The kind of obstacle to an operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum OutlineObstacle {
    /// There is no such item in the text.
    Missing,
    /// The operation makes no sense for this item.
    Impossible,
    /// Another item of the list has the name.
    Taken,
    /// The text is shared by an anchor and its aliases, or comes from elsewhere.
    Shared,
    /// Reading the text stopped before the end of this part.
    Broken,
    /// The text is written in a way that only a person can change without harm.
    Unusual,
}

/// The refusal of an operation, with a remedy.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct OutlineError {
    /// The kind of obstacle.
    pub obstacle: OutlineObstacle,
    /// The obstacle, as one sentence.
    pub message: Message,
    /// The remedy, as one sentence.
    pub remedy: Message,
}

impl OutlineError {
    /// The message and the remedy.
    #[must_use]
    pub fn sentences(&self) -> Message {
        self.message.clone().and(self.remedy.clone())
    }

    pub(super) fn missing() -> Self {
        OutlineError {
            obstacle: OutlineObstacle::Missing,
            message: say!(OutlineTextNoSuchItem),
            remedy: say!(OutlineLookAtOutlineAgainTextChanged),
        }
    }

    pub(super) fn impossible(message: Message, remedy: Message) -> Self {
        OutlineError { obstacle: OutlineObstacle::Impossible, message, remedy }
    }

    pub(super) fn taken(name: &str) -> Self {
        OutlineError {
            obstacle: OutlineObstacle::Taken,
            message: say!(OutlineAnotherItemListNamed, name),
            remedy: say!(OutlineChooseAnotherName),
        }
    }

    pub(super) fn shared() -> Self {
        OutlineError {
            obstacle: OutlineObstacle::Shared,
            message: say!(OutlinePartSharedAnchorAndAliasesOtherParts),
            remedy: say!(OutlineEditTextOrWritePartOut),
        }
    }

    pub(super) fn broken() -> Self {
        OutlineError {
            obstacle: OutlineObstacle::Broken,
            message: say!(OutlineTextCannotReadEndPart),
            remedy: say!(OutlineCorrectFirstErrorInText),
        }
    }

    pub(super) fn not_a_list(key: &str) -> Self {
        OutlineError::impossible(
            say!(OutlineKeyIsNotAListHere, key),
            say!(OutlineEditTextStartEachItemList),
        )
    }

    pub(super) fn lossy() -> Self {
        OutlineError::impossible(
            say!(OutlineOneTwoListsWrittenInBrackets),
            say!(OutlineMoveInTextOrWriteBoth),
        )
    }

    pub(super) fn unusual() -> Self {
        OutlineError {
            obstacle: OutlineObstacle::Unusual,
            message: say!(OutlinePartWrittenInWayOutlineCannot),
            remedy: say!(OutlineEditTheText),
        }
    }
}

impl fmt::Display for OutlineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.sentences().fmt(f)
    }
}

impl std::error::Error for OutlineError {}
