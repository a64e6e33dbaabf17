#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| banco_fuzz::read_and_write(data, banco::record::Format::DhtmlXq));
