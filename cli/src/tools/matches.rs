//! `match`: the command line of matches between engines, similar to fastchess and cutechess-cli.

mod engines;
mod openings;

use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering;

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;

use self::engines::Engines;
use super::output;
use super::sharded::Sharded;
use crate::arena::adjudication::ScoreRules;
use crate::arena::compliance::{self, Check};
use crate::arena::engine_spec::{EngineSpec, Program};
use crate::arena::record::Records;
use crate::arena::spec::{Adjudication, Config, Identity, Openings, Order};
use crate::arena::sprt::Sprt;
use crate::arena::tournament::Tournament;
use crate::arena::{self, MOST_EVIDENCE, News, pgn, report, table};
use crate::jsonl;
use crate::shard::Shard;
use banco::base::error::shorten_to;
use banco::base::{Error, Result, files};
use banco::engine::{FirstTurn, registry};

/// Plays a match between two engines, or a tournament of more, and reports Elo, with an optional SPRT.
///
/// Engines are programs of UCI, UCCI or CECP, Banco itself or random moves. `banco match merge` adds up the shards of
/// a match.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  banco match --engine cmd=banco name=new --engine cmd=builtin:random --each nodes=20000 --games 20
  banco match --engine cmd=./new --engine cmd=./old --each tc=5+0.05 --openings random=6 --games 20000 \
--sprt elo0=0,elo1=5 --out games.jsonl --resume")]
pub struct Match {
    /// The game's id.
    #[arg(long, default_value = "xiangqi", ignore_case = true, value_parser = super::game_ids())]
    game: String,
    #[command(flatten)]
    engines: Engines,
    /// Encounters of more than two engines.
    #[arg(long, value_enum, default_value_t)]
    tournament: Tournament,
    /// Number of games of each encounter; an odd one leaves the last pair incomplete.
    #[arg(long, default_value_t = 100, value_parser = super::game_count())]
    games: u64,
    /// Games played at the same time.
    #[arg(long, default_value_t = 1, value_parser = super::thread_count())]
    concurrency: usize,
    /// File of positions (EPD, FEN), of games (PGN) or of a book (`banco book`), or `random=K` for K random plies from the start.
    #[arg(long)]
    openings: Option<String>,
    /// Order of the openings of a file.
    #[arg(long, value_enum, default_value_t, help_heading = "Openings and dice")]
    order: Order,
    /// Number of the first opening of a file in this order.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..), help_heading = "Openings and dice")]
    start: u64,
    /// Moves to play of each game of a PGN file of openings, or of each line of a book; all if not given.
    #[arg(long, help_heading = "Openings and dice")]
    plies: Option<usize>,
    /// Programs of UCI and CECP search on the opponent's time; `ponder=true` of one engine alone.
    #[arg(long)]
    ponder: bool,
    /// First turn from the start position, in games that draw it at random; `red` (or `start`) for the seat of the
    /// start position.
    #[arg(long, default_value = "lots", value_parser = super::first_turn(), help_heading = "Openings and dice")]
    first: FirstTurn,
    /// Seed of openings, first colours, dice and random players.
    #[arg(long, default_value_t = 1, help_heading = "Openings and dice")]
    seed: u64,
    /// Sequential test (SPRT) that ends the match: elo0=0,elo1=5,alpha=0.05,beta=0.05 (normalised Elo).
    #[arg(long, help_heading = "End of the match and of games")]
    sprt: Option<String>,
    #[command(flatten)]
    by_scores: ScoreRules,
    /// Plies after which a game ends: drawn, or by points if the rules count them.
    #[arg(long, help_heading = "End of the match and of games")]
    maxplies: Option<u32>,
    /// Option of the game for the referee and all players of this process; may be repeated.
    #[arg(long = "rule", value_name = "NAME=VALUE", value_parser = rule, help_heading = "Openings and dice")]
    rules: Vec<(String, String)>,
    /// Folder of endgame tables (`banco tables`) that adjudicate games as soon as they hold the position.
    #[arg(long, value_name = "DIR", help_heading = "End of the match and of games")]
    tb: Option<PathBuf>,
    #[command(flatten)]
    outputs: Outputs,
    /// Name of the event in PGN.
    #[arg(long, default_value = "Banco match", help_heading = "Files and shards")]
    event: String,
    /// Continues from the records in `--out`.
    #[arg(long, requires = "out", help_heading = "Files and shards")]
    resume: bool,
    /// Shard of the match to play.
    #[arg(long, value_name = "I/N", default_value_t = Shard::WHOLE, help_heading = "Files and shards")]
    shard: Shard,
    /// Number of pairs of games, in place of `--games`.
    #[arg(long, conflicts_with = "games", value_parser = super::game_count(), help_heading = "Compatibility with other match runners")]
    rounds: Option<u64>,
    /// Accepted for compatibility: pairs always share their opening with sides exchanged.
    #[arg(long, help_heading = "Compatibility with other match runners")]
    repeat: bool,
    /// Accepted for compatibility: an engine that fails loses the game and is always restarted.
    #[arg(long, help_heading = "Compatibility with other match runners")]
    recover: bool,
    /// Words for all engines as in --each.
    #[arg(value_name = "WORD")]
    words: Vec<String>,
}

