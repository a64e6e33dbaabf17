//! Compression by zstd (RFC 8878): the C library with the feature `zstd`, otherwise `ruzstd`. The latter needs no C
//! compiler, but reads at a third of the speed and compresses less. Each reads the other's output.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;

use super::{Error, Result, files};

#[cfg(feature = "zstd")]
use self::c as library;
#[cfg(not(feature = "zstd"))]
use self::rust as library;

/// Compressor that appends one frame with a checksum to its initial content.
pub struct Packer(library::Packer);

impl Packer {
    /// Begins a frame after the bytes of `start`; `level` is zstd's, from 1 to 22.
    ///
    /// # Errors
    /// Fails if memory cannot be allocated.
    pub fn new(start: Vec<u8>, level: i32) -> io::Result<Packer> {
        library::Packer::new(start, level).map(Packer)
    }

    /// Ends the frame and returns the initial content and the frame.
    ///
    /// # Errors
    /// Fails if memory cannot be allocated.
    pub fn finish(self) -> io::Result<Vec<u8>> {
        self.0.finish()
    }
}

impl Write for Packer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Compresses `bytes` into one frame with a checksum.
///
/// # Errors
/// Fails if memory cannot be allocated.
pub fn pack(bytes: &[u8], level: i32) -> io::Result<Vec<u8>> {
    library::pack(bytes, level)
}

/// Decompresses consecutive frames to the end of `input`. A damaged frame fails the read that reaches it.
///
/// # Errors
/// Fails if no frame begins there.
pub fn unpacker<R: BufRead>(input: R) -> io::Result<impl Read> {
    library::unpacker(input)
}

/// Magic number of a frame.
const MAGIC: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];
/// Capacity of the reader of a file: the bytes that are looked at to find format and encoding.
const LOOK: usize = 1 << 16;

/// Returns whether bytes begin with a frame.
pub fn is_packed(bytes: &[u8]) -> bool {
    bytes.starts_with(&MAGIC)
}

/// Opens a file for reading; its content may be packed.
///
/// # Errors
/// [`Error::File`] if it is not a regular file or cannot be read.
pub fn open(path: &Path) -> Result<Box<dyn BufRead>> {
    let mut file = BufReader::with_capacity(LOOK, files::open(path)?);
    let start = file.fill_buf().map_err(|error| Error::file(path, error))?;
    if !is_packed(start) {
        return Ok(Box::new(file));
    }
    let unpacked = unpacker(file).map_err(|error| Error::file(path, damaged(&error)))?;
    Ok(Box::new(BufReader::with_capacity(LOOK, Named(unpacked))))
}

fn damaged(error: &io::Error) -> io::Error {
    io::Error::other(format!("damaged: {error}"))
}

/// Reader whose faults are named as damage of the file.
struct Named<R>(R);

impl<R: Read> Read for Named<R> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        self.0.read(bytes).map_err(|error| damaged(&error))
    }
}

/// Decompresses frames of `most` bytes at most.
///
/// # Errors
/// Fails if a frame is damaged or the content is larger.
pub fn unpack(packed: &[u8], most: usize) -> io::Result<Vec<u8>> {
    library::unpack(packed, most)
}

#[cfg(feature = "zstd")]
mod c {
    use std::io::{self, BufRead, Read, Write};

    pub(super) struct Packer(zstd::Encoder<'static, Vec<u8>>);

    impl Packer {
        pub(super) fn new(start: Vec<u8>, level: i32) -> io::Result<Packer> {
            let mut encoder = zstd::Encoder::new(start, level)?;
            encoder.include_checksum(true)?;
            Ok(Packer(encoder))
        }

        pub(super) fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.write(bytes)
        }

        pub(super) fn finish(self) -> io::Result<Vec<u8>> {
            self.0.finish()
        }
    }

    /// Compresses with a known size, which makes the library use less memory and time for small input.
    pub(super) fn pack(bytes: &[u8], level: i32) -> io::Result<Vec<u8>> {
        let mut packer = zstd::bulk::Compressor::new(level)?;
        packer.include_checksum(true)?;
        packer.compress(bytes)
    }

    pub(super) fn unpacker<R: BufRead>(input: R) -> io::Result<impl Read> {
        zstd::Decoder::with_buffer(input)
    }

    pub(super) fn unpack(packed: &[u8], most: usize) -> io::Result<Vec<u8>> {
        zstd::bulk::decompress(packed, most)
    }
}

#[cfg(any(test, not(feature = "zstd")))]
mod rust {
    use std::io::{self, BufRead, Read};

    use ruzstd::decoding::{FrameDecoder, StreamingDecoder};
    use ruzstd::encoding::{CompressionLevel, compress};

