//! `train`: trains a network on games of `datagen`.
//!
//! The target of a position is a mean (lambda) of the search score, as a win probability, and the game's result. One
//! game in twenty is held out for validation; the file holds the weights with the least validation loss.

pub(super) mod adam;
mod checkpoint;
mod dense;
mod model;
mod rows;
mod samples;

use std::fmt::Display;
use std::marker::PhantomData;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use indicatif::ProgressStyle;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use rayon::ThreadPoolBuilder;
use serde_json::json;

use adam::Adam;
use banco::base::files::{self, WriteLock};
use banco::base::{Error, Result};
use banco::engine::registry::{Entry, Registered, SearchVisitor};
use banco::nnue::dense::is_width;
use banco::nnue::kernel::LANES;
use banco::nnue::{HCE_WHOLE, Header, Network};
use banco::traits::SearchGame;
use banco_cli::host::{Games, Host, has_no};
use banco_cli::tools;
use banco_cli::tools::output;
use checkpoint::{Epoch, Progress};
use model::{Model, Sample};
use rows::Rows;
use samples::{DataSet, DataSetBuilder, Target};

/// Trains a network (NNUE) on games of `datagen`.
///
/// After an interrupt the file holds the best network so far, and `--resume` continues.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example:\n  banco-lab train --game xiangqi games.zst --hidden 128 --epochs 20 --threads 8 --out new.nnue"
)]
pub struct Train {
    /// The game's id.
    #[arg(long, ignore_case = true, value_parser = tools::game_ids_with(INPUTS, Entry::takes_networks))]
    game: String,
    /// Files of games; a file that `datagen` still writes is accepted.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Output file of the network.
    #[arg(long)]
    out: PathBuf,
    /// Width of the first layer for each team, a multiple of 32.
    #[arg(long, default_value_t = 64, help_heading = "Network")]
    hidden: usize,
    /// Width of the second layer: 16, 32, 48 or 64.
    #[arg(long, default_value_t = 16, help_heading = "Network")]
    second: usize,
    /// Output buckets, chosen by the material on the board.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=64), help_heading = "Network")]
    buckets: u8,
    /// Weight of the hand-crafted evaluation that the output is added to, in 64ths.
    #[arg(long, default_value_t = HCE_WHOLE, value_parser = clap::value_parser!(i32).range(0..=64), help_heading = "Network")]
    hand: i32,
    /// Passes over all positions.
    #[arg(long, default_value_t = 12, help_heading = "Optimiser")]
    epochs: u32,
    /// Positions in a batch.
    #[arg(long, default_value_t = 2048, value_parser = clap::value_parser!(u32).range(1..), help_heading = "Optimiser")]
    batch: u32,
    /// Initial learning rate; it falls to a hundredth along half a cosine.
    #[arg(long, default_value_t = 3e-3, value_parser = rate, help_heading = "Optimiser")]
    rate: f32,
    /// Weight decay; halve it for twice the games.
    #[arg(long, default_value_t = 1.5, value_parser = within(0.0_f32..=1000.0), help_heading = "Optimiser")]
    decay: f32,
    /// Learning rate of an input bucket's own weights, as a share of that of the shared weights.
    #[arg(long, default_value_t = 0.1, value_parser = within(0.0_f32..=1000.0), help_heading = "Optimiser")]
    bucket_rate: f32,
    /// Share of the search score in the target; the rest is the game's result.
    #[arg(long, alias = "blend", default_value_t = 0.9, value_parser = within(0.0_f64..=1.0), help_heading = "Training data")]
    lambda: f64,
    /// Share of the scores of later moves in the score of a move, the result last.
    #[arg(long, default_value_t = 0.0, value_parser = within(0.0_f64..=1.0), help_heading = "Training data")]
    ahead: f64,
    /// Centipawns at which the win probability is 73 %; fitted to the games if not given.
    #[arg(long, value_parser = within(1.0_f32..=100_000.0), help_heading = "Training data")]
    unit: Option<f32>,
    /// Starts from the weights of a network of the same shape, for a last stage of training.
    #[arg(long, value_name = "FILE", help_heading = "Optimiser")]
    from: Option<PathBuf>,
    /// Games whose positions keep the evaluation of `--from` while those of the other files are learned; may be repeated.
    #[arg(long, value_name = "FILE", requires = "from", help_heading = "Training data")]
    keep: Vec<PathBuf>,
    /// Seed of the initial weights and of the order of positions.
    #[arg(long, default_value_t = 1, help_heading = "Training data")]
    seed: u64,
    /// Output file of the learning curves (CSV).
    #[arg(long)]
    curves: Option<PathBuf>,
    /// Continues after the last finished epoch of an interrupted run.
    #[arg(long)]
    resume: bool,
    /// Threads; their number does not change the network.
    #[arg(long, default_value_t = 1, value_parser = tools::thread_count())]
    threads: usize,
}

