//! Links composed from pasted addresses: this app and Thresh find the same files behind them.

use spanwise_deployment::addresses::AddressLink;
use spanwise_links::{Address, LinkParameter, LinkRequest, TemplateSource};

fn page() -> Address {
    Address::parse("https://app.example.org/spanwise/").expect("an address")
}

fn decoded(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut out = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        if bytes[at] == b'%' {
            out.push(u8::from_str_radix(&text[at + 1..at + 3], 16).expect("an escape"));
            at += 3;
        } else {
            out.push(bytes[at]);
            at += 1;
        }
    }
    String::from_utf8(out).expect("UTF-8")
}

/// The addresses of template and data that Thresh fetches for a query.
fn at_thresh(query: &str) -> (String, Option<String>) {
    let pairs: Vec<(&str, String)> = query
        .trim_start_matches('?')
        .split('&')
        .map(|pair| pair.split_once('=').expect("a pair"))
        .map(|(name, value)| (name, decoded(value)))
        .collect();
    let get = |name| pairs.iter().find(|(n, _)| *n == name).map(|(_, value)| value.clone());
    let on_hf = |value: &str| {
        format!("https://huggingface.co/datasets/{}", value.replacen("main", "resolve/main", 1))
    };
    let on_gh = |value: &str| format!("https://raw.githubusercontent.com/{value}");
    match (get("i"), get("gh"), get("hf")) {
        (Some(i), _, _) => (i, get("d")),
        (_, Some(gh), _) => (on_gh(&gh), get("d").map(|d| on_gh(&d))),
        (_, _, Some(hf)) => (on_hf(&hf), get("d").map(|d| on_hf(&d))),
        _ => panic!("{query}"),
    }
}

#[test]
fn both_find_the_files() {
    let raw = "https://raw.githubusercontent.com/o/r/main/t.yml";
    let raw_data = "https://raw.githubusercontent.com/o/r/main/d.json";
    let hf = "https://huggingface.co/datasets/o/n/resolve/main/t.yml";
    let hf_data = "https://huggingface.co/datasets/o/n/resolve/main/d.json";
    let other = "https://a.example/x%20y/t.yml?key=1&z=%26";
    let cases = [
        ("https://github.com/o/r/blob/main/t.yml", "", raw, None, "?gh=o/r/main/t.yml"),
        (
            raw,
            "https://github.com/o/r/blob/main/d.json",
            raw,
            Some(raw_data),
            "?gh=o/r/main/t.yml&d=o/r/main/d.json",
        ),
        (
            "https://huggingface.co/datasets/o/n/blob/main/t.yml",
            hf_data,
            hf,
            Some(hf_data),
            "?hf=o/n/main/t.yml&d=o/n/main/d.json",
        ),
        (raw, hf_data, raw, Some(hf_data), "?i=https://raw"),
        (hf, raw_data, hf, Some(raw_data), "?i=https://hugg"),
        (hf, "https://a.example/d.json", hf, Some("https://a.example/d.json"), "?i="),
        (other, "", other, None, "?i=https://a.example/x%2520y/t.yml%3Fkey%3D1%26z%3D%2526"),
        (
            "https://huggingface.co/datasets/o/n/blob/dev/t.yml",
            "",
            "https://huggingface.co/datasets/o/n/resolve/dev/t.yml",
            None,
            "?i=",
        ),
        (
            "https://huggingface.co/datasets/mainer/n/blob/main/t.yml",
            "",
            "https://huggingface.co/datasets/mainer/n/resolve/main/t.yml",
            None,
            "?i=",
        ),
        (
            "https://github.com/o/r/blob/main/a%20b%26c%25.yml",
            "",
            "https://raw.githubusercontent.com/o/r/main/a%20b%26c%25.yml",
            None,
            "?gh=",
        ),
        (
            "https://raw.githubusercontent.com/o/r/main/t.yml?token=x",
            "",
            "https://raw.githubusercontent.com/o/r/main/t.yml?token=x",
            None,
            "?i=",
        ),
    ];
    for (template, data, template_at, data_at, query) in cases {
        let link = AddressLink::of(template, data, &page()).expect(template);
        assert!(link.query.starts_with(query), "{}", link.query);
        assert_eq!(at_thresh(&link.query), (template_at.to_owned(), data_at.map(str::to_owned)));
        let opening = LinkRequest::parse(&link.query, "")
            .target(&page(), None)
            .expect("a link")
            .expect("something");
        assert_eq!(
            opening.template,
            TemplateSource::Address(Address::parse(template_at).expect("an address"))
        );
        assert_eq!(opening.data.as_ref().map(Address::as_str), data_at);
        assert_eq!(opening.data, link.data);
        assert_eq!(link.at_thresh(), Some(format!("https://thresh.tools/{}", link.query)));
    }
}

#[test]
fn a_link_to_the_app_is_taken_apart() {
    let link = AddressLink::of(
        "https://app.example.org/spanwise/?t=salsa",
        "https://a.example/d.json",
        &page(),
    )
    .expect("a link");
    assert_eq!(link.query, "?t=salsa&d=https://a.example/d.json");
    assert_eq!(link.at_thresh(), None);
    let link =
        AddressLink::of("https://thresh.tools/?gh=o/r/main/t.yml&d=o/r/main/d.json", "", &page())
            .expect("a link");
    assert_eq!(link.query, "?gh=o/r/main/t.yml&d=o/r/main/d.json");
}

#[test]
fn the_address_that_cannot_be_used_is_named() {
    let good = "https://a.example/t.yml";
    for (template, data, parameter) in [
        ("", "", LinkParameter::Pasted),
        ("not an address", good, LinkParameter::Pasted),
        (good, "nor this", LinkParameter::D),
        (good, "ftp://a.example/d.json", LinkParameter::D),
        (good, "https://app.example.org/spanwise/?t=salsa", LinkParameter::D),
        ("https://github.com/o/r", "", LinkParameter::Pasted),
    ] {
        let error = AddressLink::of(template, data, &page()).expect_err(template);
        assert_eq!(error.parameter, parameter, "{template} {data}");
    }
}
