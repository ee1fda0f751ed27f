use super::*;
use proptest::prelude::*;

/// The formatted parts of a text, with their kinds.
fn runs(text: &str, rendering: Rendering) -> Vec<String> {
    let text = Text::new(text);
    let formatting = Formatting::of(&text, rendering);
    let run = |run: &FormattedRun| {
        let kinds: Vec<String> = run.kinds.iter().map(|kind| format!("{kind:?}")).collect();
        format!("{} {}", kinds.join("+"), text.slice(run.span))
    };
    formatting.runs.iter().map(run).collect()
}

fn blocks(text: &str, rendering: Rendering) -> Vec<String> {
    let text = Text::new(text);
    let formatting = Formatting::of(&text, rendering);
    let block = |block: &FormattedBlock| format!("{:?} {:?}", block.kind, text.slice(block.span));
    formatting.blocks.iter().map(block).collect()
}

#[test]
fn markdown_is_formatted_where_it_stands() {
    let cases: [(&str, &[&str]); 18] = [
        ("plain", &[]),
        ("# Head 😀\nText", &["Markup #"]),
        ("Head\n====\n", &["Markup ===="]),
        (
            "a **b *c* d** e",
            &[
                "Markup **",
                "Strong b ",
                "Markup *",
                "Strong+Emphasis c",
                "Markup *",
                "Strong  d",
                "Markup **",
            ],
        ),
        ("a ~~b~~", &["Markup ~~", "Strike b", "Markup ~~"]),
        ("`a` ``b`c``", &["Markup `", "Code a", "Markup `", "Markup ``", "Code b`c", "Markup ``"]),
        ("- a\n- b", &["ListMarker -", "ListMarker -"]),
        ("1. a\n   * b", &["ListMarker 1.", "ListMarker *"]),
        ("- # a", &["ListMarker -", "Markup #"]),
        ("> a\n> b", &["Markup >", "Markup >"]),
        ("[a](https://x.org) b", &["Markup [", "Link a", "Markup ](https://x.org)"]),
        ("![a](p.png)", &["Markup ![", "Link a", "Markup ](p.png)"]),
        ("```rust\nlet *a*;\n```", &["Markup ```rust", "Markup ```"]),
        ("    indented\n", &[]),
        ("a \\* b &amp; c", &["Markup \\"]),
        ("<b>x</b>", &[]),
        ("***", &["Markup ***"]),
        ("a\n\n[r]: https://x.org\n", &["Markup [r]: https://x.org"]),
    ];
    for (text, expected) in cases {
        assert_eq!(runs(text, Rendering::Markdown), expected, "{text}");
    }
}

#[test]
fn blocks_are_the_lines_of_headings_code_quotations_and_tables() {
    let cases: [(&str, &[&str]); 6] = [
        ("# A\n\n###### B\n", &[r##"Heading(1) "# A""##, "Heading(6) \"###### B\""]),
        ("a\n\n```\nb\n```\nc", &[r#"Code "```\nb\n```""#]),
        ("> a\n> # b\n\nc", &[r##"Quote "> a\n> # b""##, r##"Heading(1) "# b""##]),
        ("|a|b|\n|-|-|\n|c|d|\n\ne", &[r#"Table "|a|b|\n|-|-|\n|c|d|""#]),
        ("plain\n", &[]),
        ("", &[]),
    ];
    for (text, expected) in cases {
        assert_eq!(blocks(text, Rendering::Markdown), expected, "{text}");
    }
    assert_eq!(blocks("# a\nb", Rendering::Code), [r##"Code "# a\nb""##]);
    assert_eq!(runs("# a **b**", Rendering::Code), [""; 0]);
    let long = "# a\n".repeat(LONGEST_MARKDOWN / 4 + 1);
    assert_eq!(Formatting::of(&Text::new(long), Rendering::Markdown), Formatting::default());
}

/// A text with spaces in place of the room before its separators.
fn aligned(text: &str, rendering: Rendering) -> String {
    let text = Text::new(text);
    let formatting = Formatting::of(&text, rendering);
    let (mut shown, mut from) = (String::new(), Utf16(0));
    for CellPadding { at, columns } in formatting.paddings {
        shown.push_str(text.slice(Span::between(from, at)));
        shown.push_str(&" ".repeat(columns));
        from = at;
    }
    shown + text.slice(Span::between(from, text.len_utf16()))
}

#[test]
fn cells_of_a_column_begin_below_each_other() {
    use Rendering::{Markdown, Table};
    let cases = [
        (Table, "a\tlong\tc\nlonger\tb\tc", "a      \tlong \tc\nlonger \tb    \tc"),
        (Table, "a,b\n\"x,y\",c\n", "a    ,b\n\"x,y\",c\n"),
        (Table, "a 5\" b,c\nd,e", "a 5\" b,c\nd     ,e"),
        (Table, "a;b,c\nlong;d", "a   ;b,c\nlong;d"),
        (Table, "日本,b\nabcde,c", "日本 ,b\nabcde,c"),
        (Table, "one\ntwo", "one\ntwo"),
        (Table, "a,b\r\nccc,d\r\n", "a  ,b\r\nccc,d\r\n"),
        (Table, "\n\na|b\nccc|d|e", "\n\na  |b\nccc|d|e"),
        (Markdown, "|a|b|\n|-|-|\n|ccc|d\\|e|", "|a  |b   |\n|-  |-   |\n|ccc|d\\|e|"),
        (Markdown, "x | y\n--|--\nlong | z\n\na | b", "x    | y\n--   |--\nlong | z\n\na | b"),
        (Markdown, "a | b", "a | b"),
    ];
    for (rendering, text, expected) in cases {
        assert_eq!(aligned(text, rendering), expected, "{text}");
    }
    let wide = format!("a,b\n{},c", "x".repeat(1000));
    assert_eq!(aligned(&wide, Table), format!("a{},b\n{},c", " ".repeat(39), "x".repeat(1000)));
    assert_eq!(runs("a,b\nc,d", Table), ["Markup ,", "Markup ,"]);
}

proptest! {
    /// Runs lie in the text, in order, each with something in it; separators with room before them are in it, too.
    #[test]
    fn any_text_is_formatted(text in "[-#*_`~\\[\\]()!<>|\\\\&;:,\t\n\r 1.a😀\"=]{0,60}", nested in 0_usize..200) {
        let texts = [text.clone(), format!("{}{text}", "> - ".repeat(nested)), format!("{}{text}", "*a ".repeat(nested))];
        for text in texts {
            let text = Text::new(text);
            for rendering in [Rendering::Markdown, Rendering::Code, Rendering::Table] {
                let Formatting { runs, blocks, paddings } = Formatting::of(&text, rendering);
                let end = text.len_utf16();
                prop_assert!(runs.iter().all(|run| run.span.start() < run.span.end() && run.span.end() <= end && !run.kinds.is_empty()));
                prop_assert!(runs.windows(2).all(|pair| pair[0].span.end() <= pair[1].span.start()));
                prop_assert!(blocks.iter().all(|block| block.span.end() <= end));
                prop_assert!(paddings.iter().all(|padding| padding.at < end));
                prop_assert!(paddings.windows(2).all(|pair| pair[0].at < pair[1].at));
            }
        }
    }
}
