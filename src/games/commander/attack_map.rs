//! The attack map of the evaluation: the points at which pieces can fire. It ignores terrain, blocked lines (except for
//! tanks) and the safety of the own commander. Planes fire outside the enemy's zones only.

use super::attack_tables::{STARS, make_stars};
use super::board::CommanderChess;
use super::geometry::{POINTS, Set, along};
use super::piece::{Piece, PieceType};
use super::terrain::{RUNS, Way};
use crate::base::{Square, for_below};

const PIECE_TYPES: usize = PieceType::ALL.len();
/// Number of attacker classes: pieces worth ten points; tank and missile; artillery; planes outside all zones; ships;
/// planes that are lost with their target.
pub(super) const CLASSES: usize = 6;
/// The attacker class of each kind.
const CLASS: [usize; PIECE_TYPES] = [2, 0, 0, 3, 0, 0, 0, 0, 4, 1, 1];

/// Targets on an empty board by heroism, kind and point; for ships those of the guns.
static ATTACKS: [[[Set; POINTS]; PIECE_TYPES]; 2] = [make_attacks(false), make_attacks(true)];

const fn make_attacks(heroic: bool) -> [[Set; POINTS]; PIECE_TYPES] {
    let mut out = [[Set::EMPTY; POINTS]; PIECE_TYPES];
    for_below!(k, PIECE_TYPES, {
        let piece_type = PieceType::ALL[k];
        let [straight, diagonal] = piece_type.reach(heroic);
        if !matches!(piece_type, PieceType::Commander | PieceType::Headquarters) {
            // The gun has a shorter range than the torpedo.
            let gun = if matches!(piece_type, PieceType::Ship) { 1 } else { 0 };
            out[k] = make_stars(straight - gun, diagonal - gun);
        }
    });
    out
}

/// Returns the class of a piece and its targets from `p`; `zone` and `ships` are the enemy's.
#[inline]
pub(super) fn attacks_from(
    pos: &CommanderChess,
    p: Square,
    piece: Piece,
    zone: Set,
    ships: Set,
) -> (usize, Set) {
    let Piece { piece_type, heroic } = piece;
    let (class, set) =
        (CLASS[piece_type as usize - 1], ATTACKS[usize::from(heroic)][piece_type as usize - 1][p]);
    match piece_type {
        PieceType::Tank if !heroic => (class, set.without(hidden(pos, p))),
        PieceType::Plane if !heroic => (class, set.without(zone)),
        // The torpedo has a longer range than the gun.
        PieceType::Ship => (class, set | STARS[2 + usize::from(heroic)][p] & ships),
        _ => (class, set),
    }
}

/// Returns the points two steps from `p` along the lines with a piece in between.
#[inline]
fn hidden(pos: &CommanderChess, p: Square) -> Set {
    let mut set = Set::EMPTY;
    for (d, &edge) in RUNS[Way::Any as usize][p].iter().enumerate().take(4) {
        if edge >= 2 && !pos.unit(along(p, d, 1)).is_none() {
            set.insert(along(p, d, 2));
        }
    }
    set
}
