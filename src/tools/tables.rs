//! `tables`: builds endgame tables, checks them, tells what they hold.

use std::io::IsTerminal;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Instant;

use indicatif::{ProgressBar, ProgressStyle};
use parking_lot::{Mutex, MutexGuard};
use serde_json::json;

use super::{cluster, output};
use crate::base::error::shorten;
use crate::base::{Error, Result};
use crate::engine::registry::{self, TablesVisitor};
use crate::solve::Monitor;
use crate::solve::retrograde::{self, Communicator, Mismatch, Plan, SubtableStats, Tables};
use crate::traits::indexed::RepetitionRules;
use crate::traits::{Indexed, TableValue};

/// What to do with tables.
#[derive(Debug, clap::Subcommand)]
pub enum Command {
    /// Builds tables with all that they rest on; those that exist are kept, so that a stopped build goes on.
    Build {
        /// The game and its folder.
        #[command(flatten)]
        place: Place,
        /// The classes.
        #[command(flatten)]
        choice: Choice,
        /// The most memory to use, in MiB.
        #[arg(long, default_value_t = 3072)]
        memory: u64,
        /// The number of threads; all processors if not given.
        #[arg(long, value_parser = super::thread_count())]
        threads: Option<usize>,
    },
    /// Computes the entries of tables anew from their successors and reports those that differ.
    Verify {
        /// The game and its folder.
        #[command(flatten)]
        place: Place,
        /// The classes.
        #[command(flatten)]
        choice: Choice,
        /// Checks only one entry in so many.
        #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
        every: u64,
        /// The number of threads; all processors if not given.
        #[arg(long, value_parser = super::thread_count())]
        threads: Option<usize>,
    },
    /// Counts what tables hold: results, longest wins and losses, ends of the game.
    Stats {
        /// The game and its folder.
        #[command(flatten)]
        place: Place,
        /// The classes.
        #[command(flatten)]
        choice: Choice,
    },
    /// Looks up a position: its result, distance and moves, the best first.
    Probe {
        /// The game and its folder.
        #[command(flatten)]
        place: Place,
        /// The position.
        fen: String,
    },
    /// Estimates what building on many machines takes.
    Plan(cluster::Needs),
    /// Lists the tables of a folder, and the files that cannot be trusted.
    List {
        /// The game and its folder.
        #[command(flatten)]
        place: Place,
    },
}

/// A game and its folder of tables.
#[derive(Clone, Debug, clap::Args)]
pub struct Place {
    /// The game's id.
    #[arg(long, default_value = "namdinh", ignore_case = true, value_parser = super::game_ids())]
    game: String,
    /// The folder of tables.
    #[arg(long)]
    dir: PathBuf,
}

/// Which classes; all tables of the folder if nothing is chosen.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct Choice {
    /// A class and all that it rests on, such as 3,2 (Nam Dinh) or R.AAEE (Xiangqi); may be given several times.
    #[arg(long, visible_alias = "soldiers", conflicts_with_all = ["max_total", "max_attackers", "all"])]
    class: Vec<String>,
    /// All classes with at most so many pieces, kings not counted.
    #[arg(long)]
    max_total: Option<u32>,
    /// All classes in which neither side has more pieces that can mate.
    #[arg(long)]
    max_attackers: Option<u32>,
    /// All classes of a kind.
    #[arg(long, value_name = "KIND")]
    all: Option<Kind>,
}

/// Kinds of classes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Kind {
    /// Only one side has pieces that can mate.
    OneSided,
    /// Those that `TablePath` `small` builds.
    Small,
}

