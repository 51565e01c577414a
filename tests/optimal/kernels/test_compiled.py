"""Compilation: what it leaves out, where it may not write."""

from __future__ import annotations

import pytest

pytest.importorskip("numba")

import numba
import numpy as np

from pybench.optimal.kernels import compiled


def test_without_a_folder_it_compiles_all_the_same(monkeypatch):
    plain = numba.njit

    def no_cache(signatures, cache=False, **options):
        if cache:
            raise RuntimeError("cannot cache function")
        return plain(signatures, **options)

    monkeypatch.setattr(compiled.numba, "njit", no_cache)

    @compiled.compiled("void(float64[::1])")
    def double(x):
        for i in range(len(x)):
            x[i] *= 2

    values = np.arange(3.0)
    double(values)
    assert values.tolist() == [0, 2, 4]
