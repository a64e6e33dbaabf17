//! The list of games, and visitors that are generic over them.
//!
//! A game is a folder `src/games/<id>` and a line here: its position type, the player that searches it, and its
//! optional features, from which the line makes its [`Registered`]. A game from outside of the crate implements
//! [`Registered`] by hand, and [`add`] registers it at start-up.

mod tables;
mod visitors;

pub(super) use tables::AnyShelf;
pub use tables::EntryTables;
pub use visitors::{GameVisitor, Registered, SearchVisitor, TablesVisitor, TunableVisitor};

use std::sync::{PoisonError, RwLock};

use super::any_game::AnyGame;
use super::game_in_progress::GameInProgress;
use super::session::{AnySession, Session};
use crate::base::words::{HostConventions, Words};
use crate::base::{Error, Level, OptionSpec, Result};
use crate::search::alphabeta::AlphaBeta;
use crate::search::expectimax::Expectimax;
use crate::search::random::RandomPlayer;
use crate::search::{SearchOptions, Strategy};
use crate::solve::oanquan::ProofSearch;
use crate::traits::{GameOptions, Indexed, SearchGame, Tunable};

/// Makes the list of games. What a game `has`:
///
/// * `search`: it implements [`SearchGame`], and the alpha-beta search plays it.
/// * `tunable`: its evaluation implements [`Tunable`].
/// * `tables`: it implements [`Indexed`].
/// * `hosts`: `HOSTS` in its `words.rs` describes it to GUIs of UCCI and CECP.
/// * `guide`: pages of rules in `docs/games`, lessons and puzzles in `positions`.
/// * `compositions`: composed endgames in `positions`, besides a guide.
/// * `course`: a course of endings from the tables in `positions`, besides a guide.
macro_rules! games {
    ($($folder:ident: $game:ident, $player:ty, has [$($has:ident)*];)*) => {
        /// The games of this crate, the default game first.
        pub static GAMES: &[Entry] = &[$(Entry::of::<crate::games::$folder::$game>()),*];

        /// Visits a game of this crate.
        ///
        /// # Errors
        /// When no game has this id.
        pub fn visit_game<V: GameVisitor>(id: &str, visitor: V) -> Result<V::Output> {
            $(if id.eq_ignore_ascii_case(stringify!($folder)) {
                return Ok(visitor.visit::<crate::games::$folder::$game>());
            })*
            Err(unknown(id))
        }

        $(impl Registered for crate::games::$folder::$game {
            type Player = $player;
            const BENCH: &'static str = include_str!(concat!("../../positions/", stringify!($folder), "/bench.epd"));
            if_has! { hosts [$($has)*] {
                const HOSTS: HostConventions = crate::games::$folder::words::HOSTS;
            } {} }
            if_has! { guide [$($has)*] {
                // The static page ships them as separate files.
                #[cfg(not(target_family = "wasm"))]
                const GUIDE: Guide = Guide {
                    english: include_str!(concat!("../../docs/games/", stringify!($folder), ".md")),
                    vietnamese: include_str!(concat!("../../docs/games/", stringify!($folder), ".vi.md")),
                    lessons: include_str!(concat!("../../positions/", stringify!($folder), "/lessons.json")),
                    tactics: include_str!(concat!("../../positions/", stringify!($folder), "/tactics.epd")),
                    compositions: if_has!(compositions [$($has)*] {
                        include_str!(concat!("../../positions/", stringify!($folder), "/compositions.epd"))
                    } { "" }),
                    course: if_has!(course [$($has)*] {
                        include_str!(concat!("../../positions/", stringify!($folder), "/course.epd"))
                    } { "" }),
                };
            } {} }

            // Not generic, so that the searches are compiled once, in this crate.
            fn new_player(options: &SearchOptions) -> Result<Box<dyn Strategy<Self>>> {
                Ok(Box::new(<$player as Strategy<Self>>::new(options)?))
            }
            if_has! { search [$($has)*] {
                fn visit_search<V: SearchVisitor>(visitor: V) -> Option<V::Output> {
                    Some(visitor.visit::<Self>())
                }
            } {} }
            if_has! { tunable [$($has)*] {
                fn visit_tunable<V: TunableVisitor>(visitor: V) -> Option<V::Output> {
                    Some(visitor.visit::<Self>())
                }
            } {} }
            if_has! { tables [$($has)*] {
                fn visit_tables<V: TablesVisitor>(visitor: V) -> Option<V::Output> {
                    Some(visitor.visit::<Self>())
                }
            } {} }
        })*
    };
}

