"""Colours, marks, fonts and sizes that all figures share."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

INK = "#1A1A1A"
QUIET = "#5F5F5F"  # footnotes and values: 6.4 : 1 on white
LEADER = "#8F8F8F"

# The colours of groups: CIEDE2000 distances of at least 10 of every pair, in a grey print and under
# simulated protanopia, deuteranopia and tritanopia (Machado, Oliveira & Fernandes 2009), and of at
# least 8 where a dark page inverts them: bench/palette.py, tests/plot/draw/test_style.py.
PALETTE = (
    "#056BB5", "#EA8635", "#391573", "#2C9269",
    "#833312", "#85CCFB", "#070032", "#FFF384",
)  # fmt: skip
#: The same colours, as dark as texts and thin lines need: at least 4.5 : 1 on white.
INKS = (
    "#056BB5", "#AB6226", "#391573", "#28845F",
    "#833312", "#4F7A96", "#070032", "#7B7540",
)  # fmt: skip

# Shapes distinguish more groups; 5 shapes and 8 colours: 40 groups.
MARKERS = ("circle", "square", "triangle", "diamond", "wedge")
DASHES: tuple[Any, ...] = ("-", (0, (4, 1.5)), (0, (1, 1)), (0, (5, 1.5, 1, 1.5)), (0, (8, 2)))

# Colours of anything but groups, at least 4.5 : 1 on white.
BLUE, ORANGE, BROWN = "#0072B2", "#C04A00", "#6F2B03"
REGIONS = (BLUE, ORANGE, "#35774F", "#5F008D", "#A24A83", BROWN)  #: of a map, as tints

FONT = "DejaVu Sans"  # included in Matplotlib: the same figure on every machine

# For scripts that DejaVu Sans lacks, if they are installed.
FALLBACK_FONTS = (
    "Noto Sans CJK JP",
    "Noto Sans CJK SC",
    "Noto Sans",
    "Noto Sans Arabic",
    "Noto Sans Hebrew",
    "Noto Sans Devanagari",
    "Noto Emoji",
    "Symbola",
    "Unifont",
)

# Multiples of the font size of names.
TITLE = 1.15
BASELINE = 0.34  # half of a capital's height: from the middle of a line down to its baseline


@dataclass(frozen=True, slots=True)
class Style:
    """The look of a figure, as far as callers can set it."""

    font_size: float = 9.0  #: points, of all texts but titles, which are larger
    line_width: float = 0.8  #: points, of leaders; bars are about three times as wide
    font: str | None = FONT  #: family; None: that of Matplotlib's rcParams
    title: tuple[str, ...] = ()  #: lines, as shown
    width: float = 0.0  #: points, of a new figure; 0 where none is given
    height: float = 0.0


#: Name of a scale through white, "row-column" -> its ends: row better, column better. INK is at
#: least 4.5 : 1 on every mixture, and the ends and the middle keep a CIEDE2000 distance of at least
#: 20 for every eye: tests/plot/draw/test_style.py.
SCALES = {
    "red-blue": ("#E8796B", "#6AA5D8"),
    "orange-purple": ("#EE9A3A", "#A48BD0"),
    "yellow-blue": ("#E3B92F", "#6F9BD8"),
    "brown-teal": ("#D2A24C", "#45ADA3"),
}
EVEN = "#FAFAFA"
OWN = "#E4E4E4"  # the cell of a method and itself


def diverging(share: float, scale: str = "red-blue") -> str:
    """Return the colour of a share from -1, the column's end, to 1, the row's."""
    row, column = SCALES[scale]
    end = row if share > 0 else column
    mixed = (
        round((1 - abs(share)) * int(EVEN[i : i + 2], 16) + abs(share) * int(end[i : i + 2], 16))
        for i in (1, 3, 5)
    )
    return "#" + "".join(f"{value:02X}" for value in mixed)


def group_colour(group: int | None) -> str:
    """Return the colour of a group, by its number."""
    return INK if group is None else PALETTE[group % len(PALETTE)]


def group_ink(group: int | None) -> str:
    """Return the colour of a group's texts and thin lines, by its number."""
    return ink_of(group_colour(group))


def ink_of(colour: str) -> str:
    """Return the colour of texts that belong to marks of a colour."""
    return _INK_OF.get(colour, colour)


def edge_of(colour: str) -> str | None:
    """Return the colour of the outline that a light mark of a group needs on white."""
    return _INK_OF[colour] if colour in _LIGHT else None


def group_marker(group: int) -> str:
    """Return the shape of a group's mark, by its number."""
    return MARKERS[group % len(MARKERS)]


def group_dash(group: int) -> Any:
    """Return the line style of a group's curve: where colours repeat, another one."""
    return DASHES[group // len(PALETTE) % len(DASHES)]


def mixed(colour: str, depth: float, ground: str = "#FFFFFF") -> str:
    """Return the colour that is this share of ``colour`` on the ground.

    Examples
    --------
    >>> mixed("#0072B2", 0.0), mixed("#0072B2", 1.0)
    ('#FFFFFF', '#0072B2')
    """
    parts = (
        round((1 - depth) * int(ground[i : i + 2], 16) + depth * int(colour[i : i + 2], 16))
        for i in (1, 3, 5)
    )
    return "#" + "".join(f"{value:02X}" for value in parts)


def ink_on(colour: str) -> str:
    """Return black or white, whichever has more contrast on a colour (WCAG 2)."""
    light = _luminance(colour)
    return INK if light / 0.0603 >= 1.05 / light else "#FFFFFF"


def _luminance(colour: str) -> float:
    """Return the relative luminance of a colour plus 0.05 (WCAG 2)."""
    parts = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    linear = [x / 12.92 if x <= 0.04045 else ((x + 0.055) / 1.055) ** 2.4 for x in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2] + 0.05


_INK_OF = dict(zip(PALETTE, INKS, strict=True))
_LIGHT = {colour for colour in PALETTE if 1.05 / _luminance(colour) < 2.5}
