"""How figures show methods: printed names, names in bold, groups."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from pybench.base import check
from pybench.base.errors import ArgumentError
from pybench.plot.draw.text import labels_for


@dataclass(frozen=True, slots=True)
class MethodLooks:
    """The looks of methods, in the order in which they were given."""

    names: tuple[str, ...]  #: as shown
    bold: frozenset[int]  #: indices
    groups: tuple[int | None, ...]  #: number of each method's group
    group_names: tuple[str, ...]  #: as shown, in order of appearance


def method_looks(
    methods: Sequence[str],
    *,
    labels: Mapping[str, str] | None = None,
    highlight: str | Iterable[str] | None = None,
    groups: Mapping[str, str] | None = None,
    max_label: int | None = None,
    known: Iterable[str] | None = None,
) -> MethodLooks:
    """Return the looks of methods; arguments as in `critical_difference`.

    Parameters
    ----------
    known : iterable of str, optional
        All methods that the arguments may name. Default: those shown.
    """
    present = set(methods if known is None else known)
    groups, labels = groups or {}, labels or {}
    chosen = (highlight,) if isinstance(highlight, str) else tuple(highlight or ())
    for argument, names in (("groups", groups), ("labels", labels), ("highlight", chosen)):
        _require_known(argument, names, present)
    kinds = tuple(dict.fromkeys(str(group) for group in groups.values()))
    number = {kind: i for i, kind in enumerate(kinds)}
    return MethodLooks(
        names=tuple(labels_for(_printed(methods, labels), max_label)),
        bold=frozenset(i for i, name in enumerate(methods) if name in chosen),
        groups=tuple(number[str(groups[name])] if name in groups else None for name in methods),
        group_names=tuple(labels_for(kinds, max_label)),
    )


def _printed(methods: Sequence[str], labels: Mapping[str, str]) -> list[str]:
    """Return the names that are printed; refuse two that are the same."""
    printed = [check.text("labels", labels.get(name, name)) for name in methods]
    first: dict[str, str] = {}
    for name, label in zip(methods, printed, strict=True):
        if label in first:
            raise ArgumentError(
                f"`labels` must give different names, not {label!r} for both {first[label]!r} and "
                f"{name!r}",
                expected="a different name for each method",
                found=repr(label),
            )
        first[label] = name
    return printed


def _require_known(argument: str, names: Iterable[str], known: set[str]) -> None:
    for name in names:
        if name not in known:
            raise ArgumentError(
                f"`{argument}` names a method that the result does not have: {name!r}",
                expected="one of the methods",
                found=repr(name),
            )
