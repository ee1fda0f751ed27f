//! The shapes in which values are shown, and the pieces in which long ones are.

use std::borrow::Cow;
use std::collections::HashSet;
use std::ops::Range;

use super::{JsonTree, NodeId, NodeKind};
use spanwise_limits::{MOST_SHOWN_COLUMNS, MOST_SHOWN_ENTRIES};

/// The depth from which on containers are folded, and the number of their values.
const DEEPEST_OPEN: usize = 2;
const MOST_OPEN: usize = 20;

/// The shape in which a value is shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Shape {
    /// A value that is no container.
    Single,
    /// Values with names or numbers, one below the other.
    Entries,
    /// A list of numbers.
    Numbers,
    /// A table, of which each value is a row.
    Table(DataTable),
}

/// The columns of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DataTable {
    /// The names of its columns: keys, texts of the first row, or numbers from 0.
    pub columns: Vec<String>,
    /// `true` if the first value has the names of the columns.
    pub has_header: bool,
}

/// Reports whether a container is folded at first: one that lies deep, or has many values. `depth` is 0 for the whole
/// value, which never is.
#[must_use]
pub fn is_folded(depth: usize, count: usize) -> bool {
    depth >= DEEPEST_OPEN || (depth > 0 && count > MOST_OPEN)
}

/// The number of pages of a number of values, at least 1.
#[must_use]
pub fn pages(count: usize) -> usize {
    count.div_ceil(MOST_SHOWN_ENTRIES).max(1)
}

/// The values on a page, from 0.
#[must_use]
pub fn page(number: usize, count: usize) -> Range<usize> {
    let start = number.saturating_mul(MOST_SHOWN_ENTRIES).min(count);
    start..start.saturating_add(MOST_SHOWN_ENTRIES).min(count)
}

impl JsonTree {
    /// The shape of a value. A list is a table if it has several objects of much the same keys, or several lists of the
    /// same length, and no more than [`MOST_SHOWN_COLUMNS`] columns.
    #[must_use]
    pub fn shape(&self, id: NodeId) -> Shape {
        match self.kind(id) {
            NodeKind::Object => Shape::Entries,
            NodeKind::List => self.list_shape(id),
            NodeKind::Text | NodeKind::Number | NodeKind::Bool | NodeKind::Null => Shape::Single,
        }
    }

    fn list_shape(&self, id: NodeId) -> Shape {
        let mut kinds = self.children(id).map(|child| self.kind(child));
        let Some(kind) = kinds.next().filter(|kind| kinds.all(|other| other == *kind)) else {
            return Shape::Entries;
        };
        let table = match kind {
            NodeKind::Number if self.count(id) > 1 => return Shape::Numbers,
            NodeKind::Object if self.count(id) > 1 => self.records(id),
            NodeKind::List if self.count(id) > 1 => self.rows(id),
            NodeKind::Object
            | NodeKind::List
            | NodeKind::Number
            | NodeKind::Text
            | NodeKind::Bool
            | NodeKind::Null => None,
        };
        table.map_or(Shape::Entries, Shape::Table)
    }

    /// The columns of a list of objects, in the order in which they first occur. `None` if half of the cells would be
    /// empty.
    fn records(&self, id: NodeId) -> Option<DataTable> {
        let (mut keys, mut columns, mut cells) = (HashSet::new(), Vec::new(), 0_usize);
        for record in self.children(id) {
            for member in self.children(record) {
                let key = self.raw_key(member);
                if keys.insert(key) {
                    columns.push(self.name(member).into_owned());
                }
                cells += 1;
            }
            if columns.len() > MOST_SHOWN_COLUMNS {
                return None;
            }
        }
        let is_full = cells.saturating_mul(2) > columns.len().saturating_mul(self.count(id));
        // Keys may be spelled in several ways.
        let names: HashSet<&String> = columns.iter().collect();
        let is_distinct = names.len() == columns.len();
        (is_full && is_distinct).then_some(DataTable { columns, has_header: false })
    }

    /// The columns of a list of lists. The first one has their names if it has different texts only, and a column below
    /// has none: a table of texts alone says nowhere which it is.
    fn rows(&self, id: NodeId) -> Option<DataTable> {
        let mut rows = self.children(id);
        let first = rows.next()?;
        let count = self.count(first);
        if !(1..=MOST_SHOWN_COLUMNS).contains(&count) {
            return None;
        }
        let mut has_text = vec![false; count];
        for row in rows {
            if self.count(row) != count {
                return None;
            }
            for (cell, has_text) in self.children(row).zip(&mut has_text) {
                *has_text |= self.kind(cell) == NodeKind::Text;
            }
        }
        let names: Vec<String> = self.children(first).map(|c| self.shown(c).into_owned()).collect();
        let mut known = HashSet::new();
        let is_name = |cell| self.kind(cell) == NodeKind::Text;
        let has_header = self.children(first).all(is_name)
            && names.iter().all(|name| known.insert(name.as_str()))
            && has_text.contains(&false);
        let columns =
            if has_header { names } else { (0..count).map(|number| number.to_string()).collect() };
        Some(DataTable { columns, has_header })
    }

    /// The rows of a table.
    pub fn rows_of<'t>(
        &'t self,
        id: NodeId,
        table: &DataTable,
    ) -> impl Iterator<Item = NodeId> + use<'t> {
        self.children(id).skip(usize::from(table.has_header))
    }

    /// The cells of a row, one for each column. Of members with the same name the last one counts.
    #[must_use]
    pub fn cells(&self, row: NodeId, table: &DataTable) -> Vec<Option<NodeId>> {
        let mut cells = vec![None; table.columns.len()];
        for (number, child) in self.children(row).enumerate() {
            let column = match self.key(child) {
                None => Some(number),
                // Records mostly have their members in the order of the columns.
                Some(key) if table.columns.get(number).is_some_and(|name| *name == key) => {
                    Some(number)
                }
                Some(key) => table.columns.iter().position(|name| *name == key),
            };
            if let Some(cell) = column.and_then(|column| cells.get_mut(column)) {
                *cell = Some(child);
            }
        }
        cells
    }

    /// The first text directly in a value.
    #[must_use]
    pub fn first_text(&self, id: NodeId) -> Option<Cow<'_, str>> {
        let text = self.children(id).find(|child| self.kind(*child) == NodeKind::Text)?;
        Some(self.shown(text))
    }
}
