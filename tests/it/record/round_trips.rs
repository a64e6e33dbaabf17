//! Random games go through every format, notation and encoding and come back as equal trees.

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use rayon::prelude::*;

use super::random;
use banco::engine::registry;
use banco::record::{self, Boards, Encoding, Format, Game, Node, ROOT, ReadOptions, Tree, WriteOptions};

const START: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

const ENCODINGS: [Encoding; 6] = [
    Encoding::Utf8,
    Encoding::Utf16Le,
    Encoding::Utf16Be,
    Encoding::Gb18030,
    Encoding::Big5,
    Encoding::Windows1258,
];

const NOTATIONS: [Option<&str>; 7] =
    [None, Some("iccs"), Some("wxf"), Some("chinese"), Some("vietnamese"), Some("algebraic"), Some("xboard")];

/// What a format holds of a game of Xiangqi. All but lists hold the result.
struct Holds {
    format: Format,
    /// Variations and remarks; else the main line alone.
    tree: bool,
    /// Every glyph, and comments before a move; else the first sign, and one comment.
    all_remarks: bool,
    /// The counters of a set-up; else board and side.
    counters: bool,
    /// Names and longest values of tags, in the units of the format.
    tags: Tags,
}

enum Tags {
    All,
    /// Bytes.
    Bytes(&'static [(&'static str, usize)]),
    /// Units of UTF-16.
    Units(&'static [(&'static str, usize)]),
}

const ANY: usize = usize::MAX;

/// Every format. Braces of comments become parentheses in PGN, `;` in tags becomes a blank in WXF. In DhtmlXQ square
/// brackets become full-width ones but for commands, or parentheses if the encoding lacks those. CCBridge has its own
/// encoding.
const HOLDS: [Holds; 7] = [
    Holds { format: Format::Json, tree: true, all_remarks: true, counters: true, tags: Tags::All },
    Holds { format: Format::Pgn, tree: true, all_remarks: true, counters: true, tags: Tags::All },
    Holds {
        format: Format::Xqf,
        tree: true,
        all_remarks: false,
        counters: false,
        tags: Tags::Bytes(&[
            ("Title", 63),
            ("Event", 63),
            ("Date", 15),
            ("Site", 15),
            ("Red", 15),
            ("Black", 15),
            ("Annotator", 15),
            ("Author", 15),
        ]),
    },
    Holds {
        format: Format::Ccbridge,
        tree: true,
        all_remarks: false,
        counters: false,
        tags: Tags::Units(&[
            ("Title", 63),
            ("Event", 31),
            ("Round", 31),
            ("Date", 31),
            ("Site", 31),
            ("Red", 31),
            ("RedTeam", 31),
            ("Black", 31),
            ("BlackTeam", 31),
            ("Annotator", 31),
            ("Author", 31),
        ]),
    },
    Holds {
        format: Format::DhtmlXq,
        tree: true,
        all_remarks: false,
        counters: false,
        tags: Tags::Bytes(&[
            ("Title", ANY),
            ("Event", ANY),
            ("Date", ANY),
            ("Site", ANY),
            ("Round", ANY),
            ("Red", ANY),
            ("RedTeam", ANY),
            ("Black", ANY),
            ("BlackTeam", ANY),
            ("Author", ANY),
        ]),
    },
    Holds {
        format: Format::Wxf,
        tree: false,
        all_remarks: false,
        counters: true,
        tags: Tags::Bytes(&[
            ("Event", ANY),
            ("Site", ANY),
            ("Date", ANY),
            ("Round", ANY),
            ("Red", ANY),
            ("RedElo", ANY),
            ("Black", ANY),
            ("BlackElo", ANY),
        ]),
    },
    Holds { format: Format::List, tree: false, all_remarks: false, counters: false, tags: Tags::Bytes(&[]) },
];

/// A text as it comes back from a format.
fn text_in(format: Format, encoding: Encoding, text: &str) -> String {
    match format {
        Format::Pgn => text.replace('{', "(").replace('}', ")"),
        Format::DhtmlXq if has_simplified(encoding) => text.replace('[', "［").replace(']', "］"),
        Format::DhtmlXq => text.replace('[', "(").replace(']', ")"),
        _ => text.to_owned(),
    }
}

