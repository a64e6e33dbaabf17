//! Positions and moves as text: round trips, faults, and texts of any kind.

use banco::base::Team;
use banco::games::oanquan::{OAnQuan, Options, Ruleset};
use banco::traits::{Game, Notation};
use proptest::prelude::*;

fn load(text: &str) -> Result<OAnQuan, String> {
    OAnQuan::from_fen(text, &Options::default()).map_err(|e| e.to_string())
}

#[test]
fn start_text() {
    let options = Options::default();
    assert_eq!(OAnQuan::start(&options).fen(), OAnQuan::START);
    assert_eq!(load(OAnQuan::START), Ok(OAnQuan::start(&options)));
    let modern = Options { ruleset: Ruleset::Modern, ..options };
    let start = OAnQuan::start(&modern);
    assert_eq!(start.fen(), "5,5,5,5,5/Q0/5,5,5,5,5/Q0 s 0,0 00000/00000 1s 0");
    assert_eq!(OAnQuan::from_fen(&start.fen(), &modern), Ok(start));
}

#[test]
fn missing_fields() {
    let whole = load("5,5,5,5,5/10/5,5,5,5,5/10 n 0,0 00000/00000 1s 0").unwrap();
    assert_eq!(load("5,5,5,5,5/10/5,5,5,5,5/10 n 0,0").unwrap(), whole);
}

#[test]
fn refills_on_loading() {
    let position = load("0,0,0,0,0/4/0,0,2,0,0/4 s 30,30").unwrap();
    assert_eq!(position.fen(), "1,1,1,1,1/4/0,0,2,0,0/4 s 25,30 00000/00000 1s 0");
    let other = load("0,0,0,0,0/4/0,0,2,0,0/4 n 30,30").unwrap();
    assert_eq!(other.fen(), "0,0,0,0,0/4/0,0,2,0,0/4 n 30,30 00000/00000 1s 0");
    // Too few counters in the stores: the round is shared and the next one is set up.
    let short = load("0,0,0,0,0/30/7,7,7,7,7/3 s 1,1").unwrap();
    assert_eq!(short.fen(), "5,5,5,5,5/10/5,5,5,5,5/10 n 0,0 00000/00000 2n 0");
    // A finished match, by sold squares or by rounds, stays finished.
    for over in [
        "1,1,1,1,1/0/5,5,5,5,5/0 s 40,0 00222/00000 3s 9",
        "0,0,0,0,0/0/0,0,0,0,0/0 s 35,35 00000/00000 51s 0",
    ] {
        let position = load(over).unwrap();
        assert!(position.is_over() && position.outcome().is_some(), "{over}");
        assert_eq!(position.fen(), over);
    }
}

#[test]
fn faults() {
    let cases = [
        ("", "the board is missing"),
        ("5,5,5,5,5/10/5,5,5,5,5/10", "the side to move is missing"),
        ("5,5,5,5,5/10/5,5,5,5,5/10 s", "the stores field is missing"),
        ("5,5,5,5,5/10/5,5,5,5,5/10 x 0,0", "side x"),
        ("5,5,5,5,5/10/5,5,5,5,5/10 s 1,0", "hold 71 together instead of 70"),
        ("5,5,5,5,5/10/5,5,5,5,5/10 s 0;0", "stores 0;0"),
        ("5,5,5,5,5/10/5,5,5,5,5/10 s 0,99999", "stores"),
        ("5,5,5,5,5/10/5,5,5,5/10 s 0,5", "without five squares"),
        ("5,5,5,5,5/10/5,5,5,5,5 s 0,10", "lacks the west space"),
        ("5,5,5,5,5/10/5,5,5,5,5/10/0 s 0,0", "more than four parts"),
        ("5,5,5,5,x/10/5,5,5,5,5/10 s 0,5", "is not a number"),
        ("5,5,5,5,+5/10/5,5,5,5,5/10 s 0,0", "is not a number"),
        ("5,5,5,5,5/99/5,5,5,5,5/10 s 0,-89", "more than 70"),
        ("5,5,5,5,5/Q10/5,5,5,5,5/10 s 0,0", "mandarin"),
        ("5,5,5,5,5/10/5,5,5,5,5/10 s 0,0 00020/00000", "fit no account"),
        ("5,5,5,5,5/10/5,5,5,5,5/10 s 0,0 00001/00001", "fit no account"),
        ("5,5,5,5,5/10/5,5,5,5,5/10 s 0,0 00011/00000", "fit no account"),
        ("5,5,5,5,5/10/5,5,5,5,5/10 s 0,0 00000/00000 s", "round s"),
        ("5,5,5,5,5/10/5,5,5,5,5/10 s 0,0 00000/00000 0s", "round 0s"),
        ("5,5,5,5,5/10/5,5,5,5,5/10 s 0,0 00000/00000 1é", "round 1é"),
        ("5,5,5,5,5/10/5,5,5,5,5/10 s 0,0 00000/00000 1s -1", "ply"),
        ("5,5,5,5,5/10/5,5,5,5,5/10 s 0,0 00000/00000 1s 0 more", "after the last field"),
    ];
    for (text, part) in cases {
        let message = load(text).expect_err(text);
        assert!(message.contains(part), "{text}: {message}");
        assert!(!message.contains('\n'));
    }
}

