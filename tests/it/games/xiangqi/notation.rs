//! Texts of moves.

use banco::games::xiangqi::{Options, Xiangqi, chinese, vietnamese, wxf};
use banco::traits::{Game, Notation};

use super::read;

#[test]
fn table_of_four_signs() {
    let start = Xiangqi::START;
    let black = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR b - - 0 1";
    let rooks = "4k4/9/R8/9/9/9/9/9/R8/5K3 w - - 0 1";
    // A black rook on i9 that can move to h9.
    let rook = "rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR b - - 0 1";
    for (fen, text, signs, chinese) in [
        (start, "h2e2", "C2=5", "炮二平五"),
        (black, "h9g7", "H8+7", "马８进７"),
        (rook, "i9h9", "R9=8", "车９平８"),
        (start, "g3g4", "P3+1", "兵三进一"),
        (black, "h7h3", "C8+4", "炮８进４"),
        (rooks, "a7b7", "R+=8", "前车平八"),
        (rooks, "a1b1", "R-=8", "后车平八"),
        (rooks, "a1a3", "R-+2", "后车进二"),
    ] {
        let pos = read(fen);
        let mv = pos.parse_move(text).expect(text);
        assert_eq!(pos.move_text_in(mv, "wxf").as_deref(), Some(signs));
        assert_eq!(pos.move_text_in(mv, "chinese").as_deref(), Some(chinese));
        assert_eq!(wxf::read(&pos, signs), Ok(mv), "{signs}");
        assert_eq!(pos.parse_move(signs), Ok(mv), "{signs}");
    }
    assert_eq!(read(start).move_text_in(read(start).moves()[0], "morse"), None);
}

#[test]
fn other_spellings() {
    let rooks = read("4k4/9/R8/9/9/9/9/9/R8/5K3 w - - 0 1");
    for spelling in ["R+=8", "+R=8", "r+.8", "+r=8"] {
        assert_eq!(
            wxf::read(&rooks, spelling).map(|mv| rooks.move_text(mv)).as_deref(),
            Ok("a7b7"),
            "{spelling}"
        );
    }
    let start = Xiangqi::start(&super::from_zero());
    for (spelling, text) in [
        ("N2+3", "h0g2"),
        ("H2+3", "h0g2"),
        ("B3+5", "g0e2"),
        ("E3+5", "g0e2"),
        ("G4+5", "f0e1"),
        ("A4+5", "f0e1"),
        ("c2.5", "h2e2"),
        ("K5+1", "e0e1"),
    ] {
        assert_eq!(
            wxf::read(&start, spelling).map(|mv| start.move_text(mv)).as_deref(),
            Ok(text),
            "{spelling}"
        );
    }
    let fault = |text: &str| wxf::read(&start, text).unwrap_err().to_string();
    assert!(fault("R9=5").contains("no legal move"));
    assert!(fault("hello").contains("four signs"));
    assert!(wxf::read(&rooks, "R9=8").unwrap_err().to_string().contains("more than one"));
    // The direction distinguishes advisors of one file.
    let guards = read("3k5/9/9/9/9/9/9/5A3/9/4KA2R w - - 0 1");
    assert_eq!(wxf::read(&guards, "A4+5").map(|mv| guards.move_text(mv)).as_deref(), Ok("f0e1"));
    assert_eq!(wxf::read(&guards, "A4-5").map(|mv| guards.move_text(mv)).as_deref(), Ok("f2e1"));
}

#[test]
fn crowds_of_pawns() {
    // Three pawns on Red's fifth file.
    let three = read("3k5/9/4P4/4P4/4P4/9/9/9/9/5K3 w - - 0 1");
    let signs = |pos: &Xiangqi, text: &str| wxf::write(pos, pos.parse_move(text).expect(text));
    assert_eq!(signs(&three, "e7d7"), "15=6");
    assert_eq!(signs(&three, "e6d6"), "25=6");
    assert_eq!(signs(&three, "e5d5"), "35=6");
    let chinese = |pos: &Xiangqi, text: &str| chinese::write(pos, pos.parse_move(text).unwrap());
    assert_eq!(chinese(&three, "e7d7"), "前兵平六");
    assert_eq!(chinese(&three, "e6d6"), "中兵平六");
    assert_eq!(chinese(&three, "e5d5"), "后兵平六");
    // Two files with two pawns each.
    let two = read("3k5/9/4P1P2/4P1P2/9/9/9/9/9/5K3 w - - 0 1");
    assert_eq!(signs(&two, "e7d7"), "15=6");
    assert_eq!(signs(&two, "g6h6"), "23=2");
    // One file with two pawns.
    let one = read("3k5/9/4P4/4P1P2/9/9/9/9/9/5K3 w - - 0 1");
    assert_eq!(signs(&one, "e7d7"), "P+=6");
    assert_eq!(signs(&one, "e6d6"), "P-=6");
    assert_eq!(signs(&one, "g6h6"), "P3=2");
    for (pos, text) in [(&three, "e6d6"), (&two, "g6h6"), (&one, "e7d7")] {
        let mv = pos.parse_move(text).unwrap();
        assert_eq!(wxf::read(pos, &wxf::write(pos, mv)), Ok(mv));
    }
}

