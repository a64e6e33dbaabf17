//! Endings of Xiangqi for the endgame tables: classes, indices, unmoves.
//!
//! Colours do not matter, only the side to move: an uneven class has a sub-table for each side to move, an even class
//! has one.

use super::attack_tables::{ADVISOR, ELEPHANT, KING, KNIGHT_TO, PAWN_TO};
use super::attacks::{self, diagonal_blockers, file_attacks, rank_attacks};
use super::board::Xiangqi;
use super::decoder::Decoder;
use super::geometry::{BOARD, HOME, Set};
use super::material::{MaterialSignature, most_moves};
use super::moves::Move;
use super::numbering::{Layout, MIRROR, Numbered, seen};
use super::options::Repetition;
use super::piece::{Piece, PieceType};
use super::repetition;
use crate::base::{Error, Result, Square, Team};
use crate::traits::indexed::{BuildCost, RepetitionRules, Subtable};
use crate::traits::tablebase::BY_REPETITION;
use crate::traits::{Configurable, Indexed, IndexedEntry, TableValue};

/// The largest number of indices of a class.
const LARGEST: u64 = 1 << 40;

impl Xiangqi {
    /// Returns the origins of the last mover's piece on a point, by moves without a capture.
    #[inline]
    fn origins(&self, piece: Piece, to: Square) -> Set {
        let side = piece.team().index();
        let from = match piece.piece_type() {
            PieceType::King => KING[to],
            PieceType::Advisor => ADVISOR[to],
            PieceType::Elephant => ELEPHANT[to][diagonal_blockers(self, to)],
            PieceType::Knight => KNIGHT_TO[to][diagonal_blockers(self, to)],
            PieceType::Pawn => PAWN_TO[side][to] & HOME[side][PieceType::Pawn as usize],
            PieceType::Rook | PieceType::Cannon => {
                attacks::spread(to, rank_attacks(self, to).rook, file_attacks(self, to).rook)
            }
        };
        from & BOARD.without(self.occupied())
    }
}

impl Indexed for Xiangqi {
    type Class = MaterialSignature;

    /// 2: checks of the chased side do not void a perpetual chase.
    const RULES_VERSION: u32 = 2;
    const INDEX_VERSION: u32 = 1;
    const IMAGES: u32 = 1;
    const BUILD_COST: BuildCost =
        BuildCost { bytes: 0.1, micros: 0.4, repetition: 10.0, sample: "CP.-", sample_micros: 0.35 };

    fn classes(pieces: u32) -> Vec<MaterialSignature> {
        let fits = |class: &MaterialSignature| numbers_of_part(*class) <= LARGEST / 2;
        MaterialSignature::all(pieces).into_iter().filter(fits).collect()
    }

    fn small_classes() -> Vec<MaterialSignature> {
        let parse = |text: &&str| Self::parse_class(text).expect("the name of a class");
        ["R.AAEE", "N.AAEE", "P.AAEE", "CA.AA", "CE.E"].iter().map(parse).collect()
    }

    fn attackers(class: MaterialSignature) -> [u32; 2] {
        class.attackers()
    }

    fn parse_class(text: &str) -> Result<MaterialSignature> {
        let class = MaterialSignature::parse(text)?;
        if Self::is_drawn(class) {
            return Err(Error::limit(format!("class {class} has no table: all its positions are draws")));
        }
        if numbers_of_part(class) > LARGEST / 2 {
            return Err(Error::limit(format!("class {class} is too large: more than 2^40 numbers")));
        }
        Ok(class)
    }

    /// Insufficient material [xiangqi 4.3]. Without rooks, knights, cannons and pawns there is always a legal move.
    fn is_drawn(class: MaterialSignature) -> bool {
        class.attackers()[0] == 0
    }

    fn conversions(class: MaterialSignature) -> Vec<(MaterialSignature, usize)> {
        let captures = class.captures().into_iter().filter(|(next, _)| !Self::is_drawn(*next));
        captures.map(|(next, stronger)| (next, usize::from(!stronger))).collect()
    }

    fn subtables(class: MaterialSignature) -> Vec<Subtable> {
        let size = numbers_of_part(class);
        let placements = size / 45 * 81;
        if class.is_even() {
            return vec![Subtable { name: "either to move", range: 0..size, placements }];
        }
        vec![
            Subtable { name: "stronger to move", range: 0..size, placements },
            Subtable { name: "weaker to move", range: size..2 * size, placements },
        ]
    }

    fn class(&self) -> MaterialSignature {
        MaterialSignature::of(Team::BOTH.map(|team| self.army(team))).0
    }

    fn index(&self) -> u64 {
        Numbered::of(self, self.side()).index()
    }

