//! A game in progress: its options, its moves, and the answers to all questions about it. It owns no player.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::PathBuf;
use std::sync::Arc;

use super::any_game::AnyGame;
use super::dice;
use super::state::{Choice, GameResult, Lot, Played, Probed, ProbedMove, Shown, State};
use super::table_source::{FOLDER_SEPARATOR, TableSource};
use crate::base::error::shorten;
use crate::base::{Error, Fault, OptionSpec, Outcome, Result, Seat, Value, fault};
use crate::solve::Quiet;
use crate::traits::view::{Act, Board};
use crate::traits::{GameHistory, GameOptions, MoveValue, Notation, TableValue, Tablebase, View};

/// A game in progress.
pub struct GameInProgress<G: View> {
    options: G::Options,
    setup: Option<String>,
    moves: Vec<G::Move>,
    history: GameHistory<G>,
    table_source: Option<TableSource<G>>,
    pub(super) tables: Option<Arc<dyn Tablebase<G>>>,
}

impl<G: View> GameInProgress<G> {
    /// Creates a game at its start position; `table_source` opens its endgame tables, if it has any.
    pub fn new(table_source: Option<TableSource<G>>) -> GameInProgress<G> {
        let options = G::Options::default();
        let history = GameHistory::new(G::start(&options));
        GameInProgress { options, setup: None, moves: Vec::new(), history, table_source, tables: None }
    }

    /// Returns the position and the moves since the last irreversible one.
    pub fn path(&self) -> &GameHistory<G> {
        &self.history
    }

    /// Returns the position.
    pub fn position(&self) -> &G {
        self.history.position()
    }

    /// Returns all legal moves, also after an end by repetition, a counter or material: the host decides when a game
    /// ends.
    pub fn legal_moves(&self) -> Vec<G::Move> {
        self.position().moves()
    }

    /// Returns the moves that need another seat's consent, with that seat.
    pub fn offers(&self) -> Vec<(G::Move, Seat)> {
        if self.history.outcome().is_some() { Vec::new() } else { self.position().offers() }
    }

    /// Parses a move written under the default options, such as in a book: Xiangqi may count ranks from 0.
    ///
    /// # Errors
    /// When it is not legal.
    pub fn read_default(&self, text: &str) -> Result<G::Move> {
        G::from_fen(&self.position().fen(), &G::Options::default())?.parse_move(text)
    }

    fn open(setup: Option<&str>, options: &G::Options) -> Result<GameHistory<G>> {
        let position = match setup {
            Some(fen) => G::from_fen(fen, options)?,
            None => G::start(options),
        };
        Ok(GameHistory::new(position))
    }

    /// Replays moves from the set-up under other options.
    fn replay(&self, moves: &[G::Move], options: &G::Options) -> Option<GameHistory<G>> {
        let mut history = Self::open(self.setup.as_deref(), options).ok()?;
        moves.iter().try_for_each(|&mv| history.try_play(mv)).ok()?;
        Some(history)
    }

    /// Returns the positions so far, each with the move made in it.
    fn positions(&self) -> Vec<(G, Option<G::Move>)> {
        let Ok(mut history) = Self::open(self.setup.as_deref(), &self.options) else { return Vec::new() };
        let step = |&mv| {
            let before = history.position().clone();
            history.play(mv);
            (before, Some(mv))
        };
        let mut all: Vec<_> = self.moves.iter().map(step).collect();
        all.push((self.position().clone(), None));
        all
    }
}

