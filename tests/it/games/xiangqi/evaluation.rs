//! Exchanges, values and the order of moves.

use banco::games::xiangqi::{Move, Xiangqi};
use banco::traits::{Game, Notation, SearchGame};

use super::{random_positions, read};
use crate::games::best_exchange;

#[track_caller]
fn wins(fen: &str, text: &str, margin: i32) -> bool {
    let pos = read(fen);
    pos.see_ge(pos.parse_move(text).expect(text), margin)
}

#[test]
fn exchanges() {
    // A loose knight is won; its value bounds the gain.
    let loose = "3k5/9/9/9/n7R/9/9/9/9/4K4 w - - 0 1";
    assert!(wins(loose, "i5a5", 0) && wins(loose, "i5a5", 420) && !wins(loose, "i5a5", 421));
    // Protected by a rook, it costs ours.
    let held = "r2k5/9/9/9/n7R/9/9/9/9/4K4 w - - 0 1";
    assert!(!wins(held, "i5a5", 0));
    // Doubled rooks: two captures for one.
    let doubled = "r2k5/9/9/9/n6RR/9/9/9/9/4K4 w - - 0 1";
    assert!(!wins("r2k5/9/9/9/n6RR/9/9/9/9/4K4 w - - 0 1", "h5a5", 500));
    assert!(wins(doubled, "h5a5", 0));
    // A cannon protects over a screen of either side.
    let mounted = "c2k5/N8/9/9/n7R/9/9/9/9/4K4 w - - 0 1";
    assert!(!wins(mounted, "i5a5", 0));
    // The same cannon without a screen protects nothing.
    let bare = "c2k5/9/9/9/n7R/9/9/9/9/4K4 w - - 0 1";
    assert!(wins(bare, "i5a5", 0));
    // The capturing piece was itself the screen: after its capture the cannon behind it no longer protects.
    let own = "3k5/9/9/9/n2n4R/9/9/9/9/4K4 w - - 0 1";
    assert!(wins(own, "i5d5", 420));
    // A quiet move to an attacked point loses the piece.
    assert!(wins("3k5/9/9/9/9/8r/9/9/9/N3K4 w - - 0 1", "a0b2", 0));
    assert!(!wins("3k5/9/9/9/9/9/9/8r/9/N3K4 w - - 0 1", "a0b2", 0));
    assert!(wins("3k5/9/9/9/9/9/9/8r/9/N3K4 w - - 0 1", "a0b2", -420));
    // The king protects only what no second piece attacks.
    let once = "3k5/9/3n5/9/9/9/9/9/9/3RK4 w - - 0 1";
    assert!(wins(once, "d0d7", 0));
    let alone = "3k5/3n5/9/9/9/9/9/9/9/3RK4 w - - 0 1";
    assert!(!wins(alone, "d0d8", 0));
    let twice = "3k5/3n4R/9/9/9/9/9/9/9/3RK4 w - - 0 1";
    assert!(wins(twice, "d0d8", 0));
}

/// SEE must agree with a search of captures if no king interferes and the cheapest attacker is the best one.
#[test]
fn exchanges_agree_with_a_search_of_captures() {
    let (mut all, mut same) = (0, 0);
    random_positions(7, 60, 120, |pos| {
        for mv in pos.moves().into_iter().filter(|&mv| pos.is_noisy(mv)) {
            let value =
                pos.victim_value(mv) - best_exchange(&pos.child(mv), &|next: Move| next.to() == mv.to());
            all += 1;
            same += usize::from(pos.see_ge(mv, value) && !pos.see_ge(mv, value + 1));
        }
    });
    // Pins, checks and crossing pawns account for the rest.
    assert!(same * 100 >= all * 93, "{same} of {all}");
}

#[test]
fn start_is_worth_little_and_a_rook_much() {
    let start = read(Xiangqi::START);
    assert!((0..60).contains(&start.evaluate()));
    let rook_up = read("1nbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1");
    assert!((600..1500).contains(&rook_up.evaluate()), "{}", rook_up.evaluate());
    let rook_down = read("1nbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR b - - 0 1");
    assert!((-1500..-600).contains(&rook_down.evaluate()));
}

#[test]
fn passing_is_safe_only_with_men_that_can_wait() {
    assert!(read(Xiangqi::START).null_move().is_some());
    assert!(read("4k4/9/9/9/4r4/9/9/9/9/R3K4 w - - 0 1").null_move().is_none(), "in check");
    assert!(read("3k5/9/9/9/9/9/P8/4B4/4A4/4K4 w - - 0 1").null_move().is_none(), "a pawn at home");
    assert!(read("3k5/9/9/P8/9/9/9/4B4/4A4/4K4 w - - 0 1").null_move().is_some(), "a crossed pawn");
}
