//! Indices of positions.

use banco::traits::{Indexed, IndexedEntry, Notation};

use super::*;

use crate::common::seeded;

#[test]
fn images_share_their_number() {
    let mut random = seeded(11);
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
