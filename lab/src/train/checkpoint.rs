//! Checkpoints: the state of a training run between two epochs, in a file beside the network.

use std::ffi::OsString;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::adam::Adam;
use super::model::Model;
use banco::base::{Error, Result, files, packing};
use banco::nnue::{Header, Network};
use banco::traits::SearchGame;

const MAGIC: &[u8] = b"BANCO-TRAIN 1\n";
/// Compression level; low, since a checkpoint is written after every epoch and deleted at the end.
const LEVEL: i32 = 1;

/// Result of an epoch.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Epoch {
    /// Mean training loss, of each position before its step.
    pub loss: f64,
    /// Mean validation loss, after the epoch.
    pub of_kept: f64,
    /// Its duration.
    pub seconds: f64,
}

/// Progress of a training run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Progress {
    /// Command and data, which must be the same to continue.
    pub work: String,
    /// The epochs done.
    pub epochs: Vec<Epoch>,
    /// Steps of the optimiser.
    pub steps: i32,
}

impl Progress {
    /// Returns the least validation loss; infinite before the first epoch.
    pub fn best(&self) -> f64 {
        least(&self.epochs)
    }

    /// Returns whether the last epoch has the least validation loss.
    pub fn is_at_best(&self) -> bool {
        self.epochs.split_last().is_some_and(|(last, before)| last.of_kept < least(before))
    }

    /// Formats the learning curves as CSV, a line for each epoch.
    pub fn csv(&self) -> String {
        let lines = self.epochs.iter().enumerate().map(|(n, epoch)| {
            format!("{},{:.6},{:.6},{:.1}\n", n + 1, epoch.loss, epoch.of_kept, epoch.seconds)
        });
        "epoch,loss,loss_of_kept,seconds\n".to_owned() + &lines.collect::<String>()
    }
}

fn least(epochs: &[Epoch]) -> f64 {
    epochs.iter().map(|epoch| epoch.of_kept).fold(f64::INFINITY, f64::min)
}

/// Returns the path of a network's checkpoint.
pub fn path(network: &Path) -> PathBuf {
    let mut name = OsString::from(network);
    name.push(".checkpoint");
    name.into()
}

/// Loads the network of a finished run: a network without a checkpoint beside it.
pub fn finished<G: SearchGame>(network: &Path, header: &Header) -> Result<Option<Header>> {
    if path(network).exists() || !network.exists() {
        return Ok(None);
    }
    let there = Network::load::<G>(network)?.header().clone();
    if there.command == header.command {
        return Ok(Some(there));
    }
    Err(Error::file(network, format!("a network of another training run: {}", there.command)))
}

/// Writes a checkpoint.
pub fn write(path: &Path, progress: &mut Progress, model: &Model, adam: &Adam) -> Result<()> {
    progress.steps = adam.steps;
    let [first, second] = &adam.moments;
    let bytes = pack(progress, [model.weights(), first, second]).map_err(|error| Error::file(path, error))?;
    files::replace(path, bytes)
}

fn pack(progress: &Progress, lists: [&[f32]; 3]) -> io::Result<Vec<u8>> {
    let mut encoder = packing::Packer::new(MAGIC.to_vec(), LEVEL)?;
    let text = serde_json::to_vec(progress)?;
    encoder.write_all(&(text.len() as u32).to_le_bytes())?;
    encoder.write_all(&text)?;
    for list in lists {
        let bytes: Vec<u8> = list.iter().flat_map(|number| number.to_le_bytes()).collect();
        encoder.write_all(&bytes)?;
    }
    encoder.finish()
}

/// Loads a checkpoint into a model and its optimiser; returns `None` without a checkpoint.
pub fn read(path: &Path, work: &str, model: &mut Model, adam: &mut Adam) -> Result<Option<Progress>> {
    if !path.exists() {
        return Ok(None);
    }
    let fault = |why: &str| Error::file(path, why);
    let size = model.len();
    let file = BufReader::new(files::open(path)?);
    let (progress, numbers) = unpack(file, 3 * size).map_err(|why| fault(&why))?;
    if progress.work != work {
        return Err(fault(&format!("a checkpoint of another training run: {}", progress.work)));
    }
    if !numbers.iter().all(|number| number.is_finite()) {
        return Err(fault("damaged: a weight is not a number"));
    }
    let mut lists = numbers.chunks(size).map(<[f32]>::to_vec);
    let mut next = || lists.next().unwrap_or_default();
    model.set_weights(next());
    (adam.moments, adam.steps) = ([next(), next()], progress.steps);
    Ok(Some(progress))
}

/// The most bytes of the progress in a checkpoint.
const LONGEST: u32 = 16 << 20;

/// Reads a checkpoint of this many weights.
fn unpack(mut file: impl BufRead, count: usize) -> std::result::Result<(Progress, Vec<f32>), String> {
    let mut magic = [0; MAGIC.len()];
    if file.read_exact(&mut magic).is_err() || magic != MAGIC {
        return Err("not a checkpoint of this version of Banco".to_owned());
    }
    let damaged = |error: io::Error| format!("damaged: {error}");
    let mut stream = BufReader::new(packing::unpacker(file).map_err(damaged)?);
    let mut word = [0; 4];
    stream.read_exact(&mut word).map_err(damaged)?;
    let size = u32::from_le_bytes(word);
    if size > LONGEST {
        return Err(format!("damaged: a progress of {size} bytes"));
    }
    let mut text = vec![0; size as usize];
    stream.read_exact(&mut text).map_err(damaged)?;
    let progress = serde_json::from_slice(&text).map_err(|error| format!("damaged: {error}"))?;
    let mut numbers = Vec::with_capacity(count);
    for _ in 0..count {
        stream.read_exact(&mut word).map_err(damaged)?;
        numbers.push(f32::from_le_bytes(word));
    }
    // Reading to the end of the frame compares its checksum.
    match stream.read(&mut word).map_err(damaged)? {
        0 => Ok((progress, numbers)),
        _ => Err("damaged: more than its weights".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_packed_is_unpacked_and_no_cut_or_flip_goes_unseen() {
        let epochs = vec![Epoch { loss: 0.5, of_kept: 0.25, seconds: 3.0 }];
        let progress = Progress { work: "train".to_owned(), epochs, steps: 7 };
        let bytes = pack(&progress, [&[1.0, -2.5], &[0.0, 3.0], &[0.5, 0.25]]).unwrap();
        assert_eq!(unpack(&bytes[..], 6), Ok((progress.clone(), vec![1.0, -2.5, 0.0, 3.0, 0.5, 0.25])));
        assert!(unpack(&bytes[..], 5).is_err() && unpack(&bytes[..], 7).is_err());
        for i in 0..bytes.len() {
            assert!(unpack(&bytes[..i], 6).is_err(), "cut at {i}");
            let mut flipped = bytes.clone();
            flipped[i] ^= 0x10;
            let read = unpack(&flipped[..], 6);
            assert!(read.is_err() || read == unpack(&bytes[..], 6), "flipped at {i}");
        }
        assert_eq!((progress.best(), progress.csv().lines().count()), (0.25, 2));
        assert_eq!(Progress::default().best(), f64::INFINITY);
        let of = |losses: &[f64]| {
            let epochs = losses.iter().map(|&of_kept| Epoch { loss: 0.5, of_kept, seconds: 3.0 }).collect();
            Progress { epochs, ..Progress::default() }.is_at_best()
        };
        assert_eq!([&[][..], &[0.5], &[0.5, 0.5], &[0.5, 0.25]].map(of), [false, true, false, true]);
    }
}
