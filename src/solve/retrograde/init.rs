//! The initial pass over every position of a class: ends of the game and values of converting moves.
//!
//! Values in another rank's shard of the sub-tables are requested in batches. Answers arrive in the order of the
//! requests, two codes a word; until then the position is pending.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use super::class_shard::{ClassShard, SAFE};
use super::rank_context::{Blocks, Outbox, RankContext};
use super::successors::{Found, SuccessorTables};
use super::value::{INVALID, UNRESOLVED, decode, encode};
use crate::base::Result;
use crate::traits::{Indexed, IndexedEntry, TableValue};

/// Requests to other ranks in a batch.
const BATCH: usize = 1 << 16;

/// The initial pass and its inputs.
pub(super) struct InitialPass<'a, G: Indexed> {
    pub(super) shard: &'a ClassShard<G>,
    pub(super) lower: &'a SuccessorTables<G>,
    pub(super) context: &'a RankContext<'a>,
}

/// Summary of the moves of a position.
struct PendingPosition {
    place: usize,
    weight: u8,
    /// The number of moves that keep the class.
    steps: u32,
    /// The value of the best converting move.
    best: Option<TableValue>,
}

/// Result of a thread: pending positions, its requests, and by rank the pending position of each request.
struct Waiting {
    pending: Vec<PendingPosition>,
    questions: Outbox,
    waiting_by_rank: Vec<Vec<usize>>,
}

impl<G: Indexed> InitialPass<'_, G> {
    /// Visits all positions of this rank's shard.
    pub(super) fn run(&self) -> Result<()> {
        let (next, ranks) = (AtomicUsize::new(0), self.context.ranks.size());
        let (shard, lower, monitor) = (self.shard, self.lower, self.context.monitor);
        loop {
            let waiting = self.context.for_each_thread(&next, shard.blocks(), BATCH, |blocks| {
                let mut waiting = Waiting::new(ranks);
                let mut moves = Vec::new();
                while let Some(block) = blocks.take() {
                    shard.visit(shard.places(block), |place, entry| match entry {
                        IndexedEntry::Position(position) => {
                            waiting.visit(place, position, shard, lower, &mut moves, blocks);
                        }
                        IndexedEntry::NonCanonical | IndexedEntry::Illegal => shard.set(place, INVALID, SAFE),
                    });
                    monitor.advance(shard.places(block).len() as u64);
                }
                waiting
            });
            let more = self.context.agree(next.load(Relaxed) < shard.blocks())?;
            self.query(waiting)?;
            if !more {
                return Ok(());
            }
        }
    }

    /// Exchanges requests and answers with the other ranks and completes the pending positions.
    fn query(&self, mut waiting: Vec<Waiting>) -> Result<()> {
        let mut questions = self.context.nothing();
        for from in &mut waiting {
            questions.iter_mut().zip(&mut from.questions.words).for_each(|(all, words)| all.append(words));
        }
        let answer = |words: Vec<u32>| {
            let codes: Vec<u16> =
                Outbox::read(&words).map(|(part, place)| self.lower.code_at(part, place)).collect();
            let pack = |codes: &[u16]| codes.iter().rev().fold(0, |word, &code| word << 16 | u32::from(code));
            codes.chunks(2).map(pack).collect()
        };
        let answers = self.context.all_to_all(questions)?.into_iter().map(answer).collect();
        let answers = self.context.all_to_all(answers)?;
        let mut codes: Vec<_> = answers
            .iter()
            .map(|words| words.iter().flat_map(|&word| [word as u16, (word >> 16) as u16]))
            .collect();
        for mut from in waiting {
            for (waiting_by_rank, codes) in from.waiting_by_rank.iter().zip(&mut codes) {
                for (&index, code) in waiting_by_rank.iter().zip(codes) {
                    from.pending[index].weigh(decode(code));
                }
            }
            from.pending.iter().for_each(|pending| pending.close(self.shard));
        }
        Ok(())
    }
}

impl Waiting {
    fn new(ranks: usize) -> Waiting {
        Waiting {
            pending: Vec::new(),
            questions: Outbox::new(ranks),
            waiting_by_rank: vec![Vec::new(); ranks],
        }
    }

    fn visit<G: Indexed>(
        &mut self,
        place: usize,
        position: &G,
        shard: &ClassShard<G>,
        lower: &SuccessorTables<G>,
        moves: &mut Vec<G::Move>,
        blocks: &Blocks,
    ) {
        moves.clear();
        position.legal_moves(moves);
        if moves.is_empty() {
            return shard.set(place, encode(TableValue::Loss(0)), SAFE);
        }
        let mut pending = PendingPosition { place, weight: position.orbit_size(), steps: 0, best: None };
        let mut open = false;
        for &mv in moves.iter() {
            if position.keeps_class(mv) {
                pending.steps += 1;
                continue;
            }
            let next = position.child(mv);
            match lower.find(&next) {
                Found::Here(known) => pending.weigh(known),
                Found::At(rank, part, place) => {
                    open = true;
                    self.waiting_by_rank[rank].push(self.pending.len());
                    blocks.note(self.questions.push(rank, part, place));
                }
            }
        }
        if open { self.pending.push(pending) } else { pending.close(shard) }
    }
}

impl PendingPosition {
    /// Adds the value of a converting move.
    fn weigh(&mut self, after: TableValue) {
        let value = after.before();
        if self.best.is_none_or(|old| old.rank() < value.rank()) {
            self.best = Some(value);
        }
    }

    /// Stores the result of all moves: a code and the weight of the moves that keep the class.
    fn close<G: Indexed>(&self, shard: &ClassShard<G>) {
        let (code, count) = match self.best {
            Some(won @ TableValue::Win(_)) => (encode(won), SAFE),
            Some(TableValue::Draw) => (UNRESOLVED, SAFE),
            Some(lost) if self.steps == 0 => (encode(lost), SAFE),
            // The best converting move bounds the earliest loss.
            bound => (UNRESOLVED | bound.map_or(0, encode), self.count()),
        };
        shard.set(self.place, code, count);
    }

    fn count(&self) -> u8 {
        let count = self.steps * u32::from(self.weight);
        assert!(count < SAFE.into(), "a position has too many moves");
        count as u8
    }
}
