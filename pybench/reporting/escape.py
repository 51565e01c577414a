"""The only place where text becomes HTML: every value of a template is escaped here."""

from __future__ import annotations

import base64
import hashlib
import unicodedata
from pathlib import Path
from typing import TYPE_CHECKING

from markupsafe import Markup
from markupsafe import escape as _entities

if TYPE_CHECKING:
    from jinja2 import Environment

_SHOWN_AS_THEY_ARE = "\n\t\u200c\u200d"  # joiners spell Persian words and family emoji
_HIDDEN = ("Cc", "Cf", "Cs", "Zl", "Zp")


def visible(text: str) -> str:
    r"""Escape characters that are invisible, or that HTML or a terminal would interpret.

    Control characters (terminal commands among them), direction overrides, zero-width spaces,
    lone surrogates, noncharacters.

    Examples
    --------
    >>> visible("safe \x1b[31m red")
    'safe \\x1b[31m red'
    """
    return "".join(_character(character) for character in text)


def _character(character: str) -> str:
    code = ord(character)
    noncharacter = code & 0xFFFE == 0xFFFE or 0xFDD0 <= code <= 0xFDEF
    hidden = noncharacter or unicodedata.category(character) in _HIDDEN
    if not hidden or character in _SHOWN_AS_THEY_ARE:
        return character
    width, letter = (2, "x") if code <= 0xFF else (4, "u") if code <= 0xFFFF else (8, "U")
    return f"\\{letter}{code:0{width}x}"


def text(value: object) -> Markup:
    """Turn a value into HTML that shows it, as element content or between quotation marks.

    Examples
    --------
    >>> str(text("<b>'x' & y"))
    '&lt;b&gt;&#39;x&#39; &amp; y'
    """
    return value if isinstance(value, Markup) else _entities(visible(str(value)))


def image(data: bytes, media_type: str) -> Markup:
    """Return an image as a ``data:`` address; its content cannot access the page."""
    return Markup(f"data:{media_type};base64,{base64.b64encode(data).decode('ascii')}")


def drawing(svg: str) -> Markup:
    """Return a figure as the address of an image."""
    return image(svg.encode("utf-8"), "image/svg+xml")


def inline(ours: str) -> Markup:
    """Return an internal style sheet or script as the content of its element."""
    if "</" in ours or "<!--" in ours:
        raise ValueError("a style sheet or script cannot hold `</` or `<!--`")
    return Markup(ours)


def source_hash(ours: str) -> Markup:
    """Return the expression that lets a content security policy accept a sheet or a script."""
    digest = hashlib.sha256(ours.encode("utf-8")).digest()
    return Markup(f"'sha256-{base64.b64encode(digest).decode('ascii')}'")


def rendered(html: str) -> Markup:
    """Return the output of a template of `environment` as content of another one."""
    return Markup(html)


def environment(folder: Path) -> Environment:
    """Return a template environment that passes every value through `text`."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    return Environment(
        loader=FileSystemLoader(folder, encoding="utf-8"),
        autoescape=True,
        finalize=text,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
