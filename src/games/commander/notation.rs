//! Moves as texts. A turn of a stack may have several descriptions: all are accepted, the shortest is written.

use super::air_defence::Zones;
use super::board::CommanderChess;
use super::geometry::{Set, point_text, take_point};
use super::legality::is_legal_after;
use super::make::Changes;
use super::movegen::{self, ALL, Group, splits};
use super::moves::{Action, Move, Step};
use super::options::Options;
use super::piece::{Piece, PieceType};
use super::unit::{Unit, pieces_text};
use super::{faults, fen};
use crate::base::{Error, Fault, Result, Square, error::shorten, fault};
use crate::traits::Notation;
use crate::traits::notation::position_as_text;
use std::fmt;

impl Notation for CommanderChess {
    const START: &'static str =
        "6c4/1n2fh1hf2/3a2s2a1/2n1gt1tg2/2ie2m2ei/11/11/2IE2M2EI/2N1GT1TG2/3A2S2A1/1N2FH1HF2/6C4 r - - 0 1";

    fn from_fen(text: &str, options: &Options) -> Result<Self> {
        fen::read(text, options)
    }

    fn fen(&self) -> String {
        fen::write(self)
    }

    fn diagram(&self) -> String {
        fen::draw(self)
    }

    /// Parses any executable description of a legal move.
    fn parse_move(&self, text: &str) -> Result<Move> {
        let text = text.trim();
        let wrong = |why: Fault| Error::illegal(text, why);
        let Some((from, rest)) = take_point(text) else {
            return Err(wrong(faults::moves_expected("c5c6", "c4_b4", "c9:Fd10")));
        };
        if movegen::is_over(self) {
            return Err(wrong(fault::game_over()));
        }
        let unit = self.unit(from);
        if unit.is_none() || unit.team() != self.side() {
            return Err(wrong(fault::no_own_piece(point_text(from))));
        }
        let orders = match rest.strip_prefix(':') {
            Some(_) if unit.len() == 1 => return Err(wrong(faults::no_stack(point_text(from)))),
            Some(groups) => read_groups(unit, groups).map_err(wrong)?,
            None => {
                let slots = if unit.is_sheltered() { 0b10 } else { unit.all() };
                vec![(slots, Order::read(rest).ok_or_else(|| wrong(faults::no_step(shorten(rest))))?)]
            }
        };
        execute(self, from, &orders).map_err(wrong)
    }

    /// Formats a legal move: the shortest description, then the first in ASCII order.
    fn move_text(&self, mv: Move) -> String {
        let origin = point_text(mv.from());
        if !mv.is_split() {
            return origin + &step_text(mv.first());
        }
        let mut after = self.clone();
        after.make_steps(mv);
        let mut search = ShortestText {
            before: self,
            from: mv.from(),
            origin: self.unit(mv.from()),
            result: splits::result_of(&after, self.side(), self.unit(mv.from())),
            changed: self
                .occupied()
                .into_iter()
                .chain(after.occupied())
                .filter(|&p| self.unit(p) != after.unit(p))
                .collect(),
            best: None,
        };
        search.extend(self, 0, search.origin.all(), &mut Vec::new());
        origin + ":" + &search.best.unwrap_or_default()
    }
}

position_as_text!(CommanderChess);

/// Writes the turn as its text, but groups of a stack by the numbers of their slots (from 0, the carrier): only the
/// position has their letters.
impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let group = |&step: &Step| {
            let slots = (0..3).filter(|slot| self.is_split() && step.slots() >> slot & 1 == 1);
            slots.map(|slot: u8| slot.to_string()).collect::<String>() + &step_text(step)
        };
        let groups: Vec<String> = self.steps().iter().map(group).collect();
        let colon = if self.is_split() { ":" } else { "" };
        write!(f, "{}{colon}{}", point_text(self.from()), groups.join(","))
    }
}

