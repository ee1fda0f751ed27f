//! Counts of each text. Tokens are held of one text at a time.

use spanwise_agreement::measure::{AnnotationStudy, AnnotatorsAgainstRest, TextCounts};

/// Counts of all texts.
pub(super) struct CountedTexts {
    /// The marks of each annotator in each text.
    pub(super) marks: Vec<TextCounts>,
    /// In all categories together, then in each: the number of spans of each text, of all annotators.
    pub(super) spans: Vec<Vec<f64>>,
    /// The tokens that each annotator and the others marked; `None` unless there are several others.
    pub(super) against_rest: Option<AnnotatorsAgainstRest>,
}

impl CountedTexts {
    /// Counts.
    pub(super) fn of(study: &AnnotationStudy) -> Self {
        let (annotators, categories) = (study.annotators.len(), study.categories.len());
        let mut counted = CountedTexts {
            marks: Vec::new(),
            spans: vec![Vec::new(); 1 + categories],
            against_rest: (annotators > 2)
                .then(|| AnnotatorsAgainstRest::new(annotators, categories)),
        };
        for study_text in study.each_study_text() {
            let tokens = study_text.tokens();
            counted.marks.extend(TextCounts::of(study, &study_text, &tokens));
            let wanted = std::iter::once(None).chain((0..categories).map(Some));
            for (spans, wanted) in counted.spans.iter_mut().zip(wanted) {
                let units = study_text.units.values().flatten();
                let own = units.filter(|unit| wanted.is_none_or(|wanted| unit.category == wanted));
                spans.push(own.count() as f64);
            }
            if let Some(against_rest) = &mut counted.against_rest {
                against_rest.add(&study_text, &tokens);
            }
        }
        counted
    }
}
