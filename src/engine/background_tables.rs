//! Endgame tables that are loaded while engines play and used as soon as they are ready.

use std::path::Path;
use std::sync::Arc;

use super::registry::{self, AnyShelf};
use super::shelf::{Origin, no_tables};
use crate::base::Result;

pub use super::shelf::TableState;

/// Tables shared by several engines, one shelf a game.
#[derive(Clone, Default)]
pub struct BackgroundTables {
    shelves: Vec<(&'static str, Arc<dyn AnyShelf>)>,
}

impl BackgroundTables {
    /// Creates the small tables of some games, built when a game is first chosen, and opens the tables of other games
    /// in a folder.
    ///
    /// # Errors
    /// When the folder cannot be read, or none of its tables.
    pub fn new(small: &[&'static str], folder: Option<&Path>) -> Result<BackgroundTables> {
        BackgroundTables::with(|game| match folder {
            _ if small.contains(&game) => Some(Origin::Build),
            folder => folder.map(Origin::Folder),
        })
    }

    /// Creates the small tables of all games, filled by the host.
    ///
    /// # Errors
    /// Never.
    pub fn from_host() -> Result<BackgroundTables> {
        BackgroundTables::with(|_| Some(Origin::Host))
    }

    fn with<'a>(origin_of: impl Fn(&str) -> Option<Origin<'a>>) -> Result<BackgroundTables> {
        let mut shelves = Vec::new();
        for game in registry::games() {
            if let (Some(tables), Some(origin)) = (game.tables(), origin_of(game.id)) {
                shelves.push((game.id, tables.shelf(origin)?));
            }
        }
        Ok(BackgroundTables { shelves })
    }

    /// Returns the shelf of a game.
    pub(super) fn shelf(&self, game: &str) -> Option<&Arc<dyn AnyShelf>> {
        self.shelves.iter().find(|(id, _)| *id == game).map(|(_, shelf)| shelf)
    }

    fn host_shelf(&self, game: &str) -> Result<&Arc<dyn AnyShelf>> {
        self.shelf(game).ok_or_else(no_tables)
    }

    /// Returns the state of a game's tables; `None` when the game gets none.
    pub fn state(&self, game: &str) -> Option<TableState> {
        self.shelf(game)?.state()
    }

    /// Stops running builds; finished tables stay.
    pub fn stop(&self) {
        self.shelves.iter().for_each(|(_, shelf)| shelf.stop());
    }

    /// Adds the table of a class from the bytes that [`BackgroundTables::build`] returned.
    ///
    /// # Errors
    /// When it is not a sound table of the class for this version of the engine.
    pub fn add(&self, game: &str, class: &str, bytes: Vec<u8>) -> Result<()> {
        self.host_shelf(game)?.add(class, bytes)
    }

    /// Marks the tables of a game as being built. Returns the missing classes, in an order in which they can be built.
    ///
    /// # Errors
    /// When the game has no tables.
    pub fn request(&self, game: &str) -> Result<Vec<String>> {
        self.host_shelf(game)?.request()
    }

    /// Builds and adds the table of a missing class and returns its bytes.
    ///
    /// # Errors
    /// When it cannot be built.
    pub fn build(&self, game: &str, class: &str) -> Result<Vec<u8>> {
        let bytes = self.host_shelf(game)?.build(class)?;
        self.add(game, class, bytes.clone())?;
        Ok(bytes)
    }

    /// Records why the build failed.
    ///
    /// # Errors
    /// When the game has no tables.
    pub fn fail(&self, game: &str, why: String) -> Result<()> {
        self.host_shelf(game)?.fail(why);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Engine, client};
    use crate::traits::TableValue;

    /// An engine probes a table from the first position that is set after the table was added.
    #[test]
    fn tables_are_used_as_they_come() {
        let tables = BackgroundTables::from_host().unwrap();
        let mut engine = Engine::new(client::channel().0).unwrap();
        engine.use_tables(tables.clone()).unwrap();
        assert_eq!(engine.background(), Some(TableState::NotRequested));
        engine.set_option("UCI_Variant", Some("oanquan")).unwrap();
        assert_eq!(engine.background(), None);
        assert!(tables.request("oanquan").is_err());
        engine.set_option("UCI_Variant", Some("namdinh")).unwrap();
        let fen = "k4/5/5/1S3/K1S2 w";
        let probed = |engine: &mut Engine, fen: &str| {
            engine.set_position(Some(fen), &[]).unwrap();
            engine.game().probe().value
        };
        assert_eq!(probed(&mut engine, fen), None);
        assert_eq!(tables.request("namdinh").unwrap(), ["2v0", "3v0", "2v1", "4v0", "2v2", "3v1"]);
        assert_eq!(engine.background(), Some(TableState::Building(0)));
        let bytes = BackgroundTables::from_host().unwrap().build("namdinh", "2v0").unwrap();
        assert!(tables.add("namdinh", "3v0", bytes.clone()).is_err());
        tables.add("namdinh", "2v0", bytes).unwrap();
        assert!(tables.request("namdinh").unwrap().starts_with(&["3v0".to_owned()]));
        assert_eq!(engine.game().probe().value, None);
        assert_eq!(probed(&mut engine, fen), Some(TableValue::Win(37)));
        // Tables added later are used too, and the earlier ones stay in use.
        tables.build("namdinh", "3v0").unwrap();
        for fen in [fen, "k4/5/5/1S3/KSS2 w"] {
            assert!(matches!(probed(&mut engine, fen), Some(TableValue::Win(_))), "{fen}");
        }
        // Tables of `TablePath` take precedence while it is set.
        let folder = std::env::temp_dir().join(format!("banco-no-tables-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        for (path, is_known) in [(folder.to_str().unwrap(), false), ("", true)] {
            engine.set_option("TablePath", Some(path)).unwrap();
            assert_eq!(probed(&mut engine, fen).is_some(), is_known, "{path}");
        }
        std::fs::remove_dir(&folder).unwrap();
        tables.fail("namdinh", "out of memory".to_owned()).unwrap();
        assert_eq!(engine.background(), Some(TableState::Failed("out of memory".to_owned())));
    }
}
