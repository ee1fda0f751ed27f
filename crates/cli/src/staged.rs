//! Files written under another name beside their place, `.NAME.PID.part`, so that the place never holds a part of them.
//! They are moved there when complete, and removed when dropped, when the program panics, and when SIGINT, SIGTERM or
//! SIGHUP ends it. Files left by a killed run are removed by the next one that writes to the same place.

use std::collections::BTreeSet;
use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, Once, PoisonError};

use super::paths::shown;
use super::report::Failure;

/// The unfinished files of this run.
static UNFINISHED: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

fn unfinished() -> MutexGuard<'static, BTreeSet<PathBuf>> {
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Keeps the size limit of files from ending the program: writing fails instead, which is reported.
#[cfg(unix)]
pub(super) fn outlive_size_limits() {
    let full = std::sync::Arc::default();
    let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, full);
}

#[cfg(not(unix))]
pub(super) fn outlive_size_limits() {}

/// Removes the unfinished files. The caller holds their lock, so that none is begun or moved to its place meanwhile.
fn remove(unfinished: &BTreeSet<PathBuf>) {
    unfinished.iter().for_each(|path| drop(fs::remove_file(path)));
}

/// Ensures that unfinished files are removed however the program ends, unless it is killed. For the program itself only:
/// other programs have signals and panics of their own.
pub(super) fn remove_when_ended() {
    static WATCH: Once = Once::new();
    WATCH.call_once(|| {
        watch_signals();
        remove_when_panicking();
    });
}

/// Removes unfinished files before SIGINT, SIGTERM or SIGHUP ends the program by its default action.
#[cfg(unix)]
fn watch_signals() {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};

    // Ignored signals, as with `nohup`, must not end the program.
    let ending = [SIGINT, SIGTERM, SIGHUP].into_iter().filter(|signal| !is_ignored(*signal));
    // If signals can't be watched, the next run removes the files.
    let Ok(mut signals) = signal_hook::iterator::Signals::new(ending) else { return };
    std::thread::spawn(move || {
        for signal in signals.forever() {
            // Locked to the end, so that no file is begun or moved to its place meanwhile.
            let unfinished = unfinished();
            remove(&unfinished);
            let _ = signal_hook::low_level::emulate_default_handler(signal);
        }
    });
}

#[cfg(not(unix))]
fn watch_signals() {}

/// Returns `true` if the program was started with the signal ignored, according to `/proc`; `false` without `/proc`.
#[cfg(unix)]
fn is_ignored(signal: i32) -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    ignored.is_some_and(|mask| mask >> (signal - 1) & 1 == 1)
}

/// Removes unfinished files when the program panics, since nothing is dropped if the panic aborts it.
fn remove_when_panicking() {
    let told = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        // After a panic under this lock, the next run removes the files.
        if let Ok(unfinished) = UNFINISHED.try_lock() {
            remove(&unfinished);
        }
        told(panic);
    }));
}

/// Raises the limit of open files to the system's maximum, since all files of a folder are open until all are written.
#[cfg(unix)]
fn open_many() {
    static RAISE: Once = Once::new();
    // If it can't be raised, fewer files can be written at a time, which is reported.
    RAISE.call_once(|| drop(rlimit::increase_nofile_limit(u64::MAX)));
}

#[cfg(not(unix))]
fn open_many() {}

/// A file that is being written.
#[derive(Debug)]
pub(super) struct StagedFile {
    /// Its temporary path; `None` once it is in its place, and for a device or a pipe.
    at: Option<PathBuf>,
    place: PathBuf,
    /// Locked as long as it is open, so that other runs know that it is not a leftover.
    file: File,
}

impl StagedFile {
    /// Begins the file for a place.
    pub(super) fn begin(place: &Path) -> Result<Self, Failure> {
        // A link stays a link, to the new text.
        let place = place.canonicalize().unwrap_or_else(|_| place.to_owned());
        StagedFile::open(&place).map_err(|error| unwritable(&place, &error))
    }

    /// Writes its whole text and flushes it to disk.
    pub(super) fn with(mut self, text: &str) -> Result<Self, Failure> {
        self.push(text)?;
        self.finish()?;
        Ok(self)
    }

