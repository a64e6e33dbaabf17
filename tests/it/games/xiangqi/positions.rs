//! Positions of the data files, and replies to first moves.

use banco::base::epd;
use banco::games::xiangqi::{Options, Xiangqi};
use banco::traits::{Game, Notation};

use super::from_zero;

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
