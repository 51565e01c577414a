"""OpenML's XML, read strictly and written as its server does: no document types, no entities."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape, quoteattr

from pybench.base.errors import SuiteError, refusal
from pybench.base.text import shown

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

NAMESPACE = "http://openml.org/openml"
_HINT = "Get the file again from where it came from."
_NO_XML = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


class Node:
    """One element of a document, with the file's name for errors."""

    def __init__(self, element: Element, file: str | None) -> None:
        self.element, self.file = element, file

    @property
    def name(self) -> str:
        """Name without the namespace."""
        return self.element.tag.rpartition("}")[2]

    def all(self, name: str) -> list[Node]:
        """Return the children with a name, of which there may be none or many."""
        found = self.element.findall(f"{{{NAMESPACE}}}{name}")
        return [Node(one, self.file) for one in found]

    def maybe(self, name: str) -> Node | None:
        """Return the only child with a name, or None."""
        found = self.all(name)
        if len(found) > 1:
            raise self.refused(f"one {shown(name)}", f"{len(found)}")
        return found[0] if found else None

    def one(self, name: str) -> Node:
        """Return the only child with a name."""
        found = self.maybe(name)
        if found is None:
            raise self.refused(f"an element {shown(name)} in {shown(self.name)}", "none")
        return found

    def text(self) -> str:
        """Return the text of an element without children."""
        if len(self.element):
            raise self.refused(f"text in {shown(self.name)}", "elements")
        return self.element.text or ""

    def maybe_text(self, name: str) -> str | None:
        """Return the stripped text of a child, None if it is absent or empty."""
        found = self.maybe(name)
        return None if found is None else found.text().strip() or None

    def texts(self, name: str) -> tuple[str, ...]:
        """Return the texts of all children with a name."""
        return tuple(child.text().strip() for child in self.all(name))

    def integer(self) -> int:
        """Return the text as a whole number."""
        text = self.text().strip()
        if not re.fullmatch(r"-?[0-9]{1,15}", text):
            raise self.refused(f"a whole number in {shown(self.name)}", shown(text))
        return int(text)

    def integers(self, outer: str, inner: str) -> tuple[int, ...] | None:
        """Return the numbers of a list ``outer/inner``; None if there is no list."""
        listed = self.maybe(outer)
        return None if listed is None else tuple(one.integer() for one in listed.all(inner))

    def attribute(self, name: str) -> str | None:
        """Return an attribute of the element."""
        return self.element.get(name)

    def refused(self, expected: str, found: str) -> Exception:
        """Return the error that refuses the document."""
        return refusal(expected, found, _HINT, file=self.file, kind=SuiteError)


def parse(data: bytes, root: str, file: str | None = None) -> Node:
    """Read a document of OpenML.

    Raises
    ------
    SuiteError
        If the document is not XML in UTF-8, has a document type declaration (this could name other
        files or expand without limit), or has a root element other than ``root``.
    """
    from xml.etree import ElementTree

    try:
        text = data.removeprefix(b"\xef\xbb\xbf").decode("utf-8")
        if "<!DOCTYPE" in text or "<!ENTITY" in text:
            found = "a document type"
            raise refusal("XML without one", found, _HINT, file=file, kind=SuiteError)
        element = ElementTree.fromstring(text)
    except (ElementTree.ParseError, UnicodeDecodeError, ValueError) as error:
        if isinstance(error, SuiteError):
            raise
        line = error.position[0] if isinstance(error, ElementTree.ParseError) else None
        raise refusal(
            "XML in UTF-8", shown(str(error)), _HINT, file=file, line=line, kind=SuiteError
        ) from None
    if element.tag != f"{{{NAMESPACE}}}{root}":
        expected = f"the element {shown('oml:' + root)}"
        raise refusal(expected, shown(element.tag), _HINT, file=file, kind=SuiteError)
    return Node(element, file)


class Writer:
    """A document that is being written."""

    def __init__(self, root: str) -> None:
        self.root = root
        self.lines: list[str] = []
        self.open = [root]

    def text(self, name: str, value: object, /, **attributes: str) -> None:
        """Write an element with text; None writes nothing."""
        if value is None:
            return
        if _NO_XML.search(str(value)):
            hint = "Remove the control characters."
            raise refusal("text that XML can hold", shown(str(value)), hint, kind=SuiteError)
        told = "".join(f" {key}={quoteattr(item)}" for key, item in attributes.items())
        self._line(f"<oml:{name}{told}>{escape(str(value))}</oml:{name}>")

    def texts(self, name: str, values: Iterable[object]) -> None:
        """Write an element for each value."""
        for value in values:
            self.text(name, value)

    def group(self, outer: str, inner: str, values: Iterable[object] | None) -> None:
        """Write a list; None writes nothing."""
        if values is not None:
            self.begin(outer)
            self.texts(inner, values)
            self.end()

    def begin(self, name: str, /, **attributes: str) -> None:
        """Open an element."""
        told = "".join(f" {key}={quoteattr(item)}" for key, item in attributes.items())
        self._line(f"<oml:{name}{told}>")
        self.open.append(name)

    def end(self) -> None:
        """Close the element opened last."""
        name = self.open.pop()
        self._line(f"</oml:{name}>")

    def empty(self, name: str, /, **attributes: str) -> None:
        """Write an element without content."""
        told = "".join(f" {key}={quoteattr(item)}" for key, item in attributes.items())
        self._line(f"<oml:{name}{told}/>")

    def bytes(self) -> bytes:
        """Return the bytes of the document."""
        head = f'<oml:{self.root} xmlns:oml="{NAMESPACE}">'
        return "\n".join([head, *self.lines, f"</oml:{self.root}>", ""]).encode("utf-8")

    def _line(self, text: str) -> None:
        self.lines.append("  " * len(self.open) + text)
