//! Networks: incremental sums equal those from scratch on every processor; both teams and both mirror images
//! evaluate alike; training learns and is reproducible; files that are not networks change nothing.

use std::path::Path;
use std::process::{Output, Stdio};
use std::sync::Arc;
use std::time::Duration;
use std::{fs, thread};

use banco::base::Team;
use banco::games::commander::CommanderChess;
use banco::games::xiangqi::Xiangqi;
use banco::nnue::dense::LayerPlace;
use banco::nnue::{AccumulatorStack, Header, Network, Weights};
use banco::traits::{Configurable, Game, Notation, SearchGame, input_row};
use rand::RngExt;

use crate::common::host::Host;
use crate::common::{folder, program, random_walk, run, seeded};

/// Returns a network with random weights, large enough that sums are clamped at both ends.
fn random_network<G: SearchGame>(hand: i32) -> Arc<Network> {
    let (hidden, buckets, mut random) = (64, 3, seeded(5));
    let header = Header {
        game: G::ID.to_owned(),
        inputs: G::FEATURES * G::INPUT_BUCKETS,
        hidden,
        second: 32,
        buckets,
        max_active: 30,
        hce_share: hand,
        command: "none".into(),
        data: "nothing".into(),
    };
    let mut draw = |count: usize, size: i16| (0..count).map(|_| random.random_range(-size..=size)).collect();
    let (bias, rows) = (draw(hidden, 100), draw(G::FEATURES * G::INPUT_BUCKETS * hidden, 60));
    let dense = [draw(buckets * 2 * hidden * 32, 64), draw(buckets * 32, 40)].concat();
    let dense_bias = vec![20_000; header.dense_sizes().1];
    let weights = Weights { bias, rows, dense, dense_bias };
    Arc::new(Network::new(header, &weights).expect("sizes fit"))
}

/// The evaluation by plain loops over all weights.
fn evaluate_plainly<G: SearchGame>(network: &Network, position: &G) -> i32 {
    let (header, weights) = (network.header(), network.weights());
    let mut features = Vec::new();
    position.active_features(None, |feature, _| features.push(feature));
    let bucket = header.bucket(features.len());
    let mut sums = Vec::new();
    for team in [position.team(), !position.team()] {
        for i in 0..header.hidden {
            let row = |&feature: &usize| input_row::<G>(feature, team, position.perspective(team));
            let sum: i32 = features.iter().map(|f| i32::from(weights.rows[row(f) * header.hidden + i])).sum();
            sums.push((sum + i32::from(weights.bias[i])).clamp(0, 255));
        }
    }
    let [second, last] = header.layer_places(bucket);
    let product = |place: &LayerPlace, output: usize, values: &[i32]| -> i32 {
        let row = &weights.dense[place.weights + output * place.inputs..][..place.inputs];
        let products = values.iter().zip(row).map(|(value, &weight)| value * i32::from(weight));
        weights.dense_bias[place.biases + output] + products.sum::<i32>()
    };
    // Inputs in units of 1/127, weights of 1/128, sums up to 4.
    let inputs: Vec<i32> = sums.iter().map(|sum| sum * sum / 512).collect();
    let value = |output: usize| {
        let held = (product(&second, output, &inputs).clamp(0, 4 * 127 * 128) * 257 + 8192) / 16384;
        (held * held + 127) * 257 / 65536
    };
    let values: Vec<i32> = (0..second.outputs).map(value).collect();
    let output = product(&last, 0, &values);
    banco::base::score::clamp_eval((i64::from(output) * 400 / (255 * 256)) as i32)
}

