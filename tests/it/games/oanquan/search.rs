//! The player: reports and moves.

use std::time::Duration;

use banco::games::oanquan::{Move, OAnQuan, Options};
use banco::search::{BestMove, Choice, Info, Limits, SearchOptions};
use banco::solve::oanquan::ProofSearch;
use banco::traits::{Game, GameHistory, Notation};

use crate::games::searched;

fn choose_move(
    record: &GameHistory<OAnQuan>,
    limits: &Limits<Move>,
    settings: &SearchOptions,
) -> (BestMove<Move>, Vec<Info<Move>>) {
    searched::<OAnQuan, ProofSearch>(record, limits, settings)
}

fn game(moves: &[&str]) -> GameHistory<OAnQuan> {
    let mut record = GameHistory::new(OAnQuan::start(&Options::default()));
    for text in moves {
        record.play(record.position().parse_move(text).unwrap());
    }
    record
}

fn read(record: &GameHistory<OAnQuan>, text: &str) -> Move {
    record.position().parse_move(text).unwrap()
}

fn chosen(answer: &BestMove<Move>) -> Move {
    match answer.choice {
        Some(Choice::Move(mv)) => mv,
        other => panic!("no move: {other:?}"),
    }
}

#[test]
fn solves_the_start() {
    let (answer, infos) = choose_move(&game(&[]), &Limits::default(), &SearchOptions::default());
    let last = infos.last().unwrap();
    assert_eq!((last.score, last.remark.as_deref()), (400, Some("exact")));
    let best = read(&game(&[]), "c1");
    assert_eq!(answer.choice, Some(Choice::Move(best)));
    assert_eq!(last.pv[0], best);
    assert_eq!(last.pv.get(1), answer.ponder.as_ref());
    assert!(infos[0].remark.as_ref().unwrap().starts_with("bounds "));
}

#[test]
fn always_has_a_move() {
    for limits in [
        Limits { depth: Some(1), ..Limits::default() },
        Limits { nodes: Some(1), ..Limits::default() },
        Limits { move_time: Some(Duration::from_millis(1)), ..Limits::default() },
    ] {
        let record = game(&["a1", "c2"]);
        let (answer, infos) = choose_move(&record, &limits, &SearchOptions::default());
        assert!(record.position().moves().contains(&chosen(&answer)));
        assert!(!infos.is_empty());
    }
}

#[test]
fn several_lines_and_chosen_moves() {
    let settings = SearchOptions { multipv: 5, ..SearchOptions::default() };
    let (_, infos) = choose_move(&game(&[]), &Limits::default(), &settings);
    // All moves are searched to a small depth before any goes deeper: the last group counts.
    assert_eq!((infos.len() % 5, infos[infos.len() - 5].multipv), (0, 1));
    let infos = &infos[infos.len() - 5..];
    assert!(infos.iter().all(|info| info.remark.as_deref() == Some("exact")));
    let start = game(&[]);
    let text = |mv| start.position().move_text(mv);
    let lines: Vec<_> = infos.iter().map(|info| (info.multipv, info.score, text(info.pv[0]))).collect();
    assert_eq!(lines.iter().map(|line| line.1).collect::<Vec<_>>(), [400, 200, -600, -600, -1400]);
    assert_eq!([&lines[0].2, &lines[1].2, &lines[4].2], ["c1", "b1", "d1"]);
    let limits =
        Limits { search_moves: ["d1", "e1"].map(|text| read(&start, text)).to_vec(), ..Limits::default() };
    let (answer, infos) = choose_move(&start, &limits, &SearchOptions::default());
    assert_eq!((text(chosen(&answer)).as_str(), infos.last().unwrap().score), ("e1", -600));
}

#[test]
fn nothing_to_move_after_the_match() {
    let over = "5,5,5,5,5/10/5,5,5,5,5/10 s 0,0 00000/00222 4n 0";
    let record = GameHistory::new(OAnQuan::from_fen(over, &Options::default()).unwrap());
    let (answer, infos) = choose_move(&record, &Limits::default(), &SearchOptions::default());
    assert_eq!((answer.choice, infos.len()), (None, 1));
}

/// Perfect play by both sides ends the round with the proven value of its start.
#[test]
fn plays_what_it_proved() {
    let mut record = game(&[]);
    let settings = SearchOptions::default();
    while record.position().round() == 1 {
        let (answer, _) = choose_move(&record, &Limits::default(), &settings);
        record.play(chosen(&answer));
    }
    // South won by 4, which is a half square.
    assert_eq!(record.position().account(), 1);
    assert_eq!(record.position().fen(), "5,5,5,5,5/10/5,5,5,5,5/10 n 0,0 00000/00001 2n 0");
}

/// A game from a position, without the moves that led to it.
fn from(fen: &str) -> GameHistory<OAnQuan> {
    GameHistory::new(OAnQuan::from_fen(fen, &Options { single_round: true, ..Options::default() }).unwrap())
}

/// Values by the rule of repetition are reported as exact.
#[test]
fn knows_what_repetition_decides() {
    for (fen, claimed) in REPEATING {
        let (answer, infos) = choose_move(&from(fen), &Limits::default(), &SearchOptions::default());
        let last = infos.last().unwrap();
        assert_eq!((last.score, last.remark.as_deref()), (*claimed, Some("exact")), "{fen}");
        assert!(answer.choice.is_some());
    }
}

/// A position at its second occurrence: the reported value must hold with the third one at hand.
#[test]
fn third_occurrence_is_at_hand() {
    let mut record = from("1,1,1,1,0/1/0,0,0,0,1/1 n 21,42");
    for text in ["a2", "d1", "a2", "e1", "b2", "e1"] {
        record.play(record.position().parse_move(text).unwrap());
    }
    let limits = Limits { nodes: Some(200_000), ..Limits::default() };
    // After another cycle, South is to move in a position that occurred twice.
    for text in ["a2", "d1", "a2", "e1", "b2", "e1"] {
        let (_, infos) = choose_move(&record, &limits, &SearchOptions::default());
        let remark = infos.last().unwrap().remark.clone().unwrap();
        assert!(remark == "exact" || remark.starts_with("bounds "), "{remark}");
        record.play(record.position().parse_move(text).unwrap());
    }
    // North ends the round by the third occurrence, with an even share: 21 and 43, and six on the board.
    let settings = SearchOptions { multipv: 5, ..SearchOptions::default() };
    let (_, infos) = choose_move(&record, &limits, &settings);
    let ending = infos.iter().rev().find(|info| info.pv[0] == read(&record, "a2")).unwrap();
    assert_eq!((ending.score, ending.remark.as_deref(), ending.pv.len()), (2200, Some("exact"), 1));
    record.play(record.position().parse_move("a2").unwrap());
    assert!(record.outcome().is_some());
    assert_eq!(record.position().stores(), [24, 46]);
}

/// Positions in which lines that end do not decide, and their values for the side to move.
const REPEATING: &[(&str, i32)] = &[
    ("1,1,1,1,0/1/0,0,0,0,1/1 n 21,42", 2000),
    ("1,1,1,1,1/19/1,2,0,0,1/1 s 12,29", -3800),
    ("3,0,0,0,0/2/0,1,0,1,3/8 s 24,28", 1600),
    ("0,1,0,1,3/1/3,0,0,0,0/4 n 16,41", 3800),
    ("1,1,0,0,0/0/0,1,0,2,0/18 s 44,3", 5400),
    ("0,0,0,2,0/0/0,1,0,1,0/25 s 35,6", 6000),
];