/// Pawns of several files have numbers from the player's right and from the front, as in the federation's table.
#[test]
fn pawns_of_several_files_are_numbered() {
    let red = Xiangqi::from_fen("3k5/9/2P1P4/2P1P4/2P6/9/9/9/9/4K4 w - - 0 1", &Options::default()).unwrap();
    for (text, signs) in [
        ("e8d8", "一兵平六"),
        ("e7d7", "二兵平六"),
        ("c8b8", "三兵平八"),
        ("c7b7", "四兵平八"),
        ("c6b6", "五兵平八"),
    ] {
        let mv = red.parse_move(text).unwrap();
        assert_eq!((chinese::write(&red, mv).as_str(), chinese::read(&red, signs)), (signs, Ok(mv)));
    }
    // Black counts from the other side.
    let black = Xiangqi::from_fen("3k5/9/9/9/9/2p6/2p1p4/4p4/9/5K3 b - - 0 1", &Options::default()).unwrap();
    for (text, signs) in [("c4b4", "一卒平２"), ("c5b5", "二卒平２"), ("e3f3", "三卒平６")] {
        let mv = black.parse_move(text).unwrap();
        assert_eq!((chinese::write(&black, mv).as_str(), chinese::read(&black, signs)), (signs, Ok(mv)));
    }
}

/// Western algebraic notation, as Fairy-Stockfish and as XBoard write it.
#[test]
fn algebraic_notation_in_two_dialects() {
    let start = Xiangqi::start(&Options::default());
    let knights = read("3k5/9/9/9/2N1N4/9/3p5/9/9/5K3 w - - 0 1");
    let column = read("3k5/9/9/9/2N6/9/3p5/9/2N6/5K3 w - - 0 1");
    let pawns = read("3k5/9/9/4p4/4P4/9/9/9/9/5K3 w - - 0 1");
    let mate = read("3k5/4R4/4R4/9/9/9/9/9/9/4K4 w - - 0 1");
    for (pos, iccs, algebraic, xboard) in [
        (&start, "H2-E2", "Che3", "Che2"),
        (&start, "B0-C2", "Nc3", "Hc2"),
        (&start, "G0-E2", "Bge3", "Ege2"),
        (&start, "C3-C4", "c5", "c4"),
        (&start, "H2-H9", "Cxh10", "Cxh9"),
        (&knights, "E5-D3", "Nexd4", "Hexd3"),
        (&column, "C1-D3", "N2xd4", "H1xd3"),
        (&pawns, "E5-E6", "exe7", "exe6"),
        (&mate, "E8-D8", "Rd9+", "Rd8+"),
        (&mate, "E7-D7", "Rd8#", "Rd7#"),
    ] {
        let mv = pos.parse_move_in(iccs, "iccs").unwrap().unwrap();
        for (name, text) in [("algebraic", algebraic), ("xboard", xboard)] {
            assert_eq!(pos.move_text_in(mv, name).as_deref(), Some(text), "{iccs}");
            assert_eq!(pos.parse_move_in(text, name), Some(Ok(mv)), "{text}");
        }
    }
    assert!(start.parse_move_in("Nd3", "algebraic").unwrap().is_err());
}

/// Positions as hosts of Western chess send them.
#[test]
fn positions_of_other_hosts() {
    let board = "3k5/9/9/9/9/9/9/9/4R4/4K4";
    let read = |text: &str| Xiangqi::from_fen(text, &Options::default()).map(|pos| pos.fen());
    for text in ["w", "r 3 9", "w - - 3 9", "w KQkq - 3 9", "w - e3 3 9", "w_-_-_3_9", "w 3 9"] {
        let counters = if text == "w" { "0 1" } else { "3 9" };
        assert_eq!(read(&format!("{board} {text}")), Ok(format!("{board} w - - {counters}")), "{text}");
    }
    assert_eq!(read(&format!("{board}[] w - - 3 9")), Ok(format!("{board} w - - 3 9")));
    assert!(read(&format!("{board} w no - 3 9")).is_err() && read(&format!("{board}[P] w")).is_err());
}

