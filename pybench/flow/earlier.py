"""Upgrades files of earlier schemas to the current ones, one version at a time.

What an earlier version did not write is computed if the file holds enough; otherwise it is absent
or "NaN", for unknown.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pybench.base.result import decode, frame_of
from pybench.comparison.critical import critical_diagram
from pybench.comparison.ranks import ranked
from pybench.comparison.verdicts import judged
from pybench.table import ResultsTable

Value = Mapping[str, Any]

_OF_MEAN_RANKS = ("nemenyi", "bonferroni-dunn", "siegel", "conover", "miller", "eisinga")
_LEVEL = 0.05  # of tests that were written without one
#: How sentences of sweep/1 began that are not true: they had the error of Euler's scheme.
_UNTRUE = ("Longer beats denser", "Denser beats longer", "Longer and denser cannot")
_SCORES = ("setting", "method", "path", "label", "score")  # columns of optimality/1, later form
_LEARNERS = ("factor", "value", "classifier", "auc", "lower", "upper", "verdict", "fit_seconds")


def upgraded(value: Any) -> Any:
    """Return a document with each result in it, and the results within those, up to date."""
    if isinstance(value, list) and value and isinstance(value[0], (list, Mapping)):
        return [upgraded(item) for item in value]
    if not isinstance(value, Mapping):
        return value
    value = {name: upgraded(item) for name, item in value.items()}
    name, _, version = str(value.get("schema")).removeprefix("pybench/").partition("/")
    value = FORMS.get(name, dict)(value)
    while (step := STEPS.get(f"{name}/{version}")) is not None:
        version = str(int(version) + 1)
        value = {**step(value), "schema": f"pybench/{name}/{version}"}
    return value


def _array(frame: Value) -> NDArray[np.float64]:
    """Return the numbers of a frame; the file has "Inf", "-Inf" and "NaN" as texts."""
    return np.array(frame["values"], dtype=np.float64)


def _like(frame: Value, values: NDArray[Any]) -> dict[str, Any]:
    return {**frame, "values": values.tolist()}


def _empty(columns: Sequence[str]) -> dict[str, Any]:
    return {"rows": [], "columns": list(columns), "values": []}


def _renamed(before: str, now: str) -> Callable[[Value], Value]:
    return lambda value: {now if name == before else name: one for name, one in value.items()}


def _whole_numbers(value: Value) -> Value:
    """Count datasets in whole numbers: `scores` was one matrix of fractions."""
    frame = value["scores"]
    index = frame["columns"].index("best")
    rows = [[*row[:index], int(row[index]), *row[index + 1 :]] for row in frame["values"]]
    return {**value, "scores": {**frame, "values": rows}}


def _leads(ranks: NDArray[np.float64], others: NDArray[np.float64]) -> NDArray[np.int64]:
    """Return 1 where the row has the better mean rank, -1 where the worse, 0 where equal."""
    return np.sign(others - ranks[:, None]).astype(np.int64)


def _comparison_1(value: Value) -> Value:
    """Add signed ranks, which the table of the file has; nothing was drawn, so no rope is known."""
    table, alpha = ranked(decode(ResultsTable, value["table"]), value["tie_tol"]), value["alpha"]
    test = judged(table, "wilcoxon", alpha)
    diagram = critical_diagram(table, test, alpha)
    drawn, names = value["critical_difference"], value["critical_difference"]["classifiers"]
    known = frame_of(value["nemenyi"]["pvalues"]).loc[names, names]
    return {
        **value,
        "critical_difference": {**drawn, "pvalues": _like(drawn["pvalues"], known.to_numpy())},
        "wilcoxon": test.to_dict(),
        "signed_rank_diagram": diagram.to_dict(),
        **dict.fromkeys(("multi_comparison", "bayesian", "stability")),
        "rope": "NaN",
        "seed": 0,
        "notes": [*value["notes"], "computed-on-reading"],
    }


def _critical_difference_1(value: Value) -> Value:
    """Add what every diagram of the first version was: Nemenyi's, of all pairs, p not kept."""
    names = value["classifiers"]
    unknown = [["NaN" if a != b else 1.0 for b in names] for a in names]
    pvalues = {"rows": names, "columns": names, "values": unknown}
    return {**value, "pvalues": pvalues, "adjust": "none", "control": None}


def _critical_difference_2(value: Value) -> Value:
    """Add the verdicts; a test that is not one of mean ranks has left no direction there."""
    ranks = np.array(value["mean_ranks"], np.float64)
    verdicts = _leads(ranks, ranks) * np.array(value["significant"], np.int64)
    known = value["test"] in _OF_MEAN_RANKS
    notes = [*value["notes"], *([] if known else ["direction-by-mean-ranks"])]
    return {**value, "verdicts": verdicts.tolist(), "against": [], "notes": notes}


