//! Folders that a person dropped, and the files in them with their paths.

use js_sys::{Array, Function, Promise, Reflect};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{
    DataTransfer, DataTransferItem, File, FileSystemDirectoryEntry, FileSystemEntry,
    FileSystemFileEntry,
};

use super::BrowserError;

/// A file or a folder that a person chose or dropped.
#[derive(Debug, Clone)]
pub enum ChosenItem {
    /// A file.
    File(File),
    /// A folder, of which nothing is read yet.
    Folder(FileSystemDirectoryEntry),
}

impl ChosenItem {
    /// The name, without a path.
    #[must_use]
    pub fn name(&self) -> String {
        match self {
            ChosenItem::File(file) => file.name(),
            ChosenItem::Folder(folder) => folder.name(),
        }
    }

    /// The files, those of a folder sorted by path; hidden ones are left out.
    ///
    /// # Errors
    /// If the browser cannot read a folder.
    pub async fn files(self) -> Result<Vec<ChosenFile>, BrowserError> {
        match self {
            ChosenItem::File(file) => Ok(vec![ChosenFile { path: path_of(&file), file }]),
            ChosenItem::Folder(folder) => files_within(folder).await,
        }
    }
}

/// A file with its path.
#[derive(Debug, Clone)]
pub struct ChosenFile {
    /// The path, from the folder that was chosen on; the name of a file that was chosen alone.
    pub path: String,
    /// The file.
    pub file: File,
}

/// The files and folders that are dropped. To be called while the event is handled: later, the browser has let go of them.
#[must_use]
pub fn dropped(transfer: &DataTransfer) -> Vec<ChosenItem> {
    let items = transfer.items();
    (0..items.length()).filter_map(|at| chosen_item(&items.get(at)?)).collect()
}

fn chosen_item(item: &DataTransferItem) -> Option<ChosenItem> {
    let entry = item.webkit_get_as_entry().ok().flatten();
    match entry.filter(FileSystemEntry::is_directory) {
        Some(folder) => Some(ChosenItem::Folder(folder.unchecked_into())),
        None => item.get_as_file().ok().flatten().map(ChosenItem::File),
    }
}

/// The path of a file of a folder that was chosen in a field, else its name.
fn path_of(file: &File) -> String {
    let path = Reflect::get(file, &JsValue::from_str("webkitRelativePath")).ok();
    let path = path.and_then(|path| path.as_string()).filter(|path| !path.is_empty());
    path.unwrap_or_else(|| file.name())
}

async fn files_within(folder: FileSystemDirectoryEntry) -> Result<Vec<ChosenFile>, BrowserError> {
    let (mut folders, mut files) = (vec![folder], Vec::new());
    while let Some(folder) = folders.pop() {
        for entry in entries_of(&folder).await? {
            if entry.name().starts_with('.') {
                continue;
            }
            if entry.is_directory() {
                folders.push(entry.unchecked_into());
                continue;
            }
            let path = entry.full_path().trim_start_matches('/').to_owned();
            let entry: FileSystemFileEntry = entry.unchecked_into();
            let file = answered(|done, failed| {
                entry.file_with_callback_and_callback(done, failed);
                Ok(())
            });
            files.push(ChosenFile { path, file: file.await?.unchecked_into() });
        }
    }
    files.sort_by(|one, other| one.path.cmp(&other.path));
    Ok(files)
}

async fn entries_of(
    folder: &FileSystemDirectoryEntry,
) -> Result<Vec<FileSystemEntry>, BrowserError> {
    let reader = folder.create_reader();
    let mut all = Vec::new();
    loop {
        let some =
            answered(|done, failed| reader.read_entries_with_callback_and_callback(done, failed));
        let some: Array = some.await?.unchecked_into();
        if some.length() == 0 {
            return Ok(all);
        }
        all.extend(some.iter().map(JsValue::unchecked_into::<FileSystemEntry>));
    }
}

/// The value that a function of the browser hands to the first of its callbacks, or the error that it hands to the second.
async fn answered(
    ask: impl Fn(&Function, &Function) -> Result<(), JsValue>,
) -> Result<JsValue, BrowserError> {
    let promise = Promise::new(&mut |done, failed| {
        if let Err(error) = ask(&done, &failed) {
            drop(failed.call1(&JsValue::NULL, &error));
        }
    });
    Ok(JsFuture::from(promise).await?)
}
