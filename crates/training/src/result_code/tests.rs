use proptest::prelude::*;

use super::*;
use crate::testing::exercise;

fn code(percent: u8, passed: bool) -> (TrainingId, ResultCode) {
    let id = exercise("f1", "[a]{bad: x}").id();
    let code = ResultCode::new(&id, "Ann Lee", percent, passed);
    (id, code)
}

#[test]
fn a_code_is_read_as_it_was_made() {
    for (percent, passed) in [(0, false), (89, false), (90, true), (100, true)] {
        let (id, made) = code(percent, passed);
        let text = made.to_string();
        assert_eq!((text.len(), text.matches('-').count()), (19, 3), "{text}");
        let read = ResultCode::parse(&text).unwrap();
        assert_eq!((read, read.percent(), read.passed()), (made, percent, passed));
        assert!(read.is_of_training(&id) && read.is_of_trainee(" ann  LEE "));
        assert!(
            !read.is_of_trainee("Ann") && !read.is_of_training(&exercise("f1", "[b]{bad: x}").id())
        );
    }
}

#[test]
fn it_is_read_however_it_is_written() {
    let (_, made) = code(71, false);
    let text = made.to_string();
    let spoken = text.to_lowercase().replace('-', " ").replace('0', "o").replace('1', "l");
    assert_eq!(ResultCode::parse(&spoken), Ok(made));
    assert_eq!(ResultCode::parse(&text.replace('-', "–")), Ok(made));
    assert_eq!(ResultCode::parse(&format!("\n{text} ")), Ok(made));
}

#[test]
fn what_is_no_code_is_refused() {
    let text = code(71, false).1.to_string();
    for (text, error) in [
        ("", CodeError::Length(0)),
        (&text[..18], CodeError::Length(15)),
        (&format!("{text}0"), CodeError::Length(17)),
        (&text.repeat(40), CodeError::Length(640)),
        ("u", CodeError::Character('u')),
        ("é", CodeError::Character('é')),
        ("ABCD-EFGH-JKMN-PQRS", CodeError::Check),
    ] {
        assert_eq!(ResultCode::parse(text), Err(error), "{text}");
    }
}

#[test]
fn every_typing_error_is_found() {
    let text = code(90, true).1.to_string().replace('-', "");
    for at in 0..text.len() {
        for digit in DIGITS {
            let wrong = format!("{}{}{}", &text[..at], char::from(*digit), &text[at + 1..]);
            assert_eq!(ResultCode::parse(&wrong).is_ok(), wrong == text, "{wrong}");
        }
        if at > 0 && text.as_bytes()[at] != text.as_bytes()[at - 1] {
            let mut swapped = text.clone().into_bytes();
            swapped.swap(at, at - 1);
            assert_eq!(
                ResultCode::parse(&String::from_utf8(swapped).unwrap()),
                Err(CodeError::Check)
            );
        }
    }
}

proptest! {
    #[test]
    fn nothing_panics(text in ".{0,40}") {
        let _ = ResultCode::parse(&text);
    }

    #[test]
    fn names_are_alike_however_they_are_spaced(name in "[a-zé ]{1,20}") {
        let id = exercise("f1", "[a]{bad: x}").id();
        let shouted = format!("  {} ", name.to_uppercase());
        prop_assert!(ResultCode::new(&id, &name, 1, false).is_of_trainee(&shouted));
    }
}
