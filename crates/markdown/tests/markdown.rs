//! Markdown becomes a tree that shows everything and runs nothing.

use proptest::prelude::*;
use spanwise_limits::{DEEPEST_MARKDOWN, LONGEST_MARKDOWN};
use spanwise_markdown::{Align, Block, Inline, SafeHref, code_blocks, parse};

/// A tree in a short notation.
fn show(blocks: &[Block]) -> String {
    blocks.iter().map(show_block).collect::<Vec<_>>().join(" ")
}

fn show_block(block: &Block) -> String {
    match block {
        Block::Heading { level, content } => format!("h{level}({})", show_line(content)),
        Block::Paragraph(content) => format!("p({})", show_line(content)),
        Block::List { start, items } => {
            let items: Vec<String> = items.iter().map(|item| format!("[{}]", show(item))).collect();
            let start = start.map_or(String::new(), |n| n.to_string());
            format!("list{start}({})", items.join(""))
        }
        Block::Quote(content) => format!("quote({})", show(content)),
        Block::Code { language, text } => format!("code({language}|{text})"),
        Block::Table(table) => {
            let row = |cells: &Vec<Vec<Inline>>| {
                cells.iter().map(|c| show_line(c)).collect::<Vec<_>>().join("|")
            };
            let rows: Vec<String> = table.rows.iter().map(row).collect();
            format!("table({:?} {} / {})", table.columns, row(&table.header), rows.join(" / "))
        }
        Block::Rule => "rule".to_owned(),
    }
}

fn show_line(line: &[Inline]) -> String {
    line.iter().map(show_inline).collect()
}

fn show_inline(inline: &Inline) -> String {
    match inline {
        Inline::Text(text) => text.clone(),
        Inline::Code(code) => format!("code({code})"),
        Inline::Emphasis(content) => format!("em({})", show_line(content)),
        Inline::Strong(content) => format!("strong({})", show_line(content)),
        Inline::Strike(content) => format!("strike({})", show_line(content)),
        Inline::Link { href, content } => format!("a({} -> {})", show_line(content), href.as_str()),
        Inline::Image { src, alt, remote } => format!("img({alt}, {}, {remote})", src.as_str()),
        Inline::LineBreak => "br".to_owned(),
    }
}

#[test]
fn every_construct_has_its_node() {
    for (markdown, tree) in [
        ("", ""),
        ("# A *b*\n\ntext", "h1(A em(b)) p(text)"),
        ("###### six\n---", "h6(six) rule"),
        ("***a** b*", "p(em(strong(a) b))"),
        ("**a *b ~~c `d`~~***", "p(strong(a em(b strike(c code(d)))))"),
        ("a\nb  \nc", "p(a\nbbrc)"),
        ("a & b &amp; c &copy;", "p(a & b & c ©)"),
        ("* a\n* b\n  * c", "list([p(a)][p(b) list([p(c)])])"),
        ("3. a\n\n4. b", "list3([p(a)][p(b)])"),
        ("- *a* b\n- > q", "list([p(em(a) b)][quote(p(q))])"),
        ("> a\n> > b", "quote(p(a) quote(p(b)))"),
        ("```py x\na < b\n```", "code(py x|a < b\n)"),
        ("    indented", "code(|indented)"),
        ("|a|b|\n|:-|-:|\n|*c*|d|", "table([Left, Right] a|b / em(c)|d)"),
        ("|a|\n|-|", "table([Start] a / )"),
        ("[ ] and [x]", "p([ ] and [x])"),
        ("$a$ and [^1]", "p($a$ and [^1])"),
    ] {
        assert_eq!(show(&parse(markdown)), tree, "{markdown}");
    }
    assert!(matches!(&parse("|a|\n|:-:|")[..], [Block::Table(t)] if t.columns == [Align::Center]));
}

#[test]
fn html_is_shown_not_run() {
    for (markdown, tree) in [
        ("a <b>c</b> <br>", "p(a <b>c</b> <br>)"),
        ("<img src=x onerror=alert(1)>", "p(<img src=x onerror=alert(1)>)"),
        ("<script>\nalert(1)\n</script>\n\nb", "p(<script>\nalert(1)\n</script>\n) p(b)"),
        ("<!-- note -->", "p(<!-- note -->)"),
        ("&lt;b&gt;", "p(<b>)"),
    ] {
        assert_eq!(show(&parse(markdown)), tree, "{markdown}");
    }
}

