"""Critical difference diagrams at the levels and corrections that a reader may choose."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from markupsafe import Markup

from pybench.base.errors import ArgumentError
from pybench.reporting import escape
from pybench.reporting.pairs import CORRECTIONS, levels

if TYPE_CHECKING:
    from pybench.comparison.critical import CriticalDifference
    from pybench.comparison.summary import Comparison


@dataclass(frozen=True, slots=True)
class Shown:
    """A diagram for some choices, numbered by level, then by correction."""

    choices: tuple[int, ...]
    image: Markup
    alternative: str


@dataclass(frozen=True, slots=True)
class Choices:
    """The diagrams of a test: the choices of the figure itself, and all others."""

    own: tuple[int, ...]
    others: tuple[Shown, ...]


NO_CHOICE: dict[str, Choices | None] = {"nemenyi": None, "signed": None}


def diagrams(comparison: Comparison) -> dict[str, Choices | None]:
    """Return the diagrams of both tests for every choice; None if there is no choice."""
    from pybench.plot._critical_difference import critical_difference_svgs

    choosable, n = levels(comparison), len(CORRECTIONS)
    if not choosable:
        return NO_CHOICE
    try:
        nemenyi = [comparison.nemenyi_at(alpha) for alpha in choosable]
        signed = [comparison.signed_ranks_at(alpha, c) for alpha in choosable for c in CORRECTIONS]
    except ArgumentError:  # too many bars to be readable
        return NO_CHOICE
    svgs = critical_difference_svgs([*nemenyi, *signed])
    own = n * choosable.index(comparison.alpha)
    each = [tuple(range(n * at, n * at + n)) for at in range(len(choosable))]
    numbers: list[tuple[int, ...]] = [(at,) for at in range(len(signed))]
    by_rank, by_scores = svgs[: len(nemenyi)], svgs[len(nemenyi) :]
    return {
        "nemenyi": _choices(each, by_rank, [alternative(one, "Nemenyi") for one in nemenyi], own),
        "signed": _choices(
            numbers,
            by_scores,
            [alternative(one, ranks_or_signs(comparison)) for one in signed],
            own,
        ),
    }


def _choices(
    numbers: list[tuple[int, ...]], svgs: list[str], words: list[str], own: int
) -> Choices:
    [mine] = [one for one in numbers if own in one]
    others = (
        Shown(one, escape.drawing(svg), said)
        for one, svg, said in zip(numbers, svgs, words, strict=True)
        if one != mine
    )
    return Choices(mine, tuple(others))


def ranks_or_signs(comparison: Comparison) -> str:
    """Return what the tests of pairs use, in words."""
    return "signed ranks" if comparison.pairs_by == "signed-rank" else "signs"


def alternative(diagram: CriticalDifference, test: str) -> str:
    """Describe a diagram in words."""
    ranks = ", ".join(
        f"{name} {rank:.2f}"
        for name, rank in zip(diagram.classifiers, diagram.mean_ranks, strict=True)
    )
    bars = "; ".join(", ".join(clique) for clique in diagram.cliques) or "none"
    by = "" if test == "Nemenyi" else f", correction {diagram.adjust}"
    return (
        f"Critical difference diagram, {test}, alpha = {diagram.alpha:g}{by}. "
        f"Mean ranks: {ranks}. No significant difference within: {bars}."
    )
