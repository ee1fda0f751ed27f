//! Links: the template and the data that the address of a page names.
//!
//! Reads the parameters of Thresh (`i`, `gh`, `hf`, `t`, `d`, `d1`, `d2` …) and pasted addresses. Nothing is fetched
//! here, and every resulting address is absolute and `http` or `https`.

// In a release of the app nothing is formatted by Debug (scripts/lib/release.sh).
#![cfg_attr(not(test), warn(clippy::use_debug))]
#![warn(clippy::wildcard_enum_match_arm)]

mod address;
mod address_parts;
mod error;
mod hosts;
pub mod percent;
mod route;
mod tokenizer;

pub use address::{Address, AddressProblem};
pub use address_parts::AddressParts;
pub use error::{LinkError, LinkParameter, LinkProblem};
pub use hosts::FileHost;
pub use route::Route;
pub use tokenizer::tokenizer_file;

/// The template and the data to open.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LinkTarget {
    /// The template.
    pub template: TemplateSource,
    /// The data file, the first annotator's if there are several: `d`, else `d1`. `None` if the link names none.
    pub data: Option<Address>,
    /// The data files of further annotators, from the second: `d2`, `d3` … up to the last number in the link; `None`
    /// for a number that is left out.
    pub others: Vec<Option<Address>>,
}

/// The source of a template.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TemplateSource {
    /// A file elsewhere: a template, or a bundle with its data.
    Address(Address),
    /// One of the templates that come with the app.
    Shipped(ShippedName),
}

/// The name of a template that comes with the app: `a-z`, `0-9`, `_` and `-`. There need not be a template of this
/// name.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ShippedName(String);

impl ShippedName {
    /// Checks a name; `None` if it is empty or contains other characters. `demo/x` is read as `demo_x`.
    #[must_use]
    pub fn new(name: &str) -> Option<Self> {
        let name = match name.strip_prefix("demo/") {
            Some(rest) => format!("demo_{rest}"),
            None => name.to_owned(),
        };
        let allowed = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b"_-".contains(&b);
        (!name.is_empty() && name.bytes().all(allowed)).then_some(ShippedName(name))
    }

    /// The name as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// The parameters of an address, decoded. An empty one counts as absent; of several, the first counts.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct LinkRequest {
    i: Option<String>,
    gh: Option<String>,
    hf: Option<String>,
    t: Option<String>,
    d: Option<String>,
    /// `d1` … `d99`, with their numbers.
    numbered: Vec<(u8, String)>,
    /// All other parameters in their order, such as `PROLIFIC_PID`.
    pub other: Vec<(String, String)>,
}

impl LinkRequest {
    /// Reads the query and the hash of an address, each with or without its `?` or `#`. The query comes first.
    ///
    /// A hash with a `=` contains parameters: those are not sent to the server of the page.
    #[must_use]
    pub fn parse(query: &str, hash: &str) -> Self {
        let mut request = LinkRequest::default();
        let hash = hash.trim_start_matches(['#', '/', '?']);
        let hash = if hash.contains('=') { hash } else { "" };
        let query = query.strip_prefix('?').unwrap_or(query);
        for pairs in [query, hash].map(|pairs| form_urlencoded::parse(pairs.as_bytes())) {
            pairs.for_each(|(name, value)| request.take(name.into_owned(), value.into_owned()));
        }
        request
    }

    fn take(&mut self, name: String, value: String) {
        let known = match name.as_str() {
            "i" => &mut self.i,
            "gh" => &mut self.gh,
            "hf" => &mut self.hf,
            "t" => &mut self.t,
            "d" => &mut self.d,
            _ => match numbered(&name) {
                Some(number) => return self.take_numbered(number, value.trim()),
                None => return self.other.push((name, value)),
            },
        };
        let value = value.trim();
        if known.is_none() && !value.is_empty() {
            *known = Some(value.to_owned());
        }
    }

    fn take_numbered(&mut self, number: u8, value: &str) {
        if !value.is_empty() && self.numbered.iter().all(|(known, _)| *known != number) {
            self.numbered.push((number, value.to_owned()));
        }
    }

    /// The template (`i`, else `gh`, else `hf`, else `t`, else `by_route`, from the page's own path) and the data to
    /// open; `None` if the link names neither. Relative addresses are resolved against `page`.
    ///
    /// # Errors
    /// If a parameter cannot be used, or data is named without a template.
    pub fn target(
        &self,
        page: &Address,
        by_route: Option<ShippedName>,
    ) -> Result<Option<LinkTarget>, LinkError> {
        let template = self.template(page)?.or(by_route.map(TemplateSource::Shipped));
        let data = match &self.d {
            Some(d) => Some(self.file(LinkParameter::D, d, page)?),
            None => self.of_annotator(1, page)?,
        };
        let last = self.numbered.iter().map(|(number, _)| *number).max().unwrap_or(0);
        let others = (2..=last).map(|number| self.of_annotator(number, page));
        let others: Vec<Option<Address>> = others.collect::<Result<_, _>>()?;
        let Some(template) = template else {
            return match data.iter().chain(others.iter().flatten()).next() {
                Some(data) => {
                    Err(LinkError::new(LinkParameter::D, data.as_str(), LinkProblem::DataOnly))
                }
                None => Ok(None),
            };
        };
        Ok(Some(LinkTarget { template, data, others }))
    }

