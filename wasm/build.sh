#!/usr/bin/env bash
# Builds the npm package `banco-engine` into a folder, which `banco export-page` takes its engines from: one for any browser, one
# with SIMD instructions, and one with SIMD and threads. Names after the folder limit the build to these.
# wasm/toolchain.sh names what it needs.
set -euo pipefail
out=$(realpath -m "${1:?usage: wasm/build.sh FOLDER [engine] [engine-simd] [engine-threads]}")
shift
[ $# -gt 0 ] || set -- engine engine-simd engine-threads
cd "$(dirname "$0")/.."
. wasm/toolchain.sh
# The most memory that threads share, in bytes.
memory=$((512 << 20))

# build NAME FLAG…: an engine with these compiler flags. A panic names the line, but neither file nor values: 2 % fewer bytes.
# Fewer functions are inlined: 11 % fewer bytes, 0.98 times the nodes a second.
build() {
    local name=$1 folder="${CARGO_TARGET_DIR:-target}/$1"
    local small="-Zfmt-debug=none -Zlocation-detail=line -Cllvm-args=-inline-threshold=25"
    shift
    RUSTFLAGS="$small $*" "$cargo" build --package banco-wasm --lib --profile wasm --locked --target "$wasm" \
        -Zbuild-std=std,panic_abort --target-dir "$folder"
    wasm-bindgen --target web --no-typescript --remove-name-section --remove-producers-section --out-dir "$out" \
        --out-name "$name" "$folder/$wasm/wasm/banco_wasm.wasm"
}

# Files are written beside and renamed, for builds that run side by side.
mkdir -p "$out"
beside=$(mktemp -d "$out.XXXXXX")
cp wasm/js/* wasm/README.md LICENSE-APACHE LICENSE-MIT "$beside"
# The same types for `require`: TypeScript tells the two apart by their names.
cp wasm/js/index.d.ts "$beside/index.d.cts"
version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml)
sed "s/\"version\": .*/\"version\": \"$version\",/" wasm/package.json >"$beside/package.json"
for game in xiangqi commander; do cp "src/games/$game/net.nnue" "$beside/$game.nnue"; done
mv -f "$beside"/* "$out"
rmdir "$beside"
for name; do
    case $name in
    engine) build engine ;;
    engine-simd) build engine-simd -Ctarget-feature=+simd128 ;;
    engine-threads)
        flags=("-Ctarget-feature=+simd128,+atomics,+bulk-memory")
        for word in shared-memory import-memory "max-memory=$memory" \
            export=__wasm_init_tls export=__tls_size export=__tls_align export=__tls_base; do
            flags+=("-Clink-arg=--$word")
        done
        build engine-threads "${flags[@]}"
        ;;
    *)
        echo "wasm/build.sh: no engine $name: engine, engine-simd or engine-threads expected" >&2
        exit 2
        ;;
    esac
done
