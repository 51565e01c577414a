"""The eight numbers of docs/reliability.md, of real runs: measured, stored, written.

    python tools/dashboard.py collect      bench/reliability.csv from what `make nightly` has left
    python tools/dashboard.py              docs/reliability.md from it and bench/targets.csv

A number whose runs are not there keeps its row, with the day and commit of the run that it is from.
Tests tell how often they killed, broke or compared by pytest's `record_property`.
"""

from __future__ import annotations

import csv
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections import Counter
from dataclasses import astuple, dataclass, fields
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BENCH = ROOT / "bench"
TABLE, TARGETS, TEMPLATE, NIGHTLY = (
    BENCH / name for name in ("reliability.csv", "targets.csv", "reliability.md.in", "nightly.csv")
)
PAGE = ROOT / "docs" / "reliability.md"
REPORTS = ROOT / "build" / "reports"
#: The nightly steps that a number is from: it is as old as the oldest of them.
MADE_BY = {
    "crashes": ("fuzzing", "arrow", "readers-in-r"),
    "torn reads": ("slow",),
    "lost values": ("slow",),
    "deaths of the parent": ("slow",),
    "relative difference of R and Python": ("slow",),
    "C reports": ("sanitizers", "gctorture", "valgrind"),
}


@dataclass(frozen=True)
class Number:
    """One row of the dashboard."""

    name: str
    done: str  #: how much was tried, as text
    found: float  #: what must not exceed the limit, or for a share must reach it
    limit: float
    source: str
    date: str
    commit: str

    @property
    def holds(self) -> bool:
        """Whether the number is within its limit."""
        return self.found >= self.limit if "share" in self.name else self.found <= self.limit


def rows_of(path: Path) -> list[dict[str, str]]:
    """Return the rows of a table; none of a file that is not there."""
    if not path.exists():
        return []
    with path.open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def recorded(reports: Path) -> list[tuple[dict[str, str], bool]]:
    """Return what each slow or fast test recorded, and whether it failed."""
    report = reports / "slow.xml"
    cases = ET.parse(report).getroot().iter("testcase") if report.exists() else ()
    return [
        (
            {told.get("name", ""): told.get("value", "") for told in case.iter("property")},
            any(part.tag in ("failure", "error") for part in case),
        )
        for case in cases
    ]


def counted(reports: Path, name: str) -> tuple[list[float], int] | None:
    """Return what tests recorded under a name, and how many of them failed."""
    told = [(float(kept[name]), failed) for kept, failed in recorded(reports) if name in kept]
    return ([value for value, _ in told], sum(failed for _, failed in told)) if told else None


def measured(reports: Path, nightly: Path = NIGHTLY) -> dict[str, tuple[str, float, float, str]]:
    """Return what the available runs give: name -> (done, found, limit, source)."""
    found: dict[str, tuple[str, float, float, str]] = {}
    mutants = [
        row for name in ("fuzz", "arrow", "in_r") for row in rows_of(reports / f"{name}.csv")
    ]
    if mutants:
        total = sum(int(row["mutants"]) for row in mutants)
        how = Counter(row["how"] for row in mutants)
        done = f"{total:,} mutants of {len(mutants)} formats and readers"
        told = ", ".join(f"{n} {kind}" for kind, n in sorted(how.items()))
        found["crashes"] = (
            done,
            sum(int(r["failures"]) for r in mutants),
            0,
            f"tools/fuzz: {told}",
        )
    events = {
        "kills": ("torn reads", "{:,.0f} kills"),
        "faults": ("lost values", "{:,.0f} injected I/O faults"),
        "deaths": ("deaths of the parent", "{:,.0f} deaths of R's child"),
    }
    for name, (what, text) in events.items():
        if (counts := counted(reports, name)) is not None:
            values, failed = counts
            source = f"{len(values)} tests that record `{name}`"
            found[what] = (text.format(sum(values)), failed, 0, source)
    steps = [row for row in rows_of(nightly) if row["step"] in MADE_BY["C reports"]]
    if steps:
        bad = sum(row["verdict"] != "ok" for row in steps)
        names = ", ".join(row["step"] for row in steps)
        found["C reports"] = (f"{len(steps)} runs: {names}", bad, 0, "tools/torture.R, R's tests")
    name = "relative_difference"
    if gaps := [(float(k[name]), k[f"{name}_in"]) for k, _ in recorded(reports) if name in k]:
        largest, where = max(gaps)
        done = f"every statistic in {len(gaps)} tests; the worst is {where}"
        source = "tests/comparison/test_validation.py"
        found["relative difference of R and Python"] = (done, largest, 1e-12, source)
    return found | stored()


