//! Where pieces can fire, as the evaluation sees it: terrain, lines that are blocked and the safety of the own commander
//! are left out, but for what hides from a tank. Planes fire outside the enemy's zones only.

use super::board::CommanderChess;
use super::tables::{POINTS, RUNS, STARS, Set, Way, along, make_stars};
use super::unit::{Kind, Piece};

const KINDS: usize = Kind::ALL.len();
/// Classes of attackers: the men worth ten; tank and missile; artillery; planes outside all zones; ships; planes that
/// would be lost with their target.
pub(super) const CLASSES: usize = 6;
/// By kind, its class as an attacker.
const CLASS: [usize; KINDS] = [2, 0, 0, 3, 0, 0, 0, 0, 4, 1, 1];

/// By heroism, kind and point, where a piece can fire on an empty board; ships: their guns.
static FIRE: [[[Set; POINTS]; KINDS]; 2] = [make_fire(false), make_fire(true)];

const fn make_fire(heroic: bool) -> [[Set; POINTS]; KINDS] {
    let mut out = [[Set::EMPTY; POINTS]; KINDS];
    let mut k = 0;
    while k < KINDS {
        let kind = Kind::ALL[k];
        let [straight, diagonal] = kind.reach(heroic);
        if !matches!(kind, Kind::Commander | Kind::Headquarters) {
            // The gun is shorter than the torpedo.
            let gun = if matches!(kind, Kind::Ship) { 1 } else { 0 };
            out[k] = make_stars(straight - gun, diagonal - gun);
        }
        k += 1;
    }
    out
}

/// The class of a piece and the points that it can fire at from `p`; `zone` and `ships` are the enemy's.
#[inline]
pub(super) fn fire(pos: &CommanderChess, p: usize, piece: Piece, zone: Set, ships: Set) -> (usize, Set) {
    let Piece { kind, heroic } = piece;
    let (class, set) = (CLASS[kind as usize - 1], FIRE[usize::from(heroic)][kind as usize - 1][p]);
    match kind {
        Kind::Tank if !heroic => (class, set.without(hidden(pos, p))),
        Kind::Plane if !heroic => (class, set.without(zone)),
        // The torpedo reaches farther than the gun.
        Kind::Ship => (class, set | STARS[2 + usize::from(heroic)][p] & ships),
        _ => (class, set),
    }
}

/// The points two steps from `p` along the lines with something in between.
#[inline]
fn hidden(pos: &CommanderChess, p: usize) -> Set {
    let mut set = Set::EMPTY;
    for (d, &edge) in RUNS[Way::Any as usize][p].iter().enumerate().take(4) {
        if edge >= 2 && !pos.unit(along(p, d, 1)).is_none() {
            set.insert(along(p, d, 2));
        }
    }
    set
}
