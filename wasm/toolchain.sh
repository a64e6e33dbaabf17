# Sets the compiler of WebAssembly, for the scripts that source this from the root of the repository: `cargo` and the target `wasm`.
#
# The standard library is built anew, since none that is shipped has threads, and a smaller one fits the element. The compiler is
# that of rustup, with `rustup component add rust-src`; or Debian's newest (packages rustc-web, cargo-web, rust-web-src). The
# command line of wasm-bindgen has to be of the version in Cargo.lock: cargo install wasm-bindgen-cli --version …
# shellcheck shell=bash disable=SC2034
wasm=wasm32-unknown-unknown
# The linker for WebAssembly comes with every compiler of rustup.
linker=$(find "$(rustc --print sysroot)/lib/rustlib" -name rust-lld | head -n 1)
export RUSTC_BOOTSTRAP=1 CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER="${linker:-wasm-ld}"
cargo=cargo
if [ ! -d "$(rustc --print sysroot)/lib/rustlib/src/rust/library" ]; then
    if [ ! -d "$(/usr/bin/rustc --print sysroot 2>/dev/null)/lib/rustlib/src/rust/library" ]; then
        echo "$0: no sources of the standard library: rustup component add rust-src" >&2
        exit 2
    fi
    export RUSTC=/usr/bin/rustc
    cargo=/usr/bin/cargo
fi
