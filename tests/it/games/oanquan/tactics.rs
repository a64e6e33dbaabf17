//! The tactics file: one best move, proved by the solver.

use banco::base::epd;
use banco::games::oanquan::{OAnQuan, Options};
use banco::solve::oanquan::Solver;
use banco::traits::Notation;

use crate::common::tactics::oanquan::choices;

/// One move is best, it is not the largest immediate capture, and its score is exact.
#[test]
fn the_best_move_is_proved_and_not_the_greedy_one() {
    let text = include_str!("../../../../positions/oanquan/tactics.epd");
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
