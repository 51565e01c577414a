"""A record of a selection: reasons that are true, hashes that tell data apart."""

from __future__ import annotations

import hashlib
import json
import struct

import numpy as np
import pytest

import pybench as pb
from pybench.base.errors import ArgumentError, InputError
from pybench.reporting.numbers import document
from pybench.selection.space import distances, gram, standardized


def test_the_record_is_the_selection(place):
    record = pb.record_selection(place(1), 4, "k-means", seed=3, n_init=2)
    expected = pb.select(place(1), 4, "k-means", seed=3, n_init=2)
    assert record.selection.to_dict() == expected.to_dict()
    assert record.names == expected.names == tuple(record.why["dataset"])
    assert dict(record.settings) == {
        "k": 4, "strategy": "k-means", "metric": "cosine", "seed": 3, "n_init": 2,
        "start": "mean", "standardize": True, "ridge": 1e-3, "missing": "error",
    }  # fmt: skip
    assert record.criterion == ""
    assert np.isnan(record.why["gain"]).all()
    assert record.why["stands_for"].sum() == 14


@pytest.mark.parametrize("kind", ["a-optimal", "d-optimal"])
def test_gains_of_designs_by_direct_determinants_and_inverses(place, kind):
    frame = place(2, p=20)  # more columns than datasets
    record = pb.record_selection(frame, 5, kind, ridge=0.1)
    x = standardized(frame.sort_index().to_numpy())
    rows = [sorted(frame.index).index(name) for name in record.names]
    values = []
    for t in range(6):
        inner = x[rows[:t]].T @ x[rows[:t]] + 0.1 * np.eye(20)
        log = np.linalg.slogdet(inner)[1]
        values.append(log if kind == "d-optimal" else -np.trace(np.linalg.inv(inner)))
    np.testing.assert_allclose(record.why["gain"], np.diff(values), rtol=1e-8)


@pytest.mark.parametrize("kind", ["facility-location", "k-medoids"])
def test_gains_of_medoids_are_what_the_sum_falls_by(place, kind):
    record = pb.record_selection(place(3), 4, kind, metric="euclidean")
    apart = distances(gram(standardized(place(3).to_numpy())), "euclidean")
    rows = [int(name[1:]) for name in record.names]
    sums = [apart[:, rows[: t + 1]].min(axis=1).sum() for t in range(4)]
    np.testing.assert_allclose(record.why["gain"].iloc[1:], -np.diff(sums))
    assert np.isnan(record.why["gain"].iloc[0])


def test_gains_of_the_oracle_are_what_the_error_falls_by(table):
    t = table(5)
    record = pb.record_selection(t, 3, "oracle")
    ranks = pb.ranks(t.select(datasets=sorted(t.datasets)))
    assert record.why["gain"].iloc[1:].notna().all()
    assert len(ranks) == 14
    assert record.why["reason"].iloc[0].startswith("ranks the models most like all")


def test_gains_of_farthest_first_are_its_distances(place):
    record = pb.record_selection(place(4), 4)
    np.testing.assert_array_equal(record.why["gain"].iloc[1:], record.selection.distances[1:])
    assert "farthest from the others, on average" in record.why["reason"].iloc[0]


def test_the_hash_by_hand(place):
    frame = place(6).sample(frac=1, random_state=0)
    record = pb.record_selection(frame, 2)
    digest = hashlib.sha256()
    for text in (*sorted(frame.index), *frame.columns):
        digest.update(struct.pack("<q", len(text)) + text.encode())
    digest.update(frame.sort_index().to_numpy().astype("<f8").tobytes())
    assert record.sha256["embedding"] == digest.hexdigest()
    other = frame.copy()
    other.iloc[3, 1] += 1e-12
    assert pb.record_selection(other, 2).sha256 != record.sha256


def test_files_are_hashed(place, tmp_path):
    path = tmp_path / "x.csv"
    path.write_bytes(b"abc")
    record = pb.record_selection(place(1), 2, files=[path])
    assert record.sha256["x.csv"] == hashlib.sha256(b"abc").hexdigest()
    with pytest.raises(InputError, match="No such file"):
        pb.record_selection(place(1), 2, files=[tmp_path / "none"])


def test_landscapes_and_own_strategies(place):
    regions = {"r": ["a", "b", "c"], "s": ["d"]}
    record = pb.record_selection(regions, 2, "landscape")
    assert "drawn from the region whose turn it was" in record.why["reason"].iloc[0]
    again = pb.record_selection({"s": ["d"], "r": ["c", "b", "a"]}, 2, "landscape")
    assert again.sha256 == record.sha256
    own = pb.record_selection(place(1), 2, lambda x, k, seed: np.arange(k))
    assert own.why["reason"].iloc[0].startswith("chosen by lambda")
    assert "drawn at random" in str(pb.record_selection(place(1), 2, "random"))


def test_it_is_read_back_and_chooses_datasets(table, place, tmp_path):
    record = pb.record_selection(place(1), 5)
    path = tmp_path / "selection.json"
    path.write_bytes(document(record.to_dict()))
    again = pb.load_result(path)
    assert again.to_dict() == record.to_dict()
    assert table(1).select(datasets=again.names).datasets == record.names
    assert json.loads(path.read_text())["schema"] == "pybench/selection-record/1"


def test_what_select_refuses_is_refused(place):
    with pytest.raises(ArgumentError, match="the number of datasets to choose from, not 15"):
        pb.record_selection(place(1), 15)


def test_reasons_say_no_more_than_is_so(place):
    """A swap may replace the first medoid, and a point without a cluster has no centre."""
    for seed in range(40):
        record = pb.record_selection(place(seed), 3, "k-medoids", metric="euclidean")
        apart = distances(gram(standardized(place(seed).to_numpy())), "euclidean")
        assert "nearest to all" not in record.why["reason"].iloc[0]
        if int(record.names[0][1:]) != apart.sum(axis=0).argmin():
            break
    else:
        pytest.fail("no swap replaced the first")
    first = pb.record_selection(place(seed), 3, "facility-location", metric="euclidean")
    assert int(first.names[0][1:]) == apart.sum(axis=0).argmin()
    assert "nearest to all others together" in first.why["reason"].iloc[0]
    frame = place(0).iloc[[0, 0, 0, 1, 2]].set_axis(list("abcde"), axis=0)
    reasons = pb.record_selection(frame, 5, "k-means").why["reason"]
    assert reasons.str.startswith("equal to one chosen before").sum() == 2
    assert reasons.str.startswith("nearest to the centre of its cluster").sum() == 3
