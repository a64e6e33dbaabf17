//! A game outside of the crate: its rules, its search traits, and an engine that plays it.
//!
//!     cargo run --release --example connect_four
//!
//! Running it is a test: it checks move counts, finds a forced win, and beats a player who takes the first free column.
//! With arguments it is the whole program with one game more, whose command line, protocol, matches and page know it;
//! after the word `lab` it is the laboratory:
//!
//!     cargo run --release --example connect_four -- match --game connect4 --engine cmd=banco nodes=1000 \
//!         --engine cmd=builtin:random --games 10
//!     cargo run --release --example connect_four -- lab datagen --game connect4 --games 100 --nodes 1000 --out games.jsonl
//!     cargo run --release --example connect_four -- lab tune --game connect4 games.jsonl

use std::process::ExitCode;

use banco::base::words::Words;
use banco::base::{File, Level, Outcome, Rank, Reason, Result, Score, Team, zobrist};
use banco::engine::registry::{self, Entry, Guide, Registered, SearchVisitor, TunableVisitor};
use banco::engine::{Client, score_text};
use banco::search::Limits;
use banco::search::alphabeta::AlphaBeta;
use banco::traits::view::{Act, Board, Man, Scene, Side, Style, Unit, grid, name};
use banco::traits::{Configurable, Game, Notation, SearchGame, Tunable, View, WeightGroup};

/// A bit for each point, `7 * column + row`; the seventh row stays empty, so that no line runs into the next column.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct ConnectFour {
    stones: [u64; 2],
    /// The columns played so far, from 0.
    played: Vec<u8>,
}

const COLUMN: u64 = 0b11_1111;
const BOARD: u64 = COLUMN * 0x0000_0408_1020_4081;
/// From a point to the next of a column, of a row, and of both diagonals.
const DIRECTIONS: [u32; 4] = [1, 7, 6, 8];

/// The lowest points of all lines of four in a set.
fn fours(set: u64) -> impl Iterator<Item = u64> {
    DIRECTIONS.into_iter().map(move |step| set & set >> step & set >> (2 * step) & set >> (3 * step))
}

impl ConnectFour {
    /// Returns whether the side that moved last has four in a row.
    fn is_won(&self) -> bool {
        fours(self.stones[(!self.team()).index()]).any(|lines| lines != 0)
    }

    /// Returns how many lines of four the side to move can still fill, less those of the other side.
    fn open_lines(&self) -> Score {
        let open = |foe: u64| fours(BOARD & !foe).map(u64::count_ones).sum::<u32>() as Score;
        open(self.stones[(!self.team()).index()]) - open(self.stones[self.team().index()])
    }

    /// Returns the point that a stone in this column falls to.
    fn landing(&self, column: u8) -> Option<u64> {
        let free = !(self.stones[0] | self.stones[1]) & COLUMN << (7 * column);
        (free != 0).then(|| free & free.wrapping_neg())
    }
}

impl Game for ConnectFour {
    type Move = u8;
    const ID: &'static str = "connect4";
    const TITLE: &'static str = "Connect Four";
    const SEATS: &'static [&'static str] = &["Yellow", "Red"];

    fn team(&self) -> Team {
        Team::BOTH[self.played.len() % 2]
    }

    fn key(&self) -> u64 {
        zobrist::key(self.stones[0]) ^ zobrist::key(!self.stones[1])
    }

    /// The middle first: most lines go through it.
    fn legal_moves(&self, out: &mut Vec<u8>) {
        if !self.is_won() {
            out.extend([3, 2, 4, 1, 5, 0, 6].into_iter().filter(|&column| self.landing(column).is_some()));
        }
    }

    fn play(&mut self, column: u8) {
        self.stones[self.team().index()] |= self.landing(column).unwrap_or(0);
        self.played.push(column);
    }

    fn terminal(&self) -> Option<Outcome> {
        self.is_won().then(|| Outcome::win(!self.team(), Reason::Other("four in a row")))
    }
}

impl Configurable for ConnectFour {
    type Options = ();

