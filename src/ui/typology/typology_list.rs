//! A typology as nested lists.

use crate::ui::view::{El, el};
use spanwise_template::diagram::{DiagramWords, TypologyBranch, TypologyTree};

/// The categories and the questions about instances, with their questions and options.
pub(crate) fn typology_list(tree: &TypologyTree, words: &DiagramWords) -> El {
    branches(&tree.branches, words).class("typology-list")
}

fn branches(all: &[TypologyBranch], words: &DiagramWords) -> El {
    el("ul").child(all.iter().map(|one| branch(one, words)).collect::<Vec<_>>())
}

fn branch(branch: &TypologyBranch, words: &DiagramWords) -> El {
    let note = words.note(branch);
    let more = [branch.prompt.as_str(), branch.description.as_str()];
    el("li")
        .child(el("span").child(branch.label.as_str()))
        .child((!note.is_empty()).then(|| el("span").class("hint").child(format!(" ({note})"))))
        .child(
            more.into_iter()
                .filter(|t| !t.is_empty())
                .map(|t| el("p").class("hint").child(t))
                .collect::<Vec<_>>(),
        )
        .child((!branch.children.is_empty()).then(|| branches(&branch.children, words)))
}
