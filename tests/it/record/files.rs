//! Files as other programs write them.

use std::time::{Duration, Instant};

use proptest::prelude::*;

use super::{line, notes, one, read};
use banco::base::Result;
use banco::record::{
    self, Boards, Encoding, Eval, Format, Game, Loss, ReadOptions, Tree, Verdict, WriteOptions,
};

const OPENING: &str = "h3e3 h10g8 h1g3";

#[test]
fn a_record_is_not_a_referee() {
    let game =
        one("1. H2-E2 H9-G7 2. A0-A1 A9-A8 3. A1-A0 A8-A9 4. A0-A1 A9-A8 5. A1-A0 A8-A9 6. A0-A1 A9-A8 *");
    assert_eq!((game.tree.len(), notes(&game), game.loss()), (12, vec![("goes_on", 6)], Loss::None));
    // Without attackers, and beyond the limit of moves.
    let bare = one("[FEN \"4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1\"]\n\n1. D0-D1 E9-E8 2. D1-D0 *");
    assert_eq!((line(&bare).as_str(), notes(&bare)), ("d1d2 e10e9 d2d1", vec![("goes_on", 1)]));
    let late = one("[FEN \"4k4/9/9/9/9/9/9/9/R8/3K5 w - - 119 80\"]\n\n80. A1-A2 E9-E8 81. A2-A3 *");
    assert_eq!((late.tree.len(), notes(&late)), (3, vec![("goes_on", 80)]));
    // Nothing follows a mate.
    let mate = one("[FEN \"3k5/4R4/4R4/9/9/9/9/9/9/4K4 w - - 0 1\"]\n\n1. e8d8 d10d9 *");
    assert_eq!((mate.tree.len(), mate.loss()), (1, Loss::Cut));
}

#[test]
fn a_bad_game_does_not_cost_its_file() {
    let text = "[Event \"a\"]\n\n1. H2-E2 H9-G7 2. A0-A9 (2. H0-G2) 2... A9-A8 1-0\n\n\
                [Event \"b\"]\n[FEN \"9/9/9/9/9/9/9/9/9/4K4 w\"]\n\n1. E0-E1 *\n\n\
                [Event broken]\n\n1. H2-E2 H9-G7 (1... Z9-Z8) *\n\n\
                [Event \"c\"\n[Site \"d\"]\n\n1. H2-E2 {open\n\n[Event \"e\"]\n\n1. H2-E2 ( 1. B2-E2\n\n\
                [Event \"f\"]\n\n( 1. H2-E2 ) ) H9-G7 *\n";
    let found = read(text).games;
    let all: Vec<_> = found.iter().map(|game| (line(game), notes(game), game.loss())).collect();
    assert_eq!(all[0], ("h3e3 h10g8".into(), vec![("cannot_go", 2)], Loss::Cut));
    assert_eq!((found[0].notes[0].line, found[0].notes[0].game, found[0].result), (3, 1, Verdict::First));
    assert_eq!(
        found[0].notes[0].to_string(),
        "game 1, line 3, move 2, A0-A9: the rook on a1 cannot go to a10"
    );
    assert_eq!(all[1], (String::new(), vec![("lacks_king", 0)], Loss::Cut));
    assert_eq!(all[2], ("h3e3 h10g8".into(), vec![("broken_tag", 0), ("four_signs", 1)], Loss::Detail));
    assert_eq!(all[3], ("h3e3".into(), vec![("broken_tag", 0), ("open_comment", 0)], Loss::Detail));
    assert_eq!(all[4], ("h3e3".into(), vec![("open_variation", 0)], Loss::Detail));
    assert_eq!((found[4].tree.len(), found.len(), found[5].notes.len()), (2, 6, 3));
}

