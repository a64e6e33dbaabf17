# The convention of engine test farms: `make EXE=name` leaves one binary of that name here.
EXE ?= banco

all:
	cargo build --release --locked
	cp target/release/banco $(EXE)

# For the machine that builds: all its instructions but those of AVX-512, which slow the search down (0.92 times the nodes
# per second).
NO_AVX512 = $(if $(filter x86_64,$(shell uname -m)),-C target-feature=-avx512f)

native:
	RUSTFLAGS="-C target-cpu=native $(NO_AVX512)" cargo build --release --locked
	cp target/release/banco $(EXE)

# The page as static files for any web host, in target/page (docs/page.md says what that needs).
page:
	wasm/build.sh target/page-engine
	cargo run --release --locked -- export-page target/page

test:
	cargo test --release --locked

# A package for Debian in target/debian (`cargo install cargo-deb`).
deb:
	cargo build --release --locked
	.ci/extras target/release/banco target/extras
	cargo deb --package banco-cli --no-build --locked

# A wheel for Python in target/wheels, which carries the program (`pip install maturin`).
wheel:
	cp LICENSE-MIT LICENSE-APACHE python/
	cd python && maturin build --release --locked --auditwheel skip --out ../target/wheels

clean:
	cargo clean

.PHONY: all native page test deb wheel clean
