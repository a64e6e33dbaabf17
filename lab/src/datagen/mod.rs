//! `datagen`: plays games of Banco against itself and writes them to a file, for tuning and training.
//!
//! A game is a line of JSON, a [`TrainingGame`]. Each is seeded by its index and `--seed`, so that the same command
//! gives the same games with any number of threads, and an interrupted run can be continued.

mod games;

use std::collections::BTreeSet;
use std::marker::PhantomData;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use indicatif::ProgressStyle;
use parking_lot::Mutex;
use rand::RngExt;
use rayon::ThreadPoolBuilder;
use serde_json::{Value, json};

use banco::base::{Error, Result, Score, files};
use banco::engine::{FirstTurn, Registered};
use banco::search::SearchOptions;
use banco::traits::Notation;
use banco_cli::arena::adjudication::ScoreRules;
use banco_cli::host::{Games, Host};
use banco_cli::jsonl::{self, Appender};
use banco_cli::shard::Shard;
use banco_cli::tools;
use banco_cli::tools::output;
use banco_cli::tools::parts::{self, Part};
use banco_cli::tools::sharded::Sharded;
use banco_cli::tools::training_game::{self, TrainingGame};

/// Plays games of Banco against itself: training data for `tune` and `train`.
///
/// The same command continues an interrupted run. `--shard` divides the games among machines, and `banco-lab datagen merge`
/// joins the files. `--rescore` keeps the games of a file and searches their positions again.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example:\n  banco-lab datagen --game xiangqi --games 10000 --nodes 5000 --threads 8 --out games.jsonl"
)]
pub struct Datagen {
    /// The game's id.
    #[arg(long, ignore_case = true, value_parser = tools::game_ids())]
    game: String,
    /// Number of games in the finished file, those that it holds already included.
    #[arg(long, value_parser = tools::game_count())]
    games: u64,
    /// Nodes for each move; the search may stop in the middle of an iteration.
    #[arg(long, required_unless_present_any = ["soft_nodes", "depth"], help_heading = "Search limits")]
    nodes: Option<u64>,
    /// Nodes after which no new iteration starts, so that each score belongs to the move played.
    #[arg(long, help_heading = "Search limits")]
    soft_nodes: Option<u64>,
    /// Depth for each move, in plies.
    #[arg(long, help_heading = "Search limits")]
    depth: Option<u32>,
    /// First turn, in games that draw it at random; `red` (or `start`) for the seat of the start position.
    #[arg(long, default_value = "lots", value_parser = tools::first_turn(), help_heading = "Openings and dice")]
    first: FirstTurn,
    /// Random moves at the start of each game: a number or a range, such as 7-8.
    #[arg(long, default_value = "4", help_heading = "Openings and dice")]
    random: RandomPlies,
    /// Draws another opening if the first score exceeds this many centipawns.
    #[arg(long, value_name = "CP", help_heading = "Openings and dice")]
    opening_limit: Option<Score>,
    /// Moves after which a game counts as drawn.
    #[arg(long, default_value_t = 1_000, help_heading = "End of the match and of games")]
    longest: usize,
    #[command(flatten)]
    by_scores: ScoreRules,
    /// Seed of openings and dice.
    #[arg(long, default_value_t = 1, value_parser = tools::short_seed(), help_heading = "Openings and dice")]
    seed: u64,
    /// Games played at the same time.
    #[arg(long, default_value_t = 1, value_parser = tools::thread_count())]
    threads: usize,
    /// Searches the positions of the first games of this file again instead of playing new ones.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["first", "random", "opening_limit", "longest", "resign", "draw"])]
    rescore: Option<PathBuf>,
    /// Output file, one line of JSON for each game.
    #[arg(long)]
    out: PathBuf,
    /// Shard of the games to play; `merge` joins the shards.
    #[arg(long, value_name = "I/N")]
    shard: Option<Shard>,
}

/// The number of random moves at the start of a game, in plies: from `least` to `most`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct RandomPlies {
    least: u32,
    most: u32,
}

impl FromStr for RandomPlies {
    type Err = String;

