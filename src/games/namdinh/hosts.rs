//! Nam Dinh for XBoard, which does not know the game.

use crate::base::hosts::{HostConventions, XboardVariant};

/// Pieces and board in the form of XBoard's `setup`: the letters in its table of pictures, White's and then Black's,
/// and the board, without a reserve and without rules. Soldiers use its plain pieces, which do not promote. Kings use
/// its queens, because its own kings would castle at a jump along a rank.
const SETUP: &str = "(....K.....S.....k.....s.) 5x5+0_fairy";

/// The engine describes pieces and board.
pub const HOSTS: HostConventions = HostConventions {
    ranks_from_zero: None,
    xboard: Some(XboardVariant { setup: Some(SETUP), dashes: false }),
};
