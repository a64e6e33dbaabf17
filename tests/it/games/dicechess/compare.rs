//! Random positions and games: the product agrees with the reference implementation, rotated or not.

use banco::base::epd;
use banco::games::dicechess::DiceChess;
use banco::traits::{Game, Notation};
use rand::RngExt;
use rand::seq::IndexedRandom;

use crate::common::seeded;
use crate::games::dicechess::reference::{self, Reference};
use crate::games::dicechess::{has_demand, moves_with, play, read, result};

/// A random position: pieces anywhere, kings captive or not, teams joined or not.
pub fn scatter(random: &mut impl RngExt) -> Option<String> {
    let mut board = [[None; 8]; 8];
    let mut captors = ['-'; 4];
    // Few pieces or many: small boards reach the rare rules more often.
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

/// Compares move sets, outcomes and a rotation; then plays one turn on both.
fn step(
    position: &mut DiceChess,
    reference: &mut Reference,
    random: &mut impl RngExt,
    seen: &mut Seen,
) -> bool {
    let fen = position.fen();
    assert_eq!(reference.write(), fen);
    assert_eq!(result(position), reference.result(), "{fen}");
    let turned = read(&reference.turned().write());
    assert_eq!(turned.fen(), reference.turned().write());
    assert_eq!(turned.perft(2), position.perft(2), "{fen} and its quarter turn");
    seen.positions += 1;
    if reference.result().is_some() {
        seen.ends += 1;
        return false;
    }
    assert_eq!(has_demand(position), reference.can_demand(), "{fen}");
    for first in ['r', 'g', 'y', 'b'] {
        for second in ['r', 'g', 'y', 'b'] {
            let token = format!("exchange={first}{second}");
            assert_eq!(position.parse_move(&token).is_ok(), reference.exchanges().contains(&token), "{fen}");
        }
    }
    let tokens: Vec<Vec<String>> = (2..=5).map(|die| reference.moves(die)).collect();
    for (die, expected) in (2..).zip(&tokens) {
        assert_eq!(&moves_with(position, die), expected, "{fen} with {die}");
        let mut by_turn: Vec<String> = expected.iter().map(|mv| reference::turn_text(mv)).collect();
        by_turn.sort();
        assert_eq!(moves_with(&turned, die), by_turn, "{fen} with {die}, turned");
    }
    let fields: Vec<&str> = fen.split(' ').collect();
    seen.captives += usize::from(fields[4] != "----");
    seen.joined += usize::from(fields[3] != "-");
    seen.demands += usize::from(reference.can_demand());
    seen.exchanges += reference.exchanges().len();
    seen.lost += tokens.iter().filter(|moves| moves[0] == "0000").count();
    seen.privileged += tokens[3].iter().filter(|mv| mv.ends_with('k')).count();
    // Sometimes an action before the roll, and then a turn; every turn is compared, one is played.
    let mut before: Vec<String> = reference.exchanges();
    before.extend(reference.can_demand().then(|| "demand".to_owned()));
    if random.random_bool(0.5)
        && let Some(token) = before.choose(random)
    {
        play(position, token);
        reference.play(token);
        assert_eq!(position.fen(), reference.write(), "{fen} {token}");
        return true;
    }
    for (die, moves) in (2..).zip(&tokens) {
        for mv in moves {
            let token = format!("{die}:{mv}");
            let (mut next, mut later) = (*position, reference.clone());
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
    reference.play(&token);
    true
}

#[test]
fn random_positions_agree_with_the_reference() {
    let mut random = seeded(5);
    let mut seen = Seen::default();
    while seen.positions < 6_000 {
        let Some(fen) = scatter(&mut random) else { continue };
        let Ok(mut position) = DiceChess::from_fen(&fen, &()) else { continue };
        let mut reference = Reference::read(&position.fen());
        for _ in 0..6 {
            if !step(&mut position, &mut reference, &mut random, &mut seen) {
                break;
            }
        }
    }
    while seen.positions < 10_000 {
        let mut position = DiceChess::start(&());
        let mut reference = Reference::read(DiceChess::START);
        while step(&mut position, &mut reference, &mut random, &mut seen) && reference.result().is_none() {}
    }
    let counts =
        [seen.captives, seen.joined, seen.demands, seen.exchanges, seen.ends, seen.lost, seen.privileged];
    assert!(counts.iter().all(|&count| count >= 20), "rules hardly met: {counts:?}");
}

#[test]
fn perft_move_by_move() {
    let text = include_str!("../../../../positions/dicechess/perft.epd");
    let entries = epd::read(text).unwrap();
    assert_eq!(entries.len(), 22);
    for entry in entries {
        let position = read(&entry.fen);
        for (depth, count) in entry.perft().unwrap() {
            let moves = position.moves();
            let sum: u64 =
                moves.into_iter().map(|mv| position.perft_move_until(mv, depth, &|| false).unwrap()).sum();
            assert_eq!(sum, count, "{} depth {depth}, move by move", entry.fen);
        }
    }
}