def stored() -> dict[str, tuple[str, float, float, str]]:
    """Return the two numbers that other tools keep in bench."""
    found: dict[str, tuple[str, float, float, str]] = {}
    if sizes := rows_of(BENCH / "type_one.csv"):
        # Conservative is allowed, and documented by its verdict; too often wrong is not.
        # "Dependent" shows what becomes of a t-test whose assumption does not hold.
        sizes = [row for row in sizes if not row["test"].endswith("dependent")]
        worst = max(sizes, key=lambda row: float(row["monte_carlo_errors_off"]))
        done = f"{len(sizes)} tests and designs; the worst is {worst['test']}, {worst['design']}"
        off = max(0.0, float(worst["monte_carlo_errors_off"]))
        found["test size, Monte-Carlo errors too large"] = (done, off, 3, "bench/type_one.csv")
    if faults := rows_of(BENCH / "mutation.csv"):
        judged = rows_of(BENCH / "mutation-survivors.csv")
        idle = sum(row["judgement"].startswith("no effect") for row in judged)
        seen = sum(row["outcome"].startswith("caught") for row in faults)
        done = f"{len(faults)} seeded faults, {idle} of them without any effect"
        share = seen / (len(faults) - idle)
        found["share of seeded faults caught"] = (done, share, 0.9, "bench/mutation.csv")
    return found


def called(*command: str) -> str:
    """Return what git says."""
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return done.stdout.strip()


def collect(reports: Path = REPORTS) -> None:
    """Bring the table up to what the available runs give."""
    kept = {row["name"]: row for row in rows_of(TABLE)}
    runs = {row["step"]: (row["date"], row["commit"]) for row in rows_of(NIGHTLY)}
    for name, (done, found, limit, source) in measured(reports).items():
        made = [runs[step] for step in MADE_BY.get(name, ()) if step in runs]
        if source.startswith("bench/"):
            when = called("git", "log", "-1", "--abbrev=7", "--format=%cs %h", "--", source).split()
        elif made:
            when = list(min(made))
        else:
            continue
        values = (name, done, f"{found:.3g}", f"{limit:g}", source, *when)
        kept[name] = dict(zip((f.name for f in fields(Number)), values, strict=True))
    with TABLE.open("w", newline="", encoding="utf-8") as file:
        table = csv.DictWriter(file, [f.name for f in fields(Number)], lineterminator="\n")
        table.writeheader()
        table.writerows(kept.values())


def numbers() -> list[Number]:
    """Return the rows of the table."""
    return [
        Number(**row | {"found": float(row["found"]), "limit": float(row["limit"])})
        for row in rows_of(TABLE)
    ]


def page() -> str:
    """Return docs/reliability.md."""
    lines = [
        "| number | tried | found | limit | holds | run of | by |",
        "|---|---|---|---|---|---|---|",
    ]
    for row in numbers():
        name, done, found, limit, source, date, commit = astuple(row)
        verdict = "yes" if row.holds else "**no**"
        told = f"| {name} | {done} | {found:.3g} | {limit:g} | {verdict} "
        lines.append(f"{told}| {date}, `{commit}` | {source} |")
    targets = rows_of(TARGETS)
    wanted = ["| target | | holds | shown by | what falls short |", "|---|---|---|---|---|"]
    for row in targets:
        shown = "<br>".join(f"`{test}`" for test in row["shown_by"].split())
        wanted.append(
            f"| {row['id']} | {row['threat']} | {row['holds']} | {shown} | {row['short']} |"
        )
    count = Counter(row["holds"] for row in targets)
    text = TEMPLATE.read_text(encoding="utf-8")
    return text.format(
        dashboard="\n".join(lines), targets="\n".join(wanted), n=len(targets),
        yes=count["yes"], partly=count["partly"], no=count["no"],
    )  # fmt: skip


def main(mode: str = "write") -> None:
    """Write the page; with "collect", first take up what the last nightly steps left."""
    if mode == "collect":
        collect()
    PAGE.write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
