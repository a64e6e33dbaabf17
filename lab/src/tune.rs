//! `tune`: fits the weights of an evaluation to games (Texel's method: logistic regression of the result).
//!
//! The model of the first team's win is `1 / (1 + exp(-k * evaluation))`. First `k` is fitted to the current weights,
//! so that they keep their unit; then Adam (Kingma and Ba 2015) minimises the cross entropy. One game in ten is held
//! out for validation.

use std::collections::hash_map::{Entry, HashMap};
use std::fmt::Write as _;
use std::marker::PhantomData;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;
use rustc_hash::FxBuildHasher;
use serde_json::json;

use super::train::adam::Adam;
use banco::base::{Error, Result, Team, files};
use banco::engine::registry::{Entry as Game, Registered, TunableVisitor};
use banco::traits::{GameHistory, Tunable};
use banco_cli::host::{Games, Host, has_no};
use banco_cli::tools;
use banco_cli::tools::output;
use banco_cli::tools::training_game::{self, TrainingGame};

/// Fits the weights of a hand-crafted evaluation to games of `datagen`.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example:\n  banco-lab tune --game commander games.jsonl --out src/games/commander/weights.rs"
)]
pub struct Tune {
    /// The game's id.
    #[arg(long, ignore_case = true, value_parser = tools::game_ids_with(WEIGHTS, Game::is_tunable))]
    game: String,
    /// Files of games.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Passes over all positions.
    #[arg(long, default_value_t = 300, help_heading = "Optimiser")]
    epochs: u32,
    /// Learning rate, in units of a weight.
    #[arg(long, default_value_t = 2.0, help_heading = "Optimiser")]
    rate: f64,
    /// Share of the search score in the target; the rest is the game's result.
    #[arg(long, alias = "blend", default_value_t = 0.0, help_heading = "Optimiser")]
    lambda: f64,
    /// L2 regularisation towards the initial weights.
    #[arg(long, alias = "hold", default_value_t = 1e-7, help_heading = "Optimiser")]
    l2: f64,
    /// Output file, a Rust table; standard output if not given.
    #[arg(long)]
    out: Option<PathBuf>,
}

/// What the command needs of a game.
const WEIGHTS: &str = "tunable weights";

/// Fits and writes the weights.
pub fn run<H: Host<Commands: OfGame>>(arguments: &Tune, games: &Games<H>, quit: &AtomicBool) -> Result<()> {
    let done = games.find(&arguments.game)?.tune(Learn { arguments, quit });
    done.unwrap_or_else(|| Err(has_no(&arguments.game, WEIGHTS)))
}

/// The command for one game, as a trait object.
pub trait OfGame: Sync {
    /// Runs it; `None` for a game without weights.
    fn tune(&self, learn: Learn<'_>) -> Option<Result<()>>;
}

impl<G: Registered> OfGame for PhantomData<G> {
    fn tune(&self, learn: Learn<'_>) -> Option<Result<()>> {
        G::visit_tunable(learn)
    }
}

/// The work of one command, whatever the game.
pub struct Learn<'a> {
    arguments: &'a Tune,
    quit: &'a AtomicBool,
}

impl TunableVisitor for Learn<'_> {
    type Output = Result<()>;

    fn visit<G: Registered + Tunable>(self) -> Result<()> {
        tune::<G>(self.arguments, self.quit)
    }
}

/// Positions as features and targets.
#[derive(Default)]
struct Samples {
    /// End of each sample's features.
    ends: Vec<usize>,
    features: Vec<(u16, f32)>,
    /// Sums and numbers of results and of scores for the team to move; a repeated position adds to them.
    results: Vec<(f64, f64)>,
    scores: Vec<(f64, f64)>,
}

impl Samples {
    fn len(&self) -> usize {
        self.ends.len()
    }

    fn features(&self, i: usize) -> &[(u16, f32)] {
        let from = if i == 0 { 0 } else { self.ends[i - 1] };
        &self.features[from..self.ends[i]]
    }

    fn evaluate(&self, i: usize, weights: &[f64]) -> f64 {
        self.features(i).iter().map(|&(weight, times)| weights[usize::from(weight)] * f64::from(times)).sum()
    }

    /// Returns the target of a position: the expected points of the team to move.
    fn target(&self, i: usize, k: f64, lambda: f64) -> f64 {
        let ((points, games), (score, searches)) = (self.results[i], self.scores[i]);
        let result = points / games;
        if searches == 0.0 { result } else { result + lambda * (chance(k * score / searches) - result) }
    }

