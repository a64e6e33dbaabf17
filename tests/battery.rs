//! The battery that every game has to pass.

mod common;

use banco::games::xiangqi;
use common::battery;

#[test]
fn xiangqi() {
    battery::run::<xiangqi::Xiangqi>(30, 150);
    battery::check_judge::<xiangqi::Xiangqi>(10, 150);
}
