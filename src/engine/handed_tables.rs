//! Small tables that the host hands over one by one, where there are neither files nor threads to build them beside the
//! game: a page in a browser has one worker build them, keeps them, and gives them to the engines that play.

use std::sync::Arc;

use parking_lot::Mutex;

use super::background_tables::{SharedTables, TableProvider, TableState, shared};
use super::registry::{self, GAMES, TablesVisitor};
use crate::base::{Error, Result};
use crate::solve::Quiet;
use crate::solve::retrograde::{MemoryTables, numbers};
use crate::traits::Indexed;

/// The small tables of all games that have some, as far as they have been handed over.
pub struct HandedTables(Mutex<Vec<Shelf>>);

/// Those of one game.
struct Shelf {
    game: &'static str,
    tables: Box<dyn GameTables>,
    /// All that are there, from when they are asked for.
    opened: Option<SharedTables>,
    is_wanted: bool,
    fault: Option<String>,
}

impl Default for HandedTables {
    fn default() -> Self {
        let shelf = |game: &'static str| {
            let tables = registry::visit_tables(game, Empty)?;
            Some(Shelf { game, tables, opened: None, is_wanted: false, fault: None })
        };
        HandedTables(Mutex::new(GAMES.iter().filter_map(|game| shelf(game.id)).collect()))
    }
}

impl HandedTables {
    fn with<R>(&self, game: &str, act: impl FnOnce(&mut Shelf) -> Result<R>) -> Result<R> {
        let mut shelves = self.0.lock();
        let shelf = shelves.iter_mut().find(|shelf| shelf.game == game);
        act(shelf.ok_or_else(|| Error::state("a game without tables"))?)
    }

    /// Takes in the table of a class, by the bytes that [`HandedTables::build`] gave.
    ///
    /// # Errors
    /// When it is not a sound table of the class for this version of the engine.
    pub fn add(&self, game: &str, class: &str, bytes: Vec<u8>) -> Result<()> {
        self.with(game, |shelf| {
            shelf.tables.add(class, bytes)?;
            shelf.opened = None;
            Ok(())
        })
    }

    /// Notes that the tables of a game are on their way; the classes that are still missing, in an order in which they
    /// can be built.
    ///
    /// # Errors
    /// When the game has no tables.
    pub fn want(&self, game: &str) -> Result<Vec<String>> {
        self.with(game, |shelf| {
            shelf.is_wanted = true;
            Ok(shelf.tables.missing())
        })
    }

    /// Builds the table of a class, which has to be one of those that are missing, and takes it in; its bytes.
    ///
    /// # Errors
    /// When it cannot be built.
    pub fn build(&self, game: &str, class: &str) -> Result<Vec<u8>> {
        let bytes = self.with(game, |shelf| shelf.tables.build(class))?;
        self.add(game, class, bytes.clone())?;
        Ok(bytes)
    }

    /// Notes why no more tables come.
    ///
    /// # Errors
    /// When the game has no tables.
    pub fn fail(&self, game: &str, why: String) -> Result<()> {
        self.with(game, |shelf| {
            shelf.fault = Some(why);
            Ok(())
        })
    }
}

impl TableProvider for HandedTables {
    fn state(&self, game: &str) -> Option<TableState> {
        let state = self.with(game, |shelf| {
            Ok(match (shelf.tables.percent(), &shelf.fault) {
                (100, _) => TableState::Ready,
                (_, Some(why)) => TableState::Failed(why.clone()),
                (percent, None) if shelf.is_wanted => TableState::Building(percent),
                _ => TableState::Unwanted,
            })
        });
        state.ok()
    }

    fn share(self: Arc<Self>, game: &str) -> Option<SharedTables> {
        let opened = self.with(game, |shelf| {
            if shelf.opened.is_none() {
                shelf.opened = shelf.tables.open()?;
            }
            Ok(shelf.opened.clone())
        });
        opened.ok()?
    }
}

/// The tables of a game, whichever it is.
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
        MemoryTables::add(self, G::parse_class(class)?, bytes)
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
        let tables = Arc::new(HandedTables::default());
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
        let bytes = HandedTables::default().build("namdinh", "2v0").unwrap();
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
