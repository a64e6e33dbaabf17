//! What every game has to pass: the conformance suite, agreement of all searches, replay of self-played games.

mod agreement;
mod parsers;
mod replay;
mod suite;

use banco::games::{commander, dicechess, namdinh, oanquan, xiangqi};

#[test]
fn xiangqi_conforms() {
    suite::run::<xiangqi::Xiangqi>(30, 150);
    suite::check_evaluator::<xiangqi::Xiangqi>(10, 150);
}

#[test]
fn namdinh_conforms() {
    suite::run::<namdinh::NamDinh>(60, 150);
    suite::check_evaluator::<namdinh::NamDinh>(30, 150);
}

#[test]
fn oanquan_conforms() {
    suite::run::<oanquan::OAnQuan>(30, 150);
}

#[test]
fn dicechess_conforms() {
    suite::run::<dicechess::DiceChess>(30, 300);
}

#[test]
fn commander_conforms() {
    suite::run::<commander::CommanderChess>(4, 100);
    suite::check_evaluator::<commander::CommanderChess>(3, 100);
}
