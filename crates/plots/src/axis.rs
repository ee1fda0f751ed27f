//! Axes: places of values, and ticks at nice numbers.

/// The greatest absolute value that has a place of its own; greater ones are placed with it, so that differences of values
/// stay finite.
const GREATEST: f64 = 1e300;

/// The nice number near a positive number: 1, 2, 5 or 10 times a power of ten; the nearest one if `is_rounded`, else the
/// least that is not below (P. Heckbert, *Nice numbers for graph labels*, Graphics Gems, 1990).
#[must_use]
pub fn nice_number(value: f64, is_rounded: bool) -> f64 {
    let exponent = value.log10().floor();
    let power = 10f64.powf(exponent);
    let fraction = value / power;
    let limits = if is_rounded { [1.5, 3.0, 7.0] } else { [1.0, 2.0, 5.0] };
    let is_within = |limit: f64| if is_rounded { fraction < limit } else { fraction <= limit };
    let nice = match limits.map(is_within) {
        [true, _, _] => 1.0,
        [_, true, _] => 2.0,
        [_, _, true] => 5.0,
        [false, false, false] => 10.0,
    };
    nice * power
}

/// A linear scale from values to coordinates.
#[derive(Debug, Clone, PartialEq)]
pub struct Scale {
    /// The least and the greatest value.
    range: [f64; 2],
    /// Their coordinates.
    places: [f64; 2],
    /// The distance of ticks.
    step: f64,
}

impl Scale {
    /// A scale whose range holds all values and ends at ticks, by Heckbert's loose labels. Values that are not finite are
    /// passed over; without values the range is 0 to 1.
    #[must_use]
    pub fn around(values: impl IntoIterator<Item = f64>, places: [f64; 2], ticks: usize) -> Self {
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        for value in values.into_iter().filter(|value| value.is_finite()) {
            let value = value.clamp(-GREATEST, GREATEST);
            (low, high) = (low.min(value), high.max(value));
        }
        if low > high {
            (low, high) = (0.0, 1.0);
        }
        let least = (low.abs().max(high.abs()) * 1e-9).max(1e-290);
        if high - low < least {
            let margin = if low == 0.0 { 0.5 } else { (low.abs() * 0.5).max(1e-290) };
            (low, high) = if low >= 0.0 && low - margin < 0.0 {
                (0.0, high + margin)
            } else {
                (low - margin, high + margin)
            };
        }
        let ticks = ticks.max(2) as f64;
        let step = nice_number(nice_number(high - low, false) / (ticks - 1.0), true);
        let range = [(low / step).floor() * step, (high / step).ceil() * step];
        Scale { range, places, step }
    }

    /// The coordinate of a value; one outside the range is placed at its end.
    #[must_use]
    pub fn place(&self, value: f64) -> f64 {
        let ([low, high], [from, to]) = (self.range, self.places);
        let share = ((value.clamp(low, high) - low) / (high - low)).clamp(0.0, 1.0);
        from + (to - from) * share
    }

    /// The ticks, ascending, each with its label.
    #[must_use]
    pub fn ticks(&self) -> Vec<(f64, String)> {
        let [low, high] = self.range;
        let n = ((high - low) / self.step).round().clamp(1.0, 100.0) as usize;
        let value = |at: usize| low + at as f64 * self.step;
        // The sum of rounded steps may be beside zero.
        let exact = |value: f64| if value.abs() < self.step * 1e-6 { 0.0 } else { value };
        (0..=n).map(|at| exact(value(at)).min(high)).map(|at| (at, self.label(at))).collect()
    }

    fn label(&self, value: f64) -> String {
        let greatest = self.range[0].abs().max(self.range[1].abs());
        if value == 0.0 {
            return "0".to_owned();
        }
        if !(1e-4..1e7).contains(&greatest) || self.step < 1e-9 {
            let text = format!("{value:.2e}");
            return minus(&text);
        }
        let decimals = (-self.step.log10().floor()).clamp(0.0, 9.0) as usize;
        minus(&format!("{value:.decimals$}"))
    }
}

/// A number with the sign for minus.
fn minus(number: &str) -> String {
    number.replace('-', "−")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nice_numbers_are_heckberts() {
        for (value, rounded, ceiling) in [
            (1.0, 1.0, 1.0),
            (1.4, 1.0, 2.0),
            (1.6, 2.0, 2.0),
            (2.9, 2.0, 5.0),
            (3.5, 5.0, 5.0),
            (6.9, 5.0, 10.0),
            (7.5, 10.0, 10.0),
            (0.034, 0.05, 0.05),
            (240.0, 200.0, 500.0),
        ] {
            assert!((nice_number(value, true) - rounded).abs() < 1e-9, "{value}");
            assert!((nice_number(value, false) - ceiling).abs() < 1e-9, "{value}");
        }
    }

    #[test]
    fn ticks_are_round_and_hold_all_values() {
        let ticks = |values: &[f64]| {
            let scale = Scale::around(values.iter().copied(), [0.0, 100.0], 5);
            scale.ticks().into_iter().map(|(_, label)| label).collect::<Vec<_>>().join(" ")
        };
        // The example of Graphics Gems.
        assert_eq!(ticks(&[105.0, 543.0]), "100 200 300 400 500 600");
        assert_eq!(ticks(&[0.0, 1.0]), "0.0 0.2 0.4 0.6 0.8 1.0".replacen("0.0", "0", 1));
        assert_eq!(ticks(&[-0.3, 0.4]), "−0.4 −0.2 0 0.2 0.4");
        assert_eq!(ticks(&[]), ticks(&[0.0, 1.0]));
        assert_eq!(ticks(&[f64::NAN, 0.0, f64::INFINITY, 1.0]), ticks(&[0.0, 1.0]));
        assert_eq!(ticks(&[0.0, 0.0]), "0 0.1 0.2 0.3 0.4 0.5");
        assert_eq!(ticks(&[0.0, 12_000_000.0]), "0 5.00e6 1.00e7 1.50e7");
    }

    #[test]
    fn places_are_linear_and_within() {
        let scale = Scale::around([0.0, 10.0], [50.0, 250.0], 5);
        assert_eq!(
            [0.0, 5.0, 10.0, 99.0, -3.0].map(|v| scale.place(v)),
            [50.0, 150.0, 250.0, 250.0, 50.0]
        );
        let upward = Scale::around([0.0, 1.0], [200.0, 0.0], 5);
        assert_eq!(upward.place(0.25), 150.0);
    }
}
