//! A game between people and Banco.

use std::time::Duration;

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde_json::json;

use super::drawing::draw;
use super::{Play, output, people};
use banco::base::{Error, Result, fault};
use banco::engine::registry::{self, Entry};
use banco::engine::{AnyGame, Client, Limits, dice, score_text};
use banco::search::Choice;
use banco::traits::view::{Act, Board, Side, Style};

/// Moves on each line of a list.
const COLUMNS: usize = 8;

/// An offer that waits for its answer.
struct Offer {
    mv: String,
    /// The seat whose consent it needs.
    receiver: &'static str,
    /// Banco's choice without consent; `None` for the offer of a person, who then chooses.
    otherwise: Option<Choice<String>>,
}

/// A game in progress between people and Banco.
pub struct Table {
    client: Client,
    pub entry: &'static Entry,
    board: Board,
    /// Seats that people play.
    people: Vec<&'static str>,
    limits: Limits,
    /// First position; `None` for the start position.
    pub start: Option<String>,
    pub moves: Vec<String>,
    offer: Option<Offer>,
    /// Number of moves before each move that a person made.
    typed: Vec<usize>,
    /// Banco's level; full strength if `None`.
    pub level: Option<usize>,
    /// Notation of moves; the protocol's own if `None`.
    pub notation: Option<String>,
    flipped: bool,
    /// Team that resigned.
    resigned: Option<usize>,
    is_reported: bool,
    random: Xoshiro256PlusPlus,
}

