"""Compiled loops of the simulation; each has an equivalent in NumPy, used without numba."""

from pybench.base import planted

planted.avoid_numba_settings()
