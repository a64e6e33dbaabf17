//! The rules beyond the moves of the pieces: the end of the game, points, the options, and material.

use super::board::{CommanderChess, End};
use super::movegen;
use super::moves::Move;
use super::options::Options;
use super::words;
use crate::base::{OptionKind as Type, OptionSpec, Outcome, Reason, Team, Value};
use crate::traits::{Configurable, Game, Material};

impl CommanderChess {
    /// The points of both sides since the set-up: captured pieces, 200 for mating or taking the commander, 100 for
    /// another win.
    pub fn points_taken(&self) -> [i32; 2] {
        let mut points = self.taken.map(i32::from);
        match self.end {
            Some((winner, End::Commander)) => points[winner.index()] += 200,
            Some((winner, _)) => points[winner.index()] += 100,
            None if self.is_check() && !movegen::exists(self) => points[(!self.side()).index()] += 200,
            None => {}
        }
        points
    }
}

impl Game for CommanderChess {
    type Move = Move;
    const ID: &'static str = "commander";
    const TITLE: &'static str = "Commander Chess";
    const SEATS: &'static [&'static str] = &["Red", "Blue"];

    fn team(&self) -> Team {
        self.side()
    }

    fn key(&self) -> u64 {
        self.hash()
    }

    fn legal_moves(&self, out: &mut Vec<Move>) {
        movegen::all(self, out);
    }

    fn count_moves(&self) -> u64 {
        movegen::count(self)
    }

    fn has_moves(&self) -> bool {
        movegen::exists(self)
    }

    fn play(&mut self, mv: Move) {
        self.make(mv);
    }

    /// The four wins [commander 10.1], the loss of the own last plane, and the count of plies without a capture;
    /// checkmate on the last of them still counts.
    fn terminal(&self) -> Option<Outcome> {
        if let Some((winner, end)) = self.end {
            let reason = match end {
                End::Commander => words::COMMANDER_CAPTURED,
                End::Planes => words::LAST_PLANE,
                End::Ships => words::LAST_SHIP,
                End::Land => words::LAST_LAND_FORCE,
                End::OwnPlanes => words::OWN_LAST_PLANE,
            };
            return Some(Outcome::win(winner, reason));
        }
        if self.commander(self.side()).is_none() {
            return Some(Outcome::win(!self.side(), words::COMMANDER_CAPTURED));
        }
        let limit = self.options.count_limit;
        (limit > 0 && self.quiet >= limit && self.has_moves()).then_some(Outcome::draw(Reason::MoveLimit))
    }

    /// No legal turn: a loss in check, else a draw [commander 10.4].
    fn no_moves_outcome(&self) -> Outcome {
        if self.is_check() {
            Outcome::win(!self.side(), Reason::Checkmate)
        } else {
            Outcome::draw(Reason::Stalemate)
        }
    }

    /// Captures cannot be undone.
    fn is_reversible(&self, mv: Move) -> bool {
        !mv.captures()
    }

    fn points(&self) -> Option<[i32; 2]> {
        self.options.point_count.then(|| self.points_taken())
    }
}

impl Configurable for CommanderChess {
    type Options = Options;
    const OPTIONS: &'static [OptionSpec] = &[
        OptionSpec {
            name: "EngineerAirZone",
            kind: Type::Check(false),
            help: "engineers cover an air zone of one step, as one table of the leaflet has it",
        },
        OptionSpec {
            name: "Kamikaze",
            kind: Type::Check(true),
            help: "planes may give themselves up for a target inside a single enemy zone",
        },
        OptionSpec {
            name: "CountLimit",
            kind: Type::Spin { default: 100, min: 0, max: 1_000 },
            help: "plies without a capture that make a draw; 0 is no limit",
        },
        OptionSpec {
            name: "PointCount",
            kind: Type::Check(false),
            help: "results come with both sides' points, for unfinished games and match margins",
        },
    ];

    fn set_option(options: &mut Options, name: &str, value: &Value) {
        match name {
            "EngineerAirZone" => options.engineer_air_zone = value.as_bool(),
            "Kamikaze" => options.kamikaze = value.as_bool(),
            "CountLimit" => options.count_limit = value.as_int() as u16,
            "PointCount" => options.point_count = value.as_bool(),
            _ => {}
        }
    }

    fn options(&self) -> &Options {
        &self.options
    }
}

impl Material for CommanderChess {
    /// The leaflet's points, ten to the point.
    fn material(&self) -> i32 {
        10 * (self.value(self.side()) - self.value(!self.side()))
    }
}
