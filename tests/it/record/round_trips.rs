//! Random games go through every format, notation and encoding and come back as equal trees. `BANCO_RECORD_GAMES` is the
//! number of games.

use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use banco::engine::registry;
use banco::record::{
    self, Boards, Encoding, Format, Game, Node, ROOT, ReadOptions, Tree, Verdict, WriteOptions,
};

/// Number of games of Xiangqi in CI.
const GAMES: u64 = 40;

/// Comments by encoding, with which it can be detected, and one for all.
const COMMENTS: [(Encoding, &str); 4] = [
    (Encoding::Utf8, "红方先手 Nước đi hay"),
    (Encoding::Gb18030, "红方先手，炮二平五"),
    (Encoding::Big5, "紅方先手，馬二進三"),
    (Encoding::Windows1258, "Nước đi hay của bên đỏ"),
];

/// A game of random legal moves with variations and remarks.
fn random_game(id: &str, random: &mut Xoshiro256PlusPlus, comment: &str) -> Game {
    let mut boards = Boards::default();
    let board = boards.open(registry::find(id).unwrap(), &[]).unwrap();
    let mut tree = Tree::default();
    let mut lines = vec![(ROOT, Vec::<String>::new())];
    for _ in 0..random.random_range(1..60) {
        // Mostly the last line goes on.
        let (at, moves) =
            if random.random_bool(0.85) { lines.last() } else { lines.choose(random) }.unwrap().clone();
        board.set_position(None, &moves.iter().map(String::as_str).collect::<Vec<_>>()).unwrap();
        let Some(mv) = board.moves(None).unwrap().choose(random).cloned() else { continue };
        let child = tree.add(at, mv.clone());
        let node = tree.node_mut(child);
        if node.comment.is_empty() && random.random_bool(0.2) {
            node.comment = [comment, "well [played]", "a b c"].choose(random).unwrap().to_string();
        }
        if node.glyphs.is_empty() && random.random_bool(0.1) {
            node.glyphs.push(random.random_range(1..7));
        }
        lines.push((child, [moves, vec![mv]].concat()));
    }
    tree.node_mut(ROOT).comment = comment.to_owned();
    let tags = [("Title", "a title"), ("Event", "an event"), ("Red", "Ann"), ("Black", "Bob")];
    Game {
        game: id.to_owned(),
        tags: tags.map(|(name, value)| (name.to_owned(), value.to_owned())).into(),
        result: *Verdict::ALL.choose(random).unwrap(),
        tree,
        ..Game::default()
    }
}

/// A tree with its lines in one order, without places in a file: depth, move, comments and glyphs.
fn shape(tree: &Tree) -> Vec<(usize, String, [String; 2], Vec<u8>)> {
    let (mut found, mut open) = (Vec::new(), vec![(ROOT, 0)]);
    while let Some((index, depth)) = open.pop() {
        let Node { text, before, comment, glyphs, .. } = tree.node(index).clone();
        found.push((depth, text, [before, comment], glyphs));
        open.extend(tree.children(index).rev().map(|child| (child, depth + 1)));
    }
    found
}

#[track_caller]
fn check(game: &Game, options: &WriteOptions<'_>, boards: &mut Boards) {
    let bytes = record::write(game, options, boards).unwrap();
    let read =
        record::read(&bytes, &ReadOptions { game: Some(&game.game), ..ReadOptions::default() }).unwrap();
    let text = String::from_utf8_lossy(&bytes);
    assert_eq!(read.games.len(), 1, "{text}");
    let again = &read.games[0];
    let is_line = matches!(options.format, Format::Wxf | Format::List);
    let what = format!("{:?} {:?} {:?}: {text}", options.format, options.notation, options.encoding.name());
    if is_line {
        assert_eq!(again.tree.moves(), game.tree.moves(), "{what}");
        return;
    }
    let brackets = options.format == Format::DhtmlXq;
    let mut expected = shape(&game.tree);
    for (_, _, comments, _) in expected.iter_mut().filter(|_| brackets) {
        comments[1] = comments[1].replace('[', "［").replace(']', "］");
    }
    assert_eq!(shape(&again.tree), expected, "{what}");
    assert_eq!((again.result, &again.setup), (game.result, &game.setup), "{what}");
    assert_eq!(again.tag("Red"), game.tag("Red"), "{what}");
    assert!(again.loss() == record::Loss::None, "{what} {:?}", again.notes);
}

#[test]
fn games_go_through_every_format_and_encoding() {
    let games = std::env::var("BANCO_RECORD_GAMES").ok().and_then(|text| text.parse().ok()).unwrap_or(GAMES);
    let mut boards = Boards::default();
    for seed in 0..games {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let (encoding, comment) = COMMENTS[(seed % 4) as usize];
        let game = random_game("xiangqi", &mut random, comment);
        let wide = [Encoding::Utf8, Encoding::Utf16Le, Encoding::Utf16Be, encoding];
        let notations = [
            None,
            Some("iccs"),
            Some("wxf"),
            Some("chinese"),
            Some("vietnamese"),
            Some("algebraic"),
            Some("xboard"),
        ];
        for (i, notation) in notations.into_iter().enumerate() {
            // The moves are in simplified characters.
            let is_open = notation != Some("chinese") || encoding == Encoding::Gb18030;
            let chosen = wide[(i + seed as usize) % if is_open { 4 } else { 3 }];
            check(
                &game,
                &WriteOptions { notation, encoding: chosen, ..WriteOptions::new(Format::Pgn) },
                &mut boards,
            );
        }
        for format in [Format::Xqf, Format::Ccbridge, Format::DhtmlXq, Format::Json] {
            let encoding = if format == Format::Xqf { encoding } else { Encoding::Utf8 };
            check(&game, &WriteOptions { encoding, ..WriteOptions::new(format) }, &mut boards);
        }
        if !game.tree.is_empty() {
            check(&game, &WriteOptions::new(Format::Wxf), &mut boards);
            check(
                &game,
                &WriteOptions { notation: Some("wxf"), ..WriteOptions::new(Format::List) },
                &mut boards,
            );
        }
    }
}

#[test]
fn games_of_all_kinds_go_through_pgn_and_json() {
    let mut boards = Boards::default();
    for id in registry::GAMES.iter().map(|game| game.id) {
        for seed in 0..8 {
            let game = random_game(id, &mut Xoshiro256PlusPlus::seed_from_u64(seed), "so");
            for format in [Format::Pgn, Format::Json] {
                check(&game, &WriteOptions::new(format), &mut boards);
            }
        }
    }
}
