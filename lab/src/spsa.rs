//! `spsa`: tunes the parameters of the alpha-beta search by games against itself.
//!
//! Simultaneous perturbation stochastic approximation (Spall 1992), in the form of Fishtest: all
//! parameters are perturbed at once, each up or down at random, and the opposite way for the opponent; then all take a
//! step towards the side that won. Steps and perturbations shrink with the number of steps.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};
use serde_json::json;

use banco::base::error::shorten;
use banco::base::files::{self, WriteLock};
use banco::base::{Error, Result};
use banco::engine::registry;
use banco::search::Params;
use banco::search::params::Param;
use banco_cli::arena;
use banco_cli::arena::adjudication::ScoreRules;
use banco_cli::arena::engine_spec::EngineSpec;
use banco_cli::arena::record::Records;
use banco_cli::arena::spec::{Adjudication, Config, Openings};
use banco_cli::tools;
use banco_cli::tools::output;

/// Tunes the parameters of the alpha-beta search by games against itself (SPSA).
///
/// The same command continues an interrupted run.
#[derive(Clone, Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  banco-lab spsa --list\n  banco-lab spsa --game xiangqi --steps 5000 --concurrency 4 --out spsa.json"
)]
pub struct Spsa {
    /// Lists the parameters with their ranges, without games.
    #[arg(long)]
    list: bool,
    /// The game's id.
    #[arg(long, default_value = "xiangqi", ignore_case = true, value_parser = tools::game_ids_with("search parameters", |game| (game.takes_params)()))]
    game: String,
    /// Parameters to tune, separated by commas; all if not given.
    #[arg(long, value_delimiter = ',')]
    params: Vec<String>,
    /// Number of steps, of two pairs of games each.
    #[arg(long, default_value_t = 5_000)]
    steps: u64,
    /// Nodes for each move.
    #[arg(long, default_value_t = 2_000, help_heading = "Games")]
    nodes: u64,
    /// Random plies at the start of each pair of games.
    #[arg(long, default_value_t = 6, help_heading = "Games")]
    plies: u32,
    /// Plies after which a game is drawn.
    #[arg(long, default_value_t = 300, help_heading = "Games")]
    longest: u32,
    #[command(flatten)]
    by_scores: ScoreRules,
    /// Seed of perturbations, openings and dice.
    #[arg(long, default_value_t = 1, value_parser = tools::short_seed())]
    seed: u64,
    /// Games played at the same time, at most four.
    #[arg(long, default_value_t = 1, value_parser = tools::thread_count(), help_heading = "Games")]
    concurrency: usize,
    /// State file; a rerun continues from it.
    #[arg(long, required_unless_present = "list")]
    out: Option<PathBuf>,
}

/// Pairs of games in a step.
const PAIRS: u64 = 2;
/// The perturbation at the end, as a part of a parameter's range.
const END_PART: f64 = 1.0 / 20.0;
/// The step at the end, as a part of the perturbation, for a step won by one game.
const END_RATE: f64 = 0.002;
/// Exponent of the perturbations' decay (Spall).
const GAMMA: f64 = 0.101;
/// Exponent of the steps' decay (Spall).
const ALPHA: f64 = 0.602;
/// Stability constant of the steps' decay, as a part of their number (Spall).
const AHEAD: f64 = 0.1;

/// A parameter and its current value.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Tuned {
    name: String,
    value: f64,
}

/// Contents of the state file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct State {
    /// Version of the program, and the arguments that the games depend on.
    job: String,
    /// Steps taken.
    done: u64,
    params: Vec<Tuned>,
}

/// Takes the missing steps and prints the tuned parameters.
pub fn run(arguments: &Spsa) -> Result<()> {
    let chosen = choose(&arguments.params)?;
    let Some(path) = arguments.out.as_deref().filter(|_| !arguments.list) else {
        for Param { name, value, low, high } in &chosen {
            output::print(
                "parameter",
                json!({ "name": name, "value": value, "low": low, "high": high }),
                format_args!("{name} = {value} ({low} to {high})"),
            );
        }
        return Ok(());
    };
    if !(registry::find(&arguments.game)?.takes_params)() {
        return Err(Error::usage(format!("spsa: {} has no alpha-beta search", shorten(&arguments.game))));
    }
    let _lock = WriteLock::take(path)?;
    let quit = tools::interrupt()?;
    let mut state = begin(arguments, &chosen, path)?;
    let bar = output::bar(arguments.steps);
    bar.set_position(state.done);
    while state.done < arguments.steps {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(arguments.seed << 32 ^ state.done);
        let signs: Vec<f64> =
            chosen.iter().map(|_| if random.random_bool(0.5) { 1.0 } else { -1.0 }).collect();
        let mut side = |direction: f64| -> String {
            let moved = chosen.iter().zip(&state.params).zip(&signs).map(|((param, tuned), sign)| {
                let there = tuned.value + direction * sign * reach(param, state.done, arguments.steps);
                // Stochastic rounding to one of the two nearest integers.
                let whole = (there + random.random_range(0.0..1.0)).floor() as i32;
                format!("{}={}", param.name, whole.clamp(param.low, param.high))
            });
            moved.collect::<Vec<_>>().join(",")
        };
        let sides = [side(1.0), side(-1.0)];
        let Some(lead) = play(arguments, state.done, sides, quit)? else { break };
        for ((param, tuned), sign) in chosen.iter().zip(&mut state.params).zip(&signs) {
            let rate = rate(state.done, arguments.steps) * reach(param, state.done, arguments.steps);
            tuned.value = (tuned.value + rate * lead * sign).clamp(param.low.into(), param.high.into());
        }
        state.done += 1;
        save(&state, path)?;
        bar.inc(1);
    }
    bar.finish_and_clear();
    report(&state, &chosen, arguments);
    Ok(())
}

