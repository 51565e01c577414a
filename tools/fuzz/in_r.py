"""Mutants of text files for R's own readers, in children that may die (R5).

    python tools/fuzz/in_r.py [--runs 20000] [--out FILE.csv] [--kept FOLDER] [FORMAT...]

A child of R reads a folder of mutants by tools/fuzz/in_r.R and says of each whether it was taken
or refused with a condition of pybench's own. Another condition, a warning, two seconds of work
for one file, or the death of the child: the mutant is kept. Mend the reader, then move the file
into tests/hostile/found/in-r/FORMAT and add its line to the index.
"""

from __future__ import annotations

import argparse
import collections
import hashlib
import random
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from mutants import mutant
from seeds import FOUND, seeds
from sheet import written

HERE = Path(__file__).resolve().parent
KEPT = HERE.parents[1] / "build" / "fuzz"
BATCH = 1000  # mutants of one child
HANG_S = 300  # of a child, on a machine that may be busy
ROOM = 4 << 30  # of addresses
#: What only R reads, or reads by other code than Python's seeds say: whose seeds it has.
FORMATS = {
    "csv-results": "csv-results",
    "tsv-results": "csv-results",
    "csv-features": "csv-features",
    "csv-dataset": "csv-dataset",
    "arff-dataset": "arff-dataset",
    "landscape": "landscape",
    "splits-csv": "splits-csv",
    "suite-json": "suite-json",
    "run-json": "run-json",
    "evaluations-csv": None,
}


@cache
def run_folder() -> Path:
    """Make a run of pybench with a fold that failed: its tables have rows of every kind."""
    import pybench as pb

    folder = Path(tempfile.mkdtemp(prefix="pybench-fuzz-run-"))
    table = "".join(f"{i},{i * i % 7},{'ab'[i % 2]}\n" for i in range(8))
    (folder / "t.csv").write_text(f"x,z,y\n{table}")
    about = {"t": {"licence": "CC BY 4.0", "target": "y"}}
    created = "2026-01-01T00:00:00Z"
    suite = pb.Suite.create(
        "one", {"t": folder / "t.csv"}, folds=2, about=about, target="y", created=created
    )
    pb.run(suite, {"Bayes": "sklearn.naive_bayes.GaussianNB"}, out=folder / "run", workers=1)
    return folder / "run"


def seeds_of(name: str) -> list[bytes]:
    """Return good and bad files of a format, those that R once took amiss among them."""
    found = [path.read_bytes() for path in sorted((FOUND / "in-r").glob(f"{name}/*"))]
    if FORMATS[name] is not None:
        return [*seeds(FORMATS[name]), *found]
    whole = (run_folder() / "evaluations.csv").read_bytes()
    head, *rows = whole.splitlines(keepends=True)
    failed = rows[0].replace(b",ok,", b",failed,")
    return [whole, head + b"".join([failed, *rows[1:]]), head, *found]


def read_in_r(name: str, folder: Path) -> Iterator[tuple[str, str]]:
    """Let a child of R read the files of a folder; yield each name and what became of it.

    The last pair of a child that died is the file that ended it, with "died".
    """
    command = ["Rscript", "--vanilla", str(HERE / "in_r.R"), name, str(folder)]
    if name in ("run-json", "evaluations-csv"):
        command.append(str(run_folder()))
    done = subprocess.run(
        ["timeout", "--signal=KILL", str(HANG_S), *command],
        capture_output=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (ROOM, ROOM)),
    )
    lines = done.stdout.decode(errors="replace").splitlines()
    for line in lines:
        file, _, said = line.partition(" ")
        if said.strip():
            yield file, said.strip()
        else:
            yield file, "died"
    if done.returncode and not (lines and not lines[-1].partition(" ")[2].strip()):
        yield "", "died: " + done.stderr.decode(errors="replace")[-500:]


def fuzz(name: str, runs: int, kept: Path) -> tuple[collections.Counter[str], list[str]]:
    """Give a reader its mutants; return the outcomes, and what was taken amiss."""
    files, dice = seeds_of(name), random.Random(f"{name} in R")
    count: collections.Counter[str] = collections.Counter()
    amiss = []
    left = runs
    while left > 0:
        with tempfile.TemporaryDirectory(prefix="pybench-fuzz-", dir=_memory()) as place:
            folder = Path(place)
            for number in range(min(left, BATCH)):
                (folder / f"{number:05}").write_bytes(mutant(files, dice))
            left -= BATCH
            while any(folder.iterdir()):
                done = 0
                for file, said in read_in_r(name, folder):
                    if not file:
                        raise RuntimeError(f"R ended over no file of {name}: {said}")
                    done += 1
                    outcome = said.partition(" ")[0]
                    count[outcome] += 1
                    if outcome not in ("taken", "refused"):
                        amiss.append(f"{_keep(name, folder / file, kept)}: {said}")
                    (folder / file).unlink()
                if done == 0:
                    raise RuntimeError(f"R reads nothing of {name}: see tools/fuzz/in_r.R")
    return count, amiss


def _keep(name: str, path: Path, kept: Path) -> str:
    digest = hashlib.sha256(path.read_bytes()).hexdigest()[:12]
    shutil.copyfile(path, kept / f"in-r-{name}-{digest}")
    return f"in-r-{name}-{digest}"


def _memory() -> str | None:
    return "/dev/shm" if Path("/dev/shm").is_dir() else None


def main() -> int:
    """Run every format; return whether one took a mutant amiss."""
    parser = argparse.ArgumentParser(description="Mutants for R's own text readers.")
    parser.add_argument("formats", nargs="*", default=list(FORMATS))
    parser.add_argument("--runs", type=int, default=20_000)
    parser.add_argument("--out", type=Path)
    parser.add_argument("--kept", type=Path, default=KEPT)
    given = parser.parse_args()
    if strange := [name for name in given.formats if name not in FORMATS]:
        parser.error(f"formats are {', '.join(FORMATS)}, not {', '.join(strange)}")
    given.kept.mkdir(parents=True, exist_ok=True)
    rows = []
    for name in given.formats:
        start = time.monotonic()
        count, amiss = fuzz(name, given.runs, given.kept)
        seconds = round(time.monotonic() - start)
        rows.append([f"{name}, in R", "drawn", given.runs, len(amiss), seconds])
        sys.stdout.write(f"{name:16} {given.runs} mutants: {dict(count)} ({seconds} s)\n")
        sys.stdout.writelines(f"  {line}\n" for line in amiss[:20])
        sys.stdout.flush()
    return written(rows, given.out)


if __name__ == "__main__":
    sys.exit(main())
