//! Writes the first corpus of each fuzz target, from files of the repository and random games, and a dictionary of its
//! words, into the folder SEEDS. A target in form only: instrumented code needs the runtime of libFuzzer.
#![no_main]

#[path = "../../tests/it/protocol/lines.rs"]
mod lines;
#[path = "../../tests/it/record/random.rs"]
mod random;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

use banco::base::{OptionKind, OptionSpec, epd, zobrist};
use banco::engine::options;
use banco::engine::registry::GAMES;
use banco::nnue::Header;
use banco::record::{self, Boards, Encoding, Format, WriteOptions};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
/// The most words of a dictionary.
const MOST_WORDS: usize = 600;

/// Returns a value of an option that is not its default.
fn value(spec: &OptionSpec) -> Option<String> {
    Some(match spec.kind {
        OptionKind::Check(default) => (!default).to_string(),
        OptionKind::Spin { max, .. } => max.to_string(),
        OptionKind::Combo { choices, .. } => choices[choices.len() - 1].to_owned(),
        OptionKind::Button | OptionKind::Text(_) => return None,
    })
}

/// Corpora by their targets.
struct Seeds {
    folder: PathBuf,
}

impl Seeds {
    fn add(&self, target: &str, bytes: impl AsRef<[u8]>) -> io::Result<()> {
        let folder = self.folder.join(target);
        fs::create_dir_all(&folder)?;
        fs::write(folder.join(zobrist::digest(&bytes)), bytes)
    }

    /// Positions, and moves by their numbers and as texts.
    fn positions(&self) -> io::Result<()> {
        for (number, game) in GAMES.iter().enumerate() {
            let mut board = game.open_game();
            for spec in game.options {
                let Some(value) = value(spec) else { continue };
                self.add("fen", format!("{number} {}={value}\n{}", spec.name, game.start))?;
                self.add("moves", format!("{number} {}={value}\n\n1\n2\n3", spec.name))?;
            }
            for text in [game.bench, game.guide.tactics, game.guide.compositions, game.guide.course] {
                for fen in
                    epd::read(text).expect("a file of the repository").into_iter().map(|entry| entry.fen)
                {
                    self.add("fen", format!("{number}\n{fen}"))?;
                    board.set_position(Some(&fen), &[]).expect("a position of the repository");
                    let places: String = (0..12).map(|i| format!("{}\n", i * i)).collect();
                    let named: String = board
                        .board()
                        .notations
                        .iter()
                        .flat_map(|notation| {
                            let said = board.moves(Some(notation.name)).expect("a notation of the game");
                            said.into_iter().step_by(9).map(|mv| format!("{}:{mv}\n", notation.name))
                        })
                        .collect();
                    self.add("moves", format!("{number}\n{fen}\n{places}"))?;
                    self.add(
                        "moves",
                        format!("{number}\n{fen}\n{}\n{named}", board.moves(None).expect("moves").join("\n")),
                    )?;
                }
            }
        }
        Ok(())
    }

    /// The sessions of the documents, lines of hosts, and options.
    fn sessions(&self) -> io::Result<()> {
        for some in lines::LINES.chunks(6) {
            self.add("protocol", some.join("\n"))?;
        }
        self.add("protocol", format!("isready\n{}", lines::WORDS.join("\n")))?;
        for specs in GAMES.iter().map(|game| game.options).chain([options::ENGINE]) {
            let set = |spec: &OptionSpec| {
                format!("setoption name {} value {}\n", spec.name, value(spec).unwrap_or_default())
            };
            self.add("protocol", specs.iter().map(set).collect::<String>() + "go depth 2")?;
        }
        let mut documents = vec![PathBuf::from(ROOT).join("protocol.md")];
        for entry in fs::read_dir(Path::new(ROOT).join("docs/games"))? {
            documents.push(entry?.path());
        }
        for path in documents {
            for session in fs::read_to_string(path)?.split("```session").skip(1) {
                let session = session.split("```").next().unwrap_or_default();
                let lines: Vec<&str> = session.lines().filter_map(|line| line.strip_prefix("> ")).collect();
                self.add("protocol", lines.join("\n"))?;
            }
        }
        Ok(())
    }