/// The same of a comment: commands keep their brackets.
fn comment_in(format: Format, encoding: Encoding, text: &str) -> String {
    let parts: Vec<String> = text.split("[%emt 1]").map(|part| text_in(format, encoding, part)).collect();
    parts.join("[%emt 1]")
}

/// The values of tags as they come back from a format, in the order of their names.
fn tags_in(holds: &Holds, encoding: Encoding, game: &Game) -> Vec<(String, String)> {
    let cut = |value: &str, fits: &dyn Fn(&str) -> bool| {
        let ends = value.char_indices().map(|(at, c)| at + c.len_utf8()).rev();
        let longest = ends.map(|end| &value[..end]).find(|part| fits(part)).unwrap_or("");
        longest.trim().to_owned()
    };
    let (names, is_wide) = match holds.tags {
        // A file of PGN needs a tag.
        Tags::All if game.tags.is_empty() && holds.format == Format::Pgn => {
            return vec![("Event".into(), "?".into())];
        }
        Tags::All => return game.tags.clone(),
        Tags::Bytes(names) => (names, false),
        Tags::Units(names) => (names, true),
    };
    let mut tags = Vec::new();
    for (name, most) in names {
        let Some(value) = game.tag(name) else { continue };
        let value = match holds.format {
            Format::Wxf => value.replace(';', " "),
            Format::DhtmlXq => text_in(Format::DhtmlXq, encoding, value),
            _ => value.to_owned(),
        };
        let fits = |part: &str| {
            (if is_wide { part.encode_utf16().count() } else { encoding.encode(part, None).len() }) <= *most
        };
        tags.push(((*name).to_owned(), cut(&value, &fits)));
    }
    tags
}

/// The tree as it comes back from a format, in the order of its lines and without places in a file.
fn tree_in(holds: &Holds, encoding: Encoding, tree: &Tree) -> Tree {
    let mut found = Tree::default();
    let mut open = vec![(ROOT, None)];
    while let Some((index, parent)) = open.pop() {
        let from = tree.node(index);
        let copy = parent.map_or(ROOT, |parent| found.add(parent, from.text.clone()));
        if holds.tree {
            let Node { before, comment, glyphs, shapes, eval, clock, .. } = from.clone();
            let node = found.node_mut(copy);
            (node.shapes, node.eval, node.clock) = (shapes, eval, clock);
            (node.before, node.comment, node.glyphs) = if holds.all_remarks {
                (before, comment, glyphs)
            } else {
                let parts = [before, comment].into_iter().filter(|part| !part.is_empty());
                let signs = glyphs.into_iter().filter(|&glyph| glyph < 7);
                (String::new(), parts.collect::<Vec<_>>().join(" "), signs.take(1).collect())
            };
            node.before = comment_in(holds.format, encoding, &node.before);
            node.comment = comment_in(holds.format, encoding, &node.comment);
        }
        let next = tree.children(index).take(if holds.tree { usize::MAX } else { 1 });
        open.extend(next.collect::<Vec<_>>().into_iter().rev().map(|child| (child, Some(copy))));
    }
    found
}

fn setup_in(holds: &Holds, game: &Game) -> Option<String> {
    let setup = game.setup.clone()?;
    let words: Vec<&str> = setup.split(' ').collect();
    let bare = format!("{} {} - - 0 1", words[0], words[1]);
    Some(if holds.counters { setup } else { bare }).filter(|setup| setup != START)
}

/// Whether an encoding has the characters of moves and results.
fn has_simplified(encoding: Encoding) -> bool {
    !matches!(encoding, Encoding::Big5 | Encoding::Windows1258)
}

