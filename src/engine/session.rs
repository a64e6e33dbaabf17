//! A game in progress with its player, behind an interface that does not name the game.

use std::sync::{Arc, Mutex, PoisonError};

use rayon::ThreadPool;

use super::{Event, Task};
use crate::base::error::shorten;
use crate::base::{Error, OptionSpec, Outcome, Result, Value};
use crate::search::{Limits, NetworkChoice, SearchOptions, SearchRequest, Strategy};
use crate::traits::{GameHistory, Notation, TableValue, Tablebase, View};

/// What the facade asks of any game.
pub trait Driver: Send {
    /// The game's id.
    fn id(&self) -> &'static str;
    /// The options that only this game has.
    fn option_specs(&self) -> &'static [OptionSpec];
    /// Sets one of the game's options.
    ///
    /// # Errors
    /// When the game so far is not possible with the new value; nothing changes.
    fn set_option(&mut self, name: &str, value: &Value) -> Result<()>;
    /// Sets the position and the moves played from it.
    ///
    /// # Errors
    /// When the text or a move is wrong; nothing changes.
    fn set_position(&mut self, fen: Option<&str>, moves: &[&str]) -> Result<()>;
    /// Makes one more move.
    ///
    /// # Errors
    /// When it is not legal; nothing changes.
    fn play(&mut self, text: &str) -> Result<()>;
    /// The throws of dice that the seat to move waits for, with their chances.
    fn rolls(&self) -> Vec<(String, f64)>;
    /// The position's canonical text.
    fn fen(&self) -> String;
    /// The position's hash key.
    fn key(&self) -> u64;
    /// A picture of the board.
    fn diagram(&self) -> String;
    /// The board for hosts that know no rules: the lines of `board`.
    fn board(&self) -> Vec<String>;
    /// The position for hosts that know no rules: the lines of `scene`.
    fn scene(&self) -> Vec<String>;
    /// All legal moves with what they do: the lines of `choices`; nothing when the game is over.
    fn choices(&self) -> Vec<String>;
    /// The rule options in force, for people.
    fn rules(&self) -> String;
    /// The seat to move.
    fn seat(&self) -> &'static str;
    /// The team to move, 0 or 1.
    fn team(&self) -> usize;
    /// All legal moves; nothing when the game is over.
    ///
    /// # Errors
    /// When the game has no such notation.
    fn moves(&self, notation: Option<&str>) -> Result<Vec<String>>;
    /// How the game ended, if it did.
    fn outcome(&self) -> Option<Outcome>;
    /// The result as the protocol prints it after the word `result`.
    fn result(&self) -> String;
    /// The points of both teams, where the rules in force count them.
    fn points(&self) -> Option<[i32; 2]>;
    /// What the tables in use say of the position, for the side to move.
    fn known(&self) -> Option<TableValue>;
    /// The static evaluation, for people.
    fn explain(&self) -> String;
    /// A command that only this game has.
    fn command(&self, name: &str, arguments: &[&str]) -> Option<Result<Vec<String>>>;
    /// Follows changed settings.
    ///
    /// # Errors
    /// When tables cannot be allocated; the old ones stay.
    fn configure(&mut self, settings: &SearchOptions) -> Result<()>;
    /// Uses the tables of a folder, or none when `path` is empty; games without tables do nothing.
    ///
    /// # Errors
    /// When the folder cannot be read; what was in use stays.
    fn set_tables(&mut self, path: &str) -> Result<()>;
    /// Evaluates by a network from now on.
    ///
    /// # Errors
    /// When it is not one for this game; the one before stays.
    fn set_network(&mut self, network: &NetworkChoice) -> Result<()>;
    /// Forgets what earlier searches learned.
    fn clear(&mut self, pool: &ThreadPool);
    /// A search of the position as it is now.
    ///
    /// # Errors
    /// When a move to search is not legal.
    fn search(&self, limits: Limits, settings: SearchOptions) -> Result<Task>;
    /// A count of move sequences that begin with one of `first`, or of all if there are none.
    ///
    /// # Errors
    /// When one of these moves is not legal.
    fn perft(&self, depth: u32, first: &[String]) -> Result<Task>;
}

/// A game of one kind with its player.
pub struct Session<G: View, T: Strategy<G>> {
    options: G::Options,
    setup: Option<String>,
    moves: Vec<G::Move>,
    record: GameHistory<G>,
    thinker: Arc<Mutex<T>>,
    /// Opens the game's tables, if it has any.
    tables: Option<OpenTables<G>>,
    /// The tables in use.
    oracle: Option<Arc<dyn Tablebase<G>>>,
}

