//! Every win in the tactics files is proved here by plain search, so that the suites rest on no engine's word.

mod common;

use banco::core::{Game, Judge, epd};
use banco::games::dicechess::DiceChess;
use banco::games::xiangqi::Xiangqi;
use banco::tools::datagen;

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

/// The chance to win within so many turns less that to lose, for the team to move, when both care for nothing else.
fn odds<G: Game>(position: &G, turns: u32) -> f64 {
    if let Some(outcome) = position.outcome() {
        return outcome.winner.map_or(0.0, |team| if team == position.team() { 1.0 } else { -1.0 });
    }
    let rolls = position.rolls();
    let after = |mv| {
        let mut next = position.clone();
        next.play(mv);
        next
    };
    let mean = rolls.iter().map(|&(throw, chance)| chance * odds(&after(throw), turns)).sum();
    let mut list = Vec::new();
    position.moves(&mut list);
    let choices = list.into_iter().filter(|mv| rolls.iter().all(|(throw, _)| throw != mv));
    match rolls.is_empty() {
        true if turns == 0 => 0.0,
        true => choices.map(|mv| odds_of(position, mv, turns)).fold(f64::NEG_INFINITY, f64::max),
        // What may be done before the throw.
        false => choices.map(|mv| odds(&after(mv), turns)).fold(mean, f64::max),
    }
}

/// The same after a move, for the team that makes it.
fn odds_of<G: Game>(position: &G, mv: G::Move, turns: u32) -> f64 {
    let mut next = position.clone();
    next.play(mv);
    let odds = odds(&next, turns - 1);
    if next.team() == position.team() { odds } else { -odds }
}

/// How much better than all others the answer to a throw must be, in chances.
const CLEARLY: f64 = 0.25;
/// The turns that are looked at to say so.
const TURNS: u32 = 3;

/// What is certain or clear after a throw, as operations of an entry: a win within two moves of the winner, or one
/// move that is better than all others.
fn clear(position: &DiceChess) -> Option<String> {
    let mut list = Vec::new();
    position.moves(&mut list);
    if let Some(moves) = (1..=2).find(|moves| odds(position, 2 * moves - 1) == 1.0) {
        return Some(format!(";dm {moves}"));
    }
    let mut ranked: Vec<_> = list.into_iter().map(|mv| (odds_of(position, mv, TURNS), mv)).collect();
    ranked.sort_by(|a, b| b.0.total_cmp(&a.0));
    match ranked[..] {
        [(best, mv), (second, _), ..] if best - second >= CLEARLY => {
            Some(format!(";bm {}", position.move_text(mv)))
        }
        _ => None,
    }
}

#[test]
fn dicechess() {
    let entries = epd::read(include_str!("../positions/dicechess/tactics.epd")).unwrap();
    assert!(entries.len() >= 40);
    for entry in entries {
        let position = DiceChess::from_fen(&entry.fen, &()).unwrap();
        let expected: Vec<String> = entry.ops.iter().map(|(key, value)| format!(";{key} {value}")).collect();
        assert_eq!(clear(&position), Some(expected.join(" ")), "line {}: {}", entry.line, entry.fen);
    }
}

/// Prints the entries that the ends of the games in the file `GAMES` (made by `banco datagen`) give.
#[test]
#[ignore = "a tool: GAMES=FILE cargo test --release --test tactics -- --ignored --nocapture endings"]
fn endings() {
    let path = std::env::var_os("GAMES").expect("GAMES names a file");
    for game in datagen::read(path.as_ref()).unwrap() {
        let mut position = DiceChess::start(&());
        for (i, token) in game.moves.iter().enumerate() {
            let mut moves = Vec::new();
            position.moves(&mut moves);
            let near = i + 16 >= game.moves.len() && position.die().is_some() && moves.len() >= 5;
            if let Some(found) = near.then(|| clear(&position)).flatten() {
                println!("{} {found}", position.fen());
            }
            position.play(position.parse_move(token).unwrap());
        }
    }
}
