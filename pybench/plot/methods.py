"""How figures show methods: printed names, names in bold, groups."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pybench.base import check
from pybench.base.errors import ArgumentError
from pybench.plot.draw.scene import CIRCLE, Point, Scene
from pybench.plot.draw.style import (
    DASHES,
    INK,
    group_colour,
    group_dash,
    group_ink,
    group_marker,
)
from pybench.plot.draw.text import Measure, labels_for, visible

_FOR_EACH = "a mapping of methods to their {}s"
_MARK = 1.1  # em: room for a group's mark between a name and its row, or before a name
MARK_MIDDLE = 0.7  #: em, from the middle of a mark before a name to the name


@dataclass(frozen=True, slots=True)
class Named:
    """A text that names methods: before each name is the mark of its group, if it has one."""

    pieces: tuple[tuple[str, int | None], ...]  #: texts, each with the number of its group
    bold: bool = False

    @property
    def text(self) -> str:
        """The text without marks."""
        return "".join(text for text, _ in self.pieces)

    @property
    def grouped(self) -> bool:
        """Whether there is a mark."""
        return any(group is not None for _, group in self.pieces)

    def places(self, em: float, measure: Measure) -> list[tuple[float, str, int | None]]:
        """Return how far from the start each piece begins, its text and its group."""
        found, before, marks = [], "", 0.0
        for text, group in self.pieces:
            marks += 0.0 if group is None else _MARK * em
            start = self._wide(before + text, em, measure) - self._wide(text, em, measure)
            found.append((start + marks, text, group))
            before += text
        return found

    def width(self, em: float, measure: Measure) -> float:
        """Return the width of the text and its marks."""
        marks = sum(group is not None for _, group in self.pieces)
        return self._wide(self.text, em, measure) + marks * _MARK * em

    def _wide(self, text: str, em: float, measure: Measure) -> float:
        return measure(text, em, self.bold).width

    def write(
        self, scene: Scene, at: Point, measure: Measure, colour: str = INK, *, upright: bool = False
    ) -> None:
        """Write the text from a point on, with the point in the middle of its height."""
        (x, y), em = at, scene.em
        for start, text, group in self.places(em, measure):
            if group is not None:
                back = start - MARK_MIDDLE * em
                scene.mark((x, y - back) if upright else (x + back, y), group)
            ink = colour if group is None else group_ink(group)
            begin = (x, y - start) if upright else (x + start, y)
            look: dict[str, Any] = {"upright": upright, "bold": self.bold, "colour": ink}
            scene.write(*begin, text, middle=True, **look)


@dataclass(frozen=True, slots=True)
class MethodLooks:
    """The looks of methods, in the order in which they were given."""

    names: tuple[str, ...]  #: as shown
    bold: frozenset[int]  #: indices
    groups: tuple[int | None, ...]  #: number of each method's group
    group_names: tuple[str, ...]  #: as shown, in order of appearance
    full: Mapping[str, str]  #: method -> its name in sentences, which is never cut

    def ink(self, i: int) -> str:
        """Return the colour of a method's name: that of its group."""
        return group_ink(self.groups[i])

    def weight(self, i: int) -> str:
        """Return Matplotlib's weight of a method's name."""
        return "bold" if i in self.bold else "normal"

    def naming(self, *parts: int | str) -> Named:
        """Return a text of names of methods, by their indices, and of other words."""
        pieces: list[tuple[str, int | None]] = []
        for part in parts:
            if isinstance(part, int):
                text, group = self.names[part], self.groups[part]
            else:
                text, group = part, None
            if pieces and group is None is pieces[-1][1]:
                text = pieces.pop()[0] + text
            pieces.append((text, group))
        return Named(tuple(pieces), not self.bold.isdisjoint(parts))

    def curve(self, i: int) -> tuple[str, Any]:
        """Return the colour and dashes of a method's curve: those of its group differ in dashes."""
        if not self.group_names:
            return group_colour(i), group_dash(i)
        place = self.groups[:i].count(self.groups[i])
        return group_colour(self.groups[i]), DASHES[place % len(DASHES)]

    def shape(self, i: int, usual: str) -> str:
        """Return the shape of a method's mark: that of its group, or the usual one."""
        group = self.groups[i]
        return usual if group is None else group_marker(group)

    def widest(self, some: Iterable[int], em: float, measure: Measure) -> float:
        """Return the room that names of rows or columns need, with the marks of their groups."""
        mark = _MARK * em if self.group_names else 0.0
        names = (measure(self.names[i], em, i in self.bold).width for i in some)
        return max(names, default=0.0) + mark

    def write(self, scene: Scene, i: int, at: Point, side: str, measure: Measure) -> None:
        """Write the name of a row or a column at its cells, and the mark of its group.

        Parameters
        ----------
        side : {"left", "above", "below"}
            Of the point on which the name lies; names of columns are upright.
        """
        em, (x, y) = scene.em, at
        away = _MARK * em if self.group_names else 0.0
        shift = {"left": (-1.0, 0.0), "above": (0.0, -1.0), "below": (0.0, 1.0)}[side]
        if (group := self.groups[i]) is not None:
            half = CIRCLE * em / 2
            scene.mark((x + shift[0] * half, y + shift[1] * half), group)
        long = measure(self.names[i], em, i in self.bold).width if side == "below" else 0.0
        scene.write(
            x + shift[0] * away, y + shift[1] * away + long, self.names[i], middle=True,
            anchor="right" if side == "left" else "left", upright=side != "left",
            bold=i in self.bold, colour=self.ink(i),
        )  # fmt: skip


def method_looks(
    methods: Sequence[str],
    *,
    labels: Mapping[str, str] | None = None,
    highlight: str | Iterable[str] | None = None,
    groups: Mapping[str, str] | None = None,
    max_label: int | None = None,
    known: Iterable[str] | None = None,
    of_more: bool = False,
) -> MethodLooks:
    """Return the looks of methods; arguments as in `critical_difference`.

    Parameters
    ----------
    known : iterable of str, optional
        All methods that the arguments may name. Default: those shown.
    of_more : bool
        Whether ``groups`` may name any method: that of a result that knows only some methods, so
        that a group has the same colour in all figures.
    """
    present = set(methods if known is None else known)
    groups = {} if groups is None else check.mapping("groups", groups, _FOR_EACH.format("group"))
    labels = {} if labels is None else check.mapping("labels", labels, _FOR_EACH.format("name"))
    chosen = [] if highlight is None else check.listed("highlight", highlight, "names of methods")
    named = (("groups", () if of_more else groups), ("labels", labels), ("highlight", chosen))
    for argument, names in named:
        _require_known(argument, names, present)
    kinds = tuple(dict.fromkeys(str(group) for group in groups.values()))
    number = {kind: i for i, kind in enumerate(kinds)}
    printed = _printed(methods, labels)
    return MethodLooks(
        names=tuple(labels_for(printed, max_label)),
        bold=frozenset(i for i, name in enumerate(methods) if name in chosen),
        groups=tuple(number[str(groups[name])] if name in groups else None for name in methods),
        group_names=tuple(labels_for(kinds, max_label)),
        full={name: visible(text) for name, text in zip(methods, printed, strict=True)},
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
        if not isinstance(name, str) or name not in known:
            raise ArgumentError(
                f"`{argument}` names a method that the result does not have: {name!r}",
                expected="one of the methods",
                found=repr(name),
            )
