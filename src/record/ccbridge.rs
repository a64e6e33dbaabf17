//! CCBridge (象棋桥): a record (`.cbr`), or a library of records (`.cbl`) behind an index. Texts are in UTF-16, nothing is
//! hidden. The layout follows the description at zhuanlan.zhihu.com/p/682174695 and its corrections in the document
//! `ccbridge-format.md` (checked against 248 games), and the readers of `cchess` (walker8088) and `vschess` (FastLight126).

use std::io::BufRead;

use super::placement::{
    Point, Recorded, all_points, grow, in_order, points_from, remark, setup, split_remarks,
};
use super::tree::{Game, Loss, Note, ROOT, Verdict};
use super::{Boards, Encoding, LARGEST, Sink, faults};
use crate::base::{Error, Fault, Result};

const RECORD: &[u8; 16] = b"CCBridge Record\0";
const MOVES: usize = 2214;
/// Tags by the places and sizes of their texts.
const FIELDS: [(&str, usize, usize); 11] = [
    ("Title", 180, 128),
    ("Event", 692, 64),
    ("Round", 756, 64),
    ("Date", 884, 64),
    ("Site", 948, 64),
    ("Red", 1076, 64),
    ("RedTeam", 1140, 64),
    ("Black", 1300, 64),
    ("BlackTeam", 1364, 64),
    ("Annotator", 1652, 64),
    ("Author", 1780, 64),
];
const RESULT: usize = 2076;
const SIDE: usize = 2112;
const BOARD: usize = 2120;
const MEN: [Option<char>; 8] =
    [None, Some('R'), Some('N'), Some('B'), Some('A'), Some('K'), Some('C'), Some('P')];

/// Returns whether bytes begin a record or a library.
pub fn is_ccbridge(bytes: &[u8]) -> bool {
    bytes.starts_with(b"CCBridge")
}

/// Reads all records of a file: only their name marks where they begin, since indices and distances vary.
pub fn read(mut reader: impl BufRead, sink: &mut Sink<'_>) -> Result<()> {
    // The bytes from the last record's beginning on; before the first one there is none.
    let mut held: Vec<u8> = Vec::new();
    let mut has_record = false;
    while !sink.is_done {
        let block = reader.fill_buf().map_err(|error| Error::data(error.to_string()))?;
        let (length, is_end) = (block.len(), block.is_empty());
        // A name may lie across the end of the last block.
        let mut from = held.len().saturating_sub(RECORD.len() - 1).max(usize::from(has_record));
        held.extend_from_slice(block);
        reader.consume(length);
        while let Some(at) =
            held[from.min(held.len())..].windows(RECORD.len()).position(|part| part == RECORD)
        {
            let rest = held.split_off(from + at);
            if std::mem::replace(&mut has_record, true) && !sink.is_done {
                take(&held, sink);
            }
            (held, from) = (rest, 1);
        }
        if is_end {
            break;
        }
        if !has_record {
            held.drain(..held.len().saturating_sub(RECORD.len()));
        } else if held.len() > LARGEST {
            return Err(Error::limit(faults::too_large(format!("{LARGEST} bytes")).to_string()));
        }
    }
    if has_record && !sink.is_done {
        take(&held, sink);
    } else if !has_record {
        sink.note(Note::new(&faults::older_file(), "", 0, Loss::Skipped));
    }
    Ok(())
}

fn take(bytes: &[u8], sink: &mut Sink<'_>) {
    match read_record(bytes) {
        Ok(game) => sink.take(game, Some("iccs")),
        Err((why, title)) if why == faults::heading() => sink.note(Note::new(&why, &title, 0, Loss::None)),
        Err((why, title)) => sink.note(Note::new(&why, &title, 0, Loss::Skipped)),
    }
}

