//! Random walks: the product agrees with the reference implementation on every position.

use banco::base::Team;
use banco::games::namdinh::{NamDinh, Options};
use banco::traits::{Configurable, Game, Notation, SearchGame};
use rand::RngExt;
use rand::seq::{IndexedRandom, SliceRandom};

use crate::common::seeded;
use crate::conformance::perft;
use crate::games::namdinh::reference::Reference;
use crate::games::namdinh::{check_evaluator, read, texts};

/// The number of positions.
const POSITIONS: usize = 10_000;
/// The limit of plies without a capture in the walks, low enough to be reached.
const LIMIT: u16 = 60;

fn compare(position: &NamDinh, reference: &Reference) {
    let fen = position.fen();
    assert_eq!(fen, reference.fen());
    let expected = reference.moves();
    assert_eq!(texts(position), expected.iter().map(|m| m.0.clone()).collect::<Vec<_>>(), "{fen}");
    assert_eq!(position.count_moves(), expected.len() as u64, "{fen}");
    assert_eq!(position.key(), position.fresh_key(), "{fen}");
    assert_eq!(position.in_check(), reference.attacked(position.team() == Team::First), "{fen}");
    let reread = NamDinh::from_fen(&fen, position.options()).unwrap();
    assert_eq!(&reread, position, "{fen}");
    for (text, next) in &expected {
        let played = position.child(position.parse_move(text).unwrap());
        assert_eq!(played.fen(), next.fen(), "{fen} {text}");
    }
    let winner = |team: Option<Team>| team.map_or('=', |t| if t == Team::First { 'w' } else { 'b' });
    let outcome = position.outcome().map(|o| (winner(o.winner), o.reason.text()));
    assert_eq!(outcome, reference.outcome(LIMIT.into()), "{fen}");
    check_evaluator(position);
}

#[test]
fn random_positions_agree_with_the_reference() {
    let mut random = seeded(5);
    let options = Options { no_capture_limit: LIMIT, ..Options::default() };
    let (mut seen, mut over) = (0, 0);
    while seen < POSITIONS {
        let mut position = NamDinh::start(&options);
        let mut reference = Reference::parse(NamDinh::START);
        while seen < POSITIONS {
            compare(&position, &reference);
            seen += 1;
            if position.outcome().is_some() {
                over += 1;
                break;
            }
            // Captures are sometimes preferred, or the pieces would block each other for ever.
            let mut next = reference.moves();
            let takes = next.iter().any(|(_, after)| after.fen().contains(" 0 "));
            if takes && random.random_bool(0.5) {
                next.retain(|(_, after)| after.fen().contains(" 0 "));
            }
            let (text, after) = next.choose(&mut random).unwrap();
            let mv = position.parse_move(text).unwrap();
            assert_eq!(position.is_reversible(mv), !after.fen().contains(" 0 "));
            position.play(mv);
            reference = after.clone();
        }
    }
    assert!(over > 50, "{over} games came to an end");
}

/// Scattered pieces with close kings: checks, mates and stalemates that games rarely reach.
#[test]
fn scattered_positions_agree_with_the_reference() {
    let mut random = seeded(6);
    let (mut seen, mut checks, mut ends) = (0, 0, 0);
    while seen < 10_000 {
        let density = random.random_range(1..=10);
        let mut letters = ['.'; 25];
        for letter in &mut letters {
            if random.random_range(0..12) < density {
                *letter = if random.random_bool(0.5) { 'S' } else { 's' };
            }
        }
        let king = random.random_range(0..25);
        letters[king] = 'K';
        letters[(king + [1, 2, 10, 12, 8, 5][random.random_range(0..6)]) % 25] = 'k';
        let rows: Vec<String> = letters.chunks(5).map(|r| r.iter().collect()).collect();
        let placement = rows.join("/").replace('.', "1");
        let fen = format!("{placement} {}", if random.random_bool(0.5) { 'w' } else { 'b' });
        let reference = Reference::parse(&fen);
        let Ok(position) =
            NamDinh::from_fen(&fen, &Options { no_capture_limit: LIMIT, ..Options::default() })
        else {
            let many = ["S", "s"].iter().any(|s| fen.matches(s).count() > 11);
            assert!(many || reference.attacked(!fen.ends_with('w')), "{fen} was refused");
            continue;
        };
        compare(&position, &reference);
        seen += 1;
        checks += position.in_check() as u32;
        ends += !position.has_moves() as u32;
    }
    assert!(checks > 500 && ends > 50, "{checks} checks, {ends} ends");
}

/// King and two soldiers each, scattered, under the option that draws them.
#[test]
fn three_against_three_agrees_with_the_reference() {
    let mut random = seeded(33);
    let options = Options { three_against_three: true, ..Options::default() };
    let (mut drawn, mut open) = (0, 0);
    for _ in 0..5_000 {
        let mut letters: Vec<char> = "KkSSss".chars().chain(std::iter::repeat_n('1', 19)).collect();
        letters.shuffle(&mut random);
        let rows: Vec<String> = letters.chunks(5).map(|r| r.iter().collect()).collect();
        let fen = format!("{} {}", rows.join("/"), if random.random_bool(0.5) { 'w' } else { 'b' });
        let reference = Reference::parse(&fen);
        let Ok(position) = NamDinh::from_fen(&fen, &options) else { continue };
        let even = reference.is_even_ending();
        assert_eq!(position.outcome().is_some_and(|outcome| outcome.winner.is_none()), even, "{fen}");
        (drawn, open) = (drawn + u32::from(even), open + u32::from(!even));
    }
    assert!(drawn > 1_000 && open > 200, "{drawn} {open}");
}

#[test]
fn illegal_moves_are_refused() {
    let mut random = seeded(7);
    let fens = ["sskss/sssss/ss1SS/SSSSS/SSKSS w", "5/5/2k2/2Sss/2K2 b", "3S1/Ss1K1/k1s1S/1ss2/3SS w"];
    for _ in 0..2_000 {
        let position = read(fens.choose(&mut random).unwrap());
        let mut place = || format!("{}{}", random.random_range('a'..='e'), random.random_range(1..=5));
        let text = place() + &place();
        assert_eq!(position.parse_move(&text).is_ok(), texts(&position).contains(&text), "{text}");
    }
}

fn leaves(reference: &Reference, depth: u32) -> u64 {
    let next = reference.moves();
    if depth == 1 { next.len() as u64 } else { next.iter().map(|(_, after)| leaves(after, depth - 1)).sum() }
}

/// Takes a minute: `cargo test --release --test it reference_counts -- --ignored`.
#[test]
#[ignore = "reference"]
fn reference_counts_the_leaves() {
    let start = Reference::parse(NamDinh::START);
    assert_eq!(leaves(&start, 6), read(NamDinh::START).perft(6));
    assert_eq!(leaves(&start, 7), read(NamDinh::START).perft(7));
}

#[test]
fn perft_in_full() {
    let options = Options::default();
    assert!(perft::compare::<NamDinh>("namdinh/perft", &options, |count| count > perft::LIMIT) > 0);
}
