//! O An Quan: one move that is best, found exactly.

use std::ops::ControlFlow;

use banco::core::{Game, Team, epd};
use banco::games::oanquan::rules::final_stores;
use banco::games::oanquan::{OAnQuan, Options};
use banco::solve::exhaustive::quest::DEPTH_MOST;
use banco::solve::exhaustive::thinker::margin;
use banco::solve::exhaustive::{Round, Solver};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// The round's difference for the side to move by perfect play, if the solver finds it in so many nodes.
fn difference(solver: &mut Solver, position: &OAnQuan, most: u64) -> Option<i32> {
    let (round, node) = Round::of(position);
    solver.begin(round);
    let progress = solver.solve(round, node, DEPTH_MOST, |nodes| nodes > most, |_| ControlFlow::Continue(()));
    let margin = margin(position, progress.bounds);
    margin.is_exact().then_some(margin.lo)
}

/// The move, what it captures, and what the round then ends with.
struct Choice {
    text: String,
    gain: i32,
    value: i32,
}

/// All moves, the best first; `None` if some value is not found.
fn choices(solver: &mut Solver, position: &OAnQuan, most: u64) -> Option<Vec<Choice>> {
    let mut moves = Vec::new();
    position.moves(&mut moves);
    let mut out = Vec::new();
    for mv in moves {
        let mut next = *position;
        let value = if next.advance(mv) {
            let [south, north] = final_stores(next.ring(), next.stores(), next.account(), next.options());
            next.team().seen_by(Team::First, i32::from(south - north))
        } else {
            difference(solver, &next, most)?
        };
        let gain = -next.lead() - position.lead();
        out.push(Choice { text: position.move_text(mv), gain, value: -value });
    }
    out.sort_by_key(|choice| -choice.value);
    Some(out)
}

/// One move is best, the one that captures most at once is not, and the score is exact.
#[test]
fn oanquan() {
    let text = include_str!("../../positions/oanquan/tactics.epd");
    let entries = epd::read(text).unwrap();
    assert!(entries.len() >= 40);
    let mut solver = Solver::new(16, 1).unwrap();
    for entry in entries {
        let position = OAnQuan::from_fen(&entry.fen, &Options::default()).unwrap();
        let choices = choices(&mut solver, &position, u64::MAX).unwrap();
        let [first, second, ..] = &choices[..] else { panic!("line {}: no choice", entry.line) };
        let found = (first.text.as_str(), format!("cp {}", 100 * first.value));
        let expected = (entry.op("bm").unwrap(), entry.op("value").unwrap().to_owned());
        assert_eq!(found, expected, "line {}: {}", entry.line, entry.fen);
        assert!(first.value > second.value, "line {}: two moves are best", entry.line);
        assert!(choices.iter().any(|choice| choice.gain > first.gain), "line {}: too easy", entry.line);
    }
}

/// Prints positions for the file of O An Quan: of random games, those with one best move, at least four counters
/// better than any other, while another captures more at once.
#[test]
#[ignore = "a tool: cargo test --release --test tactics -- --ignored --nocapture oanquan_candidates"]
fn oanquan_candidates() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(23);
    let mut solver = Solver::new(16, 1).unwrap();
    for i in 0..2_000 {
        let account = [0, 0, 0, 2, -5][i % 5];
        let round = if account == 0 { 1 } else { 2 };
        let mut position = OAnQuan::new_round(account, round, Team::First, &Options::default());
        let mut goes_on = true;
        for _ in 0..12 + i % 16 {
            let mut moves = Vec::new();
            position.moves(&mut moves);
            goes_on &= !position.advance(moves[random.random_range(0..moves.len())]);
            if !goes_on {
                break;
            }
        }
        let Some(choices) = goes_on.then(|| choices(&mut solver, &position, 300_000)).flatten() else {
            continue;
        };
        let [first, second, ..] = &choices[..] else { continue };
        if first.value >= second.value + 4 && choices.iter().any(|choice| choice.gain > first.gain) {
            println!("{} ;bm {} ;value cp {}", position.fen(), first.text, 100 * first.value);
        }
    }
}