/// Does what the command asks until `stop` is set.
///
/// # Errors
/// When the game has no tables, or as the command fails; a table with wrong entries is a failure too.
pub fn run(command: &Command, stop: &AtomicBool) -> Result<()> {
    let game = match command {
        Command::Build { place, .. }
        | Command::Verify { place, .. }
        | Command::Stats { place, .. }
        | Command::Probe { place, .. }
        | Command::List { place } => &place.game,
        Command::Plan(needs) => needs.game(),
    };
    registry::visit_tables(game, Run { command, stop }).ok_or_else(|| {
        let with = registry::GAMES.iter().filter(|game| game.has_tables).map(|game| game.id);
        let with: Vec<&str> = with.collect();
        Error::input(format!("no tables for game {}: {} expected", shorten(game), with.join(", ")))
    })?
}

/// The work of one command, whatever the game.
struct Run<'a> {
    command: &'a Command,
    stop: &'a AtomicBool,
}

impl TablesVisitor for Run<'_> {
    type Output = Result<()>;

    fn visit<G: Indexed>(self) -> Result<()> {
        run_game::<G>(self.command, self.stop)
    }
}

fn run_game<G: Indexed>(command: &Command, stop: &AtomicBool) -> Result<()> {
    let console = Console::new(stop);
    match command {
        Command::Build { place, choice, memory, threads } => {
            let plan = Plan { classes: choice.classes::<G>()?, memory: *memory, threads: count(*threads) };
            on_all_ranks(|ranks| {
                let follower = Follower(stop);
                let monitor: &dyn Monitor = if ranks.rank() == 0 { &console } else { &follower };
                let built = retrograde::build::<G>(&place.dir, &plan, ranks, monitor)?;
                console.finish();
                if ranks.rank() == 0 {
                    let (tables, seconds) = (built.len(), console.seconds());
                    let classes: Vec<String> = built.iter().map(ToString::to_string).collect();
                    output::say(
                        "built",
                        json!({ "classes": classes, "seconds": seconds }),
                        format_args!("{tables} tables built in {seconds:.1} s"),
                    );
                }
                Ok(())
            })
        }
        Command::Verify { place, choice, every, threads } => {
            let tables = open::<G>(place)?;
            let pool = rayon::ThreadPoolBuilder::new().num_threads(count(*threads)).build();
            let pool = pool.map_err(|error| Error::input(error.to_string()))?;
            pool.install(|| verify(&tables, &choice.present(&tables)?, *every, &console))
        }
        Command::Stats { place, choice } => {
            let tables = open::<G>(place)?;
            for class in choice.present(&tables)? {
                let parts = retrograde::stats(&tables, class, &console)?;
                console.finish();
                parts.iter().for_each(|part| output::say("stats", json!(part), describe(part)));
            }
            Ok(())
        }
        Command::Probe { place, fen } => probe::<G>(&open(place)?, fen),
        Command::Plan(needs) => needs.print::<G>(),
        Command::List { place } => {
            for table in open::<G>(place)?.list() {
                let rules = match G::repetition_rules(table.class) {
                    RepetitionRules::Plain => "repetition draws",
                    RepetitionRules::Check => "perpetual check loses",
                    RepetitionRules::Full => "under all rules on repetition",
                };
                let megabytes = table.bytes as f64 / 1e6;
                let class = table.class.to_string();
                output::say(
                    "table",
                    json!({ "class": class, "numbers": table.numbers, "bytes": table.bytes, "rules": rules }),
                    format_args!("{class}: {} numbers, {megabytes:.1} MB, {rules}", table.numbers),
                );
            }
            Ok(())
        }
    }
}

/// Runs one job on all processes that `mpirun` has started.
#[cfg(feature = "mpi")]
fn on_all_ranks(job: impl FnOnce(&dyn Communicator) -> Result<()>) -> Result<()> {
    match retrograde::MpiRank::join() {
        Some(ranks) => job(&ranks).inspect_err(|error| ranks.abort(error)),
        None => job(&retrograde::SingleRank),
    }
}

/// Runs one job on the only process there is.
#[cfg(not(feature = "mpi"))]
fn on_all_ranks(job: impl FnOnce(&dyn Communicator) -> Result<()>) -> Result<()> {
    job(&retrograde::SingleRank)
}

