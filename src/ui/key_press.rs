//! A key press as data, so that its meaning can be decided, and tested, apart from the page.

use web_sys::KeyboardEvent;

/// A key with its modifiers.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct KeyPress {
    /// `KeyboardEvent.key`: a character as the layout and Shift make it, or a name such as `Enter`.
    pub(super) key: String,
    pub(super) ctrl: bool,
    pub(super) meta: bool,
    pub(super) alt: bool,
    pub(super) shift: bool,
}

impl KeyPress {
    /// Reports whether Ctrl or ⌘ is held.
    pub(super) fn has_command(&self) -> bool {
        self.ctrl || self.meta
    }

    /// Reports whether no modifier but Shift is held.
    pub(super) fn is_plain(&self) -> bool {
        !self.has_command() && !self.alt
    }

    /// A press written as `Ctrl+Shift+z`, for tables of tests.
    #[cfg(test)]
    pub(super) fn of(written: &str) -> Self {
        let (modifiers, key) = match written.rsplit_once('+') {
            Some((modifiers, key)) if !key.is_empty() => (modifiers, key),
            _ => ("", written),
        };
        let has = |name: &str| modifiers.split('+').any(|modifier| modifier == name);
        KeyPress {
            key: key.to_owned(),
            ctrl: has("Ctrl"),
            meta: has("Meta"),
            alt: has("Alt"),
            shift: has("Shift"),
        }
    }
}

impl From<&KeyboardEvent> for KeyPress {
    fn from(event: &KeyboardEvent) -> Self {
        KeyPress {
            key: event.key(),
            ctrl: event.ctrl_key(),
            meta: event.meta_key(),
            alt: event.alt_key(),
            shift: event.shift_key(),
        }
    }
}
