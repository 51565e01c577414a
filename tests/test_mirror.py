"""Python, R and their tests mirror each other: files, names, arguments, defaults, result fields."""

from __future__ import annotations

import dataclasses
import inspect
import re
import subprocess
from functools import cache
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import pybench as pb
from pybench.base import shared
from pybench.base.latex import PAPERS
from pybench.comparison.questions import asked

ROOT = Path(__file__).resolve().parent.parent
R_FOLDER = ROOT / "r" / "R"
R_TESTS = ROOT / "r" / "tests" / "testthat"

# What one language has alone, and why. R room or file:
SUITE = (
    *("arff", "bundle", "folder", "identity", "learners", "licence", "lock", "measures", "openml"),
    *("pack", "results", "running", "tables", "text", "unpack", "xml"),
)
ONLY_R = {
    "arrow": "in Python pyarrow does it; in R it is compiled code of ours",
    "base-json": "in Python flow/load.py and base/result.py, by the types of fields",
    "bridge": "R's end of the bridge: runs inside the child",
    "comparison-broom": "methods of R's generics; Python's to_frame() has our own names",
    **dict.fromkeys(
        (f"landscape-{name}" for name in ("grid", "kernel", "start")),
        "maps are trained in R, for Python too: kohonen's numbers come from R's generator",
    ),
    "plot-draw-naming": "in Python plot/methods.py",
    **dict.fromkeys(
        (f"suite-{name}" for name in SUITE),
        "in Python suite/running/, suite/store/, suite/sharing/, store/lock.py",
    ),
    **{path.stem: "ggplot2 is R's" for path in R_FOLDER.glob("plot-gg*.R")},
    "plot-draw-exact": "devices of R whose text has the asked size; Matplotlib's has it anyway",
    "read-formats-objects": "objects and data frames of R's own frameworks",
    "zzz": "what R runs when it loads the package",
}  # Python room or file:
ONLY_PYTHON = {
    "base/document": "R's reader of JSON is in C, canonical-json.c, and has a depth of its own",
    **dict.fromkeys(("base/extras", "base/frame", "base/planted"), "Python's packages and imports"),
    "base/options": "R has one engine, so nothing to choose",
    "base/path": "in R a path is a string, which every reader checks",
    "base/progress": "in R it is search_told()",
    "base/shared": "R has system.file()",
    "base/student": "R has qt()",
    "base/system": "R hides what differs between systems, but for locks: lock.c",
    "bridge": "the parent's end of the bridge",
    "certificate": "compares the two languages",
    "cli": "the command line is Python's",
    "comparison/earlier": "files of earlier versions are JSON; R has readRDS()",
    "comparison/parts": "compares the languages part by part; pb_compare() calls each function",
    "comparison/staircase": "R adds the weights of the sums in C: bayesian.c",
    **dict.fromkeys(("comparison/questions", "comparison/validation"), "compare both languages"),
    "flow": "a study is made in Python; R reads its tables and its suites",
    "selection/compact": "for suites, which are made in Python",
    **dict.fromkeys(
        (
            "plot/arguments",
            "plot/critical_difference_parts",
            "plot/critical_differences_layout",
            "plot/methods",
        ),
        "shared by several figures or writers in Python; R has it in the figure's file",
    ),
    **dict.fromkeys(
        (f"plot/draw/{name}" for name in ("dataset_groups", "dataset_map", "many_texts")),
        "shared by Python's painters; R has it in the figures' files",
    ),
    **dict.fromkeys(("plot/draw/fonts", "plot/draw/paint_matplotlib"), "Matplotlib's"),
    "plot/draw/paint_svg": "pages, which only Python writes, hold many diagrams",
    "plot/draw/paint_tikz": "R has its own TikZ device",
    "features": "Python computes features; R reads the table: features-table.R",
    **dict.fromkeys(
        (f"items/{name}" for name in ("formats", "inspectai", "lmeval", "predictions")),
        "files of other tools and runs are read in Python; R reads tables of items",
    ),
    "parallel": "R users compute features in Python",
    "seriesset": "series are Python's; R gets the features of them",
    **dict.fromkeys(
        (
            f"read/{name}"
            for name in (
                *("archive", "arff", "arff_header", "arff_text", "containers", "decimals", "fetch"),
                *("files", "lines", "lists", "rectangle", "series", "splits", "ts", "ts_header"),
                *("download", "ts_rows", "ts_stamps", "ucr"),
            )
        ),
        "series are Python's; R gets the features of them",
    ),
    **dict.fromkeys(("read/arff_table", "read/tabular"), "in R suite-arff.R and suite-data.R"),
    **dict.fromkeys(("read/arrow", "read/zipped"), "R reads these files in ways of its own"),
    "read/plain": "a fast path of Python's, with the tables of the strict one",
    **dict.fromkeys(
        (
            f"optimal/{name}"
            for name in (
                *("estimators", "formerkeys", "resnet"),
                *("driftbasis", "girsanovlearner", "learningcurves"),
            )
        ),
        "built-in classifiers, kept fits and learning curves are Python's",
    ),
    **dict.fromkeys(
        (f"optimal/{name}" for name in ("particles", "timegrid")),
        "in R in optimal-processes.R and optimal-catalogue.R",
    ),
    "optimal/bridges": "R has formulas and quadrature: optimal-likelihood.R, optimal-quadrature.R",
    **dict.fromkeys(
        (f"optimal/kernels/{name}" for name in ("attraction", "compiled", "normals", "sums")),
        "compiled loops; R has C",
    ),
    "reporting": "the page is Python's",
    **{f"landscape/{name}": "R reads whole tables" for name in ("parts", "partitioned_landscape")},
    "selection/provenance": "the R package writes no files",
    "selection/pools": "in R a strategy sees one pool at a time: selection-strategies.R",
    "store": "the R package writes no files but maps that it is asked to keep",
    "suite": "suites of series, packages and OpenML, and their screening, are Python's",
}
# Public function, with a reason in r/inst/shared/languages.csv:
APART = [row for row in shared.rows("languages.csv") if row["kind"] != "trained by R"]
NOT_IN_R, NOT_IN_PYTHON = ({row[side] for row in APART} for side in ("python", "r"))
ONLY_PYTHON |= {
    row["python"].replace(".", "/"): row["why"]
    for row in APART
    if row["kind"] == "alone" and row["python"].startswith("plot.")
}
# Argument or field:
PYTHON_ALONE = {"engine", "cluster", "progress"}  # R tells getOption("pybench.progress")

