//! The tokens of plain texts: loads the tokenizer that a template names, and divides the texts of the instances shown.
//!
//! All but [`follow`] is loaded when a template asks for it. Until the tokens of a text are known, the workspace refuses
//! selections in it.

use std::rc::Rc;

use leptos::prelude::*;
use leptos::task::spawn_local;

use super::context::{Session, SessionRole};
use super::fetching::fetch;
use super::lazy::lazily_loaded;
use super::notices::NoticeLevel;
use spanwise_annotation::document::TextName;
use spanwise_browser::tokenizer::{TokenizerProblem, TokenizerWorker};
use spanwise_browser::{blobs, inline, location};
use spanwise_diagnostics::quoted;
use spanwise_i18n::{Message, TextId, say};
use spanwise_limits::LARGEST_TOKENIZER;
use spanwise_links::Address;
use spanwise_text::{Span, Text, Utf16};

/// The tokenizer of a session.
#[derive(Debug, Clone, Default)]
pub(super) enum TokenizerState {
    /// It has not been asked for.
    #[default]
    Unused,
    /// It is being loaded.
    Loading,
    /// It runs.
    Ready(Rc<TokenizerWorker>),
    /// It could not be loaded, which the page has said.
    Missing,
}

/// The lazily loaded functions.
#[derive(Clone, Copy)]
struct Tokenizing {
    divide: fn(Session),
    use_file: fn(Session, String, String),
}

lazily_loaded!(tokens, tokenizing, Tokenizing, Tokenizing { divide, use_file });

impl Session {
    /// Returns `true` if spans are made of the tokens of a tokenizer.
    #[must_use]
    pub fn has_tokenizer(self) -> bool {
        self.role == SessionRole::Editor
            && self.template.with_value(|template| template.settings.tokenizer.is_some())
    }
}

/// Divides the texts of each instance that is shown into tokens, if the template has a tokenizer.
pub(super) fn follow(session: Session) {
    if !session.has_tokenizer() {
        return;
    }
    let at = Memo::new(move |_| session.view.with(|view| view.instance));
    Effect::new(move |_| {
        at.get();
        spawn_local(async move {
            match tokenizing().await {
                Ok(tokenizing) => (tokenizing.divide)(session),
                Err(_) => session.app().tell(NoticeLevel::Error, TextId::FailurePart, None),
            }
        });
    });
}

/// Divides the texts of the instance shown and of the next one, once the tokenizer is loaded.
fn divide(session: Session) {
    // The page may be gone.
    match session.tokenizer.try_get_value() {
        Some(TokenizerState::Unused) => {
            session.tokenizer.set_value(TokenizerState::Loading);
            spawn_local(load(session));
        }
        Some(TokenizerState::Ready(worker)) => spawn_local(divide_shown(session, worker)),
        Some(TokenizerState::Loading | TokenizerState::Missing) | None => {}
    }
}

async fn load(session: Session) {
    let loaded = match file_of(session).await {
        Ok(file) => start(&file).await,
        Err(why) => Err(why),
    };
    match loaded {
        Ok(worker) => use_worker(session, worker),
        Err(why) => tell_missing(session, why),
    }
}

fn use_worker(session: Session, worker: TokenizerWorker) {
    session.tokenizer.try_set_value(TokenizerState::Ready(Rc::new(worker)));
    divide(session);
}

/// Says why there are no tokens.
fn tell_missing(session: Session, why: Message) {
    // The page may be gone.
    if session.tokenizer.try_set_value(TokenizerState::Missing).is_none() {
        session.app().tell(NoticeLevel::Error, say!(TokenizerNotLoaded, why), None);
    }
}

/// The tokenizer's file from its address or, if that cannot be had, as it was kept on this device.
async fn file_of(session: Session) -> Result<String, Message> {
    let address = address_of(session)?;
    match fetch(&address).await {
        Ok(file) => {
            keep(&address, &file);
            Ok(file)
        }
        Err(failure) => {
            let kept = blobs::get(&kept_name(&address)).await.ok().flatten();
            kept.and_then(|bytes| String::from_utf8(bytes).ok()).ok_or(failure.message)
        }
    }
}

/// The address of the tokenizer's file. It is resolved against that of the template when the work is begun, and kept with
/// the work, which does not know later where its template was.
fn address_of(session: Session) -> Result<String, Message> {
    let known = session.work.try_with_value(|work| {
        let reference = work.workspace.template().settings.tokenizer.clone();
        (work.meta.tokenizer.clone(), work.template.origin.clone(), reference.unwrap_or_default())
    });
    // The page may be gone.
    let (kept, origin, reference) = known.ok_or(TextId::RefusedGone)?;
    if let Some(address) = kept {
        return Ok(address);
    }
    let base = Address::parse(&origin).or_else(|_| Address::parse(&location::address()));
    let address = base
        .and_then(|base| base.join(&reference))
        .map_err(|problem| problem.message(&reference))?;
    session.work.try_update_value(|work| {
        work.meta.tokenizer = Some(address.as_str().to_owned());
        work.write_meta();
    });
    Ok(address.as_str().to_owned())
}

