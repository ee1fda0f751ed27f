//! The types of a compiled template. They cannot represent an invalid one.

use std::collections::HashSet;

use super::decimal::decimal;
use super::formula::Formula;
use super::number::{NumberRange, SliderRange};
use super::{Color, Database};
use spanwise_i18n::TextId;
use spanwise_markdown::formatting::Rendering;
use spanwise_text::{Boundary, ParagraphRule};

/// The default label of a part with this name: its words, separated by spaces instead of underscores.
#[must_use]
pub fn readable(name: &str) -> String {
    let spaced = name.replace('_', " ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    if words.is_empty() { name.to_owned() } else { words.join(" ") }
}

/// A compiled template.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Template {
    /// `template_name`: identifier.
    pub name: String,
    /// `template_label`, or the name.
    pub label: String,
    /// `template_description`.
    pub description: Option<String>,
    /// The categories and their questions.
    pub typology: Typology,
    /// All other settings.
    pub settings: TemplateSettings,
}

/// Position of a category in its [`Typology`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CategoryId(pub u16);

impl CategoryId {
    /// 0-based position in the order of the template.
    #[must_use]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

fn first_of_each_name(questions: impl IntoIterator<Item = Question>) -> Vec<Question> {
    let mut names = HashSet::new();
    let first = |question: &Question| names.insert(question.name.clone());
    questions.into_iter().filter(first).collect()
}

/// The categories of a template, with unique names, in the order of the template, and the questions about each instance
/// as a whole and about each of its outputs.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Typology {
    categories: Vec<Category>,
    instance_questions: Vec<Question>,
    text_questions: Vec<Question>,
}

impl Typology {
    /// Creates a typology. Of categories with equal names, the first is kept.
    #[must_use]
    pub fn new(categories: impl IntoIterator<Item = Category>) -> Self {
        let mut names = HashSet::new();
        let first = |category: &Category| names.insert(category.name.clone());
        let categories = categories.into_iter().filter(first).take(usize::from(u16::MAX)).collect();
        Typology { categories, ..Typology::default() }
    }

    /// The same typology with these root questions about each instance. Of questions with equal names, the first is
    /// kept.
    #[must_use]
    pub fn with_instance_questions(self, questions: impl IntoIterator<Item = Question>) -> Self {
        Typology { instance_questions: first_of_each_name(questions), ..self }
    }

    /// The same typology with these root questions about each output. Of questions with equal names, the first is kept.
    #[must_use]
    pub fn with_text_questions(self, questions: impl IntoIterator<Item = Question>) -> Self {
        Typology { text_questions: first_of_each_name(questions), ..self }
    }

    /// The root questions about each output, a text on the target side, with unique names.
    #[must_use]
    pub fn text_questions(&self) -> &[Question] {
        &self.text_questions
    }

    /// The root questions about each instance as a whole, all visible at once, with unique names.
    #[must_use]
    pub fn instance_questions(&self) -> &[Question] {
        &self.instance_questions
    }

    /// All categories, in the order of the template.
    #[must_use]
    pub fn categories(&self) -> &[Category] {
        &self.categories
    }

    /// Ids and categories, in the order of the template.
    pub fn iter(&self) -> impl Iterator<Item = (CategoryId, &Category)> {
        (0u16..).map(CategoryId).zip(&self.categories)
    }

    /// The categories by their `group`, in the order in which groups first appear; those without one are a group too.
    #[must_use]
    pub fn groups(&self) -> Vec<CategoryGroup<'_>> {
        let mut groups: Vec<CategoryGroup<'_>> = Vec::new();
        for (id, category) in self.iter() {
            let name = category.group.as_deref();
            match groups.iter_mut().find(|group| group.name == name) {
                Some(group) => group.categories.push((id, category)),
                None => groups.push(CategoryGroup { name, categories: vec![(id, category)] }),
            }
        }
        groups
    }

    /// The category with this name.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<(CategoryId, &Category)> {
        self.iter().find(|(_, c)| c.name == name)
    }
}

/// Categories that are shown together, at least one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CategoryGroup<'t> {
    /// Their heading; `None` for the categories without a group.
    pub name: Option<&'t str>,
    /// Their ids and themselves, in the order of the template.
    pub categories: Vec<(CategoryId, &'t Category)>,
}

