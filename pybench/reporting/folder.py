"""Everything that a comparison leaves on disk: page, figures, tables, numbers."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pybench import plot
from pybench.base.errors import EnvironmentProblem
from pybench.reporting.page import page
from pybench.reporting.tables import tables
from pybench.store import atomic

if TYPE_CHECKING:
    from pybench.comparison.summary import Comparison

PAGE, NUMBERS, DIAGRAM = "index.html", "results.json", "critical-difference"


def write(comparison: Comparison, folder: Path, *, title: str | None = None) -> tuple[Path, ...]:
    """Write a comparison into a folder, made where it is not there.

    Parameters
    ----------
    comparison : Comparison
    folder : Path
        Files of the same name are replaced, others left alone.
    title : str, optional
        Heading of the page.

    Returns
    -------
    tuple of Path
        What was written, the page first.

    Raises
    ------
    EnvironmentProblem
        The folder cannot be made or written to.
    """
    files = dict(_files(comparison))
    svg = files[f"{DIAGRAM}.svg"].decode("utf-8")
    html = page(comparison, svg[svg.index("<svg") :], title=title, files=tuple(files))
    make_folder(folder)
    for name, data in {**files, PAGE: html.encode("utf-8")}.items():
        atomic.write_bytes(folder / name, data)
    return tuple(folder / name for name in (PAGE, *files))


def _files(comparison: Comparison) -> Iterator[tuple[str, bytes]]:
    numbers = json.dumps(comparison.to_dict(), indent=2, ensure_ascii=False, allow_nan=False)
    # A file name that is not UTF-8 has lone surrogates: JSON's escapes hold them, UTF-8 does not.
    yield NUMBERS, (numbers + "\n").encode("utf-8", "backslashreplace")
    figure = plot.critical_difference(comparison)
    for form in ("svg", "png", "pdf"):
        yield f"{DIAGRAM}.{form}", _rendered(figure, form)
    yield f"{DIAGRAM}.tex", plot.critical_difference_tikz(comparison).encode("utf-8")
    for table in tables(comparison):
        yield f"{table.name}.csv", table.to_csv().encode("utf-8")
        yield f"{table.name}.tex", table.to_latex().encode("utf-8")


def _rendered(figure: Any, form: str) -> bytes:
    buffer = io.BytesIO()
    figure.savefig(buffer, format=form)
    return buffer.getvalue()


def make_folder(folder: Path) -> None:
    """Make a folder and those above it, or say why it cannot be made."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        reason = error.strerror or str(error)
        raise EnvironmentProblem(
            f"cannot make the folder: {reason}",
            file=str(folder),
            hint="Choose another place with --out.",
        ) from error
