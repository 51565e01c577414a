"""A pytest plugin that notes which functions of pybench each test calls.

    PYBENCH_CALLERS=calls.json python -m pytest -p tools.callers tests/comparison

The file maps "comparison/adjust.py:41" (a function by its file in pybench and its first line) to
the tests that call it.
A function whose answer is cached is called by the first test that needs it alone.
"""

from __future__ import annotations

import json
import os
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from types import FrameType

import pytest

PACKAGE = str(Path(__file__).resolve().parent.parent / "pybench") + os.sep
calls: dict[str, set[str]] = defaultdict(set)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Watch the calls of one test, its fixtures included."""

    def watch(frame: FrameType, event: str, argument: object) -> None:
        file = frame.f_code.co_filename
        if event == "call" and file.startswith(PACKAGE):
            place = Path(file[len(PACKAGE) :]).as_posix()
            calls[f"{place}:{frame.f_code.co_firstlineno}"].add(item.nodeid)

    sys.setprofile(watch)
    try:
        return (yield)
    finally:
        sys.setprofile(None)


def pytest_sessionfinish() -> None:
    """Write what was seen."""
    found = {place: sorted(tests) for place, tests in calls.items()}
    Path(os.environ["PYBENCH_CALLERS"]).write_text(json.dumps(found), encoding="utf-8")
