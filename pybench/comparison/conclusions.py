"""The conclusions of a comparison in sentences, the same in Python and in R.

The wording is in ``inst/shared/sentences.csv``; ``tests/golden/sentences/README.md`` says when each
sentence is used.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from pybench.base import shared
from pybench.base.noun import said
from pybench.base.result import format_p, format_statistic
from pybench.base.text import counted
from pybench.comparison.bayesian import SURE, BayesianPairs
from pybench.comparison.critical import CriticalDifference
from pybench.comparison.friedman import FriedmanResult
from pybench.comparison.incomplete import n_missing, spread
from pybench.comparison.nemenyi import NemenyiResult
from pybench.comparison.omnibus import OmnibusTest
from pybench.comparison.pairs import PairwiseTest
from pybench.comparison.permutation import noted_ties
from pybench.comparison.stability import Stability
from pybench.comparison.within import WithinDatasets

Part = TypeVar("Part")

SHOWN_PAIRS = 5  # number of pairs named in a sentence
_OFTEN = 0.05  # a verdict that changes in a larger share of resamples is counted
#: Bayesian comparisons of pairs, as "the Bayesian ...".
BAYES = {
    "bayesian_signed_rank": "signed-rank test",
    "bayesian_hierarchical": "hierarchical model of the repeats",
}
#: Tests of all methods if scores are missing, as "the ... test".
OMNIBUS = {"skillings_mack": "Skillings-Mack", "durbin": "Durbin"}


@dataclass(frozen=True, slots=True)
class _Test:
    """A test of all pairs, best mean rank first."""

    name: str  #: name in a sentence after "By"
    names: Sequence[str]
    verdicts: NDArray[np.int_]  #: (k, k): 1 row better, -1 row worse, 0 not shown
    alpha: float
    datasets: str  #: number of datasets, of those of the pairs if scores are missing
    least: float  #: the least adjusted p-value of any such table
    found: str  #: text in brackets after a verdict, or empty
    ties: str  #: text on ties after `least`, or empty
    word: str  #: "signed-rank" or "sign", for a test of pairs

    @property
    def differing(self) -> int:
        """Number of pairs that differ significantly."""
        return int(np.triu(self.verdicts != 0, 1).sum())

    @property
    def unable(self) -> bool:
        """Whether no table of this size could show a difference."""
        return self.least > self.alpha

    def pair(self, i: int, j: int) -> str:
        """Return a sentence on which of two is better."""
        first, second = (i, j) if self.verdicts[i, j] > 0 else (j, i)
        return f"{self.names[first]} better than {self.names[second]}"


def conclusions(parts: Mapping[str, Any], best_scores: Sequence[str]) -> tuple[str, ...]:
    """Return the findings of the tests in sentences.

    Parameters
    ----------
    parts : mapping
        The parts of a `Comparison` by name; None for those not requested.
    best_scores : sequence of str
        The methods with the best mean score: one, or several that share it.

    Returns
    -------
    tuple of str
        Omnibus test, best methods, pairs, Bayes, within datasets, stability, caveats; in this
        order.
    """
    omnibus: FriedmanResult | OmnibusTest = parts["omnibus"] or parts["friedman"]
    tests = one_of(parts["wilcoxon"], parts["sign_test"])
    diagram = one_of(parts["signed_rank_diagram"], parts["sign_test_diagram"])
    pairs: CriticalDifference = parts["critical_difference"] or diagram
    leaders = int((pairs.mean_ranks == pairs.mean_ranks[0]).sum())
    if "degenerate" in omnibus.notes:
        return (say("degenerate", k=omnibus.n_classifiers),)
    signed = _signed(tests, pairs)
    several = (say("several_metrics"),) * (signed.word == "sign")
    if isinstance(omnibus, OmnibusTest):
        return (
            *several,
            _incomplete(omnibus, tests),
            *_omnibus(omnibus, None, pairs.alpha),
            *_best_of_gaps(pairs, omnibus, tests),
            *_verdicts(signed, leaders),
            *_against(pairs, signed.word),
            *_bayes(parts["bayesian"], pairs),
            *_within(parts["within"]),
            *_not_equal(signed),
        )
    ranked = _nemenyi(parts["nemenyi"], pairs)
    return (
        *several,
        *_omnibus(omnibus, parts["iman_davenport"], pairs.alpha),
        *_best(pairs, best_scores),
        *_verdicts(ranked, leaders),
        *_verdicts(signed, leaders),
        *_differences(ranked, signed),
        *_bayes(parts["bayesian"], pairs),
        *_within(parts["within"]),
        *_stability(parts["stability"]),
        *_reservations(omnibus, ranked, signed, pairs.convention),
    )


def _incomplete(omnibus: OmnibusTest, test: PairwiseTest) -> str:
    """State how many scores are missing, and which tests were therefore not done."""
    return say(
        "incomplete",
        missing=n_missing(test.n_datasets, test.n_common),
        scores=test.n_datasets * test.n_classifiers,
        omnibus=OMNIBUS[omnibus.test],
        common=spread(test.n_common),
        datasets=test.n_datasets,
        signed=kind_of(test),
    )


def one_of(signed_ranks: Part | None, signs: Part | None) -> Part:
    """Return the tests of pairs of a comparison, or their diagram: by signed ranks, or by signs."""
    found = signs if signed_ranks is None else signed_ranks
    assert found is not None
    return found


def kind_of(test: PairwiseTest) -> str:
    """Return the kind of the tests of pairs of a comparison, as "signed-rank" or "sign" tests."""
    return "sign" if test.test == "sign_test" else "signed-rank"


def _nemenyi(test: NemenyiResult, pairs: CriticalDifference) -> _Test:
    width = test.critical_difference
    # Without one, p comes from permutations (two methods).
    exact = "" if width is not None else f"exact p {format_p(test.pvalues.to_numpy()[0, 1])}"
    found = exact or f"critical difference {width:.2f}"
    return _test("Nemenyi's test", test, pairs, found)


def _signed(test: PairwiseTest, pairs: CriticalDifference) -> _Test:
    if len(pairs.classifiers) == 2:
        found = f"p {format_p(test.pvalues.to_numpy()[0, 1])}{_on(test, ', ')}"
        return _test(f"the {kind_of(test)} test", test, pairs, found)
    return _test(f"the {kind_of(test)} tests with Holm's correction", test, pairs, _on(test))


def _on(test: PairwiseTest, before: str = "") -> str:
    """Return the number of datasets of the pairs if scores are missing, as text."""
    common = test.n_common
    pairs = " per pair" if test.n_classifiers > 2 else ""
    return "" if common is None else f"{before}{spread(common)} datasets{pairs}"


def _test(
    name: str, test: NemenyiResult | PairwiseTest, pairs: CriticalDifference, found: str
) -> _Test:
    order = list(pairs.classifiers)
    verdicts = test.verdicts.loc[order, order].to_numpy()
    least, ties = test.least_pvalue, _ties(test.notes)
    common = test.n_common if isinstance(test, PairwiseTest) else None
    datasets = f"{pairs.n_datasets}" if common is None else spread(common)
    word = kind_of(test) if isinstance(test, PairwiseTest) else ""
    return _Test(name, order, verdicts, pairs.alpha, datasets, least, found, ties, word)


def _ties(notes: Sequence[str]) -> str:
    return " with ties like these" if noted_ties(notes) else ""


def _omnibus(
    omnibus: FriedmanResult | OmnibusTest, other: FriedmanResult | None, alpha: float
) -> Iterator[str]:
    found = omnibus.pvalue <= alpha
    if omnibus.least_pvalue > alpha:
        key = "omnibus_unable"
    elif found:
        key = "omnibus_two_differ" if omnibus.n_classifiers == 2 else "omnibus_differ"
    else:
        key = "omnibus_same"
    yield say(
        key,
        omnibus=OMNIBUS[omnibus.test] if isinstance(omnibus, OmnibusTest) else "Friedman",
        k=omnibus.n_classifiers,
        alpha=f"{alpha:.4g}",
        datasets=omnibus.n_datasets,
        ties=_ties(omnibus.notes),
        least=f"{omnibus.least_pvalue:.4g}",
        found=_statistic("chi-square", omnibus),
    )
    if other is not None and (other.pvalue <= alpha) != found:
        key = "other_same" if found else "other_differ"
        yield say(key, alpha=f"{alpha:.4g}", found=_statistic("F", other))


def _statistic(name: str, test: FriedmanResult | OmnibusTest) -> str:
    df = " and ".join(f"{x:.0f}" for x in test.df)
    source = f"df = {df}" if test.reference == "limit" else test.reference
    return f"{name} = {format_statistic(test.statistic)}, {source}, p {format_p(test.pvalue)}"


def _best(pairs: CriticalDifference, best_scores: Sequence[str]) -> Iterator[str]:
    leaders = [
        name
        for name, rank in zip(pairs.classifiers, pairs.mean_ranks, strict=True)
        if rank == pairs.mean_ranks[0]
    ]
    names, rank = ", ".join(leaders), f"{pairs.mean_ranks[0]:.2f}"
    yield say("best_one" if len(leaders) == 1 else "best_several", names=names, rank=rank)
    if not set(best_scores) & set(leaders):
        yield say("mean_best", names=", ".join(best_scores), others=names)


def _best_of_gaps(
    pairs: CriticalDifference, omnibus: OmnibusTest, test: PairwiseTest
) -> Iterator[str]:
    """State the best mean rank; means of scores are over other datasets for each method."""
    usual = list(_best(pairs, pairs.classifiers))
    if spread(test.n_common) == f"{omnibus.n_datasets}":  # every ranked dataset has every score
        yield from usual
        return
    ranks = pairs.mean_ranks
    best = [name for name, rank in zip(pairs.classifiers, ranks, strict=True) if rank == ranks[0]]
    key = "best_one_gaps" if len(best) == 1 else "best_several_gaps"
    yield say(key, names=", ".join(best), rank=f"{ranks[0]:.2f}", k=len(ranks))


def _against(pairs: CriticalDifference, kind: str) -> Iterator[str]:
    """Name the pairs of which the significantly better method has no better mean rank."""
    if pairs.against:
        named = [f"{better} better than {worse}" for better, worse in pairs.against]
        listed = _listed(named)
        yield say("against_gaps", alpha=f"{pairs.alpha:.4g}", names=listed, signed=kind)


def _verdicts(test: _Test, leaders: int) -> Iterator[str]:
    """State how many pairs differ by a test, and which are not worse than the best."""
    k = len(test.names)
    values: dict[str, object] = {"test": test.name, "Test": test.name[0].upper() + test.name[1:]}
    values |= {"alpha": f"{test.alpha:.4g}", "datasets": test.datasets, "found": test.found}
    values |= {"pairs": k * (k - 1) // 2, "least": f"{test.least:.4g}", "ties": test.ties}
    if k == 2:
        first, second = (0, 1) if test.verdicts[0, 1] > 0 else (1, 0)
        values |= {"better": test.names[first], "worse": test.names[second]}
        yield say("two_" + _kind(test, "same", "better"), **values)
        return
    if test.found:
        values["found"] = f" ({test.found})"
    amount = "one" if test.differing == 1 else "many"
    yield say("pairs_" + _kind(test, "none", amount), **values, differing=test.differing)
    if test.differing and leaders < k:
        worse = np.all(test.verdicts[:leaders, leaders:] > 0, axis=0)
        others = [name for name, is_worse in zip(test.names[leaders:], worse, strict=True)
                  if not is_worse]  # fmt: skip
        key = "none" if not others else "all" if len(others) == k - leaders else "some"
        values["best"] = ("each of " if leaders > 1 else "") + ", ".join(test.names[:leaders])
        yield say("beside_" + key, **values, names=", ".join(others))


def _kind(test: _Test, nothing: str, something: str) -> str:
    if test.differing:
        return something
    return "unable" if test.unable else nothing


def _differences(ranked: _Test, signed: _Test) -> Iterator[str]:
    """Name the pairs on which the two tests find opposite directions, or one finds nothing."""
    opposite: list[str] = []
    only_ranked: list[str] = []
    only_signed: list[str] = []
    for i, j in np.argwhere(np.triu(ranked.verdicts != signed.verdicts, 1)).tolist():
        if not signed.verdicts[i, j]:
            only_ranked.append(ranked.pair(i, j))
        elif not ranked.verdicts[i, j]:
            only_signed.append(signed.pair(i, j))
        else:
            opposite.append(ranked.pair(i, j))
    if opposite:
        key = "opposite_one" if len(opposite) == 1 else "opposite_many"
        yield say(key, count=len(opposite), names=_listed(opposite), signed=signed.word)
    # A test that cannot show anything was reported above; it contradicts no other.
    if only_ranked and not signed.unable and len(ranked.names) > 2:
        yield say("nemenyi_only", alpha=f"{ranked.alpha:.4g}", names=_listed(only_ranked))
    if only_signed and not ranked.unable and len(ranked.names) > 2:
        listed = _listed(only_signed)
        yield say("signed_only", alpha=f"{signed.alpha:.4g}", names=listed, signed=signed.word)


def _listed(pairs: Sequence[str]) -> str:
    hidden = len(pairs) - SHOWN_PAIRS
    more = [f"and {hidden} more"] if hidden > 0 else []
    return "; ".join([*pairs[:SHOWN_PAIRS], *more])


def _bayes(test: BayesianPairs | None, pairs: CriticalDifference) -> Iterator[str]:
    if test is None:
        return
    order = list(pairs.classifiers)
    better, equal, worse = (
        part.loc[order, order].to_numpy()[np.triu_indices(len(order), 1)]
        for part in (test.better, test.equal, test.worse)
    )
    rope, bayes = f"{test.rope:.4g}", BAYES[test.test]
    if len(order) == 2:
        chances = {"better": better[0], "equal": equal[0], "worse": worse[0]}
        shown = {name: f"{chance:.3f}" for name, chance in chances.items()}
        yield say("bayes_two", bayes=bayes, rope=rope, first=order[0], second=order[1], **shown)
        return
    one, alike = int((np.maximum(better, worse) > SURE).sum()), int((equal > SURE).sum())
    counts = {"better": one, "equal": alike, "open": len(better) - one - alike}
    yield say("bayes_many", bayes=bayes, rope=rope, pairs=len(better), **counts)


def _within(found: WithinDatasets | None) -> Iterator[str]:
    """State on how many datasets a pair differs, those that differ on most datasets first."""
    if found is None:
        return
    counts = found.counts()
    told = {"rho": f"{found.rho:.4g}", "alpha": f"{found.alpha:.4g}", "pairs": len(counts)}
    told |= {"datasets": len(found.datasets)}
    if len(counts) == 1:
        [one] = counts
        tested = one.better + one.worse + one.not_shown
        values = {"first": one.first, "second": one.second, "datasets": tested}
        values |= {"ahead": one.better, "behind": one.worse, "open": one.not_shown}
        yield say("within_two", **{**told, **values})
        return
    named = [f"{one.first} better than {one.second} on {one.better}"
             + f", worse on {one.worse}" * (one.worse > 0)
             for one in counts if one.better]  # fmt: skip
    key = "within_many" if named else "within_none"
    yield say(key, **told, differing=len(named), names=_listed(named))


def _stability(found: Stability | None) -> Iterator[str]:
    if found is None:
        return
    kinds = ("sets", "datasets", "resamples")
    changed = {kind: found.flips(kind)["wilcoxon-holm"].to_numpy() for kind in kinds}
    turned = [found.reversals(kind)["wilcoxon-holm"].to_numpy() > 0 for kind in kinds]
    yield say(
        "stability",
        pairs=counted(len(found.pairs), "pair"),
        sets=int((changed["sets"] > 0).sum()),
        single=int((changed["datasets"] > 0).sum()),
        resamples=int((changed["resamples"] > _OFTEN).sum()),
        reversed=int(np.any(turned, axis=0).sum()) or "none",
    )


def _reservations(
    omnibus: FriedmanResult, ranked: _Test, signed: _Test, convention: str
) -> Iterator[str]:
    yield from _not_equal(min(ranked, signed, key=lambda test: test.differing))
    if omnibus.pvalue > ranked.alpha and ranked.differing:
        yield say("omnibus_against")
    if convention != "standard":
        yield say("convention", convention=convention)


def _not_equal(test: _Test) -> Iterator[str]:
    if test.differing < len(test.names) * (len(test.names) - 1) // 2:
        yield say("not_equal", datasets=test.datasets)


def say(key: str, **values: object) -> str:
    """Fill the template of a sentence in one pass: braces in a name stay unchanged."""
    return re.sub(r"\{(\w+)\}", lambda hole: str(values[hole[1]]), said(_templates()[key]))


@cache
def _templates() -> dict[str, str]:
    return {row["key"]: row["text"] for row in shared.rows("sentences.csv")}
