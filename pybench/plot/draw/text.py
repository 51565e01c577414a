"""Names and sentences in figures: literal, visible, of bounded width."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from pybench.base.labels import labels_for as labels_for
from pybench.base.labels import shorten as shorten
from pybench.base.labels import visible as visible
from pybench.base.result import Result, conclusions_of


@dataclass(frozen=True, slots=True)
class Extent:
    """Size of a line of text in points: above and below its baseline, and along it."""

    width: float
    ascent: float
    descent: float


#: (text, font size in points, bold) -> size; each figure format brings its own.
Measure = Callable[[str, float, bool], Extent]


def title_lines(title: str) -> tuple[str, ...]:
    """Return the lines of a title that hold anything, as shown."""
    lines = (line.strip() for line in title.splitlines())
    return tuple(visible(line) for line in lines if line)


def wrap(
    text: str, width: float, size: float, measure: Measure, *, bold: bool = False
) -> tuple[str, ...]:
    """Break a text into lines no wider than ``width`` points; words break only if they must.

    Lines break at spaces, not at no-break spaces.
    """

    def length(part: str) -> float:
        return measure(part, size, bold).width

    space = length("n n") - 2 * length("n")
    lines: list[str] = []
    used = 0.0  # of the last line
    for word in filter(None, text.split(" ")):
        pieces = _pieces(word, width, length)
        if lines and used + space + length(pieces[0]) <= width:
            used += space + length(pieces[0])
            lines[-1] += " " + pieces.pop(0)
        if pieces:
            lines += pieces
            used = length(pieces[-1])
    return tuple(lines)


def _pieces(word: str, width: float, length: Callable[[str], float]) -> list[str]:
    """Cut a word into the longest pieces that fit, of at least one character each."""
    pieces = []
    while len(word) > 1 and length(word) > width:
        low, high = 1, len(word) - 1
        while low < high:
            middle = (low + high + 1) // 2
            low, high = (middle, high) if length(word[:middle]) <= width else (low, middle - 1)
        pieces.append(word[:low])
        word = word[low:]
    return [*pieces, word]


def percentage(percent: float) -> str:
    """Write a percentage without decimals; what is not 0 or 100 is never shown as such.

    Examples
    --------
    >>> percentage(0.02), percentage(49.6), percentage(99.97), percentage(0.0)
    ('<1', '50', '>99', '')
    """
    if percent == 0:
        return ""
    rounded = int(percent + 0.5)
    if rounded == 0:
        return "<1"
    return ">99" if rounded == 100 and percent < 100 else str(rounded)


_IN_ALTERNATIVE = 3  # sentences


def alternative(name: str, result: object) -> str:
    """Return what a figure of a result shows, for readers who do not see it."""
    if not isinstance(result, Result):
        return f"Figure: {name.replace('_', ' ')}."
    said = conclusions_of(result) or (str(result).partition("\n")[0],)
    return f"Figure: {name.replace('_', ' ')}. {' '.join(said[:_IN_ALTERNATIVE])}"


def number(value: float, form: str = ".3g") -> str:
    """Write a number with a minus sign, not a hyphen, and zero without a sign.

    Examples
    --------
    >>> number(-0.5), number(-0.001, ".2f")
    ('−0.5', '0.00')
    """
    return f"{value:z{form}}".replace("-", "−")