/// Shards of a match to add up.
#[derive(Debug, Args)]
pub struct MergeMatch {
    /// Files of records, all of one match.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Sequential test (SPRT) to print: elo0=0,elo1=5,alpha=0.05,beta=0.05 (normalised Elo).
    #[arg(long)]
    sprt: Option<String>,
    #[command(flatten)]
    outputs: Outputs,
}

/// Output files of a match.
#[derive(Debug, Args)]
#[group(skip)]
struct Outputs {
    /// File of records: one line of JSON for each game.
    #[arg(long, help_heading = "Files and shards")]
    out: Option<PathBuf>,
    /// PGN file, written at the end.
    #[arg(long, help_heading = "Files and shards")]
    pgn: Option<PathBuf>,
    /// HTML file with table, pairings and playable games, written at the end.
    #[arg(long, help_heading = "Files and shards")]
    html: Option<PathBuf>,
}

impl Outputs {
    fn paths(&self) -> impl Iterator<Item = &Path> {
        [&self.out, &self.pgn, &self.html].into_iter().flatten().map(PathBuf::as_path)
    }
}

/// Parses a rule, `NAME=VALUE`.
pub(super) fn rule(text: &str) -> std::result::Result<(String, String), String> {
    let parts = text.split_once('=').ok_or("NAME=VALUE expected")?;
    Ok((parts.0.to_owned(), parts.1.to_owned()))
}

/// Plays the match, or adds up its shards, and prints its table.
pub fn run(arguments: Sharded<Match, MergeMatch>) -> Result<()> {
    let mut arguments = match arguments {
        Sharded::Merge(arguments) => return merge(&arguments),
        Sharded::Work(arguments) => arguments,
    };
    if !arguments.engines.checked.is_empty() {
        return check(&arguments.engines.checked_spec()?, &arguments.game);
    }
    files::check_outputs(&[], arguments.outputs.paths())?;
    let html = arguments.outputs.html.take();
    let config = config(arguments)?;
    // Fails early if the file cannot be written.
    html.iter().try_for_each(|path| arena::check_place(&config, path))?;
    let quit = super::interrupt()?;
    let mut records = Records::default();
    let mut live = Live::new();
    let played = arena::run(&config, quit, &mut records, &mut |news| live.show(news));
    live.bar.finish_and_clear();
    if let (Some(path), false) = (&html, records.games.is_empty()) {
        report::write(path, &config.identity(), &records, config.sprt.as_ref())?;
    }
    if played.is_ok() || !records.games.is_empty() {
        print(&config.identity(), &records, config.sprt.as_ref());
    }
    played?;
    if quit.load(Ordering::Relaxed) {
        output::progress("interrupted; --resume continues");
    }
    Ok(())
}

/// Checks one engine, and prints a line for each check.
fn check(spec: &EngineSpec, game: &str) -> Result<()> {
    let (mut checks, mut failures) = (0, 0);
    // An interrupt ends the program at once.
    compliance::run(spec, game, &Arc::default(), &mut |Check { what, fault }| {
        checks += 1;
        failures += u32::from(fault.is_some());
        let why = fault.as_ref().map(|fault| format!(": {}", shorten_to(fault, MOST_EVIDENCE)));
        let text =
            format!("{:6}  {what}{}", if fault.is_none() { "ok" } else { "failed" }, why.unwrap_or_default());
        output::print("check", json!({ "check": what, "fault": fault }), text);
    })?;
    match failures {
        0 => Ok(()),
        _ => Err(Error::data(format!("compliance: {failures} of {checks} checks failed"))),
    }
}

/// News of a match: on a terminal the table stays below the lines and changes with each game; elsewhere it is printed every ten
/// games.
struct Live {
    bar: ProgressBar,
    is_terminal: bool,
    games: u64,
    /// A table to print before the next game: that of the last game is the result.
    table: Vec<String>,
}