/// Formats a step without its origin.
fn step_text(step: Step) -> String {
    let to = point_text(step.to());
    let other = step.other().map(point_text).unwrap_or_default();
    match step.action() {
        Action::Go | Action::Join | Action::Take => to,
        Action::Shoot => format!("_{to}"),
        Action::Kamikaze => format!("@{to}"),
        Action::TakeAndShoot => format!("{to}_{other}"),
        Action::ShootTwice => format!("_{to}_{other}"),
        Action::Lift | Action::LiftTake => format!("^{to}"),
    }
}

/// Search for the shortest description of a split.
struct ShortestText<'a> {
    before: &'a CommanderChess,
    from: Square,
    origin: Unit,
    result: u64,
    changed: Set,
    best: Option<String>,
}

impl ShortestText<'_> {
    fn extend(&mut self, board: &CommanderChess, acted: u8, left: u8, words: &mut Vec<String>) {
        let all = self.origin.all();
        let zones = Zones::of(board, !self.before.side());
        for slots in (1..=all).filter(|slots| slots & acted == 0) {
            let Some(unit) = self.origin.part(slots) else { continue };
            let mut steps = Vec::new();
            let group = Group { from: self.from, unit, slots, alone: left == slots };
            group.act::<ALL>(board, &zones, &mut |step| steps.push(step));
            for step in steps {
                // Changes of a step persist to the end of the turn.
                if !self.changed.has(step.to()) || step.other().is_some_and(|p| !self.changed.has(p)) {
                    continue;
                }
                let mut next = board.clone();
                let left = next.make_step(self.from, self.origin, left, step, &mut Changes::new());
                words.push(pieces_text(unit) + &step_text(step));
                if acted | slots != all {
                    self.extend(&next, acted | slots, left, words);
                }
                self.compare(next, acted | slots, left, words);
                words.pop();
            }
        }
    }

    /// Keeps the description if it leads to the result and beats the best one so far.
    fn compare(&mut self, mut board: CommanderChess, acted: u8, left: u8, words: &[String]) {
        let text = words.join(",");
        if self.best.as_ref().is_some_and(|best| (best.len(), best) <= (text.len(), &text)) {
            return;
        }
        if is_finished(&mut board, self.from, self.origin, acted, left)
            && splits::result_of(&board, self.before.side(), self.origin) == self.result
        {
            self.best = Some(text);
        }
    }
}

/// Completes a turn: the rest must be a legal unit that may stand on the point of departure.
fn is_finished(board: &mut CommanderChess, from: Square, origin: Unit, acted: u8, left: u8) -> bool {
    let rest = origin.all() & !acted;
    (rest == 0 || origin.part(rest).is_some()) && board.put_rest(from, origin, left, &mut Changes::new())
}

/// A group's step as written in a text.
struct Order {
    to: Square,
    other: Option<Square>,
    sign: Option<char>,
}

impl Order {
    /// Parses the text after the origin or the group's letters.
    fn read(text: &str) -> Option<Order> {
        let sign = text.chars().next().filter(|c| "_@^".contains(*c));
        let (to, rest) = take_point(&text[sign.map_or(0, char::len_utf8)..])?;
        let other = match rest.strip_prefix('_') {
            Some(rest) => Some(take_point(rest).filter(|(_, rest)| rest.is_empty())?.0),
            None if rest.is_empty() => None,
            None => return None,
        };
        (other.is_none() || matches!(sign, None | Some('_'))).then_some(Order { to, other, sign })
    }

    /// Returns whether a step fits the text.
    fn is(&self, step: Step) -> bool {
        let places = (step.to(), step.other());
        let straight = places == (self.to, self.other);
        match (step.action(), self.sign) {
            (Action::Go | Action::Join | Action::Take | Action::TakeAndShoot, None)
            | (Action::Shoot, Some('_'))
            | (Action::Kamikaze, Some('@'))
            | (Action::Lift | Action::LiftTake, Some('^')) => straight,
            (Action::ShootTwice, Some('_')) => {
                straight || places.1 == Some(self.to) && self.other == Some(places.0)
            }
            _ => false,
        }
    }

