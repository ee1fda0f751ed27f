//! Addresses.

use spanwise_links::{Address, LinkRequest, LinkTarget, Route, TemplateSource, from_pasted};

use super::corpus::Corpus;

const WORDS: &[&str] = &[
    "?",
    "#",
    "&",
    "=",
    "/",
    "//",
    "\\",
    ":",
    "@",
    "%",
    "%2e",
    "%2F",
    "%00",
    "+",
    ".",
    "..",
    " ",
    "\n",
    "\t",
    "\u{0}",
    "é",
    "語",
    "[",
    "]",
    "::1",
    ":65536",
    "https://",
    "HTTP:",
    "javascript:",
    "data:",
    "i=",
    "gh=",
    "hf=",
    "t=",
    "d=",
    "d1=",
    "d2=",
    "d99=",
    "demo/",
    "github.com/",
    "huggingface.co/datasets/",
    "thresh.tools/",
    "blob/",
    "resolve/",
    "main/",
    "o/r/",
    "x.yml",
    "#/w/",
    "#/t/",
    "#/s/",
    "#/build/",
    "#/annotate",
    "#/embed",
];

#[test]
fn every_address_is_sound() {
    let corpus = Corpus::of("link", WORDS);
    let page = Address::parse("https://spanwise.example/app/?x#y").expect("an address");
    bolero::check!(name = "link").for_each(|bytes: &[u8]| {
        corpus.texts(bytes).iter().for_each(|text| is_understood(text, &page));
    });
}

fn is_understood(text: &str, page: &Address) {
    let (query, hash) = text.split_once('#').unwrap_or((text, ""));
    match LinkRequest::parse(query, hash).target(page, None) {
        Ok(target) => target.iter().flat_map(addresses).for_each(is_sound),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
    match from_pasted(text, page) {
        Ok(target) => addresses(&target).for_each(is_sound),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
    for address in [Address::parse(text), page.join(text)].iter().flatten() {
        is_sound(address);
        assert_eq!(page.join(address.as_str()).as_ref(), Ok(address));
    }
    for fragment in [text, hash] {
        let route = Route::parse(fragment);
        assert_eq!(Route::parse(&route.to_string()), route, "{route}");
    }
}

fn addresses(target: &LinkTarget) -> impl Iterator<Item = &Address> {
    let template = match &target.template {
        TemplateSource::Address(address) => Some(address),
        TemplateSource::Shipped(_) => None,
    };
    template.into_iter().chain(&target.data).chain(target.others.iter().flatten())
}

/// Asserts that a browser fetches the address as it is written.
fn is_sound(address: &Address) {
    let text = address.as_str();
    assert!(text.starts_with("https://") || text.starts_with("http://"), "{text}");
    assert!(!text.contains(|c: char| c.is_control() || c.is_whitespace() || c == '#'), "{text}");
    let path = address.path().to_lowercase().replace("%2e", ".");
    assert!(path.starts_with('/') && !path.split('/').any(|s| s == "." || s == ".."), "{text}");
    assert!(!address.host().is_empty() && !address.host().contains('@'), "{text}");
    assert_eq!(Address::parse(text).as_ref(), Ok(address));
}
