//! The interface to the search: noisy moves and their order (most valuable victim, least valuable attacker, MVV-LVA),
//! static exchange evaluation (SEE), keys of the correction history, null moves, and the features of the network. A
//! feature is a piece on a point, 14 times 90, in an input bucket for each point of the own king (HalfKA, Nasu 2018). A
//! king on the right file sees the mirrored board, so six buckets cover nine points.

use super::board::Xiangqi;
use super::eval::{self, CROSSED_PAWN, PIECE_VALUES, piece_value};
use super::geometry::{FILES, HOME, POINTS, Set, file, flip, is_crossed, own_rank, point, rank};
use super::legality::is_legal;
use super::movegen::{GenType, generate, list};
use super::moves::Move;
use super::piece::{Piece, PieceType};
use super::{legality, see};
use crate::base::{File, Score, Square, Team, WdlModel, for_below};
use crate::traits::{SearchGame, Stage};

/// The number of files of a palace; a perspective is a point of it, by rank and file.
const PALACE_FILES: usize = 3;
/// The first file of the palaces.
const PALACE_LEFT: usize = 3;

/// The history index of each piece on each point where it may stand, without gaps, so that the tables stay in the
/// processor's cache.
static HISTORY_INDEX: [[u16; POINTS]; 14] = make_history_index();
/// The number of points where the pieces of one side may stand.
const PLACES: usize = 346;

const fn make_history_index() -> [[u16; POINTS]; 14] {
    let mut table = [[0; POINTS]; 14];
    let mut index = 0;
    for_below!(piece, 14, {
        for_below!(p, POINTS, {
            if HOME[piece / 7][piece % 7].has(Square::new(p)) {
                table[piece][p] = index;
                index += 1;
            }
        });
    });
    assert!(index as usize == 2 * PLACES);
    table
}

/// Returns the feature of a piece on a point.
#[inline]
fn feature(piece: Piece, p: Square) -> usize {
    piece.index() * POINTS + p.index()
}

impl Xiangqi {
    /// Returns the points whose content differs from another position.
    #[inline]
    fn differing(&self, other: &Xiangqi) -> Set {
        self.sets().zip(other.sets()).fold(Set::EMPTY, |points, (a, b)| points | (a ^ b))
    }
}

impl SearchGame for Xiangqi {
    const HISTORY_SIZE: usize = 2 * PLACES;
    const LISTS_CHECKS: bool = true;
    const WDL: WdlModel = WdlModel { even: 400.0, spread: 167.0 };
    const FEATURES: usize = 14 * POINTS;
    const INPUT_BUCKETS: usize = 6;
    const PERSPECTIVES: usize = 3 * PALACE_FILES;
    #[cfg(not(feature = "network-apart"))]
    const NETWORK: Option<&'static [u8]> = Some(include_bytes!("net.nnue"));

    fn evaluate(&self) -> Score {
        eval::evaluate(self)
    }

    fn generate(&self, stage: Stage, out: &mut Vec<Move>) {
        match stage {
            Stage::Noisy => generate(self, GenType::Captures, out),
            Stage::Quiet => generate(self, GenType::Quiets, out),
            Stage::Deferred => {}
        }
    }

    fn generate_quiet_checks(&self, out: &mut Vec<Move>) {
        generate(self, GenType::QuietChecks, out);
    }

    fn in_check(&self) -> bool {
        self.is_check()
    }

    #[inline]
    fn gives_check(&self, mv: Move) -> bool {
        legality::gives_check(self, mv)
    }

    fn candidate_checks(&self) -> Vec<Move> {
        list(self, GenType::All).into_iter().filter(|&mv| self.gives_check(mv)).collect()
    }

    fn is_noisy(&self, mv: Move) -> bool {
        !self.piece_at(mv.to()).is_none()
    }

    fn victim_value(&self, mv: Move) -> Score {
        let (piece, taken) = (self.piece_at(mv.from()), self.piece_at(mv.to()));
        let side = piece.team().index();
        let crosses = piece.piece_type() == PieceType::Pawn
            && is_crossed(side, mv.to())
            && !is_crossed(side, mv.from());
        let bonus = if crosses { CROSSED_PAWN - PIECE_VALUES[PieceType::Pawn as usize] } else { 0 };
        if taken.is_none() { bonus } else { bonus + piece_value(taken, mv.to()) }
    }

