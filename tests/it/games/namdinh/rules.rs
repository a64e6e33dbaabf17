//! Worked positions, symmetries, the end of the game, notation.

use banco::base::{Square, epd};
use banco::games::namdinh::{NamDinh, Options, geometry};
use banco::traits::{Game, GameHistory, Notation};

use super::{read, texts};

#[test]
fn worked_positions() {
    let entries = epd::read(include_str!("../../../../positions/namdinh/rules.epd")).unwrap();
    assert_eq!(entries.len(), 18);
    for entry in entries {
        let position = read(&entry.fen);
        assert_eq!(texts(&position).join(" "), entry.op("moves").unwrap(), "{}", entry.fen);
        for (depth, count) in entry.perft().unwrap() {
            assert_eq!(position.perft(depth), count, "{} at depth {depth}", entry.fen);
        }
    }
}

#[test]
fn the_start_is_its_own_swapped_half_turn() {
    let start = NamDinh::start(&Options::default());
    let half_turn = start.image(3).swapped();
    assert_eq!(start.fen().split(' ').next(), half_turn.fen().split(' ').next());
    assert_eq!(half_turn.perft(4), 6897);
}

#[test]
fn invalid_positions_say_why() {
    let rejected = [
        ("5/5/2k2/2S2/2K2 w", "does not move is in check"),
        ("5/5/2k2/2S2 w", "5 ranks expected, not 4"),
        ("5/5/2k2/2S3/2K2 b", "the row 2S3 has 6 points instead of 5"),
        ("5/5/2k2/2S1/2K2 b", "the row 2S1 has 4 points instead of 5"),
        ("5/5/2k2/2Q2/2K2 b", "'Q'"),
        ("5/5/2k2/0S4/2K2 b", "'0'"),
        ("5/5/2k2/2S2/5 b", "no king"),
        ("5/5/2k2/2K2/2K2 b", "more than one king"),
        ("SSSSS/SSSSS/SSk2/5/2K2 b", "more than 11"),
        ("5/5/2k2/2S2/2K2 x", "side x"),
        ("5/5/2k2/2S2/2K2", "placement and side"),
        ("5/5/2k2/2S2/2K2 b 0 1 2", "nothing expected after"),
        ("5/5/2k2/2S2/2K2 b -1 1", "the no-capture plies must be a number from 0 to 65535, not -1"),
        ("5/5/2k2/2S2/2K2 b 0 +1", "the move number must be a number from 0 to 65535, not +1"),
        ("", "placement and side"),
    ];
    for (fen, why) in rejected {
        let error = NamDinh::from_fen(fen, &Options::default()).expect_err(fen).to_string();
        assert!(error.contains(why), "{fen}: {error}");
    }
}

#[test]
fn ends_of_the_game() {
    let reason = |fen: &str, limit| {
        let position =
            NamDinh::from_fen(fen, &Options { no_capture_limit: limit, ..Options::default() }).unwrap();
        position.outcome().map(|o| (o.winner.map(|t| t.index()), o.reason.text()))
    };
    assert_eq!(reason("5/5/5/SS3/Ksk2 w", 0), Some((Some(1), "checkmate")));
    assert_eq!(reason("5/5/5/ks3/Ks3 w", 0), Some((Some(1), "stalemate")));
    assert_eq!(reason("k4/s4/5/S4/K4 w", 0), Some((None, "insufficient material")));
    assert_eq!(reason("k4/ss3/5/S4/K4 w", 0), None);
    // The limit comes last: a lost game stays lost, an undecided one is drawn.
    assert_eq!(reason("5/5/5/SS3/Ksk2 w 100 90", 100), Some((Some(1), "checkmate")));
    assert_eq!(reason("k4/ss3/5/S4/K4 w 99 90", 100), None);
    assert_eq!(reason("k4/ss3/5/S4/K4 w 100 90", 100), Some((None, "move limit")));
}

