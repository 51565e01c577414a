"""Codes by k-means: those of scikit-learn, a start by k-means++, weights, and what is refused."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.cluster import KMeans

import pybench as pb
from pybench.bridge.call import call

ROWS = np.random.default_rng(3).normal(size=(600, 6)) * [5, 4, 3, 2, 1, 0.5]
SETS = np.repeat(list("abc"), [100, 200, 300]).tolist()

pytestmark = pytest.mark.r


def landscape(rows=ROWS, sizes=6, seeds=0, **more):
    given = {"dataset": SETS, "reduction": "k-means", "scale": False, "k": 3, **more}
    return pb.map_landscape(rows, sizes, seeds, **given)


def moved(codes, rows, weights=None):
    """Return the codes of scikit-learn, from the same start."""
    found = KMeans(len(codes), init=codes, n_init=1, max_iter=1000, tol=0, algorithm="lloyd")
    return found.fit(rows, sample_weight=weights)


def start(rows, count, seed, weights=None):
    given = {"rows": rows, "count": count, "seeds": [seed], "most": 1, "weights": weights}
    first = call("kmeans_codes", given)
    assert first["iterations"] == 1
    return np.asarray(first["codes"]["values"])


@pytest.mark.parametrize("weights", ["instance", "dataset"])
@pytest.mark.parametrize("seed", [0, 1, 2])
def test_the_codes_are_those_of_scikit_learn(seed, weights):
    land = landscape(seeds=seed, weights=weights)
    rows = land.components.scores(ROWS)
    times = None if weights == "instance" else np.repeat([6.0, 3.0, 2.0], [100, 200, 300])
    other = moved(start(rows, 36, seed, None if times is None else times / 600), rows, times)
    assert land.units.tolist() == other.labels_.tolist()
    np.testing.assert_allclose(land.codes, other.cluster_centers_, rtol=0, atol=1e-12)
    assert land.kmeans.converged
    assert land.kmeans.quantization_error == pytest.approx(
        other.inertia_ / (600 if times is None else times.sum())
    )


def test_the_explained_variance_is_that_of_all_features():
    land = landscape(variance=0.8)
    assert land.codes.shape == (36, land.components.loadings.shape[1])
    back = land.components.mean + land.codes @ land.components.loadings.T
    left = ((ROWS - back[land.units]) ** 2).sum() / ((ROWS - ROWS.mean(axis=0)) ** 2).sum()
    assert land.kmeans.explained_variance == pytest.approx(100 * (1 - left))
    text = str(land)
    assert f"36 codes by k-means, seed 0: explained variance {100 * (1 - left):.2f}%;" in text
    assert f"{land.kmeans.iterations} iterations; {land.components}" in text


def test_the_largest_size_and_the_best_start_are_kept():
    land = landscape(sizes=(3, (4, 5), 2), seeds=range(6))
    alone = [landscape(sizes=[(4, 5)], seeds=seed) for seed in range(6)]
    errors = [one.kmeans.quantization_error for one in alone]
    assert len(set(errors)) > 1
    best = int(np.argmin(errors))
    assert land.kmeans.seed == best
    assert land.codes.tobytes() == alone[best].codes.tobytes()
    assert land.codes.tobytes() == landscape(sizes=[(4, 5)], seeds=best).codes.tobytes()


def test_progress_is_told_after_each_start():
    told = []
    landscape(sizes=4, seeds=range(3), progress=lambda one: told.append((one.done, one.last)))
    assert told == [(0, ""), (1, "seed 0"), (2, "seed 1"), (3, "seed 2")]


def test_no_more_iterations_than_allowed():
    land = landscape(rlen=2)
    assert (land.kmeans.iterations, land.kmeans.converged) == (2, False)
    assert "2 iterations, not converged;" in str(land)
    apart = ((land.components.scores(ROWS)[:, None] - land.codes) ** 2).sum(axis=2)
    assert land.units.tolist() == apart.argmin(axis=1).tolist()


def test_a_start_is_drawn_by_the_squared_distance():
    """Of two groups far from each other, both have a start; of equal rows, one at most."""
    whole = {"variance": 1}
    rows = np.array([[0.0, 0]] * 50 + [[1.0, 0]] * 50 + [[0, 1000.0]] * 2)
    for seed in range(20):
        land = landscape(rows, sizes=[(1, 3)], seeds=seed, dataset=["a"] * 102, k=2, **whole)
        assert len(np.unique(land.units)) == 3
        assert land.kmeans.quantization_error == pytest.approx(0, abs=1e-9)
    with pytest.raises(pb.ArgumentError, match="at most 3 units, the number of different rows"):
        landscape(rows, sizes=2, dataset=["a"] * 102, k=2, **whole)


def test_a_code_without_rows_stays_where_it_is():
    """From these codes, the second loses its rows in the second iteration."""
    line = np.array([0.0, 4, 5, 6, 9, 9.5, 20])[:, None]
    found = call(
        "bridge_eval",
        {
            "source": "rows <- matrix(c(0, 4, 5, 6, 9, 9.5, 20)); codes <- matrix(c(0, 100, 20));"
            "pybench:::kmeans_moved(rows, codes, pybench:::som_axes(rows), 50)"
        },
    )
    codes = np.asarray(found["codes"]["values"]).ravel()
    assert codes[1] == 100
    assert set(found["units"]) == {1, 3}
    assert codes[[0, 2]] == pytest.approx([line[:6].mean(), 20])


def test_rows_beyond_the_limit_of_other_reductions(monkeypatch):
    monkeypatch.setattr("pybench.landscape.map.MOST_ROWS", 100)
    assert len(landscape().units) == 600
    with pytest.raises(pb.ArgumentError, match='"som" or "k-means"'):
        landscape(reduction="pca")


def test_datasets_of_one_size_give_the_codes_of_instances():
    names = np.repeat(list("abc"), 200).tolist()
    one, two = (landscape(dataset=names, weights=each) for each in ("instance", "dataset"))
    assert one.codes.tobytes() == two.codes.tobytes()


def test_too_few_codes_have_no_regions():
    with pytest.raises(pb.ArgumentError, match="`sizes` must give maps of 3 units or more"):
        landscape(sizes=[(1, 2)])
    with pytest.raises(pb.ArgumentError, match="`rlen`"):
        landscape(rlen=0)


def test_a_result_is_read_again(tmp_path):
    import json

    land = landscape()
    (tmp_path / "land.json").write_text(json.dumps(land.to_dict()))
    again = pb.load_result(tmp_path / "land.json")
    assert str(again.kmeans) == str(land.kmeans)
    assert (again.nearest_region(ROWS) == land.region).all()
