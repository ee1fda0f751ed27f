//! Lists between commas, as options of names and of values of members take them, and as tables write the paths of figures.
//!
//! A part with a comma stands in double quotes, and a quote in it is doubled, as in CSV: `"rain, wind",snow`. Spaces around
//! parts are passed over.

/// A list as one occurrence of an option has it; an option that is given several times has several.
#[derive(Debug, Clone)]
pub(super) struct CommaList<T>(Vec<T>);

impl<'a, T> IntoIterator for &'a CommaList<T> {
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

/// A list that cannot be read, with its reason.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CommaListError {
    /// Nothing stands before or after a comma.
    Empty,
    /// A part begins with a quote and does not end with one.
    Unclosed,
}

impl<T> From<Vec<T>> for CommaList<T> {
    fn from(parts: Vec<T>) -> Self {
        CommaList(parts)
    }
}

impl<T> CommaList<T> {
    /// Reads a list, each part by `part`.
    pub(super) fn read<E: From<CommaListError>>(
        text: &str,
        part: impl Fn(String) -> Result<T, E>,
    ) -> Result<Self, E> {
        Ok(CommaList(split(text)?.into_iter().map(part).collect::<Result<_, E>>()?))
    }
}

/// A part as a list has it: in quotes if it has a comma, a quote, or white space around it.
pub(super) fn part(text: &str) -> String {
    if text.contains([',', '"']) || text.is_empty() || text.trim() != text {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}

/// The parts of a list.
pub(super) fn split(text: &str) -> Result<Vec<String>, CommaListError> {
    let mut parts = Vec::new();
    let mut rest = Some(text);
    while let Some(text) = rest {
        let text = text.trim_start();
        let (part, after) = match text.strip_prefix('"') {
            Some(quoted) => unquoted(quoted)?,
            None => {
                let (part, after) = before_comma(text);
                if part.is_empty() {
                    return Err(CommaListError::Empty);
                }
                (part.to_owned(), after)
            }
        };
        parts.push(part);
        rest = after;
    }
    Ok(parts)
}

/// The part before the first comma, trimmed, and the text after that comma.
fn before_comma(text: &str) -> (&str, Option<&str>) {
    match text.split_once(',') {
        Some((part, after)) => (part.trim(), Some(after)),
        None => (text.trim(), None),
    }
}

/// The part whose opening quote was read, and the text after the comma behind it.
fn unquoted(text: &str) -> Result<(String, Option<&str>), CommaListError> {
    let (mut part, mut rest) = (String::new(), text);
    loop {
        let (inside, after) = rest.split_once('"').ok_or(CommaListError::Unclosed)?;
        part.push_str(inside);
        match after.strip_prefix('"') {
            Some(more) => {
                part.push('"');
                rest = more;
            }
            None => {
                let (behind, after) = before_comma(after);
                return if behind.is_empty() {
                    Ok((part, after))
                } else {
                    Err(CommaListError::Unclosed)
                };
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_stand_between_commas_and_quoted_ones_may_have_commas() {
        for (list, expected) in [
            ("a", &["a"][..]),
            (" a , b c,d ", &["a", "b c", "d"]),
            (r#""a, b",c"#, &["a, b", "c"]),
            (r#"x=1, "y=a, ""b"", c" "#, &["x=1", r#"y=a, "b", c"#]),
            (r#"5" disk,x="y""#, &[r#"5" disk"#, r#"x="y""#]),
            (r#""""quoted"" name""#, &[r#""quoted" name"#]),
            (r#"" a ","""#, &[" a ", ""]),
        ] {
            assert_eq!(split(list).unwrap(), expected, "{list}");
            let written = expected.iter().map(|text| part(text)).collect::<Vec<_>>().join(", ");
            assert_eq!(split(&written).unwrap(), expected, "{written}");
        }
        for (list, error) in [
            ("", CommaListError::Empty),
            ("a, ", CommaListError::Empty),
            ("a,,b", CommaListError::Empty),
            (r#""a, b"#, CommaListError::Unclosed),
            (r#""a" b,c"#, CommaListError::Unclosed),
        ] {
            assert_eq!(split(list), Err(error), "{list}");
        }
    }
}
