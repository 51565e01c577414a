"""The protocol of selection: the size of the paper's time series, and what more of each costs."""

from __future__ import annotations

import time
from functools import partial

import numpy as np
import pandas as pd

import pybench as pb
from bench.timing import Row, rows

FARTHEST = ("random", "farthest-first/cosine", "farthest-first/euclidean")
BASE = (112, 35, 1, 200, 50)  # datasets, models, repeats, trials, columns
MORE = ((250, 500), (100, 200), (10, 30), (1000,), (500, 5000))
READ = "physical: ranks of the chosen added up"
PRODUCTS = "physical: two products of points with centres per start"
COLUMNS = (4, 7, 22, 319, 8064, 21)  # of the six representations


def run() -> list[Row]:
    """Judge on 112 x 35 x 30 and six representations; then grow one thing at a time."""
    found = []
    t, places = benchmark(112, 35, 30, COLUMNS)
    for names, target in (
        (FARTHEST, 10.0),
        (("a-optimal", "d-optimal"), None),
        (("k-means",), None),
    ):
        work = partial(pb.rank_preservation, t, places, names, workers=2)
        title = f"protocol 112 x 35 x 30, {' + '.join(names)}, 6 representations, 2 processes"
        limit = (PRODUCTS, products) if names == ("k-means",) else (READ, partial(read, len(names)))
        spent = {"pybench": [seconds(work)], limit[0]: [seconds(limit[1])]}
        found += rows(title, spent, target, {})
    for n, m, repeats, trials, p in grown():
        t, places = benchmark(n, m, repeats, (p,))
        work = partial(pb.rank_preservation, t, places, FARTHEST, trials=trials, workers=1)
        title = f"protocol {n} x {m} x {repeats}, {p} columns, {trials} trials"
        found += rows(f"{title}, {' + '.join(FARTHEST)}", {"pybench": [seconds(work)]}, None, {})
    return found


def read(strategies: int) -> None:
    """Add up what the judgement uses: ranks of models in the chosen datasets, every trial."""
    ranks = np.random.default_rng(0).random((112, 35, 30))
    total = np.empty((35, 30))
    for _ in range(200 * strategies * len(COLUMNS)):
        total[:] = 0
        for k in range(20):
            total += ranks[k]


def products() -> None:
    """Multiply as k-means must: after the seeds, and to see that no point moves any more.

    Of every start of half of the trials, since pybench has two processes.
    """
    rng = np.random.default_rng(0)
    inner, starts = rng.random((89, 89)), 10
    member = {k: rng.random((starts * k, 89)) for k in range(2, 21)}
    for _ in range(100 * len(COLUMNS)):
        for k in range(2, 21):
            member[k] @ inner
            member[k] @ inner


def grown() -> list[tuple[int, ...]]:
    """Return datasets, models, repeats, trials, columns: the base, one grown at a time, all."""
    more = [
        (*BASE[:place], size, *BASE[place + 1 :])
        for place, sizes in enumerate(MORE)
        for size in sizes
    ]
    return [BASE, *more, (2000, 200, 1, 20, 50)]


def benchmark(n: int, m: int, repeats: int, columns: tuple[int, ...]):
    """Make a table and embeddings of noise: times do not depend on what is in them."""
    rng = np.random.default_rng(0)
    names = [f"d{i:04d}" for i in range(n)]
    models = [f"m{j:03d}" for j in range(m)]
    folds = rng.normal(size=(n, m, repeats)) + np.arange(m)[:, None] / m
    index = pd.MultiIndex.from_product(
        [names, models, range(repeats)], names=["dataset", "classifier", "resample"]
    )
    long = pd.DataFrame({"score": folds.ravel()}, index=index).reset_index()
    t = pb.read_results(long, higher_is_better=True, repeats="keep")
    places = {
        f"{i}: {p} columns": pd.DataFrame(rng.normal(size=(n, p)), index=names)
        for i, p in enumerate(columns)
    }
    return t, places


def seconds(work) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start