R_FORMALS = r"""
for (file in list.files("r/R", full.names = TRUE)) for (item in parse(file)) {
  if (is.call(item) && identical(item[[1]], as.name("<-")) && is.call(item[[3]]) &&
      identical(item[[3]][[1]], as.name("function"))) {
    formals <- as.list(item[[3]][[2]])
    cat(as.character(item[[2]])[1], "\n", sep = "")
    for (name in names(formals)) {
      default <- paste(trimws(deparse(formals[[name]])), collapse = " ")
      cat("\t", name, "\t", default, "\n", sep = "")
    }
  }
}
"""
R_FIELDS = """
library(pybench)
t <- pb_read_results(
  matrix(c(3, 2, 1, 6, 5, 4, 9, 8) / 7, 2, dimnames = list(c("d", "e"), c("a", "b", "c", "D"))),
  higher_is_better = TRUE
)
results <- list(read_results = t)
@catalogue@
results$select <- pb_select(t, 1)
results$rank_preservation <- pb_rank_preservation(t, NULL, "random", 1:2, trials = 2, pool = 1)
place <- matrix(c(1, 4, 9, 2, 8, 3), 3, dimnames = list(c("d", "e", "f"), c("x", "y")))
three <- pb_read_results(
  matrix(c(3, 2, 1, 6, 5, 4), 3, dimnames = list(rownames(place), c("a", "b"))),
  higher_is_better = TRUE
)
four <- pb_read_results(
  matrix(1:12, 3, dimnames = list(rownames(place), letters[1:4])), higher_is_better = TRUE
)
seen <- list(x = place); results <- c(results, list(
  mantel = pb_mantel(three, seen, 1), covering = pb_covering(place),
  ranking_bounds = pb_ranking_bounds(three, place, 1),
  subset_quality = pb_subset_quality(three, "d", 1),
  place_model = pb_place_model(t, c(d = 1)),
  next_dataset = pb_next_dataset(three[1:2, ], place),
  leave_one_family_out = pb_leave_one_family_out(
    three, seen, c(d = "a", e = "a", f = "b"), "random", 1, 1
  ),
  expected_gain = pb_expected_gain(pb_mantel(three, seen, 1)),
  find_representation = pb_find_representation(
    four, seen, "k-medoids", "all", 1:2, 2, 1, folds = 2, permutations = 19
  ),
  scale_analysis = pb_scale_analysis(
    three, seen, "k-medoids", 1:2, 2, 1, benchmarks = 1, datasets = 2, models = 2
  ),
  synthetic_benchmark = pb_synthetic_benchmark(0, 4, 2, 1, 1, 2),
  synthetic_study = pb_synthetic_study(0, 2, datasets = 26, models = 2, repeats = 1)
))
landscape <- list(r = c("d", "e")); coverage <- pb_coverage(c("d", "e"), c(1, 2))
items <- pb_read_items(data.frame(item = c("1", "2"), a = 1:0, b = 0:1), higher_is_better = TRUE)
codes <- rbind(c(1, 0), c(1, 0.1), c(0.1, 1), c(0, 1))
results <- c(results, list(
  bootstrap = pb_bootstrap(t, landscape, 2), best_by_region = pb_best_by_region(t, landscape),
  bootstrap_thresholds = pb_bootstrap_thresholds(t, coverage, per_region = 1),
  coverage = coverage, redundancy = pb_redundancy(coverage), newcomer = pb_newcomer(coverage, 1),
  representatives = pb_representatives(coverage), regions = pb_regions(codes, 2),
  map_quality = pb_map_quality(codes, codes, 2, 2),
  region_stability = pb_region_stability(rbind(1:2, 2:1), c("d", "e")),
  read_items = items, compare_items = pb_compare_items(items, rope = 0),
  items_needed = pb_items_needed(items, 0.1)
))
for (name in names(results)) cat(name, names(results[[name]]), "\\n")
"""
SPREAD = pb.coverage(["d", "e"], [0, 1])
CODES = [[1, 0], [1, 0.1], [0.1, 1], [0, 1]]
PLACE = pd.DataFrame({"x": [1.0, 4, 9], "y": [2.0, 8, 3]}, ["d", "e", "f"])
THREE = pb.read_results(
    np.array([[3.0, 6], [2, 5], [1, 4]]), higher_is_better=True, datasets=["d", "e", "f"],
    classifiers=["a", "b"],
)  # fmt: skip
FOUR = pb.read_results(
    np.arange(1.0, 13).reshape(4, 3).T, higher_is_better=True, datasets=["d", "e", "f"],
    classifiers=list("abcd"),
)  # fmt: skip
ANSWERS = pd.DataFrame({"item": ["1", "2"], "a": [1.0, 0.0], "b": [0.0, 1.0]})
ITEMS = pb.read_items(ANSWERS, higher_is_better=True)
# What a function needs besides the table, as above.
FURTHER = {
    "select": [1],
    "rank_preservation": [None, ["random"], [1, 2], 2, 1],
    "bootstrap": [{"r": ["d", "e"]}, 2],
    "best_by_region": [{"r": ["d", "e"]}],
    "bootstrap_thresholds": [SPREAD, (50,), 1],
}
FAMILIES = {"d": "a", "e": "a", "f": "b"}
# What takes no table at all.
WITHOUT_TABLE: dict[str, list[object]] = {
    "mantel": [THREE, {"x": PLACE}, 1],
    "covering": [PLACE],
    "ranking_bounds": [THREE, PLACE, [1]],
    "subset_quality": [THREE, ["d"], 1],
    "place_model": [FOUR, {"d": 1.0}],
    "next_dataset": [THREE.select(["d", "e"]), PLACE],
    "leave_one_family_out": [THREE, {"x": PLACE}, FAMILIES, ["random"], [1], 1],
    "expected_gain": [pb.mantel(THREE, {"x": PLACE}, 1, engine="python")],
    "find_representation": [FOUR, {"x": PLACE}, ["k-medoids"], ["all"], [1, 2], 2, 1],
    "scale_analysis": [THREE, {"x": PLACE}, ["k-medoids"], [1, 2], 2, 1],
    "synthetic_benchmark": [0],
    "synthetic_study": [[0], 2],
    "coverage": [["d", "e"], [0, 1]],
    "redundancy": [SPREAD],
    "newcomer": [SPREAD, [0]],
    "representatives": [SPREAD],
    "regions": [CODES, 2],
    "map_quality": [CODES, CODES, 2, 2],
    "region_stability": [[[0, 1], [1, 0]], ["d", "e"]],
    "compare_items": [ITEMS, "clustered_t", "CR2", 0.05, "holm", 0.0],
    "items_needed": [ITEMS, 0.1],
}

