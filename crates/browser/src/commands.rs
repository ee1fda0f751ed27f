//! The command line in a worker: `public/commands.js`, loaded when a page first needs it.
//!
//! The program is the one of `crates/cli`, compiled for WASI, on files in memory. So what a page computes or converts is
//! what the command line does, to the last digit.

use std::sync::Arc;

use js_sys::{Array, Function, Uint8Array};
use wasm_bindgen::prelude::*;

use super::objects::member;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(catch, js_namespace = spanwise, js_name = load)]
    async fn load_script(name: &str) -> Result<JsValue, JsValue>;

    type CommandsModule;

    #[wasm_bindgen(method)]
    fn prepare(this: &CommandsModule, rehearsed: Array, files: Array);

    #[wasm_bindgen(method, catch, js_name = startCommands)]
    fn start(this: &CommandsModule) -> Result<JsCommands, JsValue>;

    #[derive(Debug)]
    type JsCommands;

    #[wasm_bindgen(method)]
    fn keep(this: &JsCommands, files: Array);
    #[wasm_bindgen(method, catch)]
    async fn run(
        this: &JsCommands,
        arguments: Array,
        own: Array,
        told: &Function,
    ) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(method)]
    fn end(this: &JsCommands);
}

/// The folder that commands write into. Paths of results are below it.
pub const OUT: &str = "out";

/// The path of a file, and its text.
pub type PathAndText = (String, Arc<str>);

/// The worker could not be started, or stopped: no connection, no memory, or it was [ended](CommandWorker::end).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CommandsStopped;

/// Progress of a command.
#[derive(Debug, Clone, PartialEq)]
pub struct CommandProgress {
    /// The work at hand, such as `reading` or `γ`.
    pub what: String,
    /// The share of it that is done, from 0 to 1.
    pub share: f64,
    /// The seconds that the rest takes, if they can be estimated.
    pub seconds_left: Option<f64>,
}

/// The outcome of a command.
#[derive(Debug, Clone)]
pub struct CommandOutcome {
    /// Standard output.
    pub output: String,
    /// Standard error, without lines about progress.
    pub errors: String,
    /// The files written below [`OUT`], by their paths in it.
    pub written: Vec<(String, Vec<u8>)>,
    /// A ZIP archive of these, if they are the files of a folder.
    pub archive: Option<Vec<u8>>,
}

/// A worker that runs commands one after another. It ends when this is dropped.
#[derive(Debug)]
pub struct CommandWorker(JsCommands);

impl Drop for CommandWorker {
    fn drop(&mut self) {
        self.end();
    }
}

impl CommandWorker {
    /// Starts a worker.
    ///
    /// # Errors
    /// If its script cannot be loaded, or the browser has no workers.
    pub async fn start() -> Result<Self, CommandsStopped> {
        module().await?.start().map(CommandWorker).map_err(|_| CommandsStopped)
    }

    /// Sets the files that the commands after it read, by their paths; those set before are forgotten.
    pub fn keep(&self, files: &[PathAndText]) {
        self.0.keep(paths_and_contents(files));
    }

    /// Runs a command. Paths of arguments are those of the files kept, and of its `own`, which are forgotten afterwards;
    /// results are written below [`OUT`].
    ///
    /// # Errors
    /// If the worker stopped.
    pub async fn run(
        &self,
        arguments: &[String],
        own: &[PathAndText],
        mut told: impl FnMut(CommandProgress) + 'static,
    ) -> Result<CommandOutcome, CommandsStopped> {
        let told = Closure::<dyn FnMut(JsValue)>::new(move |line: JsValue| {
            if let Some(progress) = progress(&line) {
                told(progress);
            }
        });
        let arguments = texts(arguments);
        let function = told.as_ref().unchecked_ref::<Function>();
        let answer = checked(self.0.run(arguments, paths_and_contents(own), function).await)?;
        let text = |name| member(&answer, name).and_then(|value| value.as_string());
        let (output, errors) = (text("output"), text("errors"));
        let written = member(&answer, "written").unwrap_or_default();
        let archive = member(&answer, "archive").filter(JsValue::is_object);
        Ok(CommandOutcome {
            output: output.unwrap_or_default(),
            errors: errors.unwrap_or_default(),
            written: Array::from(&written).iter().filter_map(|file| written_file(&file)).collect(),
            archive: archive.map(|bytes| Uint8Array::new(&bytes).to_vec()),
        })
    }

    /// Ends the worker, whatever it is at: a command that runs is answered as stopped.
    pub fn end(&self) {
        self.0.end();
    }
}

/// Starts a worker for each of some commands, which it runs on these files, to be quicker at those that are to come. Without
/// a connection, the first of these tells.
pub async fn prepare(rehearsed: &[Vec<String>], files: &[PathAndText]) {
    if let Ok(module) = module().await {
        let rehearsed = rehearsed.iter().map(|arguments| texts(arguments)).collect();
        module.prepare(rehearsed, paths_and_contents(files));
    }
}

fn texts(arguments: &[String]) -> Array {
    arguments.iter().map(|text| JsValue::from_str(text)).collect()
}

async fn module() -> Result<CommandsModule, CommandsStopped> {
    let module = load_script("commands/commands.js").await.map_err(|_| CommandsStopped)?;
    Ok(module.unchecked_into())
}

fn paths_and_contents(files: &[PathAndText]) -> Array {
    let file = |(path, text): &PathAndText| {
        Array::of2(&JsValue::from_str(path), &Uint8Array::from(text.as_bytes()))
    };
    files.iter().map(file).collect()
}

fn progress(line: &JsValue) -> Option<CommandProgress> {
    let number = |name| member(line, name)?.as_f64();
    let (done, of) = (number("done")?, number("of")?);
    let share = if of > 0.0 { (done / of).clamp(0.0, 1.0) } else { 0.0 };
    let seconds_left = number("seconds_left");
    Some(CommandProgress { what: member(line, "progress")?.as_string()?, share, seconds_left })
}

fn written_file(file: &JsValue) -> Option<(String, Vec<u8>)> {
    let file = Array::from(file);
    Some((file.get(0).as_string()?, Uint8Array::new(&file.get(1)).to_vec()))
}

/// The answer of the worker, unless it stopped.
fn checked(answer: Result<JsValue, JsValue>) -> Result<JsValue, CommandsStopped> {
    let answer = answer.map_err(|_| CommandsStopped)?;
    let stopped = member(&answer, "stopped").is_some_and(|stopped| stopped.is_truthy());
    if stopped { Err(CommandsStopped) } else { Ok(answer) }
}