/// Walks down random lines and back, as a search does, and evaluates at some nodes only.
fn check<G: SearchGame>(walks: u64) {
    let network = random_network::<G>(0);
    let portable = Arc::new(network.portable());
    let [mut fast, mut slow] = [(); 2].map(|()| AccumulatorStack::<G>::new(40));
    fast.set_network(Some(network.clone()));
    slow.set_network(Some(portable.clone()));
    let mut random = seeded(9);
    let mut values = Vec::new();
    for seed in 0..walks {
        random_walk::<G>(seed, 150, |record| {
            let mut line = vec![record.position().clone()];
            for stack in [&mut fast, &mut slow] {
                stack.begin(&line[0]);
            }
            for _ in 0..random.random_range(1..40) {
                if random.random_bool(0.2) {
                    line.truncate(random.random_range(1..=line.len()));
                }
                let (ply, position) = (line.len() - 1, &line[line.len() - 1]);
                if position.outcome().is_some() {
                    break;
                }
                if random.random_bool(0.6) {
                    let value = fast.evaluate(position, ply);
                    assert_eq!(value, slow.evaluate(position, ply), "{}", position.fen());
                    assert_eq!(value, network.evaluate(position), "{}", position.fen());
                    assert_eq!(value, evaluate_plainly(&network, position), "{}", position.fen());
                    values.push(value);
                }
                let passed = if random.random_bool(0.1) { position.null_move() } else { None };
                let (mv, next) = match passed {
                    Some(next) => (None, next),
                    None => {
                        let moves = position.moves();
                        let mv = moves[random.random_range(0..moves.len())];
                        (Some(mv), position.child(mv))
                    }
                };
                for stack in [&mut fast, &mut slow] {
                    stack.push(position, mv, &next, ply + 1);
                }
                line.push(next);
            }
        });
    }
    let asked = values.len();
    values.sort_unstable();
    values.dedup();
    assert!(asked > 500 && values.len() > 100, "{asked} asked, {} values", values.len());
}

#[test]
fn sums_kept_up_are_those_from_nothing_on_any_processor() {
    check::<Xiangqi>(4);
    check::<CommanderChess>(1);
}

/// Communicator in the other order and colours exchanged.
fn turned(fen: &str) -> String {
    let (board, rest) = fen.split_once(' ').unwrap();
    let ranks: Vec<&str> = board.split('/').rev().collect();
    let swap = |c: char| if c.is_ascii_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() };
    let board: String = ranks.join("/").chars().map(swap).collect();
    let (side, rest) = rest.split_at(1);
    format!("{board} {}{rest}", if side == "w" { "b" } else { "w" })
}

/// Each rank from right to left.
fn mirrored(fen: &str) -> String {
    let (board, rest) = fen.split_once(' ').unwrap();
    let ranks: Vec<String> = board.split('/').map(|rank| rank.chars().rev().collect()).collect();
    format!("{} {rest}", ranks.join("/"))
}

fn inputs<G: SearchGame>(position: &G) -> Vec<usize> {
    let mut out = Vec::new();
    position.active_features(None, |input, is_on| {
        assert!(is_on && input < G::FEATURES);
        out.push(input);
    });
    out.sort_unstable();
    out
}

#[test]
fn both_teams_see_alike_and_so_do_both_hands() {
    let network = random_network::<Xiangqi>(0);
    let mut teams = [0, 0];
    for seed in 0..6 {
        random_walk::<Xiangqi>(seed, 100, |record| {
            let position = record.position();
            let read = |fen: String| Xiangqi::from_fen(&fen, position.options()).expect("a position");
            let (other, image) = (read(turned(&position.fen())), read(mirrored(&position.fen())));
            assert_eq!(network.evaluate(position), network.evaluate(&other), "{}", position.fen());
            let map = |by: fn(usize) -> usize| {
                let mut list: Vec<usize> = inputs(position).into_iter().map(by).collect();
                list.sort_unstable();
                list
            };
            assert_eq!(inputs(&other), map(<Xiangqi as SearchGame>::flip_perspective));
            assert_eq!(inputs(&image), map(|i| <Xiangqi as SearchGame>::mirror_feature(i).unwrap()));
            for team in Team::BOTH {
                let seen = position.perspective(team);
                assert_eq!(other.perspective(!team), seen);
                assert_eq!(image.perspective(team), <Xiangqi as SearchGame>::mirror_perspective(seen));
            }
            teams[usize::from(position.team() == Team::First)] += 1;
        });
    }
    assert!(teams[0] > 100 && teams[1] > 100);
}

#[test]
fn a_share_of_the_hand_made_evaluation_is_added() {
    let [alone, with] = [0, 64].map(random_network::<Xiangqi>);
    random_walk::<Xiangqi>(3, 60, |record| {
        let position = record.position();
        assert_eq!(with.evaluate(position), alone.evaluate(position) + position.evaluate());
    });
}

fn games(game: &str, count: u32, folder: &Path) -> String {
    let path = folder.join(format!("{game}.jsonl")).to_str().unwrap().to_owned();
    let line = format!("datagen --game {game} --games {count} --depth 1 --longest 100 --out {path}");
    assert!(run(&line).status.success());
    path
}

