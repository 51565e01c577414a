"""The sizes on few datasets are those of the public functions, and the bounds rest on them."""

from __future__ import annotations

import csv
import itertools

import numpy as np
import pytest

import pybench as pb
from bench import few_datasets as bench
from pybench.base import shared


def _raw(result):
    return result.pvalue if hasattr(result, "pvalue") else result.pvalues_raw.iat[0, 1]


@pytest.mark.parametrize(("n", "k"), [(2, 2), (3, 3), (4, 2), (5, 4), (8, 3)])
def test_pvalues_are_those_of_the_public_functions(n, k, make_table):
    scores = np.random.default_rng([n, k]).normal(size=(6, n, k))
    found = dict(bench.pvalues(scores))
    ours = {"reference": "limit"}
    for place, one in enumerate(scores):
        t = make_table(one)
        asked = {
            "friedman": pb.friedman(t, **ours),
            "iman-davenport": pb.friedman(t, "iman-davenport", **ours),
            "quade": pb.quade(t, **ours),
            "aligned_ranks": pb.aligned_ranks(t, **ours),
            **{name: getattr(pb, name)(t, **ours) for name in
               ("siegel", "conover", "quade_pairs", "aligned_ranks_pairs")},
        }  # fmt: skip
        for name, result in asked.items():
            assert _raw(result) == pytest.approx(found[name][place], rel=1e-9, abs=1e-12), name
        families = {
            "nemenyi": pb.nemenyi(t, **ours).pvalues,
            "conover single-step": pb.conover(t, "single-step", **ours).pvalues,
            "miller": pb.miller(t, **ours).pvalues,
        }
        for name, pvalues in families.items():
            rejects = bool((pvalues.to_numpy() <= bench.LEVEL).any())
            assert rejects == (found[f"{name}, all pairs"][place] <= bench.LEVEL), name


@pytest.mark.parametrize(("k", "m"), bench.BALANCED)
def test_pvalues_of_balanced_designs_are_those_of_durbin(k, m):
    chosen = np.tile(list(itertools.combinations(range(k), m)), (2, 1))
    n = len(chosen)
    scores = np.random.default_rng([k, m]).normal(size=(3, n, m))
    found = dict(bench.balanced_pvalues(scores, chosen, k))
    names = {"datasets": [f"d{i}" for i in range(n)], "classifiers": [f"c{j}" for j in range(k)]}
    for place, one in enumerate(scores):
        table = np.full((n, k), np.nan)
        np.put_along_axis(table, chosen, one, 1)
        t = pb.read_results(table, **names, higher_is_better=False, missing="keep")
        asked = {
            "durbin chi-square": pb.durbin(t, reference="limit"),
            "durbin F": pb.durbin(t, "F", reference="limit"),
            "durbin_pairs": pb.durbin_pairs(t, reference="limit"),
        }
        for name, result in asked.items():
            assert found[f"{name}, {m} scores"][place] == pytest.approx(_raw(result), rel=1e-9)


def measured():
    with bench.OUT.open(encoding="utf-8") as file:
        return {
            (row["test"], int(row["classifiers"]), int(row["datasets"])): float(row["size"])
            for row in csv.DictReader(file)
        }


def test_from_the_bounds_on_no_limit_rejects_far_too_often():
    """Beyond the bound of its k a limit has at most 0.07 of null tables, 0.1 of families."""
    sizes = measured()
    bounds = {}
    for row in shared.rows("few-datasets.csv"):
        bounds.setdefault(row["test"], []).append((int(row["classifiers"]), int(row["below"])))
    tests = {"friedman": ("friedman", "iman-davenport"), "nemenyi": ("nemenyi, all pairs",),
             "miller": ("miller, all pairs",)}  # fmt: skip
    for test in ("durbin", "durbin_pairs"):  # on designs with 2, 3 or 4 scores a dataset
        tests[test] = tuple({name for name, _, _ in sizes if name.split(",")[0].split()[0] == test})
        assert len(tests[test]) >= 3
    for test, steps in bounds.items():
        for name in tests.get(test, (test,)):
            for (measured_test, k, n), size in sizes.items():
                if measured_test != name:
                    continue
                below = [bound for least, bound in sorted(steps) if least <= k][-1]
                if n >= below:
                    assert size <= 0.07, (name, k, n, size)


def test_the_help_of_conover_has_the_measured_figures():
    name = "conover single-step, all pairs"
    sizes = {(k, n): size for (test, k, n), size in measured().items() if test == name and k > 2}
    said = " ".join(pb.conover.__doc__.split())
    assert f"in {sizes[3, 5]:.3f} of the tables with 5 datasets and 3 methods" in said
    assert f"in {sizes[3, 6]:.3f} of those with 6 datasets and 3 methods" in said
    assert "and in at most 0.065 of those with 7 or more datasets" in said
    assert max(size for (_, n), size in sizes.items() if n >= 7) <= 0.065
