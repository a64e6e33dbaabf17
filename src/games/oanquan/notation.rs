//! Moves as text, and the diagram of the board.

use super::board::{EAST, ROW, SPACES, WEST};
use super::faults;
use super::fen::{self, write_large};
use super::options::Options;
use super::position::OAnQuan;
use super::sowing::Move;
use crate::base::{Error, Fault, Result, Square, Team, fault};
use crate::traits::notation::position_as_text;
use crate::traits::{Game, Notation};
use std::fmt;

/// The names of the spaces in sowing order.
pub(super) const NAMES: [&str; SPACES] =
    ["a1", "b1", "c1", "d1", "e1", "E", "e2", "d2", "c2", "b2", "a2", "W"];

impl Notation for OAnQuan {
    const START: &'static str = "5,5,5,5,5/10/5,5,5,5,5/10 s 0,0 00000/00000 1s 0";

    fn from_fen(text: &str, options: &Options) -> Result<Self> {
        let mut position = fen::read(text, options)?;
        // A finished match keeps the board of its last round.
        if !position.is_over() && position.refill() {
            position.settle();
        }
        Ok(position)
    }

    fn fen(&self) -> String {
        fen::write(self)
    }

    fn diagram(&self) -> String {
        let ring = self.ring;
        let [south, north] = [[0, 1, 2, 3, 4], [10, 9, 8, 7, 6]].map(|row| row.map(Square::new));
        let names = |row: [Square; ROW]| row.map(|square| format!("{:>4}", NAMES[square])).concat();
        let counts = |row: [Square; ROW]| row.map(|square| format!("{:>4}", ring.get(square))).concat();
        let ends = format!("{:>4} {:20} {:>4}", write_large(ring, WEST), "", write_large(ring, EAST));
        let state = format!(
            "stores: South {}, North {}   round {}, {} to move",
            self.stores[0],
            self.stores[1],
            self.round,
            OAnQuan::SEATS[self.side.index()],
        );
        let rows = [names(north), counts(north), ends, counts(south), names(south)];
        let pad = |(i, row): (usize, &String)| format!("{}{row}\n", if i == 2 { "" } else { "     " });
        rows.iter().enumerate().map(pad).collect::<String>() + &state
    }

    fn start(options: &Options) -> Self {
        OAnQuan::new_round(0, 1, Team::First, options)
    }

    /// Parses the square, and the direction if the ruleset has two (`c1`, `c1+`, `c1-`).
    fn parse_move(&self, text: &str) -> Result<Move> {
        let bad = |why: Fault| Err(Error::illegal(text, why));
        let (square, clockwise) = match (self.options.both_ways(), text.strip_suffix('-')) {
            (false, _) => (text, false),
            (true, Some(square)) => (square, true),
            (true, None) => match text.strip_suffix('+') {
                Some(square) => (square, false),
                None => return bad(faults::way_expected()),
            },
        };
        let Some(space) = Square::all(SPACES).find(|&space| NAMES[space] == square) else {
            return bad(faults::no_square());
        };
        if space == EAST || space == WEST {
            return bad(faults::from_large());
        }
        if (space < EAST) != (self.side == Team::First) {
            return bad(faults::opponents_square());
        }
        if self.is_over() {
            return bad(fault::game_over());
        }
        if self.ring.get(space) == 0 {
            return bad(faults::empty_square());
        }
        Ok(Move::new(space, clockwise))
    }

    fn move_text(&self, mv: Move) -> String {
        let sign = match (self.options.both_ways(), mv.is_clockwise()) {
            (false, _) => "",
            (true, false) => "+",
            (true, true) => "-",
        };
        format!("{}{sign}", NAMES[mv.origin()])
    }
}

position_as_text!(OAnQuan);

/// Writes the square, with a minus sign if the move sows clockwise: one form for all rulesets.
impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = NAMES.get(self.origin().index()).unwrap_or(&"?");
        write!(f, "{name}{}", if self.is_clockwise() { "-" } else { "" })
    }
}
