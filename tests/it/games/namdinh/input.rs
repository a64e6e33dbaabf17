//! Any text is parsed or rejected without a panic.

use banco::games::namdinh::{NamDinh, Options};
use banco::traits::Notation;
use proptest::prelude::*;

use super::read;

/// GUIs made for chess append the fields of castling and en passant, and counters.
#[test]
fn clocks_of_guis_are_read() {
    let plain = read("sskss/sssss/ss1SS/SSSSS/SSKSS w");
    for rest in ["", " -", " - -", " 0", " 0 1", " - 0 1", " - - 0", " - - 0 1"] {
        assert_eq!(read(&format!("sskss/sssss/ss1SS/SSSSS/SSKSS w{rest}")), plain, "{rest}");
    }
    assert_eq!(read("5/5/5/SS3/Ksk2 w - - 7 30").fen(), "5/5/5/SS3/Ksk2 w 7 30");
    for rest in [" - - -", " - - 0 1 2", " x", " 0 x", " 0 -", " 70000 1"] {
        let text = format!("sskss/sssss/ss1SS/SSSSS/SSKSS w{rest}");
        assert!(NamDinh::from_fen(&text, &Options::default()).is_err(), "{rest}");
    }
}

proptest! {
    #[test]
    fn near_positions(text in "([KSks1-5]{0,6}/){4}[KSks0-9]{0,6} [wb]( -){0,3}( [0-9]{1,6}){0,3}") {
        if let Ok(position) = NamDinh::from_fen(&text, &Options::default()) {
            prop_assert_eq!(read(&position.fen()), position);
        }
    }
}
