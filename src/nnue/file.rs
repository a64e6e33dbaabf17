//! Reading and writing network files; the module [`nnue`](super) describes the format.

use std::io::{self, BufRead, Read, Write};

use super::dense;
use super::kernel::LANES;
use super::{HCE_WHOLE, Header, Weights};
use crate::base::packing;

const MAGIC: &[u8] = b"BANCO-NET 3\n";
const LEVEL: i32 = 19;
/// The largest absolute bias behind the first layer.
const LARGEST_BIAS: u32 = 1 << 28;
/// The longest header in bytes; it names the files of games.
const LONGEST_HEADER: usize = 1 << 20;

/// Parses a file. Reads no more than the header demands, and its weights only if `accept` allows them, so that a bad
/// file cannot exhaust memory.
pub(super) fn read(
    mut input: impl BufRead,
    accept: impl FnOnce(&Header) -> Result<(), String>,
) -> Result<(Header, Weights), String> {
    let mut magic = [0; MAGIC.len()];
    if input.read_exact(&mut magic).is_err() || magic != MAGIC {
        return Err("no network of this version of Banco".to_owned());
    }
    let damaged = |error: io::Error| format!("damaged: {error}");
    let mut decoder = packing::unpacker(input).map_err(damaged)?;
    let mut take = |bytes: usize| -> Result<Vec<u8>, String> {
        let mut taken = Vec::new();
        decoder.by_ref().take(bytes as u64).read_to_end(&mut taken).map_err(damaged)?;
        if taken.len() == bytes { Ok(taken) } else { Err("damaged: it ends early".to_owned()) }
    };
    let size = take(4)?.try_into().map_or(0, u32::from_le_bytes) as usize;
    if size > LONGEST_HEADER {
        return Err("its header is too long".to_owned());
    }
    let header: Header =
        serde_json::from_slice(&take(size)?).map_err(|error| format!("bad header: {error}"))?;
    let shape = Shape::of(&header).ok_or("its sizes are out of range")?;
    accept(&header)?;
    let numbers = take(shape.bytes())?;
    // The end of the frame holds its checksum.
    if decoder.read(&mut [0]).map_err(damaged)? > 0 {
        return Err(format!("more than {} bytes of weights", shape.bytes()));
    }
    let (short, long) = numbers.split_at(2 * (shape.bias + shape.rows + shape.dense));
    let mut short = short.as_chunks::<2>().0.iter().map(|bytes| i16::from_le_bytes(*bytes));
    let mut next = |count: usize| short.by_ref().take(count).collect();
    let weights = Weights {
        bias: next(shape.bias),
        rows: next(shape.rows),
        dense: next(shape.dense),
        dense_bias: long.as_chunks::<4>().0.iter().map(|bytes| i32::from_le_bytes(*bytes)).collect(),
    };
    Ok((header, weights))
}

/// Formats a file.
pub(super) fn write(header: &Header, weights: &Weights) -> io::Result<Vec<u8>> {
    let text = serde_json::to_vec(header)?;
    let mut encoder = packing::Packer::new(MAGIC.to_vec(), LEVEL)?;
    encoder.write_all(&(text.len() as u32).to_le_bytes())?;
    encoder.write_all(&text)?;
    for list in [&weights.bias, &weights.rows, &weights.dense] {
        let bytes: Vec<u8> = list.iter().flat_map(|number| number.to_le_bytes()).collect();
        encoder.write_all(&bytes)?;
    }
    let bytes: Vec<u8> = weights.dense_bias.iter().flat_map(|number| number.to_le_bytes()).collect();
    encoder.write_all(&bytes)?;
    encoder.finish()
}

/// The number of weights of each kind.
struct Shape {
    bias: usize,
    rows: usize,
    dense: usize,
    dense_bias: usize,
}

impl Shape {
    /// Returns `None` if a size is out of range.
    fn of(header: &Header) -> Option<Shape> {
        let Header { inputs, hidden, buckets, max_active, hce_share, second, .. } = *header;
        let in_range = (1..=1 << 16).contains(&inputs)
            && (1..=1024).contains(&hidden)
            && hidden.is_multiple_of(LANES)
            && (1..=64).contains(&buckets)
            && (1..=inputs).contains(&max_active)
            && (0..=HCE_WHOLE).contains(&hce_share)
            && dense::is_width(second);
        in_range.then(|| {
            let (dense, dense_bias) = header.dense_sizes();
            Shape { bias: hidden, rows: inputs * hidden, dense, dense_bias }
        })
    }

    fn bytes(&self) -> usize {
        2 * (self.bias + self.rows + self.dense) + 4 * self.dense_bias
    }
}

