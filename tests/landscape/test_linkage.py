"""Average linkage on cosine distances: SciPy, scikit-learn, brute force."""

from __future__ import annotations

import numpy as np
import pytest

import pybench as pb
from pybench.landscape.linkage import average_linkage, cosine_distances
from tests.landscape.test_regions import codes_of, same_partition


def test_cosine_distances_are_scipys_and_hold_for_codes_of_any_size():
    from scipy.spatial.distance import cdist

    codes = codes_of(1)
    assert cosine_distances(codes) == pytest.approx(cdist(codes, codes, "cosine"), abs=1e-14)
    assert cosine_distances(codes * 1e200) == pytest.approx(cosine_distances(codes), abs=1e-14)
    assert cosine_distances(codes * 1e-200) == pytest.approx(cosine_distances(codes), abs=1e-14)


@pytest.mark.parametrize("seed", range(5))
def test_the_tree_is_scipys(seed):
    from scipy.cluster.hierarchy import fcluster, linkage
    from scipy.spatial.distance import squareform

    codes = codes_of(seed)
    distances = cosine_distances(codes)
    tree = linkage(squareform(distances), "average")
    heights = average_linkage(distances, np.ones(len(codes), int))[1]
    assert heights == pytest.approx(tree[:, 2], abs=1e-13)
    for k in (2, 3, 7, 20, 39):
        labels = pb.regions(codes, k).labels
        assert same_partition(labels, fcluster(tree, k, "maxclust"))


def brute_force_heights(distances: np.ndarray) -> list[float]:
    clusters = [[i] for i in range(len(distances))]
    heights = []
    while len(clusters) > 1:
        pairs = [(i, j) for i in range(len(clusters)) for j in range(i)]
        means = [distances[np.ix_(clusters[i], clusters[j])].mean() for i, j in pairs]
        i, j = pairs[int(np.argmin(means))]
        heights.append(min(means))
        clusters[j] += clusters.pop(i)
    return heights


def test_heights_are_mean_distances_by_brute_force():
    distances = cosine_distances(codes_of(9, 15))
    heights = average_linkage(distances, np.ones(15, int))[1]
    assert heights == pytest.approx(brute_force_heights(distances))


@pytest.mark.parametrize("k", [2, 5, 39])
def test_silhouettes_are_those_of_scikit_learn(k):
    from sklearn.metrics import silhouette_score

    codes = codes_of(3)
    found = pb.regions(codes, k, candidates=[k])
    expected = silhouette_score(codes, found.labels, metric="cosine")
    assert found.candidates["silhouette"].item() == pytest.approx(expected, abs=1e-12)
