//! Lists of records and lists of lists as tables.

use super::{ShownData, paged};
use crate::ui::view::{El, View, el};
use spanwise_i18n::TextId;
use spanwise_json::tree::{DataTable, NodeId, NodeKind};

/// The table of a list.
pub(super) fn table(data: &ShownData, id: NodeId, columns: DataTable) -> View {
    let heading = |name: String| el("th").attr("scope", "col").child(name);
    // Rows are numbered as in paths.
    let names = columns.columns.iter().cloned().map(heading);
    let header = el("tr").child(heading("#".to_owned())).child(names.collect::<Vec<_>>());
    let label = data.app.text(TextId::BesideData);
    let around = |rows| {
        let table = el("table")
            .attr("data-testid", "data-table")
            .child(el("thead").child(header))
            .child(el("tbody").child(rows));
        // A wide table is scrolled by keyboard, too.
        el("div")
            .class("data__table")
            .attr("role", "group")
            .attr("aria-label", label)
            .attr("tabindex", "0")
            .child(table)
    };
    let count = data.tree.count(id) - usize::from(columns.has_header);
    let data = data.clone();
    paged(data.app, count, around, move |range| {
        let rows = data.tree.rows_of(id, &columns).skip(range.start).take(range.len());
        rows.map(|row| data.row(row, &columns)).collect::<Vec<_>>().into()
    })
}

impl ShownData {
    fn row(&self, row: NodeId, columns: &DataTable) -> El {
        let number = el("th").attr("scope", "row").child(self.tree.name(row).into_owned());
        let cells = self.tree.cells(row, columns).into_iter().map(|cell| self.cell(cell));
        el("tr").child(number).child(cells.collect::<Vec<_>>())
    }

    fn cell(&self, cell: Option<NodeId>) -> El {
        let Some(id) = cell else { return el("td") };
        if self.tree.count(id) > 0 {
            return el("td").child(self.container(id, None, usize::MAX));
        }
        let class = if self.tree.kind(id) == NodeKind::Number { "cell--right" } else { "" };
        el("td").class(class).child(self.single(id))
    }
}
