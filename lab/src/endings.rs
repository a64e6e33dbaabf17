//! `endings`: positions of endgame tables as training games of one move, with exact results.

use std::marker::PhantomData;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::{data, datagen};
use banco::base::{Error, Result, Score, Team};
use banco::engine::registry::{Registered, TablesVisitor};
use banco::solve::retrograde::{Tables, numbers};
use banco::traits::{Indexed, IndexedEntry, TableValue};
use banco_cli::host::{Games, Host, has_no};
use banco_cli::tools;
use banco_cli::tools::training_game::TrainingGame;

/// Random indices drawn for each position asked for.
const DRAWS: u64 = 100;
/// Score of a win at once, what it loses by each ply to the end, and the least, in centipawns.
const WON: Score = 2_200;
const FADE: Score = 10;
const LEAST: Score = 1_000;

/// Writes positions of endgame tables with exact results for `train`, each as a game of its best move.
///
/// Positions in check, and those whose best move captures, are left out.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  banco-lab endings --game xiangqi --dir tables/ --out endings.jsonl")]
pub struct Endings {
    /// The game's id.
    #[arg(long, ignore_case = true, value_parser = tools::game_ids_with(TABLES, |game| game.tables().is_some()))]
    game: String,
    /// Folder of tables.
    #[arg(long)]
    dir: PathBuf,
    /// Positions of each class, fewer if most are left out.
    #[arg(long, default_value_t = 2_000, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    count: u32,
    /// Seed of the positions.
    #[arg(long, default_value_t = 1, value_parser = tools::short_seed())]
    seed: u64,
    /// Output file, one line of JSON for each position.
    #[arg(long)]
    out: PathBuf,
}

/// What the command needs of a game.
const TABLES: &str = "tables";

/// Writes the positions.
pub fn run<H: Host<Commands: OfGame>>(
    arguments: &Endings,
    games: &Games<H>,
    quit: &AtomicBool,
) -> Result<()> {
    let done = games.find(&arguments.game)?.endings(Label { arguments, quit });
    done.unwrap_or_else(|| Err(has_no(&arguments.game, TABLES)))
}

/// The command for one game, as a trait object.
pub trait OfGame {
    /// Runs it; `None` for a game without tables.
    fn endings(&self, label: Label<'_>) -> Option<Result<()>>;
}

impl<G: Registered> OfGame for PhantomData<G> {
    fn endings(&self, label: Label<'_>) -> Option<Result<()>> {
        G::visit_tables(label)
    }
}

/// The work of one command, whatever the game.
pub struct Label<'a> {
    arguments: &'a Endings,
    quit: &'a AtomicBool,
}

impl TablesVisitor for Label<'_> {
    type Output = Result<()>;

    fn visit<G: Registered + Indexed>(self) -> Result<()> {
        let Endings { dir, out, count, seed, .. } = self.arguments;
        let (tables, faults) = Tables::<G>::open(dir)?;
        faults.iter().for_each(|fault| eprintln!("rejected: {fault}"));
        if tables.list().is_empty() {
            return Err(Error::file(dir, format!("no tables of {}", G::ID)));
        }
        let mut random = Xoshiro256PlusPlus::seed_from_u64(*seed);
        let mut written = 0;
        data::write(out, |put| {
            for table in tables.list() {
                let mut left = *count;
                for _ in 0..DRAWS * u64::from(*count) {
                    if left == 0 {
                        break;
                    } else if self.quit.load(Ordering::Relaxed) {
                        return Err(Error::Stopped("endings"));
                    }
                    let index = random.random_range(0..numbers::<G>(table.class));
                    let IndexedEntry::Position(position) = G::unindex(table.class, index) else { continue };
                    let Some((value, mv)) = label(&tables, &position) else { continue };
                    left -= 1;
                    let score = match value {
                        TableValue::Win(plies) => score(plies),
                        TableValue::Draw => 0,
                        TableValue::Loss(plies) => -score(plies),
                    };
                    let score = position.team().seen_by(Team::First, score);
                    put(&TrainingGame {
                        game: G::ID.to_owned(),
                        seed: *seed,
                        index: written as u64,
                        result: 0.5 + 0.5 * f64::from(score.signum()),
                        start: Some(position.fen()),
                        moves: vec![position.move_text(mv)],
                        scores: vec![Some(score)],
                    })?;
                    written += 1;
                }
            }
            Ok(())
        })?;
        datagen::print_written(written, out);
        Ok(())
    }
}

/// Returns the value of a quiet position and its best move; `None` for other positions.
fn label<G: Indexed>(tables: &Tables<G>, position: &G) -> Option<(TableValue, G::Move)> {
    if position.outcome().is_some() || position.is_checked() {
        return None;
    }
    let value = tables.value(position).ok().filter(|value| !value.is_by_repetition())?;
    let mv = tables.ranked_moves(position).ok()?.first()?.mv;
    position.keeps_class(mv).then_some((value, mv))
}

/// Returns the score of a win in this number of plies.
fn score(plies: u32) -> Score {
    (WON - FADE * plies as Score).max(LEAST)
}
