"""Coverage: the rows of the paper's figure 2, laws, brute force, R."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

import pybench as pb
from pybench.bridge.call import call
from pybench.landscape.coverage import Coverage


def spread(**counts: list[int]) -> Coverage:
    """Return the coverage of datasets with these counts per region."""
    dataset = [name for name, row in counts.items() for n in row for _ in range(n)]
    region = [r for row in counts.values() for r, n in enumerate(row) for _ in range(n)]
    width = len(next(iter(counts.values())))
    return pb.coverage(dataset, region, width)


# Rows of figure 2 that the text of the paper holds in full; which datasets they are it does not.
FIGURE_2 = [
    [0, 97.87, 0, 1.07, 1.07, 0],
    [4.13, 95.87, 0, 0, 0, 0],
    [2.45, 0.44, 0, 15.07, 82.03, 0],
    [0.43, 0, 0, 0, 99.57, 0],
    [22.29, 39.76, 0, 21.69, 16.27, 0],
    [6.34, 38.06, 0, 13.43, 42.16, 0],
    [42.50, 0, 0, 57.50, 0, 0],
    [44.09, 9.77, 0, 0.18, 45.95, 0],
    [50.50, 23.87, 0, 9.39, 16.24, 0],
]


def fewest_instances(row: list[float]) -> list[int]:
    """Return the smallest counts whose percentages, rounded, are those of a row."""
    for n in range(1, 10000):
        counts = np.round(np.array(row) * n / 100).astype(int)
        if counts.sum() == n and np.abs(100 * counts / n - row).max() <= 0.005:
            return counts.tolist()
    raise AssertionError(row)


def test_legible_rows_of_figure_2():
    counts = {f"row {i}": fewest_instances(row) for i, row in enumerate(FIGURE_2)}
    t = spread(**counts)
    assert t.percent.to_numpy() == pytest.approx(np.array(FIGURE_2), abs=0.005 + 1e-9)
    members = t.representatives(90).members
    assert members == ((), ("row 0", "row 1"), (), (), ("row 3",), ())
    assert t.representatives(80).members[4] == ("row 2", "row 3")
    assert t.representatives(100).omitted == ("R1", "R2", "R3", "R4", "R5", "R6")


def test_unique_datasets_per_region_and_their_mean():
    """Section 4.3: 65, 53, 7, 68, 55 and 1 datasets, 41.5 on average, 46 in one region only."""
    wanted = [65, 53, 7, 68, 55, 1]
    # 46 datasets live in one region each; the other memberships go to 67 datasets in turn.
    rows = np.zeros((113, 6), dtype=int)
    alone = [10, 10, 2, 14, 10, 0]
    at = 0
    for region, many in enumerate(alone):
        rows[at : at + many, region] = 50
        at += many
    for region, many in enumerate(wanted):
        mixed = np.arange(many - alone[region]) + 46 if region < 3 else None
        if mixed is None:
            mixed = 46 + (np.arange(67)[::-1])[: many - alone[region]]
        rows[mixed, region] = 5
    t = spread(**{f"d{i}": row.tolist() for i, row in enumerate(rows)})
    found = t.redundancy
    assert found.regions["datasets"].tolist() == wanted
    assert found.mean_datasets == 41.5
    assert len(found.single) == (np.count_nonzero(rows, axis=1) == 1).sum() >= 46
    assert found.sparse_regions == ("R6",)
    assert "R6: 1 dataset, 0 of them in no other" in str(found)


def random_case(seed: int) -> tuple[list[str], np.ndarray]:
    rng = np.random.default_rng(seed)
    dataset = rng.choice([f"d{i}" for i in range(12)], 400)
    region = (rng.integers(0, 3, 400) + np.unique(dataset, return_inverse=True)[1]) % 5
    return dataset.tolist(), region


@pytest.mark.parametrize("seed", range(3))
def test_brute_force_and_permutations(seed):
    dataset, region = random_case(seed)
    t = pb.coverage(dataset, region, 6)
    assert list(t.counts.index) == list(dict.fromkeys(dataset))
    for name in t.counts.index:
        for r in range(6):
            n = sum(d == name and x == r for d, x in zip(dataset, region, strict=True))
            assert t.counts.loc[name, f"R{r + 1}"] == n
            assert t.percent.loc[name, f"R{r + 1}"] == 100 * n / dataset.count(name)
    order = np.random.default_rng(seed).permutation(len(dataset))
    moved = pb.coverage([dataset[i] for i in order], region[order], 6)
    assert moved.counts.loc[t.counts.index].equals(t.counts)
    swap = np.random.default_rng(seed).permutation(6)
    relabelled = pb.coverage(dataset, swap[region], 6)
    assert relabelled.counts.to_numpy()[:, swap].tolist() == t.counts.to_numpy().tolist()
    assert set(relabelled.redundancy.single) == set(t.redundancy.single)


def test_a_region_without_instances_stays():
    t = pb.coverage(["a"], [0], k=3)
    assert t.percent.loc["a"].tolist() == [100, 0, 0]
    assert t.redundancy.sparse_regions == ("R2", "R3")
    assert t.redundancy.notes == ("sparse-region",)


def test_new_rows_take_the_region_of_the_nearest_unit():
    rng = np.random.default_rng(0)
    rows, codes, labels = rng.normal(size=(50, 4)), rng.normal(size=(9, 4)), np.arange(9) % 4
    expected = [labels[((row - codes) ** 2).sum(axis=1).argmin()] for row in rows]
    assert pb.nearest_region(rows, codes, labels).tolist() == expected
    assert pb.nearest_region([[0.0]], [[1.0], [-1.0]], [1, 0]).tolist() == [1]


def test_what_a_new_dataset_adds():
    t = spread(a=[98, 2, 0], b=[20, 80, 0])
    copy = pb.newcomer(t, [0] * 49 + [1])
    assert (copy.closest, copy.overlap, copy.adds) == ("a", 100.0, False)
    mixed = pb.newcomer(t, [0] * 3 + [1] * 2, "mixed")
    assert (mixed.closest, mixed.overlap, mixed.adds, mixed.fills) == ("a", 62.0, True, ())
    far = pb.newcomer(t, [2] * 100)
    assert (far.fills, far.main_region, far.overlap) == (("R3",), "R3", 0.0)
    assert far.share_after["R3"] == pytest.approx(100 / 3)
    assert "almost empty regions: R3" in str(far)


@pytest.mark.parametrize(
    ("act", "message"),
    [
        (lambda: pb.coverage([], []), "`dataset` must be the name"),
        (lambda: pb.coverage("abc", [0, 1, 2]), "`dataset` must be the name"),
        (lambda: pb.coverage(["a"], [0, 1]), "`region` must be 1 whole numbers"),
        (lambda: pb.coverage(["a"], [2], 2), "whole numbers from 0 to 1, not 2 to 2"),
        (lambda: pb.coverage(["a"], [-1]), "`region` must be"),
        (lambda: pb.redundancy(3), "`coverage` must be a Coverage"),
        (lambda: pb.redundancy(spread(a=[1]), 0), "`sparse` must be"),
        (lambda: pb.newcomer(spread(a=[1]), [1]), "`region` must be"),
        (lambda: pb.nearest_region([[1]], [[1, 2]], [0]), "`X` must have 2 columns"),
    ],
)
def test_what_is_refused(act, message):
    with pytest.raises(pb.ArgumentError, match=message):
        act()


@pytest.mark.r
def test_r_finds_the_same():
    dataset, region = random_case(1)
    ours = pb.coverage(dataset, region, 6)
    theirs = call("pb_coverage", {"dataset": dataset, "region": region + 1, "k": 6})
    assert theirs["percent"]["rows"] == list(ours.percent.index)
    assert theirs["percent"]["columns"] == list(ours.percent.columns)
    assert theirs["percent"]["values"].tolist() == ours.percent.to_numpy().tolist()
    rows, codes = np.random.default_rng(0).normal(size=(2, 60, 4))
    labels = np.arange(60) % 7
    found = call("pb_nearest_region", {"X": rows, "codes": codes, "labels": labels + 1})
    assert (found - 1).tolist() == pb.nearest_region(rows, codes, labels).tolist()


@pytest.mark.r
def test_reports_of_r_are_the_same():
    code = """
    library(pybench)
    dataset <- c("a", "a", "b", "b", "b", "c")
    t <- pb_coverage(dataset, c(1, 2, 2, 2, 2, 1), 3)
    results <- list(
      coverage = t, redundancy = pb_redundancy(t), newcomer = pb_newcomer(t, c(3, 3, 1)),
      representatives = pb_representatives(t, 50),
      regions = pb_regions(rbind(c(1, 0), c(1, 0.1), c(0.1, 1), c(0, 1)), 2),
      map_quality = pb_map_quality(matrix(c(0, 1, 4)), matrix(c(0, 1, 3, 9)), 4, 1)
    )
    lapply(results, function(x) list(text = format(x), fields = names(x)))
    """
    t = pb.coverage(["a", "a", "b", "b", "b", "c"], [0, 1, 1, 1, 1, 0], 3)
    ours = {
        "coverage": t,
        "redundancy": t.redundancy,
        "newcomer": pb.newcomer(t, [2, 2, 0]),
        "representatives": t.representatives(50),
        "regions": pb.regions([[1, 0], [1, 0.1], [0.1, 1], [0, 1]], 2),
        "map_quality": pb.map_quality([[0], [1], [4]], [[0], [1], [3], [9]], 4, 1),
    }
    theirs = call("bridge_eval", {"source": code})
    for name, result in ours.items():
        text = "\n".join(theirs[name]["text"]).replace("engine r", "engine python")
        assert text == str(result), name
        assert theirs[name]["fields"] == [f.name for f in dataclasses.fields(result)], name
        assert result.to_dict()["engine"] == "python"
        assert len(result.to_frame())
