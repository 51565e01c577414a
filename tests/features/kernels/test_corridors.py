"""Changes inside corridors of quantiles."""

from __future__ import annotations

import pytest

pytest.importorskip("numba")


@pytest.mark.parametrize("kind", ["noise", "walk", "few values", "one decimal"])
def test_other_parameters(kind, shapes, disagreement):
    parameters = [
        {"ql": low, "qh": high, "isabs": absolute, "f_agg": aggregate}
        for low in (0.0, 0.1, 0.45, 0.5)
        for high in (0.05, 0.5, 0.55, 1.0)
        for absolute in (False, True)
        for aggregate in ("mean", "var")
    ]
    for n in (24, 100, 101):
        assert disagreement("change_quantiles", shapes(n)[kind], parameters) == "", n
