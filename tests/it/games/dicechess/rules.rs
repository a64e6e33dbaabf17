//! Worked examples, throws and offers, bad input.

use banco::base::{Seat, Team, epd};
use banco::engine::{dice, registry};
use banco::games::dicechess::DiceChess;
use banco::traits::view::Act;
use banco::traits::{Game, Notation, View};

use super::{has_demand, moves_with, play, read, result};
use crate::games::dicechess::reference::Reference;

#[test]
fn worked_examples() {
    let entries = epd::read(include_str!("../../../../positions/dicechess/examples.epd")).unwrap();
    assert_eq!(entries.len(), 22);
    for entry in entries {
        let position = read(&entry.fen);
        assert_eq!(position.fen(), entry.fen);
        assert_eq!(has_demand(&position), entry.op("demand").is_some(), "{}", entry.fen);
        for (key, value) in &entry.ops {
            if let Some(die) = key.strip_prefix('m') {
                let mut expected: Vec<String> = value.split(' ').map(str::to_owned).collect();
                expected.sort();
                assert_eq!(moves_with(&position, die.parse().unwrap()), expected, "{} {die}", entry.fen);
            } else if key == "after" {
                let (tokens, fen) = value.split_once(" -> ").unwrap();
                let mut next = position;
                let mut reference = Reference::read(&entry.fen);
                for token in tokens.split(' ') {
                    play(&mut next, token);
                    reference.play(token);
                }
                assert_eq!(next.fen(), fen);
                assert_eq!(reference.write(), fen, "the reference");
                assert_eq!(result(&next), entry.op("result"), "{fen}");
            }
        }
    }
}

#[test]
fn throw_and_move_come_apart_or_together() {
    let start = DiceChess::start(&());
    let mut whole = start;
    play(&mut whole, "5:e7e6");
    let mut parts = start;
    play(&mut parts, "5:");
    assert_eq!(parts.die(), Some(5));
    assert_eq!(parts.fen(), DiceChess::START.replace(" r - ", " r 5 "));
    assert!(parts.chance_outcomes().is_empty());
    play(&mut parts, "5:e7e6");
    assert_eq!(whole, parts);
    assert_eq!(whole.team(), Team::Second);
    let chances: f64 = start.chance_outcomes().iter().map(|roll| roll.1).sum();
    assert_eq!((start.chance_outcomes().len(), chances), (4, 1.0));
}

#[test]
fn bad_moves() {
    let start = DiceChess::start(&());
    let mut thrown = start;
    play(&mut thrown, "4:");
    let cases = [
        (&start, "4:h8f6", "no piece"),
        (&start, "6:e7e6", "2, 3, 4 or 5"),
        (&start, "e7e6", "a roll and a move"),
        (&start, &start.move_between("e7", "e6"), "roll the die first"),
        (&start, "5:e7e5", "the pawn on e7 cannot go to e5"),
        (&start, "5:0000", "no such legal move"),
        (&start, "demand", "nothing to demand"),
        (&start, "exchange=gy", "no such exchange"),
        (&start, "exchange=yg", "no such exchange"),
        (&start, "5: e7e6", "no such legal move"),
        (&thrown, "5:e7e6", "another number"),
        (&thrown, "4:", "rolled already"),
        (&thrown, "5:", "another number"),
    ];
    for (position, token, part) in cases {
        let error = position.parse_move(token).expect_err(token).to_string();
        assert!(error.contains(part) && !error.contains('\n'), "{token}: {error}");
    }
    // Won: Green and Black have nothing left.
    let won = read("4rK3/8/8/6rE1/8/8/8/3yK4 g - - -r-r 0 62");
    assert!(won.parse_move("2:0000").is_err());
    assert_eq!(won.count_moves(), 0);
}

/// An exchange needs the other captor's consent: it is an offer, not a legal move [dicechess 6.3].
#[test]
fn offers() {
    for (seat, other) in [("r", 3), ("b", 0)] {
        let position = read(&format!("4rK3/8/8/bKbP6/4gP3/8/4yH3/yP6yB {seat} - - -rb- 12 40"));
        let exchange = position.parse_move("exchange=gy").unwrap();
        assert_eq!(position.offers(), [(exchange, Seat::new(other))]);
        let moves = position.moves();
        assert!(!moves.contains(&exchange));
        let mut next = position.child(exchange);
        assert_eq!(next.fen(), format!("4rK3/8/8/bKbP6/4gP2gK/8/4yH3/yP2yK3yB {seat} - - ---- 0 40"));
        assert_eq!(next.offers(), []);
        next = position;
        play(&mut next, "4:");
        assert_eq!(next.offers(), [], "the die is thrown");
    }
    for nobody in [
        DiceChess::START,
        // Not a captor's turn.
        "4rK3/8/8/bKbP6/4gP3/8/4yH3/yP6yB g - - -rb- 12 40",
        // Yellow holds Green's king and is not an ally of himself.
        "4rK3/8/8/bKbP6/4gP3/8/4yH3/yP6yB b - - -yb- 12 40",
        // A king captured by its own ally.
        "4rK3/8/8/bKbP6/4gP3/8/4yH3/yP6yB r - - -rr- 12 40",
    ] {
        assert_eq!(read(nobody).offers(), [], "{nobody}");
    }
}

