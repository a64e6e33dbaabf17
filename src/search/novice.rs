//! Players that know a game's rules and little else: yardsticks for honest measurement.

use std::time::Duration;

use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::{BestMove, Info, SearchRequest, Settings, StopControl, Strategy, TimeManager};
use crate::base::{Result, Team};
use crate::traits::{Game, Material, Notation};

/// The kinds of novices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Any legal move, each as likely.
    Random,
    /// The move after which the material is best.
    Greedy,
    /// The move that is best for the material after the opponent's best answer.
    Material2,
    /// Plain UCT (Kocsis and Szepesvári 2006) with uniform playouts.
    Uct,
}

impl Kind {
    /// Reads the name of a kind.
    pub fn parse(name: &str) -> Option<Kind> {
        match name {
            "random" => Some(Kind::Random),
            "greedy" => Some(Kind::Greedy),
            "material2" => Some(Kind::Material2),
            "uct" => Some(Kind::Uct),
            _ => None,
        }
    }
}

/// A player of one kind; its random numbers come from a seed.
pub struct Novice {
    kind: Kind,
    random: Xoshiro256PlusPlus,
}

impl Novice {
    /// A novice of a kind.
    pub fn of(kind: Kind, seed: u64) -> Novice {
        Novice { kind, random: Xoshiro256PlusPlus::seed_from_u64(seed) }
    }
}

impl<G: Notation + Material> Strategy<G> for Novice {
    fn new(_settings: &Settings) -> Result<Self> {
        Ok(Novice::of(Kind::Random, 0))
    }

    fn configure(&mut self, _settings: &Settings) -> Result<()> {
        Ok(())
    }

    fn clear(&mut self) {}

    fn choose_move(&mut self, job: SearchRequest<'_, G>) -> BestMove {
        let position = job.record.position();
        let over = job.record.outcome().is_some();
        if !over && !position.chance_outcomes().is_empty() {
            (job.report)(Info::default());
            return BestMove { best: Some("roll".into()), ponder: None };
        }
        let moves = if over { Vec::new() } else { legal(position) };
        let (mv, nodes) = match self.kind {
            Kind::Random => (moves.choose(&mut self.random).copied(), 1),
            Kind::Greedy => {
                (self.best(&moves, |mv| value(&after(position, mv), 0, position.team())), moves.len())
            }
            Kind::Material2 => {
                (self.best(&moves, |mv| value(&after(position, mv), 1, position.team())), moves.len())
            }
            Kind::Uct => self.search_tree(position, &moves, &job),
        };
        let text = mv.map(|mv| position.move_text(mv));
        let pv = text.clone().into_iter().collect();
        (job.report)(Info {
            depth: 1,
            nodes: nodes as u64,
            time: job.control.elapsed(),
            pv,
            ..Info::default()
        });
        BestMove { best: text, ponder: None }
    }

    fn explain(&self, position: &G) -> String {
        format!("material: {} for the team to move", position.material())
    }
}

impl Novice {
    /// One of the moves of greatest value.
    fn best<M: Copy>(&mut self, moves: &[M], mut value: impl FnMut(M) -> f64) -> Option<M> {
        let values: Vec<f64> = moves.iter().map(|&mv| value(mv)).collect();
        let most = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let best: Vec<M> =
            moves.iter().zip(&values).filter(|&(_, &v)| v == most).map(|(&mv, _)| mv).collect();
        best.choose(&mut self.random).copied()
    }

    /// Grows a tree until the budget is spent and takes the move tried most.
    fn search_tree<G: Material>(
        &mut self,
        root: &G,
        moves: &[G::Move],
        job: &SearchRequest<'_, G>,
    ) -> (Option<G::Move>, usize) {
        let mut budget = TimeManager::new(job.limits, job.settings, root.team());
        budget.hard = budget.soft.or(budget.hard).or(Some(Duration::from_millis(100)));
        let mut tree = vec![Node::new(root)];
        let mut rounds = 0;
        while moves.len() > 1 && !is_spent(&budget, job.control, rounds) {
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

fn is_spent(budget: &TimeManager, control: &StopControl, rounds: u64) -> bool {
    control.stopped() || budget.is_spent(control, rounds)
}

fn legal<G: Game>(position: &G) -> Vec<G::Move> {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    moves
}

fn after<G: Game>(position: &G, mv: G::Move) -> G {
    let mut next = position.clone();
    next.play(mv);
    next
}

/// The value for `viewer` by material, after `plies` best moves, averaged over the throws of dice.
fn value<G: Material>(position: &G, plies: u32, viewer: Team) -> f64 {
    if let Some(outcome) = position.outcome() {
        return outcome.winner.map_or(0.0, |team| f64::from(team.seen_by(viewer, 1_000_000)));
    }
    if plies == 0 {
        return f64::from(position.team().seen_by(viewer, position.material()));
    }
    let rolls = position.chance_outcomes();
    if !rolls.is_empty() {
        return rolls
            .into_iter()
            .map(|(mv, chance)| chance * value(&after(position, mv), plies, viewer))
            .sum();
    }
    let ours = position.team() == viewer;
    let worst = if ours { f64::NEG_INFINITY } else { f64::INFINITY };
    let values = legal(position).into_iter().map(|mv| value(&after(position, mv), plies - 1, viewer));
    values.fold(worst, |best, v| if ours { best.max(v) } else { best.min(v) })
}
