//! `calibrate`: measures the levels of `UCI_Elo` in one game, each against the next.

use std::path::PathBuf;
use std::sync::atomic::Ordering;

use clap::Args;

use crate::arena;
use crate::arena::spec::{Adjudication, Config, EngineSpec, Openings};
use crate::arena::table::number;
use crate::base::{Error, Level, Result, Shard};
use crate::engine::{FirstTurn, registry};

/// Measures the levels of `UCI_Elo`: each plays a match against the next.
#[derive(Debug, Args)]
pub struct Calibrate {
    /// The game's id.
    #[arg(long, default_value = "xiangqi", ignore_case = true, value_parser = super::game_ids())]
    game: String,
    /// Games between neighbours.
    #[arg(long, default_value_t = 200, value_parser = super::game_count())]
    games: u64,
    /// How many games are played at the same time.
    #[arg(long, default_value_t = 1, value_parser = super::thread_count())]
    concurrency: usize,
    /// Random plies that each pair begins with.
    #[arg(long, default_value_t = 4)]
    plies: u32,
    /// Openings, random moves and dice are drawn from it.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// A folder that keeps the games; a rerun goes on with what is there.
    #[arg(long)]
    dir: Option<PathBuf>,
}

/// Plays all the matches and prints what they say.
///
/// # Errors
/// When the game is not known or records cannot be written, and when a level does not beat the one below it.
pub fn run(arguments: &Calibrate) -> Result<()> {
    let game = registry::find(&arguments.game)?;
    let quit = super::interrupt()?;
    if let Some(folder) = &arguments.dir {
        std::fs::create_dir_all(folder).map_err(|error| Error::file(folder, error))?;
    }
    let mut elo = 0.0;
    let mut weak = Vec::new();
    print(0, &game.levels[0], "", elo);
    for (k, pair) in game.levels.windows(2).enumerate() {
        let config = config(arguments, game.id, k + 1, [&pair[1], &pair[0]])?;
        let records = arena::run(&config, quit, &mut |_| {})?;
        if quit.load(Ordering::Relaxed) {
            println!("interrupted; the same command goes on where --dir is given");
            return Ok(());
        }
        let tally = records.tally();
        let step = tally.elo();
        elo += step.value;
        let score = format!(
            "{:+.0} +/- {} ({} won, {} drawn, {} lost)",
            step.value,
            number(step.error),
            tally.wins,
            tally.draws,
            tally.losses
        );
        print(k + 1, &pair[1], &score, elo);
        if tally.score() <= 0.5 {
            weak.push((k + 1).to_string());
        }
    }
    match weak.is_empty() {
        true => Ok(()),
        false => Err(Error::input(format!("not above the level below: level {}", weak.join(", ")))),
    }
}

fn print(number: usize, level: &Level, score: &str, elo: f64) {
    let random_moves = level.random_moves * 100.0;
    println!("level {number}: {} nodes, {random_moves:.0} % by lot: {elo:.0} Elo {score}", level.nodes);
}

/// The match between a level and the one below it.
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
        rules: Vec::new(),
        engines: [player(upper, format!("level{number}"))?, player(lower, format!("level{}", number - 1))?],
        games: arguments.games,
        concurrency: arguments.concurrency,
        openings: Openings::Random(arguments.plies),
        // As the levels were measured.
        first_turn: FirstTurn::Start,
        seed: arguments.seed,
        sprt: None,
        adjudication: Adjudication::default(),
        out: arguments.dir.as_ref().map(|folder| folder.join(format!("{game}-{number}.jsonl"))),
        pgn: None,
        resume: true,
        shard: Shard::WHOLE,
    })
}
