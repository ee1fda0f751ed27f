//! Colours that look alike, to ordinary eyes and to colour-blind ones, and colours that differ from all others.
//!
//! Distances are CIEDE2000 (CIE 142-2001; Sharma, Wu and Dalal 2005, "The CIEDE2000 Color-Difference Formula", Color
//! Research and Application 30) of CIELAB under D65. Colour blindness is simulated by the matrices of Machado, Oliveira
//! and Fernandes 2009, "A Physiologically-based Model for Simulation of Color Vision Deficiency", IEEE TVCG 15, for
//! severity 1, which apply to linear sRGB.

use super::color::{Color, Hsl, PALETTE, linear};

/// A way to see colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ColorVision {
    /// With all three kinds of cones.
    Ordinary,
    /// Without those for long waves.
    Protanopia,
    /// Without those for middle waves.
    Deuteranopia,
    /// Without those for short waves.
    Tritanopia,
}

/// The rows of a matrix that maps linear sRGB to itself.
type Matrix = [[f64; 3]; 3];

impl ColorVision {
    /// All of them; ordinary vision comes first.
    pub const ALL: [ColorVision; 4] = [
        ColorVision::Ordinary,
        ColorVision::Protanopia,
        ColorVision::Deuteranopia,
        ColorVision::Tritanopia,
    ];

    fn matrix(self) -> Matrix {
        match self {
            ColorVision::Ordinary => [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
            ColorVision::Protanopia => [
                [0.152286, 1.052583, -0.204868],
                [0.114503, 0.786281, 0.099216],
                [-0.003882, -0.048116, 1.051998],
            ],
            ColorVision::Deuteranopia => [
                [0.367322, 0.860646, -0.227968],
                [0.280085, 0.672501, 0.047413],
                [-0.011820, 0.042940, 0.968881],
            ],
            ColorVision::Tritanopia => [
                [1.255528, -0.076749, -0.178779],
                [-0.078411, 0.930809, 0.147602],
                [0.004733, 0.691367, 0.303900],
            ],
        }
    }

    /// The distance below which two colours look alike. Ordinary eyes see 1 side by side, and need several times that to
    /// tell thin lines apart; the rarer the vision, the less is asked of the colours, since patterns tell them apart too.
    fn least_distance(self) -> f64 {
        match self {
            ColorVision::Ordinary => 10.0,
            ColorVision::Protanopia | ColorVision::Deuteranopia | ColorVision::Tritanopia => 5.0,
        }
    }
}

/// A colour as it is seen in each way of [`ColorVision::ALL`].
#[derive(Debug, Clone, Copy)]
pub(crate) struct SeenColor([Lab; ColorVision::ALL.len()]);

impl SeenColor {
    pub(crate) fn of(color: Color) -> Self {
        SeenColor(ColorVision::ALL.map(|vision| Lab::of(color, vision.matrix())))
    }

    /// The distances from another colour, relative to the least one that is told apart.
    fn distances(&self, other: &SeenColor) -> impl Iterator<Item = (ColorVision, f64)> {
        let seen = self.0.into_iter().zip(other.0);
        let distances = seen.map(|(one, other)| one.distance(other));
        ColorVision::ALL
            .into_iter()
            .zip(distances)
            .map(|(vision, d)| (vision, d / vision.least_distance()))
    }

    /// The first vision to which the two colours look alike.
    pub(crate) fn alike(&self, other: &SeenColor) -> Option<ColorVision> {
        self.distances(other).find(|(_, distance)| *distance < 1.0).map(|(vision, _)| vision)
    }

    /// The least of the distances from another colour.
    fn distance(&self, other: &SeenColor) -> f64 {
        self.distances(other).map(|(_, distance)| distance).fold(f64::INFINITY, f64::min)
    }
}

impl Color {
    /// The first vision to which two colours look alike; `None` if all tell them apart.
    #[must_use]
    pub fn looks_like(self, other: Color) -> Option<ColorVision> {
        SeenColor::of(self).alike(&SeenColor::of(other))
    }

    /// A colour that looks like none of the others to any eyes, as far as there is one.
    #[must_use]
    pub fn apart_from(others: impl IntoIterator<Item = Color>) -> Self {
        let mut free = FreeColors::default();
        others.into_iter().for_each(|color| free.add(&SeenColor::of(color)));
        free.take()
    }
}

/// Colours that differ from those in use.
pub(crate) struct FreeColors {
    /// The [`PALETTE`], then colours of all hues; each with its distance from the nearest in use.
    candidates: Vec<(Color, SeenColor, f64)>,
}

impl Default for FreeColors {
    /// None is in use.
    fn default() -> Self {
        let all = PALETTE.into_iter().chain(all_hues());
        let candidate = |color| (color, SeenColor::of(color), f64::INFINITY);
        FreeColors { candidates: all.map(candidate).collect() }
    }
}

impl FreeColors {
    /// Adds a colour to those in use.
    pub(crate) fn add(&mut self, used: &SeenColor) {
        for (_, seen, nearest) in &mut self.candidates {
            *nearest = nearest.min(seen.distance(used));
        }
    }

