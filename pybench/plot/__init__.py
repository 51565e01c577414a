"""Figures: each takes a result, returns a matplotlib figure and accepts given axes.

Each figure has a file of its name: ``_mantel.py`` contains the function `mantel`, which is public
as ``pb.plot.mantel``. So the files in this folder are the list of figures. ``__init__.pyi`` repeats
this list for type checkers. Matplotlib is loaded when the first figure is drawn; importing
``pybench.plot`` does not load it.

The way from a result to a picture has three steps:

1. **Texts and numbers.** A function of the figure collects labels, values and notes from the
   result, and checks the caller's options with `arguments`.
2. **Positions.** The figure arranges them in a `draw.scene.Scene` of lines, marks, areas and texts,
   in points. Charts of numbers over an axis use Matplotlib's axes instead, through `draw.chart`.
3. **Painting.** `draw.paint_matplotlib` draws a scene into axes, `draw.paint_svg` and
   `draw.paint_tikz` write it.

Files without an underscore are shared by figures: `arguments` (the options that figures have in
common), and ``NAME_text``, ``NAME_layout``, ``NAME_parts`` and ``NAME_colours``. These four contain
steps 1 and 2 of a figure that has several writers or too much code for one file. `draw` contains
the elements of which all figures consist.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

__all__ = sorted(path.stem[1:] for path in Path(__file__).parent.glob("_[a-z]*.py"))


def __getattr__(name: str) -> object:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}._{name}"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
