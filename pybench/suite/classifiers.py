"""Eight scikit-learn classifiers of different kinds that are fast enough to run on the spot."""

from __future__ import annotations

from typing import Any


def fast() -> dict[str, Any]:
    """Return unfitted classifiers by name; settings are scikit-learn's unless shown.

    Returns
    -------
    dict of str to estimator
        Linear, neighbours, Bayes, kernel, tree and ensembles of trees. Those that measure
        distances or shrink coefficients see standardised features.

    Examples
    --------
    >>> sorted(fast())[:3]
    ['5 nearest neighbours', 'decision tree', 'extra trees']
    """
    from sklearn.ensemble import ExtraTreesClassifier, RandomForestClassifier
    from sklearn.linear_model import LogisticRegression, RidgeClassifier
    from sklearn.naive_bayes import GaussianNB
    from sklearn.neighbors import KNeighborsClassifier
    from sklearn.svm import SVC
    from sklearn.tree import DecisionTreeClassifier

    return {
        "logistic regression": _standardised(LogisticRegression(C=0.1, tol=1e-3, max_iter=1000)),
        "ridge": _standardised(RidgeClassifier()),
        "5 nearest neighbours": _standardised(KNeighborsClassifier(5)),
        "naive Bayes": GaussianNB(),
        "support vectors": _standardised(SVC()),
        "decision tree": DecisionTreeClassifier(),
        "random forest": RandomForestClassifier(30),
        "extra trees": ExtraTreesClassifier(30),
    }


def _standardised(classifier: Any) -> Any:
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import StandardScaler

    return make_pipeline(StandardScaler(), classifier)