#[test]
fn the_four_signs_in_three_languages() {
    let start = Xiangqi::start(&super::from_zero());
    let black = read("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 1 1");
    for (pos, text, iccs, han, viet) in [
        (&start, "h2e2", "H2-E2", "炮二平五", "P2-5"),
        (&start, "h0g2", "H0-G2", "马二进三", "M2.3"),
        (&start, "e0e1", "E0-E1", "帅五进一", "Tg5.1"),
        (&start, "g0e2", "G0-E2", "相三进五", "T3.5"),
        (&start, "f0e1", "F0-E1", "仕四进五", "S4.5"),
        (&black, "i9i8", "I9-I8", "车９进１", "X9.1"),
        (&black, "g6g5", "G6-G5", "卒７进１", "B7.1"),
    ] {
        let mv = pos.parse_move(text).expect(text);
        for (name, written) in [("iccs", iccs), ("chinese", han), ("vietnamese", viet)] {
            assert_eq!(pos.move_text_in(mv, name).as_deref(), Some(written));
            assert_eq!(pos.parse_move_in(written, name), Some(Ok(mv)), "{written}");
        }
        assert_eq!(pos.parse_move(han), Ok(mv), "{han} is distinct from all other forms");
    }
    // Traditional characters, digits of any kind, the other letter of a pawn, lower case.
    for spelling in ["砲二平五", "包２平5", "炮2平５"] {
        assert_eq!(chinese::read(&start, spelling), start.parse_move("h2e2"), "{spelling}");
    }
    assert_eq!(vietnamese::read(&start, "c3.1"), start.parse_move("g3g4"));
    assert_eq!(vietnamese::read(&start, "tg5.1"), start.parse_move("e0e1"));
    let rooks = read("4k4/9/R8/9/9/9/9/9/R8/5K3 w - - 0 1");
    assert_eq!(vietnamese::read(&rooks, "Xt-8"), rooks.parse_move("a7b7"));
    assert_eq!(vietnamese::read(&rooks, "Xs.2"), rooks.parse_move("a1a3"));
    let fault = |text: &str| vietnamese::read(&start, text).unwrap_err().to_string();
    assert!(fault("P2+5").contains("four signs such as P2-5"));
    assert!(fault("X1.9").contains("no legal move"));
    assert!(chinese::read(&start, "炮二").unwrap_err().to_string().contains("炮二平五"));
    assert!(start.parse_move_in("h2e2", "morse").is_none());
}

#[test]
fn ranks_follow_the_option() {
    let one = Xiangqi::start(&Options::default());
    assert_eq!(one.move_text(one.parse_move("h3e3").unwrap()), "h3e3");
    assert_eq!(one.move_text(one.parse_move("b3b10").unwrap()), "b3b10");
    assert_eq!(one.parse_move("H3-E3"), one.parse_move("h3e3"));
    assert!(one.parse_move("h2e2").is_err(), "rank 2 is empty");
    let zero = Xiangqi::start(&super::from_zero());
    assert_eq!(zero.parse_move("h2e2"), one.parse_move("h3e3"));
    assert!(zero.parse_move("b2b10").is_err());
    let all = one.moves().into_iter().map(|mv| one.move_text(mv));
    assert!(all.clone().all(|text| !text.contains('0') || text.contains("10")));
    // Both ends on the last rank.
    let high = Xiangqi::from_fen("R3k4/9/9/9/9/9/9/9/9/3K5 b - - 0 1", &Options::default());
    assert!(high.is_ok());
    let high = Xiangqi::from_fen("R8/4k4/9/9/9/9/9/9/9/3K5 w - - 0 1", &Options::default()).unwrap();
    assert_eq!(high.move_text(high.parse_move("a10b10").unwrap()), "a10b10");
}

#[test]
fn faults_of_moves_are_named() {
    let pos = Xiangqi::start(&Options::default());
    let fault = |text: &str| pos.parse_move(text).unwrap_err().to_string();
    assert_eq!(fault("e5e6"), "illegal move e5e6: no piece stands on e5");
    assert_eq!(fault("e10e9"), "illegal move e10e9: the king on e10 is the other side's");
    assert_eq!(fault("a1a4"), "illegal move a1a4: an own piece stands on a4");
    assert_eq!(fault("b1d2"), "illegal move b1d2: the knight on b1 cannot go to d2");
    assert_eq!(fault("e0e1"), "illegal move e0e1: a move such as h3e3 expected, ranks 1 to 10");
    assert_eq!(fault("a1a1"), "illegal move a1a1: the rook on a1 cannot go to a1");
    let pinned = read("4k4/9/9/9/4r4/9/9/9/4A4/4K4 w - - 0 1");
    assert_eq!(
        pinned.parse_move("e1d2").unwrap_err().to_string(),
        "illegal move e1d2: it would leave the king open to capture"
    );
    let checked = read("4k4/9/9/9/4r4/9/9/9/9/R3K4 w - - 0 1");
    assert_eq!(
        checked.parse_move("a0a1").unwrap_err().to_string(),
        "illegal move a0a1: the king stays in check"
    );
}
