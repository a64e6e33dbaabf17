//! Indices of positions.

use banco::traits::{Indexed, IndexedEntry, Notation};
use rand::SeedableRng;

use super::*;

#[test]
fn numbers_and_positions_fit() {
    for class in NamDinh::classes(4) {
        let end = NamDinh::subtables(class).last().unwrap().range.end;
        for number in 0..end {
            if let IndexedEntry::Position(position) = NamDinh::unindex(class, number) {
                assert_eq!((position.class(), position.index()), (class, number), "{}", position.fen());
            }
        }
    }
}

#[test]
fn images_share_their_number() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(11);
    for _ in 0..20_000 {
        let (white, black) = (random.random_range(0..=11), random.random_range(0..=11));
        let position = scatter(&mut random, white, black);
        let (class, number) = (position.class(), position.index());
        let mut images = Vec::new();
        for symmetry in 0..8 {
            let image = position.image(symmetry);
            images.push(image.fen());
            for image in [image, image.swapped()] {
                assert_eq!((image.class(), image.index()), (class, number), "{}", image.fen());
            }
        }
        images.sort();
        images.dedup();
        assert_eq!(images.len() as u32, u32::from(position.orbit_size()) * NamDinh::IMAGES);
        let IndexedEntry::Position(back) = NamDinh::unindex(class, number) else {
            panic!("{} has a number of no position", position.fen())
        };
        assert_eq!(back.index(), number);
    }
}

/// Predecessors and moves are the same relation.
#[test]
fn origins_are_the_positions_before() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(12);
    let steps = |position: &NamDinh| -> Vec<String> {
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        moves.retain(|&mv| position.is_reversible(mv));
        let after = |mv| {
            let mut next = *position;
            next.play(mv);
            assert_eq!(next.class(), position.class());
            placement(&next)
        };
        moves.into_iter().map(after).collect()
    };
    for _ in 0..5_000 {
        let (white, black) = (random.random_range(0..=6), random.random_range(0..=6));
        let position = scatter(&mut random, white, black);
        let mut before = Vec::new();
        position.predecessors(|origin| before.push(origin));
        for origin in &before {
            assert!(NamDinh::from_fen(&origin.fen(), &Options::default()).is_ok());
            assert_eq!(origin.key(), origin.fresh_key());
            assert!(steps(origin).contains(&placement(&position)), "{}", origin.fen());
        }
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        for mv in moves.into_iter().filter(|&mv| position.is_reversible(mv)) {
            let mut next = position;
            next.play(mv);
            let mut found = false;
            next.predecessors(|origin| found |= placement(&origin) == placement(&position));
            assert!(found, "{} {mv}", position.fen());
        }
    }
}

/// The text without its counters.
fn placement(position: &NamDinh) -> String {
    position.fen().split(' ').take(2).collect::<Vec<_>>().join(" ")
}

/// The documented limit of the moves that keep the class, so that their count fits beside a bound.
#[test]
fn moves_that_keep_the_class_weigh_little() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(13);
    let mut most = 0;
    for _ in 0..20_000 {
        let (white, black) = (random.random_range(0..=11), random.random_range(0..=11));
        let position = scatter(&mut random, white, black);
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        moves.retain(|&mv| position.keeps_class(mv));
        most = most.max(moves.len() as u32 * u32::from(position.orbit_size()));
    }
    assert!((50..=NamDinh::most_steps(MaterialSignature::new(11, 11))).contains(&most), "{most}");
}
