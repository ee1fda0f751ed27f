//! What files hold: records, edits, annotators, categories.

use crate::app::App;
use crate::app::conversion::{FileOverview, NamedCount};
use crate::ui::view::{El, el};
use spanwise_i18n::TextId;

/// The numbers of records and edits, and the annotators and categories with theirs.
pub(super) fn overview(app: App, found: &FileOverview) -> El {
    if found.format.is_none() {
        return el("div");
    }
    let pair = |key: TextId, value: El| vec![el("dt").child(app.text(key)), value];
    let number = |n: usize| el("dd").child(n.to_string());
    let is_named = found.annotators.iter().any(|annotator| annotator.name.is_some());
    let annotators =
        is_named.then(|| pair(TextId::ConversionAnnotators, counts(&found.annotators)));
    let rows = [
        pair(TextId::ConversionRecords, number(found.records)),
        pair(TextId::ConversionEdits, number(found.edits)),
        annotators.unwrap_or_default(),
        pair(TextId::ConversionCategories, counts(&found.categories)),
    ];
    el("dl")
        .class("conversion-page__overview")
        .attr("data-testid", "overview")
        .child(rows.into_iter().flatten().collect::<Vec<_>>())
}

/// Names with their numbers.
fn counts(all: &[NamedCount]) -> El {
    let named = all.iter().filter_map(|counted| {
        let name = counted.name.as_deref()?;
        let item = el("li").attr("dir", "auto").child(format!("{name} "));
        Some(item.child(el("span").class("hint").child(counted.count.to_string())))
    });
    el("dd").child(el("ul").class("conversion-page__counts").child(named.collect::<Vec<_>>()))
}
