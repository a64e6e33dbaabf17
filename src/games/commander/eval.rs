//! Hand-crafted evaluation (HCE): piece values and piece-square tables (PSQT), distance of each side from its four
//! losses, threats, mobility of planes, and king safety. The network (NNUE) replaces it unless `Use NNUE` is off or there
//! is no network.
//!
//! `weights.rs` names the command that trained the weights, on two sets of self-play games by `banco-lab datagen --game
//! commander --random 8`: 4,491 games with weights set by hand (`commander-b.jsonl`, `--longest 300 --nodes 800 --seed
//! 62`), and 38,182 games with the weights trained on them (`commander-e.jsonl`, `--longest 400 --nodes 400 --resign
//! 6,2500 --seed 7171`).

mod tuning;

use arrayvec::ArrayVec;

use super::air_defence::zone_of;
use super::attack_map::{CLASSES, attacks_from};
use super::attack_tables::{DISCS, SMALL_ZONES, STARS};
use super::board::CommanderChess;
use super::geometry::{DISTANCES, FILES, POINTS, RANKS, Set, file, flip, rank};
use super::piece::{Piece, PieceType};
use super::terrain::LAND;
use super::unit::{FULL_SET, land_forces, planes, ships};
use super::weights::WEIGHTS;
use crate::base::score::clamp_eval;
use crate::base::{Score, Square, Team, for_below};

const PIECE_TYPES: usize = PieceType::ALL.len();
/// Distances from ships are distinguished up to this number of steps.
const RINGS: usize = 8;
/// Number of target kinds: the piece types, and the last of a force, whose loss ends the game.
const TARGETS: usize = PIECE_TYPES + 1;

/// Index of the first weight of each group.
const PIECE_VALUE: usize = 0;
const RANK: usize = PIECE_VALUE + PIECE_TYPES;
const FILE: usize = RANK + PIECE_TYPES * RANKS;
const CARRIED: usize = FILE + PIECE_TYPES * FILES;
const HEROES: usize = CARRIED + PIECE_TYPES;
const LOADED: usize = HEROES + PIECE_TYPES;
const COVERED: usize = LOADED + PIECE_TYPES;
const FORCES: usize = COVERED + PIECE_TYPES;
const NEAR_ENEMY_SHIPS: usize = FORCES + 3 + 3 + 7;
const NEAR_OWN: usize = NEAR_ENEMY_SHIPS + 2 * PIECE_TYPES * RINGS;
const COMMANDER: usize = NEAR_OWN + PIECE_TYPES * RINGS;
const FLIGHT: usize = COMMANDER + 2;
const PRESSURE: usize = FLIGHT + 5;
const FREEDOM: usize = PRESSURE + 8;
const THREATS: usize = FREEDOM + 9;
const TEMPO: usize = THREATS + 2 * 2 * CLASSES * TARGETS;
const COUNT: usize = TEMPO + 1;

/// The weights as 16-bit integers for the search.
static BY_FEATURE: [i16; COUNT] = {
    let mut out = [0; COUNT];
    for_below!(i, COUNT, {
        out[i] = WEIGHTS[i] as i16;
    });
    out
};

/// Piece-square table by kind and point of the side's own board.
static PSQT: [[i16; POINTS]; PIECE_TYPES] = {
    let mut out = [[0; POINTS]; PIECE_TYPES];
    for_below!(i, PIECE_TYPES * POINTS, {
        let (piece_type, p) = (i / POINTS, i % POINTS);
        let place =
            WEIGHTS[RANK + piece_type * RANKS + p / FILES] + WEIGHTS[FILE + piece_type * FILES + p % FILES];
        out[piece_type][p] = (WEIGHTS[PIECE_VALUE + piece_type] + place) as i16;
    });
    out
};

/// Returns the evaluation for the side to move.
pub fn evaluate(pos: &CommanderChess) -> Score {
    let mut sum = Sum(0);
    trace_terms(pos, &mut sum);
    clamp_eval(sum.0)
}