    /// Adds the quiet positions of a game.
    fn add<G: Tunable>(&mut self, game: &TrainingGame, seen: &mut Seen) -> Result<()> {
        let mut record = GameHistory::new(game.first_position::<G>()?);
        for (i, text) in game.moves.iter().enumerate() {
            let position = record.position();
            let mv = position.parse_move(text)?;
            // A position before a throw has no score of its own; the score after the throw is the best estimate.
            let score = game.scores[i].or_else(|| game.scores.get(i + 1).copied().flatten());
            if position.is_quiet_position() {
                let mine = |value: f64| if position.team() == Team::First { value } else { -value };
                let points = 0.5 + mine(game.result - 0.5);
                let at = match seen.entry(position.key()) {
                    Entry::Occupied(entry) => *entry.get(),
                    Entry::Vacant(entry) => {
                        position.features(&mut self.features);
                        self.ends.push(self.features.len());
                        self.results.push((0.0, 0.0));
                        self.scores.push((0.0, 0.0));
                        *entry.insert(self.ends.len() - 1)
                    }
                };
                self.results[at].0 += points;
                self.results[at].1 += 1.0;
                if let Some(score) = score {
                    self.scores[at].0 += mine(f64::from(score));
                    self.scores[at].1 += 1.0;
                }
            }
            record.play(mv);
        }
        Ok(())
    }

    /// Returns the mean cross entropy, in nats, less that of the targets themselves.
    fn loss(&self, weights: &[f64], k: f64, lambda: f64) -> f64 {
        let part = |i: usize| {
            let (target, output) = (self.target(i, k, lambda), chance(k * self.evaluate(i, weights)));
            let term = |t: f64, p: f64| if t > 0.0 { t * (t / p.max(1e-12)).ln() } else { 0.0 };
            term(target, output) + term(1.0 - target, 1.0 - output)
        };
        (0..self.len()).into_par_iter().map(part).sum::<f64>() / self.len().max(1) as f64
    }

    /// Returns the gradient of the loss.
    fn gradient(&self, weights: &[f64], k: f64, lambda: f64) -> Vec<f64> {
        let size = weights.len();
        let add = |mut sum: Vec<f64>, i: usize| {
            let error = chance(k * self.evaluate(i, weights)) - self.target(i, k, lambda);
            for &(weight, times) in self.features(i) {
                sum[usize::from(weight)] += error * f64::from(times);
            }
            sum
        };
        let join = |mut a: Vec<f64>, b: Vec<f64>| {
            a.iter_mut().zip(b).for_each(|(a, b)| *a += b);
            a
        };
        let sums =
            (0..self.len()).into_par_iter().fold(|| vec![0.0; size], add).reduce(|| vec![0.0; size], join);
        sums.into_iter().map(|sum| k * sum / self.len() as f64).collect()
    }

    /// Returns the `k` that minimises the loss of the weights.
    fn fit(&self, weights: &[f64]) -> f64 {
        let (mut low, mut high) = (1e-5_f64, 1e-1_f64);
        for _ in 0..40 {
            let ratio = (high / low).powf(1.0 / 3.0);
            let (a, b) = (low * ratio, high / ratio);
            if self.loss(weights, a, 0.0) < self.loss(weights, b, 0.0) { high = b } else { low = a }
        }
        (low * high).sqrt()
    }
}

/// Index of each position among the samples.
type Seen = HashMap<u64, usize, FxBuildHasher>;

