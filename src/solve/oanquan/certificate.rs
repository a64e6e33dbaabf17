//! A proof written down: nodes with bounds, each following from those before it. The form is the checker's.

use std::collections::HashSet;
use std::io::Write;
use std::ops::ControlFlow;
use std::path::Path;

use rustc_hash::FxHashMap;

use super::Bounds;
use super::bounds::OPEN;
use super::check::{MAGIC, RECORD};
use super::derivation;
use super::node::{Edge, Node, Round};
use super::proof::DEPTH_MOST;
use super::solver::Solver;
use crate::base::{Error, Result, Square, files, packing};
use crate::games::oanquan::Ruleset;
use crate::games::oanquan::board::SPACES;
use crate::games::oanquan::{OAnQuan, Options};
use crate::traits::{Configurable, Notation};

/// A chain of claims longer than this is given up; without a table that has forgotten much, none comes near.
const LONGEST: usize = 1_000;

/// How hard the file is packed.
const ZSTD_LEVEL: i32 = 19;

/// The rules as they stand in a file.
pub fn encode_rules(options: &Options) -> [u8; 6] {
    let ruleset = match options.ruleset {
        Ruleset::Tonkin => 0,
        Ruleset::Modern => 1,
        Ruleset::MancalaWorld => 2,
    };
    let single = u8::from(options.single_round);
    [
        ruleset,
        u8::from(options.relay_needs_occupied),
        options.quan_value,
        options.quan_non,
        single,
        options.sold_to_win,
    ]
}

/// What a written proof holds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Size {
    /// Records.
    pub records: usize,
    /// Bytes of the file.
    pub bytes: u64,
}

/// Writes the proof of a position's bounds, which the solver has just found: the whole file or nothing, and what was
/// there before stays until then.
///
/// # Errors
/// When the proof cannot be put in order, or the file not be written.
pub fn write(path: &Path, solver: &Solver, position: &OAnQuan, bounds: Bounds) -> Result<Size> {
    let (round, node) = Round::of(position);
    let derived = derivation::derive(solver, round, node, bounds);
    let mut records = match derived {
        Some(records) => records,
        None => search_again(solver, round, node, bounds)?,
    };
    records.push((node, bounds));
    let fault = |why: std::io::Error| Error::file(path, why);
    let content = to_bytes(position, bounds, &records).map_err(fault)?;
    files::replace(path, &content)?;
    Ok(Size { records: records.len(), bytes: content.len() as u64 })
}

/// The records where the table has lost some of what the proof rests on.
fn search_again(solver: &Solver, round: Round, node: Node, bounds: Bounds) -> Result<Vec<(Node, Bounds)>> {
    let mut proof = CertificateBuilder {
        solver,
        round,
        records: Vec::new(),
        done: FxHashMap::default(),
        open: HashSet::new(),
    };
    let lower = bounds.lo <= -OPEN || proof.at_least(node, bounds.lo);
    if !lower || bounds.hi < OPEN && !proof.at_most(node, bounds.hi) {
        return Err(Error::limit("the proof cannot be put in order: solve again with a larger table"));
    }
    Ok(proof.records)
}

/// A proof that is put together, by records that follow from those before them.
struct CertificateBuilder<'a> {
    solver: &'a Solver,
    round: Round,
    records: Vec<(Node, Bounds)>,
    done: FxHashMap<Node, Bounds>,
    /// Claims that are being proven: none may rest on itself.
    open: HashSet<(Node, Side)>,
}

/// A claim's bound and its side: true for a lower bound.
type Side = (i32, bool);

