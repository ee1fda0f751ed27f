//! Links of Thresh and pasted addresses lead to the right files, or to an error with its remedy.

#![allow(clippy::unwrap_used, reason = "tests")]

use proptest::prelude::*;
use spanwise_links::{
    Address, AddressProblem, FileHost, LinkError, LinkParameter, LinkProblem, LinkRequest,
    LinkTarget, ShippedName, TemplateSource, from_pasted, tokenizer_file,
};

const PAGE: &str = "https://spanwise.example/app/";

fn page() -> Address {
    Address::parse(PAGE).unwrap()
}

fn ask(query: &str) -> Result<Option<LinkTarget>, LinkError> {
    LinkRequest::parse(query, "").target(&page(), None)
}

/// Template and data as text; a shipped template as `shipped:name`.
fn show(target: &LinkTarget) -> String {
    let template = match &target.template {
        TemplateSource::Address(address) => address.to_string(),
        TemplateSource::Shipped(name) => format!("shipped:{}", name.as_str()),
    };
    let data = target.data.as_ref().map_or(String::new(), |data| format!(" + {data}"));
    template + &data
}

fn shown(query: &str) -> String {
    show(&ask(query).unwrap().unwrap())
}

// Thresh 11.40: `gh` takes one spelling only
#[test]
fn data_of_several_annotators_goes_by_the_same_rules_as_that_of_one() {
    let gh = "https://raw.githubusercontent.com/o/r/main";
    let hf = "https://huggingface.co/datasets/o/r/resolve/main";
    let cases: [(&str, &[Option<String>]); 9] = [
        // Thresh left the host out for these.
        (
            "gh=o/r/main/t.yml&d1=o/r/main/1.json&d2=o/r/blob/main/2.json",
            &[Some(format!("{gh}/1.json")), Some(format!("{gh}/2.json"))],
        ),
        (
            "hf=o/r/main/t.yml&d1=o/r/main/1.json&d2=o/r/main/2.json",
            &[Some(format!("{hf}/1.json")), Some(format!("{hf}/2.json"))],
        ),
        (
            "gh=o/r/main/t.yml&d1=o/r/main/1.json&d2=https://h.example/2.json",
            &[Some(format!("{gh}/1.json")), Some("https://h.example/2.json".to_owned())],
        ),
        (
            "t=mqm&d1=a.json&d2=b.json",
            &[Some(format!("{PAGE}a.json")), Some(format!("{PAGE}b.json"))],
        ),
        (
            "t=mqm&d2=b.json&d=a.json",
            &[Some(format!("{PAGE}a.json")), Some(format!("{PAGE}b.json"))],
        ),
        ("t=mqm&d3=c.json", &[None, None, Some(format!("{PAGE}c.json"))]),
        ("t=mqm&d1=+a.json+&d1=b.json&d2=", &[Some(format!("{PAGE}a.json"))]),
        ("t=mqm&d10=j.json&d0=x&d01=x&d100=x&dx=x", &[const { None }; 10]),
        ("t=mqm", &[None]),
    ];
    for (query, wanted) in cases {
        let target = ask(query).unwrap().unwrap();
        let all = std::iter::once(&target.data).chain(&target.others);
        let mut found: Vec<Option<String>> =
            all.map(|d| d.as_ref().map(ToString::to_string)).collect();
        if found.len() == 10 {
            assert_eq!(found[9].take(), Some(format!("{PAGE}j.json")));
        }
        assert_eq!(found, wanted, "{query}");
    }
    let error = ask("gh=o/r/main/t.yml&d1=o/r/main/1.json&d2=2.json").unwrap_err();
    assert_eq!(error.parameter, LinkParameter::Numbered(2));
    assert!(error.to_string().contains("“d2”"), "{error}");
    assert_eq!(ask("d2=b.json").unwrap_err().problem, LinkProblem::DataOnly);
}

