//! Touch-move [xiangqi 6.1]: the legal moves left to a player who has touched pieces. A service for arbiters.

use super::board::Xiangqi;
use super::geometry::{Set, point_text, read_point};
use super::moves::Move;
use super::notation::write_move;
use crate::base::{Error, Result, Square};
use crate::traits::{Configurable, Game};

/// Points touched at the same instant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Touch {
    /// The points, in the order given.
    pub points: Vec<Square>,
    /// Whether the player announced an adjustment of the pieces [xiangqi 6.6].
    pub adjusts: bool,
}

/// The ruling on a list of touches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ruling {
    /// The rule applied: `none`, `a`, `b`, `c-1` to `c-4` or `d-1` to `d-4`.
    pub rule: &'static str,
    /// Whether both pieces were touched at the same instant [xiangqi 6.3], which counts as the enemy's piece first.
    pub at_once: bool,
    /// Whether it is a technical foul: the obligation cannot be met. The tournament sets the penalty.
    pub technical: bool,
    /// The permitted moves; after a technical foul all legal moves.
    pub moves: Vec<Move>,
    /// Touched pieces beyond the first of each side, which do not bind.
    pub ignored: Vec<Square>,
}

/// Parses touches: points, `a+b` for points touched at once, `adjust:` before announced adjustments.
///
/// # Errors
/// [`Error::Usage`] that names the invalid point.
pub fn read(pos: &Xiangqi, texts: &[&str]) -> Result<Vec<Touch>> {
    let read_one = |text: &&str| {
        let (adjusts, points) = text.strip_prefix("adjust:").map_or((false, *text), |rest| (true, rest));
        let points = points.split('+').map(|point| read_point(pos.options().ranks, point));
        Ok(Touch { points: points.collect::<Result<_>>()?, adjusts })
    };
    texts.iter().map(read_one).collect()
}

/// Returns the ruling on the touches of the side to move.
///
/// # Errors
/// [`Error::State`] if the game is over.
pub fn rule(pos: &Xiangqi, touches: &[Touch]) -> Result<Ruling> {
    let legal = pos.moves();
    if legal.is_empty() {
        return Err(Error::state("the game is over, so no touch binds"));
    }
    // Announced adjustments [xiangqi 6.6] and empty points [xiangqi 6.5] do not count.
    let counted = touches.iter().enumerate().filter(|(_, touch)| !touch.adjusts);
    let pieces: Vec<(usize, Square)> = counted
        .flat_map(|(instant, touch)| touch.points.iter().map(move |&point| (instant, point)))
        .filter(|&(_, point)| !pos.piece_at(point).is_none())
        .collect();
    let is_own = |point: Square| pos.piece_at(point).team() == pos.side();
    let own = pieces.iter().copied().find(|&(_, point)| is_own(point));
    let enemy = pieces.iter().copied().find(|&(_, point)| !is_own(point));
    let binding: Set = [own, enemy].into_iter().flatten().map(|(_, point)| point).collect();
    let mut ignored: Vec<Square> = Vec::new();
    for (_, point) in pieces {
        if !binding.has(point) && !ignored.contains(&point) {
            ignored.push(point);
        }
    }
    let at_once = matches!((own, enemy), (Some(own), Some(enemy)) if own.0 == enemy.0);
    let duties = Duties { legal: &legal, own: own.map(|piece| piece.1), enemy: enemy.map(|piece| piece.1) };
    let (rule, moves) = match (own, enemy) {
        (None, None) => ("none", legal.clone()),
        (Some(_), None) => ("a", duties.moves_of_own()),
        (None, Some(_)) => ("b", duties.captures()),
        (Some(own), Some(enemy)) if own.0 < enemy.0 => duties.first([
            ("c-1", duties.own_takes_enemy()),
            ("c-2", duties.moves_of_own()),
            ("c-3", duties.captures()),
            ("c-4", Vec::new()),
        ]),
        // Touching both at once counts as the enemy's piece first [xiangqi 6.3].
        _ => duties.first([
            ("d-1", duties.own_takes_enemy()),
            ("d-2", duties.captures()),
            ("d-3", duties.moves_of_own()),
            ("d-4", Vec::new()),
        ]),
    };
    let technical = moves.is_empty();
    Ok(Ruling { rule, at_once, technical, moves: if technical { legal } else { moves }, ignored })
}

/// The binding pieces, and the legal moves that involve them.
struct Duties<'a> {
    legal: &'a [Move],
    own: Option<Square>,
    enemy: Option<Square>,
}

impl Duties<'_> {
    fn select(&self, fits: impl Fn(&Move) -> bool) -> Vec<Move> {
        self.legal.iter().copied().filter(fits).collect()
    }

    fn moves_of_own(&self) -> Vec<Move> {
        self.select(|mv| Some(mv.from()) == self.own)
    }

    fn captures(&self) -> Vec<Move> {
        self.select(|mv| Some(mv.to()) == self.enemy)
    }

    fn own_takes_enemy(&self) -> Vec<Move> {
        self.select(|mv| Some(mv.from()) == self.own && Some(mv.to()) == self.enemy)
    }

    /// Returns the first rule that can be met; otherwise the last one, a technical foul.
    fn first(&self, rules: [(&'static str, Vec<Move>); 4]) -> (&'static str, Vec<Move>) {
        let last = rules[3].0;
        rules.into_iter().find(|rule| !rule.1.is_empty()).unwrap_or((last, Vec::new()))
    }
}

/// Answers the command `touch`: rule, permitted moves or `technical`, and ignored pieces, a line each.
///
/// # Errors
/// Those of [`read`] and [`rule`].
pub fn command(pos: &Xiangqi, arguments: &[&str]) -> Result<Vec<String>> {
    let ranks = pos.options().ranks;
    let ruling = rule(pos, &read(pos, arguments)?)?;
    let prefix = if ruling.at_once { "e, " } else { "" };
    let moves: Vec<String> = ruling.moves.iter().map(|&mv| write_move(ranks, mv)).collect();
    let mut lines = vec![format!("rule {prefix}{}", ruling.rule)];
    if ruling.technical {
        lines.push("technical".to_owned());
    }
    lines.push(format!("moves {}", moves.join(" ")));
    if !ruling.ignored.is_empty() {
        let points: Vec<String> = ruling.ignored.iter().map(|&p| point_text(ranks, p)).collect();
        lines.push(format!("ignored {}", points.join(" ")));
    }
    Ok(lines)
}
