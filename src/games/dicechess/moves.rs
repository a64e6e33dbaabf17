//! What a seat may do, and where the men go.

use super::board::{DiceChess, Kind, worth};
use super::tables::{BOAT, FAR, HORSE, KING, STEP, TAKE, elephant, frame, squares};

/// One thing that happens in a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// The ally's king is demanded back (rule 15).
    Demand,
    /// The kings of these two armies, the first one earlier in the order of play, are exchanged (rule 14).
    Exchange(u8, u8),
    /// The die shows this number.
    Throw(u8),
    /// The turn with this throw is lost.
    Lost(u8),
    /// A man is moved.
    Turn {
        /// The throw.
        die: u8,
        /// Where it stood.
        from: u8,
        /// Where it goes.
        to: u8,
        /// What a pawn becomes.
        promotion: Option<Kind>,
    },
}

/// The numbers on the die.
pub const FACES: [u8; 4] = [2, 3, 4, 5];
/// What a privileged pawn may become.
const ANY: [Kind; 4] = [Kind::King, Kind::Elephant, Kind::Horse, Kind::Boat];

/// What reaching the far edge means for an army's pawns (section 5).
#[derive(Clone, Copy, PartialEq, Eq)]
enum Edge {
    Barred,
    ByColumn,
    Privileged,
}

impl DiceChess {
    /// The armies that the seat to play may move, as a range with a step.
    #[inline]
    pub(super) fn commanded(&self) -> impl Iterator<Item = usize> + use<> {
        let seat = self.seat_index();
        // Either seat of a joined team moves men of both colours (section 6).
        let count = if self.is_joined(seat & 1) { 2 } else { 1 };
        [seat, seat ^ 2].into_iter().take(count)
    }

    /// Calls `visit` with army, origin and targets of every man that `die` may move; pawns come with all targets.
    #[inline]
    fn each_man(&self, die: u8, mut visit: impl FnMut(usize, Kind, usize, u64)) {
        let occupied = self.occupied();
        // Boats and pawns capture only boats and pawns, of any other army (section 4).
        let light = self.kind(Kind::Boat) | self.kind(Kind::Pawn);
        for army in self.commanded() {
            let own = self.armies[army];
            match die {
                2 => {
                    for from in squares(self.men(army, Kind::Boat)) {
                        visit(army, Kind::Boat, from, BOAT[from] & (!occupied | light & !own));
                    }
                }
                3 => {
                    for from in squares(self.men(army, Kind::Horse)) {
                        visit(army, Kind::Horse, from, HORSE[from] & !own);
                    }
                }
                4 => {
                    for from in squares(self.men(army, Kind::Elephant)) {
                        visit(army, Kind::Elephant, from, elephant(from, occupied) & !own);
                    }
                }
                _ => {
                    for from in squares(self.men(army, Kind::King)) {
                        visit(army, Kind::King, from, KING[from] & !own);
                    }
                    for from in squares(self.men(army, Kind::Pawn)) {
                        let step = STEP[army][from] & !occupied;
                        visit(army, Kind::Pawn, from, step | TAKE[army][from] & light & !own);
                    }
                }
            }
        }
    }

    /// The squares that an army's men bear upon with each throw: those they could move to if a man of another army
    /// that they may take stood on each that is taken. Own men are in it, far edges are not looked at.
    #[inline]
    pub(super) fn reach(&self, army: usize) -> [u64; 4] {
        let occupied = self.occupied();
        // Where boats and pawns are not stopped by men that they cannot take.
        let light = self.kind(Kind::Boat) | self.kind(Kind::Pawn);
        let union = |kind, bears: &dyn Fn(usize) -> u64| {
            squares(self.men(army, kind)).fold(0, |all, from| all | bears(from))
        };
        let pawns = union(Kind::Pawn, &|from| STEP[army][from] & !occupied | TAKE[army][from] & light);
        [
            union(Kind::Boat, &|from| BOAT[from] & (!occupied | light)),
            union(Kind::Horse, &|from| HORSE[from]),
            union(Kind::Elephant, &|from| elephant(from, occupied)),
            union(Kind::King, &|from| KING[from]) | pawns,
        ]
    }

