//! Annotations of span layers, which are edits.

use std::collections::HashMap;

use super::document::{Document, Layer, LayerKind};
use super::escapes;
use super::names::{LAYER, OWN};
use crate::comments::COMMENT;
use crate::members::Members;
use crate::record::Edit;
use spanwise_annotation::document::{Answer, Spans, TextName};
use spanwise_json::encode;
use spanwise_text::Span;

/// No annotation in a column.
pub(super) const NONE: &str = "_";
/// An annotation without a value.
pub(super) const NO_VALUE: &str = "*";

/// The edits of a document, in the order of their first rows; those of one row by layer.
pub(super) fn read(document: &Document) -> Vec<Edit> {
    let mut edits: Vec<(Edit, (u32, u32))> = Vec::new();
    let mut numbered: HashMap<u32, usize> = HashMap::new();
    let layers = document.layers.iter().enumerate();
    let layers: Vec<(usize, &Layer)> = layers
        .filter(|(_, layer)| layer.kind == LayerKind::Span)
        .map(|(at, layer)| (document.first_column(at), layer))
        .collect();
    for row in document.sentences.iter().flat_map(|sentence| &sentence.rows) {
        for (first, layer) in &layers {
            for (number, values) in annotations(&row.cells, *first, layer) {
                let known = number.and_then(|number| numbered.get(&number)).copied();
                if let Some((_, (_, end))) = known.and_then(|at| edits.get_mut(at)) {
                    *end = row.end;
                    continue;
                }
                if let Some(number) = number {
                    numbered.insert(number, edits.len());
                }
                edits.push((edit(layer, number, &values), (row.start, row.end)));
            }
        }
    }
    let placed = edits.into_iter().map(|(mut edit, (start, end))| {
        let span: Option<Span> = document.unit.span(&document.text, start, end);
        edit.spans = Spans::of(TextName::TARGET, span.into_iter().collect());
        edit
    });
    placed.collect()
}

/// The annotations of a layer in a row: the number and the cell of each column, as they are written.
fn annotations<'r>(
    cells: &'r [String],
    first: usize,
    layer: &Layer,
) -> Vec<(Option<u32>, Vec<&'r str>)> {
    let columns = cells.get(first..first + layer.features.len()).unwrap_or_default();
    let columns: Vec<Vec<&str>> = columns
        .iter()
        .map(|cell| if cell == NONE { Vec::new() } else { escapes::split(cell, '|') })
        .collect();
    let own = |at: &usize| !layer.is_slot(*at);
    let main = (0..columns.len()).find(own).or(Some(0)).and_then(|at| columns.get(at));
    let count = main.map_or(0, Vec::len);
    let annotation = |at: usize| {
        let values: Vec<&str> =
            columns.iter().map(|column| column.get(at).copied().unwrap_or(NO_VALUE)).collect();
        let of_own = values.iter().enumerate().filter(|(column, _)| !layer.is_slot(*column));
        let number = of_own.filter_map(|(_, value)| escapes::number(value).1).next();
        (number, values)
    };
    (0..count).map(annotation).collect()
}

/// The edit of an annotation, without its span.
fn edit(layer: &Layer, number: Option<u32>, values: &[&str]) -> Edit {
    let value = |column: usize| {
        let (value, _) = escapes::number(values.get(column)?);
        (value != NO_VALUE).then(|| escapes::read_value(value))
    };
    let category = layer.category();
    let mut edit = Edit {
        category: category.and_then(value).unwrap_or_else(|| layer.short_name().to_owned()),
        ..Edit::default()
    };
    for (column, feature) in layer.own_columns().filter(|(column, _)| Some(*column) != category) {
        match value(column) {
            Some(value) if feature == COMMENT => edit.metadata.set_text(COMMENT, &value),
            Some(value) => edit.answers.set(feature, Some(Answer::Value(value))),
            None => {}
        }
    }
    if !layer.is_new() {
        edit.metadata.set_text(LAYER, &layer.name);
    }
    let mut own = Members::default();
    number.into_iter().for_each(|number| own.set("number", number.to_string()));
    let slots: Vec<String> = (0..values.len())
        .filter(|at| layer.is_slot(*at))
        .filter_map(|at| values.get(at))
        .map(|raw| encode(raw))
        .collect();
    if !slots.is_empty() {
        own.set("slots", format!("[{}]", slots.join(",")));
    }
    if !own.is_empty() {
        edit.preserved.set(OWN, own.to_json());
    }
    edit
}
