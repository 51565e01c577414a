"""A page and what lies beside it, written into a folder: figures, tables, numbers."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from pybench.reporting.frame import Part, page
from pybench.store import atomic

PAGE = "index.html"


def write_part(
    folder: Path, part: Part, files: Iterable[tuple[str, bytes]], also: tuple[str, ...] = ()
) -> tuple[Path, ...]:
    """Write the files of a room and the page that shows the figures among them.

    Parameters
    ----------
    folder : Path
        Made where it is not there. Files of the same name are replaced, others left alone.
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
    """
    made = dict(files)
    html = page(part.beside(made, also))  # first: what cannot be told leaves nothing behind
    atomic.make_folder(folder)
    for name, data in {**made, PAGE: html.encode("utf-8")}.items():
        atomic.write_bytes(folder / name, data)
    return tuple(folder / name for name in (PAGE, *made))
