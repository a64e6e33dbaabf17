//! XQF, the binary form of XQStudio: a header of 1,024 bytes, then the moves in order, each with flags for a next move and
//! for an alternative. Versions from 11 on hide both behind keys. The layout follows XQStudio's published unit XQFRW.pas,
//! as the readers of the projects `cchess` (walker8088) and `cchess_qt` (hbsxcjp) have it.

use super::placement::{
    Recorded, all_points, grow, in_order, points_from, remark, setup_from, split_remarks,
};
use super::tree::{Game, Loss, Note, ROOT, Tree, Verdict};
use super::{Boards, Encoding, ReadOptions, WriteOptions, faults};
use crate::base::{Fault, Result};

const HEADER: usize = 1024;
/// The last version of XQStudio, and the one written here: the last without keys.
const LAST: u8 = 18;
const PLAIN: u8 = 10;
/// The text whose bits pass through the keys.
const MASK: &[u8; 32] = b"[(C) Copyright Mr. Dong Shiwei.]";
/// Tags by the places of their texts, which begin with their length, and their longest.
const FIELDS: [(&str, usize, usize); 8] = [
    ("Title", 0x50, 63),
    ("Event", 0xd0, 63),
    ("Date", 0x110, 15),
    ("Site", 0x120, 15),
    ("Red", 0x130, 15),
    ("Black", 0x140, 15),
    ("Annotator", 0x1d0, 15),
    ("Author", 0x1e0, 15),
];
/// Added to the points of a move.
const FROM: u8 = 0x18;
const TO: u8 = 0x20;

/// Returns whether bytes begin an XQF file.
pub fn is_xqf(bytes: &[u8]) -> bool {
    matches!(bytes, [b'X', b'Q', 0..0x20, ..])
}

/// The keys of a header.
#[derive(Default)]
struct Keys {
    men: u8,
    from: u8,
    to: u8,
    length: u32,
    stream: [u8; 32],
}

impl Keys {
    fn of(head: &[u8]) -> Keys {
        if head[2] <= PLAIN {
            return Keys::default();
        }
        let mix =
            |key: u8, by: u8| (54 * u32::from(key) * u32::from(key) + 221).wrapping_mul(by.into()) as u8;
        let men = mix(head[13], head[13]);
        let from = mix(head[14], men);
        let to = mix(head[15], from);
        let length = (u32::from(head[12]) * 256 + u32::from(head[13])) % 32000 + 767;
        let stream = std::array::from_fn(|i| MASK[i] & ((head[12 + i % 4] & head[3]) | head[8 + i % 4]));
        Keys { men, from, to, length, stream }
    }
}

/// Parses a game; a file that is cut short is kept as far as it goes.
pub fn read(bytes: &[u8], options: &ReadOptions<'_>) -> std::result::Result<Game, Fault> {
    let head = bytes.get(..HEADER).ok_or_else(faults::cut_short)?;
    if head[2] > LAST {
        return Err(faults::newer_file());
    }
    let keys = Keys::of(head);
    let body: Vec<u8> = bytes
        .iter()
        .enumerate()
        .skip(HEADER)
        .map(|(i, byte)| byte.wrapping_sub(keys.stream[i % 32]))
        .collect();
    let mut game = Game { game: "xiangqi".into(), ..Game::default() };
    for (name, at, most) in FIELDS {
        let length = usize::from(head[at]).min(most);
        let value = latin(&head[at + 1..=at + length]);
        if !value.trim_matches(['\0', ' ']).is_empty() {
            game.tags.push((name.into(), value));
        }
    }
    game.result = Verdict::ALL[usize::from(head[51].min(3))];
    if let Err(why) = read_moves(&body, head[2] <= PLAIN, &keys, &mut game.tree) {
        game.notes.push(Note::new(&why, "", 0, Loss::Cut));
    }
    let points: Vec<_> = (0..32)
        .map(|i| {
            let place = if head[2] < 12 { i } else { (i + 31 - usize::from(keys.men) % 32) % 32 };
            let point = head[16 + place].wrapping_sub(keys.men);
            (point < 90).then(|| (usize::from(point / 10), usize::from(point % 10)))
        })
        .collect();
    game.setup = setup_from(&points, &game.tree, head[50] == 1);
    decode(&mut game, options);
    Ok(game)
}

