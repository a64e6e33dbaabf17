//! The list of games, and visitors that are generic over them.
//!
//! A game is a folder `src/games/<id>` and a line here: its position type, the player that searches it, and its
//! optional features. [`add`] registers a game from outside of the crate at start-up.

mod tables;
mod visitors;

pub(super) use tables::AnyShelf;
pub use tables::EntryTables;
pub use visitors::{GameVisitor, NewPlayer, SearchVisitor, TablesVisitor, TunableVisitor};

use std::sync::{PoisonError, RwLock};

use super::analysis::HasPlayer;
use super::any_game::AnyGame;
use super::game_in_progress::GameInProgress;
use super::session::{AnySession, Session};
use super::table_source::TableSource;
use crate::base::words::{HostConventions, Words};
use crate::base::{Error, Level, OptionSpec, Result};
use crate::games::commander::CommanderChess;
use crate::games::dicechess::DiceChess;
use crate::games::namdinh::NamDinh;
use crate::games::oanquan::OAnQuan;
use crate::games::xiangqi::Xiangqi;
use crate::search::alphabeta::AlphaBeta;
use crate::search::expectimax::Expectimax;
use crate::search::random::RandomPlayer;
use crate::search::{SearchOptions, Strategy};
use crate::solve::oanquan::ProofSearch;
use crate::traits::{GameOptions, Indexed, SearchGame, View};

/// Makes the list of games. What a game `has`:
///
/// * `search`: it implements [`SearchGame`], and the alpha-beta search plays it.
/// * `tunable`: its evaluation implements [`Tunable`].
/// * `tables`: it implements [`Indexed`].
/// * `hosts`: `HOSTS` in its `words.rs` describes it to GUIs of UCCI and CECP.
/// * `guide`: pages of rules in `docs/games`, lessons and puzzles in `positions`.
/// * `compositions`: composed endgames in `positions`, besides a guide.
macro_rules! games {
    ($($folder:ident: $game:ty, $strategy:ty, has [$($has:ident)*];)*) => {
        /// The games of this crate, the default game first.
        pub static GAMES: &[Entry] = &[$({
            #[allow(unused_mut)]
            let mut entry = Entry::of::<$game, $strategy>(
                include_str!(concat!("../../positions/", stringify!($folder), "/bench.epd")),
            );
            if_has!(search [$($has)*] {
                entry = Entry { is_searched: true, network: <$game as SearchGame>::NETWORK, ..entry }
            });
            if_has!(tunable [$($has)*] { entry.is_tunable = true });
            if_has!(tables [$($has)*] { entry = entry.with_tables::<$game, $strategy>() });
            if_has!(guide [$($has)*] {
                // The static page ships them as separate files.
                #[cfg(not(target_family = "wasm"))]
                {
                    entry = entry.with_guide(Guide {
                        english: include_str!(concat!("../../docs/games/", stringify!($folder), ".md")),
                        vietnamese: include_str!(concat!("../../docs/games/", stringify!($folder), ".vi.md")),
                        lessons: include_str!(concat!("../../positions/", stringify!($folder), "/lessons.json")),
                        tactics: include_str!(concat!("../../positions/", stringify!($folder), "/tactics.epd")),
                        compositions: "",
                    });
                }
            });
            if_has!(compositions [$($has)*] {
                #[cfg(not(target_family = "wasm"))]
                {
                    entry.guide.compositions =
                        include_str!(concat!("../../positions/", stringify!($folder), "/compositions.epd"));
                }
            });
            if_has!(hosts [$($has)*] { entry.hosts = crate::games::$folder::words::HOSTS });
            entry
        }),*];

        /// Visits a game of this crate and its player.
        ///
        /// # Errors
        /// When no game has this id.
        pub fn visit_game<V: GameVisitor>(id: &str, visitor: V) -> Result<V::Output> {
            $(if id.eq_ignore_ascii_case(stringify!($folder)) {
                return Ok(visitor.visit::<$game>(<$game>::new_player));
            })*
            Err(unknown(id))
        }

        /// Visits a game that the alpha-beta search plays; `None` when no such game has this id.
        pub fn visit_search<V: SearchVisitor>(id: &str, visitor: V) -> Option<V::Output> {
            $(if_has!(search [$($has)*] {
                if id.eq_ignore_ascii_case(stringify!($folder)) {
                    return Some(visitor.visit::<$game>());
                }
            });)*
            None
        }

        // These functions are not generic, so that the searches are compiled once, in this crate.
        $(impl HasPlayer for $game {
            fn new_player(options: &SearchOptions) -> Result<Box<dyn Strategy<$game>>> {
                Ok(Box::new(<$strategy as Strategy<$game>>::new(options)?))
            }
        })*

        /// Visits a game with weights to learn; `None` when no such game has this id.
        pub fn visit_tunable<V: TunableVisitor>(id: &str, visitor: V) -> Option<V::Output> {
            $(if_has!(tunable [$($has)*] {
                if id.eq_ignore_ascii_case(stringify!($folder)) {
                    return Some(visitor.visit::<$game>());
                }
            });)*
            None
        }

        /// Visits a game with tables of endings; `None` when no such game has this id.
        pub fn visit_tables<V: TablesVisitor>(id: &str, visitor: V) -> Option<V::Output> {
            $(if_has!(tables [$($has)*] {
                if id.eq_ignore_ascii_case(stringify!($folder)) {
                    return Some(visitor.visit::<$game>());
                }
            });)*
            None
        }
    };
}