impl<G: View> AnyGame for GameInProgress<G> {
    fn id(&self) -> &'static str {
        G::ID
    }

    fn set_position(&mut self, fen: Option<&str>, moves: &[&str]) -> Result<()> {
        let mut history = Self::open(fen, &self.options)?;
        let mut played = Vec::with_capacity(moves.len());
        for text in moves {
            played.push(play(&mut history, text, None)?);
        }
        self.history = history;
        self.setup = fen.map(str::to_owned);
        self.moves = played;
        Ok(())
    }

    fn draw_first_turn(&mut self, seed: u64) {
        let start = dice::draw_from(G::start(&self.options), seed);
        self.setup = G::DRAWS_FIRST_TURN.then(|| start.fen());
        self.history = GameHistory::new(start);
        self.moves.clear();
    }

    fn play(&mut self, text: &str) -> Result<()> {
        let mv = play(&mut self.history, text, None)?;
        self.moves.push(mv);
        Ok(())
    }

    fn play_on(&mut self, text: &str, from: Option<&str>, to: Option<&str>) -> Result<(Seat, String)> {
        let before = self.position();
        let mv = read_move(before, text, from)?;
        let (seat, written) = (before.seat(), text_in(before, mv, to)?);
        self.history.play(mv);
        self.moves.push(mv);
        Ok((seat, written))
    }

    fn option_specs(&self) -> &'static [OptionSpec] {
        G::Options::SPECS
    }

    fn set_option(&mut self, name: &str, value: &Value) -> Result<()> {
        let mut options = self.options;
        options.set(name, value);
        let misfit = || Error::Option { name: name.to_owned(), why: fault::misfit() };
        self.history = self.replay(&self.moves, &options).ok_or_else(misfit)?;
        self.options = options;
        Ok(())
    }

    fn rules(&self) -> String {
        // Not `Debug`, which the engines for browsers are built without.
        let mut hasher = DefaultHasher::new();
        self.options.hash(&mut hasher);
        format!("{:016x}", hasher.finish())
    }

    fn set_tables(&mut self, path: &str) -> Result<Vec<String>> {
        let folders: Vec<PathBuf> =
            path.split(FOLDER_SEPARATOR).filter(|folder| !folder.is_empty()).map(PathBuf::from).collect();
        let Some(source) = self.table_source.filter(|_| !folders.is_empty()) else {
            self.tables = None;
            return Ok(Vec::new());
        };
        let opened = source.open(&folders, &Quiet)?;
        self.tables = Some(opened.tables);
        Ok(opened.notes)
    }

    fn moves(&self, notation: Option<&str>) -> Result<Vec<String>> {
        let position = self.position();
        self.legal_moves().into_iter().map(|mv| text_in(position, mv, notation)).collect()
    }

    fn choices(&self) -> Vec<Choice> {
        let position = self.position();
        let choice =
            |mv, offer| Choice { mv: position.move_text(mv), said: None, offer, acts: position.acts(mv) };
        if self.history.outcome().is_some() {
            return Vec::new();
        }
        let moves = self.legal_moves().into_iter().map(|mv| choice(mv, None));
        moves.chain(self.offers().into_iter().map(|(mv, seat)| choice(mv, Some(G::SEATS[seat])))).collect()
    }

    fn rolls(&self) -> Vec<(String, f64)> {
        if self.history.outcome().is_some() {
            return Vec::new();
        }
        let rolls = self.position().chance_outcomes().into_iter();
        rolls.map(|(mv, chance)| (self.position().move_text(mv), chance)).collect()
    }

    fn fen(&self) -> String {
        self.position().fen()
    }

    fn key(&self) -> u64 {
        self.position().key()
    }

    fn seat(&self) -> &'static str {
        G::SEATS[self.position().seat()]
    }

    fn team(&self) -> usize {
        self.position().team().index()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.history.outcome()
    }

    fn result(&self) -> GameResult {
        GameResult::of::<G>(self.history.outcome(), self.position().points())
    }

    fn diagram(&self) -> String {
        self.position().diagram()
    }

    fn board(&self) -> Board {
        G::board(&self.options)
    }

    fn shown(&self) -> Shown {
        let before = self.moves.split_last().and_then(|(&last, earlier)| {
            Some((self.replay(earlier, &self.options)?.position().clone(), last))
        });
        shown(&self.history, before)
    }

    fn look(&self, moves: &[&str]) -> Result<Shown> {
        let mut history = self.history.clone();
        let mut before = None;
        for text in moves {
            let position = history.position().clone();
            before = Some((position, play(&mut history, text, None)?));
        }
        Ok(shown(&history, before))
    }

    fn state(&self, notation: Option<&str>) -> Result<State> {
        let mut choices = self.choices();
        if notation.is_some() {
            for (choice, said) in choices.iter_mut().zip(self.moves(notation)?) {
                choice.said = Some(said);
            }
        }
        Ok(State {
            game: G::ID,
            board: None,
            shown: self.shown(),
            choices,
            history: self.history(notation)?,
            keys: self.keys().into_iter().map(|key| format!("{key:016X}")).collect(),
        })
    }

    fn history(&self, notation: Option<&str>) -> Result<Vec<Played>> {
        let played = |(before, mv): &(G, Option<G::Move>)| {
            let mv = (*mv)?;
            let said = notation.map(|name| text_in(before, mv, Some(name))).transpose();
            let (seat, mv) = (G::SEATS[before.seat()], before.move_text(mv));
            Some(said.map(|said| Played { seat, mv, said }))
        };
        self.positions().iter().filter_map(played).collect()
    }

    fn keys(&self) -> Vec<u64> {
        self.positions().iter().map(|(position, _)| position.key()).collect()
    }

    fn keys_of(&self, fen: Option<&str>, moves: &[&str]) -> Result<Vec<u64>> {
        let mut position = Self::open(fen, &self.options)?.position().clone();
        let mut keys = vec![position.key()];
        for text in moves {
            let mv = read_move(&position, text, None)?;
            position.play(mv);
            keys.push(position.key());
        }
        Ok(keys)
    }

    fn lots(&self) -> Vec<Lot> {
        if !G::DRAWS_FIRST_TURN {
            return Vec::new();
        }
        let start = G::start(&self.options);
        let lot = |seat: Seat, roll| match start.acts(roll)[..] {
            [Act::Throw { die }] => {
                Some(Lot { seat: G::SEATS[seat], die, fen: start.begin_with(seat, roll).fen() })
            }
            _ => None,
        };
        let lots = |seat| start.chance_outcomes().into_iter().filter_map(move |(roll, _)| lot(seat, roll));
        Seat::all(G::SEATS.len()).flat_map(lots).collect()
    }

    fn read(&self, notation: Option<&str>, moves: &[&str]) -> Result<Vec<String>> {
        let mut history = self.history.clone();
        let read_one = |(i, text): (usize, &&str)| {
            let numbered = |error| match error {
                Error::Move { why, .. } => Error::Move { text: shorten(text), why, number: Some(i + 1) },
                other => other,
            };
            let before = history.position().clone();
            let mv = play(&mut history, text, notation).map_err(numbered)?;
            Ok(before.move_text(mv))
        };
        moves.iter().enumerate().map(read_one).collect()
    }

    fn write(&self, notation: &str, moves: &[&str]) -> Result<Vec<String>> {
        let mut history = self.history.clone();
        let write_one = |text: &&str| {
            let before = history.position().clone();
            let mv = play(&mut history, text, None)?;
            text_in(&before, mv, Some(notation))
        };
        moves.iter().map(write_one).collect()
    }

    fn why(&self, from: &str, to: &str) -> Option<Fault> {
        let position = self.position();
        if self.history.outcome().is_some() {
            return Some(fault::game_over());
        }
        let goes = |act: &Act| {
            act.path().is_some_and(|path| path.men.is_none() && path.from == from && path.to == to)
        };
        if position.moves().iter().any(|&mv| position.acts(mv).iter().any(goes)) {
            return None;
        }
        let why = position.parse_move(&position.move_between(from, to)).err()?.fault()?;
        // A tap on a piece without moves stands for a move to its own point.
        match why.arguments() {
            [(_, piece), ..] if from == to && why.code() == "cannot_go" => Some(fault::no_move(piece, from)),
            _ => Some(why),
        }
    }

    fn table_value(&self) -> Option<TableValue> {
        self.tables.as_ref()?.probe(self.position())
    }

    fn probe(&self) -> Probed {
        let (Some(tables), None) = (&self.tables, self.history.outcome()) else { return Probed::default() };
        let position = self.position();
        let certain = tables.ranked_moves(position).into_iter().filter(|(_, value)| value.is_certain);
        let probed = |(mv, MoveValue { value, .. })| ProbedMove { mv: position.move_text(mv), value };
        Probed { value: tables.probe(position), moves: certain.map(probed).collect() }
    }

    fn compose(&self, seat: &str, men: &[&str]) -> Result<String> {
        let seat = Seat::all(G::SEATS.len()).find(|&one| G::SEATS[one].eq_ignore_ascii_case(seat));
        let seat = seat.ok_or_else(|| Error::usage(format!("a seat expected: {}", G::SEATS.join(", "))))?;
        let read = |text: &&str| {
            let (point, letters) = text.split_once('=')?;
            Some((point.to_owned(), letters.to_owned()))
        };
        let expected = |text: &str| Error::usage(format!("{}: POINT=LETTERS expected", shorten(text)));
        let men: Vec<_> =
            men.iter().map(|text| read(text).ok_or_else(|| expected(text))).collect::<Result<_>>()?;
        let fen = G::compose(&self.options, seat, &men)?;
        G::from_fen(&fen, &self.options).map(|position| position.fen())
    }

    fn command(&self, name: &str, arguments: &[&str]) -> Option<Result<Vec<String>>> {
        self.position().command(name, arguments)
    }
}

