"""Figures: each takes a result, returns a matplotlib figure and accepts given axes.

Matplotlib is loaded by the first figure, not by ``import pybench.plot``.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pybench.plot.benchmarks import critical_differences
    from pybench.plot.boxes import optimality
    from pybench.plot.critical import critical_difference
    from pybench.plot.crowds import redundancy
    from pybench.plot.curves import power
    from pybench.plot.distributions import qualities
    from pybench.plot.fallout import features
    from pybench.plot.flips import stability
    from pybench.plot.front import pareto
    from pybench.plot.heat import coverage
    from pybench.plot.intervals import rank_intervals
    from pybench.plot.matrix import multi_comparison
    from pybench.plot.scatter import embedding
    from pybench.plot.tabular import multi_comparison_latex
    from pybench.plot.tikz import critical_difference_tikz, critical_differences_tikz
    from pybench.plot.triangle import simplex
    from pybench.plot.units import landscape_map
    from pybench.plot.votes import bootstrap

__all__ = [
    "bootstrap",
    "coverage",
    "critical_difference",
    "critical_difference_tikz",
    "critical_differences",
    "critical_differences_tikz",
    "embedding",
    "features",
    "landscape_map",
    "multi_comparison",
    "multi_comparison_latex",
    "optimality",
    "pareto",
    "power",
    "qualities",
    "rank_intervals",
    "redundancy",
    "simplex",
    "stability",
]

_HOME = {
    "bootstrap": "votes",
    "coverage": "heat",
    "critical_difference": "critical",
    "critical_difference_tikz": "tikz",
    "critical_differences": "benchmarks",
    "critical_differences_tikz": "tikz",
    "embedding": "scatter",
    "features": "fallout",
    "landscape_map": "units",
    "multi_comparison": "matrix",
    "multi_comparison_latex": "tabular",
    "optimality": "boxes",
    "pareto": "front",
    "redundancy": "crowds",
    "simplex": "triangle",
    "power": "curves",
    "qualities": "distributions",
    "rank_intervals": "intervals",
    "stability": "flips",
}


def __getattr__(name: str) -> object:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOME[name]}"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