/// Expands code only for games that have a feature.
macro_rules! if_has {
    (search [search $($rest:ident)*] $then:block) => { $then };
    (tunable [tunable $($rest:ident)*] $then:block) => { $then };
    (tables [tables $($rest:ident)*] $then:block) => { $then };
    (hosts [hosts $($rest:ident)*] $then:block) => { $then };
    (guide [guide $($rest:ident)*] $then:block) => { $then };
    (compositions [compositions $($rest:ident)*] $then:block) => { $then };
    ($wanted:ident [$first:ident $($rest:ident)*] $then:block) => { if_has!($wanted [$($rest)*] $then) };
    ($wanted:ident [] $then:block) => {};
}

games! {
    xiangqi: Xiangqi, AlphaBeta<Xiangqi>, has [search tables hosts guide compositions];
    commander: CommanderChess, AlphaBeta<CommanderChess>, has [search tunable guide];
    namdinh: NamDinh, AlphaBeta<NamDinh>, has [search tables hosts guide];
    dicechess: DiceChess, Expectimax<DiceChess>, has [tunable guide];
    oanquan: OAnQuan, ProofSearch, has [guide];
}

/// Texts that teach a game; empty if missing.
#[derive(Clone, Copy, Debug)]
pub struct Guide {
    /// The rules in English, in Markdown.
    pub english: &'static str,
    /// The rules in Vietnamese.
    pub vietnamese: &'static str,
    /// Lessons, in JSON.
    pub lessons: &'static str,
    /// Puzzles, as a position file.
    pub tactics: &'static str,
    /// Composed endgames, as a position file.
    pub compositions: &'static str,
}

impl Guide {
    /// No guide.
    pub const NONE: Guide = Guide { english: "", vietnamese: "", lessons: "", tactics: "", compositions: "" };
}

/// One game of the registry.
pub struct Entry {
    /// The game's id in the protocol.
    pub id: &'static str,
    /// Its display name.
    pub title: &'static str,
    /// The text of its start position.
    pub start: &'static str,
    /// The options that only this game has.
    pub options: &'static [OptionSpec],
    /// Positions for `bench`, as a position file.
    pub bench: &'static str,
    /// Levels of play, from chance on upwards.
    pub levels: &'static [Level],
    /// Its display texts.
    pub words: &'static Words,
    /// Its guide.
    pub guide: Guide,
    /// Its description for hosts of UCCI and CECP.
    pub hosts: HostConventions,
    /// Whether the dice decide the first turn.
    pub draws_first_turn: bool,
    /// Its endgame tables, if it has any.
    pub tables: Option<EntryTables>,
    /// Whether the alpha-beta search plays it, so that networks can be trained for it.
    pub is_searched: bool,
    /// Its default network, as the content of its file.
    pub network: Option<&'static [u8]>,
    /// Whether its evaluation has weights to tune.
    pub is_tunable: bool,
    /// Whether its player searches by [`Params`](crate::search::Params).
    pub takes_params: fn() -> bool,
    open: fn(&SearchOptions) -> Result<Box<dyn AnySession>>,
    open_random: fn(u64) -> Box<dyn AnySession>,
    open_game: fn() -> Box<dyn AnyGame>,
}

impl Entry {
    /// Opens the game at its start position with its player.
    ///
    /// # Errors
    /// When the player's tables cannot be allocated.
    pub fn open(&self, settings: &SearchOptions) -> Result<Box<dyn AnySession>> {
        (self.open)(settings)
    }

    /// Opens the game at its start position with a player of random moves.
    pub fn open_random(&self, seed: u64) -> Box<dyn AnySession> {
        (self.open_random)(seed)
    }

    /// Opens the game at its start position, without a player.
    pub fn open_game(&self) -> Box<dyn AnyGame> {
        (self.open_game)()
    }

