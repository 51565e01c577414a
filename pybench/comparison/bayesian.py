"""The result of every Bayesian comparison: three probabilities for each pair, no p-value."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np
from numpy.typing import NDArray

from pybench.base import check, notes
from pybench.base.noun import nouns
from pybench.base.result import Result
from pybench.base.text import counted, lined
from pybench.comparison.decimals import whole
from pybench.comparison.doubts import ABOUT_TABLE, rope_doubt
from pybench.comparison.incomplete import datasets_text, n_common
from pybench.comparison.ranks import ranked

if TYPE_CHECKING:
    import pandas as pd

    from pybench.table import ResultsTable

Floats = NDArray[np.float64]

#: Caveats about a table that concern every Bayesian comparison; others are about p-values.
_SHARED_DOUBTS = (*ABOUT_TABLE, "mean-of-repeats")
# Gaps of this size, relative to the largest score, are rounding noise.
_NOISE = 1e-12
_SHOWN = 15
#: A posterior probability above this is no longer "undecided": Benavoli et al. (2017).
SURE = 0.95
# Scores in this range have squared differences that neither overflow nor underflow.
_SAFE = (1e-100, 1e100)


@dataclass(frozen=True, slots=True, eq=False)
class BayesianPairs(Result):
    """Result of a Bayesian comparison: row against column."""

    better: pd.DataFrame  #: (k, k) in [0, 1]: P(row better than column), diagonal 0
    equal: pd.DataFrame  #: (k, k): P(the two are practically equivalent), diagonal 1
    worse: pd.DataFrame  #: (k, k): P(row worse than column), diagonal 0
    mean_better: pd.DataFrame  #: (k, k): posterior mean of the weight of "row better", theta
    mean_equal: pd.DataFrame  #: (k, k): the same for "practically equivalent"
    mean_worse: pd.DataFrame  #: (k, k): the same for "row worse"
    monte_carlo_error: pd.DataFrame  #: (k, k): largest standard error of the three; 0 if exact
    test: str  #: name of the function that was called, such as "bayesian_signed_rank"
    rope: float  #: half width of the region of practical equivalence, in units of the score
    prior: float | None  #: weight of the pseudo-observation; None if there is none
    place: str | None  #: region of the pseudo-observation: "rope", "better" or "worse"
    rho: float | None  #: correlation of scores that share training data
    dataset: str | None  #: the dataset whose repeats were compared; None: all datasets
    samples: int  #: number of draws from the posterior; 0 if the result is exact
    seed: int | None  #: seed of the random draws
    r_hat: pd.DataFrame | None  #: (k, k): convergence; near 1 if the Markov chains agree
    effective_samples: pd.DataFrame | None  #: (k, k): equivalent number of independent draws
    n_datasets: int  #: N
    n_classifiers: int  #: k
    notes: tuple[str, ...]  #: caveats, defined in the glossary
    engine: str  #: "python", "r" or "both"
    n_common: pd.DataFrame | None = None  #: (k, k) datasets of each pair; None: N, all

    schema: ClassVar[str] = "bayesian-pairs/1"

    def to_frame(self) -> pd.DataFrame:
        """Return one row per pair: methods, three probabilities, their Monte-Carlo error."""
        import pandas as pd

        first, second = np.triu_indices(self.n_classifiers, 1)
        names = self.better.index.to_numpy()
        columns = ("better", "equal", "worse", "mean_better", "mean_equal", "mean_worse")
        frame = {"classifier_1": names[first], "classifier_2": names[second]}
        if self.n_common is not None:
            frame["n_common"] = self.n_common.to_numpy()[first, second]
        for column in (*columns, "monte_carlo_error"):
            frame[column] = getattr(self, column).to_numpy()[first, second]
        return pd.DataFrame(frame)

    def __str__(self) -> str:
        draws = f"{self.samples} draws, seed {self.seed}" if self.samples else "exact"
        over = f"{self.n_datasets} datasets"
        if self.n_common is not None:
            over = datasets_text(self.n_datasets, self.n_common)
        if self.dataset is not None:
            over = f"the repeats of {self.dataset}"
        lines = [
            f"Bayesian comparison: {self.test}, rope {self.rope:g}, {draws}",
            f"  {self.n_classifiers} {nouns()} on {over}; engine {self.engine}",
            *self._sentences(),
        ]
        return lined([*lines, *notes.lines(self.notes)])

    def _sentences(self) -> Iterator[str]:
        """Count the decided pairs, then give the most probable outcome of each, undecided first."""
        frame = self.to_frame()
        shares = frame[["better", "equal", "worse"]].to_numpy()
        sure = shares.max(axis=1)
        decided = np.count_nonzero(shares > SURE, axis=0)
        apart, alike = int(decided[0] + decided[2]), int(decided[1])
        yield (
            f"  of {counted(len(sure), 'pair')}, one is better in {apart}, both are equivalent in "
            f"{alike} (P > {SURE:g}); undecided: {len(sure) - apart - alike}"
        )
        # By the digits shown: further digits may depend on the engine.
        order = np.argsort([float(f"{share:.4g}") for share in sure], kind="stable")
        for row in order[:_SHOWN]:
            pair = frame.iloc[row]
            likely = int(shares[row].argmax())
            words = "equivalent to" if likely == 1 else "better than"
            first, second = pair.iloc[[1, 0] if likely == 2 else [0, 1]]
            error = float(pair["monte_carlo_error"])
            plus = f" +- {error:.1g}" if error else ""
            yield f"  P({first} {words} {second}) = {sure[row]:.4g}{plus}"
        if len(order) > _SHOWN:
            yield f"  and {counted(len(order) - _SHOWN, 'pair')} more, see to_frame()"


def check_rope(rope: object) -> float:
    """Return half the width of the region of practical equivalence, a finite number >= 0."""
    return check.not_negative("rope", rope)


def in_common_unit(scores: Floats, rope: float, *, higher_is_better: bool) -> tuple[Floats, float]:
    """Return scores with larger = better, and the rope, in a unit that is safe.

    If scores and rope are decimals, all are multiplied by a power of ten, so that differences and
    their sums are exact. If sums and squares of differences could overflow or underflow, all are
    multiplied by a power of two, which is exact; results do not depend on the unit.
    """
    scores, rope, _ = whole(scores, rope)
    turned = scores if higher_is_better else -scores
    largest = float(np.nanmax(np.abs(scores)))
    if largest == 0.0 or _SAFE[0] < largest < _SAFE[1]:
        return turned, rope
    exponent = -math.frexp(largest)[1]
    with np.errstate(over="ignore", under="ignore"):  # a rope far beyond or below all scores
        return np.ldexp(turned, exponent), float(np.ldexp(rope, exponent))


def region_counts(better: Floats, equal: Floats, worse: Floats) -> Floats:
    """Count the draws in which each region has the largest weight; ties are split.

    Parameters
    ----------
    better, equal, worse : (..., draws) float
        Weights of the regions, in any common unit.

    Returns
    -------
    (..., 3) float >= 0, sums to the number of draws
    """
    largest = np.maximum(np.maximum(better, equal), worse)
    wins = [part == largest for part in (better, equal, worse)]
    tied = np.add(wins[0], wins[1], dtype=np.int8) + wins[2]
    if tied.max(initial=1) == 1:
        return np.stack([np.count_nonzero(part, axis=-1) for part in wins], axis=-1).astype(float)
    return np.stack([(part / tied).sum(axis=-1) for part in wins], axis=-1)


def standard_error(probabilities: Floats, samples: Floats | float) -> Floats:
    """Return the largest Monte-Carlo standard error of shares along the last axis.

    Laplace's estimate (count + 1/2)/(samples + 1) replaces the unknown probability, so that the
    error is not 0 if all draws agree.
    """
    size = np.asarray(samples, dtype=float)[..., None]
    smoothed = (probabilities * size + 0.5) / (size + 1.0)
    return np.asarray(np.sqrt(smoothed * (1.0 - smoothed) / size).max(axis=-1))


def noise(scores: Floats, edge: float) -> float:
    """Return how far beyond ``edge`` rounding may carry a sum of two differences of scores.

    0 if all values are whole.
    """
    if edge == np.rint(edge) and np.array_equal(scores, np.rint(scores), equal_nan=True):
        return 0.0
    return 4 * _NOISE * max(float(np.nanmax(np.abs(scores))), edge)


def all_pairs(k: int) -> Iterator[tuple[int, int]]:
    """Yield the pairs of positions i < j."""
    return ((i, j) for i in range(k) for j in range(i + 1, k))


def mirrored(values: Floats, k: int) -> Floats:
    """Spread the three numbers of each pair over a matrix whose lower half swaps better and worse.

    Parameters
    ----------
    values : (k(k - 1)/2, 3) float
        Better, equal, worse for the pairs i < j in reading order.

    Returns
    -------
    (3, k, k) float, diagonal (0, 1, 0)
    """
    matrices = np.zeros((3, k, k))
    matrices[1] = np.eye(k)
    upper = np.triu_indices(k, 1)
    for region in range(3):
        matrices[region][upper] = values[:, region]
        matrices[region].T[upper] = values[:, 2 - region]
    return matrices


def symmetric(values: Floats, k: int, diagonal: float) -> Floats:
    """Spread one number per pair over a symmetric matrix, (k, k)."""
    matrix = np.full((k, k), diagonal)
    upper = np.triu_indices(k, 1)
    matrix[upper] = values
    matrix.T[upper] = values
    return matrix


def bayesian_pairs(
    t: ResultsTable,
    probabilities: Floats,
    means: Floats,
    error: Floats,
    *,
    test: str,
    rope: float,
    prior: float | None = None,
    place: str | None = None,
    rho: float | None = None,
    dataset: str | None = None,
    samples: int = 0,
    seed: int | None = None,
    r_hat: Floats | None = None,
    effective_samples: Floats | None = None,
    doubts: Mapping[str, bool | str] | None = None,
) -> BayesianPairs:
    """Make the result from arrays.

    Parameters
    ----------
    t : ResultsTable
    probabilities, means : (3, k, k) float
        Better, equal, worse; row against column in table order.
    error : (k, k) float
        Monte Carlo error.
    doubts : mapping
        Note -> whether it applies, in addition to those of the table.
    test, rope, prior, place, rho, dataset, samples, seed, r_hat, effective_samples
        Fields of `BayesianPairs`; what the caller has checked.
    """
    import pandas as pd

    names = list(t.classifiers)

    def frame(values: Floats | None) -> pd.DataFrame | None:
        return None if values is None else pd.DataFrame(values, index=names, columns=names)

    caveats = ranked(t, datasets=1, complete=False).caveats()
    shared = {key: caveats[key] for key in _SHARED_DOUBTS}
    fields = ("better", "equal", "worse", "mean_better", "mean_equal", "mean_worse")
    frames = {
        field: frame(part) for field, part in zip(fields, [*probabilities, *means], strict=True)
    }
    return BayesianPairs(
        **frames,  # type: ignore[arg-type]
        monte_carlo_error=frame(error),  # type: ignore[arg-type]
        test=test,
        rope=rope,
        prior=prior,
        place=place,
        rho=rho,
        dataset=dataset,
        samples=samples,
        seed=seed,
        r_hat=frame(r_hat),
        effective_samples=frame(effective_samples),
        n_datasets=t.n_datasets if dataset is None else 1,
        n_classifiers=t.n_classifiers,
        notes=notes.holding({**shared, **rope_doubt(t, rope), **(doubts or {})}),
        engine="python",
        n_common=n_common(t) if dataset is None else None,
    )
