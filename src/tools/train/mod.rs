//! `train`: learns a network from games that `datagen` made.
//!
//! What the network says of a position is turned into a chance to win and held against a mean (lambda) of the search's score
//! and the game's result. One game in twenty is kept back; the file holds the weights that did best on those.

pub(super) mod adam;
mod checkpoint;
mod model;
mod rows;
mod samples;

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use indicatif::ProgressStyle;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use rayon::ThreadPoolBuilder;
use serde_json::json;

use super::{output, training_game};
use crate::base::error::shorten;
use crate::base::{Error, Result, files};
use crate::engine::registry::{self, NetworkVisitor};
use crate::nnue::kernel::LANES;
use crate::nnue::{HCE_WHOLE, Header, Network};
use crate::traits::SearchGame;
use adam::Adam;
use checkpoint::{Epoch, Progress};
use model::{Model, Sample};
use rows::Rows;
use samples::{DataSet, DataSetBuilder, Target};

/// Learns a network from games that `datagen` made. Ctrl-C ends it; the best so far stays, and `--resume` goes on.
#[derive(Debug, clap::Args)]
pub struct Train {
    /// The game's id.
    #[arg(long, ignore_case = true, value_parser = crate::tools::game_ids())]
    game: String,
    /// The files of games; one that is still being written may be among them.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// The file that gets the network.
    #[arg(long)]
    out: PathBuf,
    /// The sums of the first layer for each team, a multiple of 32.
    #[arg(long, default_value_t = 64)]
    hidden: usize,
    /// Output layers, chosen by how much is left on the board.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=64))]
    buckets: u8,
    /// The share of the hand-made evaluation that the network's output is added to, in 64ths.
    #[arg(long, default_value_t = HCE_WHOLE, value_parser = clap::value_parser!(i32).range(0..=64))]
    hand: i32,
    /// How often all positions are gone through.
    #[arg(long, default_value_t = 12)]
    epochs: u32,
    /// Positions for each step.
    #[arg(long, default_value_t = 2048, value_parser = clap::value_parser!(u32).range(1..))]
    batch: u32,
    /// The length of a step at first; it sinks to a hundredth.
    #[arg(long, default_value_t = 3e-3)]
    rate: f32,
    /// How fast weights that nothing holds shrink; twice the games want about half of it.
    #[arg(long, default_value_t = 1.5)]
    decay: f32,
    /// How fast what an input bucket has for itself is learned, as a share of the rate of what all buckets share.
    #[arg(long, default_value_t = 0.1)]
    bucket_rate: f32,
    /// The part of the target that the search's score makes up (lambda); the rest is the result.
    #[arg(long, alias = "blend", default_value_t = 0.9)]
    lambda: f32,
    /// A position is learned from if no capture wins this many centipawns at once.
    #[arg(long, default_value_t = 1)]
    margin: i32,
    /// Centipawns at which a win is 73 % likely; fitted to the games if not given.
    #[arg(long)]
    unit: Option<f32>,
    /// Weights at the start and the order of positions are drawn from it.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// A file that gets the learning curves: a line of CSV for each epoch.
    #[arg(long)]
    curves: Option<PathBuf>,
    /// Goes on after the last epoch of a training that was cut off.
    #[arg(long)]
    resume: bool,
    /// Threads; the network does not depend on them.
    #[arg(long, default_value_t = 1, value_parser = super::thread_count())]
    threads: usize,
}

/// Learns and writes the network.
///
/// # Errors
/// When the game has no network to learn, or a file cannot be read or written.
pub fn run(arguments: &Train, quit: &AtomicBool) -> Result<()> {
    if arguments.hidden == 0 || !arguments.hidden.is_multiple_of(LANES) || arguments.hidden > 1024 {
        return Err(Error::input("train: --hidden: a multiple of 32 up to 1024 expected"));
    }
    let pool = ThreadPoolBuilder::new().num_threads(arguments.threads.max(1)).build();
    let pool = pool.map_err(|error| Error::input(format!("train: {error}")))?;
    let done = pool.install(|| registry::visit_network(&arguments.game, Learn { arguments, quit }));
    done.ok_or_else(|| Error::input(format!("train: {} has no network to learn", shorten(&arguments.game))))?
}