#[test]
fn github_files_in_all_their_spellings() {
    let raw = "https://raw.githubusercontent.com/o/r/main/a/b.yml";
    for gh in [
        "o/r/main/a/b.yml",
        "/o/r/main/a/b.yml",
        "o/r/blob/main/a/b.yml",
        "o/r/raw/main/a/b.yml",
        "https://github.com/o/r/blob/main/a/b.yml",
        "http://www.github.com/o/r/blob/main/a/b.yml?plain=1%23L3",
        "https://github.com/o/r/raw/main/a/b.yml",
        "github.com/o/r/blob/main/a/b.yml",
        "GitHub.com/o/r/blame/main/a/b.yml",
        "https://raw.githubusercontent.com/o/r/main/a/b.yml",
        "raw.githubusercontent.com/o/r/main/a/b.yml%23part",
        "o/r/main/a/b.yml?raw=true",
        "  o/r/main/a/b.yml ",
    ] {
        assert_eq!(shown(&format!("gh={gh}")), raw, "{gh}");
    }
    for (gh, path) in [
        ("o/r/refs/heads/main/b.yml", "o/r/refs/heads/main/b.yml"),
        ("https://github.com/o/r/raw/refs/heads/main/b.yml", "o/r/refs/heads/main/b.yml"),
        ("o/r/raw/b.yml", "o/r/raw/b.yml"),
        ("o/r/main/my+file.yml", "o/r/main/my%20file.yml"),
        ("o/r/main/my%2520file.yml", "o/r/main/my%20file.yml"),
        ("o/r/main/100%25.yml", "o/r/main/100%25.yml"),
        ("o/r/main/%C3%A9%22%3C.yml", "o/r/main/%C3%A9%22%3C.yml"),
        ("o/r/main/a%5C..%5Cb.yml", "o/r/main/a%5C..%5Cb.yml"),
        ("https://raw.githubusercontent.com/o/r/main/b.yml?token=x", "o/r/main/b.yml?token=x"),
    ] {
        assert_eq!(
            shown(&format!("gh={gh}")),
            format!("https://raw.githubusercontent.com/{path}"),
            "{gh}"
        );
    }
}

// Thresh 11.40: `hf` replaces the first `main`, wherever it is
#[test]
fn hugging_face_files_in_all_their_spellings() {
    let raw = "https://huggingface.co/datasets/mainer/d/resolve/main/x.yml";
    for hf in [
        "mainer/d/main/x.yml",
        "mainer/d/resolve/main/x.yml",
        "mainer/d/blob/main/x.yml",
        "datasets/mainer/d/main/x.yml",
        "datasets/mainer/d/resolve/main/x.yml",
        "https://huggingface.co/datasets/mainer/d/blob/main/x.yml",
        "https://huggingface.co/datasets/mainer/d/resolve/main/x.yml?download=true",
        "huggingface.co/datasets/mainer/d/raw/main/x.yml",
        "https://hf.co/datasets/mainer/d/blob/main/x.yml",
    ] {
        assert_eq!(shown(&format!("hf={hf}")), raw, "{hf}");
    }
    for (hf, path) in [
        ("o/d/v2/main/x.yml", "datasets/o/d/resolve/v2/main/x.yml"),
        (
            "https://huggingface.co/datasets/squad/blob/main/x.json",
            "datasets/squad/resolve/main/x.json",
        ),
        ("https://huggingface.co/o/model/blob/main/x.json", "o/model/resolve/main/x.json"),
        ("https://huggingface.co/spaces/o/s/blob/main/x.json", "spaces/o/s/resolve/main/x.json"),
    ] {
        assert_eq!(shown(&format!("hf={hf}")), format!("https://huggingface.co/{path}"), "{hf}");
    }
}

