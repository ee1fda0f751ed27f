// Also part of build.rs, which makes sure that no two names have the same digest.

/// A digest of a name: FNV-1a, 32 bits <http://www.isthe.com/chongo/tech/comp/fnv/>.
pub(crate) const fn digest(name: &str) -> u32 {
    digest_on(0x811c_9dc5, name)
}

/// The digest of a name, given the digest of its beginning and the rest.
pub(crate) const fn digest_on(mut digest: u32, more: &str) -> u32 {
    let bytes = more.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        digest = (digest ^ bytes[at] as u32).wrapping_mul(0x0100_0193);
        at += 1;
    }
    digest
}
