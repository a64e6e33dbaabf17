"""Files of games."""

from pathlib import Path

import banco
import pytest

TEXT = '[Red "胡荣华"]\n\n1. 炮二平五 {好} 马８进７ (1... 炮８平５) 2. 车九进九 1-0\n\n[Red "b"]\n\n1. H2-E2 *\n'


def test_games_are_read_in_any_encoding(tmp_path: Path) -> None:
    for encoding in ["utf-8", "gb18030", "utf-16"]:
        path = tmp_path / f"{encoding}.pgn"
        path.write_bytes(TEXT.encode(encoding))
        first, second = banco.read(path)
        assert (first.tags["Red"], first.result, first.moves) == ("胡荣华", "1-0", ["h3e3", "h10g8"])
        assert [note.loss for note in first.notes] == ["cut"]
        assert second.moves == ["h3e3"]


def test_what_is_no_file_of_games_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(banco.Error):
        list(banco.read(tmp_path / "missing.pgn"))
