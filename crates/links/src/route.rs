//! Routes: the pages that the fragment of an address names.

use std::fmt;

use super::ShippedName;

/// A page of the app. Printing and parsing are inverse.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Route {
    /// The target of the query; without a query, the start page.
    Start,
    /// Work on this device, by its id.
    Work(String),
    /// The page of a template that comes with the app.
    Template(ShippedName),
    /// The start page for opening a bundle, regardless of the query.
    Annotate,
    /// A page that waits for the template and the data of the page it is embedded in.
    Embed,
    /// The builder: the draft with this id, or the latest one.
    Build(Option<String>),
    /// The training of the template that the query names.
    Training,
    /// The figures of annotators' files.
    Figures,
    /// A language model that annotates a work.
    Model,
    /// A template and data, packed into the address.
    Share(String),
}

impl Route {
    /// Reads a fragment, with or without its `#`. One that names no page is [`Route::Start`]: it may contain
    /// parameters.
    #[must_use]
    pub fn parse(fragment: &str) -> Self {
        let fragment = fragment.strip_prefix('#').unwrap_or(fragment);
        let (page, rest) = match fragment.strip_prefix('/').map(|path| path.split_once('/')) {
            Some(Some(parts)) => parts,
            Some(None) => (fragment.trim_start_matches('/'), ""),
            None => return Route::Start,
        };
        let rest = rest.trim_end_matches('/');
        let id = || (!rest.is_empty()).then(|| rest.to_owned());
        match page {
            "w" => id().map_or(Route::Start, Route::Work),
            "t" => ShippedName::new(rest).map_or(Route::Start, Route::Template),
            "annotate" => Route::Annotate,
            "embed" => Route::Embed,
            "build" => Route::Build(id()),
            "training" => Route::Training,
            "figures" => Route::Figures,
            "model" => Route::Model,
            "s" => id().map_or(Route::Start, Route::Share),
            _ => Route::Start,
        }
    }
}

impl fmt::Display for Route {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Route::Start => f.write_str("#/"),
            Route::Work(id) => write!(f, "#/w/{id}"),
            Route::Template(name) => write!(f, "#/t/{}", name.as_str()),
            Route::Annotate => f.write_str("#/annotate"),
            Route::Embed => f.write_str("#/embed"),
            Route::Build(None) => f.write_str("#/build"),
            Route::Build(Some(id)) => write!(f, "#/build/{id}"),
            Route::Training => f.write_str("#/training"),
            Route::Figures => f.write_str("#/figures"),
            Route::Model => f.write_str("#/model"),
            Route::Share(packed) => write!(f, "#/s/{packed}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fragments_name_pages() {
        let template = |name| Route::Template(ShippedName::new(name).unwrap());
        let cases = [
            ("", Route::Start),
            ("#", Route::Start),
            ("#/", Route::Start),
            ("#gh=a/b/c/d.yml", Route::Start),
            ("#/w/abc-1", Route::Work("abc-1".to_owned())),
            ("#/w/", Route::Start),
            ("#/w/abc-1/", Route::Work("abc-1".to_owned())),
            ("/t/salsa", template("salsa")),
            ("#/t/fg-rlhf/", template("fg-rlhf")),
            ("#/t/../x", Route::Start),
            ("#/annotate", Route::Annotate),
            ("#/embed", Route::Embed),
            ("#/build", Route::Build(None)),
            ("#/build/", Route::Build(None)),
            ("#/build/d1", Route::Build(Some("d1".to_owned()))),
            ("#/training", Route::Training),
            ("#/figures", Route::Figures),
            ("#/model", Route::Model),
            ("#/s/1.abc_-", Route::Share("1.abc_-".to_owned())),
            ("#/nowhere", Route::Start),
        ];
        for (fragment, route) in cases {
            assert_eq!(Route::parse(fragment), route, "{fragment}");
        }
    }

    #[test]
    fn what_is_printed_is_read() {
        let routes = [
            Route::Start,
            Route::Work("w".to_owned()),
            Route::Template(ShippedName::new("demo_start").unwrap()),
            Route::Annotate,
            Route::Embed,
            Route::Build(None),
            Route::Build(Some("b-2".to_owned())),
            Route::Training,
            Route::Figures,
            Route::Model,
            Route::Share("1.x".to_owned()),
        ];
        for route in routes {
            assert_eq!(Route::parse(&route.to_string()), route);
        }
    }
}
