"""The first page of a study: what was found, part by part, with links to the pages of the parts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pybench.reporting.escape import image
from pybench.reporting.frame import rendered


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a study as its first page shows it."""

    name: str  #: of its folder
    question: str
    sentences: tuple[str, ...]
    svg: bytes | None = None  #: the figure that says most
    alternative: str = ""  #: that figure in words

    @property
    def link(self) -> str:
        """Address of its page."""
        return f"./{self.name}/index.html"


def overview_page(
    title: str,
    lead: str,
    sections: Sequence[Section],
    *,
    version: str,
    not_told: Sequence[tuple[str, str]] = (),
    facts: Sequence[tuple[str, str]] = (),
) -> str:
    """Write the first page of a study as HTML.

    Parameters
    ----------
    title : str
        Heading.
    lead : str
        A sentence on what was studied.
    sections : sequence of Section
        In the order of the report.
    version : str
        Of pybench, when the numbers were computed.
    not_told : sequence of (str, str)
        What the study cannot tell, and why.
    facts : sequence of (str, str)
        Seed, versions.

    Returns
    -------
    str
        The same for the same arguments: no dates, no paths of this machine.
    """
    images = {
        one.name: image(one.svg, "image/svg+xml") for one in sections if one.svg is not None
    }
    return rendered(
        "overview.html",
        brand="study",
        title=title,
        version=version,
        lead=lead,
        sections=sections,
        images=images,
        not_told=not_told,
        facts=facts,
    )
