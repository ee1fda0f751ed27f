//! A story: paragraphs of HTML as one text.

use std::cmp::Reverse;
use std::ops::Range;

use crate::files::json::strings;
use crate::in_order::InOrder;
use spanwise_annotation::format::spans::write_spans;
use spanwise_annotation::format::texts::PARAGRAPH_SEPARATOR;
use spanwise_json::{Array, Object, encode};
use spanwise_text::{Byte, Span, Text, Utf16};

/// A story.
pub(super) struct Story {
    pub(super) text: Text,
    pub(super) paragraphs: Vec<Paragraph>,
    /// The mentions of entities.
    pub(super) mentions: Vec<StoryMention>,
}

/// A mention of an entity.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct StoryMention {
    /// The K of `<span class="ne ne-K">`.
    pub(super) entity: String,
    /// Its bytes.
    pub(super) bytes: Range<usize>,
}

/// A paragraph.
pub(super) struct Paragraph {
    pub(super) text: Text,
    /// Its start in the story.
    pub(super) start: Utf16,
}

impl Paragraph {
    /// Its end in the story.
    pub(super) fn end(&self) -> Utf16 {
        Utf16(self.start.0 + self.text.len_utf16().0)
    }
}

impl Story {
    /// Reads an object with `sentences`; `None` for anything else.
    pub(super) fn read(json: &str) -> Option<Self> {
        let object = Object::parse(json)?;
        let sentences = object.get("sentences")?;
        let count = Array::parse(sentences)?.values().len();
        let sentences = strings(sentences);
        (sentences.len() == count).then(|| {
            let read: Vec<HtmlFragment> =
                sentences.iter().map(|html| HtmlFragment::read(html)).collect();
            Story::of(&read)
        })
    }

    /// The story of a plain text with mentions, as far as `stories.json` can hold them: within a paragraph, none crossing
    /// another.
    pub(super) fn plain(text: &Text, mentions: &[StoryMention]) -> Self {
        let mut start = 0;
        let fragments = text.as_str().split(PARAGRAPH_SEPARATOR).map(|part| {
            let bytes = start..start + part.len();
            start = bytes.end + PARAGRAPH_SEPARATOR.len();
            HtmlFragment { text: part.to_owned(), mentions: nested(mentions, &bytes) }
        });
        Story::of(&fragments.collect::<Vec<_>>())
    }

    fn of(fragments: &[HtmlFragment]) -> Self {
        let mut joined = String::new();
        let mut mentions = Vec::new();
        let mut starts = Vec::new();
        for fragment in fragments {
            joined.push_str(if starts.is_empty() { "" } else { PARAGRAPH_SEPARATOR });
            let start = joined.len();
            starts.push(start);
            joined.push_str(&fragment.text);
            mentions.extend(fragment.mentions.iter().map(|StoryMention { entity, bytes }| {
                let bytes = start + bytes.start..start + bytes.end;
                StoryMention { entity: entity.clone(), bytes }
            }));
        }
        let text = Text::new(joined);
        let paragraphs = starts.iter().zip(fragments).map(|(start, fragment)| Paragraph {
            text: Text::new(fragment.text.as_str()),
            start: text.to_utf16(Byte(*start)),
        });
        let paragraphs = paragraphs.collect();
        Story { text, paragraphs, mentions }
    }

    /// The object of this story in `stories.json`, with its text and mentions alone.
    pub(super) fn to_json(&self) -> String {
        let paragraphs = self.paragraphs.iter().map(|paragraph| {
            let start = self.text.to_byte(paragraph.start).0;
            let bytes = start..start + paragraph.text.as_str().len();
            encode(&html(paragraph.text.as_str(), &nested(&self.mentions, &bytes)))
        });
        format!("{{\"sentences\": [{}]}}", paragraphs.collect::<Vec<_>>().join(", "))
    }

    /// The ranges of the paragraphs, as JSON: pairs of offsets in code points.
    pub(super) fn paragraphs_json(&self) -> String {
        let pairs = self.paragraphs.iter().map(|paragraph| {
            let (start, end) = (paragraph.start, paragraph.end());
            format!("[{},{}]", self.text.to_code_point(start).0, self.text.to_code_point(end).0)
        });
        format!("[{}]", pairs.collect::<Vec<_>>().join(","))
    }

    /// The mentions, as JSON of an instance's; `None` if there are none.
    pub(super) fn mentions_json(&self) -> Option<String> {
        let mut clusters: InOrder<&str, (&str, Vec<Span>)> = InOrder::default();
        for StoryMention { entity, bytes } in &self.mentions {
            let span = self.text.span_of(bytes.clone());
            clusters.at(entity, || (entity, Vec::new())).1.push(span);
        }
        let items = clusters.into_values().into_iter().map(|(entity, spans)| {
            let (cluster, spans) = (encode(entity), write_spans(&spans));
            format!("{{\"cluster\":{cluster},\"output_idx\":{spans}}}")
        });
        let items: Vec<String> = items.collect();
        (!items.is_empty()).then(|| format!("[{}]", items.join(",")))
    }

