"""The landmarking representation: the performance of four cheap probes on a dataset.

Source: "Benchmarking on Tasks That Matter" (arXiv 2606.27997), section 5.2, "Landmarking
representation". The paper leaves open what is chosen here: five stratified folds over the series of
both splits; ridge regression as the linear probe; a bootstrap over series that reuses their
cross-validated predictions, so that nothing is fitted again.
"""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from pybench.base import check
from pybench.base.stream import integer, stream
from pybench.features.eachseries import refuse_other_channels
from pybench.features.representation import Representation, versions_of
from pybench.features.summary import summary
from pybench.seriesset.build import UNIVARIATE

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from pybench.seriesset.series import SeriesSet

    Floats = npt.NDArray[np.float64]
    Codes = npt.NDArray[np.int64]

PROBES = ("stump", "nearest", "linear", "tree")
TREE_DEPTH = 3
MEASURES = (
    "cv_error",
    "cv_error_variance",
    "cv_rank_variance",
    "bootstrap_error_variance",
    "bootstrap_rank_variance",
)
GAP = "linear_gap"
NAMES = tuple(sorted([*(f"{probe}_{measure}" for probe in PROBES for measure in MEASURES), GAP]))


def landmarking(
    *,
    channels: Sequence[str] = UNIVARIATE,
    on: str = "series",
    folds: int = 5,
    resamples: int = 200,
    most: int = 300,
    seed: int = 0,
) -> Representation:
    """Return the representation: 21 columns, one row per dataset.

    Four simple classifiers, the probes, are trained on each dataset: a decision stump, the nearest
    neighbour (Euclidean), ridge regression on the classes, and a decision tree of depth 3. The
    columns for each probe are:

    ``..._cv_error``
        Misclassification rate, mean over the folds.
    ``..._cv_error_variance``, ``..._cv_rank_variance``
        Variance over the folds of that rate, and of the probe's rank among the four.
    ``..._bootstrap_error_variance``, ``..._bootstrap_rank_variance``
        The same over bootstrap samples of the series.

    and ``linear_gap``: error on the test folds minus error on the training folds.

    Parameters
    ----------
    channels : sequence of str
        The channels of the series; their values are concatenated.
    on : {"series", "summary"}
        Input of the probes: the values, or the seven numbers of the summary representation, which
        also exist for series of unequal length.
    folds : int, >= 2
        Reduced to the number of series if there are fewer.
    resamples : int
        Bootstrap samples.
    most : int
        From larger datasets, this many series are drawn, in the proportions of the classes.
    seed : int
        Of folds, trees and samples, together with the name of the dataset.

    Notes
    -----
    Names of classes and the order of the series do not matter (except for series that are equal in
    every value). All columns of a dataset are NaN if a series has no label, if there is only one
    class, if values are missing, or, with ``on="series"``, if the series have unequal lengths.
    """
    check.choice("on", on, ("series", "summary"))
    settings = {
        "folds": check.count("folds", folds, 2),
        "resamples": check.count("resamples", resamples, 2),
        "most": check.count("most", most, 2),
        "seed": check.seed(seed),
    }
    return Representation(
        name="landmarking",
        unit="dataset",
        names=NAMES,
        compute=_Landmarking(tuple(channels), on, **settings),
        versions=versions_of("landmarking"),
        settings={"channels": list(channels), "on": on, **settings},
    )


class _Landmarking:
    """One row for a dataset."""

    def __init__(
        self, channels: tuple[str, ...], on: str, folds: int, resamples: int, most: int, seed: int
    ) -> None:
        self.channels, self.on = channels, on
        self.folds, self.resamples, self.most, self.seed = folds, resamples, most, seed

    def __call__(self, series: SeriesSet) -> Floats:
        import numpy as np
        from threadpoolctl import threadpool_limits

        refuse_other_channels(series, self.channels)
        x = self._values(series)
        if x is None or None in series.label or len(set(series.label)) < 2:
            return np.full((1, len(NAMES)), np.nan)
        dataset = series.datasets[0]
        draws = stream(self.seed, "landmarking", dataset)
        x, classes = in_order_of_values(x, series.label)
        if len(x) > self.most:
            kept = drawn(classes, self.most, draws)
            x, classes = x[kept], classes[kept]
        fold = stratified_folds(classes, min(self.folds, len(x)), draws)
        with threadpool_limits(1), warnings.catch_warnings():  # small problems: threads cost time
            warnings.simplefilter("ignore")  # ridge regression on large values is close to singular
            wrong, seen = mistakes(x, classes, fold, integer(self.seed, "landmarking", dataset))
        row = measures(wrong, seen, fold, self.resamples, draws)
        return np.array([[row[name] for name in NAMES]])

    def _values(self, series: SeriesSet) -> Floats | None:
        """Return the input of the probes, (n, values); None if it is not defined."""
        import numpy as np

        if self.on == "summary":
            x = summary(channels=self.channels).compute(series)
        elif len(set(series.lengths.tolist())) > 1:
            return None
        else:
            x = series.to_numpy().reshape(len(series), -1)
        fits = np.abs(x).max(initial=0) <= np.finfo(np.float32).max  # trees use single precision
        return x if fits else None


