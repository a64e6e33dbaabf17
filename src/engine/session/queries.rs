//! Queries about the position.

use super::{Session, play, text_in};
use crate::base::error::shorten;
use crate::base::{Error, Fault, Outcome, Result, Seat, fault};
use crate::engine::game_session::SessionQueries;
use crate::traits::{GameHistory, TableValue, View};

impl<G: View> SessionQueries for Session<G> {
    fn diagram(&self) -> String {
        self.position().diagram()
    }

    fn board(&self) -> Vec<String> {
        let mut lines = G::board(&self.options).write::<G>();
        lines.extend(G::DRAWS_FIRST_TURN.then(|| "lots".to_owned()));
        lines.extend(G::OPTIONS.iter().map(|spec| format!("option {}", spec.name)));
        lines.extend(G::NOTATIONS.iter().map(|(name, words)| format!("notation {name} {words}")));
        lines
    }

    fn scene(&self) -> Vec<String> {
        let before = self.moves.split_last().and_then(|(&last, earlier)| {
            Some((self.replay(earlier, &self.options)?.position().clone(), last))
        });
        scene(&self.history, before)
    }

    fn choices(&self) -> Vec<String> {
        let position = self.position();
        let write = |mv| format!("{} {}", position.move_text(mv), position.acts(mv));
        let offer = |(mv, seat): (G::Move, Seat)| {
            format!("{} offer={} {}", position.move_text(mv), G::SEATS[seat], position.acts(mv))
        };
        self.list_moves().into_iter().map(write).chain(self.list_offers().into_iter().map(offer)).collect()
    }

    fn lots(&self) -> Vec<String> {
        if !G::DRAWS_FIRST_TURN {
            return Vec::new();
        }
        let start = G::start(&self.options);
        let lot = |seat: Seat, roll| {
            format!("{} {} {}", G::SEATS[seat], start.acts(roll), start.begin_with(seat, roll).fen())
        };
        let rolls = || start.chance_outcomes().into_iter().map(|(roll, _)| roll);
        Seat::all(G::SEATS.len())
            .flat_map(|seat| rolls().map(move |roll| (seat, roll)))
            .map(|(s, r)| lot(s, r))
            .collect()
    }

    fn history(&self, notation: Option<&str>) -> Result<Vec<String>> {
        let mut position = Self::open(self.setup.as_deref(), &self.options)?;
        let write = |&mv| {
            let before = position.position();
            let mut line = format!("{} {}", G::SEATS[before.seat()], before.move_text(mv));
            if let Some(name) = notation {
                line = line + " " + &text_in(before, mv, name)?;
            }
            position.play(mv);
            Ok(line)
        };
        self.moves.iter().map(write).collect()
    }

    fn keys(&self) -> Vec<u64> {
        let Ok(mut history) = Self::open(self.setup.as_deref(), &self.options) else { return Vec::new() };
        let mut keys = vec![history.position().key()];
        keys.extend(self.moves.iter().map(|&mv| {
            history.play(mv);
            history.position().key()
        }));
        keys
    }

    fn read(&self, notation: Option<&str>, moves: &[&str]) -> Result<Vec<String>> {
        let mut history = self.history.clone();
        let read_one = |(i, text): (usize, &&str)| {
            let numbered = |error| match error {
                Error::Move { why, .. } => Error::Move { text: shorten(text), why, number: Some(i + 1) },
                other => other,
            };
            let before = history.position().clone();
            let mv = play(&mut history, text, notation).map_err(numbered)?;
            Ok(before.move_text(mv))
        };
        moves.iter().enumerate().map(read_one).collect()
    }

    fn why(&self, from: &str, to: &str) -> Option<Fault> {
        let position = self.position();
        if self.history.outcome().is_some() {
            return Some(fault::game_over());
        }
        let moves = position.moves();
        let goes =
            |act: &str| act.split(['-', '*', '@', '^', '=']).collect::<Vec<_>>().starts_with(&[from, to]);
        if moves.iter().any(|&mv| position.acts(mv).split(' ').any(goes)) {
            return None;
        }
        match position.parse_move(&position.move_between(from, to)) {
            Ok(_) => None,
            Err(error) => {
                let why = error.fault()?;
                // A tap on a piece without moves stands for a move to its own point.
                match why.arguments() {
                    [(_, piece), ..] if from == to && why.code() == "cannot_go" => {
                        Some(fault::no_move(piece, from))
                    }
                    _ => Some(why),
                }
            }
        }
    }

