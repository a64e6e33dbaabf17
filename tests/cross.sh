#!/usr/bin/env bash
# Builds Banco for other systems and compares it with the program of this one: perft, searches, an exact value and the
# bench must be equal.
#
#     tests/cross.sh [aarch64] [windows] [macos]
#
# aarch64 runs under qemu, Windows under Wine, macOS is type-checked. Where rustup has the target it is used; otherwise
# Debian's compiler builds the standard library too. Debian's packages: rustc-web cargo-web rust-web-src
# libstd-rust-web-dev; gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user; gcc-mingw-w64-x86-64-posix
# mingw-w64-x86-64-dev wine64; `pip install ziglang` for macOS.
set -euo pipefail
cd "$(dirname "$0")/.."
target="${CARGO_TARGET_DIR:-$PWD/target}"
features=(--package banco-cli --no-default-features)

# cargo_for TRIPLE VERB…: the compiler that has the target, or the one that can build its standard library.
cargo_for() {
    local triple=$1
    shift
    if [ -d "$(rustc --print target-libdir --target "$triple")" ]; then
        cargo "$@" --locked --target "$triple" "${features[@]}"
    else
        RUSTC=/usr/bin/rustc RUSTC_BOOTSTRAP=1 /usr/bin/cargo "$@" --locked --target "$triple" "${features[@]}" \
            -Zbuild-std=std,panic_unwind --target-dir "$target/cross"
    fi
}

# program TRIPLE NAME: path of the built program.
program() {
    if [ -e "$target/cross/$1/release/$2" ]; then echo "$target/cross/$1/release/$2"; else echo "$target/$1/release/$2"; fi
}

# steady: removes parts that differ between runs: times, rates and carriage returns.
steady() {
    tr -d '\r' | sed -E 's/(nps|time) [0-9]+//g; s/"(nps|seconds|processor)":[0-9.e-]+//g'
}

session() {
    local game
    for game in xiangqi commander namdinh oanquan; do
        printf 'setoption name UCI_Variant value %s\nposition startpos\ngo depth 5\nwait\nmoves\nlook\n' "$game"
    done
    printf 'position startpos moves nonsense\ngo\nquit\n'
}

# commands PROGRAM…: prints the outputs to compare.
commands() {
    session | "$@"
    local line
    for line in "xiangqi 3" "commander 2" "namdinh 4" "dicechess 1" "oanquan 5"; do
        # shellcheck disable=SC2086 # a game and a depth
        "$@" perft --json --game $line
    done
    "$@" solve --json --game oanquan --fen '0,0,1,0,4/9/2,0,3,0,1/6 s 20,24'
    "$@" match --json --quiet --game namdinh --engine cmd=banco name=a --engine cmd=builtin:random name=b \
        --each nodes=300 --games 2
    "$@" bench | tail -n 1 | cut -d ' ' -f 1
}

# compare NAME PROGRAM…
compare() {
    local name=$1
    shift
    commands "$@" 2>/dev/null | steady >"$target/$name.txt"
    diff "$target/here.txt" "$target/$name.txt"
    echo "$name: the same $(wc -l <"$target/$name.txt") lines, bench $(tail -n 1 "$target/$name.txt")"
}

systems=("$@")
[ $# -gt 0 ] || systems=(aarch64 windows macos)
if [[ "${systems[*]}" != macos ]]; then
    cargo build --release --locked
    commands "$target/release/banco" 2>/dev/null | steady >"$target/here.txt"
fi
for system in "${systems[@]}"; do
    case $system in
    aarch64)
        triple=aarch64-unknown-linux-gnu
        export CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER=aarch64-linux-gnu-gcc CC_aarch64_unknown_linux_gnu=aarch64-linux-gnu-gcc
        cargo_for $triple build --release
        compare aarch64 qemu-aarch64 -L /usr/aarch64-linux-gnu "$(program $triple banco)"
        ;;
    windows)
        triple=x86_64-pc-windows-gnu
        export CARGO_TARGET_X86_64_PC_WINDOWS_GNU_LINKER=x86_64-w64-mingw32-gcc-posix
        export CC_x86_64_pc_windows_gnu=x86_64-w64-mingw32-gcc-posix
        cargo_for $triple build --release
        exe=$(program $triple banco.exe)
        # Wine 8 lacks this library, which every Windows has from version 7 on.
        echo '#include <windows.h>
            #include <ntsecapi.h>
            __declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE to, SIZE_T n) { return RtlGenRandom(to, (ULONG)n); }' |
            x86_64-w64-mingw32-gcc-posix -shared -xc - -o "$(dirname "$exe")/bcryptprimitives.dll" -ladvapi32
        wine=$(command -v wine64 || command -v wine || echo /usr/lib/wine/wine64)
        export WINEDEBUG=-all WINEPREFIX="$target/wine"
        compare windows "$wine" "$exe"
        ;;
    macos)
        triple=aarch64-apple-darwin
        # Zig has its own name of the target.
        cat >"$target/zig-cc" <<'END'
#!/bin/sh
for word; do
    shift
    case $word in
    -arch | arm64 | --target=* | -mmacosx-version-min=*) ;;
    *) set -- "$@" "$word" ;;
    esac
done
exec "${PYTHON:-python3}" -m ziglang cc -target aarch64-macos "$@"
END
        chmod +x "$target/zig-cc"
        CC_aarch64_apple_darwin="$target/zig-cc" cargo_for $triple check --release
        echo "macos: type-checked"
        ;;
    *)
        echo "$0: no system $system: aarch64, windows or macos expected" >&2
        exit 2
        ;;
    esac
done
