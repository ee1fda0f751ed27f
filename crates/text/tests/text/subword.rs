//! The display of subword tokens.

use proptest::prelude::*;
use spanwise_text::{
    Span, Text, Utf16,
    subword::{Piece, Shown, enable},
};

use crate::samples::{long_text, span, text};

/// [`spanwise_text::subword::pieces`] in a program that knows subword tokens.
fn pieces(text: &Text) -> Vec<Piece> {
    enable();
    spanwise_text::subword::pieces(text)
}

/// [`spanwise_text::subword::clean`] in such a program.
fn clean(text: &Text) -> String {
    enable();
    spanwise_text::subword::clean(text)
}

/// [`spanwise_text::subword::clean_slice`] in such a program.
fn clean_slice(text: &Text, span: Span) -> String {
    enable();
    spanwise_text::subword::clean_slice(text, span)
}

/// Pieces in short: `[hidden]`, `{stored=shown}`, the rest as it is.
fn show(string: &str) -> String {
    let text = Text::from(string);
    let show = |piece: &Piece| {
        let stored = text.slice(piece.span);
        match &piece.shown {
            Shown::AsIs => stored.to_owned(),
            Shown::Hidden => format!("[{stored}]"),
            Shown::Instead(other) => format!("{{{stored}={other}}}"),
        }
    };
    pieces(&text).iter().map(show).collect()
}

#[test]
fn markers_and_artificial_spaces_are_hidden() {
    let table = [
        ("", ""),
        ("no markers at all", "no markers at all"),
        ("# one ## two ####", "# one ## two ####"),
        // Byte-level BPE.
        ("ĠIs Ġnob ler , Ġto", "[Ġ]Is [Ġ]nob[ ]ler[ ], [Ġ]to"),
        ("Is Ġit", "Is [Ġ]it"),
        ("a\nĠb", "a\n[Ġ]b"),
        ("a Ġ Ġb", "a [Ġ] [Ġ]b"),
        ("a ĠĠb", "a [Ġ]{Ġ= }b"),
        ("Ġa ##b", "[Ġ]a[ ]##b"),
        // SentencePiece.
        ("▁Is ▁nob ler ▁", "[▁]Is [▁]nob[ ]ler [▁]"),
        ("▁ 你 好", "[▁ ]你[ ]好"),
        ("▁caf Ã©", "[▁]caf[ ]Ã©"),
        // WordPiece.
        ("un ##afford ##able !", "un[ ##]afford[ ##]able !"),
        ("##able un\n##a", "[##]able un\n[##]a"),
        ("C ## un ##a", "C ## un[ ##]a"),
    ];
    for (stored, shown) in table {
        assert_eq!(show(stored), shown, "{stored:?}");
    }
}

#[test]
fn bytes_written_as_characters_are_decoded() {
    let table = [
        ("Ġso âĢĶ Ġyes", "[Ġ]so[ ]{âĢĶ=—} [Ġ]yes"),
        ("Ġcaf Ã©", "[Ġ]caf[ ]{Ã©=é}"),
        ("ĠcafÃ©s", "[Ġ]caf{Ã©=é}s"),
        ("Ġa Ċ Ġb", "[Ġ]a[ ]{Ċ=\n} [Ġ]b"),
        ("ĠâĢľHi âĢĿ", "[Ġ]{âĢľ=“}Hi[ ]{âĢĿ=”}"),
        // One character over two and over three tokens, then a row that goes on after it.
        ("ĠðŁĺ Ģ", "[Ġ]{ðŁĺ Ģ=😀}"),
        ("ĠðŁ ĺ Ģ !", "[Ġ]{ðŁ ĺ Ģ=😀}[ ]!"),
        ("ĠâĢĶðŁĺ ĢâĢĶ", "[Ġ]{âĢĶðŁĺ ĢâĢĶ=—😀—}"),
        // Never completed, or no UTF-8.
        ("ĠðŁĺ Ġx", "[Ġ]ðŁĺ [Ġ]x"),
        ("ĠðŁĺ x", "[Ġ]ðŁĺ[ ]x"),
        ("ĠðŁĺ\nĢ", "[Ġ]ðŁĺ\nĢ"),
        ("ĠðŁĺ Ã©", "[Ġ]ðŁĺ[ ]{Ã©=é}"),
        ("Ġcafé", "[Ġ]café"),
        ("ĠÃ©é", "[Ġ]Ã©é"),
        ("Ġ你好", "[Ġ]你好"),
    ];
    for (stored, shown) in table {
        assert_eq!(show(stored), shown, "{stored:?}");
    }
}

