//! Tables of endings that come while engines play and are used from when they are there: those of a folder, the small ones
//! of a game, built on a thread of their own, and, where there are neither files nor threads (a page in a browser), small
//! ones that the host builds one by one, keeps, and hands over.

use std::any::Any;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use parking_lot::Mutex;

use super::registry::{self, GAMES, TablesVisitor};
use crate::base::{Error, Result};
use crate::solve::retrograde::{self, MemoryTables, numbers};
use crate::solve::{Monitor, Quiet};
use crate::traits::{Indexed, Tablebase};

/// For how many seconds a build of another program is waited for.
const PATIENCE: u32 = 10;

/// Tables of some game: an `Arc<dyn Tablebase<G>>`.
pub(super) type SharedTables = Arc<dyn Any + Send + Sync>;

/// How far the tables are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TableState {
    /// No engine has asked for them yet.
    Unwanted,
    /// They are built; so many percent are done.
    Building(u64),
    /// They can be used.
    Ready,
    /// They cannot be had.
    Failed(String),
}

/// The tables that several engines share.
pub struct BackgroundTables {
    shelves: Mutex<Vec<Shelf>>,
    done: AtomicU64,
    all: AtomicU64,
    stop: AtomicBool,
}

/// The tables of one game.
struct Shelf {
    game: &'static str,
    source: Source,
    state: TableState,
    /// Those that are there.
    opened: Option<SharedTables>,
}

/// Where the tables of a game come from.
enum Source {
    /// A folder, read at the beginning.
    Folder,
    /// A build in the user's cache, begun when the game is first chosen.
    Build,
    /// The host; these are there.
    Host(Box<dyn GameTables>),
}

impl BackgroundTables {
    fn with(shelves: Vec<Shelf>) -> Arc<BackgroundTables> {
        let (done, all, stop) = (AtomicU64::new(0), AtomicU64::new(0), AtomicBool::new(false));
        Arc::new(BackgroundTables { shelves: Mutex::new(shelves), done, all, stop })
    }

    /// The small tables of a game, built when the game is first chosen; and those of other games that a folder holds.
    ///
    /// # Errors
    /// When the folder or a file in it cannot be read.
    pub fn new(small: &'static str, folder: Option<&Path>) -> Result<Arc<BackgroundTables>> {
        let state = TableState::Unwanted;
        let mut shelves = vec![Shelf { game: small, source: Source::Build, state, opened: None }];
        for game in GAMES.iter().filter(|game| game.has_tables && game.id != small) {
            if let Some(tables) = folder.and_then(|folder| registry::visit_tables(game.id, Open(folder))) {
                let (game, state, opened) = (game.id, TableState::Ready, Some(tables?));
                shelves.push(Shelf { game, source: Source::Folder, state, opened });
            }
        }
        Ok(BackgroundTables::with(shelves))
    }

