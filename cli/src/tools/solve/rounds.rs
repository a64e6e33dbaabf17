//! Solves the whole match.

use std::sync::atomic::Ordering;
use std::time::Instant;

use serde_json::json;

use super::{SolveArgs, position, range_json, range_text};
use crate::tools::output;
use banco::base::{Result, Team};
use banco::games::oanquan::{OAnQuan, Options};
use banco::solve::oanquan::Bounds;
use banco::solve::oanquan::ledger::{solve_match, solve_rounds};
use banco::traits::Game;

/// Solves all states of the match and prints them; the only round under rules without further rounds.
pub fn print(args: &SolveArgs, options: &Options) -> Result<()> {
    if !options.has_rounds() {
        output::print(
            "match",
            json!({ "rounds": 1 }),
            "by these rules a game is one round, won by the higher score",
        );
        return position::print(args, options);
    }
    args.refuse_others("solve: a match takes", &["match", "option", "threads", "hash"])?;
    let quit = crate::tools::interrupt()?;
    let begun = Instant::now();
    output::progress(
        "account: half squares of North's row that South owns; negative: North's of South's row",
    );
    output::progress("rounds that South begins:");
    let rounds = solve_rounds(options, args.hash as usize, args.threads as usize, quit, |round| {
        let difference = range_text(round.difference);
        output::print(
            "round",
            json!({ "account": round.account, "difference": range_json(round.difference), "nodes": round.nodes }),
            format_args!(
                "  account {:+}: South's difference {difference} ({} nodes)",
                round.account, round.nodes
            ),
        );
    })?;
    if quit.load(Ordering::Relaxed) {
        output::progress(format_args!("interrupted; {} rounds are solved", rounds.len()));
        return Ok(());
    }
    output::progress(format_args!("the match to {} sold squares:", options.sold_to_win));
    output::progress("  account  begins  difference  next account  result  rounds");
    for state in solve_match(&rounds, options) {
        let next = state.next.map_or("?".to_owned(), |next| format!("{next:+}"));
        let length = state.rounds.map_or("?".to_owned(), |rounds| rounds.to_string());
        let (begins, result) = (OAnQuan::SEATS[state.starter.index()], result_text(state.result));
        output::print(
            "state",
            json!({
                "account": state.account, "begins": begins, "difference": range_json(state.difference),
                "next": state.next, "result": result, "rounds": state.rounds,
            }),
            format_args!(
                "  {:+7}  {begins:6}  {:>10}  {next:>12}  {result:6}  {length:>6}",
                state.account,
                range_text(state.difference),
            ),
        );
        if state.account == 0 && state.starter == Team::First {
            output::progress("          ^ the start of the match");
        }
    }
    output::progress(format_args!("{:.3} seconds", begun.elapsed().as_secs_f64()));
    Ok(())
}

fn result_text(result: Bounds) -> &'static str {
    match (result.lo, result.hi) {
        (1, _) => "South",
        (_, -1) => "North",
        (0, 0) => "draw",
        _ => "open",
    }
}
