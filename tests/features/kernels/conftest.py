"""The oracle of the kernels, tsfresh itself, and series of every hostile shape."""

from __future__ import annotations

import warnings
from functools import cache

import numpy as np
import pytest

LENGTHS = (1, 2, 3, 4, 5, 7, 10, 24, 51, 129, 257)


def series_of(n: int) -> dict[str, np.ndarray]:
    """Return series of n values: smooth, tied, constant, huge, tiny, signed zeros, ..."""
    rng = np.random.default_rng(n)
    noise = rng.normal(size=n)
    digits = rng.integers(1, 10, size=n) * 10.0 ** rng.integers(-20, 20, size=n)
    return {
        "noise": noise,
        "walk": noise.cumsum(),
        "wave": np.sin(np.arange(n) * 0.3),
        "ramp": np.arange(n) * 1.0,
        "few values": rng.integers(-2, 3, size=n) * 1.0,
        "one decimal": np.round(noise, 1),
        "decades": digits,
        "beside decades": np.nextafter(digits, rng.choice([-np.inf, np.inf], size=n)),
        "spike": np.eye(1, n, n // 2)[0],
        "constant": np.full(n, 1.5),
        "huge constant": np.full(n, 1e17),
        "signed zeros": np.where(noise < 0, -0.0, 0.0),
        "coarse": 1e17 + 32.0 * rng.integers(0, 3, size=n),
        "huge": noise * 1e98,
        "tiny": noise * 1e-200,
        "denormal": noise * 1e-310,
    }


@pytest.fixture(scope="session")
def hostile() -> dict[str, np.ndarray]:
    """Series by name."""
    return {f"{name}, {n}": x for n in LENGTHS for name, x in series_of(n).items()}


@pytest.fixture(scope="session")
def shapes():
    """Return a function: length -> series of that length by name."""
    return series_of


@cache
def usual() -> dict[str, list[dict] | None]:
    """Return the parameter sets of each calculator in tsfresh's settings."""
    from tsfresh.feature_extraction.settings import ComprehensiveFCParameters

    return dict(ComprehensiveFCParameters())


def own(name: str, x: np.ndarray, parameters: list[dict] | None) -> np.ndarray:
    """Return tsfresh's values, NaN where it raises, called as its extraction does."""
    from tsfresh.feature_extraction import feature_calculators

    function = getattr(feature_calculators, name)
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        if function.fctype == "combiner":
            try:
                return np.array([value for _, value in function(x, param=parameters)], float)
            except Exception:
                return np.full(len(parameters), np.nan)
        values = []
        for settings in parameters or [{}]:
            try:
                values.append(function(x, **settings))
            except Exception:
                values.append(np.nan)
    return np.array(values, float)


@pytest.fixture
def disagreement():
    """Return a function: calculator, series, parameters -> what differs from tsfresh, "" if none.

    Parameters are those of tsfresh's settings unless given.
    """
    pytest.importorskip("tsfresh")
    from pybench.features.kernels import KERNELS
    from pybench.features.kernels.sample import Sample

    def differ(name, x, parameters=None):
        parameters = usual()[name] if parameters is None else parameters
        expected = own(name, x, parameters)
        with np.errstate(all="ignore"):
            found = np.array(KERNELS[name](Sample(x), parameters), float)
        if found.shape != expected.shape:
            return f"{found.size} values, {expected.size} expected"
        differ = np.flatnonzero((found != expected) & ~(np.isnan(found) & np.isnan(expected)))
        return "; ".join(f"{i}: {found[i]!r}, tsfresh has {expected[i]!r}" for i in differ)

    return differ