/// Returns a parser of the numbers in a range.
fn within<N: FromStr + PartialOrd + Display>(
    range: RangeInclusive<N>,
) -> impl Fn(&str) -> std::result::Result<N, String> + Clone
where
    RangeInclusive<N>: Clone,
{
    move |text: &str| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        number.ok_or_else(|| format!("a number from {} to {} expected", range.start(), range.end()))
    }
}

/// Parses a learning rate: beyond 1 no training converges.
fn rate(text: &str) -> std::result::Result<f32, String> {
    let rate = text.parse().ok().filter(|&rate: &f32| rate > 0.0 && rate <= 1.0);
    rate.ok_or_else(|| "a number above 0, at most 1, expected".to_owned())
}

/// What the command needs of a game.
const INPUTS: &str = "inputs for a network";

/// Trains and writes the network.
pub fn run<H: Host<Commands: OfGame>>(arguments: &Train, games: &Games<H>, quit: &AtomicBool) -> Result<()> {
    if arguments.hidden == 0 || !arguments.hidden.is_multiple_of(LANES) || arguments.hidden > 1024 {
        return Err(Error::usage("train: --hidden: a multiple of 32 up to 1024 expected"));
    }
    if !is_width(arguments.second) {
        return Err(Error::usage("train: --second: 16, 32, 48 or 64 expected"));
    }
    let checkpoint = checkpoint::path(&arguments.out);
    let outputs = [Some(&arguments.out), Some(&checkpoint), arguments.curves.as_ref()].into_iter().flatten();
    let inputs: Vec<PathBuf> =
        arguments.files.iter().chain(&arguments.keep).chain(&arguments.from).cloned().collect();
    files::check_outputs(&inputs, outputs.map(PathBuf::as_path))?;
    let pool = ThreadPoolBuilder::new().num_threads(arguments.threads.max(1)).build();
    let pool = pool.map_err(|error| Error::usage(format!("train: {error}")))?;
    let game = games.find(&arguments.game)?;
    let done = pool.install(|| game.train(Learn { arguments, quit }));
    done.unwrap_or_else(|| Err(has_no(&arguments.game, INPUTS)))
}

/// The command for one game, as a trait object.
pub trait OfGame: Sync {
    /// Runs it; `None` for a game without inputs for a network.
    fn train(&self, learn: Learn<'_>) -> Option<Result<()>>;
}

impl<G: Registered> OfGame for PhantomData<G> {
    fn train(&self, learn: Learn<'_>) -> Option<Result<()>> {
        G::visit_search(learn).flatten()
    }
}

/// The work of one command, whatever the game.
pub struct Learn<'a> {
    arguments: &'a Train,
    quit: &'a AtomicBool,
}

impl SearchVisitor for Learn<'_> {
    type Output = Option<Result<()>>;

    fn visit<G: Registered + SearchGame>(self) -> Option<Result<()>> {
        (G::FEATURES > 0).then(|| train::<G>(self.arguments, self.quit))
    }
}

