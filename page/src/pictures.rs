//! Pictures of positions and games, for `banco picture` and `GET /picture/GAME?fen=…&moves=…&seconds=…&format=…`,
//! where underscores are blanks.

use axum::body::Body;
use axum::extract::{Path, RawQuery};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use gif::{Encoder, Frame, Repeat};
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{self, Tree};

use super::records::{self, parameter};
use super::still;
use banco::base::{Error, Result};
use banco::engine::registry;
use banco::record::{self, Boards};

/// The most moves of a picture, and of one that moves in pixels.
const MOVES: usize = 1000;
const FRAMES: usize = 400;
/// Pixels across, by default.
pub const WIDTH: u32 = 640;
/// Seconds of each position of a GIF, by default, and how many times as long its last one is shown.
const SECONDS: f32 = 1.0;
const LAST: f32 = 4.0;
/// How coarsely the colours of a frame are chosen, from 1 to 30.
const SPEED: i32 = 10;

/// The formats of pictures.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum Format {
    /// Lines, moving when it has seconds for each position.
    #[default]
    Svg,
    /// Pixels: the last position.
    Png,
    /// Pixels, moving: all positions.
    Gif,
}

impl Format {
    /// Names, which files end with.
    pub const NAMES: [&str; 3] = ["svg", "png", "gif"];

    /// Returns the format of a name, if it is one, in either case.
    pub fn find(name: &str) -> Option<Format> {
        let at = Self::NAMES.iter().position(|one| one.eq_ignore_ascii_case(name))?;
        Some([Format::Svg, Format::Png, Format::Gif][at])
    }

    fn media_type(self) -> &'static str {
        ["image/svg+xml", "image/png", "image/gif"][self as usize]
    }
}

/// A position, or a game.
#[derive(Clone, Debug, Default)]
pub struct Picture {
    /// The id of the game.
    pub game: String,
    /// Its rules, by names and values; the others are the default.
    pub rules: Vec<(String, String)>,
    /// The first position; none for the start position.
    pub fen: Option<String>,
    /// The moves, in the protocol's form.
    pub moves: Vec<String>,
    /// Seconds that each position of the game is shown; none for a picture of the last one.
    pub seconds: Option<f32>,
    /// The format of the file.
    pub format: Format,
    /// Pixels across, [`WIDTH`] if not given; of no use to lines.
    pub width: Option<u32>,
}

impl Picture {
    /// Draws it, as a file.
    ///
    /// # Errors
    /// When there is no such game, or a rule, the position, a move, the time or the size is wrong.
    pub fn draw(&self) -> Result<Vec<u8>> {
        let game = registry::find(&self.game)?;
        let most = if self.format == Format::Gif { FRAMES } else { MOVES };
        if self.moves.len() > most {
            return Err(Error::limit(format!("a picture has at most {most} moves")));
        }
        if self.seconds.is_some_and(|seconds| !(0.1..=60.0).contains(&seconds)) {
            return Err(Error::usage("0.1 to 60 seconds for each position expected"));
        }
        if self.width.is_some_and(|width| !(64..=2048).contains(&width)) {
            return Err(Error::usage("64 to 2048 pixels across expected"));
        }
        let is_film = self.format == Format::Gif || (self.format == Format::Svg && self.seconds.is_some());
        let mut boards = Boards::default();
        let board = boards.open(game, &self.rules)?;
        board.set_position(self.fen.as_deref(), &[])?;
        let mut shown = Vec::new();
        for mv in &self.moves {
            if is_film {
                shown.push(board.shown());
            }
            board.play_on(mv, None, None)?;
        }
        shown.push(board.shown());
        let (ground, seconds) = (board.board(), self.seconds.unwrap_or(SECONDS));
        if self.format == Format::Svg {
            return Ok(still::film(game.id, &ground, &shown, seconds).into_bytes());
        }
        let width = self.width.unwrap_or(WIDTH);
        let mut frames = shown.chunks(1).map(|one| pixels(&still::film(game.id, &ground, one, 0.0), width));
        match self.format {
            Format::Gif => film(frames, seconds),
            _ => frames.next().expect("a position")?.encode_png().map_err(failed),
        }
    }
}

fn failed(why: impl std::fmt::Display) -> Error {
    Error::limit(format!("the picture cannot be drawn: {why}"))
}

