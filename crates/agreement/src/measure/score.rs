//! The score that a template asks for with `score`: of one instance, and of a work, which is the mean over its instances.
//! The app shows it while one annotates; it is the figure that the command line prints for the same edits.

use std::sync::Arc;

use super::annotation_study::AnnotationStudy;
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
use spanwise_template::{Choice, Question, QuestionKind, ScoreKind, Template, Typology};

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
        let kind = template.settings.score?;
        let by_severity = match kind {
            ScoreKind::Mqm | ScoreKind::Weights => ErrorWeights::default(),
            ScoreKind::EsaFromSpans => ErrorWeights::esa(),
        };
        Some(ScoreRule { template: template.clone(), kind, by_severity })
    }

    /// The kind of score.
    #[must_use]
    pub fn kind(&self) -> ScoreKind {
        self.kind
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
        SegmentPenalty::of(at, 0, weights)
    }

    /// The penalties of the segments of a study.
    #[must_use]
    pub fn penalties(&self, study: &AnnotationStudy) -> Vec<SegmentPenalty> {
        penalties_by(study, |category, answers| self.weight(category, answers))
    }

    /// The mean score of segments.
    #[must_use]
    pub fn figure<'p>(
        &self,
        penalties: impl IntoIterator<Item = &'p SegmentPenalty>,
        bootstrap: &Bootstrap,
    ) -> Figure {
        match self.kind {
            ScoreKind::Mqm => mean_penalty(penalties, bootstrap),
            ScoreKind::EsaFromSpans => quality_from_spans(penalties, bootstrap),
            ScoreKind::Weights => {
                let penalties: Vec<&SegmentPenalty> = penalties.into_iter().collect();
                mean(WEIGHTS, &penalties, bootstrap, |penalty| penalty.sum)
            }
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
            ScoreKind::Weights => template_weight(&self.template.typology, category, answers),
        }
    }
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
        question = option_of(question, option)?.follow_up.as_deref()?;
    }
    option_of(question, answer)
}

fn option_of<'t>(question: &'t Question, name: &str) -> Option<&'t Choice> {
    match &question.kind {
        QuestionKind::Choice(choices) => choices.iter().find(|choice| choice.name == name),
        QuestionKind::Binary
        | QuestionKind::Likert(_)
        | QuestionKind::Textbox
        | QuestionKind::Textarea
        | QuestionKind::Number { .. }
        | QuestionKind::Slider(_)
        | QuestionKind::Checkboxes(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
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
    fn a_template_without_a_score_has_no_rule() {
        let template = compile("template_name: t\nedits: [{name: a}]\n").template.unwrap();
        assert!(ScoreRule::of(&Arc::new(template)).is_none());
    }
}
