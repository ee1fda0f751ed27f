//! Colours of categories, validated, so that no text of a template ever reaches a style sheet.

use super::css_names;
use super::decimal::decimal;

/// An opaque sRGB colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Color {
    /// Red, 0–255.
    pub red: u8,
    /// Green, 0–255.
    pub green: u8,
    /// Blue, 0–255.
    pub blue: u8,
}

/// The keywords of Thresh, which differ from the colours of the same names in CSS.
pub const KEYWORDS: [(&str, Color); 6] = [
    ("red", Color::from_rgb(0xee_2a2a)),
    ("green", Color::from_rgb(0x64_c466)),
    ("blue", Color::from_rgb(0x21_86eb)),
    ("yellow", Color::from_rgb(0xf7_ce46)),
    ("teal", Color::from_rgb(0x3c_a3a7)),
    ("orange", Color::from_rgb(0xe6_7c43)),
];

/// The default colours of categories, distinct for colour-blind eyes too.
/// M. Okabe, K. Ito: Color Universal Design (2008), without black.
pub const PALETTE: [Color; 7] = [
    Color::from_rgb(0xe6_9f00),
    Color::from_rgb(0x56_b4e9),
    Color::from_rgb(0x00_9e73),
    Color::from_rgb(0xd5_5e00),
    Color::from_rgb(0x00_72b2),
    Color::from_rgb(0xcc_79a7),
    Color::from_rgb(0xf0_e442),
];

impl Color {
    /// White.
    pub const WHITE: Color = Color::from_rgb(0xff_ffff);
    /// Black.
    pub const BLACK: Color = Color::from_rgb(0);

    /// Creates a colour from `0xRRGGBB`; higher bits are ignored.
    #[must_use]
    pub const fn from_rgb(rgb: u32) -> Self {
        let [_, red, green, blue] = rgb.to_be_bytes();
        Color { red, green, blue }
    }

    /// The default colour of a category, by its position.
    #[must_use]
    pub fn by_position(index: usize) -> Self {
        PALETTE.get(index % PALETTE.len()).copied().unwrap_or(Color::BLACK)
    }

    /// Parses a keyword of Thresh, a named colour of CSS, `#rgb`, `#rgba`, `#rrggbb`, `#rrggbbaa`, `rgb()`, `rgba()`,
    /// `hsl()` or `hsla()`. Transparent colours are blended with white.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim().to_ascii_lowercase();
        if let Some(digits) = text.strip_prefix('#') {
            return from_hex(digits);
        }
        if let Some((function, rest)) = text.split_once('(') {
            return from_function(function, rest.strip_suffix(')')?);
        }
        let keyword = KEYWORDS.iter().find(|(name, _)| *name == text).map(|(_, color)| *color);
        keyword.or_else(|| {
            let at = css_names::NAMES.binary_search_by_key(&text.as_str(), |(name, _)| name);
            css_names::NAMES.get(at.ok()?).map(|(_, rgb)| Color::from_rgb(*rgb))
        })
    }

    /// All names that [`Color::parse`] knows.
    pub fn names() -> impl Iterator<Item = &'static str> {
        let css = css_names::NAMES.iter().map(|(name, _)| *name);
        KEYWORDS.iter().map(|(name, _)| *name).chain(css)
    }

    /// `#rrggbb`.
    #[must_use]
    pub fn css(self) -> String {
        format!("#{:02x}{:02x}{:02x}", self.red, self.green, self.blue)
    }

    /// Relative luminance, 0 (black) to 1 (white): <https://www.w3.org/TR/WCAG22/#dfn-relative-luminance>.
    #[must_use]
    pub fn relative_luminance(self) -> f64 {
        0.2126 * linear(self.red) + 0.7152 * linear(self.green) + 0.0722 * linear(self.blue)
    }

    /// Contrast ratio, 1 to 21: <https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio>.
    #[must_use]
    pub fn contrast(self, other: Color) -> f64 {
        let (a, b) = (self.relative_luminance(), other.relative_luminance());
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    /// The colour of the same hue and saturation and the nearest lightness that has this contrast ratio with the
    /// background; if there is none, black or white, whichever contrasts more.
    #[must_use]
    pub fn readable_on(self, background: Color, ratio: f64) -> Self {
        if self.contrast(background) >= ratio {
            return self;
        }
        let from = Hsl::of(self);
        let nearest = |towards: f64| {
            let mixed = |step: u16| {
                let share = f64::from(step) / f64::from(STEPS);
                let lightness = from.lightness + (towards - from.lightness) * share;
                Hsl { lightness, ..from }.color()
            };
            // On the way to black or white the contrast falls at most until the background's own lightness, and then
            // only grows.
            let beyond = |color: Color| {
                let difference = color.relative_luminance() - background.relative_luminance();
                (difference < 0.0) == (towards == 0.0) && color.contrast(background) >= ratio
            };
            let step = partition(STEPS, |step| !beyond(mixed(step)))?;
            Some(((towards - from.lightness).abs() * f64::from(step), mixed(step)))
        };
        let candidates = [nearest(0.0), nearest(1.0)].into_iter().flatten();
        let best = candidates.min_by(|(a, _), (b, _)| a.total_cmp(b)).map(|(_, color)| color);
        best.unwrap_or_else(|| more_contrast(background))
    }
}