/// What is not closed ends where the next game begins; a comment that is closed may look like games.
#[test]
fn what_is_not_closed_swallows_no_game() {
    let found = |text: &str| -> Vec<_> {
        let games = read(text).games;
        let codes = |game: &Game| game.notes.iter().map(|note| note.code.clone()).collect::<Vec<_>>();
        let at = |game: &Game| game.notes.first().map_or(0, |note| note.line);
        games.iter().map(|game| (line(game), game.result, codes(game), at(game))).collect()
    };
    let plain = |moves: &str, result| (moves.to_owned(), result, vec![], 0);
    let open = |code: &str, at| ("h3e3".to_owned(), Verdict::Open, vec![code.to_owned()], at);
    let text = "1. H2-E2 {open H9-G7\n\n1. C3-C4 {closed} G6-G5 0-1\n\n[Event \"x\"]\n\n1. H2-E2 *\n";
    assert_eq!(
        found(text),
        [open("open_comment", 1), plain("c4c5 g7g6", Verdict::Second), plain("h3e3", Verdict::Open)]
    );
    // Without a blank line before the tags, and twice.
    let text = "[Event \"a\"]\n\n1. H2-E2 {open\n[Event \"b\"]\n\n1. H2-E2 {open\n\n1. C3-C4 *\n";
    assert_eq!(found(text), [open("open_comment", 3), open("open_comment", 6), plain("c4c5", Verdict::Open)]);
    let text = "1. H2-E2 (1. B2-E2 H9-G7 1-0\n\n1. C3-C4 *\n";
    let (moves, _, codes, at) = open("open_variation", 1);
    assert_eq!(found(text), [(moves, Verdict::First, codes, at), plain("c4c5", Verdict::Open)]);
    let game = one("1. H2-E2 {first\n\n1. C3-C4 is better\n[Event \"x\"]} H9-G7 *");
    assert_eq!((line(&game).as_str(), notes(&game)), ("h3e3 h10g8", vec![]));
    assert!(game.tree.node(1).comment.contains("1. C3-C4 is better"));
}

/// Moves that are legal with ranks from 0 and from 1: a rank 0 or 10 decides, else the tag, else the result, and a note
/// says so.
#[test]
fn ranks_follow_the_tag_and_the_result() {
    let game = one("1. h3e3 h10g8 *");
    assert_eq!((line(&game).as_str(), notes(&game)), ("h3e3 h10g8", vec![]), "the rank 10 decides");
    let both = |more: &str, result: &str| {
        let game =
            one(format!("[FEN \"3k5/4R4/4R4/9/9/9/9/9/9/4K4 w - - 0 1\"]\n{more}\n\n1. e8d8 {result}\n"));
        let note = game.notes.first().map_or("", |note| note.sentence.as_str()).to_owned();
        (line(&game), note)
    };
    let zero = |note: &str| ("e9d9".to_owned(), note.to_owned());
    let one = |note: &str| ("e8d8".to_owned(), note.to_owned());
    assert_eq!(both("", "*"), zero("ranks read as 0 to 9"));
    // Only the other rook mates.
    assert_eq!(both("", "1-0"), one("ranks read as 1 to 10"));
    assert_eq!(both("", "0-1"), zero("ranks read as 0 to 9"));
    assert_eq!(both("[Format \"Banco\"]", "*"), one(""));
    assert_eq!(both("[Format \"ICCS\"]", "1-0"), zero(""));
}

/// Records as large as a file may be are read in a few seconds: one move many times, and one value.
#[test]
fn large_records_take_little_time() {
    let mut xqf =
        record::write(&one("1. H2-E2 *"), &WriteOptions::new(Format::Xqf), &mut Boards::default()).unwrap();
    let last = xqf.len() - 8;
    let repeated = [&xqf[last..last + 2], &[0x0f], &xqf[last + 3..]].concat().repeat(2 << 20);
    xqf.truncate(last);
    xqf.extend(repeated);
    let value = "x".repeat(16 << 20);
    let ubb = |name: &str| {
        format!(
            "[DhtmlXQ]\n[DhtmlXQ_movelist]7747[/DhtmlXQ_movelist]\n[DhtmlXQ_{name}]{value}[/DhtmlXQ_{name}]\n"
        )
    };
    let begun = Instant::now();
    for bytes in [xqf, ubb("title").into_bytes(), ubb("comment1").into_bytes()] {
        assert_eq!(line(&one(bytes)), "h3e3");
    }
    assert!(begun.elapsed() < Duration::from_secs(30), "{:?}", begun.elapsed());
}

