//! Endgame tables: indices, unmoves, small classes.

use std::collections::HashMap;

use banco::base::{File, Reason, Square, Team};
use banco::games::xiangqi::geometry::{FILES, POINTS, file, flip, point, rank};
use banco::games::xiangqi::{MaterialSignature, Repetition, Xiangqi};
use banco::solve::Quiet;
use banco::solve::retrograde::{Plan, RankedMove, SingleRank, Tables, build, replay, verify};
use banco::traits::{Game, GameHistory, Indexed, IndexedEntry, Notation, TableValue, Tablebase};

use super::*;

use crate::common::{folder, seeded};

fn class(name: &str) -> MaterialSignature {
    Xiangqi::parse_class(name).unwrap()
}

fn numbers(class: MaterialSignature) -> u64 {
    Xiangqi::subtables(class).last().unwrap().range.end
}

/// Visits every `every`-th position of a class.
fn each_position(class: MaterialSignature, every: usize, mut visit: impl FnMut(u64, &Xiangqi)) {
    for number in (0..numbers(class)).step_by(every) {
        if let IndexedEntry::Position(position) = Xiangqi::unindex(class, number) {
            visit(number, &position);
        }
    }
}

/// The position mirrored left to right or in the river; the latter exchanges the colours.
fn image(position: &Xiangqi, mirror: bool, turn: bool) -> Xiangqi {
    let mut letters = ['1'; POINTS];
    for p in position.occupied() {
        let left = point(File::new(FILES - 1 - file(p).index()), rank(p));
        let seen = if mirror { left } else { p };
        let letter = banco::games::xiangqi::piece::letter(position.piece_at(p));
        let other = if letter.is_ascii_uppercase() {
            letter.to_ascii_lowercase()
        } else {
            letter.to_ascii_uppercase()
        };
        letters[if turn { flip(seen) } else { seen }] = if turn { other } else { letter };
    }
    let rows: Vec<String> = letters.chunks(FILES).rev().map(|row| row.iter().collect()).collect();
    let side = if (position.side() == Team::First) != turn { 'w' } else { 'b' };
    read(&format!("{} {side}", rows.join("/")))
}

const SAMPLES: [(&str, usize); 8] = [
    ("P.-", 1),
    ("R.-", 1),
    ("P.A", 7),
    ("R.AE", 53),
    ("NP.AAEE", 40_009),
    ("PP.PP", 10_007),
    ("PPP.E", 2_011),
    ("CAE.NAA", 200_003),
];

#[test]
fn images_share_their_number() {
    for (name, every) in SAMPLES {
        each_position(class(name), 17 * every, |number, position| {
            let mut images = vec![position.fen()];
            for (mirror, turn) in [(true, false), (false, true), (true, true)] {
                let image = image(position, mirror, turn);
                assert_eq!(image.index(), number, "{} and {}", position.fen(), image.fen());
                if !turn && image.fen() != images[0] {
                    images.push(image.fen());
                }
            }
            assert_eq!(images.len() as u32, u32::from(position.orbit_size()) * Xiangqi::IMAGES);
        });
    }
}

/// A side without rooks, knights, cannons and pawns always has a move, so such endings are drawn.
#[test]
fn guards_alone_are_never_stalemated() {
    for name in ["P.A", "P.E", "P.AA"] {
        each_position(class(name), 13, |_, position| {
            // Skips the pawn: any guards beside it.
            let pawn = position.by_type(banco::games::xiangqi::PieceType::Pawn).first().unwrap();
            let mut rows: Vec<Vec<char>> = Vec::new();
            for r in (0..10).rev() {
                let letter = |p: Square| {
                    if p == pawn || position.piece_at(p).is_none() {
                        '1'
                    } else {
                        banco::games::xiangqi::piece::letter(position.piece_at(p))
                    }
                };
                rows.push((0..FILES).map(|f| letter(Square::new(r * FILES + f))).collect());
            }
            let text: Vec<String> = rows.into_iter().map(|row| row.into_iter().collect()).collect();
            for side in ['w', 'b'] {
                if let Ok(bare) = Xiangqi::from_fen(&format!("{} {side}", text.join("/")), &from_zero()) {
                    assert!(bare.has_moves(), "{}", bare.fen());
                }
            }
        });
    }
}

