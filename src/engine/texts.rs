//! The text forms of a search, for hosts: limits, reports and answers whose moves are text.

use std::fmt;

use crate::base::score::{self, Score};
use crate::search::{self, Bound, Choice};
use crate::traits::Notation;

/// The limits of a search, with moves as text.
pub type Limits = search::Limits<String>;
/// A report of a search, with moves as text; its `Display` form is the rest of an `info` line.
pub type Info = search::Info<String>;
/// The answer of a search, with moves as text.
pub type BestMove = search::BestMove<String>;

/// Writes a report of a search of `position`.
pub fn write_info<G: Notation>(position: &G, mut info: search::Info<G::Move>) -> Info {
    let mut position = position.clone();
    let line = std::mem::take(&mut info.pv);
    let mut texts = Vec::with_capacity(line.len());
    for (i, &mv) in line.iter().enumerate() {
        if i > 0 {
            position.play(line[i - 1]);
        }
        texts.push(position.move_text(mv));
    }
    info.with_pv(texts)
}

/// Writes the answer of a search of `position`.
pub fn write_best<G: Notation>(position: &G, answer: search::BestMove<G::Move>) -> BestMove {
    let search::BestMove { choice, ponder, offer } = answer;
    let reply = choice.zip(ponder).map(|(choice, reply)| {
        let mut next = position.clone();
        if let Choice::Move(mv) = choice {
            next.play(mv);
        }
        next.move_text(reply)
    });
    let choice = choice.map(|choice| match choice {
        Choice::Move(mv) => Choice::Move(position.move_text(mv)),
        Choice::Roll => Choice::Roll,
    });
    BestMove { choice, ponder: reply, offer: offer.map(|mv| position.move_text(mv)) }
}

impl fmt::Display for Choice<String> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Choice::Move(text) => f.write_str(text),
            Choice::Roll => f.write_str("roll"),
        }
    }
}

/// Formats a score for the protocol: `cp 31`, `mate 3`, `mate -2`. A mate counts the winner's moves.
pub fn score_text(score: Score) -> String {
    match score::moves_to_end(score) {
        Some(moves) => format!("mate {moves}"),
        None => format!("cp {score}"),
    }
}

impl fmt::Display for search::Info<String> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "depth {} seldepth {}", self.depth, self.seldepth)?;
        if self.multipv > 0 {
            write!(f, " multipv {}", self.multipv)?;
        }
        write!(f, " score {}", score_text(self.score))?;
        match self.bound {
            Bound::Exact => {}
            Bound::Lower => write!(f, " lowerbound")?,
            Bound::Upper => write!(f, " upperbound")?,
        }
        if let Some([win, draw, loss]) = self.wdl {
            write!(f, " wdl {win} {draw} {loss}")?;
        }
        let (nodes, nps) = (self.nodes, self.nps());
        write!(f, " nodes {nodes} nps {nps} hashfull {} tbhits {}", self.hashfull, self.tbhits)?;
        write!(f, " time {}", self.time.as_millis())?;
        if !self.pv.is_empty() {
            write!(f, " pv {}", self.pv.join(" "))?;
        }
        if let Some(remark) = &self.remark {
            write!(f, " string {remark}")?;
        }
        Ok(())
    }
}
