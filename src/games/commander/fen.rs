//! Positions as text: cotulenh's FEN, extended by twins and by a mark for won games.

use super::board::{CommanderChess, End};
use super::faults;
use super::geometry::{FILES, RANKS, point, point_text};
use super::options::Options;
use super::piece::{Piece, PieceType};
use super::unit::{FULL_SET, Unit, unit_text};
use crate::base::placement::{read_placement, write_placement};
use crate::base::{Error, File, Rank, Result, Square, Team, error::shorten, fault, placement::read_counter};
use std::str::Chars;

/// The names of the sides.
const SIDES: [&str; 2] = ["red", "blue"];
/// Values of the third field for wins that the board does not show.
const ENDS: [(&str, End); 4] =
    [("#air", End::Planes), ("#navy", End::Ships), ("#land", End::Land), ("#ownair", End::OwnPlanes)];

/// Parses a position. The side to move may be able to capture the commander at once, as in figures of rule books,
/// although no legal turn leads there.
pub fn read(text: &str, options: &Options) -> Result<CommanderChess> {
    let mut fields = text.split_ascii_whitespace();
    let board = fields.next().ok_or_else(|| Error::position(fault::empty()))?;
    let team = match fields.next() {
        None | Some("r" | "R") => Team::First,
        Some("b" | "B") => Team::Second,
        Some(other) => return Err(Error::position(fault::side("r or b", shorten(other)))),
    };
    let mut pos = CommanderChess::empty(team, *options);
    pos.end = read_end(fields.next(), team)?;
    if let Some(other) = fields.next().filter(|&field| field != "-") {
        return Err(Error::position(fault::dash(shorten(other))));
    }
    pos.halfmove_clock = read_counter(fields.next().unwrap_or("0"), 0, "counter")?;
    pos.fullmove_number = read_counter(fields.next().unwrap_or("1"), 0, "move number")?.max(1);
    if let Some(extra) = fields.next() {
        return Err(Error::position(fault::extra(shorten(extra))));
    }
    read_board(&mut pos, board)?;
    check_commanders(&mut pos)?;
    Ok(pos)
}

fn read_end(field: Option<&str>, team: Team) -> Result<Option<(Team, End)>> {
    let Some(text) = field.filter(|&field| field != "-") else { return Ok(None) };
    let Some(&(_, end)) = ENDS.iter().find(|end| end.0 == text) else {
        return Err(Error::position(fault::dash(shorten(text))));
    };
    Ok(Some((if end == End::OwnPlanes { team } else { !team }, end)))
}

fn read_board(pos: &mut CommanderChess, board: &str) -> Result<()> {
    let mut counts = [0; 2];
    for ((file, rank), (pieces, stack)) in read_placement(board, FILES, RANKS, read_unit)? {
        place(pos, &pieces, stack, point(file, rank), &mut counts)?;
    }
    Ok(())
}

/// The pieces of a unit, and the text if it is a stack.
type Letters<'a> = (Vec<(Team, Piece)>, Option<&'a str>);

fn read_unit<'a>(first: char, letters: &mut Chars<'a>) -> Result<Letters<'a>> {
    if first == '(' {
        let rest = letters.as_str();
        let open = || Error::position(faults::no_bracket(shorten(rest)));
        let (text, after) = rest.split_once(')').ok_or_else(open)?;
        *letters = after.chars();
        return Ok((read_pieces(text)?, Some(text)));
    }
    let mut text = first.to_string();
    if first == '+' {
        text.extend(letters.next());
    }
    Ok((read_pieces(&text)?, None))
}

/// Parses letters, each with a leading plus if the piece is heroic.
fn read_pieces(text: &str) -> Result<Vec<(Team, Piece)>> {
    let mut pieces = Vec::new();
    let mut heroic = false;
    for c in text.chars() {
        if c == '+' && !heroic {
            heroic = true;
            continue;
        }
        let Some(piece_type) = PieceType::of_letter(c) else {
            return Err(Error::position(fault::no_letter(shorten(&c.to_string()))));
        };
        if heroic && matches!(piece_type, PieceType::Commander | PieceType::Headquarters) {
            return Err(Error::position(faults::no_hero(piece_type.name())));
        }
        let team = if c.is_ascii_uppercase() { Team::First } else { Team::Second };
        pieces.push((team, Piece { piece_type, heroic }));
        heroic = false;
    }
    if heroic {
        return Err(Error::position(faults::lone_plus()));
    }
    Ok(pieces)
}

