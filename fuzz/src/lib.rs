//! What the fuzz targets share. Inputs are texts where they can be, so that seeds and dictionaries are texts too.

#[path = "../../tests/it/conformance/position.rs"]
pub mod position;

use banco::engine::AnyGame;
use banco::engine::registry::{self, Entry, GAMES};
use banco::record::{self, Boards, Format, Game, Loss, ReadOptions, Tree, WriteOptions};

/// The longest input in bytes whose work is bounded.
const LONGEST: usize = 1 << 16;

/// Splits an input into a game and its rules, from the first line (`2 Name=value ...`), and the other lines.
pub fn game_and_lines(data: &[u8]) -> Option<(&'static Entry, Vec<(String, String)>, Vec<&str>)> {
    let text = std::str::from_utf8(data).ok()?;
    let mut lines = text.lines();
    let (first, rules) = lines.next()?.split_at_checked(1)?;
    let game = &GAMES[usize::from(first.as_bytes()[0].wrapping_sub(b'0')) % GAMES.len()];
    let rules = rules.split_whitespace().filter_map(|rule| rule.split_once('='));
    Some((game, rules.map(|(name, value)| (name.into(), value.into())).collect(), lines.collect()))
}

/// Opens a board under rules, of which unknown ones and wrong values are left out.
pub fn board(game: &Entry, rules: &[(String, String)]) -> Box<dyn AnyGame> {
    let mut board = game.open_game();
    for (name, value) in rules {
        let spec = game.options.iter().find(|spec| spec.is(name));
        if let Some(value) = spec.and_then(|spec| spec.parse(value).ok()) {
            board.set_option(name, &value).expect("the start position is possible under all rules");
        }
    }
    board
}

/// Reads any bytes as a file of games. What is read can be written, in its own format, as PGN and as JSON, and comes
/// back.
pub fn read_and_write(bytes: &[u8], format: Format) {
    if bytes.len() > LONGEST {
        return;
    }
    let Ok(found) = record::read(bytes, &ReadOptions::default()) else { return };
    let mut boards = Boards::default();
    for game in &found.games {
        let Ok(entry) = registry::find(&game.game) else { continue };
        let board = boards.open(entry, &game.rules);
        // A set-up that is none stays in the record, for people.
        if board.and_then(|board| board.set_position(game.setup.as_deref(), &[])).is_err() {
            let _ = through(game, WriteOptions::new(format), &mut boards);
            continue;
        }
        // PGN in the protocol's texts, and in one of the notations of the game.
        let notations = entry.open_game().board().notations;
        let named = notations.get(bytes.len() % notations.len().max(1)).map(|notation| notation.name);
        let plain = WriteOptions::new(Format::Pgn);
        for options in [WriteOptions::new(Format::Json), plain, WriteOptions { notation: named, ..plain }] {
            let again = through(game, options, &mut boards).unwrap_or_else(|why| panic!("{why}: {game:?}"));
            let to = (options.format, options.notation);
            assert_eq!((&again.game, &again.setup), (&game.game, &game.setup), "{to:?}");
            assert_eq!(moves(&again.tree), moves(&game.tree), "{to:?}");
            assert_eq!((again.result, again.loss()), (game.result, Loss::None), "{to:?}: {again:?}");
            // What came back once stays the same.
            let twice = through(&again, options, &mut boards).expect("it was written before");
            assert_eq!((remarks(&twice), &twice.tags), (remarks(&again), &again.tags), "{to:?}");
        }
        // Other formats hold Xiangqi only, and no counters.
        if let Ok(again) = through(game, WriteOptions::new(format), &mut boards) {
            assert_eq!(moves(&again.tree), moves(&game.tree), "{format:?}");
        }
    }
}

fn through(game: &Game, to: WriteOptions<'_>, boards: &mut Boards) -> banco::base::Result<Game> {
    let bytes = record::write(game, &to, boards)?;
    let options = ReadOptions { game: Some(&game.game), ..ReadOptions::default() };
    let mut games = record::read(&bytes, &options)?.games;
    assert_eq!(games.len(), 1, "{:?}: {}", to.format, String::from_utf8_lossy(&bytes));
    Ok(games.remove(0))
}

/// Returns the moves of a tree with their numbers of successors, in the order of its lines.
fn moves(tree: &Tree) -> Vec<(&str, usize)> {
    let mut found = Vec::new();
    let mut open = vec![record::ROOT];
    while let Some(index) = open.pop() {
        found.push((tree.node(index).text.as_str(), tree.children(index).len()));
        open.extend(tree.children(index).rev());
    }
    found
}

fn remarks(game: &Game) -> Vec<String> {
    let nodes = game.tree.nodes().iter();
    let all =
        nodes.map(|node| (&node.before, &node.comment, &node.glyphs, &node.shapes, node.eval, node.clock));
    all.map(|remarks| format!("{remarks:?}")).collect()
}
