"""Nothing in the current folder runs by lying there: every planted file marks that it ran.

A new attack is one more row of PLANTED; another way to start pybench one more of COMMANDS.
"""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from pybench.store.folder import user_cache

ROOT = Path(__file__).resolve().parent.parent


def python(name: str) -> str:
    return f"import os\nopen(os.path.join(os.environ['MARKS'], {name!r}), 'w').close()\n"


def r(name: str) -> str:
    return f'invisible(file.create(file.path(Sys.getenv("MARKS"), "{name}")))\n'


def shell(name: str) -> str:
    return f'#!/bin/sh\n: > "$MARKS/{name}"\nexit 1\n'


MODULES = (
    "json.py", "random.py", "pickle.py", "socket.py", "cloudpickle.py", "numpy.py", "rpy2.py",
    "sitecustomize.py", "usercustomize.py", "backend.py",
)  # fmt: skip
PROGRAMS = ("R", "Rscript", "sed", "uname", "cc", "make", "lscpu", "ssh-keygen")
PLANTED: dict[str, str] = {
    **{name: python(name) for name in MODULES},
    **{name: shell(name) for name in PROGRAMS},
    ".Rprofile": r("Rprofile"),
    "home/.Rprofile": r("Rprofile of the home"),
    ".Renviron": "R_LIBS=lib\n",  # where a package pybench lies
    "home/.Renviron": "R_LIBS=${HOME}/../lib\n",
    "matplotlibrc": "backend: module://backend\n",
    ".numba_config.yaml": "cache_dir: cache\ndump_html: marks/dump_html\n",
}

RESULTS = "dataset,a,b,c\n" + "".join(f"d{i},{i % 3 + 1},{i % 5},{i % 2}\n" for i in range(12))
STUDY = """\
name: planted
engine: python
jobs: 2
data: {datasets: [iris, wine], folds: 2}
estimators:
  tree: sklearn.tree.DecisionTreeClassifier
  trees: {class: sklearn.ensemble.BaggingClassifier, parameters: {n_jobs: 2, n_estimators: 4}}
parts: {comparison: {bayesian: false, stability: false, mcm: false}}
"""
# Without a main guard, and with modules of its own, which its workers must find.
SCRIPT = """\
import sys
import pybench as pb
import beside
t = pb.read_results("results.csv", higher_is_better=True)
for engine in ("r", "both"):
    print(pb.friedman(t, engine=engine).engine)
from pybench import parallel
print(list(parallel.map(beside.double, [1, 2, 3], workers=2)))
"""
COMPARE = ("compare", "results.csv", "--higher-is-better", "--no-mcm", "--out", "out")
# name -> arguments of the command line, of a script where the first ends in ".py"
COMMANDS: dict[str, tuple[str, ...]] = {
    "compare": COMPARE,  # in both languages
    "doctor": ("doctor",),
    "features": (
        "features", "archive", "--representation", "minirocket", "--jobs", "2",
        "--out", "features.csv", "--cache", "made",
    ),
    "study": ("study", "study.yaml", "--out", "study"),
    "script": ("script/script.py",),
}  # fmt: skip
ON_THE_PATH = f".::{os.environ['PATH']}"  # the current folder, twice
NEEDS_R = {"compare", "doctor", "script"}


@pytest.fixture(scope="session")
def fake_library(tmp_path_factory) -> Path:
    """Return a library with a package pybench that marks that it was loaded."""
    folder = tmp_path_factory.mktemp("fake")
    (folder / "pybench" / "R").mkdir(parents=True)
    (folder / "lib").mkdir()
    text = "Package: pybench\nVersion: 9.9.9\nTitle: T\nDescription: D.\nLicense: GPL-2\n"
    (folder / "pybench" / "DESCRIPTION").write_text(text + "Author: A\nMaintainer: A <a@b.org>\n")
    (folder / "pybench" / "NAMESPACE").write_text("export(pb_friedman)\n")
    code = f".onLoad <- function(...) {r('fake package')}\npb_friedman <- function(...) 1\n"
    (folder / "pybench" / "R" / "a.R").write_text(code)
    command = ["R", "--vanilla", "CMD", "INSTALL", f"--library={folder / 'lib'}", "pybench"]
    subprocess.run(command, cwd=folder, check=True, capture_output=True)
    return folder / "lib"


class Evil:
    """What makes unpickling mark that it happened."""

    def __reduce__(self):
        return exec, (python("unpickled by numba"),)


@pytest.fixture
def folder(tmp_path, request) -> Path:
    """Return a folder from a stranger, with inputs in it."""
    for name in ("home", "marks", "bin", "archive/Even", "script", "temporary"):
        (tmp_path / name).mkdir(parents=True)
    for name, text in PLANTED.items():
        (tmp_path / name).write_text(text)
        (tmp_path / name).chmod(0o755)
    if "fake_library" in request.fixturenames:
        (tmp_path / "lib").symlink_to(request.getfixturevalue("fake_library"))
    (tmp_path / "results.csv").write_text(RESULTS)
    (tmp_path / "study.yaml").write_text(STUDY)
    for split in ("TRAIN", "TEST"):
        series = [f"{i % 2}\t" + "\t".join(map(repr, np.sin(np.arange(30.0) + i).tolist()))
                  for i in range(6)]  # fmt: skip
        (tmp_path / "archive" / "Even" / f"Even_{split}.tsv").write_text("\n".join(series) + "\n")
    (tmp_path / "script" / "script.py").write_text(SCRIPT)
    (tmp_path / "script" / "beside.py").write_text("def double(x):\n    return 2 * x\n")
    # As pip writes it: a script, whose own folder is the first that its imports look in.
    command = "import sys\nfrom pybench.cli.main import run\nsys.exit(run())\n"
    (tmp_path / "bin" / "pybench").write_text(command)
    return tmp_path