    fn options(&self) -> &() {
        &()
    }
}

/// A position is the columns played, from 1 (`44352`), or a dash; a move is a column.
impl Notation for ConnectFour {
    const START: &'static str = "-";

    fn from_fen(text: &str, _options: &()) -> Result<ConnectFour> {
        let mut position = ConnectFour { stones: [0; 2], played: Vec::new() };
        for column in text.chars().filter(|&sign| sign != '-') {
            position.play(position.parse_move(&column.to_string())?);
        }
        Ok(position)
    }

    fn fen(&self) -> String {
        let text: String = self.played.iter().map(|&column| self.move_text(column)).collect();
        if text.is_empty() { "-".to_owned() } else { text }
    }

    fn diagram(&self) -> String {
        let stone = |point: u32| self.stones.iter().position(|stones| stones >> point & 1 == 1);
        let sign = |point: u32| stone(point).map_or(" .", |side| [" x", " o"][side]);
        let row = |row: u32| (0..7).map(|column| sign(7 * column + row)).collect::<String>();
        (0..6).rev().map(row).collect::<Vec<_>>().join("\n")
    }

    fn move_text(&self, column: u8) -> String {
        (column + 1).to_string()
    }
}

impl SearchGame for ConnectFour {
    const HISTORY_SIZE: usize = 14;

    fn evaluate(&self) -> Score {
        WEIGHTS[0] * self.open_lines()
    }

    fn history_index(&self, column: u8) -> usize {
        7 * self.team().index() + usize::from(column)
    }
    fn pack_move(&self, column: u8) -> u32 {
        u32::from(column) + 1
    }
    fn unpack_move(&self, code: u32) -> Option<u8> {
        self.moves().into_iter().find(|&column| self.pack_move(column) == code)
    }

    /// A feature of a network is a stone of a side on a point.
    const FEATURES: usize = 2 * 49;
    const MAX_ACTIVE: usize = 42;

    fn active_features(&self, since: Option<&ConnectFour>, mut visit: impl FnMut(usize, bool)) {
        for (side, &stones) in self.stones.iter().enumerate() {
            let changed = stones ^ since.map_or(0, |since| since.stones[side]);
            (0..49)
                .filter(|point| changed >> point & 1 == 1)
                .for_each(|point| visit(49 * side + point, stones >> point & 1 == 1));
        }
    }
    fn flip_perspective(feature: usize) -> usize {
        (feature + 49) % 98
    }
}

/// The worth of an open line of four, in centipawns.
const WEIGHTS: [i32; 1] = [10];

impl Tunable for ConnectFour {
    const GROUPS: &'static [WeightGroup] = &[WeightGroup { name: "open lines", count: 1, width: 1 }];

    fn weights() -> &'static [i32] {
        &WEIGHTS
    }
    fn is_quiet_position(&self) -> bool {
        true
    }
    fn features(&self, out: &mut Vec<(u16, f32)>) {
        out.push((0, self.open_lines() as f32));
    }
}

impl View for ConnectFour {
    const LEVELS: &'static [Level] = &[Level::new(0, 1, 1.0), Level::new(1_000, 1_000_000, 0.0)];
    const WORDS: &'static Words = &Words {
        title: ["Connect Four", "Bốn liên tiếp"],
        name: ["Connect Four", "Bốn liên tiếp"],
        about: ["Four stones in a row win.", "Bốn quân liên tiếp thì thắng."],
        seats: &[["Yellow", "Vàng"], ["Red", "Đỏ"]],
        pieces: &[["stone", "quân"]],
        reasons: &[["four in a row", "bốn quân liên tiếp"]],
        ..Words::NONE
    };

    fn board(_options: &()) -> Board {
        let man = |seat: usize| Man::new::<ConnectFour>(["x", "o"][seat], seat, '●', 0);
        Board {
            men: vec![man(0), man(1)],
            points: grid(7, 6, name),
            ..Board::new::<ConnectFour>(
                [7, 6],
                Style::Squares,
                &[(0, Side::Bottom, "yellow"), (1, Side::Top, "red")],
            )
        }
    }
    fn scene(&self) -> Scene {
        let stands = |point: u32, side: usize| self.stones[side] >> point & 1 == 1;
        let points = (0..49).flat_map(|point| [0, 1].map(|side| (point, side)));
        let stone = |(point, side): (u32, usize)| Unit {
            point: name(File::new(point as usize / 7), Rank::new(point as usize % 7)),
            men: vec![["x", "o"][side].to_owned()],
        };
        let men = points.filter(|&(point, side)| stands(point, side)).map(stone).collect();
        Scene { men, ..Scene::default() }
    }
    /// The stone goes to the point that it falls to.
    fn acts(&self, column: u8) -> Vec<Act> {
        let point = self.landing(column).map_or(0, u64::trailing_zeros) as usize;
        vec![Act::Sow { from: name(File::new(point / 7), Rank::new(point % 7)), clockwise: None }]
    }
}

