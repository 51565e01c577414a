"""Regions: SciPy, scikit-learn, R's hclust, brute force and laws."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest

import pybench as pb
from pybench.bridge.call import call
from pybench.landscape.linkage import cosine_distances, silhouette


def codes_of(seed: int, n: int = 40, p: int = 5) -> np.ndarray:
    return np.random.default_rng(seed).normal(size=(n, p))


def same_partition(a, b) -> bool:
    return len(set(zip(a, b, strict=True))) == len(set(a)) == len(set(b))


def test_equal_codes_fall_together_and_a_weight_is_so_many_equal_codes():
    codes, times = codes_of(4, 20), np.random.default_rng(0).integers(1, 5, 20)
    weighted = pb.regions(codes, weights=times)
    repeated = pb.regions(np.repeat(codes, times, axis=0), candidates=range(2, 20))
    assert np.repeat(weighted.labels, times).tolist() == repeated.labels.tolist()
    for column in ("silhouette", "gap"):
        # The last gap of the weighted tree has no merge before it; repeated codes merge at 0.
        assert weighted.candidates[column].to_numpy() == pytest.approx(
            repeated.candidates[column].to_numpy(), abs=1e-12
        )


def test_a_unit_of_weight_0_changes_nothing_and_takes_its_neighbours_region():
    codes = codes_of(5, 20)
    without = pb.regions(codes[1:], 4)
    with_it = pb.regions(codes, 4, weights=[0] + [1] * 19)
    assert same_partition(with_it.labels[1:], without.labels)
    nearest = 1 + cosine_distances(codes)[0, 1:].argmin()
    assert with_it.labels[0] == with_it.labels[nearest]
    assert with_it.n_left_out == 1


def test_order_and_length_of_codes_do_not_matter():
    codes = codes_of(6)
    order = np.random.default_rng(1).permutation(len(codes))
    plain, moved = pb.regions(codes), pb.regions(codes[order] * 7)
    assert moved.k == plain.k
    assert same_partition(moved.labels, plain.labels[order])
    assert moved.candidates.to_numpy() == pytest.approx(
        plain.candidates.to_numpy(), abs=1e-12, nan_ok=True
    )


def test_cuts_are_nested_and_numbered_by_their_first_unit():
    codes = codes_of(7)
    finer = pb.regions(codes, 9).labels
    for k in range(8, 1, -1):
        labels = pb.regions(codes, k).labels
        assert len(set(zip(labels, finer, strict=True))) == k + 1
        assert list(dict.fromkeys(labels.tolist())) == list(range(k))
        finer = labels


FOUR = [[1, 0, 0], [1, 0.1, 0], [0, 1, 0], [0, 1, 0.1], [0, 0, 1], [0.1, 0, 1]]


def test_purity_and_fragmentation_by_hand():
    # Dataset a: 3 rows in the first region, 1 in the second; b: 2 in the third; c: 1 and 1.
    dataset = ["a"] * 4 + ["b"] * 2 + ["c"] * 2
    found = pb.regions(FOUR, 3, dataset=dataset, units=[0, 1, 1, 2, 4, 5, 2, 4])
    (row,) = found.candidates.query("k == 3").to_dict("records")
    assert row["purity"] == (3 + 2 + 1) / 8
    assert row["fragmentation"] == pytest.approx((1 - (9 + 1) / 16 + 0 + 0.5) / 3)
    assert row["split"] == 2
    renamed = pb.regions(
        FOUR, 3, dataset=[{"a": "z", "b": "y", "c": "x"}[d] for d in dataset][::-1],
        units=[0, 1, 1, 2, 4, 5, 2, 4][::-1],
    )  # fmt: skip
    assert renamed.candidates.equals(found.candidates)


def test_purity_never_grows_with_the_number_of_regions():
    rng = np.random.default_rng(8)
    found = pb.regions(
        codes_of(8), dataset=rng.choice(list("abcde"), 300).tolist(), units=rng.integers(0, 40, 300)
    ).candidates
    assert (np.diff(found["purity"]) <= 1e-12).all()
    assert (np.diff(found["split"]) >= 0).all()


def test_clear_groups_are_found():
    rng = np.random.default_rng(2)
    centres = np.eye(6)[np.arange(60) % 6]
    found = pb.regions(centres + rng.normal(0, 0.05, (60, 6)))
    assert found.k == 6
    assert same_partition(found.labels, np.arange(60) % 6)
    assert found.notes == ()


def test_a_cut_between_equal_heights_is_said_not_to_be_unique():
    square = [[1, 0], [0, 1], [-1, 0], [0, -1]]
    assert pb.regions(square, 3).notes == ("tied-cut",)
    assert "note tied-cut" in str(pb.regions(square, 3))


@pytest.mark.parametrize(
    ("codes", "options", "message"),
    [
        ([[1, 0], [0, 1], [0, 0]], {}, "`codes` must be at least 3 codes"),
        ([[1, 0], [0, 1]], {}, "not a 2 x 2 matrix"),
        ([[1, 0], [0, np.nan], [1, 1]], {}, "missing or infinite"),
        (FOUR, {"k": 6}, "`k` must be a whole number from 2 to 5"),
        (FOUR, {"k": 2.5}, "`k` must be a whole number from 2 to 5"),
        (FOUR, {"candidates": [1]}, "`candidates` must be"),
        (FOUR, {"candidates": []}, "`candidates` must not be empty"),
        (FOUR, {"weights": [1, 1, 0, 0, 0, 0]}, "`weights` must be 6 whole numbers"),
        (FOUR, {"k": 2.5}, "`k` must be a whole number from 2 to 5, not 2.5"),
        (FOUR, {"weights": np.full(99, 1.5)}, r"above 0, not array"),
        (FOUR, {"dataset": "ab", "units": [0, 1]}, "`dataset` must be the name"),
        (FOUR, {"dataset": ["a"]}, "must be given together"),
        (FOUR, {"dataset": ["a"], "units": [6]}, "`units` must be 1 whole numbers from 0 to 5"),
        (FOUR, {"dataset": ["a"], "units": [0, 1]}, "`units` must be 1 whole numbers"),
    ],
)
def test_what_is_refused(codes, options, message):
    with pytest.raises(pb.ArgumentError, match=message):
        pb.regions(codes, **options)


@pytest.mark.r
@pytest.mark.parametrize("seed", range(4))
def test_r_finds_the_same(seed):
    """R's tree is hclust's: ties among equal codes (a third of them, here) change nothing."""
    rng = np.random.default_rng(seed)
    codes = codes_of(seed, 30)
    codes = np.concatenate([codes, codes[:15]])
    weights = rng.integers(0, 4, 45) if seed % 2 else None
    dataset, units = rng.choice(list("abcd"), 99).tolist(), rng.integers(0, 45, 99)
    ours = pb.regions(codes, weights=weights, dataset=dataset, units=units)
    theirs = call(
        "pb_regions",
        {"codes": codes, "weights": weights, "dataset": dataset, "units": units + 1},
    )
    assert ours.labels.tolist() == (np.array(theirs["labels"]) - 1).tolist()
    assert ours.k == theirs["k"]
    assert list(ours.sizes) == list(theirs["sizes"])
    assert ours.heights == pytest.approx(theirs["heights"], abs=1e-12)
    assert list(ours.candidates.columns) == theirs["candidates"]["columns"]
    assert ours.candidates.to_numpy() == pytest.approx(theirs["candidates"]["values"], abs=1e-12)
    assert list(ours.notes) == (theirs["notes"] if isinstance(theirs["notes"], list) else [])


def test_silhouette_of_one_point_regions_is_0():
    assert silhouette(cosine_distances(np.array(FOUR, float)), np.arange(6)) == 0.0


def test_result_says_what_was_chosen():
    found = pb.regions(FOUR)
    assert str(found).startswith(f"{found.k} regions of 6 units")
    assert found.to_frame().equals(found.candidates)
    assert found.to_dict()["schema"] == "pybench/regions/1"


def test_a_tie_below_the_cut_is_noted_in_any_order():
    codes = np.array([[0, 1], [1, 1], [2, 1], [1, 2]], float)
    for order in permutations(range(4)):
        assert pb.regions(codes[list(order)], 2).notes == ("tied-cut",)
    assert pb.regions(codes[1:], 2).notes == ("tied-cut",)
    twice = np.repeat([[1, 0], [0.3, 1], [0, 1], [-1, 0.2]], 3, axis=0)
    assert pb.regions(twice, 3).notes == ()  # equal codes are equally near to all
