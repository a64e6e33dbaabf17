//! Bad input, and data files.

use banco::base::epd;
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
        ("c4:Fj4", "F on c4 cannot do that"),
    ] {
        let found = pos.parse_move(text).err().map(|error| error.to_string());
        assert_eq!(found, Some(format!("illegal move {text}: {why}")));
    }
}

#[test]
fn positions_of_the_data_files_can_be_played() {
    for text in [
        include_str!("../../../../positions/commander/bench.epd"),
        include_str!("../../../../positions/commander/perft.epd"),
        include_str!("../../../../positions/commander/examples.epd"),
        include_str!("../../../../positions/commander/tactics.epd"),
        include_str!("../../../../positions/commander/openings.epd"),
    ] {
        for entry in epd::read(text).unwrap() {
            let pos = CommanderChess::from_fen(&entry.fen, &Options::default()).expect(&entry.fen);
            assert_eq!(pos.fen(), entry.fen);
        }
    }
}

proptest! {
    #[test]
    fn any_text_is_read_without_panic(text in "\\PC*") {
        let _ = CommanderChess::from_fen(&text, &Options::default());
        let _ = CommanderChess::start(&Options::default()).parse_move(&text);
    }

    #[test]
    fn text_that_looks_like_a_move_is_read_without_panic(text in "[a-k][0-9]{1,2}:?[+A-Z]{0,3}[_@^]?[a-k][0-9]{1,2}(,[A-Z][a-k][0-9])?") {
        let pos = super::read("9c1/11/11/11/4i6/11/11/11/4(FI)2g3/11/11/10C r - - 0 1");
        if let Ok(mv) = pos.parse_move(&text) {
            prop_assert_eq!(pos.parse_move(&pos.move_text(mv)), Ok(mv));
        }
    }
}
