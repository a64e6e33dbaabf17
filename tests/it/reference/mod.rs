//! Reference implementations of the rules: written from the text of the rules with plain loops, slow, and sharing
//! nothing with the product but the position text. Everything fast is compared with them; perft and another program
//! count as well.

pub mod commander;
pub mod compare;
pub mod dicechess;
mod fairy_stockfish;
pub mod namdinh;
pub mod oanquan;
mod perft;
pub mod xiangqi;
