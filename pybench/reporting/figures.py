"""The figures of a comparison, and their files."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from inspect import signature
from typing import TYPE_CHECKING, Any

from pybench import plot
from pybench.base import check
from pybench.plot.multi_comparison_text import MOST

if TYPE_CHECKING:
    from pybench.comparison.posterior import Posterior
    from pybench.comparison.summary import Comparison

DIAGRAM, MATRIX = "critical-difference", "multi-comparison"
SIMPLEX, STABILITY = "simplex", "stability"
FORMS = ("svg", "png", "pdf")


def figure_files(
    comparison: Comparison,
    posterior: Posterior | None = None,
    look: Mapping[str, Any] | None = None,
) -> Iterator[tuple[str, bytes]]:
    """Yield the name and content of every file of a figure, sources for LaTeX among them.

    Parameters
    ----------
    comparison : Comparison
    posterior : Posterior, optional
        Of the two methods in the simplex.
    look : mapping, optional
        Arguments of the figures, such as ``width``; a figure takes those that it has.
    """

    def draw(figure: Callable[..., Any], result: Any) -> Any:
        taken = signature(figure).parameters
        given = {k: v for k, v in (look or {}).items() if k in taken}
        if figure is plot.simplex:  # a posterior knows only its pair
            pair = (result.classifier_1, result.classifier_2)
            if "labels" in given:
                given["labels"] = {k: v for k, v in given["labels"].items() if k in pair}
            if "highlight" in given:
                chosen = check.listed("highlight", given["highlight"], "names of methods")
                given["highlight"] = [name for name in chosen if name in pair]
        return figure(result, **given)

    for name, figure in _figures(comparison, posterior, draw):
        for form in FORMS:
            yield f"{name}.{form}", rendered(figure, form)
    for name, source in _sources(comparison, draw):
        yield f"{name}.tex", source.encode("utf-8")


@contextmanager
def usual_settings() -> Iterator[None]:
    """Let figures of a report look the same, whatever the Matplotlib settings of the session."""
    from pybench.plot.draw import figure

    with figure.usual_settings():
        yield


def svg_element(document: bytes) -> str:
    """Return the ``<svg>`` element of a file, without the text before it."""
    text = document.decode("utf-8")
    return text[text.index("<svg") :]


def of_pairs(comparison: Comparison) -> str:
    """Return the name of the figure of the tests of pairs."""
    return "signed-rank" if comparison.pairs_by == "signed-rank" else "sign-test"


Draw = Callable[[Callable[..., Any], Any], Any]


def _figures(
    comparison: Comparison, posterior: Posterior | None, draw: Draw
) -> Iterator[tuple[str, Any]]:
    if comparison.critical_difference is not None:
        yield DIAGRAM, draw(plot.critical_difference, comparison)
    yield of_pairs(comparison), draw(plot.critical_difference, comparison.pair_diagram)
    # A larger matrix is a table of the page, and no figure.
    if comparison.multi_comparison is not None and len(comparison.multi_comparison.columns) <= MOST:
        yield MATRIX, draw(plot.multi_comparison, comparison.multi_comparison)
    if posterior is not None:
        yield SIMPLEX, draw(plot.simplex, posterior)
    if comparison.stability is not None:
        yield STABILITY, draw(plot.stability, comparison.stability)


def _sources(comparison: Comparison, draw: Draw) -> Iterator[tuple[str, str]]:
    if comparison.critical_difference is not None:
        yield DIAGRAM, draw(plot.critical_difference_tikz, comparison)
    yield of_pairs(comparison), draw(plot.critical_difference_tikz, comparison.pair_diagram)
    if comparison.multi_comparison is not None:
        yield MATRIX, draw(plot.multi_comparison_latex, comparison.multi_comparison)


def rendered(figure: Any, form: str) -> bytes:
    """Return a figure as the bytes of a file."""
    buffer = io.BytesIO()
    figure.savefig(buffer, format=form)
    return buffer.getvalue()
