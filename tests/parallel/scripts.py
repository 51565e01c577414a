"""Scripts in processes of their own, and whether processes live: what tests of workers share."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def environment() -> dict[str, str]:
    """Return what a process needs to import this checkout, every warning an error; output as usual.

    With PYTHONUNBUFFERED nothing that is printed could be lost.
    """
    own = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    return {**own, "PYTHONPATH": str(ROOT), "PYTHONWARNINGS": "error"}


def python(code: str, **options) -> subprocess.CompletedProcess[str]:
    """Run code as a script and wait for its end."""
    return subprocess.run(
        [sys.executable, *options.pop("arguments", ["-c", code])],
        env=environment(), capture_output=True, text=True, timeout=120, **options,
    )  # fmt: skip


def alive(pid: int) -> bool:
    """Tell whether a process runs; one that nobody has waited for yet does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def gone(pids: list[int], seconds: float = 5.0) -> bool:
    """Tell whether processes end in time."""
    end = time.monotonic() + seconds
    while time.monotonic() < end and any(map(alive, pids)):
        time.sleep(0.02)
    return not any(map(alive, pids))