    /// The small tables of all games that have some, as far as the host hands them over.
    pub fn from_host() -> Arc<BackgroundTables> {
        let shelf = |game: &'static str| {
            let source = Source::Host(registry::visit_tables(game, Empty)?);
            Some(Shelf { game, source, state: TableState::Unwanted, opened: None })
        };
        BackgroundTables::with(GAMES.iter().filter_map(|game| shelf(game.id)).collect())
    }

    /// How far the tables of a game are; `None` when none come for it.
    pub fn state(&self, game: &str) -> Option<TableState> {
        let shelves = self.shelves.lock();
        let shelf = shelves.iter().find(|shelf| shelf.game == game)?;
        let percent = match &shelf.source {
            Source::Folder => return None,
            Source::Build => 100 * self.done.load(Relaxed) / self.all.load(Relaxed).max(1),
            Source::Host(tables) => tables.percent(),
        };
        Some(match (&shelf.state, &shelf.source) {
            (_, Source::Host(_)) if percent == 100 => TableState::Ready,
            (TableState::Building(_), _) => TableState::Building(percent),
            (state, _) => state.clone(),
        })
    }

    /// The tables of a game, if some can be used: the same as before unless there are others now. Those that are built
    /// here are begun if they were not.
    pub(super) fn share(self: &Arc<Self>, game: &str) -> Option<SharedTables> {
        let mut shelves = self.shelves.lock();
        let shelf = shelves.iter_mut().find(|shelf| shelf.game == game)?;
        match &shelf.source {
            Source::Build if shelf.state == TableState::Unwanted => {
                shelf.state = TableState::Building(0);
                let (tables, game) = (self.clone(), shelf.game);
                std::thread::spawn(move || tables.build_small(game));
            }
            Source::Host(tables) if shelf.opened.is_none() => shelf.opened = tables.open().ok()?,
            _ => {}
        }
        shelf.opened.clone()
    }

    /// Builds; another program may be doing so at the moment, and is waited for.
    fn build_small(&self, game: &'static str) {
        let attempt = || {
            let built = registry::visit_tables(game, Build(self));
            built.unwrap_or(Err(Error::Failed("search for tables")))
        };
        let mut built = attempt();
        for _ in 0..PATIENCE {
            if built.is_ok() || self.stopped() {
                break;
            }
            std::thread::sleep(Duration::from_secs(1));
            built = attempt();
        }
        let mut shelves = self.shelves.lock();
        let Some(shelf) = shelves.iter_mut().find(|shelf| shelf.game == game) else { return };
        match built {
            Ok(built) => (shelf.state, shelf.opened) = (TableState::Ready, Some(built)),
            Err(error) => shelf.state = TableState::Failed(error.to_string()),
        }
    }

    /// Ends the build, if one runs; what is finished stays.
    pub fn stop(&self) {
        self.stop.store(true, Relaxed);
    }

    /// Acts on the shelf of a game whose tables the host hands over.
    fn with_host<R>(
        &self,
        game: &str,
        act: impl FnOnce(&mut dyn GameTables, &mut TableState, &mut Option<SharedTables>) -> Result<R>,
    ) -> Result<R> {
        let mut shelves = self.shelves.lock();
        match shelves.iter_mut().find(|shelf| shelf.game == game) {
            Some(Shelf { source: Source::Host(tables), state, opened, .. }) => {
                act(&mut **tables, state, opened)
            }
            _ => Err(Error::usage("a game without tables")),
        }
    }

    /// Takes in the table of a class, by the bytes that [`BackgroundTables::build`] gave.
    ///
    /// # Errors
    /// When it is not a sound table of the class for this version of the engine.
    pub fn add(&self, game: &str, class: &str, bytes: Vec<u8>) -> Result<()> {
        self.with_host(game, |tables, _, opened| {
            *opened = None;
            tables.add(class, bytes)
        })
    }

    /// Notes that the tables of a game are on their way; the classes that are still missing, in an order in which they
    /// can be built.
    ///
    /// # Errors
    /// When the game has no tables.
    pub fn want(&self, game: &str) -> Result<Vec<String>> {
        self.with_host(game, |tables, state, _| {
            if *state == TableState::Unwanted {
                *state = TableState::Building(0);
            }
            Ok(tables.missing())
        })
    }

    /// Builds the table of a class, which has to be one of those that are missing, and takes it in; its bytes.
    ///
    /// # Errors
    /// When it cannot be built.
    pub fn build(&self, game: &str, class: &str) -> Result<Vec<u8>> {
        let bytes = self.with_host(game, |tables, _, _| tables.build(class))?;
        self.add(game, class, bytes.clone())?;
        Ok(bytes)
    }

    /// Notes why no more tables come.
    ///
    /// # Errors
    /// When the game has no tables.
    pub fn fail(&self, game: &str, why: String) -> Result<()> {
        self.with_host(game, |_, state, _| {
            *state = TableState::Failed(why);
            Ok(())
        })
    }
}

impl Monitor for BackgroundTables {
    fn stopped(&self) -> bool {
        self.stop.load(Relaxed)
    }

    fn begin(&self, _what: &str, units: u64) {
        self.all.store(units, Relaxed);
        self.done.store(0, Relaxed);
    }

    fn advance(&self, units: u64) {
        self.done.fetch_add(units, Relaxed);
    }
}

/// Tables of some game, as sessions of it take them.
fn shared<G: Indexed>(tables: retrograde::Tables<G>) -> SharedTables {
    let tables: Arc<dyn Tablebase<G>> = Arc::new(tables);
    Arc::new(tables)
}

/// The small tables, whatever the game.
struct Build<'a>(&'a BackgroundTables);

impl TablesVisitor for Build<'_> {
    type Output = Result<SharedTables>;

    fn visit<G: Indexed>(self) -> Result<SharedTables> {
        let folder = retrograde::cache_folder().ok_or_else(|| Error::state("no cache folder is known"))?;
        retrograde::small_tables::<G>(&folder, 1, self.0).map(shared)
    }
}

/// Those of a folder.
struct Open<'a>(&'a Path);

