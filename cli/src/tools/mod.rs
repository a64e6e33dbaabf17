//! The commands of the program, and what they share: parsers of arguments, position files, interrupts.

pub(crate) mod book;
pub(crate) mod convert;
pub(crate) mod doctor;
pub(crate) mod matches;
mod opening_stats;
pub(crate) mod openings;
pub mod output;
#[cfg(feature = "page")]
pub(crate) mod page;
pub mod parts;
pub(crate) mod perft;
pub(crate) mod play;
pub mod sharded;
pub mod solve;
#[cfg(feature = "sqlite")]
mod sqlite_book;
pub(crate) mod suite;
pub mod tables;
pub mod training_game;

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

use clap::builder::{PossibleValue, PossibleValuesParser, RangedU64ValueParser, TypedValueParser};

use crate::host::has_no;
use banco::base::epd::{self, Entry};
use banco::base::{Error, Result, packing};
use banco::engine::{FirstTurn, registry};
use banco::record;

/// The most threads, and the most games played at the same time.
const MOST_THREADS: u64 = 1_024;
/// The most games of a command.
const MOST_GAMES: u64 = parts::MOST_UNITS;

/// Parses the id of a game in any case; returns it as the registry writes it.
pub fn game_ids() -> impl TypedValueParser<Value = String> {
    game_ids_with("rules", |_| true)
}

/// Parses the id of a game that has what a command needs.
pub fn game_ids_with(
    needed: &'static str,
    has: fn(&registry::Entry) -> bool,
) -> impl TypedValueParser<Value = String> {
    let ids = registry::games().map(move |game| PossibleValue::new(game.id).hide(!has(game)));
    PossibleValuesParser::new(ids.collect::<Vec<_>>()).try_map(move |typed| {
        let game = registry::find(&typed)?;
        if has(game) {
            return Ok(game.id.to_owned());
        }
        let others: Vec<&str> = registry::games().filter(|game| has(game)).map(|game| game.id).collect();
        Err(Error::usage(format!("{}: {} expected", has_no(game.id, needed), others.join(", "))))
    })
}

/// Parses the rule for the first turn.
pub fn first_turn() -> impl TypedValueParser<Value = FirstTurn> {
    let lots = PossibleValue::new("lots").help("Seat with the highest throw; ties throw again");
    let start =
        PossibleValue::new("start").alias("red").help("Seat of the start position, in dice chess Red");
    PossibleValuesParser::new([lots, start])
        .map(|typed| if typed == "lots" { FirstTurn::Lots } else { FirstTurn::Start })
}

/// Parses a number of threads or of games played at the same time.
pub fn thread_count() -> RangedU64ValueParser<usize> {
    RangedU64ValueParser::new().range(1..=MOST_THREADS)
}

/// Parses a number of games.
pub fn game_count() -> RangedU64ValueParser<u64> {
    RangedU64ValueParser::new().range(1..=MOST_GAMES)
}

/// Parses a seed of 32 bits, which is combined with the index of a game: no two seeds give the same games.
pub fn short_seed() -> RangedU64ValueParser<u64> {
    RangedU64ValueParser::new().range(..=u64::from(u32::MAX))
}

/// Calls `visit` with each position of a file, plain or packed by zstd.
fn for_each_position(path: &Path, mut visit: impl FnMut(Entry) -> Result<()>) -> Result<()> {
    let fault = |error: Error| Error::file(path, error);
    let (mut is_empty, mut failure) = (true, Ok(()));
    let read = record::for_each_line(packing::open(path)?, &mut |number, line| {
        failure = epd::read_line(number, line).map_err(fault).and_then(|entry| {
            is_empty &= entry.is_none();
            entry.map_or(Ok(()), &mut visit)
        });
        if failure.is_err() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    failure.and(read.map_err(fault))?;
    if is_empty { Err(Error::file(path, "no positions")) } else { Ok(()) }
}

/// Returns the median of a list, NaN if it is empty.
fn median(mut list: Vec<f64>) -> f64 {
    list.sort_by(f64::total_cmp);
    list.get(list.len() / 2).copied().unwrap_or(f64::NAN)
}

/// Set by Ctrl-C and SIGTERM after the first call of [`interrupt`].
static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Returns whether Ctrl-C or SIGTERM interrupted the command.
pub fn was_interrupted() -> bool {
    INTERRUPTED.load(Ordering::Relaxed)
}

/// Installs the signal handler on the first call; returns the flag that Ctrl-C and SIGTERM set.
pub fn interrupt() -> Result<&'static AtomicBool> {
    static CAUGHT: OnceLock<Result<()>> = OnceLock::new();
    let catch = || {
        ctrlc::set_handler(|| INTERRUPTED.store(true, Ordering::Relaxed))
            .map_err(|error| Error::usage(format!("cannot install the interrupt handler: {error}")))
    };
    CAUGHT.get_or_init(catch).clone()?;
    Ok(&INTERRUPTED)
}
