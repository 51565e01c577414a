"""How far from the best: pairs of diffusions whose best classifier is the likelihood ratio.

``pb.simulate``, ``pb.likelihood_ratio`` and ``pb.optimality`` are public names of pybench; what
they are made of is here. Names load on first use.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pybench.optimal.benchmark import LikelihoodRatios, likelihood_ratios, lrt
    from pybench.optimal.catalogue import Setting, own_setting, process, setting, settings
    from pybench.optimal.closedform import exact
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
    "LikelihoodRatios": "benchmark",
    "Optimality": "optimality",
    "Particles": "particles",
    "Paths": "simulation",
    "Setting": "catalogue",
    "Steps": "particles",
    "Sweep": "design",
    "exact": "exactly",
    "likelihood_ratios": "benchmark",
    "lrt": "benchmark",
    "own_setting": "catalogue",
    "paths_needed": "scores",
    "process": "catalogue",
    "roc": "scores",
    "setting": "catalogue",
    "settings": "catalogue",
    "sweep": "design",
}


def __getattr__(name: str) -> object:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOME.get(name, 'processes')}"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
