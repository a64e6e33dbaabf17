//! Perpetual check and chase: positions that no sequence of moves decides, but the rule that whoever checks for ever, or
//! chases one and the same piece for ever, loses.
//!
//! Once all wins by force are known, the positions are sought in which every move that does not lose is an offence, and
//! after each of these the other side has an answer that leads back into the same set: the greatest such set, found by
//! striking out what fails until nothing does. Whoever has to move there must offend for ever, which loses, or lose
//! otherwise. So these positions are lost, and the sweep goes on from them as from mates; what it decides may leave
//! others with nothing but offences, so all is repeated until the set is empty (after Fang, Hsu and Hsu, Checking
//! indefinitely in Chinese-chess endgames, 2002; Fang, The nature of retrograde analysis for Chinese chess, 2005).
//!
//! A chase is of one piece, so a member of the set is a position and the piece that is chased there. The other side may
//! offend on the way, as long as it can always come to an answer that is none, since both offend then no more: members
//! from which it cannot are struck out too. It may not check while it is chased, since a check makes the cycle a draw.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use rayon::prelude::*;
use rustc_hash::FxHashSet;

use super::cells::SAFE;
use super::class_share::{BANDS, ClassShare, band_of};
use super::rank_context::RankContext;
use super::shares::Location;
use super::value::{INVALID, UNRESOLVED};
use crate::base::{Result, Square};
use crate::traits::{Indexed, IndexedEntry};

/// What nobody may do for ever.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Offence {
    /// Giving check.
    Check,
    /// Chasing one and the same piece.
    Chase,
}

/// The piece that stands for "no piece": what a check is of.
const NOBODY: Square = Square::new(0);

impl Offence {
    /// All of them.
    pub(super) const ALL: [Offence; 2] = [Offence::Check, Offence::Chase];

    /// The pieces that a move offends against, by the points where they stand.
    pub(super) fn victims<G: Indexed>(self, before: &G, mv: G::Move, after: &G) -> Vec<Square> {
        match self {
            Offence::Check if after.is_checked() => vec![NOBODY],
            Offence::Chase if !after.is_checked() => before.chased(mv, after),
            _ => Vec::new(),
        }
    }

    /// Where the victim stands after an answer, and whether the answer is no offence; `None` where it may not be played.
    pub(super) fn answer<G: Indexed>(
        self,
        victim: Square,
        before: &G,
        mv: G::Move,
        after: &G,
    ) -> Option<(Square, bool)> {
        match self {
            Offence::Check => Some((NOBODY, !after.is_checked())),
            Offence::Chase if after.is_checked() => None,
            Offence::Chase => Some((G::follow(mv, victim), before.chased(mv, after).is_empty())),
        }
    }

    /// The piece as it is known in the position that stands for all its images.
    pub(super) fn label<G: Indexed>(self, position: &G, victim: Square) -> Square {
        if self == Offence::Check { NOBODY } else { position.canonical_square(victim) }
    }
}

/// A position, by its number or place, and the piece that is chased there.
pub(super) type Member<N> = (N, Square);

/// The greatest set of members from which a cycle of offences can be upheld; `holds` tells of a member, the set and the
/// members from which an answer without offence is in sight whether it may stay.
pub(super) fn greatest_set<N: Copy + Eq + std::hash::Hash + Send + Sync>(
    mut set: FxHashSet<Member<N>>,
    holds: impl Fn(&Member<N>, &FxHashSet<Member<N>>, &FxHashSet<Member<N>>) -> bool + Sync,
) -> FxHashSet<Member<N>> {
    loop {
        let mut clean = FxHashSet::default();
        loop {
            let found: FxHashSet<_> =
                set.par_iter().filter(|member| holds(member, &set, &clean)).copied().collect();
            let grown = found.len() > clean.len();
            clean = found;
            if !grown || clean.len() == set.len() {
                break;
            }
        }
        if clean.len() == set.len() {
            return clean;
        }
        set = clean;
    }
}

/// The search for perpetual offences in a class that is held by one rank.
pub(super) struct Perpetual<'a, G: Indexed> {
    pub(super) share: &'a ClassShare<G>,
    pub(super) offence: Offence,
    /// Where in [`BANDS`] the distances belong that are found.
    pub(super) band: usize,
}

