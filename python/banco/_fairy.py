"""Texts of Fairy-Stockfish: the check of a FEN of Xiangqi, its algebraic notations, configurations of variants."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator
from typing import Optional

FILES, RANKS = 9, 10

FEN_OK = 1
FEN_EMPTY = 0
FEN_INVALID_MOVE_COUNTER = -1
FEN_INVALID_HALF_MOVE_COUNTER = -2
FEN_INVALID_NUMBER_OF_KINGS = -3
FEN_INVALID_SIDE_TO_MOVE = -6
FEN_INVALID_BOARD_GEOMETRY = -8
FEN_INVALID_CHAR = -10
FEN_INVALID_NB_PARTS = -11

#: The letters of the pieces in algebraic notation, by those of a FEN.
_LETTERS = {"N": "H", "B": "E"}


def validate(fen: str) -> int:
    """Returns `FEN_OK`, or the number of the first fault, in the order in which Fairy-Stockfish looks for them."""
    if not fen:
        return FEN_EMPTY
    parts = fen.split(" ")
    if parts[-1] == "":
        parts.pop()
    if not 1 <= len(parts) <= 6:
        return FEN_INVALID_NB_PARTS
    board = parts[0]
    if any(not (letter.isdigit() or letter.lower() in "/racpbenhk") for letter in board):
        return FEN_INVALID_CHAR
    if not _fits(board):
        return FEN_INVALID_BOARD_GEOMETRY
    if board.count("K") != 1 or board.count("k") != 1:
        return FEN_INVALID_NUMBER_OF_KINGS
    if len(parts) > 1 and parts[1][:1] not in ("w", "b"):
        return FEN_INVALID_SIDE_TO_MOVE
    # The counters may follow the side at once.
    count = len(parts)
    is_short = 4 <= count <= 5 and parts[2][:1].isdigit()
    if (is_short or count >= 5) and not _is_counter(parts[-2]):
        return FEN_INVALID_HALF_MOVE_COUNTER
    if (is_short or count == 6) and not _is_counter(parts[-1]):
        return FEN_INVALID_MOVE_COUNTER
    return FEN_OK


def _is_counter(text: str) -> bool:
    return text == "-" or all(letter in "0123456789" for letter in text)


def _fits(board: str) -> bool:
    """Whether the rows are as many and as long as those of the board; the length of the last one is not checked."""
    rank = file = 0
    before = "/"
    for letter in board:
        if letter.isdigit():
            # Two digits are one number.
            file += int(letter) + (9 * int(before) if before.isdigit() else 0)
        elif letter == "/":
            rank += 1
            if file != FILES or rank == RANKS:
                return False
            file = 0
        elif file == FILES:
            return False
        else:
            file += 1
        before = letter
    return rank == RANKS - 1


def pieces(fen: str) -> dict[str, str]:
    """Returns the pieces of a FEN by their points (``e1``)."""
    found: dict[str, str] = {}
    for rank, row in zip(range(RANKS, 0, -1), fen.split(" ")[0].split("/")):
        file = 0
        for letter in row:
            if letter.isdigit():
                file += int(letter)
            else:
                found[f"{'abcdefghi'[file]}{rank}"] = letter
                file += 1
    return found


def points(move: str) -> tuple[str, str]:
    """Splits a move into the points from which and to which it goes."""
    split = 3 if move[1:3] == "10" else 2
    return move[:split], move[split:]


def algebraic(
    board: dict[str, str], legal: list[str], move: str, mates: Callable[[], Optional[bool]], is_long: bool
) -> str:
    """Formats a legal move in standard (``Che3``) or long algebraic notation (``Ch3-e3``).

    ``mates`` returns whether the move mates; ``None`` when it gives no check.
    """
    origin, target = points(move)
    letter = board[origin].upper()
    text = _LETTERS.get(letter, letter)
    if is_long:
        text += origin
    else:
        ends = ((points(other), other) for other in legal if other != move)
        others = [at for (at, to), _ in ends if to == target and board[at] == board[origin]]
        if others:
            if all(other[0] != origin[0] for other in others):
                text += origin[0]
            elif all(other[1:] != origin[1:] for other in others):
                text += origin[1:]
            else:
                text += origin
    text += "x" if target in board else "-" if is_long else ""
    is_mate = mates()
    return text + target + ("" if is_mate is None else "#" if is_mate else "+")


def wxf(board: dict[str, str], move: str, is_first: bool) -> str:
    """Formats a move in the notation of the World Xiangqi Federation as Fairy-Stockfish does.

    Of two pieces on a file the front or the rear one is named only if both could make the move on the board. Pieces
    of a file are counted where it has three, or another file has two as well.
    """
    origin, target = points(move)
    forward = 1 if is_first else -1
    file, rank, to_rank = origin[0], int(origin[1:]), int(target[1:])

    def number(file: str) -> str:
        index = "abcdefghi".index(file)
        return str(FILES - index if is_first else index + 1)

    files = Counter(at[0] for at, piece in board.items() if piece == board[origin])
    is_pair = files[file] == 2 and sum(count > 1 for count in files.values()) == 1
    is_counted = files[file] > 1 and not is_pair
    same = [int(at[1:]) for at, piece in board.items() if at[0] == file and piece == board[origin]]
    ahead = sum((other - rank) * forward > 0 for other in same)
    letter = board[origin].upper()
    text = str(ahead + 1) if is_counted else _LETTERS.get(letter, letter)
    step = (to_rank - rank) * forward
    other_rank = next((other for other in same if other != rank), rank) + to_rank - rank
    if is_pair and _stands(letter, target[0], other_rank, is_first):
        text += "-" if ahead else "+"
    else:
        text += number(file)
    text += "=" if step == 0 else "+" if step > 0 else "-"
    return text + (str(abs(step)) if file == target[0] else number(target[0]))


def _stands(letter: str, file: str, rank: int, is_first: bool) -> bool:
    """Whether a piece may stand on a point: advisors in the palace, elephants in their half."""
    own = rank if is_first else RANKS + 1 - rank
    most = {"A": 3, "K": 3, "B": 5}.get(letter, RANKS)
    return 1 <= own <= most and (letter not in "AK" or file in "def")


def config_faults(config: str, games: Collection[str]) -> Iterator[str]:
    """Yields the faults of a configuration of variants; text before its first section is ignored."""
    is_inside = False
    for number, line in enumerate(config.splitlines(), 1):
        if line.startswith("["):
            is_inside = True
            name, end, _ = line[1:].partition("]")
            variant = name.partition(":")[0]
            if not end or not variant:
                yield f"line {number}: [variant:template] expected, not {line!r}"
            elif variant in games:
                yield f"line {number}: variant {variant} is built in and keeps its rules"
        elif is_inside and line.strip() and line[0] not in "#;" and "=" not in line:
            yield f"line {number}: name = value expected, not {line!r}"
