"""The backend: Python, R or both, and the fallback to Python on a machine without R."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from pybench.base.errors import EnvironmentProblem
from pybench.cli import screen

Answer = TypeVar("Answer")


def computed(compute: Callable[..., Answer], engine: str, text: str, *, quiet: bool) -> Answer:
    """Return the result of ``compute`` with an engine.

    Parameters
    ----------
    compute : callable
        A function with the argument ``engine``.
    engine : {"auto", "python", "r", "both"}
        "auto" uses both languages. If R is missing, it uses Python alone and shows a notice.
    text : str
        Shown while ``compute`` runs.
    quiet : bool
        Whether to hide the progress; a notice is always shown.
    """
    with screen.working(text, quiet=quiet):
        if engine != "auto":
            return compute(engine=engine)
        try:
            return compute(engine="both")
        except EnvironmentProblem as problem:
            missing = problem
    screen.notice(f"Python alone computes, unchecked by R: {missing}")
    with screen.working(text, quiet=quiet):
        return compute(engine="python")
