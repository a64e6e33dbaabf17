# The convention of engine test farms: `make EXE=name` leaves one binary of that name here.
EXE ?= banco

all:
	cargo build --release --locked
	cp target/release/banco $(EXE)

# For the machine that builds: all its instructions.
native:
	RUSTFLAGS="-C target-cpu=native" cargo build --release --locked
	cp target/release/banco $(EXE)

test:
	cargo test --release --locked

clean:
	cargo clean

.PHONY: all native test clean
