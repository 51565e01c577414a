"""Run the fast tests in several orders, locales, time zones and hash seeds; nothing may differ.

    python tools/orders.py [--rounds 20] [--workers 8] [--anew | --also COMMIT] [--out FILE.csv]
                           [TESTS...]

Round i has PYTHONHASHSEED=i and an order of its own (pytest-randomly); locales are C, Turkish
(whose I is another letter, and whose numbers have commas), English and C.UTF-8 in turn. The R
tests run once in each of the first three. A test that fails, or whose outcome differs between
rounds, is named.

Twenty rounds take hours: a round that is done, of this very code and as many workers, is kept in
build/orders and not run again; what was cut short goes on. With --also the rounds of another commit
count too, with whatever workers; the table names the commit and the workers of each round, and what
differs is told from the first round of the same code. With TESTS it is always run.
"""

from __future__ import annotations

import argparse
import csv
import hashlib
import os
import shutil
import subprocess
import sys
import xml.etree.ElementTree as ET
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BUILD = ROOT / "build" / "orders"
TURKISH, ENGLISH = "tr_TR.UTF-8", "en_US.UTF-8"
ZONES = ("UTC", "Asia/Kathmandu", "America/St_Johns")
LIMIT_S = 3600
CODE = ("pybench", "r", "tests", "tools", "vignettes", "pyproject.toml")
HEAD = ["round", "hash_seed", "locale", "zone", "passed", "failed", "skipped", "differ",
        "workers", "commit"]  # fmt: skip


def locales() -> list[str]:
    """Return the locales to test; those of UTF-8 are compiled here, Debian installs none."""
    BUILD.mkdir(parents=True, exist_ok=True)
    there = [name for name in (TURKISH, ENGLISH) if _compiled(name)]
    return ["C", *there, "C.UTF-8"]


def _compiled(name: str) -> bool:
    if (BUILD / name / "LC_CTYPE").exists():
        return True
    if shutil.which("localedef") is None:
        return False
    language, _, charset = name.partition(".")
    command = ["localedef", "-i", language, "-f", charset, str(BUILD / name)]
    made = subprocess.run(command, capture_output=True, text=True)
    if not (BUILD / name / "LC_CTYPE").exists():
        sys.stdout.write(f"no {name} here (apt-get install locales): {made.stderr}\n")
        return False
    return True


def environment(number: int, locale: str) -> dict[str, str]:
    """Return the variables of a round."""
    return os.environ | {
        "PYTHONHASHSEED": str(number),
        "LC_ALL": locale,
        "LANG": locale,
        "LOCPATH": str(BUILD),
        "TZ": ZONES[number % len(ZONES)],
    }


def code() -> str:
    """Return what names the code: its trees, and what is changed since; not tables and pages."""
    parts = []
    trees = [f"HEAD:{name}" for name in CODE]
    for command in (
        ["rev-parse", *trees], ["diff", "HEAD", "--", *CODE], ["status", "--porcelain", *CODE]
    ):  # fmt: skip
        done = subprocess.run(["git", *command], cwd=ROOT, capture_output=True, check=True)
        parts.append(done.stdout)
    return hashlib.sha256(b"\0".join(parts)).hexdigest()


def commit() -> str:
    """Return the commit that is checked out, and whether the code was changed since."""
    said = []
    for command in (["rev-parse", "--short=7", "HEAD"], ["status", "--porcelain", *CODE]):
        done = subprocess.run(
            ["git", *command], cwd=ROOT, capture_output=True, check=True, text=True
        )  # fmt: skip
        said.append(done.stdout.strip())
    return said[0] + ("-changed" if said[1] else "")


@dataclass(frozen=True)
class Stamp:
    """What a round was run on."""

    code: str
    workers: int
    commit: str

    @classmethod
    def of(cls, name: str) -> Stamp | None:
        """Return the stamp of a round that is done, None of another."""
        report, done = BUILD / f"{name}.xml", BUILD / f"{name}.done"
        if not (report.exists() and done.exists()):
            return None
        words = done.read_text(encoding="utf-8").split()
        return cls(words[0], int(words[1]), words[2]) if len(words) == 3 else None

    def keep(self, name: str) -> None:
        """Note that a round is done."""
        text = f"{self.code} {self.workers} {self.commit}"
        (BUILD / f"{name}.done").write_text(text, encoding="utf-8")


def outcomes(report: Path) -> dict[str, str]:
    """Return the outcome of every test of a report."""
    found = {}
    for case in ET.parse(report).getroot().iter("testcase"):
        kinds = {part.tag for part in case} & {"failure", "error", "skipped"}
        name = f"{case.get('classname')}::{case.get('name')}"
        found[name] = "skipped" if kinds == {"skipped"} else "failed" if kinds else "passed"
    return found


