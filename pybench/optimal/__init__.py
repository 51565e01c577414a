"""How far is a classifier from optimal? Pairs of diffusions whose optimal classifier is known.

Workflow: a process is a pair of diffusions with two drifts and one noise (`process`, a named
setting, or a user-defined one). `pb.simulate` draws paths of both classes, `pb.likelihood_ratio`
classifies them, and `pb.optimality` compares classifiers with the likelihood ratio over many runs.
It gives the gap of each classifier with an interval, and a verdict. These three are public names of
pybench; this package implements them. Names are loaded on first use.

Mathematics: dX = b_y(t, X) dt + sigma(t, X) dB with class y = 0 or 1. The optimal classifier of a
path is the likelihood ratio: it compares log L = sum of log p_1(x_l | x_{l-1}) / p_0(x_l | x_{l-1})
with a threshold. There are three versions of it. The hidden likelihood ratio uses the fine steps of
the simulation. The numerical one uses only the observed points, with the transition densities of
Euler's method. The exact one, LRT observed, uses the true transition densities between observed
points: by a formula, by quadrature for independent coordinates, or by random bridges.

| idea | files |
|---|---|
| processes | `processes particles noise catalogue` |
| simulation | `benchmark simulation timegrid normals kernels` |
| the optimal classifier | `likelihood quadrature continuous bridges closedform` |
| gaps to the optimum | `optimality classifierrun estimators resnet scores verdicts formerkeys` |
| a classifier that knows the family | `girsanovlearner driftbasis` |
| gaps by training paths | `learningcurves` |
| what changes the optimum | `sweeps` |
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pybench.optimal.benchmark import LikelihoodRatios, likelihood_ratios, lrt
    from pybench.optimal.catalogue import Setting, own_setting, process, setting, settings
    from pybench.optimal.closedform import exact
    from pybench.optimal.girsanovlearner import girsanov
    from pybench.optimal.learningcurves import LearningCurve, learning_curve
    from pybench.optimal.optimality import Optimality
    from pybench.optimal.particles import Particles, Steps
    from pybench.optimal.processes import (
        BasisDrift,
        ConstantDrift,
        Diffusion,
        Gradient,
        Hamiltonian,
        LinearNonlinear,
        OrnsteinUhlenbeck,
        Potentials,
        Process,
    )
    from pybench.optimal.scores import paths_needed, roc
    from pybench.optimal.simulation import Paths
    from pybench.optimal.sweeps import Sweep, sweep

__all__ = [
    "BasisDrift",
    "ConstantDrift",
    "Diffusion",
    "Gradient",
    "Hamiltonian",
    "LearningCurve",
    "LikelihoodRatios",
    "LinearNonlinear",
    "Optimality",
    "OrnsteinUhlenbeck",
    "Particles",
    "Paths",
    "Potentials",
    "Process",
    "Setting",
    "Steps",
    "Sweep",
    "exact",
    "girsanov",
    "learning_curve",
    "likelihood_ratios",
    "lrt",
    "own_setting",
    "paths_needed",
    "process",
    "roc",
    "setting",
    "settings",
    "sweep",
]

_HOME = {
    "LearningCurve": "learningcurves",
    "LikelihoodRatios": "benchmark",
    "Optimality": "optimality",
    "Particles": "particles",
    "Paths": "simulation",
    "Setting": "catalogue",
    "Steps": "particles",
    "Sweep": "sweeps",
    "exact": "closedform",
    "girsanov": "girsanovlearner",
    "learning_curve": "learningcurves",
    "likelihood_ratios": "benchmark",
    "lrt": "benchmark",
    "own_setting": "catalogue",
    "paths_needed": "scores",
    "process": "catalogue",
    "roc": "scores",
    "setting": "catalogue",
    "settings": "catalogue",
    "sweep": "sweeps",
}


def __getattr__(name: str) -> object:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOME.get(name, 'processes')}"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
