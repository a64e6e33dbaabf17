//! The checker against small trees made for it: it is red where it has to be, and only there.

use std::collections::BTreeMap;

use super::ROOMS;
use super::graph::{Fault, check};
use super::reader::read;

fn faults(files: &[(&str, &str)]) -> Vec<Fault> {
    let tree: BTreeMap<String, String> =
        files.iter().map(|&(file, text)| (file.to_owned(), text.to_owned())).collect();
    check(&tree, ROOMS)
}

/// The faults as they are printed, in one text.
fn said(files: &[(&str, &str)]) -> String {
    faults(files).iter().map(Fault::to_string).collect::<Vec<_>>().join("\n")
}

/// The paths of a file, each with its line.
fn paths(text: &str) -> Vec<String> {
    read(text).imports.iter().map(|import| format!("{} {}", import.line, import.path.join("::"))).collect()
}

#[test]
fn trees_of_uses_are_read_with_their_lines() {
    let text = "use a::{b,\n    c::{self, d as e},\n    f::*};\npub use super::super::g;\nuse self::h;";
    assert_eq!(paths(text), ["1 a::b", "2 a::c", "2 a::c::d", "3 a::f", "4 super::super::g", "5 self::h"]);
    let names: Vec<String> = read(text).imports.into_iter().filter_map(|import| import.name).collect();
    assert_eq!(names, ["b", "c", "e", "*", "g", "h"]);
}

#[test]
fn paths_in_code_are_read_and_comments_texts_and_tests_are_not() {
    let text = r##"
//! crate::doc::comment
/* crate::block /* crate::nested */ crate::comment */
pub(in crate::place) fn f<'a>(x: &'a str) -> crate::base::Score { // crate::line
    let texts = ("crate::text \" crate::more", r#"crate::raw "quoted" crate::raw"#, b'\'', '"', '\u{1f600}', 'c');
    super::other::g::<u8>(x, self.y)
}
#[cfg(test)]
use crate::only::{for_tests, more};
#[cfg(test)]
#[allow(dead_code)]
mod tests {
    use crate::serve::Server;
}
#[cfg(not(test))]
use crate::always::Thing;
"##;
    assert_eq!(paths(text), ["4 crate::base::Score", "6 super::other::g", "16 crate::always::Thing"]);
}

#[test]
fn an_import_from_above_is_red() {
    let found = said(&[
        ("base/mod.rs", "pub mod score;"),
        ("base/score.rs", "pub struct Score;\n\nuse crate::search::Limits;"),
        ("search/mod.rs", "mod limits;\npub use limits::Limits;"),
        ("search/limits.rs", "use crate::base::score::Score;\npub struct Limits;"),
    ]);
    assert_eq!(found, "src/base/score.rs:3 imports src/search/limits.rs: search is not below");
}

#[test]
fn an_import_from_beside_is_red_also_in_code() {
    let found = said(&[
        ("games/mod.rs", "fn f() -> u8 {\n    crate::nnue::width()\n}"),
        ("nnue/mod.rs", "pub fn width() -> u8 { 1 }"),
    ]);
    assert_eq!(found, "src/games/mod.rs:2 imports src/nnue/mod.rs: nnue is not below");
}

/// A lower room's re-export of something higher does not hide it, and neither does a higher one of something lower.
#[test]
fn rooms_on_the_way_count() {
    let through_above = said(&[
        ("base/mod.rs", "pub struct Score;"),
        ("search/mod.rs", "use crate::engine::Score;"),
        ("engine/mod.rs", "pub use crate::base::Score;"),
    ]);
    assert_eq!(through_above, "src/search/mod.rs:1 imports src/base/mod.rs: engine is not below");
    let through_root = said(&[
        ("lib.rs", "pub use engine::Session;"),
        ("search/mod.rs", "use crate::Session;"),
        ("engine/mod.rs", "pub struct Session;"),
    ]);
    assert_eq!(through_root, "src/search/mod.rs:1 imports src/engine/mod.rs: engine is not below");
}

#[test]
fn a_circle_is_red_also_through_a_re_export() {
    let tree = [
        ("search/mod.rs", "pub mod node;\nmod worker;\npub use worker::Worker;"),
        ("search/node.rs", "use super::Worker;\npub struct Node;"),
        ("search/worker.rs", "use super::node::Node;\npub struct Worker;"),
    ];
    let found = faults(&tree);
    let [Fault::Circle { files, edges }] = &found[..] else { panic!("{found:?}") };
    assert_eq!(files, &["search/node.rs", "search/worker.rs"]);
    let edges: Vec<String> = edges.iter().map(ToString::to_string).collect();
    assert_eq!(
        edges,
        [
            "src/search/node.rs:1 imports src/search/worker.rs",
            "src/search/worker.rs:1 imports src/search/node.rs"
        ]
    );
}

#[test]
fn a_circle_through_globs_and_folders_is_red() {
    let found = said(&[
        ("solve/mod.rs", "mod build;\nmod deep;\npub use build::*;"),
        ("solve/build.rs", "use super::deep::node::Node;\npub fn build() {}"),
        ("solve/deep/mod.rs", "pub mod node;\nuse self::node::Node;"),
        ("solve/deep/node.rs", "use super::super::build;\npub struct Node;"),
    ]);
    assert!(found.starts_with("a circle of 2 files: solve/build.rs, solve/deep/node.rs\n"), "{found}");
}

/// The head of a folder names its children, and they name what it defines: no circle.
#[test]
fn heads_of_folders_may_name_what_is_in_them() {
    let found = said(&[
        ("search/mod.rs", "mod worker;\npub struct Settings;\npub fn run() { worker::go(&Settings); }"),
        ("search/worker.rs", "use super::Settings;\npub fn go(_: &Settings) {}"),
        ("protocol/uci.rs", "mod control;\nuse control::StopControl;\npub struct State;"),
        ("protocol/uci/control.rs", "use super::State;\npub struct StopControl(State);"),
    ]);
    assert_eq!(found, "");
}

#[test]
fn a_game_that_imports_from_another_is_red() {
    let found = said(&[
        ("games/mod.rs", "pub mod xiangqi;\npub mod commander;"),
        ("games/xiangqi/mod.rs", "pub mod board;"),
        ("games/xiangqi/board.rs", "pub struct Board;"),
        ("games/commander/mod.rs", "use super::xiangqi::board::Board;"),
    ]);
    assert_eq!(found, "src/games/commander/mod.rs:1 imports src/games/xiangqi/board.rs: of another game");
}

#[test]
fn inline_modules_count_as_a_step() {
    let found = said(&[
        ("base/mod.rs", "mod inner { use super::super::engine::Session; }\nuse crate::base::inner;"),
        ("engine/mod.rs", "pub struct Session;"),
    ]);
    assert_eq!(found, "src/base/mod.rs:1 imports src/engine/mod.rs: engine is not below");
}

#[test]
fn a_room_that_is_not_in_the_list_is_red() {
    assert_eq!(said(&[("attic/mod.rs", "")]), "src/attic/mod.rs is in no room of the list");
}
