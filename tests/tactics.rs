//! Every win in the tactics files is proved here by plain search, so that the suites rest on no engine's word.

mod common;

use banco::core::{Game, Judge, epd};
use banco::games::xiangqi::Xiangqi;

/// Whether the side to move wins by force within `moves` moves. Wins of three moves and more are looked for with
/// checking moves alone, which proves them just as well.
fn wins<G: Judge>(position: &G, moves: u32) -> bool {
    let us = position.team();
    let mut list = Vec::new();
    position.moves(&mut list);
    list.into_iter().any(|mv| {
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
                None => wins(&after, moves - 1),
            }
        })
    })
}

fn check<G: Judge>(text: &str, least: usize) {
    let entries = epd::read(text).unwrap();
    assert!(entries.len() >= least);
    for entry in entries {
        let position = G::from_fen(&entry.fen, &G::Options::default()).unwrap();
        let moves: u32 = entry.op("dm").unwrap().parse().unwrap();
        assert!(wins(&position, moves), "line {}: no win in {moves}: {}", entry.line, entry.fen);
        assert!(
            moves == 1 || !wins(&position, moves - 1),
            "line {}: a shorter win: {}",
            entry.line,
            entry.fen
        );
    }
}

#[test]
fn xiangqi() {
    check::<Xiangqi>(include_str!("../positions/xiangqi/tactics.epd"), 40);
}

/// Prints the lines of the file `CANDIDATES` that the proof accepts: how the tactics files are made.
#[test]
#[ignore = "a tool: CANDIDATES=FILE cargo test --release --test tactics -- --ignored --nocapture"]
fn accepted_candidates() {
    let text =
        std::fs::read_to_string(std::env::var_os("CANDIDATES").expect("CANDIDATES names a file")).unwrap();
    for entry in epd::read(&text).unwrap() {
        let position = Xiangqi::from_fen(&entry.fen, &Default::default()).unwrap();
        let moves: u32 = entry.op("dm").unwrap().parse().unwrap();
        if let Some(exact) = (1..=moves).find(|&n| wins(&position, n)) {
            println!("{} ;dm {exact}", entry.fen);
        }
    }
}
