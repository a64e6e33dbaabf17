//! The courses of endings: their positions are those that `tables pick` prints, with the values of the tables.

use std::collections::BTreeMap;

use banco::base::epd;
use banco::engine::registry;
use banco::games::xiangqi::Xiangqi;
use banco::solve::Quiet;
use banco::solve::retrograde::small_tables;
use banco::traits::{Indexed, TableValue};

use super::*;
use crate::common::{run, sample};

#[test]
fn every_course_is_what_the_tables_print() {
    check_course::<Xiangqi>(["vi", "en", "zh"]);
    check_course::<NamDinh>(["vi", "en", "en"]);
}

fn check_course<G: Indexed>(languages: [&str; 3]) {
    let folder = folder(&format!("course-{}", G::ID));
    let tables = small_tables::<G>(&folder, 1, &Quiet).unwrap();
    let game = registry::games().find(|game| game.id == G::ID).unwrap();
    let entries = epd::read(game.guide.course).unwrap();
    let mut chapters = BTreeMap::<String, String>::new();
    let mut holds = 0;
    for entry in &entries {
        let position = G::from_fen(&entry.fen, &G::Options::default()).unwrap();
        let id = entry.op("id").unwrap();
        assert_eq!(position.class().to_string(), id, "{}", entry.fen);
        let value = tables.value(&position).unwrap();
        let goal = if let Some(moves) = entry.op("dm") {
            assert_eq!(value, TableValue::Win(2 * moves.parse::<u32>().unwrap() - 1), "{}", entry.fen);
            format!("dm {moves}")
        } else {
            assert_eq!(value, TableValue::Draw, "{}", entry.fen);
            holds += 1;
            format!("hold {}", entry.op("hold").unwrap())
        };
        *chapters.entry(id.to_owned()).or_default() += &format!("{} ;{goal} ;id {id}\n", entry.fen);
        let name = |language| entry.op(language).is_some_and(|name| !name.is_empty());
        assert!(languages.into_iter().all(name), "{}", entry.fen);
    }
    assert!(chapters.len() >= 6 && holds >= 9 && entries.len() - holds >= 16, "{holds} of {}", entries.len());
    let place = format!("--game {} --dir {}", G::ID, folder.display());
    for (id, text) in chapters.into_iter().step_by(sample(4, 1)) {
        let printed = run(&format!("tables pick {place} --class {id}"));
        assert_eq!(String::from_utf8(printed.stdout).unwrap(), text, "{id}");
    }
}