/// The tables of a class and its sub-tables.
fn built(name: &str) -> Tables<Xiangqi> {
    let folder = folder(&format!("endings-{name}"));
    let plan = Plan { classes: vec![class(name)], metric: Default::default(), memory: 256, threads: 2 };
    build::<Xiangqi>(&folder, &plan, &SingleRank, &Quiet).unwrap();
    let (tables, faults) = Tables::open(&folder).unwrap();
    assert!(faults.is_empty(), "{faults:?}");
    tables
}

fn check(tables: &Tables<Xiangqi>) {
    for table in tables.list() {
        let (checked, wrong) = verify(tables, table.class, 1, &Quiet).unwrap();
        assert!(checked > 1_000 && wrong.is_empty(), "{}: {wrong:?}", table.class);
        let (played, broken) = replay(tables, table.class, 100, &Quiet).unwrap();
        assert!(played == 100 && broken.is_empty(), "{}: {broken:?}", table.class);
    }
}

/// The referee at a position, without the move limit.
fn referee(position: &Xiangqi, repetition: Repetition) -> GameHistory<Xiangqi> {
    let options = Options { repetition, move_limit: 0, ..from_zero() };
    GameHistory::new(Xiangqi::from_fen(&position.fen(), &options).unwrap())
}

/// The value of a game's position as proven within `plies` plies, with the referee's judgement of repetition.
fn minimax(game: &GameHistory<Xiangqi>, plies: u32) -> Option<TableValue> {
    if let Some(outcome) = game.outcome() {
        let lost = outcome.winner.is_some_and(|team| team != game.position().side());
        return Some(if lost { TableValue::Loss(0) } else { TableValue::Draw });
    }
    if plies == 0 {
        return None;
    }
    let after = |mv| {
        let mut next = game.clone();
        next.play(mv);
        minimax(&next, plies - 1).map(TableValue::before)
    };
    let values: Vec<_> = game.position().moves().into_iter().map(after).collect();
    let best = values.iter().flatten().copied().max_by_key(|value| value.rank());
    // An unproven move may be better than a loss or a draw.
    best.filter(|value| matches!(value, TableValue::Win(_)) || values.iter().all(Option::is_some))
}

#[test]
fn pawn_against_an_advisor() {
    let tables = built("P.A");
    check(&tables);
    let (mut proven, mut longest) = (0, 0);
    let class = class("P.A");
    each_position(class, 1, |number, position| {
        let value = tables.value(position).unwrap();
        let found = || minimax(&referee(position, Repetition::Asian), 4);
        match value {
            TableValue::Win(plies @ 0..=4) | TableValue::Loss(plies @ 0..=4) => {
                proven += 1;
                longest = longest.max(plies);
                if number % 3 == 0 {
                    assert_eq!(found(), Some(value), "{}", position.fen());
                }
            }
            _ if number % 59 == 0 => {
                assert!(found().is_none_or(|found| found == TableValue::Draw), "{}", position.fen());
            }
            _ => {}
        }
    });
    assert!(proven > 20 && longest == 4, "{proven} {longest}");
    // Every win and loss is played to its end within the stored number of plies.
    each_position(class, 3, |_, position| {
        let value = tables.value(position).unwrap();
        let (TableValue::Win(plies) | TableValue::Loss(plies)) = value else { return };
        let mut game = referee(position, Repetition::Asian);
        for _ in 0..plies {
            assert_eq!(game.outcome().map(|outcome| outcome.winner), None, "{}", position.fen());
            game.play(tables.ranked_moves(game.position()).unwrap()[0].mv);
        }
        let lost = plies % 2 == 0;
        let winner = if lost { !position.side() } else { position.side() };
        assert_eq!(game.outcome().and_then(|outcome| outcome.winner), Some(winner), "{}", position.fen());
    });
}

