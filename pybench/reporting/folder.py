"""A page and what lies beside it, written into a folder: figures, tables, numbers."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable
from pathlib import Path

from pybench.reporting.frame import Part, page
from pybench.store import atomic
from pybench.store.inside import inside

PAGE = "index.html"
_HEAD = 100_000  # characters of a page; what it was written with stands before the styles


def write_part(
    folder: Path, part: Part, files: Iterable[tuple[str, bytes]], also: tuple[str, ...] = ()
) -> tuple[Path, ...]:
    """Write the files of a room and the page that shows the figures among them.

    Parameters
    ----------
    folder : Path
        Made where it is not there. Files of the same name are replaced, and those that an earlier
        page of this room was written with are removed: they tell of other numbers. Others are left
        alone.
    part : Part
        What the page tells.
    files : iterable of (str, bytes)
        Name and content; what is SVG, the page shows where its template names it.
    also : tuple of str
        Names of files that are there already, which the page then lists as well.

    Returns
    -------
    tuple of Path
        What was written, the page first.

    Raises
    ------
    EnvironmentProblem
        The folder cannot be made or written to.
    InputError
        A link in the folder leads out of it, where something would be written.
    """
    made = dict(files)
    text = page(part.beside(made, also))  # first: what cannot be told leaves nothing behind
    with inside(folder):
        atomic.make_folder(folder)
        for name, data in made.items():
            atomic.write_bytes(folder / name, data)
        for name in written_before(folder, part.room) - {*made, *also, PAGE}:
            atomic.remove(folder / name)
        # Last: until now the old one tells.
        atomic.write_bytes(folder / PAGE, text.encode("utf-8"))
    return tuple(folder / name for name in (PAGE, *made))


def written_before(folder: Path, room: str) -> set[str]:
    """Return the files that are still there of those that a page of this room was written with."""
    try:
        with (folder / PAGE).open(encoding="utf-8", errors="replace") as file:
            head = file.read(_HEAD)
    except OSError:
        return set()
    told = re.search(r'<meta name="pybench-files" content="([^"]*)">', head)
    rooms, *names = html.unescape(told[1]).split("/") if told else [""]
    return {name for name in names if (folder / name).is_file()} if rooms == room else set()
