//! Positions as text.
//!
//! ```text
//! <board> <side> <stores> [<owners> <round> <ply>]
//! 5,5,5,5,5/10/5,5,5,5,5/10 s 0,0 00000/00000 1s 0
//! ```
//! The board is `a1,b1,c1,d1,e1/E/e2,d2,c2,b2,a2/W`, with `Q` before the counters of a large space for a mandarin
//! stone. The owners are a digit for each square in the same order: 0 own, 1 half sold, 2 sold.

use super::board::{EAST, ROW, Ring, SPACES, WEST, row};
use super::faults;
use super::options::Options;
use super::position::OAnQuan;
use super::rules::{ACCOUNT_MAX, LAST_ROUND};
use crate::base::error::shorten;
use crate::base::placement::{read_counter, read_digits};
use crate::base::{Error, Result, Square, Team};

/// Parses a position. Refilling a row and closing a finished round are left to the caller.
pub fn read(text: &str, options: &Options) -> Result<OAnQuan> {
    let mut fields = text.split_whitespace();
    let mut need = |what| fields.next().ok_or_else(|| Error::position(faults::missing(what)));
    let ring = read_board(need("board")?)?;
    let side = read_side(need("side to move")?)?;
    let stores = read_stores(need("stores field")?)?;
    let account = fields.next().map_or(Ok(0), read_owners)?;
    let (round, starter) = fields.next().map_or(Ok((1, Team::First)), read_round)?;
    let ply = fields.next().map_or(Ok(0), |field| read_counter(field, 0, "ply"))?;
    if let Some(more) = fields.next() {
        return Err(Error::position(faults::more_fields(shorten(more))));
    }
    check(ring, stores, options)?;
    if !options.has_rounds() && account != 0 {
        return Err(Error::position(faults::sold_squares()));
    }
    Ok(OAnQuan { ring, stores, side, account, round, starter, ply, options: *options })
}

/// Checks the sum of the counters.
fn check(ring: Ring, stores: [i16; 2], options: &Options) -> Result<()> {
    if !options.has_stones() && ring.stones() > 0 {
        return Err(Error::position(faults::stones()));
    }
    if ring.count() > options.counters() {
        return Err(Error::position(faults::too_many_counters(options.counters())));
    }
    let points = (ring.count() + ring.stones() * options.stone_value()) as i32;
    let sum = points + i32::from(stores[0]) + i32::from(stores[1]);
    if options.refill_needs_store && stores.iter().any(|&store| store < 0) {
        return Err(Error::position(faults::debt()));
    }
    if sum != options.points() as i32 {
        return Err(Error::position(faults::sum(sum, options.points())));
    }
    Ok(())
}

fn read_board(field: &str) -> Result<Ring> {
    let mut parts = field.split('/');
    let mut need = |what| parts.next().ok_or_else(|| Error::position(faults::board_lacks(what)));
    let south = read_row(need("South's row")?)?;
    let (east, east_stone) = read_large(need("the east space")?)?;
    let north = read_row(need("North's row")?)?;
    let (west, west_stone) = read_large(need("the west space")?)?;
    if parts.next().is_some() {
        return Err(Error::position(faults::four_parts()));
    }
    let mut spaces = [0; SPACES];
    spaces[..ROW].copy_from_slice(&south);
    spaces[EAST] = east;
    spaces[EAST.index() + 1..WEST.index()].copy_from_slice(&north);
    spaces[WEST] = west;
    if spaces.iter().map(|&count| u32::from(count)).sum::<u32>() > super::board::TOTAL as u32 {
        return Err(Error::position(faults::too_many_counters(super::board::TOTAL)));
    }
    let mut ring = Ring::of(spaces);
    for (space, stone) in [(EAST, east_stone), (WEST, west_stone)] {
        if stone {
            ring.set_stone(space);
        }
    }
    Ok(ring)
}