#[test]
fn links_lead_only_where_they_may() {
    for (markdown, tree) in [
        ("[a](https://x.org/y?z)", "p(a(a -> https://x.org/y?z))"),
        ("[*a*](HTTP://x.org)", "p(a(em(a) -> HTTP://x.org))"),
        ("<https://x.org>", "p(a(https://x.org -> https://x.org))"),
        ("<me@x.org>", "p(a(me@x.org -> mailto:me@x.org))"),
        ("[a](#b)", "p(a(a -> #b))"),
        ("[a][r]\n\n[r]: mailto:me@x.org", "p(a(a -> mailto:me@x.org))"),
        ("b [a](javascript:alert) c", "p(b a c)"),
        ("[a](JavaScript&colon;alert)", "p(a)"),
        ("[a](&#106;avascript:alert)", "p(a)"),
        ("[a](java&#10;script:alert)", "p(a)"),
        ("[a](&#1;javascript:alert)", "p(a)"),
        ("[a](java&Tab;script:alert)", "p(a)"),
        ("[a](https://x.org/&#10;y)", "p(a)"),
        ("<javascript:alert>", "p(javascript:alert)"),
        ("[a](data:text/html,x)", "p(a)"),
        ("[a](vbscript:x)", "p(a)"),
        ("[a](file:///etc)", "p(a)"),
        ("[a](other.html)", "p(a)"),
        ("[a](//x.org)", "p(a)"),
        ("[a]()", "p(a)"),
    ] {
        assert_eq!(show(&parse(markdown)), tree, "{markdown}");
    }
}

#[test]
fn images_say_whether_they_are_remote() {
    for (markdown, tree) in [
        ("![a *b*](https://x.org/y.svg)", "p(img(a b, https://x.org/y.svg, true))"),
        ("![a](data:image/png;base64,AA==)", "p(img(a, data:image/png;base64,AA==, false))"),
        ("![a](DATA:image/PNG;base64,AA==)", "p(img(a, DATA:image/PNG;base64,AA==, false))"),
        ("![a](data:image/svg+xml;base64,AA==)", "p(a)"),
        ("![a](data:text/html;base64,AA==)", "p(a)"),
        ("![a](javascript:x)", "p(a)"),
        ("[![a](https://x.org/i.png)](#top)", "p(a(img(a, https://x.org/i.png, true) -> #top))"),
    ] {
        assert_eq!(show(&parse(markdown)), tree, "{markdown}");
    }
    assert!(SafeHref::image("#a").is_none() && SafeHref::link("data:image/png;base64,").is_none());
}

fn depth(blocks: &[Block]) -> usize {
    let of_block = |block: &Block| match block {
        Block::Quote(content) => 1 + depth(content),
        Block::List { items, .. } => 1 + items.iter().map(|i| depth(i)).max().unwrap_or(0),
        Block::Paragraph(line) => 1 + depth_of_line(line),
        _ => 1,
    };
    blocks.iter().map(of_block).max().unwrap_or(0)
}

fn depth_of_line(line: &[Inline]) -> usize {
    let of_inline = |inline: &Inline| match inline {
        Inline::Emphasis(content) | Inline::Strong(content) | Inline::Link { content, .. } => {
            1 + depth_of_line(content)
        }
        _ => 1,
    };
    line.iter().map(of_inline).max().unwrap_or(0)
}