/// Evaluation trace: receives the features of a position.
trait Trace {
    /// Counts a weight once for the side with this sign.
    fn add(&mut self, weight: usize, sign: i32);

    /// Counts a piece on a point of its side's own board.
    fn place(&mut self, piece_type: usize, p: Square, sign: i32);
}

/// Sums the weights.
struct Sum(i32);

impl Trace for Sum {
    fn add(&mut self, weight: usize, sign: i32) {
        self.0 += i32::from(BY_FEATURE[weight]) * sign;
    }

    fn place(&mut self, piece_type: usize, p: Square, sign: i32) {
        self.0 += i32::from(PSQT[piece_type][p]) * sign;
    }
}

/// Targets and air-defence zones of one side.
#[derive(Clone, Copy)]
struct Reach {
    /// The points inside any zone, and those inside two or more.
    zone: Set,
    twice: Set,
    ships: Set,
    /// The targets by class of the attacker.
    attacks: [Set; CLASSES],
}

impl Reach {
    /// Returns all targets of the side.
    #[inline]
    fn attacked(&self) -> Set {
        self.attacks[..5].iter().fold(Set::EMPTY, |all, &set| all | set)
    }
}

#[inline]
fn trace_terms(pos: &CommanderChess, trace: &mut impl Trace) {
    let us = pos.side();
    let mut reach =
        [Reach { zone: Set::EMPTY, twice: Set::EMPTY, ships: Set::EMPTY, attacks: [Set::EMPTY; CLASSES] }; 2];
    for team in Team::BOTH {
        let reach = &mut reach[team.index()];
        for p in pos.guards(team) {
            let zone = zone_of(pos, p);
            reach.twice |= reach.zone & zone;
            reach.zone |= zone;
            if pos.unit(p).carrier() == PieceType::Ship {
                reach.ships.insert(p);
            }
        }
    }
    for team in Team::BOTH {
        let sign = if team == us { 1 } else { -1 };
        let enemy = reach[(!team).index()];
        pieces_of(pos, team, sign, &mut reach[team.index()], &enemy, trace);
    }
    for team in Team::BOTH {
        let sign = if team == us { 1 } else { -1 };
        let (own, enemy) = (&reach[team.index()], &reach[(!team).index()]);
        threats(pos, team, sign, own, enemy, trace);
        commander(pos, team, sign, enemy, trace);
    }
    trace.add(TEMPO, 1);
}

/// Evaluates the pieces of one side and collects their targets.
#[inline]
fn pieces_of(
    pos: &CommanderChess,
    team: Team,
    sign: i32,
    own: &mut Reach,
    enemy: &Reach,
    trace: &mut impl Trace,
) {
    let forces = pos.forces(team);
    trace.add(FORCES + planes(forces).min(2) as usize, sign);
    trace.add(FORCES + 3 + ships(forces).min(2) as usize, sign);
    trace.add(FORCES + 6 + land_forces(forces).min(6) as usize, sign);

    let beside = pos.commander(!team).map_or(Set::EMPTY, |c| DISCS[c]);
    let (fleet, enemy_fleet) = (Fleet::new(own.ships), Fleet::new(enemy.ships));
    let near_enemy_ships =
        NEAR_ENEMY_SHIPS + if ships(pos.forces(!team)) == 1 { PIECE_TYPES * RINGS } else { 0 };
    let mut pressure = 0;
    for p in pos.all(team) {
        let unit = pos.unit(p);
        let piece_type = index(unit.carrier());
        trace.place(piece_type, if team == Team::First { p } else { flip(p) }, sign);
        if own.zone.has(p) {
            trace.add(COVERED + piece_type, sign);
        }
        if let Some(steps) = enemy_fleet.distance(p) {
            trace.add(near_enemy_ships + piece_type * RINGS + steps, sign);
        }
        if let Some(steps) = fleet.distance(p) {
            trace.add(NEAR_OWN + piece_type * RINGS + steps, sign);
        }
        let mut presses = piece_terms(pos, p, unit.piece(0), sign, own, enemy, trace).meets(beside);
        if unit.len() > 1 {
            trace.add(LOADED + piece_type, sign);
            for piece in unit.pieces().skip(1) {
                trace.add(CARRIED + index(piece.piece_type), sign);
                presses |= piece_terms(pos, p, piece, sign, own, enemy, trace).meets(beside);
            }
        }
        pressure += usize::from(presses);
    }
    trace.add(PRESSURE + pressure.min(7), sign);
}

