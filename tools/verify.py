"""Run the checks and tests of both languages, all of them, then say which failed.

    python tools/verify.py static tests package      what `make test` runs
    python tools/verify.py nightly                   the slow ones: many hours
    python tools/verify.py nightly arrow valgrind    some of them, by name

Two steps run at once, a nightly one alone (its table holds its seconds). A failing step does not
stop the next ones. The last line holds the counts of both languages together; a step that is not a
test suite counts as one test. Each nightly step leaves its row in bench/nightly.csv as it ends, so
that a night that is cut short is not lost.
"""

from __future__ import annotations

import csv
import datetime
import importlib.util
import os
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree as ET
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import IO

ROOT = Path(__file__).resolve().parent.parent
NIGHTLY = ROOT / "bench" / "nightly.csv"
REPORTS = ROOT / "build" / "reports"
FUZZ = ROOT / "tools" / "fuzz"
BIN = Path(sys.executable).parent
STEP_LIMIT_S, LONG_S, WHOLE_NIGHT_S = 3600, 4 * 3600, 10 * 3600
RSCRIPT = ["Rscript", "--vanilla"]
R_COUNTS = REPORTS / "r-check.txt"

LINTR = """
lints <- lintr::lint_package("r"{})
print(lints)
quit(status = as.integer(length(lints) > 0L))
"""
# Of R's functions: four times as slow as all other linters together.
COMPLEXITY = ", linters = list(lintr::cyclocomp_linter(15L))"
# -isystem: R's own headers are not ours to fix.
C_WARNINGS = r"""
for file in r/src/*.c; do
  $(R CMD config CC) -std=c11 -O2 -Wall -Wextra -Wpedantic -Wconversion -Werror \
    -isystem "$(R --no-echo -e 'cat(R.home("include"))')" -c "$file" -o /dev/null
done
"""
# Another roxygen2 writes the same pages in other words: only the one that wrote them is compared.
HELP_PAGES = r"""
faults=$(Rscript --vanilla -e 'tools::checkDocFiles(dir = "r")')
[ -z "$faults" ] || { echo "$faults"; exit 1; }
there=$(Rscript --vanilla -e 'cat(format(packageVersion("roxygen2")))')
grep -qx "RoxygenNote: $there" r/DESCRIPTION || {
  echo "not compared: roxygen2 is $there, the pages are of $(grep RoxygenNote r/DESCRIPTION)"
  exit 0
}
rm -rf build/roxygen && mkdir -p build/roxygen && cp -RL r build/roxygen/r
Rscript -e 'roxygen2::roxygenise("build/roxygen/r", load_code = "source")' \
  >build/roxygen/log 2>&1 || { cat build/roxygen/log; exit 1; }
diff -r r/man build/roxygen/r/man && diff r/NAMESPACE build/roxygen/r/NAMESPACE ||
  { echo 'The help pages are behind the code. Run: make docs'; exit 1; }
"""
# What R itself keeps until it ends is "still reachable"; a "definite" leak is ours.
VALGRIND = r"""
R -d 'valgrind --quiet --error-exitcode=9 --leak-check=full --errors-for-leak-kinds=definite' \
  --vanilla --no-echo -f tools/torture.R
"""
# As CRAN checks, but for what needs its network: an index of packages (an empty one stands for it),
# the time, and packages that pybench can use if they are there; and with the tests that CRAN skips.
# This is the run of R's tests, on the package as its users get it; the count that it ends with
# becomes the report.
R_CHECK = r"""
rm -rf build/r-check && mkdir -p build/r-check/none/src/contrib && cd build/r-check
touch none/src/contrib/PACKAGES
printf 'menu_name\tURL\tdefault\tsource\twin.binary\tmac.binary\n' > repositories
for name in CRAN BioCsoft BioCann BioCexp; do
  printf '%s\tnone\tfile://%s/none\tTRUE\tTRUE\tFALSE\tFALSE\n' $name "$PWD" >> repositories
done
export R_REPOSITORIES="$PWD/repositories" _R_CHECK_CRAN_INCOMING_=false
export _R_CHECK_FUTURE_FILE_TIMESTAMPS_=false _R_CHECK_SYSTEM_CLOCK_=false
export _R_CHECK_PACKAGE_DEPENDS_IGNORE_MISSING_ENHANCES_=true
export NOT_CRAN=true _R_CHECK_TESTS_NLINES_=0
R CMD build ../../r
if [ "$(wc -c < pybench_*.tar.gz)" -gt 5000000 ]; then  # what CRAN asked for
  echo "expected a tarball of at most 5,000,000 bytes:" && ls -l pybench_*.tar.gz && failed=1
fi
R CMD check --as-cran --no-manual pybench_*.tar.gz || failed=1
# Once more without the packages that are only suggested (and without tests): a minute.
mkdir bare
_R_CHECK_DEPENDS_ONLY_=true R CMD check --as-cran --no-manual --no-tests --ignore-vignettes \
  --output=bare pybench_*.tar.gz || failed=1
grep -qx 'Status: OK' bare/pybench.Rcheck/00check.log || failed=1
sed -nE 's/^([0-9]+) tests passed, ([0-9]+) skipped$/\1 0 \2/p' \
  pybench.Rcheck/tests/testthat.Rout* > "$COUNTS"
[ -s "$COUNTS" ] && [ -z "${failed:-}" ] && grep -qx 'Status: OK' pybench.Rcheck/00check.log
"""
ENVIRONMENT = {
    "R_LIBS_USER": os.environ.get("R_LIBS_USER", str(ROOT / ".rlib")),  # where the set-up puts ours
    "OMP_NUM_THREADS": "1",  # two test workers share two cores
    "PYBENCH_UNTESTED_R": "1",  # this run is what tests a pair of R and rpy2
    "PYBENCH_REQUIRE_R": "1",  # a missing R must not pass as skipped tests
    "_R_CHECK_CRAN_INCOMING_": "false",
    "_R_CHECK_FORCE_SUGGESTS_": "false",
    # Only Debian sid has packages of arrow and nanoarrow; their absence would be a NOTE.
    "_R_CHECK_PACKAGE_DEPENDS_IGNORE_MISSING_ENHANCES_": "true",
    "_R_CHECK_SYSTEM_CLOCK_": "false",  # would ask a time server
    # 6.9 MB with the landscape of UCR, of which 0.3 are Debian's debug symbols. R 4.2 makes a NOTE
    # of more than 5 MB, R 4.5 an INFO, which leaves the status OK. The tarball has a bound above.
    "_R_CHECK_PKG_SIZES_THRESHOLD_": "8",
}


