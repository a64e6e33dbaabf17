//! The writer of certificates: what a prover knows is derived once more from ends of the round upwards, and of all steps
//! those are written on which the proof rests.

use std::collections::VecDeque;
use std::io::{self, Write};
use std::path::Path;

use rustc_hash::FxHashMap;

use super::format::{Head, MAGIC, Record};
use crate::base::{Error, Result, files, packing};
use crate::games::oanquan::OAnQuan;
use crate::solve::oanquan::{Bounds, Node, OPEN, Round};

/// How hard the file is packed.
const ZSTD_LEVEL: i32 = 19;

/// What a written proof holds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Size {
    /// Records.
    pub records: usize,
    /// Bytes of the file.
    pub bytes: u64,
}

/// Writes the proof of a position's bounds from what is `known` of the nodes of its round: the whole file or nothing, and
/// what was there before stays until then.
///
/// # Errors
/// When the bounds do not follow from what is known, or the file cannot be written.
pub fn write(
    path: &Path,
    position: &OAnQuan,
    bounds: Bounds,
    known: impl Fn(Node) -> Bounds,
) -> Result<Size> {
    let (round, node) = Round::of(position);
    let mut derivation = Derivation::collect(round, round.canonical(node), bounds, known);
    if !derivation.run(bounds) {
        return Err(Error::usage("the proof cannot be put in order: solve again with a larger table"));
    }
    let mut records = derivation.records(bounds);
    records.push((node, bounds));
    let content = to_bytes(position, bounds, &records).map_err(|why| Error::file(path, why))?;
    files::replace(path, &content)?;
    Ok(Size { records: records.len(), bytes: content.len() as u64 })
}

/// The content of the file.
fn to_bytes(position: &OAnQuan, bounds: Bounds, records: &[(Node, Bounds)]) -> io::Result<Vec<u8>> {
    let mut out = packing::Packer::new(MAGIC.to_vec(), ZSTD_LEVEL)?;
    let range = |bounds: &Bounds| (bounds.lo, bounds.hi);
    Head { position: *position, bounds: range(&bounds), records: records.len() as u32 }.write(&mut out)?;
    for (node, bounds) in records {
        let record = Record { ring: node.ring, north: node.swapped, bounds: range(bounds) };
        out.write_all(&record.to_bytes())?;
    }
    out.finish()
}

/// A move, by its end.
#[derive(Clone, Copy)]
enum End {
    /// The round is over.
    Over,
    /// Nothing is known of what follows.
    Unknown,
    /// The node of this number.
    At(u32),
}

/// Something derived: from now on a node is known to lie within these bounds.
struct Step {
    node: u32,
    bounds: Bounds,
    /// The step before it at the same node.
    before: Option<u32>,
    /// Which of the ends of the range are needed.
    needs: [bool; 2],
}

/// All nodes that a proof may rest on, the root the first.
struct Derivation {
    nodes: Vec<Node>,
    /// Where the moves of a node begin in `moves`; one more for the end.
    starts: Vec<usize>,
    moves: Vec<(i8, End)>,
    steps: Vec<Step>,
    /// The last step of each node.
    last: Vec<Option<u32>>,
}

impl Derivation {
    /// Gathers the nodes that the claims on the root may rest on, by what the table knows.
    fn collect(round: Round, root: Node, wanted: Bounds, known: impl Fn(Node) -> Bounds) -> Derivation {
        let mut nodes = vec![root];
        let mut numbers = FxHashMap::from_iter([(root, 0_u32)]);
        // The strongest claims made on each node so far: at least, at most.
        let mut claimed = vec![Bounds::UNKNOWN];
        let mut claims = vec![(0, Bounds { hi: OPEN, ..wanted }), (0, Bounds { lo: -OPEN, ..wanted })];
        while let Some((number, claim)) = claims.pop() {
            let before = claimed[number as usize];
            claimed[number as usize] = before.meet(claim);
            if claimed[number as usize] == before {
                continue;
            }
            for edge in round.edges(nodes[number as usize]) {
                let Some(to) = edge.to.map(|to| round.canonical(to)) else { continue };
                // At least so much by any move that is known to bring it; at most so much whatever the move.
                if claim.hi >= OPEN && edge.bounds(known(to)).lo < claim.lo {
                    continue;
                }
                let next = *numbers.entry(to).or_insert_with(|| {
                    nodes.push(to);
                    claimed.push(Bounds::UNKNOWN);
                    nodes.len() as u32 - 1
                });
                claims.push((next, claim.against(edge.gain)));
            }
        }
        let (mut starts, mut moves) = (vec![0], Vec::new());
        for &node in &nodes {
            for edge in round.edges(node) {
                let end = match edge.to.map(|to| round.canonical(to)) {
                    None => End::Over,
                    Some(to) => numbers.get(&to).map_or(End::Unknown, |&number| End::At(number)),
                };
                moves.push((edge.gain as i8, end));
            }
            starts.push(moves.len());
        }
        let last = vec![None; nodes.len()];
        Derivation { nodes, starts, moves, steps: Vec::new(), last }
    }

