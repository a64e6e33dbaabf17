//! Encodings of texts: detected in native builds, decoded by the host's function in WebAssembly.

use std::io::{BufRead, BufReader, Read};

use crate::base::{Error, Result};

/// An encoding of texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// UTF-8, with or without a mark.
    Utf8,
    /// UTF-16, the low byte first.
    Utf16Le,
    /// UTF-16, the high byte first.
    Utf16Be,
    /// Simplified Chinese, of which GB2312 and GBK are parts.
    Gb18030,
    /// Traditional Chinese.
    Big5,
    /// Vietnamese.
    Windows1258,
}

/// Decodes bytes in an encoding that the host detects: `TextDecoder` of a browser.
pub type HostDecoder<'a> = &'a dyn Fn(&[u8]) -> String;

/// Names of encodings, the usual one first.
const NAMES: [(&str, Encoding); 10] = [
    ("utf-8", Encoding::Utf8),
    ("utf-16", Encoding::Utf16Le),
    ("utf-16be", Encoding::Utf16Be),
    ("gb18030", Encoding::Gb18030),
    ("big5", Encoding::Big5),
    ("windows-1258", Encoding::Windows1258),
    ("utf-16le", Encoding::Utf16Le),
    ("utf8", Encoding::Utf8),
    ("gbk", Encoding::Gb18030),
    ("gb2312", Encoding::Gb18030),
];

impl Encoding {
    /// Returns the usual name.
    pub fn name(self) -> &'static str {
        NAMES.iter().find(|name| name.1 == self).map_or("", |name| name.0)
    }

    /// Finds an encoding by its name.
    ///
    /// # Errors
    /// [`Error::Unknown`] if there is none.
    pub fn find(name: &str) -> Result<Encoding> {
        let found = NAMES.iter().find(|one| one.0.eq_ignore_ascii_case(name));
        let names: Vec<&str> = NAMES[..6].iter().map(|one| one.0).collect();
        found.map(|one| one.1).ok_or_else(|| Error::unknown_of("encoding", name, names.join(", ")))
    }

    /// Decodes a text; bytes that do not fit become replacement characters.
    pub fn decode(self, bytes: &[u8]) -> String {
        match self {
            Encoding::Utf16Le => wide(bytes, u16::from_le_bytes),
            Encoding::Utf16Be => wide(bytes, u16::from_be_bytes),
            Encoding::Utf8 => String::from_utf8_lossy(bytes).into_owned(),
            _ => native::decode(self, bytes),
        }
    }

    /// Encodes a text; characters that the encoding lacks become question marks. `host` is needed in WebAssembly.
    pub fn encode(self, text: &str, host: Option<HostDecoder<'_>>) -> Vec<u8> {
        match self {
            Encoding::Utf8 => text.as_bytes().to_vec(),
            Encoding::Utf16Le => text.encode_utf16().flat_map(u16::to_le_bytes).collect(),
            Encoding::Utf16Be => text.encode_utf16().flat_map(u16::to_be_bytes).collect(),
            _ if text.is_ascii() => text.as_bytes().to_vec(),
            _ => native::encode(self, text, host),
        }
    }

    /// Encodes as many characters of a text as fit into a number of bytes.
    pub(super) fn encode_up_to(self, text: &str, most: usize, host: Option<HostDecoder<'_>>) -> Vec<u8> {
        // A character takes a byte or more.
        let mut cut = text.char_indices().nth(most).map_or(text, |(end, _)| &text[..end]);
        loop {
            let bytes = self.encode(cut, host);
            match cut.char_indices().next_back() {
                Some((last, _)) if bytes.len() > most => cut = &cut[..last],
                _ => return bytes,
            }
        }
    }

    /// Returns whether the encoding has the simplified characters of moves and results.
    pub(super) fn has_simplified(self) -> bool {
        !matches!(self, Encoding::Big5 | Encoding::Windows1258)
    }

    /// Guesses the encoding of a text from its beginning.
    pub fn guess(sample: &[u8]) -> Encoding {
        let nulls = |from: usize| sample.iter().skip(from).step_by(2).filter(|&&byte| byte == 0).count();
        match sample {
            [0xff, 0xfe, ..] => return Encoding::Utf16Le,
            [0xfe, 0xff, ..] => return Encoding::Utf16Be,
            _ if nulls(1) > sample.len() / 16 && nulls(0) < nulls(1) / 4 => return Encoding::Utf16Le,
            _ if nulls(0) > sample.len() / 16 && nulls(1) < nulls(0) / 4 => return Encoding::Utf16Be,
            _ => {}
        }
        match std::str::from_utf8(sample) {
            Ok(_) => Encoding::Utf8,
            // The sample may end within a character.
            Err(error) if error.error_len().is_none() && error.valid_up_to() > 0 => Encoding::Utf8,
            Err(_) => native::guess(sample),
        }
    }
}

