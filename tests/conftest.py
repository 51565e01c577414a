"""What all tests share: where the data are, whether R is there, no screen, no chance."""

from __future__ import annotations

import importlib.util
import json
import os
import signal
import subprocess
import sys
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, settings

import pybench as pb

ROOT = Path(__file__).resolve().parent.parent

os.environ["MPLBACKEND"] = "Agg"
# A shell starts its background jobs with SIGINT ignored, and children inherit that.
signal.signal(signal.SIGINT, signal.default_int_handler)
if hasattr(signal, "SIGHUP"):
    signal.signal(signal.SIGHUP, signal.SIG_DFL)  # which nohup ignores
os.environ.setdefault("R_LIBS_USER", str(ROOT / ".rlib"))  # where `make setup` installs

GOLDEN = ROOT / "tests" / "golden"

# A red build must be reproducible: no random search, no clock. PYBENCH_SEARCH=1 searches anew.
settings.register_profile(
    "repeatable", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("search", deadline=None, max_examples=1000)
settings.load_profile("search" if os.environ.get("PYBENCH_SEARCH") else "repeatable")


class Failures:
    """Names each failure at once: a run that is ended has no summary."""

    def __init__(self, terminal: pytest.TerminalReporter) -> None:
        self.terminal = terminal

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Print the name of a test that failed."""
        if report.failed:
            self.terminal.write_line(f"\nFAILED {report.nodeid} ({report.when})")
            self.terminal.flush()


@pytest.hookimpl(trylast=True)  # after the terminal is there
def pytest_configure(config: pytest.Config) -> None:
    """Follow the failures, in the process that prints."""
    terminal = config.pluginmanager.get_plugin("terminalreporter")
    if terminal is not None and not hasattr(config, "workerinput"):
        config.pluginmanager.register(Failures(terminal))


@cache
def r_problem() -> str:
    """Say why R, the R package or the bridge to them cannot be used, "" if they can."""
    if importlib.util.find_spec("rpy2") is None:
        return "R cannot be reached: install the extra r"
    command = ["Rscript", "--vanilla", "-e", "stopifnot(getRversion() >= '4.2'); library(pybench)"]
    try:
        found = subprocess.run(command, capture_output=True, text=True, timeout=60)
    except (OSError, subprocess.TimeoutExpired) as error:
        return f"R does not run: {error}"
    return f"R cannot be used (make setup): {found.stderr.strip()}" if found.returncode else ""


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip tests marked ``r`` where R is not there; fail them where it has to be."""
    if item.get_closest_marker("r") and (reason := r_problem()):
        (pytest.fail if os.environ.get("PYBENCH_REQUIRE_R") else pytest.skip)(reason)


#: What the extras bring, by the name that is imported.
OF_EXTRAS = {
    "aeon", "dask", "distributed", "duckdb", "numba", "openml", "polars", "pycatch22", "rpy2",
    "statsmodels", "torch", "tsfresh",
}  # fmt: skip


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]):
    """Skip a test that ends because the package of an extra is not installed.

    Where everything has to be there, as on CI, it fails.
    """
    report = yield
    required = bool(os.environ.get("PYBENCH_REQUIRE_R"))
    error = call.excinfo.value if call.excinfo and report.failed and not required else None
    while error is not None:
        name = (getattr(error, "name", None) or "").partition(".")[0]
        absent = isinstance(error, ImportError) and name in OF_EXTRAS
        if absent and importlib.util.find_spec(name) is None:
            report.outcome = "skipped"
            report.longrepr = (*item.location[:2], f"{name} is not installed")
        error = error.__cause__
    return report


@pytest.fixture(scope="session", autouse=True)
def settings_of_a_user(tmp_path_factory):
    """Keep what tests trust out of the settings of who runs them."""
    os.environ["PYBENCH_CONFIG"] = str(tmp_path_factory.mktemp("config"))


@pytest.fixture(autouse=True)
def close_figures():
    """Close what a test drew; matplotlib warns of many open figures, and a warning fails."""
    yield
    if "matplotlib.pyplot" in sys.modules:
        sys.modules["matplotlib.pyplot"].close("all")


@pytest.fixture(autouse=True)
def forget_what_was_registered():
    """Take back what a test or an example registers: these lists are of the process."""
    yield
    for name in ("pybench.comparison.adjust", "pybench.selection.strategies"):
        if name in sys.modules:
            sys.modules[name]._REGISTERED.clear()


@pytest.fixture(autouse=True)
def what_imports_find_stays():
    """Fail a test that leaves a folder on the path: the first import of a later test would differ.

    tests/golden/make, left there, hid tsfresh behind a script of that name, in some orders.
    """
    before = list(sys.path)
    yield
    after, sys.path[:] = list(sys.path), before
    assert after == before, "the test changed sys.path"


@pytest.fixture(scope="session")
def golden():
    """Return a function: name of a golden JSON file -> its content."""
    return lambda name: json.loads((GOLDEN / f"{name}.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="session")
def bakeoff() -> pb.ResultsTable:
    """Return published accuracies: 112 datasets, 35 methods, 30 resamples."""
    import pandas as pd

    frame = pd.read_csv(GOLDEN / "published" / "bakeoff2023.csv.xz", float_precision="round_trip")
    long = frame.melt(["dataset", "resample"], var_name="classifier", value_name="accuracy")
    return pb.read_results(long, higher_is_better=True, repeats="keep", score="accuracy")


@pytest.fixture(scope="session")
def shared() -> Path:
    """Return the folder of reference data beside the repository; skip where it is absent."""
    folder = Path(os.environ.get("PYBENCH_SHARED", ROOT.parent / "shared"))
    if not folder.is_dir():
        pytest.skip(
            "needs the UCR series, or a published table whose licence forbids a copy here: "
            f"there is no folder {folder} (PYBENCH_SHARED)"
        )
    return folder


@pytest.fixture(scope="session")
def make_table():
    """Return a function: scores -> ResultsTable with names d1... and c1..."""

    def make(scores, higher_is_better=True, classifiers=None):
        scores = np.asarray(scores, dtype=float)
        n, k = scores.shape
        return pb.read_results(
            scores,
            datasets=[f"d{i + 1}" for i in range(n)],
            classifiers=classifiers or [f"c{j + 1}" for j in range(k)],
            higher_is_better=higher_is_better,
        )

    return make