    /// Creates the entry of a game and its player. `bench` holds positions for [`bench`](super::bench), as a position
    /// file.
    pub const fn of<G: View, S: Strategy<G>>(bench: &'static str) -> Entry {
        Entry {
            id: G::ID,
            title: G::TITLE,
            start: G::START,
            options: G::Options::SPECS,
            bench,
            levels: G::LEVELS,
            words: G::WORDS,
            guide: Guide::NONE,
            hosts: HostConventions::NONE,
            draws_first_turn: G::DRAWS_FIRST_TURN,
            tables: None,
            is_searched: false,
            network: None,
            is_tunable: false,
            takes_params: S::takes_params,
            open: |settings| Ok(Box::new(Session::<G>::new(S::new(settings)?, None))),
            open_random: |seed| Box::new(Session::<G>::new(RandomPlayer::from_seed(seed), None)),
            open_game: || Box::new(GameInProgress::<G>::new(None)),
        }
    }

    /// Adds endgame tables.
    pub const fn with_tables<G: View + Indexed, S: Strategy<G>>(self) -> Entry {
        Entry {
            tables: Some(EntryTables::of::<G, S>()),
            open: |settings| Ok(Box::new(Session::<G>::new(S::new(settings)?, Some(TableSource::OF_GAME)))),
            open_game: || Box::new(GameInProgress::<G>::new(Some(TableSource::OF_GAME))),
            ..self
        }
    }

    /// Adds a guide.
    pub const fn with_guide(self, guide: Guide) -> Entry {
        Entry { guide, ..self }
    }
}

/// Games from outside of the crate.
static ADDED: RwLock<Vec<&'static Entry>> = RwLock::new(Vec::new());

/// Returns all games, those of this crate first.
pub fn games() -> impl Iterator<Item = &'static Entry> {
    let added = ADDED.read().unwrap_or_else(PoisonError::into_inner).clone();
    GAMES.iter().chain(added)
}

/// Returns the ids of all games.
pub(super) fn ids() -> &'static [&'static str] {
    /// One leaked list for each number of games, since games are never removed.
    static LISTS: RwLock<Vec<&'static [&'static str]>> = RwLock::new(Vec::new());
    let mut lists = LISTS.write().unwrap_or_else(PoisonError::into_inner);
    match lists.last() {
        Some(list) if list.len() == games().count() => list,
        _ => {
            let list: &'static [&'static str] = games().map(|game| game.id).collect::<Vec<_>>().leak();
            lists.push(list);
            list
        }
    }
}

/// Adds a game from outside of the crate for engines, the protocol, matches and the page. It cannot be removed.
///
/// # Errors
/// [`Error::State`] when a game has this id already.
pub fn add(game: Entry) -> Result<()> {
    let mut added = ADDED.write().unwrap_or_else(PoisonError::into_inner);
    if GAMES.iter().chain(added.iter().copied()).any(|known| known.id.eq_ignore_ascii_case(game.id)) {
        return Err(Error::state(format!("there is a game {} already", game.id)));
    }
    added.push(Box::leak(Box::new(game)));
    Ok(())
}

/// Finds a game by its id.
///
/// # Errors
/// [`Error::Unknown`] when there is no such game.
pub fn find(id: &str) -> Result<&'static Entry> {
    games().find(|game| game.id.eq_ignore_ascii_case(id)).ok_or_else(|| unknown(id))
}

fn unknown(id: &str) -> Error {
    let ids: Vec<&str> = games().map(|game| game.id).collect();
    Error::unknown_of("game", id, format!("one of {}", ids.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::traits::{Game, Tunable};

    struct Id;

    impl TunableVisitor for Id {
        type Output = &'static str;
        fn visit<G: Tunable>(self) -> &'static str {
            G::ID
        }
    }

    impl TablesVisitor for Id {
        type Output = &'static str;
        fn visit<G: Indexed>(self) -> &'static str {
            G::ID
        }
    }

    #[test]
    fn levels_rise_from_chance() {
        for game in GAMES {
            assert_eq!((game.levels[0].elo, game.levels[0].random_moves), (0, 1.0), "{}", game.id);
            for (low, high) in game.levels.windows(2).map(|pair| (pair[0], pair[1])) {
                assert!(low.elo < high.elo && low.random_moves >= high.random_moves, "{}", game.id);
                assert!(low.nodes <= high.nodes, "{}", game.id);
            }
        }
    }

    #[test]
    fn visitors_reach_the_games_that_have_what_they_need() {
        assert_eq!(visit_tunable("COMMANDER", Id), Some("commander"));
        assert_eq!(visit_tunable("namdinh", Id), None);
        assert_eq!(visit_tables("namdinh", Id), Some(NamDinh::ID));
        assert_eq!(visit_tables("go", Id), None);
        let with_tables: Vec<&str> =
            GAMES.iter().filter(|game| game.tables.is_some()).map(|game| game.id).collect();
        assert_eq!(with_tables, ["xiangqi", "namdinh"]);
        for game in GAMES {
            assert_eq!(find(game.id).map(|found| found.title), Ok(game.title), "the folder bears the id");
        }
    }
}
