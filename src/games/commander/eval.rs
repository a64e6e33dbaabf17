//! The worth of a position: what each piece is worth on its point, how near each side is to one of its four losses,
//! what is under fire, and how the commanders stand.
//!
//! All numbers are learned by the command in `weights.rs` from games of Banco against itself, by `banco datagen --game
//! commander --random 8`: 4,491 with weights set by hand (material at the leaflet's values), `commander-b.jsonl` of
//! `--longest 300 --nodes 800 --seed 62`; and 38,182 with those learned from them, `commander-e.jsonl` of `--longest 400
//! --nodes 400 --resign 6,2500 --seed 7171`.

use arrayvec::ArrayVec;

use super::board::CommanderChess;
use super::fire::{CLASSES, fire};
use super::tables::{
    DISCS, DISTANCES, FILES, LAND, POINTS, RANKS, SMALL_ZONES, STARS, Set, file, flip, rank,
};
use super::unit::{FULL_SET, Kind, Piece, land_forces, planes, ships};
use super::weights::WEIGHTS;
use super::zones::zone_of;
use crate::base::score::clamp_eval;
use crate::base::{Score, Team};
use crate::traits::tunable::Group;
use crate::traits::{Game, SearchGame, Tunable};

const KINDS: usize = Kind::ALL.len();
/// Distances from ships are told apart up to here, in steps of any direction.
const RINGS: usize = 8;
/// What is threatened: the kinds, and the last of a force, whose loss ends the game.
const PREY: usize = KINDS + 1;

/// Where each group of weights begins.
const WORTH: usize = 0;
const RANK: usize = WORTH + KINDS;
const FILE: usize = RANK + KINDS * RANKS;
const CARRIED: usize = FILE + KINDS * FILES;
const HEROES: usize = CARRIED + KINDS;
const LOADED: usize = HEROES + KINDS;
const COVERED: usize = LOADED + KINDS;
const FORCES: usize = COVERED + KINDS;
const NEAR_PREY: usize = FORCES + 3 + 3 + 7;
const NEAR_OWN: usize = NEAR_PREY + 2 * KINDS * RINGS;
const COMMANDER: usize = NEAR_OWN + KINDS * RINGS;
const FLIGHT: usize = COMMANDER + 2;
const PRESSURE: usize = FLIGHT + 5;
const FREEDOM: usize = PRESSURE + 8;
const THREATS: usize = FREEDOM + 9;
const TEMPO: usize = THREATS + 2 * 2 * CLASSES * PREY;
const COUNT: usize = TEMPO + 1;

/// The weights as the search reads them: half the size.
static BY_FEATURE: [i16; COUNT] = {
    let mut out = [0; COUNT];
    let mut i = 0;
    while i < COUNT {
        out[i] = WEIGHTS[i] as i16;
        i += 1;
    }
    out
};

/// By kind and point of the side's own board, what a piece is worth there.
static PLACES: [[i16; POINTS]; KINDS] = {
    let mut out = [[0; POINTS]; KINDS];
    let mut i = 0;
    while i < KINDS * POINTS {
        let (kind, p) = (i / POINTS, i % POINTS);
        let place = WEIGHTS[RANK + kind * RANKS + p / FILES] + WEIGHTS[FILE + kind * FILES + p % FILES];
        out[kind][p] = (WEIGHTS[WORTH + kind] + place) as i16;
        i += 1;
    }
    out
};

/// The value for the side to move.
pub fn evaluate(pos: &CommanderChess) -> Score {
    let mut sum = Sum(0);
    tally(pos, &mut sum);
    clamp_eval(sum.0)
}

/// What is done with the features as they are met.
trait Tally {
    /// A weight counts once for the side with this sign.
    fn add(&mut self, weight: usize, sign: i32);

    /// A piece stands on a point of its side's own board.
    fn place(&mut self, kind: usize, p: usize, sign: i32);
}

/// Adds them up.
struct Sum(i32);

impl Tally for Sum {
    #[inline]
    fn add(&mut self, weight: usize, sign: i32) {
        self.0 += i32::from(BY_FEATURE[weight]) * sign;
    }

    #[inline]
    fn place(&mut self, kind: usize, p: usize, sign: i32) {
        self.0 += i32::from(PLACES[kind][p]) * sign;
    }
}

/// Lists them.
struct List<'a>(&'a mut Vec<(u16, f32)>);