#[test]
fn pgn_is_read_as_it_is_in_the_wild() {
    for (text, moves, result) in [
        ("[Event \"x\"]\r[Result \"*\"]\r\r1. H2-E2 H9-G7 2. H0-G2 *\r", OPENING, Verdict::Open),
        ("1.H2-E2{c}H9-G7(1...B9-C7{d})2.H0-G2*", OPENING, Verdict::Open),
        ("1. H2-E2! H9-G7?! 2. H0-G2 N ½-½\n====\nwww.example.org 1. no", OPENING, Verdict::Draw),
        ("% escaped\n1. H2-E2 +/= H9-G7 $146\n% 2. A0-A1\n2. H0-G2 ; the end\n1/2", OPENING, Verdict::Draw),
        // A tag section with a blank line and a tag twice is one.
        ("[Event \"x\"]\n\n[Red \"a\"]\n[Red \"b\"]\n\n1. H2-E2 H9-G7 2. H0-G2 *", OPENING, Verdict::Open),
        ("[Event ]\n[Site \"\"]\n\n1. 炮二平五 馬８進７ 2. 马二进三 1-0", OPENING, Verdict::First),
        ("1. C2=5 H8+7 2. H2+3 Black resigns 1-0", OPENING, Verdict::First),
        ("1. P2-5 M8.7 2. M2.3 0-1", OPENING, Verdict::Second),
        ("1. Che2 {+0.02/11 10} Hg7 2. Hg2 *", OPENING, Verdict::Open),
        ("1. Che3 Ng8 2. Ng3 *", OPENING, Verdict::Open),
        ("1. h3e3 h10g8 2. h1g3 *", OPENING, Verdict::Open),
        ("1. h2e2 h9g7 2. h0g2 *", OPENING, Verdict::Open),
        ("1. h2-e2 h9-g7 2. H0xG2 *", OPENING, Verdict::Open),
        ("h2e2 h9g7\nh0g2\n", OPENING, Verdict::Open),
        ("炮二平五 马８进７ 马二进三", OPENING, Verdict::Open),
        (
            "FORMAT  WXF\nRED     a ; 1200 ;;\nRESULT  0-1\nSTART{\n 1. C2.5 h8+7 2. h2+3 }END\n",
            OPENING,
            Verdict::Second,
        ),
        (
            "[DhtmlXQ]\n[DhtmlXQ_movelist]774770627967[/DhtmlXQ_movelist]\n[DhtmlXQ_result]紅勝[/DhtmlXQ_result]",
            OPENING,
            Verdict::First,
        ),
        ("[Variant \"commander\"]\n\n1. Ic6 ic7 *", "c5c6 c8c7", Verdict::Open),
    ] {
        let game = one(text);
        assert_eq!(
            (line(&game).as_str(), game.result, game.loss() < Loss::Cut),
            (moves, result, true),
            "{text}: {game:?}"
        );
    }
    assert!(record::read(b"hello world", &ReadOptions::default()).is_err());
    let two = read("1. H2-E2 H9-G7 1-0\n\n1. C3-C4 G6-G5 0-1\n").games;
    assert_eq!((two.len(), line(&two[1])), (2, "c4c5 g7g6".to_owned()));
    // Games are passed over by their number.
    let second = ReadOptions { skip: 1, most: 1, ..ReadOptions::default() };
    let three = b"1. H2-E2 1-0\n\n1. C3-C4 G6-G5 0-1\n\n1. A3-A4 *\n";
    let found = record::read(three, &second).unwrap().games;
    assert_eq!((found.len(), line(&found[0])), (1, "c4c5 g7g6".to_owned()));
    let blue = one("[Blue \"b\"]\n\n1. c5c6 *");
    assert_eq!(blue.game, "commander");
}

