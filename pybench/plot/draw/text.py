"""Names and sentences in figures: literal, visible, of bounded width."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Extent:
    """Size of a line of text in points: above and below its baseline, and along it."""

    width: float
    ascent: float
    descent: float


#: (text, font size in points, bold) -> size; each figure format brings its own.
Measure = Callable[[str, float, bool], Extent]

_ESCAPES = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}
_JOINERS = "\u200c\u200d"  # needed to spell Persian words and family emoji


def visible(name: str) -> str:
    r"""Return a name so that a reader sees all of it on one line.

    Control and formatting characters (line ends, direction overrides, zero-width spaces) and
    characters that XML does not allow are written as escapes. A name that is empty or begins or
    ends with a space is put between quotation marks.

    Examples
    --------
    >>> visible("two\nlines"), visible("ends in a space "), visible("$x_1$")
    ('two\\nlines', '"ends in a space "', '$x_1$')
    """
    text = "".join(_visible_character(character) for character in name)
    return f'"{text}"' if text == "" or text != text.strip() else text


def _visible_character(character: str) -> str:
    if character in _ESCAPES:
        return _ESCAPES[character]
    if character in _JOINERS or not _is_hidden(character):
        return character
    code = ord(character)
    if code <= 0xFF:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code <= 0xFFFF else f"\\U{code:08x}"


def _is_hidden(character: str) -> bool:
    code = ord(character)
    noncharacter = code & 0xFFFE == 0xFFFE or 0xFDD0 <= code <= 0xFDEF
    return noncharacter or unicodedata.category(character) in ("Cc", "Cf", "Cs", "Zl", "Zp")


def title_lines(title: str) -> tuple[str, ...]:
    """Return the lines of a title that hold anything, as shown."""
    lines = (line.strip() for line in title.splitlines())
    return tuple(visible(line) for line in lines if line)


def shorten(text: str, limit: int | None) -> str:
    """Cut the middle of a text that is longer than ``limit`` characters.

    The ends stay, since versions and variants differ at the end of a name.

    Examples
    --------
    >>> shorten("RandomForest-500-trees", 12)
    'Random…trees'
    """
    return text if limit is None else _cut(text, limit, limit // 2)


def _cut(text: str, limit: int, head: int) -> str:
    """Keep the first ``head`` characters of a text that is too long, and as many last as fit."""
    if len(text) <= limit:
        return text
    return text[:head] + "…" + text[len(text) - (limit - head - 1) :]


def labels_for(names: Iterable[str], limit: int | None) -> list[str]:
    """Return names as a figure shows them: visible, short, and different where the names are.

    Of those that would become the same, the cut moves to where they show what differs; what no
    cut keeps distinct is numbered.

    Examples
    --------
    >>> labels_for(["forest-100-trees", "forest-500-trees", "tree"], 12)
    ['forest-1…ees', 'forest-5…ees', 'tree']
    >>> labels_for(["forest-100-trees", "forest-500-trees"], 3)
    ['f…s', 'f…s (2)']
    """
    every = list(names)
    texts = {name: visible(name) for name in every}
    alike: dict[str, list[str]] = {}
    for name, text in texts.items():
        alike.setdefault(shorten(text, limit), []).append(name)
    labels = {group[0]: label for label, group in alike.items() if len(group) == 1}
    for group in alike.values():
        if len(group) > 1:
            found = _apart([texts[name] for name in group], limit, set(labels.values()))
            labels.update(zip(group, found, strict=True))
    return [labels[name] for name in every]


def _apart(texts: list[str], limit: int | None, taken: set[str]) -> list[str]:
    """Cut texts where most of them differ, in the middle or to its right first; number the rest."""
    cuts = [texts]
    if limit is not None:
        heads = [*range(limit // 2, limit - 1), *range(limit // 2 - 1, 0, -1)]
        cuts = [[_cut(text, limit, head) for text in texts] for head in heads]
    labels = []
    for text in max(cuts, key=lambda cut: len(set(cut) - taken)):
        label, number = text, 1
        while label in taken:
            number += 1
            label = f"{text} ({number})"
        taken.add(label)
        labels.append(label)
    return labels


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
