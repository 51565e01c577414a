"""Names as figures and tables show them: visible, of bounded length, different if they are."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

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
    text = spelled(name)
    return f'"{text}"' if text == "" or text != text.strip() else text


def spelled(text: str) -> str:
    r"""Return a text with escapes for its hidden characters.

    Examples
    --------
    >>> spelled("two\nlines"), spelled("")
    ('two\\nlines', '')
    """
    return "".join(_visible_character(character) for character in text)


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
    """Return names as shown: visible, short, and different where the names are.

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
