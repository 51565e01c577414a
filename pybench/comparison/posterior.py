"""The posterior of one pair as draws: the content of a simplex plot."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np
from numpy.typing import NDArray

from pybench.base import check, notes
from pybench.base.result import Result
from pybench.base.text import lined
from pybench.bridge import engine as engines
from pybench.comparison.bayesian import SURE, check_rope, in_common_unit, region_counts
from pybench.comparison.correlated import check_correlation
from pybench.comparison.dirichlet import (
    PLACES,
    SIGN,
    SIGNED_RANK,
    sign_regions,
    sign_thetas,
    signed_rank_thetas,
    staircase,
)
from pybench.comparison.doubts import about_table, rope_doubt
from pybench.comparison.hierarchical import hierarchical_thetas, require_equal_repeats
from pybench.comparison.pairs import check_pair
from pybench.comparison.ranks import require_comparable
from pybench.comparison.weights import over_blocks

if TYPE_CHECKING:
    import pandas as pd

    from pybench.comparison.summary import Comparison
    from pybench.table import ResultsTable

Floats = NDArray[np.float64]

TESTS = ("bayesian_signed_rank", "bayesian_sign", "bayesian_hierarchical")
_CHAINS, _WARMUP = 4, 500  # the defaults of bayesian_hierarchical


@dataclass(frozen=True, slots=True, eq=False)
class Posterior(Result):
    """Draws from the posterior of one pair: the weights of the three regions in each draw."""

    classifier_1: str  #: the method that is better, equivalent or worse...
    classifier_2: str  #: ...than this one
    draws: NDArray[np.float64]  #: (samples, 3) in [0, 1], rows sum to 1: better, equal, worse
    better: float  #: share of draws in which "better" has the largest weight
    equal: float  #: the same for "practically equivalent"
    worse: float  #: the same for "worse"
    test: str  #: the function that defines the posterior
    rope: float  #: half width of the region of practical equivalence
    samples: int  #: number of draws
    seed: int  #: seed of the random draws
    metric: str | None  #: name of the metric
    notes: tuple[str, ...]  #: caveats, defined in the glossary
    engine: str  #: "python", "r" or "both"

    schema: ClassVar[str] = "posterior/1"

    def to_frame(self) -> pd.DataFrame:
        """Return one row per draw: better, equal, worse."""
        import pandas as pd

        return pd.DataFrame(self.draws, columns=["better", "equal", "worse"])

    def __str__(self) -> str:
        a, b = self.classifier_1, self.classifier_2
        more, less = max(self.better, self.worse), min(self.better, self.worse)
        first, second = (a, b) if self.better >= self.worse else (b, a)
        sure = [
            text
            for share, text in (
                (more, f"{first} is better"),
                (self.equal, "the two are practically equivalent"),
            )
            if share > SURE
        ]
        lines = [
            f"Posterior of {a} against {b}: {self.test}, rope {self.rope:g}, "
            f"{self.samples} draws, seed {self.seed}; engine {self.engine}",
            f"  P({first} better than {second}) = {more:.4g}",
            f"  P({first} equivalent to {second}) = {self.equal:.4g}",
            f"  P({second} better than {first}) = {less:.4g}",
            f"  {sure[0]} (P > {SURE:g})" if sure else f"  undecided: no P > {SURE:g}",
        ]
        return lined([*lines, *notes.lines(self.notes)])


def posterior(
    t: ResultsTable,
    first: str,
    second: str,
    test: str = "bayesian_signed_rank",
    rope: float = 0.01,
    samples: int = 50_000,
    prior: float = 0.5,
    place: str = "rope",
    rho: float | None = None,
    seed: int = 0,
    *,
    engine: str | None = None,
) -> Posterior:
    """Draw from the posterior distribution of one pair, for example for `pybench.plot.simplex`.

    Each draw gives weights, which sum to 1, to three outcomes: the first method is better, the two
    are practically equivalent, or the second method is better.

    Parameters
    ----------
    t : ResultsTable
        Scores of k >= 2 methods on N >= 2 datasets. For "bayesian_hierarchical", the table must
        have kept its repeats.
    first, second : str
        Two different methods of the table.
    test : {"bayesian_signed_rank", "bayesian_sign", "bayesian_hierarchical"}
        The function that defines the posterior. If you call that function with the same arguments,
        it makes the same draws; its shares ``better``, ``equal`` and ``worse`` for this pair are
        shares of these draws. (The draws of "bayesian_hierarchical" are those with the default
        ``chains`` and ``warmup``.)
    rope, samples, prior, place, rho, seed, engine
        As in the function that `test` names; arguments that the named function does not have are
        ignored.

    Returns
    -------
    Posterior

    Raises
    ------
    ArgumentError
        An argument out of its range, a method that is not in the table, or the same method twice.
    ResultsTableError
        Fewer than 2 datasets or methods; for the hierarchical model a table without repeats.

    Examples
    --------
    >>> import pybench as pb
    >>> t = pb.read_results([[0.9, 0.8], [0.8, 0.7], [0.7, 0.6], [0.6, 0.605]],
    ...     datasets=["d1", "d2", "d3", "d4"], classifiers=["a", "b"], higher_is_better=True)
    >>> p = pb.posterior(t, "a", "b", samples=2000)
    >>> p.draws.shape
    (2000, 3)
    """
    check.choice("test", test, TESTS)
    rope, prior = check_rope(rope), check.not_negative("prior", prior)
    check.choice("place", place, PLACES)
    rho = None if rho is None else check_correlation(rho)
    samples = check.count("samples", samples, 8 * _CHAINS if test == TESTS[2] else 1)
    check.room("samples", samples, 3)
    seed = check.seed(seed)
    differences = test != "bayesian_sign" or rope > 0
    require_comparable(t, pairwise=test != TESTS[2], one_metric=differences)
    check_pair(t.classifiers, first, second)
    if test == "bayesian_hierarchical":
        require_equal_repeats(t)
    options = {"first": first, "second": second, "test": test, "rope": rope, "samples": samples}
    return engines.answer(
        "posterior",
        {"t": t, **options, "prior": prior, "place": place, "rho": rho, "seed": seed},
        engine=engine,
        kind=Posterior,
        python=lambda: _posterior(
            t, first, second, test, _draws(t, first, second, test, rope, samples, prior, place,
                                           rho, seed), rope, seed)
    )  # fmt: skip


def _draws(
    t: ResultsTable,
    first: str,
    second: str,
    test: str,
    rope: float,
    samples: int,
    prior: float,
    place: str,
    rho: float | None,
    seed: int,
) -> Floats:
    """Return theta of better, equal, worse in each draw, (3, samples)."""
    i, j = t.classifiers.index(first), t.classifiers.index(second)
    if test == "bayesian_hierarchical":
        length = math.ceil(samples / _CHAINS)
        correlation = 1.0 / t.n_repeats if rho is None else rho
        # The function of this name draws for i < j, so draw the same here and reverse it.
        thetas = hierarchical_thetas(
            t,
            [(min(i, j), max(i, j))],
            rope,
            correlation,
            seed,
            chains=_CHAINS,
            warmup=_WARMUP,
            length=length,
        )[0].reshape(3, -1)
        return np.asarray(thetas if i < j else thetas[::-1])
    scores, rope = in_common_unit(t.scores, rope, higher_is_better=t.higher_is_better)
    differences = scores[:, i] - scores[:, j]
    differences = differences[differences == differences]
    if test == "bayesian_sign":
        better, worse = sign_regions(differences[None], rope, place)

        def draw(weights: Floats) -> Floats:
            thetas = np.concatenate(sign_thetas(weights, better, worse))
            return np.asarray(thetas / thetas.sum(axis=0))

        name = SIGN
    else:
        stairs = staircase(differences, rope)

        def draw(weights: Floats) -> Floats:
            return signed_rank_thetas(weights, stairs)

        name = SIGNED_RANK
    return np.hstack(list(over_blocks(name, len(differences), samples, prior, seed, draw)))


def _posterior(
    t: ResultsTable, first: str, second: str, test: str, thetas: Floats, rope: float, seed: int
) -> Posterior:
    better, equal, worse = region_counts(*thetas) / thetas.shape[1]
    draws = np.ascontiguousarray(thetas.T)
    draws.flags.writeable = False
    return Posterior(
        classifier_1=first,
        classifier_2=second,
        draws=draws,
        better=float(better),
        equal=float(equal),
        worse=float(worse),
        test=test,
        rope=rope,
        samples=len(draws),
        seed=seed,
        metric=t.metric,
        notes=notes.holding({**about_table(t), **rope_doubt(t, rope)}),
        engine="python",
    )


def best_two(comparison: Comparison) -> Posterior | None:
    """Draw from the posterior of the two best mean ranks, if the Bayesian test was requested."""
    test = comparison.bayesian
    if test is None:
        return None
    assert test.seed is not None
    model = {"rho": test.rho} if test.prior is None else {"prior": test.prior}
    first, second = comparison.diagram.classifiers[:2]
    return posterior(
        comparison.table,
        first,
        second,
        test=test.test,
        rope=test.rope,
        samples=test.samples,
        seed=test.seed,
        **model,
        # These draws underlie the probabilities, on which both languages have agreed.
        engine="r" if comparison.engine == "r" else "python",
    )
