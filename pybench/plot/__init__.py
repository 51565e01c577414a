"""Figures: each takes a result, returns a matplotlib figure and accepts given axes.

Matplotlib is loaded by the first figure, not by ``import pybench.plot``.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pybench.plot.alike import mantel
    from pybench.plot.benchmarks import critical_differences
    from pybench.plot.boxes import optimality
    from pybench.plot.chosen import selection
    from pybench.plot.critical import critical_difference
    from pybench.plot.crowds import redundancy
    from pybench.plot.curves import power
    from pybench.plot.distributions import qualities
    from pybench.plot.enough import sufficient
    from pybench.plot.fallout import features
    from pybench.plot.flips import stability
    from pybench.plot.forces import drifts
    from pybench.plot.front import pareto
    from pybench.plot.heat import coverage
    from pybench.plot.intervals import rank_intervals
    from pybench.plot.keeping import rank_preservation
    from pybench.plot.matrix import multi_comparison
    from pybench.plot.radius import covering
    from pybench.plot.rates import roc
    from pybench.plot.scatter import embedding
    from pybench.plot.standing import subset_quality
    from pybench.plot.sweeps import sweep
    from pybench.plot.tabular import multi_comparison_latex
    from pybench.plot.tikz import critical_difference_tikz, critical_differences_tikz
    from pybench.plot.trails import paths
    from pybench.plot.triangle import simplex
    from pybench.plot.units import landscape_map
    from pybench.plot.votes import bootstrap

__all__ = [
    "bootstrap",
    "coverage",
    "covering",
    "critical_difference",
    "critical_difference_tikz",
    "critical_differences",
    "critical_differences_tikz",
    "drifts",
    "embedding",
    "features",
    "landscape_map",
    "mantel",
    "multi_comparison",
    "multi_comparison_latex",
    "optimality",
    "pareto",
    "paths",
    "power",
    "qualities",
    "rank_intervals",
    "rank_preservation",
    "redundancy",
    "roc",
    "selection",
    "simplex",
    "stability",
    "subset_quality",
    "sufficient",
    "sweep",
]

_HOME = {
    "bootstrap": "votes",
    "coverage": "heat",
    "covering": "radius",
    "critical_difference": "critical",
    "critical_difference_tikz": "tikz",
    "critical_differences": "benchmarks",
    "critical_differences_tikz": "tikz",
    "drifts": "forces",
    "embedding": "scatter",
    "features": "fallout",
    "landscape_map": "units",
    "mantel": "alike",
    "multi_comparison": "matrix",
    "multi_comparison_latex": "tabular",
    "optimality": "boxes",
    "pareto": "front",
    "paths": "trails",
    "power": "curves",
    "qualities": "distributions",
    "rank_intervals": "intervals",
    "rank_preservation": "keeping",
    "redundancy": "crowds",
    "roc": "rates",
    "selection": "chosen",
    "simplex": "triangle",
    "stability": "flips",
    "subset_quality": "standing",
    "sufficient": "enough",
    "sweep": "sweeps",
}


def __getattr__(name: str) -> object:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOME[name]}"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