/// Plays every `every`-th position of a class decided by repetition, with the referee. The winner plays the first of
/// its best moves, the loser any. Returns the outcomes.
fn play_out_repetitions(
    tables: &Tables<Xiangqi>,
    name: &str,
    every: u64,
    chase: bool,
) -> HashMap<Reason, u32> {
    let mut random = seeded(32);
    let mut ends = HashMap::new();
    each_position(class(name), 1, |number, position| {
        let value = tables.value(position).unwrap();
        if !value.is_by_repetition() || value.is_by_chase() != chase || number % every != 0 {
            return;
        }
        let winner = match value {
            TableValue::Win(_) => position.side(),
            _ => !position.side(),
        };
        // Other rules draw it; near the move limit it is uncertain.
        let under = |repetition, move_limit| {
            let options = Options { repetition, move_limit, ..Options::default() };
            let fen = position.fen().replace(" 0 1", " 110 80");
            tables.probe(&Xiangqi::from_fen(&fen, &options).unwrap())
        };
        let with_check_alone = if chase { TableValue::Draw } else { value };
        assert_eq!(under(Repetition::Check, 0), Some(with_check_alone));
        assert_eq!(under(Repetition::Asian, 0), Some(value));
        assert_eq!(under(Repetition::Draw, 0), Some(TableValue::Draw));
        assert_eq!(under(Repetition::Asian, 120), None);
        for repetition in [Repetition::Check, Repetition::Asian] {
            if chase && repetition == Repetition::Check {
                continue;
            }
            let mut game = referee(position, repetition);
            let end = loop {
                if let Some(outcome) = game.outcome() {
                    break outcome;
                }
                let moves = tables.ranked_moves(game.position()).unwrap();
                let is_best = |ranked: &&RankedMove<Move>| ranked.value == moves[0].value;
                let choice = if game.position().side() == winner {
                    0
                } else {
                    random.random_range(0..moves.iter().take_while(is_best).count())
                };
                game.play(moves[choice].mv);
                assert!(game.positions().len() < 300, "{}", position.fen());
            };
            assert_eq!(end.winner, Some(winner), "{}", position.fen());
            *ends.entry(end.reason).or_default() += 1;
        }
    });
    ends
}

/// A knight whose side has only checks loses by them.
#[test]
fn rook_against_knight_with_perpetual_check() {
    let tables = built("R.N");
    check(&tables);
    let ends = play_out_repetitions(&tables, "R.N", 7, false);
    assert!(ends[&Reason::PerpetualCheck] > 100, "{ends:?}");
}

/// The smallest class that perpetual chase often decides (Fang 2005): a knight can stop two pawns only by chasing one
/// of them for ever.
#[test]
#[ignore = "takes a minute: twelve million positions"]
fn knight_against_two_pawns_with_perpetual_chase() {
    let tables = built("N.PP");
    let (_, wrong) = verify(&tables, class("N.PP"), 1, &Quiet).unwrap();
    assert!(wrong.is_empty(), "{wrong:?}");
    let ends = play_out_repetitions(&tables, "N.PP", 5, true);
    assert!(ends[&Reason::PerpetualChase] > 100, "{ends:?}");
}

/// Draws in a table depend on the rules on repetition, wins on the move limit.
#[test]
fn values_under_the_rules_in_force() {
    let tables = built("R.A");
    let probe = |fen: &str, options: Options| tables.probe(&Xiangqi::from_fen(fen, &options).unwrap());
    let fen = "9/9/3ak4/9/9/9/9/9/9/3K1R3 w - -";
    let (limited, free) = (Options::default(), Options { move_limit: 0, ..Options::default() });
    assert_eq!(probe(&format!("{fen} 111 80"), limited), Some(TableValue::Win(9)));
    assert_eq!(probe(&format!("{fen} 112 80"), limited), None);
    assert_eq!(probe(&format!("{fen} 112 80"), free), Some(TableValue::Win(9)));
    // A lone king against a lone king, and a class that does not exist.
    assert_eq!(probe("3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 1", limited), Some(TableValue::Draw));
    assert_eq!(probe("3k5/9/9/9/9/9/9/9/9/R3KR3 w - - 0 1", limited), None);
}
