//! `calibrate`: measures the levels of `UCI_Elo` in one game, each against the next.

use std::path::PathBuf;
use std::sync::atomic::Ordering;

use clap::Args;

use serde_json::json;

use banco::base::{Error, Level, Result};
use banco::engine::{FirstTurn, registry};
use banco_cli::arena;
use banco_cli::arena::engine_spec::EngineSpec;
use banco_cli::arena::figures;
use banco_cli::arena::record::Records;
use banco_cli::arena::spec::{Config, Openings};
use banco_cli::arena::stats::Tally;
use banco_cli::tools;
use banco_cli::tools::output;

/// Measures the playing levels of a game: each plays a match against the next.
///
/// Use it after a change of the engine's strength, to renew the Elo numbers in `words.rs`.
#[derive(Debug, Args)]
#[command(
    after_help = "Example:\n  banco-lab calibrate --game xiangqi --games 400 --concurrency 8 --dir levels/"
)]
pub struct Calibrate {
    /// The game's id.
    #[arg(long, default_value = "xiangqi", ignore_case = true, value_parser = tools::game_ids_with("levels of play", |game| game.levels.len() > 1))]
    game: String,
    /// Games between neighbouring levels.
    #[arg(long, default_value_t = 200, value_parser = tools::game_count())]
    games: u64,
    /// Games played at the same time.
    #[arg(long, default_value_t = 1, value_parser = tools::thread_count())]
    concurrency: usize,
    /// Random plies at the start of each pair.
    #[arg(long, default_value_t = 4)]
    plies: u32,
    /// Seed of openings, random moves and dice.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Folder for the games; a rerun continues from the games in it.
    #[arg(long)]
    dir: Option<PathBuf>,
}

/// Plays all matches and prints the Elo of each level.
pub fn run(arguments: &Calibrate) -> Result<()> {
    let game = registry::find(&arguments.game)?;
    let quit = tools::interrupt()?;
    if let Some(folder) = &arguments.dir {
        std::fs::create_dir_all(folder).map_err(|error| Error::file(folder, error))?;
    }
    let mut elo = 0.0;
    let mut weak = Vec::new();
    print(0, &game.levels[0], None, elo);
    for (k, pair) in game.levels.windows(2).enumerate() {
        let config = config(arguments, game.id, k + 1, [&pair[1], &pair[0]])?;
        let mut records = Records::default();
        arena::run(&config, quit, &mut records, &mut |_| {})?;
        if quit.load(Ordering::Relaxed) {
            output::progress("interrupted; with --dir, the same command continues");
            return Ok(());
        }
        let tally = records.tally();
        let step = tally.elo();
        elo += step.value;
        print(k + 1, &pair[1], Some(&tally), elo);
        if tally.score() <= 0.5 {
            weak.push((k + 1).to_string());
        }
    }
    match weak.is_empty() {
        true => Ok(()),
        false => Err(Error::usage(format!(
            "calibrate: no stronger than the level below: level {}",
            weak.join(", ")
        ))),
    }
}

/// Prints the strength of a level, by its games against the one below.
fn print(level: usize, of: &Level, below: Option<&Tally>, elo: f64) {
    let random_moves = of.random_moves * 100.0;
    let score = below.map_or_else(String::new, |tally| {
        let games = format!("{} won, {} drawn, {} lost", tally.wins, tally.draws, tally.losses);
        format!("{} ({games})", figures::elo(tally))
    });
    output::print(
        "level",
        json!({ "level": level, "nodes": of.nodes, "random": of.random_moves, "elo": elo, "below": below.map(figures::fields) }),
        format_args!(
            "level {level}: {} nodes, {random_moves:.0} % random moves: {elo:.0} Elo {score}",
            of.nodes
        ),
    );
}

/// Returns the match between a level and the one below it.
fn config(arguments: &Calibrate, game: &str, number: usize, levels: [&Level; 2]) -> Result<Config> {
    let player = |level: &Level, name: String| {
        EngineSpec::parse(&[
            "cmd=banco".to_owned(),
            format!("name={name}"),
            "option.UCI_LimitStrength=true".to_owned(),
            format!("option.UCI_Elo={}", level.elo),
            format!("nodes={}", level.nodes),
        ])
    };
    let [upper, lower] = levels;
    Ok(Config {
        game: game.to_owned(),
        engines: vec![
            player(upper, format!("level{number}"))?,
            player(lower, format!("level{}", number - 1))?,
        ],
        games: arguments.games,
        concurrency: arguments.concurrency,
        openings: Openings::Random(arguments.plies),
        // The published levels were measured with this rule.
        first_turn: FirstTurn::Start,
        seed: arguments.seed,
        out: arguments.dir.as_ref().map(|folder| folder.join(format!("{game}-{number}.jsonl"))),
        resume: true,
        ..Config::default()
    })
}
