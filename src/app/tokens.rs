//! The tokenizer that a template names: loads it for the work of the page, and divides the texts of the instances shown.
//!
//! All of this is loaded when a template asks for it. Until the tokens of a text are known, the workspace refuses
//! selections in it.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;

use leptos::prelude::*;
use leptos::task::spawn_local;

use super::context::{App, Session};
use super::fetching::fetch;
use super::lazy::{LazyLoadError, lazily_loaded};
use super::notices::NoticeLevel;
use super::open_work::OpenWork;
use spanwise_annotation::document::Instance;
use spanwise_annotation::store::WorkId;
use spanwise_annotation::tokens::number_tokens;
use spanwise_browser::tokenizer::{TokenizerProblem, TokenizerWorker};
use spanwise_browser::{blobs, inline};
use spanwise_diagnostics::quoted;
use spanwise_i18n::{Message, TextId, say};
use spanwise_limits::LARGEST_TOKENIZER;
use spanwise_links::{Address, tokenizer_file};
use spanwise_text::{Span, Text, Utf16, tokens};

lazily_loaded!(typology_views, load_chosen, fn(App, String, String), take_chosen);

/// Loads the function that takes a tokenizer chosen by a person, by its name and text.
pub(super) async fn chosen_tokenizer() -> Result<fn(App, String, String), LazyLoadError> {
    load_chosen().await
}

/// The work of the page with its tokenizer. `Copy`, like a signal.
#[derive(Clone, Copy)]
struct TokenizedWork {
    session: Session,
    worker: RwSignal<Option<Rc<TokenizerWorker>>, LocalStorage>,
    /// Changes when more texts are divided.
    divided: RwSignal<u32>,
}

/// A tokenizer that was loaded from an address.
struct LoadedTokenizer {
    address: Address,
    worker: Rc<TokenizerWorker>,
}

thread_local! {
    /// The one of the page shown, which has one work that can be changed, at most.
    static WORK: Cell<Option<TokenizedWork>> = const { Cell::new(None) };
    /// The last one, which the next work may ask for too: the builder opens one whenever the template changes.
    static LAST: RefCell<Option<LoadedTokenizer>> = const { RefCell::new(None) };
}

/// Loads the tokenizer of a work and divides the texts of each instance that is shown. The signal returned changes when
/// more texts are divided.
pub(crate) fn divide_texts(session: Session) -> RwSignal<u32> {
    let worker = RwSignal::new_local(None);
    let work = TokenizedWork { session, worker, divided: RwSignal::new(0) };
    WORK.set(Some(work));
    on_cleanup(move || {
        // The next page may be there already.
        if WORK.get().is_some_and(|shown| shown.divided == work.divided) {
            WORK.set(None);
        }
    });
    session.work.update_value(|work| work.workspace.complete_changes_with(number_tokens));
    let texts = Memo::new(move |_| session.instance.with(marked_texts));
    Effect::new(move |_| {
        let Some(worker) = worker.get() else { return };
        let mut texts = texts.get();
        texts.retain(|text| !tokens::are_known(text));
        if !texts.is_empty() {
            spawn_local(divide(work, worker, texts));
        }
    });
    spawn_local(async move {
        match load(session).await {
            Ok(worker) => use_worker(work, worker),
            // The page may be gone.
            Err(advice) => {
                let Some(place) = session.work.try_with_value(|work| quoted(name_in(work))) else {
                    return;
                };
                let why = say!(ProblemPlaceAndAdvice, place, advice);
                session.app().tell(NoticeLevel::Error, say!(TokenizerNotLoaded, why), None);
            }
        }
    });
    work.divided
}

/// The texts that categories mark.
fn marked_texts(instance: &Arc<Instance>) -> Vec<Text> {
    let marked = instance.texts.iter().filter(|text| text.role.side().is_some());
    marked.map(|text| text.text.clone()).collect()
}

fn use_worker(work: TokenizedWork, worker: Rc<TokenizerWorker>) {
    tokens::forget();
    // The page may be gone.
    work.worker.try_set(Some(worker));
}

