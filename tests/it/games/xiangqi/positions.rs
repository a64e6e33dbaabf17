//! Positions of the data files, and replies to first moves.

use banco::base::{Square, epd};
use banco::games::xiangqi::geometry::POINTS;
use banco::games::xiangqi::{Options, Xiangqi};
use banco::traits::{Game, Notation};

use super::from_zero;
use crate::common::random_walk;

#[test]
fn replies_to_first_moves() {
    let start = Xiangqi::start(&from_zero());
    for (text, count) in [("b2b9", 41), ("h2h9", 41), ("b2e2", 45), ("b2b3", 43), ("b2b6", 40), ("h2h6", 40)]
    {
        let pos = start.child(start.parse_move(text).unwrap());
        assert_eq!(pos.count_moves(), count, "{text}");
    }
}

#[test]
fn openings_follow_from_their_moves() {
    for entry in epd::read(include_str!("../../../../positions/xiangqi/openings.epd")).unwrap() {
        let Some(moves) = entry.op("moves") else { continue };
        let mut played = Xiangqi::start(&Options::default());
        for text in moves.split(' ') {
            played.play(played.parse_move(text).unwrap());
        }
        assert_eq!(played.fen(), entry.fen);
    }
}

/// Pieces that give check, and those that can go to a point, are attackers.
#[test]
fn attackers_are_the_pieces_that_can_capture() {
    random_walk::<Xiangqi>(7, 300, |record| {
        let position = record.position();
        assert_eq!(position.is_check(), !position.checkers().is_empty(), "{position:?}");
        for mv in position.moves() {
            assert!(position.reach(mv.from()).has(mv.to()), "{mv:?} in {position:?}");
            assert!(position.attackers(mv.to(), position.team()).has(mv.from()), "{mv:?} in {position:?}");
        }
        for point in Square::all(POINTS).filter(|&point| position.piece_at(point).is_none()) {
            assert!(position.reach(point).is_empty());
        }
    });
}
