//! The games that a host of CECP can show: Xiangqi, which it knows, and Nam Dinh, which the engine defines for it.
//! The other games have more seats or more men on a point than such a host can draw.

use crate::base::{Error, Result};
use crate::protocol::Controller;

/// The names of the games, as a feature lists them.
pub const NAMES: &str = "xiangqi,namdinh";

/// What a host draws Nam Dinh with: the letters of men in the host's table of pictures, White's and then Black's, and
/// the board, without a reserve, under rules that are none of the host's. Soldiers look like its plain men, which do
/// not promote; kings like its queens, for with its own kings it would castle at a jump along a rank.
const NAM_DINH: &str = "(....K.....S.....k.....s.) 5x5+0_fairy";

/// Begins a variant: `variant NAME`. A game that hosts do not know is described to them.
///
/// # Errors
/// When there is no such variant.
pub fn choose(controller: &mut Controller, name: &str) -> Result<()> {
    if !NAMES.split(',').any(|known| known == name) {
        return Err(Error::input(format!("the variants are {NAMES}")));
    }
    controller.engine.set_option("UCI_Variant", Some(name))?;
    super::place(controller, None, Vec::new())?;
    if name == "namdinh" {
        let fen = controller.engine.driver().fen();
        let (men, counters) = fen.split_once(" w ").unwrap_or((&fen, "0 1"));
        controller.out.line(&format!("setup {NAM_DINH} {men} w - - {counters}"));
    }
    Ok(())
}

/// A position as the game itself writes it. Hosts add fields for castling and passing pawns to games that have
/// neither, and leave them out of Xiangqi's at times, which reads both.
pub fn position(words: &[&str], game: &str) -> String {
    let kept = words.iter().filter(|word| game == "xiangqi" || **word != "-");
    kept.copied().collect::<Vec<_>>().join(" ")
}

/// A move in one piece: hosts send a jump as legs that follow one another, `a1b2,b2c3`.
pub fn join_legs(text: &str) -> String {
    let join = || {
        let (first, second) = text.split_once(',')?;
        let (from, over, to) = (first.get(..2)?, first.get(2..)?, second.get(2..)?);
        (text.is_ascii() && second.get(..2)? == over).then(|| format!("{from}{to}"))
    };
    join().unwrap_or_else(|| text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn legs_that_meet_are_one_move() {
        assert_eq!(join_legs("a1b2,b2c3"), "a1c3");
        for text in ["a1c3", "a1b2,c3d4", "a1b2,", ",b2", "aéb,éb", "a1b2,b", "a1é,é2", ""] {
            assert_eq!(join_legs(text), text);
        }
    }

    #[test]
    fn dashes_are_the_hosts_own() {
        let words = ["5/5/5/5/K1k2", "w", "-", "-", "0", "1"];
        assert_eq!(position(&words, "namdinh"), "5/5/5/5/K1k2 w 0 1");
        assert_eq!(position(&words, "xiangqi"), words.join(" "));
    }
}
