//! The elements of a text that is shown paragraph by paragraph: one for each paragraph, those that were read in a box.

use web_sys::{Document, Element};

use spanwise_browser::console::reported;

/// The paragraphs on the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ShownParagraphs {
    /// The 0-based number of their instance.
    pub(super) instance: usize,
    /// Their number; the last one is looked at.
    pub(super) count: usize,
}

/// The elements of the paragraphs on the page.
pub(super) struct ParagraphBoxes {
    shown: ShownParagraphs,
    /// The box of the paragraphs before the one looked at; `None` while that is the first.
    context: Option<Element>,
    /// One element for each paragraph, the last of them outside of the box.
    paragraphs: Vec<Element>,
}

impl ParagraphBoxes {
    /// Makes the elements of paragraphs in an empty element. `label` is the name of the box.
    pub(super) fn new(
        document: &Document,
        root: &Element,
        shown: ShownParagraphs,
        label: &str,
    ) -> Option<Self> {
        let count = shown.count;
        let make = |class: &str, attributes: &[(&str, &str)]| {
            let element = document.create_element("div").ok()?;
            element.set_class_name(class);
            for (name, value) in attributes {
                reported(element.set_attribute(name, value));
            }
            Some(element)
        };
        let context = if count > 1 {
            let attributes = [
                ("data-testid", "context-box"),
                ("role", "group"),
                ("aria-label", label),
                ("tabindex", "0"),
            ];
            Some(make("context-box", &attributes)?)
        } else {
            None
        };
        let mut paragraphs = Vec::new();
        for number in 1..=count {
            let is_current = number == count;
            let state = if is_current { "current" } else { "read" };
            let index = number.to_string();
            let attributes =
                [("data-testid", "paragraph"), ("data-index", &index), ("data-state", state)];
            let paragraph = make("paragraph", &attributes)?;
            let parent = context.as_ref().filter(|_| !is_current).unwrap_or(root);
            parent.append_child(&paragraph).ok()?;
            paragraphs.push(paragraph);
        }
        if let Some(context) = &context {
            reported(root.insert_before(context, root.first_child().as_ref()));
        }
        Some(ParagraphBoxes { shown, context, paragraphs })
    }

    /// The paragraphs that they are of.
    pub(super) fn shown(&self) -> ShownParagraphs {
        self.shown
    }

    /// The element of a paragraph, by its 0-based number.
    pub(super) fn of(&self, paragraph: usize) -> Option<&Element> {
        self.paragraphs.get(paragraph)
    }

    /// The box of the paragraphs that were read.
    pub(super) fn context(&self) -> Option<&Element> {
        self.context.as_ref()
    }
}
