"""Every kernel has the values of tsfresh's calculator, on series of every hostile shape."""

from __future__ import annotations

import subprocess
import sys

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


def test_the_register_loads_no_compiler():
    code = "import sys, pybench.features.kernels; print('numba' in sys.modules)"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout == "False\n"
