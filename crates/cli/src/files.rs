//! Reads files and folders; writes files whole or not at all.

use std::collections::{HashMap, HashSet};
use std::ffi::OsStr;
use std::fs;
use std::io::{self, Read};
use std::path::{Component, Path, PathBuf};

use super::paths::{is_standard, shown};
use super::report::{Console, Failure};
use super::staged::{self, StagedFile, unwritable};
use spanwise_annotation::digest::{Digest, Digesting};
use spanwise_annotation::format::{ForeignFile, any_text_of};
use spanwise_interchange::{FileLayout, TextFile};
use spanwise_limits::DEEPEST_FOLDER;

/// Bytes that are written at a time.
pub(super) const BLOCK: usize = 1 << 18;

/// The name of an input in sentences.
fn input_name(path: &Path) -> String {
    if is_standard(path) { "Standard input".to_owned() } else { shown(path) }
}

/// Refuses standard input named more than once, since it can be read only once.
pub(super) fn refuse_twice_standard<'a>(
    inputs: impl IntoIterator<Item = &'a PathBuf>,
) -> Result<(), Failure> {
    if inputs.into_iter().filter(|path| is_standard(path)).count() > 1 {
        return Err(Failure::new(
            "Standard input (`-`) is named more than once, but can be read only once.",
            "Name files for the others.",
        ));
    }
    Ok(())
}

/// The text of a file, or of standard input for `-`.
pub(super) fn read(path: &Path) -> Result<String, Failure> {
    any_text_of(bytes(path)?).map_err(|foreign| {
        let name = input_name(path);
        if let ForeignFile::OtherEncoding { line, .. } = foreign {
            return Failure::new(
                format!("{name} is not UTF-8: line {line} holds other bytes."),
                "Save the text as UTF-8.",
            );
        }
        Failure::new(
            format!("{name} can't be read. {}", foreign.what()),
            foreign.remedy().to_string(),
        )
    })
}

fn bytes(path: &Path) -> Result<Vec<u8>, Failure> {
    let bytes = if is_standard(path) {
        let mut bytes = Vec::new();
        io::stdin().lock().read_to_end(&mut bytes).map(|_| bytes)
    } else {
        fs::read(path)
    };
    bytes.map_err(|error| unreadable(path, &error))
}

/// The digests of a file, or of the files that [`read_all`] reads of a folder, in the order of their names.
pub(super) fn digests(path: &Path) -> Result<Vec<Digest>, Failure> {
    if !path.is_dir() {
        return Ok(vec![digest(path)?]);
    }
    let mut digests = Vec::new();
    visit_folder(path, "", 0, &mut |path, _| {
        digests.push(digest(path)?);
        Ok(())
    })?;
    Ok(digests)
}

fn digest(path: &Path) -> Result<Digest, Failure> {
    let mut digesting = Digesting::default();
    digesting.add(&bytes(path)?);
    Ok(digesting.finish())
}

/// The files of a format, or of one that is not known yet. A folder is read with all folders in it, but without hidden
/// files.
pub(super) fn read_all(path: &Path, layout: Option<FileLayout>) -> Result<Vec<TextFile>, Failure> {
    if !path.is_dir() {
        return Ok(vec![TextFile::new("", read(path)?)]);
    }
    if layout == Some(FileLayout::SingleFile) {
        return Err(Failure::new(
            format!("{} is a folder, but the format is a single file.", shown(path)),
            "Name the file.",
        ));
    }
    let mut files = Vec::new();
    visit_folder(path, "", 0, &mut |path, name| {
        files.push(TextFile::new(name, read(path)?));
        Ok(())
    })?;
    if files.is_empty() {
        return Err(Failure::new(
            format!("There is no file in {}.", shown(path)),
            "Name the folder that holds the files.",
        ));
    }
    Ok(files)
}

/// Calls a function with each file in a folder and its path in it.
fn visit_folder(
    folder: &Path,
    prefix: &str,
    depth: usize,
    visit: &mut dyn FnMut(&Path, String) -> Result<(), Failure>,
) -> Result<(), Failure> {
    if depth > DEEPEST_FOLDER {
        return Err(Failure::new(
            format!("{} is too deep in other folders.", shown(folder)),
            "See whether a folder leads back to itself; name one with fewer folders in it.",
        ));
    }
    let unreadable = |error: io::Error| unreadable(folder, &error);
    let entries = fs::read_dir(folder).map_err(unreadable)?;
    let mut entries = entries.collect::<Result<Vec<_>, _>>().map_err(unreadable)?;
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let (path, name) = (entry.path(), entry.file_name().to_string_lossy().into_owned());
        if name.starts_with('.') {
            continue;
        }
        let name = format!("{prefix}{name}");
        if path.is_dir() {
            visit_folder(&path, &format!("{name}/"), depth + 1, visit)?;
        } else {
            visit(&path, name)?;
        }
    }
    Ok(())
}

fn unreadable(path: &Path, error: &io::Error) -> Failure {
    Failure::new(
        format!("{} can't be read: {error}.", input_name(path)),
        "Check the path, and that you may read it.",
    )
}

/// An output path that is none of the inputs.
#[derive(Debug)]
pub(super) struct OutputPath<'a> {
    path: &'a Path,
    force: bool,
}

