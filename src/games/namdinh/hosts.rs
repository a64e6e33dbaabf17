//! How XBoard is told of Nam Dinh, which it does not know.

use crate::base::hosts::{HostConventions, XboardVariant};

/// What XBoard draws the game with: the letters of pieces in its table of pictures, White's and then Black's, and the
/// board, without a reserve, under rules that are none of XBoard's. Soldiers look like its plain pieces, which do not
/// promote; kings like its queens, for with its own kings it would castle at a jump along a rank.
const SETUP: &str = "(....K.....S.....k.....s.) 5x5+0_fairy";

/// The engine describes pieces and board.
pub const HOSTS: HostConventions = HostConventions {
    ranks_from_zero: None,
    xboard: Some(XboardVariant { setup: Some(SETUP), dashes: false }),
};
