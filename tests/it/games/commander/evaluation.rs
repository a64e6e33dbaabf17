//! Checks.

use banco::games::commander::CommanderChess;
use banco::traits::{Game, Notation, SearchGame, Stage};
use rand::RngExt;

use crate::common::seeded;

/// Positions of random games, in which a third of the turns capture where they can.
fn random_positions(games: usize, plies: usize, mut visit: impl FnMut(&CommanderChess)) {
    let mut random = seeded(5);
    for _ in 0..games {
        let mut pos = CommanderChess::start(&Default::default());
        for _ in 0..plies {
            let mut moves = pos.moves();
            if moves.is_empty() {
                break;
            }
            visit(&pos);
            if random.random_range(0..3) == 0 && moves.iter().any(|mv| mv.captures()) {
                moves.retain(|mv| mv.captures());
            }
            pos.play(moves[random.random_range(0..moves.len())]);
        }
    }
}

#[test]
fn checks_by_one_group_are_known_beforehand() {
    let (mut all, mut known) = (0, 0);
    random_positions(40, 80, |pos| {
        let mut moves = Vec::new();
        pos.generate(Stage::Quiet, &mut moves);
        for mv in moves.into_iter().filter(|&mv| pos.child(mv).in_check()) {
            all += 1;
            known += usize::from(pos.gives_check(mv));
        }
    });
    // Discovered checks account for the rest.
    assert!(known * 100 >= all * 99, "{known} of {all}");
}
