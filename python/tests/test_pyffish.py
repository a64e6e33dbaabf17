"""The functions of pyffish, compared with pyffish itself if it is installed."""

import os
import random
import re
import subprocess
import sys
from collections.abc import Callable, Iterator

import pytest

import banco.pyffish as sf

START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"
MATE = "3k5/4R4/4R4/9/9/9/9/9/9/4K4 w - - 0 1"
#: Repeated cycles of the comparison.
CYCLES = int(os.environ.get("PYFFISH_CYCLES", "20"))
#: Positions of the comparison.
POSITIONS = int(os.environ.get("PYFFISH_POSITIONS", "1000"))


def test_a_program_that_has_died_is_started_again() -> None:
    script = """if True:
        import os, signal, banco, banco.pyffish as sf
        from banco.position import _rules
        kept = banco.Position("xiangqi")
        for program in list(_rules._programs.values()) + [_rules.program("xiangqi")]:
            program._process.kill()
        failed = 0
        for _ in range(9):
            try:
                assert len(sf.legal_moves("xiangqi", sf.start_fen("xiangqi"), [])) == 44
                assert kept.turn() == "Red"
            except sf.error:
                failed += 1
        print(failed)
        # The last one dies, too.
        for program in _rules._programs.values():
            os.kill(program._process.pid, signal.SIGKILL)
            program._process.stdin.write("never read" * 10)
    """
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert done.stderr == "" and done.returncode == 0
    # A call may meet the end of the program; the next one does not.
    assert int(done.stdout) <= 3


def test_the_functions() -> None:
    assert sf.start_fen("xiangqi") == START
    assert len(sf.legal_moves("xiangqi", START, [], False)) == 44
    assert sf.get_fen("xiangqi", START, ["h3e3"]).startswith("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9")
    assert sf.get_fen("xiangqi", START, ["h3e3"], False, True).endswith(" w - 2")
    assert sf.get_san("xiangqi", START, "h3e3") == "Che3"
    assert sf.get_san("xiangqi", MATE, "e8d8", False, sf.NOTATION_LAN) == "Re8-d8#"
    assert sf.get_san_moves("xiangqi", START, ["h3e3", "h10g8"], False, sf.NOTATION_XIANGQI_WXF) == ["C2=5", "H8+7"]
    assert sf.gives_check("xiangqi", MATE, ["e8d8"])
    assert sf.is_capture("xiangqi", START, [], "h3h10") and not sf.is_capture("xiangqi", START, [], "h3e3")
    assert sf.game_result("xiangqi", MATE, ["e8d8"]) == -sf.VALUE_MATE
    assert sf.is_immediate_game_end("xiangqi", START, []) == (False, 0)
    assert sf.has_insufficient_material("xiangqi", "3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 1", []) == (True, True)
    assert sf.validate_fen(START, "xiangqi") == sf.FEN_OK != sf.validate_fen("9/9", "xiangqi")
    assert sf.version() == (0, 0, 90) and "Banco" in sf.info()
    assert not sf.two_boards("xiangqi") and not sf.captures_to_hand("commander")


def test_other_games_have_what_is_defined_for_them() -> None:
    start = sf.start_fen("commander")
    assert len(sf.legal_moves("commander", start, [])) == 116
    assert sf.is_immediate_game_end("commander", start, []) == (False, 0)
    assert sf.validate_fen("nonsense", "commander") != sf.FEN_OK


def test_what_has_no_meaning_is_an_error() -> None:
    for call in (
        lambda: sf.legal_moves("chess", START, []),
        lambda: sf.get_fen("xiangqi", START, ["a3a4"]),
        lambda: sf.get_san("xiangqi", START, "a1a9"),
        lambda: sf.get_san("xiangqi", START, "h3e3", False, sf.NOTATION_JANGGI),
        lambda: sf.get_san("commander", sf.start_fen("commander"), "c5c6"),
        lambda: sf.game_result("xiangqi", START, []),
        lambda: sf.get_fog_fen(START, "xiangqi"),
        lambda: sf.piece_to_partner("xiangqi", START, []),
        lambda: sf.validate_fen(START, "bughouse"),
        lambda: sf.set_option("nope", 1),
        lambda: sf.two_boards("bughouse"),
    ):
        with pytest.raises(sf.error):
            call()
    assert len(sf.legal_moves("xiangqi", START, [])) == 44


def games(count: int) -> Iterator[tuple[list[str], list[str], random.Random]]:
    """Yields positions of random games, as moves from the start and legal moves. Every third game repeats itself."""
    luck = random.Random(7)
    found = game = 0
    while True:
        moves: list[str] = []
        game += 1
        for _ in range(250):
            legal = sf.legal_moves("xiangqi", START, moves)
            yield moves, legal, luck
            found += 1
            if found == count:
                return
            if not legal:
                break
            back = _reversed(moves[-2]) if len(moves) > 1 else ""
            takes = game % 3 == 0 and back in legal and luck.random() < 0.6
            moves.append(back if takes else luck.choice(legal))


def _reversed(move: str) -> str:
    split = 3 if move[1:3] == "10" else 2
    return move[split:] + move[:split]


