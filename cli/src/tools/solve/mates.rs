//! Forced wins: of a position or of each of a file, with certificates.

use std::fs::File;
use std::io::{BufReader, BufWriter};
use std::marker::PhantomData;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::json;

use super::solved::{Checkpoint, Solved, answered, write_page};
use super::{SolveArgs, read_options};
use crate::host::{Games, Host};
use crate::tools::{for_each_position, interrupt, output, was_interrupted};
use banco::base::epd::Entry;
use banco::base::files::{self, AtomicFile};
use banco::base::{Error, Result, fault};
use banco::engine::registry::{self, Registered, SearchVisitor};
use banco::search::StopControl;
use banco::search::mate::Attack;
use banco::solve::mates::{Answer, Certificate, Proven, Solver, Task, write};
use banco::solve::retrograde::Prober;
use banco::traits::{GameHistory, SearchGame};

/// The command for one game, as a trait object; `None` for a game that the alpha-beta search does not play.
pub trait OfGame {
    /// Solves.
    fn solve_mates(&self, mates: Mates<'_>) -> Option<Result<()>>;
    /// Checks a certificate.
    fn check_mate(&self, check: Check) -> Option<Result<Proven>>;
}

impl<G: Registered> OfGame for PhantomData<G> {
    fn solve_mates(&self, mates: Mates<'_>) -> Option<Result<()>> {
        G::visit_search(mates)
    }

    fn check_mate(&self, check: Check) -> Option<Result<Proven>> {
        G::visit_search(check)
    }
}

/// Solves what the arguments name, in the game that is visited.
pub struct Mates<'a>(pub &'a SolveArgs);

impl SearchVisitor for Mates<'_> {
    type Output = Result<()>;

    fn visit<G: Registered + SearchGame>(self) -> Result<()> {
        let args = self.0;
        let taken = "fen option certificate movetime mate nodes shortest all tables html file checkpoint";
        let taken: Vec<&str> = taken.split(' ').collect();
        // Only a file of positions has a checkpoint.
        let most = taken.len() - usize::from(args.file.is_none());
        args.refuse_others("solve: a forced win takes", &taken[..most])?;
        interrupt()?;
        let outputs =
            [&args.certificate, &args.html, &args.checkpoint].into_iter().flatten().map(PathBuf::as_path);
        files::check_outputs(args.file.as_slice(), outputs.clone())?;
        outputs.into_iter().try_for_each(files::check_place)?;
        let options = read_options(&args.options)?;
        let tables = args.tables.as_deref().map(|folder| open_tables(args, G::ID, folder)).transpose()?;
        let tables = tables.as_deref();
        let Some(path) = &args.file else {
            let position = args
                .fen
                .as_deref()
                .map_or_else(|| Ok(G::start(&options)), |fen| G::from_fen(fen, &options))?;
            let row = [(String::new(), solve(args, tables, &position, args.certificate.as_deref())?)];
            row[0].1.print();
            return write_page(args, G::ID, &row[0].1.text, &row);
        };
        let parse = |entry: &Entry| {
            let at = |error: Error| Error::file(path, format!("line {}: {error}", entry.line));
            G::from_fen(&entry.fen, &options).map_err(at)
        };
        // All lines are checked before the first search.
        for_each_position(path, |entry| parse(&entry).map(drop))?;
        let mut checkpoint =
            args.checkpoint.as_deref().map(|path| Checkpoint::open(path, args)).transpose()?;
        let mut rows = Vec::new();
        let begun = Instant::now();
        for_each_position(path, |entry| {
            if was_interrupted() {
                return Ok(());
            }
            let place = |path: &Path| path.with_extension(format!("{}.proof", entry.line));
            let certificate = args.certificate.as_deref().map(place);
            let name = ["id", "en"]
                .iter()
                .find_map(|name| entry.op(name))
                .map_or_else(|| format!("line {}", entry.line), |name| name.trim_matches('"').to_owned());
            let position = parse(&entry)?;
            let known = checkpoint.as_mut().and_then(|checkpoint| checkpoint.take(&position.fen()));
            let is_new = known.is_none();
            let solved = known.map_or_else(|| solve(args, tables, &position, certificate.as_deref()), Ok)?;
            solved.print();
            // A search that was interrupted is repeated.
            if let Some(checkpoint) = checkpoint.as_mut().filter(|_| is_new && !was_interrupted()) {
                checkpoint.add(&solved)?;
            }
            rows.push((name, solved));
            Ok(())
        })?;
        let seconds = begun.elapsed().as_secs_f64();
        let (count, won) =
            (rows.len(), rows.iter().filter(|(_, solved)| solved.record["verdict"] == "win").count());
        let total = format!("{won} wins proved of {count} positions in {seconds:.1} seconds");
        output::print("total", json!({ "positions": count, "wins": won, "seconds": seconds }), &total);
        write_page(args, G::ID, &total, &rows)
    }
}