#[test]
fn all_that_a_game_says_survives() {
    let text = "[Game \"Chinese Chess\"]\n[Event \"a \\\"quoted\\\" name\"]\n[RedTeam \"Team A\"]\n[RedElo \"2400\"]\n[ECCO \"C01\"]\n\
                [Annotator \"x] y\"]\n[Result \"1-0\"]\n\n{intro} 1. H2-E2! {first\n\nsecond} H9-G7 $14 ({why} 1... H7-E7 2. H0-G2 \
                (2. B0-C2 {x}) 2... H9-G7) 2. H0-G2 {[%csl Re5][%cal Gh3e3][%clk 0:10:00] [%eval 0.3] [%emt 1]} 1-0";
    let game = one(text);
    let last = game.tree.node(game.tree.main().last().unwrap());
    assert_eq!(
        (last.eval, last.clock, last.comment.as_str()),
        (Some(Eval::Cp(30)), Some(600_000), "[%emt 1]")
    );
    assert_eq!(last.shapes, ["Re5", "Gh3e3"]);
    let options = WriteOptions { notation: Some("iccs"), ..WriteOptions::new(Format::Pgn) };
    let written = String::from_utf8(record::write(&game, &options, &mut Boards::default()).unwrap()).unwrap();
    for tag in text.lines().take(6) {
        assert!(written.contains(tag), "{tag}: {written}");
    }
    assert!(written.contains("1. H2-E2! {first\n\nsecond} 1... H9-G7 $14 ({why} 1... H7-E7"), "{written}");
    let again = one(&written);
    assert_eq!((&again.tags, again.tree.len()), (&game.tags, game.tree.len()));
}

/// JSON may hold names that are none in a text, and tags that other fields hold.
#[test]
fn tags_of_json_break_no_text() {
    let mut game = one("[Red \"a\"]\n\n1. H2-E2 H9-G7 2. H0-G2 1-0");
    let more =
        [("An\nno", "b"), ("1é", "c"), ("", "d"), ("FEN", "4k4/9/9/9/9/9/9/9/9/4K4 w"), ("Result", "0-1")];
    game.tags.extend(more.map(|(name, value)| (name.to_owned(), value.to_owned())));
    game.tags.push(("RedElo".into(), "2000\nSTART{".into()));
    for format in [Format::Pgn, Format::Wxf] {
        let written = record::write(&game, &WriteOptions::new(format), &mut Boards::default()).unwrap();
        let again = one(written);
        assert_eq!(
            (line(&again).as_str(), again.result, again.loss()),
            (OPENING, Verdict::First, Loss::None)
        );
        assert_eq!((again.setup.as_ref(), again.tag("Red")), (None, Some("a")), "{again:?}");
        assert_eq!(again.tag("An_no"), (format == Format::Pgn).then_some("b"));
    }
}

#[test]
fn comments_do_not_choose_the_format() {
    let mut game = one("[Red \"a\"]\n\n1. H2-E2 H9-G7 2. H0-G2 1-0");
    for comment in
        ["[DhtmlXQ_movelist]7747[/DhtmlXQ_movelist]", "FORMAT WXF\nSTART{", "{\"game\" \"tree\"", "XQ"]
    {
        game.tree.node_mut(1).comment = comment.to_owned();
        for format in [Format::Pgn, Format::Json] {
            let written = record::write(&game, &WriteOptions::new(format), &mut Boards::default()).unwrap();
            assert_eq!(line(&one(written)), OPENING, "{comment}");
        }
    }
}