// Thresh 11.40: the host is put before a `d` that has one
#[test]
fn parameters_and_their_priority() {
    let raw = "https://raw.githubusercontent.com/o/r/main";
    for (query, target) in [
        ("?t=salsa", "shipped:salsa".to_owned()),
        ("t=demo_salsa", "shipped:demo_salsa".to_owned()),
        ("t=demo/salsa", "shipped:demo_salsa".to_owned()),
        ("t=https://x.org/t.yml", "https://x.org/t.yml".to_owned()),
        ("i=t.yml", format!("{PAGE}t.yml")),
        ("i=/t.yml&gh=o/r/main/t.yml&t=salsa", "https://spanwise.example/t.yml".to_owned()),
        ("t=salsa&hf=o/d/main/t.yml&gh=o/r/main/t.yml", format!("{raw}/t.yml")),
        ("t=salsa&d=data.json", format!("shipped:salsa + {PAGE}data.json")),
        ("gh=o/r/main/t.yml&d=o/r/main/d.json", format!("{raw}/t.yml + {raw}/d.json")),
        ("gh=o/r/main/t.yml&d=https://x.org/d.json", format!("{raw}/t.yml + https://x.org/d.json")),
        (
            "hf=o/d/main/t.yml&d=o/d/main/d.json",
            "https://huggingface.co/datasets/o/d/resolve/main/t.yml + https://huggingface.co/datasets/o/d/resolve/main/d.json".to_owned(),
        ),
        (
            "i=https://github.com/o/r/blob/main/t.yml&d=https://huggingface.co/datasets/o/d/blob/main/d.json",
            format!("{raw}/t.yml + https://huggingface.co/datasets/o/d/resolve/main/d.json"),
        ),
        ("i=github.com/o/r/blob/main/t.yml", format!("{raw}/t.yml")),
        ("i=https%3A%2F%2Fx.org%2Ft.yml%3Fa%3D1%262", "https://x.org/t.yml?a=1&2".to_owned()),
        ("i=a+b%20c.yml", format!("{PAGE}a%20b%20c.yml")),
        ("i=&t=&gh=o/r/main/t.yml", format!("{raw}/t.yml")),
        ("t=salsa&t=mqm", "shipped:salsa".to_owned()),
    ] {
        assert_eq!(shown(query), target, "{query}");
    }
    assert_eq!(ask("?PROLIFIC_PID=1"), Ok(None));
    let salsa = ShippedName::new("salsa");
    let by_route =
        LinkRequest::parse("?d=d.json", "").target(&page(), salsa.clone()).unwrap().unwrap();
    assert_eq!(show(&by_route), format!("shipped:salsa + {PAGE}d.json"));
    let over_route = LinkRequest::parse("?t=mqm", "").target(&page(), salsa).unwrap().unwrap();
    assert_eq!(show(&over_route), "shipped:mqm");
}

#[test]
fn the_hash_holds_parameters_too() {
    for hash in ["#t=salsa", "#?t=salsa", "#/?t=salsa", "t=salsa"] {
        let target = LinkRequest::parse("", hash).target(&page(), None).unwrap().unwrap();
        assert_eq!(show(&target), "shipped:salsa", "{hash}");
    }
    assert_eq!(LinkRequest::parse("", "#results"), LinkRequest::default());
    let request = LinkRequest::parse("?t=mqm&PROLIFIC_PID=a%2Bb", "#t=salsa&STUDY_ID=c+d&x");
    let other = [("PROLIFIC_PID", "a+b"), ("STUDY_ID", "c d"), ("x", "")];
    assert_eq!(request.other, other.map(|(n, v)| (n.to_owned(), v.to_owned())));
    assert_eq!(show(&request.target(&page(), None).unwrap().unwrap()), "shipped:mqm");
}

