"""Options that a user sets for a whole session."""

from __future__ import annotations

import os

from pybench.base import check

ENGINES = ("python", "r", "both")


class Options:
    """Session-wide defaults; ``pybench.options`` is the only instance.

    Attributes
    ----------
    engine : {"python", "r", "both"}
        Which implementation to use if a call does not say. Initially the environment variable
        ``PYBENCH_ENGINE``, or "python".
    """

    __slots__ = ("_engine",)  # a mistyped option is an error

    def __init__(self) -> None:
        self._engine: str | None = None

    def __repr__(self) -> str:
        return f"pybench.options: engine = {self.engine!r}"

    @property
    def engine(self) -> str:
        """The engine used where a call passes ``engine=None``."""
        if self._engine is None:
            return check.choice(
                "PYBENCH_ENGINE", os.environ.get("PYBENCH_ENGINE", "python"), ENGINES
            )
        return self._engine

    @engine.setter
    def engine(self, value: str | None) -> None:
        self._engine = None if value is None else check.choice("engine", value, ENGINES)


options = Options()


def engine_or_default(engine: str | None) -> str:
    """Return a checked engine name; the session's default for None."""
    return options.engine if engine is None else check.choice("engine", engine, ENGINES)
