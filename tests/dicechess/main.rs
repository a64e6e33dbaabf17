//! Four-handed dice chess: worked examples, counts, the slow twin, symmetry, bad input.

#[path = "../common/mod.rs"]
mod common;
mod measure;
mod search;
mod twin;

use banco::core::{Game, Team, epd};
use banco::games::dicechess::DiceChess;
use common::seeded;
use rand::RngExt;
use rand::seq::IndexedRandom;
use twin::Twin;

fn read(fen: &str) -> DiceChess {
    DiceChess::from_fen(fen, &()).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn play(position: &mut DiceChess, token: &str) {
    let mv = position.parse_move(token).unwrap_or_else(|error| panic!("{}: {error}", position.fen()));
    position.play(mv);
}

/// The moves after a throw, without their digit, sorted.
fn moves_with(position: &DiceChess, die: u32) -> Vec<String> {
    let mut position = *position;
    if position.die().is_none() {
        play(&mut position, &format!("{die}:"));
    }
    let mut moves = Vec::new();
    position.moves(&mut moves);
    let strip = |text: String| text.strip_prefix(&format!("{die}:")).expect("the throw").to_owned();
    let mut texts: Vec<String> = moves.iter().map(|&mv| strip(position.move_text(mv))).collect();
    texts.sort();
    texts
}

fn result(position: &DiceChess) -> Option<&'static str> {
    let outcome = position.outcome()?;
    Some(outcome.winner.map_or("draw", |team| DiceChess::TEAMS[team.index()]))
}

fn has_demand(position: &DiceChess) -> bool {
    let mut moves = Vec::new();
    position.moves(&mut moves);
    moves.iter().any(|&mv| position.move_text(mv) == "demand")
}

#[test]
fn worked_examples() {
    let entries = epd::read(include_str!("../../positions/dicechess/examples.epd")).unwrap();
    assert_eq!(entries.len(), 22);
    for entry in entries {
        let position = read(&entry.fen);
        assert_eq!(position.fen(), entry.fen);
        assert_eq!(has_demand(&position), entry.op("demand").is_some(), "{}", entry.fen);
        for (key, value) in &entry.ops {
            if let Some(die) = key.strip_prefix('m') {
                let mut expected: Vec<String> = value.split(' ').map(str::to_owned).collect();
                expected.sort();
                assert_eq!(moves_with(&position, die.parse().unwrap()), expected, "{} {die}", entry.fen);
            } else if key == "after" {
                let (tokens, fen) = value.split_once(" -> ").unwrap();
                let mut next = position;
                let mut slow = Twin::read(&entry.fen);
                for token in tokens.split(' ') {
                    play(&mut next, token);
                    slow.play(token);
                }
                assert_eq!(next.fen(), fen);
                assert_eq!(slow.write(), fen, "the twin");
                assert_eq!(result(&next), entry.op("result"), "{fen}");
            }
        }
    }
}

#[test]
fn perft() {
    let entries = epd::read(include_str!("../../positions/dicechess/perft.epd")).unwrap();
    assert_eq!(entries.len(), 22);
    for entry in entries {
        let position = read(&entry.fen);
        for (depth, count) in entry.perft().unwrap() {
            assert_eq!(position.perft(depth), count, "{} depth {depth}", entry.fen);
            let mut moves = Vec::new();
            position.moves(&mut moves);
            let sum: u64 = moves.into_iter().map(|mv| position.perft_move(mv, depth)).sum();
            assert_eq!(sum, count, "{} depth {depth}, move by move", entry.fen);
        }
    }
}

/// A random position: men anywhere, kings captive or not, teams joined or not.
fn scatter(random: &mut impl RngExt) -> Option<String> {
    let mut board = [[None; 8]; 8];
    let mut captors = ['-'; 4];
    // Few men or many: small boards meet the rare rules more often.
    let most = random.random_range(1..=3);
    for (i, army) in ['r', 'g', 'y', 'b'].into_iter().enumerate() {
        let mut men: Vec<char> = Vec::new();
        if random.random_bool(0.5) {
            men.push('K');
        } else {
            captors[i] = *['r', 'g', 'y', 'b'].choose(random)?;
            if captors[i] == army {
                captors[i] = ['r', 'g', 'y', 'b'][(i + 1) % 4];
            }
        }
        for kind in ['B', 'H', 'E'] {
            (0..random.random_range(0..most)).for_each(|_| men.push(kind));
        }
        (0..random.random_range(0..=4usize.min(2 * most - 1))).for_each(|_| men.push('P'));
        for kind in men.into_iter().take(8) {
            let (file, rank) = (random.random_range(0..8), random.random_range(0..8));
            if board[file][rank].is_none() {
                board[file][rank] = Some((army, kind));
            } else if kind == 'K' {
                return None;
            }
        }
    }
    let rows: Vec<String> = (0..8)
        .rev()
        .map(|rank: usize| {
            let man = |file: usize| board[file][rank].map_or("1".to_owned(), |(a, k)| format!("{a}{k}"));
            (0..8).map(man).collect()
        })
        .collect();
    let seat = *['r', 'g', 'y', 'b'].choose(random)?;
    let joined = *["-", "-", "ry", "gb", "rygb"].choose(random)?;
    let captors: String = captors.iter().collect();
    let quiet = *[0, 7, 398, 399].choose(random)?;
    Some(format!("{} {seat} - {joined} {captors} {quiet} 50", rows.join("/")))
}

