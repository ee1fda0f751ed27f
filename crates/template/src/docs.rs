//! What the keys and words of [`schema`] are for, in Markdown.
//!
//! A table of its own: completion, hover help and the JSON Schema name it and nothing else does, so a program without
//! them goes without the texts. The texts are English; language files call them by that.

use super::schema::{self, Effect, Key, Origin, Section};
use spanwise_i18n::{Message, say};

/// Names and what they are for.
type Docs = &'static [(&'static str, &'static str)];

/// What a section is for; nothing if it is not in the table.
#[must_use]
pub fn of_section(section: &Section) -> Message {
    find(SECTIONS, section.name())
}

/// What a key of a section is for; nothing if it is not in the table.
#[must_use]
pub fn of_key(section: &Section, key: &str) -> Message {
    find(group(KEYS, section.name()), key)
}

/// What a word stands for as a value of a key; nothing if it is not in the table.
#[must_use]
pub fn of_word(key: &Key, word: &str) -> Message {
    find(group(WORDS, key.name), word)
}

/// What is put in by the snippet of a name; nothing if it is not in the table.
#[must_use]
pub fn of_snippet(name: &str) -> Message {
    find(SNIPPETS, name)
}

/// The key of a section in a few words.
#[must_use]
pub fn title_of_key(section: &Section, key: &str) -> Message {
    let title = text(TITLES, section.name());
    Message::new(spanwise_i18n::Key::of_english(title), vec![("key", key.into())])
}

/// What comes of a key, where that is not what one would think; nothing otherwise.
#[must_use]
pub fn of_effect(effect: Effect) -> Message {
    match effect {
        Effect::Used => Message::none(),
        Effect::OlderNameOf(newer) => say!("Older name of `{newer}`.", newer),
        Effect::None(why) => say!("It has no effect.").and(why.message()),
    }
}

/// Who reads a key or a word, if Thresh does not; nothing otherwise.
#[must_use]
pub fn of_origin(origin: Origin) -> Message {
    match origin {
        Origin::Thresh => Message::none(),
        Origin::Paper => say!("Described in the paper on Thresh, but not read by Thresh."),
        Origin::Spanwise => say!("Read by Spanwise, not by Thresh."),
    }
}

/// What a text of `interface_text` says in English, if Spanwise shows it.
#[must_use]
pub fn of_interface_text(group: &str, key: &str) -> Option<Message> {
    let (_, text) =
        spanwise_i18n::ANNOTATING.iter().find(|(_, text)| text.name() == (group, key))?;
    Some(say!("In English: “{text}”", text = text.english))
}

/// All texts that are looked up in a language by their English: those of the tables here, and what items of lists are.
pub fn all() -> impl Iterator<Item = spanwise_i18n::Key> {
    let tables = [SECTIONS, SNIPPETS, TITLES].into_iter();
    let groups = KEYS.iter().chain(WORDS).map(|(_, docs)| *docs);
    let docs = tables.chain(groups).flatten().map(|(_, text)| *text);
    let snippets = SNIPPETS.iter().map(|(name, _)| *name);
    let items = [&schema::CATEGORY, &schema::QUESTION, &schema::CHOICE];
    let titles = items.into_iter().map(|section| section.title);
    docs.chain(snippets).chain(titles).map(spanwise_i18n::Key::of_english)
}

fn group(groups: &[(&str, Docs)], name: &str) -> Docs {
    groups.iter().find(|(group, _)| *group == name).map_or(&[], |(_, docs)| docs)
}

fn text(docs: Docs, name: &str) -> &'static str {
    docs.iter().find(|(known, _)| *known == name).map_or("", |(_, doc)| doc)
}

fn find(docs: Docs, name: &str) -> Message {
    spanwise_i18n::Key::of_english(text(docs, name)).into()
}