def test_both_agree() -> None:
    fairy = pytest.importorskip("pyffish")
    ends = 0
    for moves, legal, luck in games(POSITIONS):
        at = ("xiangqi", START, moves)
        assert sorted(legal) == sorted(fairy.legal_moves(*at, False)), moves
        fen = fairy.get_fen(*at)
        assert sf.get_fen(*at) == fen
        for arguments in ((False, True), (False, False, True, 3)):
            assert sf.get_fen(*at, *arguments) == fairy.get_fen(*at, *arguments), (moves, arguments)
        assert sf.gives_check(*at) == fairy.gives_check(*at), moves
        assert sf.has_insufficient_material(*at) == fairy.has_insufficient_material(*at), moves
        for name in ("is_immediate_game_end", "is_optional_game_end"):
            (ours, value), (theirs, other) = getattr(sf, name)(*at), getattr(fairy, name)(*at)
            assert ours == theirs and (not ours or value == other), (name, moves)
            ends += ours
        if not legal:
            assert sf.game_result(*at) == fairy.game_result(*at), moves
        for move in luck.sample(legal, min(3, len(legal))):
            assert sf.is_capture(*at, move) == fairy.is_capture(*at, move), (moves, move)
            for notation in (sf.NOTATION_DEFAULT, sf.NOTATION_SAN, sf.NOTATION_LAN, sf.NOTATION_XIANGQI_WXF):
                ours, theirs = (which.get_san("xiangqi", fen, move, False, notation) for which in (sf, fairy))
                assert ours == theirs, (fen, move, notation)
    assert POSITIONS < 1000 or ends > 0


def composed(luck: random.Random) -> str:
    """A random position of some pieces, which need not be legal."""
    homes = {"A": ["d1", "f1", "e2", "d3", "f3"], "B": ["c1", "g1", "a3", "e3", "i3", "c5", "g5"]}
    board: dict[tuple[int, int], str] = {}
    chances = {"K": (1, 1.0), "R": (2, 0.5), "N": (2, 0.5), "C": (2, 0.5), "P": (3, 0.3), "A": (2, 0.4), "B": (2, 0.3)}
    for letter, (count, chance) in chances.items():
        for piece in (letter, letter.lower()) * count:
            file, rank = luck.randrange(9), luck.randrange(3 if letter == "P" else 0, 10)
            if letter == "K":
                file, rank = luck.randrange(3, 6), luck.randrange(3)
            elif letter in homes:
                home = luck.choice(homes[letter])
                file, rank = "abcdefghi".index(home[0]), int(home[1]) - 1
            if luck.random() < chance:
                board.setdefault((file, rank if piece.isupper() else 9 - rank), piece)
    rows = ("".join(board.get((file, rank), "1") for file in range(9)) for rank in range(9, -1, -1))
    squeezed = (re.sub("1+", lambda gap: str(len(gap[0])), row) for row in rows)
    return "/".join(squeezed) + f" {luck.choice('wb')} - - 0 1"


def cycle(fen: str, lead: list[str], luck: random.Random) -> list[str]:
    """A random cycle of four, six or eight moves that leads back to the position after ``lead``, or nothing."""
    fairy = pytest.importorskip("pyffish")
    moves: list[str] = []
    for _ in range(luck.choice((2, 2, 2, 4))):
        legal = fairy.legal_moves("xiangqi", fen, lead + moves)
        if not legal:
            return []
        moves.append(luck.choice(legal))
    back = [moves[i] for i in (luck.choice(((0, 1, 2, 3), (2, 3, 0, 1))) if len(moves) == 4 else (0, 1))]
    for move in back:
        if _reversed(move) not in fairy.legal_moves("xiangqi", fen, lead + moves):
            return []
        moves.append(_reversed(move))
    here, there = (fairy.get_fen("xiangqi", fen, lead + part).split()[:2] for part in ([], moves))
    return moves if here == there else []


def test_both_agree_on_repeated_cycles() -> None:
    fairy = pytest.importorskip("pyffish")
    luck = random.Random(5)
    found = decided = 0
    while found < CYCLES:
        fen = composed(luck)
        try:
            lead = [luck.choice(sf.legal_moves("xiangqi", fen, []) or [""])][: luck.randrange(2)]
        except sf.error:
            continue
        for _ in range(60):
            if not all(lead) or not (moves := cycle(fen, lead, luck)):
                continue
            game = lead + moves + moves
            ends = ((part, fairy.is_optional_game_end("xiangqi", fen, game[:part])) for part in range(len(game) + 1))
            part, theirs = next((part, end) for part, end in ends if end[0])
            assert sf.is_optional_game_end("xiangqi", fen, game[:part]) == theirs, (fen, game[:part])
            found += 1
            decided += theirs[1] != 0
    # Most cycles are draws.
    assert CYCLES < 1000 or decided > 0


def test_faults_of_positions_have_the_same_numbers() -> None:
    fairy = pytest.importorskip("pyffish")
    luck = random.Random(3)
    letters = "rnbakcpRNBAKCP123456789/ wb-0xq+~[]"
    for i in range(2000):
        text = list(START if i % 4 else START.replace("- - ", ""))
        for _ in range(luck.randint(1, 2)):
            at = luck.randrange(len(text))
            text[at : at + luck.randint(0, 1)] = luck.choice(letters)
        fen = "".join(text)
        theirs = _in_a_child(lambda: fairy.validate_fen(fen, "xiangqi"))
        assert sf.validate_fen(fen, "xiangqi") == theirs, fen


def _in_a_child(call: Callable[[], int]) -> int:
    """Returns the result of a call in a process of its own: pyffish writes beside its board for some texts."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
        os.write(writer, str(call()).encode())
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader) as pipe:
        text = pipe.read()
    os.waitpid(child, 0)
    return int(text)