/// Expands to the first group for games that have a feature, and to the second for others.
macro_rules! if_has {
    (search [search $($rest:ident)*] { $($then:tt)* } { $($other:tt)* }) => { $($then)* };
    (tunable [tunable $($rest:ident)*] { $($then:tt)* } { $($other:tt)* }) => { $($then)* };
    (tables [tables $($rest:ident)*] { $($then:tt)* } { $($other:tt)* }) => { $($then)* };
    (hosts [hosts $($rest:ident)*] { $($then:tt)* } { $($other:tt)* }) => { $($then)* };
    (guide [guide $($rest:ident)*] { $($then:tt)* } { $($other:tt)* }) => { $($then)* };
    (compositions [compositions $($rest:ident)*] { $($then:tt)* } { $($other:tt)* }) => { $($then)* };
    (course [course $($rest:ident)*] { $($then:tt)* } { $($other:tt)* }) => { $($then)* };
    ($wanted:ident [$first:ident $($rest:ident)*] $then:tt $other:tt) => {
        if_has! { $wanted [$($rest)*] $then $other }
    };
    ($wanted:ident [] { $($then:tt)* } { $($other:tt)* }) => { $($other)* };
}

games! {
    xiangqi: Xiangqi, AlphaBeta<Self>, has [search tables hosts guide compositions course];
    commander: CommanderChess, AlphaBeta<Self>, has [search tunable guide];
    namdinh: NamDinh, AlphaBeta<Self>, has [search tables hosts guide course];
    dicechess: DiceChess, Expectimax<Self>, has [tunable guide];
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
    /// A course of endings from the tables, as a position file.
    pub course: &'static str,
}

impl Guide {
    /// No guide.
    pub const NONE: Guide =
        Guide { english: "", vietnamese: "", lessons: "", tactics: "", compositions: "", course: "" };
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
    /// Whether its player searches by [`Params`](crate::search::Params).
    pub takes_params: fn() -> bool,
    tables: fn() -> Option<EntryTables>,
    searched: fn() -> Option<Searched>,
    is_tunable: fn() -> bool,
    open: fn(&SearchOptions) -> Result<Box<dyn AnySession>>,
    open_random: fn(u64) -> Box<dyn AnySession>,
    open_game: fn() -> Box<dyn AnyGame>,
}

impl Entry {
    /// Creates the entry of a game.
    pub const fn of<G: Registered>() -> Entry {
        Entry {
            id: G::ID,
            title: G::TITLE,
            start: G::START,
            options: G::Options::SPECS,
            bench: G::BENCH,
            levels: G::LEVELS,
            words: G::WORDS,
            guide: G::GUIDE,
            hosts: G::HOSTS,
            draws_first_turn: G::DRAWS_FIRST_TURN,
            takes_params: G::Player::takes_params,
            tables: || G::visit_tables(TablesOf),
            searched: || G::visit_search(SearchedOf),
            is_tunable: || G::visit_tunable(IsThere).is_some(),
            open: |settings| Ok(Box::new(Session::<G>::new(G::Player::new(settings)?, None))),
            open_random: |seed| Box::new(Session::<G>::new(RandomPlayer::from_seed(seed), None)),
            open_game: || Box::new(GameInProgress::<G>::new(None)),
        }
    }

    /// Returns the game's endgame tables, if it has any.
    pub fn tables(&self) -> Option<EntryTables> {
        (self.tables)()
    }

