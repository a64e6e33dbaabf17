//! Reference implementations of the rules: slow plain loops, written from the text of the rules, that share only the
//! FEN with the product. All fast code is compared with them, with perft data and with another program.

pub mod commander;
pub mod compare;
pub mod dicechess;
mod fairy_stockfish;
pub mod namdinh;
pub mod oanquan;
mod perft;
pub mod xiangqi;
