"""What all figures have in common."""

from __future__ import annotations

import ast
from inspect import signature
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from matplotlib import pyplot

import pybench as pb
from pybench.landscape.search import SomSearch
from pybench.reporting.single import figure_of
from tests.reporting.makers import MAKERS


@pytest.fixture(scope="module")
def results(trained):
    """What every figure draws: name of the function -> result, or several."""
    rows = [[3.0 + i % 3, 2.0, 1.0 + i % 2] for i in range(8)]
    names = {"datasets": list("defghijk"), "classifiers": ["a", "b", "c"]}
    t = pb.read_results(rows, **names, higher_is_better=True)
    points = pd.DataFrame({"f": [1.0, 2.0, 4.0], "g": [2.0, 1.0, 6.5]}, ["x", "y", "z"])
    keys = [np.array(key, object) for key in (["d", "e"], ["train", "train"], ["1", "2"])]
    values = np.array([[1.0, np.nan], [2.0, 0.5]])
    features = pb.FeatureTable(*keys, np.array([0, 0]), values, ("a", "b"), "mine")
    coverage = pb.coverage(["d", "d", "e"], [0, 1, 1])
    maps = pd.DataFrame(
        {"xdim": [3, 4], "ydim": [3, 4], "seed": 0, "quantization_error": [2.0, 1.0],
         "topographic_error": [0.1, 0.2], "explained_variance": [70.0, 80.0], "pareto": True,
         "chosen": [False, True]}
    )  # fmt: skip
    place = pd.DataFrame({"f": range(8), "g": [3, 1, 4, 1, 5, 9, 2, 6]}, list("defghijk"))
    kept = pb.rank_preservation(t, {"f": place}, sizes=(2, 3), trials=5)
    whole = {draw.__name__: make() for kind, make in MAKERS.items() if (draw := figure_of(kind))}
    return whole | {
        "covering": pb.covering(place),
        "mantel": pb.mantel(t, {"f": place}, 19),
        "rank_preservation": kept,
        "selection": (pb.select(place, 3), pb.embedding_map(place)),
        "subset_quality": pb.subset_quality(t, ["d", "f"], 20),
        "sufficient": kept,
        "bootstrap": pb.bootstrap(t, {"one": list("defg"), "two": list("hijk")}, 2, 3),
        "coverage": coverage,
        "drifts": "potentials",
        "landscape_map": trained(3, 3),
        "optimality": pb.optimality("a-T1", "LRT numerical", runs=2),
        "paths": pb.simulate("a-T1", 2),
        "bayesian_t": (t, "a", "b"),
        "patterns": pb.core_patterns(t, ["a", "b"], 1),
        "effects": pb.effects(t),
        "pairwise_test": pb.wilcoxon(t),
        "scatter": (t, "a", "b"),
        "score_cost": (t, {"a": 1.0, "b": 2.0, "c": 3.0}),
        "scores": t,
        "roc": pb.optimal.likelihood_ratios("a-T1", paths=5),
        "learning_curve": MAKERS["learning-curve"](),
        "sweep": pb.optimal.sweep("constant", {"end": (1, 2)}, paths=5),
        "pareto": SomSearch(maps, (0, 1), 1, trained(4, 4), None, "paper", 60, ()),
        "redundancy": pb.redundancy(coverage),
        "critical_difference": pb.critical_difference(t),
        "critical_differences": pb.critical_differences({"x": t}),
        "embedding": pb.embedding_map(points),
        "features": pb.feature_report(features),
        "multi_comparison": pb.multi_comparison(t),
        "power": pb.datasets_needed(t, repeats=5),
        "rank_intervals": pb.rank_intervals(t, resamples=5),
        "simplex": pb.posterior(t, "a", "b", samples=50),
        "stability": pb.stability(t, resamples=5),
    }


FOLDER = Path(pb.plot.__file__).parent
OF_TABLES = {"bayesian_t", "scatter", "score_cost", "scores"}  # figures of a results table itself
DRAWN = [name for name in pb.plot.__all__ if "ax" in signature(getattr(pb.plot, name)).parameters]


@pytest.mark.parametrize("name", DRAWN)
def test_every_figure_refuses_what_are_no_axes(results, name):
    """A figure and an array of axes, which subplots gives too, and axes of no figure."""
    figure, grid = pyplot.subplots(1, 2)
    lost = grid[1]
    lost.remove()
    given = results[name] if isinstance(results[name], tuple) else (results[name],)
    try:
        for wrong, said in (
            (figure, "Figure"),
            (grid, "ndarray"),
            (lost, "axes removed"),
            (0, "int"),
        ):
            with pytest.raises(pb.ArgumentError, match=f"`ax` must be axes of .*, not {said}"):
                getattr(pb.plot, name)(*given, wrong)
        assert getattr(pb.plot, name)(*given, grid[0]) is figure
    finally:
        pyplot.close(figure)


def test_the_parts_of_a_comparison_are_drawn():
    rows = [[3.0 + i % 3, 2.0, 1.0 + i % 2] for i in range(8)]
    names = {"datasets": list("defghijk"), "classifiers": ["a", "b", "c"]}
    t = pb.read_results(rows, **names, higher_is_better=True)
    whole = pb.compare(t, stability=True)
    for name in ("critical_difference", "multi_comparison", "stability"):
        draw = getattr(pb.plot, name)
        assert draw(whole).to_svg() == draw(getattr(whole, name)).to_svg()
    latex = pb.plot.multi_comparison_latex
    assert latex(whole) == latex(whole.multi_comparison)
    bare = pb.compare(t, mcm=False)
    for name, option in (("multi_comparison", "mcm"), ("stability", "stability")):
        with pytest.raises(pb.ArgumentError, match=f"which this one does not.* {option}=True"):
            getattr(pb.plot, name)(bare)


def test_a_file_of_its_name_is_a_figure_and_type_checkers_know_it():
    stub = ast.parse((FOLDER / "__init__.pyi").read_text(encoding="utf-8"))
    imports = [line for line in stub.body if isinstance(line, ast.ImportFrom)]
    listed = [(line.module, one.name, one.asname) for line in imports for one in line.names]
    names = pb.plot.__all__
    assert listed == [(f"pybench.plot._{name}", name, name) for name in names]
    for name in pb.plot.__all__:
        assert getattr(pb.plot, name).__module__ == f"pybench.plot._{name}"
        assert getattr(pb.plot, name).__name__ == name


@pytest.mark.parametrize(
    "name", [name for name in pb.plot.__all__ if name not in ("drifts", "qualities")]
)
def test_every_figure_refuses_another_result(name):
    """A table, which people hand over first, and a text."""
    t = pb.read_results([[1, 2]], datasets=["d"], classifiers=["a", "b"], higher_is_better=True)
    draw = getattr(pb.plot, name)
    more = {"map": None} if name == "selection" else {}
    more |= {"first": "a", "second": "b"} if name in ("bayesian_t", "scatter") else {}
    more |= {"costs": {"a": 1.0, "b": 1.0}} if name == "score_cost" else {}
    for wrong in ("text",) if name in OF_TABLES else (t, "text"):
        with pytest.raises(pb.ArgumentError, match=f"must be .*, not {type(wrong).__name__}. "):
            draw(wrong, **more)