impl Table {
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
        let board = client.game().board();
        let people = people(&arguments.side, &board)?;
        let on_top = |seat: &&str| board.seats.iter().any(|one| one.name == *seat && one.side == Side::Top);
        let flipped = !people.is_empty() && people.len() < board.seats.len() && people.iter().all(on_top);
        let move_time = Some(Duration::from_millis(arguments.movetime.max(1)));
        let mut table = Table {
            client,
            entry,
            board,
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

    /// Plays Banco's turns until a person has to type; returns false if nobody has to.
    pub fn play_until_input(&mut self) -> Result<bool> {
        loop {
            let choices = self.game().choices();
            if self.is_over() {
                if !std::mem::replace(&mut self.is_reported, true) {
                    self.print_result();
                }
                return Ok(!self.people.is_empty());
            } else if self.offer.is_some() {
                return Ok(true);
            } else if self.game().must_roll() {
                self.roll()?;
            } else if let [only] = &choices[..]
                && only.acts == [Act::Lost]
            {
                self.make(&only.mv)?;
            } else if self.people.contains(&self.game().seat()) {
                return Ok(true);
            } else {
                let best = self.client.best_move(self.limits.clone())?.best;
                let otherwise = best.choice.ok_or(Error::Failed("search"))?;
                match best.offer {
                    Some(offer) => self.put_offer(&offer, Some(otherwise))?,
                    None => self.take(otherwise)?,
                }
            }
        }
    }

    fn game(&self) -> &dyn AnyGame {
        self.client.game()
    }

    fn place(&mut self) -> Result<()> {
        let moves: Vec<&str> = self.moves.iter().map(String::as_str).collect();
        self.client.set_position(self.start.as_deref(), &moves)
    }

    /// Draws the first turn, in games that draw it at random.
    fn draw_first_turn(&mut self, seed: u64) {
        if self.entry.draws_first_turn {
            let mut game = self.entry.open_game();
            game.draw_first_turn(seed);
            self.start = Some(game.fen());
            output::progress(format_args!("first turn drawn at random: {}", self.name(game.seat())));
        }
    }

    pub fn set_level(&mut self, level: usize) -> Result<()> {
        let levels = self.entry.levels;
        let of = levels.get(level);
        let of = of.ok_or_else(|| Error::usage(format!("level: 0 to {} expected", levels.len() - 1)))?;
        self.client.set_option("UCI_Elo", Some(&of.elo.to_string()))?;
        self.client.set_option("UCI_LimitStrength", Some("true"))?;
        self.level = Some(level);
        Ok(())
    }

    pub fn set_notation(&mut self, name: Option<&str>) -> Result<()> {
        self.game().moves(name)?;
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

    pub fn is_over(&self) -> bool {
        self.resigned.is_some() || self.game().outcome().is_some()
    }

    /// Returns the displayed name of a seat.
    fn name(&self, seat: &str) -> String {
        let found = self.board.seats.iter().find(|one| one.name == seat);
        found.map_or_else(|| seat.to_owned(), |one| one.names.en.clone())
    }

    /// Returns the prompt: the offer to answer, the seat to move, or `over`.
    pub fn prompt(&self) -> String {
        match &self.offer {
            _ if self.is_over() => "over".to_owned(),
            Some(offer) => format!("{}: accept {}? yes or no", self.name(offer.receiver), offer.mv),
            None => self.name(self.game().seat()),
        }
    }

    /// Prints the board.
    pub fn show(&self) {
        let text = match self.board.style {
            Style::Pits => self.game().diagram(),
            Style::Lines | Style::Squares => draw(&self.board, &self.game().shown(), self.flipped),
        };
        output::progress(format_args!("{text}\n"));
    }

    /// Shows the board from the other side.
    pub fn flip(&mut self) {
        self.flipped = !self.flipped;
        self.show();
    }

    fn print_result(&self) {
        let result = match self.resigned {
            None => self.game().result().to_string(),
            Some(team) => {
                let winner = self.board.seats.iter().find(|seat| seat.team != team);
                format!("{} wins by resignation", winner.map_or("", |seat| seat.names.en.as_str()))
            }
        };
        output::print("result", json!({ "result": result, "fen": self.game().fen() }), &result);
    }

    pub fn print_fen(&self) {
        let fen = self.game().fen();
        output::print("position", json!({ "fen": fen }), &fen);
    }

    /// Lists the moves so far.
    pub fn list_history(&self) -> Result<()> {
        let played = self.game().history(self.notation.as_deref())?;
        let text = played.iter().map(|one| format!("{} {}", one.seat, one.said.as_ref().unwrap_or(&one.mv)));
        output::print("history", json!({ "moves": played }), text.collect::<Vec<_>>().join("\n"));
        Ok(())
    }

    /// Lists the legal moves and offers.
    pub fn list(&self) -> Result<()> {
        let mut moves = self.game().moves(self.notation.as_deref())?;
        let offers = self.game().choices().into_iter().filter(|choice| choice.offer.is_some());
        moves.extend(offers.map(|choice| choice.mv));
        let width = moves.iter().map(|mv| mv.chars().count()).max().unwrap_or(0);
        let row = |row: &[String]| row.iter().map(|mv| format!("{mv:width$}")).collect::<Vec<_>>().join("  ");
        let rows = moves.chunks(COLUMNS).map(|chunk| row(chunk).trim_end().to_owned());
        output::print("moves", json!({ "moves": moves }), rows.collect::<Vec<_>>().join("\n"));
        Ok(())
    }

    /// The team to move resigns, unless the game is over.
    pub fn resign(&mut self) {
        if !self.is_over() {
            (self.offer, self.resigned) = (None, Some(self.game().team()));
        }
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

    /// Prints Banco's choice at full strength.
    pub fn hint(&mut self) -> Result<()> {
        self.client.set_option("UCI_LimitStrength", Some("false"))?;
        let found = self.client.best_move(self.limits.clone());
        self.client.set_option("UCI_LimitStrength", Some(&self.level.is_some().to_string()))?;
        let found = found?;
        let (Some(best), Some(info)) = (found.best.choice, found.info) else {
            return Err(Error::usage("the game is over"));
        };
        let (best, score) = (best.to_string(), score_text(info.score));
        let text = self.write(&[&best])?.concat();
        let line = self.write(&info.pv.iter().map(String::as_str).collect::<Vec<_>>())?.join(" ");
        output::print(
            "hint",
            json!({ "move": best, "text": text, "score": score, "line": info.pv }),
            format_args!("{text} ({score}: {line})"),
        );
        Ok(())
    }

    /// Formats moves from the current position in the notation.
    fn write(&self, moves: &[&str]) -> Result<Vec<String>> {
        match &self.notation {
            Some(name) => self.game().write(name, moves),
            None => Ok(moves.iter().map(|&mv| mv.to_owned()).collect()),
        }
    }

    /// Throws the dice.
    pub fn roll(&mut self) -> Result<()> {
        self.check_offer()?;
        let rolls = self.game().rolls();
        let roll = dice::roll(&rolls, &mut self.random);
        self.make(roll.ok_or_else(|| Error::usage("roll: no dice to throw now"))?)
    }

    /// Rejects moves while an offer waits for its answer.
    fn check_offer(&self) -> Result<()> {
        if self.offer.is_some() { Err(Error::usage("answer the offer first: yes or no")) } else { Ok(()) }
    }

    /// Returns the throw that the next move completes.
    fn thrown(&self) -> Option<&str> {
        self.moves.last().filter(|last| last.ends_with(':')).map(String::as_str)
    }

    /// Makes a move, a throw or another legal token, and prints it.
    fn make(&mut self, mv: &str) -> Result<()> {
        let seat = self.game().seat();
        let text = self.write(&[mv])?.concat();
        // A throw and its move are one token.
        if self.thrown().is_some_and(|thrown| mv.starts_with(thrown)) {
            self.moves.pop();
        }
        self.moves.push(mv.to_owned());
        self.place()?;
        let name = self.name(seat);
        output::print(
            "move",
            json!({ "seat": seat, "move": mv, "text": text }),
            format_args!("{name}: {text}"),
        );
        if !mv.ends_with(':') {
            self.show();
        }
        Ok(())
    }

    fn take(&mut self, choice: Choice<String>) -> Result<()> {
        match choice {
            Choice::Roll => self.roll(),
            Choice::Move(mv) => self.make(&mv),
        }
    }

    /// Puts an offer to the seat that receives it. Banco decides for its seats, people are asked. `otherwise` is Banco's
    /// choice without consent, `None` for an offer that a person makes.
    fn put_offer(&mut self, offer: &str, otherwise: Option<Choice<String>>) -> Result<()> {
        let receiver =
            self.game().consent(offer).ok_or_else(|| Error::illegal(offer, fault::not_offered()))?;
        self.offer = Some(Offer { mv: offer.to_owned(), receiver, otherwise });
        if self.people.contains(&receiver) {
            return Ok(());
        }
        let answer = self.client.answer_offer_within(offer, self.limits.clone(), Duration::from_secs(60));
        self.settle_offer(matches!(answer, Ok(Some(true))))?;
        answer.map(drop)
    }

    /// Carries out the answer to an offer.
    pub fn settle_offer(&mut self, is_accepted: bool) -> Result<()> {
        let offer = self.offer.take().ok_or_else(|| Error::usage("no offer to answer"))?;
        let word = if is_accepted { "accepts" } else { "declines" };
        output::progress(format_args!("{} {word} {}", self.name(offer.receiver), offer.mv));
        match offer.otherwise {
            None if is_accepted => {
                self.typed.push(self.moves.len());
                self.make(&offer.mv)
            }
            Some(_) if is_accepted => self.make(&offer.mv),
            Some(otherwise) => self.take(otherwise),
            None => Ok(()),
        }
    }

    /// Plays the move that a person typed.
    pub fn play(&mut self, text: &str) -> Result<()> {
        if self.is_over() {
            return Err(Error::usage("the game is over: undo, new or quit"));
        }
        self.check_offer()?;
        if self.game().consent(text).is_some() {
            return self.put_offer(text, None);
        }
        let before = self.moves.len() - usize::from(self.thrown().is_some());
        let mv = self.read(text)?;
        self.make(&mv)?;
        self.typed.push(before);
        Ok(())
    }

    /// Parses a move in the notation, in the protocol's own, or without the throw before it.
    fn read(&self, text: &str) -> Result<String> {
        let read = |notation: Option<&str>, text: &str| Ok(self.game().read(notation, &[text])?.concat());
        if let Some(Ok(mv)) = self.thrown().map(|thrown| read(None, &format!("{thrown}{text}"))) {
            return Ok(mv);
        }
        match self.notation.as_deref().map(|name| read(Some(name), text)) {
            Some(Ok(mv)) => Ok(mv),
            Some(Err(error)) => read(None, text).map_err(|_| error),
            None => read(None, text),
        }
    }
}
