//! Commands for people who work on Banco.

pub(crate) mod calibrate;
pub(crate) mod cluster;
pub(crate) mod data;
pub mod datagen;
pub(crate) mod matches;
pub(crate) mod openings;
pub mod output;
#[cfg(feature = "page")]
pub(crate) mod page;
pub(crate) mod parts;
pub(crate) mod perft;
pub(crate) mod play;
pub(crate) mod sharded;
pub mod solve;
pub(crate) mod speedup;
pub(crate) mod spsa;
pub(crate) mod suite;
pub mod tables;
pub(crate) mod train;
pub mod training_game;
pub(crate) mod tune;
mod wdl;

use std::path::Path;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

use clap::builder::{PossibleValue, PossibleValuesParser, RangedU64ValueParser, TypedValueParser};

use banco::base::epd::{self, Entry};
use banco::base::{Error, Result, files};
use banco::engine::{FirstTurn, registry};

/// The most threads, and the most games played at the same time.
const MOST_THREADS: u64 = 1_024;
/// The most games of a command.
const MOST_GAMES: u64 = parts::MOST_UNITS;

/// Reads the id of a game; in whatever case it was typed, it is known as the registry writes it.
pub fn game_ids() -> impl TypedValueParser<Value = String> {
    let parser = PossibleValuesParser::new(registry::games().map(|game| game.id));
    parser.map(|typed| registry::find(&typed).map_or(typed, |game| game.id.to_owned()))
}

/// Reads who takes the first turn.
pub fn first_turn() -> impl TypedValueParser<Value = FirstTurn> {
    let lots = PossibleValue::new("lots").help("The one that throws highest; those who tie throw again");
    let start =
        PossibleValue::new("start").alias("red").help("That of the start position, in dice chess Red");
    PossibleValuesParser::new([lots, start])
        .map(|typed| if typed == "lots" { FirstTurn::Lots } else { FirstTurn::Start })
}

/// Reads a number of threads or of games played at the same time.
pub fn thread_count() -> RangedU64ValueParser<usize> {
    RangedU64ValueParser::new().range(1..=MOST_THREADS)
}

/// Reads a number of games.
pub fn game_count() -> RangedU64ValueParser<u64> {
    RangedU64ValueParser::new().range(1..=MOST_GAMES)
}

/// Reads a seed that is mixed with the number of a game: no two seeds give the same games.
pub fn short_seed() -> RangedU64ValueParser<u64> {
    RangedU64ValueParser::new().range(..=u64::from(u32::MAX))
}

/// The text of a position file and its positions, of which there is one at least.
///
/// # Errors
/// When the file cannot be read or is not well formed.
fn read_positions(path: &Path) -> Result<Vec<Entry>> {
    let text = files::read_text(path)?;
    let entries = epd::read(&text).map_err(|error| Error::file(path, error))?;
    if entries.is_empty() { Err(Error::file(path, "no positions")) } else { Ok(entries) }
}

/// The middle of a list; not a number if it is empty.
fn median(mut list: Vec<f64>) -> f64 {
    list.sort_by(f64::total_cmp);
    list.get(list.len() / 2).copied().unwrap_or(f64::NAN)
}

/// Raised by Ctrl-C and by a request to terminate, once [`interrupt`] catches them.
static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Whether Ctrl-C or a request to terminate ended the command before its time.
pub fn was_interrupted() -> bool {
    INTERRUPTED.load(Ordering::Relaxed)
}

/// A flag that Ctrl-C and a request to terminate turn true, from the first call on.
///
/// # Errors
/// When the system does not let them be caught.
pub fn interrupt() -> Result<&'static AtomicBool> {
    static CAUGHT: OnceLock<Result<()>> = OnceLock::new();
    let catch = || {
        ctrlc::set_handler(|| INTERRUPTED.store(true, Ordering::Relaxed))
            .map_err(|error| Error::usage(format!("interrupts cannot be caught: {error}")))
    };
    CAUGHT.get_or_init(catch).clone()?;
    Ok(&INTERRUPTED)
}
