//! `match`: the command line of matches between engines, in the manner of fastchess and cutechess-cli.

use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

use clap::{ArgMatches, Args, Command, FromArgMatches};

use super::output;
use crate::arena::adjudication::ScoreRules;
use crate::arena::engine_spec::{EngineSpec, Program};
use crate::arena::record::Records;
use crate::arena::spec::{Adjudication, Config, Openings};
use crate::arena::sprt::Sprt;
use crate::arena::{self, table};
use crate::shard::Shard;
use banco::base::{Error, Result};
use banco::engine::{FirstTurn, registry};

/// Plays a match between two engines, or adds up the shares of one (`banco match merge FILES`).
#[derive(Debug, Args)]
pub struct Match {
    /// The game's id.
    #[arg(long, default_value = "xiangqi", ignore_case = true, value_parser = super::game_ids())]
    game: String,
    #[command(flatten)]
    engines: Engines,
    /// The number of games; an odd one leaves the last pair open.
    #[arg(long, default_value_t = 100, value_parser = super::game_count())]
    games: u64,
    /// The number of pairs of games, in place of `--games`.
    #[arg(long, conflicts_with = "games", value_parser = super::game_count())]
    rounds: Option<u64>,
    /// How many games are played at the same time.
    #[arg(long, default_value_t = 1, value_parser = super::thread_count())]
    concurrency: usize,
    /// A position file, or `random=K` for K random plies from the start.
    #[arg(long)]
    openings: Option<String>,
    /// Who begins games from the start position, where the rules draw lots for it; `red` (or `start`) for the seat that
    /// the start position names.
    #[arg(long, default_value = "lots", value_parser = super::first_turn())]
    first: FirstTurn,
    /// Accepted for users of other runners: pairs always share their opening with sides exchanged.
    #[arg(long)]
    repeat: bool,
    /// Openings, the first colour, dice and the baseline players' choices are drawn from it.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// A sequential test that ends the match: elo0=0,elo1=5,alpha=0.05,beta=0.05 (normalised Elo).
    #[arg(long)]
    sprt: Option<String>,
    #[command(flatten)]
    by_scores: ScoreRules,
    /// Ends games after this many plies: drawn, or by points where the rules count them.
    #[arg(long)]
    maxplies: Option<u32>,
    /// An option of the game for the referee and all players inside this process: NAME=VALUE; may be repeated.
    #[arg(long = "rule", value_name = "NAME=VALUE", value_parser = rule)]
    rules: Vec<(String, String)>,
    /// A folder of tables (see `banco tables`) that decide a game as soon as they know its position.
    #[arg(long, value_name = "DIR")]
    tb: Option<PathBuf>,
    /// The file of records: one line of JSON a game.
    #[arg(long)]
    out: Option<PathBuf>,
    /// A file of game texts, written at the end.
    #[arg(long)]
    pgn: Option<PathBuf>,
    /// Goes on with the records that are there.
    #[arg(long)]
    resume: bool,
    /// The share of the match to play: I/N.
    #[arg(long, value_name = "I/N", default_value_t = Shard::WHOLE)]
    shard: Shard,
    /// `merge` and record files, or limits for both engines as in --each.
    #[arg(value_name = "WORD")]
    words: Vec<String>,
}

/// The engines as they stand on the command line: words grouped by each `--engine`.
#[derive(Debug, Default)]
struct Engines {
    engines: Vec<Vec<String>>,
    each: Vec<String>,
}

impl FromArgMatches for Engines {
    fn from_arg_matches(matches: &ArgMatches) -> std::result::Result<Self, clap::Error> {
        let groups = |id: &str| -> Vec<Vec<String>> {
            let found = matches.get_occurrences::<String>(id);
            found.map(|groups| groups.map(|words| words.cloned().collect()).collect()).unwrap_or_default()
        };
        Ok(Engines { engines: groups("engine"), each: groups("each").concat() })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> std::result::Result<(), clap::Error> {
        *self = Engines::from_arg_matches(matches)?;
        Ok(())
    }
}

impl Args for Engines {
    fn augment_args(command: Command) -> Command {
        let list = |id: &'static str| {
            clap::Arg::new(id).long(id).num_args(1..).action(clap::ArgAction::Append).value_name("KEY=VALUE")
        };
        command
            .arg(list("engine").help(
                "cmd=… [args=…] name=… [option.X=Y] [dir=…] [proto=uci|ucci|cecp] [ranks=0-9|1-10] \
                 [tc=10+0.1|movetime=|nodes=|depth=] [timemargin=MS]; quotes hold blanks in cmd and args together; \
                 cmd=banco or builtin:greedy|random|material2 plays inside this process",
            ))
            .arg(list("each").help("the same words for both engines"))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Engines::augment_args(command)
    }
}