    fn moves(&self, node: u32) -> &[(i8, End)] {
        &self.moves[self.starts[node as usize]..self.starts[node as usize + 1]]
    }

    fn known(&self, node: u32) -> Bounds {
        self.last[node as usize].map_or(Bounds::UNKNOWN, |step| self.steps[step as usize].bounds)
    }

    /// Derives bounds until the root has those wanted; false where it never gets them.
    fn run(&mut self, wanted: Bounds) -> bool {
        let parents = self.parents();
        let mut queue: VecDeque<u32> = (0..self.nodes.len() as u32).rev().collect();
        let mut queued = vec![true; self.nodes.len()];
        while let Some(node) = queue.pop_front() {
            queued[node as usize] = false;
            let found = self.moves(node).iter().fold(Bounds::NONE, |all, &(gain, end)| {
                let gain = i32::from(gain);
                all.best(match end {
                    End::Over => Bounds::exact(gain),
                    End::Unknown => Bounds::UNKNOWN,
                    End::At(to) => self.known(to).against(gain),
                })
            });
            let before = self.known(node);
            let bounds = before.meet(found);
            if bounds == before {
                continue;
            }
            let step = Step { node, bounds, before: self.last[node as usize], needs: [false; 2] };
            self.last[node as usize] = Some(self.steps.len() as u32);
            self.steps.push(step);
            if node == 0 && bounds.lo >= wanted.lo && bounds.hi <= wanted.hi {
                return true;
            }
            for &parent in &parents.1[parents.0[node as usize]..parents.0[node as usize + 1]] {
                if !std::mem::replace(&mut queued[parent as usize], true) {
                    queue.push_back(parent);
                }
            }
        }
        false
    }

    /// The nodes that have a move to each node: where they begin, and their numbers.
    fn parents(&self) -> (Vec<usize>, Vec<u32>) {
        let mut starts = vec![0; self.nodes.len() + 1];
        let ends = |&(_, end): &(i8, End)| if let End::At(to) = end { Some(to as usize) } else { None };
        for to in self.moves.iter().filter_map(ends) {
            starts[to + 1] += 1;
        }
        for i in 1..starts.len() {
            starts[i] += starts[i - 1];
        }
        let (mut next, mut parents) = (starts.clone(), vec![0; starts[self.nodes.len()]]);
        for node in 0..self.nodes.len() as u32 {
            for to in self.moves(node).iter().filter_map(ends) {
                parents[next[to]] = node;
                next[to] += 1;
            }
        }
        (starts, parents)
    }

    /// The first step, before the step `limit`, by which a node is known to fit.
    fn first(&self, node: u32, limit: u32, fits: impl Fn(Bounds) -> bool) -> Option<u32> {
        let mut found = None;
        let mut at = self.last[node as usize];
        while let Some(step) = at {
            let Step { bounds, before, .. } = self.steps[step as usize];
            if !fits(bounds) {
                break;
            }
            if step < limit {
                found = Some(step);
            }
            at = before;
        }
        found
    }

    /// Marks an end of a range as needed.
    fn need(&mut self, step: Option<u32>, upper: usize) {
        if let Some(step) = step {
            self.steps[step as usize].needs[upper] = true;
        }
    }

    /// The steps that the root's bounds rest on.
    fn records(&mut self, wanted: Bounds) -> Vec<(Node, Bounds)> {
        let all = self.steps.len() as u32;
        if wanted.lo > -OPEN {
            self.need(self.first(0, all, |bounds| bounds.lo >= wanted.lo), 0);
        }
        if wanted.hi < OPEN {
            self.need(self.first(0, all, |bounds| bounds.hi <= wanted.hi), 1);
        }
        for step in (0..all).rev() {
            let Step { node, bounds, needs: [lower, upper], .. } = self.steps[step as usize];
            let moves = self.moves(node).to_vec();
            if lower {
                // One move is enough; an end of the round needs no proof.
                let over =
                    moves.iter().any(|&(gain, end)| matches!(end, End::Over) && i32::from(gain) >= bounds.lo);
                let enough = |&(gain, end): &(i8, End)| match end {
                    End::At(to) => {
                        self.first(to, step, |known| known.against(i32::from(gain)).lo >= bounds.lo)
                    }
                    _ => None,
                };
                let by = if over { None } else { moves.iter().filter_map(enough).min() };
                self.need(by, 1);
            }
            if upper {
                for (gain, end) in moves {
                    if let End::At(to) = end {
                        let by = self.first(to, step, |known| known.against(i32::from(gain)).hi <= bounds.hi);
                        self.need(by, 0);
                    }
                }
            }
        }
        let needed = self.steps.iter().filter(|step| step.needs != [false; 2]);
        let record = |step: &Step| {
            let lo = if step.needs[0] { step.bounds.lo } else { -OPEN };
            let hi = if step.needs[1] { step.bounds.hi } else { OPEN };
            (self.nodes[step.node as usize], Bounds { lo, hi })
        };
        needed.map(record).collect()
    }
}