impl Tally for List<'_> {
    fn add(&mut self, weight: usize, sign: i32) {
        self.0.push((weight as u16, sign as f32));
    }

    fn place(&mut self, kind: usize, p: usize, sign: i32) {
        self.add(WORTH + kind, sign);
        self.add(RANK + kind * RANKS + rank(p), sign);
        self.add(FILE + kind * FILES + file(p), sign);
    }
}

/// Where a side's men reach, and where its air defence does.
#[derive(Clone, Copy)]
struct Reach {
    /// Points inside any zone, and inside two or more.
    zone: Set,
    twice: Set,
    ships: Set,
    /// By class of the attacker.
    fire: [Set; CLASSES],
}

impl Reach {
    /// All points that the side can strike at.
    #[inline]
    fn guard(&self) -> Set {
        self.fire[..5].iter().fold(Set::EMPTY, |all, &set| all | set)
    }
}

#[inline]
fn tally(pos: &CommanderChess, tally: &mut impl Tally) {
    let us = pos.side();
    let mut reach =
        [Reach { zone: Set::EMPTY, twice: Set::EMPTY, ships: Set::EMPTY, fire: [Set::EMPTY; CLASSES] }; 2];
    for team in Team::BOTH {
        let reach = &mut reach[team.index()];
        for p in pos.all(team) {
            let Some(zone) = zone_of(pos, p) else { continue };
            reach.twice |= reach.zone & zone;
            reach.zone |= zone;
            if pos.unit(p).carrier() == Kind::Ship {
                reach.ships.insert(p);
            }
        }
    }
    for team in Team::BOTH {
        let sign = if team == us { 1 } else { -1 };
        let enemy = reach[(!team).index()];
        men(pos, team, sign, &mut reach[team.index()], &enemy, tally);
    }
    for team in Team::BOTH {
        let sign = if team == us { 1 } else { -1 };
        let (own, enemy) = (&reach[team.index()], &reach[(!team).index()]);
        threats(pos, team, sign, own, enemy, tally);
        commander(pos, team, sign, enemy, tally);
    }
    tally.add(TEMPO, 1);
}

/// The men of one side, one by one, and where they reach.
#[inline]
fn men(pos: &CommanderChess, team: Team, sign: i32, own: &mut Reach, enemy: &Reach, tally: &mut impl Tally) {
    let forces = pos.forces(team);
    tally.add(FORCES + planes(forces).min(2) as usize, sign);
    tally.add(FORCES + 3 + ships(forces).min(2) as usize, sign);
    tally.add(FORCES + 6 + land_forces(forces).min(6) as usize, sign);

    let beside = pos.commander(!team).map_or(Set::EMPTY, |c| DISCS[c]);
    let (fleet, prey) = (Fleet::new(own.ships), Fleet::new(enemy.ships));
    let near_prey = NEAR_PREY + if ships(pos.forces(!team)) == 1 { KINDS * RINGS } else { 0 };
    let mut pressure = 0;
    for p in pos.all(team) {
        let unit = pos.unit(p);
        let kind = index(unit.carrier());
        tally.place(kind, if team == Team::First { p } else { flip(p) }, sign);
        if own.zone.has(p) {
            tally.add(COVERED + kind, sign);
        }
        if let Some(steps) = prey.distance(p) {
            tally.add(near_prey + kind * RINGS + steps, sign);
        }
        if let Some(steps) = fleet.distance(p) {
            tally.add(NEAR_OWN + kind * RINGS + steps, sign);
        }
        let mut presses = man(pos, p, unit.piece(0), sign, own, enemy, tally).meets(beside);
        if unit.len() > 1 {
            tally.add(LOADED + kind, sign);
            for piece in unit.pieces().skip(1) {
                tally.add(CARRIED + index(piece.kind), sign);
                presses |= man(pos, p, piece, sign, own, enemy, tally).meets(beside);
            }
        }
        pressure += usize::from(presses);
    }
    tally.add(PRESSURE + pressure.min(7), sign);
}

/// A piece, carried or not: its heroism and where it reaches.
#[inline]
fn man(
    pos: &CommanderChess,
    p: usize,
    piece: Piece,
    sign: i32,
    own: &mut Reach,
    enemy: &Reach,
    tally: &mut impl Tally,
) -> Set {
    if piece.heroic {
        tally.add(HEROES + index(piece.kind), sign);
    }
    let (class, set) = fire(pos, p, piece, enemy.zone, enemy.ships);
    own.fire[class] |= set;
    if piece.kind == Kind::Plane {
        tally.add(FREEDOM + ((set & LAND).count() as usize / 4).min(8), sign);
        if !piece.heroic {
            own.fire[5] |= STARS[2][p] & enemy.zone.without(enemy.twice);
        }
    }
    set
}

