//! Perpetual check and chase: positions that are decided only by the rule that a side loses if it checks for ever, or
//! chases one piece for ever.
//!
//! After the forced wins, this finds the greatest set of positions in which every move that does not lose is an
//! offence, and each offence has an answer that leads back into the set. Members that fail are removed until none
//! fails. The side to move in such a position must offend for ever or lose otherwise, so the position is lost, and the
//! sweep continues from it as from a mate. New losses may leave other positions with offences only, so all is repeated
//! until the set is empty (after Fang, Hsu and Hsu, Checking indefinitely in Chinese-chess endgames, 2002; Fang, The
//! nature of retrograde analysis for Chinese chess, 2005).
//!
//! A chase is of one piece, so a member of the set is a position and the piece that is chased there. The other side may
//! check or chase on the way, as long as it can always reach an answer that does neither: members from which it cannot
//! are removed too.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use rayon::prelude::*;
use rustc_hash::FxHashSet;

use super::class_shard::{BANDS, ClassShard, SAFE, band_of};
use super::rank_context::RankContext;
use super::shards::Location;
use super::value::{INVALID, UNRESOLVED};
use crate::base::{Result, Square};
use crate::traits::{Indexed, IndexedEntry};

/// A perpetual offence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Offence {
    /// Giving check.
    Check,
    /// Chasing one and the same piece.
    Chase,
}

/// The victim of a check: no piece.
const NOBODY: Square = Square::new(0);

impl Offence {
    /// All offences.
    pub(super) const ALL: [Offence; 2] = [Offence::Check, Offence::Chase];

    /// Returns the points of the pieces that a move offends against.
    pub(super) fn victims<G: Indexed>(self, before: &G, mv: G::Move, after: &G) -> Vec<Square> {
        match self {
            Offence::Check if after.is_checked() => vec![NOBODY],
            Offence::Chase if !after.is_checked() => before.chased(mv, after),
            _ => Vec::new(),
        }
    }

    /// Returns the point of the victim after an answer, and whether the answer is free of offence.
    pub(super) fn answer<G: Indexed>(
        self,
        victim: Square,
        before: &G,
        mv: G::Move,
        after: &G,
    ) -> (Square, bool) {
        match self {
            Offence::Check => (NOBODY, !after.is_checked()),
            Offence::Chase => {
                let is_clean = !after.is_checked() && before.chased(mv, after).is_empty();
                (G::follow(mv, victim), is_clean)
            }
        }
    }

    /// Maps the piece to the canonical image of the position.
    pub(super) fn label<G: Indexed>(self, position: &G, victim: Square) -> Square {
        if self == Offence::Check { NOBODY } else { position.canonical_square(victim) }
    }
}

/// A position, by its index or place, and the chased piece.
pub(super) type Member<N> = (N, Square);

/// State of a member of a set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Standing {
    /// Some offence has no answer that leads back into the set.
    Out,
    /// Every offence has an answer that leads back, but no answer without offence has been reached yet.
    Waits,
    /// Every offence is answered.
    Holds,
}

/// Returns the greatest set of members that can uphold a cycle of offences. `standing` returns the state of a member,
/// given the set and the members that can reach an answer without offence.
pub(super) fn greatest_set<N: Copy + Eq + std::hash::Hash + Send + Sync>(
    mut set: FxHashSet<Member<N>>,
    standing: impl Fn(&Member<N>, &FxHashSet<Member<N>>, &FxHashSet<Member<N>>) -> Standing + Sync,
) -> FxHashSet<Member<N>> {
    loop {
        let mut clean = FxHashSet::default();
        let mut waiting: Vec<Member<N>> = set.iter().copied().collect();
        loop {
            let standings: Vec<Standing> =
                waiting.par_iter().map(|member| standing(member, &set, &clean)).collect();
            let before = clean.len();
            let mut left = Vec::new();
            for (member, standing) in waiting.into_iter().zip(standings) {
                match standing {
                    Standing::Holds => {
                        clean.insert(member);
                    }
                    Standing::Waits => left.push(member),
                    Standing::Out => {}
                }
            }
            waiting = left;
            if clean.len() == before || waiting.is_empty() {
                break;
            }
        }
        if clean.len() == set.len() {
            return clean;
        }
        set = clean;
    }
}

/// Search for perpetual offences in a class on a single rank.
pub(super) struct Perpetual<'a, G: Indexed> {
    pub(super) shard: &'a ClassShard<G>,
    pub(super) offence: Offence,
    /// The band of the new distances in [`BANDS`].
    pub(super) band: usize,
}

