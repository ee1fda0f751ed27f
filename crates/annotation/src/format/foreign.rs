//! The bytes of a file as text, or the kind of the file if it is no text.

use std::string::FromUtf8Error;

use spanwise_i18n::{Message, say};

/// The kind of a file that is neither a template nor data, recognized by its bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ForeignFile {
    /// No byte at all.
    Empty,
    /// Nothing but white space.
    Blank,
    /// A PDF.
    Pdf,
    /// A document of a word processor, a spreadsheet, or an archive: they all are ZIP files.
    Zip,
    /// A document of an older word processor or spreadsheet.
    Office,
    /// A gzip file.
    Gzip,
    /// A tar archive.
    Tar,
    /// A picture.
    Picture,
    /// A document in rich text.
    RichText,
    /// A web page.
    Web,
    /// XML of some kind.
    Xml,
    /// Anything else that is no text.
    Binary,
    /// Text in another encoding.
    OtherEncoding {
        /// The offset of the first byte that is not UTF-8, from 0.
        byte: usize,
        /// The line of that byte, from 1.
        line: usize,
    },
}

/// Signatures at the start of files.
const BEGINNINGS: [(&[u8], ForeignFile); 12] = [
    (b"%PDF-", ForeignFile::Pdf),
    (b"PK\x03\x04", ForeignFile::Zip),
    (b"PK\x05\x06", ForeignFile::Zip),
    (b"\xd0\xcf\x11\xe0", ForeignFile::Office),
    (b"\x1f\x8b", ForeignFile::Gzip),
    (b"\x89PNG", ForeignFile::Picture),
    (b"\xff\xd8\xff", ForeignFile::Picture),
    (b"GIF8", ForeignFile::Picture),
    (b"RIFF", ForeignFile::Picture),
    (b"BM\x00", ForeignFile::Picture),
    (b"II*\x00", ForeignFile::Picture),
    (b"{\\rtf", ForeignFile::RichText),
];

/// The offset and the bytes of the signature of tar archives.
const TAR: (usize, &[u8]) = (257, b"ustar");

/// The kind of a file by its signature.
fn by_beginning(bytes: &[u8]) -> Option<ForeignFile> {
    if bytes.get(TAR.0..).is_some_and(|rest| rest.starts_with(TAR.1)) {
        return Some(ForeignFile::Tar);
    }
    let known = BEGINNINGS.iter().find(|(start, _)| bytes.starts_with(start));
    known.map(|(_, kind)| *kind)
}

/// Decodes a text of any content, even none: UTF-8, or UTF-16 with a byte order mark. The text may begin with the
/// signature of a binary kind, such as “RIFF”, unless it contains NUL; PDF and rich text are always refused, since they may
/// be valid UTF-8.
///
/// # Errors
/// If the file is no text; returns its kind.
pub fn any_text_of(bytes: Vec<u8>) -> Result<String, ForeignFile> {
    let beginning = by_beginning(&bytes);
    if let (None, Some(text)) = (beginning, marked_utf16(&bytes)) {
        return text;
    }
    match (String::from_utf8(bytes), beginning) {
        (Ok(_), Some(kind @ (ForeignFile::Pdf | ForeignFile::RichText))) => Err(kind),
        (Ok(text), Some(kind)) if text.contains('\0') => Err(kind),
        (Ok(text), _) => Ok(text),
        (Err(_), Some(kind)) => Err(kind),
        (Err(error), None) if error.as_bytes().contains(&0) => Err(ForeignFile::Binary),
        (Err(error), None) => Err(other_encoding(&error)),
    }
}

fn other_encoding(error: &FromUtf8Error) -> ForeignFile {
    let byte = error.utf8_error().valid_up_to();
    let before = error.as_bytes().get(..byte).unwrap_or_default();
    let line = 1 + before.iter().filter(|byte| **byte == b'\n').count();
    ForeignFile::OtherEncoding { byte, line }
}

