//! Where a training stands between two epochs, in a file beside the network: one that was cut off goes on from there.

use std::ffi::OsString;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::adam::Adam;
use super::model::Model;
use banco::base::{Error, Result, files, packing};
use banco::nnue::{Header, Network};
use banco::traits::SearchGame;

const MAGIC: &[u8] = b"BANCO-TRAIN 1\n";
/// Quick: a checkpoint is written after every epoch and thrown away at the end.
const LEVEL: i32 = 1;

/// What an epoch came to.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Epoch {
    /// The mean loss of the positions learned from, each before the step that it was part of.
    pub loss: f64,
    /// The mean loss of the positions kept back, after the epoch.
    pub of_kept: f64,
    /// How long it took.
    pub seconds: f64,
}

/// How far a training has come.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Progress {
    /// The command and the data, which have to be the same.
    pub work: String,
    /// The epochs done.
    pub epochs: Vec<Epoch>,
    /// Steps of the optimiser.
    pub steps: i32,
}

impl Progress {
    /// The least loss of positions kept back; infinite before the first epoch.
    pub fn best(&self) -> f64 {
        least(&self.epochs)
    }

    /// Whether the last epoch did better than all before.
    pub fn is_at_best(&self) -> bool {
        self.epochs.split_last().is_some_and(|(last, before)| last.of_kept < least(before))
    }

    /// The learning curves: a line for each epoch.
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

/// The checkpoint's place for a network's.
pub fn path(network: &Path) -> PathBuf {
    let mut name = OsString::from(network);
    name.push(".checkpoint");
    name.into()
}

/// The network of a training that has ended: it is there, and no checkpoint beside it.
///
/// # Errors
/// When what is there is not from the command that `header` names.
pub fn finished<G: SearchGame>(network: &Path, header: &Header) -> Result<Option<Header>> {
    if path(network).exists() || !network.exists() {
        return Ok(None);
    }
    let there = Network::load::<G>(network)?.header().clone();
    if there.command == header.command {
        return Ok(Some(there));
    }
    Err(Error::file(network, format!("the network of another training: {}", there.command)))
}

/// Writes a checkpoint.
///
/// # Errors
/// When the file cannot be written; one that was there stays.
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

/// Reads a checkpoint into a model and its optimiser; nothing where there is none.
///
/// # Errors
/// When the file is damaged, or is of another training.
pub fn read(path: &Path, work: &str, model: &mut Model, adam: &mut Adam) -> Result<Option<Progress>> {
    if !path.exists() {
        return Ok(None);
    }
    let bytes = files::read(path)?;
    let fault = |why: &str| Error::file(path, why);
    let (progress, numbers) = unpack(&bytes).map_err(|why| fault(&why))?;
    if progress.work != work {
        return Err(fault(&format!("a checkpoint of another training: {}", progress.work)));
    }
    let size = model.len();
    if numbers.len() != 3 * size || !numbers.iter().all(|number| number.is_finite()) {
        return Err(fault("damaged: its numbers do not fit"));
    }
    let mut lists = numbers.chunks(size).map(<[f32]>::to_vec);
    let mut next = || lists.next().unwrap_or_default();
    model.set_weights(next());
    (adam.moments, adam.steps) = ([next(), next()], progress.steps);
    Ok(Some(progress))
}

fn unpack(bytes: &[u8]) -> std::result::Result<(Progress, Vec<f32>), String> {
    let packed = bytes.strip_prefix(MAGIC).ok_or("no checkpoint of this version of Banco")?;
    let damaged = |error: io::Error| format!("damaged: {error}");
    let mut unpacked = Vec::new();
    let mut decoder = packing::unpacker(packed).map_err(damaged)?;
    decoder.read_to_end(&mut unpacked).map_err(damaged)?;
    let (size, rest) = unpacked.split_first_chunk::<4>().ok_or("damaged: it ends early")?;
    let (text, numbers) =
        rest.split_at_checked(u32::from_le_bytes(*size) as usize).ok_or("damaged: it ends early")?;
    let progress = serde_json::from_slice(text).map_err(|error| format!("damaged: {error}"))?;
    Ok((progress, numbers.as_chunks::<4>().0.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_packed_is_unpacked_and_no_cut_or_flip_goes_unseen() {
        let epochs = vec![Epoch { loss: 0.5, of_kept: 0.25, seconds: 3.0 }];
        let progress = Progress { work: "train".to_owned(), epochs, steps: 7 };
        let bytes = pack(&progress, [&[1.0, -2.5], &[0.0, 3.0], &[0.5, 0.25]]).unwrap();
        assert_eq!(unpack(&bytes), Ok((progress.clone(), vec![1.0, -2.5, 0.0, 3.0, 0.5, 0.25])));
        for i in 0..bytes.len() {
            assert!(unpack(&bytes[..i]).is_err(), "cut at {i}");
            let mut flipped = bytes.clone();
            flipped[i] ^= 0x10;
            assert!(unpack(&flipped).is_err() || unpack(&flipped) == unpack(&bytes), "flipped at {i}");
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
