//! `corrections`: the categories of edits that are derived from an edited target.

use super::fields::SectionFields;
use super::report::{CompileReport, ExpectedValue, cannot_be, needs};
use crate::model::{
    CategoryId, CategoryShape, CorrectionCategories, QuestionKind, Sides, SpanCount, Typology,
};
use crate::schema;
use spanwise_i18n::say;

/// The categories that a template names; `None`, with a report, if one of them cannot hold such edits.
pub(super) fn corrections(
    report: &mut CompileReport<'_>,
    fields: &SectionFields<'_>,
    typology: &Typology,
) -> Option<CorrectionCategories> {
    let entry = fields.get("corrections")?;
    let fields = report.fields(&entry.value, &schema::CORRECTIONS)?;
    if fields.get("substitution").is_none() {
        if !entry.value.cut {
            report.add(entry.key.at.error(
                "missing-category",
                needs("corrections", "substitution"),
                say!(CompileNameCorrectionCategory),
            ));
        }
        return None;
    }
    let substitution = named(report, &fields, "substitution", typology);
    let insertion = named(report, &fields, "insertion", typology);
    let deletion = named(report, &fields, "deletion", typology);
    let substitution = substitution??;
    Some(CorrectionCategories {
        insertion: insertion?.unwrap_or(substitution),
        deletion: deletion?.unwrap_or(substitution),
        substitution,
    })
}

/// The category that a key names, `Some(None)` if the key is absent; `None`, with a report, if it is none that fits.
fn named(
    report: &mut CompileReport<'_>,
    fields: &SectionFields<'_>,
    key: &str,
    typology: &Typology,
) -> Option<Option<CategoryId>> {
    let Some(entry) = fields.get(key) else { return Some(None) };
    let (name, at) = report.plain(entry, ExpectedValue::Text)?;
    let found = typology.find(name).filter(|(_, category)| {
        let fits = match category.shape {
            CategoryShape::Spans { sides: Sides::Target, count: SpanCount::One } => true,
            CategoryShape::Spans { sides: Sides::Target, count: SpanCount::Point } => {
                key == "insertion"
            }
            CategoryShape::Spans { .. } | CategoryShape::Whole | CategoryShape::Composite => false,
        };
        fits && category.questions.iter().any(|root| root.kind == QuestionKind::Replacement)
    });
    if found.is_none() {
        report.add(at.error(
            "not-a-correction",
            cannot_be(key, name),
            say!(CompileNameCorrectionCategory),
        ));
    }
    found.map(|(id, _)| Some(id))
}