fn read_row(part: &str) -> Result<[u8; ROW]> {
    let counts = part.split(',').map(|text| read_number(text, "square")).collect::<Result<Vec<u8>>>()?;
    counts.try_into().map_err(|_| Error::position(faults::five_squares(shorten(part))))
}

fn read_large(part: &str) -> Result<(u8, bool)> {
    match part.strip_prefix('Q') {
        Some(rest) => Ok((read_number(rest, "large space")?, true)),
        None => Ok((read_number(part, "large space")?, false)),
    }
}

fn read_number(text: &str, what: &str) -> Result<u8> {
    let number = read_digits(text);
    number.ok_or_else(|| Error::position(faults::not_in_range(what, shorten(text))))
}

fn read_team(letter: &str) -> Option<Team> {
    match letter {
        "s" => Some(Team::First),
        "n" => Some(Team::Second),
        _ => None,
    }
}

const fn letter(team: Team) -> char {
    match team {
        Team::First => 's',
        Team::Second => 'n',
    }
}

fn read_side(field: &str) -> Result<Team> {
    read_team(field).ok_or_else(|| Error::position(faults::south_or_north(shorten(field))))
}

fn read_stores(field: &str) -> Result<[i16; 2]> {
    let bad = || Error::position(faults::stores(shorten(field)));
    let read = |text: &str| -> Option<i16> {
        let (sign, digits) = text.strip_prefix('-').map_or((1, text), |rest| (-1, rest));
        // Debts of a round are small; the bound rules out overflow of sums.
        read_digits::<i16>(digits).filter(|&n| n <= 10_000).map(|n| sign * n)
    };
    let (south, north) = field.split_once(',').ok_or_else(bad)?;
    Ok([read(south).ok_or_else(bad)?, read(north).ok_or_else(bad)?])
}

/// Returns the owners of a row, from the half squares sold: the last squares in sowing order are sold first [oanquan
/// 4.4].
pub(super) fn owners(halves: i8) -> [u8; ROW] {
    let mut left = halves.max(0) as u8;
    let mut row = [0; ROW];
    for square in row.iter_mut().rev() {
        *square = left.min(2);
        left -= *square;
    }
    row
}

fn read_owners(field: &str) -> Result<i8> {
    let fits = |account: &i8| write_owners(*account) == field;
    (-ACCOUNT_MAX..=ACCOUNT_MAX).find(fits).ok_or_else(|| Error::position(faults::owners(shorten(field))))
}

fn write_owners(account: i8) -> String {
    let digits = |halves| owners(halves).iter().map(|d| char::from(b'0' + d)).collect::<String>();
    format!("{}/{}", digits(-account), digits(account))
}

fn read_round(field: &str) -> Result<(u8, Team)> {
    let bad = || Error::position(faults::round(shorten(field)));
    let split = field.char_indices().next_back().map(|(at, _)| at).ok_or_else(bad)?;
    let starter = read_team(&field[split..]).ok_or_else(bad)?;
    let round = read_number(&field[..split], "round").map_err(|_| bad())?;
    // The position after the fiftieth round is the last of a match.
    if (1..=LAST_ROUND + 1).contains(&round) { Ok((round, starter)) } else { Err(bad()) }
}

/// Returns the canonical text of a position.
pub fn write(position: &OAnQuan) -> String {
    let ring = position.ring;
    let counts = |team| row(team).map(|square| ring.get(square).to_string()).collect::<Vec<_>>().join(",");
    format!(
        "{}/{}/{}/{} {} {},{} {} {}{} {}",
        counts(Team::First),
        write_large(ring, EAST),
        counts(Team::Second),
        write_large(ring, WEST),
        letter(position.side),
        position.stores[0],
        position.stores[1],
        write_owners(position.account),
        position.round,
        letter(position.starter),
        position.ply
    )
}

/// Formats the content of a large space.
pub fn write_large(ring: Ring, space: Square) -> String {
    format!("{}{}", if ring.has_stone(space) { "Q" } else { "" }, ring.get(space))
}