async fn divide(work: TokenizedWork, worker: Rc<TokenizerWorker>, texts: Vec<Text>) {
    let divided = worker.divide(texts.iter().map(Text::as_str)).await;
    let is_in_use = |used: &Option<_>| used.as_ref().is_some_and(|used| Rc::ptr_eq(used, &worker));
    if work.worker.try_with_untracked(is_in_use) != Some(true) {
        return;
    }
    match divided {
        Ok(ends) => {
            for (text, ends) in texts.iter().zip(&ends) {
                let (pairs, _) = ends.as_chunks();
                let span = |[start, end]: &[u32; 2]| Span::between(Utf16(*start), Utf16(*end));
                tokens::learn(text, &pairs.iter().map(span).collect::<Vec<_>>());
            }
            work.divided.update(|n| *n = n.wrapping_add(1));
        }
        Err(problem) => {
            let why = described(problem);
            work.session.app().tell(NoticeLevel::Error, say!(TokenizerNotDivided, why), None);
        }
    }
}

/// The tokenizer of a work: the file that is kept with it, or else the one that its template names, which is kept then.
async fn load(session: Session) -> Result<Rc<TokenizerWorker>, Message> {
    // The page may be gone.
    let (id, address) = session.work.try_with_value(named).ok_or(TextId::RefusedGone)?;
    if let Some(file) = kept(&id).await {
        return start(&file).await;
    }
    let address = address?;
    let last = LAST.with_borrow(|last| {
        last.as_ref().filter(|last| last.address == address).map(|last| last.worker.clone())
    });
    if let Some(worker) = last {
        return Ok(worker);
    }
    let file = fetch(address.as_str()).await.map_err(|failure| failure.message)?;
    let worker = start(&file).await?;
    LAST.set(Some(LoadedTokenizer { address, worker: worker.clone() }));
    keep(id, file);
    Ok(worker)
}

/// The id of a work, and the address of the tokenizer that its template names.
fn named(work: &OpenWork) -> (WorkId, Result<Address, Message>) {
    let template = Address::parse(&work.template.origin).ok();
    (work.id.clone(), tokenizer_file(name_in(work), template.as_ref()))
}

/// The tokenizer as the template names it.
fn name_in(work: &OpenWork) -> &str {
    work.workspace.template().settings.tokenizer.as_deref().unwrap_or_default()
}

/// The name under which the tokenizer of a work is stored beside it.
pub(super) fn tokenizer_name(work: &WorkId) -> String {
    format!("{work}+tokenizer")
}

async fn kept(work: &WorkId) -> Option<String> {
    let bytes = blobs::get(&tokenizer_name(work)).await.ok()??;
    String::from_utf8(bytes).ok()
}

/// Keeps a tokenizer with a work, for offline use.
fn keep(work: WorkId, file: String) {
    spawn_local(async move {
        // If there is no room it is loaded from its address again; without a network the page says that it is missing.
        let _ = blobs::put(&tokenizer_name(&work), &file).await;
    });
}

async fn start(file: &str) -> Result<Rc<TokenizerWorker>, Message> {
    if inline::is_there() {
        return Err(TextId::TokenizerOneFile.into());
    }
    if file.len() > LARGEST_TOKENIZER {
        let most = (LARGEST_TOKENIZER >> 20).to_string();
        return Err(say!(TokenizerTooLarge, most));
    }
    TokenizerWorker::start(file.as_bytes()).await.map(Rc::new).map_err(described)
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

/// Returns `true` if a JSON file is a tokenizer, judged by a name that all of them have.
pub(super) fn is_tokenizer(json: &str) -> bool {
    json.contains("\"added_tokens\"")
}

/// Takes a tokenizer that a person chose: divides the texts of the work of the page by it, and keeps it in the place of the
/// template's.
fn take_chosen(app: App, name: String, file: String) {
    let Some(work) = WORK.get() else {
        return app.tell(NoticeLevel::Error, say!(TokenizerNotAskedFor, name), None);
    };
    let id = work.session.work.with_value(|work| work.id.clone());
    spawn_local(async move {
        match start(&file).await {
            Ok(worker) => {
                use_worker(work, worker);
                keep(id, file);
                app.tell(NoticeLevel::Info, say!(TokenizerUsed, name), None);
            }
            Err(why) => {
                let message = say!(ProblemPlaceAndAdvice, place = quoted(&name), advice = why);
                app.tell(NoticeLevel::Error, message, None);
            }
        }
    });
}
