"""Compilation works where its result cannot be kept."""

from __future__ import annotations

import pytest

pytest.importorskip("numba")

from pybench.features.kernels.compiled import compiled


def test_compiles_where_nothing_can_be_kept():
    namespace: dict = {}
    code = compile("def twice(x):\n    return 2.0 * x", "<no file>", "exec")
    exec(code, namespace)
    assert compiled("f8(f8)")(namespace["twice"])(1.5) == 3.0