impl<'a> OutputPath<'a> {
    /// Checks a place before anything is done.
    ///
    /// # Errors
    /// If it is one of the `kept` files, or holds one, or is in one, unless `force`.
    pub(super) fn new(path: &'a Path, kept: &[&Path], force: bool) -> Result<Self, Failure> {
        let real = path.canonicalize();
        for kept in kept {
            let same = match (&real, kept.canonicalize()) {
                (Ok(real), Ok(kept)) => kept.starts_with(real) || real.starts_with(&kept),
                _ => false,
            };
            if same && !force {
                return Err(Failure::new(
                    format!("{} would be overwritten.", shown(kept)),
                    "Write to another place, or add --force.",
                ));
            }
        }
        Ok(OutputPath { path, force })
    }

    /// Its name in messages.
    pub(super) fn shown(&self) -> String {
        if is_standard(self.path) { "standard output".to_owned() } else { shown(self.path) }
    }

    /// Writes a single file; prints it for `-`.
    pub(super) fn write(&self, text: &str, console: &mut Console) -> Result<(), Failure> {
        self.write_pieces(std::iter::once(text), console)
    }

    /// The same for a text in pieces, which is never in memory as a whole.
    pub(super) fn write_pieces<'t>(
        &self,
        pieces: impl Iterator<Item = &'t str>,
        console: &mut Console,
    ) -> Result<(), Failure> {
        let mut staged = (!is_standard(self.path)).then(|| self.staged()).transpose()?;
        let mut pieces = pieces.peekable();
        let mut block = String::new();
        while let Some(piece) = pieces.next() {
            block.push_str(piece);
            if block.len() < BLOCK && pieces.peek().is_some() {
                continue;
            }
            match &mut staged {
                Some(staged) => staged.push(&block)?,
                None => console.print_text(&block),
            }
            block.clear();
        }
        let Some(mut staged) = staged else { return Ok(()) };
        staged.finish()?;
        staged.commit()
    }

    /// Begins the single file to be written.
    pub(super) fn staged(&self) -> Result<StagedFile, Failure> {
        if self.path.is_dir() {
            return Err(Failure::new(
                format!("{} is a folder.", shown(self.path)),
                "Name the file to write.",
            ));
        }
        let place = self.path.canonicalize().unwrap_or_else(|_| self.path.to_owned());
        remove_leftovers([place.as_path()]);
        StagedFile::begin(&place)
    }

    /// Returns `true` if it is a device or a pipe.
    pub(super) fn is_stream(&self) -> bool {
        fs::metadata(self.path).is_ok_and(|known| !known.is_file() && !known.is_dir())
    }

    /// Returns `true` if it is a folder, or is to be one by the separator at its end.
    pub(super) fn is_named_as_folder(&self) -> bool {
        self.path.is_dir() || self.path.to_string_lossy().ends_with(std::path::is_separator)
    }

    /// The path itself.
    pub(super) fn path(&self) -> &'a Path {
        self.path
    }

    /// Makes the folder that files are written to.
    ///
    /// # Errors
    /// If there are files in it, unless they may be overwritten.
    pub(super) fn begin_folder(&self) -> Result<(), Failure> {
        let folder = self.path;
        let unwritable = |error: io::Error| unwritable(folder, &error);
        fs::create_dir_all(folder).map_err(unwritable)?;
        if !self.force && holds_files(folder, 0).map_err(unwritable)? {
            return Err(Failure::new(
                format!("The folder {} isn't empty.", shown(folder)),
                "Name a new one, or add --force; what has other names is then left as it is.",
            ));
        }
        Ok(())
    }

    /// Begins a file of the folder.
    pub(super) fn begin_in_folder(&self, name: &str) -> Result<StagedFile, Failure> {
        let place = inside(self.path, name)?;
        if let Some(parent) = place.parent() {
            fs::create_dir_all(parent).map_err(|error| unwritable(parent, &error))?;
        }
        StagedFile::begin(&place)
    }
}

/// Removes the unfinished files that ended runs left, for files about to be written.
pub(super) fn remove_leftovers<'p>(places: impl IntoIterator<Item = &'p Path>) {
    let mut folders: HashMap<&Path, HashSet<&str>> = HashMap::new();
    for place in places {
        let name = place.file_name().and_then(OsStr::to_str);
        if let (Some(parent), Some(name)) = (place.parent(), name) {
            let parent = if parent == Path::new("") { Path::new(".") } else { parent };
            folders.entry(parent).or_default().insert(name);
        }
    }
    for (folder, names) in folders {
        staged::remove_leftovers(folder, |name| names.contains(name));
    }
}

/// Returns `true` if a folder holds anything that an ended run can't have left, that is, other than empty folders and
/// unfinished files.
fn holds_files(folder: &Path, depth: usize) -> io::Result<bool> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let path = entry.path();
        let is_unfinished = entry.file_name().to_str().is_some_and(staged::is_unfinished);
        let is_empty = path.is_dir() && depth < DEEPEST_FOLDER && !holds_files(&path, depth + 1)?;
        if !is_empty && !is_unfinished {
            return Ok(true);
        }
    }
    Ok(false)
}

/// A path below a folder. Names come from data, and must not lead out of it.
pub(super) fn inside(folder: &Path, name: &str) -> Result<PathBuf, Failure> {
    let path = Path::new(name);
    let is_below = path.components().all(|part| matches!(part, Component::Normal(_)));
    if name.is_empty() || !is_below {
        return Err(Failure::new(
            format!("A file would be called “{name}”, which leads out of the folder."),
            "Correct the names in the data.",
        ));
    }
    Ok(folder.join(path))
}
