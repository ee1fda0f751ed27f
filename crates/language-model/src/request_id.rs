//! Ids of requests, by which replies find their instances again.

use std::fmt;

use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};
use spanwise_interchange::Record;

/// The number of bytes of a digest that an id has.
const DIGEST_BYTES: usize = 4;

/// The id of a request, written `i12-t0-s3-9f86d081`: in batch files at most 64 letters, digits and dashes are allowed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RequestId {
    /// The 0-based number of the instance.
    pub instance: usize,
    /// The 0-based number of the text among those of the target side.
    pub text: usize,
    /// The 0-based number of the sample.
    pub sample: usize,
    /// The beginning of the SHA-256 digest of the texts of the instance and of the prompt: replies to other requests are not
    /// taken.
    pub digest: [u8; DIGEST_BYTES],
}

impl RequestId {
    /// The id of the request with a prompt about a text of an instance.
    #[must_use]
    pub fn new(instance: usize, record: &Record, text: usize, sample: usize, prompt: &str) -> Self {
        RequestId { instance, text, sample, digest: digest(record, prompt) }
    }

    /// Reads an id; `None` if it is none.
    #[must_use]
    pub fn parse(id: &str) -> Option<Self> {
        let mut parts = id.split('-');
        let mut number = |letter| parts.next()?.strip_prefix(letter)?.parse::<usize>().ok();
        let (instance, text, sample) = (number('i')?, number('t')?, number('s')?);
        let digest = HEXLOWER.decode(parts.next()?.as_bytes()).ok()?;
        let digest = digest.try_into().ok().filter(|_| parts.next().is_none())?;
        Some(RequestId { instance, text, sample, digest })
    }
}

impl fmt::Display for RequestId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let RequestId { instance, text, sample, digest } = self;
        write!(f, "i{instance}-t{text}-s{sample}-{}", HEXLOWER.encode(digest))
    }
}

fn digest(record: &Record, prompt: &str) -> [u8; DIGEST_BYTES] {
    let mut hasher = Sha256::new();
    for text in record.texts.iter().map(|text| text.text.as_str()).chain([prompt]) {
        // With its length, so that texts cannot run into each other.
        hasher.update((text.len() as u64).to_le_bytes());
        hasher.update(text);
    }
    let whole = hasher.finalize();
    std::array::from_fn(|at| whole.get(at).copied().unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;
    use spanwise_annotation::document::Texts;

    #[test]
    fn an_id_is_read_as_it_was_written_and_is_that_of_its_texts_and_prompt() {
        let record = Record { texts: Texts::usual("a", "bc"), ..Record::default() };
        let id = RequestId::new(12, &record, 0, 3, "p");
        assert_eq!(RequestId::parse(&id.to_string()), Some(id));
        let other = Record { texts: Texts::usual("ab", "c"), ..Record::default() };
        assert_ne!(id, RequestId::new(12, &other, 0, 3, "p"));
        assert_ne!(id, RequestId::new(12, &record, 0, 3, "q"));
        for other in [
            "",
            "i1",
            "i1-t0-s0",
            "i1-t0-s0-zz",
            "i1-t0-s0-00000000-1",
            "i-t0-s0-00000000",
            "request-7",
        ] {
            assert_eq!(RequestId::parse(other), None, "{other}");
        }
    }
}
