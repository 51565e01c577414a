"""Options that a user sets for a whole session."""

from __future__ import annotations

import os

from pybench.base import check
from pybench.base.noun import noun, nouns, set_noun

ENGINES = ("python", "r", "both")


class Options:
    """Session-wide defaults; ``pybench.options`` is the only instance.

    Attributes
    ----------
    engine : {"python", "r", "both"}
        Which implementation to use if a call does not say. Initially the environment variable
        ``PYBENCH_ENGINE``, or "python".
    noun : str
        Word for what is compared, in printed results, pages and figures: "method", unless you set
        another, such as "model" or, with its plural, "class/classes". Conclusions that are stored
        in a result or a file keep the word "method"; `Comparison.told` gives them with this word.
        Messages of errors, and columns of data, keep their words.
    """

    __slots__ = ("_engine",)  # a mistyped option is an error

    def __init__(self) -> None:
        self._engine: str | None = None

    def __repr__(self) -> str:
        return f"pybench.options: engine = {self.engine!r}, noun = {self.noun!r}"

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

    @property
    def noun(self) -> str:
        """The word for what is compared, and its plural unless that is the word and an s."""
        one, many = noun(), nouns()
        return one if many == f"{one}s" else f"{one}/{many}"

    @noun.setter
    def noun(self, value: str | None) -> None:
        set_noun(value)


options = Options()


def engine_or_default(engine: str | None) -> str:
    """Return a checked engine name; the session's default for None."""
    return options.engine if engine is None else check.choice("engine", engine, ENGINES)