#[test]
fn what_cannot_be_opened_says_why() {
    use AddressProblem::{Host as NoHost, Scheme, User};
    use LinkParameter::{D, Gh, Hf, I, T};
    use LinkProblem::{Address as Bad, DataOnly, Name, NotAFile, OtherHost};
    for (query, parameter, problem) in [
        ("gh=o/r/main", Gh, NotAFile(FileHost::GitHub)),
        ("gh=o/r/refs/heads/main", Gh, NotAFile(FileHost::GitHub)),
        ("gh=o/r/main/../x.yml", Gh, NotAFile(FileHost::GitHub)),
        ("gh=o/r/main/%252e%252E/x.yml", Gh, NotAFile(FileHost::GitHub)),
        ("gh=o/r/main//x.yml", Gh, NotAFile(FileHost::GitHub)),
        ("gh=//o/r/main/x.yml", Gh, NotAFile(FileHost::GitHub)),
        ("gh=o/r/main/x/", Gh, NotAFile(FileHost::GitHub)),
        ("gh=https://github.com/o/r", Gh, NotAFile(FileHost::GitHub)),
        ("gh=https://github.com/o/r/tree/main/x", Gh, NotAFile(FileHost::GitHub)),
        ("gh=https://x.org/o/r/main/x.yml", Gh, OtherHost(FileHost::GitHub)),
        ("gh=huggingface.co/datasets/o/d/blob/main/x.yml", Gh, OtherHost(FileHost::GitHub)),
        ("hf=o/d/main", Hf, NotAFile(FileHost::HuggingFace)),
        ("hf=datasets/o/d", Hf, NotAFile(FileHost::HuggingFace)),
        ("hf=https://huggingface.co/datasets/o/d", Hf, NotAFile(FileHost::HuggingFace)),
        ("i=https://github.com/o/r", I, NotAFile(FileHost::GitHub)),
        ("i=javascript:alert(1)", I, Bad(Scheme)),
        ("i=%01 java%0Ascript:alert(1)", I, Bad(Scheme)),
        ("i=data:text/yaml,a", I, Bad(Scheme)),
        ("i=file:///etc/passwd", I, Bad(Scheme)),
        ("i=C:\\t.yml", I, Bad(Scheme)),
        ("i=//x.org/t.yml", I, Bad(Scheme)),
        ("i=\\\\x.org\\t.yml", I, Bad(Scheme)),
        ("i=/%0A/x.org/t.yml", I, Bad(Scheme)),
        ("t=salsa&d=//x.org/d.json", D, Bad(Scheme)),
        ("gh=o/r/main/t.yml&d=//x.org/d.json", D, NotAFile(FileHost::GitHub)),
        ("t=salsa&d1=\\\\x.org\\d.json", LinkParameter::Numbered(1), Bad(Scheme)),
        ("i=https://", I, Bad(NoHost)),
        ("i=https:x", I, Bad(NoHost)),
        ("i=https://a b/", I, Bad(NoHost)),
        ("i=https://u:p@x.org/", I, Bad(User)),
        ("t=salsa&d=blob:https://x.org/1", D, Bad(Scheme)),
        ("gh=o/r/main/t.yml&d=d.json", D, NotAFile(FileHost::GitHub)),
        ("gh=o/r/main/t.yml&d=javascript://x/%250a", D, Bad(Scheme)),
        ("t=../salsa", T, Name),
        ("t=Salsa", T, Name),
        ("t=demo/a/b", T, Name),
        ("t=ftp://x.org/t.yml", T, Bad(Scheme)),
        ("d=d.json", D, DataOnly),
    ] {
        let error = ask(query).unwrap_err();
        assert_eq!((error.parameter, error.problem), (parameter, problem), "{query}");
        assert!(!error.message().is_none() && !error.remedy().is_none());
    }
    assert_eq!(
        ask("gh=o/r").unwrap_err().to_string(),
        "In the parameter “gh”: “o/r” does not name a file on GitHub. \
         Copy the address of the file's own page on GitHub, or write owner/repository/branch/path."
    );
}

#[test]
fn pasted_links() {
    let raw = "https://raw.githubusercontent.com/o/r/main/t.yml";
    for (text, target) in [
        (" https://x.org/t.yml\n", "https://x.org/t.yml"),
        ("<https://x.org/b.json?v=1#x>", "https://x.org/b.json?v=1"),
        ("https://x.org/b.json?i=3", "https://x.org/b.json?i=3"),
        ("https://github.com/o/r/blob/main/t.yml", raw),
        ("github.com/o/r/blob/main/t.yml", raw),
        (raw, raw),
        ("https://thresh.tools/?gh=o/r/main/t.yml", raw),
        ("https://thresh.tools/?t=demo_mqm", "shipped:demo_mqm"),
        ("https://thresh.tools/salsa", "shipped:salsa"),
        (
            "https://thresh.tools/salsa/?d=x.json",
            "shipped:salsa + https://thresh.tools/salsa/x.json",
        ),
        ("https://spanwise.example/app/#t=mqm", "shipped:mqm"),
        (
            "https://else.example/?i=t.yml&d=d.json",
            "https://else.example/t.yml + https://else.example/d.json",
        ),
        ("https://else.example/?t=mqm", "https://else.example/?t=mqm"),
        (
            "https://huggingface.co/datasets/o/d/blob/main/t.yml",
            "https://huggingface.co/datasets/o/d/resolve/main/t.yml",
        ),
    ] {
        assert_eq!(show(&from_pasted(text, &page()).unwrap()), target, "{text}");
    }
    for (text, problem) in [
        ("  ", LinkProblem::Empty),
        ("hello", LinkProblem::Address(AddressProblem::Relative)),
        ("javascript:alert(1)", LinkProblem::Address(AddressProblem::Scheme)),
        ("//x.org/t.yml", LinkProblem::Address(AddressProblem::Relative)),
        ("https://github.com/o/r", LinkProblem::NotAFile(FileHost::GitHub)),
    ] {
        assert_eq!(from_pasted(text, &page()).unwrap_err().problem, problem, "{text}");
    }
    let inside = from_pasted("https://thresh.tools/?gh=o", &page()).unwrap_err();
    assert_eq!(inside.parameter, LinkParameter::Gh);
}

