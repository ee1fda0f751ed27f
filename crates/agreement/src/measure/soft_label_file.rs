//! Soft labels of several annotators as records, which the format of Mu-SHROOM holds (SemEval-2025 task 3; Vázquez et
//! al. 2025).

use super::annotation_study::{AnnotationStudy, StudyText};
use super::code_point_range::CodePointRange;
use spanwise_annotation::document::{Spans, TextName, Texts};
use spanwise_interchange::{Corpus, Edit, Members, OffsetUnit, Record};
use spanwise_template::Side;

/// The category of Mu-SHROOM's labels.
const CATEGORY: &str = "hallucination";

/// The records of items with the soft labels of their first target, each with the names of the annotators who have it.
/// `labels` gives the labels of a text; insertion points mark no character and have none.
#[must_use]
pub fn soft_label_corpus(
    study: &AnnotationStudy,
    study_texts: &[StudyText],
    labels: impl Fn(&StudyText) -> Vec<(CodePointRange, f64)>,
) -> Corpus {
    let record = |study_text: &StudyText| {
        let item = study.items.get(study_text.item)?;
        let target = item.texts.first(Side::Target)?;
        if target.name != study_text.name {
            return None;
        }
        let names = study_text.units.iter().filter_map(|(at, _)| study.annotators.get(at));
        let mut metadata = Members::default();
        metadata.set_text("id", &item.name);
        metadata.set("annotators", serde_json::to_string(&names.collect::<Vec<_>>()).ok()?);
        let edit = |(range, probability): (CodePointRange, f64)| {
            let span = OffsetUnit::CodePoints.span(&target.text, range.start, range.end)?;
            let mut metadata = Members::default();
            metadata.set("probability", probability.to_string());
            let spans = Spans::of(TextName::TARGET, vec![span]);
            Some(Edit { category: CATEGORY.to_owned(), spans, metadata, ..Edit::default() })
        };
        let texts = Texts::usual(item.texts.text(Side::Source).clone(), target.text.clone());
        let edits = labels(study_text).into_iter().filter_map(edit).collect();
        Some(Record { texts, edits, metadata, done: true, ..Record::default() })
    };
    Corpus { records: study_texts.iter().filter_map(record).collect(), ..Corpus::default() }
}