    /// Returns whether the alpha-beta search plays it, so that forced wins are found.
    pub fn is_searched(&self) -> bool {
        (self.searched)().is_some()
    }

    /// Returns whether it has inputs for a network.
    pub fn takes_networks(&self) -> bool {
        (self.searched)().is_some_and(|searched| searched.features > 0)
    }

    /// Returns its default network, as the content of its file.
    pub fn network(&self) -> Option<&'static [u8]> {
        (self.searched)()?.network
    }

    /// Returns whether its evaluation has weights to tune.
    pub fn is_tunable(&self) -> bool {
        (self.is_tunable)()
    }

    /// Opens the game at its start position with its player.
    ///
    /// # Errors
    /// When the player's tables cannot be allocated.
    pub fn open(&self, settings: &SearchOptions) -> Result<Box<dyn AnySession>> {
        self.tables().map_or_else(|| (self.open)(settings), |tables| tables.open(settings))
    }

    /// Opens the game at its start position with a player of random moves.
    pub fn open_random(&self, seed: u64) -> Box<dyn AnySession> {
        (self.open_random)(seed)
    }

    /// Opens the game at its start position, without a player.
    pub fn open_game(&self) -> Box<dyn AnyGame> {
        self.tables().map_or_else(|| (self.open_game)(), EntryTables::open_game)
    }

    /// Opens the game at its start position with rules by their names, without a player.
    ///
    /// # Errors
    /// [`Error::Option`] when the game has no such rule, or the value does not fit.
    pub fn open_with_rules(&self, rules: &[(String, String)]) -> Result<Box<dyn AnyGame>> {
        let mut game = self.open_game();
        for (name, value) in rules {
            let spec = self.options.iter().find(|spec| spec.is(name));
            let spec = spec.ok_or_else(|| Error::option(name, format!("no rule of {}", self.id)))?;
            game.set_option(spec.name, &spec.parse(value)?)?;
        }
        Ok(game)
    }
}

/// Visits a game with tables for its entry.
struct TablesOf;

impl TablesVisitor for TablesOf {
    type Output = EntryTables;

    fn visit<G: Registered + Indexed>(self) -> EntryTables {
        EntryTables::of::<G>()
    }
}

/// What the registry holds of a game that the alpha-beta search plays.
struct Searched {
    features: usize,
    network: Option<&'static [u8]>,
}

/// Visits a searched game for its entry.
struct SearchedOf;

impl SearchVisitor for SearchedOf {
    type Output = Searched;

    fn visit<G: Registered + SearchGame>(self) -> Searched {
        Searched { features: G::FEATURES, network: G::NETWORK }
    }
}

/// Visits a game for whether it has weights.
struct IsThere;

impl TunableVisitor for IsThere {
    type Output = ();

    fn visit<G: Registered + Tunable>(self) {}
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

    struct Id;

    impl GameVisitor for Id {
        type Output = &'static str;
        fn visit<G: Registered>(self) -> &'static str {
            G::ID
        }
    }

    #[test]
    fn each_game_is_found_by_its_id_and_has_what_its_line_lists() {
        for game in GAMES {
            assert_eq!(find(game.id).map(|found| found.title), Ok(game.title), "the folder bears the id");
            assert_eq!(visit_game(&game.id.to_uppercase(), Id), Ok(game.id));
        }
        assert!(visit_game("go", Id).is_err());
        let has = |id| {
            let game = find(id).unwrap();
            [game.is_searched(), game.is_tunable(), game.tables().is_some(), game.network().is_some()]
        };
        assert_eq!(has("xiangqi"), [true, false, true, true]);
        assert_eq!(has("commander"), [true, true, false, true]);
        assert_eq!(has("namdinh"), [true, false, true, false]);
        assert_eq!(has("dicechess"), [false, true, false, false]);
        assert_eq!(has("oanquan"), [false; 4]);
    }
}
