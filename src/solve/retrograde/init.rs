//! The initial pass over every position of a class: is the game over, and what do its converting moves lead to?
//!
//! What lies in another rank's share of the lower tables is asked for in batches. Answers come in the order of the
//! questions, two codes to a word; until then the position is pending.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use super::class_share::{ClassShare, SAFE};
use super::rank_context::{Blocks, Outbox, RankContext};
use super::successors::{Found, SuccessorTables};
use super::value::{INVALID, UNRESOLVED, decode, encode};
use crate::base::Result;
use crate::traits::{Indexed, IndexedEntry, TableValue};

/// Questions to other ranks that are gathered before they are asked.
const BATCH: usize = 1 << 16;

/// The initial pass, with what it needs.
pub(super) struct InitialPass<'a, G: Indexed> {
    pub(super) share: &'a ClassShare<G>,
    pub(super) lower: &'a SuccessorTables<G>,
    pub(super) context: &'a RankContext<'a>,
}

/// What is seen of the moves of a position.
struct PendingPosition {
    place: usize,
    weight: u8,
    /// The number of moves that keep the class.
    steps: u32,
    /// The value of the best converting move.
    best: Option<TableValue>,
}

/// What a thread brings back: positions that wait, its questions, and by rank the pending position behind each
/// question.
struct Waiting {
    pending: Vec<PendingPosition>,
    questions: Outbox,
    askers: Vec<Vec<usize>>,
}

impl<G: Indexed> InitialPass<'_, G> {
    /// Goes through all positions of this rank's share.
    pub(super) fn run(&self) -> Result<()> {
        let (next, ranks) = (AtomicUsize::new(0), self.context.ranks.size());
        let (share, lower, monitor) = (self.share, self.lower, self.context.monitor);
        loop {
            let waiting = self.context.for_each_thread(&next, share.blocks(), BATCH, |blocks| {
                let mut waiting = Waiting::new(ranks);
                let mut moves = Vec::new();
                while let Some(block) = blocks.take() {
                    share.visit(share.places(block), |place, entry| match entry {
                        IndexedEntry::Position(position) => {
                            waiting.visit(place, position, share, lower, &mut moves, blocks);
                        }
                        IndexedEntry::NonCanonical | IndexedEntry::Illegal => share.set(place, INVALID, SAFE),
                    });
                    monitor.advance(share.places(block).len() as u64);
                }
                waiting
            });
            let more = self.context.agree(next.load(Relaxed) < share.blocks())?;
            self.ask(waiting)?;
            if !more {
                return Ok(());
            }
        }
    }

    /// Asks the others, answers their questions, and closes what is pending.
    fn ask(&self, mut waiting: Vec<Waiting>) -> Result<()> {
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
            for (askers, codes) in from.askers.iter().zip(&mut codes) {
                for (&asker, code) in askers.iter().zip(codes) {
                    from.pending[asker].weigh(decode(code));
                }
            }
            from.pending.iter().for_each(|pending| pending.close(self.share));
        }
        Ok(())
    }
}

impl Waiting {
    fn new(ranks: usize) -> Waiting {
        Waiting { pending: Vec::new(), questions: Outbox::new(ranks), askers: vec![Vec::new(); ranks] }
    }

    fn visit<G: Indexed>(
        &mut self,
        place: usize,
        position: &G,
        share: &ClassShare<G>,
        lower: &SuccessorTables<G>,
        moves: &mut Vec<G::Move>,
        blocks: &Blocks,
    ) {
        moves.clear();
        position.legal_moves(moves);
        if moves.is_empty() {
            return share.set(place, encode(TableValue::Loss(0)), SAFE);
        }
        let mut pending = PendingPosition { place, weight: position.orbit_size(), steps: 0, best: None };
        let mut open = false;
        for &mv in moves.iter() {
            if position.keeps_class(mv) {
                pending.steps += 1;
                continue;
            }
            let mut next = position.clone();
            next.play(mv);
            match lower.find(&next) {
                Found::Here(known) => pending.weigh(known),
                Found::At(rank, part, place) => {
                    open = true;
                    self.askers[rank].push(self.pending.len());
                    blocks.note(self.questions.push(rank, part, place));
                }
            }
        }
        if open { self.pending.push(pending) } else { pending.close(share) }
    }
}

impl PendingPosition {
    /// Takes in the value of a position that a converting move leads to.
    fn weigh(&mut self, after: TableValue) {
        let value = after.before();
        if self.best.is_none_or(|old| old.rank() < value.rank()) {
            self.best = Some(value);
        }
    }

    /// Writes down what all moves together tell: a code and the weight of the moves that keep the class.
    fn close<G: Indexed>(&self, share: &ClassShare<G>) {
        let (code, count) = match self.best {
            Some(won @ TableValue::Win(_)) => (encode(won), SAFE),
            Some(TableValue::Draw) => (UNRESOLVED, SAFE),
            Some(lost) if self.steps == 0 => (encode(lost), SAFE),
            // Lost at the earliest when the best of the converting moves is.
            bound => (UNRESOLVED | bound.map_or(0, encode), self.count()),
        };
        share.set(self.place, code, count);
    }

    fn count(&self) -> u8 {
        let count = self.steps * u32::from(self.weight);
        assert!(count < SAFE.into(), "a position has too many moves");
        count as u8
    }
}
