"""The checker of certificates on proofs of the program."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from pathlib import Path

import pytest

from banco import find_program
from banco._zstd import unpack
from banco.certificate import MAGIC, CertificateError, check

try:
    from compression.zstd import compress, decompress
except ImportError:
    zstandard = pytest.importorskip("zstandard")

    def compress(content: bytes) -> bytes:
        return bytes(zstandard.ZstdCompressor().compress(content))

    def decompress(packed: bytes) -> bytes:
        return bytes(zstandard.ZstdDecompressor().decompressobj().decompress(packed))


MODERN = ["--option", "OanquanRules=modern"]
#: Arguments of `banco solve`.
PROOFS: dict[str, list[str]] = {
    "sold": ["--fen", "1,0,2,0,1/4/0,1,0,2,0/3 n 29,27 00000/00012 2n 12"],
    "tonkin": ["--fen", "0,0,1,0,4/9/2,0,3,0,1/6 s 20,24"],
    "literal": ["--option", "RelayNeedsOccupied=true", "--fen", "0,0,0,1,0/1/0,0,0,5,0/0 s 31,32"],
    "modern": [*MODERN, "--fen", "0,1,2,0,1/Q3/1,0,0,2,1/Q2 s 20,17"],
    "quan of 5": [*MODERN, "--option", "QuanValue=5", "--fen", "0,1,2,0,1/Q3/1,0,0,2,1/Q2 n 20,17"],
    "quan non": [*MODERN, "--option", "QuanNon=3", "--fen", "0,1,2,0,1/Q3/1,0,0,2,1/Q2 s 20,17"],
    "no debts": ["--option", "RefillNeedsStore=true", "--fen", "0,0,0,0,1/3/0,1,0,0,0/4 s 56,5"],
    "modern, no debts": [*MODERN, "--option", "RefillNeedsStore=true", "--fen", "0,1,2,0,1/Q3/1,0,0,2,1/Q2 s 30,7"],
    "mancala world": ["--option", "OanquanRules=mancalaworld", "--fen", "0,1,2,0,1/Q0/1,0,0,2,0/0 s 20,33"],
}


@pytest.mark.parametrize("name", PROOFS)
def test_proofs_are_accepted_and_changed_ones_are_not(name: str, tmp_path: Path) -> None:
    path, program = tmp_path / "proof", find_program()
    command = [program, "solve", "--game", "oanquan", "--quiet", "--movetime", "3000", "--certificate", str(path), *PROOFS[name]]
    subprocess.run(command, check=True, capture_output=True)
    proof = check(path)
    printed = subprocess.run([program, "solve", "--check", path, "--json"], check=True, capture_output=True).stdout
    expected = json.loads(printed.splitlines()[-1])
    assert (proof.fen, proof.records) == (expected["fen"], expected["records"])

    content, draw = decompress(path.read_bytes()[len(MAGIC) :]), random.Random(39)
    length = content[0]
    changed = tmp_path / "changed"
    refused = 0
    for _ in range(6):
        # A bound of a record that is better by one than what was proven.
        number = draw.randrange(proof.records)
        at = 14 + length + (15 + ("RefillNeedsStore=true" in PROOFS[name])) * number + 13
        forged = bytearray(content)
        lo, hi = (byte - 256 if byte > 127 else byte for byte in forged[at : at + 2])
        if lo > -127:
            forged[at] = (lo + 1) % 256
        else:
            forged[at + 1] = (hi - 1) % 256
        changed.write_bytes(MAGIC + compress(bytes(forged)))
        try:
            is_sound = check(changed) is not None
        except CertificateError:
            is_sound = False
        status = subprocess.run([program, "solve", "--check", changed], capture_output=True).returncode
        assert status == (0 if is_sound else 2), f"record {number + 1}"
        refused += not is_sound
    assert refused > 0


def test_a_file_that_unpacks_to_much_takes_little_memory(tmp_path: Path) -> None:
    resource = pytest.importorskip("resource")
    path = tmp_path / "proof"
    path.write_bytes(MAGIC + compress(bytes(1 << 28)))
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with pytest.raises(CertificateError, match="proof: "):
        check(path)
    with pytest.raises(ValueError, match="more than"):
        unpack(compress(bytes(1 << 20)), 1000)
    grown: int = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    # Bytes on macOS, KiB elsewhere.
    assert grown < (1 << 26 if sys.platform == "darwin" else 1 << 16)


def test_other_files_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "proof"
    for content in (b"", b"my diary", MAGIC, MAGIC + b"rubbish"):
        path.write_bytes(content)
        with pytest.raises(CertificateError, match="proof: "):
            check(path)