impl Live {
    fn new() -> Live {
        let style = ProgressStyle::with_template("{msg}\n{pos} games, {elapsed}");
        let bar = output::bar(0).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        Live {
            bar,
            is_terminal: std::io::stderr().is_terminal() && !output::is_quiet(),
            games: 0,
            table: Vec::new(),
        }
    }

    fn show(&mut self, news: News) {
        match news {
            News::Line(line) => {
                std::mem::take(&mut self.table).into_iter().for_each(output::progress);
                self.bar.suspend(|| output::progress(line));
            }
            News::Table(table) => {
                self.games += 1;
                if self.is_terminal {
                    self.bar.set_position(self.games);
                    self.bar.set_message(table.join("\n"));
                } else if self.games.is_multiple_of(10) {
                    self.table = table;
                }
            }
        }
    }
}

/// Prints the result of a match.
fn print(identity: &Identity, records: &Records, sprt: Option<&Sprt>) {
    let text = table::text(identity, records, sprt).join("\n");
    let kind = if identity.engines.len() == 2 { "match" } else { "tournament" };
    output::print(kind, table::json(identity, records, sprt), text);
}

fn merge(MergeMatch { files, sprt, outputs }: &MergeMatch) -> Result<()> {
    outputs.paths().try_for_each(files::check_place)?;
    if let Some(path) = outputs.paths().find(|path| path.exists()) {
        return Err(Error::file(path, "exists"));
    }
    files::check_outputs(files, outputs.paths())?;
    let sprt = sprt.as_deref().map(Sprt::parse).transpose()?;
    let records = arena::merge(files)?;
    let Outputs { out, pgn, html } = outputs;
    let identity = &records.games[0].identity;
    if let Some(path) = out {
        files::replace(path, records.games.iter().map(jsonl::line).collect::<String>())?;
    }
    if let Some(path) = pgn {
        pgn::write(path, &records)?;
    }
    if let Some(path) = html {
        report::write(path, identity, &records, sprt.as_ref())?;
    }
    print(identity, &records, sprt.as_ref());
    Ok(())
}

fn config(arguments: Match) -> Result<Config> {
    registry::find(&arguments.game)?;
    let mut engines = arguments.engines.specs(&arguments.words)?;
    if engines.len() < 2 {
        return Err(Error::usage("match: two engines or more expected: --engine, or --engines FILE"));
    }
    if engines.len() > 2 && arguments.sprt.is_some() {
        return Err(Error::usage("match: --sprt compares two engines"));
    }
    let is_knockout = arguments.tournament == Tournament::Knockout;
    if is_knockout && arguments.shard != Shard::WHOLE {
        return Err(Error::usage("match: --shard divides a round robin or a gauntlet, not a knockout"));
    }
    let has_limit = |spec: &EngineSpec| {
        let limit = &spec.limit;
        let limited =
            [limit.nodes.is_some(), limit.depth.is_some(), limit.clock.is_some(), limit.move_time.is_some()];
        limited.contains(&true) || matches!(spec.program, Program::Random)
    };
    if let Some(spec) = engines.iter().find(|spec| !has_limit(spec)) {
        return Err(Error::usage(format!(
            "match: {} has no limit: tc=, movetime=, nodes= or depth= expected",
            spec.name
        )));
    }
    for spec in &mut engines {
        spec.ponders |= arguments.ponder;
        // External programs have their own names for rules.
        if !matches!(spec.program, Program::External(_)) {
            spec.options.extend(arguments.rules.iter().cloned());
        }
    }
    let openings = match arguments.openings.as_deref() {
        None => Openings::Start,
        Some(text) => openings::read(text, &arguments)?,
    };
    Ok(Config {
        game: arguments.game,
        rules: arguments.rules,
        engines,
        tournament: arguments.tournament,
        games: arguments.rounds.map_or(arguments.games, |rounds| 2 * rounds),
        concurrency: arguments.concurrency,
        openings,
        order: arguments.order,
        skipped: arguments.start - 1,
        first_turn: arguments.first,
        seed: arguments.seed,
        sprt: arguments.sprt.as_deref().map(Sprt::parse).transpose()?,
        adjudication: Adjudication {
            by_scores: arguments.by_scores,
            max_plies: arguments.maxplies,
            tables: arguments.tb,
        },
        out: arguments.outputs.out,
        event: arguments.event,
        pgn: arguments.outputs.pgn,
        resume: arguments.resume,
        shard: arguments.shard,
    })
}