    fn edge(&self, army: usize) -> Edge {
        let pawns = self.men(army, Kind::Pawn).count_ones();
        if pawns == 4 {
            return Edge::Barred;
        }
        let boats = self.men(army, Kind::Boat).count_ones();
        let privileged = pawns == 1 && boats == 1 && self.armies[army].count_ones() == 2;
        if privileged { Edge::Privileged } else { Edge::ByColumn }
    }

    /// Calls `visit` with every way to move a man by `die`; never for a lost turn.
    #[inline]
    pub(super) fn each_turn(&self, die: u8, mut visit: impl FnMut(Move)) {
        self.each_man(die, |army, kind, from, targets| {
            let mut say = |to: usize, promotion| {
                visit(Move::Turn { die, from: from as u8, to: to as u8, promotion });
            };
            let far = if kind == Kind::Pawn { targets & FAR[army] } else { 0 };
            for to in squares(targets & !far) {
                say(to, None);
            }
            if far != 0 {
                self.each_end(army, far, say);
            }
        });
    }

    /// The number of legal turns with `die`; a lost turn counts as one.
    #[inline]
    pub(super) fn count_turns(&self, die: u8) -> u64 {
        let mut total = 0;
        self.each_man(die, |army, kind, _, targets| {
            total += targets.count_ones();
            let far = if kind == Kind::Pawn { targets & FAR[army] } else { 0 };
            if far != 0 {
                match self.edge(army) {
                    Edge::Barred => total -= far.count_ones(),
                    Edge::ByColumn => {}
                    Edge::Privileged => total += 3 * far.count_ones(),
                }
            }
        });
        u64::from(total.max(1))
    }

    /// Appends the legal turns with the throw, each with what it adds to the worth of its team's men.
    pub(super) fn weigh_turns(&self, out: &mut Vec<(i32, Move)>) {
        let Some(die) = self.die() else { return };
        let (before, occupied) = (out.len(), self.occupied());
        let sign = if self.seat_index() & 1 == 0 { 1 } else { -1 };
        let worth = |army, kind, square| i32::from(worth(army, kind, square));
        self.each_man(die, |army, kind, from, targets| {
            let left = worth(army, kind, from);
            let far = if kind == Kind::Pawn { targets & FAR[army] } else { 0 };
            let mut say = |to: usize, promotion: Option<Kind>| {
                let mut gain = worth(army, promotion.unwrap_or(kind), to) - left;
                if occupied >> to & 1 != 0
                    && let Some((victim, taken)) = self.man_at(to)
                {
                    gain -= worth(victim, taken, to);
                }
                if kind == Kind::Boat {
                    gain -= self.triumph_gain(army, from, to);
                }
                out.push((sign * gain, Move::Turn { die, from: from as u8, to: to as u8, promotion }));
            };
            squares(targets & !far).for_each(|to| say(to, None));
            if far != 0 {
                self.each_end(army, far, say);
            }
        });
        if out.len() == before {
            out.push((0, Move::Lost(die)));
        }
    }

    /// Calls `visit` with what a pawn may become on squares of its army's far edge.
    #[inline]
    fn each_end(&self, army: usize, far: u64, mut visit: impl FnMut(usize, Option<Kind>)) {
        let edge = self.edge(army);
        for to in squares(far) {
            match edge {
                Edge::Barred => {}
                Edge::ByColumn => visit(to, by_column(frame(army, to).0)),
                Edge::Privileged => ANY.into_iter().for_each(|kind| visit(to, Some(kind))),
            }
        }
    }

    /// Appends the legal turns with `die`: the moves of men, or the lost turn.
    #[inline]
    pub(super) fn list_turns(&self, die: u8, out: &mut Vec<Move>) {
        let before = out.len();
        self.each_turn(die, |mv| out.push(mv));
        if out.len() == before {
            out.push(Move::Lost(die));
        }
    }
}

/// What a pawn becomes on a column of the far edge: nothing on the marked squares.
fn by_column(col: usize) -> Option<Kind> {
    match col {
        1 | 6 => Some(Kind::Horse),
        2 | 5 => Some(Kind::Elephant),
        _ => None,
    }
}