/// Evaluates a piece, alone or carried: heroism and targets.
#[inline]
fn piece_terms(
    pos: &CommanderChess,
    p: Square,
    piece: Piece,
    sign: i32,
    own: &mut Reach,
    enemy: &Reach,
    trace: &mut impl Trace,
) -> Set {
    if piece.heroic {
        trace.add(HEROES + index(piece.piece_type), sign);
    }
    let (class, set) = attacks_from(pos, p, piece, enemy.zone, enemy.ships);
    own.attacks[class] |= set;
    if piece.piece_type == PieceType::Plane {
        trace.add(FREEDOM + ((set & LAND).count() as usize / 4).min(8), sign);
        if !piece.heroic {
            own.attacks[5] |= STARS[2][p] & enemy.zone.without(enemy.twice);
        }
    }
    set
}

/// Distances from the ships of one side.
struct Fleet(ArrayVec<&'static [u8; POINTS], FULL_SET>);

impl Fleet {
    #[inline]
    fn new(ships: Set) -> Fleet {
        let mut rows = ArrayVec::new();
        for p in ships.into_iter().take(FULL_SET) {
            rows.push(&DISTANCES[p]);
        }
        Fleet(rows)
    }

    /// Returns the distance from the nearest ship, capped at [`RINGS`].
    #[inline]
    fn distance(&self, p: Square) -> Option<usize> {
        self.0.iter().map(|row| usize::from(row[p])).min().map(|steps| steps.min(RINGS - 1))
    }
}

fn index(piece_type: PieceType) -> usize {
    piece_type as usize - 1
}

/// Evaluates threats to the enemy's units, each by the cheapest attacker: guarded or not, and the side to move.
#[inline]
fn threats(pos: &CommanderChess, team: Team, sign: i32, own: &Reach, enemy: &Reach, trace: &mut impl Trace) {
    let them = !team;
    let forces = pos.forces(them);
    let defended = enemy.attacked();
    let mut left = pos.all(them);
    for (class, &attacks) in own.attacks.iter().enumerate() {
        let hit = attacks & left;
        if hit.is_empty() {
            continue;
        }
        left = left.without(hit);
        for p in hit {
            let unit = pos.unit(p);
            let target = if unit.is_last_of(forces) { PIECE_TYPES } else { index(unit.carrier()) };
            let turn = 2 * usize::from(sign < 0) + usize::from(defended.has(p));
            trace.add(THREATS + (turn * CLASSES + class) * TARGETS + target, sign);
        }
    }
}

/// Evaluates the commander: sheltered, carried, and the number of free points along the lines beside it.
#[inline]
fn commander(pos: &CommanderChess, team: Team, sign: i32, enemy: &Reach, trace: &mut impl Trace) {
    let Some(c) = pos.commander(team) else { return };
    let unit = pos.unit(c);
    if unit.is_sheltered() {
        trace.add(COMMANDER, sign);
    } else if unit.len() > 1 {
        trace.add(COMMANDER + 1, sign);
    }
    let attacked = enemy.attacked();
    let open = (SMALL_ZONES[c] & LAND).without(attacked | pos.occupied());
    trace.add(FLIGHT + open.count() as usize, sign);
}