/// Distances from the ships of one side.
struct Fleet(ArrayVec<&'static [u8; POINTS], FULL_SET>);

impl Fleet {
    #[inline]
    fn new(ships: Set) -> Fleet {
        Fleet(ships.into_iter().map(|p| &DISTANCES[p]).take(FULL_SET).collect())
    }

    /// The distance from the nearest, as far as it is told apart.
    #[inline]
    fn distance(&self, p: usize) -> Option<usize> {
        self.0.iter().map(|row| usize::from(row[p])).min().map(|steps| steps.min(RINGS - 1))
    }
}

#[inline]
fn index(kind: Kind) -> usize {
    kind as usize - 1
}

/// What of the enemy's is under fire, each by the cheapest attacker: guarded or not, and whose turn it is.
#[inline]
fn threats(pos: &CommanderChess, team: Team, sign: i32, own: &Reach, enemy: &Reach, tally: &mut impl Tally) {
    let them = !team;
    let forces = pos.forces(them);
    let guard = enemy.guard();
    let mut left = pos.all(them);
    for (class, &fire) in own.fire.iter().enumerate() {
        let hit = fire & left;
        if hit.is_empty() {
            continue;
        }
        left = left.without(hit);
        for p in hit {
            let unit = pos.unit(p);
            let prey = if unit.is_last_of(forces) { KINDS } else { index(unit.carrier()) };
            let turn = 2 * usize::from(sign < 0) + usize::from(guard.has(p));
            tally.add(THREATS + (turn * CLASSES + class) * PREY + prey, sign);
        }
    }
}

/// How a commander stands: sheltered, carried, and how many points beside him along the lines are left to go to.
#[inline]
fn commander(pos: &CommanderChess, team: Team, sign: i32, enemy: &Reach, tally: &mut impl Tally) {
    let Some(c) = pos.commander(team) else { return };
    let unit = pos.unit(c);
    if unit.is_sheltered() {
        tally.add(COMMANDER, sign);
    } else if unit.len() > 1 {
        tally.add(COMMANDER + 1, sign);
    }
    let fire = enemy.guard();
    let open = (SMALL_ZONES[c] & LAND).without(fire | pos.occupied());
    tally.add(FLIGHT + open.count() as usize, sign);
}

impl Tunable for CommanderChess {
    const GROUPS: &'static [Group] = &[
        Group { name: "worth: by kind", count: KINDS, width: KINDS },
        Group { name: "rank of its side's board: by kind", count: KINDS * RANKS, width: RANKS },
        Group { name: "file: by kind", count: KINDS * FILES, width: FILES },
        Group { name: "carried: by kind", count: KINDS, width: KINDS },
        Group { name: "heroes: by kind", count: KINDS, width: KINDS },
        Group { name: "loaded: by kind of the carrier", count: KINDS, width: KINDS },
        Group { name: "inside the own zone: by kind", count: KINDS, width: KINDS },
        Group { name: "planes left: 0, 1, more", count: 3, width: 3 },
        Group { name: "ships left: 0, 1, more", count: 3, width: 3 },
        Group { name: "land forces left: 0 to 5, more", count: 7, width: 7 },
        Group {
            name: "distance from the enemy's nearest ship: more than one left or not, by kind",
            count: 2 * KINDS * RINGS,
            width: RINGS,
        },
        Group { name: "distance from the own nearest ship: by kind", count: KINDS * RINGS, width: RINGS },
        Group { name: "the commander in his headquarters, carried", count: 2, width: 2 },
        Group { name: "points that he may step to", count: 5, width: 5 },
        Group { name: "units that fire beside the enemy's commander", count: 8, width: 8 },
        Group { name: "points that a plane may go to, by fours", count: 9, width: 9 },
        Group {
            name: "threats: own turn or not, guarded or not, class, kind of the target",
            count: 2 * 2 * CLASSES * PREY,
            width: PREY,
        },
        Group { name: "the turn", count: 1, width: 1 },
    ];

    fn weights() -> &'static [i32] {
        &WEIGHTS
    }

    fn is_steady(&self) -> bool {
        self.terminal().is_none() && self.is_quiet(50)
    }

    fn features(&self, out: &mut Vec<(u16, f32)>) {
        tally(self, &mut List(out));
    }
}
