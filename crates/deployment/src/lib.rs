//! A template on its way to annotators: bundles, links, pages that embed it, studies on crowdsourcing platforms.
//!
//! Values and texts only. What is fetched, compressed or downloaded is up to the page.

pub mod addresses;
pub mod brought;
pub mod crowd;
pub mod embedding;
pub mod python;
pub mod share;
pub mod thresh;
