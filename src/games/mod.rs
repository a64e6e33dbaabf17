//! The games: one folder each, the same file names in each.
//!
//! | game | module, position type | board | seats | search |
//! |---|---|---|---|---|
//! | Nam Dinh | [`namdinh`], [`NamDinh`](namdinh::NamDinh) | 25 points, Alquerque | 2 | alpha-beta, endgame tables |
//! | Xiangqi (cờ tướng) | [`xiangqi`], [`Xiangqi`](xiangqi::Xiangqi) | 9 by 10 points | 2 | alpha-beta, a network (NNUE) |
//! | Commander Chess (cờ tư lệnh) | [`commander`], [`CommanderChess`](commander::CommanderChess) | 11 by 12 points | 2 | alpha-beta |
//! | four-handed Indian dice chess | [`dicechess`], [`DiceChess`](dicechess::DiceChess) | 8 by 8 squares | 4, two teams | expectimax |
//! | O An Quan (ô ăn quan) | [`oanquan`], [`OAnQuan`](oanquan::OAnQuan) | 12 squares, mancala | 2 | proof search |

pub mod commander;
pub mod dicechess;
pub mod namdinh;
pub mod oanquan;
pub mod xiangqi;
