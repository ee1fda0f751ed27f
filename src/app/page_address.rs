//! What the address of this page says, read in one place.

use spanwise_browser::location;
use spanwise_links::{
    Address, AddressProblem, LinkError, LinkProblem, Parameter, Parts, Request, Route,
};

/// Parameters of a link that say who annotates.
const WHO: [&str; 3] = ["PROLIFIC_PID", "assignmentId", "annotator"];

/// Parameters of a link that say which instances.
const WHICH: [&str; 3] = ["range", "n", "shuffle"];

/// Parameters of a link, by name.
pub(super) type LinkParameters = [(String, String)];

/// The query of this page's address, with its `?`, or empty.
pub(super) fn query() -> String {
    let query = Parts::of(&location::address()).query.map(|query| format!("?{query}"));
    query.unwrap_or_default()
}

/// What this page's address says besides template and data: who annotates, and which instances.
pub(super) fn parameters() -> Vec<(String, String)> {
    Request::parse(&query(), &hash()).other
}

/// What this page's address says of files that are opened on it, and its query, which stays if it says something. It
/// says which instances only as long as none were chosen by it.
pub(super) fn asked_of_files() -> (String, Vec<(String, String)>) {
    let mut parameters = parameters();
    if let Route::Work(_) = Route::parse(&hash()) {
        parameters.retain(|(name, _)| says_who(name));
    }
    let query = if assigns_work(&parameters) { query() } else { String::new() };
    (query, parameters)
}

/// The fragment of this page's address, without its `#`.
fn hash() -> String {
    Parts::of(&location::address()).fragment.unwrap_or_default().to_owned()
}

/// Whether a link with these parameters says who annotates, or which instances.
pub(super) fn assigns_work(parameters: &LinkParameters) -> bool {
    let asks = |name: &str| WHO.contains(&name) || WHICH.contains(&name);
    parameters.iter().any(|(name, _)| asks(name))
}

/// Whether a parameter may belong to what says who annotates.
pub(super) fn says_who(name: &str) -> bool {
    !WHICH.contains(&name)
}

/// The address of this app, without query and fragment.
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
