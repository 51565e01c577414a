"""Write a page and its files into a folder: figures, tables, numbers."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable
from pathlib import Path

from pybench.reporting.figures import usual_settings
from pybench.reporting.frame import Part, page
from pybench.store import atomic
from pybench.store.inside import inside

PAGE = "index.html"
_HEAD = 100_000  # characters of a page; its list of files comes before the styles


@usual_settings()
def write_part(
    folder: Path, part: Part, files: Iterable[tuple[str, bytes]], also: tuple[str, ...] = ()
) -> tuple[Path, ...]:
    """Write the files of a part and the page that shows its figures.

    Parameters
    ----------
    folder : Path
        Made if it does not exist. Files of the same name are replaced, and files that were written
        with an earlier page of this part are removed, since they show other numbers. Other files
        are kept.
    part : Part
        The content of the page.
    files : iterable of (str, bytes)
        Name and content; the page shows SVG files where its template names them.
    also : tuple of str
        Names of existing files, which the page then lists as well.

    Returns
    -------
    tuple of Path
        The files written, the page first.

    Raises
    ------
    EnvironmentProblem
        The folder cannot be made or written to.
    InputError
        A link in the folder would lead a file out of it.
    """
    made = dict(files)
    text = page(part.beside(made, also))  # first: if rendering fails, nothing is left behind
    with inside(folder):
        atomic.make_folder(folder)
        for name, data in made.items():
            atomic.write_bytes(folder / name, data)
        for name in written_before(folder, part.room) - {*made, *also, PAGE}:
            atomic.remove(folder / name)
        # Last: until now the old page is valid.
        atomic.write_bytes(folder / PAGE, text.encode("utf-8"))
    return tuple(folder / name for name in (PAGE, *made))


def written_before(folder: Path, room: str) -> set[str]:
    """Return the existing files that were written with a page of this part."""
    try:
        with (folder / PAGE).open(encoding="utf-8", errors="replace") as file:
            head = file.read(_HEAD)
    except OSError:
        return set()
    told = re.search(r'<meta name="pybench-files" content="([^"]*)">', head)
    rooms, *names = html.unescape(told[1]).split("/") if told else [""]
    return {name for name in names if (folder / name).is_file()} if rooms == room else set()
