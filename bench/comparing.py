"""A whole comparison with its figure, 112 datasets by 35 methods."""

from __future__ import annotations

import contextlib
import io
import warnings
from collections.abc import Callable
from functools import partial

import numpy as np

import pybench as pb
from bench.timing import Row, measure

N, K = 112, 35


def scores() -> np.ndarray:
    """Make accuracies that are multiples of 1/m, so that ties are natural."""
    rng = np.random.default_rng(1)
    sizes = rng.integers(50, 2000, size=N)[:, None]
    difficulty, ability = rng.normal(1.5, 1, size=(N, 1)), rng.normal(0, 0.25, size=K)
    chance = 1 / (1 + np.exp(-(difficulty + ability)))
    return rng.binomial(sizes, chance) / sizes


def table(x: np.ndarray) -> pb.ResultsTable:
    """Give the scores names."""
    return pb.read_results(
        x,
        datasets=[f"d{i}" for i in range(x.shape[0])],
        classifiers=[f"c{j:02d}" for j in range(x.shape[1])],
        higher_is_better=True,
    )


def run() -> list[Row]:
    """Tests and diagrams, with and without 595 signed-rank tests; all of compare."""
    x = scores()
    return [*_nemenyi(x), *_signed_rank(x), *_whole(x)]


def _nemenyi(x: np.ndarray) -> list[Row]:
    t = table(x)
    empty = partial(drawn_empty, pb.plot.critical_difference(pb.critical_difference(t)))
    ways: dict[str, Callable[[], object]] = {
        "pybench": lambda: (pb.friedman(t), _png(pb.critical_difference(t))),
        "scikit-posthocs": lambda: _scikit_posthocs(x),
        "autorank": lambda: _autorank(x),
        "aeon": lambda: _aeon(x),
        "physical: an empty figure": empty,
    }
    notes = {
        "physical: an empty figure": "a PNG of this size with nothing on it",
        "scikit-posthocs": "Friedman (SciPy), Nemenyi, diagram PNG",
        "autorank": "Friedman, CD, diagram PNG; no p-values of pairs",
        "aeon": "Nemenyi diagram PNG; no p-values of pairs, CD of k + 1",
    }
    return measure("Friedman, Nemenyi, PNG 112 x 35", ways, target_s=0.3, notes=notes)


def _signed_rank(x: np.ndarray) -> list[Row]:
    t = table(x)
    ways: dict[str, Callable[[], object]] = {
        "pybench": lambda: _png(pb.critical_difference(t, "wilcoxon")),
        "pybench, tests only": lambda: pb.wilcoxon(t),
        "scikit-posthocs, tests only": lambda: _posthoc_wilcoxon(x),
        "aeon": lambda: _aeon(x, "wilcoxon"),
    }
    notes = {
        "pybench": "exact with ties and zeros, Holm",
        "scikit-posthocs, tests only": "normal approximation, Holm",
        "aeon": "one-sided normal approximation, no Holm",
    }
    return measure("595 signed-rank tests, PNG 112 x 35", ways, notes=notes)


def _whole(x: np.ndarray) -> list[Row]:
    t = table(x)
    ways: dict[str, Callable[[], object]] = {"pybench": lambda: pb.compare(t, engine="python")}
    return measure("pb.compare 112 x 35, defaults", ways, target_s=1.5)


def drawn_empty(like: object) -> None:
    """Save a figure of the size of another with nothing on it."""
    from matplotlib.figure import Figure

    Figure(like.get_size_inches(), dpi=like.dpi).savefig(io.BytesIO(), format="png")


def _png(result: object) -> None:
    pb.plot.critical_difference(result).savefig(io.BytesIO(), format="png")


def _posthoc_wilcoxon(x: np.ndarray) -> None:
    import pandas as pd
    import scikit_posthocs as sp

    frame = pd.DataFrame(x).melt(var_name="g", value_name="v")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        sp.posthoc_wilcoxon(frame, val_col="v", group_col="g", p_adjust="holm")


def _scikit_posthocs(x: np.ndarray) -> None:
    import matplotlib.pyplot as plt
    import pandas as pd
    import scikit_posthocs as sp
    import scipy.stats

    frame = pd.DataFrame(x, columns=[f"c{j:02d}" for j in range(K)])
    scipy.stats.friedmanchisquare(*x.T)
    pvalues = sp.posthoc_nemenyi_friedman(frame)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        sp.critical_difference_diagram(frame.rank(axis=1, ascending=False).mean(), pvalues)
        plt.savefig(io.BytesIO(), format="png")
    plt.close("all")


def _autorank(x: np.ndarray) -> None:
    import autorank
    import matplotlib.pyplot as plt
    import pandas as pd

    with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
        warnings.simplefilter("ignore")
        result = autorank.autorank(
            pd.DataFrame(x, columns=[f"c{j:02d}" for j in range(K)]),
            0.05,
            force_mode="nonparametric",
        )
        autorank.plot_stats(result)
        plt.savefig(io.BytesIO(), format="png")
    plt.close("all")


def _aeon(x: np.ndarray, test: str = "nemenyi") -> None:
    import matplotlib.pyplot as plt
    from aeon.visualisation import plot_critical_difference

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        figure, _ = plot_critical_difference(x, [f"c{j:02d}" for j in range(K)], test=test)
        figure.savefig(io.BytesIO(), format="png")
    plt.close("all")
