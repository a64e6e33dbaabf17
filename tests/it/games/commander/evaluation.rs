//! Exchanges and checks.

use banco::games::commander::Move;
use banco::traits::{Game, Notation, SearchGame, Stage};

use super::read;
use crate::games::best_exchange;
use crate::games::commander::compare::random_games;

#[track_caller]
fn wins(fen: &str, text: &str, margin: i32) -> bool {
    let pos = read(fen);
    pos.see_ge(pos.parse_move(text).expect(text), margin)
}

#[test]
fn exchanges() {
    // Infantry guarded by artillery costs the tank.
    let guarded = "9c1/11/11/11/4i2a3/11/4T6/11/11/11/11/10C r - - 0 1";
    assert!(wins(guarded, "e6e8", -100) && !wins(guarded, "e6e8", -99));
    // Artillery behind the tank would take the artillery.
    let supported = "9c1/11/11/11/4i2a3/11/4T6/4A6/11/11/11/10C r - - 0 1";
    assert!(wins(supported, "e6e8", 100) && !wins(supported, "e6e8", 101));
    // A plane takes the tank and returns, unless an air-defence zone makes it a kamikaze.
    let flown = "8ic1/4f6/11/11/4i6/11/4T6/4A6/11/11/11/10C r - - 0 1";
    assert!(wins(flown, "e6e8", -100) && !wins(flown, "e6e8", -99));
    let covered = "8ic1/4f6/11/11/3Gi6/11/4T6/4A6/11/11/11/10C r - - 0 1";
    assert!(wins(covered, "e6e8", 100));
    // A quiet move into range loses the piece; a group that leaves its stack risks itself only.
    let quiet = "9c1/11/11/11/7a3/11/11/5T5/11/11/11/10C r - - 0 1";
    assert!(wins(quiet, "f5f6", -200) && !wins(quiet, "f5f6", -199));
    let stack = "9c1/11/11/11/7a3/11/11/5(TI)5/11/11/11/10C r - - 0 1";
    assert!(wins(stack, "f5f6", -300) && !wins(stack, "f5f6", -299));
    assert!(wins(stack, "f5:If6", -100) && !wins(stack, "f5:If6", -99));
}

#[test]
fn exchanges_agree_with_a_search_of_captures() {
    let (mut all, mut same) = (0, 0);
    random_games(5, 40, 80, 3, |pos| {
        for mv in pos.moves().into_iter().filter(|&mv| pos.is_noisy(mv)) {
            let value = pos.victim_value(mv)
                - best_exchange(&pos.child(mv), &|next: Move| next.first().to() == mv.first().to());
            if value.abs() < 5_000 {
                all += 1;
                same += usize::from(pos.see_ge(mv, value) && !pos.see_ge(mv, value + 1));
            }
        }
    });
    // Checks, heroes and pieces that come into range account for the rest.
    assert!(same * 100 >= all * 94, "{same} of {all}");
}

#[test]
fn checks_by_one_group_are_known_beforehand() {
    let (mut all, mut known) = (0, 0);
    random_games(5, 40, 80, 3, |pos| {
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
