//! Files of the World Xiangqi Federation: lines of names and values, then `START{`, the moves in WXF notation, `}END`.

use super::encoding::Lines;
use super::pgn::Parser;
use super::tree::{Game, Verdict};
use super::{Boards, Sink};
use crate::base::Result;

/// Tags by the names of their lines.
const FIELDS: [(&str, &str); 8] = [
    ("GAME", "Event"),
    ("EVENT", "Event"),
    ("PLACE", "Site"),
    ("SITE", "Site"),
    ("DATE", "Date"),
    ("ROUND", "Round"),
    ("RED", "Red"),
    ("BLACK", "Black"),
];

/// Returns whether a text is such a file.
pub fn is_wxf(text: &str) -> bool {
    text.lines().any(|line| line.starts_with("START{") || line.split_whitespace().eq(["FORMAT", "WXF"]))
}

/// Reads all games.
pub fn read(lines: &mut Lines<'_>, sink: &mut Sink<'_>) -> Result<()> {
    let mut parser = Parser::default();
    let (mut is_started, mut result) = (false, None);
    while let Some(line) = lines.next()?.filter(|_| !sink.is_done) {
        let number = lines.number;
        if let Some(rest) = line.trim_start().strip_prefix("START{") {
            is_started = true;
            parser.tag_notation("WXF");
            play(&mut parser, rest, number);
        } else if is_started && !line.contains("}END") {
            play(&mut parser, &line, number);
        } else if is_started {
            play(&mut parser, line.split("}END").next().unwrap_or(""), number);
            end(&mut parser, sink, &mut result);
            is_started = false;
        } else {
            let (name, value) = line.trim().split_once(char::is_whitespace).unwrap_or(("", ""));
            let value = value.trim();
            match FIELDS.iter().find(|field| field.0 == name) {
                Some((_, tag)) => add_tag(tag, value, &mut parser.game),
                None if name == "RESULT" => result = Verdict::parse(value),
                None if name == "FEN" => parser.game.tags.push(("FEN".into(), value.to_owned())),
                None => {}
            }
        }
        if is_started && line.contains("}END") {
            end(&mut parser, sink, &mut result);
            is_started = false;
        }
    }
    if is_started && !sink.is_done {
        end(&mut parser, sink, &mut result);
    }
    Ok(())
}

fn play(parser: &mut Parser, moves: &str, number: u32) {
    parser.moves_of(moves.split("}END").next().unwrap_or(""), number);
}

fn end(parser: &mut Parser, sink: &mut Sink<'_>, result: &mut Option<Verdict>) {
    if let Some(result) = result.take() {
        parser.game.tags.push(("Result".into(), result.text().into()));
    }
    parser.finish(sink);
}

/// Adds a tag; a player's line is `name ; rating ; ...`.
fn add_tag(tag: &str, value: &str, game: &mut Game) {
    let mut parts = value.split(';').map(str::trim);
    game.tags.push((tag.to_owned(), parts.next().unwrap_or("").to_owned()));
    if let Some(rating) = parts.next().filter(|rating| ["Red", "Black"].contains(&tag) && !rating.is_empty())
    {
        game.tags.push((format!("{tag}Elo"), rating.to_owned()));
    }
}

/// Formats the main line of a game.
pub fn write(game: &Game, boards: &mut Boards) -> Result<String> {
    let placed = boards.place(game, Some("wxf"))?;
    let field = |value: &str| value.replace(['\n', '\r', ';'], " ");
    let mut text = "FORMAT\tWXF\n".to_owned();
    for (name, tag) in FIELDS.iter().filter(|field| !["EVENT", "SITE"].contains(&field.0)) {
        if let Some(value) = game.tag(tag) {
            let rating = game
                .tag(&format!("{tag}Elo"))
                .map_or(String::new(), |rating| format!(" ; {} ;;", field(rating)));
            text += &format!("{name}\t{}{rating}\n", field(value));
        }
    }
    if let Some(fen) = &game.setup {
        text += &format!("FEN\t{}\n", field(fen));
    }
    text += &format!("RESULT\t{}\nSTART{{\n", game.result.text());
    for (i, index) in game.tree.main().enumerate() {
        let place = &placed[index];
        match (i, place.seat) {
            (_, 0) => text += &format!("{:3}. {}", place.row, place.text),
            (0, _) => text += &format!("{:3}. ... {}\n", place.row, place.text),
            _ => text += &format!(" {}\n", place.text),
        }
    }
    Ok(text + "\n}END\n\n")
}
