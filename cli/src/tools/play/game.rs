//! State of a game in the terminal: seats, moves, level and notation.

use std::time::Duration;

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde_json::json;

use super::Play;
use super::board::{self, Seat};
use crate::tools::output;
use banco::base::{Error, Result};
use banco::engine::registry::{self, Entry};
use banco::engine::{Client, GameSession, Limits, score_text};
use banco::search::Choice;
use banco::search::baseline::{BaselineKind, BaselinePlayer};

/// An offer that waits for its answer.
pub(super) struct Offer {
    pub(super) mv: String,
    /// The seat whose consent it needs.
    pub(super) receiver: String,
    /// Banco's choice without consent; `None` for the offer of a person, who then chooses.
    pub(super) otherwise: Option<Choice<String>>,
}

/// A game in progress between people and Banco.
pub struct Table {
    pub(super) client: Client,
    entry: &'static Entry,
    seats: Vec<Seat>,
    /// Seats that people play, by their protocol names.
    pub(super) people: Vec<String>,
    pub(super) limits: Limits,
    /// First position; `None` for the start position.
    start: Option<String>,
    pub(super) moves: Vec<String>,
    pub(super) offer: Option<Offer>,
    /// Number of moves before each move that a person made.
    pub(super) typed: Vec<usize>,
    /// Banco's level; full strength if `None`.
    level: Option<usize>,
    /// Notation of moves; the protocol's own if `None`.
    pub notation: Option<String>,
    /// Whether the board is viewed from the other side.
    pub flipped: bool,
    /// Team that resigned.
    resigned: Option<usize>,
    /// Whether the result was printed.
    is_reported: bool,
    pub(super) random: Xoshiro256PlusPlus,
}

impl Table {
    /// Sets up a game from the command line.
    pub fn new(arguments: &Play) -> Result<Table> {
        let entry = registry::find(&arguments.game)?;
        let mut client = Client::open(entry.id)?;
        for text in &arguments.options {
            let (name, value) =
                text.split_once('=').ok_or_else(|| Error::option(text, "NAME=VALUE expected"))?;
            client.set_option(name, Some(value))?;
        }
        let seed = arguments.seed.unwrap_or_else(rand::random);
        client.seed(seed);
        let seats = board::seats(client.session());
        let people = board::people(&arguments.side, &seats)?;
        let on_top = |id: &String| seats.iter().any(|seat| seat.id == *id && seat.is_on_top);
        let flipped = !people.is_empty() && people.len() < seats.len() && people.iter().all(on_top);
        let move_time = Some(Duration::from_millis(arguments.movetime.max(1)));
        let mut table = Table {
            client,
            entry,
            seats,
            people,
            limits: Limits { move_time, ..Limits::default() },
            start: arguments.fen.clone(),
            moves: arguments.moves.clone(),
            offer: None,
            typed: Vec::new(),
            level: None,
            notation: None,
            flipped,
            resigned: None,
            is_reported: false,
            random: Xoshiro256PlusPlus::seed_from_u64(seed),
        };
        if let Some(level) = arguments.level {
            table.set_level(level)?;
        }
        table.set_notation(arguments.notation.as_deref())?;
        if table.start.is_none() && table.moves.is_empty() {
            table.draw_first_turn(seed);
        }
        table.place()?;
        Ok(table)
    }

    /// Draws the first turn, in games that draw it at random.
    fn draw_first_turn(&mut self, seed: u64) {
        if self.entry.draws_first_turn {
            let mut board = self.entry.open_baseline(BaselinePlayer::of(BaselineKind::Random, 0));
            board.draw_first_turn(seed);
            self.start = Some(board.fen());
            output::progress(format_args!("first turn drawn at random: {}", self.name(board.seat())));
        }
    }

    /// Returns the session of the game.
    pub fn session(&self) -> &dyn GameSession {
        self.client.session()
    }

    pub(super) fn place(&mut self) -> Result<()> {
        let moves: Vec<&str> = self.moves.iter().map(String::as_str).collect();
        self.client.set_position(self.start.as_deref(), &moves)
    }

    /// Sets Banco's level.
    pub fn set_level(&mut self, level: usize) -> Result<()> {
        let levels = self.entry.levels;
        let of = levels.get(level);
        let of = of.ok_or_else(|| Error::usage(format!("level: 0 to {} expected", levels.len() - 1)))?;
        self.client.set_option("UCI_Elo", Some(&of.elo.to_string()))?;
        self.client.set_option("UCI_LimitStrength", Some("true"))?;
        self.level = Some(level);
        Ok(())
    }

    /// Sets the notation of moves, `None` for the protocol's own.
    pub fn set_notation(&mut self, name: Option<&str>) -> Result<()> {
        self.session().moves(name)?;
        self.notation = name.map(str::to_owned);
        Ok(())
    }

    /// Starts a new game.
    pub fn begin(&mut self) -> Result<()> {
        self.client.new_game()?;
        (self.start, self.offer, self.resigned, self.is_reported) = (None, None, None, false);
        self.moves.clear();
        self.typed.clear();
        let seed = self.random.random();
        self.draw_first_turn(seed);
        self.place()?;
        self.show();
        Ok(())
    }

