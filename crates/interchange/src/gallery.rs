//! The templates of the gallery for the corpora that formats were made for.

use super::Format;

/// Names of formats, each with the folder of its template in `templates`.
const TEMPLATES: [(&str, &str); 8] = [
    ("mqm", "mqm"),
    ("propaganda", "propaganda"),
    ("arxivedits", "arxivedits"),
    ("fg-rlhf", "fg-rlhf"),
    ("falte", "snac"),
    ("frank", "frank"),
    ("scarecrow", "scarecrow"),
    ("snac", "snac"),
];

/// The template of the gallery with the categories of a format, if there is one.
#[must_use]
pub fn gallery_template(format: &Format) -> Option<&'static str> {
    TEMPLATES.iter().find(|(name, _)| *name == format.name).map(|(_, template)| *template)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format;
    use std::path::Path;

    #[test]
    fn formats_and_templates_are_there() {
        let gallery = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../templates"));
        for (name, template) in TEMPLATES {
            assert_eq!(gallery_template(format(name).unwrap()), Some(template));
            assert!(gallery.join(template).is_dir(), "{template}");
        }
    }
}