/// The options of the trained networks.
const SHAPE: &str = "--hand 0 --hidden 32 --second 16 --epochs 12 --batch 1024 --rate 0.01 --unit 400";

fn train(game: &str, file: &str, out: &Path, threads: &str) -> Output {
    run(&format!("train --game {game} {file} --out {} --threads {threads} {SHAPE}", out.display()))
}

/// Returns the training and validation losses of the epochs, in order.
fn losses(output: &Output) -> Vec<[f64; 2]> {
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let lines = text.lines().filter(|line| line.starts_with("epoch "));
    let number = |text: &str| text.split(',').next().unwrap().parse().unwrap();
    lines
        .map(|line| {
            ["training loss ", "validation loss "].map(|word| number(line.split(word).nth(1).unwrap()))
        })
        .collect()
}

#[test]
fn training_learns_and_repeats_itself_and_the_engine_plays_by_it() {
    let folder = folder("nnue-train");
    let file = games("xiangqi", 40, &folder);
    // A torn last line, as of a running `datagen`.
    let mut text = fs::read_to_string(&file).unwrap();
    text += "{\"game\":\"xian";
    fs::write(&file, text).unwrap();
    let [one, two] = ["one.nnue", "two.nnue"].map(|name| folder.join(name));
    let output = train("xiangqi", &file, &one, "1");
    let found = losses(&output);
    assert!(
        found.len() == 12 && found[11][0] < 0.9 * found[0][0],
        "{}",
        String::from_utf8_lossy(&output.stdout)
    );
    assert_eq!(losses(&train("xiangqi", &file, &two, "2")), found);
    assert!(fs::read(&one).unwrap() == fs::read(&two).unwrap(), "other threads, another network");
    // The network of the file is the trained one, but for rounding.
    let again = folder.join("again.nnue");
    let line =
        format!("train --game xiangqi {file} --out {} --from {} {SHAPE}", again.display(), one.display());
    let printed = String::from_utf8(run(&line).stdout).unwrap();
    let start = printed.split("validation loss at the start: ").nth(1).and_then(|rest| rest.lines().next());
    let start: f64 = start.unwrap_or_else(|| panic!("{printed}")).parse().unwrap();
    let best = found.iter().map(|losses| losses[1]).fold(f64::INFINITY, f64::min);
    assert!((start / best - 1.0).abs() < 0.02, "{start} {best}");

    let mut host = Host::start(&[]);
    let mut says = |line: &str| {
        host.send(line);
        host.answers_to("eval")
    };
    let before = says("setoption name Use NNUE value true");
    let by_hand = says("setoption name Use NNUE value false");
    assert!(by_hand[0].ends_with("by hand"), "{by_hand:?}");
    assert_eq!(says("setoption name Use NNUE value true"), before);
    let learned = says(&format!("setoption name EvalFile value {}", one.display()));
    assert!(
        learned[0].contains("by network") && learned[0].contains("banco-lab train --game xiangqi"),
        "{learned:?}"
    );
    assert_eq!(says("setoption name Use NNUE value false"), by_hand);
    assert_eq!(says("setoption name Use NNUE value true"), learned);

    // Unusable files are reported, and the network stays.
    let damaged = folder.join("damaged.nnue");
    let mut bytes = fs::read(&one).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&damaged, &bytes).unwrap();
    let other = folder.join("commander.nnue");
    assert!(train("commander", &games("commander", 21, &folder), &other, "1").status.success());
    let faults = [
        (damaged.as_path(), "damaged"),
        (&folder.join("missing.nnue"), "missing.nnue"),
        (Path::new(&file), "no network"),
        (&other, "a network for commander"),
    ];
    for (path, why) in faults {
        let printed = says(&format!("setoption name EvalFile value {}", path.display()));
        assert!(printed[0].starts_with("info string error") && printed[0].contains(why), "{printed:?}");
        assert_eq!(printed[1..], learned[..]);
    }
    // A file belongs to its game.
    let elsewhere = says("setoption name UCI_Variant value commander");
    let of_file = says(&format!("setoption name EvalFile value {}", other.display()));
    assert!(elsewhere[0].contains("--game commander") && of_file[0].contains("--game commander"));
    assert_ne!(elsewhere, of_file);
    assert_eq!(says("setoption name UCI_Variant value xiangqi"), before);
    says("setoption name UCI_Variant value namdinh");
    let refused = says(&format!("setoption name EvalFile value {}", one.display()));
    assert!(
        refused[0].contains("without a network") || refused[0].contains("not for namdinh"),
        "{refused:?}"
    );
}

