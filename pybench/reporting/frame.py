"""What every page has: template, style sheet, and the policy that lets nothing else in."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pybench.reporting import escape, formats

if TYPE_CHECKING:
    from jinja2 import Environment
    from markupsafe import Markup

_HERE = Path(__file__).parent


def rendered(
    template: str, *, brand: str, title: str, version: str, rules: str = "", **values: Any
) -> str:
    """Fill a template that extends ``frame.html``.

    Parameters
    ----------
    template : str
        Its file name.
    brand : str
        What kind of page it is, in small letters above the title.
    title : str
        Heading.
    version : str
        Of pybench, when the numbers were computed.
    rules : str
        Style rules beside those of all pages.
    **values
        What else the template shows.
    """
    sheet = "\n".join([file("style.css"), rules]) if rules else file("style.css")
    frame = {"brand": brand, "title": title, "version": version}
    style = {"style": escape.style(sheet), "style_hash": escape.style_hash(sheet)}
    return _environment().get_template(template).render(**frame, **style, **values)


def images(drawn: Mapping[str, str]) -> dict[str, Markup]:
    """Return figures, name to SVG, as addresses that a template shows as images."""
    return {name: escape.image(svg.encode(), "image/svg+xml") for name, svg in drawn.items()}


def file(name: str) -> str:
    """Return the text of a file beside this one."""
    return (_HERE / name).read_text(encoding="utf-8")


@cache
def _environment() -> Environment:
    made = escape.environment(_HERE)
    made.filters.update(
        fixed=formats.fixed,
        number=formats.number,
        p=formats.p_value,
        percent=formats.percent,
        probability=formats.probability,
    )
    return made
