//! The rules of a game: one trait, implemented by the game's position type.

use std::fmt::Debug;
use std::hash::Hash;

use super::{Cycle, Error, OptionSpec, Outcome, Repeat, Result, Team, Value};

/// A game is its position type: what stands where, who moves, and the counters that the rules ask for.
///
/// Positions are small values, copied before each move. They hold no history: repetition is found by the
/// [`Line`](super::Line) of positions, and the game only says how a repeat is judged. The rule options in force
/// travel inside the position, so that no function needs them passed.
pub trait Game: Clone + Debug + Send + Sync + 'static {
    /// A move, small and without heap memory. For dice games it includes the die.
    type Move: Copy + Eq + Hash + Debug + Send + Sync + 'static;
    /// The user's choices for this game: contested rules, counters, notation.
    type Options: Copy + PartialEq + Default + Debug + Send + Sync + 'static;

    /// The game's name in the protocol (`UCI_Variant`).
    const ID: &'static str;
    /// The game's name for people.
    const TITLE: &'static str;
    /// The seats in the order of play.
    const SEATS: &'static [&'static str];
    /// The names of the two teams.
    const TEAMS: [&'static str; 2] = [Self::SEATS[0], Self::SEATS[1]];
    /// The options that only this game has.
    const OPTIONS: &'static [OptionSpec];
    /// The array that games start from.
    const START: &'static str;

    /// Sets one of [`Game::OPTIONS`]; `value` fits its declaration.
    fn set_option(options: &mut Self::Options, name: &str, value: &Value);

    /// Reads a position.
    ///
    /// # Errors
    /// [`Error::Position`] when the text breaks the format or the position cannot be played on.
    fn from_fen(text: &str, options: &Self::Options) -> Result<Self>;

    /// Writes the position in its canonical text.
    fn fen(&self) -> String;

    /// The options in force.
    fn options(&self) -> &Self::Options;

    /// A picture of the board in text, for people; several lines without a last line break.
    fn diagram(&self) -> String;

    /// The start position.
    fn start(options: &Self::Options) -> Self {
        Self::from_fen(Self::START, options).expect("the start position is well formed")
    }

    /// The team to move.
    fn team(&self) -> Team;

    /// The seat to move, an index into [`Game::SEATS`].
    fn seat(&self) -> usize {
        self.team().index()
    }

    /// A hash of everything that makes two positions the same for the rules of repetition.
    fn key(&self) -> u64;

    /// Appends all legal moves, each once: what the rules of movement allow, whatever counters, material or
    /// repetition say. Nothing is appended once a win has ended the game.
    fn moves(&self, out: &mut Vec<Self::Move>);

    /// The number of legal moves; games override it where counting is cheaper than listing.
    fn count_moves(&self) -> u64 {
        let mut moves = Vec::new();
        self.moves(&mut moves);
        moves.len() as u64
    }

    /// Whether there is a legal move.
    fn has_moves(&self) -> bool {
        self.count_moves() > 0
    }

    /// Makes a legal move.
    fn play(&mut self, mv: Self::Move);

    /// The end of the game where the position itself shows it, other than by a lack of moves. Must give way to
    /// [`Game::stuck`] where the rules test the lack of moves first.
    fn terminal(&self) -> Option<Outcome>;

    /// The outcome when the side to move has no legal move.
    fn stuck(&self) -> Outcome;

    /// The end of the game, path aside.
    fn outcome(&self) -> Option<Outcome> {
        self.terminal().or_else(|| if self.has_moves() { None } else { Some(self.stuck()) })
    }

    /// The balance of material for the team to move, in the points that a beginner counts. Not the engine's
    /// evaluation: the yardstick of the simplest players.
    fn material(&self) -> i32;

    /// The throws of the dice that the side to move has to wait for, as moves that make the throw known, each with
    /// its chance; empty in games without dice and once the throw is known.
    fn rolls(&self) -> Vec<(Self::Move, f64)> {
        Vec::new()
    }

    /// Whether a position from before `mv` can occur again after it. A false "yes" only costs time.
    fn is_reversible(&self, mv: Self::Move) -> bool;

    /// The number of occurrences of a position at which [`Game::repeated`] is asked.
    const REPEATS: usize = 3;

    /// Judges a position that has occurred [`Game::REPEATS`] times (in a search: that would).
    fn repeated(_cycle: &Cycle<'_, Self>) -> Repeat<Self> {
        Repeat::End(Outcome::draw("threefold repetition"))
    }

    /// Reads a move that is legal here.
    ///
    /// # Errors
    /// [`Error::Move`] when the text is no move, or none that is legal here.
    fn parse_move(&self, text: &str) -> Result<Self::Move>;

    /// Writes a move that is legal here, in its canonical text.
    fn move_text(&self, mv: Self::Move) -> String;

    /// Writes a legal move in another notation of the game (`moves wxf`); `None` when it has none of this name.
    fn move_text_in(&self, _mv: Self::Move, _notation: &str) -> Option<String> {
        None
    }

    /// Answers a protocol command that only this game has; `None` when it has none of this name.
    fn command(&self, _name: &str, _arguments: &[&str]) -> Option<Result<Vec<String>>> {
        None
    }

    /// The points of both teams, where the rules in force count them for games that are not played to their end.
    fn points(&self) -> Option<[i32; 2]> {
        None
    }

    /// The number of move sequences of `depth` plies, counted as the game's rules file counts them. Path rules
    /// (repetition) and move limits do not apply.
    fn perft(&self, depth: u32) -> u64 {
        match depth {
            0 => 1,
            1 => self.count_moves(),
            _ => {
                let mut moves = Vec::new();
                self.moves(&mut moves);
                moves.into_iter().map(|mv| self.perft_move(mv, depth)).sum()
            }
        }
    }

    /// The number of those sequences that begin with `mv`; `depth` is at least 1.
    fn perft_move(&self, mv: Self::Move, depth: u32) -> u64 {
        let mut next = self.clone();
        next.play(mv);
        next.perft(depth - 1)
    }

    /// Finds `text` among the legal moves by their canonical texts: the simplest `parse_move`.
    ///
    /// # Errors
    /// [`Error::Move`] when no legal move has this text.
    fn find_move(&self, text: &str) -> Result<Self::Move> {
        let mut moves = Vec::new();
        self.moves(&mut moves);
        moves
            .into_iter()
            .find(|&mv| self.move_text(mv) == text)
            .ok_or_else(|| Error::illegal(text, "no such legal move here"))
    }
}
