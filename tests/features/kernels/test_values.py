"""Every kernel has the values of tsfresh's calculator, on series of every hostile shape."""

from __future__ import annotations

import numpy as np
import pytest

from pybench.features.kernels import HOMES

CALCULATORS = sorted(name for names in HOMES.values() for name in names.split())


@pytest.mark.parametrize("name", CALCULATORS)
def test_values_are_those_of_tsfresh(name, hostile, disagreement):
    found = {shape: disagreement(name, x) for shape, x in hostile.items()}
    assert {shape: text for shape, text in found.items() if text} == {}


@pytest.mark.parametrize("name", CALCULATORS)
def test_values_on_real_series(name, shared, disagreement):
    import pyarrow.parquet

    for dataset in ("ItalyPowerDemand", "GunPoint", "ECG200", "Coffee", "PowerCons"):
        table = pyarrow.parquet.read_table(shared / "data" / "ucr" / f"{dataset}.parquet")
        column = next(c for c in table.columns if "list" in str(c.type))
        for row in (0, table.num_rows // 2):
            x = np.array(column[row].as_py(), float)
            assert disagreement(name, x) == "", (dataset, row)


@pytest.mark.parametrize(
    ("name", "parameters"),
    [
        ("approximate_entropy", [{"m": m, "r": r} for m in (1, 2, 3, 4) for r in (0.2, 0.35)]),
        ("binned_entropy", [{"max_bins": bins} for bins in (1, 2, 7, 1000)]),
        ("c3", [{"lag": lag} for lag in (1, 10, 49, 50, 51)]),
        (
            "change_quantiles",
            [
                {"ql": low, "qh": high, "isabs": absolute, "f_agg": aggregate}
                for low in (0.0, 0.1, 0.45, 0.5)
                for high in (0.05, 0.5, 0.55, 1.0)
                for absolute in (False, True)
                for aggregate in ("mean", "var")
            ],
        ),
        (
            "cwt_coefficients",
            [
                {"widths": (1, 3, 40), "coeff": coeff, "w": w}
                for coeff in (0, 7, 60, 99, 200)
                for w in (1, 3, 40)
            ],
        ),
        (
            "energy_ratio_by_chunks",
            [
                {"num_segments": count, "segment_focus": focus}
                for count in (1, 3, 7, 200)
                for focus in range(min(count, 5))
            ],
        ),
        ("lempel_ziv_complexity", [{"bins": bins} for bins in (1, 4, 26, 1000)]),
        ("mean_n_absolute_max", [{"number_of_maxima": n} for n in (1, 2, 49, 50, 51, 99, 100)]),
        ("number_cwt_peaks", [{"n": n} for n in (1, 2, 3, 4, 6, 9, 13, 20)]),
        ("number_peaks", [{"n": n} for n in (1, 2, 7, 49, 50, 99, 150)]),
        (
            "permutation_entropy",
            [{"tau": tau, "dimension": d} for tau in (1, 2, 5) for d in (2, 5)],
        ),
        ("quantile", [{"q": q} for q in (0.0, 0.01, 0.5, 0.995, 1.0)]),
        ("ratio_beyond_r_sigma", [{"r": r} for r in (0, 0.1, 1.1)]),
    ],
)
@pytest.mark.parametrize("kind", ["noise", "walk", "few values", "one decimal"])
def test_values_with_other_parameters(name, parameters, kind, shapes, disagreement):
    for n in (24, 100, 101):
        assert disagreement(name, shapes(n)[kind], parameters) == "", n