    /// Takes a colour into use: the first of the [`PALETTE`] that looks like none in use, or else the one that is farthest
    /// from its nearest.
    pub(crate) fn take(&mut self) -> Color {
        let of_palette = self.candidates.iter().take(PALETTE.len()).find(|(.., d)| *d >= 1.0);
        let farthest = || self.candidates.iter().max_by(|(.., a), (.., b)| a.total_cmp(b));
        let Some((color, seen, _)) = of_palette.or_else(farthest).copied() else {
            return Color::BLACK;
        };
        self.add(&seen);
        color
    }
}

/// Colours of all hues, neither so light nor so dark that lines would be hard to see on paper of either theme.
fn all_hues() -> impl Iterator<Item = Color> {
    let hues = (0..24_u8).map(|step| f64::from(step) * 15.0);
    hues.flat_map(|hue| {
        [0.25, 0.4, 0.55, 0.7].into_iter().flat_map(move |lightness| {
            [0.35, 0.65, 0.95].map(|saturation| Hsl { hue, saturation, lightness }.color())
        })
    })
}

/// A colour in CIELAB.
#[derive(Debug, Clone, Copy)]
struct Lab {
    l: f64,
    a: f64,
    b: f64,
}

impl Lab {
    /// The colour that a matrix maps a colour to, cut to sRGB.
    fn of(color: Color, matrix: Matrix) -> Self {
        let rgb = [color.red, color.green, color.blue].map(linear);
        let [r, g, b] = matrix.map(|row| dot(row, rgb).clamp(0.0, 1.0));
        // sRGB to XYZ, relative to the white of D65 (IEC 61966-2-1).
        let x = dot([0.4124564, 0.3575761, 0.1804375], [r, g, b]) / 0.95047;
        let y = dot([0.2126729, 0.7151522, 0.0721750], [r, g, b]);
        let z = dot([0.0193339, 0.1191920, 0.9503041], [r, g, b]) / 1.08883;
        let f = |t: f64| {
            if t > 216.0 / 24389.0 { t.cbrt() } else { (24389.0 / 27.0 * t + 16.0) / 116.0 }
        };
        let [x, y, z] = [x, y, z].map(f);
        Lab { l: 116.0 * y - 16.0, a: 500.0 * (x - y), b: 200.0 * (y - z) }
    }