/// Returns the parameters of these names, or all.
fn choose(names: &[String]) -> Result<Vec<Param>> {
    let find = |name: &String| {
        let found = Params::LIST.iter().find(|param| param.name == name);
        found.copied().ok_or_else(|| Error::usage(format!("spsa: no parameter {}", shorten(name))))
    };
    if names.is_empty() { Ok(Params::LIST.to_vec()) } else { names.iter().map(find).collect() }
}

/// Reads the state from the file, or returns the first.
fn begin(arguments: &Spsa, chosen: &[Param], path: &Path) -> Result<State> {
    let Spsa {
        game,
        steps,
        nodes,
        plies,
        longest,
        seed,
        by_scores: ScoreRules { resign, draw, twosided },
        ..
    } = arguments;
    let mut job = format!(
        "banco {} spsa --game {game} --steps {steps} --nodes {nodes} --plies {plies} --longest {longest} --seed {seed}",
        env!("CARGO_PKG_VERSION")
    );
    if let Some([count, score]) = resign {
        job += &format!(" --resign {count},{score}");
        if *twosided {
            job += " --twosided";
        }
    }
    if let Some([from, count, score]) = draw {
        job += &format!(" --draw {from},{count},{score}");
    }
    let params = chosen.iter().map(|param| Tuned { name: param.name.to_owned(), value: param.value.into() });
    let first = State { job, done: 0, params: params.collect() };
    if !path.exists() {
        return Ok(first);
    }
    let text = files::read_text(path)?;
    let there: State = serde_json::from_str(&text).map_err(|error| Error::file(path, error))?;
    let names = |state: &State| state.params.iter().map(|tuned| tuned.name.clone()).collect::<Vec<_>>();
    if there.job != first.job || names(&there) != names(&first) {
        return Err(Error::file(path, format!("holds another job: {}", there.job)));
    }
    Ok(there)
}

fn save(state: &State, path: &Path) -> Result<()> {
    let text = serde_json::to_string_pretty(state).map_err(|error| Error::file(path, error))?;
    files::replace(path, text + "\n")
}

/// Returns the perturbation of a parameter in a step.
fn reach(param: &Param, step: u64, steps: u64) -> f64 {
    let end = (f64::from(param.high - param.low) * END_PART).max(0.5);
    end * (steps as f64 / (step + 1) as f64).powf(GAMMA)
}

/// Returns the step size, as a part of the perturbation, for each game of lead.
fn rate(step: u64, steps: u64) -> f64 {
    let (step, steps) = (step as f64, steps as f64);
    END_RATE * ((AHEAD + 1.0) * steps / (AHEAD * steps + step + 1.0)).powf(ALPHA)
}

/// Plays the games of a step; returns the lead of the first side in games, `None` when interrupted.
fn play(arguments: &Spsa, step: u64, sides: [String; 2], quit: &AtomicBool) -> Result<Option<f64>> {
    let engine = |name: &str, params: &String| {
        EngineSpec::parse(&[
            "cmd=banco".to_owned(),
            format!("name={name}"),
            "option.Hash=4".to_owned(),
            format!("option.Search Parameters={params}"),
            format!("nodes={}", arguments.nodes),
        ])
    };
    let config = Config {
        game: arguments.game.clone(),
        engines: vec![engine("up", &sides[0])?, engine("down", &sides[1])?],
        games: 2 * PAIRS,
        concurrency: arguments.concurrency,
        openings: Openings::Random(arguments.plies),
        seed: arguments.seed << 32 ^ step,
        adjudication: Adjudication {
            by_scores: arguments.by_scores,
            max_plies: Some(arguments.longest),
            tables: None,
        },
        ..Config::default()
    };
    let mut records = Records::default();
    arena::run(&config, quit, &mut records, &mut |_| {})?;
    let tally = records.tally();
    let lead = f64::from(tally.wins as i32 - tally.losses as i32);
    Ok(if quit.load(Ordering::Relaxed) { None } else { Some(lead) })
}

/// Prints each parameter with its change, and the value of the option `Search Parameters`.
fn report(state: &State, chosen: &[Param], arguments: &Spsa) {
    let (mut lines, mut words, mut fields) = (Vec::new(), Vec::new(), Vec::new());
    for (Param { name, value, .. }, tuned) in chosen.iter().zip(&state.params) {
        lines.push(format!("{name} = {:.1} (was {value})", tuned.value));
        words.push(format!("{name}={}", tuned.value.round()));
        fields.push(json!({ "name": name, "value": tuned.value, "was": value }));
    }
    let (done, steps, option) = (state.done, arguments.steps, words.join(","));
    output::print(
        "tuned",
        json!({ "done": done, "steps": steps, "parameters": fields, "option": option }),
        format_args!(
            "{done} of {steps} steps\n{}\nsetoption name Search Parameters value {option}",
            lines.join("\n")
        ),
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_shrink_to_their_end() {
        let param = Param { name: "x", value: 50, low: 0, high: 100 };
        assert!((reach(&param, 999, 1_000) - 5.0).abs() < 1e-9);
        assert!((rate(999, 1_000) - END_RATE).abs() < 1e-9);
        assert!(reach(&param, 0, 1_000) > 5.0 && rate(0, 1_000) > 3.0 * END_RATE);
    }
}