def turn(number: int, locale: str, workers: int, tests: list[str]) -> dict[str, str]:
    """Run one round; a run that ends without a report is a failure of its own."""
    report = BUILD / f"round-{number}.xml"
    report.unlink(missing_ok=True)
    command = [sys.executable, "-m", "pytest", "-q", "-m", "not slow", f"--junitxml={report}"]
    command += ["-p", "randomly", "-p", "no:cacheprovider", f"--randomly-seed={number}"]
    command += ["-n", str(workers), "--dist=worksteal"] if workers > 1 else []
    said = run([*command, *tests], environment(number, locale), f"round-{number}")
    return outcomes(report) if report.exists() else {f"the run itself, see {said}": "failed"}


def turn_of_r(number: int, locale: str) -> dict[str, str]:
    """Run the R tests in a locale; R's reporter leaves how many passed, failed, were skipped."""
    name = f"r-{locale}"
    counts = BUILD / f"{name}.txt"
    counts.unlink(missing_ok=True)
    command = ["Rscript", "--vanilla", "tools/testthat.R", str(counts)]
    # R's own messages stay English: a test reads one.
    said = run(command, environment(number, locale) | {"LANGUAGE": "en"}, name)
    if not counts.exists():
        return {f"the run itself, see {said}": "failed"}
    kinds = zip(("passed", "failed", "skipped"), map(int, counts.read_text().split()), strict=True)
    return {f"R test {kind} {i}": kind for kind, count in kinds for i in range(count)}


def run(command: list[str], variables: dict[str, str], name: str) -> Path:
    """Run a command and return the file that has what it says."""
    log = BUILD / f"{name}.log"
    with log.open("w", encoding="utf-8") as file:
        try:
            subprocess.run(
                command, cwd=ROOT, env=variables, stdout=file, stderr=subprocess.STDOUT,
                stdin=subprocess.DEVNULL, timeout=LIMIT_S,
            )  # fmt: skip
        except subprocess.TimeoutExpired:
            file.write(f"ended after {LIMIT_S} s\n")
    return log


def kept(name: str, now: Stamp, given: argparse.Namespace) -> Stamp | None:
    """Return the stamp of a round that need not be run again."""
    made = Stamp.of(name)
    if made is None or given.anew or given.tests:
        return None
    same = (made.code, made.workers) == (now.code, now.workers)
    return made if same or made.commit == given.also else None


def rounds(given: argparse.Namespace, names: list[str]) -> tuple[list[list[object]], int]:
    """Run or take the rounds of Python; return their rows and how much is bad."""
    now = Stamp(code(), given.workers, commit())
    rows, first, bad = [], {}, 0
    for number in range(given.rounds):
        locale, name = names[number % len(names)], f"round-{number}"
        made = kept(name, now, given)
        if made:
            found = outcomes(BUILD / f"{name}.xml")
        else:
            (BUILD / f"{name}.done").unlink(missing_ok=True)
            found = turn(number, locale, given.workers, given.tests)
            if not given.tests:
                now.keep(name)
        made = made or now
        row, worse = judged(number, locale, first.setdefault(made.code, found), found)
        rows.append([*row, made.workers, made.commit])
        bad += worse
    return rows, bad


def judged(
    number: int, locale: str, first: dict[str, str], found: dict[str, str]
) -> tuple[list[object], int]:
    """Name what failed or differs from the first round; return the row and how many do."""
    differ = sorted(n for n in {**first, **found} if first.get(n) != found.get(n))
    failed = sorted(n for n, outcome in found.items() if outcome == "failed")
    for name in {*differ, *failed}:
        sys.stdout.write(f"  {name}: {first.get(name)}, then {found.get(name)}\n")
    count = [sum(o == k for o in found.values()) for k in ("passed", "failed", "skipped")]
    sys.stdout.write(f"round {number}, {locale}: {count[0]} passed, {count[1]} failed, "
                     f"{count[2]} skipped, {len(differ)} differ\n")  # fmt: skip
    sys.stdout.flush()
    row = [number, number, locale, ZONES[number % len(ZONES)], *count, len(differ)]
    return row, len(failed) + len(differ)


def main() -> int:
    """Run all rounds; return whether something failed or differed."""
    parser = argparse.ArgumentParser(description="The fast tests in several orders and locales.")
    parser.add_argument("tests", nargs="*")
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--workers", type=int, default=8)
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--anew", action="store_true", help="run again what is done")
    which.add_argument("--also", metavar="COMMIT", help="take the rounds of this commit, too")
    parser.add_argument("--out", type=Path)
    given = parser.parse_args()
    names = locales()
    rows, bad = rounds(given, names)
    first = None
    for number, locale in enumerate([] if given.tests else names[:-1]):
        found = turn_of_r(number, locale)
        first = first or found
        row, worse = judged(number, f"{locale}, R", first, found)
        rows.append([*row, 1, commit()])
        bad += worse
    if given.out:
        with given.out.open("w", newline="", encoding="utf-8") as file:
            csv.writer(file, lineterminator="\n").writerows([HEAD, *rows])
    return int(bad > 0)


if __name__ == "__main__":
    sys.exit(main())