@dataclass
class Counts:
    """Numbers of tests by outcome."""

    passed: int = 0
    failed: int = 0
    skipped: int = 0

    def __add__(self, other: Counts) -> Counts:
        return Counts(
            self.passed + other.passed, self.failed + other.failed, self.skipped + other.skipped
        )

    @property
    def verdict(self) -> str:
        """Whether any failed."""
        return "FAILED" if self.failed else "ok"

    def __str__(self) -> str:
        return f"{self.passed} passed, {self.failed} failed, {self.skipped} skipped"


@dataclass
class Step:
    """One command; ``report`` is the file in which a test suite leaves its counts."""

    name: str
    command: list[str]
    report: Path | None = None
    limit_s: int = STEP_LIMIT_S

    def run(self, log: IO[bytes] | None = None) -> Counts:
        """Run the command, its output as it comes or into a file, and return its counts."""
        if self.report:
            self.report.unlink(missing_ok=True)
        try:
            done = subprocess.run(
                self.command,
                cwd=ROOT,
                env=os.environ | ENVIRONMENT,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log and subprocess.STDOUT,
                timeout=self.limit_s,
            )
            good = done.returncode == 0
        except subprocess.TimeoutExpired:
            ended = f"{self.name} was ended after {self.limit_s} s\n"
            (log or sys.stdout.buffer).write(ended.encode())
            good = False
        counts = self._read_report()
        if counts is None:
            return Counts(passed=1) if good else Counts(failed=1)
        # A suite can fail without a failing test: a crash, an error while collecting.
        return counts if good or counts.failed else counts + Counts(failed=1)

    def _read_report(self) -> Counts | None:
        if self.report is None or not self.report.exists():
            return None
        if self.report.suffix == ".txt":
            return Counts(*map(int, self.report.read_text().split()))
        suite = ET.parse(self.report).getroot()[0].attrib
        failed = int(suite["failures"]) + int(suite["errors"])
        skipped = int(suite["skipped"])
        return Counts(int(suite["tests"]) - failed - skipped, failed, skipped)


