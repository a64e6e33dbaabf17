"""The tests of Fairy-Stockfish, which come with the sources of pyffish: `banco.pyffish` answers every call about Xiangqi as
pyffish does. `PYFFISH_TESTS` is their file, test.py: .ci/run unpacks it."""

from __future__ import annotations

import importlib.util
import os
import sys
import unittest
from pathlib import Path
from types import ModuleType
from typing import Any, Optional

import pytest

import banco.pyffish

SUITE = os.environ.get("PYFFISH_TESTS")
#: The fewest calls of the suite that test anything.
LEAST = 75


class Recorder(ModuleType):
    """pyffish, with a note of each call about Xiangqi: name, arguments, and the answer unless it is an error."""

    def __init__(self, module: ModuleType) -> None:
        super().__init__(module.__name__)
        self.module = module
        self.calls: list[tuple[str, tuple[Any, ...], Optional[Any]]] = []

    def __getattr__(self, name: str) -> Any:
        value = getattr(self.module, name)
        if not callable(value) or isinstance(value, type):
            return value

        def call(*args: Any) -> Any:
            is_ours = "xiangqi" in args
            try:
                answer = value(*args)
            except Exception:
                if is_ours:
                    self.calls.append((name, args, None))
                raise
            if is_ours:
                self.calls.append((name, args, answer))
            return answer

        return call


def answer_of(name: str, args: tuple[Any, ...]) -> Optional[Any]:
    """Banco's answer; nothing for an error."""
    try:
        return getattr(banco.pyffish, name)(*args)
    except banco.Error:
        return None


@pytest.mark.skipif(SUITE is None, reason="PYFFISH_TESTS names no file")
def test_calls_of_the_suite_have_the_same_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    recorder = Recorder(pytest.importorskip("pyffish"))
    monkeypatch.setitem(sys.modules, "pyffish", recorder)
    spec = importlib.util.spec_from_file_location("fairy_suite", Path(str(SUITE)))
    assert spec and spec.loader
    suite = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(suite)
    outcome = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromModule(suite).run(outcome)
    assert outcome.testsRun > 0 and outcome.wasSuccessful(), outcome.failures + outcome.errors
    assert len(recorder.calls) >= LEAST
    for name, args, answer in recorder.calls:
        found = answer_of(name, args)
        if name == "legal_moves":
            found, answer = sorted(found or []), sorted(answer or [])
        assert found == answer, (name, args)
