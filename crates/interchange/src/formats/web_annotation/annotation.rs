//! One annotation of the Web Annotation Data Model, as far as it is understood here.

use serde_json::Value;

use super::names::{CONTEXT, SOURCE};
use spanwise_template::Side;

/// An annotation.
#[derive(Debug)]
pub(super) struct WebAnnotation {
    pub(super) creator: Option<String>,
    pub(super) category: String,
    pub(super) comments: Vec<String>,
    pub(super) targets: Vec<WebAnnotationTarget>,
    /// The text of its target, if that is all that it gives.
    pub(super) text: Option<String>,
}

/// A text, or a part of it.
#[derive(Debug, Default)]
pub(super) struct WebAnnotationTarget {
    /// The address of the text.
    pub(super) address: String,
    /// Offsets of start and end.
    pub(super) position: Option<(u32, u32)>,
    pub(super) quote: Option<QuoteSelector>,
    /// `true` if it has selectors, but none that is understood.
    pub(super) foreign: bool,
}

/// The selected text, and the text before and after it.
#[derive(Debug, Default)]
pub(super) struct QuoteSelector {
    pub(super) exact: String,
    pub(super) prefix: String,
    pub(super) suffix: String,
}

impl WebAnnotation {
    pub(super) fn of(value: &Value) -> Self {
        let motivations = texts(value.get("motivation"));
        let bodies: Vec<WebAnnotationBody> = list(value.get("body").or(value.get("bodyValue")))
            .map(|body| WebAnnotationBody::of(body, &motivations))
            .collect();
        let said = |purpose: &str| {
            let said =
                bodies.iter().filter(|body| body.purposes.iter().any(|known| known == purpose));
            said.map(|body| body.value.clone()).collect::<Vec<_>>()
        };
        let targets: Vec<WebAnnotationTarget> =
            list(value.get("target")).map(WebAnnotationTarget::of).collect();
        let text = said("describing").into_iter().next();
        let whole = targets.iter().all(WebAnnotationTarget::is_whole);
        let category = said("tagging").into_iter().next().or(motivations.into_iter().next());
        WebAnnotation {
            creator: list(value.get("creator")).find_map(name_of),
            category: category.unwrap_or_else(|| "annotation".to_owned()),
            comments: said("commenting"),
            text: text.filter(|_| whole && bodies.len() == 1),
            targets,
        }
    }
}

/// A body: a text and its purposes.
struct WebAnnotationBody {
    purposes: Vec<String>,
    value: String,
}

impl WebAnnotationBody {
    /// Reads a body; one without a purpose has the motivations of its annotation.
    fn of(body: &Value, motivations: &[String]) -> Self {
        let purposes = texts(body.get("purpose").or(body.get("role")));
        let purposes = if purposes.is_empty() { motivations.to_vec() } else { purposes };
        let value = ["value", "source", "id"].into_iter().find_map(|name| body.get(name)?.as_str());
        let value = body.as_str().or(value).unwrap_or_default().to_owned();
        WebAnnotationBody { purposes, value }
    }
}

impl WebAnnotationTarget {
    fn of(target: &Value) -> Self {
        let address = target.as_str().or(target.get("source").and_then(address));
        let address = address.or(target.get("id").and_then(Value::as_str)).unwrap_or_default();
        let mut read =
            WebAnnotationTarget { address: address.to_owned(), ..WebAnnotationTarget::default() };
        for selector in list(target.get("selector")) {
            let text = |name: &str| {
                selector.get(name).and_then(Value::as_str).unwrap_or_default().to_owned()
            };
            let offset = |name| selector.get(name)?.as_u64().and_then(|at| u32::try_from(at).ok());
            match selector.get("type").and_then(Value::as_str) {
                Some("TextPositionSelector") => read.position = offset("start").zip(offset("end")),
                Some("TextQuoteSelector") => {
                    let [exact, prefix, suffix] = ["exact", "prefix", "suffix"].map(text);
                    read.quote = Some(QuoteSelector { exact, prefix, suffix });
                }
                _ => {}
            }
            read.foreign = true;
        }
        read.foreign &= read.position.is_none() && read.quote.is_none();
        read
    }

    fn is_whole(&self) -> bool {
        self.position.is_none() && self.quote.is_none() && !self.foreign
    }

    /// The role of the text in its item.
    pub(super) fn side(&self) -> Side {
        if self.address.ends_with(SOURCE) { Side::Source } else { Side::Target }
    }

    /// The address of the item.
    pub(super) fn item(&self) -> &str {
        let address = self.address.as_str();
        address.strip_suffix(SOURCE).or(address.strip_suffix(CONTEXT)).unwrap_or(address)
    }
}

fn address(resource: &Value) -> Option<&str> {
    resource.as_str().or_else(|| resource.get("id")?.as_str())
}

fn name_of(agent: &Value) -> Option<String> {
    let named = ["name", "nickname", "id"].into_iter().find_map(|name| agent.get(name)?.as_str());
    agent.as_str().or(named).map(str::to_owned)
}

/// The items of a list, or a value that is alone.
fn list(value: Option<&Value>) -> impl Iterator<Item = &Value> {
    let (items, alone) = match value {
        Some(Value::Array(items)) => (items.as_slice(), None),
        Some(Value::Null) | None => (&[][..], None),
        alone => (&[][..], alone),
    };
    items.iter().chain(alone)
}

fn texts(value: Option<&Value>) -> Vec<String> {
    list(value).filter_map(Value::as_str).map(str::to_owned).collect()
}