/// Parses a record; an error comes with its title.
fn read_record(bytes: &[u8]) -> std::result::Result<Game, (Fault, String)> {
    // The first version lacks a field of 128 bytes at the beginning, and another one behind the names.
    let is_old = bytes.get(19) == Some(&1);
    let text = |at: usize, size: usize| {
        let at = if is_old { at - 128 } else { at };
        let text = Encoding::Utf16Le.decode(bytes.get(at..at + size).unwrap_or_default());
        text.split('\0').next().unwrap_or("").split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let title = || text(FIELDS[0].1, FIELDS[0].2);
    let shift = if is_old { 256 } else { 0 };
    let byte = |at: usize| bytes.get(at - shift).copied().unwrap_or_default();
    let moves = bytes.get(MOVES - shift..).ok_or_else(|| (faults::cut_short(), title()))?;
    let man = |(x, y): Point| {
        let code = byte(BOARD + (9 - y) * 9 + x);
        let letter = MEN.get(usize::from(code & 15)).copied().flatten()?;
        match code >> 4 {
            1 => Some(letter),
            2 => Some(letter.to_ascii_lowercase()),
            _ => None,
        }
    };
    if (0..90).all(|i| man((i % 9, i / 9)).is_none()) {
        return Err((faults::heading(), title()));
    }
    let mut game = Game { game: "xiangqi".into(), ..Game::default() };
    for (name, at, size) in FIELDS {
        // In the first version author and annotator stand elsewhere.
        let value = if is_old && at > 1500 { String::new() } else { text(at, size) };
        if !value.is_empty() {
            game.tags.push((name.into(), value));
        }
    }
    game.result = Verdict::ALL[usize::from(byte(RESULT) % 4)];
    let is_black = byte(SIDE) == 2;
    // Points of the first version are two digits of four bits; the side to move shows from which end its ranks count.
    let mut is_flipped = None;
    let mut point = |code: u8, is_from: bool| -> Point {
        if !is_old {
            return (usize::from(code % 9), 9_usize.wrapping_sub((code / 9).into()));
        }
        let (x, y) = (usize::from(code >> 4), usize::from(code & 15));
        let stands = || y < 10 && man((x, y)).is_some_and(|man| man.is_ascii_lowercase() == is_black);
        let flipped = *is_flipped.get_or_insert_with(|| is_from && !stands());
        (x, if flipped { 9_usize.wrapping_sub(y) } else { y })
    };
    let mut rest = moves;
    let mut record = || {
        let (head, after) = rest.split_at_checked(4).ok_or_else(faults::cut_short)?;
        rest = after;
        let mut comment = String::new();
        if head[0] & 4 != 0 {
            let (size, after) = rest.split_at_checked(4).ok_or_else(faults::cut_short)?;
            let size = u32::from_le_bytes(size.try_into().unwrap_or_default()) as usize;
            let (text, after) = after.split_at_checked(size).ok_or_else(faults::cut_short)?;
            comment = Encoding::Utf16Le.decode(text).split('\0').next().unwrap_or("").to_owned();
            rest = after;
        }
        Ok::<_, Fault>((head[0], head[2], head[3], comment, rest.len() < 4))
    };
    let tree = &mut game.tree;
    // The first record holds the comment on the position.
    let read = record().and_then(|(flags, _, _, comment, mut is_end)| {
        tree.node_mut(ROOT).comment = comment;
        if flags & 1 != 0 {
            return Ok(());
        }
        grow(tree, |tree| {
            if is_end && tree.is_empty() {
                return Ok(None);
            }
            let (flags, from, to, comment, ends) = record()?;
            is_end = ends;
            // Empty bytes end a game too.
            let mv = || Recorded {
                from: point(from, true),
                to: point(to, false),
                comment,
                has_next: flags & 1 == 0,
                has_other: flags & 2 != 0,
            };
            Ok((from != to).then(mv))
        })
    });
    if let Err(why) = read {
        game.notes.push(Note::new(&why, "", 0, Loss::Cut));
    }
    split_remarks(&mut game.tree);
    game.setup = setup(man, &game.tree, is_black);
    Ok(game)
}

/// Formats a record.
pub fn write(game: &Game, boards: &mut Boards) -> Result<Vec<u8>> {
    let points = all_points(game, boards)?;
    let (set, is_black) = points_from(game.setup.as_deref())?;
    let mut out = vec![0; MOVES];
    out[..RECORD.len()].copy_from_slice(RECORD);
    out[19] = 2;
    for (name, at, size) in FIELDS {
        // Two bytes of zero end a text.
        let text = Encoding::Utf16Le.encode_up_to(game.tag_or_white(name), size - 2, None);
        out[at..at + text.len()].copy_from_slice(&text);
    }
    (out[RESULT], out[SIDE], out[SIDE + 4]) = (game.result as u8, 1 + u8::from(is_black), 1);
    for (letter, point) in super::placement::SET.into_iter().zip(set) {
        let Some((x, y)) = point else { continue };
        let kind =
            MEN.iter().position(|&man| man == Some(letter.to_ascii_uppercase())).unwrap_or_default() as u8;
        out[BOARD + (9 - y) * 9 + x] = kind + if letter.is_ascii_uppercase() { 0x10 } else { 0x20 };
    }
    let place = |(x, y): Point| ((9 - y) * 9 + x) as u8;
    let mut record = |from: u8, to: u8, index: usize, has_other: bool| {
        let text = Encoding::Utf16Le.encode(&remark(game.tree.node(index)), None);
        let last = u8::from(game.tree.next(index).is_none());
        let flags = last | if has_other { 2 } else { 0 } | if text.is_empty() { 0 } else { 4 };
        out.extend([flags, 0, from, to]);
        if !text.is_empty() {
            out.extend((text.len() as u32).to_le_bytes());
            out.extend(text);
        }
    };
    record(0, 0, ROOT, false);
    for index in in_order(&game.tree) {
        let (from, to) = points[index];
        record(place(from), place(to), index, !game.tree.is_last(index));
    }
    Ok(out)
}
