"""The benchmark itself: simulate a setting and score its likelihood ratios, with intervals."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from pybench.base import check, measured
from pybench.base.errors import ArgumentError
from pybench.base.result import Result
from pybench.base.text import lined
from pybench.optimal import scores
from pybench.optimal.catalogue import Setting, every, require_process
from pybench.optimal.catalogue import setting as named
from pybench.optimal.likelihood import WHICH, as_methods, is_observed, observed_line, transitions
from pybench.optimal.noise import Floats
from pybench.optimal.simulation import Paths, simulated
from pybench.optimal.timegrid import SCHEMES, TimeGrid
from pybench.optimal.timegrid import grid as checked_grid

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, slots=True, eq=False)
class LikelihoodRatios(Result):
    """Log likelihood ratios of simulated paths, by every available method."""

    ratios: dict[str, Floats]  #: method -> (n,), class 0 first
    label: NDArray[np.int64]  #: (n,) 0 or 1
    process: str
    seed: int
    #: of ``lrt_exact_chain``: nine in ten log ratios have an estimated error of at most this (by
    #: random bridges, a standard error); None if they are given by a formula
    error: float | None = None

    schema: ClassVar[str] = "likelihood-ratios/1"

    def of(self, method: str) -> tuple[Floats, Floats]:
        """Return the log likelihood ratios of a method, first of class 0, then of class 1."""
        values = self.ratios[check.choice("method", method, self.ratios)]
        return values[self.label == 0], values[self.label == 1]

    def auc(self, method: str) -> float:
        """Return the area under the ROC curve of a method."""
        return scores.auc(*self.of(method)).value

    def roc(self, method: str) -> tuple[Floats, Floats]:
        """Return false and true positive rates of a method, from (0, 0) up to (1, 1)."""
        false, true, _ = scores.curve(*self.of(method))
        return false, true

    def to_frame(self) -> pd.DataFrame:
        """Return AUC and accuracies of each method, with standard errors and 95 % intervals."""
        import pandas as pd

        rows = []
        for method in self.ratios:
            for statistic, score in scores.scores(*self.of(method)).items():
                low, high = score.interval()
                rows.append((method, statistic, score.value, score.se, low, high, score.threshold))
        names = ("method", "statistic", "value", "se", "lower", "upper", "threshold")
        return pd.DataFrame(rows, columns=list(names))

    def checks(self) -> pd.DataFrame:
        """Test every method for the identities that an exact likelihood ratio satisfies.

        Let l be the log likelihood ratio of a path, and p its posterior probability of class 1. For
        an exact ratio, three identities hold in expectation:

        * the mean of exp(l) over class 0 is 1;
        * the mean of exp(-l) over class 1 is 1;
        * the accuracy at threshold 0 is the mean over all paths of max(p, 1 - p).

        ``z`` is the distance of such a mean, or of the accuracy, from its expected value, in
        standard errors. The identities must hold for ``lrt_hidden`` and ``lrt_exact_chain``. Other
        methods assume the transition densities of the Euler scheme on the observed times, or those
        in continuous time; a large ``z`` shows that the densities of the simulated paths are
        different.

        The first two identities are informative only if the classes overlap much; otherwise, exp(l)
        and exp(-l) have heavy tails.
        """
        import pandas as pd

        rows = []
        for method in self.ratios:
            zero, one = self.of(method)
            with np.errstate(over="ignore", invalid="ignore"):
                for identity, found, expected in _identities(zero, one):
                    off, se = found.mean() - expected, found.std(ddof=1) / np.sqrt(len(found))
                    rows.append((method, identity, float(found.mean()), expected, se, off / se))
        names = ("method", "identity", "value", "expected", "se", "z")
        return pd.DataFrame(rows, columns=list(names))

    def __str__(self) -> str:
        half = int(self.label.sum())
        lines = [f"Likelihood ratios of {half} paths per class of {self.process}, seed {self.seed}"]
        for method in self.ratios:
            found = scores.scores(*self.of(method)).items()
            parts = (f"{name} {score.value:.4f} ({score.se:.4f})" for name, score in found)
            lines.append(f"  {method}: " + ", ".join(parts))
        if self.error is not None:
            lines.append(
                "  lrt_exact_chain: nine in ten log ratios have an estimated error of at most "
                f"{self.error:.0e}"
            )
        return lined([*lines, *measured.short(["accuracy, best threshold"], half)])


def _identities(zero: Floats, one: Floats) -> list[tuple[str, Floats, float]]:
    from scipy.special import expit

    pooled = np.concatenate([zero, one])
    sure = np.maximum(expit(pooled), expit(-pooled))
    right = np.concatenate([zero < 0, one > 0]).astype(np.float64)
    return [
        ("mean of exp(l), class 0", np.exp(zero), 1.0),
        ("mean of exp(-l), class 1", np.exp(-one), 1.0),
        ("accuracy at 0 less mean of max(p, 1 - p)", right - sure, 0.0),
    ]


def likelihood_ratios(
    setting: Any,
    *,
    paths: int | None = None,
    seed: int = 0,
    workers: int | None = None,
    observed: str = "quick",
) -> LikelihoodRatios:
    """Simulate a setting, and compute the log likelihood ratio of every path by every method.

    Parameters
    ----------
    setting : str or Setting
        The name of one of the `settings` or of a variant (see `setting`), or a `Setting`.
    paths : int, optional
        Number of paths per class. Default: that of the setting, which is 1000 for the settings of
        arXiv 2301.13112, or 2500 for figure 8c of this paper.
    seed : int
        Seed of the simulated paths.
    workers : int, optional
        Number of threads; by default one per core. The results do not depend on this number.
    observed : {"quick", "all"}
        As in `lrt`.

    Returns
    -------
    LikelihoodRatios

    Raises
    ------
    ArgumentError
        No such setting, fewer than 2 paths, or steps so coarse that paths become infinite or NaN.

    Examples
    --------
    >>> import pybench as pb
    >>> found = pb.optimal.likelihood_ratios("c-d1", paths=50)
    >>> sorted(found.ratios)
    ['lrt_exact_chain', 'lrt_exact_transition', 'lrt_hidden', 'lrt_numerical']
    """
    one = named(setting)
    process, grid = one.process, one.grid
    count = check.count("paths", one.paths if paths is None else paths, 2)
    check.room("paths", count, 4)
    check.choice("observed", observed, WHICH)
    known = as_methods(transitions(process, grid))
    keep = not known and is_observed(process, grid, observed)
    if keep:
        check.room("paths", count, process.dimension * (grid.length + 1))
    made = simulated(
        process, grid, count, check.seed(seed), keep=keep, transitions=known, workers=workers
    )
    ratios = {name: np.concatenate([part.ratios[name] for part in made]) for name in made[0].ratios}
    error = None
    if keep:
        paths_ = np.concatenate([part.paths for part in made if part.paths is not None])
        if found := observed_line(process, grid, paths_, observed, check.seed(seed)):
            ratios["lrt_exact_chain"], off = found
            error = off or None
    label = np.repeat([0, 1], count)
    return LikelihoodRatios(ratios, label, process.name, check.seed(seed), error)


def lrt(
    setting: Any,
    *,
    paths: int | None = None,
    seed: int = 0,
    workers: int | None = None,
    observed: str = "quick",
) -> pd.DataFrame:
    """Return how well the likelihood ratio separates the classes of a setting.

    Parameters
    ----------
    setting : str or Setting
        The name of one of the `settings` or of a variant (see `setting`), or a `Setting`.
    paths : int, optional
        Number of paths per class. Default: that of the setting, which is 1000 for the settings of
        arXiv 2301.13112, or 2500 for figure 8c of this paper.
    seed : int
        Seed of the simulated paths.
    workers : int, optional
        Number of threads; by default one per core. The results do not depend on this number.
    observed : {"quick", "all"}
        Whether to compute LRT observed only where this takes seconds at most, or also where it
        takes longer: for noise that depends on the state (10 to 30 seconds), and, by random
        bridges, for particles (seconds to minutes).

    Returns
    -------
    pandas.DataFrame
        One row per method and statistic, with its ``value``, its standard error ``se``, the ends
        ``lower`` and ``upper`` of a 95 % interval, and the ``threshold``. The interval is Wilson's
        interval for a proportion that has this value and this standard error.

        The methods are:

        * ``lrt_hidden`` uses the fine path, with all simulated steps. If these are steps of the
          Euler scheme, the scores of ``lrt_hidden`` are upper bounds for the scores of every
          classifier.
        * ``lrt_numerical`` uses the Euler scheme from one observed point to the next. Its scores
          are not upper bounds: a classifier may have higher scores.
        * ``lrt_exact_transition``, for Ornstein-Uhlenbeck processes only, uses the transition
          densities of the process in continuous time.
        * ``lrt_exact_chain``, or LRT observed, uses the transition densities of the simulated
          scheme. This method is the optimal classifier of the observed points. It is there for
          constant drift, Ornstein-Uhlenbeck processes and potentials, and for every process in one
          dimension, if the noise is given as numbers; with ``observed="all"``, also for particles
          and if the noise depends on the state.

        The statistics are:

        * ``auc``: the area under the ROC curve, with DeLong's standard error.
        * ``acc_star``: the largest balanced accuracy over thresholds. This accuracy is slightly too
          high, because the threshold is chosen on the same paths. If both classes have the same
          distribution, its 95 % interval has a coverage of only 86 to 87 %.
        * ``acc_at_zero``: the accuracy at threshold 0, which is the best threshold if the
          likelihood ratio is exact. This accuracy has no bias from the choice of the threshold.

    Raises
    ------
    ArgumentError
        No such setting, fewer than 2 paths, or steps so coarse that paths become infinite or NaN.

    Examples
    --------
    >>> import pybench as pb
    >>> found = pb.optimal.lrt("a-T1", paths=1000).set_index(["method", "statistic"])
    >>> float(found.loc[("lrt_hidden", "auc"), "value"].round(2))  # exactly: 0.76025
    0.75
    """
    given: dict[str, Any] = {"paths": paths, "seed": seed, "workers": workers}
    return likelihood_ratios(setting, observed=observed, **given).to_frame()


def simulate(
    process: Any,
    paths: int | None = None,
    *,
    times: Any = None,
    substeps: Any = None,
    scheme: str | None = None,
    seed: int = 0,
    workers: int | None = None,
) -> Paths:
    """Simulate paths of both classes of a pair of diffusions.

    Parameters
    ----------
    process : Process or str
        A pair of diffusions or its name; or a setting, which has its own times, steps and scheme.
    paths : int, optional
        Paths per class. Default: the number of the setting, or 1000 with ``times``.
    times : (L + 1,) float, optional
        Observed times, ascending, evenly spaced or not. Required unless ``process`` is a setting.
    substeps : int or (L,) int, >= 1, optional
        Steps of the scheme between observed times, one number or one per interval; 10 by default.
        Accepted only together with ``times``.
    scheme : {"euler", "milstein"}, optional
        Accepted only together with ``times``. With "euler" (Euler-Maruyama, the default), the
        likelihood ratio of the fine path, with all its steps, is exact.
    seed : int
        The random numbers of path m of a class depend only on the seed, the name of the process and
        m. So these random numbers do not change if you add paths or times, or change the noise.
    workers : int, optional
        Number of threads; by default one per core. The results do not depend on this number.

    Returns
    -------
    Paths
        The paths, class 0 first. ``.with_time()`` appends the times as a further channel, as in
        arXiv 2301.13112.

    Raises
    ------
    ArgumentError
        An argument out of range, missing times, steps or a scheme given for a setting that has its
        own, noise that is singular or differs by class, or steps so coarse that paths become
        infinite or NaN.

    Examples
    --------
    >>> import numpy as np, pybench as pb
    >>> pair = pb.optimal.OrnsteinUhlenbeck((-1, -2), dimension=3)
    >>> seen = pb.simulate(pair, 5, times=np.linspace(0, 1, 11))
    >>> seen.paths.shape, seen.with_time().shape
    ((10, 3, 11), (10, 4, 11))
    """
    pair = require_process(process)
    grid, usual = _grid_for(process, times, substeps, scheme)
    count = check.count("paths", usual if paths is None else paths)
    check.room("paths", count, pair.dimension * (grid.length + 1))
    zero, one = simulated(pair, grid, count, check.seed(seed), keep=True, workers=workers)
    assert zero.paths is not None
    assert one.paths is not None
    return Paths(
        paths=np.concatenate([zero.paths, one.paths]),
        times=grid.times,
        label=np.repeat([0, 1], count),
        hidden=np.concatenate([zero.ratios["lrt_hidden"], one.ratios["lrt_hidden"]]),
        process=pair.name,
        substeps=tuple(grid.substeps.tolist()),
        scheme=grid.scheme,
        seed=check.seed(seed),
    )


def _grid_for(given: Any, times: Any, substeps: Any, scheme: str | None) -> tuple[TimeGrid, int]:
    """Return the grid and the default number of paths."""
    if scheme is not None:
        check.choice("scheme", scheme, SCHEMES)
    if isinstance(given, Setting) or (isinstance(given, str) and given in every()):
        one = named(given)
        if times is None:
            _refuse_beside(one, substeps=substeps, scheme=scheme)
            return one.grid, one.paths
    elif times is None:
        raise ArgumentError(
            "`times` are needed: a process alone does not say when it is observed",
            expected="(L + 1,) ascending times, or a setting",
            found="None",
            hint="For example times=numpy.linspace(0, 2, 21).",
        )
    return checked_grid(times, 10 if substeps is None else substeps, scheme or "euler"), 1000


def _refuse_beside(one: Setting, **given: Any) -> None:
    """Refuse arguments that a setting fixes itself."""
    for name, value in given.items():
        if value is not None:
            raise ArgumentError(
                f"`{name}` cannot be given without `times` for the setting {one.name}, which has "
                f"its own `{name}`",
                expected=f"a setting alone, or `{name}` with `times`",
                found=f"{name}={value!r}"[:80],
                hint=f"Leave `{name}` out, or give `times` too, which replace those of the "
                "setting.",
            )
