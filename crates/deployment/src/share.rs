//! Share links: a template and data in the fragment of an address, where no server sees them.
//!
//! `#/s/1.<text>`: `1` is the version of the form, the text [base64url](https://www.rfc-editor.org/rfc/rfc4648#section-5)
//! of the [envelope](super::embedded_data::EmbeddedData), compressed as raw DEFLATE (RFC 1951).

use data_encoding::BASE64URL_NOPAD;

/// The version of the written form.
const VERSION: &str = "1";

/// Links up to this length pass everywhere: RFC 9110, section 4.1, wants 8000 octets of everyone.
/// Mail programs and chats cut longer ones, or do not make links of them.
const EVERYWHERE: usize = 8_000;

/// Safari documents no limit; 80 000 is the longest that was reported to work. Firefox and Chromium open such links,
/// but show no more than 65 536 and 32 768 characters of them in the address bar, where they cannot be pasted whole.
const ALL_BROWSERS: usize = 80_000;

/// Firefox opens at most `network.standard-url.max-length` less four characters, 1 048 572; Chromium twice as many.
const SOME_BROWSERS: usize = 1_048_572;

/// The reach of a share link, by its length.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum LinkReach {
    /// Everywhere.
    Everywhere,
    /// All browsers open it, but mail and chats may cut it.
    NotByMail,
    /// Chromium and Firefox open it when it is clicked; Safari may not.
    SomeBrowsers,
    /// Some browsers do not open it at all.
    TooLong,
}

impl LinkReach {
    /// The reach of an address of `length` characters.
    #[must_use]
    pub fn of(length: usize) -> Self {
        let limits = [
            (EVERYWHERE, LinkReach::Everywhere),
            (ALL_BROWSERS, LinkReach::NotByMail),
            (SOME_BROWSERS, LinkReach::SomeBrowsers),
        ];
        let within = limits.into_iter().find(|(limit, _)| length <= *limit);
        within.map_or(LinkReach::TooLong, |(_, reach)| reach)
    }
}

/// The reason why a share link cannot be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ShareError {
    /// It has another version, or none.
    Version(String),
    /// It is not valid base64url.
    Characters,
}

/// The text after `#/s/` of a share link, from the compressed envelope.
#[must_use]
pub fn packed(compressed: &[u8]) -> String {
    format!("{VERSION}.{}", BASE64URL_NOPAD.encode(compressed))
}

/// The compressed envelope, from the text after `#/s/`. Characters that a chat or a platform appended to the link are
/// left out.
///
/// # Errors
/// If the version is missing or unknown, or the text is not valid base64url.
pub fn unpacked(packed: &str) -> Result<Vec<u8>, ShareError> {
    let packed = packed.split(['?', '&', '#', '/']).next().unwrap_or_default();
    let (version, text) = packed.split_once('.').unwrap_or(("", packed));
    if version != VERSION {
        return Err(ShareError::Version(version.chars().take(20).collect()));
    }
    let text = text.trim_end_matches(['.', ',', ';', ')', '>', ' ']).trim_end_matches('=');
    BASE64URL_NOPAD.decode(text.as_bytes()).map_err(|_| ShareError::Characters)
}
