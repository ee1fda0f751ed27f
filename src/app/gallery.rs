//! The gallery: templates that come with the app.

use std::sync::Arc;

use serde::Deserialize;

use super::failure::Failure;
use super::fetching::fetch_json;
use super::page_address::TEMPLATE_INDEX;
use spanwise_browser::timing::TimeSlice;
use spanwise_template::{Template, compile};

#[derive(Deserialize)]
struct GalleryEntry {
    name: String,
    template: String,
}

/// A template that comes with the app.
#[derive(Debug, Clone)]
pub struct ShippedTemplate {
    /// The name of its folder.
    pub name: String,
    /// The compiled template.
    pub template: Arc<Template>,
}

impl ShippedTemplate {
    /// Returns `true` for a tutorial.
    #[must_use]
    pub fn is_tutorial(&self) -> bool {
        self.name.starts_with("demo_")
    }

    /// Returns `true` if its texts, and those around it on the page, contain all words of a search, regardless of case.
    #[must_use]
    pub fn matches(&self, search: &str, around: &str) -> bool {
        let template = &self.template;
        let mut text = format!(
            "{around} {} {} {} {} {}",
            self.name,
            template.label,
            template.settings.task.as_deref().unwrap_or_default(),
            template.description.as_deref().unwrap_or_default(),
            template.settings.languages.join(" "),
        );
        for category in template.typology.categories() {
            text.push(' ');
            text.push_str(&category.label);
        }
        let text = text.to_lowercase();
        search.split_whitespace().all(|word| text.contains(&word.to_lowercase()))
    }
}

/// Loads all templates: typologies by label, then the tutorials in their order.
///
/// # Errors
/// If the list cannot be fetched or parsed.
pub async fn load() -> Result<Vec<ShippedTemplate>, Failure> {
    let listed: Vec<GalleryEntry> = fetch_json(TEMPLATE_INDEX).await?;
    let mut all = Vec::new();
    let mut slice = TimeSlice::begin();
    for GalleryEntry { name, template } in listed {
        if let Some(template) = compile(&template).template {
            all.push(ShippedTemplate { name, template: Arc::new(template) });
        }
        slice.pause_if_over().await;
    }
    all.sort_by_cached_key(|shipped| {
        (shipped.is_tutorial(), place(shipped), shipped.template.label.to_lowercase())
    });
    Ok(all)
}

/// Sort key of a tutorial: the number with which its label begins.
fn place(shipped: &ShippedTemplate) -> u32 {
    let label = &shipped.template.label;
    let number: String = label.chars().take_while(char::is_ascii_digit).collect();
    if shipped.is_tutorial() { number.parse().unwrap_or(u32::MAX) } else { 0 }
}
