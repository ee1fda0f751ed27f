//! The drawings of the icons that the categories of a template name.

use leptos::prelude::*;
use leptos::task::spawn_local;

use super::context::Session;
use super::fetching::fetch;
use spanwise_template::icons::{IconDrawing, IconEntry, file_of, find};

/// Loads the drawings. A category whose icon cannot be loaded has none.
pub fn load(session: Session) {
    // The page may be gone.
    if session.icons.is_disposed() {
        return;
    }
    for (id, category) in session.template().typology.iter() {
        let Some(icon) = category.icon.clone() else { continue };
        spawn_local(async move {
            let drawing = drawing(icon).await;
            // The page may be gone.
            session.icons.try_update(|icons| {
                if let Some(slot) = icons.get_mut(id.index()) {
                    *slot = drawing;
                }
            });
        });
    }
}

async fn drawing(mut icon: String) -> Option<IconDrawing> {
    // A name may be an alias of another, which is not an alias.
    for _ in 0..2 {
        let file = fetch(&file_of(&icon)).await.ok()?;
        match find(&file, &icon)? {
            IconEntry::Drawing(drawing) => return Some(drawing),
            IconEntry::Other(other) => icon = other,
        }
    }
    None
}