# Sizes, where those of the paper take long.
SMALL: dict[str, dict[str, int]] = {
    "find_representation": {"folds": 2, "permutations": 19},
    "scale_analysis": {"benchmarks": 1, "datasets": 2, "models": 2},
    "synthetic_benchmark": {"datasets": 4, "models": 2},
    "synthetic_study": {"datasets": 26, "models": 2, "repeats": 1},
}


FUNCTIONS = [
    name for name in pb.__all__ if name[0].islower() and name not in ("optimal", "options", "plot")
]


def run_r(code: str) -> str:
    command = ["Rscript", "--vanilla", "-e", code]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout


def within(name: str, places: dict[str, str], separator: str) -> bool:
    return name in places or name.partition(separator)[0] in places


@cache
def r_functions() -> dict[str, dict[str, str]]:
    """Return R function -> argument -> default as R source, "" where there is none."""
    functions: dict[str, dict[str, str]] = {}
    arguments: dict[str, str] = {}
    for line in run_r(R_FORMALS).splitlines():
        name, *rest = line.removeprefix("\t").split("\t")
        if line.startswith("\t"):
            arguments[name] = rest[0]
        else:
            functions[name] = arguments = {}
    return functions


def r_exported() -> set[str]:
    namespace = (ROOT / "r" / "NAMESPACE").read_text(encoding="utf-8")
    return set(re.findall(r"^export\(pb_(\w+)\)", namespace, re.MULTILINE))


