"""Classifiers of paths: those of the paper, the likelihood ratio itself, and user-defined ones.

A classifier of series gets paths (n, channels, time), with the times as last channel; any other
gets them as rows of numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator, ClassifierMixin, clone

from pybench.base import check
from pybench.base.errors import ArgumentError
from pybench.base.extras import require
from pybench.base.text import clipped
from pybench.optimal.catalogue import Setting
from pybench.optimal.likelihood import METHODS, likelihood_ratio
from pybench.optimal.scores import two_classes

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

#: The authors' range of the ridge penalty; scikit-learn's is too small for 20,000 features.
ALPHAS = tuple(float(a) for a in np.logspace(1, 7, 20))
KERNELS = 10_000
SHORTEST = 9  # length of MiniRocket's kernels


class LikelihoodRatioClassifier(ClassifierMixin, BaseEstimator):  # type: ignore[misc]
    """The likelihood ratio as a classifier, for a process that is known.

    Parameters
    ----------
    setting : Setting
        Its process and times.
    method : {"numerical", "exact_transition", "exact_chain"}
        As in `pybench.likelihood_ratio`.
    """

    series = True

    def __init__(self, setting: Setting, method: str = "numerical") -> None:
        self.setting, self.method = setting, check.choice("method", method, METHODS)
        self.classes_ = np.array([0, 1])

    def fit(self, X: Floats, y: Ints) -> LikelihoodRatioClassifier:
        """Learn only the names of the two classes: the process is known."""
        self.classes_, _ = two_classes(y)
        return self

    def decision_function(self, X: Floats) -> Floats:
        """Return log likelihood ratios of paths (n, d + 1, L + 1), ignoring the last channel."""
        grid = self.setting.grid
        return likelihood_ratio(
            self.setting, X[:, :-1], times=grid.times, substeps=grid.substeps, method=self.method
        )

    def predict_proba(self, X: Floats) -> Floats:
        """Return probabilities of class 0 and class 1, assuming equally frequent classes."""
        from scipy.special import expit

        ratio = self.decision_function(X)
        return np.column_stack([expit(-ratio), expit(ratio)])

    def predict(self, X: Floats) -> NDArray[Any]:
        """Return the more likely class."""
        return np.asarray(self.classes_[(self.decision_function(X) > 0).astype(np.int64)])


class RocketRidge(ClassifierMixin, BaseEstimator):  # type: ignore[misc]
    """Random convolutions and a ridge regression on the labels 0 and 1, as in the authors' code.

    Features are scaled but not centred; the score is the prediction. ``normalise`` (for "rocket"
    only; the default of aeon and sktime, but not here) first z-normalises each channel of each
    series: this loses the location of a path and how far it moves.
    """

    series = True

    def __init__(
        self,
        kind: str = "rocket",
        kernels: int = KERNELS,
        normalise: bool = False,
        random_state: int = 0,
    ) -> None:
        self.kind, self.kernels = kind, kernels
        self.normalise, self.random_state = normalise, random_state

    def fit(self, X: Floats, y: Ints) -> RocketRidge:
        """Draw the kernels and fit the ridge on paths (n, channels, time)."""
        from sklearn.linear_model import RidgeCV
        from sklearn.pipeline import make_pipeline
        from sklearn.preprocessing import StandardScaler

        transform = require(
            "aeon.transformations.collection.convolution_based", "optimal", "ROCKET"
        )
        given = {"n_kernels": self.kernels, "random_state": self.random_state}
        if self.kind == "minirocket":
            kernels = transform.MiniRocket(**given)
        else:
            kernels = transform.Rocket(normalise=self.normalise, **given)
        ridge = make_pipeline(StandardScaler(with_mean=False), RidgeCV(alphas=ALPHAS))
        self.classes_, label = two_classes(y)
        self.model_ = kernels, ridge
        features = np.asarray(kernels.fit_transform(X.astype(np.float32)))
        ridge.fit(features, label.astype(np.float64))
        return self

    def decision_function(self, X: Floats) -> Floats:
        """Return predictions minus 1/2."""
        kernels, ridge = self.model_
        features = np.asarray(kernels.transform(X.astype(np.float32)))
        return np.asarray(ridge.predict(features), np.float64) - 0.5

    def predict(self, X: Floats) -> NDArray[Any]:
        """Return the class whose label is nearer to the prediction."""
        return np.asarray(self.classes_[(self.decision_function(X) > 0).astype(np.int64)])


def forest(setting: Setting) -> Any:
    """Return a random forest tuned over the paper's ranges by successive halving."""
    from sklearn.ensemble import RandomForestClassifier
    from sklearn.experimental import enable_halving_search_cv  # noqa: F401
    from sklearn.model_selection import HalvingRandomSearchCV

    columns = (setting.process.dimension + 1) * (setting.length + 1)
    ranges = {
        "n_estimators": list(range(10, 100)),
        "max_depth": [3, None],
        "max_features": list(range(1, min(10, columns) + 1)),
        "min_samples_split": list(range(2, 11)),
        "bootstrap": [True, False],
    }
    return HalvingRandomSearchCV(
        RandomForestClassifier(random_state=0), ranges, factor=2, cv=5, random_state=0
    )