impl<G: Indexed> Perpetual<'_, G> {
    /// Finds the positions lost by the offence as things stand and enters them as losses at a distance of the band beyond
    /// all others: that distance and their number, or `None` when there are none.
    pub(super) fn decide(&self, context: &RankContext) -> Result<Option<(u32, usize)>> {
        let members = self.candidates(context)?;
        let members = context
            .pool
            .install(|| greatest_set(members, |&member, set, clean| self.holds(member, set, clean)));
        context.agree(false)?;
        let lost: FxHashSet<usize> = members.into_iter().map(|(place, _)| place).collect();
        if lost.is_empty() {
            return Ok(None);
        }
        let share = self.share;
        let longest = lost.iter().map(|&place| self.longest_escape(place)).max().unwrap_or(0);
        let distance = (BANDS[self.band].start + longest).max(share.longest[self.band].load(Relaxed) + 1);
        let distance = distance.next_multiple_of(2);
        for &place in &lost {
            share.set(place, (distance + 1) as u16, SAFE);
        }
        Ok(Some((distance, lost.len())))
    }

    /// The plies for which a position can put off the end by moves that lose without an offence.
    fn longest_escape(&self, place: usize) -> u32 {
        let IndexedEntry::Position(position) = self.share.slot(place) else { return 0 };
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        let after = |&mv: &G::Move| {
            let mut after = position.clone();
            after.play(mv);
            self.share.cells.code(self.place(&after))
        };
        let steps = moves.iter().filter(|&&mv| position.keeps_class(mv)).map(after);
        // What is open stays in the class; a bound tells of the moves that leave it.
        let known = steps.filter(|code| code & UNRESOLVED == 0);
        let bound = self.share.cells.bound(place);
        let plies = |code: u16| {
            let distance = u32::from(code);
            distance - BANDS[band_of(distance)].start
        };
        known.chain([bound]).map(plies).max().unwrap_or(0) + 1
    }

    /// Positions in which every move that does not lose offends against the same piece, with that piece.
    fn candidates(&self, context: &RankContext) -> Result<FxHashSet<Member<usize>>> {
        let (next, share) = (AtomicUsize::new(0), self.share);
        let found = context.for_each_thread(&next, share.blocks(), usize::MAX, |blocks| {
            let (mut found, mut moves) = (Vec::new(), Vec::new());
            while let Some(block) = blocks.take() {
                for place in share.places(block) {
                    let victims = self.victims_at(place, &mut moves);
                    found.extend(victims.into_iter().map(|victim| (place, victim)));
                }
            }
            found
        });
        context.agree(false)?;
        Ok(found.into_iter().flatten().collect())
    }

    /// The pieces that every move which does not lose offends against.
    fn victims_at(&self, place: usize, moves: &mut Vec<G::Move>) -> Vec<Square> {
        // Where a conversion holds the draw, the count is safe; other conversions lose.
        if !self.is_open(place) || self.share.cells.is_safe(place) {
            return Vec::new();
        }
        let IndexedEntry::Position(position) = self.share.slot(place) else { return Vec::new() };
        moves.clear();
        position.legal_moves(moves);
        let mut victims: Option<Vec<Square>> = None;
        for &mv in moves.iter().filter(|&&mv| position.keeps_class(mv)) {
            let mut after = position.clone();
            after.play(mv);
            if !self.is_open(self.place(&after)) {
                continue;
            }
            let now = self.offence.victims(&position, mv, &after);
            let left = match victims {
                None => now,
                Some(victims) => victims.into_iter().filter(|victim| now.contains(victim)).collect(),
            };
            if left.is_empty() {
                return left;
            }
            victims = Some(left);
        }
        let label = |victim| self.offence.label(&position, victim);
        victims.unwrap_or_default().into_iter().map(label).collect()
    }

    /// Whether each offence that does not lose has an answer that leads back into the set, one without offence or one
    /// to where such an answer is in sight.
    fn holds(
        &self,
        (place, victim): Member<usize>,
        set: &FxHashSet<Member<usize>>,
        clean: &FxHashSet<Member<usize>>,
    ) -> bool {
        let IndexedEntry::Position(position) = self.share.slot(place) else { return false };
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
                self.offence.answer(victim, &after, answer, &back).is_some_and(|(victim, is_clean)| {
                    let member = (self.place(&back), self.offence.label(&back, victim));
                    if is_clean { set.contains(&member) } else { clean.contains(&member) }
                })
            })
        })
    }

    /// Whether nothing decides a position by what counts in this band.
    fn is_open(&self, place: usize) -> bool {
        let code = self.share.cells.code(place);
        code != INVALID && (code & UNRESOLVED != 0 || u32::from(code) > BANDS[self.band].end)
    }

    fn place(&self, position: &G) -> usize {
        match self.share.shares.place(position.index()) {
            Location::Here(place) => place,
            Location::At(..) => unreachable!("one rank holds the class"),
        }
    }
}
