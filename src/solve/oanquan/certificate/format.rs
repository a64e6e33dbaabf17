//! The file format of certificates.
//!
//! ```text
//! BANCO-OANQUAN-PROOF 1\n   then a zstd frame with a checksum:
//! length of the position text (u16), the text, six bytes of rules, the root's bounds (i8, i8),
//! number of records (u32), and for each record 12 bytes of counters as the side to move sees them, a byte of
//! flags (mandarin stones east 1, west 2; North to move 4, where squares are sold), lower and upper bound (i8);
//! without debts also the store of the side to move
//! ```
//! All numbers are little-endian. An open end is -127 or 127. The last record is the root's. Where both directions may be
//! sown and nothing is sold, a record stands for its board and for the mirror image, east and west exchanged.

use std::io::{self, Read, Write};

use crate::base::{Square, Team};
use crate::games::oanquan::board::{Ring, SPACES};
use crate::games::oanquan::{OAnQuan, Options, Ruleset};
use crate::traits::{Configurable, Notation};

/// The first line of a file.
pub const MAGIC: &[u8] = b"BANCO-OANQUAN-PROOF 1\n";
/// Bytes of a record without its store.
pub const RECORD: usize = SPACES + 3;
/// An open end: nothing is proven beyond it.
pub(super) const OPEN: i32 = 127;

/// Lower and upper bound of the side to move.
pub(super) type Range = (i32, i32);

/// The header before the records.
pub(super) struct Head {
    pub(super) position: OAnQuan,
    pub(super) bounds: Range,
    pub(super) records: u32,
}

impl Head {
    pub(super) fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let text = self.position.fen();
        out.write_all(&(text.len() as u16).to_le_bytes())?;
        out.write_all(text.as_bytes())?;
        out.write_all(&encode_rules(self.position.options()))?;
        out.write_all(&[self.bounds.0 as u8, self.bounds.1 as u8])?;
        out.write_all(&self.records.to_le_bytes())
    }

    pub(super) fn read(stream: &mut impl Read) -> Result<Head, String> {
        let length = u16::from_le_bytes(take(stream)?);
        let mut text = vec![0; usize::from(length)];
        stream.read_exact(&mut text).map_err(damaged)?;
        let text = String::from_utf8(text).map_err(|_| "damaged: the position is not text".to_owned())?;
        let options = decode_rules(take(stream)?)?;
        let position = OAnQuan::from_fen(&text, &options).map_err(|why| why.to_string())?;
        if position.is_over() {
            return Err("the game is over in the position".to_owned());
        }
        let bounds = read_bounds(take(stream)?)?;
        Ok(Head { position, bounds, records: u32::from_le_bytes(take(stream)?) })
    }
}

/// A board from the view of the side to move, whether that side is North (if squares are sold), its store (without
/// debts), and its bounds.
pub(super) struct Record {
    pub(super) ring: Ring,
    pub(super) north: bool,
    pub(super) store: Option<u8>,
    pub(super) bounds: Range,
}

impl Record {
    pub(super) fn write(&self, stream: &mut impl Write) -> io::Result<()> {
        let mut out = [0; RECORD];
        for (space, byte) in Square::all(SPACES).zip(&mut out) {
            *byte = self.ring.get(space) as u8;
        }
        out[SPACES] = (self.ring.0 >> 96) as u8 | u8::from(self.north) << 2;
        out[SPACES + 1..].copy_from_slice(&[self.bounds.0 as u8, self.bounds.1 as u8]);
        stream.write_all(&out)?;
        self.store.map_or(Ok(()), |store| stream.write_all(&[store]))
    }

    pub(super) fn read(stream: &mut impl Read, account: i8, options: &Options) -> Result<Record, String> {
        let bytes: [u8; RECORD] = take(stream)?;
        let mut spaces = [0; SPACES];
        spaces.copy_from_slice(&bytes[..SPACES]);
        let count: usize = spaces.iter().map(|&n| usize::from(n)).sum();
        let flags = bytes[SPACES];
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
        let store = if options.refill_needs_store {
            let [store] = take(stream)?;
            if usize::from(store) > options.points_off(ring) {
                return Err("a store with more than all points".to_owned());
            }
            Some(store)
        } else {
            None
        };
        Ok(Record { ring, north, store, bounds: read_bounds([bytes[SPACES + 1], bytes[SPACES + 2]])? })
    }
}

pub(super) fn damaged(why: io::Error) -> String {
    format!("damaged: {why}")
}

fn take<const N: usize>(stream: &mut impl Read) -> Result<[u8; N], String> {
    let mut bytes = [0; N];
    stream.read_exact(&mut bytes).map_err(damaged)?;
    Ok(bytes)
}

fn read_bounds([lo, hi]: [u8; 2]) -> Result<Range, String> {
    let (lo, hi) = (i32::from(lo as i8), i32::from(hi as i8));
    let fits = lo <= hi && (-OPEN..OPEN).contains(&lo) && hi > -OPEN;
    if fits { Ok((lo, hi)) } else { Err("damaged: bounds that cannot be".to_owned()) }
}

/// Encodes the rules.
pub fn encode_rules(options: &Options) -> [u8; 6] {
    let ruleset = match options.ruleset {
        Ruleset::Tonkin => 0,
        Ruleset::Modern => 1,
        Ruleset::MancalaWorld => 2,
    };
    let single = u8::from(options.single_round);
    [
        ruleset,
        u8::from(options.relay_needs_occupied) | u8::from(options.refill_needs_store) << 1,
        options.quan_value,
        options.quan_non,
        single,
        options.sold_to_win,
    ]
}

fn decode_rules(
    [ruleset, readings, quan_value, quan_non, single, sold_to_win]: [u8; 6],
) -> Result<Options, String> {
    let ruleset = match ruleset {
        0 => Ruleset::Tonkin,
        1 => Ruleset::Modern,
        2 => Ruleset::MancalaWorld,
        _ => return Err("damaged: no such ruleset".to_owned()),
    };
    if readings > 3
        || single > 1
        || ![5, 10].contains(&quan_value)
        || quan_non > 50
        || !(3..=4).contains(&sold_to_win)
    {
        return Err("damaged: no such rules".to_owned());
    }
    let (relay_needs_occupied, refill_needs_store) = (readings & 1 != 0, readings & 2 != 0);
    let single_round = single == 1;
    Ok(Options {
        ruleset,
        relay_needs_occupied,
        refill_needs_store,
        single_round,
        quan_value,
        quan_non,
        sold_to_win,
    })
}