def in_order_of_values(x: Floats, labels: npt.NDArray[np.object_]) -> tuple[Floats, Codes]:
    """Return the series sorted by values, and classes 0, 1, ... in order of first appearance."""
    import numpy as np

    order = sorted(range(len(x)), key=[row.tobytes() for row in x].__getitem__)
    codes = {name: code for code, name in enumerate(dict.fromkeys(labels[i] for i in order))}
    return x[order], np.array([codes[labels[i]] for i in order])


def stratified_folds(classes: Codes, folds: int, draws: np.random.Generator) -> Codes:
    """Return the fold of each series; sizes, also within a class, differ by at most 1."""
    import numpy as np

    fold = np.empty(len(classes), np.int64)
    fold[_class_by_class(classes, draws)] = np.arange(len(classes)) % folds
    return fold


def drawn(classes: Codes, most: int, draws: np.random.Generator) -> Codes:
    """Return the places of ``most`` series, ascending, in the proportions of the classes."""
    import numpy as np

    every = np.arange(most) * len(classes) // most
    return np.sort(_class_by_class(classes, draws)[every])


def _class_by_class(classes: Codes, draws: np.random.Generator) -> Codes:
    """Return the places of the series, grouped by class and shuffled within each."""
    import numpy as np

    shuffled = draws.permutation(len(classes))
    return shuffled[np.argsort(classes[shuffled], kind="stable")]


def probes(state: int) -> dict[str, Any]:
    """Return the four probes, not yet fitted."""
    from sklearn.linear_model import RidgeClassifier
    from sklearn.neighbors import KNeighborsClassifier
    from sklearn.tree import DecisionTreeClassifier

    return {
        "stump": DecisionTreeClassifier(max_depth=1, random_state=state),
        "nearest": KNeighborsClassifier(1),
        "linear": RidgeClassifier(solver="cholesky"),
        "tree": DecisionTreeClassifier(max_depth=TREE_DEPTH, random_state=state),
    }


def mistakes(
    x: Floats, classes: Codes, fold: Codes, state: int
) -> tuple[npt.NDArray[np.bool_], Floats]:
    """Cross-validate the probes.

    Parameters
    ----------
    x : (n, values) float64
        Series.
    classes, fold : (n,) int
        Class and test fold of each.
    state : int
        Seed of the trees, which break ties between places at random.

    Returns
    -------
    wrong : (n, 4) bool
        Whether each probe misclassifies a series that it was not fitted to.
    seen : (folds,) float64
        Share of its training series that the linear probe misclassifies, by fold.
    """
    import numpy as np

    wrong = np.empty((len(x), len(PROBES)), bool)
    seen = np.zeros(fold.max() + 1)
    for k in range(len(seen)):
        train, test = fold != k, fold == k
        if len(set(classes[train].tolist())) < 2:  # nothing to learn: predict the only class
            wrong[test] = (classes[test] != classes[train][0])[:, None]
            continue
        for place, (name, probe) in enumerate(probes(state).items()):
            probe.fit(x[train], classes[train])
            wrong[test, place] = probe.predict(x[test]) != classes[test]
            if name == "linear":
                seen[k] = np.mean(probe.predict(x[train]) != classes[train])
    return wrong, seen


def measures(
    wrong: npt.NDArray[np.bool_],
    seen: Floats,
    fold: Codes,
    resamples: int,
    draws: np.random.Generator,
) -> dict[str, float]:
    """Return the columns by name, from what `mistakes` returns."""
    import numpy as np

    by_fold = np.array([wrong[fold == k].mean(axis=0) for k in range(len(seen))])
    samples = draws.integers(len(wrong), size=(resamples, len(wrong)))
    by_sample = wrong[samples].mean(axis=1)
    values = (
        by_fold.mean(axis=0),
        by_fold.var(axis=0, ddof=1),
        _ranks(by_fold).var(axis=0, ddof=1),
        by_sample.var(axis=0, ddof=1),
        _ranks(by_sample).var(axis=0, ddof=1),
    )
    row = {
        f"{probe}_{measure}": float(value[place])
        for measure, value in zip(MEASURES, values, strict=True)
        for place, probe in enumerate(PROBES)
    }
    return {**row, GAP: float(np.mean(by_fold[:, PROBES.index("linear")] - seen))}


def _ranks(errors: Floats) -> Floats:
    """Return the ranks of the probes in each row, 1 for the smallest error, ties averaged."""
    from scipy.stats import rankdata

    ranks: Floats = rankdata(errors, axis=1)
    return ranks
