//! Parts of the program that are downloaded when they are first needed.

pub(crate) use leptos::wasm_split::SplitLoaderError as NotLoaded;

/// Declares `async fn $load() -> Result<$type, NotLoaded>`, which gives `$value`. In a release the value, with all code
/// that nothing else uses, is a file of its own, `$part`; `scripts/lib/split.sh` makes it.
macro_rules! part_of_its_own {
    ($part:ident, $load:ident, $type:ty, $value:expr) => {
        #[cfg(split)]
        #[leptos::wasm_split::wasm_split($part, wasm_split_path = ::leptos::wasm_split, fallible)]
        fn $load() -> Result<$type, $crate::state::parts::NotLoaded> {
            Ok($value)
        }

        #[cfg(not(split))]
        async fn $load() -> Result<$type, $crate::state::parts::NotLoaded> {
            Ok($value)
        }
    };
}
pub(crate) use part_of_its_own;
