//! Banco for the browser: a conversation in the text protocol, for a worker whose script defines `bancoSay` and
//! `bancoStops` (see `src/serve/page/worker.js`).

#![cfg(target_family = "wasm")]

mod crew;

use std::io::{self, Write};
use std::panic;
use std::sync::Arc;

use banco::engine::BackgroundTables;
use banco::nnue::Network;
use banco::protocol::{HostPolicy, Inline, Writer};
use wasm_bindgen::prelude::*;

/// The server's policy for a page; threads are as many as the page has workers for.
const POLICY: HostPolicy = HostPolicy { files: false, hash: 128, threads: 1, waiting: 256 };

#[wasm_bindgen]
extern "C" {
    /// Takes lines that the engine says.
    #[wasm_bindgen(js_name = bancoSay)]
    fn say(lines: &str);

    /// Whether the search is to end.
    #[wasm_bindgen(js_name = bancoStops)]
    fn stops() -> bool;

    #[wasm_bindgen(js_namespace = console)]
    fn error(text: &str);
}

/// Where the engine's lines leave.
#[derive(Default)]
struct PageWriter(Vec<u8>);

impl Write for PageWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        say(String::from_utf8_lossy(&self.0).trim_end());
        self.0.clear();
        Ok(())
    }
}

/// Takes the file of a network, before any conversation.
#[wasm_bindgen(js_name = takeNetwork)]
pub fn take_network(bytes: &[u8]) -> Result<(), String> {
    Network::register(bytes)
}

/// An engine and its conversation with a page.
#[wasm_bindgen]
pub struct Conversation {
    inline: Inline,
    tables: Arc<BackgroundTables>,
}

#[wasm_bindgen]
impl Conversation {
    /// An engine at the start of its first game, which offers so many threads.
    #[wasm_bindgen(constructor)]
    pub fn new(threads: u32) -> Result<Conversation, String> {
        panic::set_hook(Box::new(|info| error(&info.to_string())));
        let policy = HostPolicy { threads: threads.into(), ..POLICY };
        let tables = BackgroundTables::from_host();
        let inline = Inline::new(Writer::new(PageWriter::default()), policy, stops, Some(tables.clone()));
        inline.map(|inline| Conversation { inline, tables }).map_err(|why| why.to_string())
    }

    /// Obeys a line; what it begins is done when this returns.
    pub fn receive(&mut self, line: &str) {
        self.inline.receive(line);
    }

    /// Takes in a table that was built before; one of another version is passed over, and stays missing.
    #[wasm_bindgen(js_name = addTable)]
    pub fn add_table(&self, game: &str, class: &str, bytes: Vec<u8>) {
        let _ = self.tables.add(game, class, bytes);
    }

    /// Notes that the tables of a game are on their way; which of them are missing, the smallest first.
    #[wasm_bindgen(js_name = wantTables)]
    pub fn want_tables(&self, game: &str) -> Vec<String> {
        self.tables.request(game).unwrap_or_default()
    }

    /// Builds a table that is missing; its bytes.
    #[wasm_bindgen(js_name = buildTable)]
    pub fn build_table(&self, game: &str, class: &str) -> Result<Vec<u8>, String> {
        self.tables.build(game, class).map_err(|why| why.to_string())
    }

    /// Notes why no more tables of a game come.
    #[wasm_bindgen(js_name = failTables)]
    pub fn fail_tables(&self, game: &str, why: String) {
        let _ = self.tables.fail(game, why);
    }
}
