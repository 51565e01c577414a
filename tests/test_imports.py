"""Imports: in any order, and nothing heavy before it is used."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import pybench as pb

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


def run(code: str, *arguments: str) -> str:
    """Run code in a fresh interpreter, warnings being errors."""
    command = [sys.executable, "-W", "error", "-c", code, *arguments]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_import_pybench_loads_only_the_standard_library():
    code = "import sys, pybench; print(*{name.partition('.')[0] for name in sys.modules})"
    before = set(
        run("import sys; print(*{name.partition('.')[0] for name in sys.modules})").split()
    )
    assert set(run(code).split()) - before - set(sys.stdlib_module_names) == {"pybench"}


@pytest.mark.parametrize("seed", range(3))
def test_submodules_load_in_any_order_and_every_public_name_answers(seed):
    run(ANY_ORDER, str(seed), *SUBMODULES)


def test_unknown_names_are_refused():
    with pytest.raises(AttributeError, match="no attribute 'friedmann'"):
        _ = pb.friedmann
    assert set(dir(pb)) >= set(pb.__all__)
