//! Techniques of propaganda, and their names in our template.

/// Techniques as the corpus spells them, with the names of the template.
const TECHNIQUES: [(&str, &str); 18] = [
    ("Appeal_to_Authority", "appeal_to_authority"),
    ("Appeal_to_fear-prejudice", "appeal_to_fear_prejudice"),
    ("Bandwagon", "bandwagon"),
    ("Black-and-White_Fallacy", "black_and_white_fallacy"),
    ("Causal_Oversimplification", "causal_oversimplification"),
    ("Doubt", "doubt"),
    ("Exaggeration,Minimisation", "exaggeration"),
    ("Flag-Waving", "flag_waving"),
    ("Loaded_Language", "loaded_language"),
    ("Name_Calling,Labeling", "name_calling"),
    ("Obfuscation,Intentional_Vagueness,Confusion", "obfuscate"),
    ("Red_Herring", "red_herring"),
    ("Reductio_ad_hitlerum", "reductio_ad_hitlerum"),
    ("Repetition", "repetition"),
    ("Slogans", "slogans"),
    ("Straw_Men", "straw_man"),
    ("Thought-terminating_Cliches", "thought_terminating_cliches"),
    ("Whataboutism", "whataboutism"),
];

/// The technique of a span without one: propaganda of any kind.
pub(super) const ANY: &str = "propaganda";

/// The category of a technique; an unknown one is its own.
pub(super) fn category(technique: &str) -> &str {
    TECHNIQUES.iter().find(|(known, _)| *known == technique).map_or(technique, |(_, name)| name)
}

/// The technique of a category; an unknown one is its own.
pub(super) fn technique(category: &str) -> &str {
    TECHNIQUES.iter().find(|(_, name)| *name == category).map_or(category, |(known, _)| known)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_techniques_of_the_template_are_known() {
        let template = include_str!("../../../../../templates/propaganda/template.yml");
        let names: Vec<&str> =
            template.lines().filter_map(|line| line.strip_prefix("  - name: ")).collect();
        assert_eq!(names.len(), 18);
        for name in names {
            let known = technique(name);
            assert_ne!(known, name);
            assert_eq!(category(known), name);
        }
        assert_eq!((category("Smears"), technique("Smears")), ("Smears", "Smears"));
    }
}
