"""What a critical difference diagram says, as texts and numbers, before any geometry."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pybench.base import check
from pybench.base.errors import ArgumentError
from pybench.plot.label import shorten, visible

if TYPE_CHECKING:
    from pybench.comparison.critical import CriticalDifference
    from pybench.comparison.summary import Comparison

LAYOUTS = ("both", "one-sided")
SIDES = ("left", "right")
AXES = ("full", "tight")


@dataclass(frozen=True, slots=True)
class Content:
    """Texts and numbers of a diagram; classifiers by their place, best first."""

    names: tuple[str, ...]  #: as shown
    values: tuple[str, ...]  #: mean ranks as shown
    ranks: tuple[float, ...]  #: mean ranks, ascending
    cliques: tuple[tuple[int, ...], ...]  #: one set of places per bar, ascending
    groups: tuple[int | None, ...]  #: number of each classifier's group
    group_names: tuple[str, ...]  #: as shown, in order of appearance
    highlighted: frozenset[int]  #: places drawn in bold
    ruler: float | None  #: length in ranks
    ruler_text: str
    title: tuple[str, ...]  #: lines
    footnote: str


def content(
    result: CriticalDifference | Comparison,
    *,
    groups: Mapping[str, str] | None = None,
    title: str | None = None,
    decimals: int = 2,
    ruler: bool = True,
    footnote: bool = True,
    highlight: str | Iterable[str] | None = None,
    max_label: int | None = None,
) -> Content:
    """Collect what the diagram of a result says; arguments as `critical_difference`."""
    shown = diagram_of(result)
    check_count("decimals", decimals, 0, 12)
    if max_label is not None:
        check_count("max_label", max_label, 3, 10_000)
    group_names = _group_names(shown.classifiers, groups or {})
    place = {name: i for i, name in enumerate(shown.classifiers)}
    cliques = tuple(tuple(sorted(place[name] for name in clique)) for clique in shown.cliques)
    length = shown.critical_difference if ruler else None
    return Content(
        names=tuple(shorten(visible(name), max_label) for name in shown.classifiers),
        values=tuple(f"{rank:.{decimals}f}" for rank in shown.mean_ranks),
        ranks=tuple(float(rank) for rank in shown.mean_ranks),
        cliques=cliques,
        groups=_group_numbers(shown.classifiers, groups or {}, group_names),
        group_names=tuple(shorten(visible(name), max_label) for name in group_names),
        highlighted=frozenset(place[name] for name in _highlighted(place, highlight)),
        ruler=length,
        ruler_text="" if length is None else f"CD = {length:.{decimals}f}",
        title=_title(title or ""),
        footnote=_footnote(shown, cliques) if footnote else "",
    )


def _title(title: str) -> tuple[str, ...]:
    lines = (line.strip() for line in title.splitlines())
    return tuple(visible(line) for line in lines if line)


def diagram_of(result: CriticalDifference | Comparison) -> CriticalDifference:
    """Return the result itself, or the critical difference part of a whole comparison."""
    from pybench.comparison.critical import CriticalDifference

    for candidate in (result, getattr(result, "critical_difference", None)):
        if isinstance(candidate, CriticalDifference):
            return candidate
    raise ArgumentError(
        "`result` must be a critical difference result or a comparison, "
        f"not {type(result).__name__}",
        expected="CriticalDifference or Comparison",
        found=type(result).__name__,
        hint="Call pb.critical_difference(t) first.",
    )


def check_count(name: str, value: object, low: int, high: int) -> int:
    """Return ``value`` if it is a whole number from ``low`` to ``high``."""
    if isinstance(value, int) and not isinstance(value, bool) and low <= value <= high:
        return value
    expected = f"a whole number from {low} to {high}"
    raise ArgumentError(
        f"`{name}` must be {expected}, not {value!r}", expected=expected, found=repr(value)
    )


def check_arrangement(layout: object, best: object, axis: object) -> None:
    """Refuse unknown words for the arrangement of a diagram."""
    check.choice("layout", layout, LAYOUTS)
    check.choice("best", best, SIDES)
    check.choice("axis", axis, AXES)


def _require_known(argument: str, names: Iterable[str], known: Iterable[str]) -> None:
    present = set(known)
    for name in names:
        if name not in present:
            raise ArgumentError(
                f"`{argument}` names a classifier that the result does not have: {name!r}",
                expected="one of the classifiers",
                found=repr(name),
            )


def _group_names(classifiers: Sequence[str], groups: Mapping[str, str]) -> tuple[str, ...]:
    """Return the groups in the order in which the mapping names them first."""
    _require_known("groups", groups, classifiers)
    return tuple(dict.fromkeys(str(group) for group in groups.values()))


def _group_numbers(
    classifiers: Sequence[str], groups: Mapping[str, str], names: Sequence[str]
) -> tuple[int | None, ...]:
    number = {name: i for i, name in enumerate(names)}
    return tuple(number[str(groups[name])] if name in groups else None for name in classifiers)


def _highlighted(known: Iterable[str], highlight: str | Iterable[str] | None) -> tuple[str, ...]:
    chosen = (highlight,) if isinstance(highlight, str) else tuple(highlight or ())
    _require_known("highlight", chosen, known)
    return chosen


def _footnote(shown: CriticalDifference, cliques: Iterable[tuple[int, ...]]) -> str:
    """Say in words what the marks mean and which choices made them."""
    better = "higher" if shown.higher_is_better else "lower"
    metric = "" if shown.metric is None else f" of {visible(shown.metric)}"
    datasets = f"{shown.n_datasets} dataset{'' if shown.n_datasets == 1 else 's'}"
    subject = f"Mean ranks{metric} ({better} is better) over {datasets}."
    return " ".join([subject, *_bar_sentences(shown, cliques)])


def _bar_sentences(
    shown: CriticalDifference, cliques: Iterable[tuple[int, ...]]
) -> tuple[str, ...]:
    test = "Nemenyi" if shown.test == "nemenyi" else visible(shown.test)
    choices = f"(α\u00a0=\u00a0{shown.alpha:g}, convention {visible(shown.convention)})"
    members = tuple(cliques)
    if not members:
        return (_no_bar_sentence(shown, test, choices),)
    meaning = f"Bars join classifiers that the {test} test does not tell apart {choices}."
    if all(clique[-1] - clique[0] + 1 == len(clique) for clique in members):
        return (meaning,)
    return (
        meaning,
        "Dots mark the members of a broken bar; its dashed arcs pass over classifiers that "
        "differ from a member.",
    )


def _no_bar_sentence(shown: CriticalDifference, test: str, choices: str) -> str:
    k = len(shown.classifiers)
    if int(shown.significant.sum()) == k * (k - 1):
        return f"The {test} test tells all pairs apart {choices}."
    return f"No bar, although the {test} test does not tell every pair apart {choices}."
