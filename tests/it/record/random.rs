//! Random games with all that a record may hold.

use rand::RngExt;
use rand::seq::IndexedRandom;
use rand_xoshiro::Xoshiro256PlusPlus;

use banco::engine::AnyGame;
use banco::engine::registry;
use banco::record::{Boards, Encoding, Eval, Game, Node, ROOT, Tree, Verdict};

/// Words of a language: a sentence by which its encoding is detected, and names.
struct Language {
    sentence: &'static str,
    words: &'static [&'static str],
}

/// What every encoding holds: text that looks like syntax, too.
const ASCII: [&str; 12] = [
    "well [played]",
    "a b c",
    "50 % draws",
    "% of all",
    "\"quoted\" \\ back",
    "(better); worse",
    "1. h2e2 is $1",
    "1-0",
    "*",
    "{set}",
    "[%emt 1]",
    "Ann; Bob | Carl",
];

fn language(encoding: Encoding) -> Language {
    let (sentence, words): (_, &[_]) = match encoding {
        Encoding::Gb18030 => {
            ("红方先手，炮二平五", &["胡荣华", "杨官璘", "全国象棋个人赛", "许银川（广东）"])
        }
        Encoding::Big5 => ("紅方先手，馬二進三", &["許銀川", "趙鑫鑫", "亞洲象棋錦標賽", "功許蓋娉"]),
        Encoding::Windows1258 => (
            "Nước đi hay của bên đỏ",
            &["Nguyễn Thành Bảo", "Lại Lý Huynh", "Giải vô địch", "ĐẶNG Hữu Trang"],
        ),
        _ => ("红方先手 Nước đi hay", &["胡荣华 – 許銀川", "Nguyễn Văn Ánh", "马🐎進七", "［全角］“好”"]),
    };
    Language { sentence, words }
}

impl Language {
    /// Returns a text of a few words on one line.
    fn line(&self, random: &mut Xoshiro256PlusPlus, most: usize) -> String {
        let words = (0..random.random_range(1..=most)).map(|_| {
            let list = if random.random_bool(0.6) { self.words } else { &ASCII[..] };
            *list.choose(random).unwrap()
        });
        words.collect::<Vec<_>>().join(" ")
    }

    /// Returns a comment of some lines.
    fn comment(&self, random: &mut Xoshiro256PlusPlus) -> String {
        let lines = if random.random_bool(0.8) { 1 } else { 3 };
        let most = if random.random_bool(0.97) { 3 } else { 60 };
        (0..lines).map(|_| self.line(random, most)).collect::<Vec<_>>().join("\n")
    }
}

/// Returns a position of Xiangqi that moves and losses of pieces lead to.
fn position(board: &mut dyn AnyGame, random: &mut Xoshiro256PlusPlus) -> Option<String> {
    board.set_position(None, &[]).unwrap();
    for _ in 0..random.random_range(0..80) {
        let Some(mv) = board.moves(None).unwrap().choose(random).cloned() else { break };
        board.play(&mv).unwrap();
    }
    let (fen, loss) = (board.fen(), *[0.0, 0.5, 0.9].choose(random).unwrap());
    let (men, rest) = fen.split_once(' ').unwrap();
    let mut lose =
        |man: char| if "/kK123456789".contains(man) || !random.random_bool(loss) { man } else { '1' };
    let fen = format!("{} {rest}", men.chars().map(&mut lose).collect::<String>());
    board.set_position(Some(&fen), &[]).ok()?;
    Some(board.fen())
}

/// Returns a game of random legal moves: of any length, from any position, with variations, remarks and tags.
pub fn game(id: &str, random: &mut Xoshiro256PlusPlus, encoding: Encoding) -> Game {
    let language = language(encoding);
    let mut boards = Boards::default();
    let board = boards.open(registry::find(id).unwrap(), &[]).unwrap();
    let setup = if id == "xiangqi" && random.random_bool(0.4) { position(board, random) } else { None };
    let tree = tree(board, setup.as_deref(), random, &language);
    let mut tags = Vec::new();
    for name in [
        "Event",
        "Title",
        "Site",
        "Date",
        "Round",
        "Red",
        "RedTeam",
        "RedElo",
        "Black",
        "BlackTeam",
        "BlackElo",
        "Annotator",
        "Author",
        "ECCO",
    ] {
        let value = match name {
            "RedElo" | "BlackElo" => random.random_range(1000..2800).to_string(),
            "Date" => "1956.12.15".to_owned(),
            "ECCO" => "C01".to_owned(),
            _ if random.random_bool(0.05) => language.line(random, 30),
            _ => language.words.choose(random).unwrap().to_string(),
        };
        // A rating is that of a player.
        let has_player = !name.ends_with("Elo") || tags.iter().any(|(tag, _)| *tag == name[..name.len() - 3]);
        if random.random_bool(0.6) && has_player {
            tags.push((name.to_owned(), value));
        }
    }
    let result = *Verdict::ALL.choose(random).unwrap();
    Game { game: id.to_owned(), setup, tags, result, tree, ..Game::default() }
}

fn tree(
    board: &mut dyn AnyGame,
    setup: Option<&str>,
    random: &mut Xoshiro256PlusPlus,
    language: &Language,
) -> Tree {
    let mut tree = Tree::default();
    let mut lines = vec![(ROOT, Vec::<String>::new())];
    let longest = *[1, 12, 60, 60, 300].choose(random).unwrap();
    let branching = *[0.0, 0.05, 0.2, 0.5].choose(random).unwrap();
    board.set_position(setup, &[]).unwrap();
    let (mut at, mut moves) = lines[0].clone();
    for _ in 0..random.random_range(0..longest) {
        let next = board.moves(None).unwrap().choose(random).cloned();
        let Some(mv) = next.filter(|_| !random.random_bool(branching)) else {
            (at, moves) = lines.choose(random).unwrap().clone();
            board.set_position(setup, &moves.iter().map(String::as_str).collect::<Vec<_>>()).unwrap();
            continue;
        };
        board.play(&mv).unwrap();
        let is_new = !tree.children(at).any(|child| tree.node(child).text == mv);
        let is_main = tree.children(at).len() == 0;
        at = tree.add(at, mv.clone());
        moves.push(mv);
        if is_new {
            remark(tree.node_mut(at), is_main, random, language);
            lines.push((at, moves.clone()));
        }
    }
    if random.random_bool(0.8) {
        tree.node_mut(ROOT).comment = language.sentence.to_owned();
    }
    tree
}

/// Adds remarks to a move, of glyphs those with a sign first, of shapes points first.
fn remark(node: &mut Node, is_main: bool, random: &mut Xoshiro256PlusPlus, language: &Language) {
    if random.random_bool(0.2) {
        node.comment = language.comment(random);
    }
    if !is_main && random.random_bool(0.3) {
        node.before = language.line(random, 2);
    }
    if random.random_bool(0.1) {
        node.glyphs = [vec![1], vec![6], vec![14], vec![3, 10, 146]].choose(random).unwrap().clone();
    }
    if random.random_bool(0.05) {
        node.shapes = ["Re5", "Ga10", "Gh3e3", "Ba1a10"].map(str::to_owned).to_vec();
    }
    if random.random_bool(0.05) {
        node.clock = Some(random.random_range(0..20_000_000));
    }
    if random.random_bool(0.05) {
        let score = random.random_range(-2000..2000);
        node.eval = Some(if random.random_bool(0.2) { Eval::Mate(score / 100) } else { Eval::Cp(score) });
    }
}