/// By the [name](Section::name) of the section.
const SECTIONS: Docs = &[
    (
        "template",
        "A typology for annotating text, and how it is shown: the categories of edits, the questions about each, and \
         settings of the page.",
    ),
    (
        "category",
        "A kind of edit: what can be marked, on which side of the text, and the questions asked about each mark.",
    ),
    ("question", "A question about an edit. All questions of a category are asked at once."),
    ("option", "An answer to choose, with at most one question that follows from it."),
    ("font_size", "Sizes of the two texts, in CSS pixels."),
    ("database", "Where annotations are sent when annotators submit them."),
];

/// The [keys](title_of_key) of each section.
const TITLES: Docs = &[
    ("template", "`{key}`, a key of a template"),
    ("category", "`{key}`, a key of a category"),
    ("question", "`{key}`, a key of a question"),
    ("option", "`{key}`, a key of an option"),
    ("font_size", "`{key}`, a key of `font_size`"),
    ("database", "`{key}`, a key of `database`"),
];

/// By the name that people see.
const SNIPPETS: Docs = &[
    ("category", "A category whose edits are spans of the target."),
    (
        "category with a question",
        "A category whose edits are spans of the target, with a question about each.",
    ),
    ("question", "A question that is answered with yes or no."),
    ("question with options", "A question that is answered by choosing an option."),
    ("option", "An answer to choose."),
    (
        "option with a follow-up",
        "An answer to choose, and a question that follows when it is chosen.",
    ),
];

/// By section and key.
const KEYS: &[(&str, Docs)] = &[
    ("template", TEMPLATE),
    ("category", CATEGORY),
    ("question", QUESTION),
    ("option", OPTION),
    (
        "font_size",
        &[
            ("source", "Size of the source text, in pixels: 8 to 72. Example: `18`."),
            ("target", "Size of the target text, in pixels: 8 to 72. Example: `18`."),
        ],
    ),
    ("database", DATABASE),
];

const TEMPLATE: Docs = &[
    (
        "template_name",
        "Identifier of the template, also used in the names of files. Letters, digits and `_` work everywhere. \
         Example: `my_task`.",
    ),
    ("template_label", "Title that people see. Without it they see `template_name`."),
    ("template_description", "What the template is for, in a sentence below the title."),
    ("task", "The task that the texts come from. Example: `Summarization`."),
    (
        "languages",
        "Languages of the texts: BCP 47 codes, separated by commas. Example: `en, pt-BR`.",
    ),
    (
        "edits",
        "The categories of edits, in the order in which people see them. Each begins with `- name:`.",
    ),
    (
        "instructions",
        "Instructions for annotators, in Markdown. Begin with a vertical bar and indent the lines below it.",
    ),
    (
        "prepend_instructions",
        "`true` shows the instructions above the texts. Otherwise a button opens them.",
    ),
    (
        "boundary",
        "What selections snap to: `whitespace` if nothing is given. A category may have a `boundary` of its own.",
    ),
    ("tokenization", "What selections snap to, in Thresh's words."),
    ("language", "Language of the interface, not of the texts. Example: `de`."),
    (
        "interface_text",
        "Texts that replace the app's own, in groups. Example: `typology`, and in it `source_label: Original`.",
    ),
    (
        "display",
        "How the page is laid out, as a list of words. Example: `[side-by-side, hide-context]`.",
    ),
    (
        "disable",
        "Parts of the page to turn off, as a list of words. Example: `[upload, download]`.",
    ),
    ("font_size", "Sizes of the texts that the page starts with. Annotators may change them."),
    (
        "adjudication",
        "How many annotators to show side by side on the same instance. Example: `2`, with the data files given as \
         `d1` and `d2` in the link.",
    ),
    (
        "highlight_first_interface",
        "With `adjudication`: `true` sets the first annotator apart from the others.",
    ),
    (
        "crowdsource",
        "Where annotators come from. After the last instance they can then submit their work. `false` is the same as \
         nothing.",
    ),
    (
        "prolific_completion_code",
        "The code that brings annotators back to Prolific after submitting, as Prolific shows it for the study.",
    ),
    ("database", "Where annotations are sent when annotators submit them."),
    (
        "enforce",
        "`false` allows instances to be declared done, and work to be submitted, while required questions are open.",
    ),
    (
        "citation",
        "BibTeX of the paper that defines the typology. Begin with a vertical bar and indent the lines below it.",
    ),
    ("paper_link", "Address of the paper. Example: `https://example.org/paper`."),
    ("tutorial_link", "Address of a tutorial for annotators."),
    (
        "demo_data_link",
        "Address of example data, also one relative to the template's own. Example: `data/demo.json`.",
    ),
    ("default_data_link", "Address of example data."),
    ("version", "A version of the template."),
    ("dir", "The direction of the texts."),
    ("tokenizer", "How the texts were cut into tokens."),
];