/// Draws lines in pixels.
fn pixels(svg: &str, width: u32) -> Result<Pixmap> {
    let tree = Tree::from_str(svg, &usvg::Options::default()).map_err(failed)?;
    let scale = width as f32 / tree.size().width();
    let height = (tree.size().height() * scale).round() as u32;
    let mut pixmap = Pixmap::new(width, height).ok_or_else(|| failed("no size"))?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixmap.as_mut());
    Ok(pixmap)
}

/// Encodes a moving picture that begins again after its end. Each frame has only the box that changes.
fn film(mut frames: impl ExactSizeIterator<Item = Result<Pixmap>>, seconds: f32) -> Result<Vec<u8>> {
    let mut before = frames.next().expect("a position")?;
    let mut all = [0, 0, before.width() as usize, before.height() as usize];
    let mut out = Vec::new();
    let mut encoder = Encoder::new(&mut out, all[2] as u16, all[3] as u16, &[]).map_err(failed)?;
    encoder.set_repeat(Repeat::Infinite).map_err(failed)?;
    loop {
        let share = if frames.len() == 0 { LAST } else { 1.0 };
        let [left, top, width, height] = all;
        let rows = before.pixels().chunks(before.width() as usize).skip(top).take(height);
        let own = rows.flat_map(|row| &row[left..left + width]).map(|pixel| pixel.demultiply());
        let mut rgba: Vec<u8> =
            own.flat_map(|pixel| [pixel.red(), pixel.green(), pixel.blue(), pixel.alpha()]).collect();
        let frame = Frame::from_rgba_speed(width as u16, height as u16, &mut rgba, SPEED);
        let (left, top, delay) = (left as u16, top as u16, (seconds * share * 100.0) as u16);
        encoder.write_frame(&Frame { left, top, delay, ..frame }).map_err(failed)?;
        let Some(next) = frames.next() else { break };
        let next = next?;
        all = changed(&before, &next);
        before = next;
    }
    drop(encoder);
    Ok(out)
}

/// Returns the left and the top of the box that changes, its width and its height; at least a pixel.
fn changed(before: &Pixmap, after: &Pixmap) -> [usize; 4] {
    let across = before.width() as usize;
    let pairs = before.pixels().iter().zip(after.pixels()).enumerate();
    let places = pairs.filter(|(_, (old, new))| old != new).map(|(at, _)| [at % across, at / across]);
    let [left, top, right, bottom] = places
        .fold([usize::MAX, usize::MAX, 0, 0], |[left, top, right, bottom], [x, y]| {
            [left.min(x), top.min(y), right.max(x + 1), bottom.max(y + 1)]
        });
    if right == 0 { [0, 0, 1, 1] } else { [left, top, right - left, bottom - top] }
}

