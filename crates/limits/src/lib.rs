//! All limits on reading, computing and display, with their reasons. `docs/limits.md` is the table of them for people,
//! which `tests/limits/table.rs` compares with this one.
//!
//! The message about an exceeded limit names the limit, its reason, and the remedy.

/// A limit as the table has it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limit {
    /// The name of the constant.
    pub name: &'static str,
    /// The number.
    pub most: usize,
    /// The unit of the number.
    pub unit: LimitUnit,
}

/// The unit of a limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LimitUnit {
    /// Things.
    Count,
    /// Bytes of memory, a file, or UTF-8.
    Bytes,
}

impl Limit {
    /// The number as it is written for people.
    #[must_use]
    pub fn written(&self) -> String {
        match self.unit {
            LimitUnit::Bytes => in_units(self.most),
            LimitUnit::Count => grouped(self.most),
        }
    }
}

/// A number of bytes in KB, or in MB if it is whole.
#[must_use]
pub fn in_units(bytes: usize) -> String {
    match bytes {
        _ if bytes.is_multiple_of(1 << 20) => format!("{} MB", bytes >> 20),
        _ => format!("{} KB", bytes.div_ceil(1 << 10)),
    }
}

/// A number with a space before each three digits.
fn grouped(number: usize) -> String {
    match (number / 1000, number % 1000) {
        (0, rest) => rest.to_string(),
        (thousands, rest) => format!("{} {rest:03}", grouped(thousands)),
    }
}

