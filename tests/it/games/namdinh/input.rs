//! Any text is read or refused, never worse.

use banco::games::namdinh::{NamDinh, Options};
use banco::traits::Notation;
use proptest::prelude::*;

use super::read;

proptest! {
    #[test]
    fn any_text_as_position(text in ".*") {
        let _ = NamDinh::from_fen(&text, &Options::default());
    }

    #[test]
    fn near_positions(text in "([KSks1-5]{0,6}/){4}[KSks0-9]{0,6} [wb]( [0-9]{1,6} [0-9]{1,6})?") {
        if let Ok(position) = NamDinh::from_fen(&text, &Options::default()) {
            prop_assert_eq!(read(&position.fen()), position);
        }
    }

    #[test]
    fn any_text_as_move(text in ".*", near in "[a-f][0-6][a-f][0-6].?") {
        let start = NamDinh::start(&Options::default());
        for text in [text, near] {
            if let Err(error) = start.parse_move(&text) {
                prop_assert!(!error.to_string().contains('\n'));
            }
        }
    }
}
