//! Repetition, the move limit and dead material.

use banco::base::{Outcome, Reason, Team, epd};
use banco::games::xiangqi::{Options, Repetition, Xiangqi};
use banco::traits::{Game, GameHistory, Notation, RepetitionVerdict, SearchPath};

use super::from_zero;

fn cases() -> Vec<epd::Entry> {
    epd::read(include_str!("../../../../positions/xiangqi/repetition.epd")).unwrap()
}

fn start(entry: &epd::Entry, repetition: Repetition) -> Xiangqi {
    Xiangqi::from_fen(&entry.fen, &Options { repetition, ..from_zero() }).expect(&entry.fen)
}

fn winner(outcome: Outcome) -> &'static str {
    match outcome.winner {
        Some(Team::First) => "Red",
        Some(Team::Second) => "Black",
        None => "draw",
    }
}

#[test]
fn third_occurrence_is_judged() {
    let rules = [
        (Repetition::Asian, Some("asian")),
        (Repetition::Fairy, Some("fairy")),
        (Repetition::Check, Some("check")),
        (Repetition::Draw, None),
    ];
    for entry in cases() {
        let id = entry.op("id").unwrap();
        for (rule, op) in rules {
            let expected = op.map_or("draw", |op| entry.op(op).unwrap());
            let mut record = GameHistory::new(start(&entry, rule));
            for text in entry.op("cycle").unwrap().split(' ').cycle().take(8) {
                assert_eq!(record.outcome(), None, "{id}: too early");
                record.play(record.position().parse_move(text).expect(id));
            }
            assert_eq!(record.outcome().map(winner), Some(expected), "{id} under {rule:?}");
        }
        let mut record = GameHistory::new(start(&entry, Repetition::Off));
        for text in entry.op("cycle").unwrap().split(' ').cycle().take(40) {
            record.play(record.position().parse_move(text).expect(id));
            assert_eq!(record.outcome(), None, "{id}: off");
        }
    }
}

#[test]
fn a_search_judges_the_first_recurrence_the_same_way() {
    let rules = [(Repetition::Asian, "asian"), (Repetition::Fairy, "fairy")];
    for (entry, (rule, op)) in cases().iter().flat_map(|entry| rules.map(|rule| (entry, rule))) {
        let mut pos = start(entry, rule);
        let mut line = SearchPath::new(pos.clone());
        for text in entry.op("cycle").unwrap().split(' ') {
            let mv = pos.parse_move(text).unwrap();
            line.push(&pos, mv);
            pos.play(mv);
        }
        let Some((RepetitionVerdict::End(outcome), 4)) = line.find_repetition(pos.key()) else {
            panic!("no repeat of four half-moves was found")
        };
        assert_eq!(winner(outcome), entry.op(op).unwrap(), "{}", entry.fen);
    }
}

/// By the reading of Fairy-Stockfish the last move before the cycle must chase, too: here it does not.
#[test]
fn the_move_before_a_cycle_belongs_to_a_chase_of_fairy_stockfish() {
    for (fen, lead, expected) in [
        ("3k5/9/9/9/9/9/9/9/cr1CAK3/9 w - - 0 1", "", "Red"),
        ("9/3k5/9/9/9/9/9/9/cr1CAK3/9 b - - 0 1", "d8d9", "draw"),
        ("3P5/3k5/9/9/9/9/9/9/cr1CAK3/9 b - - 0 1", "d8d9", "draw"),
    ] {
        let options = Options { repetition: Repetition::Fairy, ..from_zero() };
        let mut record = GameHistory::new(Xiangqi::from_fen(fen, &options).unwrap());
        let cycle = ["d1d3", "b1b3", "d3d1", "b3b1"];
        for text in lead.split_terminator(' ').chain(cycle.into_iter().cycle().take(8)) {
            record.play(record.position().parse_move(text).unwrap());
        }
        assert_eq!(record.outcome().map(winner), Some(expected), "{fen} {lead}");
        // The move before the cycle is in the path, whether a capture or not; its position is not in the game.
        assert_eq!(record.positions().len(), if fen.starts_with("9/") { 10 } else { 9 }, "{fen}");
    }
}

/// The rook chases the knight after a passed turn just as before it.
#[test]
fn a_cycle_after_a_pass_is_judged() {
    let entry = &cases()[2];
    let mut pos = start(entry, Repetition::Asian);
    let mut line = SearchPath::new(pos.clone());
    let go = |line: &mut SearchPath<Xiangqi>, pos: &mut Xiangqi, text: &str| {
        let mv = pos.parse_move(text).unwrap();
        line.push(pos, mv);
        pos.play(mv);
    };
    go(&mut line, &mut pos, "i6i5");
    let passed = banco::traits::SearchGame::null_move(&pos).unwrap();
    let filler = line.last_move().unwrap();
    line.push_null_move(&pos, filler, &passed);
    pos = passed;
    go(&mut line, &mut pos, "i5i6");
    go(&mut line, &mut pos, "e9d9");
    for text in entry.op("cycle").unwrap().split(' ') {
        go(&mut line, &mut pos, text);
    }
    let Some((RepetitionVerdict::End(outcome), 4)) = line.find_repetition(pos.key()) else {
        panic!("no repeat was found")
    };
    assert_eq!(winner(outcome), "Black");
    while !line.is_empty() {
        line.pop();
    }
    assert!(line.find_repetition(pos.key()).is_none());
}

