//! `endings`: positions of endgame tables as training games of one move, with exact results.

use std::marker::PhantomData;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::{data, datagen};
use banco::base::{Error, Result, Score, Team};
use banco::engine::registry::{Registered, TablesVisitor};
use banco::solve::retrograde::{Metric, Tables};
use banco::traits::{Indexed, TableValue};
use banco_cli::host::{Games, Host, has_no};
use banco_cli::tools;
use banco_cli::tools::tables::{self, Place};
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
    #[command(flatten)]
    place: Place,
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

/// Writes the positions.
pub fn run<H: Host<Commands: OfGame>>(
    arguments: &Endings,
    games: &Games<H>,
    quit: &AtomicBool,
) -> Result<()> {
    let game = &arguments.place.game;
    games.find(game)?.endings(Label { arguments, quit }).unwrap_or_else(|| Err(has_no(game, "tables")))
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
        let Endings { place, out, count, seed } = self.arguments;
        let tables = tables::open::<G>(place, Metric::Mate)?;
        if tables.list().is_empty() {
            return Err(Error::file(&place.dir, format!("no tables of {}", G::ID)));
        }
        let mut random = Xoshiro256PlusPlus::seed_from_u64(*seed);
        let mut written = 0;
        data::write(out, |put| {
            for table in tables.list() {
                let drawn = tables::draw(table.class, DRAWS * u64::from(*count), &mut random);
                let going = drawn.take_while(|_| !self.quit.load(Ordering::Relaxed));
                let labelled = going.filter_map(|position| Some((label(&tables, &position)?, position)));
                for ((score, mv), position) in labelled.take(*count as usize) {
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
                if self.quit.load(Ordering::Relaxed) {
                    return Err(Error::Stopped("endings"));
                }
            }
            Ok(())
        })?;
        datagen::print_written(written, out);
        Ok(())
    }
}

/// Returns the score of a quiet position for the side to move, and its best move; `None` for other positions.
fn label<G: Indexed>(tables: &Tables<G>, position: &G) -> Option<(Score, G::Move)> {
    if position.is_checked() {
        return None;
    }
    let value = tables.value(position).ok().filter(|value| !value.is_by_repetition())?;
    let mv = tables.ranked_moves(position).ok()?.first()?.mv;
    let win = |plies: u32| (WON - FADE * plies as Score).max(LEAST);
    let score = match value {
        TableValue::Win(plies) => win(plies),
        TableValue::Draw => 0,
        TableValue::Loss(plies) => -win(plies),
    };
    position.keeps_class(mv).then_some((score, mv))
}
