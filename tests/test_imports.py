"""Imports: in any order, and nothing heavy before it is used."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import pybench as pb
from tests.versions import WARNINGS

ROOT = Path(__file__).resolve().parent.parent
SUBMODULES = [
    ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
    for path in sorted((ROOT / "pybench").rglob("*.py"))
    if path.name != "__main__.py"  # it runs the command line
]

# Every submodule in an order drawn from the seed, then every public name, used.
ANY_ORDER = """
import importlib, inspect, random, sys, types
names = sys.argv[2:]
random.Random(int(sys.argv[1])).shuffle(names)
for name in names:
    importlib.import_module(name)

import pybench as pb
public = {name: getattr(pb, name) for name in pb.__all__}
modules = {name for name, value in public.items() if isinstance(value, types.ModuleType)}
assert modules == {"optimal", "plot"}, f"hidden by a module: {modules}"

import numpy as np
t = pb.read_results(np.array([[0.9, 0.8, 0.7], [0.6, 0.7, 0.5]]), higher_is_better=True,
                    datasets=["d", "e"], classifiers=["a", "b", "c"])
apart = {"validate", "bayesian_hierarchical"}  # asks R; asks for repeats
for name, function in public.items():
    if isinstance(function, types.FunctionType) and name not in apart:
        arguments = inspect.signature(function).parameters.values()
        if [a.name for a in arguments if a.default is a.empty] == ["t"]:
            function(t)
for name in pb.plot.__all__:
    assert callable(getattr(pb.plot, name)), f"hidden by a module: plot.{name}"
for name in pb.optimal.__all__:
    assert callable(getattr(pb.optimal, name)), f"hidden by a module: optimal.{name}"
"""


# Distributions that bear another name than their module.
MODULES = {"rpy2-rinterface": "rpy2"}

# Every module of the tests, where none of the packages is installed: it may skip, and not fail.
WITHOUT = """
import importlib, sys
import pytest

class Absent:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in absent:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

absent, folders = (argument.split(",") for argument in sys.argv[1:3])
sys.path[:0] = folders
sys.meta_path.insert(0, Absent())
for name in sys.argv[3:]:
    try:
        importlib.import_module(name)
    except pytest.skip.Exception:
        print(name)
"""


def run(code: str, *arguments: str, limit: float = 120) -> str:
    """Run code in a fresh interpreter; under our constraints, warnings are errors."""
    command = [sys.executable, "-W", WARNINGS, "-c", code, *arguments]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=limit)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_import_pybench_loads_only_the_standard_library():
    code = "import sys, pybench; print(*{name.partition('.')[0] for name in sys.modules})"
    before = set(
        run("import sys; print(*{name.partition('.')[0] for name in sys.modules})").split()
    )
    assert set(run(code).split()) - before - set(sys.stdlib_module_names) == {"pybench"}


@pytest.mark.parametrize(
    "seed", [0, *(pytest.param(one, marks=pytest.mark.slow) for one in (1, 2))]
)
def test_submodules_load_in_any_order_and_every_public_name_answers(seed):
    run(ANY_ORDER, str(seed), *SUBMODULES)


def test_unknown_names_are_refused():
    with pytest.raises(AttributeError, match="no attribute 'friedmann'"):
        _ = pb.friedmann
    assert set(dir(pb)) >= set(pb.__all__)


def test_modules_of_tests_load_without_the_extras():
    """pytest would collect none of a module's tests, those that need no extra neither."""
    said = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    extras = said["project"]["optional-dependencies"]
    needed = [one for extra in set(extras) - {"all", "dev", "nightly"} for one in extras[extra]]
    named = {re.match(r"[\w-]+", one)[0] for one in needed}
    absent = {MODULES.get(name, name) for name in named}
    assert {"numba", "torch", "rpy2", "tsfresh", "duckdb"} <= absent
    folders = said["tool"]["pytest"]["ini_options"]["pythonpath"]
    modules = [
        ".".join(path.relative_to(ROOT).with_suffix("").parts)
        for path in sorted((ROOT / "tests").rglob("test_*.py"))
    ]
    skipped = run(WITHOUT, ",".join(absent), ",".join(folders), *modules, limit=600).split()
    assert "tests.optimal.kernels.test_normals" in skipped
    assert len(skipped) < len(modules) / 10
