//! The page on which the texts of data with unknown field names are chosen among its fields.

use leptos::ev;
use leptos::prelude::*;

use super::view::{El, View, dynamic, el, flag, text};
use super::widgets::{button, file_field, page_link};
use crate::app::{App, UnmappedData, opening};
use spanwise_annotation::format::field_mapping::{DataField, FieldMapping, TEXTS};
use spanwise_browser::styles;
use spanwise_i18n::TextId;
use spanwise_links::Route;

static STYLE: &str = include_str!("../../style/columns.css");

/// Letters of a value that are shown of a field.
const EXAMPLE: usize = 120;

/// Letters of a text that are shown in the preview.
const PREVIEW: usize = 400;

/// The page on which fields are chosen.
pub(super) fn columns_page(unmapped: UnmappedData) -> El {
    styles::adopt(STYLE);
    let app = App::from_context();
    let words = app.words();
    document().set_title(&unmapped.loaded_template.template.label);
    let chosen = RwSignal::new(unmapped.mapping.clone());
    let template = unmapped.loaded_template.template.label.as_str();
    let found = words.fill(TextId::ColumnsFound, &[("n", &unmapped.items.to_string())]);
    el("main")
        .class("page columns-page")
        .attr("data-page", "columns")
        .attr("data-testid", "map-columns")
        .child(el("p").child(page_link(Route::Start.to_string(), app.text(TextId::AppHome))))
        .child(el("h1").child(app.text(TextId::ColumnsTitle)))
        .child(el("p").class("failure__what").child(unmapped.name.as_str()))
        .child(el("p").class("lead").child(format!(
            "{found} {}",
            words.fill(TextId::ColumnsExpected, &[("template", template)])
        )))
        .child(choices(app, &unmapped, chosen))
        .child(preview(app, &unmapped, chosen))
        .child(open(app, unmapped.clone(), chosen))
        .child(fields(app, &unmapped))
}

/// A list of the fields for each text.
fn choices(app: App, unmapped: &UnmappedData, chosen: RwSignal<FieldMapping>) -> El {
    let choice = |(at, name): (usize, &'static str)| {
        el("label")
            .class("columns-page__choice")
            .attr("data-testid", "map")
            .attr("data-text", name)
            .child(el("span").child(name_of(app, at)))
            .child(select(app, unmapped, at, chosen))
    };
    el("section").class("panel").child(el("h2").child(app.text(TextId::ColumnsChoose))).child(
        el("div")
            .class("columns-page__choices")
            .child(TEXTS.into_iter().enumerate().map(choice).collect::<Vec<_>>()),
    )
}

fn select(app: App, unmapped: &UnmappedData, at: usize, chosen: RwSignal<FieldMapping>) -> El {
    let of = move |mapping: &FieldMapping| mapping.paths.get(at).cloned().flatten();
    let option = |path: Option<&str>, shown: String| {
        let is_chosen = chosen.with_untracked(|mapping| of(mapping).as_deref() == path);
        el("option")
            .attr("value", path.unwrap_or_default().to_owned())
            .attr("selected", is_chosen)
            .child(shown)
    };
    let fields = unmapped.fields.iter().map(|field| option(Some(&field.path), field.path.clone()));
    el("select")
        .on(ev::change, move |event| {
            let path = Some(event_target_value(&event)).filter(|path| !path.is_empty());
            chosen.update(|mapping| {
                if let Some(place) = mapping.paths.get_mut(at) {
                    *place = path;
                }
            });
        })
        .child(option(None, app.text(TextId::ColumnsNone)))
        .child(fields.collect::<Vec<_>>())
}