/// The work of one command, whatever the game.
struct Learn<'a> {
    arguments: &'a Train,
    quit: &'a AtomicBool,
}

impl NetworkVisitor for Learn<'_> {
    type Output = Result<()>;

    fn visit<G: SearchGame>(self) -> Result<()> {
        train::<G>(self.arguments, self.quit)
    }
}

fn train<G: SearchGame>(arguments: &Train, quit: &AtomicBool) -> Result<()> {
    let mut header = header::<G>(arguments);
    if arguments.resume
        && let Some(there) = checkpoint::finished::<G>(&arguments.out, &header)?
    {
        let path = arguments.out.display();
        output::say(
            "network",
            json!({ "file": path.to_string(), "data": there.data }),
            format_args!("{path}: finished, by {}", there.data),
        );
        return Ok(());
    }
    let mut builder = DataSetBuilder::default();
    let mut games = 0;
    for path in &arguments.files {
        let played = training_game::read(path)?;
        if let Some(game) = played.iter().find(|game| game.game != G::ID) {
            return Err(Error::file(path, format!("a game of {}", shorten(&game.game))));
        }
        builder.add::<G>(&played, arguments.margin).map_err(|error| Error::file(path, error))?;
        games += played.len();
    }
    let [learned, kept] = &builder.samples;
    if learned.is_empty() || kept.is_empty() {
        return Err(Error::input("train: twenty games at least are needed"));
    }
    let unit = arguments.unit.unwrap_or_else(|| fit(learned));
    let target = Target { unit, lambda: arguments.lambda };
    let (positions, by_hand) = (learned.len() + kept.len(), target.loss_by_hand(kept));
    output::say(
        "data",
        json!({ "games": games, "positions": positions, "kept": kept.len(), "unit": unit, "by_hand": by_hand }),
        format_args!(
            "{games} games, {positions} positions, {} of them kept back\n\
             a win is 73 % likely at {unit:.0} centipawns\n\
             by hand: of positions kept back {by_hand:.6}",
            kept.len()
        ),
    );

    let mut random = Xoshiro256PlusPlus::seed_from_u64(arguments.seed);
    let mut model = Model::new(header.clone(), Rows::of::<G>(), target, &mut random);
    let mut adam = Adam::new(model.len(), arguments.decay, arguments.bucket_rate);
    let path = checkpoint::path(&arguments.out);
    let work = format!("{} of {} positions", header.command, learned.len());
    let known = match arguments.resume {
        true => checkpoint::read(&path, &work, &mut model, &mut adam)?,
        false => None,
    };
    let mut progress = known.unwrap_or_else(|| Progress { work, ..Progress::default() });
    let done = progress.epochs.len() as u32;
    if done > 0 {
        output::progress(format_args!("goes on after epoch {done}"));
    }
    // A checkpoint is written before its network, so that a network alone is that of a finished training.
    let mut keep_best = |progress: &Progress, model: &Model| match progress.is_at_best() {
        true => {
            let (positions, best) = (learned.len(), progress.best());
            header.data = format!("{games} games, {positions} positions, loss of those kept back {best:.6}");
            Network::save(&header, &model.quantise(), &arguments.out)
        }
        false => Ok(()),
    };
    keep_best(&progress, &model)?;
    let mut order: Vec<u32> = (0..learned.len() as u32).collect();
    for epoch in 1..=arguments.epochs {
        let begun = Instant::now();
        order.shuffle(&mut random);
        let samples_in_order: Vec<Sample> = order.iter().map(|&i| (i, random.random())).collect();
        // The lots of epochs that are done are drawn again, so that those that follow are the same.
        if epoch <= done {
            continue;
        }
        let Some(loss) =
            go_through(arguments, learned, &samples_in_order, epoch, (&mut model, &mut adam), quit)
        else {
            output::progress("interrupted; --resume goes on");
            break;
        };
        let (of_kept, seconds) = (model.loss(kept), begun.elapsed().as_secs_f64());
        output::say(
            "epoch",
            json!({ "epoch": epoch, "loss": loss, "kept": of_kept, "seconds": seconds }),
            format_args!(
                "epoch {epoch} of {}: loss {loss:.6}, of positions kept back {of_kept:.6}, {seconds:.0} s",
                arguments.epochs
            ),
        );
        progress.epochs.push(Epoch { loss, of_kept, seconds });
        checkpoint::write(&path, &mut progress, &model, &adam)?;
        keep_best(&progress, &model)?;
        if let Some(curves) = &arguments.curves {
            files::replace(curves, progress.csv())?;
        }
    }
    if progress.best().is_finite() {
        let (path, best) = (arguments.out.display(), progress.best());
        output::say(
            "network",
            json!({ "file": path.to_string(), "kept": best }),
            format_args!("{path}: loss of positions kept back {best:.6}"),
        );
    }
    if progress.epochs.len() as u32 >= arguments.epochs {
        // Nothing is left to go on with.
        let _ = std::fs::remove_file(&path);
    }
    Ok(())
}

