//! Opening books: made from games, shown, played from, refused.

use std::fs;

use banco::engine::Book;

use crate::common::host::Host;
use crate::common::{banco, folder};

const GAMES: &str = "[Event \"a\"]\n[Result \"1-0\"]\n\n1. h3e3 h10g8 2. h1g3 1-0\n\n\
                     [Event \"b\"]\n\n1. h3e3 b10c8 1/2-1/2\n\n\
                     [Event \"c\"]\n[Result \"0-1\"]\n\n1. c4c5 b10c8 0-1\n\n\
                     [Event \"d\"]\n[Result \"*\"]\n\n1. a4a5 *\n";

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The explorer counts what `book build` counts, in any position, and leaves out other games and rules.
#[test]
fn statistics_of_a_position_are_counted_from_files() {
    let folder = folder("opening-stats");
    let (games, others) = (folder.join("games/of/1.pgn"), folder.join("others.pgn"));
    fs::create_dir_all(games.parent().unwrap()).unwrap();
    let tagged = "[Event \"e\"]\n[Variant \"namdinh\"]\n[Result \"1-0\"]\n\n1. a2a3 1-0\n\n\
                  [Event \"f\"]\n[Variant \"oanquan\"]\n[Rules \"OanquanRules=modern\"]\n[Result \"0-1\"]\n\n1. d1+ 0-1\n\n\
                  [Event \"g\"]\n[Variant \"dicechess\"]\n[Result \"1-0\"]\n\n1. 5:e7e6 1-0\n";
    fs::write(&games, format!("{GAMES}\n{tagged}")).unwrap();
    fs::write(&others, tagged).unwrap();
    let [games, others] = [&games, &others].map(|path| path.to_str().unwrap());
    let stats = |words: &[&str]| banco(&[&["openings", "stats"][..], words].concat());
    let printed = |words: &[&str]| text(&stats(&[&[games][..], words].concat()).stdout);
    let start = "h3e3: 2 games, +1 =1 -0, 75.0 %\nc4c5: 1 games, +0 =0 -1, 0.0 %\n";
    // Games of other kinds have their tags; the unfinished one does not count.
    assert_eq!(printed(&[]), start);
    // A folder holds the files below it.
    assert_eq!(text(&stats(&[folder.join("games").to_str().unwrap()]).stdout), start);
    // Twice the same file, twice the games.
    assert_eq!(printed(&[games, "--json"]).matches("\"games\":4").count(), 1);
    assert_eq!(
        printed(&["--moves", "h3e3"]),
        "b10c8: 1 games, +0 =1 -0, 50.0 %\nh10g8: 1 games, +0 =0 -1, 0.0 %\n"
    );
    let searched = printed(&["--nodes", "500", "--json"]);
    assert_eq!(searched.matches("\"engine\":\"cp ").count(), 2, "{searched}");
    // A whole turn with its throw; games with other rules.
    let of = |words: &[&str]| text(&stats(&[&[others][..], words].concat()).stdout);
    assert!(of(&["--game", "dicechess", "--moves", "5:"]).starts_with("5:e7e6: 1 games, +1 "));
    assert!(
        of(&["--game", "oanquan", "--rule", "OanquanRules=modern"]).starts_with("d1+: 1 games, +0 =0 -1")
    );
    for words in [
        &[games, "--moves", "a4a5"][..],
        &[games, "--moves", "h3h3"],
        &[games, "--rule", "XiangqiRanks=7"],
        &[others, "--game", "dicechess"],
        &[others, "--game", "oanquan"],
    ] {
        let refused = stats(words);
        let lines = text(&refused.stderr).lines().count();
        assert_eq!((refused.status.code(), lines), (Some(2), 1), "{words:?}: {refused:?}");
    }
}

#[test]
fn games_become_a_book_and_the_book_is_played() {
    let folder = folder("book");
    let (games, book) = (folder.join("games.pgn"), folder.join("xiangqi.book"));
    fs::write(&games, GAMES).unwrap();
    let [games, book] = [&games, &book].map(|path| path.to_str().unwrap());
    let build = |min: &str| banco(&["book", "build", games, "--out", book, "--min-games", min, "--json"]);
    // The files below a folder count, too: two of them, two games of each.
    fs::create_dir_all(folder.join("all/of")).unwrap();
    fs::write(folder.join("all/of/games.pgn"), GAMES).unwrap();
    fs::write(folder.join("all/games.pgn"), GAMES).unwrap();
    let all = folder.join("all");
    let built = banco(&["book", "build", all.to_str().unwrap(), "--out", book, "--min-games", "2", "--json"]);
    assert!(text(&built.stdout).contains("\"positions\":4"), "{built:?}");
    let built = build("1");
    assert!(text(&built.stdout).contains("\"positions\":4"), "{built:?}");
    let shown = text(&banco(&["book", "show", book]).stdout);
    assert_eq!(shown, "h3e3: 2 games, +1 =1 -0, 75.0 %\nc4c5: 1 games, +0 =0 -1, 0.0 %\n");
    let shown = text(&banco(&["book", "show", book, "h3e3", "--json"]).stdout);
    assert_eq!(shown.lines().count(), 2, "{shown}");
    assert_eq!(banco(&["book", "show", book, "a4a5"]).status.code(), Some(2));

    let mut host = Host::start(&[]);
    let from_book = |host: &mut Host, go: &str| {
        let lines = host.query(go, "bestmove");
        (lines.iter().any(|line| line.contains("string book, ")), lines.last().unwrap().clone())
    };
    host.send_all(&[&format!("setoption name BookFile value {book}"), "position startpos"]);
    assert!(!from_book(&mut host, "go nodes 100").0, "without OwnBook");
    host.send("setoption name OwnBook value true");
    // The other move of the book lost every game.
    for variety in [0, 1, 50, 100] {
        host.send(&format!("setoption name BookVariety value {variety}"));
        assert_eq!(from_book(&mut host, "go wtime 1000 btime 1000"), (true, "bestmove h3e3".to_owned()));
    }
    for go in
        ["go depth 1 searchmoves h3e3", "go mate 1", "go ponder depth 1\nponderhit", "go infinite\nstop"]
    {
        assert!(!from_book(&mut host, go).0, "{go}");
    }
    host.send("position startpos moves a4a5");
    assert!(!from_book(&mut host, "go nodes 100").0, "a position that the book does not have");
    // Both replies count for Black: a draw, and a loss.
    host.send("position startpos moves h3e3");
    assert_eq!(from_book(&mut host, "go movetime 100"), (true, "bestmove b10c8".to_owned()));
    // Another game has no book, and the file is of Xiangqi.
    host.send("setoption name UCI_Variant value namdinh");
    assert!(!from_book(&mut host, "go nodes 100").0);
    let lines = host.answers_to(&format!("setoption name BookFile value {book}"));
    assert!(lines.iter().any(|line| line.ends_with("a book of xiangqi, not of namdinh")), "{lines:?}");

    assert_eq!(build("2").status.code(), Some(0));
    assert_eq!(text(&banco(&["book", "show", book]).stdout).lines().count(), 1);
    let kept = fs::read(book).unwrap();
    assert!(text(&build("9").stderr).contains("--min-games"));
    assert_eq!(fs::read(book).unwrap(), kept, "a failed build leaves the file");
}

