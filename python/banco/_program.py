"""The program behind the client: finds it, starts it, and exchanges lines of JSON with it."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sysconfig
import threading
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from itertools import chain
from typing import Any, Optional, Union

#: The value of an option: a text, a number or a truth value.
OptionValue = Union[str, int, bool]

#: The ranks of Xiangqi in the texts of moves, unless a position chooses others.
RANKS: Mapping[str, OptionValue] = {"XiangqiRanks": "1-10"}

#: An answer of the program: an object of protocol.md.
Answer = dict[str, Any]


class Error(ValueError):
    """A position, move or option that the program rejects, or a program that is missing."""


def find_program() -> str:
    """Returns the path of the program: ``BANCO`` of the environment, that of this package, or one on the path."""
    name = "banco.exe" if os.name == "nt" else "banco"
    beside = os.path.join(sysconfig.get_path("scripts"), name)
    found = os.environ.get("BANCO") or (beside if os.access(beside, os.X_OK) else shutil.which("banco"))
    if not found:
        raise Error("the program banco is not found: install the package's wheel, or name it in BANCO")
    return found


def text_of(value: OptionValue) -> str:
    """Formats an option's value for the protocol."""
    return str(value).lower() if isinstance(value, bool) else str(value)


@contextmanager
def reported(program: str) -> Iterator[None]:
    """Raises `Error` when a program does not start."""
    try:
        yield
    except OSError as error:
        raise Error(f"the program {program} does not start: {error.strerror or error}") from error


class Program:
    """A running program. Callers hold its lock."""

    def __init__(self, options: Mapping[str, OptionValue] = {}) -> None:
        self.lock = threading.RLock()
        program = find_program()
        with reported(program):
            self._process = subprocess.Popen(
                [program, "--protocol", "uci"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                encoding="utf-8",
                bufsize=1 << 16,
            )
        #: Whether its pipes have been found closed, which may be before the system knows its end.
        self._is_over = False
        #: The current position of the program, so that it is not sent twice.
        self.place: Optional[str] = None
        #: The constants of the game, once a state has been read.
        self.board: Optional[Answer] = None
        self.send("json on")
        # Positions share the program: a move with ranks from 0 must not switch the ranks of the others.
        for name, value in {**RANKS, **options}.items():
            self.set_option(name, value)

    def send(self, *lines: str) -> None:
        """Sends lines."""
        text = "".join(f"{line}\n" for line in lines)
        if text.count("\n") != len(lines):
            raise Error("a line break within a word")
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(text)
            self._process.stdin.flush()
        except OSError as error:
            self._is_over = True
            raise Error(f"the program has ended: {error}") from error

    def answers(self) -> Iterator[Answer]:
        """Yields the answers of the program, and ``{}`` for `readyok`; an error is an answer, too."""
        assert self._process.stdout is not None
        for line in self._process.stdout:
            if line.startswith("{"):
                answer: Answer = json.loads(line)
                self.board = answer.get("state", {}).get("board", self.board)
                yield answer
            elif line.startswith("readyok"):
                yield {}
        self._is_over = True
        raise Error("the program has ended")

    def ask(self, *commands: str) -> list[Answer]:
        """Returns the answers to commands; raises the first error."""
        self.send(*commands, "isready")
        found: list[Answer] = []
        for answer in self.answers():
            if not answer:
                break
            found.append(answer)
        for answer in found:
            if "error" in answer:
                raise Error(str(answer["error"]["message"]))
        return found

    def answer_at(self, place: str, command: str) -> Any:
        """Returns the answer to a command about a position."""
        commands = [command] if place == self.place else [place, command]
        self.place = None
        found = self.ask(*commands)
        self.place = place
        word = command.split()[0]
        # A count starts before `readyok`, and its result follows.
        return next(answer[word] for answer in chain(found, self.answers()) if word in answer)

    def set_option(self, name: str, value: OptionValue = "") -> None:
        """Sets an option."""
        text = text_of(value)
        self.place = None
        self.ask(f"setoption name {name}" + (f" value {text}" if text else ""))

    def has_ended(self) -> bool:
        """Returns whether the program has ended."""
        return self._is_over or self._process.poll() is not None

    def close(self) -> None:
        """Ends the program."""
        process = self._process
        if process.poll() is None:
            with suppress(Error):
                self.send("stop", "quit")
            try:
                process.wait(5)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                # What a program that has ended did not read is lost.
                with suppress(OSError):
                    pipe.close()


def position_line(fen: Optional[str], moves: Iterable[str]) -> str:
    """Returns the command that sets a position."""
    words = ["position", "startpos" if fen is None else f"fen {fen}"]
    played = list(moves)
    return " ".join(words + (["moves", *played] if played else []))