def _minirocket(setting: Setting) -> Any:
    points = setting.length + 1
    if points < SHORTEST:
        raise ArgumentError(
            f"MiniRocket's kernels are longer than the series of {setting.name}: expected at least "
            f"{SHORTEST} observed points, found {points}",
            expected=f"at least {SHORTEST} observed points",
            found=str(points),
            hint="Leave MiniRocket out for this setting, or use ROCKET.",
        )
    return RocketRidge("minirocket")


def _girsanov(setting: Setting) -> Any:
    from pybench.optimal.girsanovlearner import Girsanov

    return Girsanov(setting)


def _resnet(**profile: Any) -> Any:
    from pybench.optimal.resnet import ResNet

    return ResNet(**profile)


_BUILT_IN: dict[str, Callable[[Setting], Any]] = {
    "random forest": forest,
    "ROCKET": lambda setting: RocketRidge("rocket"),
    "ROCKET normalised": lambda setting: RocketRidge("rocket", normalise=True),
    "MiniRocket": _minirocket,
    "ResNet": lambda setting: _resnet(),
    "ResNet reduced": lambda setting: _resnet(epochs=30, patience=10),
    "girsanov": _girsanov,
    "LRT numerical": lambda setting: LikelihoodRatioClassifier(setting),
    "LRT exact": lambda setting: LikelihoodRatioClassifier(setting, "exact_chain"),
}


def named(classifiers: Any) -> dict[str, Callable[[Setting], Any]]:
    """Return functions by name, each of which maps a setting to an unfitted estimator.

    ``classifiers`` is the name of a built-in classifier, an estimator, a list of these, or a
    mapping of names to estimators or to functions of a setting.
    """
    if isinstance(classifiers, Mapping):
        made = {str(name): _maker(value) for name, value in classifiers.items()}
    else:
        single = hasattr(classifiers, "fit")
        expected = "names, estimators, or a mapping of names to them"
        made = {}
        for one in [classifiers] if single else check.listed("classifiers", classifiers, expected):
            name = one if isinstance(one, str) else type(one).__name__
            if name in made:
                raise ArgumentError(
                    f'two classifiers are called "{name}"',
                    expected="a different name for each classifier",
                    found=name,
                    hint="Give `classifiers` as a mapping from names to classifiers.",
                )
            made[name] = _maker(one)
    if not made:
        raise ArgumentError("`classifiers` must not be empty", expected="one or more", found="none")
    return made