    fn probe(&self) -> Vec<String> {
        let (Some(tables), None) = (&self.tablebase, self.history.outcome()) else { return Vec::new() };
        let moves = self.position().moves();
        let rate = |mv| {
            let next = self.position().child(mv);
            let ended = next.outcome().map(|outcome| match outcome.winner {
                None => TableValue::Draw,
                Some(team) if team == next.team() => TableValue::Win(0),
                Some(_) => TableValue::Loss(0),
            });
            Some((mv, ended.or_else(|| tables.probe(&next))?.before()))
        };
        let mut rated: Vec<(G::Move, TableValue)> = moves.into_iter().filter_map(rate).collect();
        rated.sort_by_key(|&(_, value)| std::cmp::Reverse(value.rank()));
        let position = tables.probe(self.position()).map(|value| format!("position {value}"));
        let write =
            |(mv, value): (G::Move, TableValue)| format!("move {} {value}", self.position().move_text(mv));
        position.into_iter().chain(rated.into_iter().map(write)).collect()
    }

    fn compose(&self, seat: &str, men: &[&str]) -> Result<String> {
        let seat = Seat::all(G::SEATS.len()).find(|&one| G::SEATS[one].eq_ignore_ascii_case(seat));
        let seat = seat.ok_or_else(|| Error::usage(format!("a seat expected: {}", G::SEATS.join(", "))))?;
        let read = |text: &&str| {
            let (point, letters) = text.split_once('=')?;
            Some((point.to_owned(), letters.to_owned()))
        };
        let men = men.iter().map(|text| read(text).ok_or_else(|| shorten(text)));
        let men = men.collect::<std::result::Result<Vec<_>, _>>();
        let men = men.map_err(|text| Error::usage(format!("{text}: POINT=LETTERS expected")))?;
        let fen = G::compose(&self.options, seat, &men)?;
        G::from_fen(&fen, &self.options).map(|position| position.fen())
    }

    fn rules(&self) -> String {
        format!("{:?}", self.options)
    }

    fn look(&self, moves: &[&str]) -> Result<Vec<String>> {
        let mut history = self.history.clone();
        let mut before = None;
        for text in moves {
            let position = history.position().clone();
            before = Some((position, play(&mut history, text, None)?));
        }
        Ok(scene(&history, before))
    }

    fn write(&self, notation: &str, moves: &[&str]) -> Result<Vec<String>> {
        let mut history = self.history.clone();
        let write_one = |text: &&str| {
            let before = history.position().clone();
            let mv = play(&mut history, text, None)?;
            text_in(&before, mv, notation)
        };
        moves.iter().map(write_one).collect()
    }

    fn result(&self) -> String {
        result(&self.history)
    }

    fn explain(&self) -> String {
        if self.history.outcome().is_some() {
            return "the game is over: nothing to evaluate".to_owned();
        }
        match self.strategy.try_lock() {
            Some(strategy) => strategy.explain(self.position()),
            None => "a search is running: try again after its end".to_owned(),
        }
    }

    fn command(&self, name: &str, arguments: &[&str]) -> Option<Result<Vec<String>>> {
        self.position().command(name, arguments)
    }
}

/// Returns the result of a game as the protocol prints it.
fn result<G: View>(history: &GameHistory<G>) -> String {
    let verdict = match history.outcome() {
        None => "ongoing".to_owned(),
        Some(Outcome { winner: None, reason }) => format!("draw {reason}"),
        Some(Outcome { winner: Some(team), reason }) => {
            format!("{} wins {reason}", G::TEAMS[team.index()].to_lowercase())
        }
    };
    let points = history.position().points().into_iter().flat_map(|points| G::TEAMS.into_iter().zip(points));
    let count: String = points.map(|(team, points)| format!(" {} {points}", team.to_lowercase())).collect();
    if count.is_empty() { verdict } else { format!("{verdict} points{count}") }
}

/// The lines of `scene` at the end of a game; `before` is the position before the last move, and that move.
fn scene<G: View>(history: &GameHistory<G>, before: Option<(G, G::Move)>) -> Vec<String> {
    let position = history.position();
    let mut lines = vec![
        format!("fen {}", position.fen()),
        format!("seat {}", G::SEATS[position.seat()]),
        format!("result {}", result(history)),
    ];
    lines.extend(position.scene());
    if let Some((before, last)) = before {
        lines.push(format!("last {}", before.acts(last)));
        lines.extend(before.steps(last).into_iter().map(|step| format!("step {step}")));
    }
    lines
}
