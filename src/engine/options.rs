//! The table of options: the engine's own and every game's. The `uci` listing, `setoption`, the documentation
//! and a test all read it.

use std::collections::BTreeMap;

use super::registry::{self, GAMES};
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

/// The options that hold for all games. `UCI_Variant` is added from the registry.
pub const ENGINE: &[OptionSpec] = &[
    OptionSpec {
        name: "Hash",
        kind: OptionKind::Spin { default: 16, min: 1, max: 33_554_432 },
        help: "size of the transposition table in MiB",
    },
    OptionSpec {
        name: "Threads",
        kind: OptionKind::Spin { default: 1, min: 1, max: 1024 },
        help: "number of search threads",
    },
    OptionSpec {
        name: "MultiPV",
        kind: OptionKind::Spin { default: 1, min: 1, max: 500 },
        help: "number of best lines to report",
    },
    OptionSpec {
        name: "Ponder",
        kind: OptionKind::Check(false),
        help: "whether the host may use `go ponder`; the search needs no preparation for it",
    },
    OptionSpec {
        name: "Move Overhead",
        kind: OptionKind::Spin { default: 10, min: 0, max: 5000 },
        help: "milliseconds kept back from each move for the host's delays",
    },
    OptionSpec { name: "Clear Hash", kind: OptionKind::Button, help: "forget what earlier searches learned" },
    OptionSpec {
        name: "UCI_ShowWDL",
        kind: OptionKind::Check(false),
        help: "report the chances of win, draw and loss in thousandths",
    },
    OptionSpec {
        name: "UCI_LimitStrength",
        kind: OptionKind::Check(false),
        help: "play at the level of `UCI_Elo`, not at full strength",
    },
    OptionSpec {
        name: "UCI_Elo",
        kind: OptionKind::Spin { default: STRONGEST as i64, min: 0, max: STRONGEST as i64 },
        help: "Elo above a player who draws moves by lot; each game has its own scale and strongest level",
    },
    OptionSpec {
        name: "nodestime",
        kind: OptionKind::Spin { default: 0, min: 0, max: 10_000 },
        help: "nodes that stand for one millisecond of clock time; 0 for real time",
    },
    OptionSpec {
        name: "Parallel",
        kind: OptionKind::Combo { default: "lazy", choices: &["lazy", "root"] },
        help: "how threads share a search: each the whole root, at its own depth; or the root moves that no other has taken",
    },
    OptionSpec {
        name: "TablePath",
        kind: OptionKind::Text(""),
        help: "folder of endgame tables; `small` for the small ones, made on demand in the user's cache; empty for none",
    },
    OptionSpec {
        name: "TableProbeDepth",
        kind: OptionKind::Spin { default: 1, min: 0, max: 100 },
        help: "least depth in plies of positions that are looked up in tables",
    },
    OptionSpec {
        name: "Use NNUE",
        kind: OptionKind::Check(true),
        help: "evaluate by a network where the game has one; by hand otherwise",
    },
    OptionSpec {
        name: "EvalFile",
        kind: OptionKind::Text(""),
        help: "file of a network for the game being played; empty for the one that Banco carries, if any; a change of game empties it",
    },
    OptionSpec {
        name: "Search Parameters",
        kind: OptionKind::Text(""),
        help: "for trials: search parameters that differ from their defaults, as name=value,name=value (`banco spsa --list`)",
    },
    OptionSpec {
        name: "Debug Log File",
        kind: OptionKind::Text(""),
        help: "copy everything read and written to this file; empty for none",
    },
];

/// The current values.
#[derive(Clone, Debug, Default)]
pub struct Options {
    values: BTreeMap<&'static str, Value>,
}

impl Options {
    /// All at their defaults.
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
        Err(Error::option(name, "no such option"))
    }

    /// Remembers a value that was accepted.
    pub fn remember(&mut self, spec: OptionSpec, value: Value) {
        if spec.kind != OptionKind::Button {
            self.values.insert(spec.name, value);
        }
    }

    /// Puts an option back to its default.
    pub fn forget(&mut self, name: &str) {
        self.values.remove(name);
    }

    /// The value of an option now.
    pub fn value(&self, spec: OptionSpec) -> Value {
        self.values.get(spec.name).cloned().unwrap_or_else(|| spec.default_value())
    }

    /// The options of one game that were changed.
    pub fn of_game(&self, id: &str) -> Vec<(OptionSpec, Value)> {
        let specs = registry::games().filter(|game| game.id == id).flat_map(|game| game.options);
        specs.filter_map(|spec| Some((*spec, self.values.get(spec.name)?.clone()))).collect()
    }
}

/// The choice of game.
fn variant() -> OptionSpec {
    let choices = registry::ids();
    let kind = OptionKind::Combo { default: choices[0], choices };
    OptionSpec {
        name: "UCI_Variant",
        kind,
        help: "the game to play; the position becomes its start position",
    }
}