/// A kind of edit: one item of `edits` in the YAML.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Category {
    /// Stored in files as `category`.
    pub name: String,
    /// Label shown to people; by default the [`readable`] name.
    pub label: String,
    /// Longer explanation.
    pub description: Option<String>,
    /// Heading of the categories that it is shown with; see [`Typology::groups`].
    pub group: Option<String>,
    /// Colour of its marks.
    pub color: Color,
    /// The [name](super::icons::icon_name) of an icon, which need not exist.
    pub icon: Option<String>,
    /// Key that chooses it, if the template sets one.
    pub hotkey: Option<char>,
    /// The shape of its edits.
    pub shape: CategoryShape,
    /// `spans`: the roles of its spans, with unique names, in the order in which they are selected; empty if its spans are
    /// all alike. A category with roles takes [many](SpanCount::Many) spans, on the sides of its roles.
    pub roles: Vec<SpanRole>,
    /// The boundaries that selections snap to.
    pub boundary: Boundary,
    /// The number that each of its edits counts as in a score by [weights](ScoreKind::Weights).
    pub weight: Weight,
    /// Root questions, all visible at once, with unique names.
    pub questions: Vec<Question>,
}

/// A weight in a score: a finite number.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Weight(f64);

// It is never NaN.
impl Eq for Weight {}

impl Weight {
    /// The weight of a category without one.
    pub const ONE: Weight = Weight(1.0);

    /// Parses a decimal number; `None` if the text is none.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        decimal(text).map(Weight)
    }

    /// The number.
    #[must_use]
    pub fn number(self) -> f64 {
        self.0
    }
}

/// The shape of the edits of a category.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CategoryShape {
    /// No span: a tag on the instance.
    Whole,
    /// Spans of the texts.
    Spans {
        /// Their sides; each needs at least one span.
        sides: Sides,
        /// Their number per side, and their kind.
        count: SpanCount,
    },
    /// Constituents: other edits.
    Composite,
}

impl CategoryShape {
    /// Returns `true` if the spans of its edits are insertion points.
    #[must_use]
    pub fn is_point(self) -> bool {
        matches!(self, CategoryShape::Spans { count: SpanCount::Point, .. })
    }

    /// Returns `true` if each edit has exactly one span in a target.
    #[must_use]
    pub fn has_one_target_span(self) -> bool {
        match self {
            CategoryShape::Spans { sides, count: SpanCount::One | SpanCount::Point } => {
                sides.includes(Side::Target)
            }
            CategoryShape::Spans { count: SpanCount::Many, .. }
            | CategoryShape::Whole
            | CategoryShape::Composite => false,
        }
    }
}

/// The sides of the spans of a category.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Sides {
    /// `enable_input` only.
    Source,
    /// `enable_output` only.
    Target,
    /// Both.
    Both,
}

impl Sides {
    /// The sides with or without a source and a target; `None` if it is neither.
    #[must_use]
    pub fn of(source: bool, target: bool) -> Option<Self> {
        match (source, target) {
            (true, true) => Some(Sides::Both),
            (true, false) => Some(Sides::Source),
            (false, true) => Some(Sides::Target),
            (false, false) => None,
        }
    }

    /// Returns `true` if a span may lie on this side.
    #[must_use]
    pub fn includes(self, side: Side) -> bool {
        match self {
            Sides::Both => true,
            Sides::Source => side == Side::Source,
            Sides::Target => side == Side::Target,
        }
    }
}

/// One of the two texts of an instance.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// `source`, Thresh's input.
    Source,
    /// `target`, Thresh's output.
    Target,
}

impl Side {
    /// Source, then target.
    pub const ALL: [Side; 2] = [Side::Source, Side::Target];

    /// Its heading in the interface.
    #[must_use]
    pub fn label(self) -> TextId {
        match self {
            Side::Source => TextId::TypologySourceLabel,
            Side::Target => TextId::TypologyTargetLabel,
        }
    }
}

impl Category {
    /// The role with a name.
    #[must_use]
    pub fn role(&self, name: &str) -> Option<&SpanRole> {
        self.roles.iter().find(|role| role.name == name)
    }
}

/// The role of a span in an edit: one item of `spans` in the YAML.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SpanRole {
    /// Stored in files with the span.
    pub name: String,
    /// Label shown to people; by default the [`readable`] name.
    pub label: String,
    /// Longer explanation.
    pub description: Option<String>,
    /// The side of its spans.
    pub side: Side,
    /// `true` if an edit without such a span is incomplete. The first role of a category is always required.
    pub required: bool,
    /// `true` if an edit may have several such spans.
    pub multiple: bool,
}