/// Opens the tables of a game; unusable files are reported.
fn open_tables(args: &SolveArgs, game: &str, folder: &Path) -> Result<Box<dyn Prober>> {
    if !args.options.is_empty() {
        return Err(Error::usage("solve: --tables hold the rules without options"));
    }
    let tables = registry::find(game)?.tables();
    let tables = tables.ok_or_else(|| Error::usage(format!("solve: {game} has no tables")))?;
    let (tables, faults) = tables.prober(folder)?;
    faults.iter().for_each(|fault| log::error!("rejected: {fault}"));
    Ok(tables)
}

/// Solves a position.
fn solve<G: SearchGame>(
    args: &SolveArgs,
    tables: Option<&dyn Prober>,
    position: &G,
    certificate: Option<&Path>,
) -> Result<Solved> {
    let history = GameHistory::new(position.clone());
    if position.outcome().is_some() {
        return Err(Error::position(fault::game_over()));
    }
    let (moves, begun, fen) = (position.moves(), Instant::now(), position.fen());
    match tables.map(|tables| tables.answer(&fen, true)) {
        Some(Ok(answer)) => return Ok(answered(answer, begun.elapsed().as_secs_f64())),
        Some(Err(error)) if error.code() != "table-missing" => return Err(error),
        _ => {}
    }
    let control = StopControl::with_cancellation(was_interrupted);
    let limit = args.movetime.map(Duration::from_millis);
    let task = Task { moves: args.mate, nodes: args.nodes.unwrap_or(u64::MAX), shortest: args.shortest };
    let mut solver = Solver::new(&history, &moves, &control);
    let answer = timed(&control, limit, || solver.solve(&task));
    let seconds = begun.elapsed().as_secs_f64();
    let mut record = json!({ "fen": fen, "nodes": solver.nodes(), "seconds": seconds });
    let (verdict, how, line) = match &answer {
        Answer::Win { line, plies, attack, is_shortest } => {
            let moves = plies.div_ceil(2);
            let how = match attack {
                Attack::Checks => "checks",
                Attack::Threats => "checks and threats",
                Attack::All => "all moves",
            };
            let line = in_text(position, line);
            record["verdict"] = "win".into();
            record["moves"] = moves.into();
            record["shortest"] = (*is_shortest).into();
            record["by"] = how.into();
            record["line"] = line.clone().into();
            let length = if *is_shortest { "" } else { "at most " };
            (format!("win in {length}{moves}"), how, line)
        }
        Answer::NoWin => {
            record["verdict"] = "no win".into();
            record["moves"] = task.moves.into();
            (format!("no win in {}", task.moves), "", Vec::new())
        }
        Answer::Open { refuted } => {
            record["verdict"] = "open".into();
            record["refuted"] = (*refuted).into();
            (format!("open, no win in {refuted}"), "", Vec::new())
        }
    };
    let is_win = matches!(answer, Answer::Win { .. });
    let text = if is_win { format!("{verdict}, by {how}: {}", line.join(" ")) } else { verdict.clone() };
    let mut lines = vec![format!("{fen}: {text} ({} nodes, {seconds:.3} seconds)", solver.nodes())];
    if let Answer::Win { line, plies, attack, .. } = &answer {
        if args.all {
            let task = Task { moves: plies.div_ceil(2), shortest: false, ..task };
            let wins = |mv: &G::Move| {
                let solve = || Solver::new(&history, &[*mv], &control).solve(&task);
                *mv != line[0] && matches!(solve(), Answer::Win { .. })
            };
            let others: Vec<String> =
                moves.into_iter().filter(wins).map(|mv| position.move_text(mv)).collect();
            // A search that was stopped proves nothing of the moves that are left.
            if !control.stopped() {
                let list = if others.is_empty() { "none".to_owned() } else { others.join(" ") };
                lines.push(format!("  other first moves proved to win as soon: {list}"));
                record["others"] = others.into();
            }
        }
        if let Some(path) = certificate
            && let Some(steps) = solver.strategy(*attack, *plies)
        {
            let mut file = AtomicFile::create(path)?;
            write(&mut BufWriter::new(file.file()), &args.options, &steps)?;
            file.commit()?;
            lines.push(format!("  proof: {} lines in {}", steps.len(), path.display()));
            record["proof"] = json!({ "lines": steps.len(), "file": path.to_string_lossy() });
        }
    }
    Ok(Solved { record, text: lines.join("\n"), verdict, line })
}