#[test]
fn encodings_are_detected() {
    let texts = [
        (Encoding::Gb18030, "[Red \"胡荣华\"]\n\n1. 炮二平五 {红方先手} 马８进７ *\n", "胡荣华"),
        (Encoding::Big5, "[Red \"胡榮華\"]\n\n1. 炮二平五 {紅方先手} 馬８進７ *\n", "胡榮華"),
        (
            Encoding::Windows1258,
            "[Red \"Nguyễn Văn Ánh\"]\n\n1. P2-5 {Nước đi hay của bên đỏ} M8.7 *\n",
            "Nguyễn Văn Ánh",
        ),
        (Encoding::Utf16Le, "[Red \"胡荣华\"]\n\n1. C2=5 H8+7 *\n", "胡荣华"),
        (Encoding::Utf16Be, "[Red \"胡荣华\"]\r\n\r\n1. C2=5 H8+7 *\r\n", "胡荣华"),
        (Encoding::Utf8, "\u{feff}[Red \"Ánh\"]\n\n1. C2=5 H8+7 *\n", "Ánh"),
    ];
    for (encoding, text, name) in texts {
        let bytes = encoding.encode(text, None);
        let marked = [&encoding.encode("\u{feff}", None)[..], &bytes].concat();
        let is_wide = matches!(encoding, Encoding::Utf16Le | Encoding::Utf16Be);
        for bytes in [Some(bytes), is_wide.then_some(marked)].into_iter().flatten() {
            let game = one(bytes);
            assert_eq!((game.tag("Red"), line(&game).as_str()), (Some(name), "h3e3 h10g8"), "{encoding:?}");
        }
    }
    // A sample may end within a character.
    let text = "Trịnh A Sáng 鄭亞生".as_bytes();
    for end in 1..=text.len() {
        assert_eq!(Encoding::guess(&text[..end]), Encoding::Utf8, "{end} bytes");
    }
    // A name alone, said to be in an encoding.
    let bytes = Encoding::Big5.encode("[Red \"許銀川\"]\n\n1. H2-E2 *\n", None);
    let options = ReadOptions { encoding: Some(Encoding::Big5), ..ReadOptions::default() };
    assert_eq!(record::read(&bytes, &options).unwrap().games[0].tag("Red"), Some("許銀川"));
}

#[test]
fn libraries_are_read_whatever_their_index() -> Result<()> {
    let mut boards = Boards::default();
    let record = |text: &str, boards: &mut Boards| {
        record::write(&one(text), &WriteOptions::new(Format::Ccbridge), boards)
    };
    let good = record("[Red \"胡荣华\"]\n\n1. H2-E2 {好} H9-G7 (1... B9-C7) 1-0", &mut boards)?;
    let mut heading = good.clone();
    heading[2120..2210].fill(0);
    let mut illegal = good.clone();
    let at = illegal.len() - 2;
    illegal[at] = 40;
    for gap in [0, 37, 4096] {
        let mut bytes = b"CCBridgeLibrary\0".to_vec();
        bytes.resize(66624, 0);
        for record in [&good, &heading, &illegal, &good] {
            bytes.extend(record.iter());
            bytes.resize(bytes.len() + gap, 0);
        }
        let found = read(&bytes);
        assert_eq!(found.notes.iter().map(|note| note.code.as_str()).collect::<Vec<_>>(), ["heading"]);
        let losses: Vec<Loss> = found.games.iter().map(super::Game::loss).collect();
        assert_eq!(losses, [Loss::None, Loss::Detail, Loss::None]);
        assert_eq!(
            (found.games[2].tag("Red"), line(&found.games[2]).as_str()),
            (Some("胡荣华"), "h3e3 h10g8")
        );
    }
    assert_eq!(read(b"CCBridge\x15\0\0\0").notes[0].code, "older_file");
    Ok(())
}

