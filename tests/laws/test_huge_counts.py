"""Counts that no memory holds are refused before it is asked for, in both languages."""

from __future__ import annotations

import functools

import numpy as np
import pandas as pd
import pytest

import pybench as pb

HUGE = 10**12
NAMES = [f"d{i:02d}" for i in range(12)]
T = pb.read_results(
    np.sin(np.arange(36.0)).reshape(12, 3), datasets=NAMES, classifiers=list("abc"),
    higher_is_better=True,
)  # fmt: skip
REPEATED = pb.synthetic_benchmark(0, datasets=4, models=3, repeats=3).table
FOUR = pb.read_results(
    np.sin(np.arange(48.0)).reshape(12, 4), datasets=NAMES, classifiers=list("abcd"),
    higher_is_better=True,
)  # fmt: skip
PLACE = pd.DataFrame(np.cos(np.arange(24.0)).reshape(12, 2), index=NAMES, columns=["x", "y"])
KINDS = {name: "ab"[i % 2] for i, name in enumerate(NAMES)}
REGIONS = {"r": NAMES[:5], "s": NAMES[5:]}

CASES = {
    "samples of bayesian_signed_rank": functools.partial(pb.bayesian_signed_rank, T, samples=HUGE),
    "samples of bayesian_sign": functools.partial(pb.bayesian_sign, T, samples=HUGE),
    "samples of bayesian_hierarchical": functools.partial(
        pb.bayesian_hierarchical, REPEATED, samples=HUGE
    ),
    "warmup of bayesian_hierarchical": functools.partial(
        pb.bayesian_hierarchical, REPEATED, warmup=HUGE
    ),
    "samples of posterior": functools.partial(pb.posterior, T, "a", "b", samples=HUGE),
    "resamples of kendall_w": functools.partial(pb.kendall_w, T, resamples=HUGE),
    "resamples of rank_intervals": functools.partial(pb.rank_intervals, T, resamples=HUGE),
    "repeats of datasets_needed": functools.partial(pb.datasets_needed, T, repeats=HUGE),
    "samples of skillings_mack": functools.partial(
        pb.skillings_mack, T, "simulation", samples=HUGE
    ),
    "resamples of stability": functools.partial(pb.stability, T, resamples=HUGE),
    "repeats of bootstrap": functools.partial(pb.bootstrap, T, REGIONS, 2, repeats=HUGE),
    "k of coverage": functools.partial(pb.coverage, ["a"], [0], HUGE),
    "n_init of select": functools.partial(pb.select, PLACE, 3, "k-means", n_init=HUGE),
    "trials of rank_preservation": functools.partial(
        pb.rank_preservation, T, {"x": PLACE}, sizes=(2, 3), trials=HUGE
    ),
    "n_init of rank_preservation": functools.partial(
        pb.rank_preservation, T, {"x": PLACE}, sizes=(2, 3), trials=2, n_init=HUGE
    ),
    "trials of find_representation": functools.partial(
        pb.find_representation, FOUR, {"x": PLACE}, sizes=(2, 3), folds=2, trials=HUGE
    ),
    "permutations of find_representation": functools.partial(
        pb.find_representation, FOUR, {"x": PLACE}, sizes=(2, 3), folds=2, permutations=HUGE
    ),
    "trials of leave_one_family_out": functools.partial(
        pb.leave_one_family_out, T, {"x": PLACE}, KINDS, sizes=(2,), trials=HUGE
    ),
    "benchmarks of scale_analysis": functools.partial(
        pb.scale_analysis, T, {"x": PLACE}, ["k-means"], (2, 3), 3, benchmarks=HUGE, datasets=8,
        models=2,
    ),
    "permutations of mantel": functools.partial(pb.mantel, T, {"x": PLACE}, HUGE),
    "trials of subset_quality": functools.partial(pb.subset_quality, T, ["d01"], HUGE),
    **{
        f"{name} of synthetic_benchmark": functools.partial(pb.synthetic_benchmark, **{name: HUGE})
        for name in ("datasets", "models", "repeats", "latent", "dimensions")
    },
    "paths of simulate": functools.partial(pb.simulate, "a-T1", HUGE),
    "paths of lrt": functools.partial(pb.optimal.lrt, "a-T1", paths=HUGE),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_python(case):
    argument = case.split(" of ")[0]
    with pytest.raises(pb.ArgumentError, match=rf"`{argument}` must be at most \d+.*, not {HUGE}"):
        CASES[case]()