    fn attacker_value(&self, mv: Move) -> Score {
        piece_value(self.piece_at(mv.from()), mv.from())
    }

    fn see_ge(&self, mv: Move, margin: Score) -> bool {
        see::see_ge(self, mv, margin)
    }

    /// Keys of the pawns, of the defenders, and of each side's attackers.
    fn correction_keys(&self, visit: impl FnMut(u64)) {
        self.part_keys().into_iter().for_each(visit);
    }

    fn history_index(&self, mv: Move) -> usize {
        HISTORY_INDEX[self.piece_at(mv.from()).index()][mv.to().index()].into()
    }

    fn key_after(&self, mv: Move) -> Option<u64> {
        Some(self.hash_after(mv))
    }

    fn pack_move(&self, mv: Move) -> u32 {
        mv.code()
    }

    fn unpack_move(&self, code: u32) -> Option<Move> {
        let (from, to) = (code as usize & 127, code as usize >> 7);
        if from >= POINTS || to >= POINTS {
            return None;
        }
        let mv = Move::new(Square::new(from), Square::new(to));
        is_legal(self, mv).then_some(mv)
    }

    /// Rules out zugzwang: the side to move needs a rook, knight, cannon or crossed pawn.
    fn null_move(&self) -> Option<Self> {
        let us = self.side();
        let free = [PieceType::Rook, PieceType::Knight, PieceType::Cannon]
            .iter()
            .any(|&piece_type| !self.pieces(us, piece_type).is_empty())
            || self.pieces(us, PieceType::Pawn).into_iter().any(|p| is_crossed(us.index(), p));
        if self.is_check() || !free {
            return None;
        }
        let mut next = self.clone();
        next.turn();
        Some(next)
    }

    #[inline]
    fn active_features(&self, since: Option<&Self>, mut visit: impl FnMut(usize, bool)) {
        let mut name = |piece: Piece, p: Square, is_on: bool| {
            if !piece.is_none() {
                visit(feature(piece, p), is_on);
            }
        };
        match since {
            None => self.occupied().into_iter().for_each(|p| name(self.piece_at(p), p, true)),
            Some(earlier) => {
                for p in self.differing(earlier) {
                    name(earlier.piece_at(p), p, false);
                    name(self.piece_at(p), p, true);
                }
            }
        }
    }

    #[inline]
    fn changed_features(&self, mv: Move, _after: &Self, mut visit: impl FnMut(usize, bool)) {
        let (piece, taken) = (self.piece_at(mv.from()), self.piece_at(mv.to()));
        visit(feature(piece, mv.from()), false);
        visit(feature(piece, mv.to()), true);
        if !taken.is_none() {
            visit(feature(taken, mv.to()), false);
        }
    }

    #[inline]
    fn flip_perspective(feature: usize) -> usize {
        (feature / POINTS + 7) % 14 * POINTS + flip(Square::new(feature % POINTS)).index()
    }

    #[inline]
    fn mirror_feature(feature: usize) -> Option<usize> {
        let (piece, p) = (feature / POINTS, Square::new(feature % POINTS));
        let mirrored = point(File::new(FILES - 1 - file(p).index()), rank(p));
        Some(piece * POINTS + mirrored.index())
    }

    #[inline]
    fn perspective(&self, team: Team) -> usize {
        let king = self.king(team);
        own_rank(team.index(), king).index() * PALACE_FILES + file(king).index() - PALACE_LEFT
    }

    #[inline]
    fn mirror_perspective(perspective: usize) -> usize {
        let file = perspective % PALACE_FILES;
        perspective - file + (PALACE_FILES - 1 - file)
    }

    #[inline]
    fn input_bucket(perspective: usize) -> (usize, bool) {
        let (rank, file) = (perspective / PALACE_FILES, perspective % PALACE_FILES);
        (2 * rank + file % 2, file == 2)
    }
}
