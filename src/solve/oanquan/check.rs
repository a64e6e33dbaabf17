//! The checker of written proofs. It shares no code with the search: it plays the moves of every record by the
//! rules of the game, and lets a bound stand only if it follows from records that stood before.
//!
//! ```text
//! BANCO-OANQUAN-PROOF 1\n   then a zstd frame with a checksum:
//! length of the position text (u16), the text, six bytes of rules, the root's bounds (i8, i8),
//! number of records (u32), and for each record 12 bytes of counters as the side to move sees them, a byte of
//! flags (mandarin stones east 1, west 2; North to move 4, where squares are sold), lower and upper bound (i8)
//! ```
//! All numbers are little-endian. An open end is -127 or 127. The last record is the root's. Where both directions may be
//! sown and nothing is sold, a record stands for its board and for the mirror image, east and west exchanged.

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;

use crate::base::{Error, Result, Square, Team, files, packing};
use crate::games::oanquan::board::{EAST, Ring, SPACES, WEST};
use crate::games::oanquan::{OAnQuan, Options};
use crate::games::oanquan::{Ruleset, rules::share};
use crate::traits::{Game, Notation};

/// The first line of a file.
pub const MAGIC: &[u8] = b"BANCO-OANQUAN-PROOF 1\n";
/// Bytes of a record.
pub const RECORD: usize = SPACES + 3;
/// An open end: nothing is proven beyond it.
pub const OPEN: i32 = 127;

/// What a proof proves.
#[derive(Clone, Debug, PartialEq)]
pub struct Proven {
    /// The position.
    pub position: OAnQuan,
    /// The side to move wins at least so much from here on; `-OPEN` if nothing is proven.
    pub lo: i32,
    /// And at most so much; `OPEN` if nothing is proven.
    pub hi: i32,
    /// Records checked.
    pub records: usize,
}

/// A lower and an upper bound of what the side to move wins.
type Range = (i32, i32);

const UNKNOWN: Range = (-OPEN, OPEN);

/// A board as the side to move sees it, and whether that side is North (where squares are sold).
type Key = (Ring, bool);

/// Reads a proof and checks every step of it.
///
/// # Errors
/// [`Error::File`] when the file cannot be read, is damaged, or proves nothing.
pub fn check(path: &Path) -> Result<Proven> {
    let fault = |why: String| Error::file(path, why);
    let file = files::open(path)?;
    read(BufReader::new(file)).map_err(fault)
}

fn read(mut file: impl BufRead) -> std::result::Result<Proven, String> {
    let short = |why: std::io::Error| format!("damaged: {why}");
    let mut magic = [0; MAGIC.len()];
    file.read_exact(&mut magic).map_err(|_| "not a proof of O An Quan".to_owned())?;
    if magic != MAGIC {
        return Err("not a proof of O An Quan".to_owned());
    }
    let mut stream = BufReader::new(packing::unpacker(file).map_err(short)?);
    let length = u16::from_le_bytes(take(&mut stream)?);
    let mut text = vec![0; usize::from(length)];
    stream.read_exact(&mut text).map_err(short)?;
    let text = String::from_utf8(text).map_err(|_| "damaged: the position is not text".to_owned())?;
    let options = decode_rules(take(&mut stream)?)?;
    let position = OAnQuan::from_fen(&text, &options).map_err(|why| why.to_string())?;
    if position.is_over() {
        return Err("the game is over in the position".to_owned());
    }
    let claimed = read_bounds(take(&mut stream)?)?;
    let count = u32::from_le_bytes(take(&mut stream)?) as usize;
    let account = position.account();
    let mut known: HashMap<Key, Range> = HashMap::new();
    let mut last = None;
    for number in 1..=count {
        let record: [u8; RECORD] = take(&mut stream)?;
        let (key, bounds) =
            read_record(record, account, &options).map_err(|why| format!("record {number}: {why}"))?;
        let key = (same(key.0, account, &options), key.1);
        let found = range(key, account, &options, &known);
        if found.0 < bounds.0 || found.1 > bounds.1 {
            return Err(format!("record {number} does not follow from those before it"));
        }
        let entry = known.entry(key).or_insert(UNKNOWN);
        *entry = (entry.0.max(bounds.0), entry.1.min(bounds.1));
        last = Some((key, bounds));
    }
    let mut rest = [0; 1];
    if stream.read(&mut rest).map_err(short)? != 0 {
        return Err("damaged: more than its records".to_owned());
    }
    let north = position.team() == Team::Second;
    let ring = if north { position.ring().turned() } else { position.ring() };
    let root = same(ring, account, &options);
    if last != Some(((root, north && account != 0), claimed)) {
        return Err("its last record is not the position's".to_owned());
    }
    Ok(Proven { position, lo: claimed.0, hi: claimed.1, records: count })
}

