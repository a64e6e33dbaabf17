//! Rows of the first layer that a position adds up: the game's feature sets as look-up tables, and factorised rows.
//!
//! Input buckets are factorised in training: a row is the sum of its bucket's own row and one that all buckets share,
//! so that buckets learn from each other's positions. The file holds the sums.

use banco::base::Team;
use banco::traits::{SearchGame, input_row};

/// The rows of a game.
#[derive(Clone, Debug)]
pub struct Rows {
    /// The number of features.
    pub features: usize,
    /// The number of input buckets.
    pub buckets: usize,
    /// The row for a feature, by team (the one to move, the other) and perspective.
    rows: [Vec<u32>; 2],
    /// The mirrored feature; `None` in games without mirror symmetry.
    mirrored: Option<Vec<u16>>,
    /// The mirrored perspective.
    mirrored_perspectives: Vec<u8>,
}

impl Rows {
    /// Tabulates the rows of a game's networks.
    pub fn of<G: SearchGame>() -> Rows {
        let perspectives = 0..G::PERSPECTIVES;
        let rows = Team::BOTH.map(|team| {
            let row = |p| (0..G::FEATURES).map(move |feature| input_row::<G>(feature, team, p) as u32);
            perspectives.clone().flat_map(row).collect()
        });
        let image = |feature| G::mirror_feature(feature).map(|image| image as u16);
        Rows {
            features: G::FEATURES,
            buckets: G::INPUT_BUCKETS,
            rows,
            mirrored: (0..G::FEATURES).map(image).collect(),
            mirrored_perspectives: perspectives.map(|p| G::mirror_perspective(p) as u8).collect(),
        }
    }

    /// Returns whether rows have a shared part.
    pub fn is_factorised(&self) -> bool {
        self.buckets > 1
    }

    /// Returns the rows of a position for both teams, from its features for the team to move, mirrored if `mirror`.
    #[inline]
    pub fn collect(&self, features: &[u16], perspectives: [u8; 2], mirror: bool, out: &mut [Vec<u32>; 2]) {
        let mirror = self.mirrored.as_deref().filter(|_| mirror);
        for side in 0..2 {
            let seen = usize::from(perspectives[side]);
            let seen = if mirror.is_some() { usize::from(self.mirrored_perspectives[seen]) } else { seen };
            let rows = &self.rows[side][seen * self.features..(seen + 1) * self.features];
            out[side].clear();
            match mirror {
                None => out[side].extend(features.iter().map(|&f| rows[usize::from(f)])),
                Some(map) => {
                    out[side].extend(features.iter().map(|&f| rows[usize::from(map[usize::from(f)])]));
                }
            }
        }
    }
}