/// The number of spans per side, and their kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SpanCount {
    /// `single_span`: exactly one, not empty.
    One,
    /// `multi_span`: one or more, not empty.
    Many,
    /// `split`: exactly one insertion point (an empty span).
    Point,
}

/// The `type` of a category.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CategoryType {
    /// `single_span`, the default.
    SingleSpan,
    /// `multi_span`
    MultiSpan,
    /// `composite`
    Composite,
    /// `split`
    Split,
}

/// A question: a root of a category, or the follow-up of an option.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Question {
    /// Key under which the answer is stored. For a follow-up, the name of its option.
    pub name: String,
    /// Short label for the list of edits; by default the [`readable`] name, for a follow-up the label of its option.
    pub label: String,
    /// The prompt (`question` in the YAML); may be empty.
    pub prompt: String,
    /// Longer explanation.
    pub description: Option<String>,
    /// Key that goes to it, if the template sets one; never for a follow-up.
    pub hotkey: Option<char>,
    /// `true` if it is open until answered.
    pub required: bool,
    /// The kind of its answers.
    pub kind: QuestionKind,
}

impl Question {
    /// The option of this name; `None` if it is not one of which one is chosen.
    #[must_use]
    pub fn option(&self, name: &str) -> Option<&Choice> {
        match &self.kind {
            QuestionKind::Choice(options) => options.iter().find(|option| option.name == name),
            QuestionKind::Binary
            | QuestionKind::Likert(_)
            | QuestionKind::Textbox
            | QuestionKind::Textarea
            | QuestionKind::Replacement
            | QuestionKind::Number { .. }
            | QuestionKind::Slider(_)
            | QuestionKind::Checkboxes(_) => None,
        }
    }
}

/// The kinds of answers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum QuestionKind {
    /// `binary`: stored as `yes` or `no`.
    Binary,
    /// `likert-3`, `likert-5`: stored as one of [`LikertScale::tokens`].
    Likert(LikertScale),
    /// `textbox`: one line of text.
    Textbox,
    /// `textarea`: several lines of text.
    Textarea,
    /// `replacement`: the text that is to stand in the place of the edit's span in the target. Stored as it is, and empty
    /// if the span is to be deleted. Only in categories of which [`CategoryShape::has_one_target_span`] is true.
    Replacement,
    /// `number`: stored as its digits.
    Number {
        /// The numbers that are accepted.
        range: NumberRange,
        /// Its unit, such as `words`.
        unit: Option<String>,
    },
    /// `slider`: stored as the digits of a number.
    Slider(Slider),
    /// A list of options with unique names, at least one.
    Choice(Vec<Choice>),
    /// Such a list with `multiple`: any number of them can be chosen.
    Checkboxes(Vec<Checkbox>),
}

impl QuestionKind {
    /// Returns `true` if its answers are typed or dragged, so that one comes with each key or movement.
    #[must_use]
    pub fn is_typed(&self) -> bool {
        match self {
            QuestionKind::Textbox
            | QuestionKind::Textarea
            | QuestionKind::Replacement
            | QuestionKind::Number { .. }
            | QuestionKind::Slider(_) => true,
            QuestionKind::Binary
            | QuestionKind::Likert(_)
            | QuestionKind::Choice(_)
            | QuestionKind::Checkboxes(_) => false,
        }
    }
}

/// A slider.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Slider {
    /// Its points.
    pub range: SliderRange,
    /// Label of its first end.
    pub min_label: Option<String>,
    /// Label of its last end.
    pub max_label: Option<String>,
}

/// A Likert scale.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum LikertScale {
    /// Three points.
    Three,
    /// Five points.
    Five,
}

impl LikertScale {
    /// The stored answers, in order, independent of the language of the interface: Thresh's for three points; plain
    /// numbers for five, which Thresh never implemented.
    #[must_use]
    pub const fn tokens(self) -> &'static [&'static str] {
        match self {
            LikertScale::Three => &["minor", "somewhat", "a lot"],
            LikertScale::Five => &["1", "2", "3", "4", "5"],
        }
    }
}

/// An option of a [`QuestionKind::Choice`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Choice {
    /// Stored as `val`.
    pub name: String,
    /// Label shown to people; by default the [`readable`] name.
    pub label: String,
    /// Longer explanation.
    pub description: Option<String>,
    /// Key that chooses it, if the template sets one.
    pub hotkey: Option<char>,
    /// The factor of an edit in a score by [weights](ScoreKind::Weights) if it is chosen.
    pub weight: Option<Weight>,
    /// The question asked when the option is chosen; its name is the option's.
    pub follow_up: Option<Box<Question>>,
}

