//! The types of a compiled template. They cannot represent an invalid one.

use std::collections::HashSet;

use super::{Color, Database};
use spanwise_i18n::TextId;
use spanwise_text::Boundary;

/// A name as people read it where there is no label for it.
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
    /// Everything else the template asks for.
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

/// The categories of a template, with unique names, in the order of the template.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Typology {
    categories: Vec<Category>,
}

impl Typology {
    /// A typology of these categories. Of several with the same name the first is kept.
    #[must_use]
    pub fn new(categories: impl IntoIterator<Item = Category>) -> Self {
        let mut names = HashSet::new();
        let first = |category: &Category| names.insert(category.name.clone());
        let categories = categories.into_iter().filter(first).take(usize::from(u16::MAX)).collect();
        Typology { categories }
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

    /// The category with this name.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<(CategoryId, &Category)> {
        self.iter().find(|(_, c)| c.name == name)
    }
}

/// A kind of edit: one item of `edits` in the YAML.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Category {
    /// Stored in files as `category`.
    pub name: String,
    /// Shown to people; the name where the template gives none.
    pub label: String,
    /// Longer explanation.
    pub description: Option<String>,
    /// Colour of its marks.
    pub color: Color,
    /// The [name](super::icons::icon_name) of an icon; there need not be one of that name.
    pub icon: Option<String>,
    /// Key that chooses it, if the template sets one.
    pub hotkey: Option<char>,
    /// What can be selected.
    pub shape: CategoryShape,
    /// What selections snap to.
    pub boundary: Boundary,
    /// Root questions, all visible at once, with unique names.
    pub questions: Vec<Question>,
}

/// What an edit of a category is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CategoryShape {
    /// No span: a tag on the instance.
    Whole,
    /// Spans of the texts.
    Spans {
        /// Where they lie; each side named needs at least one.
        sides: Sides,
        /// How many, of what sort.
        count: SpanCount,
    },
    /// Other edits.
    Composite,
}

/// Which texts the spans of a category lie in.
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
    /// Whether a span may lie on this side.
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

/// How many spans per side, of what sort.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SpanCount {
    /// `single_span`: exactly one, not empty.
    One,
    /// `multi_span`: one or more, not empty.
    Many,
    /// `split`: exactly one insertion point (an empty span).
    Point,
}

/// What the `type` of a category can be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CategoryType {
    /// `single_span`, also where there is no `type`.
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
    /// Short name shown in the list of edits; the name where the template gives none.
    pub label: String,
    /// The prompt (`question` in the YAML); may be empty.
    pub prompt: String,
    /// Longer explanation.
    pub description: Option<String>,
    /// Key that goes to it, if the template sets one; never for a follow-up.
    pub hotkey: Option<char>,
    /// Whether it is open until answered.
    pub required: bool,
    /// What can be answered.
    pub kind: QuestionKind,
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
    /// A list of options with unique names, at least one.
    Choice(Vec<Choice>),
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
    /// The stored answers, in order. Those of three points are Thresh's, whatever the language of the interface;
    /// Thresh never implemented five, so those are plain numbers.
    #[must_use]
    pub fn tokens(self) -> &'static [&'static str] {
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
    /// Shown to people; the name where the template gives none.
    pub label: String,
    /// Longer explanation.
    pub description: Option<String>,
    /// Key that chooses it, if the template sets one.
    pub hotkey: Option<char>,
    /// Asked when the option is chosen; its name is the option's.
    pub follow_up: Option<Box<Question>>,
}

/// What a template asks for besides its typology.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct TemplateSettings {
    /// `task`: what kind of texts it is for, such as Summarization.
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
    /// `adjudication`: how many annotators side by side.
    pub adjudication: Option<u16>,
    /// `highlight_first_interface`.
    pub highlight_first_interface: bool,
    /// `crowdsource`: `prolific` or another word.
    pub crowdsource: Option<String>,
    /// `prolific_completion_code`.
    pub prolific_completion_code: Option<String>,
    /// `database`: where submissions go.
    pub database: Option<Database>,
    /// `enforce: false`: an instance may be declared done, and work be submitted, with required questions open.
    pub allows_open_questions: bool,
    /// `citation`: BibTeX.
    pub citation: Option<String>,
    /// `paper_link`: an `http(s)` address.
    pub paper_link: Option<String>,
    /// `tutorial_link`: an `http(s)` address.
    pub tutorial_link: Option<String>,
    /// `demo_data_link`, or its older name `default_data_link`: an address, maybe relative to the template's.
    pub demo_data_link: Option<String>,
    /// `interface_text`: group, key, text. Single strings that replace the app's own.
    pub interface_text: Vec<(String, String, String)>,
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

/// Something that `disable` forbids.
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

/// How the page is laid out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct DisplaySettings {
    /// Texts on the left, edits and questions on the right, each scrolling by itself.
    pub side_by_side: bool,
    /// Source and target in two columns.
    pub text_side_by_side: bool,
    /// No connectors.
    pub disable_lines: bool,
    /// The context starts folded.
    pub hide_context: bool,
}

/// Something that `display` changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DisplayOption {
    /// `side-by-side`
    SideBySide,
    /// `text-side-by-side`
    TextSideBySide,
    /// `disable-lines`
    DisableLines,
    /// `hide-context`
    HideContext,
}