#[test]
fn relative_addresses_resolve_as_in_browsers() {
    // The normal examples of RFC 3986, section 5.4.1, without fragments, and some of the abnormal ones.
    let base = Address::parse("http://a/b/c/d;p?q").unwrap();
    for (reference, resolved) in [
        ("g", "http://a/b/c/g"),
        ("./g", "http://a/b/c/g"),
        ("g/", "http://a/b/c/g/"),
        ("/g", "http://a/g"),
        ("//g", "scheme"),
        ("//g/x?y", "scheme"),
        ("/\t/g", "scheme"),
        ("/\\g", "scheme"),
        ("\\/g", "scheme"),
        ("?y", "http://a/b/c/d;p?y"),
        ("g?y", "http://a/b/c/g?y"),
        ("#s", "http://a/b/c/d;p?q"),
        ("g#s", "http://a/b/c/g"),
        (";x", "http://a/b/c/;x"),
        ("", "http://a/b/c/d;p?q"),
        (".", "http://a/b/c/"),
        ("./", "http://a/b/c/"),
        ("..", "http://a/b/"),
        ("../g", "http://a/b/g"),
        ("../..", "http://a/"),
        ("../../../g", "http://a/g"),
        ("/../g", "http://a/g"),
        ("g.", "http://a/b/c/g."),
        ("..g", "http://a/b/c/..g"),
        ("./g/.", "http://a/b/c/g/"),
        ("g/../h", "http://a/b/c/h"),
        ("g?y/../x", "http://a/b/c/g?y/../x"),
        ("%2e%2E/g", "http://a/b/g"),
        ("..\\g", "http://a/b/g"),
        ("\\\\h\\g", "scheme"),
        ("HTTPS://H:8080/ä?ö", "https://h:8080/%C3%A4?%C3%B6"),
        ("http://[::1]:3/x", "http://[::1]:3/x"),
        ("http://h", "http://h/"),
        ("http://h?q", "http://h/?q"),
        ("a%zz b%20c", "http://a/b/c/a%25zz%20b%20c"),
        ("a:b/c", "scheme"),
        ("./a:b", "http://a/b/c/a:b"),
        ("http://h:99999/", "host"),
        ("http://h:+80/", "host"),
        ("http://[x]/", "host"),
        ("http://[::::]/", "host"),
        ("http://[12345::]/", "host"),
        ("http://a..b/", "host"),
    ] {
        let found = match base.join(reference) {
            Ok(address) => address.to_string(),
            Err(AddressProblem::Scheme) => "scheme".to_owned(),
            Err(AddressProblem::Host) => "host".to_owned(),
            Err(other) => format!("{other:?}"),
        };
        assert_eq!(found, resolved, "{reference}");
    }
}

fn is_sound(address: &Address) -> bool {
    let text = address.as_str();
    let escaped = |s: &str| s.to_lowercase().replace("%2e", ".");
    (text.starts_with("https://") || text.starts_with("http://"))
        && !text.chars().any(|c| c.is_control() || c.is_whitespace())
        && address.path().starts_with('/')
        && !address.path().split('/').any(|s| [".", ".."].contains(&escaped(s).as_str()))
        && Address::parse(text).as_ref() == Ok(address)
}

