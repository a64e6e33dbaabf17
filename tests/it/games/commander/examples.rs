//! The worked examples of the rules.

use banco::base::{Team, epd};
use banco::games::commander::Move;
use banco::traits::{Game, Notation};

use super::{after, read};

#[test]
fn turns_that_are_legal_and_turns_that_are_not() {
    let entries = epd::read(include_str!("../../../../positions/commander/examples.epd")).unwrap();
    assert_eq!(entries.len(), 28);
    for entry in entries {
        let pos = read(&entry.fen);
        assert_eq!(pos.fen(), entry.fen);
        let texts: Vec<String> = pos.moves().iter().map(|&mv| pos.move_text(mv)).collect();
        for text in entry.op("yes").unwrap_or_default().split_whitespace() {
            let mv = pos.parse_move(text).unwrap_or_else(|error| panic!("{}: {error}", entry.fen));
            assert!(texts.contains(&pos.move_text(mv)), "{text} in {}", entry.fen);
            assert!(text.contains(':') || pos.move_text(mv) == text, "{text} in {}", entry.fen);
            let wins = entry.op("end").unwrap_or_default().split(' ').any(|winning| winning == text);
            let winner = after(&pos, text).terminal().and_then(|outcome| outcome.winner);
            assert_eq!(winner, wins.then_some(Team::First), "{text} in {}", entry.fen);
        }
        for text in entry.op("no").unwrap_or_default().split_whitespace() {
            assert!(pos.parse_move(text).is_err(), "{text} in {}", entry.fen);
            assert!(!texts.iter().any(|known| known == text), "{text} in {}", entry.fen);
        }
    }
}

/// The passenger is unloaded and the plane returns, whichever comes first in the text of the stack.
#[test]
fn airlift_of_the_commander_from_a_ship() {
    let pos = read("9c1/11/11/11/11/11/11/1(NCF)9/11/11/11/11 r - - 0 1");
    let found = after(&pos, "b5:FC^c6").fen();
    assert!(found.starts_with("9c1/11/11/11/11/11/2C8/1(NF)9/11"), "{found}");
}

#[test]
fn heroes() {
    for (fen, text, board) in [
        // F and N give check from their points after the departure of the plane.
        ("5c5/n3t6/10f/2(NFT)8/11/11/11/11/11/11/11/n9C r - - 0 1", "c9:Fd10", "5c5/n3t6/3+F6f/2(+NT)8"),
        // All pieces that attack the commander after the loss of his headquarters.
        ("11/3ATS(hc)4/5MI4/11/11/11/11/11/11/11/11/10C r - - 0 1", "g10_g11", "11/3+AT+Sc4/5+M+I4"),
        // A gun moves off its line, which leaves one zone: the plane gives check, the infantry does not.
        ("11/11/11/11/6gc3/8gI1/11/11/7F3/11/11/10C r - - 0 1", "j7i7", "11/11/11/11/6gc3/8I2/11/11/7+F3"),
    ] {
        let found = after(&read(fen), text).fen();
        assert!(found.starts_with(board), "{text}: {found}");
    }
}

#[test]
fn descriptions_of_one_turn() {
    let same = |fen: &str, one: &str, two: &str| {
        let pos = read(fen);
        let moves: Vec<Move> = [one, two].iter().map(|text| pos.parse_move(text).unwrap()).collect();
        assert_eq!(moves[0], moves[1], "{one} {two}");
        assert_eq!(pos.move_text(moves[0]), one);
    };
    let ship = "5c5/n3t6/10f/2(NFT)8/11/11/11/11/11/11/11/n9C r - - 0 1";
    same(ship, "c9_e11", "c9:F_e11");
    same(ship, "c9c10", "c9:NFTc10");
    let plane = "9c1/11/11/11/4i6/11/11/11/4(FI)2g3/11/11/10C r - - 0 1";
    same(plane, "e4^e5", "e4:Ie5");
    same(plane, "e4:Fe7,Ie5", "e4:Ie5,Fe7");
    same("11/6(hc)1T2/6E4/11/11/11/11/11/11/11/6I4/6(HC)4 r - - 0 1", "g1f1", "g1:Cf1");
}
