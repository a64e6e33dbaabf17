"""Checks certificates of O An Quan, without the program: by docs/formats.md and the rules of the game alone.

    python -m banco.certificate start.proof

The rules are written here a second time, from docs/games/oanquan.md.
"""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from pathlib import Path
from struct import unpack_from
from typing import IO

from ._zstd import unpacker

__all__ = ["CertificateError", "Proof", "check"]

MAGIC = b"BANCO-OANQUAN-PROOF 1\n"
#: Bytes of a record without its store.
RECORD = 15
#: An open end of a range.
OPEN = 127
EAST, WEST = 5, 11
TONKIN, MODERN, MANCALA_WORLD = range(3)
#: The spaces of the mirror image, which exchanges east and west.
MIRROR = (4, 3, 2, 1, 0, 11, 10, 9, 8, 7, 6, 5)

#: Counters in sowing order from the mover's first square, and whether the large spaces hold their mandarin stones.
Board = tuple[tuple[int, ...], tuple[bool, bool]]


class CertificateError(Exception):
    """A file that proves nothing."""


@dataclass(frozen=True)
class Proof:
    """A checked proof: from the position on, the side to move gains at least ``lo`` and at most ``hi`` points more than
    the other; ``None`` is an open end."""

    fen: str
    lo: int | None
    hi: int | None
    records: int


@dataclass(frozen=True)
class Rules:
    """The rules of a certificate."""

    ruleset: int
    literal: bool
    no_debts: bool
    quan_value: int
    quan_non: int

    @property
    def has_stones(self) -> bool:
        return self.ruleset != TONKIN

    @property
    def stone(self) -> int:
        return {TONKIN: 0, MODERN: self.quan_value, MANCALA_WORLD: 10}[self.ruleset]

    @property
    def counters(self) -> int:
        return 50 if self.has_stones else 70

    def points_off(self, board: Board) -> int:
        """Returns the points in both stores together."""
        spaces, stones = board
        return self.counters - sum(spaces) + self.stone * (2 - sum(stones))


def turn(board: Board, origin: int, step: int, rules: Rules) -> tuple[Board, int]:
    """Plays a turn from a space in a direction, 1 or -1; returns the board and the points captured."""
    spaces, stones = list(board[0]), list(board[1])

    def has_stone(space: int) -> bool:
        return space in (EAST, WEST) and stones[space == WEST]

    def is_bare(space: int) -> bool:
        return spaces[space] == 0 and not has_stone(space)

    def finished(won: int) -> tuple[Board, int]:
        return (tuple(spaces), (stones[0], stones[1])), won

    source, pickups = origin, 0
    while True:
        hand, spaces[source] = spaces[source], 0
        last, was_bare = source, False
        for _ in range(hand):
            last = (last + step) % 12
            was_bare = is_bare(last)
            spaces[last] += 1
        if rules.literal and was_bare:
            return finished(0)
        after = (last + step) % 12
        if after in (EAST, WEST) and not is_bare(after):
            if rules.has_stones:
                return finished(0)
            # One counter of the large space moves on.
            pickups += 1
            if pickups > 1000:
                return finished(0)
            spaces[after] -= 1
            last = (after + step) % 12
            was_bare = is_bare(last)
            spaces[last] += 1
            if rules.literal and was_bare:
                return finished(0)
            after = (last + step) % 12
        if is_bare(after):
            break
        pickups += 1
        if pickups > 1000:
            return finished(0)
        source = after
    won = 0
    while True:
        target = (after + step) % 12
        too_young = rules.ruleset == MODERN and has_stone(target) and spaces[target] < rules.quan_non
        if is_bare(target) or too_young:
            return finished(won)
        won += spaces[target] + (rules.stone if has_stone(target) else 0)
        spaces[target] = 0
        if target in (EAST, WEST):
            stones[target == WEST] = False
        after = (target + step) % 12
        if not is_bare(after):
            return finished(won)


def is_finished(board: Board) -> bool:
    """Returns whether both large spaces are empty."""
    spaces, stones = board
    return spaces[EAST] == spaces[WEST] == 0 and not any(stones)


def turned(board: Board) -> Board:
    """Returns the board as the other side sees it."""
    (spaces, stones) = board
    return spaces[6:] + spaces[:6], (stones[1], stones[0])


def rest(board: Board, account: int, rules: Rules) -> int:
    """Returns the difference, for the mover, of what both sides get of the counters left at the end of a round."""
    spaces, _ = board
    difference = 0
    # Fully sold squares, the last of a row, belong to the buyer.
    for sign, row, halves in ((1, spaces[:5], -account), (-1, spaces[6:11], account)):
        kept = 5 - max(halves, 0) // 2
        difference -= sign * sum(row[kept:])
        if rules.has_stones:
            difference += sign * sum(row[:kept])
    return difference


