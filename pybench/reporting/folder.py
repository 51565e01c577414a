"""Everything that a comparison leaves on disk: page, figures, tables, numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from pybench.base.errors import EnvironmentProblem
from pybench.reporting.figures import figure_files, svg_element
from pybench.reporting.numbers import document
from pybench.reporting.page import page
from pybench.reporting.sheets import csv_tables, latex_tables
from pybench.store import atomic

if TYPE_CHECKING:
    from pybench.comparison.posterior import Posterior
    from pybench.comparison.summary import Comparison

PAGE, NUMBERS = "index.html", "results.json"


def write(
    comparison: Comparison,
    folder: Path,
    *,
    title: str | None = None,
    posterior: Posterior | None = None,
) -> tuple[Path, ...]:
    """Write a comparison into a folder, made where it is not there.

    Parameters
    ----------
    comparison : Comparison
    folder : Path
        Files of the same name are replaced, others left alone.
    title : str, optional
        Heading of the page.
    posterior : Posterior, optional
        Draws for the pair that the simplex shows; without them there is no simplex.

    Returns
    -------
    tuple of Path
        What was written, the page first.

    Raises
    ------
    EnvironmentProblem
        The folder cannot be made or written to.
    """
    files = dict(_files(comparison, posterior))

    def told(drawn: dict[str, str]) -> str:
        return page(comparison, drawn, title=title, files=tuple(files), posterior=posterior)

    return write_page(folder, files, told)


def write_page(
    folder: Path, files: Mapping[str, bytes], page: Callable[[dict[str, str]], str]
) -> tuple[Path, ...]:
    """Write files, and the page that shows the figures among them, into a folder.

    Parameters
    ----------
    folder : Path
        Made where it is not there.
    files : mapping of str to bytes
        Name to content.
    page : callable
        Of the figures, name to SVG; returns HTML.

    Returns
    -------
    tuple of Path
        What was written, the page first.
    """
    drawn = {
        name.removesuffix(".svg"): svg_element(data)
        for name, data in files.items()
        if name.endswith(".svg")
    }
    html = page(drawn)  # before the folder is made: what cannot be told leaves nothing behind
    make_folder(folder)
    for name, data in {**files, PAGE: html.encode("utf-8")}.items():
        atomic.write_bytes(folder / name, data)
    return tuple(folder / name for name in (PAGE, *files))


def _files(comparison: Comparison, posterior: Posterior | None) -> Iterator[tuple[str, bytes]]:
    yield NUMBERS, document(comparison.to_dict())
    yield from figure_files(comparison, posterior)
    for table in csv_tables(comparison):
        yield f"{table.name}.csv", table.to_csv().encode("utf-8")
    for table in latex_tables(comparison):
        yield f"{table.name}.tex", table.to_latex().encode("utf-8")


def make_folder(folder: Path) -> None:
    """Make a folder and those above it, or say why it cannot be made."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        reason = error.strerror or str(error)
        raise EnvironmentProblem(
            f"cannot make the folder: {reason}",
            file=str(folder),
            hint="Choose another folder.",
        ) from error
