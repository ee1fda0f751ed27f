//! IndexedDB: large texts, and the durable store.

use std::pin::pin;
use std::task::{Context, Waker};

use js_sys::Promise;
use spanwise_annotation::store::{
    KeyValue, MemoryStore, MirrorBatch, MirroredStore, StorageKey, WorkId, WorkKeyPart,
};
use spanwise_browser::blobs;
use spanwise_browser::durable::DurableStore;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use wasm_bindgen_futures::JsFuture;
use wasm_bindgen_test::wasm_bindgen_test;
use web_sys::{IdbDatabase, IdbFactory, IdbOpenDbRequest};

/// The database of the app, as it calls it.
const NAME: &str = "spanwise";

fn factory() -> IdbFactory {
    web_sys::window().unwrap().indexed_db().unwrap().unwrap()
}

/// Waits until a database is opened or deleted. Panics if another connection blocks that.
async fn settle(request: &IdbOpenDbRequest) {
    let settled = Promise::new(&mut |resolve, reject| {
        request.set_onsuccess(Some(&resolve));
        request.set_onerror(Some(&reject));
        request.set_onblocked(Some(&reject));
    });
    JsFuture::from(settled).await.unwrap();
}

async fn delete_database() {
    settle(&factory().delete_database(NAME).unwrap()).await;
}

/// Opens the database as another version of the app would.
async fn open_version(version: u32, create: &'static [&'static str]) -> IdbDatabase {
    let request = factory().open_with_u32(NAME, version).unwrap();
    let upgraded = request.clone();
    let upgrade = Closure::once_into_js(move || {
        let database: IdbDatabase = upgraded.result().unwrap().unchecked_into();
        for object_store in create {
            database.create_object_store(object_store).unwrap();
        }
    });
    request.set_onupgradeneeded(Some(upgrade.unchecked_ref()));
    settle(&request).await;
    request.result().unwrap().unchecked_into()
}

fn meta_key(work: &str) -> String {
    StorageKey::Work(WorkId::new(work).unwrap(), WorkKeyPart::Meta).to_string()
}

/// The key that [`setting`] sets.
fn key() -> String {
    meta_key("44442222333344445555666677778888")
}

/// A batch that sets [`key`].
fn setting(value: &str) -> MirrorBatch {
    let mirror = MirroredStore::new(MemoryStore::default());
    mirror.set(&key(), value).unwrap();
    mirror.batch(1).unwrap()
}

async fn value(store: &DurableStore, key: &str) -> Option<String> {
    let entries = store.read().await.unwrap();
    entries.into_iter().find(|(name, _)| name == key).map(|(_, text)| text)
}

#[wasm_bindgen_test]
async fn large_texts_are_kept_apart() {
    let large = "\u{5e9}\u{5dc}".repeat(1_000_000);
    blobs::put("test", &large).await.unwrap();
    assert_eq!(blobs::get("test").await.unwrap().unwrap(), large.as_bytes());
    blobs::remove("test").await.unwrap();
    assert_eq!(blobs::get("test").await.unwrap(), None);
}

#[wasm_bindgen_test]
async fn several_texts_are_kept_under_a_name() {
    blobs::put_all("test", &["first", "", "\u{5e9}"]).await.unwrap();
    let expected = ["first", "", "\u{5e9}"].map(|text| text.as_bytes().to_vec());
    assert_eq!(blobs::get_all("test").await.unwrap().unwrap(), expected);
    assert_eq!(blobs::get("test").await.unwrap(), None, "there is no single text");
    blobs::put("test", "one").await.unwrap();
    assert_eq!(blobs::get_all("test").await.unwrap(), None, "there is a single text");
    blobs::remove("test").await.unwrap();
    assert_eq!(blobs::get_all("test").await.unwrap(), None);
}

#[wasm_bindgen_test]
async fn the_durable_store_notes_a_removed_work_and_all_of_its_snapshots() {
    let mirror = MirroredStore::new(MemoryStore::default());
    let durable = DurableStore::default();
    let meta = meta_key("11112222333344445555666677778888");
    let snapshot = meta.replace("meta", "snap/0/7");
    let other = meta.replace("1111", "2222").replace("meta", "snap/0/7");
    let kept = async |key: &str| value(&durable, key).await;
    for key in [&meta, &snapshot, &other] {
        mirror.set(key, "text").unwrap();
    }
    durable.write(&mirror.batch(1).unwrap()).await.unwrap();
    for key in [&meta, &snapshot, &other] {
        assert_eq!(kept(key).await.as_deref(), Some("=text"), "{key}");
    }
    // The snapshot has left the first store before, as earlier ones do.
    mirror.retire(&snapshot);
    mirror.remove(&meta);
    let removal = mirror.batch(2).unwrap();
    durable.write(&removal).await.unwrap();
    for key in [&meta, &snapshot] {
        assert_eq!(kept(key).await, Some(removal.removal()), "{key}");
    }
    assert_eq!(kept(&other).await.as_deref(), Some("=text"));
}

#[wasm_bindgen_test]
async fn a_database_of_an_earlier_version_is_upgraded() {
    delete_database().await;
    open_version(1, &["data"]).await.close();
    let durable = DurableStore::default();
    durable.write(&setting("1")).await.unwrap();
    assert_eq!(value(&durable, &key()).await.as_deref(), Some("=1"));
    blobs::put("test", "text").await.unwrap();
    assert_eq!(blobs::get("test").await.unwrap().unwrap(), b"text");
    blobs::remove("test").await.unwrap();
}

#[wasm_bindgen_test]
async fn a_later_version_closes_the_store_which_then_says_that_it_cannot_write() {
    let durable = DurableStore::default();
    durable.write(&setting("1")).await.unwrap();
    open_version(3, &[]).await.close();
    assert!(durable.write(&setting("2")).await.is_err());
    // Neither can it be opened anew, as long as the later version is there.
    assert!(durable.read().await.is_err());
    delete_database().await;
    durable.write(&setting("3")).await.unwrap();
    assert_eq!(value(&durable, &key()).await.as_deref(), Some("=3"));
}

#[wasm_bindgen_test]
async fn a_write_is_under_way_when_it_is_first_polled() {
    let durable = DurableStore::default();
    durable.write(&setting("1")).await.unwrap();
    {
        let batch = setting("2");
        let write = pin!(durable.write(&batch));
        assert!(write.poll(&mut Context::from_waker(Waker::noop())).is_pending());
    }
    assert_eq!(value(&durable, &key()).await.as_deref(), Some("=2"));
}

#[wasm_bindgen_test]
async fn a_write_that_is_given_up_before_its_end_writes_nothing() {
    let durable = DurableStore::default();
    let meta = meta_key("33332222333344445555666677778888");
    let mirror = MirroredStore::new(MemoryStore::default());
    mirror.set(&meta, "text").unwrap();
    durable.write(&mirror.batch(1).unwrap()).await.unwrap();
    mirror.remove(&meta);
    mirror.set(&key(), "never").unwrap();
    {
        // The keys of the work's snapshots are asked for, and not waited for.
        let batch = mirror.batch(2).unwrap();
        let write = pin!(durable.write(&batch));
        assert!(write.poll(&mut Context::from_waker(Waker::noop())).is_pending());
    }
    assert_eq!(value(&durable, &meta).await.as_deref(), Some("=text"));
    assert_ne!(value(&durable, &key()).await.as_deref(), Some("=never"));
}