fn wide(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> String {
    let units: Vec<u16> = bytes.as_chunks::<2>().0.iter().map(|&pair| unit(pair)).collect();
    String::from_utf16_lossy(&units)
}

#[cfg(not(target_family = "wasm"))]
mod native {
    use super::{Encoding, HostDecoder};
    use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};

    fn table(encoding: Encoding) -> &'static encoding_rs::Encoding {
        match encoding {
            Encoding::Big5 => encoding_rs::BIG5,
            Encoding::Windows1258 => encoding_rs::WINDOWS_1258,
            _ => encoding_rs::GB18030,
        }
    }

    pub fn decode(encoding: Encoding, bytes: &[u8]) -> String {
        let text = table(encoding).decode_without_bom_handling(bytes).0;
        if encoding == Encoding::Windows1258 { compose(&text) } else { text.into_owned() }
    }

    pub fn encode(encoding: Encoding, text: &str, _: Option<HostDecoder<'_>>) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(2 * text.len());
        let mut letter = [0; 4];
        for c in text.chars() {
            let (base, tone) = split(c).filter(|_| encoding == Encoding::Windows1258).unwrap_or((c, None));
            for part in std::iter::once(base).chain(tone) {
                match table(encoding).encode(part.encode_utf8(&mut letter)) {
                    (code, _, false) => bytes.extend_from_slice(&code),
                    _ => bytes.push(b'?'),
                }
            }
        }
        bytes
    }

    /// Characters that games of Xiangqi are full of, simplified and traditional.
    const FREQUENT: &str = "炮砲车車马馬卒兵将將帅帥仕士相象进進退平前后後中一二三四五六七八九１２３４５６７８９\
                            红紅黑先胜勝负負和局年月日杯赛賽届屆第棋手";

    pub fn guess(sample: &[u8]) -> Encoding {
        let frequent = |encoding| decode(encoding, sample).chars().filter(|&c| FREQUENT.contains(c)).count();
        let (simplified, traditional) = (frequent(Encoding::Gb18030), frequent(Encoding::Big5));
        if simplified.max(traditional) > 2 * simplified.min(traditional) + 1 {
            return if simplified > traditional { Encoding::Gb18030 } else { Encoding::Big5 };
        }
        let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
        detector.feed(sample, true);
        let guessed = detector.guess(None, Utf8Detection::Deny);
        if guessed == encoding_rs::BIG5 {
            Encoding::Big5
        } else if guessed.is_single_byte() {
            Encoding::Windows1258
        } else {
            Encoding::Gb18030
        }
    }

    /// Tones as combining characters, in the order of the table.
    const TONES: [char; 5] = ['\u{300}', '\u{309}', '\u{303}', '\u{301}', '\u{323}'];
    /// Vietnamese vowels, each before its five tones.
    const VOWELS: &str = "aàảãáạăằẳẵắặâầẩẫấậeèẻẽéẹêềểễếệiìỉĩíịoòỏõóọôồổỗốộơờởỡớợuùủũúụưừửữứựyỳỷỹýỵ\
                          AÀẢÃÁẠĂẰẲẴẮẶÂẦẨẪẤẬEÈẺẼÉẸÊỀỂỄẾỆIÌỈĨÍỊOÒỎÕÓỌÔỒỔỖỐỘƠỜỞỠỚỢUÙỦŨÚỤƯỪỬỮỨỰYỲỶỸÝỴ";

    /// Joins vowels to their tones, which Windows-1258 writes behind them.
    fn compose(text: &str) -> String {
        let mut out = String::with_capacity(text.len());
        for c in text.chars() {
            let tone = TONES.iter().position(|&tone| tone == c);
            let vowel =
                out.chars().next_back().and_then(|last| VOWELS.chars().position(|vowel| vowel == last));
            match (tone, vowel.filter(|at| at % 6 == 0)) {
                (Some(tone), Some(vowel)) => {
                    out.pop();
                    out.extend(VOWELS.chars().nth(vowel + 1 + tone));
                }
                _ => out.push(c),
            }
        }
        out
    }

    /// Splits a vowel from its tone.
    fn split(c: char) -> Option<(char, Option<char>)> {
        let at = VOWELS.chars().position(|vowel| vowel == c).filter(|at| at % 6 > 0)?;
        Some((VOWELS.chars().nth(at - at % 6)?, Some(TONES[at % 6 - 1])))
    }
}