#[derive(Default)]
struct Seen {
    positions: usize,
    captives: usize,
    joined: usize,
    demands: usize,
    exchanges: usize,
    ends: usize,
    lost: usize,
    privileged: usize,
}

/// Compares move sets, outcomes and a quarter turn; then plays one turn on both.
fn step(position: &mut DiceChess, slow: &mut Twin, random: &mut impl RngExt, seen: &mut Seen) -> bool {
    let fen = position.fen();
    assert_eq!(slow.write(), fen);
    assert_eq!(result(position), slow.result(), "{fen}");
    let turned = read(&slow.turned().write());
    assert_eq!(turned.fen(), slow.turned().write());
    assert_eq!(turned.perft(2), position.perft(2), "{fen} and its quarter turn");
    seen.positions += 1;
    if slow.result().is_some() {
        seen.ends += 1;
        return false;
    }
    assert_eq!(has_demand(position), slow.can_demand(), "{fen}");
    for first in ['r', 'g', 'y', 'b'] {
        for second in ['r', 'g', 'y', 'b'] {
            let token = format!("exchange={first}{second}");
            assert_eq!(position.parse_move(&token).is_ok(), slow.exchanges().contains(&token), "{fen}");
        }
    }
    let tokens: Vec<Vec<String>> = (2..=5).map(|die| slow.moves(die)).collect();
    for (die, expected) in (2..).zip(&tokens) {
        assert_eq!(&moves_with(position, die), expected, "{fen} with {die}");
        let mut by_turn: Vec<String> = expected.iter().map(|mv| twin::turn_text(mv)).collect();
        by_turn.sort();
        assert_eq!(moves_with(&turned, die), by_turn, "{fen} with {die}, turned");
    }
    let fields: Vec<&str> = fen.split(' ').collect();
    seen.captives += usize::from(fields[4] != "----");
    seen.joined += usize::from(fields[3] != "-");
    seen.demands += usize::from(slow.can_demand());
    seen.exchanges += slow.exchanges().len();
    seen.lost += tokens.iter().filter(|moves| moves[0] == "0000").count();
    seen.privileged += tokens[3].iter().filter(|mv| mv.ends_with('k')).count();
    // Sometimes what comes before the throw, and then a turn; every turn is compared, one is kept.
    let mut before: Vec<String> = slow.exchanges();
    before.extend(slow.can_demand().then(|| "demand".to_owned()));
    if random.random_bool(0.5)
        && let Some(token) = before.choose(random)
    {
        play(position, token);
        slow.play(token);
        assert_eq!(position.fen(), slow.write(), "{fen} {token}");
        return true;
    }
    for (die, moves) in (2..).zip(&tokens) {
        for mv in moves {
            let token = format!("{die}:{mv}");
            let (mut next, mut later) = (*position, slow.clone());
            play(&mut next, &token);
            later.play(&token);
            assert_eq!(next.fen(), later.write(), "{fen} {token}");
            assert_eq!(result(&next), later.result(), "{fen} {token}");
            assert_eq!(read(&next.fen()).key(), next.key(), "{fen} {token}");
        }
    }
    let die = random.random_range(0..4);
    let token = format!("{}:{}", die + 2, tokens[die].choose(random).unwrap());
    play(position, &token);
    slow.play(&token);
    true
}

#[test]
fn twin_agrees() {
    let mut random = seeded(5);
    let mut seen = Seen::default();
    while seen.positions < 6_000 {
        let Some(fen) = scatter(&mut random) else { continue };
        let Ok(mut position) = DiceChess::from_fen(&fen, &()) else { continue };
        let mut slow = Twin::read(&position.fen());
        for _ in 0..6 {
            if !step(&mut position, &mut slow, &mut random, &mut seen) {
                break;
            }
        }
    }
    while seen.positions < 10_000 {
        let mut position = DiceChess::start(&());
        let mut slow = Twin::read(DiceChess::START);
        while step(&mut position, &mut slow, &mut random, &mut seen) && slow.result().is_none() {}
    }
    let counts =
        [seen.captives, seen.joined, seen.demands, seen.exchanges, seen.ends, seen.lost, seen.privileged];
    assert!(counts.iter().all(|&count| count >= 20), "rules hardly met: {counts:?}");
}

