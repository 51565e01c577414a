"""The parts of a comparison, and how Python, R or both compute them."""

from __future__ import annotations

import dataclasses
import platform
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from pybench.base import check, notes
from pybench.base.noun import METHOD, saying
from pybench.base.result import Result
from pybench.bridge.agreement import Agreement, agreements, numeric_agreement, require_all
from pybench.bridge.engine import build
from pybench.comparison.bayesian import BayesianPairs
from pybench.comparison.conclusions import conclusions
from pybench.comparison.critical import CriticalDifference, critical_diagram, from_nemenyi
from pybench.comparison.dirichlet import bayesian_signed_rank
from pybench.comparison.durbin import durbin
from pybench.comparison.friedman import FriedmanResult, friedman_test
from pybench.comparison.hierarchical import bayesian_hierarchical
from pybench.comparison.incomplete import balanced
from pybench.comparison.matrix import MultiComparison, whole_matrix
from pybench.comparison.nemenyi import NemenyiResult, nemenyi_test
from pybench.comparison.omnibus import OmnibusTest
from pybench.comparison.pairs import PairwiseTest
from pybench.comparison.ranks import VERDICT_LEVEL, Ranked
from pybench.comparison.scores import best_by_mean, score_summary
from pybench.comparison.skillings import skillings_mack
from pybench.comparison.stability import Stability, stability
from pybench.comparison.verdicts import judged
from pybench.comparison.within import WithinDatasets, within_datasets

if TYPE_CHECKING:
    import pandas as pd

    from pybench.table import ResultsTable

Omnibus = TypeVar("Omnibus", FriedmanResult, OmnibusTest)

#: Part -> the function whose tolerances apply to it, and its class.
PARTS: dict[str, tuple[str, type[Result]]] = {
    "friedman": ("friedman", FriedmanResult),
    "iman_davenport": ("friedman", FriedmanResult),
    "nemenyi": ("nemenyi", NemenyiResult),
    "wilcoxon": ("wilcoxon", PairwiseTest),
    "critical_difference": ("critical_difference", CriticalDifference),
    "signed_rank_diagram": ("critical_difference", CriticalDifference),
    "multi_comparison": ("multi_comparison", MultiComparison),
    "bayesian": ("bayesian_signed_rank", BayesianPairs),
    "stability": ("stability", Stability),
    "omnibus": ("skillings_mack", OmnibusTest),
    "sign_test": ("sign_test", PairwiseTest),
    "sign_test_diagram": ("critical_difference", CriticalDifference),
    "within": ("within_datasets", WithinDatasets),
}
#: The tests of pairs and their diagram, of datasets with one metric, and with different metrics.
PAIR_TESTS = (("wilcoxon", "signed_rank_diagram"), ("sign_test", "sign_test_diagram"))
FEW = 10  # below this many datasets, a limiting distribution is inaccurate
OPTIONAL = {"mcm": "multi_comparison", "bayesian": "bayesian", "stability": "stability"}


@dataclass(frozen=True, slots=True)
class EngineAnswer:
    """The results of one engine, or of both, for a table."""

    parts: Mapping[str, Any]  #: by the names of `PARTS`, None if not requested
    scores: pd.DataFrame
    conclusions: tuple[str, ...]
    versions: dict[str, str]
    differences: tuple[Agreement, ...] = ()


def answer(table: Ranked, settings: Mapping[str, Any], engine: str) -> EngineAnswer:
    """Compute all parts requested by ``settings``, the arguments of `compare`."""
    if engine == "python":
        return _from_python(table, settings)
    if engine == "r":
        return _from_r(table.results, settings)
    return _from_both(table, settings)


