//! Random numbers for identifiers, not for secrets.

/// A uniformly distributed number.
#[must_use]
pub fn number() -> u32 {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "it is below 2^32 and not negative"
    )]
    let number = (js_sys::Math::random() * 4_294_967_296.0) as u32;
    number
}

/// A unique name: 32 hexadecimal digits.
#[must_use]
pub fn name() -> String {
    (0..4).map(|_| format!("{:08x}", number())).collect()
}
