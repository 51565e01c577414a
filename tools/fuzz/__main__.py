"""Feed mutants of every format to its reader: only typed errors, no hang, no blow-up of memory.

    python tools/fuzz [--runs 20000] [--guided] [--out FILE.csv] [--kept FOLDER] [FORMAT...]

Each format has a process of its own: one that dies is seen. With ``--guided`` atheris follows the
branches of our readers (`make nightly`); without it mutants are drawn, the same in every run of a
seed. A mutant that is taken amiss is kept in the folder; mend the reader, then move the file into
tests/hostile/found/FORMAT and add its line to the index there.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from pathlib import Path

from formats import FORMATS
from sheet import written

HERE = Path(__file__).resolve().parent
LIMIT_S = 1800
KEPT = HERE.parents[1] / "build" / "fuzz"


def fuzz(name: str, runs: int, guided: bool, kept: Path) -> tuple[str, str]:
    """Run one format in a child; return the verdict and what it said at its end."""
    kept.mkdir(parents=True, exist_ok=True)
    program = HERE / ("guided.py" if guided else "drawn.py")
    command = [sys.executable, str(program), name, str(runs), str(kept)]
    try:
        done = subprocess.run(command, capture_output=True, text=True, errors="replace",
                              timeout=LIMIT_S)  # fmt: skip
    except subprocess.TimeoutExpired:
        return f"no end within {LIMIT_S} s", ""
    said = done.stdout + done.stderr
    return ("ok" if done.returncode == 0 else f"ended with {done.returncode}"), said


def main() -> int:
    """Run every format; return whether one of them failed."""
    parser = argparse.ArgumentParser(description="Feed mutants to the readers.")
    parser.add_argument("formats", nargs="*", default=list(FORMATS))
    parser.add_argument("--runs", type=int, default=20_000)
    parser.add_argument("--guided", action="store_true")
    parser.add_argument("--out", type=Path)
    parser.add_argument("--kept", type=Path, default=KEPT)
    given = parser.parse_args()
    if strange := [name for name in given.formats if name not in FORMATS]:
        parser.error(f"formats are {', '.join(FORMATS)}, not {', '.join(strange)}")
    rows = []
    for name in given.formats:
        start = time.monotonic()
        verdict, said = fuzz(name, given.runs, given.guided, given.kept)
        seconds = round(time.monotonic() - start)
        how = "guided" if given.guided else "drawn"
        rows.append([name, how, given.runs, int(verdict != "ok"), seconds])
        sys.stdout.write(f"{name:18} {given.runs} mutants, {how}: {verdict} ({seconds} s)\n")
        if verdict != "ok":
            sys.stdout.write(said[-4000:] + "\n")
        sys.stdout.flush()
    return written(rows, given.out)


if __name__ == "__main__":
    sys.exit(main())
