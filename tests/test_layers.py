"""The import table: who may import whom, lazy imports included (docs/decisions/001)."""

from __future__ import annotations

import ast
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
MODULES = {
    ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path
    for path in sorted((ROOT / "pybench").rglob("*.py"))
}
GROUND = {"base", "store", "read", "table", "seriesset"}
BOOTSTRAPPED = {
    f"comparison.{x}" for x in ("ranks", "doubts", "friedman", "critical", "pairs", "adjust")
}
RESULTS = {"comparison", "landscape", "selection", "optimal"}
ALLOWED = {
    "base": set(),
    "store": {"base"},
    "table": {"base", "store"},
    "seriesset": {"base", "store", "table"},
    "read": {"base", "store", "table", "seriesset"},
    "bridge": GROUND,
    "parallel": GROUND | {"bridge"},
    # read.results: compare() takes a data frame too
    "comparison": {"base", "table", "bridge", "read.results", "read.missing"},
    "features": {"base", "store", "table", "read", "seriesset", "parallel"},
    # comparison.intervals: mean ranks of the regions that a new dataset is in
    "landscape": {"base", "store", "table", "bridge", "parallel", "comparison.intervals"}
    | BOOTSTRAPPED,
    # signedrank: strategies are compared trial by trial, by paired signed ranks
    "selection": {"base", "store", "table", "bridge", "parallel", "comparison.signedrank"}
    | BOOTSTRAPPED,
    "optimal": {"base", "store", "table", "seriesset", "bridge", "parallel"},
    # selection: a compact suite has the tasks that keep the ranking
    "suite": GROUND | {"bridge", "parallel", "selection"},
    # comparison: p-values of pairs of items are corrected as those of datasets; the noncentral t
    "items": GROUND | {"bridge", "comparison.adjust", "comparison.noncentral", "suite"},
    "plot": {"base", "table", "features", "suite"} | RESULTS,
    "reporting": {"base", "store", "table", "bridge.agreement", "features", "suite", "plot"}
    | RESULTS,
    # asks every room in both languages, and is asked by cli alone
    "certificate": GROUND | RESULTS | {"bridge", "features", "items", "suite"},
    # the rooms in a row, from datasets to the report: all of them, and nothing but cli above
    "flow": GROUND | RESULTS | {"bridge", "parallel", "features", "suite", "reporting", "items"},
    "cli": GROUND
    | RESULTS
    | {"bridge", "parallel", "features", "suite", "plot", "reporting"}
    | {"flow", "certificate", "items"},
}
ALLOWED["__main__"] = {"cli"}
ONLY_CLASSES = {
    "plot": RESULTS | {"features", "suite"},
    "reporting": RESULTS | {"features", "suite", "bridge"},
}
DOORS = {
    "rpy2": {"bridge.worker"},
    "pyarrow": {"base.frame", "table", "seriesset", "features", "bridge.convert", "bridge.worker"}
    # read.decimals: the fastest correctly rounding reader of decimals at hand
    | {"landscape.parts", "read.arrow", "read.lists", "read.decimals", "read.plain"}
    | {"suite.store"},  # results as Parquet, which DuckDB reads
    "duckdb": {"suite.store"},
    "yaml": {"suite.running.definitions", "flow.document"},
    "matplotlib": {"plot"},
    "openml": {"suite.sharing.openml.online"},
    "tsfresh": {"features.tsfresh"},
    # optimal.kernels: pairs of agents take NumPy 15 s where a compiled loop takes 0.2 s
    "numba": {"features.kernels", "optimal.kernels"},
    "llvmlite": {"optimal.kernels"},
    "torch": {"optimal.resnet"},
    "dask": {"parallel"},
    "distributed": {"parallel"},
    "typer": {"cli"},
    "rich": {"cli"},
    "jinja2": {"reporting"},
}
#: Folders that could become packages of their own: entered by their front door, ``__init__``,
#: alone, and what they import besides themselves.
COULD_LEAVE = {
    "features.kernels": {"base"},
    "suite.sharing.openml": {"base", "store", "read"}
    # a suite as a value, its data and splits; runs as they lie on the disk
    | {f"suite.{x}" for x in ("manifest", "task", "data", "splits", "filenames", "jsonschema")}
    | {"suite.qualities", "suite.sharing.licence"}
    | {f"suite.running.{x}" for x in ("folder", "jobs", "measures", "plan", "predictions")}
    | {"suite.store.published"},
}


def imports(module: str) -> list[tuple[str, str, bool, int]]:
    """Return the imports of a module: (module, name or "", whether it loads, line)."""
    tree = ast.parse(MODULES[module].read_text(encoding="utf-8"))
    guards = [node for node in ast.walk(tree) if isinstance(node, ast.If)]
    typing = [n for node in guards if "TYPE_CHECKING" in ast.unparse(node.test) for n in node.body]
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            pairs = [(alias.name, "") for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            pairs = [(node.module or "", alias.name) for alias in node.names]
        else:
            continue
        for target, name in pairs:
            inner = f"{target}.{name}"
            target = inner if inner in MODULES else target
            found.append((target, name, node not in typing, node.lineno))
    return found


def inside(module: str, places: set[str]) -> bool:
    return any(module == place or module.startswith(place + ".") for place in places)


@pytest.mark.parametrize("module", [name for name in MODULES if name != "pybench"])
def test_imports_follow_the_table(module):
    here = module.removeprefix("pybench.")
    room = here.partition(".")[0]
    for target, name, loads, line in imports(module):
        top, _, there = target.partition(".")
        where = f"{here}:{line} imports {target} {name}"
        if top in DOORS:
            assert not loads or inside(here, DOORS[top]), f"{where}: only {sorted(DOORS[top])} may"
        elif top == "pybench" and there.partition(".")[0] != room:
            assert inside(there, ALLOWED[room]), f"{where}: {room} may not"
            if inside(there, ONLY_CLASSES.get(room, set())):
                assert name[:1].isupper(), f"{where}: {room} may take result classes only"


@pytest.mark.parametrize("folder", COULD_LEAVE)
def test_what_could_leave_has_one_front_door_and_imports_nothing_sideways(folder):
    for module in MODULES:
        here = module.removeprefix("pybench.")
        for target, name, _, line in imports(module):
            where = f"{here}:{line} imports {target} {name}"
            there = target.removeprefix("pybench.")
            if not inside(here, {folder}):
                assert not inside(there, {folder}) or there == folder, f"{where}: use {folder}"
            elif target.startswith("pybench.") and not inside(there, {folder}):
                assert inside(there, COULD_LEAVE[folder]), f"{where}: {folder} may not"


def test_no_module_imports_itself_in_a_circle():
    graph = {name: {target for target, *_ in imports(name)} & set(MODULES) for name in MODULES}
    graph = {name: targets - {"pybench", name} for name, targets in graph.items()}
    TopologicalSorter(graph).prepare()  # raises CycleError and names the circle
