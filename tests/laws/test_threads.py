"""No result hangs on the number of BLAS threads (R38): one and two, in processes of their own."""

from __future__ import annotations

import json
import math
import os
import subprocess
import sys

import pytest

SCRIPT = """
import json, sys
import numpy as np
import pandas as pd
import pybench as pb
from threadpoolctl import threadpool_info

rng = np.random.default_rng(0)
n, k = 300, 40
scores = rng.normal(size=(n, k)) + np.linspace(0, 1, k)
names = [f"d{i:03}" for i in range(n)]
t = pb.read_results(scores, datasets=names, classifiers=[f"c{j:02}" for j in range(k)],
                    higher_is_better=True)
few = pb.read_results(scores[:, :8], datasets=names, classifiers=list("abcdefgh"),
                      higher_is_better=True)
looks = pd.DataFrame(rng.normal(size=(n, 120)) @ rng.normal(size=(120, 120)), index=names)
asked = {
    "friedman": lambda: pb.friedman(t),
    "nemenyi": lambda: pb.nemenyi(t),
    "nemenyi scmamp": lambda: pb.nemenyi(t, convention="scmamp"),
    "wilcoxon": lambda: pb.wilcoxon(t),
    "quade": lambda: pb.quade(t),
    "aligned_ranks": lambda: pb.aligned_ranks(t),
    "kendall_w": lambda: pb.kendall_w(t, resamples=500),
    "rank_intervals": lambda: pb.rank_intervals(t, resamples=500),
    "effects": lambda: pb.effects(few),
    "bayesian_signed_rank": lambda: pb.bayesian_signed_rank(few, samples=2000),
    "stability": lambda: pb.stability(few),
    "embedding_map": lambda: pb.embedding_map(looks),
    "select": lambda: pb.select(looks, 9),
    "k-means": lambda: pb.select(looks, 9, strategy="k-means"),
    "k-medoids": lambda: pb.select(looks, 9, strategy="k-medoids"),
    "mantel": lambda: pb.mantel(few, {"looks": looks}),
}
blas = [one["num_threads"] for one in threadpool_info() if one["user_api"] == "blas"]
found = {name: ask().to_dict() for name, ask in asked.items()}
json.dump({"blas": blas, "found": found}, sys.stdout, default=str)
"""


def told(threads: int):
    names = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS")
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT],
        env=os.environ | dict.fromkeys(names, str(threads)),
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return json.loads(done.stdout)


def leaves(value, path=()):
    """Return everything that is no list or mapping, with its place."""
    pairs = value.items() if isinstance(value, dict) else enumerate(value)
    for key, one in pairs:
        if isinstance(one, dict | list):
            yield from leaves(one, (*path, key))
        else:
            yield (*path, key), one


@pytest.mark.skipif((os.cpu_count() or 1) < 2, reason="one processor: threads are never two")
def test_one_and_two_threads_of_blas_give_the_same_results():
    alone, both = told(1), told(2)
    assert set(alone["blas"]) == {1}
    assert 2 in both["blas"]
    first, second = dict(leaves(alone["found"])), dict(leaves(both["found"]))
    assert list(first) == list(second)
    assert len(first) > 10_000
    numbers = [place for place, value in first.items() if isinstance(value, float)]
    assert {place[0] for place in numbers} == set(alone["found"])
    far = [
        (place, first[place], second[place])
        for place in numbers
        # The target, relative where a number is large; NaN and infinity are what they are.
        if not (
            first[place] == second[place]
            or math.isclose(first[place], second[place], rel_tol=1e-12, abs_tol=1e-12)
            or (math.isnan(first[place]) and math.isnan(second[place]))
        )
    ]
    assert far == []
    others = first.keys() - set(numbers)
    assert [place for place in others if first[place] != second[place]] == []