#[test]
fn depth_is_limited_and_nothing_is_lost() {
    let nested_list: String = (0..200).map(|n| format!("{}- w{n}w\n", "  ".repeat(n))).collect();
    for markdown in [
        format!("{} deep", ">".repeat(100_000)),
        format!("{}deep", "- ".repeat(2_000)),
        format!("{}deep{}", "*a ".repeat(3_000), " b*".repeat(3_000)),
        format!("{}deep{}", "[".repeat(3_000), "](https://x.org)".repeat(3_000)),
        format!("{}\ndeep", nested_list),
        format!("{}# *deep*\n", "> ".repeat(DEEPEST_MARKDOWN - 1)),
        format!("{}|*deep* a|\n{0}|-|\n", "> ".repeat(DEEPEST_MARKDOWN - 1)),
    ] {
        let tree = parse(&markdown);
        let shown = show(&tree);
        let start: String = markdown.chars().take(20).collect();
        assert!(shown.contains("deep"), "{start}");
        assert!(depth(&tree) <= DEEPEST_MARKDOWN + 3, "{start}: {}", depth(&tree));
        for n in 0..200 {
            let word = format!("w{n}w");
            assert_eq!(shown.contains(&word), markdown.contains(&word), "{word}");
        }
    }
}

#[test]
fn paragraphs_too_deep_to_nest_stay_apart() {
    let quote = ">".repeat(DEEPEST_MARKDOWN + 5);
    let tree = parse(&format!("{quote} one *two*\n{quote}\n{quote} three"));
    assert!(
        show(&tree).contains("p(one em(two)) p(three)")
            || show(&tree).contains("p(one two) p(three)")
    );
}

#[test]
fn a_text_too_long_to_parse_is_shown_as_it_is() {
    let long = "*a* ".repeat(LONGEST_MARKDOWN / 4 + 1);
    assert_eq!(parse(&long), [Block::Paragraph(vec![Inline::Text(long.clone())])]);
}

/// Markup that hides no words: no link destinations, no reference definitions, no attributes, no table pipes.
fn noisy_words() -> impl Strategy<Value = Vec<(String, String)>> {
    let noise = prop::sample::select(vec![
        " ", "\n", "\n\n", "*", "**", "_", "~~", "`", "> ", "- ", "1. ", "\n    ", "# ", "<b>",
        "\\", "\n---\n", "&amp;", "\n```\n", "![", "]", "]]", "\t", "é",
    ]);
    let noise = prop::collection::vec(noise, 1..6).prop_map(|parts| parts.concat());
    prop::collection::vec((noise, "w[a-z]{1,6}"), 0..30)
}

proptest! {
    #[test]
    fn every_word_survives(parts in noisy_words()) {
        let markdown: String = parts.iter().map(|(noise, word)| format!("{noise}{word}")).collect();
        let shown = show(&parse(&markdown));
        for (_, word) in &parts {
            prop_assert!(shown.contains(word.as_str()), "{} in {}", word, shown);
        }
    }

    #[test]
    fn no_text_makes_it_panic(markdown in "([\\[\\]()*_`~>#|!<&;:\\-\\n 1a.]|\\PC){0,200}") {
        let _ = parse(&markdown);
    }

    #[test]
    fn an_allowed_address_begins_as_allowed(address in "\\PC{0,4}(javascript|http|https|data|mailto)?[:/#]{0,3}\\PC{0,20}") {
        if let Some(href) = SafeHref::link(&address) {
            let lower = href.as_str().to_lowercase();
            prop_assert!(["http://", "https://", "mailto:", "#"].iter().any(|p| lower.starts_with(p)));
        }
    }
}

#[test]
fn blocks_of_code_have_the_lines_of_their_fences() {
    type Case = (&'static str, &'static [(&'static str, &'static str, usize)]);
    let cases: [Case; 6] = [
        ("", &[]),
        ("a `b`\n\n    indented", &[]),
        ("```\na\n```", &[("", "a\n", 0)]),
        ("# T\n\n~~~x y\na\n\n b\n~~~\n```z\n```", &[("x y", "a\n\n b\n", 2), ("z", "", 7)]),
        ("* a\n  > ```x\n  > b\n  >  c\n", &[("x", "b\n c\n", 1)]),
        ("```x\nopen", &[("x", "open", 0)]),
    ];
    for (markdown, expected) in cases {
        let blocks = code_blocks(markdown);
        let found: Vec<_> =
            blocks.iter().map(|b| (b.language.as_str(), b.text.as_str(), b.line)).collect();
        assert_eq!(found, expected, "{markdown}");
    }
    let too_long = format!("```\n```\n{}", "a".repeat(LONGEST_MARKDOWN));
    assert_eq!(code_blocks(&too_long), []);
}