/// Repeats the moves with repetition off until the game ends; returns the outcome and the number of moves.
fn play_out(fen: &str, cycle: &str, options: Options) -> (usize, Outcome) {
    let options = Options { repetition: Repetition::Off, ..options };
    let mut record = GameHistory::new(Xiangqi::from_fen(fen, &options).unwrap());
    for (i, text) in cycle.split(' ').cycle().take(1_000).enumerate() {
        if let Some(outcome) = record.outcome() {
            return (i, outcome);
        }
        record.play(record.position().parse_move(text).unwrap());
    }
    panic!("the game never ends");
}

#[test]
fn move_limit() {
    let quiet = "3k5/9/9/9/9/9/9/R8/9/4K4 w - - 0 1";
    let cycle = "a2b2 d9d8 b2a2 d8d9";
    let draw = Outcome::draw(Reason::MoveLimit);
    assert_eq!(play_out(quiet, cycle, from_zero()), (120, draw));
    assert_eq!(play_out(quiet, cycle, Options { move_limit: 100, ..from_zero() }), (100, draw));
    let late = "3k5/9/9/9/9/9/9/R8/9/4K4 w - - 117 60";
    assert_eq!(play_out(late, cycle, from_zero()), (3, draw));
    let mut over = Xiangqi::from_fen(late, &Options { move_limit: 0, ..from_zero() }).unwrap();
    over.play(over.parse_move("a2b2").unwrap());
    assert_eq!(over.outcome(), None);
}

/// Each of the first ten checks and its reply count; later ones do not.
#[test]
fn eleventh_check_is_not_counted() {
    let fen = "4ka3/R8/9/9/9/9/9/9/9/5K3 w - - 0 1";
    let mut pos = Xiangqi::from_fen(fen, &from_zero()).unwrap();
    for text in "a8a9 e9e8 a9a8 e8e9".split(' ').cycle().take(60) {
        pos.play(pos.parse_move(text).unwrap());
    }
    assert_eq!(pos.quiet_moves(), 20);
    // A quiet move and its reply count; the check b8b9, by the rook along the rank, and its reply do not.
    for text in ["a8b8", "f9e8", "b8b9", "e8d9"] {
        pos.play(pos.parse_move(text).unwrap());
    }
    assert_eq!(pos.quiet_moves(), 22);
    let capture = pos.parse_move("b9d9").unwrap();
    pos.play(capture);
    assert_eq!(pos.quiet_moves(), 0);
}

#[test]
fn dead_material() {
    let fen = "3k5/4a4/9/9/9/9/9/4B4/4A4/4K4 w - - 0 1";
    let pos = Xiangqi::from_fen(fen, &from_zero()).unwrap();
    assert_eq!(pos.outcome(), Some(Outcome::draw(Reason::InsufficientMaterial)));
    let pos = Xiangqi::from_fen(fen, &Options { dead_material: false, ..from_zero() }).unwrap();
    assert_eq!(pos.outcome(), None);
    let pos = Xiangqi::from_fen("3k5/4a4/9/9/9/9/P8/4B4/4A4/4K4 w - - 0 1", &from_zero()).unwrap();
    assert_eq!(pos.outcome(), None);
}

/// The lack of moves comes first: a mate by the last move before the limit wins.
#[test]
fn mate_comes_before_the_limit() {
    let fen = "3k5/8R/9/9/9/9/9/9/9/4K2R1 w - - 119 80";
    let mut pos = Xiangqi::from_fen(fen, &from_zero()).unwrap();
    pos.play(pos.parse_move("h0h9").unwrap());
    assert_eq!(pos.outcome(), Some(Outcome::win(Team::First, Reason::Checkmate)));
    // Black to move has no move and is not in check.
    let pos = Xiangqi::from_fen("3k5/9/9/9/9/9/9/9/9/4K3R b - - 0 1", &from_zero()).unwrap();
    assert_eq!(pos.outcome(), None);
    let pos = Xiangqi::from_fen("3k5/8R/9/9/9/9/9/9/9/4K4 b - - 0 1", &from_zero()).unwrap();
    assert_eq!(pos.outcome(), Some(Outcome::win(Team::First, Reason::Stalemate)));
}
