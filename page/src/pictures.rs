//! Pictures of positions and games, for `banco picture` and `GET /picture/GAME?fen=…&moves=…&seconds=…`, where
//! underscores are blanks.

use axum::body::Body;
use axum::extract::{Path, RawQuery};
use axum::http::{HeaderValue, header};
use axum::response::Response;

use super::records::{self, parameter};
use super::still;
use banco::base::{Error, Result};
use banco::engine::registry;
use banco::record::{self, Boards};

/// The most moves of a picture.
const MOVES: usize = 1000;

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
}

impl Picture {
    /// Draws it as SVG.
    ///
    /// # Errors
    /// When there is no such game, or a rule, the position, a move or the time is wrong.
    pub fn draw(&self) -> Result<String> {
        let game = registry::find(&self.game)?;
        if self.moves.len() > MOVES {
            return Err(Error::limit(format!("a picture has at most {MOVES} moves")));
        }
        if self.seconds.is_some_and(|seconds| !(0.1..=60.0).contains(&seconds)) {
            return Err(Error::usage("0.1 to 60 seconds for each position expected"));
        }
        let mut boards = Boards::default();
        let board = boards.open(game, &self.rules)?;
        board.set_position(self.fen.as_deref(), &[])?;
        let mut shown = Vec::new();
        for mv in &self.moves {
            if self.seconds.is_some() {
                shown.push(board.shown());
            }
            board.play_on(mv, None, None)?;
        }
        shown.push(board.shown());
        Ok(still::film(game.id, &board.board(), &shown, self.seconds.unwrap_or_default()))
    }
}

/// Answers with a picture.
pub async fn answer(Path(game): Path<String>, RawQuery(query): RawQuery, body: Body) -> Response {
    let text = |name: &str| parameter(query.as_deref().unwrap_or_default(), name);
    let blank = |name: &str| text(name).map(|text| text.replace('_', " "));
    let picture = Picture {
        game,
        rules: record::rules(&text("rules").unwrap_or_default()),
        fen: blank("fen"),
        moves: blank("moves").unwrap_or_default().split_whitespace().map(str::to_owned).collect(),
        // No number is a wrong time.
        seconds: text("seconds").map(|seconds| seconds.parse().unwrap_or(f32::NAN)),
    };
    let mut response =
        records::answer(body, "image/svg+xml", move |_| picture.draw().map(String::into_bytes)).await;
    if response.status().is_success() {
        response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("max-age=3600"));
    }
    response
}

#[cfg(test)]
mod tests {
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
        let [still, film] = [None, Some(2.0)].map(|seconds| picture(seconds).draw().unwrap());
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
        for (path, why) in [
            ("chess", "unknown game"),
            ("xiangqi?fen=9", "bad position"),
            ("xiangqi?moves=a1a9", "illegal move"),
            ("xiangqi?seconds=x", "seconds"),
            ("xiangqi?rules=Repetition%3Dx", "Repetition"),
        ] {
            let refused = get(&format!("/picture/{path}"));
            assert!(refused.starts_with("HTTP/1.1 400") && refused.contains(why), "{path}: {refused}");
        }
    }
}
