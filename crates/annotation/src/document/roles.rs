//! The roles of the spans of an edit.
//!
//! A span has the role whose name is stored with it. Spans without a name, as in data that are older than the roles, take
//! in their order the roles of their side that no span has yet, then the last one of the side that takes several.

use super::spans::{RoleName, Spans};
use super::texts::{TextName, Texts};
use spanwise_template::{Side, SpanRole};
use spanwise_text::Span;

/// The role of each span of an edit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AssignedRoles<'c> {
    /// The roles of the category, in the order of the template.
    roles: &'c [SpanRole],
    /// The roles of the spans on each text, by position.
    by_text: Vec<(TextName, Vec<Option<&'c SpanRole>>)>,
}

impl<'c> AssignedRoles<'c> {
    /// Assigns the roles of a category to the spans of an edit.
    #[must_use]
    pub fn of(spans: &Spans, roles: &'c [SpanRole], texts: &Texts) -> Self {
        let mut assigned = AssignedRoles { roles, by_text: Vec::new() };
        if roles.is_empty() {
            return assigned;
        }
        for (text, on) in spans.iter() {
            let names = spans.roles_on(text);
            let named = |index: usize| find(roles, names.get(index)?.as_deref()?);
            assigned.by_text.push((text.clone(), (0..on.len()).map(named).collect()));
        }
        for (at, (text, on)) in spans.iter().enumerate() {
            let Some(side) = side_of(text, texts) else { continue };
            let names = spans.roles_on(text);
            for index in (0..on.len()).filter(|index| names.get(*index).is_none_or(Option::is_none))
            {
                let role = assigned.free(side);
                let slot = assigned.by_text.get_mut(at).and_then(|(_, on)| on.get_mut(index));
                if let Some(slot) = slot {
                    *slot = role;
                }
            }
        }
        assigned
    }

    /// The role of a span; `None` if it has none.
    #[must_use]
    pub fn role(&self, text: &TextName, index: usize) -> Option<&'c SpanRole> {
        let (_, on) = self.by_text.iter().find(|(name, _)| name == text)?;
        on.get(index).copied().flatten()
    }

    /// The roles that no span has, in the order of the template.
    pub fn missing(&self) -> impl Iterator<Item = &'c SpanRole> {
        self.roles.iter().filter(|role| self.count(role) == 0)
    }

    /// The role that a further span on a side takes; `None` if all roles of the side are taken.
    #[must_use]
    pub fn free(&self, side: Side) -> Option<&'c SpanRole> {
        let of_side = || self.roles.iter().filter(move |role| role.side == side);
        let unused = of_side().find(|role| self.count(role) == 0);
        unused.or_else(|| of_side().rfind(|role| role.multiple))
    }

    /// The number of spans with a role.
    fn count(&self, role: &SpanRole) -> usize {
        let all = self.by_text.iter().flat_map(|(_, on)| on).flatten();
        all.filter(|one| one.name == role.name).count()
    }
}

impl Spans {
    /// Stores the names of all roles, so that no span changes its role when others come or go.
    pub fn name_roles(&mut self, roles: &[SpanRole], texts: &Texts) {
        let assigned = AssignedRoles::of(self, roles, texts);
        for (text, on) in &assigned.by_text {
            let stored = self.roles_on(text);
            let name = |(index, role): (usize, &Option<&SpanRole>)| -> RoleName {
                // A name that the category does not know is kept.
                let unknown = || stored.get(index).cloned().flatten();
                role.map_or_else(unknown, |role| Some(role.name.as_str().into()))
            };
            let names = on.iter().enumerate().map(name).collect();
            self.set_roles(text, names);
        }
    }

    /// Adds a span in the next role of its side; where all are taken, in place of the span with the last one.
    pub fn add_in_next_role(
        &mut self,
        text: &TextName,
        span: Span,
        roles: &[SpanRole],
        texts: &Texts,
    ) {
        self.name_roles(roles, texts);
        let side = side_of(text, texts);
        let assigned = AssignedRoles::of(self, roles, texts);
        let role = side.and_then(|side| assigned.free(side)).or_else(|| {
            let last = roles.iter().rfind(|role| Some(role.side) == side)?;
            for (name, on) in &assigned.by_text {
                let has_it =
                    |role: &Option<&SpanRole>| role.is_some_and(|one| one.name == last.name);
                if let Some(index) = on.iter().position(has_it) {
                    self.remove(name, index);
                }
            }
            Some(last)
        });
        self.push_with_role(text, span, role.map(|role| role.name.as_str().into()));
    }
}

fn find<'c>(roles: &'c [SpanRole], name: &str) -> Option<&'c SpanRole> {
    roles.iter().find(|role| role.name == name)
}

/// The side of a text; `None` if it is not among the texts, or gives context only.
fn side_of(text: &TextName, texts: &Texts) -> Option<Side> {
    texts.get(text)?.role.side()
}

#[cfg(test)]
#[path = "roles_tests.rs"]
mod tests;
