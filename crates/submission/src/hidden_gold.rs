//! Gold hidden in a work: instances among the others whose edits are known, by which one sees how attentively someone
//! annotates.
//!
//! Such an instance has the gold in `_spanwise.gold`, in the form of `edits` and with the tolerance of the comparison, and
//! looks like all others in the app. It is in the data, so that whoever opens the file as text finds it:
//!
//! ```json
//! {"target": "…", "edits": [], "_spanwise": {"gold": {"boundary_tolerance": 1, "edits": [{"category": "…", …}]}}}
//! ```

use std::num::NonZeroUsize;

use serde::{Deserialize, Serialize};

use super::sample::drawn;
use spanwise_annotation::format::thresh_read::{OWN_KEY, read_instance};
use spanwise_json::{Json, Object, encode};
use spanwise_template::Typology;
use spanwise_training::{BoundaryTolerance, Counts, Task, compare};

/// The member of [`OWN_KEY`] with the gold.
const GOLD: &str = "gold";
const EDITS: &str = "edits";
const TOLERANCE: &str = "boundary_tolerance";
const OVERLAP: &str = "overlap";

/// The members by which an instance shows that somebody annotated it.
const OF_ANNOTATORS: [&str; 2] = ["bookmark", "comment"];

/// Hides the edits of an annotated instance as its gold, and removes all else that somebody annotated in it. `None` if the
/// text is no JSON object.
#[must_use]
pub fn hide(instance: &str, tolerance: BoundaryTolerance) -> Option<String> {
    let mut object = Object::parse(instance)?;
    let tolerance = match tolerance {
        BoundaryTolerance::Overlap => encode(OVERLAP),
        BoundaryTolerance::Words(words) => words.to_string(),
    };
    let edits = object.get(EDITS).filter(|edits| *edits != "null").unwrap_or("[]");
    let mut gold = Object::default();
    gold.set(TOLERANCE, tolerance);
    gold.set(EDITS, edits.to_owned());
    let mut own = Object::default();
    own.set(GOLD, gold.into_text());
    if let Some(mut metadata) =
        object.get("metadata").map(str::to_owned).as_deref().and_then(Object::parse)
    {
        metadata.remove("annotator");
        object.set("metadata", metadata.into_text());
    }
    OF_ANNOTATORS.iter().for_each(|name| object.remove(name));
    object.set(EDITS, "[]".to_owned());
    object.set(OWN_KEY, own.into_text());
    Some(object.into_text())
}

/// Returns `true` if gold is hidden in an instance.
#[must_use]
pub fn has_gold(instance: &str) -> bool {
    gold_of(instance).is_some()
}

/// The gold hidden in an instance, as JSON.
fn gold_of(instance: &str) -> Option<String> {
    if !instance.contains(GOLD) {
        return None;
    }
    let object = Object::parse(instance)?;
    let own = Object::parse(object.get(OWN_KEY)?)?;
    own.get(GOLD).map(str::to_owned)
}

/// The comparison of an instance's edits with the gold hidden in it; `None` if there is none.
#[must_use]
pub fn compared(instance: &str, typology: &Typology) -> Option<Counts> {
    let gold = gold_of(instance)?;
    let gold = Object::parse(&gold)?;
    let tolerance = match Json::read(gold.get(TOLERANCE).unwrap_or("0")) {
        Json::String(word) if word == OVERLAP => BoundaryTolerance::Overlap,
        Json::Number(words) => BoundaryTolerance::Words(words.parse().unwrap_or_default()),
        Json::Null | Json::Bool(_) | Json::String(_) | Json::Array(_) | Json::Object(_) => {
            BoundaryTolerance::Words(0)
        }
    };
    let mut solved = Object::parse(instance)?;
    solved.set(EDITS, gold.get(EDITS)?.to_owned());
    let solved = read_instance(&solved.into_text(), 0, typology).instance;
    let annotated = read_instance(instance, 0, typology).instance;
    let task = Task::of_annotated(&solved, typology);
    Some(compare(&task, typology, tolerance, &annotated.edits).counts())
}