/// The highest roll begins and keeps its number [dicechess 1.4].
#[test]
fn first_turn() {
    let start = read(DiceChess::START);
    for (seat, letter) in ["r", "g", "y", "b"].into_iter().enumerate() {
        for (roll, _) in start.chance_outcomes() {
            let first = start.begin_with(Seat::new(seat), roll);
            let die = start.move_text(roll).replace(':', "");
            assert_eq!(first.fen(), DiceChess::START.replace(" r - ", &format!(" {letter} {die} ")));
        }
    }
    let drawn: Vec<String> = (0..40).map(|seed| dice::draw_from(start, seed).fen()).collect();
    let again: Vec<String> = (0..40).map(|seed| dice::draw_from(start, seed).fen()).collect();
    assert_eq!(drawn, again);
    for seat in ["r", "g", "y", "b"] {
        assert!(drawn.iter().any(|fen| fen.contains(&format!(" {seat} "))), "{seat} never begins");
    }
    assert!(!drawn.iter().any(|fen| fen.contains(" 2 - ")), "the lowest number never decides");
}

#[test]
fn bad_positions() {
    let start = DiceChess::START;
    let board = start.split(' ').next().unwrap();
    let faults = [
        ("", "7 fields"),
        (board, "7 fields"),
        (&format!("{start} 3"), "7 fields"),
        (&start.replace("bEbP6", "bEbP5"), "has 7 points instead of 8"),
        (&start.replace("bEbP6", "bEbP7"), "has 9 points instead of 8"),
        (&start.replace("bEbP6", "bEbPrPrPrPrPrPrPrP"), "has 9 points instead of 8"),
        (&start.replace("bEbP6", "bEbQ6"), "no piece"),
        (&start.replace("bEbP6", "bEwP6"), "no piece"),
        (&start.replace("bEbP6", "bEbP5b"), "no piece"),
        (&start.replace("/bEbP6", ""), "8 ranks expected, not 7"),
        (&start.replace("bEbP6", "bEbP5rK"), "2 kings"),
        (&start.replace("bEbP6", "bEbP5rP"), "4 pawns or 7 pieces"),
        (&start.replace("bKbP6", "1bP6"), "missing"),
        (&start.replace("----", "---g"), "on the board and a captive"),
        (&start.replace("bKbP6", "1bP6").replace("----", "---b"), "own captive"),
        (&start.replace("bKbP6", "1bP6").replace("----", "---x"), "captor"),
        (&start.replace("----", "---"), "four letters"),
        (&start.replace(" r - ", " w - "), "seat"),
        (&start.replace(" r - ", " rg - "), "seat"),
        (&start.replace(" r - ", " r 6 "), "roll"),
        (&start.replace(" r - ", " r 55 "), "roll"),
        (&start.replace(" r - - ", " r - yr "), "joined"),
        (&start.replace(" 0 1", " -1 1"), "quiet counter"),
        (&start.replace(" 0 1", " +1 1"), "quiet counter"),
        (&start.replace(" 0 1", " 0 0"), "turn number"),
        ("8/8/8/8/8/8/8/8 r - - gggr 0 1", "no piece is on the board"),
    ];
    for (fen, part) in faults {
        let error = DiceChess::from_fen(fen, &()).expect_err(fen).to_string();
        assert!(error.contains(part) && !error.contains('\n'), "{fen}: {error}");
    }
}

/// A turn may include its roll, as in records: it is legal before the roll, and a host sees the last move after it.
#[test]
fn a_turn_with_its_roll_is_replayed() {
    let mut position = DiceChess::start(&());
    let turn = position.parse_move("5:e7e6").unwrap();
    assert!(position.is_legal(turn) && !position.with_die(4).is_legal(turn));
    assert_eq!(position.try_play(turn), Ok(()));
    let mut game = registry::find("dicechess").unwrap().open_game();
    game.set_position(None, &["5:e7e6", "2:"]).unwrap();
    assert_eq!(game.shown().last, [Act::Throw { die: 2 }]);
}