    /// The paragraph that contains an offset of the story, or is the last one before it, with its number.
    pub(super) fn paragraph_at(&self, at: Utf16) -> Option<(usize, &Paragraph)> {
        let after = self.paragraphs.partition_point(|paragraph| paragraph.start <= at);
        let number = after.saturating_sub(1);
        self.paragraphs.get(number).map(|paragraph| (number, paragraph))
    }
}

/// The mentions within a paragraph, which has these bytes: their bytes in it, in order, the outer ones first. One that
/// begins in another and ends behind it is left out, and one whose entity is no class of CSS.
fn nested(mentions: &[StoryMention], paragraph: &Range<usize>) -> Vec<StoryMention> {
    let is_class = |entity: &str| {
        let is_odd = |c: char| c.is_whitespace() || matches!(c, '"' | '\'' | '<' | '>' | '&');
        !entity.is_empty() && !entity.contains(is_odd)
    };
    let inside = mentions.iter().filter(|StoryMention { entity, bytes }| {
        paragraph.start <= bytes.start && bytes.end <= paragraph.end && is_class(entity)
    });
    let inside = inside.map(|StoryMention { entity, bytes }| {
        let bytes = bytes.start - paragraph.start..bytes.end - paragraph.start;
        StoryMention { entity: entity.clone(), bytes }
    });
    let mut inside: Vec<StoryMention> = inside.collect();
    inside.sort_by_key(|mention| (mention.bytes.start, Reverse(mention.bytes.end)));
    // The ends of those around the next one, the innermost last.
    let mut open: Vec<usize> = Vec::new();
    inside.retain(|StoryMention { bytes, .. }| {
        while open.pop_if(|end| *end <= bytes.start).is_some() {}
        let fits = open.last().is_none_or(|end| bytes.end <= *end);
        open.extend(fits.then_some(bytes.end));
        fits
    });
    inside
}

/// A paragraph as HTML, with mentions as [`nested`] gives them.
fn html(text: &str, mentions: &[StoryMention]) -> String {
    let mut html = String::new();
    let mut at = 0;
    let mut push_until = |html: &mut String, end: usize| {
        html.push_str(&escape(text.get(at..end).unwrap_or_default()));
        at = end;
    };
    let mut open: Vec<usize> = Vec::new();
    for StoryMention { entity, bytes } in mentions {
        while let Some(end) = open.pop_if(|end| *end <= bytes.start) {
            push_until(&mut html, end);
            html.push_str("</span>");
        }
        push_until(&mut html, bytes.start);
        html.push_str(&format!("<span class=\"ne ne-{entity}\">"));
        open.push(bytes.end);
    }
    for end in open.into_iter().rev() {
        push_until(&mut html, end);
        html.push_str("</span>");
    }
    push_until(&mut html, text.len());
    html
}

/// The text content of a piece of HTML, and the mentions in it.
struct HtmlFragment {
    text: String,
    mentions: Vec<StoryMention>,
}

impl HtmlFragment {
    fn read(html: &str) -> Self {
        let mut fragment = HtmlFragment { text: String::new(), mentions: Vec::new() };
        // The open spans: their starts, and the entities of mentions.
        let mut open: Vec<(usize, Option<&str>)> = Vec::new();
        let mut rest = html;
        while let Some(at) = rest.find(['<', '&']) {
            let (before, from) = rest.split_at(at);
            fragment.text.push_str(before);
            if let Some((tag, after)) = tag(from) {
                match tag {
                    "/span" => {
                        if let Some((start, Some(entity))) = open.pop() {
                            let bytes = start..fragment.text.len();
                            let entity = entity.to_owned();
                            let mention = StoryMention { entity, bytes };
                            fragment.mentions.extend(Some(mention).filter(|m| !m.bytes.is_empty()));
                        }
                    }
                    tag if tag == "span" || tag.starts_with("span ") => {
                        open.push((fragment.text.len(), entity(tag)));
                    }
                    _ => {}
                }
                rest = after;
            } else if let Some((c, after)) = character(from) {
                fragment.text.push(c);
                rest = after;
            } else {
                let length = from.chars().next().map_or(0, char::len_utf8);
                let (literal, after) = from.split_at(length);
                fragment.text.push_str(literal);
                rest = after;
            }
        }
        fragment.text.push_str(rest);
        // Of two at the same place, the outer one was closed last.
        fragment.mentions.reverse();
        fragment.mentions.sort_by_key(|mention| (mention.bytes.start, Reverse(mention.bytes.end)));
        fragment
    }
}

/// The inside of the tag at the start of a text, and the rest; of a comment the inside is empty.
fn tag(text: &str) -> Option<(&str, &str)> {
    let inside = text.strip_prefix('<')?;
    if let Some(comment) = inside.strip_prefix("!--") {
        return comment.split_once("-->").map(|(_, after)| ("", after));
    }
    inside.starts_with(|c: char| c.is_ascii_alphabetic() || c == '/' || c == '!').then_some(())?;
    inside.split_once('>')
}