fn place(
    pos: &mut CommanderChess,
    pieces: &[(Team, Piece)],
    stack: Option<&str>,
    p: Square,
    counts: &mut [usize; 2],
) -> Result<()> {
    let text = shorten(stack.unwrap_or_default());
    let Some(&(team, first)) = pieces.first() else {
        return Err(Error::position(faults::empty_stack()));
    };
    if pieces.iter().any(|piece| piece.0 != team) {
        return Err(Error::position(faults::mixed_stack(text)));
    }
    let all: Vec<Piece> = pieces.iter().map(|piece| piece.1).collect();
    let unit = Unit::assemble(team, &all).filter(|_| stack.is_none() || all.len() > 1);
    let Some(unit) = unit else {
        return Err(Error::position(faults::bad_stack(text)));
    };
    if unit.carrier() != first.piece_type {
        let carrier = unit.carrier().name();
        return Err(Error::position(faults::carrier_first(text, carrier)));
    }
    let side = SIDES[team.index()];
    if !unit.carrier().may_stand(p) {
        let (name, place) = (unit.carrier().name(), point_text(p));
        return Err(Error::position(fault::cannot_stand(side, name, place)));
    }
    if unit.has(PieceType::Commander) && pos.commander(team).is_some() {
        return Err(Error::position(faults::two_commanders(side)));
    }
    counts[team.index()] += all.len();
    if counts[team.index()] > FULL_SET {
        return Err(Error::position(faults::too_many_pieces(FULL_SET, side)));
    }
    pos.set(p, unit);
    Ok(())
}

/// Checks the commanders. A side to move without a commander has lost it.
fn check_commanders(pos: &mut CommanderChess) -> Result<()> {
    let (us, them) = (pos.side(), !pos.side());
    let name = SIDES[them.index()];
    if pos.commander(them).is_none() {
        return Err(Error::position(fault::lacks_king(name, "commander")));
    }
    if pos.commander(us).is_none() {
        return Ok(());
    }
    if pos.is_facing() {
        return Err(Error::position(faults::commanders_face()));
    }
    pos.in_check = pos.is_attacked(us);
    Ok(())
}

/// Formats a position.
pub fn write(pos: &CommanderChess) -> String {
    let unit = |(file, rank)| Some(pos.unit(point(file, rank))).filter(|unit| !unit.is_none());
    let rows = write_placement(FILES, RANKS, |place| unit(place).map(unit_text));
    let side = if pos.side() == Team::First { 'r' } else { 'b' };
    let mark = pos.end.and_then(|(_, end)| ENDS.iter().find(|known| known.1 == end));
    let mark = mark.map_or("-", |known| known.0);
    format!("{rows} {side} {mark} - {} {}", pos.halfmove_clock, pos.fullmove_number)
}

/// Draws the board: carriers and single pieces, then the stacks.
pub fn draw(pos: &CommanderChess) -> String {
    let mut lines = Vec::new();
    for rank in Rank::all(RANKS).rev() {
        let mut line = format!("{rank:2} ");
        for file in File::all(FILES) {
            let unit = pos.unit(point(file, rank));
            if unit.is_none() {
                line.push_str(if file.index() < 2 { "  ~" } else { "  ." });
                continue;
            }
            let letter = unit.carrier().letter();
            let letter = if unit.team() == Team::First { letter } else { letter.to_ascii_lowercase() };
            line.push(if unit.len() > 1 { '(' } else { ' ' });
            line.push(if unit.is_heroic() { '+' } else { ' ' });
            line.push(letter);
        }
        lines.push(line);
        if rank.index() == RANKS / 2 {
            lines.push("         = = = = = r = r = = =".to_owned());
        }
    }
    lines.push("     a  b  c  d  e  f  g  h  i  j  k".to_owned());
    let stacks = pos.occupied().into_iter().filter(|&p| pos.unit(p).len() > 1);
    lines.extend(stacks.map(|p| format!("{} {}", point_text(p), unit_text(pos.unit(p)))));
    lines.join("\n")
}
