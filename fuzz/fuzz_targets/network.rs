//! Files of networks: damaged ones are errors, and no accepted one exceeds its arithmetic.
#![no_main]

use std::io::Write;
use std::sync::Arc;

use banco::base::{packing::Packer, score};
use banco::games::namdinh::NamDinh;
use banco::nnue::{Header, Network};
use banco::traits::{Game, Notation};
use libfuzzer_sys::fuzz_target;

const MAGIC: &[u8] = b"BANCO-NET 3\n";

/// Returns the content of a file: a header in JSON, and bytes of weights that are repeated as often as it demands.
fn packed(header: &str, weights: &[u8]) -> Option<Vec<u8>> {
    let mut packer = Packer::new(MAGIC.to_vec(), 1).ok()?;
    packer.write_all(&(header.len() as u32).to_le_bytes()).ok()?;
    packer.write_all(header.as_bytes()).ok()?;
    let known: Option<Header> = serde_json::from_str(header).ok();
    let Some(known) =
        known.filter(|known| known.inputs < 1 << 11 && known.hidden <= 64 && known.second <= 64)
    else {
        packer.write_all(weights).ok()?;
        return packer.finish().ok();
    };
    if known.buckets == 0 || known.buckets > 8 {
        return None;
    }
    let (dense, dense_bias) = known.dense_sizes();
    let size = 2 * (known.hidden * (known.inputs + 1) + dense) + 4 * dense_bias;
    let repeated: Vec<u8> = weights.iter().copied().cycle().take(size).collect();
    packer.write_all(&repeated).ok()?;
    packer.finish().ok()
}

fuzz_target!(|data: &[u8]| {
    let _ = Network::read(data);
    let _ = Network::read(&[MAGIC, data].concat());
    // A line with the header, and weights.
    let Some(end) = data.iter().position(|&byte| byte == b'\n') else { return };
    let Ok(header) = std::str::from_utf8(&data[..end]) else { return };
    let Some(bytes) = packed(header, &data[end + 1..]) else { return };
    let Ok(network) = Network::read(&bytes) else { return };
    let saved = tempfile::NamedTempFile::new().expect("a folder for temporary files");
    Network::save(network.header(), &network.weights(), saved.path()).expect("it was read");
    let Ok(network) = Network::load::<NamDinh>(saved.path()) else { return };
    let (mut position, portable) = (NamDinh::start(&Default::default()), Arc::new(network.portable()));
    for _ in 0..6 {
        let value = network.evaluate(&position);
        assert_eq!(value, portable.evaluate(&position));
        assert!(value.abs() <= score::EVAL_MAX);
        let moves = position.moves();
        let Some(&mv) = moves.get(usize::from(data[0]) % moves.len().max(1)) else { return };
        position.play(mv);
    }
});