class Checker:
    """The bounds that the records so far prove."""

    def __init__(self, rules: Rules, account: int) -> None:
        self.rules = rules
        self.account = account
        self.known: dict[tuple[Board, bool, int | None], tuple[int, int]] = {}

    def key(self, board: Board, north: bool, store: int | None) -> tuple[Board, bool, int | None]:
        """Returns the board, or its mirror image if that stands for both; without debts the mover's store counts too."""
        if self.rules.has_stones and self.account == 0:
            spaces, stones = board
            board = min(board, (tuple(spaces[i] for i in MIRROR), (stones[1], stones[0])))
        return board, north, store

    def derived(self, board: Board, north: bool, store: int | None) -> tuple[int, int]:
        """Returns the bounds that follow from all moves of a board."""
        rules, account = self.rules, -self.account if north else self.account
        lo = hi = -OPEN
        steps = (1, -1) if rules.has_stones else (1,)
        for origin in range(5):
            if board[0][origin] == 0:
                continue
            for step in steps:
                after, gain = turn(board, origin, step, rules)
                spaces = after[0]
                other = None if store is None else rules.points_off(after) - store - gain
                is_over = is_finished(after)
                if not is_over and not any(spaces[6:11]):
                    # The other side refills, if there are counters for it, without debts in its store.
                    is_over = sum(spaces) + 5 > rules.counters or (other is not None and other < 5)
                    if not is_over:
                        after = (spaces[:6] + (1,) * 5 + spaces[11:], after[1])
                        gain += 5
                        other = None if other is None else other - 5
                if is_over:
                    low = high = gain + rest(after, account, rules)
                else:
                    reply = self.key(turned(after), self.account != 0 and not north, other)
                    reply_lo, reply_hi = self.known.get(reply, (-OPEN, OPEN))
                    low = -OPEN if reply_hi >= OPEN else gain - reply_hi
                    high = OPEN if reply_lo <= -OPEN else min(gain - reply_lo, OPEN)
                lo, hi = max(lo, low), max(hi, high)
        return lo, hi

    def add(self, board: Board, north: bool, store: int | None, lo: int, hi: int) -> bool:
        """Adds a record; returns whether it follows from those before it."""
        found_lo, found_hi = self.derived(board, north, store)
        if found_lo < lo or found_hi > hi:
            return False
        key = self.key(board, north, store)
        known_lo, known_hi = self.known.get(key, (-OPEN, OPEN))
        self.known[key] = max(known_lo, lo), min(known_hi, hi)
        return True


def read_position(fen: str) -> tuple[Board, bool, int, int]:
    """Returns the board as the side to move sees it, whether that is North, its store, and South's account."""
    fields = fen.split()
    south, east, north, west = fields[0].split("/")
    large = [(text.startswith("Q"), int(text.lstrip("Q") or 0)) for text in (east, west)]
    row = [[int(text) for text in side.split(",")] for side in (south, north)]
    spaces = (*row[0], large[0][1], *row[1], large[1][1])
    board: Board = (spaces, (large[0][0], large[1][0]))
    owners = fields[3] if len(fields) > 3 else "00000/00000"
    sold = [sum(map(int, side)) for side in owners.split("/")]
    north_moves = fields[1] == "n"
    store = int(fields[2].split(",")[north_moves])
    return (turned(board) if north_moves else board), north_moves, store, sold[1] - sold[0]


def check(path: str | os.PathLike[str]) -> Proof:
    """Checks every step of a certificate."""
    with Path(path).open("rb") as file:
        return _check(file, path)


def _check(file: IO[bytes], path: str | os.PathLike[str]) -> Proof:
    def fault(why: str) -> CertificateError:
        return CertificateError(f"{path}: {why}")

    if file.read(len(MAGIC)) != MAGIC:
        raise fault("not a proof of O An Quan")
    content = unpacker(file)

    def read(size: int) -> bytes:
        try:
            return content.read(size)
        except Exception as error:
            raise fault(f"damaged: {error}") from error

    length = int.from_bytes(read(2), "little")
    head = read(length + 12)
    if len(head) < length + 12:
        raise fault("damaged: cut short")
    fen = head[:length].decode()
    ruleset, readings, quan_value, quan_non, _, _ = head[length : length + 6]
    lo, hi, count = unpack_from("<bbI", head, length + 6)
    rules = Rules(ruleset, readings & 1 != 0, readings & 2 != 0, quan_value, quan_non)
    size = RECORD + rules.no_debts
    if ruleset > MANCALA_WORLD or readings > 3 or count == 0:
        raise fault("damaged: another number of records than it says")
    root, north_moves, root_store, account = read_position(fen)
    checker = Checker(rules, account)
    last = None
    for number in range(count):
        record = read(size)
        if len(record) < size:
            raise fault("damaged: another number of records than it says")
        store = record[RECORD] if rules.no_debts else None
        flags = record[12]
        record_lo, record_hi = unpack_from("<bb", record, 13)
        board: Board = (tuple(record[:12]), (flags & 1 != 0, flags & 2 != 0))
        is_board = (store or 0) <= rules.points_off(board) and sum(board[0]) <= rules.counters and flags < 8 and not (flags & 3 and not rules.has_stones)
        if not is_board or is_finished(board) or not any(board[0][:5]) or (flags & 4 and account == 0):
            raise fault(f"record {number + 1}: no such board")
        if record_lo > record_hi or record_lo == OPEN or record_hi == -OPEN:
            raise fault(f"record {number + 1}: no such bounds")
        north = flags & 4 != 0
        if not checker.add(board, north, store, record_lo, record_hi):
            raise fault(f"record {number + 1} does not follow from those before it")
        last = (checker.key(board, north, store), record_lo, record_hi)
    if read(1):
        raise fault("damaged: another number of records than it says")
    if last != (checker.key(root, north_moves and account != 0, root_store if rules.no_debts else None), lo, hi):
        raise fault("its last record is not the position's")
    return Proof(fen, None if lo == -OPEN else lo, None if hi == OPEN else hi, count)


def main() -> None:
    """Checks the certificates that the command line names."""
    for path in sys.argv[1:]:
        try:
            proof = check(path)
        except (CertificateError, OSError) as error:
            sys.exit(f"banco.certificate: {error}")
        print(f"{path}: {proof.records} records, from {proof.lo} to {proof.hi} for the side to move: {proof.fen}")


if __name__ == "__main__":
    main()
