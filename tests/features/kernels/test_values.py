"""Every kernel has the values of tsfresh's calculator, on series of every hostile shape."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest

from pybench.features.kernels import HOMES
from tests.versions import PINNED

CALCULATORS = sorted(name for names in HOMES.values() for name in names.split())


@PINNED
@pytest.mark.parametrize("name", CALCULATORS)
def test_values_are_those_of_tsfresh(name, hostile, disagreement):
    found = {shape: disagreement(name, x) for shape, x in hostile.items()}
    assert {shape: text for shape, text in found.items() if text} == {}


@pytest.fixture(scope="module")
def measured() -> dict[str, np.ndarray]:
    """Return real series of 12 to 309 values, all of statsmodels; slow tests have UCR's."""
    datasets = pytest.importorskip("statsmodels.datasets")
    economy = datasets.macrodata.load_pandas().data
    return {
        "sunspots": datasets.sunspots.load_pandas().data["SUNACTIVITY"].to_numpy(float),
        "Nile": datasets.nile.load_pandas().data["volume"].to_numpy(float),
        "output": economy["realgdp"].to_numpy(float),
        "inflation": economy["infl"].to_numpy(float),
        "El Nino": datasets.elnino.load_pandas().data.iloc[0, 1:].to_numpy(float),
    }


@PINNED
@pytest.mark.parametrize("name", CALCULATORS)
def test_values_on_real_series(name, measured, disagreement):
    found = {series: disagreement(name, x) for series, x in measured.items()}
    assert {series: text for series, text in found.items() if text} == {}


def test_the_register_loads_no_compiler():
    code = "import sys, pybench.features.kernels; print('numba' in sys.modules)"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout == "False\n"
