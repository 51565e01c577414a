"""The parts of kernels against what they stand for: NumPy, SciPy, or the plainest code."""

from __future__ import annotations

import itertools
import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

pytest.importorskip("numba")

from pybench.features.kernels import benford, compiled, dictionary, histogram, ordinal, summation
from pybench.features.kernels.quantiles import linear_quantile, median
from pybench.features.sample import LARGEST, Sample

FLOATS = st.floats(-LARGEST, LARGEST)
SERIES = st.lists(FLOATS, min_size=1, max_size=40).map(np.array)


def same_bits(a: float, b: float) -> bool:
    return np.float64(a).tobytes() == np.float64(b).tobytes() or a == b == 0


@pytest.mark.parametrize("scale", [1.0, 1e16])
def test_sums_have_the_bits_of_numpy(scale):
    rng = np.random.default_rng(0)
    for n in (*range(300), 511, 512, 513, 1023, 1024, 1025, 4096, 5003, 100_003):
        a = rng.normal(size=n) + scale * rng.normal(size=n) ** 5
        assert same_bits(summation.pairwise_sum(a), np.add.reduce(a)), n


def test_sums_tell_an_order_from_another():
    a = np.random.default_rng(1).normal(size=1000)
    assert sum(a.tolist()) != np.add.reduce(a)  # or the test above could not fail


@given(SERIES, st.floats(0, 1))
def test_quantiles_have_the_bits_of_numpy(x, q):
    with np.errstate(all="ignore"):
        assert same_bits(linear_quantile(Sample(x), q), np.quantile(x, q))
        assert same_bits(median(Sample(x), None)[0], np.median(x))


@given(FLOATS, FLOATS, st.integers(1, 100))
def test_edges_have_the_bits_of_numpy(low, high, bins):
    found = histogram.edges(np.float64(low), np.float64(high), bins)
    assert found.tobytes() == np.linspace(low, high, bins + 1).tobytes()


@given(st.lists(st.floats(-1e6, 1e6), min_size=2, max_size=60).map(np.array), st.integers(1, 30))
def test_histograms_are_those_of_numpy(x, bins):
    try:
        expected, between = np.histogram(x, bins=bins)
    except ValueError:  # too many bins for so narrow a range
        assert np.isnan(histogram._entropy(x, bins))
    else:
        assert histogram._histogram(x, between).tolist() == expected.tolist()


def test_leading_digits_are_those_that_numpy_prints():
    rng = np.random.default_rng(0)
    starts = np.array([float(f"{d}e{k}") for k in range(-323, 101) for d in range(1, 10)])
    tried = [0.0, 5e-324, 1e-310, 1e-300, *starts, *np.nextafter(starts, 0)]
    tried += [*np.nextafter(starts, 1e200), *10.0 ** rng.uniform(-300, 100, 3000)]
    tried += [*rng.integers(0, 10**6, 500) * 1.0, *np.round(rng.uniform(0, 100, 500), 2)]
    digits = benford._digits(np.array(tried))
    assert digits.tolist() == [int(np.format_float_scientific(x)[0]) for x in tried]


@given(st.lists(st.integers(0, 3), min_size=1, max_size=80))
def test_phrases_are_those_of_the_plain_parse(bins):
    phrases, start = set(), 0
    for stop in range(1, len(bins) + 1):
        if tuple(bins[start:stop]) not in phrases:
            phrases.add(tuple(bins[start:stop]))
            start = stop
    assert dictionary._phrases(np.array(bins), 4) == len(phrases)


def test_orders_are_numbered_lexicographically():
    for dimension in range(2, 7):
        for number, ranks in enumerate(itertools.permutations(range(dimension))):
            counts = np.zeros(720, np.int64)
            tied = ordinal._count_orders(np.array(ranks, float), dimension, 1, counts)
            assert tied.size == 0
            assert np.flatnonzero(counts).tolist() == [number]


def test_windows_with_ties_are_left_to_numpy():
    x = np.array([1.0, 2.0, 2.0, 3.0, 0.0, -0.0, 5.0])
    counts = np.zeros(6, np.int64)
    assert ordinal._count_orders(x, 3, 1, counts).tolist() == [0, 1, 3, 4]
    assert counts.sum() == 1


def test_compiles_where_nothing_can_be_kept():
    namespace: dict = {}
    code = compile("def twice(x):\n    return 2.0 * x", "<no file>", "exec")
    exec(code, namespace)
    assert compiled.compiled("f8(f8)")(namespace["twice"])(1.5) == 3.0


def test_the_register_loads_no_compiler():
    code = "import sys, pybench.features.kernels; print('numba' in sys.modules)"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout == "False\n"


def test_one_sample_computes_once():
    calls = []
    sample = Sample([1.0, 2.0])

    def size(one: Sample) -> int:
        calls.append(one)
        return one.x.size

    assert [sample.once(size), sample.once(size)] == [2, 2]
    assert calls == [sample]


@pytest.mark.parametrize(
    ("x", "ordinary"),
    [
        ([1.0], True),
        ([0.0, -LARGEST], True),
        ([], False),
        ([1.0, np.nan], False),
        ([-np.inf, 1.0], False),
        ([1.0, 2 * LARGEST], False),
    ],
)
def test_ordinary_series(x, ordinary):
    assert Sample(x).ordinary is ordinary