/// Opens a folder of tables; the word `small` stands for the small ones, made on demand.
pub type OpenTables<G> = fn(&str) -> Result<Arc<dyn Tablebase<G>>>;

impl<G: View, T: Strategy<G>> Session<G, T> {
    /// A game at its start position.
    pub fn new(thinker: T) -> Self {
        let options = G::Options::default();
        let thinker = Arc::new(Mutex::new(thinker));
        let record = GameHistory::new(G::start(&options));
        Session { options, setup: None, moves: Vec::new(), record, thinker, tables: None, oracle: None }
    }

    /// The same with tables of endings.
    pub fn with_tables(self, open: OpenTables<G>) -> Self {
        Session { tables: Some(open), ..self }
    }

    fn open(setup: Option<&str>, options: &G::Options) -> Result<GameHistory<G>> {
        let position = match setup {
            Some(fen) => G::from_fen(fen, options)?,
            None => G::start(options),
        };
        Ok(GameHistory::new(position))
    }

    fn thinker(&self) -> std::sync::MutexGuard<'_, T> {
        self.thinker.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn position(&self) -> &G {
        self.record.position()
    }

    /// Moves from the set-up on, played again under other options.
    fn replay(&self, moves: &[G::Move], options: &G::Options) -> Option<GameHistory<G>> {
        let mut record = Self::open(self.setup.as_deref(), options).ok()?;
        let mut legal = Vec::new();
        for &mv in moves {
            legal.clear();
            record.position().legal_moves(&mut legal);
            if record.outcome().is_some() || !legal.contains(&mv) {
                return None;
            }
            record.play(mv);
        }
        Some(record)
    }
}