/// Decodes the text of a file: UTF-8, or UTF-16 with a byte order mark.
///
/// # Errors
/// If the file is no text that could be a template or data; returns its kind.
pub fn text_of(bytes: Vec<u8>) -> Result<String, ForeignFile> {
    if let Some(kind) = by_beginning(&bytes) {
        return Err(kind);
    }
    let text = match marked_utf16(&bytes) {
        Some(text) => text?,
        None if bytes.contains(&0) => return Err(ForeignFile::Binary),
        None => String::from_utf8(bytes).map_err(|error| other_encoding(&error))?,
    };
    let content = text.trim_start_matches('\u{feff}');
    if content.is_empty() {
        return Err(ForeignFile::Empty);
    }
    let content = content.trim_start();
    if content.is_empty() {
        return Err(ForeignFile::Blank);
    }
    if let Some(markup) = markup(content) {
        return Err(markup);
    }
    Ok(text)
}

/// Decodes UTF-16 with a byte order mark; `None` if there is none.
fn marked_utf16(bytes: &[u8]) -> Option<Result<String, ForeignFile>> {
    match bytes.get(..2) {
        Some([0xff, 0xfe]) => Some(utf16(bytes, u16::from_le_bytes)),
        Some([0xfe, 0xff]) => Some(utf16(bytes, u16::from_be_bytes)),
        _ => None,
    }
}

/// Decodes UTF-16 after its byte order mark.
fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> Result<String, ForeignFile> {
    let (units, rest) = bytes.as_chunks::<2>();
    let units: Vec<u16> = units.iter().skip(1).map(|pair| unit(*pair)).collect();
    let text = String::from_utf16(&units).map_err(|_| ForeignFile::Binary)?;
    if !rest.is_empty() || text.contains('\0') {
        return Err(ForeignFile::Binary);
    }
    Ok(text)
}

/// Recognizes markup by its first tag.
fn markup(content: &str) -> Option<ForeignFile> {
    let starts = |start: &str| {
        content.get(..start.len()).is_some_and(|found| found.eq_ignore_ascii_case(start))
    };
    if ["<!doctype html", "<html", "<head", "<body"].into_iter().any(starts) {
        return Some(ForeignFile::Web);
    }
    ["<?xml", "<!", "<svg"].into_iter().any(starts).then_some(ForeignFile::Xml)
}

impl ForeignFile {
    /// The kind of the file, and the remedy.
    #[must_use]
    pub fn message(self) -> Message {
        self.what().and(self.remedy())
    }

    /// The kind of the file, as a sentence.
    #[must_use]
    pub fn what(self) -> Message {
        match self {
            ForeignFile::Empty => say!(DataTheFileIsEmpty),
            ForeignFile::Blank => say!(DataNothingButWhiteSpaceInFile),
            ForeignFile::Pdf => say!(DataThisIsAPdf),
            ForeignFile::Zip => say!(DataZipArchiveOrDocumentWord),
            ForeignFile::Office => say!(DataDocumentWordOrExcel),
            ForeignFile::Gzip => say!(DataFileCompressedGzip),
            ForeignFile::Tar => say!(DataTarArchive),
            ForeignFile::Picture => say!(DataThisIsAPicture),
            ForeignFile::RichText => say!(DataRichTextRtf),
            ForeignFile::Web => say!(DataWebPageHtmlMaybeOneHost),
            ForeignFile::Xml => say!(DataThisIsXml),
            ForeignFile::Binary => say!(DataFileHoldsNoText),
            ForeignFile::OtherEncoding { byte, .. } => {
                say!(DataFileNotUtf8TextByte, byte = byte.to_string())
            }
        }
    }