/// With the option, three pieces against three are drawn unless the next move decides; other positions are not.
#[test]
fn three_against_three() {
    let over = |fen: &str, three_against_three| {
        let options = Options { three_against_three, ..Options::default() };
        NamDinh::from_fen(fen, &options).unwrap().outcome().map(|o| o.reason.text())
    };
    for (fen, by_option) in [
        ("k4/ss3/5/SS3/K4 w", Some("insufficient material")),
        // A possible capture, a check, one soldier more, one less.
        ("k4/5/s1s2/SS3/K4 w", None),
        ("5/5/2k1s/s1S2/2K1S b", None),
        ("k4/ss3/5/SSS2/K4 w", None),
        ("k4/ss3/5/S4/K4 w", None),
        // Without a move the side has lost in any case.
        ("5/5/5/ks3/Ks2S w", None),
    ] {
        assert_eq!(over(fen, true), by_option, "{fen}");
        assert_eq!(over(fen, false), None, "{fen}");
    }
}

/// Insufficient material [namdinh 4.3]: with at most one soldier each there is always a legal move.
#[test]
fn dead_positions_always_have_a_move() {
    let mut seen = 0;
    for code in 0..25 * 25 * 26 * 26 {
        let (king, enemy, a, b) = (code % 25, code / 25 % 25, code / 625 % 26, code / (625 * 26));
        let set = |n: usize| if n < 25 { 1 << n } else { 0 };
        for team in banco::base::Team::BOTH {
            let made =
                NamDinh::new([set(a), set(b)], [king, enemy].map(Square::new), team, Options::default());
            if let Ok(position) = made {
                assert!(position.is_insufficient_material() && position.has_moves(), "{}", position.fen());
                seen += 1;
            }
        }
    }
    assert!(seen > 600_000);
}

#[test]
fn threefold_repetition_draws() {
    let mut game = GameHistory::new(read("k4/ss3/5/SS3/4K w"));
    let round = ["e1d1", "a5b5", "d1e1", "b5a5"];
    for (i, text) in round.iter().cycle().take(8).enumerate() {
        assert_eq!(game.outcome(), None, "after {i} moves");
        let mv = game.position().parse_move(text).unwrap();
        game.play(mv);
    }
    assert_eq!(game.outcome().unwrap().reason.text(), "threefold repetition");
}

#[test]
fn human_notation() {
    let write = |fen: &str, mv: &str| {
        let position = read(fen);
        let mv = position.parse_move(mv).unwrap();
        let text = position.move_text_in(mv, "human").unwrap();
        for text in [&text, text.trim_end_matches(['+', '#'])] {
            assert_eq!(position.parse_move_in(text, "human"), Some(Ok(mv)), "{text}");
        }
        assert!(position.parse_move_in("Sa1-a3", "human").unwrap().is_err());
        assert_eq!((position.move_text_in(mv, "wxf"), position.parse_move_in(&text, "wxf")), (None, None));
        text
    };
    assert_eq!(write("sskss/sssss/ss1SS/SSSSS/SSKSS w", "d2c3"), "Sd2-c3");
    assert_eq!(write("5/5/2k2/2Sss/2K2 b", "e2c2"), "Se2xc2+");
    assert_eq!(write("5/5/2s1k/2S2/2K2 w", "c1c3"), "Kc1xc3");
    assert_eq!(write("5/5/5/KS3/k1S2 w", "c1b1"), "Sc1-b1#");
}

#[test]
fn images_have_the_same_leaves() {
    let text = include_str!("../../../../positions/namdinh/rules.epd");
    for entry in epd::read(text).unwrap() {
        let position = read(&entry.fen);
        let leaves = position.perft(3);
        for symmetry in 0..geometry::SYMMETRIES {
            let image: NamDinh = position.image(symmetry);
            assert_eq!(image.perft(3), leaves, "{} image {symmetry}", entry.fen);
            assert_eq!(image.swapped().perft(3), leaves, "{} image {symmetry} swapped", entry.fen);
            assert_eq!(image.image(geometry::INVERSE[symmetry] as usize), position);
            assert_eq!(image.swapped().swapped(), image);
        }
    }
}
