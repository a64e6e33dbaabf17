//! Opening books. A text without the first line gets one, so that the positions are read, too. What is read is legal,
//! and comes back when it is written.
#![no_main]

use std::path::Path;

use banco::base::zobrist::Checksum;
use banco::engine::Book;
use banco_fuzz::game_and_lines;
use libfuzzer_sys::fuzz_target;

/// Reads a book from bytes.
fn read(path: &Path, bytes: &[u8], game: &str) -> banco::base::Result<Book> {
    std::fs::write(path, bytes).expect("space for a small file");
    Book::read(path, game)
}

/// Returns the positions with their moves, in order.
fn positions(book: &Book) -> Vec<String> {
    let mut found: Vec<String> = book.positions().map(|position| format!("{position:?}")).collect();
    found.sort();
    found
}

fuzz_target!(|data: &[u8]| {
    let file = tempfile::NamedTempFile::new().expect("a folder for temporary files");
    let _ = read(file.path(), data, "xiangqi");
    let Some((game, _, lines)) = game_and_lines(data) else { return };
    let text = |digest: &str| {
        let head = format!("banco-book 2 {} {} {digest}\n", game.id, lines.len());
        lines.iter().fold(head, |text, line| text + line + "\n")
    };
    let mut checksum = Checksum::default();
    lines.iter().for_each(|line| checksum.take(line.as_bytes()));
    let digest = checksum.text();
    let Ok(book) = read(file.path(), text(&digest).as_bytes(), game.id) else { return };
    let mut board = game.open_game();
    for (fen, moves) in book.positions() {
        board.set_position(Some(fen), &[]).expect("a position");
        let legal = board.moves(None).expect("its own texts");
        assert!(moves.iter().all(|one| legal.contains(&one.mv)), "{moves:?}");
    }
    book.write(file.path()).expect("space for a small file");
    let again = Book::read(file.path(), game.id).expect("it was written");
    assert_eq!(positions(&again), positions(&book));
    let zero = "0000000000000000";
    assert!(digest == zero || read(file.path(), text(zero).as_bytes(), game.id).is_err());
});