impl CertificateBuilder<'_> {
    fn known(&self, node: Node) -> Bounds {
        self.done.get(&node).copied().unwrap_or(Bounds::UNKNOWN)
    }

    fn keep(&mut self, node: Node, bounds: Bounds) {
        let known = self.known(node).meet(bounds);
        self.done.insert(node, known);
        self.records.push((node, bounds));
    }

    /// Proves that the node is worth `bound` at least, and as much more as the table knows.
    fn at_least(&mut self, node: Node, bound: i32) -> bool {
        if bound <= -OPEN {
            return false;
        }
        if self.known(node).lo >= bound {
            return true;
        }
        self.settle(node, bound);
        let most = self.solver.known(node).lo;
        most > bound && self.reach(node, most) || self.reach(node, bound)
    }

    /// One move is enough.
    fn reach(&mut self, node: Node, bound: i32) -> bool {
        if self.open.len() >= LONGEST || !self.open.insert((node, (bound, true))) {
            return false;
        }
        let mut edges = self.round.edges(node);
        edges.sort_by_key(|edge| -self.solver.known_after(edge).lo);
        let proven = edges.iter().any(|edge| self.by_move(edge, bound));
        self.open.remove(&(node, (bound, true)));
        if proven {
            self.keep(node, Bounds { lo: bound, hi: OPEN });
        }
        proven
    }

    fn by_move(&mut self, edge: &Edge, bound: i32) -> bool {
        let enough = self.solver.known_after(edge).lo >= bound;
        enough && edge.to.is_none_or(|to| self.at_most(to, edge.gain - bound))
    }

    /// Proves that the node is worth `bound` at most, and as much less as the table knows.
    fn at_most(&mut self, node: Node, bound: i32) -> bool {
        if bound >= OPEN {
            return false;
        }
        if self.known(node).hi <= bound {
            return true;
        }
        self.settle(node, bound + 1);
        let least = self.solver.known(node).hi;
        least < bound && self.hold(node, least) || self.hold(node, bound)
    }

    /// No move may do better.
    fn hold(&mut self, node: Node, bound: i32) -> bool {
        if self.open.len() >= LONGEST || !self.open.insert((node, (bound, false))) {
            return false;
        }
        let edges = self.round.edges(node);
        let proven = edges.iter().all(|edge| match edge.to {
            None => edge.gain <= bound,
            Some(to) => self.at_least(to, edge.gain - bound),
        });
        self.open.remove(&(node, (bound, false)));
        if proven {
            self.keep(node, Bounds { lo: -OPEN, hi: bound });
        }
        proven
    }

    /// Asks the solver again where the table has lost what it knew.
    fn settle(&self, node: Node, bound: i32) {
        let children = self.round.edges(node);
        let all = children.iter().fold(Bounds::NONE, |all, edge| all.best(self.solver.known_after(edge)));
        if all.decide(bound).is_none() {
            self.solver.decide(self.round, node, bound, DEPTH_MOST);
        }
    }
}

/// The content of the file.
fn to_bytes(position: &OAnQuan, bounds: Bounds, records: &[(Node, Bounds)]) -> std::io::Result<Vec<u8>> {
    let mut out = packing::Packer::new(MAGIC.to_vec(), ZSTD_LEVEL)?;
    let text = position.fen();
    out.write_all(&(text.len() as u16).to_le_bytes())?;
    out.write_all(text.as_bytes())?;
    out.write_all(&encode_rules(position.options()))?;
    out.write_all(&[bounds.lo as u8, bounds.hi as u8])?;
    out.write_all(&(records.len() as u32).to_le_bytes())?;
    for (node, bounds) in records {
        let mut record = [0; RECORD];
        for (space, byte) in Square::all(SPACES).zip(&mut record) {
            *byte = node.ring.get(space) as u8;
        }
        record[SPACES] = (node.ring.0 >> 96) as u8 | u8::from(node.swapped) << 2;
        record[SPACES + 1] = bounds.lo as u8;
        record[SPACES + 2] = bounds.hi as u8;
        out.write_all(&record)?;
    }
    out.finish()
}

impl Solver {
    /// Decides whether a node is worth a bound, if lines that end decide it.
    pub fn decide(&self, round: Round, node: Node, bound: i32, depth_limit: u32) {
        let enough = |bounds: Bounds| {
            if bounds.decide(bound).is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        match self.numbers {
            Some(_) => self.prove(round, node, |_| false, |progress| enough(progress.bounds)),
            None => self.solve(round, node, depth_limit, |_| false, |progress| enough(progress.bounds)),
        };
    }
}
