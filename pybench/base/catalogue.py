"""The catalogue of statistics of a results table: every public one, and how to call it.

``r/inst/shared/calls.csv`` has one row per call. The first row of a function gives its kind and,
for a test of pairs, its name in figures. ``settings`` are arguments other than the table,
``name=value`` separated by ``"; "``; choices are separated by ``|`` and combined in full;
``@first`` and the like are placeholders for names in the table, see `pybench.comparison.questions`.
``uses`` lists the uses of the call:

=========== ========================================================================
question    `validate` and the certificate compare both languages; it must obey the laws
reference   its numbers are in reference.csv, which only R checks
text        both languages write the same text, with the same fields
size        bench/type_one measures p; for a test of pairs, that of the first pair
family      bench/type_one measures the smallest adjusted p
diagram     the test decides the pairs of a critical difference diagram
mean-ranks  a pair depends on the other methods: its result carries this note
=========== ========================================================================
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from pybench.base import shared
from pybench.base.text import without_controls

Value = bool | int | float | str


@dataclass(frozen=True, slots=True)
class Call:
    """One row of the catalogue."""

    function: str  #: public name
    settings: str  #: as in the file
    uses: frozenset[str]

    def choices(self) -> dict[str, list[Value]]:
        """Return the choices of every argument that the row names."""
        parts = (part.partition("=") for part in self.settings.split("; ") if part)
        return {name: [value_of(word) for word in text.split("|")] for name, _, text in parts}


def calls(use: str) -> tuple[Call, ...]:
    """Return the calls with a given use, in the order of the catalogue."""
    return tuple(call for call in _all() if use in call.uses)


def functions(use: str | None = None) -> tuple[str, ...]:
    """Return the functions that have a call with a use, or all, in the order of the catalogue."""
    found = _all() if use is None else calls(use)
    return tuple(dict.fromkeys(call.function for call in found))


def kinds() -> Mapping[str, str]:
    """Return function -> kind: "omnibus", "pairs", "bayes", ..."""
    return {row["function"]: row["kind"] for row in shared.rows("calls.csv") if row["kind"]}


def test_names() -> Mapping[str, str]:
    """Return test of pairs -> its name in figures."""
    return {row["function"]: row["name"] for row in shared.rows("calls.csv") if row["name"]}


def decision(test: str, alpha: float, adjust: str, convention: str = "standard") -> str:
    """Return test, level, correction and convention in a few words.

    A test that is listed among the corrections adjusts its p-values by itself.

    Examples
    --------
    >>> decision("wilcoxon", 0.05, "holm")
    'Wilcoxon signed-rank test, alpha = 0.05, adjustment holm'
    >>> decision("nemenyi", 0.1, "single-step", "scmamp")
    'Nemenyi test, alpha = 0.1, convention scmamp'
    """
    named = {**test_names(), "bonferroni-dunn": "Bonferroni-Dunn test"}
    name = {**named, "p-values": "given p-values"}.get(test)
    name = without_controls(test) if name is None else name[0].upper() + name[1:]
    own = any(row["key"] == test for row in shared.rows("corrections.csv"))
    adjusted = "" if own else f", adjustment {without_controls(adjust)}"
    reproduced = "" if convention == "standard" else f", convention {without_controls(convention)}"
    return f"{name}, alpha = {alpha:g}{adjusted}{reproduced}"


@cache
def _all() -> tuple[Call, ...]:
    return tuple(
        Call(row["function"], row["settings"], frozenset(row["uses"].split()))
        for row in shared.rows("calls.csv")
    )


def value_of(text: str) -> Value:
    """Read a value: TRUE or FALSE, a whole number, a number, else the text itself."""
    if text in ("TRUE", "FALSE"):
        return text == "TRUE"
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text