/// One epoch; the mean loss, or `None` if interrupted.
fn go_through(
    arguments: &Train,
    samples: &DataSet,
    samples_in_order: &[Sample],
    epoch: u32,
    (model, adam): (&mut Model, &mut Adam),
    quit: &AtomicBool,
) -> Option<f64> {
    let size = arguments.batch as usize;
    let batches = samples_in_order.len().div_ceil(size);
    let style = ProgressStyle::with_template("{wide_bar} {pos}/{len} batches, {eta} left");
    let bar = output::bar(batches as u64).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    let mut pieces = Vec::new();
    let mut sum = 0.0;
    for (n, batch) in samples_in_order.chunks(size).enumerate() {
        if quit.load(Ordering::Relaxed) {
            return None;
        }
        // From the full rate down to a hundredth of it along half a cosine.
        let done = (f64::from(epoch - 1) + n as f64 / batches as f64) / f64::from(arguments.epochs);
        let share = 0.01 + 0.99 * (1.0 + (std::f64::consts::PI * done).cos()) / 2.0;
        sum += model.gradient(samples, batch, &mut pieces) * batch.len() as f64;
        model.step(adam, &pieces, batch.len(), arguments.rate * share as f32);
        bar.inc(1);
    }
    bar.finish_and_clear();
    Some(sum / samples_in_order.len() as f64)
}

fn header<G: SearchGame>(arguments: &Train) -> Header {
    let mut most = 0;
    G::start(&G::Options::default()).active_features(None, |_, _| most += 1);
    let files: Vec<String> = arguments.files.iter().map(|path| path.display().to_string()).collect();
    Header {
        game: G::ID.to_owned(),
        inputs: G::FEATURES * G::INPUT_BUCKETS,
        hidden: arguments.hidden,
        buckets: arguments.buckets.into(),
        max_active: most,
        hce_share: arguments.hand,
        command: format!(
            "banco train --game {} --hidden {} --buckets {} --hand {} --epochs {} --batch {} --rate {} --decay {} \
             --bucket-rate {} --lambda {} --margin {}{} --seed {} {}",
            G::ID,
            arguments.hidden,
            arguments.buckets,
            arguments.hand,
            arguments.epochs,
            arguments.batch,
            arguments.rate,
            arguments.decay,
            arguments.bucket_rate,
            arguments.lambda,
            arguments.margin,
            arguments.unit.map_or_else(String::new, |unit| format!(" --unit {unit}")),
            arguments.seed,
            files.join(" ")
        ),
        data: String::new(),
    }
}

/// The centipawns at which a win is 73 % likely, by the results of the searched games: where the scores, taken as
/// chances, surprise least.
fn fit(samples: &DataSet) -> f32 {
    let loss = |unit: f64| -> f64 {
        let part = |i: usize| {
            let facts = samples.facts(i);
            let chance = 1.0 / (1.0 + (-f64::from(facts.score) / unit).exp());
            (chance - f64::from(facts.result)).powi(2)
        };
        (0..samples.len()).map(part).sum()
    };
    let (mut low, mut high) = (20.0_f64, 2_000.0_f64);
    for _ in 0..30 {
        let ratio = (high / low).powf(1.0 / 3.0);
        let (a, b) = (low * ratio, high / ratio);
        if loss(a) < loss(b) { high = b } else { low = a }
    }
    (low * high).sqrt() as f32
}