/// The board that stands for a board and its mirror image, east and west exchanged, where the rules know no
/// difference: where both directions may be sown, and nothing is sold.
fn same(ring: Ring, account: i8, options: &Options) -> Ring {
    if !options.both_ways() || account != 0 {
        return ring;
    }
    let mut spaces = [0; SPACES];
    for (i, count) in spaces.iter_mut().enumerate() {
        // Each row is told backwards; the large spaces, 5 and 11, change places.
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

fn take<const N: usize>(stream: &mut impl Read) -> std::result::Result<[u8; N], String> {
    let mut bytes = [0; N];
    stream.read_exact(&mut bytes).map_err(|why| format!("damaged: {why}"))?;
    Ok(bytes)
}

fn decode_rules(
    [ruleset, literal, quan_value, quan_non, single, sold_to_win]: [u8; 6],
) -> std::result::Result<Options, String> {
    let ruleset = match ruleset {
        0 => Ruleset::Tonkin,
        1 => Ruleset::Modern,
        2 => Ruleset::MancalaWorld,
        _ => return Err("damaged: no such ruleset".to_owned()),
    };
    if literal > 1
        || single > 1
        || ![5, 10].contains(&quan_value)
        || quan_non > 50
        || !(3..=4).contains(&sold_to_win)
    {
        return Err("damaged: no such rules".to_owned());
    }
    let (relay_needs_occupied, single_round) = (literal == 1, single == 1);
    Ok(Options { ruleset, relay_needs_occupied, single_round, quan_value, quan_non, sold_to_win })
}

fn read_bounds([lo, hi]: [u8; 2]) -> std::result::Result<Range, String> {
    let (lo, hi) = (i32::from(lo as i8), i32::from(hi as i8));
    let fits = lo <= hi && (-OPEN..OPEN).contains(&lo) && hi > -OPEN;
    if fits { Ok((lo, hi)) } else { Err("damaged: bounds that cannot be".to_owned()) }
}

fn read_record(
    record: [u8; RECORD],
    account: i8,
    options: &Options,
) -> std::result::Result<(Key, Range), String> {
    let mut spaces = [0; SPACES];
    spaces.copy_from_slice(&record[..SPACES]);
    let count: usize = spaces.iter().map(|&n| usize::from(n)).sum();
    let flags = record[SPACES];
    let (stones, north) = (flags & 3, flags & 4 != 0);
    if count > options.counters()
        || flags > 7
        || stones != 0 && !options.has_stones()
        || north && account == 0
    {
        return Err("no such board".to_owned());
    }
    let ring = Ring(Ring::of(spaces).0 | u128::from(stones) << 96);
    if ring.is_finished() || ring.row(Team::First) == 0 {
        return Err("the board is not one to move from".to_owned());
    }
    Ok(((ring, north), read_bounds([record[SPACES + 1], record[SPACES + 2]])?))
}

/// The range of a board's value that follows from what is known, by playing all its moves.
fn range(key: Key, account: i8, options: &Options, known: &HashMap<Key, Range>) -> Range {
    let (ring, north) = key;
    let own_account = if north { -account } else { account };
    let points = options.points() - ring.count() - ring.stones() * options.stone_value();
    let Ok(start) = OAnQuan::on_board(ring, points as i16, own_account, options) else {
        return UNKNOWN;
    };
    let before = start.lead();
    let mut moves = Vec::new();
    start.legal_moves(&mut moves);
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
            let reply = (same(next.ring().turned(), account, options), account != 0 && !north);
            let (lo, hi) = known.get(&reply).copied().unwrap_or(UNKNOWN);
            (if hi >= OPEN { -OPEN } else { gain - hi }, if lo <= -OPEN { OPEN } else { gain - lo })
        };
        // An upper bound that a byte cannot hold is as good as none.
        best = (best.0.max(value.0), best.1.max(value.1.min(OPEN)));
    }
    best
}
