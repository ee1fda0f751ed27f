//! The roles of the spans of an edit.
//!
//! A span has the role whose name is stored with it. Spans without a name, as in data that are older than the roles, take
//! in their order the roles of their side that no span has yet, then the last one of the side that takes several.
//!
//! Few templates need these rules, so they are reached through function pointers that [`enable`] sets: a program that
//! never calls it does not contain them, and the spans of a category are all alike to it.

use std::sync::OnceLock;

use super::spans::{RoleName, Spans};
use super::texts::{TextName, Texts};
use spanwise_template::{Category, Side, SpanRole};
use spanwise_text::Span;

/// The functions that have the rules.
struct RoleRules {
    assign: for<'c> fn(&Spans, &'c [SpanRole], &Texts) -> AssignedRoles<'c>,
    name: fn(&mut Spans, &[SpanRole], &Texts),
    add: fn(&mut Spans, &TextName, Span, Option<&SpanRole>, &[SpanRole], &Texts),
}

static RULES: OnceLock<RoleRules> = OnceLock::new();

/// Makes the rules known to the program; before, no span has a role.
pub fn enable() {
    RULES.get_or_init(|| RoleRules { assign, name: name_all, add });
}

/// The roles of the spans of a category; empty before the rules are [known](enable).
#[must_use]
pub fn roles_of(category: &Category) -> &[SpanRole] {
    if RULES.get().is_some() { &category.roles } else { &[] }
}

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
        match rules(roles) {
            Some(rules) => (rules.assign)(spans, roles, texts),
            None => AssignedRoles { roles: &[], by_text: Vec::new() },
        }
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
        if let Some(rules) = rules(roles) {
            (rules.name)(self, roles, texts);
        }
    }

    /// Adds a span in a role, by default the next one of its side, or the last one where all are taken. It takes the place
    /// of the span with that role, unless the role takes several.
    pub fn add_in_role(
        &mut self,
        text: &TextName,
        span: Span,
        role: Option<&SpanRole>,
        roles: &[SpanRole],
        texts: &Texts,
    ) {
        match rules(roles) {
            Some(rules) => (rules.add)(self, text, span, role, roles, texts),
            None => self.push(text, span),
        }
    }
}

/// The rules, if they are known and there are roles to which they apply.
fn rules(roles: &[SpanRole]) -> Option<&'static RoleRules> {
    RULES.get().filter(|_| !roles.is_empty())
}

fn assign<'c>(spans: &Spans, roles: &'c [SpanRole], texts: &Texts) -> AssignedRoles<'c> {
    let mut assigned = AssignedRoles { roles, by_text: Vec::new() };
    for (text, on) in spans.iter() {
        let names = spans.roles_on(text);
        let named = |index: usize| find(roles, names.get(index)?.as_deref()?);
        assigned.by_text.push((text.clone(), (0..on.len()).map(named).collect()));
    }
    for (at, (text, on)) in spans.iter().enumerate() {
        let Some(side) = side_of(text, texts) else { continue };
        let names = spans.roles_on(text);
        for index in (0..on.len()).filter(|index| names.get(*index).is_none_or(Option::is_none)) {
            let role = assigned.free(side);
            let slot = assigned.by_text.get_mut(at).and_then(|(_, on)| on.get_mut(index));
            if let Some(slot) = slot {
                *slot = role;
            }
        }
    }
    assigned
}

fn name_all(spans: &mut Spans, roles: &[SpanRole], texts: &Texts) {
    let assigned = assign(spans, roles, texts);
    for (text, on) in &assigned.by_text {
        let stored = spans.roles_on(text);
        let name = |(index, role): (usize, &Option<&SpanRole>)| -> RoleName {
            // A name that the category does not know is kept.
            let unknown = || stored.get(index).cloned().flatten();
            role.map_or_else(unknown, |role| Some(role.name.as_str().into()))
        };
        let names = on.iter().enumerate().map(name).collect();
        spans.set_roles(text, names);
    }
}

fn add(
    spans: &mut Spans,
    text: &TextName,
    span: Span,
    role: Option<&SpanRole>,
    roles: &[SpanRole],
    texts: &Texts,
) {
    name_all(spans, roles, texts);
    let assigned = assign(spans, roles, texts);
    let side = side_of(text, texts);
    let next = || side.and_then(|side| assigned.free(side));
    let last = || roles.iter().rfind(|role| Some(role.side) == side);
    let role = role.or_else(next).or_else(last);
    if let Some(role) = role.filter(|role| !role.multiple) {
        for (name, on) in &assigned.by_text {
            let has_it = |one: &Option<&SpanRole>| one.is_some_and(|one| one.name == role.name);
            for index in (0..on.len()).rev().filter(|index| on.get(*index).is_some_and(has_it)) {
                spans.remove(name, index);
            }
        }
    }
    spans.push_with_role(text, span, role.map(|role| role.name.as_str().into()));
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
