//! Costs of tokens.

/// The tokens of a price.
const MILLION: f64 = 1e6;

/// The cost of tokens read and written by the prices of a million of each.
#[must_use]
pub fn cost([input, output]: [u64; 2], [of_input, of_output]: [f64; 2]) -> f64 {
    (input as f64 * of_input + output as f64 * of_output) / MILLION
}