    /// The remedy; empty if [`what`](ForeignFile::what) names it.
    #[must_use]
    pub fn remedy(self) -> Message {
        match self {
            ForeignFile::Empty | ForeignFile::Blank => say!(DataChooseAnotherOneOrSave),
            ForeignFile::Zip => say!(DataUnpackAndOpenWhatWasIn).and(say!(DataSaveTableCsvUtf8)),
            ForeignFile::Office => say!(DataSaveTableCsvUtf8),
            ForeignFile::Gzip | ForeignFile::Tar => say!(DataUnpackAndOpenWhatWasIn),
            ForeignFile::Pdf
            | ForeignFile::Picture
            | ForeignFile::RichText
            | ForeignFile::Xml
            | ForeignFile::Binary => say!(DataSpanwiseOpensTemplatesYamlAndData),
            ForeignFile::Web | ForeignFile::OtherEncoding { .. } => Message::none(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn utf16(text: &str, bytes_of: fn(u16) -> [u8; 2]) -> Vec<u8> {
        text.encode_utf16().flat_map(bytes_of).collect()
    }

    #[test]
    fn files_are_told_by_their_bytes() {
        let cases: [(&[u8], ForeignFile); 22] = [
            (b"", ForeignFile::Empty),
            ("\u{feff}".as_bytes(), ForeignFile::Empty),
            (b" \r\n\t\n", ForeignFile::Blank),
            ("\u{feff}\n".as_bytes(), ForeignFile::Blank),
            (b"%PDF-1.7\n1 0 obj", ForeignFile::Pdf),
            (b"PK\x03\x04 word/document.xml", ForeignFile::Zip),
            (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", ForeignFile::Office),
            (b"\x1f\x8b\x08\x00", ForeignFile::Gzip),
            (b"\x89PNG\r\n\x1a\n", ForeignFile::Picture),
            (b"\xff\xd8\xff\xe0", ForeignFile::Picture),
            (b"GIF89a", ForeignFile::Picture),
            (b"{\\rtf1\\ansi", ForeignFile::RichText),
            (b"<!DOCTYPE html>\n<html>", ForeignFile::Web),
            (b"\n  <HTML lang=en>", ForeignFile::Web),
            (b"<?xml version=\"1.0\"?>", ForeignFile::Xml),
            (b"<svg xmlns=\"\"/>", ForeignFile::Xml),
            (b"a\x00b", ForeignFile::Binary),
            (b"\x7fELF\x02\x00", ForeignFile::Binary),
            (b"\xff\xfea", ForeignFile::Binary),
            (b"\xff\xfe\x00\xd8", ForeignFile::Binary),
            (b"B\xe9b\xe9", ForeignFile::OtherEncoding { byte: 1, line: 1 }),
            (b"[\"\x80\"]", ForeignFile::OtherEncoding { byte: 2, line: 1 }),
        ];
        for (bytes, kind) in cases {
            assert_eq!(text_of(bytes.to_vec()), Err(kind), "{bytes:?}");
        }
    }

    #[test]
    fn a_text_may_begin_like_a_file_of_another_kind() {
        let tar = [&[b'a'; 257][..], b"ustar\x00"].concat();
        let cases: [(&[u8], Result<&str, ForeignFile>); 14] = [
            (b"", Ok("")),
            (b"<html>", Ok("<html>")),
            (b"RIFF raff", Ok("RIFF raff")),
            (b"GIF89a is a format", Ok("GIF89a is a format")),
            (b"a\x00", Ok("a\0")),
            (b"GIF89a\x01\x00\x01", Err(ForeignFile::Picture)),
            (b"%PDF-1.7", Err(ForeignFile::Pdf)),
            (b"PK\x03\x04\x14\x00", Err(ForeignFile::Zip)),
            (&tar, Err(ForeignFile::Tar)),
            (b"\xff\xfea\x00", Ok("a")),
            (b"\xfe\xff\x00a\x00\n", Ok("a\n")),
            (b"\xff\xfea", Err(ForeignFile::Binary)),
            (b"a\nB\xe9", Err(ForeignFile::OtherEncoding { byte: 3, line: 2 })),
            (b"\x7fELF\xff\x00", Err(ForeignFile::Binary)),
        ];
        for (bytes, expected) in cases {
            assert_eq!(
                any_text_of(bytes.to_vec()).as_deref(),
                expected.as_ref().map(|t| *t),
                "{bytes:?}"
            );
        }
        assert_eq!(text_of(tar), Err(ForeignFile::Tar));
    }

    #[test]
    fn texts_are_read_in_utf_8_and_in_utf_16_that_says_so() {
        let text = "source\ttarget\nÄ\t🚢";
        let with_mark = format!("\u{feff}{text}");
        assert_eq!(text_of(text.as_bytes().to_vec()).as_deref(), Ok(text));
        assert_eq!(text_of(with_mark.as_bytes().to_vec()).as_deref(), Ok(with_mark.as_str()));
        assert_eq!(text_of(utf16(&with_mark, u16::to_le_bytes)).as_deref(), Ok(text));
        assert_eq!(text_of(utf16(&with_mark, u16::to_be_bytes)).as_deref(), Ok(text));
    }

    #[test]
    fn what_only_looks_like_markup_is_text() {
        for text in ["<b>bold</b>,x", "<3", "< not a tag"] {
            assert!(text_of(text.as_bytes().to_vec()).is_ok(), "{text}");
        }
    }
}