#[cfg(target_family = "wasm")]
mod native {
    use std::collections::HashMap;

    use super::{Encoding, HostDecoder};

    pub fn decode(_: Encoding, bytes: &[u8]) -> String {
        String::from_utf8_lossy(bytes).into_owned()
    }

    pub fn guess(_: &[u8]) -> Encoding {
        Encoding::Gb18030
    }

    /// Browsers decode GB18030 only: the codes are found by decoding all of them.
    pub fn encode(_: Encoding, text: &str, host: Option<HostDecoder<'_>>) -> Vec<u8> {
        let four = |i: u32| {
            [
                0x81 + (i / 12600) as u8,
                0x30 + (i / 1260 % 10) as u8,
                0x81 + (i / 10 % 126) as u8,
                0x30 + (i % 10) as u8,
            ]
        };
        let mut codes = HashMap::new();
        let mut learn = |all: Vec<Vec<u8>>| {
            let joined: Vec<u8> = all.iter().flat_map(|code| [code, &b"\n"[..]].concat()).collect();
            let decoded = host.map_or(String::new(), |host| host(&joined));
            for (line, code) in decoded.split('\n').zip(all) {
                let mut letters = line.chars();
                if let (Some(letter), None) = (letters.next(), letters.next()) {
                    codes.insert(letter, code);
                }
            }
        };
        // Codes of four bytes first, so that those of two bytes replace them.
        learn((0..39420).map(|i| four(i).to_vec()).collect());
        learn((0x81..0xff).flat_map(|a| (0x40..0xff).map(move |b| vec![a, b])).collect());
        let mut bytes = Vec::new();
        for c in text.chars() {
            match codes.get(&c) {
                _ if c.is_ascii() => bytes.push(c as u8),
                Some(code) => bytes.extend_from_slice(code),
                None if c as u32 >= 0x10000 => bytes.extend(four(c as u32 + 123_464)),
                None => bytes.push(b'?'),
            }
        }
        bytes
    }
}

/// The longest line in bytes.
const LONGEST: usize = 32 << 20;

/// UTF-16 as a reader of UTF-8.
struct Wide<R> {
    reader: R,
    encoding: Encoding,
}

impl<R: Read> Read for Wide<R> {
    fn read(&mut self, out: &mut [u8]) -> std::io::Result<usize> {
        // A unit becomes at most three bytes; a pair of surrogates must not be torn.
        let mut units = vec![0; (out.len() / 3).max(2) & !1];
        let mut filled = 0;
        while filled < units.len() {
            match self.reader.read(&mut units[filled..])? {
                0 => break,
                count => filled += count,
            }
        }
        let high = if self.encoding == Encoding::Utf16Le { 1 } else { 0 };
        if filled >= 2 && (0xd8..0xdc).contains(&units[filled - 2 + high]) {
            let mut rest = [0; 2];
            if self.reader.read_exact(&mut rest).is_ok() {
                units.truncate(filled);
                units.extend(rest);
                filled += 2;
            }
        }
        let text = self.encoding.decode(&units[..filled]);
        out[..text.len()].copy_from_slice(text.as_bytes());
        Ok(text.len())
    }
}

