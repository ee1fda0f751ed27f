//! The score that a template asks for with `score`: of one instance, and of a work, which is the mean over its instances.
//! The app shows it while one annotates; it is the figure that the command line prints for the same edits.

use std::sync::Arc;

use super::annotation_study::{AnnotationStudy, MarkedEdit};
use super::bootstrap::Bootstrap;
use super::figure::Figure;
use super::quality::{
    ErrorWeights, SegmentPenalty, mean, mean_penalty, penalties_by, quality_from_spans,
};
use super::study_alignment::answers_with_severity;
use super::undefined::Undefined;
use crate::adjudication::FlatAnswers;
use spanwise_annotation::document::{Instance, QuestionPath};
use spanwise_interchange::Members;
use spanwise_template::{Choice, FormulaCount, Question, ScoreKind, Side, Template, Typology};
use spanwise_text::Text;
use unicode_segmentation::UnicodeSegmentation;

const FORMULA: &str = "formula of the template, with the sum of the weights of the edits of a segment and counts of it; mean \
over the segments for which it has a value; n: segments × annotators";

const WEIGHTS: &str = "sum of the weights of the edits of a segment, that of an edit being the weight of its category times those \
of the chosen options, by the template; mean over segments; n: segments × annotators";

/// The rule of a template's score.
#[derive(Debug, Clone)]
pub struct ScoreRule {
    template: Arc<Template>,
    kind: ScoreKind,
    by_severity: ErrorWeights,
}

impl ScoreRule {
    /// The rule of a template; `None` if it asks for no score.
    #[must_use]
    pub fn of(template: &Arc<Template>) -> Option<Self> {
        let kind = template.settings.score.clone()?;
        let by_severity = match kind {
            ScoreKind::Mqm | ScoreKind::Weights | ScoreKind::Formula(_) => ErrorWeights::default(),
            ScoreKind::EsaFromSpans => ErrorWeights::esa(),
        };
        Some(ScoreRule { template: template.clone(), kind, by_severity })
    }

    /// The kind of score.
    #[must_use]
    pub fn kind(&self) -> &ScoreKind {
        &self.kind
    }

    /// The penalty of an instance (0-based position in the work).
    #[must_use]
    pub fn penalty(&self, at: usize, instance: &Instance) -> SegmentPenalty {
        let weights = instance.edits.iter().map(|edit| {
            let original = Members::parse(edit.original.text().unwrap_or_default());
            let metadata = Members::parse(original.get("metadata").unwrap_or_default());
            let answers = answers_with_severity(&metadata, &edit.answers).collect();
            self.weight(&edit.category, &answers)
        });
        let penalty = SegmentPenalty::of(at, 0, weights);
        let categories = instance.edits.iter().map(|edit| &*edit.category);
        self.evaluated(penalty, instance.text(Side::Target), categories)
    }

    /// The penalties of the segments of a study.
    #[must_use]
    pub fn penalties(&self, study: &AnnotationStudy) -> Vec<SegmentPenalty> {
        let mut penalties = penalties_by(study, |category, answers| self.weight(category, answers));
        if let ScoreKind::Formula(_) = self.kind {
            let name = |edit: &MarkedEdit| study.categories.get(edit.category).map(String::as_str);
            for penalty in &mut penalties {
                let Some(item) = study.items.get(penalty.item) else { continue };
                let edits = item.edits.get(penalty.annotator).into_iter().flatten();
                let target = item.texts.text(Side::Target);
                *penalty = self.evaluated(penalty.clone(), target, edits.filter_map(name));
            }
        }
        penalties
    }

    /// A penalty with the value of the formula, if the score is one. `categories`: that of each edit.
    fn evaluated<'e>(
        &self,
        penalty: SegmentPenalty,
        target: &Text,
        categories: impl Iterator<Item = &'e str> + Clone,
    ) -> SegmentPenalty {
        let ScoreKind::Formula(formula) = &self.kind else { return penalty };
        let count = |count: &FormulaCount| match count {
            FormulaCount::Weights => penalty.sum,
            FormulaCount::Edits => number(categories.clone().count()),
            FormulaCount::Words => number(target.as_str().unicode_words().count()),
            FormulaCount::Characters => number(target.as_str().graphemes(true).count()),
            FormulaCount::Category(name) => {
                number(categories.clone().filter(|category| category == name).count())
            }
        };
        let value = Some(formula.value(count)).filter(|value| value.is_finite());
        SegmentPenalty { formula: value, ..penalty }
    }

    /// The mean score of segments.
    #[must_use]
    pub fn figure<'p>(
        &self,
        penalties: impl IntoIterator<Item = &'p SegmentPenalty>,
        bootstrap: &Bootstrap,
    ) -> Figure {
        match self.kind {
            ScoreKind::Mqm => mean_penalty(penalties, &self.by_severity, bootstrap),
            ScoreKind::EsaFromSpans => quality_from_spans(penalties, bootstrap),
            ScoreKind::Weights => mean(WEIGHTS, penalties, bootstrap, |penalty| Some(penalty.sum)),
            ScoreKind::Formula(_) => mean(FORMULA, penalties, bootstrap, |penalty| penalty.formula),
        }
    }

    /// The score of a work, or of an instance if it is the only one.
    ///
    /// # Errors
    /// If the score is undefined: the reason.
    pub fn score<'p>(
        &self,
        penalties: impl IntoIterator<Item = &'p SegmentPenalty>,
    ) -> Result<f64, Undefined> {
        self.figure(penalties, &Bootstrap::none()).value
    }

    /// The weight of an edit; `None` if it has none.
    fn weight(&self, category: &str, answers: &FlatAnswers) -> Option<f64> {
        match self.kind {
            ScoreKind::Mqm | ScoreKind::EsaFromSpans => self.by_severity.of(category, answers),
            ScoreKind::Weights | ScoreKind::Formula(_) => {
                template_weight(&self.template.typology, category, answers)
            }
        }
    }
}