    /// Plays Banco's turns until a person has to type; returns false if nobody has to.
    pub fn play_until_input(&mut self) -> Result<bool> {
        loop {
            if self.is_over() {
                if !std::mem::replace(&mut self.is_reported, true) {
                    self.print_result();
                }
                return Ok(!self.people.is_empty());
            }
            let session = self.session();
            if self.offer.is_some() {
                return Ok(true);
            } else if session.must_roll() {
                self.roll()?;
            } else if let Some(lost) = lost_turn(session) {
                self.make(lost)?;
            } else if self.people.iter().any(|id| *id == session.seat()) {
                return Ok(true);
            } else {
                self.answer()?;
            }
        }
    }

    pub(super) fn is_over(&self) -> bool {
        self.resigned.is_some() || self.session().outcome().is_some()
    }

    /// Returns the displayed name of a seat.
    pub(super) fn name(&self, id: &str) -> String {
        self.seats.iter().find(|seat| seat.id == id).map_or_else(|| id.to_owned(), |seat| seat.name.clone())
    }

    /// Returns the prompt: the offer to answer, the seat to move, or `over`.
    pub fn prompt(&self) -> String {
        match &self.offer {
            _ if self.is_over() => "over".to_owned(),
            Some(offer) => format!("{}: accept {}? yes or no", self.name(&offer.receiver), offer.mv),
            None => self.name(self.session().seat()),
        }
    }

    /// Prints the board.
    pub fn show(&self) {
        output::progress(format_args!("{}\n", board::draw(self.session(), &self.seats, self.flipped)));
    }

    fn print_result(&self) {
        let result = match self.resigned {
            None => self.session().result(),
            Some(team) => {
                let winner = self.seats.iter().find(|seat| seat.team != team);
                format!("{} wins by resignation", winner.map_or("", |seat| seat.name.as_str()))
            }
        };
        output::print("result", json!({ "result": result, "fen": self.session().fen() }), &result);
    }

    /// Takes back the last move that a person made, and all later ones.
    pub fn undo(&mut self) -> Result<()> {
        let is_withdrawn = self.offer.take().is_some_and(|offer| offer.otherwise.is_none());
        if !is_withdrawn && self.resigned.take().is_none() {
            let before = self.typed.pop().ok_or_else(|| Error::usage("undo: no move to take back"))?;
            self.moves.truncate(before);
        }
        self.is_reported = false;
        self.place()?;
        self.show();
        Ok(())
    }

    /// Resigns for the side to move.
    pub fn resign(&mut self) {
        if !self.is_over() {
            self.offer = None;
            self.resigned = Some(self.session().team());
        }
    }

    /// Prints Banco's choice at full strength.
    pub fn hint(&mut self) -> Result<()> {
        let limited = self.client.option("UCI_LimitStrength").is_some_and(|value| value.as_bool());
        self.client.set_option("UCI_LimitStrength", Some("false"))?;
        let found = self.client.best_move(self.limits.clone());
        self.client.set_option("UCI_LimitStrength", Some(if limited { "true" } else { "false" }))?;
        let found = found?;
        let (Some(best), Some(info)) = (found.best.best, found.info) else {
            return Err(Error::usage("the game is over"));
        };
        let (best, score) = (best.to_string(), score_text(info.score));
        let (text, line) =
            (self.write(&[&best])?.concat(), info.pv.iter().map(String::as_str).collect::<Vec<_>>());
        output::print(
            "hint",
            json!({ "move": best, "text": text, "score": score, "line": info.pv }),
            format_args!("{text} ({score}: {})", self.write(&line)?.join(" ")),
        );
        Ok(())
    }

    /// Formats moves from the current position in the notation.
    pub(super) fn write(&self, moves: &[&str]) -> Result<Vec<String>> {
        match &self.notation {
            Some(name) => self.session().write(name, moves),
            None => Ok(moves.iter().map(|&mv| mv.to_owned()).collect()),
        }
    }

    /// Prints the command that resumes the game.
    pub fn print_resume_command(&self, arguments: &Play) {
        if self.moves.is_empty() || self.is_over() {
            return;
        }
        let Play { side, movetime, options, .. } = arguments;
        let mut words = vec!["banco play --game".to_owned(), self.entry.id.to_owned()];
        let mut add = |name: &str, value: Option<String>| {
            words.extend(value.map(|value| format!("--{name} {}", quoted(&value))));
        };
        options.iter().for_each(|option| add("option", Some(option.clone())));
        add("side", Some(side.join(",")).filter(|side| !side.is_empty()));
        add("level", self.level.map(|level| level.to_string()));
        add("movetime", Some(movetime.to_string()).filter(|_| *movetime != super::MOVE_TIME));
        add("notation", self.notation.clone());
        add("fen", self.start.clone());
        words.push(format!("--moves {}", self.moves.join(" ")));
        output::progress(format_args!("\nto continue: {}", words.join(" ")));
    }
}

/// Quotes a word for a shell.
fn quoted(word: &str) -> String {
    let is_plain = |sign: char| sign.is_ascii_alphanumeric() || "-_=,./:+".contains(sign);
    if word.chars().all(is_plain) { word.to_owned() } else { format!("'{}'", word.replace('\'', r"'\''")) }
}

/// Returns the token of a lost turn, if no piece can use the throw.
fn lost_turn(session: &dyn GameSession) -> Option<String> {
    let choices = session.choices();
    let [only] = &choices[..] else { return None };
    only.strip_suffix(" lost").map(str::to_owned)
}