fn count(threads: Option<usize>) -> usize {
    threads.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from))
}

/// Opens a folder; files that cannot be trusted are named and passed over.
fn open<G: Indexed>(place: &Place) -> Result<Tables<G>> {
    let (tables, faults) = Tables::<G>::open(&place.dir)?;
    faults.iter().for_each(|fault| eprintln!("refused: {fault}"));
    Ok(tables)
}

impl Choice {
    fn is_empty(&self) -> bool {
        let limits = [self.max_total, self.max_attackers];
        self.class.is_empty() && self.all.is_none() && limits == [None; 2]
    }

    fn classes<G: Indexed>(&self) -> Result<Vec<G::Class>> {
        if self.is_empty() {
            return Err(Error::input("--class, --max-total, --max-attackers or --all expected"));
        }
        if !self.class.is_empty() {
            let mut classes = Vec::new();
            for text in &self.class {
                classes.extend(retrograde::closure::<G>(G::parse_class(text)?));
            }
            let mut seen = rustc_hash::FxHashSet::default();
            classes.retain(|&class| seen.insert(class));
            return Ok(classes);
        }
        let most = self.max_total.unwrap_or(u32::MAX);
        let mut classes = if self.all == Some(Kind::Small) { G::small_classes() } else { G::classes(most) };
        classes.retain(|&class| {
            let [stronger, weaker] = G::attackers(class);
            let fits = |count: u32| self.max_attackers.is_none_or(|most| count <= most);
            fits(stronger) && fits(weaker) && (self.all != Some(Kind::OneSided) || weaker == 0)
        });
        Ok(classes)
    }

    fn present<G: Indexed>(&self, tables: &Tables<G>) -> Result<Vec<G::Class>> {
        if self.is_empty() {
            return Ok(tables.list().iter().map(|table| table.class).collect());
        }
        self.classes::<G>()
    }
}

fn verify<G: Indexed>(tables: &Tables<G>, classes: &[G::Class], every: u64, console: &Console) -> Result<()> {
    let mut faulty = 0;
    for &class in classes {
        let (checked, faults) = retrograde::verify(tables, class, every, console)?;
        console.finish();
        let class = class.to_string();
        output::say(
            "verified",
            json!({ "class": class, "checked": checked, "wrong": faults.len() }),
            format_args!("{class}: {checked} entries checked, {} wrong", faults.len()),
        );
        for Mismatch { fen, stored, derived } in &faults {
            let (stored, derived) = (stored.to_string(), derived.to_string());
            output::say(
                "fault",
                json!({ "fen": fen, "stored": stored, "derived": derived }),
                format_args!("  {fen}: {stored} instead of {derived}"),
            );
        }
        faulty += faults.len();
    }
    if faulty > 0 { Err(Error::input("the tables have wrong entries")) } else { Ok(()) }
}

fn probe<G: Indexed>(tables: &Tables<G>, fen: &str) -> Result<()> {
    let position = G::from_fen(fen, &G::Options::default())?;
    let value = tables.value(&position);
    let missing = || Error::input(format!("no table of class {} in the folder", position.class()));
    let text = value.ok_or_else(missing)?.to_string();
    output::say("position", json!({ "fen": position.fen(), "value": text }), &text);
    if let Some(outcome) = position.outcome() {
        let why = outcome.reason.to_string();
        output::say("over", json!({ "reason": why }), format_args!("the game is over: {why}"));
        return Ok(());
    }
    let moves = tables.ranked_moves(&position);
    let incomplete = || Error::input("its moves lead to classes that are not in the folder");
    for ranked in moves.ok_or_else(incomplete)? {
        let (mv, value) = (position.move_text(ranked.mv), ranked.value.to_string());
        output::say("move", json!({ "move": mv, "value": value }), format_args!("{mv}: {value}"));
    }
    if value != Some(TableValue::Draw) && !value.is_some_and(TableValue::is_by_repetition) {
        let line = line(tables, position);
        output::say("line", json!({ "moves": line }), format_args!("line {}", line.join(" ")));
    }
    Ok(())
}