/// The entity of `<span class="ne ne-K">`.
fn entity(tag: &str) -> Option<&str> {
    let (_, class) = tag.split_once("class=")?;
    let quote = class.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    let mut classes = class.get(1..)?.split(quote).next()?.split_whitespace();
    classes.find_map(|class| class.strip_prefix("ne-"))
}

/// The character references that occur in plain texts.
const NAMED: [(&str, char); 13] = [
    ("amp", '&'),
    ("lt", '<'),
    ("gt", '>'),
    ("quot", '"'),
    ("apos", '\''),
    ("nbsp", '\u{a0}'),
    ("ndash", '–'),
    ("mdash", '—'),
    ("hellip", '…'),
    ("lsquo", '‘'),
    ("rsquo", '’'),
    ("ldquo", '“'),
    ("rdquo", '”'),
];

/// The character of the reference at the start of a text, such as `&amp;`, and the rest.
fn character(text: &str) -> Option<(char, &str)> {
    // References are short; after a lone ampersand the rest of the text must not be scanned.
    let end = text.bytes().take(12).position(|b| b == b';')?;
    let (name, after) = (text.get(1..end)?, text.get(end + 1..)?);
    text.starts_with('&').then_some(())?;
    let code = match name.strip_prefix('#').map(|code| (code, code.strip_prefix(['x', 'X']))) {
        Some((_, Some(hex))) => u32::from_str_radix(hex, 16).ok(),
        Some((decimal, None)) => decimal.parse().ok(),
        None => NAMED.iter().find(|(known, _)| *known == name).map(|(_, c)| u32::from(*c)),
    };
    code.and_then(char::from_u32).map(|c| (c, after))
}

/// A text as HTML.
fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn html_is_read_as_its_text() {
        let cases = [
            (r#"<span class="ne ne-2">Ann</span> &amp; Bo"#, "Ann & Bo", vec![("2", 0..3)]),
            ("a<br>b <b class='x'>c</b><!-- <d> -->", "ab c", vec![]),
            (
                "1 < 2 & 3 &unknown; &#233;&#xe9;&#x110000;",
                "1 < 2 & 3 &unknown; éé&#x110000;",
                vec![],
            ),
            ("<span>x<span class='y ne ne-10'>é</span></span></span>", "xé", vec![("10", 1..3)]),
            ("<span class=\"ne ne-1\">open", "open", vec![]),
            ("<", "<", vec![]),
            ("<span", "<span", vec![]),
        ];
        for (html, text, mentions) in cases {
            let fragment = HtmlFragment::read(html);
            assert_eq!(fragment.text, text);
            let found: Vec<_> =
                fragment.mentions.iter().map(|m| (m.entity.as_str(), m.bytes.clone())).collect();
            assert_eq!(found, mentions, "{html}");
        }
    }

    #[test]
    fn paragraphs_and_mentions_have_their_places() {
        let json = r#"{"sentences": ["😀 <span class=\"ne ne-1\">Al</span>", "", "<span class=\"ne ne-0\">Bo</span> <span class=\"ne ne-1\">Al</span>"]}"#;
        let story = Story::read(json).unwrap();
        assert_eq!(story.text.as_str(), "😀 Al\n\n\n\nBo Al");
        assert_eq!(story.paragraphs_json(), "[[0,4],[6,6],[8,13]]");
        assert_eq!(
            story.mentions_json().unwrap(),
            r#"[{"cluster":"1","output_idx":[[3,5],[12,14]]},{"cluster":"0","output_idx":[[9,11]]}]"#
        );
        assert_eq!(story.to_json(), json);
        let at = |at: u32| story.paragraph_at(Utf16(at)).map(|(number, _)| number);
        assert_eq!([at(0), at(5), at(7), at(9), at(99)], [0, 0, 1, 2, 2].map(Some));
        for odd in ["{}", "[]", r#"{"sentences": "x"}"#, r#"{"sentences": ["x", 1]}"#] {
            assert!(Story::read(odd).is_none(), "{odd}");
        }
    }

    proptest! {
        #[test]
        fn plain_texts_come_back_with_the_mentions_that_can_be_held(
            text in "[a<>&;\n é😀#x1]{0,40}",
            places in proptest::collection::vec((0..3_u32, 0..40_u32, 0..40_u32), 0..6),
        ) {
            let text = Text::new(text);
            let mention = |(entity, start, end): (u32, u32, u32)| {
                let span = text.clamp(Span::between(Utf16(start), Utf16(end)));
                let bytes = text.to_byte(span.start()).0..text.to_byte(span.end()).0;
                (!bytes.is_empty()).then(|| StoryMention { entity: entity.to_string(), bytes })
            };
            let mentions: Vec<StoryMention> = places.into_iter().filter_map(mention).collect();
            let story = Story::plain(&text, &mentions);
            prop_assert_eq!(&story.text, &text);
            prop_assert!(story.mentions.iter().all(|mention| mentions.contains(mention)));
            let again = Story::read(&story.to_json()).unwrap();
            prop_assert_eq!(again.text, text);
            prop_assert_eq!(again.paragraphs.len(), story.paragraphs.len());
            prop_assert_eq!(again.mentions, story.mentions);
        }
    }
}
