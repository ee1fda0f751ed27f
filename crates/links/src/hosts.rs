//! Addresses of the files shown on pages of GitHub and Hugging Face.

use super::address::{Address, is_dots};
use super::address_parts::AddressParts;
use super::error::LinkProblem;

/// A host whose files have short forms.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FileHost {
    /// Repositories on `github.com`.
    GitHub,
    /// Data sets on `huggingface.co`.
    HuggingFace,
}

const GITHUB_RAW: &str = "raw.githubusercontent.com";
const GITHUB_PAGES: [&str; 2] = ["github.com", "www.github.com"];
const HUGGING_FACE: &str = "huggingface.co";
const HUGGING_FACE_ALIASES: [&str; 2] = ["www.huggingface.co", "hf.co"];

impl FileHost {
    /// Its name, which is the same in every language.
    pub(super) fn name(self) -> &'static str {
        match self {
            FileHost::GitHub => "GitHub",
            FileHost::HuggingFace => "Hugging Face",
        }
    }

    fn named(host: &str) -> Option<Self> {
        if host == GITHUB_RAW || GITHUB_PAGES.contains(&host) {
            return Some(FileHost::GitHub);
        }
        let is_hugging_face = host == HUGGING_FACE || HUGGING_FACE_ALIASES.contains(&host);
        is_hugging_face.then_some(FileHost::HuggingFace)
    }

    /// The host of an address that was written without `https://`.
    pub(super) fn without_scheme(text: &str) -> Option<Self> {
        let (host, _) = text.split_once('/')?;
        FileHost::named(&host.to_ascii_lowercase())
    }

    /// The address of a file given in the short form, or by an address on this host.
    pub(super) fn file(self, value: &str) -> Result<Address, LinkProblem> {
        if value.contains("://") {
            return self.file_by_address(value);
        }
        if FileHost::without_scheme(value).is_some() {
            return self.file_by_address(&format!("https://{value}"));
        }
        let path = AddressParts::of(value).path;
        let segments: Vec<&str> = path.strip_prefix('/').unwrap_or(path).split('/').collect();
        let file = match self {
            FileHost::GitHub => on_github(&segments),
            FileHost::HuggingFace => data_set_file(&segments),
        };
        file.ok_or(LinkProblem::NotAFile(self))
    }

    fn file_by_address(self, value: &str) -> Result<Address, LinkProblem> {
        let address = Address::parse(value).map_err(LinkProblem::Address)?;
        if FileHost::named(address.host()) == Some(self) {
            file_at(address)
        } else {
            Err(LinkProblem::OtherHost(self))
        }
    }
}

/// The address of the file that a page of GitHub or Hugging Face shows; an address elsewhere as it is.
pub(super) fn file_at(address: Address) -> Result<Address, LinkProblem> {
    let Some(host) = FileHost::named(address.host()) else { return Ok(address) };
    let segments: Vec<&str> = address.path().trim_start_matches('/').split('/').collect();
    let file = match (host, segments.as_slice()) {
        // The query of a raw file may contain its access token.
        (FileHost::GitHub, [_, _, _, _, ..]) if address.host() == GITHUB_RAW => Some(address),
        (FileHost::GitHub, [_, _, "blob" | "raw" | "blame", ..]) => on_github(&segments),
        (FileHost::GitHub, _) => None,
        (FileHost::HuggingFace, _) => on_hugging_face(&segments),
    };
    file.ok_or(LinkProblem::NotAFile(host))
}

/// The file at `owner/repository/branch/path`, or `owner/repository/blob/branch/path`.
fn on_github(segments: &[&str]) -> Option<Address> {
    let (owner, repository, file) = match segments {
        [owner, repository, "blob" | "raw" | "blame", file @ ..] if file.len() >= 2 => {
            (owner, repository, file)
        }
        [owner, repository, file @ ..] => (owner, repository, file),
        _ => return None,
    };
    let branch_segments = if matches!(file, ["refs", "heads" | "tags", ..]) { 3 } else { 1 };
    if file.len() <= branch_segments {
        return None;
    }
    address(GITHUB_RAW, &[&[*owner, *repository], file].concat())
}

/// The file at `owner/dataset/branch/path`, or at a path below `huggingface.co/datasets/` or `huggingface.co/`.
fn data_set_file(segments: &[&str]) -> Option<Address> {
    match segments {
        ["datasets", rest @ ..] => data_set_file(rest),
        [_, _, "blob" | "resolve" | "raw", _, _, ..] => {
            on_hugging_face(&[&["datasets"], segments].concat())
        }
        [owner, name, file @ ..] => {
            on_hugging_face(&[&["datasets", *owner, *name, "resolve"], file].concat())
        }
        _ => None,
    }
}

/// The file that a page of a data set, space or model shows: `…/blob/branch/path`.
pub(super) fn on_hugging_face(segments: &[&str]) -> Option<Address> {
    // The oldest data sets and models have no owner.
    let places = if let ["datasets" | "spaces", ..] = segments { [3, 2] } else { [2, 1] };
    let is_view = |&at: &usize| matches!(segments.get(at), Some(&("blob" | "resolve" | "raw")));
    let view = places.into_iter().find(is_view)?;
    let (repository, file) = (segments.get(..view)?, segments.get(view + 1..)?);
    if file.len() < 2 {
        return None;
    }
    address(HUGGING_FACE, &[repository, &["resolve"], file].concat())
}

/// The address of a path; `None` if a segment is empty, `.` or `..`.
fn address(host: &'static str, segments: &[&str]) -> Option<Address> {
    let is_name = |segment: &&str| !segment.is_empty() && !is_dots(segment);
    segments.iter().all(is_name).then(|| Address::on_host(host, &segments.join("/")))
}
