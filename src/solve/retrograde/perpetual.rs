//! Perpetual check: positions that no sequence of moves decides, but the rule that whoever checks for ever loses.
//!
//! Once all wins by force are known, the positions are sought in which every move that does not lose gives check, and
//! after each of these checks the other side has an answer that gives none and leads back into the same set: the
//! greatest such set, found by striking out what fails until nothing does. Whoever has to move there must check for
//! ever, which loses, or lose otherwise. So these positions are lost, and the sweep goes on from them as from mates;
//! what it decides may leave others with nothing but checks, so all is repeated until the set is empty (after Fang,
//! Hsu and Hsu, Checking indefinitely in Chinese-chess endgames, 2002).
//!
//! No move has to be struck out because the other side checks back at every move: the answer is sought among those
//! that give no check, which can only leave a position undecided.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use rayon::prelude::*;
use rustc_hash::FxHashSet;

use super::class_share::{ClassShare, SAFE};
use super::rank_context::RankContext;
use super::shares::Location;
use super::value::{INVALID, UNRESOLVED};
use crate::base::Result;
use crate::traits::tablebase::BY_REPETITION;
use crate::traits::{Indexed, IndexedEntry};

/// The search for perpetual checks in a class that is held by one rank.
pub(super) struct PerpetualCheck<'a, G: Indexed> {
    pub(super) share: &'a ClassShare<G>,
    pub(super) context: &'a RankContext<'a>,
}

impl<G: Indexed> PerpetualCheck<'_, G> {
    /// Finds the positions lost by perpetual check as things stand and enters them as losses at a distance beyond
    /// all others: that distance and their number, or `None` when there are none.
    pub(super) fn decide(&self) -> Result<Option<(u32, usize)>> {
        let lost = self.greatest_set()?;
        if lost.is_empty() {
            return Ok(None);
        }
        let bound = |&place: &usize| u32::from(self.share.codes[place].load(Relaxed) & !UNRESOLVED);
        let bound = lost.iter().map(bound).max().unwrap_or(0);
        let longest = self.share.longest.load(Relaxed).max(bound);
        let begin = if longest < BY_REPETITION { BY_REPETITION + longest + 1 } else { longest + 1 };
        let distance = begin.next_multiple_of(2);
        for &place in &lost {
            self.share.set(place, (distance + 1) as u16, SAFE);
        }
        Ok(Some((distance, lost.len())))
    }

    fn greatest_set(&self) -> Result<Vec<usize>> {
        let mut set = self.candidates()?;
        loop {
            self.context.agree(false)?;
            let share = self.share;
            let is_held = |place: &&usize| share.is_held(**place, &set);
            let kept: FxHashSet<usize> =
                self.context.pool.install(|| set.par_iter().filter(is_held).copied().collect());
            if kept.len() == set.len() {
                return Ok(kept.into_iter().collect());
            }
            set = kept;
        }
    }

    /// Positions in which every move that does not lose gives check.
    fn candidates(&self) -> Result<FxHashSet<usize>> {
        let (next, share) = (AtomicUsize::new(0), self.share);
        let found = self.context.for_each_thread(&next, share.blocks(), usize::MAX, |blocks| {
            let (mut found, mut moves) = (Vec::new(), Vec::new());
            while let Some(block) = blocks.take() {
                found.extend(share.places(block).filter(|&place| share.is_candidate(place, &mut moves)));
            }
            found
        });
        self.context.agree(false)?;
        Ok(found.into_iter().flatten().collect())
    }
}

impl<G: Indexed> ClassShare<G> {
    fn is_candidate(&self, place: usize, moves: &mut Vec<G::Move>) -> bool {
        // Where a conversion holds the draw, the count is safe; other conversions lose.
        if !self.is_open(place) || self.counts[place].load(Relaxed) == SAFE {
            return false;
        }
        let IndexedEntry::Position(position) = self.slot(place) else { return false };
        moves.clear();
        position.legal_moves(moves);
        moves.iter().all(|&mv| {
            if !position.keeps_class(mv) {
                return true;
            }
            let mut after = position.clone();
            after.play(mv);
            after.is_checked() || !self.is_open(self.place(&after))
        })
    }

    /// Whether each check that does not lose has an answer without check that leads back into the set.
    fn is_held(&self, place: usize, set: &FxHashSet<usize>) -> bool {
        let IndexedEntry::Position(position) = self.slot(place) else { return false };
        let (mut moves, mut answers) = (Vec::new(), Vec::new());
        position.legal_moves(&mut moves);
        moves.iter().filter(|&&mv| position.keeps_class(mv)).all(|&mv| {
            let mut after = position.clone();
            after.play(mv);
            if !self.is_open(self.place(&after)) {
                return true;
            }
            answers.clear();
            after.legal_moves(&mut answers);
            answers.iter().filter(|&&answer| after.keeps_class(answer)).any(|&answer| {
                let mut back = after.clone();
                back.play(answer);
                !back.is_checked() && set.contains(&self.place(&back))
            })
        })
    }

    /// Whether the value of a position is not known yet.
    fn is_open(&self, place: usize) -> bool {
        let code = self.codes[place].load(Relaxed);
        code & UNRESOLVED != 0 && code != INVALID
    }

    fn place(&self, position: &G) -> usize {
        match self.shares.place(position.index()) {
            Location::Here(place) => place,
            Location::At(..) => unreachable!("one rank holds the class"),
        }
    }
}
