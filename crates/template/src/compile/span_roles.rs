//! Items of `spans`: the roles of the spans of a category.

use std::collections::HashMap;

use super::fields::SectionFields;
use super::report::CompileReport;
use crate::model::{Side, Sides, SpanRole};
use crate::schema::{self, SIDE_MEANINGS};
use crate::yaml::YamlNode;
use spanwise_diagnostics::quoted;
use spanwise_i18n::{Message, say};

/// The roles of the spans of a category with these sides enabled; reports those that have no effect.
pub(super) fn span_roles(
    report: &mut CompileReport<'_>,
    fields: &SectionFields<'_>,
    enabled: Option<Sides>,
) -> Vec<SpanRole> {
    let Some(entry) = fields.get("spans") else { return Vec::new() };
    let mut lines = HashMap::new();
    let items = report.items(entry).iter();
    let mut roles: Vec<SpanRole> =
        items.filter_map(|node| span_role(report, node, enabled, &mut lines)).collect();
    if let Some(first) = roles.first_mut() {
        first.required = true;
    }
    roles
}

/// One role. `lines` has the lines of the names of those before.
fn span_role(
    report: &mut CompileReport<'_>,
    node: &YamlNode,
    enabled: Option<Sides>,
    lines: &mut HashMap<String, u32>,
) -> Option<SpanRole> {
    let fields = report.fields(node, &schema::SPAN_ROLE)?;
    let (name, at) = report.name(&fields)?;
    if let Some(line) = lines.get(&name) {
        report.duplicate_name(&name, at, *line);
        return None;
    }
    lines.insert(name.clone(), at.line);
    let side = report.word_of(&fields, "side", SIDE_MEANINGS);
    if let (Some(side), Some(enabled)) = (side, enabled)
        && !enabled.includes(side)
        && let Some(entry) = fields.get("side")
    {
        let (message, remedy) = side_not_enabled(side, &name);
        report.add(entry.value.at.warning("side-not-enabled", message, remedy));
    }
    let usual = if enabled == Some(Sides::Source) { Side::Source } else { Side::Target };
    Some(SpanRole {
        label: report.label_of(&fields, &name),
        description: report.text_of(&fields, "description"),
        side: side.unwrap_or(usual),
        required: report.flag_of(&fields, "required").unwrap_or(false),
        multiple: report.flag_of(&fields, "multiple").unwrap_or(false),
        name,
    })
}

/// The message about a role on a side that its category does not enable, and the remedy.
fn side_not_enabled(side: Side, name: &str) -> (Message, Message) {
    let name = quoted(name);
    match side {
        Side::Source => (say!(CompileRoleSourceNotEnabled, name), say!(CompileAddEnableInputTrue)),
        Side::Target => (say!(CompileRoleTargetNotEnabled, name), say!(CompileAddEnableOutputTrue)),
    }
}