    fn from_str(text: &str) -> std::result::Result<RandomPlies, String> {
        let (least, most) = text.split_once('-').unwrap_or((text, text));
        match (least.parse(), most.parse()) {
            (Ok(least), Ok(most)) if least <= most => Ok(RandomPlies { least, most }),
            _ => Err("a number or a range such as 7-8 expected".to_owned()),
        }
    }
}

impl RandomPlies {
    fn to_json(self) -> Value {
        if self.least == self.most {
            json!(self.least)
        } else {
            json!(format!("{}-{}", self.least, self.most))
        }
    }

    /// Draws the number for one game; a fixed number leaves `random` unchanged.
    fn draw(self, random: &mut impl RngExt) -> u32 {
        if self.least == self.most { self.least } else { random.random_range(self.least..=self.most) }
    }
}

/// Parts to join, and the file for their games.
#[derive(Clone, Debug, clap::Args)]
pub struct MergeGames {
    /// Parts, all of one job.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Output file, equal to that of one process on one thread.
    #[arg(long)]
    out: PathBuf,
}

/// Plays the missing games, or joins parts.
pub fn run<H: Host<Commands: OfGame>>(
    arguments: &Sharded<Datagen, MergeGames>,
    games: &Games<H>,
    quit: &AtomicBool,
) -> Result<()> {
    let arguments = match arguments {
        Sharded::Merge(arguments) => return merge(arguments),
        Sharded::Work(arguments) => arguments,
    };
    games.find(&arguments.game)?.datagen(arguments, quit)
}

/// The command for one game, as a trait object.
pub trait OfGame {
    /// Plays its missing games.
    fn datagen(&self, arguments: &Datagen, quit: &AtomicBool) -> Result<()>;
}

impl<G: Registered> OfGame for PhantomData<G> {
    fn datagen(&self, arguments: &Datagen, quit: &AtomicBool) -> Result<()> {
        generate::<G>(arguments, quit)
    }
}

fn merge(arguments: &MergeGames) -> Result<()> {
    let games = parts::merge("datagen", &arguments.files)?;
    let text: String = games.iter().map(jsonl::line).collect();
    parts::write_whole(&arguments.out, &text)?;
    print_written(games.len(), &arguments.out);
    Ok(())
}

/// Prints the number of games in a file.
pub(super) fn print_written(games: usize, path: &Path) {
    let path = path.display();
    let fields = json!({ "games": games, "file": path.to_string() });
    output::print("written", fields, format_args!("{games} games in {path}"));
}

/// Output of finished games: the number already there, the indices still to play, and the writer.
struct Sink {
    there: u64,
    missing: Vec<u64>,
    keep: Box<dyn FnMut(TrainingGame) -> Result<()> + Send>,
}

fn draws_first_turn<G: Notation>(arguments: &Datagen) -> bool {
    G::DRAWS_FIRST_TURN && arguments.first == FirstTurn::Lots
}

/// Opens a part, whose header describes the job.
fn open_part<G: Notation>(arguments: &Datagen, shard: Shard) -> Result<Sink> {
    let Datagen {
        nodes, depth, random, longest, seed, by_scores: ScoreRules { resign, draw, twosided }, ..
    } = arguments;
    let mut job = json!({ "game": G::ID, "nodes": nodes, "depth": depth, "random": random.to_json(), "longest": longest,
        "seed": seed, "resign": resign, "draw": draw });
    for (name, value) in [
        ("twosided", twosided.then_some(true.into())),
        ("soft_nodes", arguments.soft_nodes.map(Value::from)),
        ("opening_limit", arguments.opening_limit.map(Value::from)),
        ("rescore", arguments.rescore.as_ref().map(|path| path.display().to_string().into())),
    ] {
        if let Some(value) = value {
            job[name] = value;
        }
    }
    if draws_first_turn::<G>(arguments) {
        job["first"] = json!("lots");
    }
    let mut part = Part::open(&arguments.out, "datagen", shard, arguments.games, job)?;
    let (there, missing) = (part.done.len() as u64, part.missing());
    Ok(Sink { there, missing, keep: Box::new(move |game| part.add(game)) })
}