fn read_moves(body: &[u8], is_plain: bool, keys: &Keys, tree: &mut Tree) -> std::result::Result<(), Fault> {
    let mut rest = body;
    let mut take = |count: usize| {
        let (taken, after) = rest.split_at_checked(count).ok_or_else(faults::cut_short)?;
        rest = after;
        Ok::<&[u8], Fault>(taken)
    };
    let (next, other) = if is_plain { (0xf0, 0x0f) } else { (0x80, 0x40) };
    let mut record = || {
        let &[from, to, flags, _] = take(4)? else { return Err(faults::cut_short()) };
        let mut length = 0;
        if is_plain || flags & 0x20 != 0 {
            let bytes = take(4)?.try_into().unwrap_or_default();
            length = u32::from_le_bytes(bytes).checked_sub(keys.length).ok_or_else(faults::damaged)? as usize;
        }
        let point = |byte: u8| (usize::from(byte / 10), usize::from(byte % 10));
        Ok(Recorded {
            from: point(from.wrapping_sub(FROM).wrapping_sub(keys.from)),
            to: point(to.wrapping_sub(TO).wrapping_sub(keys.to)),
            comment: latin(take(length)?),
            has_next: flags & next != 0,
            has_other: flags & other != 0,
        })
    };
    // Some programs leave the flags of the first record, which is no move, empty.
    let first = record()?;
    let size = 4 + if is_plain { 4 } else { 0 };
    let is_all = body.len() <= size + first.comment.chars().count();
    tree.node_mut(ROOT).comment = first.comment;
    if is_all {
        return Ok(());
    }
    grow(tree, |_| record().map(Some))
}

/// Keeps bytes as characters until their encoding is known, those that are not ASCII in the private area of Unicode.
fn latin(bytes: &[u8]) -> String {
    let keep = |&byte: &u8| char::from_u32(u32::from(byte) + if byte < 0x80 { 0 } else { 0xe000 });
    bytes.iter().filter_map(keep).collect()
}

/// Decodes the texts of a game, which all have one encoding.
fn decode(game: &mut Game, options: &ReadOptions<'_>) {
    let bytes = |text: &str| text.chars().map(|c| c as u8).collect::<Vec<u8>>();
    let texts = game.tags.iter().map(|tag| &tag.1).chain(game.tree.nodes().iter().map(|node| &node.comment));
    let sample: Vec<u8> = texts.flat_map(|text| bytes(text)).filter(|&byte| byte != 0).collect();
    let guessed = || if sample.is_ascii() { Encoding::Utf8 } else { Encoding::guess(&sample) };
    let encoding = options.encoding.unwrap_or_else(guessed);
    let decode = |text: &str| {
        let bytes = bytes(text.split('\0').next().unwrap_or(""));
        let decoder = options.decoder.filter(|_| encoding != Encoding::Utf8);
        let decoded = decoder.map_or_else(|| encoding.decode(&bytes), |decode| decode(&bytes));
        decoded.trim().to_owned()
    };
    for (_, value) in &mut game.tags {
        *value = decode(value);
    }
    for index in 0..game.tree.nodes().len() {
        let node = game.tree.node_mut(index);
        node.comment = decode(&node.comment);
    }
    split_remarks(&mut game.tree);
}

/// Formats a game in version 10.
pub fn write(game: &Game, options: &WriteOptions<'_>, boards: &mut Boards) -> Result<Vec<u8>> {
    let points = all_points(game, boards)?;
    let (set, is_black) = points_from(game.setup.as_deref())?;
    let place = |(x, y)| (10 * x + y) as u8;
    let mut out = vec![0; HEADER];
    out[..3].copy_from_slice(&[b'X', b'Q', PLAIN]);
    for (i, point) in set.into_iter().enumerate() {
        out[16 + i] = point.map_or(0xff, place);
    }
    (out[50], out[51]) = (is_black.into(), game.result as u8);
    out[56..60].copy_from_slice(&(HEADER as u32).to_le_bytes());
    for (name, at, most) in FIELDS {
        let text = options.encoding.encode_up_to(game.tag_or_white(name), most, options.decoder);
        out[at] = text.len() as u8;
        out[at + 1..=at + text.len()].copy_from_slice(&text);
    }
    let mut record = |from: u8, to: u8, index: usize, has_other: bool| {
        let node = game.tree.node(index);
        let text = options.encoding.encode(&remark(node), options.decoder);
        let next = if game.tree.next(index).is_some() { 0xf0 } else { 0 };
        out.extend([
            from.wrapping_add(FROM),
            to.wrapping_add(TO),
            next | if has_other { 0x0f } else { 0 },
            0,
        ]);
        out.extend((text.len() as u32).to_le_bytes());
        out.extend(text);
    };
    record(0, 0, ROOT, false);
    for index in in_order(&game.tree) {
        let (from, to) = points[index];
        record(place(from), place(to), index, !game.tree.is_last(index));
    }
    Ok(out)
}