/// The lines of a text in any encoding; they end with LF, CR or both.
pub(super) struct Lines<'a> {
    reader: Box<dyn BufRead + 'a>,
    /// The encoding named by the user.
    named: Option<Encoding>,
    /// The encoding of lines that are not in UTF-8, once there is one.
    pub guessed: Option<Encoding>,
    /// Whether the last line ended with CR, to which a LF may belong.
    is_after_cr: bool,
    bytes: Vec<u8>,
    /// The number of the last line, from 1.
    pub number: u32,
}

impl<'a> Lines<'a> {
    pub fn new(mut reader: impl BufRead + 'a, named: Option<Encoding>) -> Result<Lines<'a>> {
        let sample = reader.fill_buf().map_err(broken)?;
        let guessed = Encoding::guess(sample);
        let mark = match sample {
            [0xef, 0xbb, 0xbf, ..] => 3,
            [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => 2,
            _ => 0,
        };
        let encoding = named.unwrap_or(guessed);
        reader.consume(mark);
        let is_wide = matches!(encoding, Encoding::Utf16Le | Encoding::Utf16Be);
        let (reader, named): (Box<dyn BufRead + 'a>, _) = if is_wide {
            (Box::new(BufReader::with_capacity(1 << 16, Wide { reader, encoding })), None)
        } else {
            (Box::new(reader), named)
        };
        Ok(Lines { reader, named, guessed: None, is_after_cr: false, bytes: Vec::new(), number: 0 })
    }

    /// Returns the bytes that come next, for a look at them.
    pub fn peek(&mut self) -> Result<&[u8]> {
        self.reader.fill_buf().map_err(broken)
    }

    /// Returns the next line.
    ///
    /// # Errors
    /// [`Error::Limit`] if the line is too long, [`Error::Data`] if the file cannot be read.
    pub fn next(&mut self) -> Result<Option<String>> {
        self.bytes.clear();
        let mut is_whole = false;
        while !is_whole {
            let block = self.reader.fill_buf().map_err(broken)?;
            let skipped = usize::from(std::mem::take(&mut self.is_after_cr) && block.first() == Some(&b'\n'));
            let block = &block[skipped..];
            if block.is_empty() && skipped == 0 {
                break;
            }
            let end = block.iter().position(|&byte| byte == b'\n' || byte == b'\r');
            let text = &block[..end.unwrap_or(block.len())];
            self.bytes.extend_from_slice(text);
            is_whole = end.is_some();
            self.is_after_cr = end.is_some_and(|end| block[end] == b'\r');
            let used = skipped + text.len() + usize::from(is_whole);
            self.reader.consume(used);
            if self.bytes.len() > LONGEST {
                return Err(Error::limit(format!("line {}: longer than {LONGEST} bytes", self.number + 1)));
            }
        }
        if !is_whole && self.bytes.is_empty() {
            return Ok(None);
        }
        self.number += 1;
        Ok(Some(self.decode()))
    }

    /// Decodes the line. Files joined from several may change their encoding.
    fn decode(&mut self) -> String {
        if let Some(named) = self.named.filter(|_| !self.bytes.is_ascii()) {
            return named.decode(&self.bytes);
        }
        match std::str::from_utf8(&self.bytes) {
            // Two Chinese characters may look like two of Latin in UTF-8, but hardly like one of Chinese.
            Ok(text) if self.guessed.is_none() || text.is_ascii() || text.chars().any(|c| c > '\u{7ff}') => {
                text.to_owned()
            }
            _ => {
                let guess = || {
                    let more = self.reader.fill_buf().unwrap_or_default();
                    Encoding::guess(&[&self.bytes, more].concat())
                };
                let encoding = *self.guessed.get_or_insert_with(guess);
                encoding.decode(&self.bytes)
            }
        }
    }
}

fn broken(error: std::io::Error) -> Error {
    Error::data(error.to_string())
}
