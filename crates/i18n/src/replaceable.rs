//! The texts that a template may replace.

use crate::{TextGroup, TextId, groups};

/// The groups of texts that `interface_text` of a template may replace: those that annotators see, and those of Thresh.
/// Published: they and the names in them stay as they are.
pub const REPLACEABLE: &[TextGroup] = &[
    groups::TYPOLOGY,
    groups::BUTTONS,
    groups::HIT_BOX,
    groups::ANNOTATION_VIEWER,
    groups::ADJUDICATION,
    groups::QUESTIONS,
    groups::COMMENT_BOX,
    groups::APP,
    groups::BAR,
    groups::STATUS,
    groups::DRAFT,
    groups::EDIT,
    groups::LIST,
    groups::TEXT,
    groups::REFUSED,
    groups::LANDING,
    groups::NOTICE,
    groups::UPDATE,
    groups::FAILURE,
    groups::EMBED,
    groups::SHARE,
    groups::SUBMIT,
    groups::KEYS,
    groups::LANDING_PAGE,
    groups::ANNOTATION_EDITOR,
];

/// Of these, the texts that only Thresh's interface shows: a bundle for it brings all texts along.
pub const THRESH_ONLY: &[TextId] = &[
    TextId::LandingPageHeaderText,
    TextId::LandingPageDragDropBegin,
    TextId::LandingPageDragDropUnderline,
    TextId::LandingPageDragDropAfter,
    TextId::LandingPageOptionsHeader,
    TextId::LandingPageTutorialLink,
    TextId::LandingPageExamplesLink,
    TextId::LandingPageBuilderLink,
    TextId::LandingPagePaperLink,
    TextId::TypologyEditUnitName,
    TextId::TypologyEditsUnitName,
    TextId::TypologySpanUnitName,
    TextId::TypologySpansUnitName,
    TextId::ButtonsAddEditLabel,
    TextId::AnnotationEditorAddEditHeader,
    TextId::AnnotationEditorSelectEditHeader,
    TextId::AnnotationEditorSelectInstructions,
    TextId::AnnotationEditorSelectedLabel,
    TextId::AnnotationEditorAnnotatingEditHeader,
    TextId::AnnotationEditorCompositeSeletionInstructions,
    TextId::AnnotationEditorCompositeSpanUnification,
    TextId::AnnotationViewerNotAnnotatedText1,
    TextId::AnnotationViewerNotAnnotatedText2,
];
