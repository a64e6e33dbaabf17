//! Games with tables of endings: indices, unmoves and the bound on steps fit the rules.

use std::collections::HashMap;

use banco::engine::registry::{self, GameVisitor, Registered, TablesVisitor};
use banco::traits::{Indexed, IndexedEntry};

use crate::common::game_ids;

/// Classes of a game, evenly chosen.
const CLASSES: usize = 60;
/// Indices of a class, evenly chosen.
const INDICES: u64 = 1_000;

struct Endings;

impl GameVisitor for Endings {
    type Output = bool;

    fn visit<G: Registered>(self) -> bool {
        G::visit_tables(self).is_some()
    }
}

impl TablesVisitor for Endings {
    type Output = ();

    fn visit<G: Registered + Indexed>(self) {
        let classes = G::classes(u32::MAX);
        let mut seen = 0;
        for &class in classes.iter().step_by(classes.len() / CLASSES + 1) {
            let end = G::subtables(class).last().unwrap().range.end;
            for index in (0..end).step_by((end / INDICES) as usize + 1) {
                let IndexedEntry::Position(position) = G::unindex(class, index) else { continue };
                seen += 1;
                check_index(class, index, &position);
                if seen % 10 == 0 {
                    check_unmoves(index, &position);
                }
            }
        }
        assert!(seen > 5_000, "{} has {seen} positions", G::ID);
    }
}

fn check_index<G: Indexed>(class: G::Class, index: u64, position: &G) {
    let fen = position.fen();
    assert_eq!((position.class(), position.index()), (class, index), "{fen}");
    let again = G::from_fen(&fen, &G::Options::default()).unwrap_or_else(|why| panic!("{fen}: {why}"));
    assert_eq!((again.fen(), again.key()), (fen.clone(), position.key()));
    let steps = successors(position).len() as u32 * u32::from(position.orbit_size());
    assert!(steps <= G::most_steps(class), "{fen}: {steps} steps");
}

/// Returns the positions after the moves that keep the class.
fn successors<G: Indexed>(position: &G) -> Vec<G> {
    let mut moves = position.moves();
    moves.retain(|&mv| position.keeps_class(mv));
    let after = |mv| {
        let next = position.child(mv);
        assert_eq!(next.class(), position.class());
        next
    };
    moves.into_iter().map(after).collect()
}

/// Unmoves and moves are inverse relations, counted over all images.
fn check_unmoves<G: Indexed>(index: u64, position: &G) {
    let fen = position.fen();
    let mut origins = Vec::new();
    position.predecessors(|before| origins.push(before));
    for origin in &origins {
        let origin = G::from_fen(&origin.fen(), &G::Options::default()).unwrap();
        assert!(successors(&origin).iter().any(|next| next.index() == index), "{} to {fen}", origin.fen());
    }
    let mut by_index = Vec::new();
    position.predecessor_indices(|before| by_index.push(before));
    by_index.retain(|&before| matches!(G::unindex(position.class(), before), IndexedEntry::Position(_)));
    let mut of_origins: Vec<u64> = origins.iter().map(Indexed::index).collect();
    by_index.sort_unstable();
    of_origins.sort_unstable();
    assert_eq!(by_index, of_origins, "{fen}");
    let mut forward = HashMap::new();
    for next in successors(position) {
        let ways = forward.entry(next.index()).or_insert((0, next.clone()));
        ways.0 += u32::from(position.orbit_size());
    }
    for (ways, next) in forward.into_values() {
        let mut back = 0;
        next.predecessor_indices(|before| back += u32::from(before == index));
        assert_eq!(ways, back * u32::from(next.orbit_size()), "{fen} to {}", next.fen());
    }
}

#[test]
fn endings_fit_the_rules() {
    let checked = game_ids().filter(|id| registry::visit_game(id, Endings).unwrap());
    assert!(checked.count() >= 2);
}
