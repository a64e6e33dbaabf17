"""The functions of pyffish, compared with pyffish itself if it is installed."""

import random

import pytest

import banco.pyffish as sf

START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"
MATE = "3k5/4R4/4R4/9/9/9/9/9/9/4K4 w - - 0 1"


def test_the_functions() -> None:
    assert sf.start_fen("xiangqi") == START
    assert len(sf.legal_moves("xiangqi", START, [])) == 44
    assert sf.get_fen("xiangqi", START, ["h3e3"]).startswith("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9")
    assert sf.get_san_moves("xiangqi", START, ["h3e3", "h10g8"]) == ["C2=5", "H8+7"]
    assert sf.gives_check("xiangqi", MATE, ["e8d8"])
    assert sf.game_result("xiangqi", MATE, ["e8d8"]) == -sf.VALUE_MATE
    assert sf.is_immediate_game_end("xiangqi", START, []) == (False, 0)
    assert sf.has_insufficient_material("xiangqi", "3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 1", []) == (True, True)
    assert sf.validate_fen(START, "xiangqi") == sf.FEN_OK != sf.validate_fen("9/9", "xiangqi")


def test_both_agree() -> None:
    fairy = pytest.importorskip("pyffish")
    luck = random.Random(7)
    moves: list[str] = []
    for _ in range(60):
        legal = sf.legal_moves("xiangqi", START, moves)
        assert sorted(legal) == sorted(fairy.legal_moves("xiangqi", START, moves)), moves
        assert sf.get_fen("xiangqi", START, moves).split()[0] == fairy.get_fen("xiangqi", START, moves).split()[0]
        assert sf.gives_check("xiangqi", START, moves) == fairy.gives_check("xiangqi", START, moves)
        if not legal:
            break
        moves.append(luck.choice(legal))
