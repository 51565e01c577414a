"""Figures: each takes a result, returns a matplotlib figure and accepts given axes.

Matplotlib is loaded by the first figure, not by ``import pybench.plot``.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

#: A file of its name is a figure: ``_mantel.py`` holds `mantel`.
__all__ = sorted(path.stem[1:] for path in Path(__file__).parent.glob("_[a-z]*.py"))


def __getattr__(name: str) -> object:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}._{name}"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