const CATEGORY: Docs = &[
    (
        "name",
        "Name in data files, stored with each edit: do not change it once there are annotations. Letters, digits and \
         `_` work everywhere. Example: `deletion`.",
    ),
    ("label", "Name that people see. Without it they see `name`."),
    ("description", "A longer explanation of the category, shown on demand."),
    (
        "color",
        "Colour of its marks: a name such as `teal`, or a code in quotes such as `\"#3ca3a7\"`. Without it the \
         category takes one that differs from its neighbours.",
    ),
    (
        "icon",
        "Icon on the button that chooses the category: `fa-` and a name of Font Awesome's free icons, of any version. \
         `fa-regular` or `fa-brands` before it asks for that style. Example: `fa-delete-left`.",
    ),
    (
        "hotkey",
        "Key that chooses the category: one character. Capital and small letters are the same. Example: `d`.",
    ),
    ("type", "How many spans an edit has, and of what sort: `single_span` if nothing is given."),
    (
        "enable_input",
        "`true` if an edit has spans in the source. With `enable_output: true` as well it has spans on both sides.",
    ),
    (
        "enable_output",
        "`true` if an edit has spans in the target. Without either side an edit is about the instance as a whole.",
    ),
    (
        "boundary",
        "What selections for this category snap to, if not to the `boundary` of the template.",
    ),
    ("annotation", "Questions about an edit, all asked at once. Each begins with `- name:`."),
];

const QUESTION: Docs = &[
    (
        "name",
        "Name in data files, under which the answer is stored: do not change it once there are annotations. \
         Example: `severity`.",
    ),
    ("label", "Short name in the list of edits. Without it people see `name`."),
    ("question", "The question itself. Example: `How severe is the error?`"),
    ("description", "A longer explanation of the question, shown on demand."),
    (
        "hotkey",
        "Key that goes to the question while its edit is open: one character, but no digit, since digits choose answers, \
         and none of a category. Example: `q`.",
    ),
    ("required", "`false` if the question may stay open; `true` if nothing is given."),
    (
        "options",
        "What can be answered: a kind of answer such as `binary`, or a list of options, each beginning with `- name:`.",
    ),
];

const OPTION: Docs = &[
    (
        "name",
        "Name in data files, stored when the option is chosen: do not change it once there are annotations. `val` is \
         taken. Example: `minor`.",
    ),
    ("label", "Name that people see. Without it they see `name`."),
    ("description", "A longer explanation of the option, shown on demand."),
    (
        "hotkey",
        "Key that chooses the option: one character. Capital and small letters are the same.",
    ),
    ("question", "What to ask when the option is chosen. Needs `options`."),
    (
        "required",
        "`false` if the question that follows may stay open; `true` if nothing is given. Needs `options`.",
    ),
    (
        "options",
        "What can be answered to the question that follows: a kind of answer such as `likert-3`, or again a list of \
         options.",
    ),
];

const DATABASE: Docs = &[
    ("type", "Kind of database."),
    ("url", "Address of the server. `firebase` needs none. Example: `https://db.example.org`."),
    ("project_id", "Project, with `firebase`."),
    (
        "database",
        "Name of the database, with `couchdb`. With `firebase` it is `(default)` if nothing is given.",
    ),
    ("collection", "Collection in the project: `thresh` if nothing is given."),
    ("document", "Document in the collection: `annotations` if nothing is given."),
    (
        "field",
        "Field of the document that annotations are added to: `annotations` if nothing is given.",
    ),
    ("api_key", "Web API key of the project; it is no secret."),
    ("mode", "How submissions lie in `firebase`."),
    ("user", "A name to sign in with."),
    ("username", "A name to sign in with."),
    ("password", "A secret."),
    ("token", "A secret."),
    ("access_token", "A secret."),
    ("secret", "A secret."),
];

