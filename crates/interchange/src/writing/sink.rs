//! Sinks: take output piece by piece, so that the whole of it need not be in memory beside the records.

use crate::text_file::TextFile;

/// A receiver of files as they are written.
pub trait Sink {
    /// Begins a file with this path, as in [`TextFile::path`]. Text that is pushed from now on belongs to it.
    fn begin(&mut self, path: &str);

    /// Adds to the text of the file.
    fn push(&mut self, text: &str);

    /// Adds a whole file.
    fn file(&mut self, file: TextFile) {
        self.begin(&file.path);
        self.push(&file.text);
    }
}

/// Collects all files.
impl Sink for Vec<TextFile> {
    fn begin(&mut self, path: &str) {
        Vec::push(self, TextFile::new(path, ""));
    }

    fn push(&mut self, text: &str) {
        if let Some(file) = self.last_mut() {
            file.text.push_str(text);
        }
    }

    fn file(&mut self, file: TextFile) {
        Vec::push(self, file);
    }
}

/// A writer of a list of JSON values, one on each line.
pub(crate) struct JsonListWriter<'s> {
    sink: &'s mut dyn Sink,
    any: bool,
}

impl<'s> JsonListWriter<'s> {
    /// Creates a writer of an empty list.
    pub(crate) fn new(sink: &'s mut dyn Sink) -> Self {
        JsonListWriter { sink, any: false }
    }

    /// Adds a value.
    pub(crate) fn item(&mut self, json: &str) {
        self.sink.push(if self.any { ",\n" } else { "[\n" });
        self.any = true;
        self.sink.push(json);
    }

    /// Ends the list, without a line break; returns the sink for the text after it.
    pub(crate) fn close(self) -> &'s mut dyn Sink {
        self.sink.push(if self.any { "\n]" } else { "[]" });
        self.sink
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_closed_whether_or_not_there_is_anything_in_them() {
        for (items, expected) in
            [(&[][..], "[]"), (&["1"], "[\n1\n]"), (&["1", "2"], "[\n1,\n2\n]")]
        {
            let mut files = Vec::new();
            Sink::begin(&mut files, "a");
            let mut list = JsonListWriter::new(&mut files);
            items.iter().for_each(|item| list.item(item));
            list.close();
            assert_eq!(files, [TextFile::new("a", expected)]);
        }
    }
}
