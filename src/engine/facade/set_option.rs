//! Options of the engine and their effects.

use super::Engine;
use crate::base::{OptionSpec, Result, Value};
use crate::engine::Book;
use crate::search::{NetworkChoice, ParallelMode, Params, SearchOptions};

impl Engine {
    /// Returns all options that can be set now.
    pub fn option_list(&self) -> Vec<OptionSpec> {
        self.options.list()
    }

    /// Sets an option; `text` is `None` for buttons.
    ///
    /// # Errors
    /// [`Error::Option`](crate::base::Error::Option) when there is no such option or the value does not fit; nothing
    /// changes.
    pub fn set_option(&mut self, name: &str, text: Option<&str>) -> Result<()> {
        self.refuse_while_running()?;
        let (spec, owner) = self.options.find(name)?;
        let value = spec.parse(text.unwrap_or_default())?;
        if let Some(game) = owner {
            return self.set_game_option(game, spec, value);
        }
        let mut settings = self.settings.clone();
        match spec.name {
            "Hash" => settings.hash = value.as_int() as usize,
            "Threads" => settings.threads = value.as_int() as usize,
            "MultiPV" => settings.multipv = value.as_int() as usize,
            "Move Overhead" => settings.overhead = value.as_int() as u64,
            "nodestime" => settings.nodestime = value.as_int() as u64,
            "UCI_LimitStrength" => self.limited = value.as_bool(),
            "UCI_Elo" => self.elo = value.as_int() as i32,
            "UCI_ShowWDL" => settings.show_wdl = value.as_bool(),
            "Search Parameters" => {
                settings.params = Params::default();
                settings.params.apply(value.as_str())?;
            }
            "Parallel" => {
                settings.parallel =
                    if value.as_str() == "root" { ParallelMode::RootSplit } else { ParallelMode::LazySmp };
            }
            "TableProbeDepth" => settings.tb_depth = value.as_int() as i32,
            "TablePath" => {
                self.notes = self.session.set_tables(value.as_str())?;
            }
            "Use NNUE" => self.session.set_network(&network(&value, self.option("EvalFile").as_ref()))?,
            "EvalFile" => {
                let used = self.option("Use NNUE").unwrap_or(Value::Check(true));
                self.session.set_network(&network(&used, Some(&value)))?;
            }
            "OwnBook" => self.own_book = value.as_bool(),
            "BookVariety" => self.book_variety = value.as_int() as u32,
            "BookFile" => {
                let path = value.as_str();
                self.book =
                    if path.is_empty() { None } else { Some(Book::read(path.as_ref(), self.game().id())?) };
                self.notes =
                    self.book.iter().map(|book| format!("{} positions in {path}", book.len())).collect();
            }
            "Clear Hash" => self.session.clear(&self.pool),
            "UCI_Variant" => self.change_game(value.as_str())?,
            _ => {}
        }
        self.apply(settings)?;
        self.options.set(spec, value);
        Ok(())
    }

    /// Returns remarks on the last options set, for the host.
    pub fn take_notes(&mut self) -> Vec<String> {
        std::mem::take(&mut self.notes)
    }

    fn apply(&mut self, settings: SearchOptions) -> Result<()> {
        if settings.threads != self.settings.threads {
            self.pool = self.pool.resized(settings.threads)?;
        }
        if settings.threads != self.settings.threads || settings.hash != self.settings.hash {
            self.session.configure(&settings)?;
        }
        self.settings = settings;
        Ok(())
    }

    fn change_game(&mut self, id: &str) -> Result<()> {
        if id == self.game().id() {
            return self.session.set_position(None, &[]);
        }
        let mut session = self.open_session(id)?;
        for (spec, value) in self.options.of_game(id) {
            session.game_mut().set_option(spec.name, &value)?;
        }
        if let Some(Value::Text(path)) = self.option("TablePath") {
            self.notes = session.set_tables(&path)?;
        }
        if self.option("Use NNUE") == Some(Value::Check(false)) {
            session.set_network(&NetworkChoice::None)?;
        }
        self.options.reset("EvalFile");
        self.options.reset("BookFile");
        self.book = None;
        // Background tables are requested once the game is chosen.
        session.set_position(None, &[])?;
        self.session = session;
        Ok(())
    }

    fn set_game_option(&mut self, game: &str, spec: OptionSpec, value: Value) -> Result<()> {
        if game == self.game().id() {
            self.session.game_mut().set_option(spec.name, &value)?;
        }
        self.options.set(spec, value);
        Ok(())
    }

    /// The current value of an option.
    pub fn option(&self, name: &str) -> Option<Value> {
        let (spec, _) = self.options.find(name).ok()?;
        Some(self.options.value(spec))
    }
}

/// Returns the network that `Use NNUE` and `EvalFile` select.
fn network(used: &Value, file: Option<&Value>) -> NetworkChoice {
    match file {
        _ if !used.as_bool() => NetworkChoice::None,
        Some(Value::Text(path)) if !path.is_empty() => NetworkChoice::File(path.into()),
        _ => NetworkChoice::BuiltIn,
    }
}
