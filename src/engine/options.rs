//! The table of options: the engine's own and every game's. The `uci` listing, `setoption`, the documentation and a
//! test read it.

use std::collections::BTreeMap;

use super::registry::{self, GAMES};
use crate::base::error::did_you_mean;
use crate::base::{Error, OptionKind, OptionSpec, Result, Value};

/// The strongest level of all games.
pub const STRONGEST: i32 = {
    let (mut most, mut i) = (0, 0);
    while i < GAMES.len() {
        let levels = GAMES[i].levels;
        let top = levels[levels.len() - 1].elo;
        most = if top > most { top } else { most };
        i += 1;
    }
    most
};

/// The default of `BookVariety`: moves are drawn by the square of their weight.
pub const BOOK_VARIETY: i64 = 50;

/// The options of all games. `UCI_Variant` is added from the registry.
pub const ENGINE: &[OptionSpec] = &[
    OptionSpec::spin("Hash", 16, [1, 33_554_432]).help("size of the transposition table in MiB"),
    OptionSpec::spin("Threads", 1, [1, 1024]).help("number of search threads"),
    OptionSpec::spin("MultiPV", 1, [1, 500]).help("number of best lines to report"),
    OptionSpec::check("Ponder", false)
        .help("whether the host may use `go ponder`; the search needs no preparation for it"),
    OptionSpec::spin("Move Overhead", 10, [0, 5000])
        .help("milliseconds reserved in each move for the host's delays"),
    OptionSpec::button("Clear Hash").help("clear the memory of earlier searches"),
    OptionSpec::check("UCI_ShowWDL", false)
        .help("report the probabilities of win, draw and loss in thousandths"),
    OptionSpec::check("UCI_LimitStrength", false)
        .help("play at the level of `UCI_Elo`, not at full strength"),
    OptionSpec::spin("UCI_Elo", STRONGEST as i64, [0, STRONGEST as i64])
        .help("Elo above a player of random moves; each game has its own scale and strongest level"),
    OptionSpec::spin("nodestime", 0, [0, 10_000])
        .help("nodes per millisecond of clock time; 0 for real time"),
    OptionSpec::combo("Parallel", &["lazy", "root"]).help(
        "`lazy`: each thread searches the whole root at its own depth; `root`: each takes root \
         moves that no other has",
    ),
    OptionSpec::text("TablePath").help(
        "folders of endgame tables, separated as in `PATH`; `small` for the small ones, built on \
         demand in the user's cache; empty for none",
    ),
    OptionSpec::spin("TableProbeDepth", 1, [0, 100])
        .help("least remaining depth in plies at which endgame tables are probed"),
    OptionSpec::check("Use NNUE", true)
        .help("evaluate by a network if the game has one, else by the hand-crafted evaluation"),
    OptionSpec::text("EvalFile").help(
        "network file for the current game; empty for the built-in one, if any; a change of game \
         resets it",
    ),
    OptionSpec::check("OwnBook", false).help("play from the opening book of `BookFile`"),
    OptionSpec::text("BookFile").help(
        "opening book for the current game, made by `book build`; empty for none; a change of game \
         resets it",
    ),
    OptionSpec::spin("BookVariety", BOOK_VARIETY, [0, 100])
        .help("0: the book's best move; up to 100: others too, more often the better they scored"),
    OptionSpec::text("Search Parameters")
        .help("search parameters for trials, as name=value,name=value (`banco-lab spsa --list`)"),
    OptionSpec::text("Debug Log File").help("copy everything read and written to this file; empty for none"),
];

/// The current values.
#[derive(Clone, Debug, Default)]
pub struct Options {
    values: BTreeMap<&'static str, Value>,
}

impl Options {
    /// Creates the options with their defaults.
    pub fn new() -> Options {
        Options::default()
    }

    /// All options: the engine's, the choice of game, the games' own.
    pub fn list(&self) -> Vec<OptionSpec> {
        let games = registry::games().flat_map(|game| game.options.iter());
        ENGINE.iter().copied().chain([variant()]).chain(games.copied()).collect()
    }

    /// The option of this name, and the id of the game that owns it.
    ///
    /// # Errors
    /// [`Error::Option`] when there is none.
    pub fn find(&self, name: &str) -> Result<(OptionSpec, Option<&'static str>)> {
        if let Some(spec) = ENGINE.iter().copied().chain([variant()]).find(|spec| spec.is(name)) {
            return Ok((spec, None));
        }
        for game in registry::games() {
            if let Some(spec) = game.options.iter().find(|spec| spec.is(name)) {
                return Ok((*spec, Some(game.id)));
            }
        }
        let options = self.list();
        let hint = did_you_mean(name, options.iter().map(|spec| spec.name));
        let hint = hint.map_or(String::new(), |hint| format!(": {hint}"));
        Err(Error::option(name, format!("no such option{hint}")))
    }

    /// Stores an accepted value.
    pub fn set(&mut self, spec: OptionSpec, value: Value) {
        if spec.kind != OptionKind::Button {
            self.values.insert(spec.name, value);
        }
    }

    /// Resets an option to its default.
    pub fn reset(&mut self, name: &str) {
        self.values.remove(name);
    }

    /// Returns the current value of an option.
    pub fn value(&self, spec: OptionSpec) -> Value {
        self.values.get(spec.name).cloned().unwrap_or_else(|| spec.default_value())
    }

    /// Returns the changed options of a game.
    pub fn of_game(&self, id: &str) -> Vec<(OptionSpec, Value)> {
        let specs = registry::games().filter(|game| game.id == id).flat_map(|game| game.options);
        specs.filter_map(|spec| Some((*spec, self.values.get(spec.name)?.clone()))).collect()
    }
}

/// The choice of game.
fn variant() -> OptionSpec {
    OptionSpec::combo("UCI_Variant", registry::ids())
        .help("the game to play; the position becomes its start position")
}