fn chance(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

fn tune<G: Tunable>(arguments: &Tune, quit: &AtomicBool) -> Result<()> {
    let [mut learned, mut kept] = [Samples::default(), Samples::default()];
    let mut seen = [Seen::default(), Seen::default()];
    let mut games = 0;
    for path in &arguments.files {
        training_game::visit_of::<G>(path, |game| {
            let (samples, seen) =
                if game.index % 10 == 9 { (&mut kept, &mut seen[1]) } else { (&mut learned, &mut seen[0]) };
            let fault = |error| Error::file(path, format!("game {}: {error}", game.index));
            samples.add::<G>(&game, seen).map_err(fault)?;
            games += 1;
            Ok(())
        })?;
    }
    if learned.len() == 0 || kept.len() == 0 {
        return Err(Error::data("tune: at least ten games expected"));
    }
    let positions = learned.len() + kept.len();
    output::print(
        "data",
        json!({ "games": games, "positions": positions, "kept": kept.len() }),
        format_args!("{games} games, {positions} different positions, {} of them for validation", kept.len()),
    );

    let start: Vec<f64> = G::weights().iter().copied().map(f64::from).collect();
    let (k, lambda) = (learned.fit(&start), arguments.lambda);
    let unit = 1.0 / k;
    output::print(
        "unit",
        json!({ "unit": unit }),
        format_args!("k {k:.6}: a win is 73 % likely at {unit:.0} centipawns"),
    );
    let report = |name: &str, weights: &[f64]| {
        let losses = [&learned, &kept].map(|samples| samples.loss(weights, k, lambda));
        let [loss, kept] = losses;
        output::print(
            "loss",
            json!({ "when": name, "loss": loss, "kept": kept }),
            format_args!("{name}: training loss {loss:.6}, validation loss {kept:.6}"),
        );
        kept
    };
    let before = report("before", &start);
    let weights = descend(&learned, &start, k, arguments, quit);
    let rounded: Vec<f64> = weights.iter().map(|weight| weight.round()).collect();
    let after = report("after, rounded", &rounded);
    if after > before {
        eprintln!(
            "banco: warning: the validation loss has grown from {before:.6} to {after:.6}: more games expected"
        );
    }

    let files: Vec<String> = arguments.files.iter().map(|path| path.display().to_string()).collect();
    let head = format!(
        "//! Learned by `banco-lab tune --game {} --epochs {} --rate {} --lambda {} --l2 {} {}`\n\
         //! from {games} games: validation loss {before:.6} before, {after:.6} after.\n",
        G::ID,
        arguments.epochs,
        arguments.rate,
        lambda,
        arguments.l2,
        files.join(" ")
    );
    let table = table::<G>(&head, &rounded);
    match &arguments.out {
        Some(path) => files::replace(path, table),
        None => {
            output::print("weights", json!({ "source": table }), table.trim_end());
            Ok(())
        }
    }
}

/// Minimises the loss; after an interrupt returns the weights so far.
fn descend(samples: &Samples, start: &[f64], k: f64, arguments: &Tune, quit: &AtomicBool) -> Vec<f64> {
    let mut adam = Adam::new(start.len(), 0.0, 1.0);
    // Differences from the initial weights, for which single precision is enough.
    let mut moved = vec![0.0; start.len()];
    let weights = |moved: &[f32]| start.iter().zip(moved).map(|(from, by)| from + f64::from(*by)).collect();
    let bar = output::bar(u64::from(arguments.epochs));
    for epoch in 1..=arguments.epochs {
        if quit.load(Ordering::Relaxed) {
            break;
        }
        let weights: Vec<f64> = weights(&moved);
        let gradient = samples.gradient(&weights, k, arguments.lambda).into_iter();
        // Divided by `k`, so that the slopes stay above Adam's epsilon.
        let slope = |(slope, by): (f64, &f32)| ((slope + arguments.l2 * f64::from(*by)) / k) as f32;
        let slopes: Vec<f32> = gradient.zip(&moved).map(slope).collect();
        // Linear decay of the learning rate.
        let rate = arguments.rate * (1.0 - f64::from(epoch - 1) / f64::from(arguments.epochs));
        adam.step(&mut moved, &[slopes], None, 1, rate as f32);
        bar.inc(1);
    }
    bar.finish();
    weights(&moved)
}

/// Formats the weights as a source file.
fn table<G: Tunable>(head: &str, weights: &[f64]) -> String {
    let mut out = format!(
        "//! The weights of the evaluation, group by group.\n//!\n{head}\n/// All weights.\n\
         #[rustfmt::skip]\npub const WEIGHTS: [i32; {}] = [\n",
        weights.len()
    );
    let mut rest = weights;
    for group in G::GROUPS {
        let (own, others) = rest.split_at(group.count);
        let _ = writeln!(out, "    // {}", group.name);
        for line in own.chunks(group.width) {
            let words: Vec<String> = line.iter().map(|weight| format!("{weight:.0},")).collect();
            let _ = writeln!(out, "    {}", words.join(" ").replace("-0,", "0,"));
        }
        rest = others;
    }
    out + "];\n"
}
