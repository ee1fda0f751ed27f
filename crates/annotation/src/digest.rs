//! Cryptographic digests that name texts: no template or data can be made to match the digest of another.

use std::fmt::{self, Write as _};

use sha2::{Digest as _, Sha256};

/// A SHA-256 digest, printed as 64 hexadecimal digits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Digest(String);

impl Digest {
    /// The digest of a text.
    #[must_use]
    pub fn of(text: &str) -> Self {
        let mut digesting = Digesting::default();
        digesting.add(text.as_bytes());
        digesting.finish()
    }

    /// The digest of several texts in order, computed from the digest of each.
    #[must_use]
    pub fn of_all(digests: &[&Digest]) -> Self {
        let digits: Vec<&str> = digests.iter().map(|digest| digest.0.as_str()).collect();
        Digest::of(&digits.join(" "))
    }
}

/// The computation of a digest part by part.
#[derive(Debug, Default)]
pub struct Digesting(Sha256);

/// The number of bytes that are added at once: a browser optimises a function between its calls, and a call for a whole file
/// would run to its end as it began, at a third of the speed.
const BLOCK: usize = 1 << 14;

impl Digesting {
    /// Adds the next part.
    pub fn add(&mut self, part: &[u8]) {
        part.chunks(BLOCK).for_each(|block| self.0.update(block));
    }

    /// The digest of all parts.
    #[must_use]
    pub fn finish(self) -> Digest {
        let mut digits = String::with_capacity(64);
        for byte in self.0.finalize() {
            // Writing to a string does not fail.
            let _ = write!(digits, "{byte:02x}");
        }
        Digest(digits)
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digests_are_those_of_the_standard() {
        // FIPS 180-4, examples.
        let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(Digest::of("abc").to_string(), abc);
        assert!(Digest::of("").to_string().starts_with("e3b0c44298fc1c14"));
        let mut in_parts = Digesting::default();
        [b"a".as_slice(), b"", b"bc"].into_iter().for_each(|part| in_parts.add(part));
        assert_eq!(in_parts.finish().to_string(), abc);
    }

    #[test]
    fn neither_order_nor_limits_are_lost() {
        let [a, b, both, none] = ["a", "b", "ab", ""].map(Digest::of);
        assert_ne!(Digest::of_all(&[&a, &b]), Digest::of_all(&[&b, &a]));
        assert_ne!(Digest::of_all(&[&both, &none]), Digest::of_all(&[&a, &b]));
    }
}