/// Checks that sizes and weights are consistent and fit the arithmetic.
pub(super) fn check(header: &Header, weights: &Weights) -> Result<(), String> {
    let shape = Shape::of(header).ok_or("its sizes are out of range")?;
    let Weights { bias, rows, dense, dense_bias } = weights;
    let sizes = [bias.len(), rows.len(), dense.len(), dense_bias.len()];
    if sizes != [shape.bias, shape.rows, shape.dense, shape.dense_bias] {
        return Err("its sizes do not fit each other".into());
    }
    let texts = [&header.game, &header.command, &header.data];
    if texts.iter().any(|text| text.chars().any(char::is_control)) {
        return Err("its header is no plain text".into());
    }
    // Within these bounds no sum of a layer exceeds its arithmetic.
    let has_large = (0..header.buckets).flat_map(|bucket| header.layer_places(bucket)).any(|place| {
        dense[place.weight_range()].iter().any(|weight| i32::from(*weight).abs() > place.units.weight_max)
    });
    if has_large || dense_bias.iter().any(|bias| bias.unsigned_abs() > LARGEST_BIAS) {
        return Err("a weight behind its first layer is too large".into());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nnue::dense::BLOCK;
    use crate::nnue::dense::{SECOND, WIDEST};

    fn sample() -> (Header, Weights) {
        let header = Header {
            game: "xiangqi".into(),
            inputs: 5,
            hidden: LANES,
            second: 16,
            buckets: 2,
            max_active: 4,
            hce_share: 64,
            command: "none".into(),
            data: String::new(),
        };
        let numbers = |count: usize| (0..count).map(|i| (i % 128) as i16 - 64).collect();
        let dense = 2 * 16 * (2 * LANES + 1);
        let (bias, rows, dense) = (numbers(LANES), numbers(5 * LANES), numbers(dense));
        (header, Weights { bias, rows, dense, dense_bias: vec![-70_000; 2 * (16 + 1)] })
    }

    #[test]
    fn what_is_written_is_read() {
        let (header, weights) = sample();
        assert_eq!(read(&write(&header, &weights).unwrap()[..], |_| Ok(())).unwrap(), (header, weights));
    }

    #[test]
    fn every_damage_is_noticed() {
        let (header, weights) = sample();
        let bytes = write(&header, &weights).unwrap();
        for at in 0..bytes.len() {
            assert!(read(&bytes[..at], |_| Ok(())).is_err(), "cut at {at}");
            let mut bad = bytes.clone();
            bad[at] ^= 0x10;
            // Flags of the frame that change nothing may differ; weights may not.
            if let Ok(same) = read(&bad[..], |_| Ok(())) {
                assert_eq!(same, (header.clone(), weights.clone()), "byte {at}");
            }
        }
    }

    /// A file is read no further than its first fault: this one has no end.
    #[test]
    fn a_bad_file_is_not_read_to_its_end() {
        let (header, weights) = sample();
        let endless = |bytes: Vec<u8>| io::BufReader::new(io::Cursor::new(bytes).chain(io::repeat(b'x')));
        assert!(read(endless(Vec::new()), |_| Ok(())).is_err());
        assert!(read(endless(MAGIC.to_vec()), |_| Ok(())).is_err());
        let bytes = write(&header, &weights).unwrap();
        assert!(read(endless(bytes), |_| Err("of another game".to_owned())).is_err());
        let mut more = packing::Packer::new(MAGIC.to_vec(), LEVEL).unwrap();
        let text = serde_json::to_vec(&header).unwrap();
        more.write_all(&(text.len() as u32).to_le_bytes()).unwrap();
        more.write_all(&text).unwrap();
        more.write_all(&vec![0; 1 << 24]).unwrap();
        assert!(read(&more.finish().unwrap()[..], |_| Ok(())).unwrap_err().starts_with("more than"));
    }

    #[test]
    fn weights_beyond_the_arithmetic_are_refused() {
        let (header, mut weights) = sample();
        assert_eq!(check(&header, &weights), Ok(()));
        weights.dense[7] = SECOND.weight_max as i16 + 1;
        assert!(check(&header, &weights).is_err());
        (weights.dense[7], weights.dense_bias[7]) = (0, i32::MIN);
        assert!(check(&header, &weights).is_err());
        assert!(check(&Header { second: WIDEST + BLOCK, ..header.clone() }, &sample().1).is_err());
        assert!(check(&Header { hidden: LANES + 1, ..header.clone() }, &sample().1).is_err());
        assert!(check(&Header { buckets: 0, ..header.clone() }, &sample().1).is_err());
        assert!(check(&Header { data: "two\nlines".into(), ..header }, &sample().1).is_err());
    }
}
