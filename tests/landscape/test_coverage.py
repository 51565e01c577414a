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


@pytest.mark.parametrize(
    ("act", "message"),
    [
        (lambda: pb.coverage([], []), "`dataset` must be the name"),
        (lambda: pb.coverage("abc", [0, 1, 2]), "`dataset` must be the name"),
        (lambda: pb.coverage(["a"], [0, 1]), "`region` must be 1 whole numbers"),
        (lambda: pb.coverage(["a"], [2], 2), "whole numbers from 0 to 1, not 2 to 2"),
        (lambda: pb.coverage(["a"], [-1]), "`region` must be"),
        (lambda: pb.coverage(["a"], [0.0]), "not 1 of float64"),
        (lambda: pb.coverage(None, [0]), "`dataset` must be the name .*, not NoneType"),
        (lambda: pb.coverage(["a", None], [0, 0]), "`dataset` must be the name"),
    ],
)
def test_what_is_refused(act, message):
    with pytest.raises(pb.ArgumentError, match=message):
        act()


@pytest.mark.r
def test_reports_of_r_are_the_same():
    code = """
    library(pybench)
    dataset <- c("a", "a", "b", "b", "b", "c")
    t <- pb_coverage(dataset, c(1, 2, 2, 2, 2, 1), 3)
    results <- list(
      coverage = t, redundancy = pb_redundancy(t), newcomer = pb_newcomer(t, c(3, 3, 1)),
      representatives = pb_representatives(t, 50),
      firm = pb_representatives(t, 50, pb_region_stability(
        cbind(c(1, 2, 2, 2, 2, 1), c(1, 1, 2, 2, 1, 1), c(2, 1, 1, 1, 2, 2)), dataset,
        threshold = 50
      )),
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
        "firm": t.representatives(
            50,
            pb.region_stability(
                np.array([[1, 2, 2, 2, 2, 1], [1, 1, 2, 2, 1, 1], [2, 1, 1, 1, 2, 2]]).T,
                list("aabbbc"),
                threshold=50,
            ),
        ),
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


def test_a_region_has_a_number_of_at_most_16_bits():
    assert pb.coverage(["d"], [2**16 - 1]).percent.shape == (1, 2**16)
    with pytest.raises(pb.ArgumentError, match="65536"):
        pb.coverage(["d"], [2**16])
