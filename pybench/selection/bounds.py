"""Theorems 4.1 and 4.2 of the paper: bounds on ranking errors, compared with actual errors."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from pybench.base import check, notes
from pybench.base.errors import ArgumentError
from pybench.base.frame import as_frame
from pybench.base.options import engine_or_default
from pybench.base.result import Result
from pybench.base.text import counted, lined
from pybench.bridge import engine as engines
from pybench.comparison.ranks import require_comparable
from pybench.selection.covering import flat_dimension, ordered, volume_bound
from pybench.selection.pools import STARTS
from pybench.selection.protocol import check_sizes_of
from pybench.selection.space import STANDARDIZE, Space, doubts, for_r, space
from pybench.selection.trials import check_sizes, ranked

if TYPE_CHECKING:
    import pandas as pd

    from pybench.table import ResultsTable

Doubles = NDArray[np.float64]
Ints = NDArray[np.int64]
#: Predictions of ranks (standard deviation 1) that differ by less are equal: solving for t datasets
#: errs by up to eps t / sigma^2, 2e-10 for 10,000 of them with sigma = 0.1.
_EQUAL = 1e-9

#: Kernels with k(x, x) = 1 -> 1 - k as a function of distance / length; cosine has no length.
STATIONARY: dict[str, Callable[[Doubles], Doubles]] = {
    "rbf": lambda d: -np.expm1(-(d**2) / 2),
    "matern12": lambda d: -np.expm1(-d),
    "matern32": lambda d: _matern(math.sqrt(3) * d, 0.0),
    "matern52": lambda d: _matern(math.sqrt(5) * d, 1 / 3),
}
KERNELS = ("cosine", *STATIONARY)


def _matern(d: Doubles, square: float) -> Doubles:
    return np.asarray(-np.expm1(-d) - (d + square * d**2) * np.exp(-d))


@dataclass(frozen=True, slots=True, eq=False)
class RankingBounds(Result):
    """Bounds of the theorems for the first t datasets, and the actual errors."""

    table: pd.DataFrame  #: one row per size: variances, squared errors, wrong signs, their bounds
    start: str  #: rule used for the first dataset: "mean" or "distance"
    diameter: float  #: diameter of the datasets; of their directions, at most 2, for the cosine
    dimension: int  #: p, dimension of the smallest flat that contains them
    constant: float  #: C of the theorems
    sigma: float  #: standard deviation of the noise, relative to that of the ranks
    delta: float  #: theorem 4.1 holds with probability at least 1 - delta
    n_datasets: int  #: n
    n_classifiers: int  #: models, M
    notes: tuple[str, ...]  #: caveats, defined in the glossary
    engine: str  #: "python", "r" or "both"
    kernel: str = "cosine"  #: of the Gaussian process
    length_scale: float = math.nan  #: of the kernel; NaN for the cosine

    schema: ClassVar[str] = "ranking-bounds/1"

    @property
    def _length(self) -> str:
        scale = self.length_scale
        return "" if math.isnan(scale) else f" with length scale {scale:.4g}"

    def to_frame(self) -> pd.DataFrame:
        """Return one row per number of datasets."""
        return self.table.copy()

    def __str__(self) -> str:
        rows = self.table
        lines = [
            f"Theorems 4.1 and 4.2 on {counted(self.n_datasets, 'dataset')} in "
            f"{counted(self.dimension, 'dimension')}, {counted(self.n_classifiers, 'model')}; "
            f"kernel {self.kernel}{self._length}",
            f"  theorem 4.1 gives no information for {int((rows['stated'] >= 1).sum())} of "
            f"{len(rows)} sizes: its bound on the variance is not below 1, the variance with no "
            "dataset",
        ]
        for _, row in rows.iterrows():
            lines.append(
                f"  {row['size']:>4.0f}: variance {row['variance']:.3f} (bound "
                f"{row['measured']:.3f}, theorem {row['stated']:.3g}); wrong signs "
                f"{row['wrong']:.1%} (bound {row['wrong_bound']:.1%}, theorem "
                f"{row['wrong_stated']:.1%})"
            )
        broken = rows.loc[rows["wrong"] > rows["wrong_bound"], "size"]
        if len(broken):
            lines.append(
                f"  the bound of theorem 4.2 is broken with {', '.join(map(str, broken))} "
                "datasets: by chance, or because the scores do not come from the process that it "
                "assumes"
            )
        return lined([*lines, *notes.lines(self.notes)])


def ranking_bounds(
    t: ResultsTable,
    embedding: Any,
    sizes: Iterable[int] = (2, 5, 10, 20),
    *,
    sigma: float = 0.1,
    delta: float = 0.05,
    kernel: str = "cosine",
    length_scale: float | None = None,
    start: str = "mean",
    standardize: bool = True,
    missing: str = "error",
    engine: str | None = None,
) -> RankingBounds:
    r"""Compare two theorems' bounds on the errors of predicted ranks with the actual errors.

    The theorems are those of Gusev and Zaytsev (2026). A Gaussian process predicts the ranks of
    each model on all datasets from the model's ranks on the first datasets of the farthest-first
    order. The kernel of the process says how similar the ranks on two datasets are expected to be,
    from the vectors of the datasets; the order is by the distance on which the kernel depends.

    Parameters
    ----------
    t : ResultsTable
        Scores of M >= 2 models on n datasets.
    embedding : data frame or Arrow table
        As in `select`, with one row for every dataset of the table.
    sizes : iterable of int, >= 1
        Numbers of datasets from which the ranks are predicted.
    sigma : float between 1e-6 and 1e6
        Standard deviation of the noise, relative to the standard deviation of the ranks.
    delta : float in (0, 1)
        Theorem 4.1 holds with probability at least 1 - delta if its assumptions hold.
    kernel : {"cosine", "rbf", "matern12", "matern32", "matern52"}
        Kernel k of the process, with k(x, x) = 1 as the theorems assume. "cosine" is the cosine of
        the datasets' vectors. The others depend on the Euclidean distance d of the vectors divided
        by the length scale: "rbf" is :math:`\exp(-d^2 / 2)`, and "matern12", "matern32" and
        "matern52" are Matern kernels of smoothness 1/2, 3/2 and 5/2.
    length_scale : float > 0, optional
        Length scale of the kernels other than "cosine". Default: the median distance of two
        datasets.
    start, standardize, missing
        As in `select`.
    engine : {"python", "r", "both"}, optional
        Which language computes the result; default ``pybench.options.engine``. "both" computes it
        in both languages and compares the results.

    Returns
    -------
    RankingBounds
        ``table`` has one row per size, with the columns

        * "variance": the mean posterior variance,
        * "measured": the bound on "variance" by lemma A.1, from the actual distances,
        * "stated": the bound on "variance" by theorem 4.1 (1 or more is uninformative),
        * "mse": the mean squared error of the predicted ranks,
        * "mse_bound": the bound on "mse" by theorem 4.1,
        * "wrong": the share of wrong predictions of the order of two models, over all datasets and
          pairs of models; ties are not counted as wrong,
        * "wrong_bound": the bound on "wrong" by theorem 4.2, from the actual posterior variance,
        * "wrong_stated": the bound on "wrong" by theorem 4.2, from "stated" in place of the
          posterior variance, and from the smallest predicted difference of each pair of models over
          all datasets.

    Raises
    ------
    ResultsTableError, ArgumentError
        For the same reasons as `rank_preservation`; or sizes above the number of datasets; a length
        scale for the kernel "cosine", or none if more than half of the distances are 0.
    LanguagesDisagree
        With ``engine="both"``, if Python and R differ by more than the tolerance table allows.

    Notes
    -----
    Ranks are centred and divided by their overall standard deviation, so that the prior variance is
    1. Let :math:`s^2` be the posterior variance, :math:`\hat g` the difference of two models'
    posterior means, :math:`\Delta` the diameter of the datasets (of their directions if the kernel
    is the cosine), p their dimension, C the largest ratio of :math:`2(1 - k)` to distance, and
    :math:`\beta = 2 \ln(\pi^2 n (t + 1)^2 / (6 \delta))`. Theorem 4.1 bounds the mean squared error
    E, and theorem 4.2 bounds the share of wrong orders:

    .. math:: E \le \beta \Big(C \frac{2 \Delta}{t^{1/p} - 1} + \sigma^2\Big), \qquad
       P(\text{wrong}) \le \frac1n \sum_x \exp\Big(- \frac{\hat g(x)^2}{4 s^2(x)}\Big).

    The theorems assume that scores are a Gaussian process over the representation with this kernel,
    and that models are independent. Theorem 4.1 includes the noise in the kernel, although the
    lemma that it uses assumes a kernel with diagonal 1. The theorems therefore motivate the method,
    but guarantee nothing for real scores, which need not meet the assumptions. The proof of theorem
    4.2 counts deviations in both directions, although only deviations in one direction are errors.
    So half of its bound is also a bound. See Gusev and Zaytsev (2026), arXiv 2606.27997.

    Examples
    --------
    >>> import pybench as pb
    >>> made = pb.synthetic_benchmark(0, datasets=40, models=6, repeats=1)
    >>> found = pb.ranking_bounds(made.table, made.oracle)
    >>> bool((found.table["stated"] >= 1).all())  # theorem 4.1 says nothing
    True
    """
    # A smaller sigma would not distinguish the system of equal datasets from a singular one.
    noise = check.number("sigma", sigma, "a number between 1e-6 and 1e6", 1e-6, 1e6)
    chance = check.level("delta", delta)
    check.choice("start", start, STARTS)
    check.choice("missing", missing, ("error", "drop"))
    check.choice("kernel", kernel, KERNELS)
    scaled = STANDARDIZE[0] if check.flag("standardize", standardize) else STANDARDIZE[-1]
    scale = _length_scale(kernel, length_scale)
    listed = check_sizes_of(sizes, least=1)
    require_comparable(t)
    check_sizes(t.n_datasets, listed)
    embedding = as_frame(embedding)
    place = None if engine_or_default(engine) == "python" else for_r(embedding)
    return engines.answer(
        "ranking_bounds",
        {"t": t, "embedding": place, "sizes": listed, "sigma": noise, "delta": chance,
         "kernel": kernel, "length_scale": scale, "start": start, "standardize": standardize,
         "missing": missing},
        engine=engine,
        kind=RankingBounds,
        python=lambda: _bounds(
            t, space(embedding, scaled, missing, datasets=tuple(sorted(t.datasets))), listed,
            noise, chance, start, kernel, scale,
        ),
    )  # fmt: skip


def _length_scale(kernel: str, given: object) -> float | None:
    if given is None:
        return None
    if kernel == "cosine":
        raise ArgumentError(
            "`length_scale` must be None for the kernel cosine, which has no length scale",
            expected="None",
            found=repr(given),
            hint='Give another kernel, such as kernel="rbf".',
        )
    return check.number("length_scale", given, "a number > 0", 0.0, math.inf)


def _bounds(
    t: ResultsTable,
    where: Space,
    listed: tuple[int, ...],
    noise: float,
    chance: float,
    start: str,
    kernel: str,
    scale: float | None,
) -> RankingBounds:
    import pandas as pd

    results = ranked(t, pairs=False)
    n = len(results.datasets)
    apart, order, begun = ordered(where, "cosine" if kernel == "cosine" else "euclidean", start)
    chords = np.sqrt(2 * apart) if kernel == "cosine" else apart
    length = math.nan if kernel == "cosine" else scale or _median(apart)
    unlike = apart if kernel == "cosine" else STATIONARY[kernel](apart / length)
    diameter, dimension = float(chords.max()), flat_dimension(chords)
    constant = float((2 * unlike / np.where(chords > 0, chords, 1.0)).max())
    values = results.sums - results.sums.mean(axis=1, keepdims=True)
    spread = values.std()
    if spread == 0:
        raise ArgumentError(
            "`t` ranks no model above another", expected="ranks that differ", found="ties only"
        )
    size = np.asarray(listed)
    stated = constant * volume_bound(diameter, dimension, size) + noise**2
    rows = [
        _row(1 - unlike, order[:count], values / spread, noise, variance)
        for count, variance in zip(listed, stated, strict=True)
    ]
    table = pd.DataFrame(rows, columns=["variance", "measured", "mse", "wrong", "wrong_bound",
                                        "wrong_stated"])  # fmt: skip
    beta = 2 * np.log(math.pi**2 * n * (size + 1) ** 2 / (6 * chance))
    table.insert(0, "size", size)
    table.insert(3, "stated", stated)
    table.insert(5, "mse_bound", beta * stated)
    return RankingBounds(
        table, begun, diameter, dimension, constant, noise, chance, n, t.n_classifiers,
        notes.holding({**doubts(where), "few-datasets": n < 10}), "python", kernel, length,
    )  # fmt: skip


def _median(apart: Doubles) -> float:
    """Return the median distance of two datasets."""
    found = float(np.median(apart[np.triu_indices(len(apart), 1)]))
    if found == 0:
        raise ArgumentError(
            "`length_scale` is needed: most datasets have equal vectors, so that the median "
            "distance is 0",
            expected="a number > 0",
            found="None",
        )
    return found


def _row(
    kernel: Doubles, chosen: Ints, values: Doubles, sigma: float, stated: float
) -> tuple[float, ...]:
    """Predict all ranks from the chosen datasets; return variances, errors and bounds."""
    inner = kernel[np.ix_(chosen, chosen)] + sigma**2 * np.eye(len(chosen))
    weights = np.linalg.solve(inner, kernel[chosen])  # (t, n)
    mean = weights.T @ values[chosen]
    variance = np.maximum(1 - (kernel[chosen] * weights).sum(axis=0), 0.0)
    measured = (2 * (1 - kernel[chosen].max(axis=0)) + sigma**2).mean()
    first, second = np.triu_indices(values.shape[1], 1)
    gaps = mean[:, first] - mean[:, second]
    gaps = np.where(np.abs(gaps) < _EQUAL, 0.0, gaps)
    truth = values[:, first] - values[:, second]
    with np.errstate(divide="ignore", invalid="ignore"):
        share = np.where(gaps == 0, 0.0, gaps**2 / (4 * variance[:, None]))
    least = np.abs(gaps).min(axis=0)
    return (
        float(variance.mean()),
        float(measured),
        float(((values - mean) ** 2).mean()),
        float((gaps * truth < 0).mean()),
        float(np.exp(-share).mean()),
        float(np.exp(-(least**2) / (4 * stated)).mean()),
    )
