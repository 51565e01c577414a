"""Real producers and consumers of the Arrow C stream interface against R's import and export.

The exchanges run in one process of their own with R embedded in it (folder ``arrow_exchanges``),
so that pyarrow, polars, duckdb, nanoarrow and pandas hand their structures to R directly, and a
crash is a failed test. Each function ``exchange_*`` there is a test here.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.versions import WARNINGS

pytestmark = pytest.mark.r

EXCHANGES = Path(__file__).resolve().parent / "arrow_exchanges"
NAMES = [
    name
    for path in sorted(EXCHANGES.glob("*.py"))
    for name in re.findall(r"^def (exchange_\w+)", path.read_text(encoding="utf-8"), re.MULTILINE)
]


@pytest.fixture(scope="module")
def outcomes() -> dict[str, str]:
    """Run all exchanges; return what went wrong by name."""
    done = subprocess.run(
        [sys.executable, "-W", WARNINGS, "-X", "faulthandler", EXCHANGES],
        capture_output=True, text=True, timeout=600,
    )  # fmt: skip
    assert done.returncode == 0, f"{done.stdout[-2000:]}\n{done.stderr[-4000:]}"
    return dict(json.loads(done.stdout.splitlines()[-1]))


@pytest.mark.parametrize("name", NAMES)
def test_exchange(name: str, outcomes: dict[str, str]) -> None:
    if absent := re.search(r"No module named '(polars|duckdb)'", outcomes[name]):
        pytest.skip(f"{absent[1]} is not installed")
    assert outcomes[name] == ""


def test_every_producer_and_consumer_is_tried() -> None:
    for library in ("pyarrow", "polars", "duckdb", "nanoarrow", "pandas"):
        assert any(library in name for name in NAMES)
    assert len(NAMES) >= 20


def test_nothing_stays_alive(outcomes: dict[str, str]) -> None:
    assert outcomes["alive"] == ""