def as_r(value: object) -> str:
    """Write a Python default as R source."""
    if value is inspect.Parameter.empty:
        return ""
    if value is None or isinstance(value, bool):
        return {None: "NULL", True: "TRUE", False: "FALSE"}[value]
    if isinstance(value, str):
        return f'"{value}"'
    if isinstance(value, range):
        return f"{value.start}:{value.stop - 1}"
    if isinstance(value, tuple) and len(value) == 1:
        return as_r(value[0])
    if isinstance(value, dict):
        return f"c({', '.join(f'`{name}` = {as_r(one)}' for name, one in value.items())})"
    if isinstance(value, (tuple, list)):
        return f"c({', '.join(map(as_r, value))})"
    return f"{value:g}"


def python_files() -> list[str]:
    """Return the Python files as tests and R name them: `plot/_mantel` is `plot/mantel`."""
    folder = ROOT / "pybench"
    found = (str(path.relative_to(folder).with_suffix("")) for path in folder.rglob("*.py"))
    files = (name for name in found if not name.endswith(("__init__", "__main__")))
    return sorted(name.replace("/_", "/") for name in files)


def r_files() -> list[str]:
    return sorted(path.stem for path in R_FOLDER.glob("*.R"))


@pytest.mark.r
def test_every_public_function_is_in_both_languages():
    assert set(FUNCTIONS) - set(NOT_IN_R) == r_exported() - set(NOT_IN_PYTHON)


