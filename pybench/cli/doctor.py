"""``pybench doctor``: what is installed, what is missing, and how to install it.

Versions are read from the installed files; no Python package is loaded. R is started if all that it
needs is installed, because even a tested pair of versions of R and rpy2 may fail to load.
"""

from __future__ import annotations

import os
import platform
import shutil
import sys
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from importlib import metadata
from pathlib import Path

from rich.table import Table
from typer import Exit

from pybench.base import shared
from pybench.base.errors import EnvironmentProblem, PybenchError
from pybench.base.extras import DISTRIBUTION, installing
from pybench.bridge import library, locate
from pybench.bridge.children import children
from pybench.cli import options, screen
from pybench.features.libraries import users

EXAMPLES = "Example: pybench doctor --json"

OK, ABSENT, BAD = "ok", "absent", "bad"
_PYTHON = (3, 11)
_EVERYTHING, _R_ENGINE = "everything", "engines r and both"
_CORE = (
    "numpy", "scipy", "pandas", "pyarrow", "scikit-learn", "matplotlib", "typer", "rich", "jinja2",
    "cloudpickle", "pyyaml",
)  # fmt: skip
#: Optional Python package -> extra, what needs it.
_EXTRAS = {
    "aeon": ("series", "demo on series"),
    **{
        library: ("series", f"features of {', '.join(names)}")
        for library, names in users().items()
        if library not in (*_CORE, "pywavelets")  # which tsfresh brings
    },
    "openpyxl": ("excel", "reading .xlsx files"),
    "distributed": ("dask", "computing on a cluster"),
    "polars": ("polars", "polars frames"),
    "duckdb": ("suite", "results of runs in SQL"),
    "openml": ("openml", "suites of OpenML"),
    "torch": ("torch", "ResNet in pybench optimal"),
}
#: Optional R package -> what needs it.
_R_PACKAGES = {
    "kohonen": "checking maps against kohonen",
    "nanoarrow": "Arrow pointers and files in R",
    "arrow": "Parquet and Arrow files in R",
    "jsonlite": "R tests",
    "testthat": "R tests",
    "knitr": "vignettes",
    "rmarkdown": "vignettes",
}
_COMPARE = "pybench validate --all"
_STYLES = {OK: "green", ABSENT: "yellow", BAD: "red"}


@dataclass(frozen=True, slots=True)
class Check:
    """One program or package that pybench can use."""

    subject: str  #: its name
    status: str  #: "ok", "absent" or "bad"
    found: str  #: version and path, or what is wrong
    needed_for: str  #: what fails without it
    remedy: str | None = None  #: the command that fixes it


def doctor() -> list[Check]:
    """Check each program and package that pybench can use, after those that it depends on.

    Returns
    -------
    list of Check

    Examples
    --------
    >>> [check.status for check in doctor() if check.subject == "Python"]
    ['ok']
    """
    return [*_python(), *_r()]


def healthy(checks: list[Check]) -> bool:
    """Return whether nothing is broken and all that is required is installed; R is optional."""
    return all(
        check.status == OK or (check.status == ABSENT and check.needed_for != _EVERYTHING)
        for check in checks
    )


def doctor_command(output: options.Json) -> None:
    """Report what is installed, what is missing, and the command that fixes each problem.

    Starts R and loads the R package pybench, which is compiled on first use. The exit code is 0 if
    all that pybench requires is installed and nothing is broken, otherwise 3. Missing optional
    software (R is optional, too) does not change the exit code.
    """
    checks = doctor()
    if output.json:
        screen.document({"checks": [asdict(check) for check in checks], "ok": healthy(checks)})
    else:
        screen.output().print(_grid(checks))
        for line in _remedies(checks):
            screen.output().print(screen.literal(line), soft_wrap=True)
    raise Exit(0 if healthy(checks) else EnvironmentProblem.exit_code)


def _python() -> Iterator[Check]:
    status = OK if sys.version_info >= _PYTHON else BAD
    yield Check("Python", status, f"{platform.python_version()}, {sys.executable}", _EVERYTHING)
    yield _only_pybench()
    for name in _CORE:
        yield _python_package(name, installing(), _EVERYTHING)
    for name, (extra, use) in _EXTRAS.items():
        yield _python_package(name, installing(extra), use)
    yield _python_package("rpy2-rinterface", installing("r"), _R_ENGINE)


