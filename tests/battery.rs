//! The battery that every game has to pass.

mod common;

use banco::games::{commander, dicechess, namdinh, oanquan, xiangqi};
use common::battery;

#[test]
fn xiangqi() {
    battery::run::<xiangqi::Xiangqi>(30, 150);
    battery::check_judge::<xiangqi::Xiangqi>(10, 150);
}

#[test]
fn namdinh() {
    battery::run::<namdinh::NamDinh>(60, 150);
    battery::check_judge::<namdinh::NamDinh>(30, 150);
}

#[test]
fn oanquan() {
    battery::run::<oanquan::OAnQuan>(30, 150);
}

#[test]
fn dicechess() {
    battery::run::<dicechess::DiceChess>(30, 300);
}

#[test]
fn commander() {
    battery::run::<commander::CommanderChess>(4, 100);
    battery::check_judge::<commander::CommanderChess>(3, 100);
}