fn rule(text: &str) -> std::result::Result<(String, String), String> {
    let parts = text.split_once('=').ok_or("NAME=VALUE expected")?;
    Ok((parts.0.to_owned(), parts.1.to_owned()))
}

/// Plays the match and prints its table.
///
/// # Errors
/// When the match cannot begin or its records cannot be written.
pub fn run(arguments: Match) -> Result<()> {
    if arguments.words.first().is_some_and(|word| word == "merge") {
        return merge(&arguments);
    }
    let config = config(arguments)?;
    let quit = super::interrupt()?;
    let mut records = Records::default();
    let played = arena::run(&config, quit, &mut records, &mut |line| output::progress(line));
    let names = [config.engines[0].name.as_str(), config.engines[1].name.as_str()];
    if played.is_ok() || !records.games.is_empty() {
        say(names, &records, config.sprt.as_ref());
    }
    played?;
    if quit.load(Ordering::Relaxed) {
        output::progress("Interrupted; --resume goes on.");
    }
    Ok(())
}

/// Says what came of a match.
fn say(names: [&str; 2], records: &Records, sprt: Option<&Sprt>) {
    let text = table::text(names, records, sprt).join("\n");
    output::say("match", table::json(names, records, sprt), text);
}

fn merge(arguments: &Match) -> Result<()> {
    let paths: Vec<PathBuf> = arguments.words[1..].iter().map(PathBuf::from).collect();
    let records = arena::merge(&paths)?;
    let names = &records.games[0].identity.engines;
    let sprt = arguments.sprt.as_deref().map(Sprt::parse).transpose()?;
    say([&names[0], &names[1]], &records, sprt.as_ref());
    Ok(())
}

fn config(arguments: Match) -> Result<Config> {
    registry::find(&arguments.game)?;
    let common: Vec<String> = [arguments.engines.each, arguments.words].concat();
    let engines: Result<Vec<EngineSpec>> = arguments
        .engines
        .engines
        .iter()
        .map(|own| EngineSpec::parse(&[common.as_slice(), own].concat()))
        .collect();
    let [mut first, mut second]: [EngineSpec; 2] =
        engines?.try_into().map_err(|_| Error::usage("match: --engine is needed twice"))?;
    if first.name == second.name {
        first.name += " (1)";
        second.name += " (2)";
    }
    let plays_by_itself = |spec: &EngineSpec| {
        let limit = &spec.limit;
        let limited =
            [limit.nodes.is_some(), limit.depth.is_some(), limit.clock.is_some(), limit.move_time.is_some()];
        limited.contains(&true) || matches!(spec.program, Program::Baseline(_))
    };
    if let Some(spec) = [&first, &second].into_iter().find(|spec| !plays_by_itself(spec)) {
        return Err(Error::usage(format!(
            "match: {} has no limit: tc=, movetime=, nodes= or depth= expected",
            spec.name
        )));
    }
    for spec in [&mut first, &mut second] {
        // Programs of others have their own names for rules.
        if !matches!(spec.program, Program::External(_)) {
            spec.options.extend(arguments.rules.iter().cloned());
        }
    }
    Ok(Config {
        game: arguments.game,
        rules: arguments.rules,
        engines: [first, second],
        games: arguments.rounds.map_or(arguments.games, |rounds| 2 * rounds),
        concurrency: arguments.concurrency,
        openings: arguments.openings.as_deref().map_or(Ok(Openings::Start), read_openings)?,
        first_turn: arguments.first,
        seed: arguments.seed,
        sprt: arguments.sprt.as_deref().map(Sprt::parse).transpose()?,
        adjudication: Adjudication {
            by_scores: arguments.by_scores,
            max_plies: arguments.maxplies,
            tables: arguments.tb,
        },
        out: arguments.out,
        pgn: arguments.pgn,
        resume: arguments.resume,
        shard: arguments.shard,
    })
}

fn read_openings(text: &str) -> Result<Openings> {
    if let Some(plies) = text.strip_prefix("random=") {
        let plies = plies.parse().map_err(|_| Error::usage("openings: random=K expected"))?;
        return Ok(Openings::Random(plies));
    }
    let path = Path::new(text);
    let entries = super::read_positions(path)?;
    Ok(Openings::File(entries.into_iter().map(|entry| entry.fen).collect()))
}