    fn of_annotator(&self, number: u8, page: &Address) -> Result<Option<Address>, LinkError> {
        let given = self.numbered.iter().find(|(known, _)| *known == number);
        given.map(|(_, d)| self.file(LinkParameter::Numbered(number), d, page)).transpose()
    }

    fn template(&self, page: &Address) -> Result<Option<TemplateSource>, LinkError> {
        if let Some(i) = &self.i {
            return address(LinkParameter::I, i, page).map(TemplateSource::Address).map(Some);
        }
        if let Some((parameter, value, host)) = self.hosted() {
            return on_host(parameter, value, host).map(TemplateSource::Address).map(Some);
        }
        self.t.as_deref().map(|t| shipped(t, page)).transpose()
    }

    /// The parameter `gh`, else `hf`, with its value and host; `None` if neither is given.
    fn hosted(&self) -> Option<(LinkParameter, &str, FileHost)> {
        let gh = self.gh.as_deref().map(|gh| (LinkParameter::Gh, gh, FileHost::GitHub));
        gh.or_else(|| self.hf.as_deref().map(|hf| (LinkParameter::Hf, hf, FileHost::HuggingFace)))
    }

    fn file(
        &self,
        parameter: LinkParameter,
        d: &str,
        page: &Address,
    ) -> Result<Address, LinkError> {
        match self.hosted() {
            Some((_, _, host)) if !d.contains("://") => on_host(parameter, d, host),
            _ => address(parameter, d, page),
        }
    }
}

/// The number of an annotator in the name of a parameter: 1 of `d1`.
fn numbered(name: &str) -> Option<u8> {
    let digits = name.strip_prefix('d')?;
    let number = digits.parse().ok().filter(|number| (1..=99).contains(number))?;
    (digits.len() == if number < 10 { 1 } else { 2 }).then_some(number)
}

/// Reads a pasted text: a link to this app or to Thresh, the page of a file on GitHub or Hugging Face, or the address
/// of any template or bundle. `page` is the address of this page.
///
/// # Errors
/// If the text is empty, not an address, or an unusable link.
pub fn from_pasted(text: &str, page: &Address) -> Result<LinkTarget, LinkError> {
    let text = text.trim().trim_matches(['<', '>', '"', '\'']).trim();
    let fail = |problem| LinkError::new(LinkParameter::Pasted, text, problem);
    if text.is_empty() {
        return Err(fail(LinkProblem::Empty));
    }
    let link = match FileHost::without_scheme(text) {
        Some(_) => Address::parse(&format!("https://{text}")),
        None => Address::parse(text),
    }
    .map_err(|problem| fail(LinkProblem::Address(problem)))?;
    if let Some(target) = asked_by(&link, text, page)? {
        return Ok(target);
    }
    let file = hosts::file_at(link).map_err(fail)?;
    Ok(LinkTarget { template: TemplateSource::Address(file), data: None, others: Vec::new() })
}

/// The target of a link to this app or to Thresh, or of any link with the parameter `i`, `gh` or `hf`; `None` for other
/// addresses, and for those of files.
fn asked_by(link: &Address, text: &str, page: &Address) -> Result<Option<LinkTarget>, LinkError> {
    let is_thresh = ["thresh.tools", "www.thresh.tools"].contains(&link.host());
    let is_own = link.origin() == page.origin();
    let hash = AddressParts::of(text).fragment.unwrap_or_default();
    let request = LinkRequest::parse(link.query().unwrap_or_default(), hash);
    let is_file = [".yml", ".yaml", ".json"].iter().any(|end| link.path().ends_with(end));
    let is_elsewhere = request.i.is_some() || request.hosted().is_some();
    if is_file || !(is_thresh || is_own || is_elsewhere) {
        return Ok(None);
    }
    let route = link.path().trim_matches('/');
    let by_route = ShippedName::new(route).filter(|_| is_thresh && !PAGES.contains(&route));
    request.target(link, by_route)
}

/// Pages of Thresh that are not templates.
const PAGES: [&str; 3] = ["annotate", "custom", "demo"];

fn address(parameter: LinkParameter, value: &str, page: &Address) -> Result<Address, LinkError> {
    let fail = |problem| LinkError::new(parameter, value, problem);
    let joined = match FileHost::without_scheme(value) {
        Some(_) => Address::parse(&format!("https://{value}")),
        None => page.join(value),
    };
    joined.map_err(LinkProblem::Address).and_then(hosts::file_at).map_err(fail)
}

fn on_host(parameter: LinkParameter, value: &str, host: FileHost) -> Result<Address, LinkError> {
    host.file(value).map_err(|problem| LinkError::new(parameter, value, problem))
}

fn shipped(t: &str, page: &Address) -> Result<TemplateSource, LinkError> {
    if t.contains("://") {
        return address(LinkParameter::T, t, page).map(TemplateSource::Address);
    }
    let name = ShippedName::new(t);
    name.map(TemplateSource::Shipped)
        .ok_or_else(|| LinkError::new(LinkParameter::T, t, LinkProblem::Name))
}
