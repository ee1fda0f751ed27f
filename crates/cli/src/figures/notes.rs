//! Numbered notes on figures.

use spanwise_agreement::measure::{Figure, Undefined};

/// Notes on the conventions of figures, each once, with the reasons for omissions and for undefined figures.
#[derive(Debug, Default)]
pub(crate) struct FigureNotes<'a> {
    list: Vec<FigureNote<'a>>,
}

#[derive(Debug)]
struct FigureNote<'a> {
    convention: String,
    left_out: Vec<&'a str>,
    undefined: Vec<&'a str>,
}

impl<'a> FigureNotes<'a> {
    /// The number of the note of a figure, with the reasons for what was left out of it, and for which it is undefined.
    pub(crate) fn number(
        &mut self,
        convention: &str,
        left_out: impl IntoIterator<Item = &'a str>,
        undefined: Option<&'a str>,
    ) -> usize {
        let known = self.list.iter().position(|note| note.convention == convention);
        let at = known.unwrap_or_else(|| {
            let convention = convention.to_owned();
            self.list.push(FigureNote { convention, left_out: Vec::new(), undefined: Vec::new() });
            self.list.len() - 1
        });
        if let Some(note) = self.list.get_mut(at) {
            note.left_out.extend(left_out);
            note.undefined.extend(undefined);
            for list in [&mut note.left_out, &mut note.undefined] {
                list.sort_unstable();
                list.dedup();
            }
        }
        at + 1
    }

    /// The number of the note of a figure.
    pub(super) fn number_of(&mut self, figure: &'a Figure) -> usize {
        let left_out = figure.skipped.iter().map(|skipped| skipped.why);
        let undefined = figure.value.err().map(Undefined::reason);
        self.number(&figure.convention, left_out, undefined)
    }

    /// The notes, each after its mark.
    pub(crate) fn lines(&self) -> impl Iterator<Item = String> {
        self.list.iter().enumerate().map(|(at, note)| {
            let mut line = mark(at + 1);
            let convention = note.convention.trim_end_matches('.');
            if !convention.is_empty() {
                line.extend([" ", convention, "."]);
            }
            for (name, reasons) in [("Left out", &note.left_out), ("–", &note.undefined)] {
                if !reasons.is_empty() {
                    line.extend([" ", name, ": ", &reasons.join("; "), "."]);
                }
            }
            line
        })
    }
}

/// The mark of a note.
pub(crate) fn mark(number: usize) -> String {
    format!("[{number}]")
}
