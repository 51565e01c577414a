"""Figures printed in papers, beside what both languages have in their place."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pybench.comparison.critical as critical
from pybench.base import shared
from pybench.certificate import tables
from pybench.certificate.result import Figure
from pybench.comparison.friedman import friedman
from pybench.comparison.nemenyi import nemenyi
from pybench.comparison.wilcoxon import wilcoxon

FUNCTIONS: dict[str, Callable[..., Any]] = {
    "critical_difference": critical.critical_difference,
    "friedman": friedman,
    "nemenyi": nemenyi,
    "wilcoxon": wilcoxon,
}


def figures() -> tuple[Figure, ...]:
    """Return every figure of published.csv with Python's value and R's."""
    return tuple(map(_figure, shared.rows("published.csv")))


def _figure(row: dict[str, str]) -> Figure:
    ours, theirs = (_value(row, engine) for engine in ("python", "r"))
    what = f"{row['field']} of {row['place']}" if row["place"] else row["field"]
    return Figure(row["table"], row["statistic"], what, row["printed"], ours, theirs, row["source"])


def _value(row: dict[str, str], engine: str) -> float:
    options = options_of(row["options"])
    t = tables.results(row["table"])
    found = getattr(FUNCTIONS[row["statistic"]](t, **options, engine=engine), row["field"])
    names = tuple(filter(None, row["place"].split(" / ")))  # none, a classifier, or row and column
    return float(found.loc[names] if names else found)


def options_of(text: str) -> dict[str, float | int | str]:
    """Read options: "test=bonferroni-dunn; alpha=0.1"."""
    return dict(map(_option, filter(None, text.split("; "))))


def _option(text: str) -> tuple[str, float | int | str]:
    name, _, value = text.partition("=")
    for kind in (int, float):
        try:
            return name, kind(value)
        except ValueError:
            continue
    return name, value
