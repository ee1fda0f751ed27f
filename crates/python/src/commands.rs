//! Commands of the command line.

use std::ffi::OsString;
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use spanwise_cli::{Unanswered, Watch};

/// The time between two looks for signals, such as Ctrl+C.
const PATIENCE: Duration = Duration::from_millis(20);

/// The time that a stopped command has to end, which it does at its next step; after it, it is left to end by itself.
const GRACE: Duration = Duration::from_secs(1);

/// The stack of a thread: that of a program's main thread, for which limits of nesting are made.
const STACK: usize = 8 << 20;

/// The program's name, the first of its arguments.
const PROGRAM: &str = "spanwise";

/// What a running command says.
enum CommandEvent {
    Progress { what: String, done: u64, total: u64 },
    Ended(Result<String, Unanswered>),
}

/// The watch of a command that Python asked for.
struct CommandWatch {
    cancelled: AtomicBool,
    told: Sender<CommandEvent>,
}

impl fmt::Debug for CommandWatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CommandWatch").field("cancelled", &self.cancelled).finish_non_exhaustive()
    }
}

impl Watch for CommandWatch {
    fn progressed(&self, what: &str, done: u64, total: u64) {
        // Nobody listens to a command that was abandoned.
        let _ = self.told.send(CommandEvent::Progress { what: what.to_owned(), done, total });
    }

    fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
    }
}

/// The threads of a process. A forked process has none of its parent's.
static THREADS: Mutex<Option<(u32, Arc<ThreadPool>)>> = Mutex::new(None);

fn threads() -> PyResult<Arc<ThreadPool>> {
    let mut threads = THREADS.lock().unwrap_or_else(PoisonError::into_inner);
    let process = std::process::id();
    match threads.take() {
        Some((of, pool)) if of == process => {
            *threads = Some((of, Arc::clone(&pool)));
            return Ok(pool);
        }
        // Dropping it would wait for threads that there are not.
        inherited => std::mem::forget(inherited),
    }
    let pool = ThreadPoolBuilder::new().stack_size(STACK).build();
    let pool = Arc::new(pool.map_err(|error| PyRuntimeError::new_err(error.to_string()))?);
    *threads = Some((process, Arc::clone(&pool)));
    Ok(pool)
}

/// Runs a command of the command line and returns its JSON object.
///
/// `progress` is called with what is done, the number of steps done, and their total. The GIL is released meanwhile; an
/// exception of a signal's handler (`KeyboardInterrupt`) or of `progress` stops the command and is raised.
#[pyfunction]
pub(crate) fn run(
    py: Python<'_>,
    arguments: Vec<OsString>,
    progress: Option<Py<PyAny>>,
) -> PyResult<String> {
    let pool = threads()?;
    let (told, events) = channel();
    let watch = Arc::new(CommandWatch { cancelled: AtomicBool::new(false), told: told.clone() });
    let watched = Arc::clone(&watch);
    let work = move || {
        let arguments = std::iter::once(OsString::from(PROGRAM)).chain(arguments);
        let answer = pool.install(|| spanwise_cli::answer(arguments, watched));
        // Nobody waits for the answer of a command that was abandoned.
        let _ = told.send(CommandEvent::Ended(answer));
    };
    std::thread::Builder::new().stack_size(STACK).spawn(work)?;
    py.detach(move || wait(&watch, &events, progress.as_ref()))
}

/// Waits for the answer, without the GIL but where Python has a say.
fn wait(
    watch: &CommandWatch,
    events: &Receiver<CommandEvent>,
    progress: Option<&Py<PyAny>>,
) -> PyResult<String> {
    loop {
        let said = match events.recv_timeout(PATIENCE) {
            Ok(CommandEvent::Ended(answer)) => return ended(answer),
            Ok(CommandEvent::Progress { what, done, total }) => Python::attach(|py| {
                let told = progress.map(|progress| progress.call1(py, (what, done, total)));
                told.transpose().and_then(|_| py.check_signals())
            }),
            Err(RecvTimeoutError::Timeout) => Python::attach(|py| py.check_signals()),
            // Its thread panicked, which it has said on standard error.
            Err(RecvTimeoutError::Disconnected) => {
                return Err(PyRuntimeError::new_err("The command ended by a bug of Spanwise."));
            }
        };
        if let Err(raised) = said {
            watch.cancelled.store(true, Ordering::Relaxed);
            wait_for_end(events);
            return Err(raised);
        }
    }
}

/// Waits until a stopped command has ended, so that it writes no file any more, but not for long.
fn wait_for_end(events: &Receiver<CommandEvent>) {
    let until = Instant::now() + GRACE;
    while let Ok(CommandEvent::Progress { .. }) =
        events.recv_timeout(until.saturating_duration_since(Instant::now()))
    {}
}

fn ended(answer: Result<String, Unanswered>) -> PyResult<String> {
    answer.map_err(|unanswered| match unanswered {
        Unanswered::WrongUsage(_) => PyValueError::new_err(unanswered.to_string()),
        Unanswered::Cancelled | Unanswered::NoJson(_) => {
            PyRuntimeError::new_err(unanswered.to_string())
        }
    })
}

/// Runs the command line as a program does and returns its exit code. `arguments` are those after the program's name.
#[pyfunction]
pub(crate) fn command(py: Python<'_>, arguments: Vec<OsString>) -> u8 {
    let arguments = std::iter::once(OsString::from(PROGRAM)).chain(arguments);
    py.detach(|| spanwise_cli::run(arguments))
}
