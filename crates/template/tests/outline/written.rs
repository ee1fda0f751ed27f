//! Templates as people write them: any tree, in lines or brackets, with comments, blank lines and indentation of
//! many kinds. Every item has a name of its own, which its comments repeat.

use proptest::prelude::*;

/// An item, with its written form.
#[derive(Debug, Clone)]
pub(super) struct Written {
    above: bool,
    beside: bool,
    below: bool,
    blank: bool,
    free: bool,
    label: bool,
    prompt: bool,
    flow: bool,
    children: Children,
}

#[derive(Debug, Clone)]
enum Children {
    None,
    Word(&'static str),
    List(Vec<Written>),
}

/// The indentation and line breaks of a file.
#[derive(Debug, Clone, Copy)]
struct Layout {
    dash: usize,
    key: usize,
    line_break: &'static str,
}

fn words() -> impl Strategy<Value = Children> {
    let words = vec!["binary", "likert-3", "likert-5", "textbox", "textarea"];
    prop::sample::select(words).prop_map(Children::Word)
}

fn item(children: impl Strategy<Value = Children>) -> impl Strategy<Value = Written> {
    let rarely = || prop::bool::weighted(0.2);
    let flags = (rarely(), rarely(), rarely(), rarely(), rarely(), any::<bool>(), any::<bool>());
    (flags, rarely(), children).prop_map(|(flags, flow, children)| {
        let (above, beside, below, blank, free, label, prompt) = flags;
        Written { above, beside, below, blank, free, label, prompt, flow, children }
    })
}

fn option() -> impl Strategy<Value = Written> {
    let leaf = item(prop_oneof![3 => Just(Children::None), 1 => words()]);
    leaf.prop_recursive(2, 12, 3, |inner| {
        item(prop::collection::vec(inner, 1..4).prop_map(Children::List)).boxed()
    })
}

fn question() -> impl Strategy<Value = Written> {
    let options = prop::collection::vec(option(), 1..4).prop_map(Children::List);
    item(prop_oneof![1 => words(), 3 => options])
}

fn category() -> impl Strategy<Value = Written> {
    let questions = prop::collection::vec(question(), 1..3).prop_map(Children::List);
    item(prop_oneof![1 => Just(Children::None), 3 => questions])
}

fn layout() -> impl Strategy<Value = Layout> {
    let line_breaks = prop::sample::select(vec!["\n", "\n", "\n", "\r\n"]);
    (prop::sample::select(vec![0, 2, 2, 4]), prop::sample::select(vec![2, 2, 4]), line_breaks)
        .prop_map(|(dash, key, line_break)| Layout { dash, key, line_break })
}

/// The text of a template without problems; it may lack the last line break, and `edits` may not come last.
pub(super) fn template() -> impl Strategy<Value = String> {
    let categories = prop::collection::vec(category(), 1..4);
    (categories, layout(), any::<bool>(), any::<bool>()).prop_map(
        |(categories, layout, ends, last)| {
            let mut writer = Writer { layout, names: 0, out: Vec::new() };
            writer.out.push("# Head".to_owned());
            writer.out.push("template_name: t".to_owned());
            writer.out.push("edits: # list".to_owned());
            writer.list(&categories, 0, 0);
            if !last {
                writer.out.push(String::new());
                writer.out.push("# Tail".to_owned());
                writer.out.push("language: en".to_owned());
            }
            let mut text = writer.out.join(layout.line_break);
            if ends {
                text += layout.line_break;
            }
            text
        },
    )
}

struct Writer {
    layout: Layout,
    names: usize,
    out: Vec<String>,
}

impl Writer {
    /// The items of a list whose key is indented by `indent`.
    fn list(&mut self, items: &[Written], indent: usize, depth: usize) {
        let indent = indent + self.layout.dash;
        for item in items {
            let name = format!("n{}", self.names);
            self.names += 1;
            let spaces = " ".repeat(indent);
            if item.free {
                self.out.extend([String::new(), format!("{spaces}# free {name}")]);
            }
            if item.blank || item.free {
                self.out.push(String::new());
            }
            if item.above {
                self.out.push(format!("{spaces}# {name} above"));
            }
            let pairs = pairs(item, &name, depth);
            let beside = if item.beside { format!(" # {name} beside") } else { String::new() };
            let dash = format!("{spaces}-{}", " ".repeat(self.layout.key - 1));
            let keys = " ".repeat(indent + self.layout.key);
            if item.flow {
                let flow = self.flow(item, &name, depth);
                self.out.push(format!("{dash}{flow}{beside}"));
            } else {
                for (at, (key, value)) in pairs.iter().enumerate() {
                    let (start, end) = if at == 0 { (&dash, &*beside) } else { (&keys, "") };
                    self.out.push(format!("{start}{key}: {value}{end}"));
                }
                if let Children::List(children) = &item.children {
                    self.out.push(format!("{keys}{}:", list_key(depth)));
                    self.list(children, indent + self.layout.key, depth + 1);
                }
            }
            if item.below {
                self.out.push(format!("{keys}# {name} below"));
            }
        }
    }

    /// An item in brackets. It has no comments.
    fn flow(&mut self, item: &Written, name: &str, depth: usize) -> String {
        let mut parts: Vec<String> =
            pairs(item, name, depth).iter().map(|(key, value)| format!("{key}: {value}")).collect();
        if let Children::List(children) = &item.children {
            let children: Vec<String> = children
                .iter()
                .map(|child| {
                    let name = format!("n{}", self.names);
                    self.names += 1;
                    self.flow(child, &name, depth + 1)
                })
                .collect();
            parts.push(format!("{}: [{}]", list_key(depth), children.join(", ")));
        }
        format!("{{{}}}", parts.join(", "))
    }
}

fn list_key(depth: usize) -> &'static str {
    if depth == 0 { "annotation" } else { "options" }
}

fn pairs(item: &Written, name: &str, depth: usize) -> Vec<(&'static str, String)> {
    let mut pairs = vec![("name", name.to_owned())];
    if item.label {
        pairs.push(("label", format!("'The {name}: one'")));
    }
    if depth == 0 {
        let color = name.bytes().fold(7_u32, |sum, byte| sum * 31 + u32::from(byte));
        pairs.push(("color", format!("\"#{:06x}\"", color % 0x100_0000)));
        pairs.push(("enable_output", item.prompt.to_string()));
    } else if item.prompt && !matches!(item.children, Children::None) {
        pairs.push(("question", format!("What about {name}?")));
    }
    if let Children::Word(word) = item.children {
        pairs.push(("options", word.to_owned()));
    }
    pairs
}
