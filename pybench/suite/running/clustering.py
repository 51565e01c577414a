"""Measures of one fold of a clustering: how well clusters match the classes of the rows."""

from __future__ import annotations

from collections.abc import Sequence

#: Measure -> whether higher is better.
HIGHER_IS_BETTER = {
    "adjusted_rand": True,
    "adjusted_mutual_info": True,
    "normalized_mutual_info": True,
    "homogeneity": True,
    "completeness": True,
    "v_measure": True,
}


def evaluate(truth: Sequence[str], clusters: Sequence[str]) -> dict[str, float | None]:
    """Return every measure of one fold.

    Parameters
    ----------
    truth : n str
        The class of each row, which no estimator has seen.
    clusters : n str
        The name of the cluster of each row. Names have no meaning: other names of the same
        clusters give the same measures. What an estimator calls noise is a cluster, too.

    Returns
    -------
    dict of str to float
        1 if clusters and classes are the same.

    Notes
    -----
    scikit-learn's functions with their defaults: ``adjusted_rand`` is the Rand index adjusted for
    chance (Hubert and Arabie 1985), ``adjusted_mutual_info`` the mutual information adjusted for
    chance and ``normalized_mutual_info`` the mutual information, both divided by the arithmetic
    mean of the entropies. ``homogeneity`` is 1 if each cluster has rows of one class,
    ``completeness`` if each class has rows of one cluster; ``v_measure`` is their harmonic mean
    (Rosenberg and Hirschberg 2007).

    Examples
    --------
    >>> evaluate(["a", "a", "b", "b"], ["1", "1", "0", "0"])["adjusted_rand"]
    1.0
    """
    from sklearn import metrics

    homogeneity, completeness, both = metrics.homogeneity_completeness_v_measure(truth, clusters)
    found = {
        "adjusted_rand": metrics.adjusted_rand_score(truth, clusters),
        "adjusted_mutual_info": metrics.adjusted_mutual_info_score(truth, clusters),
        "normalized_mutual_info": metrics.normalized_mutual_info_score(truth, clusters),
        "homogeneity": homogeneity,
        "completeness": completeness,
        "v_measure": both,
    }
    return {name: float(value) for name, value in found.items()}