/// A preview of the first items.
fn preview(app: App, unmapped: &UnmappedData, chosen: RwSignal<FieldMapping>) -> El {
    let fields = unmapped.fields.clone();
    let count = fields.first().map_or(0, |field| field.first.len()).min(unmapped.items);
    let value = move |at: usize, item: usize| {
        let path = chosen.with(|mapping| mapping.paths.get(at).cloned().flatten())?;
        let field: &DataField = fields.iter().find(|field| field.path == path)?;
        field.first.get(item).cloned().flatten()
    };
    let item = move |item: usize| {
        let rows = (0..TEXTS.len()).filter_map(|at| {
            let value = value(at, item)?;
            let shown = el("dd").attr("dir", "auto").child(cut(&value, PREVIEW));
            Some(View::from([el("dt").child(name_of(app, at)), shown]))
        });
        el("dl").class("panel columns-page__item").child(rows.collect::<Vec<_>>())
    };
    el("section")
        .attr("data-testid", "map-preview")
        .child(el("h2").child(app.text(TextId::ColumnsPreview)))
        .child(
            el("div")
                .class("columns-page__items")
                .child(dynamic(move || View::from((0..count).map(&item).collect::<Vec<_>>()))),
        )
}

fn open(app: App, unmapped: UnmappedData, chosen: RwSignal<FieldMapping>) -> El {
    let is_disabled = unmapped.loaded_template.template.settings.disable.upload;
    let other = (!is_disabled).then(|| {
        el("label")
            .class("file-choice")
            .child(el("span").class("button").child(app.text(TextId::BarOpenFile)))
            .child(file_field(|| {}))
    });
    let lacks_text = flag(move || !chosen.with(FieldMapping::has_text));
    el("p")
        .class("actions")
        .child(
            button(app.text(TextId::ColumnsOpen))
                .class("button button--main")
                .attr("data-testid", "map-open")
                .attr("disabled", lacks_text)
                .on_click(move || {
                    opening::open_mapped(app, unmapped.clone(), chosen.get_untracked())
                }),
        )
        .child(other)
        .child(el("span").class("hint columns-page__lack").attr("role", "status").child(text(
            move || {
                if lacks_text.get() { app.text(TextId::ColumnsLack) } else { String::new() }
            },
        )))
}

/// All fields, each with an example value.
fn fields(app: App, unmapped: &UnmappedData) -> El {
    let row = |field: &DataField| {
        el("tr")
            .child(el("th").attr("scope", "row").child(el("code").child(field.path.as_str())))
            .child(el("td").attr("dir", "auto").child(cut(&field.example, EXAMPLE)))
            .child(el("td").class("columns-page__count").child(field.count.to_string()))
    };
    let head = |key: TextId| el("th").attr("scope", "col").child(app.text(key));
    el("section").child(el("h2").child(app.text(TextId::ColumnsFields))).child(
        el("div")
            .class("columns-page__frame")
            .attr("tabindex", "0")
            .attr("role", "group")
            .attr("aria-label", app.text(TextId::ColumnsFields))
            .child(
                el("table")
                    .class("columns-page__fields")
                    .child(el("thead").child(el("tr").child([
                        head(TextId::ColumnsField),
                        head(TextId::ColumnsExample),
                        head(TextId::ColumnsItems),
                    ])))
                    .child(el("tbody").child(unmapped.fields.iter().map(row).collect::<Vec<_>>())),
            ),
    )
}

/// The name of a text in the template, or in the data where the template has none.
fn name_of(app: App, at: usize) -> String {
    let names = [
        TextId::TypologySourceLabel,
        TextId::TypologyTargetLabel,
        TextId::TypologyContextLabel,
        TextId::ColumnsId,
    ];
    let shown = names.get(at).map(|name| app.text(*name)).filter(|name| !name.is_empty());
    shown.unwrap_or_else(|| TEXTS.get(at).copied().unwrap_or_default().to_owned())
}

/// The beginning of a text.
fn cut(text: &str, letters: usize) -> String {
    let mut short: String = text.chars().take(letters).collect();
    if text.chars().nth(letters).is_some() {
        short.push('…');
    }
    short
}
