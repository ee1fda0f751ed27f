//! Reads the address of this page: query, fragment and link parameters.

use spanwise_browser::location;
use spanwise_links::{
    Address, AddressParts, AddressProblem, LinkError, LinkParameter, LinkProblem, LinkRequest,
    Route, ShippedName,
};

/// Parameters of a link that identify the annotator.
const WHO: [&str; 3] = ["PROLIFIC_PID", "assignmentId", "annotator"];

/// Parameters of a link that select instances.
const WHICH: [&str; 3] = ["range", "n", "shuffle"];

/// Address, relative to the app, of the list of the templates that come with it. The build generates it from the folder
/// `templates`.
pub(super) const TEMPLATE_INDEX: &str = "templates/index.json";

/// Names and values of the parameters of a link.
pub(super) type LinkParameters = [(String, String)];

/// Query of this page's address with its `?`, or empty.
pub(super) fn query() -> String {
    let query = AddressParts::of(&location::address()).query.map(|query| format!("?{query}"));
    query.unwrap_or_default()
}

/// Parameters of this page's address other than those of template and data: they identify the annotator and select
/// instances.
pub(super) fn parameters() -> Vec<(String, String)> {
    LinkRequest::parse(&query(), &hash()).other
}

/// Parameters of this page's address that apply to files opened on it, and the query to keep with them. On the address
/// of a work, parameters that select instances do not apply: they did already.
pub(super) fn parameters_for_files() -> (String, Vec<(String, String)>) {
    let mut parameters = parameters();
    if let Route::Work(_) = Route::parse(&hash()) {
        parameters.retain(|(name, _)| may_identify_annotator(name));
    }
    let query = if assigns_work(&parameters) { query() } else { String::new() };
    (query, parameters)
}

/// Gives the page that is shown next a step of its own in the history, from which Back leads to the open work. Its address
/// opens the work, too.
pub(super) fn step_beside_work() {
    let hash = hash();
    if let Route::Work(_) = Route::parse(&hash) {
        location::push(&format!("{}#{hash}/", query()));
    }
}

/// Fragment of this page's address without its `#`.
fn hash() -> String {
    AddressParts::of(&location::address()).fragment.unwrap_or_default().to_owned()
}

/// Returns `true` if the parameters of a link identify an annotator or select instances.
pub(super) fn assigns_work(parameters: &LinkParameters) -> bool {
    let asks = |name: &str| WHO.contains(&name) || WHICH.contains(&name);
    parameters.iter().any(|(name, _)| asks(name))
}

/// Returns `true` for a parameter that does not select instances, and so may identify an annotator.
pub(super) fn may_identify_annotator(name: &str) -> bool {
    !WHICH.contains(&name)
}

/// Address of this page without its fragment.
pub(super) fn without_fragment() -> String {
    let address = location::address();
    let AddressParts { path, query, .. } = AddressParts::of(&address);
    query.map_or_else(|| path.to_owned(), |query| format!("{path}?{query}"))
}

/// Query that opens a template that comes with the app.
pub(super) fn shipped_query(name: &ShippedName) -> String {
    format!("?t={}", name.as_str())
}

/// Address, relative to the app, of a file of a template that comes with it.
pub(super) fn shipped_file(template: &str, file: &str) -> String {
    format!("templates/{template}/{file}")
}

/// Last segment of the path of an address, or of a file name with folders.
pub(super) fn last_segment(address: &str) -> &str {
    let path = AddressParts::of(address).path;
    path.rsplit('/').next().unwrap_or(path)
}

/// Address of this app without query and fragment.
#[must_use]
pub fn app_address() -> String {
    AddressParts::of(&location::address()).path.to_owned()
}

pub(super) fn page_address() -> Result<Address, LinkError> {
    let address = location::address();
    Address::parse(&address)
        .map_err(|problem| address_error(LinkParameter::Pasted, &address, problem))
}

pub(super) fn address_error(
    parameter: LinkParameter,
    found: &str,
    problem: AddressProblem,
) -> LinkError {
    let problem = LinkProblem::Address(problem);
    LinkError { parameter, found: found.to_owned(), problem }
}