/// By the key whose value the word is, in whatever section.
const WORDS: &[(&str, Docs)] = &[
    (
        "type",
        &[
            (
                "single_span",
                "One span on each enabled side. Where no side is enabled, an edit is about the whole instance.",
            ),
            (
                "multi_span",
                "One or more spans on each enabled side, such as the parts of a phrase that was torn apart.",
            ),
            (
                "composite",
                "An edit made of other edits, such as a sentence split made of insertions and deletions.",
            ),
            (
                "split",
                "One point between two characters, where something is split or missing; in the target unless \
                 a side is enabled.",
            ),
            ("firebase", "Cloud Firestore, as with Thresh."),
            ("couchdb", "CouchDB, or a server that speaks its protocol."),
            ("http", "An address of your own that takes JSON by POST."),
        ],
    ),
    (
        "mode",
        &[
            ("append", "All submissions in one document, as with Thresh."),
            ("document", "One document per submission: for more than a handful of annotators."),
        ],
    ),
    ("boundary", BOUNDARY),
    (
        "tokenization",
        &[
            ("word", "Runs between white space, punctuation included: `boundary: whitespace`."),
            ("char", "Any character: `boundary: char`."),
            ("tokenized", "Tokens of subword-tokenised data: `boundary: subword`."),
        ],
    ),
    (
        "options",
        &[
            ("binary", "Yes or no; stored as `yes` or `no`."),
            (
                "likert-3",
                "Three points: minor, somewhat, a lot; stored as `minor`, `somewhat`, `a lot`.",
            ),
            ("likert-5", "Five points, stored as `1` to `5`. Thresh cannot show it."),
            ("textbox", "One line of text."),
            ("textarea", "Several lines of text."),
        ],
    ),
    (
        "display",
        &[
            (
                "side-by-side",
                "Texts on the left, edits and questions on the right, each scrolling by itself.",
            ),
            ("text-side-by-side", "Source and target in two columns."),
            ("disable-lines", "No lines between the source and the target."),
            ("hide-context", "The context starts folded."),
        ],
    ),
    (
        "disable",
        &[
            ("upload", "No opening of other files."),
            ("download", "No downloading of annotations."),
            (
                "selection",
                "No making, moving or deleting of edits: people answer questions about those in the data.",
            ),
            ("annotation", "No questions: people only mark edits."),
        ],
    ),
    (
        "crowdsource",
        &[
            ("prolific", "Prolific: submitting leads back with `prolific_completion_code`."),
            ("custom", "Another site."),
        ],
    ),
    ("language", LANGUAGES),
];

const BOUNDARY: Docs = &[
    ("char", "Any character as readers count them: a letter with its accents, an emoji, a space."),
    ("whitespace", "Runs between white space: words with the punctuation that touches them."),
    (
        "word",
        "Words as Unicode defines them, also for languages without spaces; punctuation by itself.",
    ),
    ("subword", "Tokens of subword-tokenised data, marked by `Ġ`, `▁` or `##`."),
];

const LANGUAGES: Docs = &[
    ("ar", "Arabic"),
    ("bn", "Bengali"),
    ("de", "German"),
    ("en", "English"),
    ("es", "Spanish"),
    ("fr", "French"),
    ("hi", "Hindi"),
    ("ja", "Japanese"),
    ("ko", "Korean"),
    ("pt", "Portuguese"),
    ("ru", "Russian"),
    ("tr", "Turkish"),
    ("ur", "Urdu"),
    ("vi", "Vietnamese"),
    ("zh", "Chinese"),
];

#[cfg(test)]
mod tests;