// Thresh 11.18: tokens of one scheme only
#[test]
fn a_person_reads_the_words() {
    let read = |string: &str| clean(&Text::from(string));
    assert_eq!(read("ĠWhether Ġ' tis Ġnob ler"), "Whether 'tis nobler");
    assert_eq!(read("un ##afford ##able !"), "unaffordable !");
    assert_eq!(read("▁Wh ether ▁nob ler"), "Whether nobler");
    let text = Text::from("ĠIs Ġnob ler Ġso âĢĶ");
    assert_eq!(clean_slice(&text, span(5, 12)), "nobler");
    assert_eq!(clean_slice(&text, span(8, 9)), "");
    assert_eq!(clean_slice(&text, span(17, 18)), "—");
    assert_eq!(clean_slice(&text, span(6, 6)), "");
    assert_eq!(clean_slice(&text, span(9, 99)), "ler so—");
}

/// The characters by which GPT-2's byte-level BPE writes bytes, as its published code builds them: the printable ones
/// for themselves, then the others numbered from 256 on.
fn byte_level(string: &str) -> String {
    let printable = |byte: &u8| matches!(byte, b'!'..=b'~' | 0xA1..=0xAC | 0xAE..=0xFF);
    let others: Vec<u8> = (0..=255).filter(|byte| !printable(byte)).collect();
    let write = |byte: u8| match others.iter().position(|&other| other == byte) {
        Some(n) => char::from_u32(256 + u32::try_from(n).unwrap()).unwrap(),
        None => char::from(byte),
    };
    string.bytes().map(write).collect()
}

fn check_tiling(string: &str) {
    let text = Text::from(string);
    let pieces = pieces(&text);
    let mut at = Utf16(0);
    for piece in &pieces {
        assert_eq!(piece.span.start(), at, "{string:?}");
        assert!(!piece.span.is_empty(), "{string:?}");
        assert_eq!(text.clamp(piece.span), piece.span, "{string:?}");
        at = piece.span.end();
    }
    assert_eq!(at, text.len_utf16(), "{string:?}");
    let kind = |shown: &Shown| std::mem::discriminant(shown);
    assert!(
        pieces.windows(2).all(|pair| kind(&pair[0].shown) != kind(&pair[1].shown)),
        "{string:?}"
    );
}

proptest! {
    #[test]
    fn pieces_tile_the_text(string in text()) {
        check_tiling(&string);
    }

    #[test]
    fn slices_read_like_the_whole(string in text(), middle in 0..60_u32) {
        let text = Text::from(string.as_str());
        let whole = pieces(&text).iter().any(|piece| piece.span.start() == Utf16(middle));
        let end = Span::between(Utf16(middle), text.len_utf16().max(Utf16(middle)));
        if whole {
            prop_assert_eq!(clean_slice(&text, span(0, middle)) + &clean_slice(&text, end), clean(&text));
        }
    }

    #[test]
    fn byte_level_tokens_read_as_what_they_encode(words in proptest::collection::vec(any::<String>(), 1..6), cuts in any::<u64>()) {
        let said = words.join(" ");
        let said = said.trim_start_matches(' ');
        // Any cut of the encoded characters into tokens, for no token of its own may start with a hidden gap.
        let mut tokens = String::from("Ġ");
        for (i, c) in byte_level(said).chars().enumerate() {
            if c == 'Ġ' || cuts >> (i % 64) & 1 == 1 {
                tokens.push(' ');
            }
            tokens.push(c);
        }
        prop_assert_eq!(clean(&Text::from(tokens.replacen("Ġ ", "Ġ", 1).as_str())), said);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    #[test]
    fn pieces_tile_long_texts(string in long_text()) {
        check_tiling(&string);
    }
}

#[test]
fn a_character_that_never_ends_takes_linear_time() {
    check_tiling(&("Ġð".to_owned() + &" ŁĺĢð".repeat(20_000)));
}
