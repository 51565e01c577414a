"""How pages write numbers."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from pybench.base.noun import said
from pybench.base.result import P_FLOOR


def fixed(value: float, digits: int) -> str:
    """Write a number with a fixed number of decimals, a true minus before negative ones."""
    return f"{value:.{digits}f}".replace("-", "−")


def number(value: float) -> str:
    """Write a number with six significant digits."""
    return "∞" if math.isinf(value) else f"{value:.6g}"


def p_value(value: float) -> str:
    """Write a p-value with three decimals, or as a bound."""
    if value < P_FLOOR:
        return "<1e-12"
    return "<0.001" if value < 0.001 else f"{value:.3f}"


def short_p(value: float) -> str:
    """Write a p-value for a cell of a large matrix."""
    return "<.001" if value < 0.001 else f"{value:.3f}"


def probability(value: float) -> str:
    """Write a probability with two decimals; only exact 0 and 1 are shown as such.

    Examples
    --------
    >>> [probability(p) for p in (1.0, 0.9999, 0.5, 0.0001, 0.0)]
    ['1.00', '>.99', '0.50', '<.01', '0.00']
    """
    text = f"{value:.2f}"
    return {"0.00": "<.01", "1.00": ">.99"}.get(text, text) if 0 < value < 1 else text


def percent(share: float) -> str:
    r"""Write a share as a percentage; only exact 0 and 1 are shown as 0 % and 100 %.

    Examples
    --------
    >>> [percent(share).replace("\u00a0", " ") for share in (1.0, 0.999, 0.123, 0.001, 0.0)]
    ['100 %', '>99 %', '12 %', '<1 %', '0 %']
    """
    text = f"{share:.0%}"[:-1]
    return ({"0": "<1", "100": ">99"}.get(text, text) if 0 < share < 1 else text) + "\u00a0%"


def counted(number: int, noun: str) -> str:
    """Write a number with its noun.

    Examples
    --------
    >>> counted(1, "pair"), counted(3, "pair")
    ('1 pair', '3 pairs')
    """
    return said(f"{number} {noun}{'' if number == 1 else 's'}")


def joined(names: Sequence[str]) -> str:
    """Join names as in a sentence.

    Examples
    --------
    >>> joined(["a"]), joined(["a", "b", "c"])
    ('a', 'a, b and c')
    """
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def grouped(names: tuple[str, ...]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Group file names by their part before the ending, in order of first appearance.

    Examples
    --------
    >>> grouped(("a.svg", "b.csv", "a.png"))
    (('a', ('svg', 'png')), ('b', ('csv',)))
    """
    groups: dict[str, list[str]] = {}
    for name in names:
        stem, _, ending = name.rpartition(".")
        groups.setdefault(stem, []).append(ending)
    return tuple((stem, tuple(endings)) for stem, endings in groups.items())


def spread(counts: Iterable[int]) -> str:
    """Return the smallest and the largest of some numbers: "9 to 11", or "11"."""
    found = sorted(set(counts))
    return f"{found[0]}" if len(found) == 1 else f"{found[0]} to {found[-1]}"