#[test]
fn moves_that_are_none() {
    let position = load("0,5,5,5,5/15/5,5,5,5,5/10 s 0,0").unwrap();
    let why = |text: &str| position.parse_move(text).expect_err(text).to_string();
    assert!(why("a1").contains("the square is empty"));
    assert!(why("a2").contains("the opponent's"));
    assert!(why("E").contains("large space"));
    assert!(why("b1+").contains("no such square"));
    assert!(why("").contains("no such square"));
    assert_eq!(position.move_text(position.parse_move("b1").unwrap()), "b1");
    // Three squares sold: the match is over.
    let over = load("5,5,5,5,5/10/5,5,5,5,5/10 s 0,0 00000/00222 4n 0").unwrap();
    assert_eq!(over.outcome().unwrap().winner, Some(Team::First));
    assert!(over.parse_move("a1").unwrap_err().to_string().contains("over"));
    assert!(!over.has_moves());
}

#[test]
fn directions() {
    let modern = Options { ruleset: Ruleset::Modern, ..Options::default() };
    let position = OAnQuan::start(&modern);
    let moves = position.moves();
    assert_eq!(moves.len(), 10);
    for &mv in &moves {
        assert_eq!(position.parse_move(&position.move_text(mv)), Ok(mv));
    }
    assert_eq!(position.move_text(moves[0]), "a1+");
    assert_eq!(position.move_text(moves[1]), "a1-");
    assert!(position.parse_move("a1").is_err());
}

#[test]
fn picture() {
    let picture = [
        "       a2  b2  c2  d2  e2",
        "        6   6   6   6   0",
        "  11                        11",
        "        0   0   6   6   6",
        "       a1  b1  c1  d1  e1",
        "stores: South 6, North 0   round 1, North to move",
    ];
    assert_eq!(load("0,0,6,6,6/11/0,6,6,6,6/11 n 6,0").unwrap().diagram(), picture.join("\n"));
}

proptest! {
    #[test]
    fn near_texts_are_read_or_refused(
        text in "[0-9Q]{1,3}(,[0-9]{1,3}){4}/Q?[0-9]{1,2}/[0-9](,[0-9]){4}/[0-9]{1,2} [sn] -?[0-9]{1,5},-?[0-9]{1,3}( [0-2]{5}/[0-2]{5}( [0-9]{1,3}[snx]( [0-9]{1,6})?)?)?"
    ) {
        let _ = load(&text);
        let modern = Options { ruleset: Ruleset::Modern, ..Options::default() };
        let _ = OAnQuan::from_fen(&text, &modern);
    }

    #[test]
    fn positions_round_trip(counts in prop::array::uniform12(0u8..6), south in -20i16..60, north in any::<bool>()) {
        let board: i16 = counts.iter().map(|&c| i16::from(c)).sum();
        let c = counts.map(|c| c.to_string());
        let text = format!(
            "{}/{}/{}/{} {} {},{}",
            c[..5].join(","), c[5], c[6..11].join(","), c[11],
            if north { "n" } else { "s" }, south, 70 - board - south
        );
        let position = load(&text).unwrap();
        prop_assert_eq!(load(&position.fen()).unwrap(), position);
    }
}
