//! The templates that come with the app.

use std::sync::Arc;

use serde::Deserialize;

use super::failure::Failure;
use super::fetching::fetch_own;
use spanwise_browser::timing;
use spanwise_template::{Template, compile};

/// The list of all templates, which the build makes from the folder `templates`.
const INDEX: &str = "templates/index.json";

/// How long templates are compiled before the page may paint again, in milliseconds.
const SLICE_MS: f64 = 8.0;

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
    /// What it compiles to.
    pub template: Arc<Template>,
}

impl ShippedTemplate {
    /// Whether it is one of the tutorials.
    #[must_use]
    pub fn is_tutorial(&self) -> bool {
        self.name.starts_with("demo_")
    }

    /// Whether all words of a search are in its texts; capital letters do not matter.
    #[must_use]
    pub fn matches(&self, search: &str) -> bool {
        let template = &self.template;
        let mut text = format!(
            "{} {} {} {} {}",
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

/// All templates: typologies by task, then the tutorials in their order.
///
/// # Errors
/// When the list can't be had or read.
pub async fn load() -> Result<Vec<ShippedTemplate>, Failure> {
    let listed: Vec<GalleryEntry> = fetch_own(INDEX).await?;
    let mut all = Vec::new();
    let mut began = timing::now_ms();
    for GalleryEntry { name, template } in listed {
        if let Some(template) = compile(&template).template {
            all.push(ShippedTemplate { name, template: Arc::new(template) });
        }
        if timing::now_ms() - began > SLICE_MS {
            timing::pause().await;
            began = timing::now_ms();
        }
    }
    all.sort_by_cached_key(|shipped| {
        let task = shipped.template.settings.task.clone().unwrap_or_default();
        (shipped.is_tutorial(), place(shipped), task, shipped.template.label.to_lowercase())
    });
    Ok(all)
}

/// The number with which the label of a tutorial begins.
fn place(shipped: &ShippedTemplate) -> u32 {
    let label = &shipped.template.label;
    let number: String = label.chars().take_while(char::is_ascii_digit).collect();
    if shipped.is_tutorial() { number.parse().unwrap_or(u32::MAX) } else { 0 }
}
