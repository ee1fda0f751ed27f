//! Lazily loaded code: parts of the program that are downloaded when they are first needed.
//!
//! Leptos's `#[lazy]` does the same but is not fallible: it expands to `wasm_split` without its `fallible` option, so a
//! file that cannot be downloaded ends in a panic, which in a release stops the whole program. Annotators lose their
//! connection and come back; [`lazily_loaded!`] gives an error instead, after which the page offers to try again.

pub(crate) use leptos::wasm_split::SplitLoaderError as LazyLoadError;

/// Declares `async fn $load() -> Result<$type, LazyLoadError>`, which returns `$value`. In a release the
/// values of a part, with all code that no other part uses, are one file named `$part`, made by `scripts/lib/split.sh`.
macro_rules! lazily_loaded {
    ($part:ident, $load:ident, $type:ty, $value:expr) => {
        #[cfg(split)]
        #[leptos::wasm_split::wasm_split($part, wasm_split_path = ::leptos::wasm_split, fallible)]
        fn $load() -> Result<$type, $crate::app::lazy::LazyLoadError> {
            Ok($value)
        }

        #[cfg(not(split))]
        async fn $load() -> Result<$type, $crate::app::lazy::LazyLoadError> {
            Ok($value)
        }
    };
}
pub(crate) use lazily_loaded;