#[test]
fn large_and_strange_files_end_in_time() {
    let mut tree = String::from("1. H2-E2 ");
    for _ in 0..55_000 {
        tree += "( 1. B2-E2 H9-G7 ) ( 1. C3-C4 ) ";
    }
    assert_eq!(one(tree + "*").tree.len(), 4);
    let line: String =
        (0..27_500).map(|i| format!("{}. A0-A1 A9-A8 {}. A1-A0 A8-A9 ", 2 * i + 1, 2 * i + 2)).collect();
    assert_eq!(one(line + "*").tree.len(), 110_000);
    let record =
        [[0x18, 0x20, 0xf0, 0xff, 0, 0, 0, 0].to_vec(), [0x60, 0x4a, 0xff, 0, 0, 0, 0, 0].repeat(200_000)]
            .concat();
    let mut xqf =
        record::write(&one("1. H2-E2 *"), &WriteOptions::new(Format::Xqf), &mut Boards::default()).unwrap();
    xqf.truncate(1024);
    assert!(one([xqf, record].concat()).tree.len() < Tree::MOST);
    let value = "7".repeat(16 << 20);
    for text in [
        format!("[DhtmlXQ_comment0]{value}[/DhtmlXQ_comment0][DhtmlXQ_movelist]7747[/DhtmlXQ_movelist]"),
        format!("{}[DhtmlXQ_movelist]7747[/DhtmlXQ_movelist]", "[DhtmlXQ_a]".repeat(400_000)),
        format!("[DhtmlXQ_movelist]7747{}[/DhtmlXQ_movelist]", "[".repeat(1 << 20)),
    ] {
        assert!(read(text).games[0].tree.len() <= 1);
    }
    for text in ["\n".repeat(4_000_000), "\0".repeat(1 << 20), "[a ".repeat(1_000_000)] {
        let _ = record::read(text.as_bytes(), &ReadOptions::default());
    }
}

proptest! {
    #[test]
    fn arbitrary_bytes_never_panic(bytes in proptest::collection::vec(any::<u8>(), 0..600), kind in 0..6_usize) {
        let heads: [&[u8]; 6] = [b"", b"1. ", b"[Event \"x\"]\n\n1. H2-E2 ", b"[DhtmlXQ]\n[DhtmlXQ_", b"FORMAT WXF\nSTART{", b"CCBridge Record\0"];
        let _ = record::read(&[heads[kind], &bytes].concat(), &ReadOptions::default());
    }

    #[test]
    fn arbitrary_words_never_panic(text in "[ -~\n½炮二平五進馬…]{0,200}", game in 0..3_usize) {
        for head in ["", "1. ", "[Event \"x\"]\n\n", "[DhtmlXQ_movelist]", "{\"game\":\"xiangqi\",\"tree\""] {
            let game = Some(["xiangqi", "commander", "oanquan"][game]);
            let _ = record::read(format!("{head}{text}").as_bytes(), &ReadOptions { game, ..ReadOptions::default() });
        }
    }

    #[test]
    fn damaged_binaries_never_panic(places in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..8), cut in any::<prop::sample::Index>()) {
        let game = one("[Red \"胡\"]\n\n1. H2-E2 {好} H9-G7 (1... B9-C7 2. H0-G2) 2. H0-G2 *");
        for format in [Format::Xqf, Format::Ccbridge] {
            let mut bytes = record::write(&game, &WriteOptions::new(format), &mut Boards::default()).unwrap();
            for (place, byte) in &places {
                // The name stays, and most damage is in the moves.
                let length = bytes.len();
                let at = if byte % 2 == 0 { length - 1 - place.index(90) } else { 20 + place.index(length - 20) };
                bytes[at] = *byte;
            }
            let _ = record::read(&bytes, &ReadOptions::default());
            bytes.truncate(cut.index(bytes.len()));
            let _ = record::read(&bytes, &ReadOptions::default());
        }
    }
}