impl<G: Indexed> Perpetual<'_, G> {
    /// Finds the positions lost by the offence and stores them as losses at a new greatest distance of the band.
    /// Returns that distance and their number, or `None` when there are none.
    pub(super) fn decide(&self, context: &RankContext) -> Result<Option<(u32, usize)>> {
        let members = self.candidates(context)?;
        let members = context
            .pool
            .install(|| greatest_set(members, |&member, set, clean| self.standing(member, set, clean)));
        context.agree(false)?;
        let lost: FxHashSet<usize> = members.into_iter().map(|(place, _)| place).collect();
        if lost.is_empty() {
            return Ok(None);
        }
        let shard = self.shard;
        let longest = lost.iter().map(|&place| self.longest_escape(place)).max().unwrap_or(0);
        let distance = (BANDS[self.band].start + longest).max(shard.longest[self.band].load(Relaxed) + 1);
        let distance = distance.next_multiple_of(2);
        for &place in &lost {
            shard.set(place, (distance + 1) as u16, SAFE);
        }
        Ok(Some((distance, lost.len())))
    }

    /// Returns the plies by which moves that lose without offence delay the end.
    fn longest_escape(&self, place: usize) -> u32 {
        let IndexedEntry::Position(position) = self.shard.slot(place) else { return 0 };
        let moves = position.moves();
        let after = |&mv: &G::Move| {
            let after = position.child(mv);
            self.shard.cells.code(self.place(&after))
        };
        let steps = moves.iter().filter(|&&mv| position.keeps_class(mv)).map(after);
        // Open successors are in the class; the bound covers the moves that leave it.
        let known = steps.filter(|code| code & UNRESOLVED == 0);
        let bound = self.shard.cells.bound(place);
        let plies = |code: u16| {
            let distance = u32::from(code);
            distance - BANDS[band_of(distance)].start
        };
        known.chain([bound]).map(plies).max().unwrap_or(0) + 1
    }

    /// Lists positions in which every move that does not lose offends against the same piece, with that piece.
    fn candidates(&self, context: &RankContext) -> Result<FxHashSet<Member<usize>>> {
        let (next, shard) = (AtomicUsize::new(0), self.shard);
        let found = context.for_each_thread(&next, shard.blocks(), usize::MAX, |blocks| {
            let (mut found, mut moves) = (Vec::new(), Vec::new());
            while let Some(block) = blocks.take() {
                // If a conversion holds the draw, the count is safe; other conversions lose.
                let open = shard.places(block).filter(|&at| self.is_open(at) && !shard.cells.is_safe(at));
                shard.visit(open, |place, entry| {
                    let IndexedEntry::Position(position) = entry else { return };
                    let victims = self.victims_of(position, &mut moves);
                    found.extend(victims.into_iter().map(|victim| (place, victim)));
                });
            }
            found
        });
        context.agree(false)?;
        Ok(found.into_iter().flatten().collect())
    }

    /// Returns the pieces that every non-losing move offends against.
    fn victims_of(&self, position: &G, moves: &mut Vec<G::Move>) -> Vec<Square> {
        moves.clear();
        position.legal_moves(moves);
        let mut victims: Option<Vec<Square>> = None;
        for &mv in moves.iter().filter(|&&mv| position.keeps_class(mv)) {
            let after = position.child(mv);
            if !self.is_open(self.place(&after)) {
                continue;
            }
            let now = self.offence.victims(position, mv, &after);
            let left = match victims {
                None => now,
                Some(victims) => victims.into_iter().filter(|victim| now.contains(victim)).collect(),
            };
            if left.is_empty() {
                return left;
            }
            victims = Some(left);
        }
        let label = |victim| self.offence.label(position, victim);
        victims.unwrap_or_default().into_iter().map(label).collect()
    }

    /// Returns the least state of a member over its non-losing offences.
    fn standing(
        &self,
        (place, victim): Member<usize>,
        set: &FxHashSet<Member<usize>>,
        clean: &FxHashSet<Member<usize>>,
    ) -> Standing {
        let IndexedEntry::Position(position) = self.shard.slot(place) else { return Standing::Out };
        let (mut moves, mut answers) = (Vec::new(), Vec::new());
        position.legal_moves(&mut moves);
        let mut least = Standing::Holds;
        for &mv in moves.iter().filter(|&&mv| position.keeps_class(mv)) {
            let after = position.child(mv);
            // If check is the offence, all other moves of a member lose.
            if self.offence == Offence::Check && !after.is_checked() || !self.is_open(self.place(&after)) {
                continue;
            }
            answers.clear();
            after.legal_moves(&mut answers);
            let mut best = Standing::Out;
            for &answer in answers.iter().filter(|&&answer| after.keeps_class(answer)) {
                let back = after.child(answer);
                let (victim, is_clean) = self.offence.answer(victim, &after, answer, &back);
                let member = (self.place(&back), self.offence.label(&back, victim));
                if set.contains(&member) {
                    let holds = is_clean || clean.contains(&member);
                    best = best.max(if holds { Standing::Holds } else { Standing::Waits });
                }
                if best == Standing::Holds {
                    break;
                }
            }
            least = least.min(best);
            if least == Standing::Out {
                break;
            }
        }
        least
    }

    /// Whether a position is undecided in this band.
    fn is_open(&self, place: usize) -> bool {
        let code = self.shard.cells.code(place);
        code != INVALID && (code & UNRESOLVED != 0 || u32::from(code) > BANDS[self.band].end)
    }

    fn place(&self, position: &G) -> usize {
        match self.shard.shards.place(position.index()) {
            Location::Here(place) => place,
            Location::At(..) => unreachable!("one rank holds the class"),
        }
    }
}
