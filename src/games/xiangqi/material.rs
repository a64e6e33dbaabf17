//! Classes of endings: the material of both sides in the usual notation (`R.AAEE`, `NP.AAEE`, `PP.PP`), without kings.

use std::fmt;

use super::board::Xiangqi;
use super::geometry::HOME;
use super::piece::PieceType;
use crate::base::error::shorten;
use crate::base::{Error, Result, Team};

/// The piece types in the order of class names.
pub(super) const NAMED: [PieceType; 6] = [
    PieceType::Rook,
    PieceType::Knight,
    PieceType::Cannon,
    PieceType::Pawn,
    PieceType::Advisor,
    PieceType::Elephant,
];
/// Their letters.
const LETTERS: [char; 6] = ['R', 'N', 'C', 'P', 'A', 'E'];
/// The largest number of each type on a side.
const MOST: [u8; 6] = [2, 2, 2, 5, 2, 2];
/// The place of pawns.
const PAWNS: usize = 3;
/// The number of types that can give check, the first of [`NAMED`].
const ATTACKERS: usize = 4;
/// An upper bound of the moves of each type.
const MOST_MOVES: [u32; 6] = [17, 8, 17, 3, 4, 4];
/// Weights for finding the stronger side.
const WEIGHT: [u32; 6] = [20, 9, 10, 4, 0, 0];

/// The pieces of one side except its king, in the order of [`NAMED`].
pub(super) type Army = [u8; 6];

/// The material signature of an ending: the pieces of the stronger side and of the weaker one, without kings.
///
/// The stronger side has the larger sum of rooks, cannons, knights and pawns (weights 20, 10, 9 and 4). On equality it
/// has more of the first of rook, knight, cannon, pawn, advisor, elephant in which the sides differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MaterialSignature {
    armies: [Army; 2],
}

impl MaterialSignature {
    /// Returns the class of two armies, and whether the second one is the stronger.
    #[inline]
    pub(super) fn of(armies: [Army; 2]) -> (MaterialSignature, bool) {
        let [first, second] = armies.map(|army| (weight(army), army));
        if second > first {
            (MaterialSignature { armies: [armies[1], armies[0]] }, true)
        } else {
            (MaterialSignature { armies }, false)
        }
    }

    /// Returns the armies, the stronger first.
    pub(super) fn armies(self) -> [Army; 2] {
        self.armies
    }

    /// Returns whether the sides have the same pieces, so that colours can be exchanged.
    pub fn is_even(self) -> bool {
        self.armies[0] == self.armies[1]
    }

    /// Returns the number of pieces without kings.
    pub fn total(self) -> u32 {
        self.armies.iter().flatten().map(|&count| u32::from(count)).sum()
    }

    /// Returns the numbers of rooks, knights, cannons and pawns of each side, the stronger first.
    pub fn attackers(self) -> [u32; 2] {
        self.armies.map(|army| army[..ATTACKERS].iter().map(|&count| u32::from(count)).sum())
    }

    /// Parses the name of a class, either side first, letters in any order and case: `R.AAEE`, `aaee.r`, `RP`. A dash
    /// or nothing stands for a lone king; `H`, `B` and `G` are accepted for `N`, `E` and `A`.
    ///
    /// # Errors
    /// [`Error::Usage`] if the name is invalid.
    pub fn parse(text: &str) -> Result<MaterialSignature> {
        let bad = |why: &str| Error::usage(format!("class {}: {why}, such as R.AAEE", shorten(text)));
        let (first, second) = text.split_once('.').unwrap_or((text, "-"));
        let army = |side: &str| -> Result<Army> {
            let mut army = Army::default();
            for letter in if side == "-" { "" } else { side }.chars() {
                let letter = match letter.to_ascii_uppercase() {
                    'H' => 'N',
                    'B' => 'E',
                    'G' => 'A',
                    other => other,
                };
                let piece_type = LETTERS.iter().position(|&known| known == letter);
                let piece_type =
                    piece_type.ok_or_else(|| bad("letters of pieces expected, kings left out"))?;
                army[piece_type] += 1;
                if army[piece_type] > MOST[piece_type] {
                    return Err(bad("no more pieces than a side has expected"));
                }
            }
            Ok(army)
        };
        Ok(MaterialSignature::of([army(first)?, army(second)?]).0)
    }

