//! Nam Dinh: a king and eleven soldiers a side on the 25 points of the Alquerque board.
//!
//! Pieces step along the lines and capture by a jump of two over a piece of their own onto an enemy.

pub mod board;
mod eval;
pub mod hosts;
pub mod levels;
mod moves;
mod notation;
mod picture;
mod rules;
mod tables;

use crate::base::{Error, OptionKind, OptionSpec, Outcome, Result, Team, Value, zobrist};
use crate::traits::game::Game;
use crate::traits::{Configurable, Material, Notation};

pub use moves::Move;
pub use tables::Men;

use board::{POINTS, Set, bit};

/// The most soldiers that a side has.
pub const SOLDIERS: u32 = 11;

/// The keys of soldiers, then kings, by team and point; the last one is the side to move.
static KEYS: [u64; 4 * POINTS + 1] = zobrist::keys(0x4e44_0000);

/// The user's choices.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Options {
    /// Plies without a capture after which the game is drawn; 0 for never (rules, section 5.4).
    pub no_capture_limit: u16,
}

/// A position of Nam Dinh.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NamDinh {
    soldiers: [Set; 2],
    kings: [u8; 2],
    team: Team,
    options: Options,
    /// Plies since the last capture.
    quiet_plies: u16,
    /// The number of the move, counted as in chess.
    number: u16,
    key: u64,
}

impl NamDinh {
    /// A position from its pieces, by team.
    ///
    /// # Errors
    /// [`Error::Position`] when pieces share a point, a side has too many soldiers, or the side that does not
    /// move is in check.
    pub fn new(soldiers: [Set; 2], kings: [usize; 2], team: Team, options: Options) -> Result<NamDinh> {
        if kings.iter().any(|&k| k >= POINTS) || (soldiers[0] | soldiers[1]) & !board::ALL != 0 {
            return Err(Error::position("a piece stands off the board"));
        }
        let groups = [soldiers[0], soldiers[1], bit(kings[0]), bit(kings[1])];
        let union = groups.iter().fold(0, |all, g| all | g);
        if groups.iter().map(|g| g.count_ones()).sum::<u32>() != union.count_ones() {
            return Err(Error::position("two pieces share a point"));
        }
        if soldiers.iter().any(|s| s.count_ones() > SOLDIERS) {
            return Err(Error::position(format!("more than {SOLDIERS} soldiers on a side")));
        }
        let position = NamDinh::assemble(soldiers, kings.map(|k| k as u8), team, options);
        if position.is_attacked(!team) {
            return Err(Error::position("the side that does not move is in check"));
        }
        Ok(position)
    }

    /// A position from parts that are known to fit.
    #[inline]
    fn assemble(soldiers: [Set; 2], kings: [u8; 2], team: Team, options: Options) -> NamDinh {
        let mut position = NamDinh { soldiers, kings, team, options, quiet_plies: 0, number: 1, key: 0 };
        position.key = position.fresh_key();
        position
    }

    /// The soldiers of a team.
    #[inline]
    pub fn soldiers(&self, team: Team) -> Set {
        self.soldiers[team.index()]
    }

    /// The point of a team's king.
    #[inline]
    pub fn king(&self, team: Team) -> usize {
        self.kings[team.index()] as usize
    }

    /// All pieces of a team.
    #[inline]
    pub fn pieces(&self, team: Team) -> Set {
        self.soldiers(team) | bit(self.king(team))
    }

    /// The empty points.
    #[inline]
    pub fn empty(&self) -> Set {
        board::ALL & !(self.pieces(Team::First) | self.pieces(Team::Second))
    }

    /// The plies since the last capture.
    pub fn quiet_plies(&self) -> u16 {
        self.quiet_plies
    }

    /// The key computed from the pieces, for comparison with the one kept move by move.
    pub fn fresh_key(&self) -> u64 {
        let mut key = if self.team == Team::Second { KEYS[4 * POINTS] } else { 0 };
        for team in Team::BOTH {
            key ^= king_key(team, self.king(team));
            key ^= board::points(self.soldiers(team)).fold(0, |k, p| k ^ soldier_key(team, p));
        }
        key
    }

    /// The image under one of the [`board::SYMMETRIES`].
    pub fn image(&self, symmetry: usize) -> NamDinh {
        let soldiers = self.soldiers.map(|s| board::image(symmetry, s));
        let kings = self.kings.map(|k| board::IMAGE[symmetry][k as usize]);
        NamDinh {
            quiet_plies: self.quiet_plies,
            number: self.number,
            ..NamDinh::assemble(soldiers, kings, self.team, self.options)
        }
    }

    /// The same position with the colours exchanged.
    pub fn swapped(&self) -> NamDinh {
        let [a, b] = self.soldiers;
        let [k, l] = self.kings;
        NamDinh {
            quiet_plies: self.quiet_plies,
            number: self.number,
            ..NamDinh::assemble([b, a], [l, k], !self.team, self.options)
        }
    }
}

#[inline]
fn soldier_key(team: Team, point: usize) -> u64 {
    KEYS[team.index() * POINTS + point]
}

#[inline]
fn king_key(team: Team, point: usize) -> u64 {
    KEYS[(2 + team.index()) * POINTS + point]
}

impl Game for NamDinh {
    type Move = Move;
    const ID: &'static str = "namdinh";
    const TITLE: &'static str = "Nam Dinh";
    const SEATS: &'static [&'static str] = &["White", "Black"];

    fn team(&self) -> Team {
        self.team
    }

    fn key(&self) -> u64 {
        self.key
    }

    fn legal_moves(&self, out: &mut Vec<Move>) {
        self.list_captures(|mv| out.push(mv));
        self.list_steps(|mv| out.push(mv));
    }

    fn count_moves(&self) -> u64 {
        self.count().into()
    }

    fn play(&mut self, mv: Move) {
        self.make(mv);
    }

    fn terminal(&self) -> Option<Outcome> {
        self.drawn()
    }

    fn no_moves_outcome(&self) -> Outcome {
        self.lost()
    }

    fn is_reversible(&self, mv: Move) -> bool {
        !self.is_capture(mv)
    }
}

impl Configurable for NamDinh {
    type Options = Options;
    const OPTIONS: &'static [OptionSpec] = &[OptionSpec {
        name: "NoCaptureLimit",
        kind: OptionKind::Spin { default: 0, min: 0, max: 60_000 },
        help: "plies without a capture after which the game is drawn; 0 for never",
    }];

    fn set_option(options: &mut Options, name: &str, value: &Value) {
        if Self::OPTIONS[0].is(name) {
            options.no_capture_limit = value.as_int() as u16;
        }
    }

    fn options(&self) -> &Options {
        &self.options
    }
}

impl Notation for NamDinh {
    const START: &'static str = "sskss/sssss/ss1SS/SSSSS/SSKSS w 0 1";

    fn from_fen(text: &str, options: &Options) -> Result<NamDinh> {
        notation::read(text, options)
    }

    fn fen(&self) -> String {
        notation::write(self)
    }

    fn diagram(&self) -> String {
        notation::draw(self)
    }

    fn parse_move(&self, text: &str) -> Result<Move> {
        notation::read_move(self, text)
    }

    fn move_text(&self, mv: Move) -> String {
        mv.to_string()
    }
}

impl Material for NamDinh {
    /// A hundred for each soldier.
    fn material(&self) -> i32 {
        let soldiers = |team: Team| self.soldiers(team).count_ones() as i32;
        100 * (soldiers(self.team) - soldiers(!self.team))
    }
}
