//! The eight symmetries of the board and the exchange of colours keep the game [namdinh 1.1].

use banco::base::epd;
use banco::games::namdinh::{NamDinh, geometry};
use banco::traits::Game;

use super::read;

#[test]
fn images_have_the_same_leaves() {
    let text = include_str!("../../../../positions/namdinh/rules.epd");
    for entry in epd::read(text).unwrap() {
        let position = read(&entry.fen);
        let leaves = position.perft(3);
        for symmetry in 0..geometry::SYMMETRIES {
            let image: NamDinh = position.image(symmetry);
            assert_eq!(image.perft(3), leaves, "{} image {symmetry}", entry.fen);
            assert_eq!(image.swapped().perft(3), leaves, "{} image {symmetry} swapped", entry.fen);
            assert_eq!(image.image(geometry::INVERSE[symmetry] as usize), position);
            assert_eq!(image.swapped().swapped(), image);
        }
    }
}
