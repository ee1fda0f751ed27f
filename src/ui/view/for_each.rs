//! A keyed list: each row is made once and kept while its key is among the keys.

use std::collections::{HashMap, HashSet};

use leptos::prelude::{Owner, untrack};
use leptos::tachys::renderer::Rndr;
use web_sys::Node;

use super::element::El;
use super::node::View;
use super::region::DynamicRegion;
use super::signals::render_effect;
use spanwise_browser::console::reported;

/// Identifies a row among those of its list.
pub(crate) type RowKey = (u64, u64);

struct KeyedRow {
    key: RowKey,
    owner: Owner,
    node: Node,
}

impl KeyedRow {
    fn remove(&self) {
        Rndr::remove(&self.node);
        self.owner.cleanup();
    }
}

/// One row for each item: `<For each=.. key=.. children=..>`. A row is made when its key appears, moved when the order
/// changes, and removed when its key is gone; an item that changes must therefore change its key. No two items may have
/// the same key.
pub(crate) fn for_each<T: 'static>(
    items: impl Fn() -> Vec<T> + 'static,
    key: impl Fn(&T) -> RowKey + 'static,
    row: impl Fn(T) -> El + 'static,
) -> View {
    View::Region(Box::new(move |point| {
        let region = DynamicRegion::new(point);
        let owner = Owner::current().unwrap_or_default();
        let mut rows = Vec::new();
        render_effect(Box::new(move || {
            let items = items();
            let keys: Vec<RowKey> = items.iter().map(&key).collect();
            let mut items: Vec<Option<T>> = items.into_iter().map(Some).collect();
            let mut make = |at: usize| items.get_mut(at).and_then(Option::take).map(&row);
            update(&mut rows, &keys, &region, &owner, &mut make);
        }));
    }))
}

fn update(
    rows: &mut Vec<KeyedRow>,
    keys: &[RowKey],
    region: &DynamicRegion,
    owner: &Owner,
    make: &mut dyn FnMut(usize) -> Option<El>,
) {
    let same = rows.iter().zip(keys).take_while(|(row, key)| row.key == **key).count();
    let rest = rows.len().min(keys.len()) - same;
    let same_end = rows
        .iter()
        .rev()
        .zip(keys.iter().rev())
        .take(rest)
        .take_while(|(row, key)| row.key == **key)
        .count();
    let after = rows.split_off(rows.len() - same_end);
    let mut old = HashMap::new();
    for row in rows.drain(same..) {
        if let Some(twin) = old.insert(row.key, row) {
            twin.remove();
        }
    }
    let Some(parent) = region.end().parent_node() else { return };

    // Rows that are gone first, so that those which stay need not move out of their way.
    let wanted = keys.get(same..keys.len() - same_end).unwrap_or_default();
    let kept: HashSet<RowKey> = wanted.iter().copied().collect();
    old.retain(|key, row| {
        let stays = kept.contains(key);
        if !stays {
            row.remove();
        }
        stays
    });
    let mut cursor =
        rows.last().map_or_else(|| region.start().next_sibling(), |row| row.node.next_sibling());
    for (at, key) in wanted.iter().enumerate() {
        let row = match old.remove(key) {
            Some(row) => row,
            None => {
                let owner = owner.child();
                let Some(element) = untrack(|| owner.with(|| make(same + at))) else { continue };
                KeyedRow { key: *key, owner, node: element.into_node() }
            }
        };
        if cursor.as_ref() == Some(&row.node) {
            cursor = row.node.next_sibling();
        } else {
            reported(parent.insert_before(&row.node, cursor.as_ref()));
        }
        rows.push(row);
    }
    rows.extend(after);
}
