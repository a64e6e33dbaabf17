//! The board in a terminal.

use anstyle::{AnsiColor, Style as Paint};

use banco::engine::Shown;
use banco::traits::view::Board;

/// Draws a board of files and ranks, each unit in the colour of its seat, from the other side if `flipped`.
pub fn draw(board: &Board, shown: &Shown, flipped: bool) -> String {
    let scene = &shown.scene;
    let unit = |name: &str| scene.men.iter().find(|unit| unit.point == name);
    let width = scene.men.iter().map(|unit| unit.men.concat().len()).max().unwrap_or(1);
    let cell = |name: &str| match unit(name) {
        None => format!("{:width$}", "."),
        Some(unit) => {
            let first = unit.men[0].trim_start_matches('+');
            let seat = board.men.iter().find(|man| man.letters == first).map(|man| man.seat);
            let seat = board.seats.iter().find(|one| Some(one.name) == seat);
            let paint = seat.map_or(Paint::new(), |seat| paint(seat.colour));
            format!("{paint}{}{paint:#}{:2$}", unit.men.concat(), "", width - unit.men.concat().len())
        }
    };
    let split = |name: &str| name.find(|sign: char| sign.is_ascii_digit()).unwrap_or(0);
    let mut rows: Vec<Vec<&str>> = vec![Vec::new(); board.height];
    board.points.iter().for_each(|point| rows[point.y as usize].push(&point.name));
    if flipped {
        rows.iter_mut().for_each(|row| row.reverse());
    } else {
        rows.reverse();
    }
    let label = |row: &[&str]| row.first().map_or("", |name| &name[split(name)..]).to_owned();
    let line = |row: &Vec<&str>| {
        let cells: Vec<String> = row.iter().map(|name| cell(name)).collect();
        format!("{:>2} {}", label(row), cells.join(" ").trim_end())
    };
    let files = rows[0].iter().map(|name| format!("{:width$}", &name[..split(name)])).collect::<Vec<_>>();
    let mut lines: Vec<String> = rows.iter().map(line).collect();
    lines.push(format!("   {}", files.join(" ").trim_end()));
    lines.extend(scene.die.map(|die| format!("die: {die}")));
    lines.extend(scene.captives.iter().map(|one| format!("captive: {} of {}", one.man, one.captor)));
    lines.join("\n")
}

fn paint(colour: &str) -> Paint {
    match colour {
        "red" => AnsiColor::Red.on_default().bold(),
        "blue" => AnsiColor::Blue.on_default().bold(),
        "green" => AnsiColor::Green.on_default().bold(),
        "yellow" => AnsiColor::Yellow.on_default().bold(),
        // Black text is unreadable on dark terminals.
        "black" => AnsiColor::Cyan.on_default(),
        _ => Paint::new().bold(),
    }
}
