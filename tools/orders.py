"""Run the fast tests in several orders, locales, time zones and hash seeds; nothing may differ.

    python tools/orders.py [--rounds 10] [--workers 2] [--out FILE.csv] [TESTS...]

Round i has PYTHONHASHSEED=i and an order of its own (pytest-randomly); locales are C, Turkish
(whose I is another letter, and whose numbers have commas) and C.UTF-8 in turn. A test that fails,
or whose outcome differs between rounds, is named.
"""

from __future__ import annotations

import argparse
import csv
import os
import shutil
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BUILD = ROOT / "build" / "orders"
TURKISH = "tr_TR.UTF-8"
ZONES = ("UTC", "Asia/Kathmandu", "America/St_Johns")
LIMIT_S = 3600
HEAD = ["round", "hash_seed", "locale", "zone", "passed", "failed", "skipped", "differ"]


def locales() -> list[str]:
    """Return the locales to test; Turkish is compiled here, it is installed nowhere by itself."""
    BUILD.mkdir(parents=True, exist_ok=True)
    localedef = shutil.which("localedef")
    if localedef is None:
        return ["C", "C.UTF-8"]
    command = [localedef, "-i", "tr_TR", "-f", "UTF-8", str(BUILD / TURKISH)]
    made = subprocess.run(command, capture_output=True, text=True)
    if not (BUILD / TURKISH / "LC_CTYPE").exists():
        sys.stdout.write(f"no Turkish locale here (apt-get install locales): {made.stderr}\n")
        return ["C", "C.UTF-8"]
    return ["C", TURKISH, "C.UTF-8"]


def environment(number: int, locale: str) -> dict[str, str]:
    """Return the variables of a round."""
    return os.environ | {
        "PYTHONHASHSEED": str(number),
        "LC_ALL": locale,
        "LANG": locale,
        "LOCPATH": str(BUILD),
        "TZ": ZONES[number % len(ZONES)],
    }


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
    log = BUILD / f"round-{number}.log"
    with log.open("w", encoding="utf-8") as file:
        try:
            subprocess.run(
                [*command, *tests], cwd=ROOT, env=environment(number, locale), stdout=file,
                stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, timeout=LIMIT_S,
            )  # fmt: skip
        except subprocess.TimeoutExpired:
            file.write(f"ended after {LIMIT_S} s\n")
    return outcomes(report) if report.exists() else {f"the run itself, see {log}": "failed"}


def main() -> int:
    """Run all rounds; return whether something failed or differed."""
    parser = argparse.ArgumentParser(description="The fast tests in several orders and locales.")
    parser.add_argument("tests", nargs="*")
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--out", type=Path)
    given = parser.parse_args()
    names, rows, first, bad = locales(), [], None, 0
    for number in range(given.rounds):
        locale = names[number % len(names)]
        found = turn(number, locale, given.workers, given.tests)
        first = first or found
        differ = sorted(n for n in {**first, **found} if first.get(n) != found.get(n))
        failed = sorted(n for n, outcome in found.items() if outcome == "failed")
        for name in {*differ, *failed}:
            sys.stdout.write(f"  {name}: {first.get(name)}, then {found.get(name)}\n")
        count = [sum(o == k for o in found.values()) for k in ("passed", "failed", "skipped")]
        rows.append([number, number, locale, ZONES[number % len(ZONES)], *count, len(differ)])
        sys.stdout.write(f"round {number}, {locale}: {count[0]} passed, {count[1]} failed, "
                         f"{count[2]} skipped, {len(differ)} differ\n")  # fmt: skip
        sys.stdout.flush()
        bad += len(failed) + len(differ)
    if given.out:
        with given.out.open("w", newline="", encoding="utf-8") as file:
            csv.writer(file, lineterminator="\n").writerows([HEAD, *rows])
    return int(bad > 0)


if __name__ == "__main__":
    sys.exit(main())