def numba_indices() -> list[Path]:
    """Return where numba looks for what it compiled, below its cache folder."""
    pytest.importorskip("numba")
    code = """if True:
        from pybench.features.kernels import minirocket
        for one in vars(minirocket).values():
            if hasattr(one, "_cache"):
                print(one._cache._cache_file._index_path)
    """
    given = {**os.environ, "PYTHONPATH": str(ROOT), "NUMBA_CACHE_DIR": "/cache"}
    done = subprocess.run(
        [sys.executable, "-P", "-c", code], env=given, capture_output=True, text=True, check=True
    )
    return [Path(line).relative_to("/cache") for line in done.stdout.split()]


@pytest.fixture
def evil_cache(folder) -> None:
    """Plant pickles where numba would look for its own, if it obeyed the planted settings."""
    for index in numba_indices():
        (folder / "cache" / index).parent.mkdir(parents=True, exist_ok=True)
        (folder / "cache" / index).write_bytes(pickle.dumps(Evil()))


def environment(folder: Path, **changes: str) -> dict[str, str]:
    left = ("PYBENCH_ENGINE", "PYTHONSAFEPATH", "PYTHONPATH", "MPLBACKEND", "R_LIBS")
    kept = {name: value for name, value in os.environ.items() if name not in left}
    return {
        **kept, "HOME": str(folder / "home"), "MARKS": str(folder / "marks"),
        "PYBENCH_CACHE": str(user_cache().absolute()), "PYTHONPATH": str(ROOT),
        "TMPDIR": str(folder / "temporary"), **changes,
    }  # fmt: skip


def started(folder: Path, arguments: tuple[str, ...], **changes: str):
    first = ["-P"] if arguments[0].endswith(".py") else [str(folder / "bin" / "pybench")]
    if first == ["-P"]:  # a folder of modules of the user's own
        changes = {"PYTHONPATH": f"{folder / 'script'}{os.pathsep}{ROOT}", **changes}
    return subprocess.run(
        [sys.executable, *first, *arguments], cwd=folder, env=environment(folder, **changes),
        capture_output=True, text=True, timeout=280,
    )  # fmt: skip


def ran(folder: Path) -> set[str]:
    """Return the names of the planted files that ran."""
    return {path.name for path in (folder / "marks").iterdir()}


def params(*names: str) -> list:
    marks = {name: [pytest.mark.r] if name in NEEDS_R else [] for name in COMMANDS}
    return [pytest.param(name, marks=marks[name]) for name in names]


@pytest.mark.parametrize("command", params(*COMMANDS))
def test_nothing_planted_runs(command, folder, fake_library, evil_cache):
    done = started(folder, COMMANDS[command])
    assert ran(folder) == set()
    assert done.returncode == 0, done.stdout + done.stderr
    if command == "script":
        assert done.stdout.split("\n")[:3] == ["r", "both", "[2, 4, 6]"]
    if command == "compare":
        assert "Python alone" not in done.stderr


SLOW = [pytest.mark.slow, *params("study")[0].marks]


@pytest.mark.parametrize(
    "command", [*params("compare", "doctor"), pytest.param("study", marks=SLOW)]
)
def test_no_program_of_the_current_folder_runs(command, folder):
    done = started(folder, COMMANDS[command], PATH=ON_THE_PATH)
    assert ran(folder) == set()
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.r
def test_what_is_planted_would_run(folder, fake_library, evil_cache):
    """Else the tests above could not fail."""
    code = "from pybench.features.kernels import minirocket as m; import numpy as np; m._shifted"
    numba = f"import sys; sys.path.pop(0); import numba; {code}(np.zeros(9, np.float32), 1)"
    plain = [
        *([sys.executable, "-c", f"import {name.removesuffix('.py')}"] for name in MODULES),
        [sys.executable, "sitecustomize.py"],  # an import gives Debian's own, loaded at the start
        *([f"./{name}"] for name in PROGRAMS),
        ["/usr/bin/env", "sh", "-c", "sed"],
        [sys.executable, "-c", "import matplotlib.pyplot as p; p.figure()"],
        [sys.executable, "-c", numba],
    ]
    for command in plain:
        given = environment(folder, PATH=ON_THE_PATH)
        subprocess.run(command, cwd=folder, env=given, capture_output=True)
    in_r = ["Rscript", "-e", "library(pybench)"]
    for home in (".", "home"):
        (folder / home / ".Rprofile").rename(folder / home / "kept")
    subprocess.run(in_r, cwd=folder, env=environment(folder), capture_output=True)
    for home in ("home", "."):
        (folder / home / "kept").rename(folder / home / ".Rprofile")
        subprocess.run(in_r, cwd=folder, env=environment(folder), capture_output=True)
    expected = {*MODULES, *PROGRAMS, "Rprofile", "Rprofile of the home", "fake package"}
    assert ran(folder) >= {*expected, "unpickled by numba"}


PROFILES: dict[str, str] = {
    "stop": "stop('planted')", "quit": "quit('no', 0)", "sleep": "Sys.sleep(600)",
}  # fmt: skip


@pytest.mark.r
@pytest.mark.parametrize("profile", PROFILES)
def test_a_profile_that_ends_r_ends_nothing(profile, folder):
    (folder / ".Rprofile").write_text(PROFILES[profile] + "\n")
    done = started(folder, (*COMPARE, "--engine", "both"))
    assert done.returncode == 0, done.stdout + done.stderr