def _from_python(table: Ranked, settings: Mapping[str, Any]) -> EngineAnswer:
    import scipy

    t, alpha, convention = table.results, settings["alpha"], settings["convention"]
    rho, samples = settings["rho"], settings["samples"]
    draws = {"rope": settings["rope"], "seed": settings["seed"], "engine": "python"}
    draws |= {} if samples is None else {"samples": samples}
    parts: dict[str, Any] = dict.fromkeys(PARTS)
    if t.n_missing:
        parts["omnibus"] = at_level(
            table, alpha, partial(incomplete_omnibus, seed=settings["seed"])
        )
    else:
        for name, method in (("friedman", "chi-square"), ("iman_davenport", "iman-davenport")):
            test = partial(friedman_test, method=method, convention=convention)
            parts[name] = at_level(table, alpha, test)
        parts["nemenyi"] = nemenyi_test(table, alpha, convention)
        parts["critical_difference"] = from_nemenyi(parts["nemenyi"], t)
    tests, diagram = PAIR_TESTS[t.metrics is not None]
    parts[tests] = judged(table, tests, alpha)
    parts[diagram] = critical_diagram(table, parts[tests], alpha)
    if settings["mcm"] and t.metrics is None:
        parts["multi_comparison"] = whole_matrix(table, alpha)
    if settings["hierarchical"]:
        parts["bayesian"] = bayesian_hierarchical(t, rho=rho, **draws)
    elif settings["bayesian"]:
        parts["bayesian"] = bayesian_signed_rank(t, **draws)
    if settings["stability"]:
        parts["stability"] = stability(t, alpha, seed=settings["seed"], engine="python")
    if rho is not None:
        parts["within"] = within_datasets(t, rho, alpha, engine="python")
    with saying(METHOD):  # the same in every language and session; see `Comparison.told`
        said = conclusions(parts, best_by_mean(t))
    versions = {
        "python": platform.python_version(),
        "numpy": np.__version__,
        "scipy": scipy.__version__,
    }
    return EngineAnswer(parts, score_summary(table), said, versions)


def at_level(table: Ranked, alpha: float, test: Callable[[Ranked], Omnibus]) -> Omnibus:
    """Do a test, with the note `near-ties` at a level: the test itself uses 0.05."""
    done = test(table)
    if alpha == VERDICT_LEVEL or not check.by_equality(table.tie_tol):
        return done
    merged = test(table.tied_within("auto"))
    near = (done.pvalue <= alpha) != (merged.pvalue <= alpha)
    return dataclasses.replace(done, notes=notes.amended(done.notes, "near-ties", near))


def incomplete_omnibus(table: Ranked, seed: int = 0) -> OmnibusTest:
    """Test all methods if scores are missing: by Durbin's test if the blocks are balanced."""
    t, ties = table.results, table.tie_tol
    if balanced(t.scores):
        return durbin(t, tie_tol=ties, engine="python")
    used = int(((t.scores == t.scores).sum(axis=1) >= 2).sum())
    method = "simulation" if used < FEW else "chi-square"
    return skillings_mack(t, method, seed=seed, tie_tol=ties, engine="python")


def _from_r(t: ResultsTable, settings: Mapping[str, Any]) -> EngineAnswer:
    from pybench.bridge.call import call

    found: Any = call("pb_compare", {"t": t, **settings})
    parts = {
        name: None if found.get(name) is None else build(kind, found[name])
        for name, (_, kind) in PARTS.items()
    }
    said = found["conclusions"]
    sentences = (said,) if isinstance(said, str) else tuple(said)
    scores = found["scores"].to_pandas().set_index("classifier")
    return EngineAnswer(parts, scores, sentences, {"R": found["versions"]["R"]})


def _from_both(table: Ranked, settings: Mapping[str, Any]) -> EngineAnswer:
    ours, theirs = _from_python(table, settings), _from_r(table.results, settings)
    rows = [*_agreements(ours, theirs), _same_scores(table.results, ours.scores, theirs.scores)]
    rows.append(Agreement.of_equal("compare.conclusions", ours.conclusions, theirs.conclusions))
    require_all(rows)
    both = {
        name: None if part is None else dataclasses.replace(part, engine="both")
        for name, part in ours.parts.items()
    }
    versions = {**ours.versions, **theirs.versions}
    return EngineAnswer(both, ours.scores, ours.conclusions, versions, tuple(rows))


def _agreements(ours: EngineAnswer, theirs: EngineAnswer) -> Iterator[Agreement]:
    for name, (function, _) in PARTS.items():
        part = ours.parts[name]
        if part is not None:
            by_test = isinstance(part, (OmnibusTest, PairwiseTest, BayesianPairs))
            yield from agreements(part.test if by_test else function, part, theirs.parts[name])


def _same_scores(t: ResultsTable, ours: pd.DataFrame, theirs: pd.DataFrame) -> Agreement:
    if list(ours.index) != list(theirs.index) or list(ours.columns) != list(theirs.columns):
        return Agreement.of_equal("compare.scores", list(ours.index), list(theirs.index))
    # In units of the largest score, if they are scores: a deviation that is rounding noise has no
    # accurate digits. Numbers of datasets and ranks are not scaled, however large the scores.
    scale = float(np.nanmax(np.abs(t.scores))) or 1.0
    units = np.where(ours.columns.isin(["best", "mean_rank", "n_scores"]), 1.0, scale)
    return numeric_agreement("compare.scores", ours.to_numpy() / units, theirs.to_numpy() / units)
