"""What several maps agree on: shares of maps by hand, laws, noise, refusals, text."""

from __future__ import annotations

import json

import numpy as np
import pytest

import pybench as pb
from pybench.base.errors import ArgumentError
from pybench.flow.load import load_result

# Datasets a, b, c of 4 instances each. The second map splits a; the third joins b and c.
NAMES = list("aaaabbbbcccc")
MAPS = np.array(
    [
        [0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2],
        [3, 3, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2],
        [0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1],
        [0, 0, 0, 0, 1, 1, 1, 2, 2, 2, 2, 2],
    ]
).T
SETTINGS = {"seed": ["0", "1", "0", "1"], "size": ["4", "4", "5", "4"]}


@pytest.fixture(scope="module")
def found():
    return pb.region_stability(MAPS, NAMES, SETTINGS, 100)


def test_shares_of_maps_by_hand(found):
    assert found.labels.tolist() == [0] * 4 + [1] * 4 + [2] * 4
    assert found.agreement.tolist() == [1.0] * 4 + [0.75] * 3 + [0.5] + [1.0] * 4
    # Map 2 has a in two regions of C1: it lies in C1, but represents it on three maps only.
    assert found.lies.to_numpy().tolist() == [[1, 0, 0], [0, 0.5, 0.25], [0, 0, 1]]
    assert found.represents.to_numpy().tolist() == [[0.75, 0, 0], [0, 0.5, 0.25], [0, 0, 1]]
    assert found.coverage.loc["b"].tolist() == [0, (100 + 100 + 0 + 75) / 4, (100 + 25) / 4]
    assert found.members["M2"] == {"R1": (), "R2": ("b",), "R3": ("c",), "R4": ()}
    assert found.maps["regions"].tolist() == [3, 4, 2, 3]


def test_co_assignment_by_counting_pairs(found):
    same = np.mean([column[:, None] == column for column in MAPS.T], axis=0)
    for c, name in enumerate(found.regions.index):
        inside = found.labels == c
        pairs = same[np.ix_(inside, inside)][~np.eye(inside.sum(), dtype=bool)]
        assert found.regions.loc[name, "together"] == pytest.approx(pairs.mean())
        assert found.regions.loc[name, "mixed"] == pytest.approx(
            same[np.ix_(inside, ~inside)].mean()
        )
        assert found.regions.loc[name, "agreement"] == found.agreement[inside].mean()


def test_pairs_are_listed_by_what_varies(found):
    assert found.pairs["varied"].tolist() == ["seed", "size", "seed", "several", "none", "several"]
    by = found.by_setting.set_index("varied")
    assert by["pairs"].to_dict() == {"seed": 2, "size": 1, "several": 2, "none": 1, "all": 6}
    seeds = found.pairs[found.pairs["varied"] == "seed"]
    assert by.loc["seed", "adjusted_rand"] == seeds["adjusted_rand"].mean()
    assert by.loc["seed", "lowest"] == seeds["adjusted_rand"].min()
    assert by.loc["seed", "largest"] == seeds["variation"].max()


@pytest.mark.parametrize("seed", range(5))
def test_nothing_depends_on_the_numbers_of_regions_or_the_order_of_instances(seed):
    rng = np.random.default_rng(seed)
    first = pb.region_stability(MAPS, NAMES, SETTINGS)
    renamed = np.stack([rng.permutation(9)[column] for column in MAPS.T], axis=1)
    again = pb.region_stability(renamed, NAMES, SETTINGS)
    order = rng.permutation(len(NAMES))
    moved = pb.region_stability(MAPS[order], [NAMES[i] for i in order], SETTINGS)
    for other in (again, moved):
        np.testing.assert_allclose(other.pairs["adjusted_rand"], first.pairs["adjusted_rand"])
        best = (other.represents.loc[list("abc")].max(axis=1)).tolist()
        assert best == first.represents.max(axis=1).tolist()


def test_maps_of_noise_agree_on_nothing():
    rng = np.random.default_rng(0)
    found = pb.region_stability(rng.integers(0, 4, (400, 8)), ["a", "b"] * 200, threshold=50)
    assert abs(found.by_setting["adjusted_rand"].iloc[-1]) < 0.02
    assert found.maps["adjusted_rand"].mean() < 0.4
    assert found.represents.to_numpy().max() < 0.5


def test_text_frame_and_file(found, tmp_path):
    said = str(found)
    assert (
        "each in C3 on 100.0% of maps on average; represented by c (4 of 4 maps), b (1 of 4 maps)"
        in said
    )
    assert "Shares are of these 4 maps, which are no random sample" in said
    frame = found.to_frame().set_index(["dataset", "region"])
    assert frame.loc[("b", "C3")].tolist() == [31.25, 0.25, 0.25]
    (tmp_path / "s.json").write_text(json.dumps(found.to_dict()))
    again = load_result(tmp_path / "s.json")
    assert str(again) == said
    assert again.members == found.members


def test_many_representatives_are_counted():
    names = [f"d{i}" for i in range(8)]
    found = pb.region_stability(np.zeros((8, 2), dtype=int), names)
    assert found.representing("C1")[-2:] == ["d4 (2 of 2 maps)", "3 more"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((MAPS[:, :1], NAMES), "a matrix with a row per instance and a column per map"),
        ((MAPS[:, 0], NAMES), "a matrix with a row per instance and a column per map"),
        ((MAPS[:-1], NAMES), "12 whole numbers from 0"),
        ((MAPS - 1, NAMES), "12 whole numbers from 0"),
        ((MAPS, NAMES, {"seed": ["0"]}), "4 texts, one per map, not 1"),
        ((MAPS, NAMES, {"all": ["0"] * 4}), "must not have the name 'all'"),
        ((MAPS, NAMES, None, 0), "`threshold`"),
    ],
)
def test_refusals(arguments, message):
    with pytest.raises(ArgumentError, match=message):
        pb.region_stability(*arguments)


def test_too_many_regions_are_refused():
    labels = np.stack([np.arange(600)] * 2, axis=1)
    with pytest.raises(ArgumentError, match="at most 1000 regions on all maps together, not 1200"):
        pb.region_stability(labels, ["a"] * 600)
