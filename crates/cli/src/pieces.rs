//! What a format writes, on its way to its place while it is written: a single file is never in memory as a whole.

use std::io::{self, Write};

use super::files::{Output, inside, is_standard, shown};
use super::report::{Console, Failure};
use super::staged::Staged;
use spanwise_interchange::{File, Format, Sink};

/// Bytes that are written at a time.
const BLOCK: usize = 1 << 18;

/// Takes what is written. Nothing takes its place before it is [committed](Pieces::commit), but for what goes to standard
/// output or to a pipe, unless it may be refused.
pub(super) struct Pieces<'a> {
    output: &'a Output<'a>,
    may_be_refused: bool,
    to: To,
    /// What waits until it is a block.
    block: String,
    /// The files of a folder: most are short.
    files: Vec<File>,
    failure: Option<Failure>,
    /// Why standard output could not be written.
    broken: Option<io::Error>,
}

/// Where a single file goes.
enum To {
    /// There is none.
    Nowhere,
    Place(Staged),
    Standard,
    /// It waits in the block.
    Waiting,
}

impl<'a> Pieces<'a> {
    pub(super) fn new(output: &'a Output<'a>, may_be_refused: bool) -> Self {
        Pieces {
            output,
            may_be_refused,
            to: To::Nowhere,
            block: String::new(),
            files: Vec::new(),
            failure: None,
            broken: None,
        }
    }

    /// Where the single file is to go.
    fn place(&self) -> Result<To, Failure> {
        if is_standard(self.output.path()) {
            return Ok(if self.may_be_refused { To::Waiting } else { To::Standard });
        }
        // A pipe takes no place: what it gets is not taken back.
        if self.may_be_refused && self.output.is_stream() {
            return Ok(To::Waiting);
        }
        self.output.staged().map(To::Place)
    }

    fn flush(&mut self) {
        let written = match &mut self.to {
            To::Nowhere | To::Waiting => return,
            To::Place(staged) => staged.push(&self.block),
            To::Standard => {
                let mut stdout = io::stdout().lock();
                let written = stdout.write_all(self.block.as_bytes()).and_then(|()| stdout.flush());
                // Whoever read it, such as `head`, has enough.
                let broken = written.err().filter(|e| e.kind() != io::ErrorKind::BrokenPipe);
                self.broken = self.broken.take().or(broken);
                Ok(())
            }
        };
        self.failure = self.failure.take().or(written.err());
        self.block.clear();
    }

    /// Puts what was written in its place; says where that is.
    pub(super) fn commit(
        mut self,
        of: &Format,
        console: &mut Console,
    ) -> Result<Vec<String>, Failure> {
        self.flush();
        if let Some(failure) = self.failure {
            return Err(failure);
        }
        let path = self.output.path();
        if let To::Nowhere = self.to {
            if is_standard(path) {
                return Err(Failure::new(
                    format!(
                        "{} is {} files here, which `-` can't take.",
                        of.name,
                        self.files.len()
                    ),
                    "Name a folder.",
                ));
            }
            self.output.write_folder(&self.files)?;
            return Ok(self.files.iter().map(|file| shown(&path.join(&file.path))).collect());
        }
        if !self.files.is_empty() {
            // A file without a name has no place among others.
            inside(path, "")?;
        }
        match self.to {
            To::Place(mut staged) => {
                staged.finish()?;
                staged.commit()?;
            }
            To::Waiting => self.output.write(&self.block, console)?,
            To::Nowhere | To::Standard => {}
        }
        if let Some(error) = self.broken {
            console.output_failed(error);
        }
        Ok(vec![shown(path)])
    }
}

impl Sink for Pieces<'_> {
    fn begin(&mut self, path: &str) {
        if !path.is_empty() {
            return Sink::begin(&mut self.files, path);
        }
        match self.place() {
            Ok(to) => self.to = to,
            Err(failure) => {
                self.to = To::Waiting;
                self.failure = Some(failure);
            }
        }
    }

    fn push(&mut self, text: &str) {
        if !self.files.is_empty() {
            return Sink::push(&mut self.files, text);
        }
        self.block.push_str(text);
        if self.block.len() >= BLOCK {
            self.flush();
        }
    }

    fn file(&mut self, file: File) {
        if file.path.is_empty() {
            self.begin("");
            return self.push(&file.text);
        }
        Sink::file(&mut self.files, file);
    }
}
