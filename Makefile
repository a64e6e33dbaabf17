# The convention of engine test farms: `make EXE=name` leaves one binary of that name here.
EXE ?= banco

all: ## The program, in this folder as `banco` (EXE=name: another name)
	cargo build --release --locked
	cp target/release/banco $(EXE)

# All instructions but those of AVX-512, which slow the search down (0.92 times the nodes per second).
NO_AVX512 = $(if $(filter x86_64,$(shell uname -m)),-C target-feature=-avx512f)

native: ## The same for this machine's processor
	RUSTFLAGS="-C target-cpu=native $(NO_AVX512)" cargo build --release --locked
	cp target/release/banco $(EXE)

page: ## The page as static files for any web host, in target/page (see docs/page.md)
	wasm/build.sh target/page-engine
	cargo run --release --locked -- export-page target/page

deb: ## A package for Debian, in target/debian (`cargo install cargo-deb`)
	cargo build --release --locked
	.ci/extras target/release/banco target/extras
	cargo deb --package banco-cli --no-build --locked

wheel: copies ## A wheel for Python that carries the program, in target/wheels (`pip install maturin`)
	cd python && maturin build --release --locked --auditwheel skip --out $(or $(CARGO_TARGET_DIR),../target)/wheels

# The packages of crates and of Python hold no file from outside their folders.
copies: ## What the packages take from other folders
	cp LICENSE-MIT LICENSE-APACHE python/
	cp LICENSE-MIT LICENSE-APACHE cli/
	cp LICENSE-MIT LICENSE-APACHE page/
	mkdir -p page/engine && cp wasm/js/* page/engine/

dev: ## The program with debug assertions, less optimised, in target/debug
	cargo build --locked

test: ## All tests of Rust
	cargo test --release --locked

lint: ## Formatting and lints, as every change has to pass them
	cargo fmt --all --check
	cargo clippy --release --all-targets --locked -- -D warnings

clean: ## Remove what was built
	cargo clean

help: ## This list
	@awk -F ':[^#]*## ' '/^[a-z]+:.*## / { printf "%-10s%s\n", $$1, $$2 }' Makefile

.PHONY: all native page deb wheel copies dev test lint clean help