    fn unindex(class: MaterialSignature, index: u64) -> IndexedEntry<Xiangqi> {
        Decoder::of(class).decode(index).cloned()
    }

    fn unindex_each(
        class: MaterialSignature,
        indices: impl Iterator<Item = u64>,
        mut each: impl FnMut(u64, IndexedEntry<&Xiangqi>),
    ) {
        let mut decoder = Decoder::of(class);
        for index in indices {
            each(index, decoder.decode(index));
        }
    }

    /// Only captures change the class.
    fn keeps_class(&self, mv: Move) -> bool {
        self.piece_at(mv.to()).is_none()
    }

    fn predecessors(&self, mut each: impl FnMut(Xiangqi)) {
        let last = !self.side();
        for to in self.all(last) {
            let piece = self.piece_at(to);
            for from in self.origins(piece, to) {
                let mut before = self.clone();
                before.lift(to, piece);
                before.put(from, piece);
                before.switch_side();
                // The side that does not move must not be in check.
                if !attacks::is_king_attacked(&before, self.side()) {
                    before.refresh_check();
                    (before.halfmove_clock, before.fullmove_number) = (0, 1);
                    each(before);
                }
            }
        }
    }

    fn predecessor_indices(&self, mut each: impl FnMut(u64)) {
        let last = !self.side();
        let numbered = Numbered::of(self, last);
        let side = usize::from(numbered.team(1) == last);
        let king = self.king(last);
        numbered.with_king_on(side, self.origins(Piece::new(last, PieceType::King), king), &mut each);
        for group in numbered.layout.groups.iter().filter(|group| usize::from(group.side) == side) {
            let piece = Piece::new(last, group.piece_type);
            for to in self.pieces(last, group.piece_type) {
                numbered.with_piece_on(group, to, self.origins(piece, to), &mut each);
            }
        }
    }

    fn orbit_size(&self) -> u8 {
        let middle = |team: Team| self.king(team) == seen(MIRROR, self.king(team));
        let kept = Team::BOTH.into_iter().all(middle) && Numbered::of(self, self.side()).is_symmetric();
        if kept { 1 } else { 2 }
    }

    fn most_steps(class: MaterialSignature) -> u32 {
        2 * class.armies().map(most_moves).into_iter().max().expect("two sides")
    }

    /// Repetition [xiangqi 5.1].
    fn repetition_rules(_class: MaterialSignature) -> RepetitionRules {
        RepetitionRules::Full
    }

    fn is_checked(&self) -> bool {
        self.is_check()
    }

    fn chased(&self, mv: Move, after: &Xiangqi) -> Vec<Square> {
        repetition::chased(self, mv, after).into_iter().collect()
    }

    fn follow(mv: Move, square: Square) -> Square {
        if mv.from() == square { mv.to() } else { square }
    }

    fn canonical_square(&self, square: Square) -> Square {
        Numbered::of(self, self.side()).canonical_square(square)
    }

    /// Rules that are off decide nothing. The tables know the chases of one reading only: by the other one draws may be
    /// wins.
    fn under_options(&self, value: TableValue) -> Option<TableValue> {
        let is_of_chase = value == TableValue::Draw || value.is_by_chase();
        if self.options().repetition == Repetition::Fairy && is_of_chase {
            return None;
        }
        let judges_chase = matches!(self.options().repetition, Repetition::Asian | Repetition::Fairy);
        let judges_check = judges_chase || self.options().repetition == Repetition::Check;
        let is_off = value.is_by_chase() && !judges_chase || value.is_by_repetition() && !judges_check;
        Some(if is_off { TableValue::Draw } else { value })
    }

    /// A long win may come too late for the move limit.
    fn under_rules(&self, value: TableValue) -> Option<TableValue> {
        let options = self.options();
        let value = self.under_options(value)?;
        let plies = match value {
            TableValue::Draw => return Some(value),
            // Chasing moves count towards the limit, and the length of a chase is unknown.
            _ if value.is_by_chase() => return (options.move_limit == 0).then_some(value),
            // Ten checks of a side and their replies count, further ones do not [xiangqi 4.2].
            TableValue::Win(plies) | TableValue::Loss(plies) if value.is_by_repetition() => {
                plies - BY_REPETITION + 20
            }
            TableValue::Win(plies) | TableValue::Loss(plies) => plies,
        };
        let limit = u32::from(options.move_limit);
        (limit == 0 || u32::from(self.quiet_moves()) + plies <= limit).then_some(value)
    }
}

/// Returns the number of indices of a class with one side to move.
fn numbers_of_part(class: MaterialSignature) -> u64 {
    Layout::of(class.armies()).numbers()
}