/// A channel in linear sRGB, 0 to 1.
pub(super) fn linear(channel: u8) -> f64 {
    let c = f64::from(channel) / 255.0;
    if c <= 0.04045 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
}

/// The number of lightness steps in [`Color::readable_on`].
const STEPS: u16 = 512;

/// The first step up to `last` for which `before` does not hold, if any. It must hold for all smaller ones.
fn partition(last: u16, before: impl Fn(u16) -> bool) -> Option<u16> {
    let (mut low, mut high) = (0, last + 1);
    while low < high {
        let middle = u16::midpoint(low, high);
        if before(middle) { low = middle + 1 } else { high = middle }
    }
    (low <= last).then_some(low)
}

fn more_contrast(background: Color) -> Color {
    if Color::BLACK.contrast(background) >= Color::WHITE.contrast(background) {
        Color::BLACK
    } else {
        Color::WHITE
    }
}

fn from_hex(digits: &str) -> Option<Color> {
    if !digits.chars().all(|c| c.is_ascii_hexdigit()) {
        return None;
    }
    let value = u32::from_str_radix(digits, 16).ok()?;
    // #rgba: each digit stands for two.
    let doubled = |rgba: u32| {
        let [high, low] = [rgba >> 8, rgba & 0xff];
        let spread = |pair: u32| ((pair >> 4) * 0x11) << 8 | ((pair & 0xf) * 0x11);
        spread(high) << 16 | spread(low)
    };
    let rgba = match digits.len() {
        3 => doubled(value << 4 | 0xf),
        4 => doubled(value),
        6 => value << 8 | 0xff,
        8 => value,
        _ => return None,
    };
    let [red, green, blue, alpha] = rgba.to_be_bytes();
    Some(on_white([red, green, blue].map(f64::from), f64::from(alpha) / 255.0))
}

/// `rgb(…)` and `hsl(…)`, with commas or spaces, and with or without opacity.
fn from_function(name: &str, arguments: &str) -> Option<Color> {
    let parts: Vec<&str> =
        arguments.split([',', '/', ' ']).map(str::trim).filter(|part| !part.is_empty()).collect();
    let (first, second, third, alpha) = match parts[..] {
        [a, b, c] => (a, b, c, 1.0),
        [a, b, c, alpha] => (a, b, c, number(alpha, 1.0)?.clamp(0.0, 1.0)),
        _ => return None,
    };
    match name.trim() {
        "rgb" | "rgba" => {
            let channel = |part| number(part, 255.0).map(|value| value.clamp(0.0, 255.0));
            Some(on_white([channel(first)?, channel(second)?, channel(third)?], alpha))
        }
        "hsl" | "hsla" => {
            let hue = number(first.strip_suffix("deg").unwrap_or(first), 360.0)?.rem_euclid(360.0);
            let share = |part: &str| {
                let percent = part.strip_suffix('%').unwrap_or(part);
                number(percent, 100.0).map(|value| value.clamp(0.0, 100.0) / 100.0)
            };
            let hsl = Hsl { hue, saturation: share(second)?, lightness: share(third)? };
            Some(on_white(hsl.channels(), alpha))
        }
        _ => None,
    }
}

/// Parses a number, or a percentage of `whole`.
fn number(text: &str, whole: f64) -> Option<f64> {
    match text.strip_suffix('%') {
        Some(percent) => Some(decimal(percent)? / 100.0 * whole),
        None => decimal(text),
    }
}

fn on_white(channels: [f64; 3], alpha: f64) -> Color {
    let [red, green, blue] = channels.map(|c| byte(c * alpha + 255.0 * (1.0 - alpha)));
    Color { red, green, blue }
}

#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "clamped to the range of a byte"
)]
fn byte(value: f64) -> u8 {
    value.round().clamp(0.0, 255.0) as u8
}

/// A colour by hue (degrees), saturation and lightness (0 to 1).
#[derive(Clone, Copy)]
pub(super) struct Hsl {
    pub(super) hue: f64,
    pub(super) saturation: f64,
    pub(super) lightness: f64,
}

