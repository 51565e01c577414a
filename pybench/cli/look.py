"""Options for the look of figures, shared by the commands that draw them."""

from __future__ import annotations

import io
from collections.abc import Callable, Collection
from dataclasses import dataclass
from inspect import signature
from pathlib import Path
from typing import Annotated, Any

from typer import Option

from pybench.base.errors import ArgumentError

FIGURES = "Look of figures"


@dataclass(frozen=True)
class Look:
    """The look of figures; a figure takes those of the options that it has."""

    width: Annotated[
        str | None,
        Option(
            metavar="INCHES|PLACE",
            help="Width of the figures: a number of inches, or a place in a paper: acm-column, "
            "acm-text, ieee-column, ieee-text, jmlr or neurips. The size of the text does not "
            "change with the width. Default: as wide as the content needs.",
            rich_help_panel=FIGURES,
        ),
    ] = None
    font: Annotated[str | None, Option(help="Font family.", rich_help_panel=FIGURES)] = None
    font_size: Annotated[
        float | None, Option(help="Font size in points.", rich_help_panel=FIGURES)
    ] = None
    highlight: Annotated[
        list[str] | None,
        Option(
            metavar="METHOD",
            help="Method to print in bold. Repeat the option for several methods.",
            rich_help_panel=FIGURES,
        ),
    ] = None
    group: Annotated[
        list[str] | None,
        Option(
            metavar="METHOD=GROUP",
            help="Group of a method; methods of the same group share a colour and a shape. Repeat "
            "the option for each method.",
            rich_help_panel=FIGURES,
        ),
    ] = None
    label: Annotated[
        list[str] | None,
        Option(
            metavar="METHOD=NAME",
            help="Name to print for a method. Repeat the option for several methods.",
            rich_help_panel=FIGURES,
        ),
    ] = None
    max_label: Annotated[
        int | None,
        Option(help="Greatest length of a printed name, in characters.", rich_help_panel=FIGURES),
    ] = None

    @property
    def given(self) -> dict[str, Any]:
        """The arguments of figures that were given."""
        found = {
            "width": None if self.width is None else _inches(self.width),
            "font": self.font,
            "font_size": self.font_size,
            "highlight": self.highlight,
            "groups": pairs_of("--group", self.group or []),
            "labels": pairs_of("--label", self.label or []),
            "max_label": self.max_label,
        }
        return {name: value for name, value in found.items() if value not in (None, [], {})}

    def of(self, figure: Callable[..., Any]) -> dict[str, Any]:
        """Return those of the given arguments that a figure takes."""
        taken = signature(figure).parameters
        return {name: value for name, value in self.given.items() if name in taken}


def _inches(text: str) -> float | str:
    try:
        return float(text)
    except ValueError:
        return text


def pairs_of(option: str, texts: list[str]) -> dict[str, str]:
    """Return the pairs METHOD=TEXT of an option; the method may hold "=", the text may not."""
    found = {}
    for text in texts:
        name, sign, value = text.rpartition("=")
        if not (name and sign and value):
            raise ArgumentError(
                f"expected {option} METHOD=TEXT, found `{text}`",
                expected="METHOD=TEXT",
                found=text,
            )
        found[name] = value
    return found


def format_of(path: Path, formats: Collection[str]) -> str:
    """Return the format that the ending of a file names."""
    form = path.suffix.lstrip(".").lower()
    if form in formats:
        return form
    found = f"`{path.name}`"
    raise ArgumentError(
        f"expected --out with an ending of {', '.join(formats)}, found {found}",
        expected=", ".join(formats),
        found=found,
    )


def write(figure: Any, path: Path, form: str) -> None:
    """Write a figure to a file at once."""
    from pybench.store import atomic

    buffer = io.BytesIO()
    figure.savefig(buffer, format=form)
    atomic.write_bytes(path, buffer.getvalue())
