//! The first look at every position of a class: is the game over, and what do its converting moves lead to?
//!
//! What lies in another rank's share of the lower tables is asked for in batches. Answers come in the order of the
//! questions, two codes to a word; until then the position waits as a draft.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use super::loaded::{Found, Loaded};
use super::ranks::{Blocks, Crew, Outbox};
use super::retrograde::{Board, SAFE};
use super::value::{INVALID, OPEN, decode, encode};
use crate::base::Result;
use crate::traits::{Indexed, IndexedEntry, TableValue};

/// Questions to other ranks that are gathered before they are asked.
const BATCH: usize = 1 << 16;

/// A first look, with what it needs.
pub(super) struct Look<'a, G: Indexed> {
    pub(super) board: &'a Board<G>,
    pub(super) lower: &'a Loaded<G>,
    pub(super) crew: &'a Crew<'a>,
}

/// What is seen of the moves of a position.
struct Draft {
    place: usize,
    weight: u8,
    reversible: u32,
    /// The value of the best converting move.
    best: Option<TableValue>,
}

/// What a thread brings back: positions that wait, its questions, and by rank the draft behind each question.
struct Waiting {
    drafts: Vec<Draft>,
    questions: Outbox,
    askers: Vec<Vec<usize>>,
}

impl<G: Indexed> Look<'_, G> {
    /// Looks at all positions of this rank's share.
    pub(super) fn at_all(&self) -> Result<()> {
        let (next, ranks) = (AtomicUsize::new(0), self.crew.ranks.size());
        let (board, lower, monitor) = (self.board, self.lower, self.crew.monitor);
        loop {
            let waiting = self.crew.share_out(&next, board.blocks(), BATCH, |blocks| {
                let mut waiting = Waiting::new(ranks);
                let mut moves = Vec::new();
                while let Some(block) = blocks.take() {
                    for place in board.places(block) {
                        match board.slot(place) {
                            IndexedEntry::Position(position) => {
                                waiting.look(place, &position, board, lower, &mut moves, blocks);
                            }
                            IndexedEntry::NonCanonical | IndexedEntry::Illegal => {
                                board.set(place, INVALID, SAFE)
                            }
                        }
                    }
                    monitor.advance(board.places(block).len() as u64);
                }
                waiting
            });
            let more = self.crew.agree(next.load(Relaxed) < board.blocks())?;
            self.ask(waiting)?;
            if !more {
                return Ok(());
            }
        }
    }

    /// Asks the others, answers their questions, and closes the drafts.
    fn ask(&self, mut waiting: Vec<Waiting>) -> Result<()> {
        let mut questions = self.crew.nothing();
        for from in &mut waiting {
            questions.iter_mut().zip(&mut from.questions.words).for_each(|(all, words)| all.append(words));
        }
        let answer = |words: Vec<u32>| {
            let codes: Vec<u16> =
                Outbox::read(&words).map(|(part, place)| self.lower.code_at(part, place)).collect();
            let pack = |codes: &[u16]| codes.iter().rev().fold(0, |word, &code| word << 16 | u32::from(code));
            codes.chunks(2).map(pack).collect()
        };
        let answers = self.crew.exchange(questions)?.into_iter().map(answer).collect();
        let answers = self.crew.exchange(answers)?;
        let mut codes: Vec<_> = answers
            .iter()
            .map(|words| words.iter().flat_map(|&word| [word as u16, (word >> 16) as u16]))
            .collect();
        for mut from in waiting {
            for (askers, codes) in from.askers.iter().zip(&mut codes) {
                for (&asker, code) in askers.iter().zip(codes) {
                    from.drafts[asker].weigh(decode(code));
                }
            }
            from.drafts.iter().for_each(|draft| draft.close(self.board));
        }
        Ok(())
    }
}

impl Waiting {
    fn new(ranks: usize) -> Waiting {
        Waiting { drafts: Vec::new(), questions: Outbox::new(ranks), askers: vec![Vec::new(); ranks] }
    }

    fn look<G: Indexed>(
        &mut self,
        place: usize,
        position: &G,
        board: &Board<G>,
        lower: &Loaded<G>,
        moves: &mut Vec<G::Move>,
        blocks: &Blocks,
    ) {
        moves.clear();
        position.legal_moves(moves);
        if moves.is_empty() {
            return board.set(place, encode(TableValue::Loss(0)), SAFE);
        }
        let mut draft = Draft { place, weight: position.orbit_size(), reversible: 0, best: None };
        let mut open = false;
        for &mv in moves.iter() {
            if position.is_reversible(mv) {
                draft.reversible += 1;
                continue;
            }
            let mut next = position.clone();
            next.play(mv);
            match lower.find(&next) {
                Found::Here(known) => draft.weigh(known),
                Found::At(rank, part, place) => {
                    open = true;
                    self.askers[rank].push(self.drafts.len());
                    blocks.note(self.questions.push(rank, part, place));
                }
            }
        }
        if open { self.drafts.push(draft) } else { draft.close(board) }
    }
}

impl Draft {
    /// Takes in the value of a position that a converting move leads to.
    fn weigh(&mut self, after: TableValue) {
        let value = after.before();
        if self.best.is_none_or(|old| old.rank() < value.rank()) {
            self.best = Some(value);
        }
    }

    /// Writes down what all moves together tell: a code and the weight of the reversible moves.
    fn close<G: Indexed>(&self, board: &Board<G>) {
        let (code, count) = match self.best {
            Some(won @ TableValue::Win(_)) => (encode(won), SAFE),
            Some(TableValue::Draw) => (OPEN, SAFE),
            Some(lost) if self.reversible == 0 => (encode(lost), SAFE),
            // Lost at the earliest when the best of the converting moves is.
            bound => (OPEN | bound.map_or(0, encode), self.count()),
        };
        board.set(self.place, code, count);
    }

    fn count(&self) -> u8 {
        let count = self.reversible * u32::from(self.weight);
        assert!(count < SAFE.into(), "a position has too many moves");
        count as u8
    }
}