    /// Random games in all formats.
    fn records(&self) -> io::Result<()> {
        let mut boards = Boards::default();
        for seed in 0..60 {
            let encoding =
                [Encoding::Utf8, Encoding::Gb18030, Encoding::Big5, Encoding::Windows1258][seed as usize % 4];
            let games = |id| random::game(id, &mut Xoshiro256PlusPlus::seed_from_u64(seed), encoding);
            let other = games(GAMES[seed as usize % GAMES.len()].id);
            let game = games("xiangqi");
            let ways = [
                ("pgn", Format::Pgn),
                ("xqf", Format::Xqf),
                ("ccbridge", Format::Ccbridge),
                ("dhtmlxq", Format::DhtmlXq),
                ("pgn", Format::Wxf),
                ("pgn", Format::Json),
            ];
            let notations = [None, Some("wxf"), Some("iccs"), Some("vietnamese"), Some("algebraic")];
            for (target, format) in ways {
                let notation =
                    notations[seed as usize % notations.len()].filter(|_| matches!(format, Format::Pgn));
                let options = WriteOptions { notation, encoding, ..WriteOptions::new(format) };
                let games = if format == Format::Pgn { vec![&game, &other] } else { vec![&game] };
                for game in games {
                    let options = if game.game == "xiangqi" {
                        options
                    } else {
                        WriteOptions { notation: None, ..options }
                    };
                    let bytes = record::write(game, &options, &mut boards).expect("a game of its own");
                    if bytes.len() < 12_000 {
                        self.add(target, bytes)?;
                    }
                }
            }
        }
        Ok(())
    }

    fn files(&self) -> io::Result<()> {
        let book = fs::read_to_string(Path::new(ROOT).join("positions/xiangqi/opening.book"))?;
        let lines: Vec<&str> = book.lines().skip(1).collect();
        for some in lines.chunks(4).step_by(lines.len() / 200 + 1) {
            self.add("book", format!("0\n{}\n", some.join("\n")))?;
        }
        self.add("book", lines[..20].join("\n"))?;
        let header = Header {
            game: "namdinh".into(),
            inputs: 100,
            hidden: 32,
            second: 16,
            buckets: 2,
            max_active: 40,
            hce_share: 32,
            command: String::new(),
            data: String::new(),
        };
        for weights in [&[1u8, 0, 255, 255][..], &[127, 0], &[0, 63, 1, 192, 7]] {
            let text = serde_json::to_string(&header).expect("a header");
            self.add("network", [text.as_bytes(), b"\n", weights].concat())?;
        }
        self.add("table", [90, 0, 1, 3])?;
        self.add("table", [0, 2, 0, 7, 200, 0, 1, 1])
    }

    /// Writes the words of a target's seeds as its dictionary.
    fn dictionary(&self, target: &str) -> io::Result<()> {
        let mut words = BTreeSet::new();
        for entry in fs::read_dir(self.folder.join(target))? {
            let bytes = fs::read(entry?.path())?;
            let is_blank = |byte: &u8| byte.is_ascii_whitespace() || *byte == b'=';
            words.extend(
                bytes.split(is_blank).filter(|word| (2..40).contains(&word.len())).map(<[u8]>::to_vec),
            );
        }
        let step = words.len() / MOST_WORDS + 1;
        let escape = |word: &Vec<u8>| word.iter().map(|byte| format!("\\x{byte:02x}")).collect::<String>();
        let lines: String =
            words.iter().step_by(step).map(|word| format!("\"{}\"\n", escape(word))).collect();
        fs::write(self.folder.join(format!("{target}.dict")), lines)
    }
}

fn write() -> io::Result<()> {
    let folder = env::var("SEEDS").map_err(io::Error::other)?;
    let seeds = Seeds { folder: folder.into() };
    seeds.positions()?;
    seeds.sessions()?;
    seeds.records()?;
    seeds.files()?;
    ["fen", "moves", "protocol", "pgn", "dhtmlxq", "book", "network"]
        .iter()
        .try_for_each(|name| seeds.dictionary(name))
}

fn write_and_exit() {
    write().expect("a folder SEEDS and the files of the repository");
    std::process::exit(0)
}

libfuzzer_sys::fuzz_target!(init: write_and_exit(), |_data: &[u8]| {});
