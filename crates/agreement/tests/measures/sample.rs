//! Small studies to measure.

use spanwise_agreement::adjudication::FlatAnswers;
use spanwise_agreement::measure::{
    AnnotationStudy, ByAnnotator, CodePointRange, MarkedEdit, MarkedRanges, MarkedSpan, StudyItem,
    StudyText, Tokenization,
};
use spanwise_annotation::document::{TextName, Texts};
use spanwise_text::Text;

/// A span: start, end, category.
pub(crate) type Mark = (u32, u32, usize);

pub(crate) fn unit((start, end, category): Mark) -> MarkedSpan {
    MarkedSpan { range: CodePointRange { start, end }, category }
}

/// A target with the marks of each annotator; `None` for one who does not have it.
pub(crate) fn study_text(text: &str, marks: &[Option<Vec<Mark>>]) -> StudyText {
    let units = |marks: &Option<Vec<Mark>>| {
        let mut units: Vec<MarkedSpan> = marks.as_ref()?.iter().copied().map(unit).collect();
        units.sort_unstable();
        Some(units)
    };
    let text = Text::new(text);
    let length = text.to_code_point(text.len_utf16()).0;
    let units = marks.iter().map(units).collect::<Vec<_>>().into();
    StudyText {
        item: 0,
        position: 1,
        name: TextName::TARGET,
        text,
        length,
        units,
        tokenization: Tokenization::Space,
    }
}

/// Texts without content, with the marks of a reference and a hypothesis for each.
pub(crate) fn pairs(pairs: &[(Vec<Mark>, Vec<Mark>)]) -> Vec<StudyText> {
    let study_text =
        |(a, b): &(Vec<Mark>, Vec<Mark>)| study_text("", &[Some(a.clone()), Some(b.clone())]);
    pairs.iter().map(study_text).collect()
}

/// An edit on the target.
pub(crate) fn edit(
    category: usize,
    spans: &[(u32, u32)],
    answers: &[(&[&str], &str)],
) -> MarkedEdit {
    let range = |(start, end): &(u32, u32)| CodePointRange { start: *start, end: *end };
    let answer = |(path, value): &(&[&str], &str)| {
        (path.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>().into(), (*value).into())
    };
    MarkedEdit {
        category,
        spans: MarkedRanges::of(TextName::TARGET, spans.iter().map(range).collect()),
        answers: answers.iter().map(answer).collect::<FlatAnswers>(),
        probability: None,
    }
}

/// Annotators `a`, `b` … on texts of 40 letters.
pub(crate) fn study(
    categories: &[&str],
    items: Vec<Vec<Option<Vec<MarkedEdit>>>>,
) -> AnnotationStudy {
    let annotators = items.first().map_or(0, Vec::len);
    let item = |(number, edits): (usize, Vec<Option<Vec<MarkedEdit>>>)| StudyItem {
        name: number.to_string(),
        texts: Texts::target_only(Text::new("abcdefghi ".repeat(4))),
        edits: edits.into(),
        answers: ByAnnotator::default(),
        scores: ByAnnotator::default(),
        hard_labels: ByAnnotator::default(),
    };
    AnnotationStudy {
        annotators: ('a'..).take(annotators).map(String::from).collect(),
        categories: categories.iter().map(|name| (*name).to_owned()).collect(),
        items: items.into_iter().enumerate().map(item).collect(),
        tokenization: Tokenization::Space,
        ..AnnotationStudy::default()
    }
}
