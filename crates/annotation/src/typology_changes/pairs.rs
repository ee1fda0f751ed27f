//! Renames of categories as pairs, as on a command line: `from=to`, several joined by commas.

use super::{NameFate, TypologyChanges};
use spanwise_i18n::Message;

/// An error in reading pairs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PairError {
    /// There is no equals sign, or no name on one side of it.
    NoPair(String),
    /// A category is named twice, with different new names.
    Twice {
        /// The category.
        category: String,
        /// The new names.
        names: [String; 2],
    },
    /// A category is renamed that a file of changes splits or removes.
    SplitOrRemoved {
        /// The category.
        category: String,
    },
}

impl PairError {
    /// The problem, as one sentence.
    #[must_use]
    pub fn message(&self) -> Message {
        Message::from(match self {
            PairError::NoPair(text) => format!("“{text}” is no pair of categories."),
            PairError::Twice { category, names: [first, second] } => {
                format!("“{category}” would become both “{first}” and “{second}”.")
            }
            PairError::SplitOrRemoved { category } => {
                format!("“{category}” is renamed here, but a file of changes splits or removes it.")
            }
        })
    }

    /// The remedy.
    #[must_use]
    pub fn remedy(&self) -> Message {
        Message::from(match self {
            PairError::NoPair(_) => "Write FROM=TO, as in vague=unclear.".to_owned(),
            PairError::Twice { .. } | PairError::SplitOrRemoved { .. } => {
                "Name each category once; a file of changes can split one.".to_owned()
            }
        })
    }
}

impl std::fmt::Display for PairError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.message().fmt(f)
    }
}

impl std::error::Error for PairError {}

/// Adds `from=to` to the changes; several may be joined by commas: `a=b,c=d`. In a single pair, names may contain
/// commas. Spaces around names are passed over.
///
/// # Errors
/// If a part is not a pair, or contradicts an earlier change. The pairs before it are added.
pub fn read_pairs(text: &str, changes: &mut TypologyChanges) -> Result<(), PairError> {
    let parts: Vec<&str> = text.split(',').collect();
    let are_pairs = parts.iter().all(|part| part.contains('='));
    let pairs = if are_pairs { parts } else { vec![text] };
    for pair in pairs {
        let no_pair = || PairError::NoPair(pair.to_owned());
        let (from, to) = pair.split_once('=').ok_or_else(no_pair)?;
        let [from, to] = [from, to].map(str::trim);
        if from.is_empty() || to.is_empty() {
            return Err(no_pair());
        }
        add(changes, from, to)?;
    }
    Ok(())
}

fn add(changes: &mut TypologyChanges, from: &str, to: &str) -> Result<(), PairError> {
    let change = changes.categories.entry(from.to_owned()).or_default();
    match &change.fate {
        NameFate::Kept => change.fate = NameFate::Renamed(to.to_owned()),
        NameFate::Renamed(known) if known == to => {}
        NameFate::Renamed(known) => {
            let names = [known.clone(), to.to_owned()];
            return Err(PairError::Twice { category: from.to_owned(), names });
        }
        NameFate::Split(_) | NameFate::Removed => {
            return Err(PairError::SplitOrRemoved { category: from.to_owned() });
        }
    }
    Ok(())
}
