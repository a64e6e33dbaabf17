//! The game at the table: who plays which seat, what was played, and whose turn it is.

use std::time::Duration;

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde_json::json;

use super::Play;
use super::board::{self, Seat};
use crate::tools::output;
use banco::base::{Error, Result};
use banco::engine::Limits;
use banco::engine::registry::{self, Entry};
use banco::engine::score_text;
use banco::engine::{Client, GameSession};
use banco::search::baseline::{BaselineKind, BaselinePlayer};

/// A game in progress between people and Banco.
pub struct Table {
    pub(super) client: Client,
    entry: &'static Entry,
    seats: Vec<Seat>,
    /// The seats that people play, by their names in the protocol.
    pub(super) people: Vec<String>,
    pub(super) limits: Limits,
    /// Where the game began; `None` for the start position.
    start: Option<String>,
    pub(super) moves: Vec<String>,
    /// How many moves there were before each that a person made.
    pub(super) typed: Vec<usize>,
    /// How well Banco plays: its best if not said.
    level: Option<usize>,
    /// The notation of moves.
    pub notation: Option<String>,
    /// Whether the board is shown from the other side.
    pub flipped: bool,
    /// The team that has given up.
    resigned: Option<usize>,
    /// Whether the end was said.
    is_told: bool,
    pub(super) random: Xoshiro256PlusPlus,
}

impl Table {
    /// A game as the command line asks for it.
    ///
    /// # Errors
    /// When something that it names does not exist.
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
            typed: Vec::new(),
            level: None,
            notation: None,
            flipped,
            resigned: None,
            is_told: false,
            random: Xoshiro256PlusPlus::seed_from_u64(seed),
        };
        if let Some(level) = arguments.level {
            table.set_level(level)?;
        }
        table.set_notation(arguments.notation.as_deref())?;
        if table.start.is_none() && table.moves.is_empty() {
            table.draw_lots(seed);
        }
        table.place()?;
        Ok(table)
    }

    /// Where the rules leave the first turn to lots, draws them.
    fn draw_lots(&mut self, seed: u64) {
        if self.entry.draws_first_turn {
            let mut board = self.entry.open_baseline(BaselinePlayer::of(BaselineKind::Random, 0));
            board.draw_first_turn(seed);
            self.start = Some(board.fen());
            output::progress(format_args!("Lots were drawn: {} begins.", self.name(board.seat())));
        }
    }

    /// The game behind the table.
    pub fn session(&self) -> &dyn GameSession {
        self.client.session()
    }

    pub(super) fn place(&mut self) -> Result<()> {
        let moves: Vec<&str> = self.moves.iter().map(String::as_str).collect();
        self.client.set_position(self.start.as_deref(), &moves)
    }

    /// Has Banco play at a level.
    ///
    /// # Errors
    /// When there is no such level.
    pub fn set_level(&mut self, level: usize) -> Result<()> {
        let levels = self.entry.levels;
        let of = levels.get(level);
        let of = of.ok_or_else(|| Error::usage(format!("levels are 0 to {}", levels.len() - 1)))?;
        self.client.set_option("UCI_Elo", Some(&of.elo.to_string()))?;
        self.client.set_option("UCI_LimitStrength", Some("true"))?;
        self.level = Some(level);
        Ok(())
    }

    /// Writes and reads moves in a notation, or in the protocol's own.
    ///
    /// # Errors
    /// When the game has no such notation.
    pub fn set_notation(&mut self, name: Option<&str>) -> Result<()> {
        self.session().moves(name)?;
        self.notation = name.map(str::to_owned);
        Ok(())
    }

    /// A new game.
    ///
    /// # Errors
    /// When the engine cannot be set up.
    pub fn begin(&mut self) -> Result<()> {
        self.client.new_game()?;
        (self.start, self.resigned, self.is_told) = (None, None, false);
        self.moves.clear();
        self.typed.clear();
        let seed = self.random.random();
        self.draw_lots(seed);
        self.place()?;
        self.show();
        Ok(())
    }

    /// Plays on until a person is to say something; whether anybody is.
    ///
    /// # Errors
    /// When a search fails.
    pub fn go_on(&mut self) -> Result<bool> {
        loop {
            if self.is_over() {
                if !std::mem::replace(&mut self.is_told, true) {
                    self.say_result();
                }
                return Ok(!self.people.is_empty());
            }
            let session = self.session();
            if session.must_roll() {
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

    /// The name of a seat for people.
    pub(super) fn name(&self, id: &str) -> String {
        self.seats.iter().find(|seat| seat.id == id).map_or_else(|| id.to_owned(), |seat| seat.name.clone())
    }

    /// Who is asked for a move.
    pub fn prompt(&self) -> String {
        if self.is_over() { "over".to_owned() } else { self.name(self.session().seat()) }
    }

    /// Shows the board.
    pub fn show(&self) {
        output::progress(format_args!("{}\n", board::draw(self.session(), &self.seats, self.flipped)));
    }

    fn say_result(&self) {
        let result = match self.resigned {
            None => self.session().result(),
            Some(team) => {
                let winner = self.seats.iter().find(|seat| seat.team != team);
                format!("{} wins by resignation", winner.map_or("", |seat| seat.name.as_str()))
            }
        };
        output::say("result", json!({ "result": result, "fen": self.session().fen() }), &result);
    }

    /// Takes back the last move that a person made, and all that came of it.
    ///
    /// # Errors
    /// When there is none.
    pub fn undo(&mut self) -> Result<()> {
        if self.resigned.take().is_none() {
            let before = self.typed.pop().ok_or_else(|| Error::usage("there is nothing to take back"))?;
            self.moves.truncate(before);
        }
        self.is_told = false;
        self.place()?;
        self.show();
        Ok(())
    }

    /// The side to move gives the game up.
    pub fn resign(&mut self) {
        if !self.is_over() {
            self.resigned = Some(self.session().team());
        }
    }

    /// What Banco at its best would do.
    ///
    /// # Errors
    /// When the search fails.
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
        output::say(
            "hint",
            json!({ "move": best, "text": text, "score": score, "line": info.pv }),
            format_args!("{text} ({score}: {})", self.write(&line)?.join(" ")),
        );
        Ok(())
    }

    /// Moves from here on in the notation.
    pub(super) fn write(&self, moves: &[&str]) -> Result<Vec<String>> {
        match &self.notation {
            Some(name) => self.session().write(name, moves),
            None => Ok(moves.iter().map(|&mv| mv.to_owned()).collect()),
        }
    }

    /// Says with which command the game goes on another time: with what was given, and chosen since.
    pub fn say_how_to_go_on(&self, arguments: &Play) {
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
        output::progress(format_args!("\nTo go on: {}", words.join(" ")));
    }
}

/// A word as a shell takes it.
fn quoted(word: &str) -> String {
    let is_plain = |sign: char| sign.is_ascii_alphanumeric() || "-_=,./:+".contains(sign);
    if word.chars().all(is_plain) { word.to_owned() } else { format!("'{}'", word.replace('\'', r"'\''")) }
}

/// The only thing to do when no piece can follow the throw: it is no choice.
fn lost_turn(session: &dyn GameSession) -> Option<String> {
    let choices = session.choices();
    let [only] = &choices[..] else { return None };
    only.strip_suffix(" lost").map(str::to_owned)
}
