//! Events as lines of JSON.

use super::{LoggedEvent, LoggedEventKind};
use crate::document::EditKey;
use spanwise_json::{Json, Object, integer};

impl LoggedEvent {
    /// The event as one JSON object, without a line break.
    #[must_use]
    pub fn to_json(&self) -> String {
        let about = match self.kind {
            LoggedEventKind::Selected(Some(EditKey(edit)))
            | LoggedEventKind::Committed(EditKey(edit))
            | LoggedEventKind::Changed(Some(EditKey(edit)))
            | LoggedEventKind::Answered(Some(EditKey(edit)))
            | LoggedEventKind::Deleted(EditKey(edit)) => format!(",\"edit\":{edit}"),
            LoggedEventKind::Revealed(paragraph) => format!(",\"paragraph\":{paragraph}"),
            LoggedEventKind::Opened
            | LoggedEventKind::Shown
            | LoggedEventKind::Selected(None)
            | LoggedEventKind::Changed(None)
            | LoggedEventKind::Answered(None)
            | LoggedEventKind::Undone
            | LoggedEventKind::Redone
            | LoggedEventKind::Done
            | LoggedEventKind::Reopened
            | LoggedEventKind::Submitted
            | LoggedEventKind::Full => String::new(),
        };
        let (ms, instance, word) = (self.unix_ms, self.instance, self.kind.word());
        format!("{{\"ms\":{ms},\"instance\":{instance},\"event\":\"{word}\"{about}}}")
    }

    /// Reads a line of a log; `None` if it is not an event.
    #[must_use]
    pub fn from_json(line: &str) -> Option<Self> {
        let object = Object::parse(line)?;
        let number = |name: &str| integer(object.get(name)?);
        let edit = number("edit").and_then(|edit| u32::try_from(edit).ok()).map(EditKey);
        let Json::String(word) = Json::read(object.get("event")?) else { return None };
        let kind = match &*word {
            "opened" => LoggedEventKind::Opened,
            "shown" => LoggedEventKind::Shown,
            "revealed" => LoggedEventKind::Revealed(usize::try_from(number("paragraph")?).ok()?),
            "selected" => LoggedEventKind::Selected(edit),
            "committed" => LoggedEventKind::Committed(edit?),
            "changed" => LoggedEventKind::Changed(edit),
            "answered" => LoggedEventKind::Answered(edit),
            "deleted" => LoggedEventKind::Deleted(edit?),
            "undone" => LoggedEventKind::Undone,
            "redone" => LoggedEventKind::Redone,
            "done" => LoggedEventKind::Done,
            "reopened" => LoggedEventKind::Reopened,
            "submitted" => LoggedEventKind::Submitted,
            "full" => LoggedEventKind::Full,
            _ => return None,
        };
        Some(LoggedEvent {
            unix_ms: u64::try_from(number("ms")?).ok()?,
            instance: usize::try_from(number("instance")?).ok()?,
            kind,
        })
    }
}

impl LoggedEventKind {
    /// Its word in a log.
    fn word(self) -> &'static str {
        match self {
            LoggedEventKind::Opened => "opened",
            LoggedEventKind::Shown => "shown",
            LoggedEventKind::Revealed(_) => "revealed",
            LoggedEventKind::Selected(_) => "selected",
            LoggedEventKind::Committed(_) => "committed",
            LoggedEventKind::Changed(_) => "changed",
            LoggedEventKind::Answered(_) => "answered",
            LoggedEventKind::Deleted(_) => "deleted",
            LoggedEventKind::Undone => "undone",
            LoggedEventKind::Redone => "redone",
            LoggedEventKind::Done => "done",
            LoggedEventKind::Reopened => "reopened",
            LoggedEventKind::Submitted => "submitted",
            LoggedEventKind::Full => "full",
        }
    }
}
