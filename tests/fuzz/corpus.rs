//! From the bytes of a fuzzer to texts that get past the first check of a parser.

use std::fs;
use std::path::{Path, PathBuf};

/// The corpus of a target, and the words of its language.
pub(crate) struct Corpus {
    seeds: Vec<String>,
    words: &'static [&'static str],
}

impl Corpus {
    /// The corpus of the target with this name.
    pub(crate) fn of(target: &str, words: &'static [&'static str]) -> Self {
        let root =
            Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/..")).join("tests/fuzz/__fuzz__");
        let files = fs::read_dir(root.join(target).join("corpus")).expect("a corpus").flatten();
        let mut paths: Vec<PathBuf> = files.map(|file| file.path()).collect();
        // Failures are repeated by the number of a seed.
        paths.sort();
        let read = |path| String::from_utf8_lossy(&fs::read(path).unwrap_or_default()).into_owned();
        let seeds: Vec<String> = paths.into_iter().map(read).collect();
        assert!(!seeds.is_empty(), "the corpus of {target} is empty");
        Corpus { seeds, words }
    }

    /// The texts made of an input: the input itself as text, and a seed with a part replaced by input text.
    pub(crate) fn texts(&self, bytes: &[u8]) -> [String; 2] {
        [self.text(bytes), self.mutated(bytes)]
    }

    /// UTF-8 is text as it is; each byte that is none stands for a word.
    fn text(&self, bytes: &[u8]) -> String {
        let mut text = String::new();
        for chunk in bytes.utf8_chunks() {
            text.push_str(chunk.valid());
            chunk.invalid().iter().for_each(|&byte| text.push_str(pick::<&str>(self.words, byte)));
        }
        text
    }

    /// The first bytes choose the seed and the part.
    fn mutated(&self, bytes: &[u8]) -> String {
        let (&[seed, start, length], rest) =
            bytes.split_first_chunk().unwrap_or((&[0, 0, 0], bytes));
        let seed: &String = pick(&self.seeds, seed);
        let start = boundary(seed, usize::from(start) * seed.len() / 255);
        // Mostly short parts.
        let length = usize::from(length) * usize::from(length) / 256;
        let end = boundary(seed, start + length);
        let (before, after) = (seed.get(..start), seed.get(end..));
        let text = rest.get(..rest.len().min(8)).unwrap_or_default();
        [before.unwrap_or_default(), &self.text(text), after.unwrap_or_default()].concat()
    }
}

fn pick<T>(from: &[T], byte: u8) -> &T {
    from.get(usize::from(byte) % from.len()).expect("an index below the length")
}

/// The end of the last whole character before a place.
fn boundary(text: &str, at: usize) -> usize {
    (0..=at.min(text.len())).rev().find(|&at| text.is_char_boundary(at)).unwrap_or_default()
}