impl Registered for ConnectFour {
    type Player = AlphaBeta<ConnectFour>;
    const GUIDE: Guide = Guide {
        english: "# Connect Four\n\nStones fall to the lowest free point of a column. Four in a row win.\n",
        vietnamese: "# Bốn liên tiếp\n\nQuân rơi xuống điểm trống thấp nhất của cột. Bốn quân liên tiếp thì thắng.\n",
        lessons: r#"[{"fen": "445566", "goal": {"moves": ["3", "7"]},
            "en": ["Four in a row", "Yellow has three stones in a row. Win.", "Both ends were open."],
            "vi": ["Bốn quân liên tiếp", "Vàng có ba quân liên tiếp. Hãy thắng.", "Cả hai đầu đều trống."]}]"#,
        tactics: "4455 dm 2;\n",
        ..Guide::NONE
    };

    fn visit_search<V: SearchVisitor>(visitor: V) -> Option<V::Output> {
        Some(visitor.visit::<Self>())
    }
    fn visit_tunable<V: TunableVisitor>(visitor: V) -> Option<V::Output> {
        Some(visitor.visit::<Self>())
    }
}

fn main() -> ExitCode {
    let mut arguments = std::env::args_os().peekable();
    let program = arguments.next();
    match arguments.peek() {
        None => check().map_or(ExitCode::FAILURE, |()| ExitCode::SUCCESS),
        Some(word) if word == "lab" => banco_lab::run([banco_cli::Game::of::<ConnectFour>()], arguments),
        Some(_) => {
            banco_cli::run([banco_cli::Game::of::<ConnectFour>()], program.into_iter().chain(arguments))
        }
    }
}

fn check() -> Result<()> {
    registry::add(Entry::of::<ConnectFour>())?;
    let mut client = Client::open("connect4")?;
    for (depth, count) in (1..).zip([7, 49, 343, 2_401, 16_807, 117_649, 823_536]) {
        let report = client.count(depth, &[], |_| ())?;
        assert_eq!(report.total, count, "perft {depth}");
    }

    // Two stones in the middle of the lowest row: a third beside them cannot be stopped at both ends.
    client.set_position(Some("4455"), &[])?;
    let found = client.best_move(Limits { depth: Some(12), ..Limits::default() })?;
    assert_eq!(found.info.map(|info| score_text(info.score)).as_deref(), Some("mate 2"));

    let mut moves: Vec<String> = Vec::new();
    while client.game().outcome().is_none() {
        moves.extend(match client.game().team() {
            0 => client
                .best_move(Limits { nodes: Some(5_000), ..Limits::default() })?
                .best
                .choice
                .map(|best| best.to_string()),
            _ => client.game().moves(None)?.into_iter().next(),
        });
        client.set_position(None, &moves.iter().map(String::as_str).collect::<Vec<_>>())?;
    }
    println!("{}", client.game().diagram());
    assert_eq!(client.game().outcome().and_then(|outcome| outcome.winner), Some(Team::First));
    Ok(())
}
