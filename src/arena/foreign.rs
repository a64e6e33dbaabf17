//! Players that are programs of their own, in the three dialects that engines of these games speak.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use super::player::{Choice, Fault, Player, Turn};
use super::spec::{Dialect, EngineSpec, Program};

type Reply<T> = std::result::Result<T, Fault>;

/// How long a program may take to start and to get ready.
const STARTUP: Duration = Duration::from_secs(10);
/// The longest line that is read from a program.
const LONGEST_LINE: u64 = 1 << 16;
/// Lines that may wait to be looked at; a program that says more at a stretch is held up by its own pipe.
const QUEUE: usize = 4096;

/// A running program.
pub struct Foreign {
    spec: EngineSpec,
    game: String,
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
    dialect: Dialect,
    ranks_from_zero: bool,
    /// CECP: moves that the program knows of.
    sent: usize,
    /// CECP: whether moves carry the word `usermove`, and whether `ping` is answered.
    usermove: bool,
    ping: bool,
    pings: u32,
}

impl Foreign {
    /// Starts the program and introduces itself to it.
    ///
    /// # Errors
    /// When it does not start or does not answer.
    pub fn start(spec: &EngineSpec, game: &str) -> Reply<Foreign> {
        let Program::Foreign { command, folder, dialect, ranks_from_zero } = &spec.program else {
            return Err(Fault::Crash("not a program".into()));
        };
        let (program, arguments) = command.split_first().ok_or_else(|| Fault::Crash("no command".into()))?;
        let mut start = Command::new(program);
        start.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        if let Some(folder) = folder {
            start.current_dir(folder);
        }
        let gone = |error: std::io::Error| Fault::Crash(format!("{program}: {error}"));
        let mut child = start.spawn().map_err(gone)?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(Fault::Crash("no pipes".into()));
        };
        let mut foreign = Foreign {
            spec: spec.clone(),
            game: game.to_owned(),
            child,
            input,
            lines: listen(output),
            dialect: *dialect,
            ranks_from_zero: *ranks_from_zero,
            sent: 0,
            usermove: false,
            ping: false,
            pings: 0,
        };
        foreign.introduce()?;
        Ok(foreign)
    }

    fn introduce(&mut self) -> Reply<()> {
        match self.dialect {
            Dialect::Uci => {
                self.send("uci")?;
                let mut variants = false;
                self.wait(STARTUP, |line| {
                    variants |= line.starts_with("option name UCI_Variant");
                    line == "uciok"
                })?;
                if variants {
                    self.send(&format!("setoption name UCI_Variant value {}", self.game))?;
                }
                for (name, value) in self.spec.options.clone() {
                    self.send(&format!("setoption name {name} value {value}"))?;
                }
            }
            Dialect::Ucci => {
                self.send("ucci")?;
                self.wait(STARTUP, |line| line == "ucciok")?;
                self.send("setoption usemillisec true")?;
                for (name, value) in self.spec.options.clone() {
                    self.send(&format!("setoption {name} {value}"))?;
                }
            }
            Dialect::Cecp => self.introduce_cecp()?,
        }
        Ok(())
    }

    /// Features come in several lines; old programs send none and are given two seconds.
    fn introduce_cecp(&mut self) -> Reply<()> {
        self.send("xboard")?;
        self.send("protover 2")?;
        let (mut usermove, mut ping) = (false, false);
        let end = self.wait(Duration::from_secs(2), |line| {
            usermove |= line.contains("usermove=1");
            ping |= line.contains("ping=1");
            line.starts_with("feature") && line.contains("done=1")
        });
        if let Err(fault @ Fault::Crash(_)) = end {
            return Err(fault);
        }
        (self.usermove, self.ping) = (usermove, ping);
        Ok(())
    }

    fn send(&mut self, line: &str) -> Reply<()> {
        let sent = writeln!(self.input, "{line}").and_then(|()| self.input.flush());
        sent.map_err(|error| Fault::Crash(format!("on `{line}`: {error}")))
    }

    /// Reads lines until `wanted` says yes, and returns that line.
    fn wait(&mut self, patience: Duration, mut wanted: impl FnMut(&str) -> bool) -> Reply<String> {
        let deadline = Instant::now() + patience;
        loop {
            match self.lines.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
                Ok(line) if wanted(line.trim()) => return Ok(line.trim().to_owned()),
                Ok(_) if Instant::now() < deadline => {}
                Ok(_) => return Err(Fault::Stall("it talks without answering".into())),
                Err(RecvTimeoutError::Timeout) => return Err(Fault::Stall("no answer in time".into())),
                Err(RecvTimeoutError::Disconnected) => {
                    let status = self.child.try_wait().ok().flatten();
                    let why =
                        status.map_or_else(|| "it closed its output".to_owned(), |status| status.to_string());
                    return Err(Fault::Crash(why));
                }
            }
        }
    }

    fn is_ready(&mut self) -> Reply<()> {
        match self.dialect {
            Dialect::Uci | Dialect::Ucci => {
                self.send("isready")?;
                self.wait(STARTUP, |line| line == "readyok")?;
            }
            Dialect::Cecp if self.ping => {
                self.pings += 1;
                let pong = format!("pong {}", self.pings);
                self.send(&format!("ping {}", self.pings))?;
                self.wait(STARTUP, |line| line == pong)?;
            }
            Dialect::Cecp => {}
        }
        Ok(())
    }

    /// A move in the program's own count of ranks.
    fn outward(&self, text: &str) -> String {
        if self.ranks_from_zero && self.game == "xiangqi" { shift_ranks(text, -1) } else { text.to_owned() }
    }

    fn inward(&self, text: &str) -> String {
        if self.ranks_from_zero && self.game == "xiangqi" { shift_ranks(text, 1) } else { text.to_owned() }
    }

    fn choose_by_position(&mut self, turn: &Turn<'_>) -> Reply<Choice> {
        let setup = match turn.fen {
            Some(fen) => format!("position fen {fen}"),
            None if self.dialect == Dialect::Ucci => {
                "position fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"
                    .to_owned()
            }
            None => "position startpos".to_owned(),
        };
        let moves: String = turn.moves.iter().map(|mv| format!(" {}", self.outward(mv))).collect();
        let moves = if moves.is_empty() { moves } else { format!(" moves{moves}") };
        self.send(&format!("{setup}{moves}"))?;
        let go = if self.dialect == Dialect::Uci { uci_go(turn) } else { ucci_go(turn) };
        self.send(&go)?;
        let mut choice = Choice::default();
        let line = self.wait(turn.patience, |line| {
            note_report(line, &mut choice);
            line.starts_with("bestmove") || line.starts_with("nobestmove")
        })?;
        match line.split_whitespace().nth(1).filter(|_| line.starts_with("bestmove")) {
            Some(text) => Ok(Choice { text: self.inward(text), ..choice }),
            None => Err(Fault::Protocol(line)),
        }
    }

    fn choose_cecp(&mut self, turn: &Turn<'_>) -> Reply<Choice> {
        let first = self.sent == 0 || self.sent > turn.moves.len();
        if first {
            self.send("force")?;
            if let Some(fen) = turn.fen {
                self.send(&format!("setboard {fen}"))?;
            }
        }
        let fresh: Vec<String> = turn.moves[if first { 0 } else { self.sent }..].to_vec();
        let (ours, theirs) = (turn.clocks.time[turn.team], turn.clocks.time[1 - turn.team]);
        if let (Some(ours), Some(theirs)) = (ours, theirs) {
            self.send(&format!("time {}", ours.max(0) / 10))?;
            self.send(&format!("otim {}", theirs.max(0) / 10))?;
        }
        for mv in &fresh {
            let word = if self.usermove { "usermove " } else { "" };
            self.send(&format!("{word}{}", self.outward(mv)))?;
        }
        if first {
            self.send("go")?;
        }
        self.sent = turn.moves.len() + 1;
        let mut choice = Choice::default();
        let line = self.wait(turn.patience, |line| {
            note_thinking(line, &mut choice);
            ["move ", "resign", "1-0", "0-1", "1/2-1/2", "Illegal move", "tellics resign"]
                .iter()
                .any(|w| line.starts_with(w))
        })?;
        match line.strip_prefix("move ") {
            Some(text) => Ok(Choice { text: self.inward(text.trim()), ..choice }),
            None => Err(Fault::Protocol(line)),
        }
    }

    fn new_cecp_game(&mut self) -> Reply<()> {
        let limit = self.spec.limit.clone();
        self.send("new")?;
        self.send(&format!("variant {}", self.game))?;
        if let Some((base, increment)) = limit.clock {
            let (minutes, seconds) = (base / 60_000, base / 1000 % 60);
            let moves = limit.moves_to_go.unwrap_or(0);
            self.send(&format!("level {moves} {minutes}:{seconds:02} {}", increment as f64 / 1000.0))?;
        }
        if let Some(time) = limit.move_time {
            self.send(&format!("st {}", time.as_secs_f64().ceil()))?;
        }
        if let Some(depth) = limit.depth {
            self.send(&format!("sd {depth}"))?;
        }
        for (name, value) in self.spec.options.clone() {
            self.send(&format!("option {name}={value}"))?;
        }
        self.send("post")?;
        self.send("easy")?;
        self.sent = 0;
        Ok(())
    }
}

