"""The place of a new model in the whole benchmark, from its results on a few datasets.

What is predicted is the share of known models that beat the new one, averaged over the datasets on
which it did not run. A regression learns it from the known models: on the mean share over the
datasets of the new model, and, with coefficients shrunk to 0, on the differences from this mean.
The interval is that of the errors of known models when each is left out in turn.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from pybench.base import check, notes
from pybench.base.errors import ArgumentError
from pybench.base.frame import by_dataset
from pybench.base.result import Result
from pybench.base.student import t_quantile
from pybench.base.text import clipped, counted, lined, shown, strangers
from pybench.bridge import engine as engines
from pybench.comparison.doubts import about_table
from pybench.comparison.ranks import doubled_ranks, require_comparable
from pybench.table import ResultsTable

if TYPE_CHECKING:
    import pandas as pd

Doubles = NDArray[np.float64]

#: Fewest known models: the regression has two coefficients, and errors of those left out.
FEWEST = 4
#: From this many known models on, there is no note about their number.
ENOUGH = 10
#: Shrinkage that is tried, strongest first, in units of the mean squared length of the differences.
STRENGTHS = (np.inf, *(10.0 ** (power / 2) for power in range(6, -5, -1)))
_SMALL = 1e-9
BETTER, WORSE, OPEN = "better", "worse", "open"


@dataclass(frozen=True, slots=True, eq=False)
class ModelPlace(Result):
    """The predicted place of a new model among known models, over all datasets."""

    name: str  #: the new model
    mean_rank: float  #: predicted mean rank over all n datasets, among M + 1 models
    mean_rank_low: float  #: lower end of its prediction interval
    mean_rank_high: float  #: upper end
    position: int  #: predicted position, 1 = best of M + 1
    position_low: int  #: best position by the interval
    position_high: int  #: worst position by the interval
    observed: float  #: mean rank over the k datasets with results of the new model
    error: float  #: root mean squared error of known models that are left out, in mean ranks
    table: pd.DataFrame  #: one row per known model: is the new one better, worse, or is it open?
    datasets: tuple[str, ...]  #: (k,) those with results of the new model, sorted
    ranks: NDArray[np.float64]  #: (k,) rank of the new model on each, in [1, M + 1]
    n_datasets: int  #: of the table, n
    n_classifiers: int  #: known models, M
    confidence: float  #: level of the prediction interval
    notes: tuple[str, ...]  #: caveats, defined in the glossary
    engine: str  #: "python", "r" or "both"

    schema: ClassVar[str] = "model-place/1"

    def to_frame(self) -> pd.DataFrame:
        """Return one row per known model: its mean rank, and how the new model compares."""
        return self.table.copy()

    def __str__(self) -> str:
        name, most = clipped(self.name), self.n_classifiers + 1
        level = f"{100 * self.confidence:.4g} %"
        counts = [int((self.table["verdict"] == one).sum()) for one in (BETTER, WORSE, OPEN)]
        lines = [
            f"{name}: predicted mean rank {self.mean_rank:.2f} over all "
            f"{counted(self.n_datasets, 'dataset')} ({level} prediction interval "
            f"{self.mean_rank_low:.2f} to {self.mean_rank_high:.2f}); engine {self.engine}",
            f"  from {counted(len(self.datasets), 'dataset')}, on which its mean rank is "
            f"{self.observed:.2f}; 1 is best of {most}",
            f"  position {self.position} of {most} ({self.position_low} to {self.position_high}): "
            f"better than {counts[0]} known models, worse than {counts[1]}, open for {counts[2]}",
            f"  the interval is calibrated on the errors of {self.n_classifiers} known models, "
            f"each left out in turn (root mean square {self.error:.2f} mean ranks)",
            f"  it presumes that {name} resembles the known models: of a new kind of model it may "
            f"miss the true value more often than in {100 * (1 - self.confidence):.4g} % of cases",
        ]  # fmt: skip
        return lined([*lines, *notes.lines(self.notes)])


def place_model(
    t: ResultsTable,
    scores: ResultsTable | Mapping[str, float] | pd.Series[Any],
    name: str | None = None,
    confidence: float = 0.95,
    *,
    engine: str | None = None,
) -> ModelPlace:
    r"""Predict the place of a new model in the whole benchmark from its scores on a few datasets.

    Parameters
    ----------
    t : ResultsTable
        Scores of M >= 4 known models on n datasets, all present. Repeats are averaged.
    scores : ResultsTable, mapping or Series
        Scores of the new model on k of the datasets, 1 <= k < n: dataset -> score, in the metric of
        the table; or a table with this one model.
    name : str, optional
        Name of the new model. Default: its name in `scores` if this is a table, otherwise "new".
    confidence : float in (0, 1)
        Level of the prediction interval.
    engine : {"python", "r", "both"}, optional
        Which language computes the result; default ``pybench.options.engine``. "both" computes it
        in both languages and compares the results.

    Returns
    -------
    ModelPlace
        The mean rank over all n datasets among M + 1 models, and the position, each with a
        prediction interval. In ``table``, ``threshold`` is the mean rank of the new model at which
        it would equal the known model, and ``verdict`` says whether the whole interval is "better"
        or "worse" than this; otherwise the comparison is "open".

    Raises
    ------
    ResultsTableError
        Fewer than 4 models; missing scores.
    ArgumentError
        Scores of datasets that are not in the table, of none or of all of them, or that are not
        finite numbers; a name that is in the table; a table with several models or with the other
        direction; `confidence` out of its range.
    LanguagesDisagree
        With ``engine="both"``, if Python and R differ by more than the tolerance table allows.

    Notes
    -----
    On each dataset, let :math:`s_i` be the share of the other known models that beat model i (a tie
    counts one half), and s the share of the M known models that beat the new one, whose rank is
    :math:`1 + M s`. With :math:`y_i` the mean of :math:`s_i` over the datasets on which the new
    model did not run, and :math:`x_{id}` its value on the k others,

    .. math:: y_i = a + b \bar x_i + \sum_d c_d (x_{id} - \bar x_i) + e_i

    is fitted by least squares with the penalty :math:`\lambda \sum_d c_d^2`. The restricted
    likelihood of the equivalent mixed model chooses :math:`\lambda`, from a grid that includes
    :math:`\infty` (the mean alone). With this :math:`\lambda`, :math:`e_{(i)}` is the error of
    model i when it is left out. The interval of the new y is its prediction
    :math:`\pm t_{M-2} \sqrt{\sum_i e_{(i)}^2 / M}`, within [0, 1]. The ranks on the k datasets are
    known and enter the mean rank without error. A known model of mean rank R equals the new one
    at the mean rank :math:`R + 1/2`, where an equal model would stand.

    The coverage presumes that models are exchangeable: that the new one could as well have been one
    of the known ones. The k datasets may have been chosen in any way that does not use the scores
    of the new model. A model left out of four published tables was inside its 95 % interval in
    95 % of cases; intervals from the mean rank on the k datasets alone were wider and missed it
    more often (bench/place_model.csv).

    Examples
    --------
    >>> import numpy as np
    >>> import pybench as pb
    >>> t = pb.read_results(np.random.default_rng(0).normal(size=(20, 6)) + np.arange(6),
    ...     datasets=[f"d{i}" for i in range(20)], classifiers=list("abcdef"),
    ...     higher_is_better=True)
    >>> found = pb.place_model(t, {"d1": 4.2, "d5": 3.9, "d8": 5.1}, "mine")
    >>> found.position_low <= found.position <= found.position_high
    True
    """
    level = check.level("confidence", confidence)
    require_comparable(t, methods=FEWEST)
    title, given = _given(scores, name, t)
    return engines.answer(
        "place_model",
        {"t": t, "scores": given, "name": title, "confidence": level},
        engine=engine,
        kind=ModelPlace,
        python=lambda: _placed(t, given, title, level),
    )


def _given(scores: Any, name: object, t: ResultsTable) -> tuple[str, dict[str, float]]:
    """Return name and scores of the new model, checked, by sorted dataset."""
    title = "new"
    if isinstance(scores, ResultsTable):
        require_comparable(scores, datasets=1, methods=1)
        if scores.n_classifiers > 1 or scores.higher_is_better != t.higher_is_better:
            expected = "a table with one method, of the same direction as `t`"
            found = f"{counted(scores.n_classifiers, 'method')}, higher is better: "
            raise ArgumentError(
                f"`scores` must be {expected}", expected=expected,
                found=found + str(scores.higher_is_better).lower(),
                hint='Take the method from its table: scores.select(classifiers=["NAME"]).',
            )  # fmt: skip
        title = scores.classifiers[0]
        scores = dict(zip(scores.datasets, scores.scores[:, 0].tolist(), strict=True))
    title = check.text("name", title if name is None else name)
    if title in t.classifiers:
        raise ArgumentError(
            f"`name` must not be a method of the table, but {shown(title)} is one",
            expected="a name that the table does not have",
            found=title,
            hint="Leave the method out of the table, or give the new one another name.",
        )
    scores = by_dataset(scores)
    expected = "scores by dataset of the table, for at least one dataset and not for all"
    if hasattr(scores, "columns") and len(scores.columns) == 1:
        scores = scores.iloc[:, 0]
    pairs = list(scores.items()) if hasattr(scores, "items") else []
    known = {str(dataset): score for dataset, score in pairs}
    if not set(known) <= set(t.datasets) or not 0 < len(known) < t.n_datasets or (
        len(known) < len(pairs)
    ):  # fmt: skip
        raise ArgumentError(
            f"`scores` must be {expected}",
            expected=expected,
            found=f"{counted(len(pairs), 'score')}, of {counted(len(known), 'dataset')}",
            hint=strangers(known, t.datasets)
            or "With a score on every dataset, add the model to the table and use ranks().",
        )
    return title, {
        one: check.number(f"scores[{one!r}]", known[one], "a finite number", -np.inf, np.inf)
        for one in sorted(known)
    }


def _placed(t: ResultsTable, given: Mapping[str, float], title: str, level: float) -> ModelPlace:
    import pandas as pd

    m, n, k = t.n_classifiers, t.n_datasets, len(given)
    doubled = doubled_ranks(t.scores, t.higher_is_better)
    shares = (doubled / 2 - 1) / (m - 1)  # (n, M) of other models that are better
    rows = [t.datasets.index(one) for one in given]
    rest = np.setdiff1d(np.arange(n), rows)
    sign = 1.0 if t.higher_is_better else -1.0
    ours = sign * np.array(list(given.values()))[:, None]
    theirs = sign * t.scores[rows]
    new = ((theirs > ours) + (theirs == ours) / 2).mean(axis=1)
    expected, errors = predicted(shares[rows].T, shares[rest].mean(axis=0), new)
    spread = np.sqrt((errors**2).mean())
    half = t_quantile((1 + level) / 2, m - 2) * spread
    ends = np.clip([expected, expected - half, expected + half], 0, 1)
    mean_ranks = 1 + m * (new.sum() + (n - k) * ends) / n
    thresholds = doubled.mean(axis=0) / 2 + 0.5
    places = 1 + (thresholds[:, None] < mean_ranks - _SMALL).sum(axis=0)
    low, high = mean_ranks[1:]
    verdicts = np.where(thresholds > high + _SMALL, BETTER, OPEN)
    verdicts = np.where(thresholds < low - _SMALL, WORSE, verdicts)
    columns = {"classifier": t.classifiers, "mean_rank": thresholds - 0.5}
    table = pd.DataFrame({**columns, "threshold": thresholds, "verdict": verdicts.astype(object)})
    ranks = 1 + m * new
    ranks.flags.writeable = False
    doubts = {"few-models": m < ENOUGH, **about_table(t)}
    rank, low, high = map(float, mean_ranks)
    position, first, last = map(int, places)
    return ModelPlace(
        title, rank, low, high, position, first, last, observed=float(ranks.mean()),
        error=float(m * (n - k) / n * spread), table=table, datasets=tuple(given), ranks=ranks,
        n_datasets=n, n_classifiers=m, confidence=level, notes=notes.holding(doubts),
        engine="python",
    )  # fmt: skip


def predicted(x: Doubles, y: Doubles, new: Doubles) -> tuple[float, Doubles]:
    """Predict a mean share of a new model, and the error of each known model that is left out.

    Parameters
    ----------
    x : (M, k) float
        Shares of the known models on the datasets of the new one.
    y : (M,) float
        Their mean shares on the other datasets.
    new : (k,) float
        Shares of the new model.

    Returns
    -------
    float
    (M,) float
        Infinite for a model without which the others do not determine the regression.
    """
    m = len(y)
    means = x.mean(axis=1)
    centred = means - means.mean()
    square = (centred**2).sum()
    along = centred / square if square > _SMALL * m else np.zeros(m)  # no slope if all are equal
    level = 1 / m + along * centred  # leverages of the two coefficients that are not shrunk
    beyond = new.mean() - means.mean()
    plain = y.mean() + beyond * (along @ y)
    left = y - y.mean() - centred * (along @ y)
    apart = x - means[:, None]
    middle, slope = apart.mean(axis=0), along @ apart
    apart = apart - middle - np.outer(centred, slope)
    u, singular, v = np.linalg.svd(apart, full_matrices=False)
    kept = singular > _SMALL
    u, squares, v = u[:, kept], singular[kept] ** 2, v[kept]
    seen = v @ (new - new.mean() - middle - beyond * slope) / singular[kept]
    z = u.T @ left
    best = np.inf
    for strength in STRENGTHS if kept.any() else STRENGTHS[:1]:
        ratio = squares / strength * (m / max(squares.sum(), _SMALL))
        length = max((z**2 / (1 + ratio)).sum() + (left @ left - z @ z), _SMALL**2)
        likelihood = (m - 2) * np.log(length) + np.log1p(ratio).sum()  # -2 log, restricted
        if likelihood < best - _SMALL:
            shrunk = ratio / (1 + ratio)
            best, value = likelihood, plain + seen @ (shrunk * z)
            room = 1 - level - (u**2) @ shrunk
            residual = left - u @ (shrunk * z)
    errors = np.full(m, np.inf)
    np.divide(residual, room, out=errors, where=room > _SMALL)
    return float(value), errors
