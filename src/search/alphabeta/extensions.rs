//! Extensions: the table's move is searched deeper when it is the only good one. (A move that gives check is searched
//! deeper too: see `search`.)

use super::node::{NodeContext, NonPv, SearchWindow};
use super::shared::Shared;
use super::tt::TtEntry;
use super::worker::Worker;
use crate::base::score::{self, Score};
use crate::traits::SearchGame;

/// What a search without the table's move says of it.
#[derive(Clone, Copy, Debug)]
pub enum Extension {
    /// Search it so many plies deeper.
    By(i32),
    /// It is not needed: the node is worth this at least.
    Cut(Score),
}

impl<G: SearchGame> Worker<G> {
    /// Singular extensions (SE), Anantharaman, Campbell and Hsu 1988: when all other moves fail well below the score
    /// of the table's move it is singular, and searched deeper. Multi-cut (Björnsson and Marsland 2001): when others
    /// beat beta too, the node is cut.
    pub(super) fn singular_extension(
        &mut self,
        shared: &Shared<'_, G>,
        position: &G,
        mv: G::Move,
        tt_entry: TtEntry,
        beta: Score,
        node: &NodeContext<G::Move>,
    ) -> Extension {
        let NodeContext { depth, ply, cut_node, .. } = *node;
        let target = tt_entry.score - self.params.singular * depth / 16;
        let kept = self.stack[ply];
        self.stack[ply].excluded = Some(mv);
        let window = SearchWindow::null(target);
        let value = self.search::<NonPv>(shared, position, window, (depth - 1) / 2, ply, cut_node);
        self.stack[ply] = kept;
        if value < target {
            Extension::By(1 + i32::from(value < target - self.params.singular_double))
        } else if self.params.multi_cut == 1 && value >= beta && !score::is_proven(value) {
            Extension::Cut(value)
        } else if tt_entry.score >= beta {
            Extension::By(-self.params.not_singular)
        } else {
            Extension::By(0)
        }
    }
}
