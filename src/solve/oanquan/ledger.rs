//! Solution of the match: every state of the account, by dynamic programming over exactly solved rounds.
//!
//! A higher difference never gives a worse account, and a better account never gives a worse round (owned squares only
//! add to the sharing) nor a worse match. So each round is played for the greatest difference, and a state has the
//! value of the state after its round.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use super::Bounds;
use super::node::{OPEN, Round};
use super::solution::margin;
use super::solver::Solver;
use crate::base::{Result, Team};
use crate::games::oanquan::rules::{LAST_ROUND, next_account};
use crate::games::oanquan::{OAnQuan, Options};

/// The value of a round that South begins.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RoundValue {
    /// The account before the round.
    pub account: i8,
    /// South's difference in counters.
    pub difference: Bounds,
    /// Nodes searched.
    pub nodes: u64,
}

/// A state of the match between rounds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MatchState {
    /// Half squares of North's row that South owns; North's of South's row if negative.
    pub account: i8,
    /// The side that begins the next round.
    pub starter: Team,
    /// South's difference in the next round.
    pub difference: Bounds,
    /// The account after it, if the round's value is known.
    pub next: Option<i8>,
    /// The match's result for South, from round 1 on: 1 a win, 0 a draw, -1 a loss.
    pub result: Bounds,
    /// How many rounds the match lasts by perfect play, if all values on the way are known.
    pub rounds: Option<u32>,
}

/// Solves the rounds of all accounts that a match under these options can reach; returns the rounds solved when `quit`
/// turns true.
///
/// # Errors
/// When the tables cannot be allocated.
pub fn solve_rounds(
    options: &Options,
    megabytes: usize,
    threads: usize,
    quit: &AtomicBool,
    mut report: impl FnMut(&RoundValue),
) -> Result<Vec<RoundValue>> {
    let mut solver = Solver::for_rules(options, megabytes, threads)?;
    let most = options.account_limit() - 1;
    let mut out = Vec::new();
    for account in -most..=most {
        let start = OAnQuan::new_round(account, 1, Team::First, options);
        let (round, node) = Round::of(&start);
        solver.begin(round);
        let stop = |_| quit.load(Ordering::Relaxed);
        let progress = solver.prove(round, node, stop, |_| ControlFlow::Continue(()));
        if stop(0) {
            break;
        }
        let difference = margin(&start, progress.bounds);
        let value = RoundValue { account, difference, nodes: progress.nodes };
        report(&value);
        out.push(value);
    }
    Ok(out)
}

/// Returns the difference of a round for South for either beginner: a half turn of the board exchanges the sides.
fn difference(rounds: &[RoundValue], account: i8, starter: Team) -> Bounds {
    let find = |account: i8| rounds.iter().find(|round| round.account == account);
    match starter {
        Team::First => find(account).map_or(Bounds::UNKNOWN, |round| round.difference),
        Team::Second => find(-account).map_or(Bounds::UNKNOWN, |round| round.difference.against(0)),
    }
}

/// Computes the values of all states from those of the rounds.
pub fn solve_match(rounds: &[RoundValue], options: &Options) -> Vec<MatchState> {
    let most = options.account_limit() - 1;
    let states = || (-most..=most).flat_map(|account| Team::BOTH.map(|starter| (account, starter)));
    // Results of all states before a round, from the last round backwards.
    let place = |account: i8, starter: Team| (account + most) as usize * 2 + starter.index();
    let mut later: Vec<Bounds> = states().map(|(account, _)| decided(account)).collect();
    for _ in 0..LAST_ROUND {
        let value = |account: i8, starter: Team| {
            if account.abs() > most { decided(account) } else { later[place(account, starter)] }
        };
        later = states()
            .map(|(account, starter)| {
                let gain = difference(rounds, account, starter);
                let low = next_account(account, gain.lo);
                let high = next_account(account, gain.hi);
                Bounds { lo: value(low, !starter).lo, hi: value(high, !starter).hi }
            })
            .collect();
    }
    let describe = |(account, starter)| {
        let gain = difference(rounds, account, starter);
        let next = gain.is_exact().then(|| next_account(account, gain.lo));
        let result = later[place(account, starter)];
        MatchState {
            account,
            starter,
            difference: gain,
            next,
            result,
            rounds: length(rounds, options, account, starter),
        }
    };
    states().map(describe).collect()
}

/// Returns the result if the account decides it: over its limit, or after the last round.
fn decided(account: i8) -> Bounds {
    Bounds::exact(i32::from(account.signum()))
}

fn length(rounds: &[RoundValue], options: &Options, account: i8, starter: Team) -> Option<u32> {
    let (mut account, mut starter) = (account, starter);
    for played in 0..=u32::from(LAST_ROUND) {
        if account.abs() >= options.account_limit() || played == u32::from(LAST_ROUND) {
            return Some(played);
        }
        let gain = difference(rounds, account, starter);
        if !gain.is_exact() || gain.lo.abs() >= OPEN {
            return None;
        }
        account = next_account(account, gain.lo);
        starter = !starter;
    }
    None
}