/// The name of a tokenizer's file among the texts on this device.
fn kept_name(address: &str) -> String {
    format!("tokenizer {address}")
}

/// Keeps a tokenizer's file for offline use.
fn keep(address: &str, file: &str) {
    let (name, file) = (kept_name(address), file.to_owned());
    spawn_local(async move {
        // It is read again from its address, unless there is no network: then the page says that it is missing.
        let _ = blobs::put(&name, &file).await;
    });
}

async fn start(file: &str) -> Result<TokenizerWorker, Message> {
    if inline::is_there() {
        return Err(TextId::TokenizerOneFile.into());
    }
    if file.len() > LARGEST_TOKENIZER {
        let most = (LARGEST_TOKENIZER >> 20).to_string();
        return Err(say!(TokenizerTooLarge, most));
    }
    TokenizerWorker::start(file.as_bytes()).await.map_err(described)
}

fn described(problem: TokenizerProblem) -> Message {
    match problem {
        TokenizerProblem::Stopped => TextId::TokenizerStopped.into(),
        TokenizerProblem::NotJson => TextId::TokenizerNotJson.into(),
        TokenizerProblem::NoModel => TextId::TokenizerNoModel.into(),
        TokenizerProblem::Part { part, kind } => say!(TokenizerPart, part, kind),
        TokenizerProblem::Other(said) => Message::Verbatim(said),
    }
}

async fn divide_shown(session: Session, worker: Rc<TokenizerWorker>) {
    let shown = session.view.try_with_untracked(|view| view.instance);
    for at in shown.into_iter().flat_map(|shown| [shown, shown + 1]) {
        let ask = |work: &super::open_work::OpenWork| work.workspace.texts_without_tokens(at);
        let texts = session.work.try_with_value(ask).unwrap_or_default();
        if texts.is_empty() {
            continue;
        }
        match worker.divide(texts.iter().map(|(_, text)| text.as_str())).await {
            Ok(ends) => take_over(session, at, texts, &ends),
            Err(TokenizerProblem::Stopped) => {
                return tell_missing(session, TextId::TokenizerStopped.into());
            }
            Err(problem) if Some(at) == shown => {
                let why = described(problem);
                session.app().tell(NoticeLevel::Error, say!(TokenizerNotDivided, why), None);
            }
            // It is said when the instance is shown.
            Err(_) => {}
        }
    }
}

/// Gives the texts of an instance their tokens, by the ends of these in UTF-16.
fn take_over(session: Session, at: usize, texts: Vec<(TextName, Text)>, ends: &[Vec<u32>]) {
    let with_tokens = |((name, text), ends): ((TextName, Text), &Vec<u32>)| {
        let (pairs, _) = ends.as_chunks();
        let spans: Vec<Span> =
            pairs.iter().map(|[start, end]| Span::between(Utf16(*start), Utf16(*end))).collect();
        (name, text.with_tokens(&spans))
    };
    let texts = texts.into_iter().zip(ends).map(with_tokens).collect();
    // The page may be gone.
    let set = session.work.try_update_value(|work| work.workspace.set_tokens(at, texts));
    if set.is_some() {
        session.publish();
    }
}

/// Returns `true` if a JSON file is a tokenizer, judged by the names in it.
pub(super) fn is_tokenizer(json: &str) -> bool {
    json.trim_start().starts_with('{')
        && json.contains("\"added_tokens\"")
        && json.contains("\"model\"")
}

/// Divides the texts of a work by a tokenizer that a person chose.
pub(super) fn take_file(session: Session, name: String, file: String) {
    spawn_local(async move {
        match tokenizing().await {
            Ok(tokenizing) => (tokenizing.use_file)(session, name, file),
            Err(_) => session.app().tell(NoticeLevel::Error, TextId::FailurePart, None),
        }
    });
}

/// Divides the texts of a work by a tokenizer, and keeps it in the place of the template's.
fn use_file(session: Session, name: String, file: String) {
    spawn_local(async move {
        let app = session.app();
        match start(&file).await {
            Ok(worker) => {
                if let Ok(address) = address_of(session) {
                    keep(&address, &file);
                }
                let forgotten =
                    session.work.try_update_value(|work| work.workspace.forget_tokens());
                // The page may be gone.
                if forgotten.is_none() {
                    return;
                }
                use_worker(session, worker);
                app.tell(NoticeLevel::Info, say!(TokenizerUsed, name), None);
            }
            Err(why) => {
                let message = say!(ProblemPlaceAndAdvice, place = quoted(&name), advice = why);
                app.tell(NoticeLevel::Error, message, None);
            }
        }
    });
}
