//! Fingerprints of texts.

/// The fingerprint of a file or text: a variant of FNV-1a over eight bytes at a time, without resistance to deliberate
/// collisions. It must stay the same on every device and in every version, since works on a device are named by it.
#[must_use]
pub fn fingerprint(bytes: &[u8]) -> u64 {
    const PRIME: u64 = 0x0000_0100_0000_01b3;
    let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
    let (words, rest) = bytes.as_chunks::<8>();
    for word in words {
        hash = (hash ^ u64::from_le_bytes(*word)).wrapping_mul(PRIME);
        hash ^= hash >> 29;
    }
    for byte in rest {
        hash = (hash ^ u64::from(*byte)).wrapping_mul(PRIME);
    }
    hash ^ bytes.len() as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_has_the_number_that_it_always_had() {
        let cases = [
            ("", 0xcbf2_9ce4_8422_2325),
            ("a", 0xaf63_dc4c_8601_ec8d),
            ("template_name: t\n", 0x7b03_a134_15c3_990a),
        ];
        for (text, number) in cases {
            assert_eq!(fingerprint(text.as_bytes()), number, "{text}");
        }
    }
}
