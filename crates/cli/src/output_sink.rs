//! The sink that formats write into: output goes to its file block by block, so that a large file is never in memory as a whole.

use std::io::{self, Write};
use std::path::PathBuf;

use super::files::{BLOCK, OutputPath, inside, remove_leftovers};
use super::paths::{is_standard, shown};
use super::report::{Console, Failure};
use super::staged::StagedFile;
use spanwise_interchange::{FileLayout, Format, Sink};

/// The name, without extension, of the file of all records in a folder. To no format is it that of an annotator.
const WHOLE: &str = "all";

/// The output of a format. No file is replaced before it is [committed](OutputSink::commit). Standard output and pipes
/// are written at once, unless the output may be refused.
pub(super) struct OutputSink<'a> {
    format: &'static Format,
    output: &'a OutputPath<'a>,
    may_be_refused: bool,
    to: Destination,
    /// Text to be written once it fills a block.
    block: String,
    /// The files of a folder. Most are short, and wait until the folder may be written.
    files: Vec<FolderFile>,
    /// `true` once the folder is made.
    has_folder: bool,
    failure: Option<Failure>,
    /// The error of writing standard output.
    broken: Option<io::Error>,
}

/// A file of a folder.
struct FolderFile {
    path: String,
    /// Text that is not written yet.
    text: String,
    /// Its staged file, if the text is too long to wait.
    to: Option<StagedFile>,
}

/// The destination of a single file.
enum Destination {
    /// There is none.
    Nowhere,
    Place(StagedFile),
    Standard,
    /// The text waits in the block.
    Waiting,
}

impl<'a> OutputSink<'a> {
    pub(super) fn new(
        format: &'static Format,
        output: &'a OutputPath<'a>,
        may_be_refused: bool,
    ) -> Self {
        OutputSink {
            format,
            output,
            may_be_refused,
            to: Destination::Nowhere,
            block: String::new(),
            files: Vec::new(),
            has_folder: false,
            failure: None,
            broken: None,
        }
    }

    /// The destination of the single file.
    fn place(&self) -> Result<Destination, Failure> {
        if is_standard(self.output.path()) {
            return Ok(if self.may_be_refused {
                Destination::Waiting
            } else {
                Destination::Standard
            });
        }
        // Text written to a pipe can't be taken back.
        if self.may_be_refused && self.output.is_stream() {
            return Ok(Destination::Waiting);
        }
        self.output.staged().map(Destination::Place)
    }

    fn flush(&mut self) {
        let written = match &mut self.to {
            Destination::Nowhere | Destination::Waiting => return,
            Destination::Place(staged) => staged.push(&self.block),
            Destination::Standard => {
                let mut stdout = io::stdout().lock();
                let written = stdout.write_all(self.block.as_bytes()).and_then(|()| stdout.flush());
                // The reader, such as `head`, closed it.
                let broken = written.err().filter(|e| e.kind() != io::ErrorKind::BrokenPipe);
                self.broken = self.broken.take().or(broken);
                Ok(())
            }
        };
        self.failure = self.failure.take().or(written.err());
        self.block.clear();
    }

    /// Writes the waiting text of the last file of the folder.
    fn flush_part(&mut self) -> Result<(), Failure> {
        let Some(part) = self.files.last_mut() else { return Ok(()) };
        if !self.has_folder {
            self.output.begin_folder()?;
            self.has_folder = true;
        }
        let staged = match part.to.take() {
            Some(staged) => staged,
            None => self.output.begin_in_folder(&part.path)?,
        };
        let written = part.to.insert(staged).push(&part.text);
        part.text.clear();
        written
    }

    /// Moves the files of a folder to their places, each complete before the first is moved.
    fn commit_folder(mut self) -> Result<Vec<String>, Failure> {
        let folder = self.output.path();
        // Names that lead out of the folder are refused before anything is made.
        let places = self.files.iter().map(|part| inside(folder, &part.path));
        let places = places.collect::<Result<Vec<_>, _>>()?;
        if !self.has_folder {
            self.output.begin_folder()?;
        }
        remove_leftovers(places.iter().map(PathBuf::as_path));
        let mut all = Vec::new();
        for part in std::mem::take(&mut self.files) {
            let mut staged = match part.to {
                Some(staged) => staged,
                None => self.output.begin_in_folder(&part.path)?,
            };
            staged.push(&part.text)?;
            staged.finish()?;
            all.push(staged);
        }
        all.into_iter().try_for_each(StagedFile::commit)?;
        Ok(places.iter().map(|place| shown(place)).collect())
    }

    /// Moves the output to its place and returns the paths written.
    pub(super) fn commit(mut self, console: &mut Console) -> Result<Vec<String>, Failure> {
        self.flush();
        if let Some(failure) = self.failure {
            return Err(failure);
        }
        let path = self.output.path();
        if let Destination::Nowhere = self.to {
            if is_standard(path) {
                return Err(Failure::new(
                    format!(
                        "{} is {} files here, which `-` can't take.",
                        self.format.name,
                        self.files.len()
                    ),
                    "Name a folder.",
                ));
            }
            return self.commit_folder();
        }
        if !self.files.is_empty() {
            // A file without a name has no place among others.
            inside(path, "")?;
        }
        match self.to {
            Destination::Place(mut staged) => {
                staged.finish()?;
                staged.commit()?;
            }
            Destination::Waiting => self.output.write(&self.block, console)?,
            Destination::Nowhere | Destination::Standard => {}
        }
        if let Some(error) = self.broken {
            console.output_failed(error);
        }
        Ok(vec![shown(path)])
    }
}

impl Sink for OutputSink<'_> {
    fn begin(&mut self, path: &str) {
        let is_in_folder =
            self.format.layout == FileLayout::Folder && self.output.is_named_as_folder();
        if !path.is_empty() || is_in_folder {
            let path = match path {
                "" => format!("{WHOLE}.{}", self.format.extension),
                path => path.to_owned(),
            };
            return self.files.push(FolderFile { path, text: String::new(), to: None });
        }
        match self.place() {
            Ok(to) => self.to = to,
            Err(failure) => {
                self.to = Destination::Waiting;
                self.failure = Some(failure);
            }
        }
    }

    fn push(&mut self, text: &str) {
        if let Some(part) = self.files.last_mut() {
            part.text.push_str(text);
            // No folder is made for output that may be refused.
            if part.text.len() >= BLOCK && !self.may_be_refused && self.failure.is_none() {
                self.failure = self.flush_part().err();
            }
            return;
        }
        self.block.push_str(text);
        if self.block.len() >= BLOCK {
            self.flush();
        }
    }
}