def _only_pybench() -> Check:
    """Look for other distributions that install a module `pybench`, as PyPI's `pybench` does."""
    others = sorted(
        f"{one.name} {one.version}"
        for one in metadata.distributions()
        if _installs_pybench(one) and one.name != DISTRIBUTION
    )
    if not others:
        return Check("pybench", OK, f"{shared.version()}, {Path(__file__).parents[1]}", _EVERYTHING)
    names = ", ".join(others)
    remedy = (
        f"pip uninstall {' '.join(one.partition(' ')[0] for one in others)}; then install "
        f"{DISTRIBUTION} again, because both may have written the same files."
    )
    found = f"another distribution also installs a module `pybench`: {names}"
    return Check("pybench", BAD, found, _EVERYTHING, remedy)


def _installs_pybench(one: metadata.Distribution) -> bool:
    """Return whether a distribution has a module or package `pybench`, by its lists of files."""
    tops = (one.read_text("top_level.txt") or "").split()
    files = (one.read_text("RECORD") or "").splitlines()
    return "pybench" in tops or any(file.startswith(("pybench/", "pybench.py,")) for file in files)


def _python_package(name: str, remedy: str, use: str) -> Check:
    try:
        return Check(name, OK, metadata.version(name), use)
    except metadata.PackageNotFoundError:
        return Check(name, ABSENT, "not installed", use, remedy)


def _r() -> Iterator[Check]:
    try:
        r = locate.find_r()
    except PybenchError as error:
        yield Check("R", ABSENT, error.found or error.message, _R_ENGINE, error.hint)
        return
    yield Check("R", OK, f"{r.version}, {r.home}", _R_ENGINE)
    needed = [_pair(r), _bundled(r)]
    yield from needed
    if all(check.status == OK for check in needed):
        yield _running()
    paths = locate.libraries(r)
    for name, use in _R_PACKAGES.items():
        version = locate.package_version(name, paths)
        remedy = f"Rscript -e 'install.packages(\"{name}\")'"
        yield Check(
            f"R package {name}", OK if version else ABSENT, version or "not installed", use,
            None if version else remedy,
        )  # fmt: skip


def _pair(r: locate.RInstallation) -> Check:
    subject = "R with rpy2"
    try:
        pair = locate.require_supported(r.version, locate.rpy2_version())
    except PybenchError as error:
        status = BAD if error.found else ABSENT
        return Check(subject, status, error.message, _R_ENGINE, error.hint)
    return Check(subject, OK, pair.evidence, _R_ENGINE, None if pair.tested else _COMPARE)


def _bundled(r: locate.RInstallation) -> Check:
    subject = "bundled R package"
    try:
        path = library.compiled(r)
    except PybenchError as error:
        return Check(subject, BAD, error.message, _R_ENGINE, error.hint)
    if path is not None:
        return Check(subject, OK, f"compiled, {path}", _R_ENGINE)
    if shutil.which(os.environ.get("CC", "cc")) and shutil.which("make"):
        return Check(subject, OK, "compiles on first use", _R_ENGINE)
    return Check(subject, ABSENT, "no C compiler or no make", _R_ENGINE, library.TOOLS)


def _running() -> Check:
    """Start R as every call does: with the right files and versions it may still fail to load."""
    subject = "R in use"
    try:
        children.start()
    except PybenchError as error:
        return Check(subject, BAD, error.message, _R_ENGINE, error.hint)
    return Check(subject, OK, "starts and loads its package pybench", _R_ENGINE)


def _grid(checks: list[Check]) -> Table:
    grid = Table(box=None, pad_edge=False, show_header=False)
    for _ in range(3):
        grid.add_column(overflow="fold")  # a path must not be cut off
    for check in checks:
        grid.add_row(
            screen.literal(check.status, _STYLES[check.status]),
            screen.literal(check.subject),
            screen.literal(check.found),
        )
    return grid


def _remedies(checks: list[Check]) -> Iterator[str]:
    for check in checks:
        if check.remedy:
            yield f"{check.subject}, for {check.needed_for}: {check.remedy}"
