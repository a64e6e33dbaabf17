//! UCT (Kocsis and Szepesvári 2006): Monte Carlo tree search by upper confidence bounds, with uniform playouts.

use std::time::Duration;

use rand::RngExt;
use rand::seq::IndexedRandom;

use super::{BaselinePlayer, legal};
use crate::base::Team;
use crate::search::{SearchRequest, StopControl, TimeManager};
use crate::traits::{Game, Material};

impl BaselinePlayer {
    /// Grows a tree until the time is spent and takes the move tried most.
    pub(super) fn search_tree<G: Material>(
        &mut self,
        root: &G,
        moves: &[G::Move],
        request: &SearchRequest<'_, G>,
    ) -> (Option<G::Move>, usize) {
        let mut time = TimeManager::new(request.limits, request.options, root.team());
        let unlimited = time.nodes.is_none().then_some(Duration::from_millis(100));
        time.hard = time.soft.into_iter().chain(time.hard).min().or(unlimited);
        let mut tree = vec![Node::new(root)];
        let mut rounds = 0;
        while moves.len() > 1 && !is_spent(&time, request.control, rounds) {
            self.play_out(&mut tree, root);
            rounds += 1;
        }
        let most = tree[0].children.iter().max_by_key(|&&(_, child)| tree[child].visits);
        (most.map(|&(mv, _)| mv).or(moves.first().copied()), rounds as usize)
    }

    /// One walk down the tree, one new node, one random game, and the way back.
    fn play_out<G: Material>(&mut self, tree: &mut Vec<Node<G>>, root: &G) {
        let mut position = root.clone();
        let mut path = vec![0];
        let mut at = 0;
        while position.outcome().is_none() {
            let mv = match tree[at].untried.pop() {
                Some(mv) => mv,
                None if tree[at].is_chance => self.roll(&position),
                None => match tree[at].select(tree) {
                    Some(mv) => mv,
                    None => break,
                },
            };
            position.play(mv);
            let known = tree[at].children.iter().find(|child| child.0 == mv).map(|child| child.1);
            at = known.unwrap_or_else(|| {
                tree.push(Node::new(&position));
                let child = tree.len() - 1;
                tree[at].children.push((mv, child));
                child
            });
            path.push(at);
            if known.is_none() {
                break;
            }
        }
        let result = self.finish_randomly(position);
        for node in path {
            tree[node].visits += 1;
            tree[node].points += result;
        }
    }

    fn roll<G: Game>(&mut self, position: &G) -> G::Move {
        let rolls = position.chance_outcomes();
        let mut left = self.random.random_range(0.0..1.0);
        for &(mv, chance) in &rolls {
            left -= chance;
            if left < 0.0 {
                return mv;
            }
        }
        rolls[rolls.len() - 1].0
    }

    /// The result of a random game for the first team: 1, 1/2 or 0; long games count as drawn.
    fn finish_randomly<G: Material>(&mut self, mut position: G) -> f64 {
        let mut moves = Vec::new();
        for _ in 0..400 {
            if let Some(outcome) = position.outcome() {
                return outcome.winner.map_or(0.5, |team| if team == Team::First { 1.0 } else { 0.0 });
            }
            if !position.chance_outcomes().is_empty() {
                let mv = self.roll(&position);
                position.play(mv);
                continue;
            }
            moves.clear();
            position.legal_moves(&mut moves);
            let Some(&mv) = moves.choose(&mut self.random) else { break };
            position.play(mv);
        }
        0.5
    }
}

/// A node of the tree, with points counted for the first team.
struct Node<G: Game> {
    team: Team,
    is_chance: bool,
    untried: Vec<G::Move>,
    children: Vec<(G::Move, usize)>,
    visits: u32,
    points: f64,
}

impl<G: Game> Node<G> {
    fn new(position: &G) -> Node<G> {
        let is_chance = !position.chance_outcomes().is_empty();
        let untried = if is_chance || position.outcome().is_some() { Vec::new() } else { legal(position) };
        Node { team: position.team(), is_chance, untried, children: Vec::new(), visits: 0, points: 0.0 }
    }

    /// The child with the highest upper confidence bound for the team to move.
    fn select(&self, tree: &[Node<G>]) -> Option<G::Move> {
        let bound = |child: usize| {
            let node = &tree[child];
            let mean = node.points / f64::from(node.visits);
            let mean = if self.team == Team::First { mean } else { 1.0 - mean };
            mean + (2.0 * f64::from(self.visits).ln() / f64::from(node.visits)).sqrt()
        };
        self.children.iter().max_by(|a, b| bound(a.1).total_cmp(&bound(b.1))).map(|child| child.0)
    }
}

fn is_spent(time: &TimeManager, control: &StopControl, rounds: u64) -> bool {
    control.stopped() || time.is_spent(control, rounds)
}
