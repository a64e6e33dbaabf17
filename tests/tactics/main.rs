//! Every answer in the tactics files is proved here, so that the suites rest on no engine's word: wins by plain
//! search, the best moves of O An Quan by the solver, which has its own tests against plain minimax.

mod dicechess;
mod oanquan;

use std::collections::HashMap;

use banco::core::{Game, Judge, epd};
use banco::games::commander::CommanderChess;
use banco::games::xiangqi::Xiangqi;

/// What is known of wins: by the key of the position and the number of moves.
type Known = HashMap<(u64, u32), bool>;

/// Whether the side to move wins by force within `moves` moves. Wins of three moves and more are looked for with
/// checking moves alone, which proves them just as well. Repetitions are not looked at: a shortest win has none.
fn wins<G: Judge>(position: &G, moves: u32, known: &mut Known) -> bool {
    let at = (position.key(), moves);
    if let Some(&value) = known.get(&at) {
        return value;
    }
    let us = position.team();
    let mut list = Vec::new();
    position.moves(&mut list);
    let value = list.into_iter().any(|mv| {
        let mut next = position.clone();
        next.play(mv);
        if let Some(outcome) = next.outcome() {
            return outcome.winner == Some(us);
        }
        if moves == 1 || (moves >= 3 && !next.in_check()) {
            return false;
        }
        let mut replies = Vec::new();
        next.moves(&mut replies);
        replies.into_iter().all(|reply| {
            let mut after = next.clone();
            after.play(reply);
            match after.outcome() {
                Some(outcome) => outcome.winner == Some(us),
                None => wins(&after, moves - 1, known),
            }
        })
    });
    known.insert(at, value);
    value
}

fn check<G: Judge>(text: &str, least: usize) {
    let entries = epd::read(text).unwrap();
    assert!(entries.len() >= least);
    for entry in entries {
        let position = G::from_fen(&entry.fen, &G::Options::default()).unwrap();
        let moves: u32 = entry.op("dm").unwrap().parse().unwrap();
        let mut known = Known::new();
        assert!(wins(&position, moves, &mut known), "line {}: no win in {moves}: {}", entry.line, entry.fen);
        assert!(
            moves == 1 || !wins(&position, moves - 1, &mut known),
            "line {}: a shorter win: {}",
            entry.line,
            entry.fen
        );
    }
}

#[test]
fn xiangqi() {
    check::<Xiangqi>(include_str!("../../positions/xiangqi/tactics.epd"), 40);
}

#[test]
fn commander() {
    check::<CommanderChess>(include_str!("../../positions/commander/tactics.epd"), 40);
}

/// Prints the lines of a file that the proof accepts: how the tactics files are made.
fn accept<G: Judge>(text: &str) {
    for entry in epd::read(text).unwrap() {
        let position = G::from_fen(&entry.fen, &G::Options::default()).unwrap();
        let moves: u32 = entry.op("dm").unwrap().parse().unwrap();
        let mut known = Known::new();
        if let Some(exact) = (1..=moves).find(|&n| wins(&position, n, &mut known)) {
            println!("{} ;dm {exact}", entry.fen);
        }
    }
}

#[test]
#[ignore = "a tool: CANDIDATES=FILE GAME=ID cargo test --release --test tactics -- --ignored --nocapture accepted"]
fn accepted_candidates() {
    let path = std::env::var_os("CANDIDATES").expect("CANDIDATES names a file");
    let text = std::fs::read_to_string(path).unwrap();
    match std::env::var("GAME").as_deref() {
        Ok(CommanderChess::ID) => accept::<CommanderChess>(&text),
        _ => accept::<Xiangqi>(&text),
    }
}