    /// CIEDE2000 with all weights 1; equations 2 to 22 of Sharma, Wu and Dalal.
    fn distance(self, other: Lab) -> f64 {
        let chroma = f64::midpoint(self.a.hypot(self.b), other.a.hypot(other.b));
        let shift = 1.5 - 0.5 * share_of_25(chroma);
        let [(c1, h1), (c2, h2)] = [self, other].map(|lab| polar(lab.a * shift, lab.b));
        let is_grey = c1 * c2 == 0.0;

        let hue_step = match h2 - h1 {
            _ if is_grey => 0.0,
            step if step > 180.0 => step - 360.0,
            step if step < -180.0 => step + 360.0,
            step => step,
        };
        let (dl, dc) = (other.l - self.l, c2 - c1);
        let dh = 2.0 * (c1 * c2).sqrt() * (hue_step / 2.0).to_radians().sin();

        let (l, c) = (f64::midpoint(self.l, other.l), f64::midpoint(c1, c2));
        let h = match h1 + h2 {
            sum if is_grey => sum,
            sum if (h1 - h2).abs() <= 180.0 => sum / 2.0,
            sum if sum < 360.0 => (sum + 360.0) / 2.0,
            sum => (sum - 360.0) / 2.0,
        };
        let cos = |degrees: f64| degrees.to_radians().cos();
        let t = 1.0 - 0.17 * cos(h - 30.0) + 0.24 * cos(2.0 * h) + 0.32 * cos(3.0 * h + 6.0)
            - 0.20 * cos(4.0 * h - 63.0);
        let turn = 30.0 * (-((h - 275.0) / 25.0).powi(2)).exp();
        let from_middle = (l - 50.0).powi(2);
        let (dl, dc, dh) = (
            dl / (1.0 + 0.015 * from_middle / (20.0 + from_middle).sqrt()),
            dc / (1.0 + 0.045 * c),
            dh / (1.0 + 0.015 * c * t),
        );
        let rotation = -(2.0 * turn).to_radians().sin() * 2.0 * share_of_25(c);
        (dl * dl + dc * dc + dh * dh + rotation * dc * dh).max(0.0).sqrt()
    }
}

fn dot(row: [f64; 3], column: [f64; 3]) -> f64 {
    row.iter().zip(column).map(|(a, b)| a * b).sum()
}

/// √(c⁷ / (c⁷ + 25⁷)).
fn share_of_25(chroma: f64) -> f64 {
    let power = chroma.powi(7);
    (power / (power + 25_f64.powi(7))).sqrt()
}

/// Chroma, and hue in degrees from 0 to 360; 0 for grey.
fn polar(a: f64, b: f64) -> (f64, f64) {
    let hue = if a == 0.0 && b == 0.0 { 0.0 } else { b.atan2(a).to_degrees().rem_euclid(360.0) };
    (a.hypot(b), hue)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn distances_are_those_of_sharma_wu_and_dalal() {
        // From their table 1.
        let table = [
            ([50.0, 2.6772, -79.7751], [50.0, 0.0, -82.7485], 2.0425),
            ([50.0, 3.1571, -77.2803], [50.0, 0.0, -82.7485], 2.8615),
            ([50.0, 2.8361, -74.0200], [50.0, 0.0, -82.7485], 3.4412),
            ([50.0, -1.3802, -84.2814], [50.0, 0.0, -82.7485], 1.0),
            ([50.0, 0.0, 0.0], [50.0, -1.0, 2.0], 2.3669),
            ([50.0, 2.49, -0.001], [50.0, -2.49, 0.0009], 7.1792),
            ([50.0, 2.5, 0.0], [73.0, 25.0, -18.0], 27.1492),
            ([50.0, 2.5, 0.0], [50.0, 3.1736, 0.5854], 1.0),
            ([60.2574, -34.0099, 36.2677], [60.4626, -34.1751, 39.4387], 1.2644),
            ([2.0776, 0.0795, -1.1350], [0.9033, -0.0636, -0.5514], 0.9082),
        ];
        for (one, other, expected) in table {
            let [one, other] = [one, other].map(|[l, a, b]| Lab { l, a, b });
            assert!((one.distance(other) - expected).abs() < 5e-5, "{one:?} {other:?}");
        }
    }

    #[test]
    fn colours_look_alike_to_some_eyes() {
        let cases = [
            ("#e69f00", "#e6a010", Some(ColorVision::Ordinary)),
            ("#000000", "#000000", Some(ColorVision::Ordinary)),
            ("#d62728", "#6b4f00", None),
            ("#ff7f0e", "#2ca02c", Some(ColorVision::Protanopia)),
            ("#d62728", "#2ca02c", Some(ColorVision::Deuteranopia)),
            ("#d4a800", "#c49c48", Some(ColorVision::Ordinary)),
            ("white", "black", None),
        ];
        for (one, other, expected) in cases {
            let [one_color, other_color] = [one, other].map(|text| Color::parse(text).unwrap());
            assert_eq!(one_color.looks_like(other_color), expected, "{one} {other}");
            assert_eq!(other_color.looks_like(one_color), expected, "{other} {one}");
        }
    }

    #[test]
    fn the_default_colours_and_those_of_thresh_are_told_apart_by_all() {
        let thresh = super::super::color::KEYWORDS.map(|(_, color)| color);
        for colors in [&PALETTE[..], &thresh] {
            for (at, one) in colors.iter().enumerate() {
                for other in colors.iter().skip(at + 1) {
                    assert_eq!(one.looks_like(*other), None, "{one:?} {other:?}");
                }
            }
        }
    }

    #[test]
    fn a_new_colour_is_apart_from_all_others() {
        let mut colors = Vec::new();
        for number in 0..18 {
            let color = Color::apart_from(colors.iter().copied());
            assert!(colors.iter().all(|other| color.looks_like(*other).is_none()), "{number}");
            colors.push(color);
        }
        assert_eq!(colors[..7], PALETTE);
    }

    proptest! {
        #[test]
        fn a_distance_is_one_both_ways(one in any::<[u8; 3]>(), other in any::<[u8; 3]>()) {
            let [one, other] = [one, other].map(|[red, green, blue]| Color { red, green, blue });
            prop_assert_eq!(one.looks_like(other), other.looks_like(one));
            prop_assert_eq!(one.looks_like(one), Some(ColorVision::Ordinary));
        }

        #[test]
        fn any_colours_have_another(colors in prop::collection::vec(any::<[u8; 3]>(), 0..40)) {
            let colors: Vec<Color> = colors.into_iter().map(|[red, green, blue]| Color { red, green, blue }).collect();
            let _ = Color::apart_from(colors.iter().copied());
        }
    }
}
