#!/usr/bin/env bash
# Builds the npm package `banco-board` into a folder: the script of <banco-board>, and the rules of each game in WebAssembly. Needs
# what wasm/build.sh needs.
set -euo pipefail
out=$(realpath -m "${1:?usage: page/element/build.sh FOLDER}")
cd "$(dirname "$0")/../.."
. wasm/toolchain.sh
target=${CARGO_TARGET_DIR:-target}

mkdir -p "$out/rules"
games=$("$cargo" run --quiet --release --locked --package banco-element --bin join -- "$out")
cp page/element/README.md page/assets/glyphs.LICENSE LICENSE-APACHE LICENSE-MIT "$out"
version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml)
sed "s/VERSION/$version/g" page/element/package.json >"$out/package.json"
# A panic stops the rules without a text: the element shows a line.
export RUSTFLAGS="-Zfmt-debug=none -Zlocation-detail=none -Zunstable-options -Cpanic=immediate-abort"
for game in $games; do
    GAME=$game "$cargo" build --package banco-element --lib --profile element --locked --target "$wasm" \
        -Zbuild-std=std,panic_abort -Zbuild-std-features=optimize_for_size --target-dir "$target/element"
    wasm-bindgen --target web --no-typescript --remove-name-section --remove-producers-section --out-dir "$out/rules" \
        --out-name "$game" "$target/element/$wasm/element/banco_element.wasm"
done