    pub(super) struct Packer {
        packed: Vec<u8>,
        plain: Vec<u8>,
    }

    impl Packer {
        /// Ignores the level: `ruzstd` implements only one.
        pub(super) fn new(start: Vec<u8>, _level: i32) -> io::Result<Packer> {
            Ok(Packer { packed: start, plain: Vec::new() })
        }

        pub(super) fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.plain.extend_from_slice(bytes);
            Ok(bytes.len())
        }

        pub(super) fn finish(mut self) -> io::Result<Vec<u8>> {
            compress(self.plain.as_slice(), &mut self.packed, CompressionLevel::Fastest);
            Ok(self.packed)
        }
    }

    pub(super) fn pack(bytes: &[u8], level: i32) -> io::Result<Vec<u8>> {
        let mut packer = Packer::new(Vec::new(), level)?;
        packer.write(bytes)?;
        packer.finish()
    }

    /// Reads consecutive frames and compares checksums, which `ruzstd` leaves to the caller.
    struct Unpacker<R: BufRead> {
        frame: Option<StreamingDecoder<R, FrameDecoder>>,
    }

    fn open<R: BufRead>(input: R) -> io::Result<StreamingDecoder<R, FrameDecoder>> {
        StreamingDecoder::new(input).map_err(io::Error::other)
    }

    impl<R: BufRead> Read for Unpacker<R> {
        fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
            while let Some(frame) = &mut self.frame {
                let count = frame.read(bytes)?;
                if count > 0 || bytes.is_empty() {
                    return Ok(count);
                }
                let decoder = &frame.decoder;
                let stored = decoder.get_checksum_from_data();
                if stored.is_some() && stored != decoder.get_calculated_checksum() {
                    return Err(io::Error::other("wrong checksum"));
                }
                let mut input = self.frame.take().map(StreamingDecoder::into_inner);
                if let Some(input) =
                    input.take_if(|input| input.fill_buf().is_ok_and(|rest| !rest.is_empty()))
                {
                    self.frame = Some(open(input)?);
                }
            }
            Ok(0)
        }
    }

    pub(super) fn unpacker<R: BufRead>(input: R) -> io::Result<impl Read> {
        Ok(Unpacker { frame: Some(open(input)?) })
    }

    pub(super) fn unpack(packed: &[u8], most: usize) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        unpacker(packed)?.take(most as u64 + 1).read_to_end(&mut bytes)?;
        if bytes.len() > most { Err(io::Error::other(format!("more than {most} bytes"))) } else { Ok(bytes) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns compressible bytes of more than one block.
    fn sample() -> Vec<u8> {
        (0..400_000_u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 24) as u8 & (i >> 13) as u8).collect()
    }

    #[test]
    fn frames_are_read_back_one_after_the_other() {
        let bytes = sample();
        let mut packed = pack(&bytes, 3).unwrap();
        assert!(packed.len() < bytes.len());
        packed.extend(pack(b"more", 3).unwrap());
        let both = [&bytes[..], b"more"].concat();
        let mut read = Vec::new();
        unpacker(&packed[..]).unwrap().read_to_end(&mut read).unwrap();
        assert_eq!(read, both);
        assert_eq!(unpack(&packed, both.len()).unwrap(), both);
        assert!(unpack(&packed, both.len() - 1).is_err());
    }

    #[test]
    fn damage_is_an_error() {
        let packed = pack(&sample(), 3).unwrap();
        for place in (1..packed.len()).step_by(packed.len() / 50) {
            let mut damaged = packed.clone();
            damaged[place] ^= 0x41;
            assert!(unpack(&damaged, 1 << 20).is_err(), "byte {place}");
            assert!(unpack(&packed[..place], 1 << 20).is_err(), "cut at {place}");
        }
    }

    #[cfg(feature = "zstd")]
    #[test]
    fn each_library_reads_what_the_other_wrote() {
        let bytes = sample();
        let mut packer = rust::Packer::new(b"start".to_vec(), 3).unwrap();
        packer.write(&bytes).unwrap();
        let packed = packer.finish().unwrap();
        assert_eq!(unpack(packed.strip_prefix(b"start").unwrap(), bytes.len()).unwrap(), bytes);
        assert_eq!(unpack(&rust::pack(&bytes, 3).unwrap(), bytes.len()).unwrap(), bytes);
        for level in [1, 12, 19] {
            let mut packed = pack(&bytes, level).unwrap();
            assert_eq!(rust::unpack(&packed, bytes.len()).unwrap(), bytes);
            *packed.last_mut().unwrap() ^= 1;
            assert!(rust::unpack(&packed, bytes.len()).is_err(), "the checksum is wrong");
        }
    }
}
