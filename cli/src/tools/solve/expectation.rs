//! Endings of dice chess: the expected result under optimal play, of the position and of every move.

use std::time::Instant;

use serde_json::json;

use super::SolveArgs;
use crate::tools::output;
use crate::tools::tables::console::Console;
use banco::base::{Error, Result, Team, fault};
use banco::games::dicechess::DiceChess;
use banco::solve::Monitor;
use banco::solve::expectation::{Ending, Expectations};
use banco::traits::{Chance, Game, Notation};

/// Largest number of armies in an ending.
const ARMIES: usize = 2;
/// Largest change of a value in the last sweep.
const TOLERANCE: f32 = 1e-6;
/// Limit of sweeps.
const MOST_SWEEPS: u32 = 10_000;

/// Returns the position of the arguments if it is an ending of dice chess, with at most two armies.
pub fn ending(args: &SolveArgs) -> Result<Option<DiceChess>> {
    if args.game.as_deref() != Some(DiceChess::ID) {
        return Ok(None);
    }
    let position =
        args.fen.as_deref().map_or_else(|| Ok(DiceChess::start(&())), |fen| DiceChess::from_fen(fen, &()))?;
    let armies = (0..4).filter(|&army| position.army(army) != 0).count();
    Ok((armies <= ARMIES).then_some(position))
}

/// Solves the position and prints its value and that of each move of each throw.
pub fn print(args: &SolveArgs, position: DiceChess) -> Result<()> {
    args.refuse_others("an ending of dice chess takes", &["fen", "threads", "hash"])?;
    if position.outcome().is_some() {
        return Err(Error::position(fault::game_over()));
    }
    let unrolled = position.with_die(0);
    let begun = Instant::now();
    let monitor = Console::new(crate::tools::interrupt()?);
    let ending = Ending::explore(&unrolled, (args.hash as usize) << 20, &monitor)?;
    monitor.report(&format!("{} positions, {} MiB", ending.positions(), ending.bytes() >> 20));
    monitor.begin("sweeps", MOST_SWEEPS.into());
    let found = ending.iterate(TOLERANCE, MOST_SWEEPS, &monitor)?;
    monitor.finish();
    let us = position.team();
    let value = |position: &DiceChess| ours(us, position, &ending, &found);
    let rolls: Vec<DiceChess> = match position.die() {
        Some(_) => vec![position],
        None => DiceChess::ROLLS.iter().map(|&roll| unrolled.after(roll)).collect(),
    };
    let total = match position.die() {
        Some(_) => best(&moves(&rolls[0], &value)),
        None => value(&unrolled),
    };
    for rolled in &rolls {
        let (die, moves) = (rolled.die(), moves(rolled, &value));
        let list: Vec<String> = moves.iter().map(|(mv, value)| format!("{mv} {value:+.4}")).collect();
        output::print(
            "roll",
            json!({
                "die": die, "value": best(&moves),
                "moves": moves.iter().map(|(mv, value)| json!({ "move": mv, "value": value })).collect::<Vec<_>>(),
            }),
            format_args!("{}: {}", die.unwrap_or_default(), list.join(", ")),
        );
    }
    let (seconds, count) = (begun.elapsed().as_secs_f64(), ending.positions());
    output::print(
        "value",
        json!({
            "fen": position.fen(), "value": total, "positions": count, "sweeps": found.sweeps,
            "change": found.change, "seconds": seconds,
        }),
        format_args!(
            "value {total:+.4} for the team to move ({:.2} % of the points); {count} positions, {} sweeps, last change \
             {:.0e}, {seconds:.1} seconds",
            50.0 * (1.0 + total),
            found.sweeps,
            found.change
        ),
    );
    Ok(())
}

/// Returns the expected result of a position before its throw, for a team.
fn ours(team: Team, position: &DiceChess, ending: &Ending<DiceChess>, found: &Expectations) -> f32 {
    let first = ending.expected(position, found).expect("every successor was explored");
    if team == Team::First { first } else { -first }
}

/// Returns the moves of a position after its throw, the best first.
fn moves(rolled: &DiceChess, value: &impl Fn(&DiceChess) -> f32) -> Vec<(String, f32)> {
    let list = rolled.moves();
    let mut moves: Vec<_> =
        list.into_iter().map(|mv| (rolled.move_text(mv), value(&rolled.after(mv)))).collect();
    moves.sort_by(|a, b| b.1.total_cmp(&a.1));
    moves
}

/// Returns the value of the best move.
fn best(moves: &[(String, f32)]) -> f32 {
    moves.first().map_or(0.0, |(_, value)| *value)
}
