//! Bad input, and data files.

use banco::games::commander::{CommanderChess, Options};
use banco::traits::Notation;
use proptest::prelude::*;

#[test]
fn refusals_name_the_fault() {
    for (board, why) in [
        ("", "it is empty"),
        ("11/11", "12 ranks expected, not 2"),
        ("9c2/11/11/11/11/11/11/11/11/11/11/10C", "the row 9c2 has 12 points instead of 11"),
        ("9cx/11/11/11/11/11/11/11/11/11/11/10C", "no piece has the letter x"),
        ("9c1/12/11/11/11/11/11/11/11/11/11/10C", "a gap is 1 to 11 points, not 12"),
        ("9c1/11/11/11/11/11/11/11/11/4(TF)6/11/10C", "(TF) is no legal stack"),
        ("9c1/11/11/11/11/11/11/11/11/4(IT)6/11/10C", "the stack (IT) must begin with its carrier, the tank"),
        ("9c1/11/11/11/11/11/11/11/11/4(Ti)6/11/10C", "the stack (Ti) has pieces of both sides"),
        ("9c1/11/11/11/11/11/11/11/11/4(T)6/11/10C", "(T) is no legal stack"),
        ("9c1/11/11/11/11/11/11/11/11/4()6/11/10C", "a stack without pieces"),
        ("9c1/11/11/11/11/11/11/11/11/4(TI6/11/10C", "the stack (TI6 has no closing bracket"),
        ("9c1/11/11/11/11/11/11/11/11/T10/11/10C", "a red tank cannot stand on a3"),
        ("9c1/11/11/11/11/11/11/11/11/4n6/11/10C", "a blue navy cannot stand on e3"),
        ("9c1/11/11/11/11/11/11/11/11/11/11/9CC", "more than one red commander"),
        ("9c1/11/11/11/11/11/11/11/11/11/11/9+C1", "a commander cannot be heroic"),
        ("9c1/11/11/11/11/11/11/11/11/11/11/9C+", "a plus without a piece"),
        ("11/11/11/11/11/11/11/11/11/11/11/10C", "no blue commander"),
        ("10c/11/11/11/11/11/11/11/11/11/11/10C", "the commanders face each other"),
    ] {
        let found = CommanderChess::from_fen(board, &Options::default()).err().map(|error| error.to_string());
        assert_eq!(found, Some(format!("bad position: {why}")), "{board}");
    }
}

#[test]
fn moves_that_are_refused() {
    let pos = super::read("9c1/11/11/11/11/11/11/2T8/2(NF)IF6/11/11/10C r - - 0 1");
    for (text, why) in [
        ("hello", "a move such as c5c6, c4_b4 or c9:Fd10 expected"),
        ("e9e8", "no own piece stands on e9"),
        ("d4:Id5", "no stack stands on d4"),
        ("c4:Td5", "the stack has no T left"),
        ("c4:Fd5,Fd6", "the stack has no F left"),
        ("c4:d5", "a group needs its letters"),
        ("c4:Fq9", "Fq9 is no step"),
        ("c4:Fj4", "j4 is out of reach for the air force on c4"),
    ] {
        let found = pos.parse_move(text).err().map(|error| error.to_string());
        assert_eq!(found, Some(format!("illegal move {text}: {why}")));
    }
}

/// Messages for players, mostly about the worked examples.
#[test]
fn reasons_against_moves() {
    let start = CommanderChess::START;
    let over = "9c1/11/11/11/11/11/7i3/4i6/4Ti5/4A6/11/10C r - - 0 1";
    let river = "9c1/11/11/3i7/11/4i6/4GA5/7S3/11/11/11/10C r - - 0 1";
    let ship = "9c1/11/11/2i4i3/4i6/11/11/2N8/11/11/11/10C r - - 0 1";
    let zone = "9c1/11/11/11/4g6/7g3/11/11/4F6/11/11/2F7C r - - 0 1";
    let seen = "6c4/11/11/11/11/11/11/10I/11/11/11/5C5 r - - 0 1";
    for (fen, text, why) in [
        (start, "h2h3", "the headquarters on h2 does not move"),
        (start, "e2e2", "the air force on e2 cannot go to e2"),
        (start, "e2f2", "the air force on e2 cannot join the headquarters on f2"),
        (start, "e2a2", "the terrain keeps the air force on e2 from a2"),
        (start, "c5b5", "the terrain keeps the infantry on c5 from b5"),
        (start, "c5d6", "d6 is out of reach for the infantry on c5"),
        (start, "c5d8", "d8 is out of reach for the infantry on c5"),
        (over, "e3e6", "a piece on e4 is in the way"),
        (over, "e3g5", "a piece on f4 is in the way"),
        (river, "f6g7", "the terrain keeps the artillery on f6 from g7"),
        (river, "h5h8", "h8 is out of reach for the missile on h5"),
        (ship, "c5d6", "the terrain keeps the navy on c5 from d6"),
        (ship, "c5c9", "c9 is out of reach for the navy on c5"),
        (zone, "e4e7", "an air-defence zone covers e7"),
        (zone, "e4e8", "possible there: e4@e8"),
        (&zone.replace("4g6", "4g1s4"), "e4@e8", "an air-defence zone covers e7"),
        (seen, "f1g1", "the enemy commander sees g1"),
        (seen, "f1i1", "the enemy commander sees g1"),
        ("6c4/11/11/11/11/11/6I4/11/11/11/11/6C4 r - - 0 1", "g6f6", "the commanders would face each other"),
        (
            "6c4/11/11/11/11/11/11/11/11/11/10t/9C1 r - - 0 1",
            "j1k1",
            "it leaves the commander open to capture",
        ),
        (
            "9c1/11/11/11/11/11/11/11/1(NT)9/11/11/10C r - - 0 1",
            "b4:Tb5",
            "the terrain keeps the tank on b4 from b5",
        ),
    ] {
        let found = super::read(fen).parse_move(text).err().map(|error| error.to_string());
        assert_eq!(found, Some(format!("illegal move {text}: {why}")), "{fen}");
    }
}

proptest! {
    #[test]
    fn text_that_looks_like_a_move_is_read_without_panic(text in "[a-k][0-9]{1,2}:?[+A-Z]{0,3}[_@^]?[a-k][0-9]{1,2}(,[A-Z][a-k][0-9])?") {
        let pos = super::read("9c1/11/11/11/4i6/11/11/11/4(FI)2g3/11/11/10C r - - 0 1");
        if let Ok(mv) = pos.parse_move(&text) {
            prop_assert_eq!(pos.parse_move(&pos.move_text(mv)), Ok(mv));
        }
    }
}
