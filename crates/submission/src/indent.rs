//! JSON laid out as `JSON.stringify(value, null, 2)` does it, with every token as it was.

/// Indents a JSON text, which must be valid, by two spaces for each level.
pub(super) fn indented(json: &str) -> String {
    let mut text = String::with_capacity(json.len() * 2);
    let mut depth = 0_usize;
    let mut just_opened = false;
    let mut chars = json.chars();
    while let Some(c) = chars.next() {
        if c.is_ascii_whitespace() {
            continue;
        }
        let closes = c == '}' || c == ']';
        if closes {
            depth = depth.saturating_sub(1);
        }
        // Nothing stands between the brackets of an empty list or object.
        if closes != just_opened {
            new_line(&mut text, depth);
        }
        just_opened = false;
        text.push(c);
        match c {
            '"' => copy_string(&mut chars, &mut text),
            '{' | '[' => (depth, just_opened) = (depth + 1, true),
            ',' => new_line(&mut text, depth),
            ':' => text.push(' '),
            _ => {}
        }
    }
    text
}

fn new_line(text: &mut String, depth: usize) {
    text.push('\n');
    text.extend(std::iter::repeat_n("  ", depth));
}

/// Copies the rest of a string with its closing quote.
fn copy_string(chars: &mut std::str::Chars<'_>, text: &mut String) {
    let mut escaped = false;
    for c in chars {
        text.push(c);
        if c == '"' && !escaped {
            return;
        }
        escaped = c == '\\' && !escaped;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_stay_and_white_space_is_that_of_javascript() {
        for (json, expected) in [
            ("[]", "[]"),
            (" { } ", "{}"),
            ("[ 1.50,\n2e3 ]", "[\n  1.50,\n  2e3\n]"),
            (
                r#"{"b":[{}, []],"a":{"c":" x, [\" \\\\"}}"#,
                "{\n  \"b\": [\n    {},\n    []\n  ],\n  \"a\": {\n    \"c\": \" x, [\\\" \\\\\\\\\"\n  }\n}",
            ),
            ("null", "null"),
        ] {
            assert_eq!(indented(json), expected);
        }
    }

    #[test]
    fn agrees_with_another_implementation() {
        let json = r#"[{"a":[[0,3],[4,7]],"b":{"c":null,"d":[true,"é \n {}"]},"e":[]},{}]"#;
        let value: serde_json::Value = serde_json::from_str(json).unwrap();
        assert_eq!(indented(json), serde_json::to_string_pretty(&value).unwrap());
    }
}