impl TablesVisitor for Open<'_> {
    type Output = Result<SharedTables>;

    fn visit<G: Indexed>(self) -> Result<SharedTables> {
        let (tables, refused) = retrograde::Tables::<G>::open(self.0)?;
        match refused.into_iter().next() {
            Some(error) => Err(error.into()),
            None => Ok(shared(tables)),
        }
    }
}

/// Tables of a game in memory, whichever it is.
trait GameTables: Send {
    fn add(&mut self, class: &str, bytes: Vec<u8>) -> Result<()>;
    /// Those that are there, if any.
    fn open(&self) -> Result<Option<SharedTables>>;
    fn missing(&self) -> Vec<String>;
    /// How much of all numbers is there.
    fn percent(&self) -> u64;
    fn build(&self, class: &str) -> Result<Vec<u8>>;
}

impl<G: Indexed> GameTables for MemoryTables<G> {
    fn add(&mut self, class: &str, bytes: Vec<u8>) -> Result<()> {
        Ok(MemoryTables::add(self, G::parse_class(class)?, bytes)?)
    }

    fn open(&self) -> Result<Option<SharedTables>> {
        let tables = MemoryTables::open(self)?;
        Ok((!tables.list().is_empty()).then(|| shared(tables)))
    }

    fn missing(&self) -> Vec<String> {
        let classes = Self::small_classes().into_iter();
        classes.filter(|&class| !self.has(class)).map(|class| class.to_string()).collect()
    }

    fn percent(&self) -> u64 {
        let (mut there, mut all) = (0, 0);
        for class in Self::small_classes() {
            all += numbers::<G>(class);
            there += if self.has(class) { numbers::<G>(class) } else { 0 };
        }
        100 * there / all.max(1)
    }

    fn build(&self, class: &str) -> Result<Vec<u8>> {
        MemoryTables::build(self, G::parse_class(class)?, &Quiet)
    }
}

/// None yet.
struct Empty;

impl TablesVisitor for Empty {
    type Output = Box<dyn GameTables>;

    fn visit<G: Indexed>(self) -> Box<dyn GameTables> {
        Box::new(MemoryTables::<G>::default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Engine, client};

    /// An engine probes a table from the first position on that is set after it was handed over.
    #[test]
    fn tables_are_used_as_they_come() {
        let tables = BackgroundTables::from_host();
        let mut engine = Engine::new(client::channel().0).unwrap();
        engine.use_tables(tables.clone());
        assert_eq!(engine.background(), Some(TableState::Unwanted));
        engine.set_option("UCI_Variant", Some("oanquan")).unwrap();
        assert_eq!(engine.background(), None);
        assert!(tables.want("oanquan").is_err());
        engine.set_option("UCI_Variant", Some("namdinh")).unwrap();
        let fen = "k4/5/5/1S3/K1S2 w";
        engine.set_position(Some(fen), &[]).unwrap();
        assert!(engine.session().probe().is_empty());
        assert_eq!(tables.want("namdinh").unwrap(), ["2v0", "3v0", "2v1", "4v0", "2v2", "3v1"]);
        assert_eq!(engine.background(), Some(TableState::Building(0)));
        let bytes = BackgroundTables::from_host().build("namdinh", "2v0").unwrap();
        assert!(tables.add("namdinh", "3v0", bytes.clone()).is_err());
        tables.add("namdinh", "2v0", bytes).unwrap();
        assert!(tables.want("namdinh").unwrap().starts_with(&["3v0".to_owned()]));
        assert!(engine.session().probe().is_empty());
        engine.set_position(Some(fen), &[]).unwrap();
        assert_eq!(engine.session().probe()[0], "position win in 37 plies");
        // What comes later is used, too, and so are those in use already.
        tables.build("namdinh", "3v0").unwrap();
        for fen in [fen, "k4/5/5/1S3/KSS2 w"] {
            engine.set_position(Some(fen), &[]).unwrap();
            assert!(engine.session().probe()[0].starts_with("position win in "), "{fen}");
        }
        // Those that the host names come first, as long as it names some.
        let folder = std::env::temp_dir().join(format!("banco-no-tables-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        for (path, probed) in [(folder.to_str().unwrap(), false), ("", true)] {
            engine.set_option("TablePath", Some(path)).unwrap();
            engine.set_position(Some(fen), &[]).unwrap();
            assert_eq!(!engine.session().probe().is_empty(), probed, "{path}");
        }
        std::fs::remove_dir(&folder).unwrap();
        tables.fail("namdinh", "out of memory".to_owned()).unwrap();
        assert_eq!(engine.background(), Some(TableState::Failed("out of memory".to_owned())));
    }
}