fn train<G: SearchGame>(arguments: &Train, quit: &AtomicBool) -> Result<()> {
    let _lock = WriteLock::take(&arguments.out)?;
    let mut header = header::<G>(arguments);
    if arguments.resume
        && let Some(there) = checkpoint::finished::<G>(&arguments.out, &header)?
    {
        let path = arguments.out.display();
        output::print(
            "network",
            json!({ "file": path.to_string(), "data": there.data }),
            format_args!("{path}: finished, by {}", there.data),
        );
        return Ok(());
    }
    let shape = |header: &Header| (header.hidden, header.second, header.buckets, header.hce_share);
    let load = |path: &PathBuf| match Network::load::<G>(path)? {
        network if shape(network.header()) == shape(&header) => Ok(network),
        _ => Err(Error::file(path, "a network of another shape")),
    };
    let from = arguments.from.as_ref().map(load).transpose()?;
    let mut builder = DataSetBuilder::default();
    let mut games = 0;
    for path in &arguments.files {
        games += builder.add_file::<G>(path, arguments.ahead)?;
    }
    let firsts = builder.samples.each_ref().map(DataSet::len);
    for path in &arguments.keep {
        games += builder.add_file::<G>(path, arguments.ahead)?;
    }
    let [learned, kept] = &builder.samples;
    if learned.is_empty() || kept.is_empty() {
        return Err(Error::usage("train: at least twenty games expected"));
    }
    let unit = arguments.unit.unwrap_or_else(|| fit(learned));
    let target = Target { unit, lambda: arguments.lambda as f32 };
    let (positions, by_hand) = (learned.len() + kept.len(), target.loss_by_hand(kept));
    output::print(
        "data",
        json!({ "games": games, "positions": positions, "kept": kept.len(), "unit": unit, "by_hand": by_hand }),
        format_args!(
            "{games} games, {positions} positions, {} of them for validation\n\
             a win is 73 % likely at {unit:.0} centipawns\n\
             validation loss of the hand-crafted evaluation: {by_hand:.6}",
            kept.len()
        ),
    );

    let mut random = Xoshiro256PlusPlus::seed_from_u64(arguments.seed);
    let mut model = Model::new(header.clone(), Rows::of::<G>(), target, &mut random);
    if let Some(network) = &from {
        model.start_from(network);
        // Learning without forgetting (Li and Hoiem 2016).
        for (samples, first) in builder.samples.iter_mut().zip(firsts) {
            let outputs = model.outputs(samples, first);
            samples.relabel(first, &outputs, unit);
        }
        let loss = model.loss(&builder.samples[1]);
        output::progress(format_args!("validation loss at the start: {loss:.6}"));
    }
    let [learned, kept] = &builder.samples;
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
        output::progress(format_args!("continues after epoch {done}"));
    }
    // Checkpoints are written before the network, so that a network without one is finished.
    let mut keep_best = |progress: &Progress, model: &Model| match progress.is_at_best() {
        true => {
            let (positions, best) = (learned.len(), progress.best());
            header.data = format!("{games} games, {positions} positions, validation loss {best:.6}");
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
        // Repeats the shuffles of finished epochs, so that the following ones are the same.
        if epoch <= done {
            continue;
        }
        let Some(loss) =
            go_through(arguments, learned, &samples_in_order, epoch, (&mut model, &mut adam), quit)
        else {
            output::progress("interrupted; --resume continues");
            break;
        };
        let (of_kept, seconds) = (model.loss(kept), begun.elapsed().as_secs_f64());
        output::print(
            "epoch",
            json!({ "epoch": epoch, "loss": loss, "kept": of_kept, "seconds": seconds }),
            format_args!(
                "epoch {epoch} of {}: training loss {loss:.6}, validation loss {of_kept:.6}, {seconds:.0} s",
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
        output::print(
            "network",
            json!({ "file": path.to_string(), "kept": best }),
            format_args!("{path}: validation loss {best:.6}"),
        );
    }
    if progress.epochs.len() as u32 >= arguments.epochs {
        // A finished run needs no checkpoint.
        let _ = std::fs::remove_file(&path);
    }
    Ok(())
}

/// Trains for one epoch; returns the mean loss, or `None` if interrupted.
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
        // Cosine decay from the full rate to a hundredth.
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
    let mut most = G::MAX_ACTIVE;
    if most == 0 {
        G::start(&G::Options::default()).active_features(None, |_, _| most += 1);
    }
    let files: Vec<String> = arguments.files.iter().map(|path| path.display().to_string()).collect();
    let keep: String = arguments.keep.iter().map(|path| format!(" --keep {}", path.display())).collect();
    Header {
        game: G::ID.to_owned(),
        inputs: G::FEATURES * G::INPUT_BUCKETS,
        hidden: arguments.hidden,
        second: arguments.second,
        buckets: arguments.buckets.into(),
        max_active: most.max(1),
        hce_share: arguments.hand,
        command: format!(
            "banco-lab train --game {} --hidden {} --second {} --buckets {} --hand {} --epochs {} --batch {} --rate {} \
             --decay {} --bucket-rate {} --lambda {} --ahead {}{}{}{keep} --seed {} {}",
            G::ID,
            arguments.hidden,
            arguments.second,
            arguments.buckets,
            arguments.hand,
            arguments.epochs,
            arguments.batch,
            arguments.rate,
            arguments.decay,
            arguments.bucket_rate,
            arguments.lambda,
            arguments.ahead,
            arguments.unit.map_or_else(String::new, |unit| format!(" --unit {unit}")),
            arguments.from.as_ref().map_or_else(String::new, |path| format!(" --from {}", path.display())),
            arguments.seed,
            files.join(" ")
        ),
        data: String::new(),
    }
}

/// Fits the centipawns at which the win probability is 73 %: minimises the cross entropy of the scores against the
/// results.
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