/// The figures of an annotator's work on hidden gold.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct HiddenGoldFigures {
    /// The instances with hidden gold.
    pub instances: usize,
    /// The counts over all of them.
    #[serde(flatten)]
    pub counts: Counts,
    /// The F1 over all of them, from 0 to 1; `None` if there was nothing to find and nothing was marked.
    pub f1: Option<f64>,
}

impl HiddenGoldFigures {
    /// The figures of instances, given as JSON; `None` if none of them has hidden gold.
    #[must_use]
    pub fn of<'i>(
        instances: impl IntoIterator<Item = &'i str>,
        typology: &Typology,
    ) -> Option<Self> {
        let mut figures = HiddenGoldFigures::default();
        for counts in instances.into_iter().filter_map(|instance| compared(instance, typology)) {
            figures.instances += 1;
            figures.counts += counts;
        }
        figures.f1 = figures.counts.f1();
        (figures.instances > 0).then_some(figures)
    }
}

/// The places that hidden gold takes in a work.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum GoldPlaces {
    /// Any places, one for each instance with gold.
    Anywhere,
    /// One in each stretch of this many instances, at any place in it.
    OneIn(NonZeroUsize),
    /// These 0-based places in the resulting work.
    At(Vec<usize>),
}

/// The reason why gold cannot be put into a work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GoldPlacesError {
    /// There are more places than instances with gold.
    TooLittleGold {
        /// The number of places.
        places: usize,
    },
    /// A place lies behind the end of the work, or is named twice.
    NoSuchPlace {
        /// The 0-based place.
        place: usize,
    },
}

/// An instance of a work with hidden gold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WorkItem {
    /// The instance of the data with this 0-based number.
    Data(usize),
    /// The instance with gold with this 0-based number.
    Gold(usize),
}

/// The order of a work made of `data` instances and of some of `gold` instances with gold. The instances of the data keep
/// their order; which gold is taken, and where it stands, depends on the seed.
///
/// # Errors
/// If the places cannot be filled.
pub fn mixed(
    data: usize,
    gold: usize,
    places: &GoldPlaces,
    seed: &str,
) -> Result<Vec<WorkItem>, GoldPlacesError> {
    let mut at = match places {
        GoldPlaces::Anywhere => drawn(gold, data.saturating_add(gold), seed),
        GoldPlaces::OneIn(stretch) => one_in(data, stretch.get(), seed),
        GoldPlaces::At(places) => places.clone(),
    };
    at.sort_unstable();
    if at.len() > gold {
        return Err(GoldPlacesError::TooLittleGold { places: at.len() });
    }
    let total = data.saturating_add(at.len());
    let twice =
        at.iter().zip(at.iter().skip(1)).find(|(one, next)| one == next).map(|(one, _)| *one);
    if let Some(place) = twice.or(at.last().copied().filter(|last| *last >= total)) {
        return Err(GoldPlacesError::NoSuchPlace { place });
    }
    let taken = drawn(at.len(), gold, seed);
    let (mut gold, mut data) = (at.iter().zip(taken).peekable(), 0..data);
    let item = |place| match gold.next_if(|(at, _)| **at == place) {
        Some((_, gold)) => Some(WorkItem::Gold(gold)),
        None => data.next().map(WorkItem::Data),
    };
    Ok((0..total).filter_map(item).collect())
}

/// A place in each whole stretch of the work.
fn one_in(data: usize, stretch: usize, seed: &str) -> Vec<usize> {
    let Some(stretches) = data.checked_div(stretch.saturating_sub(1)) else { return Vec::new() };
    let place = |number: usize| {
        let within = drawn(1, stretch, &format!("{seed} {number}")).first().copied();
        number.saturating_mul(stretch).saturating_add(within.unwrap_or_default())
    };
    (0..stretches).map(place).collect()
}

#[cfg(test)]
mod tests;
