"""Compiled loops of the simulation; each has a twin in NumPy, which serves without numba."""

from pybench.base import planted

planted.avoid_numba_settings()
