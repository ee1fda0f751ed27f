//! Icons of the interface, drawn here: strokes on a 16 by 16 grid.

use crate::ui::view::{AttributeValue, El, svg};
use spanwise_template::icons::IconDrawing;

/// An icon of the interface.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Icon {
    Previous,
    Next,
    Undo,
    Redo,
    Delete,
    Bookmark,
    Comment,
    About,
    Menu,
    Close,
    Check,
    Warning,
    Open,
    Download,
    Skip,
    Copy,
    StartEarlier,
    StartLater,
    EndEarlier,
    EndLater,
}

impl Icon {
    /// Reports whether it points on or back, and so the other way in an interface from right to left.
    fn is_directional(self) -> bool {
        matches!(self, Icon::Previous | Icon::Next | Icon::Skip | Icon::Undo | Icon::Redo)
    }

    fn path(self) -> &'static str {
        match self {
            Icon::Previous => "M10 3 5 8l5 5",
            Icon::Next => "m6 3 5 5-5 5",
            Icon::Undo => "M6 3 3 6l3 3M3 6h6.5a3.5 3.5 0 0 1 0 7H6",
            Icon::Redo => "m10 3 3 3-3 3m3-3H6.5a3.5 3.5 0 0 0 0 7H10",
            Icon::Delete => "M3 4.5h10M6.5 4.5V3h3v1.5M4.5 4.5l.6 8.5h5.8l.6-8.5M7 7v4M9 7v4",
            Icon::Bookmark => "M4.5 2.5h7v11L8 10.7l-3.5 2.8z",
            Icon::Comment => "M2.5 3h11v7.5H8L4.5 13v-2.5h-2z",
            Icon::About => "M14 8A6 6 0 1 1 2 8a6 6 0 0 1 12 0zM8 7.5V11M8 5v.01",
            Icon::Menu => "M3 8h.01M8 8h.01M13 8h.01",
            Icon::Close => "m4 4 8 8M12 4l-8 8",
            Icon::Check => "m3 8.5 3.5 3.5L13 4.5",
            Icon::Warning => "M8 2.5 14.5 13h-13zM8 6.5v3M8 11.3v.01",
            Icon::Open => "M2.5 13V4h4l1.5 2h5.5v7z",
            Icon::Download => "M8 2.5v8M4.5 7.5 8 11l3.5-3.5M3 13.5h10",
            Icon::Skip => "m3 3 5 5-5 5m5-10 5 5-5 5",
            Icon::Copy => "M5.5 5.5v-3h8v8h-3M2.5 5.5h8v8h-8z",
            Icon::StartEarlier => "M9 3v10M6 8H1.5m2-2-2 2 2 2M9 4h5M9 12h5",
            Icon::StartLater => "M5 3v10M7 8h4.5m-2-2 2 2-2 2M5 4h9M5 12h9",
            Icon::EndEarlier => "M11 3v10M9 8H4.5m2-2-2 2 2 2M11 4H2M11 12H2",
            Icon::EndLater => "M7 3v10m3-5h4.5m-2-2 2 2-2 2M7 4H2m5 8H2",
        }
    }
}

/// Draws an icon, hidden from screen readers: the control around it has a name.
pub(crate) fn icon(icon: Icon) -> El {
    let class = if icon.is_directional() { "icon icon--directional" } else { "icon" };
    drawn("0 0 16 16", icon.path()).class(class)
}

/// Draws a filled icon; its size is up to its class.
pub(crate) fn filled_icon(drawing: &IconDrawing) -> El {
    drawn(drawing.view_box.clone(), drawing.path.clone())
}

fn drawn(view_box: impl Into<AttributeValue>, path: impl Into<AttributeValue>) -> El {
    svg("svg")
        .attr("viewBox", view_box)
        .attr("aria-hidden", "true")
        .attr("focusable", "false")
        .child(svg("path").attr("d", path))
}
