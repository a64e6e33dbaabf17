//! The command `convert`.

use std::fs::{self, File};
use std::process::Output;

use crate::common::{banco, folder};

const GAMES: &str = "[Red \"胡荣华\"]\n\n1. 炮二平五 {好} 马８进７ (1... 炮８平５) 1-0\n\n\
                     [Red \"b\"]\n\n1. C2=5 A4+5 2. A0-A9 *\n\n[Red \"c\"]\n\n1. h2e2 h9g7 *\n";

fn text(output: &Output) -> String {
    String::from_utf8_lossy(&[&output.stdout[..], &output.stderr].concat()).into_owned()
}

#[test]
fn files_and_folders_become_one_file() {
    let place = folder("convert");
    let inner = place.join("games").join("inner");
    fs::create_dir_all(&inner).unwrap();
    fs::write(inner.join("a.pgn"), GAMES).unwrap();
    fs::write(place.join("games").join("b.txt"), "炮二平五 马８进７").unwrap();
    fs::write(place.join("games").join("c.png"), [0x89, 0x50, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]).unwrap();
    let path = |name: &str| place.join(name).display().to_string();
    let run = |words: &[&str]| banco(&[&["convert", &path("games"), "--out"][..], words].concat());
    let whole = run(&[&path("all.pgn")]);
    assert_eq!(whole.status.code(), Some(0), "{}", text(&whole));
    assert!(text(&whole).contains("a.pgn: game 2, line 7, move 2, A0-A9: the rook on a1 cannot go to a10"));
    assert!(
        text(&whole).contains("4 games from 3 files, 1 cut, 1 skipped (cannot_go 1, data 1)"),
        "{}",
        text(&whole)
    );
    let all = fs::read_to_string(place.join("all.pgn")).unwrap();
    assert!(
        all.contains("1. H2-E2 {好} 1... H9-G7 (1... H7-E7) 1-0") && all.matches("[Result ").count() == 4
    );
    assert!(!place.join("all.pgn.journal").exists());
    // Equal moves, whatever their notation.
    let unique = run(&[&path("unique.json"), "--unique", "--json"]);
    assert!(text(&unique).contains("\"duplicates\":1,\"files\":3,\"games\":3"), "{}", text(&unique));
    assert_eq!(fs::read_to_string(place.join("unique.json")).unwrap().lines().count(), 3);
    let strict = banco(&["convert", &path("games/inner"), "--out", &path("strict.pgn"), "--strict"]);
    assert_eq!((strict.status.code(), text(&strict).contains("game 2, line 7, move 2")), (Some(2), true));
    // An interrupted conversion has a journal; it goes on behind the files that are done.
    let done = format!("{}\t{}\n", all.len(), inner.join("a.pgn").display());
    fs::write(place.join("all.pgn.journal"), done).unwrap();
    fs::write(place.join("all.pgn"), all.clone() + "torn").unwrap();
    let resumed = run(&[&path("all.pgn"), "--resume"]);
    assert!(text(&resumed).contains("1 games from 3 files"), "{}", text(&resumed));
    assert!(fs::read_to_string(place.join("all.pgn")).unwrap().starts_with(&(all + "[Event")));
    // Formats of one game a file, and encodings.
    let single = run(&[&path("xqf"), "--to", "xqf"]);
    assert_eq!(fs::read_dir(place.join("xqf")).unwrap().count(), 4, "{}", text(&single));
    let encoded = run(&[&path("gb.pgn"), "--out-encoding", "gb18030", "--notation", "chinese"]);
    assert!(encoded.status.success());
    let back = banco(&["convert", &path("gb.pgn"), "--to", "list", "--notation", "wxf", "--quiet"]);
    assert!(text(&back).starts_with("C2=5 H8+7\nC2=5"), "{}", text(&back));
}

#[test]
fn what_cannot_be_converted_is_one_line() {
    let place = folder("convert-faults");
    let path = |name: &str| place.join(name).display().to_string();
    fs::write(place.join("text.pgn"), "hello world").unwrap();
    // Larger than memory, without a game.
    File::create(place.join("sparse.pgn")).unwrap().set_len(3 << 30).unwrap();
    let mut long = File::create(place.join("long.pgn")).unwrap();
    std::io::Write::write_all(&mut long, b"[Event \"x\"]\n\n1. H2-E2 ").unwrap();
    long.set_len(3 << 30).unwrap();
    for words in [
        &["text.pgn", "--to", "pgn"][..],
        &["missing.pgn", "--to", "pgn"],
        &["sparse.pgn", "--to", "pgn"],
        &["long.pgn", "--to", "pgn"],
        &["text.pgn", "--to", "doc"],
        &["text.pgn"],
        &["text.pgn", "--to", "pgn", "--encoding", "latin"],
        &["text.pgn", "--to", "list", "--notation", "chinese", "--out-encoding", "big5"],
        &["text.pgn", "--to", "xqf", "--out-encoding", "utf-16"],
    ] {
        let refused = banco(&[&["convert", &path(words[0]), "--quiet"][..], &words[1..]].concat());
        let lines = String::from_utf8_lossy(&refused.stderr).lines().count();
        assert_eq!((refused.status.code(), lines), (Some(2), 1), "{words:?}: {}", text(&refused));
    }
}