/// An option of [`QuestionKind::Checkboxes`], which asks nothing further.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Checkbox {
    /// Stored in the list of those that are chosen.
    pub name: String,
    /// Label shown to people; by default the [`readable`] name.
    pub label: String,
    /// Longer explanation.
    pub description: Option<String>,
    /// Key that chooses it, if the template sets one.
    pub hotkey: Option<char>,
}

/// The settings of a template besides its typology.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct TemplateSettings {
    /// `task`: the kind of texts, such as Summarization.
    pub task: Option<String>,
    /// `languages`: BCP 47 codes of the languages of the texts.
    pub languages: Vec<String>,
    /// `language`: a code of [`LANGUAGES`](spanwise_i18n::LANGUAGES).
    pub language: Option<&'static str>,
    /// `instructions`: Markdown.
    pub instructions: Option<String>,
    /// `prepend_instructions`: above the texts rather than in a dialog.
    pub prepend_instructions: bool,
    /// `disable`.
    pub disable: DisabledActions,
    /// `display`.
    pub display: DisplaySettings,
    /// `font_size.source`, in CSS pixels.
    pub source_font_size: Option<u16>,
    /// `font_size.target`, in CSS pixels.
    pub target_font_size: Option<u16>,
    /// `rendering.source`, or `rendering`; `None` for plain text.
    pub source_rendering: Option<Rendering>,
    /// `rendering.target`, or `rendering`; `None` for plain text.
    pub target_rendering: Option<Rendering>,
    /// `adjudication`: the number of annotators side by side.
    pub adjudication: Option<u16>,
    /// `highlight_first_interface`.
    pub highlight_first_interface: bool,
    /// `crowdsource`: `prolific` or another word.
    pub crowdsource: Option<String>,
    /// `prolific_completion_code`.
    pub prolific_completion_code: Option<String>,
    /// `database`: the destination of submissions.
    pub database: Option<Database>,
    /// `enforce: false`: an instance may be declared done, and work be submitted, with required questions open.
    pub allows_open_questions: bool,
    /// `event_log`: what the annotator does is logged with times, without texts.
    pub event_log: bool,
    /// `citation`: BibTeX.
    pub citation: Option<String>,
    /// `paper_link`: an `http(s)` address.
    pub paper_link: Option<String>,
    /// `tutorial_link`: an `http(s)` address.
    pub tutorial_link: Option<String>,
    /// `demo_data_link`, or its older name `default_data_link`: an address, maybe relative to the template's.
    pub demo_data_link: Option<String>,
    /// `training`: where the training of annotators is.
    pub training: Option<TrainingPlace>,
    /// `tokenizer`: `hf:owner/model`, or the address, maybe relative to the template's, of the `tokenizer.json` that divides
    /// plain texts into tokens for categories with [`Boundary::Token`]. Its address is found by
    /// [`tokenizer_file`](spanwise_links::tokenizer_file).
    pub tokenizer: Option<String>,
    /// `paragraphs`: the rule that divides texts which are not given as a list of paragraphs.
    pub paragraphs: Option<ParagraphRule>,
    /// `reveal` and `revise`: the part of a text that is shown.
    pub reveal: Reveal,
    /// `steps`: how an edit is made.
    pub steps: EditSteps,
    /// `overlap`: whether spans of different edits may overlap.
    pub overlap: OverlapPolicy,
    /// `score`: the score shown while annotating.
    pub score: Option<ScoreKind>,
    /// `mentions`: the mentions that light up together; `None` if none do.
    pub mentions: Option<MentionRule>,
    /// `corrections`: the target can be edited as a text, from which edits are derived.
    pub corrections: Option<CorrectionCategories>,
    /// `outputs`
    pub outputs: OutputSettings,
    /// `interface_text`: group, key, text. Single strings that replace the app's own.
    pub interface_text: Vec<(String, String, String)>,
}

impl TemplateSettings {
    /// Returns `true` if the texts of a side are not shown as plain text.
    #[must_use]
    pub fn renders_texts(&self) -> bool {
        self.source_rendering.is_some() || self.target_rendering.is_some()
    }
}

