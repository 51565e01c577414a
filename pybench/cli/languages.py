"""The backend: Python, R or both, and the fallback to Python on a machine without R."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from pybench.base.errors import EnvironmentProblem
from pybench.cli import screen

Answer = TypeVar("Answer")


def computed(compute: Callable[..., Answer], engine: str, text: str, *, quiet: bool) -> Answer:
    """Compute; "auto" uses both languages, or Python alone with a notice if R is missing.

    Parameters
    ----------
    compute : callable
        Takes ``engine``.
    engine : {"auto", "python", "r", "both"}
    text : str
        Shown while it computes.
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