/// Positions of `--keep` have the evaluation of `--from` as their target, so they add nothing to the loss at the start.
#[test]
fn kept_positions_are_not_learned() {
    let folder = folder("nnue-keep");
    let first = games("xiangqi", 40, &folder);
    let from = folder.join("from.nnue");
    assert!(train("xiangqi", &first, &from, "2").status.success());
    let second = folder.join("second.jsonl").to_str().unwrap().to_owned();
    let line = format!("datagen --game xiangqi --games 40 --depth 1 --longest 100 --seed 2 --out {second}");
    assert!(run(&line).status.success());
    let start = |keep: &str| {
        let out = folder.join("out.nnue");
        let last = format!("--from {} {keep} {second} --out {} {SHAPE}", from.display(), out.display());
        let printed = String::from_utf8(run(&format!("train --game xiangqi {last}")).stdout).unwrap();
        let number = |before: &str, after: char| -> f64 {
            let rest = printed.split(before).nth(1).unwrap_or_else(|| panic!("{printed}"));
            rest.trim_start().split(after).next().unwrap().parse().unwrap()
        };
        (number("positions,", ' '), number("validation loss at the start: ", '\n'))
    };
    let ((few, loss), (many, less)) = (start(""), start(&format!("--keep {first}")));
    assert!(loss > 0.001 && many > 1.5 * few, "{few} {many} {loss}");
    assert!((less * many / (loss * few) - 1.0).abs() < 0.01, "{loss} of {few}, {less} of {many}");
    let refused = run(&format!("train --game xiangqi --keep {first} {second} --out x"));
    assert!(!refused.status.success() && String::from_utf8_lossy(&refused.stderr).contains("--from"));
}

/// A training run killed after its first epochs gives the same network in the end.
#[cfg(unix)]
#[test]
fn a_training_that_was_cut_off_goes_on() {
    let folder = folder("nnue-resume");
    let file = games("xiangqi", 40, &folder);
    let [whole, cut, curves] = ["whole.nnue", "cut.nnue", "curves.csv"].map(|name| folder.join(name));
    let line = |out: &Path| {
        let fixed = "train --game xiangqi --hidden 32 --epochs 40 --batch 256 --unit 400 --resume";
        format!("{fixed} --out {} {file} --curves {}", out.display(), curves.display())
    };
    let train = |out: &Path| run(&line(out));
    let found = losses(&train(&whole));
    assert_eq!(found.len(), 40);
    assert_eq!(fs::read_to_string(&curves).unwrap().lines().count(), 41);
    let checkpoint = folder.join("cut.nnue.checkpoint");
    let mut child = program(&line(&cut)).stdout(Stdio::null()).spawn().unwrap();
    while !checkpoint.exists() {
        assert!(child.try_wait().unwrap().is_none(), "it ended without a checkpoint");
        thread::sleep(Duration::from_millis(2));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let output = train(&cut);
    let rest = losses(&output);
    assert!(rest.len() < 40 && found.ends_with(&rest), "{}", String::from_utf8_lossy(&output.stdout));
    assert!(fs::read(&whole).unwrap() == fs::read(&cut).unwrap(), "another network");
    assert!(!checkpoint.exists());
    // A finished network is kept, and rejected for another run.
    let again = train(&cut);
    assert!(again.status.success() && losses(&again).is_empty(), "{again:?}");
    assert!(String::from_utf8_lossy(&again.stdout).contains("finished"), "{again:?}");
    let output = run(&(line(&cut) + " --seed 2"));
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("another training"), "{output:?}");
    assert!(fs::read(&whole).unwrap() == fs::read(&cut).unwrap(), "another network");
    // Another run continues neither from a checkpoint nor from any other file.
    fs::write(&checkpoint, "BANCO-TRAIN 1\nno more").unwrap();
    let output = train(&cut);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("damaged"), "{output:?}");
}

#[test]
fn faults_of_the_trainer_are_named() {
    let folder = folder("nnue-faults");
    let file = games("xiangqi", 3, &folder);
    let out = folder.join("net.nnue");
    for (game, why) in [("xiangqi", "twenty games"), ("commander", "a game of xiangqi")] {
        let output = train(game, &file, &out, "1");
        let printed = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(
            !output.status.success() && printed.contains(why) && printed.trim_end().lines().count() == 1,
            "{printed}"
        );
    }
    assert!(!out.exists());
}
