//! Analyses the games of a file in any format of Xiangqi. Prints them as PGN with the score of each move, and the
//! better move where one loses a pawn or more.
//!
//!     cargo run --release --example analyse_games [FILE] [NODES]

use std::io::{Write, stdout};

use banco::base::{Error, Result, Team, score};
use banco::engine::{Analyser, Registered};
use banco::games::xiangqi::Xiangqi;
use banco::record::{self, Boards, Eval, Format, Game, ReadOptions, WriteOptions};
use banco::search::{Bound, Info, Limits, SearchOptions};
use banco::traits::{GameHistory, Notation};

/// The cannon of the second move is lost for a pawn.
const SAMPLE: &str = "[Red \"Ann\"]\n[Black \"Ben\"]\n\n1. h3e3 h10g8 2. e3e7 g8e7 *\n";
/// The glyph of a mistake, and the loss in centipawns that makes one.
const MISTAKE: (u8, i32) = (2, 100);

fn main() -> Result<()> {
    let mut arguments = std::env::args().skip(1);
    let bytes = match arguments.next() {
        Some(path) => std::fs::read(&path).map_err(|error| Error::file(path.as_ref(), error))?,
        None => SAMPLE.as_bytes().to_vec(),
    };
    let nodes = arguments.next().and_then(|text| text.parse().ok()).unwrap_or(20_000);
    let analyser = Analyser::<Xiangqi>::new(SearchOptions::default())?;
    let found = record::read(&bytes, &ReadOptions::default())?;
    for mut game in found.games {
        for note in &game.notes {
            eprintln!("{note}");
        }
        analyse(&mut game, &analyser, nodes)?;
        let pgn = record::write(&game, &WriteOptions::new(Format::Pgn), &mut Boards::default())?;
        stdout().write_all(&pgn).map_err(|error| Error::Output(error.kind()))?;
    }
    Ok(())
}

/// Adds scores and better moves to the main line of a game.
fn analyse<G: Registered + Notation>(game: &mut Game, analyser: &Analyser<G>, nodes: u64) -> Result<()> {
    let mut history = GameHistory::new(game.start::<G>()?);
    for index in game.tree.main().collect::<Vec<_>>() {
        let position = history.position();
        let mv = position.parse_move(&game.tree.node(index).text)?;
        let best = search(analyser, &history, nodes, Vec::new())?;
        let played = search(analyser, &history, nodes, vec![mv])?;
        let node = game.tree.node_mut(index);
        node.eval = Some(for_first(played.score, position.team()));
        if let Some(&better) = best.pv.first().filter(|_| best.score - played.score >= MISTAKE.1) {
            node.glyphs.push(MISTAKE.0);
            let comment = format!("better {} {}", position.move_text(better), node.comment);
            node.comment = comment.trim_end().to_owned();
        }
        history.try_play(mv)?;
    }
    Ok(())
}

/// Returns the last exact report of a search of all moves, or of some.
fn search<G: Registered>(
    analyser: &Analyser<G>,
    history: &GameHistory<G>,
    nodes: u64,
    search_moves: Vec<G::Move>,
) -> Result<Info<G::Move>> {
    let limits = Limits { nodes: Some(nodes), search_moves, ..Limits::default() };
    let analysis = analyser.search(history.clone(), limits)?;
    analysis.filter(|info| info.bound == Bound::Exact).last().ok_or(Error::Failed("search"))
}

/// Returns a score of the team to move as files have it.
fn for_first(score: i32, team: Team) -> Eval {
    let sign = if team == Team::First { 1 } else { -1 };
    score::moves_to_end(score).map_or(Eval::Cp(sign * score), |moves| Eval::Mate(sign * moves))
}
