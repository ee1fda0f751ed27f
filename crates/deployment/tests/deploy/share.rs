//! Share links, and what the app brings along in one file.

use proptest::prelude::*;
use spanwise_deployment::brought::Brought;
use spanwise_deployment::share::{Reach, ShareError, packed, unpacked};

use super::NASTY;

#[test]
fn whatever_is_brought_comes_back() {
    for text in NASTY {
        for data in [None, Some(text.to_owned())] {
            let brought = Brought { template: text.to_owned(), data };
            assert_eq!(Brought::read(&brought.to_json()), Ok(brought));
        }
    }
}

#[test]
fn data_may_be_left_out() {
    let brought = Brought::read(r#"{"template": "t"}"#).expect("an envelope");
    assert_eq!(brought, Brought { template: "t".to_owned(), data: None });
    assert!(Brought::read("{}").is_err());
    assert!(Brought::read("[1]").is_err());
    assert!(Brought::read("").is_err());
}

/// RFC 4648, section 10, without padding; and the two letters that differ.
#[test]
fn bytes_are_written_as_base64url() {
    let cases: [(&[u8], &str); 8] = [
        (b"", ""),
        (b"f", "Zg"),
        (b"fo", "Zm8"),
        (b"foo", "Zm9v"),
        (b"foob", "Zm9vYg"),
        (b"fooba", "Zm9vYmE"),
        (b"foobar", "Zm9vYmFy"),
        (&[0xfb, 0xff], "-_8"),
    ];
    for (bytes, text) in cases {
        let link = format!("1.{text}");
        assert_eq!(packed(bytes), link);
        assert_eq!(unpacked(&link).as_deref(), Ok(bytes), "{text}");
    }
    assert_eq!(unpacked("1.Zg=="), Ok(b"f".to_vec()));
}

#[test]
fn links_survive_what_is_appended_to_them() {
    let bytes = b"some bytes".to_vec();
    let link = packed(&bytes);
    assert!(link.starts_with("1."));
    for after in ["", ".", ")", "/", "?utm_source=chat", "&assignmentId=a&hitId=b", ">,"] {
        assert_eq!(unpacked(&format!("{link}{after}")), Ok(bytes.clone()), "{after}");
    }
}

#[test]
fn other_links_are_refused_with_the_reason() {
    for (link, version) in [("2.abcd", "2"), ("abcd", ""), ("", ""), ("x1.abcd", "x1")] {
        assert_eq!(unpacked(link), Err(ShareError::Version(version.to_owned())), "{link}");
    }
    for link in ["1.ab cd", "1.ab+d", "1.Zm+v", "1.a", "1.Zm9vY", "1.Zm=v", "1.ä"] {
        assert_eq!(unpacked(link), Err(ShareError::Characters), "{link}");
    }
}

#[test]
fn long_links_do_not_get_everywhere() {
    let reaches = [
        (8_000, Reach::Everywhere),
        (8_001, Reach::NotByMail),
        (80_000, Reach::NotByMail),
        (80_001, Reach::SomeBrowsers),
        (1_048_572, Reach::SomeBrowsers),
        (1_048_573, Reach::TooLong),
    ];
    for (length, reach) in reaches {
        assert_eq!(Reach::of(length), reach, "{length}");
    }
}

proptest! {
    #[test]
    fn no_link_is_too_much(link: String) {
        let _ = unpacked(&link);
        let _ = unpacked(&format!("1.{link}"));
        let _ = Brought::read(&link);
    }

    #[test]
    fn all_bytes_come_back(bytes: Vec<u8>) {
        prop_assert_eq!(unpacked(&packed(&bytes)), Ok(bytes));
    }
}
