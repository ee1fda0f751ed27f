//! Reads the address of this page: query, fragment and link parameters.

use spanwise_browser::location;
use spanwise_links::{
    Address, AddressProblem, LinkError, LinkProblem, Parameter, Parts, Request, Route,
};

/// Parameters of a link that identify the annotator.
const WHO: [&str; 3] = ["PROLIFIC_PID", "assignmentId", "annotator"];

/// Parameters of a link that select instances.
const WHICH: [&str; 3] = ["range", "n", "shuffle"];

/// Names and values of the parameters of a link.
pub(super) type LinkParameters = [(String, String)];

/// Query of this page's address with its `?`, or empty.
pub(super) fn query() -> String {
    let query = Parts::of(&location::address()).query.map(|query| format!("?{query}"));
    query.unwrap_or_default()
}

/// Parameters of this page's address other than those of template and data: they identify the annotator and select
/// instances.
pub(super) fn parameters() -> Vec<(String, String)> {
    Request::parse(&query(), &hash()).other
}

/// Parameters of this page's address that apply to files opened on it, and the query to keep with them. On the address
/// of a work, parameters that select instances do not apply: they did already.
pub(super) fn asked_of_files() -> (String, Vec<(String, String)>) {
    let mut parameters = parameters();
    if let Route::Work(_) = Route::parse(&hash()) {
        parameters.retain(|(name, _)| says_who(name));
    }
    let query = if assigns_work(&parameters) { query() } else { String::new() };
    (query, parameters)
}

/// Fragment of this page's address without its `#`.
fn hash() -> String {
    Parts::of(&location::address()).fragment.unwrap_or_default().to_owned()
}

/// Returns `true` if the parameters of a link identify an annotator or select instances.
pub(super) fn assigns_work(parameters: &LinkParameters) -> bool {
    let asks = |name: &str| WHO.contains(&name) || WHICH.contains(&name);
    parameters.iter().any(|(name, _)| asks(name))
}

/// Returns `true` for a parameter that does not select instances, and so may identify an annotator.
pub(super) fn says_who(name: &str) -> bool {
    !WHICH.contains(&name)
}

/// Address of this app without query and fragment.
#[must_use]
pub fn app_address() -> String {
    Parts::of(&location::address()).path.to_owned()
}

pub(super) fn page_address() -> Result<Address, LinkError> {
    let address = location::address();
    Address::parse(&address).map_err(|problem| no_address(Parameter::Pasted, &address, problem))
}

pub(super) fn no_address(parameter: Parameter, found: &str, problem: AddressProblem) -> LinkError {
    let problem = LinkProblem::Address(problem);
    LinkError { parameter, found: found.to_owned(), problem }
}
