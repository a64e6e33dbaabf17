//! Tests of every game: the conformance suite, agreement of all searches, replay of self-played games.

mod agreement;
mod endings;
mod faults;
mod parsers;
pub mod perft;
pub mod position;
pub mod replay;
pub mod suite;

use banco::base::epd;
use banco::engine::registry::{self, GameVisitor, Registered, SearchVisitor};
use banco::traits::SearchGame;

use crate::common::{game_ids, side_by_side, visit_search};

struct Rules;

impl GameVisitor for Rules {
    type Output = ();
    fn visit<G: Registered>(self) {
        suite::run::<G>();
    }
}

struct Search;

impl SearchVisitor for Search {
    type Output = ();
    fn visit<G: Registered + SearchGame>(self) {
        suite::check_evaluator::<G>();
    }
}

#[test]
fn every_game_conforms() {
    side_by_side(game_ids(), |id| registry::visit_game(id, Rules).expect("a game of the registry"));
}

#[test]
fn every_game_that_is_searched_conforms() {
    let searched = game_ids().filter(|id| visit_search(id, Search).is_some());
    assert!(searched.count() >= 3);
}

/// Positions of the data files are canonical texts of unfinished games.
#[test]
fn positions_of_the_data_files_can_be_played() {
    for game in registry::GAMES {
        let mut session = game.open_game();
        for text in [game.bench, game.guide.tactics] {
            for entry in epd::read(text).unwrap() {
                session
                    .set_position(Some(&entry.fen), &[])
                    .unwrap_or_else(|why| panic!("{}: {why}", entry.fen));
                assert_eq!((session.fen(), session.outcome()), (entry.fen, None), "{}", game.id);
            }
        }
    }
}