#[test]
fn throw_and_move_come_apart_or_together() {
    let start = DiceChess::start(&());
    let mut whole = start;
    play(&mut whole, "5:e7e6");
    let mut parts = start;
    play(&mut parts, "5:");
    assert_eq!(parts.die(), Some(5));
    assert_eq!(parts.fen(), DiceChess::START.replace(" r - ", " r 5 "));
    assert!(parts.rolls().is_empty());
    play(&mut parts, "5:e7e6");
    assert_eq!(whole, parts);
    assert_eq!(whole.team(), Team::Second);
    let chances: f64 = start.rolls().iter().map(|roll| roll.1).sum();
    assert_eq!((start.rolls().len(), chances), (4, 1.0));
}

#[test]
fn bad_moves() {
    let start = DiceChess::start(&());
    let mut thrown = start;
    play(&mut thrown, "4:");
    let cases = [
        (&start, "4:h8f6", "no man"),
        (&start, "6:e7e6", "2, 3, 4 or 5"),
        (&start, "e7e6", "a throw and a move"),
        (&start, "5:e7e5", "no such legal move"),
        (&start, "5:0000", "no such legal move"),
        (&start, "demand", "nothing to demand"),
        (&start, "exchange=gy", "no such exchange"),
        (&start, "exchange=yg", "no such exchange"),
        (&start, "5: e7e6", "no such legal move"),
        (&thrown, "5:e7e6", "another number"),
        (&thrown, "4:", "thrown already"),
        (&thrown, "5:", "another number"),
    ];
    for (position, token, part) in cases {
        let error = position.parse_move(token).expect_err(token).to_string();
        assert!(error.contains(part) && !error.contains('\n'), "{token}: {error}");
    }
    // Won: Green and Black have nothing left.
    let won = read("4rK3/8/8/6rE1/8/8/8/3yK4 g - - -r-r 0 62");
    assert!(won.parse_move("2:0000").is_err());
    assert_eq!(won.count_moves(), 0);
}

#[test]
fn offers() {
    let position = read("4rK3/8/8/bKbP6/4gP3/8/4yH3/yP6yB r - - -rb- 12 40");
    assert_eq!(position.command("offer", &["exchange=gy"]), Some(Ok(vec!["offeranswer decline".to_owned()])));
    for bad in [&["exchange=rg"][..], &["5:e8e7"], &[], &["exchange=gy", "exchange=gy"]] {
        assert!(position.command("offer", bad).is_some_and(|answer| answer.is_err()), "{bad:?}");
    }
    assert_eq!(position.command("propose", &[]), None);
}

#[test]
fn bad_positions() {
    let start = DiceChess::START;
    let board = start.split(' ').next().unwrap();
    let faults = [
        ("", "7 fields"),
        (board, "7 fields"),
        (&format!("{start} 3"), "7 fields"),
        (&start.replace("bEbP6", "bEbP5"), "7 squares"),
        (&start.replace("bEbP6", "bEbP7"), "9 squares"),
        (&start.replace("bEbP6", "bEbPrPrPrPrPrPrPrP"), "9 squares"),
        (&start.replace("bEbP6", "bEbQ6"), "no man"),
        (&start.replace("bEbP6", "bEwP6"), "no man"),
        (&start.replace("bEbP6", "bEbP5b"), "no man"),
        (&start.replace("/bEbP6", ""), "8 ranks"),
        (&start.replace("bEbP6", "bEbP5rK"), "2 kings"),
        (&start.replace("bEbP6", "bEbP5rP"), "4 pawns or 7 men"),
        (&start.replace("bKbP6", "1bP6"), "missing"),
        (&start.replace("----", "---g"), "on the board and a captive"),
        (&start.replace("bKbP6", "1bP6").replace("----", "---b"), "own captive"),
        (&start.replace("bKbP6", "1bP6").replace("----", "---x"), "captor"),
        (&start.replace("----", "---"), "four letters"),
        (&start.replace(" r - ", " w - "), "seat"),
        (&start.replace(" r - ", " rg - "), "seat"),
        (&start.replace(" r - ", " r 6 "), "throw"),
        (&start.replace(" r - ", " r 55 "), "throw"),
        (&start.replace(" r - - ", " r - yr "), "joined"),
        (&start.replace(" 0 1", " -1 1"), "quiet counter"),
        (&start.replace(" 0 1", " +1 1"), "quiet counter"),
        (&start.replace(" 0 1", " 0 0"), "turn number"),
        ("8/8/8/8/8/8/8/8 r - - gggr 0 1", "no man is on the board"),
    ];
    for (fen, part) in faults {
        let error = DiceChess::from_fen(fen, &()).expect_err(fen).to_string();
        assert!(error.contains(part) && !error.contains('\n'), "{fen}: {error}");
    }
}
