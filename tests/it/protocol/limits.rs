//! Limits of a search: nodes, root moves, mates, and the reports of an interrupted search.

use crate::common::host::Host;

fn host(game: &str) -> Host {
    let mut host = Host::start(&[]);
    host.send(&format!("setoption name UCI_Variant value {game}"));
    host
}

fn nodes(line: &str) -> u64 {
    line.split(" nodes ").nth(1).unwrap().split(' ').next().unwrap().parse().unwrap()
}

#[test]
fn a_mate_through_a_third_occurrence_is_none() {
    let mut host = host("xiangqi");
    let moves = "e10f10 e5b5 f10e10 b5e5 e10f10 e5b5 f10e10";
    host.send(&format!("position fen 4k4/9/R8/9/9/4R4/9/9/9/3K4n b - - 1 1 moves {moves}"));
    let best = host.query("go mate 3", "bestmove").pop().unwrap();
    assert!(!best.starts_with("bestmove b5e5"), "{best}");
    // Without the earlier moves the same position is a mate in two by that move.
    host.send("position fen 4k4/9/R8/9/9/1R7/9/9/9/3K4n w - - 0 1");
    let lines = host.query("go mate 3", "bestmove");
    assert!(lines.iter().any(|line| line.contains(" score mate 2 ")), "{lines:?}");
}

#[test]
fn a_win_is_proved_by_the_moves_to_look_at() {
    let mut host = host("xiangqi");
    let lines = host.query("go mate 1 searchmoves a1a2", "bestmove");
    assert!(lines.iter().any(|line| line.ends_with("string no mate in 1 moves")), "{lines:?}");
    assert_eq!(lines.last().unwrap().split(' ').nth(1), Some("a1a2"));
}

/// Neither a proof that plain search finds at once nor one that it does not find soon takes long.
#[test]
fn mates_are_found_by_the_faster_search() {
    let mut host = host("xiangqi");
    for (fen, moves, most) in [
        ("2b2a3/1Rn1k4/3ab4/p1R6/8P/9/P1P6/N2CB3B/4Ap3/3AK4 w - - 0 1", 5, 250_000),
        ("5k3/4R4/2Nc4b/9/p2P2p1p/2p6/6P2/2r6/9/3AKA3 w - - 1 41", 5, 20_000),
    ] {
        host.send_all(&["ucinewgame", &format!("position fen {fen}")]);
        let lines = host.query(&format!("go mate {moves}"), "bestmove");
        let proof = lines.iter().find(|line| line.contains(" score mate ")).expect(fen);
        let found: u64 =
            proof.split(" score mate ").nth(1).unwrap().split(' ').next().unwrap().parse().unwrap();
        assert!(found <= moves && nodes(proof) <= most && !proof.contains("bound"), "{proof}");
    }
}

/// A mate by checks that the iterations find late, and two beside wins by repetition.
#[test]
fn plain_searches_find_mates() {
    let mut host = host("xiangqi");
    for (fen, moves) in [
        ("2bakab2/4n4/4cRn2/4C1R2/9/4p4/P1P4p1/Nr7/3r1p3/2BAKAB2 b - - 1 28", 5),
        ("3k5/9/9/4R4/9/9/p3NC3/9/4K4/3r1A3 w - - 8 51", 6),
        ("2b6/4k4/4b4/9/8P/9/5R3/4p4/4r4/3K5 b - - 4 52", 7),
    ] {
        host.send_all(&["ucinewgame", &format!("position fen {fen}")]);
        let lines = host.query("go nodes 250000", "bestmove");
        let last = lines.iter().rfind(|line| line.contains(" score ")).unwrap();
        assert!(last.contains(&format!(" score mate {moves} ")), "{last}");
    }
}

#[test]
fn a_search_that_is_cut_off_does_not_take_a_bound_for_a_score() {
    let mut host = host("xiangqi");
    // Between 500 and 4,000 nodes some iteration fails low and is interrupted before it is searched again.
    let mut bounds = 0;
    for n in (500..4_000).step_by(100) {
        host.send_all(&["ucinewgame", "position startpos"]);
        let lines = host.query(&format!("go nodes {n}"), "bestmove");
        bounds += u32::from(lines.iter().any(|line| line.contains("bound ")));
    }
    assert!(bounds > 0);
}

#[test]
fn two_threads_with_one_node_name_a_move() {
    let mut host = host("oanquan");
    host.send_all(&["setoption name OanquanRules value modern", "setoption name Threads value 2"]);
    for go in ["go nodes 1", "go nodes 30", "go movetime 1", "go wtime 5 btime 5"] {
        host.send("position startpos");
        let lines = host.query(go, "bestmove");
        assert_ne!(lines.last().map(String::as_str), Some("bestmove (none)"), "{go}");
        assert!(lines.iter().any(|line| line.starts_with("info depth")), "{go}: {lines:?}");
    }
}

#[test]
fn dice_chess_keeps_to_its_nodes() {
    let mut host = host("dicechess");
    for most in [100, 1_000, 10_000] {
        host.send_all(&["ucinewgame", "position startpos"]);
        let lines = host.query(&format!("go nodes {most}"), "bestmove");
        let visited = lines.iter().filter(|line| line.contains(" nodes ")).map(|line| nodes(line)).max();
        assert!(visited.unwrap() <= most + most.min(1_024), "{most}: {visited:?}");
    }
}

#[test]
fn moves_to_look_at_may_be_of_rolls_to_come() {
    let mut host = host("dicechess");
    host.send("setoption name MultiPV value 5");
    let lines = host.query("go depth 1 searchmoves 5:e7e6", "bestmove");
    let fives: Vec<&String> = lines.iter().filter(|line| line.contains(" 5:")).collect();
    assert!(!fives.is_empty() && fives.iter().all(|line| line.contains(" 5:e7e6")), "{lines:?}");
}