/// Opens a plain file of games.
fn open_games<G: Notation>(arguments: &Datagen) -> Result<Sink> {
    let path = arguments.out.clone();
    let lots = draws_first_turn::<G>(arguments);
    let differs = |game: &TrainingGame| {
        game.game != G::ID || game.seed != arguments.seed || game.start.is_some() != lots
    };
    let (mut there, mut done) = (0, BTreeSet::new());
    if path.exists() {
        training_game::visit(&path, |game| {
            if differs(&game) {
                return Err(Error::file(&path, "holds games of another game, seed or first turn"));
            }
            there += 1;
            done.insert(game.index);
            Ok(())
        })?;
    }
    let mut file = Appender::open(&path)?;
    let missing = (0..arguments.games).filter(|index| !done.contains(index)).collect();
    let keep = move |game: TrainingGame| file.add(&game);
    Ok(Sink { there, missing, keep: Box::new(keep) })
}

fn generate<G: Registered>(arguments: &Datagen, quit: &AtomicBool) -> Result<()> {
    let path = &arguments.out;
    let source = arguments.rescore.as_ref().map(|from| source::<G>(arguments, from)).transpose()?;
    let open = |shard| open_part::<G>(arguments, shard);
    let Sink { there, missing, keep } = arguments.shard.map_or_else(|| open_games::<G>(arguments), open)?;
    let style = ProgressStyle::with_template("{wide_bar} {pos}/{len} games {elapsed}, {eta} left");
    let bar =
        output::bar(missing.len() as u64).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    let (next, played) = (AtomicU64::new(0), AtomicU64::new(0));
    let (keep, fault) = (Mutex::new(keep), Mutex::new(None));
    let work = || -> Result<()> {
        let settings = SearchOptions { hash: 4, ..SearchOptions::default() };
        let mut strategy = G::new_player(&settings)?;
        // A pool of its own: rayon would otherwise run another game's work inside this search.
        let pool = ThreadPoolBuilder::new().num_threads(1).build();
        let pool = pool.map_err(|error| Error::usage(format!("datagen: {error}")))?;
        while !quit.load(Ordering::Relaxed) {
            let Some(&index) = missing.get(next.fetch_add(1, Ordering::Relaxed) as usize) else { break };
            let game = pool.install(|| match &source {
                Some(finished) => games::rescore::<G>(
                    arguments,
                    &settings,
                    &mut *strategy,
                    (index, &finished[index as usize]),
                ),
                None => Ok(games::play::<G>(arguments, &settings, &mut *strategy, index)),
            });
            let Some(game) = game? else { break };
            keep.lock()(game)?;
            bar.inc(1);
            played.fetch_add(1, Ordering::Relaxed);
        }
        Ok(())
    };
    std::thread::scope(|scope| {
        for _ in 0..arguments.threads.max(1) {
            scope.spawn(|| {
                if let Err(error) = work() {
                    *fault.lock() = Some(error);
                }
            });
        }
    });
    bar.finish();
    if let Some(error) = fault.into_inner() {
        return Err(error);
    }
    let interrupted = quit.load(Ordering::Relaxed);
    let word = if interrupted { "interrupted; the same command continues" } else { "done" };
    let (games, path) = (there + played.into_inner(), path.display());
    output::print(
        "written",
        json!({ "games": games, "file": path.to_string(), "interrupted": interrupted }),
        format_args!("{games} games in {path}: {word}"),
    );
    Ok(())
}

/// Reads the games to search again.
fn source<G: Notation>(arguments: &Datagen, path: &Path) -> Result<Vec<TrainingGame>> {
    files::check_outputs(&[path.to_owned()], [arguments.out.as_path()])?;
    let mut games = Vec::new();
    training_game::visit_of::<G>(path, |game| {
        // The following ones are not searched.
        if (games.len() as u64) < arguments.games {
            games.push(game);
        }
        Ok(())
    })?;
    if (games.len() as u64) < arguments.games {
        return Err(Error::file(path, format!("--games: at most {} expected", games.len())));
    }
    Ok(games)
}