impl Hsl {
    fn of(color: Color) -> Self {
        let [red, green, blue] = [color.red, color.green, color.blue].map(|c| f64::from(c) / 255.0);
        let (max, min) = (red.max(green).max(blue), red.min(green).min(blue));
        let (lightness, chroma) = (f64::midpoint(max, min), max - min);
        if chroma == 0.0 {
            return Hsl { hue: 0.0, saturation: 0.0, lightness };
        }
        let sextant = if max == red {
            (green - blue) / chroma
        } else if max == green {
            (blue - red) / chroma + 2.0
        } else {
            (red - green) / chroma + 4.0
        };
        let saturation = chroma / (1.0 - (2.0 * lightness - 1.0).abs());
        Hsl { hue: (sextant * 60.0).rem_euclid(360.0), saturation, lightness }
    }

    /// Red, green and blue, 0 to 255: <https://www.w3.org/TR/css-color-4/#hsl-to-rgb>.
    fn channels(self) -> [f64; 3] {
        let reach = self.saturation * self.lightness.min(1.0 - self.lightness);
        [0.0, 8.0, 4.0].map(|offset| {
            let k = (offset + self.hue / 30.0).rem_euclid(12.0);
            255.0 * (self.lightness - reach * (k - 3.0).min(9.0 - k).clamp(-1.0, 1.0))
        })
    }

    pub(super) fn color(self) -> Color {
        on_white(self.channels(), 1.0)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn every_notation_is_read() {
        for (text, css) in [
            ("red", "#ee2a2a"),
            ("Teal", "#3ca3a7"),
            ("grey", "#808080"),
            ("rebeccapurple", "#663399"),
            ("#FfF", "#ffffff"),
            ("#1234", "#c0c4c9"),
            ("#a1B2c3", "#a1b2c3"),
            ("#00000080", "#7f7f7f"),
            ("rgb(1, 2, 300)", "#0102ff"),
            ("rgb(10% 20% 30%)", "#1a334d"),
            ("rgba(0, 0, 0, 50%)", "#808080"),
            ("rgba(0, 0, 0, .5)", "#808080"),
            ("rgb(0 0 0 / 0)", "#ffffff"),
            ("hsl(120, 100%, 25%)", "#008000"),
            ("hsl(-120deg 100% 50%)", "#0000ff"),
        ] {
            assert_eq!(Color::parse(text).map(Color::css).as_deref(), Some(css), "{text}");
        }
    }

    #[test]
    fn anything_else_is_none() {
        for text in [
            "",
            "rde",
            "#",
            "#12",
            "#12345",
            "#ggg",
            "#+12",
            "rgb()",
            "rgb(1,2)",
            "rgb(a,b,c)",
            "hsl(1e999 0 0)",
            "url(x)",
            "red;}",
        ] {
            assert_eq!(Color::parse(text), None, "{text}");
        }
    }

    #[test]
    fn names_are_sorted_for_the_search() {
        assert!(css_names::NAMES.is_sorted());
        assert!(Color::names().all(|name| Color::parse(name).is_some()));
    }

    #[test]
    fn contrast_is_that_of_wcag() {
        assert!((Color::WHITE.contrast(Color::BLACK) - 21.0).abs() < 1e-9);
        let grey = Color::from_rgb(0x76_7676);
        assert!((grey.contrast(Color::WHITE) - 4.54).abs() < 0.01);
    }

    #[test]
    fn neighbours_in_the_palette_differ() {
        for index in 0..20 {
            assert_ne!(Color::by_position(index), Color::by_position(index + 1));
        }
    }

    fn colors() -> impl Strategy<Value = Color> {
        any::<[u8; 3]>().prop_map(|[red, green, blue]| Color { red, green, blue })
    }

    proptest! {
        #[test]
        fn css_is_read_back(color in colors()) {
            prop_assert_eq!(Color::parse(&color.css()), Some(color));
        }

        #[test]
        fn any_text_is_a_color_or_none(text in "(?s).{0,30}|(rgb|hsl)a?\\([0-9a-z%., /]{0,20}\\)") {
            let _ = Color::parse(&text);
        }

        #[test]
        fn the_wanted_contrast_is_reached_where_possible(
            color in colors(), background in colors(), ratio in 1.0..21.0f64
        ) {
            let readable = color.readable_on(background, ratio);
            let possible = more_contrast(background).contrast(background);
            prop_assert!(readable.contrast(background) >= ratio.min(possible));
        }

        #[test]
        fn a_readable_color_is_left_alone(color in colors(), background in colors()) {
            let ratio = color.contrast(background);
            prop_assert_eq!(color.readable_on(background, ratio), color);
        }
    }
}
