"""500 methods on 10,000 datasets: exact sums, bounded memory, no loop over datasets."""

from __future__ import annotations

import sys
import tracemalloc
from fractions import Fraction

import numpy as np
import pytest

import pybench as pb
from pybench.comparison.conover import conover_t
from pybench.comparison.friedman import friedman_statistic

N, K = 10_000, 500


def named(scores: np.ndarray) -> pb.ResultsTable:
    n, k = scores.shape
    return pb.read_results(
        scores,
        datasets=[f"d{i}" for i in range(n)],
        classifiers=[f"c{j}" for j in range(k)],
        higher_is_better=True,
    )


def agreeing(n: int, k: int) -> np.ndarray:
    """Twice the ranks of datasets that nearly agree: the largest sums there are."""
    noisy = np.arange(k) + np.random.default_rng(0).normal(0, 3, size=(n, k))
    return (2 * (np.argsort(np.argsort(noisy, axis=1), axis=1) + 1)).astype(np.int32)


@pytest.mark.parametrize(("n", "k"), [(N, K), (3_000, 500), (400, 2_000), (40, 6)])
def test_sums_that_leave_64_bits_are_whole_numbers_all_the_same(n, k):
    """They wrapped around: F was 2.7e6 for 2.4e7, and a chi-square of 2,000 negative."""
    doubled = agreeing(n, k)
    sums = [int(total) - n * (k + 1) for total in doubled.sum(axis=0, dtype=np.int64)]
    between = sum(part**2 for part in sums)
    within = n * k * (k * k - 1) // 3  # no ties
    chi_square = float(Fraction((k - 1) * between, within))
    f = float(Fraction((n - 1) * between, n * within - between))
    # One rounding of each whole number and one of the quotient.
    assert friedman_statistic(doubled) == pytest.approx(chi_square, rel=4e-16)
    assert friedman_statistic(doubled, "iman-davenport") == pytest.approx(f, rel=4e-16)
    # As replicates they are the same numbers.
    assert friedman_statistic(doubled[None], "iman-davenport")[0] == pytest.approx(f, rel=4e-16)
    spread = Fraction(2 * (n * within - between), (n - 1) * (k - 1))
    t = (sums[0] - sums[-1]) / float(spread) ** 0.5
    assert conover_t(doubled)[0, -1] == pytest.approx(-t, rel=1e-14)


@pytest.fixture(scope="module")
def large():
    return named(np.random.default_rng(1).random((N, K)).round(3))


@pytest.mark.parametrize("ask", [pb.friedman, pb.nemenyi], ids=["friedman", "nemenyi"])
def test_memory_is_some_copies_of_the_table(large, ask):
    """Target R10 is 1 GB; the table has 40 MB, and seven of them were measured."""
    tracemalloc.start()
    try:
        ask(large)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 10 * large.scores.nbytes


def calls(work) -> int:
    """Count the calls that Python makes, those of C functions too."""
    count = 0

    def seen(frame, event, argument):
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(seen)
    try:
        work()
    finally:
        sys.setprofile(None)
    return count


@pytest.mark.parametrize("ask", [pb.friedman, pb.nemenyi], ids=["friedman", "nemenyi"])
def test_no_work_of_python_grows_with_the_datasets(large, ask):
    """Blocks of them may (of distinct gaps, 3,000 calls more); a call a dataset would be 10,000."""
    small = named(large.scores[:100])
    ask(small)  # what is imported once
    few, many = calls(lambda: ask(small)), calls(lambda: ask(large))
    assert many < few + N / 2