/// Writes a move in a notation, or in the protocol's own form.
fn text_in<G: Notation>(position: &G, mv: G::Move, notation: Option<&str>) -> Result<String> {
    let Some(name) = notation else { return Ok(position.move_text(mv)) };
    position.move_text_in(mv, name).ok_or_else(|| Error::unknown("notation", name))
}

/// Makes a move in a position that has legal moves; returns it.
fn play<G: Notation>(history: &mut GameHistory<G>, text: &str, notation: Option<&str>) -> Result<G::Move> {
    if history.outcome().is_some() && !history.position().has_moves() {
        return Err(Error::illegal(text, fault::game_over()));
    }
    let mv = read_move(history.position(), text, notation)?;
    history.play(mv);
    Ok(mv)
}

/// Parses a move in a notation, or in any form that `position` accepts.
fn read_move<G: Notation>(position: &G, text: &str, notation: Option<&str>) -> Result<G::Move> {
    match notation {
        None => position.parse_move(text),
        Some(name) => position.parse_move_in(text, name).ok_or_else(|| Error::unknown("notation", name))?,
    }
}

/// Shows the end of a game; `before` is the position before the last move, and that move.
fn shown<G: View>(history: &GameHistory<G>, before: Option<(G, G::Move)>) -> Shown {
    let position = history.position();
    let (last, steps) =
        before.map(|(before, last)| (before.acts(last), before.steps(last))).unwrap_or_default();
    Shown {
        fen: position.fen(),
        seat: G::SEATS[position.seat()],
        result: GameResult::of::<G>(history.outcome(), position.points()),
        scene: position.scene(),
        last,
        steps,
    }
}
