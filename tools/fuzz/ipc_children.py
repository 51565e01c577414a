"""Mutants of Arrow IPC files for both readers, each in a child that may die (R4).

    python tools/fuzz/ipc_children.py [--runs 100000] [--reader python|r] [--kept FOLDER]

Python reads as `read_results` does: pyarrow, validated in full before the first look. R reads as
`pb_read_results` does with the package arrow, for which pyarrow stands here, the same library:
opened and validated in full, then given to pybench's own import as a stream.
"""

from __future__ import annotations

import argparse
import collections
import random
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from mutants import binary
from sheet import written

ROOT = Path(__file__).resolve().parents[2]
BATCH = 5000  # mutants of one child
HANG_S = 120  # without a sign of life, of a machine that may be busy
READERS = ("python", "r")
OUTCOMES = ("taken", "refused", "by the producer")


def numbered(number: int) -> bytes:
    """Return the mutant of a number, the same in every process."""
    from seeds import seeds

    return binary(seeds("arrow-results"), random.Random(number))


def reader_of(name: str) -> Callable[[bytes], str]:
    """Return a function that reads bytes and says what became of them."""
    return _python() if name == "python" else _r()


def _python() -> Callable[[bytes], str]:
    from pybench.base.errors import InputError
    from pybench.read import arrow, lists

    def read(data: bytes) -> str:
        outcome = "refused"
        for door in (arrow.read_ipc, lambda data: lists.read_ipc(data, dataset="d")):
            try:
                found = door(data)
                for values in found.columns if hasattr(found, "columns") else found:
                    repr(values)
                outcome = "taken"
            except InputError:
                pass
        return outcome

    return read


def _r() -> Callable[[bytes], str]:
    sys.path.insert(0, str(ROOT / "tests" / "bridge" / "arrow_exchanges"))
    import pyarrow as pa
    from embedded import EmbeddedR, RefusedByR

    r = EmbeddedR()
    calls = 0

    def read(data: bytes) -> str:
        nonlocal calls
        calls += 1
        if calls % 500 == 0 and r.alive() not in ({}, {"pointers": 1}):
            raise AssertionError(f"something of Arrow stays alive: {r.alive()}")
        try:
            is_file = data.startswith(b"ARROW1")
            with (pa.ipc.open_file if is_file else pa.ipc.open_stream)(data) as opened:
                table = opened.read_all()
            table.validate(full=True)
        except Exception:
            return "by the producer"
        try:
            r.take(table)
            r.evaluate("invisible(utils::capture.output(utils::str(x)))")
        except RefusedByR:
            return "refused"
        return "taken"

    return read


def child(name: str, first: int, last: int) -> None:
    """Read mutants, and name each before it is read."""
    read = reader_of(name)
    for number in range(first, last):
        data = numbered(number)
        sys.stdout.write(f"{number} ")
        sys.stdout.flush()
        start = time.process_time()
        outcome = read(data)
        if time.process_time() - start > 2:
            raise AssertionError(f"more than 2 s for {len(data)} bytes")
        sys.stdout.write(outcome + "\n")
    sys.stdout.flush()


def batch(name: str, first: int, last: int, count: collections.Counter[str]) -> int | None:
    """Let a child read mutants; return the number of the one that ended it, or None."""
    command = [sys.executable, __file__, "--child", name, str(first), str(last)]
    try:
        done = subprocess.run(command, capture_output=True, timeout=HANG_S + (last - first) / 20)
        said, words, status = done.stdout, done.stderr, done.returncode
    except subprocess.TimeoutExpired as late:
        said, words, status = late.stdout or b"", late.stderr or b"", -1
    lines = said.decode(errors="replace").splitlines()
    for line in lines:
        outcome = line.partition(" ")[2]
        count[outcome] += outcome in OUTCOMES
    if status == 0:
        return None
    sys.stderr.write(words.decode(errors="replace")[-3000:])
    return int(lines[-1].split()[0]) if lines and lines[-1].split()[0].isdigit() else first


def readers(names: list[str], runs: int, kept: Path) -> list[list[object]]:
    """Give every reader the mutants; keep those that end it."""
    rows = []
    kept.mkdir(parents=True, exist_ok=True)
    for name in names:
        count: collections.Counter[str] = collections.Counter()
        failures, start, first = 0, time.monotonic(), 0
        while first < runs:
            ended = batch(name, first, min(runs, first + BATCH), count)
            if ended is not None:
                failures += 1
                (kept / f"arrow-{name}-{ended}").write_bytes(numbered(ended))
            first = first + BATCH if ended is None else ended + 1
        seconds = round(time.monotonic() - start)
        rows.append([f"arrow-ipc, {name}", "drawn", runs, failures, seconds])
        said = ", ".join(f"{count[outcome]} {outcome}" for outcome in OUTCOMES)
        sys.stdout.write(f"{name:8} {runs} mutants: {failures} failures; {said} ({seconds} s)\n")
        sys.stdout.flush()
    return rows


def main() -> int:
    """Run both readers; return whether one failed."""
    if sys.argv[1:2] == ["--child"]:
        child(sys.argv[2], int(sys.argv[3]), int(sys.argv[4]))
        return 0
    parser = argparse.ArgumentParser(description="Arrow mutants for both readers.")
    parser.add_argument("--runs", type=int, default=100_000)
    parser.add_argument("--reader", choices=READERS, action="append")
    parser.add_argument("--kept", type=Path, default=ROOT / "build" / "fuzz")
    parser.add_argument("--out", type=Path)
    given = parser.parse_args()
    rows = readers(given.reader or list(READERS), given.runs, given.kept)
    return written(rows, given.out)


if __name__ == "__main__":
    sys.exit(main())
