//! Position texts: all spellings, and bad input.

use banco::games::xiangqi::{Options, Ranks, Xiangqi, wxf};
use banco::traits::{Game, Indexed, Notation, SearchGame, View};
use proptest::prelude::*;

use super::{from_zero, read};

#[test]
fn spellings_of_positions() {
    let start = Xiangqi::START;
    for text in [
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR",
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w",
        "rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR r",
        "rneakabhr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR r - -",
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0",
        "  rnbakabnr/9/1c5c1/p1p1p1p1p/18/36/P1P1P1P1P/1C5C1/9/RNBAKABNR   w  - - 0 1 ",
    ] {
        assert_eq!(read(text).fen(), start, "{text}");
    }
    let black = read("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR b - - 7 12");
    assert!(black.fen().ends_with(" b - - 7 12"));
    assert_ne!(black.key(), read(start).key());
}

#[test]
fn refusals_name_the_fault() {
    for (text, why) in [
        ("", "it is empty"),
        ("9/9/9", "10 ranks expected, not 3"),
        (
            "rnbakabnr/8/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w",
            "the row 8 has 8 points instead of 9",
        ),
        (
            "rnbakabnr/9/1c5c2/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w",
            "the row 1c5c2 has 10 points instead of 9",
        ),
        ("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAQABNR w", "no piece has the letter Q"),
        ("rnbakabnr/0/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w", "no piece has the letter 0"),
        ("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR x", "side w, r or b expected, not x"),
        ("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w KX - 0 1", "- expected, not KX"),
        (
            "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - x 1",
            "the counter must be a number from 0 to 65535, not x",
        ),
        (
            "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 -1",
            "the move number must be a number from 0 to 65535, not -1",
        ),
        (
            "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1 x",
            "nothing expected after the move number, not x",
        ),
        ("3k5/9/9/9/9/9/9/9/9/9 w", "no red king"),
        ("9/9/9/9/9/9/9/9/9/4K4 w", "no black king"),
        ("3k1k3/9/9/9/9/9/9/9/9/4K4 w", "more than 1 black king"),
        ("4k4/9/9/9/9/9/9/9/9/4K4 w", "the kings face each other"),
        ("4k4/9/9/9/9/9/9/9/4R4/4K4 w", "the side that is not to move is in check"),
        ("3k5/9/9/9/9/9/9/9/9/K8 w", "a red king cannot stand on a0"),
        ("3k5/9/9/9/9/9/9/9/3A5/4K4 w", "a red advisor cannot stand on d1"),
        ("3k5/9/9/9/9/9/9/9/4B4/4K4 w", "a red elephant cannot stand on e1"),
        ("3k5/9/9/9/9/9/9/9/9/RRR1K4 w", "more than 2 red rook"),
    ] {
        let found = Xiangqi::from_fen(text, &from_zero()).err().map(|error| error.to_string());
        assert_eq!(found, Some(format!("bad position: {why}")), "{text}");
    }
}

/// Compositions set pawns where no play could bring them: they step forward as from anywhere, and no table of endings
/// counts them as a class of its own.
#[test]
fn pawns_of_compositions_stand_anywhere() {
    for (text, target, is_in_class) in [
        ("3k5/9/9/9/9/9/9/P8/9/4K4 w", "a3", false),
        ("3k5/9/9/9/9/9/1P7/9/9/4K4 w", "b4", false),
        ("3k1p3/9/9/9/9/9/9/9/9/4K4 b", "f8", false),
        ("3k5/9/9/9/9/9/P8/9/9/4K4 w", "a4", true),
    ] {
        let position = Xiangqi::from_fen(text, &from_zero()).unwrap();
        let moves: Vec<String> = position.moves().into_iter().map(|mv| position.move_text(mv)).collect();
        assert_eq!(moves.iter().filter(|mv| mv.ends_with(target)).count(), 1, "{text}: {moves:?}");
        assert_eq!(Xiangqi::parse_class(&position.class().to_string()).is_ok(), is_in_class, "{text}");
        assert!(position.evaluate().abs() < 1_000, "{text}");
    }
}

proptest! {
    #[test]
    fn any_text_is_read_without_panic(text in "\\PC*", zero in any::<bool>()) {
        let ranks = if zero { Ranks::FromZero } else { Ranks::FromOne };
        let pos = Xiangqi::start(&Options { ranks, ..Options::default() });
        let _ = Xiangqi::from_fen(&text, &Options::default());
        let _ = pos.parse_move(&text);
        let _ = wxf::read(&pos, &text);
        let _ = pos.command("touch", &text.split(' ').collect::<Vec<_>>());
    }

    #[test]
    fn text_that_looks_like_a_position_is_read_without_panic(
        text in "([1-9kabnrcpKABNRCP]{1,9}/){9}[1-9kabnrcpKABNRCP]{1,9} [wb] - - [0-9]{1,5} [0-9]{1,5}",
    ) {
        if let Ok(pos) = Xiangqi::from_fen(&text, &Options::default()) {
            prop_assert_eq!(Xiangqi::from_fen(&pos.fen(), &Options::default()).unwrap().key(), pos.key());
        }
    }

    #[test]
    fn text_that_looks_like_a_move_is_read_without_panic(text in "[a-iA-I+=.0-9-]{0,7}") {
        let pos = Xiangqi::start(&Options::default());
        if let Ok(mv) = pos.parse_move(&text) {
            prop_assert_eq!(pos.parse_move(&pos.move_text(mv)), Ok(mv));
        }
    }
}