impl Player for Foreign {
    fn new_game(&mut self) -> Reply<()> {
        match self.dialect {
            Dialect::Uci => self.send("ucinewgame")?,
            Dialect::Ucci => self.send("setoption newgame")?,
            Dialect::Cecp => self.new_cecp_game()?,
        }
        self.is_ready()
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Reply<Choice> {
        match self.dialect {
            Dialect::Cecp => self.choose_cecp(turn),
            Dialect::Uci | Dialect::Ucci => self.choose_by_position(turn),
        }
    }
}

impl Drop for Foreign {
    /// Asks the program to end, and makes it end.
    fn drop(&mut self) {
        let _ = self.send("quit");
        for _ in 0..20 {
            if let Ok(Some(_)) = self.child.try_wait() {
                return;
            }
            thread::sleep(Duration::from_millis(10));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Reads lines in a thread of its own; bytes that are no UTF-8 become replacement characters.
fn listen(output: impl Read + Send + 'static) -> Receiver<String> {
    let (sender, lines) = mpsc::sync_channel(QUEUE);
    thread::spawn(move || {
        let mut output = BufReader::new(output);
        loop {
            let mut bytes = Vec::new();
            match output.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut bytes) {
                Ok(0) | Err(_) => return,
                Ok(_) => {
                    if sender.send(String::from_utf8_lossy(&bytes).into_owned()).is_err() {
                        return;
                    }
                }
            }
        }
    });
    lines
}

fn uci_go(turn: &Turn<'_>) -> String {
    let mut go = "go".to_owned();
    let limit = turn.limit;
    if let [Some(first), Some(second)] = turn.clocks.time {
        let [first_increment, second_increment] = turn.clocks.increment;
        go += &format!(" wtime {first} btime {second} winc {first_increment} binc {second_increment}");
        if let Some(moves) = turn.clocks.moves_to_go {
            go += &format!(" movestogo {moves}");
        }
    }
    if let Some(time) = limit.move_time {
        go += &format!(" movetime {}", time.as_millis());
    }
    if let Some(nodes) = limit.nodes {
        go += &format!(" nodes {nodes}");
    }
    if let Some(depth) = limit.depth {
        go += &format!(" depth {depth}");
    }
    go
}

fn ucci_go(turn: &Turn<'_>) -> String {
    let limit = turn.limit;
    if let Some(depth) = limit.depth {
        return format!("go depth {depth}");
    }
    if let Some(nodes) = limit.nodes {
        return format!("go nodes {nodes}");
    }
    if let Some(time) = limit.move_time {
        return format!("go time {} movestogo 1", time.as_millis());
    }
    let (ours, theirs) = (turn.team, 1 - turn.team);
    let time = |team: usize| turn.clocks.time[team].unwrap_or(0).max(0);
    let increment = turn.clocks.increment;
    let rest = format!("opptime {} oppincrement {}", time(theirs), increment[theirs]);
    match turn.clocks.moves_to_go {
        Some(moves) => format!("go time {} movestogo {moves} {rest}", time(ours)),
        None => format!("go time {} increment {} {rest}", time(ours), increment[ours]),
    }
}

/// Keeps depth and score of an `info` line.
fn note_report(line: &str, choice: &mut Choice) {
    let mut words = line.split_whitespace();
    if words.next() != Some("info") {
        return;
    }
    let words: Vec<&str> = words.collect();
    if let Some(i) = words.iter().position(|&word| word == "depth") {
        choice.depth = words.get(i + 1).and_then(|word| word.parse().ok()).or(choice.depth);
    }
    if let Some(i) = words.iter().position(|&word| word == "score") {
        choice.score = match words.get(i + 1..i + 3) {
            Some([kind @ ("cp" | "mate"), value]) => Some(format!("{kind} {value}")),
            _ => words.get(i + 1).filter(|word| word.parse::<i32>().is_ok()).map(|word| format!("cp {word}")),
        };
    }
}

/// Keeps depth and score of a line of CECP thinking: depth, score, time, nodes, line.
fn note_thinking(line: &str, choice: &mut Choice) {
    let numbers: Vec<i64> = line.split_whitespace().take(4).map_while(|word| word.parse().ok()).collect();
    if let [depth, score, _, _] = numbers[..] {
        choice.depth = u32::try_from(depth).ok();
        choice.score = Some(format!("cp {score}"));
    }
}

/// `h3e3` with both ranks moved by `shift`; text of another form comes back as it is.
fn shift_ranks(text: &str, shift: i32) -> String {
    let mut out = String::with_capacity(text.len() + 1);
    let mut rest = text;
    while let Some(file) = rest.chars().next().filter(char::is_ascii_lowercase) {
        let digits: String = rest[1..].chars().take_while(char::is_ascii_digit).collect();
        let Ok(rank) = digits.parse::<i32>() else { return text.to_owned() };
        out += &format!("{file}{}", rank + shift);
        rest = &rest[1 + digits.len()..];
    }
    if rest.is_empty() { out } else { text.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_move_there_and_back() {
        assert_eq!(shift_ranks("a10b9", -1), "a9b8");
        assert_eq!(shift_ranks("a9b8", 1), "a10b9");
        assert_eq!(shift_ranks("0000", 1), "0000");
        assert_eq!(shift_ranks("", 1), "");
    }
}