/// A book counts ranks from one, whatever the host does.
#[test]
fn the_small_book_of_xiangqi_is_played() {
    let book = concat!(env!("CARGO_MANIFEST_DIR"), "/../positions/xiangqi/opening.book");
    for ranks in ["1-10", "0-9"] {
        let mut host = Host::start(&[]);
        host.send_all(&[
            &format!("setoption name XiangqiRanks value {ranks}"),
            &format!("setoption name BookFile value {book}"),
            "setoption name OwnBook value true",
            "setoption name BookVariety value 0",
        ]);
        let mut moves = String::new();
        for _ in 0..6 {
            host.send_all(&[&format!("position startpos moves{moves}"), "go nodes 1"]);
            let lines = host.until("bestmove");
            assert!(lines.iter().any(|line| line.contains("string book, ")), "{ranks},{moves}: {lines:?}");
            moves = format!("{moves} {}", lines.last().unwrap().split(' ').nth(1).unwrap());
        }
    }
}

#[test]
fn damaged_books_are_refused_and_the_book_in_use_stays() {
    let folder = folder("book-damaged");
    let path = folder.join("xiangqi.book");
    let start = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";
    let head = "banco-book 2 xiangqi 1 dc364b529fd86ecf\n";
    let sound = format!("{head}{start};h3e3 7 3 2 31;c4c5 1 0 1 -\n");
    fs::write(&path, &sound).unwrap();
    let mut host = Host::start(&[]);
    let set = format!("setoption name BookFile value {}", path.display());
    host.send_all(&[&set, "setoption name OwnBook value true", "setoption name BookVariety value 0"]);
    host.query("isready", "readyok");
    let line = |rest: &str| format!("{head}{start}{rest}\n");
    for (content, why) in [
        ("", "not a book"),
        // Books without a digest.
        ("banco-book 1 xiangqi 0\n", "not a book of this version"),
        ("banco-book 2 xiangqi 1\n", "line 1: "),
        (head, "cut short: 0 of 1"),
        (&sound.replace("xiangqi 1", "xiangqi 2"), "cut short: 1 of 2"),
        (&sound.replace(" 7 3 2 ", " 7 4 2 "), "damaged: the digest"),
        (&format!("{}{}", sound, sound.lines().nth(1).unwrap()), "line 3: this position stands above"),
        (&line(""), "line 2: a move expected"),
        (&line(";h3e3 7 3 2"), "line 2: move, wins"),
        (&line(";h3e3 7 3 -2 31"), "line 2: move, wins"),
        (&line(";h3e3 7 3 999999999999 31"), "line 2: move, wins"),
        (&line(";h3e3 7 3 2 x"), "line 2: move, wins"),
        (&line(";h3h9 7 3 2 31"), "line 2: illegal move h3h9"),
        (&line(";h3e3 7 3 2 31;h3e3 1 0 0 -"), "line 2: the move h3e3 stands twice"),
        (&sound.replace("rnbakabnr/9", "rnbakabnr/8"), "line 2: bad position"),
    ] {
        fs::write(&path, content).unwrap();
        let lines = host.answers_to(&set);
        let faults: Vec<&String> =
            lines.iter().filter(|line| line.starts_with("info string error: ")).collect();
        assert!(faults.len() == 1 && faults[0].contains(why), "{why}: {lines:?}");
        assert_eq!(host.query("go nodes 10", "bestmove").last().unwrap(), "bestmove h3e3");
    }
    // No damage of a byte passes, but of the version, which is refused, and of the end of a line.
    let book = fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/../positions/xiangqi/opening.book")).unwrap();
    for i in 0..250 {
        let mut damaged = book.clone();
        let at = i * (book.len() - 1) / 250;
        damaged[at] ^= 1 << (i % 8);
        fs::write(&path, &damaged).unwrap();
        assert!(Book::read(&path, "xiangqi").is_err(), "byte {at}");
    }
    fs::write(&path, book).unwrap();
    assert!(Book::read(&path, "xiangqi").is_ok());
}
