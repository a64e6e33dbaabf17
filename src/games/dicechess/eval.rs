//! The evaluation: material, and what the men are about to do, weighted by the chance of the throw that it needs.
//! All numbers are set by hand.

use super::board::{DiceChess, Kind, QUIET_LIMIT};
use super::moves::{FACES, Move};
use super::tables::{FAR, THRONE, frame, squares};
use crate::core::{Chance, Game, Team, zobrist};

/// What the men are worth, by kind, in centipawns.
pub const WORTH: [i32; 5] = [300, 500, 300, 130, 100];
/// The most that all but material can come to.
const MOST: i32 = 300;
/// The most that a turn can change material: an elephant is taken (500), or a pawn takes a boat and becomes an
/// elephant (530).
const TURN: i32 = 530;
/// Threats count in part, less the later the seat moves: for the seat to move and the three after it, in eighths.
const THREAT: [i32; 4] = [4, -2, 1, -1];
/// For each row that a pawn has advanced.
const ROW: i32 = 5;
/// For a pawn that can never move again.
const STUCK: i32 = -50;
/// For each step that a king is nearer to its ally's throne than seven, while the team is not joined.
const NEARER: i32 = 3;
/// For a joined team.
const JOINED: i32 = 50;

/// Material of the team of Red and Yellow less that of Green and Black.
fn material(pos: &DiceChess) -> i32 {
    let (first, second) = (pos.team_men(0), pos.team_men(1));
    Kind::ALL.into_iter().fold(0, |sum, kind| {
        let count = |men: u64| (men & pos.kind(kind)).count_ones() as i32;
        sum + WORTH[kind as usize] * (count(first) - count(second))
    })
}

/// The dearest man of a set; 0 when there is none.
fn dearest(pos: &DiceChess, set: u64) -> i32 {
    const BY_WORTH: [Kind; 5] = [Kind::Elephant, Kind::King, Kind::Horse, Kind::Boat, Kind::Pawn];
    if set == 0 {
        return 0;
    }
    BY_WORTH.into_iter().find(|&kind| pos.kind(kind) & set != 0).map_or(0, |kind| WORTH[kind as usize])
}

/// What an army can expect to take with its next throw.
fn threat(pos: &DiceChess, army: usize) -> i32 {
    let enemies = pos.team_men(army & 1 ^ 1);
    FACES.into_iter().map(|die| dearest(pos, pos.attacks(army, die) & enemies)).sum::<i32>()
        / FACES.len() as i32
}

/// Pawns, king and throne of an army.
fn prospects(pos: &DiceChess, army: usize) -> i32 {
    let mut score = 0;
    for pawn in squares(pos.men(army, Kind::Pawn)) {
        score += if FAR[army] >> pawn & 1 != 0 { STUCK } else { ROW * frame(army, pawn).1 as i32 };
    }
    if !pos.is_joined(army & 1) {
        for king in squares(pos.men(army, Kind::King)) {
            let throne = THRONE[army ^ 2];
            let distance = (king % 8).abs_diff(throne % 8).max((king / 8).abs_diff(throne / 8));
            score += NEARER * (7 - distance as i32);
        }
    }
    score
}

/// All but material, for the team to move.
fn activity(pos: &DiceChess) -> i32 {
    let seat = pos.seat_index();
    let mut score = 0;
    for (later, weight) in THREAT.into_iter().enumerate() {
        let army = (seat + later) & 3;
        score += weight * threat(pos, army) / 8;
        let own = prospects(pos, army);
        score += if later % 2 == 0 { own } else { -own };
    }
    let joined = |team: usize| JOINED * i32::from(pos.is_joined(team));
    (score + joined(seat & 1) - joined(seat & 1 ^ 1)).clamp(-MOST, MOST)
}

/// The parts of the evaluation, for people.
pub fn explain(pos: &DiceChess) -> String {
    let own = pos.team().seen_by(Team::First, material(pos));
    format!("for the team to move: material {own}, threats and prospects {}", activity(pos))
}

impl Chance for DiceChess {
    const THROWS: &'static [Move] = &[Move::Throw(2), Move::Throw(3), Move::Throw(4), Move::Throw(5)];

    fn evaluate(&self) -> i32 {
        self.team().seen_by(Team::First, material(self)) + activity(self)
    }

    fn reach(&self, turns: u32) -> Option<(i32, i32)> {
        // A turn takes one man, and once in a game a boat's triumph takes three: two of one team, one of the other.
        let few = |set: u64, most: u32| set.count_ones() <= most;
        let soldiers = self.occupied() & !self.kind(Kind::King);
        if few(self.team_men(0), turns + 1)
            || few(self.team_men(1), turns + 1)
            || few(soldiers, turns + 2)
            || u32::from(self.quiet()) + turns >= u32::from(QUIET_LIMIT)
        {
            return None;
        }
        // A demand needs three captive kings; each turn makes one captive at most.
        let captives = (0..4).filter(|&army| self.captor(army).is_some()).count() as u32;
        let returns = if captives + turns >= 4 { turns } else { 0 };
        let change = TURN * turns as i32 + WORTH[Kind::King as usize] * returns as i32 + MOST;
        let own = self.team().seen_by(Team::First, material(self));
        Some((own - change, own + change))
    }

    fn early(&self) -> Option<Move> {
        self.can_demand().then_some(Move::Demand)
    }

    fn is_lost(mv: Move) -> bool {
        matches!(mv, Move::Lost(_))
    }

    fn guess(&self, mv: Move) -> i32 {
        let Move::Turn { from, to, promotion, .. } = mv else { return 0 };
        let gain = promotion.map_or(0, |kind| WORTH[kind as usize] - WORTH[Kind::Pawn as usize]);
        let target = 1 << to;
        if self.occupied() & target == 0 {
            return gain;
        }
        let taken = dearest(self, target);
        if self.team_men(self.seat_index() & 1) & target != 0 {
            return gain - taken;
        }
        // The dearest first, taken by the cheapest.
        gain + taken * 2 - dearest(self, 1 << from) / 16
    }

    fn code(mv: Move) -> u32 {
        match mv {
            Move::Demand => 1,
            Move::Exchange(first, second) => 2 | u32::from(first) << 4 | u32::from(second) << 8,
            Move::Throw(die) => 3 | u32::from(die) << 4,
            Move::Lost(die) => 4 | u32::from(die) << 4,
            Move::Turn { die, from, to, promotion } => {
                let becomes = promotion.map_or(0, |kind| kind as u32 + 1);
                5 | u32::from(die) << 4 | u32::from(from) << 8 | u32::from(to) << 16 | becomes << 24
            }
        }
    }

    fn search_key(&self, turns: u32) -> u64 {
        // The quiet counter matters only to a search that can see its end.
        let quiet = u32::from(self.quiet());
        let near = if quiet + turns >= u32::from(QUIET_LIMIT) { quiet } else { 0 };
        self.state_key() ^ zobrist::key(u64::from(turns) << 32 | u64::from(near))
    }
}
