//! The games that Banco plays, each with its player.

use std::path::Path;
use std::sync::Arc;

use super::session::{Driver, Session};
use super::strength::{self, Level};
use crate::base::{Error, OptionSpec, Result};
use crate::games::commander::CommanderChess;
use crate::games::dicechess::DiceChess;
use crate::games::namdinh::NamDinh;
use crate::games::oanquan::OAnQuan;
use crate::games::xiangqi::Xiangqi;
use crate::search::alphabeta::AlphaBeta;
use crate::search::baseline::BaselinePlayer;
use crate::search::expectimax::Expectimax;
use crate::search::{SearchOptions, Strategy};
use crate::solve;
use crate::solve::oanquan::ProofSearch;
use crate::traits::{Indexed, Tablebase, View};

/// One game of the registry.
pub struct Entry {
    /// The game's id in the protocol.
    pub id: &'static str,
    /// Its name for people.
    pub title: &'static str,
    /// The options that only this game has.
    pub options: &'static [OptionSpec],
    /// Positions for `bench`, as a position file.
    pub bench: &'static str,
    /// Levels of play, from chance on upwards.
    pub levels: &'static [Level],
    open: fn(&SearchOptions) -> Result<Box<dyn Driver>>,
    open_baseline: fn(BaselinePlayer) -> Box<dyn Driver>,
}

impl Entry {
    /// A game at its start position.
    ///
    /// # Errors
    /// When the player's tables cannot be allocated.
    pub fn open(&self, settings: &SearchOptions) -> Result<Box<dyn Driver>> {
        (self.open)(settings)
    }

    /// A game at its start position, played by a baseline player.
    pub fn open_baseline(&self, baseline: BaselinePlayer) -> Box<dyn Driver> {
        (self.open_baseline)(baseline)
    }
}

const fn entry<G: View, T: Strategy<G>>(bench: &'static str, levels: &'static [Level]) -> Entry {
    let open = |settings: &SearchOptions| -> Result<Box<dyn Driver>> {
        Ok(Box::new(Session::<G, T>::new(T::new(settings)?)))
    };
    let open_baseline =
        |baseline| -> Box<dyn Driver> { Box::new(Session::<G, BaselinePlayer>::new(baseline)) };
    Entry { id: G::ID, title: G::TITLE, options: G::OPTIONS, bench, levels, open, open_baseline }
}

/// The same for a game with tables of endings.
const fn entry_with_tables<G: Indexed + View, T: Strategy<G>>(
    bench: &'static str,
    levels: &'static [Level],
) -> Entry {
    let open = |settings: &SearchOptions| -> Result<Box<dyn Driver>> {
        Ok(Box::new(Session::<G, T>::new(T::new(settings)?).with_tables(open_tables::<G>)))
    };
    Entry { open, ..entry::<G, T>(bench, levels) }
}

fn open_tables<G: Indexed>(path: &str) -> Result<Arc<dyn Tablebase<G>>> {
    if path == "small" {
        let folder = solve::retrograde::cache_folder()
            .ok_or_else(|| Error::option("TablePath", "no cache folder is known"))?;
        return Ok(Arc::new(solve::retrograde::small_tables::<G>(&folder, 1, &solve::Quiet)?));
    }
    let (tables, refused) = solve::retrograde::Tables::<G>::open(Path::new(path))?;
    // One bad file says which it is; the good ones beside it would still be used without this.
    match refused.into_iter().next() {
        Some(error) => Err(error),
        None => Ok(Arc::new(tables)),
    }
}

/// All games; the first is the one that the program starts with.
pub static GAMES: &[Entry] = &[
    entry::<Xiangqi, AlphaBeta<Xiangqi>>(
        include_str!("../../positions/xiangqi/bench.epd"),
        strength::XIANGQI,
    ),
    entry::<CommanderChess, AlphaBeta<CommanderChess>>(
        include_str!("../../positions/commander/bench.epd"),
        strength::COMMANDER,
    ),
    entry_with_tables::<NamDinh, AlphaBeta<NamDinh>>(
        include_str!("../../positions/namdinh/bench.epd"),
        strength::NAMDINH,
    ),
    entry::<DiceChess, Expectimax<DiceChess>>(
        include_str!("../../positions/dicechess/bench.epd"),
        strength::DICECHESS,
    ),
    entry::<OAnQuan, ProofSearch>(include_str!("../../positions/oanquan/bench.epd"), strength::OANQUAN),
];

/// Finds a game by its id.
///
/// # Errors
/// [`Error::Input`] when there is no such game.
pub fn find(id: &str) -> Result<&'static Entry> {
    let ids: Vec<&str> = GAMES.iter().map(|game| game.id).collect();
    let unknown = || {
        Error::input(format!(
            "no game {}: one of {} expected",
            crate::base::error::shorten(id),
            ids.join(", ")
        ))
    };
    GAMES.iter().find(|game| game.id.eq_ignore_ascii_case(id)).ok_or_else(unknown)
}
