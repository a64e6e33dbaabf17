//! The product against the reference implementation and against itself, on positions of random games.

use banco::base::{Outcome, Reason, Team, epd};
use banco::games::xiangqi::Xiangqi;
use banco::traits::{Game, GameHistory, Notation, SearchGame};
use rand::RngExt;
use rand::seq::SliceRandom;

use crate::common::seeded;
use crate::conformance::perft;
use crate::conformance::position::check_search;
use crate::conformance::replay::reference_game::fields;
use crate::games::xiangqi::reference::Reference;
use crate::games::xiangqi::reference::repetition::{chased, judge, point};
use crate::games::xiangqi::{random_positions, read};

#[test]
fn moves_and_positions_equal_the_reference() {
    let (mut positions, mut checks, mut ends) = (0, 0, 0);
    random_positions(1, 40, 150, |pos| {
        let reference = Reference::read(&pos.fen());
        assert_eq!(reference.write(), pos.fen());
        let reference_moves = reference.moves();
        let mut fast: Vec<String> = pos.moves().iter().map(|&mv| pos.move_text(mv)).collect();
        fast.sort();
        let expected: Vec<&String> = reference_moves.iter().map(|(text, _)| text).collect();
        assert_eq!(fast.iter().collect::<Vec<_>>(), expected, "{}", pos.fen());
        assert_eq!(pos.count_moves(), expected.len() as u64, "{}", pos.fen());
        assert_eq!(pos.in_check(), reference.gives_check(), "{}", pos.fen());
        for (text, after) in &reference_moves {
            let next = pos.child(pos.parse_move(text).unwrap());
            // The reference does not cap the counting of checks; other tests compare the counter.
            assert_eq!(fields(&next.fen(), &[0, 1, 5]), fields(&after.write(), &[0, 1, 5]));
            if positions % 8 == 0 {
                let ended = after.moves().is_empty().then(|| {
                    let winner = pos.team();
                    Outcome::win(
                        winner,
                        if after.gives_check() { Reason::Checkmate } else { Reason::Stalemate },
                    )
                });
                let stuck = (!next.has_moves()).then(|| next.no_moves_outcome());
                assert_eq!(stuck, ended, "{}", next.fen());
                ends += usize::from(ended.is_some());
            }
        }
        positions += 1;
        checks += usize::from(pos.in_check());
    });
    assert!(
        positions > 2_000 && checks > 50 && ends > 0,
        "{positions} positions, {checks} checks, {ends} ends"
    );
}

/// Cycles of four plies, a move of each side and back; those that begin with a chase come first.
fn random_cycles(seed: u64, games: usize, mut visit: impl FnMut(&Reference, &[String; 4])) {
    let mut random = seeded(seed);
    random_positions(seed, games, 200, |pos| {
        if random.random_range(0..24) > 0 || pos.outcome().is_some() {
            return;
        }
        let fen = pos.fen();
        let placed: Vec<&str> = fen.split(' ').take(2).collect();
        let start = Reference::read(&format!("{} - - 0 1", placed.join(" ")));
        let mut firsts = start.quiet_moves();
        firsts.shuffle(&mut random);
        firsts.sort_by_key(|(one, after)| chased(&start, one, after).is_empty());
        for (one, after) in firsts.iter().take(3) {
            let mut seconds = after.quiet_moves();
            seconds.shuffle(&mut random);
            // The chased piece flees.
            let victims = chased(&start, one, after);
            seconds.sort_by_key(|(two, _)| !victims.contains(&point(&two[..2])));
            let close = |(two, next): &(String, Reference)| {
                let [three, four] = [one, two].map(|text| format!("{}{}", &text[2..], &text[..2]));
                next.after(&three)?.after(&four)?;
                Some([one.clone(), two.clone(), three, four])
            };
            seconds.iter().filter_map(close).take(3).for_each(|cycle| visit(&start, &cycle));
        }
    });
}

#[test]
fn repetitions_are_judged_as_by_the_reference() {
    let (mut cycles, mut chases) = (0, 0);
    let mut check = |start: &Reference, cycle: &[&str]| {
        let mut history = GameHistory::new(read(&start.write()));
        let twice = cycle.iter().cycle().take(2 * cycle.len());
        for text in twice {
            history.play(history.position().parse_move(text).unwrap());
        }
        let outcome = history.outcome().expect("the third occurrence");
        let red_wins = outcome.winner.map(|team| team == Team::First);
        assert_eq!(red_wins, judge(start, cycle), "{} {cycle:?}", start.write());
        cycles += 1;
        chases += usize::from(outcome.reason == Reason::PerpetualChase);
    };
    for entry in epd::read(include_str!("../../../../positions/xiangqi/repetition.epd")).unwrap() {
        let cycle: Vec<&str> = entry.op("cycle").unwrap().split(' ').collect();
        check(&Reference::read(&entry.fen), &cycle);
    }
    random_cycles(6, 40, |start, cycle| check(start, &cycle.each_ref().map(String::as_str)));
    assert!(cycles > 500 && chases > 20, "{cycles} cycles, {chases} chases");
}

#[test]
fn stages_and_legality_agree_with_the_list() {
    random_positions(2, 60, 150, |pos| {
        check_search(pos);
        // Any number decodes to a legal move or to nothing.
        let mut all: Vec<u32> = pos.moves().iter().map(|&mv| pos.pack_move(mv)).collect();
        all.sort_unstable();
        let decoded: Vec<u32> = (0..1 << 15).filter(|&code| pos.unpack_move(code).is_some()).collect();
        assert_eq!(decoded, all, "{}", pos.fen());
        for code in [1 << 15, u32::MAX, 0x1234_5678] {
            assert_eq!(pos.unpack_move(code), None);
        }
    });
}

#[test]
fn kept_values_equal_those_from_scratch() {
    random_positions(3, 60, 200, |pos| {
        let again = read(&pos.fen());
        assert_eq!(pos.key(), pos.compute_key());
        assert_eq!((pos.key(), pos.in_check()), (again.key(), again.in_check()), "{}", pos.fen());
        assert_eq!(pos.evaluate(), again.evaluate(), "{}", pos.fen());
        assert_eq!(pos.fen(), again.fen());
        if let Some(passed) = pos.null_move() {
            assert_eq!(passed.key(), passed.compute_key());
            assert_eq!(passed.team(), !pos.team());
        }
    });
}

#[test]
fn images_have_equal_counts_and_values() {
    random_positions(4, 12, 120, |pos| {
        let reference = Reference::read(&pos.fen());
        for image in [reference.mirrored(), reference.swapped(), reference.swapped().mirrored()] {
            let image = read(&image.write());
            assert_eq!(image.perft(2), pos.perft(2), "{}", pos.fen());
            assert_eq!(image.evaluate(), pos.evaluate(), "{}", pos.fen());
            let worths = |pos: &Xiangqi| {
                let all = pos.moves();
                let mut worths: Vec<_> =
                    all.iter().map(|&mv| (pos.victim_value(mv), pos.attacker_value(mv))).collect();
                worths.sort_unstable();
                worths
            };
            assert_eq!(worths(&image), worths(pos), "{}", pos.fen());
        }
    });
}

/// `cargo test --release --test it in_full -- --ignored`
#[test]
#[ignore = "133 million positions"]
fn perft_in_full() {
    assert!(
        perft::compare::<Xiangqi>("xiangqi/perft", &Default::default(), |count| count > perft::LIMIT) > 0
    );
}