/// Answers with a picture.
pub async fn answer(Path(game): Path<String>, RawQuery(query): RawQuery, body: Body) -> Response {
    let text = |name: &str| parameter(query.as_deref().unwrap_or_default(), name);
    let Some(format) = text("format").map_or(Some(Format::Svg), |name| Format::find(&name)) else {
        return (StatusCode::BAD_REQUEST, "the format is svg, png or gif\n").into_response();
    };
    let blank = |name: &str| text(name).map(|text| text.replace('_', " "));
    let picture = Picture {
        game,
        rules: record::rules(&text("rules").unwrap_or_default()),
        fen: blank("fen"),
        moves: blank("moves").unwrap_or_default().split_whitespace().map(str::to_owned).collect(),
        // No number is a wrong time.
        seconds: text("seconds").map(|seconds| seconds.parse().unwrap_or(f32::NAN)),
        format,
        width: text("width").map(|width| width.parse().unwrap_or(0)),
    };
    let mut response = records::answer(body, format.media_type(), move |_| picture.draw()).await;
    if response.status().is_success() {
        response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("max-age=3600"));
    }
    response
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::connections::tests::{query, start_with};
    use crate::tablebase::Tablebase;

    #[test]
    fn games_are_shown_move_by_move() {
        let moves = ["h3e3", "h10g8"].map(str::to_owned).to_vec();
        let picture = |seconds| Picture {
            game: "xiangqi".to_owned(),
            moves: moves.clone(),
            seconds,
            ..Picture::default()
        };
        let [still, film] =
            [None, Some(2.0)].map(|seconds| String::from_utf8(picture(seconds).draw().unwrap()).unwrap());
        let count = |svg: &str, part: &str| svg.matches(part).count();
        assert_eq!(
            (count(&still, "<use "), count(&still, "<set "), count(&still, "mark last\"")),
            (32, 0, 2)
        );
        assert_eq!((count(&film, "<use "), count(&film, "mark last\"")), (3 * 32, 2 * 2));
        let times = ["begin=\"0s\" dur=\"2s\"", "begin=\"2s\" dur=\"2s\"", "begin=\"0s\" dur=\"4s\""];
        assert!(times.iter().all(|time| count(&film, time) == 1), "{film}");
        for seconds in [0.0, -1.0, 1e9, f32::NAN] {
            assert!(picture(Some(seconds)).draw().is_err(), "{seconds}");
        }
    }

    #[test]
    fn pixels_show_the_board() {
        for game in registry::games() {
            let picture =
                |format| Picture { game: game.id.to_owned(), format, width: Some(300), ..Picture::default() };
            let png = Pixmap::decode_png(&picture(Format::Png).draw().unwrap()).unwrap();
            let colours: BTreeSet<[u8; 3]> =
                png.pixels().iter().map(|pixel| [pixel.red(), pixel.green(), pixel.blue()]).collect();
            // Pieces have a white or black of their own; the middle of the upper edge is wood.
            let wood = png.pixel(150, 8).unwrap();
            assert!(png.width() == 300 && colours.len() > 100, "{}: {} colours", game.id, colours.len());
            assert!(wood.red() > wood.blue() + 30 && wood.alpha() == 255, "{}: {wood:?}", game.id);
        }
        for width in [0, 63, 2049] {
            assert!(
                Picture { game: "xiangqi".to_owned(), width: Some(width), ..Picture::default() }
                    .draw()
                    .is_err()
            );
        }
    }

    #[test]
    fn gifs_have_a_frame_for_each_position() {
        let moves = ["h3e3", "h10g8", "h1g3"].map(str::to_owned).to_vec();
        let picture = Picture {
            game: "xiangqi".to_owned(),
            moves,
            format: Format::Gif,
            width: Some(200),
            seconds: Some(0.5),
            ..Picture::default()
        };
        let bytes = picture.draw().unwrap();
        let mut decoder = gif::Decoder::new(&bytes[..]).unwrap();
        let mut frames = Vec::new();
        while let Some(frame) = decoder.read_next_frame().unwrap() {
            frames.push((frame.delay, frame.width, frame.height));
        }
        let delays: Vec<u16> = frames.iter().map(|frame| frame.0).collect();
        assert_eq!(delays, [50, 50, 50, 200]);
        // A move changes a part of the board.
        assert!(frames[0].1 == 200 && frames[1..].iter().all(|frame| frame.1 < 200), "{frames:?}");
        let moves = vec!["a1a2".to_owned(); FRAMES + 1];
        assert!(Picture { moves, ..picture }.draw().unwrap_err().to_string().contains("400"));
    }

    #[test]
    fn addresses_name_pictures() {
        let (port, _stopper) = start_with(Tablebase::open(None).unwrap(), false);
        let get = |path: &str| {
            query(
                port,
                &format!("GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\r\n"),
            )
        };
        let drawn = get("/picture/xiangqi?fen=3k5/9/9/9/9/9/9/9/9/R3K4_w_-_-_0_1&moves=a1a10_d10d9");
        assert!(drawn.contains("image/svg+xml") && drawn.matches("<use ").count() == 3, "{drawn}");
        for (format, kind) in [("png", "image/png"), ("gif", "image/gif")] {
            let drawn = get(&format!("/picture/namdinh?format={format}&width=64"));
            assert!(drawn.starts_with("HTTP/1.1 200") && drawn.contains(kind), "{drawn}");
        }
        for (path, why) in [
            ("chess", "unknown game"),
            ("xiangqi?fen=9", "bad position"),
            ("xiangqi?moves=a1a9", "illegal move"),
            ("xiangqi?seconds=x", "seconds"),
            ("xiangqi?rules=Repetition%3Dx", "Repetition"),
            ("xiangqi?format=bmp", "format"),
            ("xiangqi?format=png&width=9000", "pixels"),
        ] {
            let refused = get(&format!("/picture/{path}"));
            assert!(refused.starts_with("HTTP/1.1 400") && refused.contains(why), "{path}: {refused}");
        }
    }
}
