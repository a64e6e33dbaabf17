//! The checker of certificates. It shares no code with the provers: it plays the moves of every record by the rules of
//! the game, and accepts a bound only if it follows from earlier records.

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;

use super::format::{Head, MAGIC, OPEN, Range, Record, damaged};
use crate::base::{Error, Result, Square, Team, files, packing};
use crate::games::oanquan::board::{EAST, Ring, SPACES, WEST};
use crate::games::oanquan::rules::share;
use crate::games::oanquan::{OAnQuan, Options};
use crate::traits::{Configurable, Game};

/// Content of a checked proof.
#[derive(Clone, Debug, PartialEq)]
pub struct Proven {
    /// The position.
    pub position: OAnQuan,
    /// The proven lower bound of the side to move from here on; `-OPEN` if none.
    pub lo: i32,
    /// The proven upper bound; `OPEN` if none.
    pub hi: i32,
    /// The number of checked records.
    pub records: usize,
}

const UNKNOWN: Range = (-OPEN, OPEN);

/// A board from the view of the side to move, whether that side is North (if squares are sold), and its store (without
/// debts).
type Key = (Ring, bool, Option<u8>);

/// Reads a proof and checks every step of it.
///
/// # Errors
/// [`Error::File`] when the file cannot be read, is damaged, or proves nothing.
pub fn check(path: &Path) -> Result<Proven> {
    let file = files::open(path)?;
    follow(BufReader::new(file)).map_err(|why| Error::file(path, why))
}

fn follow(mut file: impl BufRead) -> std::result::Result<Proven, String> {
    let mut magic = [0; MAGIC.len()];
    if file.read_exact(&mut magic).is_err() || magic != MAGIC {
        return Err("not a proof of O An Quan".to_owned());
    }
    let mut stream = BufReader::new(packing::unpacker(file).map_err(damaged)?);
    let Head { position, bounds: claimed, records } = Head::read(&mut stream)?;
    let (account, options) = (position.account(), position.options());
    let mut known: HashMap<Key, Range> = HashMap::new();
    let mut last = None;
    for number in 1..=records {
        let record = Record::read(&mut stream, account, options);
        let Record { ring, north, store, bounds } =
            record.map_err(|why| format!("record {number}: {why}"))?;
        let key = (same(ring, account, options), north, store);
        let found = range(key, account, options, &known);
        if found.0 < bounds.0 || found.1 > bounds.1 {
            return Err(format!("record {number} does not follow from those before it"));
        }
        let entry = known.entry(key).or_insert(UNKNOWN);
        *entry = (entry.0.max(bounds.0), entry.1.min(bounds.1));
        last = Some((key, bounds));
    }
    if stream.read(&mut [0]).map_err(damaged)? != 0 {
        return Err("damaged: more than its records".to_owned());
    }
    let north = position.team() == Team::Second;
    let ring = if north { position.ring().turned() } else { position.ring() };
    let root = same(ring, account, options);
    let store = options.refill_needs_store.then(|| position.stores()[usize::from(north)] as u8);
    if last != Some(((root, north && account != 0, store), claimed)) {
        return Err("its last record is not the position's".to_owned());
    }
    Ok(Proven { position, lo: claimed.0, hi: claimed.1, records: records as usize })
}

/// Returns the canonical board of a board and its mirror image, east and west exchanged, if they are equivalent: both
/// directions may be sown, and nothing is sold.
fn same(ring: Ring, account: i8, options: &Options) -> Ring {
    if !options.both_ways() || account != 0 {
        return ring;
    }
    let mut spaces = [0; SPACES];
    for (i, count) in spaces.iter_mut().enumerate() {
        // Each row is reversed; the large spaces, 5 and 11, are exchanged.
        *count = ring.get(Square::new(MIRROR[i])) as u8;
    }
    let mut mirror = Ring::of(spaces);
    for (space, from) in [(EAST, WEST), (WEST, EAST)] {
        if ring.has_stone(from) {
            mirror.set_stone(space);
        }
    }
    ring.min(mirror)
}

const MIRROR: [usize; SPACES] = [4, 3, 2, 1, 0, 11, 10, 9, 8, 7, 6, 5];

/// Returns the range of a board's value that follows from earlier records, by playing all its moves.
fn range(key: Key, account: i8, options: &Options, known: &HashMap<Key, Range>) -> Range {
    let (ring, north, store) = key;
    let own_account = if north { -account } else { account };
    let points = options.points_off(ring) as i16;
    // With debts the stores do not matter.
    let own = store.map_or(points, i16::from);
    let Ok(start) = OAnQuan::on_board(ring, [own, points - own], own_account, options) else {
        return UNKNOWN;
    };
    let before = start.lead();
    let moves = start.moves();
    let mut best = (-OPEN, -OPEN);
    for mv in moves {
        let mut next = start;
        let over = next.advance(mv);
        let [south, north_store] = next.stores().map(i32::from);
        let gain = south - north_store - before;
        let value = if over {
            let (given, _) = share(next.ring(), own_account, options);
            let value = gain + i32::from(given[0]) - i32::from(given[1]);
            (value, value)
        } else {
            let other = store.map(|_| north_store as u8);
            let reply = (same(next.ring().turned(), account, options), account != 0 && !north, other);
            let (lo, hi) = known.get(&reply).copied().unwrap_or(UNKNOWN);
            (if hi >= OPEN { -OPEN } else { gain - hi }, if lo <= -OPEN { OPEN } else { gain - lo })
        };
        // An upper bound that does not fit a byte counts as open.
        best = (best.0.max(value.0), best.1.max(value.1.min(OPEN)));
    }
    best
}