/// The moves of a forced win, each the first of the best, to the end of the game.
fn line<G: Indexed>(tables: &Tables<G>, mut position: G) -> Vec<String> {
    let mut line = Vec::new();
    while let Some(best) = tables.ranked_moves(&position).and_then(|moves| moves.first().copied()) {
        line.push(position.move_text(best.mv));
        position.play(best.mv);
    }
    line
}

fn describe(part: &SubtableStats) -> String {
    let share = |count: u64| 100.0 * count as f64 / part.legal.max(1) as f64;
    let mut lines = vec![
        format!("{} {}", part.class, part.part),
        format!("  placements {}, illegal {}, legal {}", part.placements, part.illegal, part.legal),
        format!("  legal up to symmetry {}", part.distinct),
    ];
    for (word, count) in [("win", part.win), ("draw", part.draw), ("loss", part.loss)] {
        lines.push(format!("  {word} {count} ({:.4} %)", share(count)));
    }
    for (word, count) in [("wins", part.win_by_repetition), ("losses", part.loss_by_repetition)] {
        if count > 0 {
            lines.push(format!("  {word} by the rules on repetition {count} ({:.4} %)", share(count)));
        }
    }
    for (word, longest) in [("win", &part.longest_win), ("loss", &part.longest_loss)] {
        if let Some(longest) = longest {
            let (plies, positions, example) = (longest.plies, longest.positions, &longest.example);
            lines.push(format!("  longest {word} {plies} plies: {positions} positions, as {example}"));
        }
    }
    part.terminal.iter().for_each(|(reason, count)| lines.push(format!("  {reason} {count}")));
    lines.join("\n")
}

/// A rank that has nothing to say, since another one speaks for all.
struct Follower<'a>(&'a AtomicBool);

impl Monitor for Follower<'_> {
    fn stopped(&self) -> bool {
        self.0.load(Relaxed)
    }
}

/// Progress for people: a bar with the time left on a terminal, now and then a line elsewhere.
struct Console<'a> {
    stop: &'a AtomicBool,
    begun: Instant,
    bar: ProgressBar,
    done: AtomicU64,
    work: Mutex<(String, u64)>,
}

impl<'a> Console<'a> {
    fn new(stop: &'a AtomicBool) -> Self {
        let style = ProgressStyle::with_template("{msg} {wide_bar} {percent} % {elapsed}, {eta} left");
        let bar = output::bar(0).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        Console { stop, begun: Instant::now(), bar, done: AtomicU64::new(0), work: Mutex::default() }
    }

    fn work(&self) -> MutexGuard<'_, (String, u64)> {
        self.work.lock()
    }

    fn seconds(&self) -> f64 {
        self.begun.elapsed().as_secs_f64()
    }

    fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

impl Monitor for Console<'_> {
    fn stopped(&self) -> bool {
        self.stop.load(Relaxed)
    }

    fn begin(&self, what: &str, units: u64) {
        *self.work() = (what.to_owned(), units);
        self.done.store(0, Relaxed);
        self.bar.reset();
        self.bar.set_length(units);
        self.bar.set_message(what.to_owned());
    }

    fn advance(&self, units: u64) {
        self.bar.inc(units);
        let before = self.done.fetch_add(units, Relaxed);
        if std::io::stderr().is_terminal() || output::is_quiet() {
            return;
        }
        let work = self.work();
        let (what, all) = &*work;
        let tenths = |done: u64| 10 * done / (*all).max(1);
        // Short work needs no report on its way.
        if tenths(before) != tenths(before + units) && self.seconds() > 5.0 {
            eprintln!("{what}: {} %, {:.0} s", 10 * tenths(before + units), self.seconds());
        }
    }

    fn say(&self, line: &str) {
        self.bar.suspend(|| output::progress(line));
    }
}