impl<G: View, T: Strategy<G>> Driver for Session<G, T> {
    fn id(&self) -> &'static str {
        G::ID
    }

    fn option_specs(&self) -> &'static [OptionSpec] {
        G::OPTIONS
    }

    fn set_option(&mut self, name: &str, value: &Value) -> Result<()> {
        let mut options = self.options;
        G::set_option(&mut options, name, value);
        let misfit = || Error::option(name, "the game so far is not possible with it");
        self.record = self.replay(&self.moves, &options).ok_or_else(misfit)?;
        self.options = options;
        Ok(())
    }

    fn set_position(&mut self, fen: Option<&str>, moves: &[&str]) -> Result<()> {
        let mut record = Self::open(fen, &self.options)?;
        let mut played = Vec::with_capacity(moves.len());
        for text in moves {
            played.push(play(&mut record, text)?);
        }
        self.record = record;
        self.setup = fen.map(str::to_owned);
        self.moves = played;
        Ok(())
    }

    fn play(&mut self, text: &str) -> Result<()> {
        let mv = play(&mut self.record, text)?;
        self.moves.push(mv);
        Ok(())
    }

    fn rolls(&self) -> Vec<(String, f64)> {
        if self.record.outcome().is_some() {
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

    fn diagram(&self) -> String {
        self.position().diagram()
    }

    fn board(&self) -> Vec<String> {
        let mut lines = G::board(&self.options);
        lines.extend(G::OPTIONS.iter().map(|spec| format!("option {}", spec.name)));
        lines
    }

    fn scene(&self) -> Vec<String> {
        let mut lines = vec![
            format!("fen {}", self.fen()),
            format!("seat {}", self.seat()),
            format!("result {}", self.result()),
        ];
        lines.extend(self.position().scene());
        if let Some((&last, earlier)) = self.moves.split_last()
            && let Some(before) = self.replay(earlier, &self.options)
        {
            lines.push(format!("last {}", before.position().acts(last)));
            let steps = before.position().steps(last);
            lines.extend(steps.into_iter().map(|step| format!("step {step}")));
        }
        lines
    }

    fn choices(&self) -> Vec<String> {
        let mut moves = Vec::new();
        if self.record.outcome().is_none() {
            self.position().legal_moves(&mut moves);
        }
        let position = self.position();
        let write = |mv| format!("{} {}", position.move_text(mv), position.acts(mv));
        moves.into_iter().map(write).collect()
    }

    fn rules(&self) -> String {
        format!("{:?}", self.options)
    }

    fn seat(&self) -> &'static str {
        G::SEATS[self.position().seat()]
    }

    fn team(&self) -> usize {
        self.position().team().index()
    }

    fn moves(&self, notation: Option<&str>) -> Result<Vec<String>> {
        let mut moves = Vec::new();
        if self.record.outcome().is_none() {
            self.position().legal_moves(&mut moves);
        }
        let position = self.position();
        let write = |mv| match notation {
            None => Ok(position.move_text(mv)),
            Some(name) => position
                .move_text_in(mv, name)
                .ok_or_else(|| Error::input(format!("{} has no notation {}", G::ID, shorten(name)))),
        };
        moves.into_iter().map(write).collect()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.record.outcome()
    }

    fn result(&self) -> String {
        let verdict = match self.record.outcome() {
            None => "ongoing".to_owned(),
            Some(Outcome { winner: None, reason }) => format!("draw {reason}"),
            Some(Outcome { winner: Some(team), reason }) => {
                format!("{} wins {reason}", G::TEAMS[team.index()].to_lowercase())
            }
        };
        let points = self.position().points().into_iter().flat_map(|points| G::TEAMS.into_iter().zip(points));
        let count: String =
            points.map(|(team, points)| format!(" {} {points}", team.to_lowercase())).collect();
        if count.is_empty() { verdict } else { format!("{verdict} points{count}") }
    }

    fn points(&self) -> Option<[i32; 2]> {
        self.position().points()
    }

    fn known(&self) -> Option<TableValue> {
        self.oracle.as_ref()?.probe(self.position())
    }

    fn explain(&self) -> String {
        if self.record.outcome().is_some() {
            return "the game is over: nothing to evaluate".to_owned();
        }
        match self.thinker.try_lock() {
            Ok(thinker) => thinker.explain(self.position()),
            Err(_) => "a search is running: ask again after its end".to_owned(),
        }
    }

    fn command(&self, name: &str, arguments: &[&str]) -> Option<Result<Vec<String>>> {
        self.position().command(name, arguments)
    }

    fn configure(&mut self, settings: &SearchOptions) -> Result<()> {
        self.thinker().configure(settings)
    }

    fn set_tables(&mut self, path: &str) -> Result<()> {
        if let Some(open) = self.tables {
            self.oracle = if path.is_empty() { None } else { Some(open(path)?) };
            self.thinker().set_tablebase(self.oracle.clone());
        }
        Ok(())
    }

    fn set_network(&mut self, network: &NetworkChoice) -> Result<()> {
        self.thinker().set_network(network)
    }

    fn clear(&mut self, pool: &ThreadPool) {
        pool.install(|| self.thinker().clear());
    }

    fn search(&self, limits: Limits, settings: SearchOptions) -> Result<Task> {
        for text in &limits.search_moves {
            self.position().parse_move(text)?;
        }
        let (record, thinker) = (self.record.clone(), self.thinker.clone());
        Ok(Box::new(move |control, say| {
            let mut thinker = thinker.lock().unwrap_or_else(PoisonError::into_inner);
            let report = |info| say(Event::Info(info));
            let answer = thinker.choose_move(SearchRequest {
                history: &record,
                limits: &limits,
                options: &settings,
                control,
                report: &report,
            });
            control.wait_for_release(limits.infinite);
            Event::Best(answer)
        }))
    }

    fn perft(&self, depth: u32, first: &[String]) -> Result<Task> {
        let position = self.position().clone();
        let mut moves = first.iter().map(|text| position.parse_move(text)).collect::<Result<Vec<_>>>()?;
        if first.is_empty() {
            position.legal_moves(&mut moves);
        }
        Ok(Box::new(move |control, say| {
            let mut total = u64::from(depth == 0);
            for mv in moves.into_iter().filter(|_| depth > 0) {
                if control.stopped() {
                    say(Event::Line("info string perft was stopped".into()));
                    return Event::Finished;
                }
                let count = position.perft_move(mv, depth);
                total += count;
                say(Event::Line(format!("{}: {count}", position.move_text(mv))));
            }
            say(Event::Line(format!("Nodes searched: {total}")));
            Event::Finished
        }))
    }
}

/// Makes a move in a game that is not over.
fn play<G: Notation>(record: &mut GameHistory<G>, text: &str) -> Result<G::Move> {
    if record.outcome().is_some() {
        return Err(Error::illegal(text, "the game is over"));
    }
    let mv = record.position().parse_move(text)?;
    record.play(mv);
    Ok(mv)
}
