"""The layout of every page: title, findings in plain words, sections, settings, citation.

A room makes one `Part`; `page` makes a page from one, `study_page` from many. All content of a page
passes through `escape.py`; its security policy allows the style sheet and script of these files,
and no network.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pybench.base import notes, shared
from pybench.base.noun import noun, nouns, said
from pybench.reporting import cite, escape, formats, look
from pybench.reporting.figures import svg_element

if TYPE_CHECKING:
    from jinja2 import Environment
    from markupsafe import Markup

_HERE = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class Part:
    """The content from one room: a page, or a part of the page of a whole study."""

    room: str  #: its name, shown above the title, and as prefix of anchors in a study
    title: str  #: heading: the question it answers
    lead: str  #: what was examined, in one sentence
    template: str  #: file of its sections, in the macros of ``parts.html``
    values: Mapping[str, Any]  #: values for the template
    findings: tuple[str, ...]  #: conclusions in plain words, the most important first
    limits: tuple[str, ...] = ()  #: what cannot be concluded
    notes: tuple[str, ...] = ()  #: caveats, keys of the glossary
    figures: Mapping[str, str] = field(default_factory=dict)  #: name to SVG
    facts: tuple[tuple[str, str], ...] = ()  #: settings, seeds, engine
    hashes: tuple[tuple[str, str], ...] = ()  #: of the data: name, SHA-256
    methods: str = ""  #: sentence for a methods section
    references: tuple[str, ...] = ()  #: keys of `cite.REFERENCES`
    versions: Mapping[str, str] = field(default_factory=dict)  #: in addition to pybench's own
    files: tuple[str, ...] = ()  #: files beside the page, as paths from it
    made: tuple[str, ...] = ()  #: names of those written with the page

    def beside(
        self, files: Mapping[str, bytes], also: tuple[str, ...] = (), *, folder: str = ""
    ) -> Part:
        """Return the part with its figures, and with the files beside the page.

        Parameters
        ----------
        files : mapping of str to bytes
            Name to content. Those that end in ``.svg`` are figures.
        also : tuple of str
            Names of further files.
        folder : str
            Their folder relative to the page, such as ``"comparison/"``.
        """
        figures = {
            name.removesuffix(".svg"): svg_element(data)
            for name, data in files.items()
            if name.endswith(".svg")
        }
        names = tuple(folder + name for name in (*also, *files))
        return replace(self, figures=figures, files=names, made=tuple(files))


@dataclass(frozen=True, slots=True)
class Told:
    """A part as HTML, and its entries in the table of contents."""

    part: Part
    at: str  #: prefix of the anchors of the part
    html: Markup
    contents: tuple[tuple[str, str], ...]  #: anchor and heading of each section


def page(part: Part) -> str:
    """Write a part as a separate page.

    Returns
    -------
    str
        HTML, deterministic: no dates, no paths of this machine.
    """
    told, made = [_told(part, level=2)], (part.room, *part.made) if part.made else ()
    return _document(told, part.room, part.title, part.lead, part.versions, made=made)


def study_page(
    parts: Sequence[Part],
    *,
    title: str = "A study, from datasets to conclusions",
    lead: str = "",
    files: Iterable[str] = (),
    brand: str = "study",
) -> str:
    """Write several parts as one page, with contents, and each citation once.

    Parameters
    ----------
    parts : sequence of Part
        In the order of the page; each room at most once, with ``files`` as paths relative to this
        page.
    title, lead : str
        Of the whole page.
    files : iterable of str
        Files beside the page that belong to no part.
    brand : str
        Label above the title.

    Returns
    -------
    str
        HTML, as from `page`.
    """
    told = [_told(part, level=3, at=f"{part.room.replace(' ', '-')}-") for part in parts]
    versions = {name: at for part in parts for name, at in part.versions.items()}
    return _document(told, brand, title, lead, versions, study=True, files=tuple(files))


def _told(part: Part, *, level: int, at: str = "") -> Told:
    """Render a part with headings from this level on."""
    contents: list[tuple[str, str]] = []
    frame = {
        "part": part,
        "at": at,
        "level": level,
        "mark": _marker(contents),
        "images": {name: escape.drawing(svg) for name, svg in part.figures.items()},
        "notes": [(key, notes.text(key)) for key in part.notes],
        "files": formats.grouped(part.files),
    }
    html = _environment().get_template("part.html").render(**part.values, **frame)
    return Told(part, at, escape.rendered(html), tuple(contents))


def _marker(contents: list[tuple[str, str]]) -> Callable[[str, str], str]:
    """Return the function that templates call for each section they open."""

    def mark(anchor: str, heading: str) -> str:
        contents.append((anchor, heading))
        return ""

    return mark


def _document(
    told: Sequence[Told],
    brand: str,
    title: str,
    lead: str,
    versions: Mapping[str, str],
    *,
    study: bool = False,
    files: tuple[str, ...] = (),
    made: tuple[str, ...] = (),
) -> str:
    sheet, script = look.sheet(), look.script()
    keys = {key for one in told for key in one.part.references}
    known = {"pybench": shared.version(), **versions}
    frame = {
        "told": told,
        "limited": _limited(told),
        "study": study,
        "brand": brand,
        "title": title,
        "lead": lead,
        "methods": [one.part.methods for one in told if one.part.methods],
        "references": [cite.REFERENCES[key].split("*") for key in cite.REFERENCES if key in keys],
        "version": known["pybench"],
        "versions": known,
        "files": formats.grouped(files),
        "made": made,
    }
    inline = {
        "style": escape.inline(sheet),
        "style_hash": escape.source_hash(sheet),
        "script": escape.inline(script),
        "script_hash": escape.source_hash(script),
    }
    return _environment().get_template("frame.html").render(**frame, **inline)


def _limited(told: Sequence[Told]) -> list[Told]:
    """Return the first part of each kind that has limits: all comparisons have the same ones."""
    kinds = {one.part.template: one for one in reversed(told) if one.part.limits}
    return [one for one in told if kinds.get(one.part.template) is one]


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
    made.globals.update(noun=noun, nouns=nouns, said=said)
    return made
