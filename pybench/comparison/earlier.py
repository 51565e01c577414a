"""Files of earlier schemas, brought up to the present one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pybench.comparison.nemenyi import decide
from pybench.comparison.pairs import decided

Value = Mapping[str, Any]

_OF_MEAN_RANKS = ("nemenyi", "bonferroni-dunn", "siegel", "conover", "miller", "eisinga")


def _array(frame: Value) -> NDArray[np.float64]:
    """Return the numbers of a frame; the file has "Inf", "-Inf" and "NaN" as texts."""
    return np.array(frame["values"], dtype=np.float64)


def _like(frame: Value, values: NDArray[Any]) -> dict[str, Any]:
    return {**frame, "values": values.tolist()}


def _leads(ranks: NDArray[np.float64], others: NDArray[np.float64]) -> NDArray[np.int64]:
    """Return 1 where the row has the better mean rank, -1 where the worse, 0 where equal."""
    return np.sign(others - ranks[:, None]).astype(np.int64)


def nemenyi(value: Value) -> Value:
    """Add the verdicts to what the schema nemenyi/1 holds."""
    ranks = np.array(list(value["mean_ranks"].values()), np.float64)
    width, alpha = float(value["critical_difference"]), float(value["alpha"])
    verdicts = decide(_array(value["pvalues"]), ranks, width, alpha, value["convention"])
    return {**value, "verdicts": _like(value["pvalues"], verdicts)}


def pairwise_test(value: Value) -> Value:
    """Add directions and verdicts to what the schema pairwise-test/1 holds.

    They follow from the statistics; against a control W+ and wins leave them to the mean ranks.
    """
    frame, of_ranks = value["statistics"], value["mean_ranks"]
    statistics, notes = _array(frame), list(value["notes"])
    if value["statistic"] == "chi-square" or (
        value["control"] is not None and value["statistic"] in ("W+", "wins")
    ):
        ranks = [np.array([of_ranks[name] for name in frame[axis]]) for axis in ("rows", "columns")]
        directions = _leads(*ranks)
        if value["control"] is not None:
            notes.append("direction-by-mean-ranks")
    elif value["control"] is None:
        directions = np.sign(statistics - statistics.T).astype(np.int64)
    else:
        directions = np.sign(statistics).astype(np.int64)
    pvalues, alpha = _array(value["pvalues"]), float(value["alpha"])
    verdicts = decided(pvalues, directions, alpha, value["alternative"])
    return {
        **value,
        "directions": _like(frame, directions),
        "verdicts": _like(frame, verdicts),
        "notes": notes,
    }


def critical_difference(value: Value) -> Value:
    """Add the verdicts to what the schema critical-difference/2 holds.

    A test that is not one of mean ranks has left no direction there: mean ranks stand in.
    """
    ranks = np.array(value["mean_ranks"], np.float64)
    verdicts = _leads(ranks, ranks) * np.array(value["significant"], np.int64)
    known = value["test"] in _OF_MEAN_RANKS
    said = [*value["notes"], *([] if known else ["direction-by-mean-ranks"])]
    return {**value, "verdicts": verdicts.tolist(), "against": [], "notes": said}


def multi_comparison(value: Value) -> Value:
    """Add to what the schema multi-comparison/1 holds that it did not tell who is better."""
    frame, alpha = value["pvalues"], float(value["alpha"])
    own = np.equal.outer(np.array(frame["rows"], object), np.array(frame["columns"], object))
    shown = (_array(frame) <= alpha) & ~own.astype(bool)
    unknown = [["NaN" if cell else 0.0 for cell in row] for row in shown.tolist()]
    return {**value, "verdicts": {**frame, "values": unknown}}


def stability(value: Value) -> Value:
    """Add to what the schema stability/1 holds that it did not tell how often verdicts reverse."""
    parts = {}
    for name in ("full", "over_sets", "over_datasets", "over_resamples"):
        frame = value[name]
        columns = [*frame["columns"], "nemenyi reversed", "wilcoxon-holm reversed"]
        unknown = [0.0 if name == "full" else "NaN"] * 2
        parts[name] = {
            **frame,
            "columns": columns,
            "values": [[*row, *unknown] for row in frame["values"]],
        }
    return {**value, **parts}