/// Runs a search, which is stopped after a time.
fn timed<T>(control: &StopControl, limit: Option<Duration>, search: impl FnOnce() -> T) -> T {
    thread::scope(|scope| {
        let (done, waiting) = std::sync::mpsc::channel::<()>();
        if let Some(limit) = limit {
            scope.spawn(move || {
                if waiting
                    .recv_timeout(limit)
                    .is_err_and(|end| end == std::sync::mpsc::RecvTimeoutError::Timeout)
                {
                    control.stop();
                }
            });
        }
        let result = search();
        drop(done);
        result
    })
}

/// Formats a line of moves.
fn in_text<G: SearchGame>(position: &G, line: &[G::Move]) -> Vec<String> {
    let mut position = position.clone();
    let text = |mv: &G::Move| {
        let text = position.move_text(*mv);
        position.play(*mv);
        text
    };
    line.iter().map(text).collect()
}

/// Checks a certificate of a forced win.
pub struct Check(Certificate<BufReader<File>>);

impl SearchVisitor for Check {
    type Output = Result<Proven>;

    fn visit<G: Registered + SearchGame>(self) -> Result<Proven> {
        self.0.check::<G>()
    }
}

/// Checks a certificate without search and prints what it proves; returns whether the file is one of a forced win.
///
/// # Errors
/// When it proves nothing.
pub fn check<H: Host<Commands: OfGame>>(path: &Path, games: &Games<H>) -> Result<bool> {
    let at = |error: Error| Error::file(path, error);
    let file = files::open(path)?;
    let Ok(certificate) = Certificate::open(BufReader::new(file)) else { return Ok(false) };
    let (game, begun) = (certificate.game.clone(), Instant::now());
    let proven = games
        .find(&game)
        .ok()
        .and_then(|game| game.check_mate(Check(certificate)))
        .unwrap_or_else(|| Err(Error::unknown("game", &game)))
        .map_err(at)?;
    let Proven { game, fen, moves, lines } = proven;
    let seconds = begun.elapsed().as_secs_f64();
    output::print(
        "proven",
        json!({ "game": game, "fen": fen, "moves": moves, "lines": lines, "seconds": seconds }),
        format_args!("{fen}\nproven: a win in {moves}\n{lines} lines checked in {seconds:.3} seconds"),
    );
    Ok(true)
}
