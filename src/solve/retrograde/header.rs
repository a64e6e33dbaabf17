//! Names and header of table files (the format is described in the module [`retrograde`](super)).

use super::error::TableFault;
use super::value::Metric;
use crate::base::zobrist::Checksum;
use crate::traits::Indexed;

/// The extension of table files.
pub(super) const EXTENSION: &str = "banco";
const MAGIC: [u8; 8] = *b"BANCOTAB";
/// The version of the format.
const VERSION: u32 = 3;
/// Bytes of a header.
pub(super) const HEADER: usize = 88;
/// Bytes of one row of the block index.
pub(super) const ROW: usize = 12;
/// Entries in a block.
pub(super) const BLOCK: usize = 1 << 15;

/// The number of entries of a class.
pub fn numbers<G: Indexed>(class: G::Class) -> u64 {
    G::subtables(class).last().map_or(0, |part| part.range.end)
}

/// The name of a class's file.
pub(super) fn file_name<G: Indexed>(class: G::Class, metric: Metric) -> String {
    format!("{}-{class}{}.{EXTENSION}", G::ID, metric.infix())
}

/// The header of a table file. The fields stand in the order of the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Header {
    version: u32,
    rules: u32,
    index: u32,
    metric: u32,
    game: [u8; 16],
    class: [u8; 16],
    block: u32,
    repetition: u32,
    pub(super) entries: u64,
    pub(super) blocks: u64,
    /// Checksum of the header up to here and of the block index.
    pub(super) checksum: u64,
}

/// A row of the block index: length and checksum of a packed block.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Row {
    pub(super) length: u32,
    pub(super) checksum: u64,
}

impl Row {
    /// Returns the row of a packed block.
    pub(super) fn of(block: &[u8]) -> Row {
        Row { length: block.len() as u32, checksum: Checksum::of(block) }
    }

    /// Writes rows as the block index.
    pub(super) fn write(rows: &[Row]) -> Vec<u8> {
        let fields = |row: &Row| row.length.to_le_bytes().into_iter().chain(row.checksum.to_le_bytes());
        rows.iter().flat_map(fields).collect()
    }

    /// Parses a block index of whole rows, the inverse of [`Row::write`].
    pub(super) fn read(mut index: &[u8]) -> Vec<Row> {
        let mut rows = Vec::with_capacity(index.len() / ROW);
        while !index.is_empty() {
            let (length, checksum) = (take(&mut index), take(&mut index));
            rows.push(Row { length: u32::from_le_bytes(length), checksum: u64::from_le_bytes(checksum) });
        }
        rows
    }
}

fn padded(text: &str) -> [u8; 16] {
    std::array::from_fn(|i| text.as_bytes().get(i).copied().unwrap_or(0))
}

impl Header {
    /// Creates the header of a class's table.
    pub(super) fn new<G: Indexed>(class: G::Class, metric: Metric) -> Header {
        let entries = numbers::<G>(class);
        Header {
            version: VERSION,
            rules: G::RULES_VERSION,
            index: G::INDEX_VERSION,
            metric: metric as u32,
            game: padded(G::ID),
            class: padded(&class.to_string()),
            block: BLOCK as u32,
            repetition: G::repetition_rules(class) as u32,
            entries,
            blocks: entries.div_ceil(BLOCK as u64),
            checksum: 0,
        }
    }

    /// Returns the first bytes of the file.
    pub(super) fn to_bytes(&self) -> [u8; HEADER] {
        let mut out = MAGIC.to_vec();
        let words = |out: &mut Vec<u8>, words: &[u32]| {
            words.iter().for_each(|word| out.extend(word.to_le_bytes()));
        };
        words(&mut out, &[self.version, self.rules, self.index, self.metric]);
        out.extend(self.game);
        out.extend(self.class);
        words(&mut out, &[self.block, self.repetition]);
        [self.entries, self.blocks, self.checksum].iter().for_each(|number| out.extend(number.to_le_bytes()));
        std::array::from_fn(|i| out[i])
    }

    /// Returns the checksum of the header without its own field, and of the block index.
    pub(super) fn checksum_with(&self, index: &[u8]) -> u64 {
        let mut checksum = Checksum::default();
        checksum.take(&self.to_bytes()[..HEADER - 8]);
        checksum.take(index);
        checksum.0
    }

    /// Parses the first bytes of a file, the inverse of [`Header::to_bytes`].
    pub(super) fn read(bytes: &[u8]) -> Result<Header, TableFault> {
        if !bytes.starts_with(&MAGIC) && !MAGIC.starts_with(bytes) {
            return Err(TableFault::NotATable("not a table"));
        }
        let mut rest = bytes.get(MAGIC.len()..HEADER).ok_or_else(cut_short)?;
        Ok(Header {
            version: u32::from_le_bytes(take(&mut rest)),
            rules: u32::from_le_bytes(take(&mut rest)),
            index: u32::from_le_bytes(take(&mut rest)),
            metric: u32::from_le_bytes(take(&mut rest)),
            game: take(&mut rest),
            class: take(&mut rest),
            block: u32::from_le_bytes(take(&mut rest)),
            repetition: u32::from_le_bytes(take(&mut rest)),
            entries: u64::from_le_bytes(take(&mut rest)),
            blocks: u64::from_le_bytes(take(&mut rest)),
            checksum: u64::from_le_bytes(take(&mut rest)),
        })
    }

    /// Rejects a header of another table than `expected`.
    pub(super) fn check(&self, expected: &Header) -> Result<(), TableFault> {
        let sizes = |header: &Header| (header.block, header.entries, header.blocks);
        let other = [
            (self.version == expected.version, "a table of another version of the format"),
            (self.game == expected.game, "a table of another game"),
            (self.rules == expected.rules, "a table of another version of the rules"),
            (self.index == expected.index, "a table of another numbering"),
            (self.metric == expected.metric, "a table of another metric"),
            (self.class == expected.class, "a table of another class than its name"),
            (self.repetition == expected.repetition, "a table under other rules on repetition"),
        ];
        if let Some((_, why)) = other.into_iter().find(|(agrees, _)| !agrees) {
            let text = |padded: &[u8]| String::from_utf8_lossy(padded).trim_end_matches('\0').to_owned();
            let (game, class) = (text(&expected.game), text(&expected.class));
            let metric = if expected.metric == Metric::Mate as u32 { "" } else { " --metric conversion" };
            return Err(TableFault::OtherVersion(format!(
                "{why}; `banco tables build --game {game} --class {class}{metric}` builds it again"
            )));
        }
        match sizes(self) == sizes(expected) {
            true => Ok(()),
            false => Err(TableFault::Damaged("its size does not fit its class".to_owned())),
        }
    }
}

/// The fault of a truncated file.
pub(super) fn cut_short() -> TableFault {
    TableFault::Damaged("cut short".to_owned())
}

/// Takes the first bytes off a slice that is long enough.
pub(super) fn take<const N: usize>(bytes: &mut &[u8]) -> [u8; N] {
    let (first, rest) = bytes.split_first_chunk().expect("the length was checked");
    *bytes = rest;
    *first
}
