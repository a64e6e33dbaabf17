//! Replies of the cloud as text and as JSON.

use serde_json::{Value, json};

/// A move and its value for the side that makes it.
pub struct Candidate {
    pub mv: String,
    pub score: i32,
    /// 2 for the best, 1 for good ones, else 0.
    pub rank: u8,
    /// Distance or depth.
    pub note: String,
    /// Centipawns for the winning rate; `None` if the result is known.
    pub winrate: Option<i32>,
}

impl Candidate {
    /// Returns the note with the sign of its rank.
    fn note(&self) -> String {
        format!("{} ({})", ["?", "*", "!"][usize::from(self.rank)], self.note)
    }

    /// Returns the winning rate in per cent, by the formula of chessdb.
    fn winrate(&self) -> Option<String> {
        self.winrate.map(|score| format!("{:.2}", 100.0 / (1.0 + (-f64::from(score) / 330.0).exp())))
    }
}

/// A reply.
pub enum Reply {
    /// `unknown`, `invalid board`, `checkmate` and others.
    Status(&'static str),
    /// All moves, the best first.
    Moves(Vec<Candidate>),
    /// Source and move: `egtb` or `move`.
    Best(&'static str, String),
    /// Moves to search.
    Search(Vec<String>),
    /// The score of the position.
    Eval(i32),
    /// Score, depth and line.
    Line(i32, u32, Vec<String>),
    /// Moves with the rule on repetition for each: `none`, `draw` or `ban`.
    Rules(Vec<(String, &'static str)>),
}

impl Reply {
    /// Formats as text.
    pub fn text(&self) -> String {
        let joined = |parts: Vec<String>| parts.join("|");
        match self {
            Reply::Status(status) => (*status).to_owned(),
            Reply::Moves(moves) => joined(
                moves
                    .iter()
                    .map(|one| {
                        let winrate =
                            one.winrate().map(|rate| format!(",winrate:{rate}")).unwrap_or_default();
                        format!(
                            "move:{},score:{},rank:{},note:{}{winrate}",
                            one.mv,
                            one.score,
                            one.rank,
                            one.note()
                        )
                    })
                    .collect(),
            ),
            Reply::Best(source, mv) => format!("{source}:{mv}"),
            Reply::Search(moves) => joined(moves.iter().map(|mv| format!("search:{mv}")).collect()),
            Reply::Eval(score) => format!("eval:{score}"),
            Reply::Line(score, depth, line) => format!("score:{score},depth:{depth},pv:{}", line.join("|")),
            Reply::Rules(rules) => {
                joined(rules.iter().map(|(mv, rule)| format!("move:{mv},rule:{rule}")).collect())
            }
        }
    }

    /// Formats as JSON.
    pub fn json(&self) -> Value {
        let mut object = match self {
            Reply::Status(status) => return json!({ "status": status }),
            Reply::Moves(moves) => {
                let moves = moves.iter().map(|one| {
                    let mut object =
                        json!({ "uci": one.mv, "score": one.score, "rank": one.rank, "note": one.note() });
                    if let Some(rate) = one.winrate() {
                        object["winrate"] = rate.into();
                    }
                    object
                });
                json!({ "moves": moves.collect::<Vec<_>>() })
            }
            Reply::Best(source, mv) => json!({ *source: mv }),
            Reply::Search(moves) => {
                json!({ "search_moves": moves.iter().map(|mv| json!({ "uci": mv })).collect::<Vec<_>>() })
            }
            Reply::Eval(score) => json!({ "eval": score }),
            Reply::Line(score, depth, line) => json!({ "score": score, "depth": depth, "pv": line }),
            Reply::Rules(rules) => {
                let moves = rules.iter().map(|(mv, rule)| json!({ "uci": mv, "rule": rule }));
                json!({ "moves": moves.collect::<Vec<_>>() })
            }
        };
        object["status"] = "ok".into();
        object
    }
}