def shell(script: str) -> list[str]:
    """Wrap a script so that its first failing command ends it."""
    return ["bash", "-euo", "pipefail", "-c", script]


def pytest(name: str, *arguments: str, search: bool = False, limit_s: int = STEP_LIMIT_S) -> Step:
    """Return the step that runs Python tests; with ``search``, properties on new random input.

    Under the constraints of this repository every warning fails a test. With other versions of
    packages (tools/platforms.py), only a warning in our code does: what packages say to one another
    is not our fault.
    """
    report = REPORTS / f"{name}.xml"
    seek = ["env", "PYBENCH_SEARCH=1"] if search else []
    workers = ["-n", "2", "--dist=worksteal"]
    others = "PYBENCH_CONSTRAINTS" in os.environ
    # Matplotlib before 3.11 warns so of scripts such as Devanagari, in our name.
    theirs = "ignore:Matplotlib currently does not support"
    ours = ["-o", f"filterwarnings=default\nerror:::pybench\n{theirs}"] if others else []
    command = [*seek, sys.executable, "-m", "pytest", "-q", *ours, *workers, f"--junitxml={report}"]
    return Step(name, [*command, *arguments], report, limit_s)


def hardening() -> list[Step]:
    """Return the steps of docs/reliability.md, each with a table in build/reports."""
    python = sys.executable
    # Without atheris, for a Python that it has no wheel for, mutants are drawn.
    how = ["--guided"] if importlib.util.find_spec("atheris") else []
    fuzz = [python, str(FUZZ), *how, "--out", str(REPORTS / "fuzz.csv")]
    arrow = [python, str(FUZZ / "ipc_children.py"), "--out", str(REPORTS / "arrow.csv")]
    in_r = [python, str(FUZZ / "in_r.py"), "--out", str(REPORTS / "in_r.csv")]
    orders = [python, "tools/orders.py", "--out", str(REPORTS / "orders.csv")]
    return [
        Step("fuzzing", fuzz, limit_s=LONG_S),
        Step("arrow", arrow, limit_s=LONG_S),
        Step("readers-in-r", in_r, limit_s=LONG_S),
        Step("orders", orders, limit_s=WHOLE_NIGHT_S),
        Step("complexity", [*RSCRIPT, "-e", LINTR.format(COMPLEXITY)]),
        Step("sanitizers", ["tools/sanitize.sh"]),
        Step("gctorture", [*RSCRIPT, "tools/torture.R", "gctorture"]),
        Step("valgrind", shell(VALGRIND)),
    ]


def steps(group: str) -> list[Step]:
    """Return the steps of a group."""
    sources = sorted(str(path) for path in (ROOT / "r" / "src").glob("*.[ch]"))
    return {
        "static": [
            Step("ruff", [str(BIN / "ruff"), "check", "--output-format=concise"]),
            Step(
                "ruff format", [str(BIN / "ruff"), "format", "--check", "--output-format=concise"]
            ),
            Step("mypy", [str(BIN / "mypy")]),
            Step("lintr", [*RSCRIPT, "-e", LINTR.format("")]),
            Step("clang-format", [str(BIN / "clang-format"), "--dry-run", "--Werror", *sources]),
            Step("C warnings", shell(C_WARNINGS)),
            Step("R help pages", shell(HELP_PAGES)),
        ],
        "tests": [
            pytest("pytest", "-m", "not slow"),
            Step("certificate", [sys.executable, "-m", "pybench", "validate", "--all"]),
        ],
        "package": [
            Step("R CMD check", ["env", f"COUNTS={R_COUNTS}", *shell(R_CHECK)], R_COUNTS),
            Step("site", [sys.executable, "tools/site.py"]),
        ],
        "nightly": [
            pytest("slow", search=True, limit_s=LONG_S),
            Step("sizes", [sys.executable, "-m", "bench.type_one"]),
            Step("few", [sys.executable, "-m", "bench.few_datasets"]),
            Step("intervals", [sys.executable, "-m", "bench.intervals"]),
            Step("verdicts", [sys.executable, "-m", "bench.optimal_errors"]),
            Step("beaten", [sys.executable, "-m", "bench.beaten"]),
            Step("reading", [sys.executable, "-m", "bench.second_reading"]),
            *hardening(),
        ],
    }[group]