    fn open(place: &Path) -> io::Result<Self> {
        let (place, known) = (place.to_owned(), fs::metadata(place).ok());
        if known.is_some_and(|known| !known.is_file()) {
            // A device or a pipe, which can't be replaced.
            let file = fs::OpenOptions::new().write(true).open(&place)?;
            return Ok(StagedFile { at: None, place, file });
        }
        open_many();
        let at = place.with_file_name(part(place.file_name().unwrap_or_default()));
        let mut unfinished = unfinished();
        let file = fs::OpenOptions::new().write(true).create_new(true).open(&at)?;
        unfinished.insert(at.clone());
        // Some file systems know no locks.
        let _ = file.try_lock();
        Ok(StagedFile { at: Some(at), place, file })
    }

    /// Writes a part of its text.
    pub(super) fn push(&mut self, text: &str) -> Result<(), Failure> {
        match self.file.write_all(text.as_bytes()) {
            // The reader of a pipe, such as `head`, may have closed it.
            Err(error) if self.at.is_none() && error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
            written => written.map_err(|error| unwritable(&self.place, &error)),
        }
    }

    /// Flushes the file to disk, with the permissions of the one that it replaces.
    pub(super) fn finish(&mut self) -> Result<(), Failure> {
        self.settle().map_err(|error| unwritable(&self.place, &error))
    }

    fn settle(&mut self) -> io::Result<()> {
        if self.at.is_none() {
            return Ok(());
        }
        if let Ok(known) = fs::metadata(&self.place) {
            self.file.set_permissions(known.permissions())?;
        }
        self.file.sync_all()
    }

    /// Moves it to its place.
    pub(super) fn commit(mut self) -> Result<(), Failure> {
        let Some(at) = self.at.as_ref() else { return Ok(()) };
        let mut unfinished = unfinished();
        fs::rename(at, &self.place).map_err(|error| unwritable(&self.place, &error))?;
        unfinished.remove(at);
        self.at = None;
        Ok(())
    }
}

impl Drop for StagedFile {
    fn drop(&mut self) {
        if let Some(at) = &self.at {
            let mut unfinished = unfinished();
            let _ = fs::remove_file(at);
            unfinished.remove(at);
        }
    }
}

/// The number of this run in the names of its unfinished files.
fn run_number() -> u32 {
    // There are no processes there, and a run has all files to itself.
    if cfg!(target_family = "wasm") { 0 } else { std::process::id() }
}

/// The temporary name of a file of this run.
fn part(name: &OsStr) -> OsString {
    let mut part = OsString::from(".");
    part.push(name);
    part.push(format!(".{}.part", run_number()));
    part
}

/// The final name of an unfinished file of any run; `None` if it is none.
fn name_of(part: &str) -> Option<&str> {
    let (name, process) = part.strip_prefix('.')?.strip_suffix(".part")?.rsplit_once('.')?;
    process.parse::<u32>().is_ok().then_some(name)
}

/// Returns `true` if the name is that of an unfinished file of any run.
pub(super) fn is_unfinished(name: &str) -> bool {
    name_of(name).is_some()
}

/// Removes the unfinished files that ended runs left in a folder, for files about to be written. Failures do no harm.
pub(super) fn remove_leftovers(folder: &Path, is_written: impl Fn(&str) -> bool) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        if name.to_str().and_then(name_of).is_some_and(&is_written) && is_left(&entry.path()) {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Returns `true` if no run is writing the file.
fn is_left(part: &Path) -> bool {
    File::options().write(true).open(part).is_ok_and(|file| file.try_lock().is_ok())
}

/// The failure of writing a file.
pub(super) fn unwritable(path: &Path, error: &io::Error) -> Failure {
    Failure::new(
        format!("{} can't be written: {error}.", shown(path)),
        "Check the path, that you may write there, and that there is room.",
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_leaves_no_unfinished_file() {
        let folder = std::env::temp_dir().join(format!("spanwise-staged-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        remove_when_ended();
        let files = || fs::read_dir(&folder).unwrap().count();
        let staged = StagedFile::begin(&folder.join("out.json")).unwrap();
        assert_eq!(files(), 1);
        // As after an aborting panic: nothing is dropped.
        std::mem::forget(staged);
        let panicked = std::panic::catch_unwind(|| panic!("on purpose"));
        assert!(panicked.is_err());
        assert_eq!(files(), 0);
        fs::remove_dir_all(&folder).unwrap();
    }
}
