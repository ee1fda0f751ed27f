//! The values of a JSON file, however they are held together.

use crate::domain::exchange::report::{File, Problem, Problems};
use crate::domain::format::json::{Fault, FaultKind, skip_space, value_end};

/// How many damaged places of a file are described: finding the line of each would take minutes in a hostile file.
const DESCRIBED: usize = 100;

/// The texts of the values: the items of a list, or else those that follow each other, as in JSON Lines. What is no JSON
/// is an error: of lines that one is left out, of a list what follows.
pub(crate) fn items<'a>(file: &'a File, problems: &mut Problems) -> Vec<&'a str> {
    let text = file.text.as_str();
    let start = skip_space(text, text.len() - text.trim_start_matches('\u{feff}').len());
    let is_list = text.get(start..).is_some_and(|rest| rest.starts_with('['));
    let mut described = 0;
    let mut fail = |fault: &Fault| {
        described += 1;
        if described <= DESCRIBED {
            problems.add(Problem { file: file.path.clone(), diagnostic: fault.diagnose(text) });
        }
    };
    let mut values = Vec::new();
    if !is_list {
        let mut at = start;
        while at < text.len() {
            let end = match value_end(text, at) {
                Ok(end) => {
                    values.push(text.get(at..end).unwrap_or_default());
                    end
                }
                Err(fault) => {
                    fail(&fault);
                    next_object(text, at)
                }
            };
            at = skip_space(text, end);
        }
        return values;
    }
    if let Err(fault) = list(text, start, &mut values) {
        fail(&fault);
    }
    values
}

/// The start of the next line that begins like an object; the end of the text if there is none.
fn next_object(text: &str, at: usize) -> usize {
    let rest = text.get(at..).unwrap_or_default();
    rest.find("\n{").map_or(text.len(), |length| at + length + 1)
}

/// The values of the list that starts at a byte, as far as it can be read.
fn list<'a>(text: &'a str, start: usize, values: &mut Vec<&'a str>) -> Result<(), Fault> {
    let mut at = skip_space(text, start + 1);
    let byte = |at: usize| text.as_bytes().get(at).copied();
    let mut more = byte(at) != Some(b']');
    while more {
        let end = value_end(text, at)?;
        values.push(text.get(at..end).unwrap_or_default());
        at = skip_space(text, end);
        more = match byte(at) {
            Some(b',') => true,
            Some(b']') => false,
            Some(_) => return Err(Fault { at, kind: FaultKind::MissingComma }),
            None => return Err(Fault { at, kind: FaultKind::Unclosed { start } }),
        };
        at = skip_space(text, at + usize::from(more));
    }
    match skip_space(text, at + 1) {
        end if end >= text.len() => Ok(()),
        at => Err(Fault { at, kind: FaultKind::AfterEnd }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_found_however_they_are_held_together() {
        for (text, values, errors) in [
            ("{\"a\": 1}\n\n{\"b\": 2}\r\n", vec!["{\"a\": 1}", "{\"b\": 2}"], 0),
            ("\u{feff}[1, {\"a\": []} ]\n", vec!["1", "{\"a\": []}"], 0),
            ("[]", vec![], 0),
            ("", vec![], 0),
            ("{\"a\": 1}\n{\"a\": tru}\n{\"b\": 2}", vec!["{\"a\": 1}", "{\"b\": 2}"], 1),
            ("{\"a\": 1}\nx\n{\"b\": 2}", vec!["{\"a\": 1}", "{\"b\": 2}"], 1),
            ("[1, 2", vec!["1", "2"], 1),
            ("[1, 2] 3", vec!["1", "2"], 1),
            ("[1, }", vec!["1"], 1),
            ("{", vec![], 1),
        ] {
            let (file, mut problems) = (File::new("f", text), Problems::default());
            assert_eq!(items(&file, &mut problems), values, "{text:?}");
            assert_eq!(problems.errors(), errors, "{text:?}");
        }
    }
}
