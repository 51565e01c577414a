"""Compiled loops of the simulation; each has a twin in NumPy, which serves without numba."""
