"""Find datasets too easy to show differences of classifiers: one attribute or a tree suffices."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from pybench.base.stream import integer
from pybench.read.tabular import Variable
from pybench.seriesset.series import SeriesSet
from pybench.suite.splits import Splits, cross_validation

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    import pandas as pd

    Ints = npt.NDArray[np.int64]
    Floats = npt.NDArray[np.float64]
    #: values and classes of training rows, values of test rows -> classes of the test rows
    Rule = Callable[[Floats, Ints, Floats], Ints]

FOLDS = 10


def folds_for(labels: list[str], name: str, seed: int) -> Splits:
    """Return the ten folds that screening uses, or fewer if there are fewer rows."""
    return cross_validation(
        labels, folds=min(FOLDS, len(labels)), repeats=1, seed=seed, name=f"screen {name}"
    )


def variables_of(x: pd.DataFrame | SeriesSet) -> list[Variable] | None:
    """Return task data as variables; None for texts and for series of unequal length.

    In series, each value of a channel at a time is a numeric variable.
    """
    import numpy as np

    if isinstance(x, SeriesSet):
        if len(set(x.lengths.tolist())) > 1:
            return None
        flat = x.to_numpy().reshape(len(x), -1)
        return [Variable(f"x{at + 1}", "numeric", flat[:, at]) for at in range(flat.shape[1])]
    found = []
    for name in x.columns:
        column = x[name]
        if hasattr(column, "cat"):
            levels = tuple(map(str, column.cat.categories))
            codes = column.cat.codes.to_numpy()
            texts = [None if code < 0 else levels[code] for code in codes]
            found.append(Variable(name, "nominal", texts, levels))
        elif column.dtype == np.float64:
            found.append(Variable(name, "numeric", column.to_numpy()))
        else:
            return None
    return found


def coded(variable: Variable) -> Floats:
    """Return a column as numbers: nominal values as indices of levels; NaN where missing."""
    import numpy as np

    if variable.type == "numeric":
        return np.asarray(variable.values, np.float64)
    place = {level: float(i) for i, level in enumerate(variable.levels)}
    texts = variable.values if variable.levels else ()
    return np.array([np.nan if text is None else place[str(text)] for text in texts])


def one_attribute(
    variables: list[Variable], labels: list[str], name: str, seed: int = 0
) -> tuple[float | str, str]:
    """Return the accuracy of the best single attribute, if one could be perfect.

    Parameters
    ----------
    variables : list of Variable
        Features, numeric or nominal.
    labels : list of str
    name : str
        Name of the dataset, for the draw of folds.
    seed : int

    Returns
    -------
    accuracy : float or str
        1 if an attribute separates the classes; else the highest accuracy of a 10-fold
        cross-validation with one attribute, if an attribute can reach 1; else "< 1".
    attribute : str
        Name of the attribute; "" if none can.

    Notes
    -----
    A numeric attribute separates the classes if each class is one interval of its values: a stump
    for two classes, one cut more for each further class. Any other attribute is judged on test
    rows, since a row id separates all training rows: a numeric one by a decision tree, a nominal
    one by the most common class of each value (missing is a value; a value not in the training rows
    predicts the most common class overall). An attribute is tried only if it can be perfect: no
    value has two classes, and for a numeric one, each run of rows of one class in the order of its
    values has at least two rows (a single row between others is classified as one of them when
    tested).
    """
    import numpy as np

    y = np.unique(np.asarray(labels, dtype=object), return_inverse=True)[1]
    best: tuple[float | str, str] = ("< 1", "")
    splits: Splits | None = None
    for variable in variables:
        x = coded(variable)
        nominal = variable.type == "nominal"
        runs = class_runs(x, y)
        if not nominal and len(runs) == y.max() + 1:
            return 1.0, variable.name
        if len(runs) < 2 or not (nominal or runs.min() >= 2):
            continue
        splits = splits or folds_for(labels, name, seed)
        tree = _tree(integer(seed, "screen attribute", name))
        accuracy = cross_validated(_by_value if nominal else _by(tree), x, y, splits)
        if isinstance(best[0], str) or accuracy > best[0]:
            best = (accuracy, variable.name)
        if accuracy == 1.0:
            break
    return best


def default_tree(x: Floats, labels: list[str], name: str, seed: int = 0) -> float:
    """Return the accuracy of scikit-learn's default decision tree in 10 stratified folds.

    Parameters
    ----------
    x : (n, features) float
        Levels as numbers, NaN where missing (the tree has a branch for it).
    labels, name, seed
        As in `one_attribute`.
    """
    tree = _tree(integer(seed, "screen tree", name))
    return _accuracy(tree, x, labels, name, seed)


def stump_error(x: Floats, labels: list[str], name: str, seed: int = 0) -> float:
    """Return the error rate of a one-cut tree in 10 stratified folds (DecisionStumpErrRate)."""
    stump = _tree(integer(seed, "screen stump", name), max_depth=1)
    return 1.0 - _accuracy(stump, x, labels, name, seed)


def _tree(seed: int, max_depth: int | None = None) -> Any:
    """Return scikit-learn's decision tree with this seed."""
    from sklearn.tree import DecisionTreeClassifier

    return DecisionTreeClassifier(max_depth=max_depth, random_state=seed)


def _accuracy(learner: Any, x: Floats, labels: list[str], name: str, seed: int) -> float:
    import numpy as np

    y = np.unique(np.asarray(labels, dtype=object), return_inverse=True)[1]
    return cross_validated(_by(learner), x, y, folds_for(labels, name, seed))


def cross_validated(rule: Rule, x: Floats, y: Ints, splits: Splits) -> float:
    """Return the share of rows that a rule predicts correctly from the rows of other folds."""
    right = 0
    for fold in splits.folds():
        predicted = rule(x[fold.train], y[fold.train], x[fold.test])
        right += int((predicted == y[fold.test]).sum())
    return right / len(y)


def class_runs(x: Floats, y: Ints) -> Ints:
    """Return the lengths of runs of one class in the order of the values.

    The result is empty if a value has two classes. Missing is a value, the last one.
    """
    import numpy as np

    order = np.argsort(x, kind="stable")  # NaN last, together
    value, label = x[order], y[order]
    same = (value[1:] == value[:-1]) | (np.isnan(value[1:]) & np.isnan(value[:-1]))
    switch = label[1:] != label[:-1]
    if (same & switch).any():
        return np.zeros(0, np.int64)
    return np.diff(np.flatnonzero(np.concatenate([[True], switch, [True]])))


def _by_value(train: Floats, classes: Ints, test: Floats) -> Ints:
    import numpy as np

    usual = Counter(classes.tolist()).most_common(1)[0][0]
    known: dict[float, Counter[int]] = {}
    for value, label in zip(np.nan_to_num(train, nan=-1.0).tolist(), classes.tolist(), strict=True):
        known.setdefault(value, Counter())[label] += 1
    answers = {value: found.most_common(1)[0][0] for value, found in known.items()}
    asked = np.nan_to_num(test, nan=-1.0).tolist()
    return np.array([answers.get(value, usual) for value in asked], np.int64)


def _by(learner: Any) -> Rule:
    from sklearn.base import clone

    def answer(train: Floats, classes: Ints, test: Floats) -> Ints:
        fitted = clone(learner).fit(train.reshape(len(train), -1), classes)
        found: Ints = fitted.predict(test.reshape(len(test), -1))
        return found

    return answer