    /// Returns all classes of at most `pieces` pieces in which a side can give check, smaller ones first.
    pub(super) fn all(pieces: u32) -> Vec<MaterialSignature> {
        let armies: Vec<Army> = every_army().into_iter().filter(|&army| size(army) <= pieces).collect();
        let mut out = Vec::new();
        for (i, &first) in armies.iter().enumerate() {
            for &second in &armies[..=i] {
                let class = MaterialSignature::of([first, second]).0;
                if class.total() <= pieces && class.attackers()[0] > 0 {
                    out.push(class);
                }
            }
        }
        out.sort_by_key(|class| (class.total(), *class));
        out
    }

    /// Returns the classes after a capture, each with whether the side to move is the stronger one there, or equal.
    pub(super) fn captures(self) -> Vec<(MaterialSignature, bool)> {
        let mut out = Vec::new();
        for (side, piece_type) in [1, 0].into_iter().flat_map(|side| (0..6).map(move |t| (side, t))) {
            let mut armies = self.armies;
            if armies[side][piece_type] == 0 {
                continue;
            }
            armies[side][piece_type] -= 1;
            let (class, swapped) = MaterialSignature::of(armies);
            // The side that lost the piece moves next.
            let next = (class, class.is_even() || (side == 0) != swapped);
            if !out.contains(&next) {
                out.push(next);
            }
        }
        out
    }
}

/// Returns the sum of weights over the pieces of an army.
fn sum(army: Army, each: [u32; 6]) -> u32 {
    army.iter().zip(each).map(|(&count, each)| u32::from(count) * each).sum()
}

fn weight(army: Army) -> u32 {
    sum(army, WEIGHT)
}

/// Returns an upper bound of the moves of the king and an army.
pub(super) fn most_moves(army: Army) -> u32 {
    4 + sum(army, MOST_MOVES)
}

fn size(army: Army) -> u32 {
    sum(army, [1; 6])
}

fn every_army() -> Vec<Army> {
    MOST.iter().enumerate().fold(vec![Army::default()], |armies, (piece_type, &most)| {
        let with = |army: Army| {
            (0..=most).map(move |count| {
                let mut army = army;
                army[piece_type] = count;
                army
            })
        };
        armies.into_iter().flat_map(with).collect()
    })
}

impl fmt::Display for MaterialSignature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |army: Army| -> String {
            let letters = army.iter().zip(LETTERS);
            let letters = letters.flat_map(|(&count, letter)| std::iter::repeat_n(letter, count.into()));
            if size(army) == 0 { "-".to_owned() } else { letters.collect() }
        };
        let [stronger, weaker] = self.armies.map(name);
        write!(f, "{stronger}.{weaker}")
    }
}

impl Xiangqi {
    /// Returns the pieces of a side except its king. Pawns of compositions that stand where no play could bring them
    /// count as more than a side has: no class holds these.
    #[inline]
    pub(super) fn army(&self, team: Team) -> Army {
        // Counted one by one: there are few, and without a population count instruction this is not slower.
        let mut army = NAMED.map(|piece_type| self.pieces(team, piece_type).into_iter().count() as u8);
        let pawns = self.pieces(team, PieceType::Pawn);
        if pawns & HOME[team.index()][PieceType::Pawn as usize] != pawns {
            army[PAWNS] += MOST[PAWNS];
        }
        army
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_either_side_first() {
        for (text, name) in [
            ("R.AAEE", "R.AAEE"),
            ("aeae.r", "R.AAEE"),
            ("pn", "NP.-"),
            ("-.P", "P.-"),
            ("", "-.-"),
            ("PP.PP", "PP.PP"),
            ("H.C", "C.N"),
            ("gb.bbggp", "PAAEE.AE"),
        ] {
            assert_eq!(MaterialSignature::parse(text).unwrap().to_string(), name);
        }
        for text in ["RRR", "K.R", "R,A", "AAA.R", "R.A.E", "é"] {
            assert!(MaterialSignature::parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn captures_name_who_moves_next() {
        let captures = |text| {
            let list = MaterialSignature::parse(text).unwrap().captures();
            list.iter()
                .map(|(class, stronger)| format!("{class}{}", if *stronger { '+' } else { '-' }))
                .collect::<Vec<_>>()
                .join(" ")
        };
        assert_eq!(captures("R.AA"), "R.A- AA.--");
        // Whichever side lost its pawn is the weaker one.
        assert_eq!(captures("P.P"), "P.--");
        assert_eq!(captures("RP.R"), "RP.-- R.P- R.R+");
    }
}
