//! The bytes of a file as text, or what kind of file they are instead.

use spanwise_i18n::{Message, say};

/// A file that is neither a template nor data, told by its bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Foreign {
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
    /// Text in another encoding: UTF-8 ends at this byte, counted from 0.
    OtherEncoding(usize),
}

/// How files of a kind begin.
const BEGINNINGS: [(&[u8], Foreign); 12] = [
    (b"%PDF-", Foreign::Pdf),
    (b"PK\x03\x04", Foreign::Zip),
    (b"PK\x05\x06", Foreign::Zip),
    (b"\xd0\xcf\x11\xe0", Foreign::Office),
    (b"\x1f\x8b", Foreign::Gzip),
    (b"\x89PNG", Foreign::Picture),
    (b"\xff\xd8\xff", Foreign::Picture),
    (b"GIF8", Foreign::Picture),
    (b"RIFF", Foreign::Picture),
    (b"BM\x00", Foreign::Picture),
    (b"II*\x00", Foreign::Picture),
    (b"{\\rtf", Foreign::RichText),
];

/// The text of a file: UTF-8, or UTF-16 that says so by its byte order mark.
///
/// # Errors
/// What the file is if it is no text that could be a template or data.
pub fn text_of(bytes: Vec<u8>) -> Result<String, Foreign> {
    if let Some((_, kind)) = BEGINNINGS.iter().find(|(start, _)| bytes.starts_with(start)) {
        return Err(*kind);
    }
    let text = match bytes.get(..2) {
        Some([0xff, 0xfe]) => utf16(&bytes, u16::from_le_bytes)?,
        Some([0xfe, 0xff]) => utf16(&bytes, u16::from_be_bytes)?,
        _ if bytes.contains(&0) => return Err(Foreign::Binary),
        _ => String::from_utf8(bytes)
            .map_err(|error| Foreign::OtherEncoding(error.utf8_error().valid_up_to()))?,
    };
    let content = text.trim_start_matches('\u{feff}');
    if content.is_empty() {
        return Err(Foreign::Empty);
    }
    let content = content.trim_start();
    if content.is_empty() {
        return Err(Foreign::Blank);
    }
    if let Some(markup) = markup(content) {
        return Err(markup);
    }
    Ok(text)
}

/// Reads UTF-16 after its byte order mark.
fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> Result<String, Foreign> {
    let (units, rest) = bytes.as_chunks::<2>();
    let units: Vec<u16> = units.iter().skip(1).map(|pair| unit(*pair)).collect();
    let text = String::from_utf16(&units).map_err(|_| Foreign::Binary)?;
    if !rest.is_empty() || text.contains('\0') {
        return Err(Foreign::Binary);
    }
    Ok(text)
}

/// Tells markup by its first tag.
fn markup(content: &str) -> Option<Foreign> {
    let starts = |start: &str| {
        content.get(..start.len()).is_some_and(|found| found.eq_ignore_ascii_case(start))
    };
    if ["<!doctype html", "<html", "<head", "<body"].into_iter().any(starts) {
        return Some(Foreign::Web);
    }
    ["<?xml", "<!", "<svg"].into_iter().any(starts).then_some(Foreign::Xml)
}

impl Foreign {
    /// What the file is, and what to do about it.
    #[must_use]
    pub fn message(self) -> Message {
        let kinds = || say!(DataSpanwiseOpensTemplatesYamlAndData);
        let again = || say!(DataChooseAnotherOneOrSave);
        let as_table = || say!(DataSaveTableCsvUtf8);
        let unpacked = || say!(DataUnpackAndOpenWhatWasIn);
        match self {
            Foreign::Empty => say!(DataTheFileIsEmpty).and(again()),
            Foreign::Blank => say!(DataNothingButWhiteSpaceInFile).and(again()),
            Foreign::Pdf => say!(DataThisIsAPdf).and(kinds()),
            Foreign::Zip => say!(DataZipArchiveOrDocumentWord).and(unpacked()).and(as_table()),
            Foreign::Office => say!(DataDocumentWordOrExcel).and(as_table()),
            Foreign::Gzip => say!(DataFileCompressedGzip).and(unpacked()),
            Foreign::Picture => say!(DataThisIsAPicture).and(kinds()),
            Foreign::RichText => say!(DataRichTextRtf).and(kinds()),
            Foreign::Web => say!(DataWebPageHtmlMaybeOneHost),
            Foreign::Xml => say!(DataThisIsXml).and(kinds()),
            Foreign::Binary => say!(DataFileHoldsNoText).and(kinds()),
            Foreign::OtherEncoding(byte) => say!(DataFileNotUtf8TextByte, byte = byte.to_string()),
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
        let cases: [(&[u8], Foreign); 22] = [
            (b"", Foreign::Empty),
            ("\u{feff}".as_bytes(), Foreign::Empty),
            (b" \r\n\t\n", Foreign::Blank),
            ("\u{feff}\n".as_bytes(), Foreign::Blank),
            (b"%PDF-1.7\n1 0 obj", Foreign::Pdf),
            (b"PK\x03\x04 word/document.xml", Foreign::Zip),
            (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", Foreign::Office),
            (b"\x1f\x8b\x08\x00", Foreign::Gzip),
            (b"\x89PNG\r\n\x1a\n", Foreign::Picture),
            (b"\xff\xd8\xff\xe0", Foreign::Picture),
            (b"GIF89a", Foreign::Picture),
            (b"{\\rtf1\\ansi", Foreign::RichText),
            (b"<!DOCTYPE html>\n<html>", Foreign::Web),
            (b"\n  <HTML lang=en>", Foreign::Web),
            (b"<?xml version=\"1.0\"?>", Foreign::Xml),
            (b"<svg xmlns=\"\"/>", Foreign::Xml),
            (b"a\x00b", Foreign::Binary),
            (b"\x7fELF\x02\x00", Foreign::Binary),
            (b"\xff\xfea", Foreign::Binary),
            (b"\xff\xfe\x00\xd8", Foreign::Binary),
            (b"B\xe9b\xe9", Foreign::OtherEncoding(1)),
            (b"[\"\x80\"]", Foreign::OtherEncoding(2)),
        ];
        for (bytes, kind) in cases {
            assert_eq!(text_of(bytes.to_vec()), Err(kind), "{bytes:?}");
        }
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
