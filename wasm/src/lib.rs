//! Banco for the browser: the text protocol in a worker, whose script defines `bancoPrint` and `bancoStops` (see
//! `wasm/js/worker.js`), files of games, and boards without a player.

#![cfg(target_family = "wasm")]

mod board;
mod crew;

use std::io::{self, Write};
use std::panic;

use banco::engine::BackgroundTables;
use banco::nnue::Network;
use banco::protocol::{HostPolicy, Inline, Writer};
use banco::record::{self, ReadOptions};
use wasm_bindgen::prelude::*;

/// The server's policy for a page; threads are as many as the page has workers for.
const POLICY: HostPolicy = HostPolicy { files: false, hash: 128, threads: 1, waiting: 256 };

#[wasm_bindgen]
extern "C" {
    /// Receives output lines of the engine.
    #[wasm_bindgen(js_name = bancoPrint)]
    fn print(lines: &str);

    /// Returns whether the search has to stop.
    #[wasm_bindgen(js_name = bancoStops)]
    fn stops() -> bool;

    #[wasm_bindgen(js_namespace = console)]
    fn error(text: &str);
}

/// Output of the engine.
#[derive(Default)]
struct PageWriter(Vec<u8>);

impl Write for PageWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        print(String::from_utf8_lossy(&self.0).trim_end());
        self.0.clear();
        Ok(())
    }
}

/// Loads the file of a network, before any conversation.
#[wasm_bindgen(js_name = takeNetwork)]
pub fn take_network(bytes: &[u8]) -> Result<(), String> {
    Network::register(bytes)
}

#[wasm_bindgen]
extern "C" {
    type TextDecoder;

    #[wasm_bindgen(constructor)]
    fn new(label: &str) -> TextDecoder;

    #[wasm_bindgen(method)]
    fn decode(this: &TextDecoder, bytes: &[u8]) -> String;
}

/// Decodes a text that is not in Unicode: browsers know GB18030, but detect nothing.
fn chinese(bytes: &[u8]) -> String {
    TextDecoder::new("gb18030").decode(bytes)
}

/// Returns the games of a file as JSON.
#[wasm_bindgen(js_name = readRecords)]
pub fn read_records(bytes: &[u8], game: &str, rules: &str, most: usize) -> Result<Vec<u8>, String> {
    let rules = record::rules(rules);
    let options = ReadOptions {
        game: Some(game),
        rules: &rules,
        most,
        decoder: Some(&chinese),
        ..ReadOptions::default()
    };
    record::read_as_json(bytes, &options).map_err(|why| why.to_string())
}

/// Returns the file of games in JSON.
#[wasm_bindgen(js_name = writeRecords)]
pub fn write_records(games: &[u8], format: &str, notation: &str) -> Result<Vec<u8>, String> {
    record::write_json_as(games, format, Some(notation), Some(&chinese)).map_err(|why| why.to_string())
}

/// Reports panics on the console.
fn report_panics() {
    panic::set_hook(Box::new(|info| error(&info.to_string())));
}

/// An engine and its conversation with a page.
#[wasm_bindgen]
pub struct Conversation {
    inline: Inline,
    tables: BackgroundTables,
}

#[wasm_bindgen]
impl Conversation {
    /// Creates an engine at the start of its first game, with at most `threads` threads.
    #[wasm_bindgen(constructor)]
    pub fn new(threads: u32) -> Result<Conversation, String> {
        report_panics();
        let policy = HostPolicy { threads: threads.into(), ..POLICY };
        let tables = BackgroundTables::from_host().map_err(|why| why.to_string())?;
        let inline = Inline::new(Writer::new(PageWriter::default()), policy, stops, Some(tables.clone()));
        inline.map(|inline| Conversation { inline, tables }).map_err(|why| why.to_string())
    }

    /// Handles a line; a search has finished when this returns.
    pub fn receive(&mut self, line: &str) {
        self.inline.receive(line);
    }

    /// Adds a table that was built before; one of another version is ignored and stays missing.
    #[wasm_bindgen(js_name = addTable)]
    pub fn add_table(&self, game: &str, class: &str, bytes: Vec<u8>) {
        let _ = self.tables.add(game, class, bytes);
    }

    /// Announces the tables of a game; returns the missing ones, the smallest first.
    #[wasm_bindgen(js_name = announceTables)]
    pub fn announce_tables(&self, game: &str) -> Vec<String> {
        self.tables.request(game).unwrap_or_default()
    }

    /// Builds a missing table; returns its bytes.
    #[wasm_bindgen(js_name = buildTable)]
    pub fn build_table(&self, game: &str, class: &str) -> Result<Vec<u8>, String> {
        self.tables.build(game, class).map_err(|why| why.to_string())
    }

    /// Records why no more tables of a game will arrive.
    #[wasm_bindgen(js_name = failTables)]
    pub fn fail_tables(&self, game: &str, why: String) {
        let _ = self.tables.fail(game, why);
    }
}