def _multi_comparison_1(value: Value) -> Value:
    """Add that it did not record which is better."""
    frame, alpha = value["pvalues"], float(value["alpha"])
    own = np.equal.outer(np.array(frame["rows"], object), np.array(frame["columns"], object))
    shown = (_array(frame) <= alpha) & ~own.astype(bool)
    unknown = [["NaN" if cell else 0.0 for cell in row] for row in shown.tolist()]
    return {**value, "verdicts": {**frame, "values": unknown}}


def _nemenyi_1(value: Value) -> Value:
    """Add the verdicts, by p or, as scmamp has it, by the critical difference."""
    ranks = np.array(list(value["mean_ranks"].values()), np.float64)
    differs = _array(value["pvalues"]) <= float(value["alpha"])
    if value["convention"] == "scmamp":
        differs = abs(ranks - ranks[:, None]) >= float(value["critical_difference"])
    return {**value, "verdicts": _like(value["pvalues"], _leads(ranks, ranks) * differs)}


def _optimality_1(value: Value) -> Value:
    """Keep its verdicts, by the rule that it prints and no margin."""
    return {"scores": _empty(_SCORES), **value, "margin": None}


def _pairwise_test_1(value: Value) -> Value:
    """Add directions and verdicts, which follow from the statistics.

    Against a control W+ and wins leave them to the mean ranks.
    """
    frame, of_ranks = value["statistics"], value["mean_ranks"]
    statistics, notes, control = _array(frame), list(value["notes"]), value["control"]
    if value["statistic"] == "chi-square" or (
        control is not None and value["statistic"] in ("W+", "wins")
    ):
        ranks = [np.array([of_ranks[name] for name in frame[axis]]) for axis in ("rows", "columns")]
        directions = _leads(*ranks)
        if control is not None:
            notes.append("direction-by-mean-ranks")
    else:
        directions = np.sign(statistics - (statistics.T if control is None else 0)).astype(np.int64)
    alpha, one_sided = value.get("alpha", _LEVEL), {"greater": 1, "less": -1}
    shown = one_sided.get(value["alternative"], directions)
    return {
        **value,
        "alpha": alpha,
        "directions": _like(frame, directions),
        "verdicts": _like(frame, (_array(value["pvalues"]) <= float(alpha)) * shown),
        "notes": notes,
    }


def _stability_1(value: Value) -> Value:
    """Add that it did not record how often verdicts reverse."""
    parts = {}
    for name in ("full", "over_sets", "over_datasets", "over_resamples"):
        frame = value[name]
        columns = [*frame["columns"], "nemenyi reversed", "wilcoxon-holm reversed"]
        unknown = [0.0 if name == "full" else "NaN"] * 2
        values = [[*row, *unknown] for row in frame["values"]]
        parts[name] = {**frame, "columns": columns, "values": values}
    return {**value, **parts}


def _sweep_1(value: Value) -> Value:
    """Add that what is observed was not measured; leave out sentences that are not true."""
    table = value["table"]
    columns = [*table["columns"], "observed", "observed_se"]
    rows = [[*row, "NaN", "NaN"] for row in table["values"]]
    conclusions = [one for one in value["conclusions"] if not one.startswith(_UNTRUE)]
    fields = {
        **value,
        "table": {**table, "columns": columns, "values": rows},
        "conclusions": conclusions,
    }
    return {"learners": _empty(_LEARNERS), **fields}


def _validation_1(value: Value) -> Value:
    """Add that nothing was refused: it asked what both languages answer."""
    return {**value, "refused": []}


#: Schema -> what brings an early form of a version to the later form of the same version.
FORMS: dict[str, Callable[[Value], Value]] = {
    "comparison": _whole_numbers,
    "kendall-w": _renamed("repeats", "resamples"),
    "multi-comparison": _renamed("order", "ordered_by"),
    "rank-intervals": _renamed("repeats", "resamples"),
}
#: Schema -> what brings a file of it to the next version.
STEPS: dict[str, Callable[[Value], Value]] = {
    "comparison/1": _comparison_1,
    "critical-difference/1": _critical_difference_1,
    "critical-difference/2": _critical_difference_2,
    "multi-comparison/1": _multi_comparison_1,
    "nemenyi/1": _nemenyi_1,
    "optimality/1": _optimality_1,
    "pairwise-test/1": _pairwise_test_1,
    "stability/1": _stability_1,
    "sweep/1": _sweep_1,
    "validation/1": _validation_1,
}
