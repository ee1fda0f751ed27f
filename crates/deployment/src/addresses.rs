//! Links that name a template and data by their addresses, for this app and for Thresh alike.

use spanwise_links::{
    Address, AddressProblem, LinkError, LinkParameter, LinkProblem, ShippedName, TemplateSource,
    from_pasted,
};

/// A link to a template, with data or without.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AddressLink {
    /// The query, with its `?`.
    pub query: String,
    /// The template.
    pub template: TemplateSource,
    /// The data.
    pub data: Option<Address>,
}

impl AddressLink {
    /// Composes the link from the pasted addresses of a template and of data; the latter may be empty. `page` is the
    /// address of this app.
    ///
    /// The short forms `gh` and `hf` are used where this app and Thresh understand them alike, `i` elsewhere.
    ///
    /// # Errors
    /// If one of the two addresses cannot be used.
    pub fn of(template: &str, data: &str, page: &Address) -> Result<Self, LinkError> {
        let opening = from_pasted(template, page)?;
        let data = match data.trim() {
            "" => opening.data,
            data => Some(data_at(data, page)?),
        };
        let query = match &opening.template {
            TemplateSource::Shipped(name) => shipped(name, data.as_ref()),
            TemplateSource::Address(template) => of_addresses(template, data.as_ref()),
        };
        Ok(AddressLink { query, template: opening.template, data })
    }

    /// The same link at Thresh; `None` for a template that only this app has.
    #[must_use]
    pub fn at_thresh(&self) -> Option<String> {
        let is_elsewhere = matches!(self.template, TemplateSource::Address(_));
        is_elsewhere.then(|| format!("https://thresh.tools/{}", self.query))
    }
}

fn data_at(pasted: &str, page: &Address) -> Result<Address, LinkError> {
    let found = from_pasted(pasted, page);
    let opening = found.map_err(|error| LinkError { parameter: LinkParameter::D, ..error })?;
    match opening.template {
        TemplateSource::Address(address) => Ok(address),
        TemplateSource::Shipped(_) => Err(LinkError {
            parameter: LinkParameter::D,
            found: pasted.to_owned(),
            problem: LinkProblem::Address(AddressProblem::Relative),
        }),
    }
}

fn shipped(name: &ShippedName, data: Option<&Address>) -> String {
    let data = data.map(|data| format!("&d={}", value(data.as_str()))).unwrap_or_default();
    format!("?t={}{data}", name.as_str())
}

fn of_addresses(template: &Address, data: Option<&Address>) -> String {
    for (parameter, short) in [("gh", on_github as ShortForm), ("hf", on_hugging_face)] {
        let Some(template) = short(template) else { continue };
        match data.map(short) {
            None => return format!("?{parameter}={}", value(&template)),
            Some(Some(data)) => {
                return format!("?{parameter}={}&d={}", value(&template), value(&data));
            }
            // Thresh takes the data from the same host, whatever its address says.
            Some(None) => {}
        }
    }
    let data = data.map(|data| format!("&d={}", value(data.as_str()))).unwrap_or_default();
    format!("?i={}{data}", value(template.as_str()))
}

/// The short form of an address, if it has one.
type ShortForm = fn(&Address) -> Option<String>;

/// `owner/repository/branch/path`.
fn on_github(address: &Address) -> Option<String> {
    let is_raw = address.host() == "raw.githubusercontent.com" && address.query().is_none();
    address.path().strip_prefix('/').filter(|_| is_raw).map(str::to_owned)
}

/// `owner/dataset/main/path`. Thresh understands no other branch, and puts `resolve/` before the first `main` that it
/// finds.
fn on_hugging_face(address: &Address) -> Option<String> {
    let is_there = address.host() == "huggingface.co" && address.query().is_none();
    let path = address.path().strip_prefix("/datasets/").filter(|_| is_there)?;
    let (dataset, file) = path.split_once("/resolve/main/")?;
    let is_owned = dataset.split('/').count() == 2 && !dataset.contains("main");
    is_owned.then(|| format!("{dataset}/main/{file}"))
}

/// Escapes the value of a parameter. Escapes within an address are escaped again, so that decoding restores them.
fn value(text: &str) -> String {
    text.split(':').map(spanwise_links::percent::path).collect::<Vec<_>>().join(":")
}
