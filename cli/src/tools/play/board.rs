//! Board diagrams in the terminal: the game's own text, coloured and optionally flipped.

use anstyle::{AnsiColor, Style};

use banco::base::{Error, Result};
use banco::engine::GameSession;

/// A seat of the game, from the lines of `board`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seat {
    /// Its name in the protocol.
    pub id: String,
    /// Its team, 0 or 1.
    pub team: usize,
    /// Whether it sits at the top of the board.
    pub is_on_top: bool,
    /// The name of its colour.
    colour: String,
    /// Its displayed name.
    pub name: String,
}

/// Returns the seats of a game, in the order of play.
pub fn seats(session: &dyn GameSession) -> Vec<Seat> {
    let read = |line: &String| {
        let mut words = line.strip_prefix("seat ")?.splitn(5, ' ');
        let (id, team, side) = (words.next()?, words.next()?, words.next()?);
        let (colour, names) = (words.next()?, words.next()?);
        let name = names.split(" | ").next()?;
        Some(Seat {
            id: id.to_owned(),
            team: team.parse().ok()?,
            is_on_top: side == "top",
            colour: colour.to_owned(),
            name: name.to_owned(),
        })
    };
    session.board().iter().filter_map(read).collect()
}

/// Returns the protocol names of the seats that people play, given as on the command line.
pub fn people(words: &[String], seats: &[Seat]) -> Result<Vec<String>> {
    let ids = |wanted: &dyn Fn(&Seat) -> bool| -> Vec<String> {
        seats.iter().filter(|seat| wanted(seat)).map(|seat| seat.id.clone()).collect()
    };
    match words {
        [] => return Ok(ids(&|seat| seat.team == 0)),
        [word] if word == "all" => return Ok(ids(&|_| true)),
        [word] if word == "none" => return Ok(Vec::new()),
        _ => {}
    }
    let named = |seat: &Seat, word: &String| {
        seat.id.eq_ignore_ascii_case(word) || seat.name.eq_ignore_ascii_case(word)
    };
    if let Some(word) = words.iter().find(|&word| !seats.iter().any(|seat| named(seat, word))) {
        let names: Vec<&str> = seats.iter().map(|seat| seat.name.as_str()).collect();
        let word = banco::base::error::shorten(word);
        return Err(Error::usage(format!(
            "no seat {word}: one of {}, all or none expected",
            names.join(", ")
        )));
    }
    Ok(ids(&|seat| words.iter().any(|word| named(seat, word))))
}

fn style(colour: &str) -> Style {
    match colour {
        "red" => AnsiColor::Red.on_default().bold(),
        "blue" => AnsiColor::Blue.on_default().bold(),
        "green" => AnsiColor::Green.on_default().bold(),
        "yellow" => AnsiColor::Yellow.on_default().bold(),
        // Black text is unreadable on dark terminals.
        "black" => AnsiColor::Cyan.on_default(),
        _ => Style::new().bold(),
    }
}

/// Returns the diagram, each piece in the colour of its seat; rotated by 180 degrees if `flipped`.
pub fn draw(session: &dyn GameSession, seats: &[Seat], flipped: bool) -> String {
    let diagram = session.diagram();
    // Lines of text below a board contain a colon.
    let (below, mut rows): (Vec<&str>, Vec<&str>) = diagram.lines().partition(|line| line.contains(": "));
    let turned = turn(&rows);
    if flipped {
        rows = turned.iter().map(String::as_str).collect();
    }
    let pieces = pieces(session);
    let colour = |row: &&str| {
        // Rows of points carry a number; the row of column names must not be coloured like pieces.
        let has_number = row.split_whitespace().any(|word| word.parse::<u32>().is_ok());
        let paint = |token: &str| {
            let seat =
                pieces.iter().find(|(letters, _)| token.trim_start_matches(['(', '+']).starts_with(letters));
            let seat = seat.and_then(|(_, id)| seats.iter().find(|seat| seat.id == *id));
            seat.filter(|_| has_number)
                .map_or_else(|| token.to_owned(), |seat| format!("{0}{token}{0:#}", style(&seat.colour)))
        };
        tokens(row).map(paint).collect::<String>()
    };
    let rows = rows.iter().map(colour);
    rows.chain(below.into_iter().map(str::to_owned)).collect::<Vec<_>>().join("\n")
}

/// Returns the letters of each kind of piece and its seat, the longest letters first.
fn pieces(session: &dyn GameSession) -> Vec<(String, String)> {
    let read = |line: &String| {
        let mut words = line.strip_prefix("man ")?.split(' ');
        Some((words.next()?.to_owned(), words.next()?.to_owned()))
    };
    let mut pieces: Vec<(String, String)> = session.board().iter().filter_map(read).collect();
    pieces.sort_by_key(|(letters, _)| std::cmp::Reverse(letters.len()));
    pieces
}

fn is_word(sign: char) -> bool {
    sign.is_alphanumeric() || "()+".contains(sign)
}

/// Splits a row into words and the text between them.
fn tokens(row: &str) -> impl Iterator<Item = &str> {
    let mut rest = row;
    std::iter::from_fn(move || {
        let first = rest.chars().next()?;
        let end = rest.find(|sign| is_word(sign) != is_word(first)).unwrap_or(rest.len());
        let (token, after) = rest.split_at(end);
        rest = after;
        Some(token)
    })
}

/// Rotates rows by 180 degrees; words keep their direction.
fn turn(rows: &[&str]) -> Vec<String> {
    let width = rows.iter().map(|row| row.chars().count()).max().unwrap_or(0);
    let reverse = |token: &str| match token.chars().next() {
        Some(first) if is_word(first) => token.to_owned(),
        _ => token.chars().rev().collect(),
    };
    let turn = |row: &&str| {
        let padded = format!("{row:width$}");
        let tokens: Vec<&str> = tokens(&padded).collect();
        tokens.into_iter().rev().map(reverse).collect::<String>().trim_end().to_owned()
    };
    rows.iter().rev().map(turn).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use banco::engine::registry::GAMES;
    use banco::search::SearchOptions;

    #[test]
    fn a_board_turned_twice_is_as_before() {
        for game in GAMES {
            let session = game.open(&SearchOptions::default()).unwrap();
            let diagram = session.diagram();
            let rows: Vec<&str> = diagram.lines().filter(|line| !line.contains(": ")).collect();
            let once = turn(&rows);
            let twice = turn(&once.iter().map(String::as_str).collect::<Vec<_>>());
            // A common left margin is not kept on the right.
            let indent = |row: &&str| row.len() - row.trim_start().len();
            let margin = rows.iter().map(indent).min().unwrap_or(0);
            let expected: Vec<&str> = rows.iter().map(|row| &row[margin..]).collect();
            assert_eq!(twice, expected, "{}", game.id);
            assert_ne!(once, rows, "{}", game.id);
        }
    }

    #[test]
    fn pieces_have_the_colours_of_their_seats() {
        let session =
            banco::engine::registry::find("xiangqi").unwrap().open(&SearchOptions::default()).unwrap();
        let picture = draw(&*session, &seats(&*session), false);
        let (red, black) = (style("red"), style("black"));
        assert!(
            picture.contains(&format!("{red}R{red:#}")) && picture.contains(&format!("{black}r{black:#}"))
        );
        assert!(picture.ends_with("a b c d e f g h i"), "{picture}");
    }
}