def _maker(one: Any) -> Callable[[Setting], Any]:
    if isinstance(one, str):
        return _BUILT_IN[check.choice("classifiers", one, _BUILT_IN)]
    if isinstance(one, type) and hasattr(one, "fit"):
        raise ArgumentError(
            f"{one.__name__} is a class, not an estimator",
            expected="an estimator",
            found="a class",
            hint=f"Give an instance: {one.__name__}().",
        )
    if hasattr(one, "fit"):
        require_scores(one)
        return lambda setting: _fresh(one)
    if callable(one):
        maker: Callable[[Setting], Any] = one
        return maker
    raise ArgumentError(
        f"{one!r} is not a classifier",
        expected="a name, an estimator, or a function that makes an estimator for a setting",
        found=type(one).__name__,
        hint="Give the name of a built-in classifier, an estimator, or a function that makes an "
        "estimator for a setting.",
    )


def require_scores(estimator: Any) -> None:
    """Refuse an object that cannot be fitted or gives no scores."""
    if not hasattr(estimator, "fit"):
        raise ArgumentError(
            f"{clipped(repr(estimator))} is not a classifier: it has no method `fit`",
            expected="an estimator with a method `fit`",
            found=type(estimator).__name__,
        )
    if not (hasattr(estimator, "predict_proba") or hasattr(estimator, "decision_function")):
        raise ArgumentError(
            f"{type(estimator).__name__} gives no scores: it has neither `predict_proba` nor "
            "`decision_function`",
            expected="a method predict_proba or decision_function",
            found="neither",
        )


def _fresh(estimator: Any) -> Any:
    """Return an unfitted copy that takes series if the estimator does."""
    made = estimator.clone() if hasattr(estimator, "clone") else clone(estimator, safe=False)
    if (series := getattr(estimator, "series", None)) is not None:
        made.series = series  # set on an instance it is no parameter, and cloning loses it
    return made


def seeded(estimator: Any, seed: int) -> Any:
    """Return the estimator with every ``random_state`` parameter set."""
    if not hasattr(estimator, "get_params"):
        return estimator
    states = [n for n in estimator.get_params() if n.rpartition("__")[2] == "random_state"]
    return estimator.set_params(**dict.fromkeys(states, seed)) if states else estimator


def shaped(estimator: Any, paths: Floats) -> Floats:
    """Return paths as the estimator takes them: (n, channels, time), or rows of numbers.

    Estimators with ``series = True``, and aeon's classifiers, get series.
    """
    takes_series = getattr(estimator, "series", False) or hasattr(estimator, "get_tag")
    return paths if takes_series else paths.reshape(len(paths), -1)


def score(estimator: Any, X: Floats) -> Floats:
    """Return finite scores, higher for class 1.

    Raises
    ------
    ArgumentError
        If the scores are not one or two columns of finite numbers with one row per path.
    """
    method = "decision_function" if hasattr(estimator, "decision_function") else "predict_proba"
    given = getattr(estimator, method)(X)
    found = check.doubles(given)
    if found is None or not np.isfinite(found).all():
        raise ArgumentError(
            f"{method} gave scores that are not finite numbers",
            expected="one finite score per path",
            found=type(given).__name__ if found is None else "NaN or infinity",
        )
    if found.shape == (len(X), 2):
        return found[:, _column_of_1(estimator)]
    if method == "predict_proba" or found.shape not in ((len(X),), (len(X), 1)):
        raise ArgumentError(
            f"{method} gave scores of shape {found.shape} for {len(X)} paths",
            expected=f"({len(X)}, 2): one row per path, one column per class",
            found=str(found.shape),
        )
    # A single column holds the scores of the second class.
    return found.reshape(-1) if _column_of_1(estimator) else -found.reshape(-1)


def _column_of_1(estimator: Any) -> int:
    """Return the column of an estimator's scores for label 1; the last if it has no classes."""
    classes = np.asarray(getattr(estimator, "classes_", (0, 1)))
    return 0 if classes.shape == (2,) and classes[0] == 1 and classes[1] != 1 else 1