/// A count as a number: exact below 2^53.
#[expect(clippy::cast_precision_loss, reason = "no text has so many words")]
fn number(count: usize) -> f64 {
    count as f64
}

/// The weight of a category times those of the chosen options; `None` for an unknown category.
fn template_weight(typology: &Typology, category: &str, answers: &FlatAnswers) -> Option<f64> {
    let (_, category) = typology.find(category)?;
    let chosen = answers.iter().filter_map(|(path, answer)| {
        let choice = chosen(&category.questions, path, answer)?;
        Some(choice.weight?.number())
    });
    Some(chosen.fold(category.weight.number(), |product, weight| product * weight))
}

/// The option that an answer names; `None` if the template does not know the question or the option.
fn chosen<'t>(questions: &'t [Question], path: &QuestionPath, answer: &str) -> Option<&'t Choice> {
    let (first, follow_ups) = path.split_first()?;
    let mut question = questions.iter().find(|question| question.name == *first)?;
    for option in follow_ups {
        question = question.option(option)?.follow_up.as_deref()?;
    }
    question.option(answer)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::{ByAnnotator, MarkedRanges, StudyItem};
    use spanwise_annotation::document::Texts;
    use spanwise_annotation::format::read_instance;
    use spanwise_template::compile;

    /// One category with nested options, one with a weight, one without.
    fn rule(score: &str) -> ScoreRule {
        let text = format!(
            "template_name: t
score: {score}
edits:
  - name: accuracy
    annotation:
      - name: kind
        options:
          - name: omission
            weight: 2
            question: How much?
            options: [{{name: minor, weight: 1}}, {{name: major, weight: 5}}]
          - name: gain
            weight: -1
      - {{name: severity, options: [{{name: minor}}, {{name: major}}, {{name: neutral}}]}}
  - {{name: half, weight: 0.5}}
  - {{name: plain}}
"
        );
        let compiled = compile(&text);
        assert_eq!(compiled.diagnostics, []);
        ScoreRule::of(&Arc::new(compiled.template.unwrap())).unwrap()
    }

    fn penalty(rule: &ScoreRule, at: usize, edits: &str) -> SegmentPenalty {
        let instance = format!(r#"{{"target": "text", "edits": [{edits}]}}"#);
        rule.penalty(at, &read_instance(&instance, at, &rule.template.typology).instance)
    }

    fn edit(category: &str, answers: &str) -> String {
        format!(r#"{{"category": "{category}", "id": 1, "annotation": {answers}}}"#)
    }

    #[test]
    fn an_instance_has_the_score_of_its_edits() {
        let omission = |severity: &str| {
            let kind = format!(r#"{{"val": "omission", "omission": {{"val": "{severity}"}}}}"#);
            edit("accuracy", &format!(r#"{{"kind": {kind}}}"#))
        };
        let rated = |severity: &str| {
            edit("accuracy", &format!(r#"{{"severity": {{"val": "{severity}"}}}}"#))
        };
        let in_metadata = r#"{"category": "plain", "id": 1, "metadata": {"severity": "Major"}}"#;
        let cases: Vec<(&str, Vec<String>, Option<f64>)> = vec![
            ("weights", vec![], Some(0.0)),
            // Weight of the category times those of the chosen options.
            ("weights", vec![omission("minor")], Some(2.0)),
            ("weights", vec![omission("major")], Some(10.0)),
            ("weights", vec![edit("accuracy", r#"{"kind": {"val": "gain"}}"#)], Some(-1.0)),
            ("weights", vec![edit("accuracy", "null"), edit("half", "null")], Some(1.5)),
            ("weights", vec![rated("major"), edit("plain", "null")], Some(2.0)),
            // Unknown categories have no weight.
            ("weights", vec![edit("accuracy", r#"{"kind": {"val": "no such"}}"#)], Some(1.0)),
            ("weights", vec![edit("no such", "null"), edit("plain", "null")], Some(1.0)),
            ("weights", vec![edit("no such", "null")], None),
            ("mqm", vec![], Some(0.0)),
            ("mqm", vec![rated("minor"), rated("major"), rated("neutral")], Some(6.0)),
            ("mqm", vec![in_metadata.to_owned()], Some(5.0)),
            ("mqm", vec![edit("plain", "null")], None),
            ("esa", vec![], Some(100.0)),
            ("esa", vec![rated("minor"), rated("major")], Some(94.0)),
            ("esa", vec![rated("major"); 30], Some(0.0)),
            // "text" is a word of four characters.
            ("10 * weights + edits", vec![omission("major"), edit("plain", "null")], Some(112.0)),
            (
                "accuracy - 2 * half",
                vec![edit("half", "null"), edit("accuracy", "null")],
                Some(-1.0),
            ),
            ("max(0, 100 - 100 * weights / words)", vec![omission("major")], Some(0.0)),
            ("characters / words", vec![], Some(4.0)),
            ("1 / edits", vec![], None),
        ];
        for (score, edits, expected) in cases {
            let rule = rule(score);
            let found = rule.score(&[penalty(&rule, 0, &edits.join(", "))]).ok();
            assert_eq!(found, expected, "{score}: {edits:?}");
        }
    }

    #[test]
    fn a_work_has_the_mean_of_its_instances() {
        let rule = rule("weights");
        let instances = [edit("half", "null"), String::new(), edit("plain", "null")];
        let penalties: Vec<_> =
            instances.iter().enumerate().map(|(at, edits)| penalty(&rule, at, edits)).collect();
        assert_eq!(rule.score(&penalties), Ok(0.5));
        assert_eq!(rule.score(&[]), Err(Undefined::NoSegments));
    }

    #[test]
    fn instances_without_a_value_are_left_out_of_the_mean() {
        let edits = |counts: &[usize]| -> Vec<String> {
            counts.iter().map(|n| vec![edit("half", "null"); *n].join(", ")).collect()
        };
        for (score, counts, expected, left_out) in [
            ("12 / edits", &[2, 0, 3][..], Ok(5.0), 1),
            ("0 / edits", &[0, 1, 0], Ok(0.0), 2),
            ("12 / edits", &[0, 0], Err(Undefined::NotFinite), 2),
            ("12 / edits", &[4], Ok(3.0), 0),
            ("12 / edits", &[], Err(Undefined::NoSegments), 0),
        ] {
            let rule = rule(score);
            let penalties: Vec<_> = edits(counts)
                .iter()
                .enumerate()
                .map(|(at, edits)| penalty(&rule, at, edits))
                .collect();
            let figure = rule.figure(&penalties, &Bootstrap::none());
            assert_eq!(figure.value, expected, "{score}: {counts:?}");
            assert_eq!(figure.n, counts.len() - left_out, "{score}: {counts:?}");
            let skipped: Vec<usize> = figure.skipped.iter().map(|left_out| left_out.n).collect();
            let expected = if left_out == 0 { vec![] } else { vec![left_out] };
            assert_eq!(skipped, expected, "{score}: {counts:?}");
        }
    }

    #[test]
    fn a_product_that_is_no_number_is_no_score() {
        let options = "{name: a, weight: 1e200, options: [{name: b, weight: 1e200}]}";
        let text = format!(
            "template_name: t\nscore: weights\nedits:\n- name: c\n  annotation: [{{name: q, options: [{options}]}}]\n"
        );
        let rule = ScoreRule::of(&Arc::new(compile(&text).template.unwrap())).unwrap();
        let edit = edit("c", r#"{"q": {"val": "a", "a": {"val": "b"}}}"#);
        assert_eq!(rule.score(&[penalty(&rule, 0, &edit)]), Err(Undefined::NotFinite));
    }

    #[test]
    fn a_formula_gives_a_study_what_it_gives_its_instances() {
        let rule = rule("weights + 10 * half + 100 * words");
        let of = |category: usize| MarkedEdit {
            category,
            spans: MarkedRanges::default(),
            answers: FlatAnswers::default(),
            probability: None,
        };
        let item = StudyItem {
            name: String::new(),
            texts: Texts::target_only(Text::new("one two")),
            edits: ByAnnotator::from(vec![Some(vec![of(0)]), Some(vec![of(0), of(1)])]),
            answers: ByAnnotator::default(),
            scores: ByAnnotator::default(),
            hard_labels: ByAnnotator::default(),
        };
        let study = AnnotationStudy {
            annotators: vec!["a".to_owned(), "b".to_owned()],
            categories: vec!["half".to_owned(), "plain".to_owned()],
            items: vec![item],
            ..AnnotationStudy::default()
        };
        let of_study: Vec<f64> =
            rule.penalties(&study).iter().filter_map(|penalty| penalty.formula).collect();
        let of_instance = |edits: &str| {
            let instance = format!(r#"{{"target": "one two", "edits": [{edits}]}}"#);
            rule.penalty(0, &read_instance(&instance, 0, &rule.template.typology).instance)
                .formula
                .unwrap()
        };
        let (half, plain) = (edit("half", "null"), edit("plain", "null"));
        assert_eq!(of_study, [of_instance(&half), of_instance(&format!("{half}, {plain}"))]);
        assert_eq!(of_study, [210.5, 211.5]);
    }

    #[test]
    fn a_template_without_a_score_has_no_rule() {
        let template = compile("template_name: t\nedits: [{name: a}]\n").template.unwrap();
        assert!(ScoreRule::of(&Arc::new(template)).is_none());
    }
}