@pytest.mark.r
@pytest.mark.parametrize("name", sorted(set(FUNCTIONS) - set(NOT_IN_R)))
def test_arguments_and_defaults_are_the_same(name):
    parameters = inspect.signature(getattr(pb, name)).parameters.values()
    alone = PYTHON_ALONE - ({"cluster"} if name == "read_items" else set())  # there it is a column
    named = [("..." if p.kind is p.VAR_KEYWORD else p.name, p.default) for p in parameters]
    expected = [(name, as_r(default)) for name, default in named if name not in alone]
    assert list(r_functions()[f"pb_{name}"].items()) == expected


@pytest.mark.r
def test_result_fields_are_the_same():
    t = pb.read_results(
        np.array([[3, 1, 5, 9], [2, 6, 4, 8]]) / 7,
        higher_is_better=True,
        datasets=["d", "e"],
        classifiers=["a", "b", "c", "D"],
    )
    # Of the catalogue the first call of each function whose text is compared.
    first = {}
    for name, options in asked("text", t):
        first.setdefault(name, options)
    lines = [
        f"results${name} <- pb_{name}(t{''.join(f', {k} = {as_r(v)}' for k, v in given.items())})"
        for name, given in first.items()
    ]
    for line in run_r(R_FIELDS.replace("@catalogue@", "\n".join(lines))).splitlines():
        name, *fields = line.split()
        arguments = WITHOUT_TABLE.get(name, [t, *FURTHER.get(name, [])])
        options = first.get(name, SMALL.get(name, {}))
        tables = {"read_results": t, "read_items": ITEMS}
        python = tables.get(name) or getattr(pb, name)(*arguments, **options)
        expected = {field.name for field in dataclasses.fields(python)} - PYTHON_ALONE
        assert set(fields) - PYTHON_ALONE == expected, f"fields of pb_{name} and pb.{name}"


@pytest.mark.r
def test_widths_of_papers_are_the_same():
    code = (
        "e <- new.env(); sys.source('r/R/base-latex.R', e); "
        "cat(paste(names(e$papers), e$papers), sep = '\\n')"
    )
    found = (line.split() for line in run_r(code).splitlines())
    assert {name: float(inches) for name, inches in found} == PAPERS


def test_every_r_file_has_its_python_file():
    twins = {name: name.replace("-", "/") for name in r_files() if not within(name, ONLY_R, "-")}
    assert [name for name, twin in twins.items() if twin not in python_files()] == []


def test_every_python_file_has_its_r_file():
    twins = (name for name in python_files() if not within(name, ONLY_PYTHON, "/"))
    assert [name for name in twins if name.replace("/", "-") not in r_files()] == []


def test_every_python_file_has_its_test():
    places = (Path("tests", name) for name in python_files())
    tests = (place.with_name(f"test_{place.name}.py") for place in places)
    assert [str(test) for test in tests if not (ROOT / test).exists()] == []


def test_every_r_file_has_its_test():
    tests = [f"test-{name}.R" for name in r_files() if name != "zzz"]
    assert [test for test in tests if not (R_TESTS / test).exists()] == []


def test_error_classes_are_the_same():
    in_r = set(re.findall(r'"(pybench_error\w*)"', (R_FOLDER / "base-errors.R").read_text()))
    python, pending = set(), [pb.PybenchError]
    while pending:
        pending += (kind := pending.pop()).__subclasses__()
        python.add(kind.r_class)
    assert in_r == python