/// Whether a format writes games in an encoding and a notation.
fn is_written(format: Format, encoding: Encoding, notation: Option<&str>) -> bool {
    let is_chinese = has_simplified(encoding);
    match format {
        Format::Xqf => notation.is_none() && !matches!(encoding, Encoding::Utf16Le | Encoding::Utf16Be),
        Format::Ccbridge => notation.is_none() && encoding == Encoding::Utf16Le,
        Format::Pgn => notation != Some("chinese") || is_chinese,
        // Ranks of words alone may count from 0 and from 1.
        Format::List => {
            matches!(notation, Some("iccs" | "wxf" | "vietnamese"))
                || notation == Some("chinese") && is_chinese
        }
        _ => notation.is_none(),
    }
}

/// Writes a game, reads it, and compares what the format holds.
#[track_caller]
fn check(holds: &Holds, encoding: Encoding, notation: Option<&str>, game: &Game, boards: &mut Boards) {
    let options = WriteOptions { notation, encoding, ..WriteOptions::new(holds.format) };
    let bytes = record::write(game, &options, boards).unwrap();
    let what = || format!("{:?} {notation:?} {}: {:?}", holds.format, encoding.name(), game);
    let read = |encoding| {
        let options = ReadOptions { game: Some(&game.game), encoding, ..ReadOptions::default() };
        let mut games =
            record::read(&bytes, &options).unwrap_or_else(|error| panic!("{error} {}", what())).games;
        assert_eq!(games.len(), 1, "{}", what());
        games.remove(0)
    };
    let own = (holds.format != Format::Ccbridge).then_some(encoding);
    let again = read(own);
    let found = tree_in(&HOLDS[0], encoding, &again.tree);
    assert_eq!(found, tree_in(holds, encoding, &game.tree), "{}", what());
    if holds.format != Format::List {
        assert_eq!(again.result, game.result, "{}", what());
        assert_eq!(again.setup, setup_in(holds, game), "{}", what());
    }
    assert_eq!(again.tags, tags_in(holds, encoding, game), "{}", what());
    assert_eq!(again.loss(), record::Loss::None, "{} {:?}", what(), again.notes);
    // The sentence at the root is enough to detect an encoding.
    if holds.tree
        && !game.tree.node(ROOT).comment.is_empty()
        && !matches!(encoding, Encoding::Utf16Le | Encoding::Utf16Be)
    {
        let detected = read(None);
        assert_eq!((&detected.tree, &detected.tags), (&again.tree, &again.tags), "{}", what());
    }
}

/// Checks the games of a seed, in one encoding in `step` ways of the list from `first` on.
fn check_seed(seed: u64, encoding: Encoding, first: usize, step: usize) {
    let game = random::game("xiangqi", &mut Xoshiro256PlusPlus::seed_from_u64(seed), encoding);
    let mut boards = Boards::default();
    let ways = HOLDS.iter().flat_map(|holds| NOTATIONS.map(|notation| (holds, notation)));
    let ways = ways.filter(|(holds, notation)| is_written(holds.format, encoding, *notation));
    for (holds, notation) in ways.skip(first % step).step_by(step) {
        // A list has no set-up, and a text without moves is none.
        if holds.format != Format::List || game.setup.is_none() && !game.tree.is_empty() {
            check(holds, encoding, notation, &game, &mut boards);
        }
    }
}

#[test]
fn games_go_through_every_format_and_encoding() {
    (0..300).into_par_iter().for_each(|i| {
        check_seed(i as u64, ENCODINGS[i % ENCODINGS.len()], i / ENCODINGS.len(), 6);
    });
}

/// 10,000 games, each in every format, notation and encoding.
#[test]
#[ignore = "takes minutes"]
fn many_games_go_through_every_format_and_encoding() {
    (0..10_000_u64).into_par_iter().for_each(|seed| {
        ENCODINGS.iter().for_each(|&encoding| check_seed(seed, encoding, 0, 1));
    });
}

#[test]
fn games_of_all_kinds_go_through_pgn_and_json() {
    let mut boards = Boards::default();
    for id in registry::GAMES.iter().map(|game| game.id) {
        for seed in 0..20 {
            let game = random::game(id, &mut Xoshiro256PlusPlus::seed_from_u64(seed), Encoding::Utf8);
            for holds in &HOLDS[..2] {
                check(holds, Encoding::Utf8, None, &game, &mut boards);
            }
        }
    }
}