macro_rules! limits {
    ($($(#[doc = $why:literal])+ $name:ident = $most:expr, $unit:ident;)+) => {
        $($(#[doc = $why])+ pub const $name: usize = $most;)+

        /// All limits.
        pub const ALL: &[Limit] =
            &[$(Limit { name: stringify!($name), most: $name, unit: LimitUnit::$unit }),+];
    };
}

limits! {
    /// Largest file, or answer of an address, that is read: its text is held in memory whole, which a browser tab has
    /// 4 GB of at most, and opening it needs several times as much.
    LARGEST_FILE = 512 << 20, Bytes;
    /// Largest `tokenizer.json`: the largest that models have are half of it, and reading one takes several times as much.
    LARGEST_TOKENIZER = 64 << 20, Bytes;
    /// Largest unpacked share link: a small one could otherwise fill the memory.
    LARGEST_UNPACKED = 8 << 20, Bytes;
    /// Longest template: it is compiled in one go, anew with each key in the builder.
    LONGEST_TEMPLATE = 1 << 20, Bytes;
    /// Deepest nesting of lists and maps in a template: reading and compiling go down into them.
    DEEPEST_TEMPLATE = 64, Count;
    /// Most keys and values of a template, those that aliases repeat included: a few lines of aliases can stand for
    /// millions.
    MOST_TEMPLATE_NODES = 100_000, Count;
    /// Text that aliases of a template may repeat.
    MOST_REPEATED_BYTES = 4 << 20, Bytes;
    /// Syntax errors of a template that help while typing reads over: after each, the rest is read anew.
    MOST_SYNTAX_ERRORS = 50, Count;
    /// Most categories of a template: each has buttons, options and colours on the page, all made at once.
    MOST_CATEGORIES = 500, Count;
    /// Problems of a template after which no more are listed.
    MOST_TEMPLATE_PROBLEMS = 1000, Count;
    /// Problems of a data file or table that are listed one by one: nobody reads more, and each takes room.
    MOST_FILE_PROBLEMS = 100, Count;
    /// Problems of instances that are kept with their texts, and as many hints beside them; further ones are counted.
    MOST_INSTANCE_PROBLEMS = 1000, Count;
    /// Bytes of a file that may be read again because damaged lines leave lists or objects open: each of them can reach
    /// over hundreds of the next ones.
    MOST_READ_AGAIN = 16 << 20, Bytes;
    /// Names of a file's outermost object among which a list of instances is looked for.
    MOST_NAMES_PROBED = 1000, Count;
    /// Largest instance of data that is opened in the app: it is read and drawn in one go.
    LARGEST_INSTANCE = 4 << 20, Bytes;
    /// Deepest nesting in a data file.
    DEEPEST_DATA = 512, Count;
    /// Deepest nesting of an answer.
    DEEPEST_ANSWER = 64, Count;
    /// Most columns of a table: nobody made more by hand, and a row of them takes long.
    MOST_COLUMNS = 1000, Count;
    /// Most fields of items among which the texts are chosen.
    MOST_FIELDS = 200, Count;
    /// Entries or rows of data beside a text that are shown at a time: all become elements of the page at once.
    MOST_SHOWN_ENTRIES = 100, Count;
    /// Columns of a table of data beside a text: of a wider one each row would be thousands of elements.
    MOST_SHOWN_COLUMNS = 50, Count;
    /// Points of a chart: more are closer together than the pixels of a screen.
    MOST_CHART_POINTS = 400, Count;
    /// Longest Markdown text: it becomes elements of the page all at once.
    LONGEST_MARKDOWN = 1 << 20, Bytes;
    /// Deepest nesting in Markdown.
    DEEPEST_MARKDOWN = 64, Count;
    /// Lines from which on several of them make a block of the page: a browser takes long for tens of thousands of
    /// blocks, however short.
    MOST_LINES_IN_BLOCKS = 2000, Count;
    /// Blocks of a text that are put on the page with each frame; the others follow.
    MOST_BLOCKS_AT_ONCE = 500, Count;
    /// Marks drawn on one place of a text, those of the shortest edits: every further one is repeated in each piece
    /// that the others cut the text into.
    MOST_MARKS_ON_A_PLACE = 32, Count;
    /// Marks drawn in a text, those that begin first: each is an element of the page.
    MOST_MARKS = 2000, Count;
    /// Rows of the list of edits, and of the list of places of the same text: all are put in order with each change.
    MOST_ROWS = 2000, Count;
    /// Pairs of overlapping edits of two annotators, in one instance, among which those that belong together are
    /// looked for.
    MOST_PAIRS_COMPARED = 1 << 16, Count;
    /// Steps of the search for the best assignment of two annotators' edits, in one instance: it takes a number of
    /// steps in the third power of what overlaps.
    MOST_ASSIGNMENT_STEPS = 1 << 24, Count;
    /// Labels of a confusion matrix, categories or answers: it grows with their square.
    MOST_CONFUSED = 200, Count;
    /// Edits of an instance that are all connected; of more only the one pointed at, since more curves would hide the
    /// texts.
    MOST_CONNECTED = 60, Count;
    /// Folders in folders that the command line looks into: a link that leads back would never end.
    DEEPEST_FOLDER = 32, Count;
    /// Example data that is kept with each version of a draft: a browser stores only some 5 MB.
    LARGEST_IN_VERSION = 128 << 10, Bytes;
    /// Versions that are kept of a draft; older ones are thinned out.
    MOST_VERSIONS = 40, Count;
    /// Events in the log of a work: a browser stores only some 5 MB.
    MOST_LOGGED_EVENTS = 10_000, Count;
    /// Problems of the example data that the builder lists.
    MOST_DRAFT_PROBLEMS = 500, Count;
    /// Problems of the data behind a link that are listed before the link is given away.
    MOST_LINK_PROBLEMS = 50, Count;
    /// Largest document of Firestore: <https://firebase.google.com/docs/firestore/quotas>.
    LARGEST_DOCUMENT = 1 << 20, Bytes;
    /// Problems of a conversion that are listed one by one.
    MOST_CONVERSION_PROBLEMS = 200, Count;
    /// Spans that were not found where a file says, listed one by one.
    MOST_UNCERTAIN_SPANS = 1000, Count;
    /// Sentences of an item in FRANK's files: data must not grow beyond its input by reading and writing.
    MOST_SENTENCES = 10_000, Count;
    /// Deepest nesting of lists in Scarecrow's files, so that none can exhaust the stack.
    DEEPEST_LITERAL = 64, Count;
    /// Samples of γ's expected disorder, whatever precision is wanted.
    MOST_GAMMA_SAMPLES = 100_000, Count;
    /// Pairs in a group of units of two annotators that is aligned best by γ: it holds 32 MB.
    MOST_GAMMA_ASSIGNED = 1 << 22, Count;
    /// Pairs of units of three or more annotators that γ looks at as parts of unitary alignments. More are those of far too
    /// many unitary alignments.
    MOST_GAMMA_PAIRS = 1 << 20, Count;
    /// Unitary alignments of one group of units that γ looks at.
    MOST_GAMMA_ALIGNMENTS = 60_000, Count;
    /// Sets of units of one group that γ tries.
    MOST_GAMMA_TRIALS = 1_000_000, Count;
    /// Units of a group that γ aligns exactly: the relaxation needs their number squared of memory.
    MOST_GAMMA_UNITS = 400, Count;
    /// Numbers that γ works through, about, before it gives up to align a group exactly: a quarter of a second.
    MOST_GAMMA_WORK = 300_000_000, Count;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_for_people() {
        let cases = [(0, "0"), (64, "64"), (1000, "1 000"), (1_048_576, "1 048 576")];
        for (number, expected) in cases {
            assert_eq!(grouped(number), expected);
        }
        assert_eq!((in_units(8 << 20), in_units(1500)), ("8 MB".to_owned(), "2 KB".to_owned()));
    }
}
