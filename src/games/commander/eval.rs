//! The worth of a position: material at the leaflet's values, how near each side is to one of its four losses, and
//! where the pieces stand.

use super::board::CommanderChess;
use super::tables::{FILES, LARGE_ZONES, RUNS, SMALL_ZONES, STARS, Set, Way, along, file, rank};
use super::unit::{Kind, land_forces, planes, ships};
use crate::core::score::clamp_eval;
use crate::core::{Score, Team};

/// For having the move.
const TEMPO: i32 = 15;
/// One plane, one ship left: the next loss ends the game.
const LAST_PLANE: i32 = 260;
const LAST_SHIP: i32 = 260;
/// By the number of infantry, artillery and tanks left.
const LAND_LEFT: [i32; 7] = [0, 400, 200, 90, 30, 10, 0];
/// Each unit of the enemy within three steps of the commander on his lines.
const NEAR_COMMANDER: i32 = 14;
/// Each empty point beside the commander along the lines, over which he can be approached or run.
const OPEN_LINE: i32 = 5;
/// A commander in his headquarters.
const SHELTERED: i32 = 25;
/// Each unit inside a zone of its own side.
const COVERED: i32 = 5;
/// A loaded carrier.
const LOADED: i32 = 12;
/// Each rank forward of a piece of the land force or the militia.
const FORWARD: i32 = 4;
/// Each file towards the middle for the heavy pieces.
const CENTRAL: i32 = 2;

/// The value for the side to move.
pub fn evaluate(pos: &CommanderChess) -> Score {
    let us = pos.side();
    let material = 10 * (pos.value(us) - pos.value(!us));
    clamp_eval(material + side(pos, us) - side(pos, !us) + TEMPO)
}

/// What speaks for one side besides its material.
fn side(pos: &CommanderChess, us: Team) -> i32 {
    let forces = pos.forces(us);
    let mut sum = 0;
    if planes(forces) == 1 {
        sum -= LAST_PLANE;
    }
    if ships(forces) == 1 {
        sum -= LAST_SHIP;
    }
    sum -= LAND_LEFT[(land_forces(forces) as usize).min(6)];

    let mut zone = Set::EMPTY;
    for p in pos.all(us) {
        let unit = pos.unit(p);
        let ahead = if us == Team::First { rank(p) } else { 11 - rank(p) } as i32;
        match unit.carrier() {
            Kind::Ship => {
                zone |= SMALL_ZONES[p];
                sum += ahead.min(8);
            }
            Kind::Flak => zone |= SMALL_ZONES[p],
            Kind::Missile => zone |= LARGE_ZONES[p],
            Kind::Infantry | Kind::Tank | Kind::Militia => sum += FORWARD * ahead.min(8),
            Kind::Artillery => {
                sum += FORWARD * ahead.min(5) + CENTRAL * (5 - (file(p) as i32 - FILES as i32 / 2).abs());
            }
            Kind::Plane => sum += CENTRAL * (5 - (file(p) as i32 - 6).abs()),
            _ => {}
        }
        if unit.len() > 1 && unit.carrier() != Kind::Headquarters {
            sum += LOADED;
        }
    }
    sum += COVERED * (zone & pos.all(us)).count() as i32;
    if let Some(c) = pos.commander(us) {
        sum -= NEAR_COMMANDER * (STARS[1][c] & pos.all(!us)).count() as i32;
        let open =
            (0..4).filter(|&d| RUNS[Way::Light as usize][c][d] > 0 && pos.unit(along(c, d, 1)).is_none());
        sum -= OPEN_LINE * open.count() as i32;
        if pos.unit(c).is_sheltered() {
            sum += SHELTERED;
        }
    }
    sum
}
