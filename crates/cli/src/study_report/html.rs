//! HTML written by functions that escape what they are given.

use spanwise_plots::{SvgElement, markup};
use spanwise_text::markup::escaped;

/// A part of a page.
#[derive(Debug, Default)]
pub(super) struct Html(String);

impl Html {
    /// Opens an element.
    pub(super) fn open(&mut self, tag: &'static str, attributes: &[(&'static str, &str)]) {
        self.0.push('<');
        self.0.push_str(tag);
        for (name, value) in attributes {
            self.0.extend([" ", name, "=\"", &escaped(value), "\""]);
        }
        self.0.push('>');
    }

    /// Closes an element.
    pub(super) fn close(&mut self, tag: &'static str) {
        self.0.extend(["</", tag, ">"]);
        if !["a", "bdi", "code", "td", "th", "span"].contains(&tag) {
            self.0.push('\n');
        }
    }

    /// Adds text.
    pub(super) fn text(&mut self, text: &str) {
        self.0.push_str(&escaped(text));
    }

    /// Adds an element with text.
    pub(super) fn element(
        &mut self,
        tag: &'static str,
        attributes: &[(&'static str, &str)],
        text: &str,
    ) {
        self.open(tag, attributes);
        self.text(text);
        self.close(tag);
    }

    /// Adds text from data, which keeps its own direction.
    pub(super) fn name(&mut self, name: &str) {
        self.element("bdi", &[], name);
    }

    /// Adds a drawing.
    pub(super) fn drawing(&mut self, drawing: &SvgElement) {
        self.0.push_str(&markup(drawing));
        self.0.push('\n');
    }

    /// Adds markup of the program itself.
    pub(super) fn own(&mut self, markup: &'static str) {
        self.0.push_str(markup);
    }

    /// The markup.
    pub(super) fn into_text(self) -> String {
        self.0
    }
}
