#!/usr/bin/env bash
# Builds the engine for the browser into a folder, plain and with SIMD instructions, for `banco export-page`.
#
# The compiler is that of rustup, with `rustup target add wasm32-unknown-unknown`; or Debian's newest (packages rustc-web,
# cargo-web, rust-web-src), which builds the standard library anew. The command line of wasm-bindgen has to be of the
# version in Cargo.lock: cargo install wasm-bindgen-cli --version …
set -euo pipefail
out=$(realpath -m "${1:?usage: wasm/build.sh FOLDER}")
cd "$(dirname "$0")/.."
target=wasm32-unknown-unknown
options=(--package banco-wasm --lib --profile wasm --locked --target "$target")

cargo=cargo
if [ ! -d "$(rustc --print target-libdir --target "$target")" ]; then
    source=$(/usr/bin/rustc --print sysroot 2>/dev/null)/lib/rustlib/src/rust/library
    if [ ! -d "$source" ]; then
        echo "wasm/build.sh: no compiler for $target: rustup target add $target" >&2
        exit 2
    fi
    # The linker for WebAssembly comes with every compiler of rustup.
    linker=$(find "$(rustc --print sysroot)/lib/rustlib" -name rust-lld | head -n 1)
    export RUSTC=/usr/bin/rustc RUSTC_BOOTSTRAP=1 CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER="${linker:-wasm-ld}"
    cargo=/usr/bin/cargo
    options+=("-Zbuild-std=std,panic_abort")
fi

# build NAME FLAGS: an engine with these compiler flags.
build() {
    RUSTFLAGS="$2" "$cargo" build "${options[@]}" --target-dir "${CARGO_TARGET_DIR:-target}/$1"
    wasm-bindgen --target web --no-typescript --remove-name-section --remove-producers-section --out-dir "$out" \
        --out-name "$1" "${CARGO_TARGET_DIR:-target}/$1/$target/wasm/banco_wasm.wasm"
}

mkdir -p "$out"
build engine ""
build engine-simd "-C target-feature=+simd128"