    /// Explains a fault of form only, from the steps that the group has to its target.
    fn form(&self, origin: Unit, group: &Group, steps: &[Step]) -> Option<Fault> {
        let whole = group.unit == origin || origin.is_sheltered();
        let letters = if whole { String::new() } else { format!(":{}", pieces_text(group.unit)) };
        let head = point_text(group.from) + &letters;
        let there = steps.iter().filter(|step| step.to() == self.to && step.other().is_none());
        let forms: Vec<String> = there.map(|&step| format!("{head}{}", step_text(step))).collect();
        (!forms.is_empty()).then(|| faults::possible_there(forms.join(", ")))
    }
}

fn read_groups(unit: Unit, text: &str) -> std::result::Result<Vec<(u8, Order)>, Fault> {
    let mut used = 0;
    let mut orders = Vec::new();
    for word in text.split(',') {
        let letters = word.find(|c: char| !c.is_ascii_uppercase() && c != '+').unwrap_or(word.len());
        let slots = find_slots(unit, &word[..letters], used)?;
        used |= slots;
        let order = Order::read(&word[letters..]).ok_or_else(|| faults::no_step(shorten(word)))?;
        orders.push((slots, order));
    }
    Ok(orders)
}

/// Returns the slots of the pieces with these letters, except those in `used`.
fn find_slots(unit: Unit, letters: &str, used: u8) -> std::result::Result<u8, Fault> {
    let mut slots = 0;
    let mut heroic = false;
    for c in letters.chars() {
        if c == '+' {
            heroic = true;
            continue;
        }
        let wanted = PieceType::of_letter(c).map(|piece_type| Piece { piece_type, heroic });
        let free = |slot: &usize| (used | slots) >> slot & 1 == 0 && Some(unit.piece(*slot)) == wanted;
        let slot = (0..unit.len()).find(free);
        let plus = if heroic { "+" } else { "" };
        slots |= 1 << slot.ok_or_else(|| faults::none_left(format!("{plus}{c}")))?;
        heroic = false;
    }
    if slots == 0 || heroic {
        return Err(faults::no_letters());
    }
    Ok(slots)
}

fn execute(pos: &CommanderChess, from: Square, orders: &[(u8, Order)]) -> std::result::Result<Move, Fault> {
    let (us, origin) = (pos.side(), pos.unit(from));
    let mut board = pos.clone();
    let (mut left, mut acted, mut captures) = (origin.all(), 0, false);
    let mut first = None;
    for (slots, order) in orders {
        let Some(unit) = origin.part(*slots) else { return Err(faults::no_group()) };
        let zones = Zones::of(&board, !us);
        let group = Group { from, unit, slots: *slots, alone: left == *slots };
        let mut steps = Vec::new();
        group.act::<ALL>(&board, &zones, &mut |step| steps.push(step));
        let Some(&step) = steps.iter().find(|&&step| order.is(step)) else {
            let form = order.form(origin, &group, &steps);
            return Err(form.unwrap_or_else(|| faults::why_illegal(&board, &group, &zones, order.to)));
        };
        captures |= step.action().captures();
        left = board.make_step(from, origin, left, step, &mut Changes::new());
        acted |= slots;
        first = first.or(Some(step));
    }
    if !is_finished(&mut board, from, origin, acted, left) {
        return Err(faults::rest_cannot_stand(point_text(from)));
    }
    if !is_legal_after(pos, &board, us, captures) {
        return Err(match board.is_facing() {
            true => faults::would_face(),
            false => faults::leaves_open(),
        });
    }
    if origin.len() == 1 || origin.is_sheltered() {
        return first.map(|step| Move::whole(from, step, 0)).ok_or_else(faults::nothing_moves);
    }
    splits::find(pos, from, splits::result_of(&board, us, origin)).ok_or_else(faults::not_legal)
}