fn sources(target: &LinkTarget) -> Vec<&Address> {
    let template = match &target.template {
        TemplateSource::Address(address) => Some(address),
        TemplateSource::Shipped(_) => None,
    };
    template.into_iter().chain(&target.data).collect()
}

fn pieces() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "https://",
        "http:",
        "javascript:",
        "github.com",
        "huggingface.co",
        "hf.co",
        "datasets",
        "blob",
        "resolve",
        "main",
        "refs",
        "heads",
        "/",
        "/",
        "/",
        "..",
        ".",
        "%2e",
        "%",
        "%25",
        "+",
        "?",
        "#",
        "&",
        "=",
        "i=",
        "gh=",
        "hf=",
        "&d=",
        "t=",
        "\\",
        ":",
        "@",
        "[",
        "]",
        " ",
        "\n",
        "\0",
        "é",
        "o",
        "r",
        "x.yml",
        "thresh.tools",
        "\u{a0}",
    ]);
    prop::collection::vec(piece, 0..24).prop_map(|parts| parts.concat())
}

#[test]
fn addresses_of_this_device_are_known() {
    let cases = [
        ("http://localhost:8080/x", true),
        ("http://app.localhost/", true),
        ("http://127.0.0.1:8080/", true),
        ("http://127.1.2.3/", true),
        ("http://[::1]:8080/", true),
        ("http://127.example.org/", false),
        ("http://[::2]/", false),
        ("http://192.168.0.1/", false),
        ("https://localhost.example/", false),
    ];
    for (address, is_loopback) in cases {
        assert_eq!(Address::parse(address).unwrap().is_loopback(), is_loopback, "{address}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn every_address_is_sound(query in pieces(), hash in pieces(), start in "(i|gh|hf|t)?=?") {
        let request = LinkRequest::parse(&format!("{start}{query}"), &hash);
        if let Ok(Some(target)) = request.target(&page(), None) {
            for address in sources(&target) {
                prop_assert!(is_sound(address), "{}", address);
            }
        }
    }

    #[test]
    fn every_pasted_address_is_sound(text in pieces(), noise in "\\PC{0,6}", scheme in "(https://x/|https://github.com/o/r/blob/)?") {
        if let Ok(target) = from_pasted(&format!("{scheme}{text}{noise}"), &page()) {
            for address in sources(&target) {
                prop_assert!(is_sound(address), "{}", address);
            }
        }
    }

    #[test]
    fn every_joined_address_is_sound(reference in pieces(), noise in "\\PC{0,6}") {
        if let Ok(address) = page().join(&format!("{noise}{reference}{noise}")) {
            prop_assert!(is_sound(&address), "{}", address);
        }
    }
}

#[test]
fn a_tokenizer_is_a_model_an_address_or_a_file_beside_the_template() {
    let hugging_face = |path: &str| Some(format!("https://huggingface.co/{path}/tokenizer.json"));
    let cases = [
        ("hf:owner/model", hugging_face("owner/model/resolve/main")),
        ("hf:gpt2@v1.0", hugging_face("gpt2/resolve/v1.0")),
        ("hf:a/b@refs/pr/1", hugging_face("a/b/resolve/refs/pr/1")),
        ("https://x.org/t", Some("https://x.org/t".to_owned())),
        ("t/tokenizer.json", Some("https://lab.org/task/t/tokenizer.json".to_owned())),
        ("hf:", None),
        ("hf:../b", None),
        ("hf:a/b/c", None),
        ("hf:a/b@", None),
        ("hf:a b", None),
        ("hf:a/b?x", None),
        ("javascript:x.json", None),
        ("//x.org/tokenizer.json", None),
    ];
    let template = Address::parse("https://lab.org/task/template.yml").unwrap();
    for (name, expected) in cases {
        let file = tokenizer_file(name, Some(&template)).ok();
        assert_eq!(file.map(|file| file.to_string()), expected, "{name}");
    }
    assert!(tokenizer_file("tokenizer.json", None).is_err());
    assert!(tokenizer_file("hf:owner/model", None).is_ok());
}
