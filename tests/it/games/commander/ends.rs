//! Draws and points [commander 10.4]; the wins are among the worked examples.

use banco::base::{Outcome, Reason, Team};
use banco::games::commander::{CommanderChess, Options};
use banco::traits::{Game, Notation};

use super::{after, read};

#[test]
fn no_turn_without_check_is_a_draw() {
    // The commander sees j1, and the tank covers k2.
    let stuck = "9c1/11/11/11/11/11/11/11/11/11/8t1h/10C r - - 0 1";
    assert_eq!(read(stuck).outcome(), Some(Outcome::draw(Reason::Stalemate)));
    let free = read(&stuck.replace("8t1h", "7t2h"));
    assert_eq!((free.outcome(), free.moves().len()), (None, 1), "the tank is too far");
}

#[test]
fn plies_without_a_capture_draw() {
    let late = "9c1/11/11/11/11/11/11/11/11/11/11/10C r - - 99 50";
    let draw = Some(Outcome::draw(Reason::MoveLimit));
    assert_eq!(read(late).outcome(), None);
    assert_eq!(after(&read(late), "k1k2").outcome(), draw);
    for (count_limit, end) in [(0, None), (101, None), (50, draw)] {
        let options = Options { count_limit, ..Options::default() };
        let pos = CommanderChess::from_fen(late, &options).unwrap();
        assert_eq!(after(&pos, "k1k2").outcome(), end, "{count_limit}");
    }
    // A capture resets the count.
    let prey = read("9c1/11/11/11/11/11/11/11/4m6/4T6/11/10C r - - 99 50");
    assert!(after(&prey, "e3e4").fen().ends_with(" b - - 0 50"));
}

#[test]
fn points_of_captures_and_wins() {
    let options = Options { point_count: true, ..Options::default() };
    for (fen, text, points) in [
        // The last ship, 80; another win, 100.
        ("9c1/11/11/11/1n9/11/11/11/1N9/7I3/11/10C r - - 0 1", "b4b8", [180, 0]),
        // The last land force, heroic.
        ("9c1/11/11/11/11/11/11/4+i6/4T6/11/11/10C r - - 0 1", "e4e5", [120, 0]),
        // The commander and his headquarters; 200 for the commander.
        ("11/6(hc)1T2/6E4/11/11/11/11/11/11/11/11/10C r - - 0 1", "g10g11", [310, 0]),
        // A militia does not win.
        ("9c1/11/11/11/11/11/11/11/4m6/4T6/11/10C r - - 0 1", "e3e4", [10, 0]),
    ] {
        let pos = CommanderChess::from_fen(fen, &options).unwrap();
        assert_eq!(pos.points(), Some([0, 0]), "{fen}");
        assert_eq!(after(&pos, text).points(), Some(points), "{text} in {fen}");
    }
    // Checkmate, 200.
    let mate = "2C1f6/3i6a/3MG5S/3A7/2e8/2a7+f/2H4E1GA/3e4+F2/2E5m2/7T3/3ct6/8I2 r - - 0 1";
    let pos = CommanderChess::from_fen(mate, &options).unwrap();
    assert_eq!(pos.outcome(), Some(Outcome::win(Team::Second, Reason::Checkmate)));
    assert_eq!(pos.points(), Some([0, 200]));
    assert_eq!(read(mate).points(), None);
}