/// The place of a training of annotators.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TrainingPlace {
    /// In the template itself.
    Template,
    /// In a file at this address, maybe relative to the template's.
    File(String),
}

/// The way in which edits are made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum EditSteps {
    /// Its category, spans and questions are shown at once.
    #[default]
    AtOnce,
    /// One step after the other.
    Guided,
}

/// Whether spans of different edits may have characters in common. A composite and its constituents are one edit here.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum OverlapPolicy {
    /// They may.
    #[default]
    Allow,
    /// No edit is made that has a character of another one.
    Forbid,
}

/// The part of a text that is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Reveal {
    /// All of it.
    #[default]
    All,
    /// The paragraphs of the target that the annotator has gone on to.
    Paragraphs(Revision),
}

impl Reveal {
    /// The permission to revise earlier paragraphs; `None` if texts are shown as a whole.
    #[must_use]
    pub fn revision(self) -> Option<Revision> {
        match self {
            Reveal::All => None,
            Reveal::Paragraphs(revision) => Some(revision),
        }
    }
}

/// A value of `reveal`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RevealUnit {
    /// `all`
    Text,
    /// `paragraph`
    Paragraph,
}

/// A value of `revise`: what may be done in a paragraph once a later one was seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Revision {
    /// `allow`: edits are made and changed as before.
    #[default]
    Allow,
    /// `view`: edits that lie in earlier paragraphs alone can be looked at.
    View,
    /// `deny`: there is no way back to an earlier paragraph; as context it stays in view.
    Deny,
}

/// A score of the edits of an instance. That of a work is its mean over instances.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ScoreKind {
    /// `mqm`: the sum of the weights of errors, by their severity.
    Mqm,
    /// `esa`: 100 less that sum, by the weights of ESA, and at least 0.
    EsaFromSpans,
    /// `weights`: the sum over edits of the weight of the category times those of the chosen options.
    Weights,
    /// Any other text: a formula of weights and counts.
    Formula(Formula),
}

/// The mentions of a text that light up together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MentionRule {
    /// `data`: those given in the data.
    Data,
    /// `names`: those given in the data; in texts without any, capitalised words that are repeated.
    Names,
    /// A list: those given in the data; in texts without any, these words and phrases.
    Phrases(Vec<String>),
}

/// The categories of edits that are derived from an edited target. Each edit of them has one span, in a target, and is
/// asked for its replacement at the root.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CorrectionCategories {
    /// `insertion`: of text that was put in where there was none.
    pub insertion: CategoryId,
    /// `deletion`: of text that was taken out. Its edits are not points.
    pub deletion: CategoryId,
    /// `substitution`: of text that was replaced by another. Its edits are not points.
    pub substitution: CategoryId,
}

impl CorrectionCategories {
    /// Returns `true` if it is one of them.
    #[must_use]
    pub fn include(self, category: CategoryId) -> bool {
        [self.insertion, self.deletion, self.substitution].contains(&category)
    }
}

/// Parts of the page that a template turns off.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct DisabledActions {
    /// No opening of files.
    pub upload: bool,
    /// No downloading.
    pub download: bool,
    /// No making, moving or deleting of edits.
    pub selection: bool,
    /// No questions.
    pub annotation: bool,
}

/// A value of `disable`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DisabledAction {
    /// `upload`
    Upload,
    /// `download`
    Download,
    /// `selection`
    Selection,
    /// `annotation`
    Annotation,
}

/// `outputs`: how the texts on the target side are shown.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct OutputSettings {
    /// `outputs.blind`: letters instead of their names, where there are several.
    pub blind: bool,
    /// `outputs.shuffle`: the seed of their order; `None` for that of the data.
    pub shuffle: Option<String>,
}

/// The layout of the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct DisplaySettings {
    /// Texts on the left, edits and questions on the right, each scrolling by itself.
    pub side_by_side: bool,
    /// Source and target in two columns.
    pub text_side_by_side: bool,
    /// The texts on the target side in columns, below the others.
    pub outputs_side_by_side: bool,
    /// No connectors.
    pub disable_lines: bool,
    /// The context starts folded.
    pub hide_context: bool,
}

/// A value of `display`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DisplayOption {
    /// `side-by-side`
    SideBySide,
    /// `text-side-by-side`
    TextSideBySide,
    /// `outputs-side-by-side`
    OutputsSideBySide,
    /// `disable-lines`
    DisableLines,
    /// `hide-context`
    HideContext,
}
