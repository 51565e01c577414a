"""Figures printed in papers, and the values of both languages."""

from __future__ import annotations

from pybench.base import shared
from pybench.base.catalogue import Value, value_of
from pybench.certificate import tables
from pybench.certificate.result import Figure
from pybench.comparison.questions import function


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
    found = getattr(function(row["statistic"])(t, **options, engine=engine), row["field"])
    names = tuple(filter(None, row["place"].split(" / ")))  # none, a method, or row and column
    return float(found.loc[names] if names else found)


def options_of(text: str) -> dict[str, Value]:
    """Read options: "test=bonferroni-dunn; alpha=0.1"."""
    parts = (part.partition("=") for part in text.split("; ") if part)
    return {name: value_of(value) for name, _, value in parts}