def store(step: Step, seconds: float, counts: Counts) -> None:
    """Keep the outcome of a nightly step, in a table and on the page, to be committed."""
    rows = {}
    if NIGHTLY.exists():
        with NIGHTLY.open(newline="", encoding="utf-8") as file:
            rows = {row["step"]: row for row in csv.DictReader(file)}
    head = ["git", "rev-parse", "--short=7", "HEAD"]
    commit = subprocess.run(head, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    rows[step.name] = {
        "step": step.name, "seconds": round(seconds), "verdict": counts.verdict, **vars(counts),
        "date": datetime.date.today().isoformat(), "commit": commit.strip(),
    }  # fmt: skip
    with NIGHTLY.open("w", newline="", encoding="utf-8") as file:
        table = csv.DictWriter(file, list(rows[step.name]), lineterminator="\n")
        table.writeheader()
        table.writerows(rows[one.name] for one in steps("nightly") if one.name in rows)
    subprocess.run([sys.executable, "tools/dashboard.py", "collect"], cwd=ROOT, check=True)


def chosen(names: list[str]) -> list[Step]:
    """Return the steps of groups, or the nightly ones that are named."""
    group, *only = names
    if group != "nightly" or not only:
        return [step for name in names for step in steps(name)]
    nightly = {step.name: step for step in steps("nightly")}
    if unknown := set(only) - set(nightly):
        sys.exit(f"no nightly step {', '.join(sorted(unknown))}; there are {', '.join(nightly)}")
    return [nightly[name] for name in only]


def say(text: str) -> None:
    """Write a line at once, also where somebody else reads it through a pipe."""
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def run_alone(step: Step) -> tuple[Counts, float]:
    """Run a nightly step, store its outcome, and return it."""
    say(f"\n=== {step.name}")
    start = time.monotonic()
    counts = step.run()
    seconds = time.monotonic() - start
    store(step, seconds, counts)
    return counts, seconds


def run_beside(step: Step) -> tuple[Counts, float]:
    """Run a step beside others; its output is shown as a whole when it ends."""
    say(f"=== {step.name} begins")
    start = time.monotonic()
    with tempfile.TemporaryFile() as log:
        counts = step.run(log)
        seconds = time.monotonic() - start
        log.seek(0)
        text = log.read().decode(errors="replace").rstrip()
    say(f"\n=== {step.name}: {counts.verdict}, {seconds:.0f} s\n{text}\n")
    return counts, seconds


def main(names: list[str]) -> int:
    """Run what is named; return the exit status."""
    REPORTS.mkdir(parents=True, exist_ok=True)
    todo = chosen(names)
    if names[0] == "nightly":
        outcomes = [run_alone(step) for step in todo]
    else:
        with ThreadPoolExecutor(2) as lanes:
            outcomes = list(lanes.map(run_beside, todo))
    say("\n=== summary")
    for step, (counts, seconds) in zip(todo, outcomes, strict=True):
        details = counts if step.report else ""
        say(f"{step.name:26} {seconds:6.1f} s   {counts.verdict:6}   {details}")
    total = sum((counts for counts, _ in outcomes), Counts())
    say(f"\n{total}")
    return 1 if total.failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
