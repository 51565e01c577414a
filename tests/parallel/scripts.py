"""Scripts in processes of their own, and whether processes live: what tests of workers share."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from tests.versions import WARNINGS

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 60.0  # seconds after which a test gives up: what it waits for takes one at most


def environment() -> dict[str, str]:
    """Return what a process needs to import this checkout, with warnings as in `WARNINGS`.

    With PYTHONUNBUFFERED nothing that is printed could be lost.
    """
    own = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    return {**own, "PYTHONPATH": str(ROOT), "PYTHONWARNINGS": WARNINGS}


def python(code: str, **options) -> subprocess.CompletedProcess[str]:
    """Run code as a script and wait for its end."""
    return subprocess.run(
        [sys.executable, *options.pop("arguments", ["-c", code])],
        env=environment(), capture_output=True, text=True, timeout=120, **options,
    )  # fmt: skip


def state(pid: int) -> str:
    """Return the state of a process as Linux writes it; Z: it has ended, or is not there."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return "Z"


def alive(pid: int) -> bool:
    """Tell whether a process runs; one that nobody has waited for yet does not."""
    return state(pid) != "Z"


def until(happened: Callable[[], bool], seconds: float = PATIENCE) -> bool:
    """Wait for what is to happen, however slow the machine; tell whether it did."""
    end = time.monotonic() + seconds
    while not (found := happened()) and time.monotonic() < end:
        time.sleep(0.02)
    return found


def gone(pids: list[int]) -> bool:
    """Tell whether processes end."""
    return until(lambda: not any(map(alive, pids)))
