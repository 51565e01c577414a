"""The multi-comparison matrix of 35 methods on 112 datasets, as PNG."""

from __future__ import annotations

import contextlib
import io
import tempfile
import warnings

import pybench as pb
from bench.comparing import scores, table
from bench.timing import Row, measure


def run() -> list[Row]:
    """Statistics of 595 pairs and a figure of 1225 cells."""
    x = scores()
    t = table(x)
    drawn = pb.plot.multi_comparison(pb.multi_comparison(t, engine="python"))
    ways = {
        "pybench": lambda: _ours(t),
        "pybench, statistics only": lambda: pb.multi_comparison(t, engine="python"),
        "aeon": lambda: _aeon(x),
        "physical: its texts alone": lambda: _texts(drawn),
    }
    notes = {
        "aeon": "one-sided p, dependent on the order of the columns",
        "physical: its texts alone": "what matplotlib takes to draw the same texts, no more",
    }
    return measure("MCM 112 x 35 PNG", ways, runs=3, target_s=2.0, notes=notes)


def _ours(t) -> None:
    figure = pb.plot.multi_comparison(pb.multi_comparison(t, engine="python"))
    figure.savefig(io.BytesIO(), format="png")


def _texts(like) -> None:
    from matplotlib.figure import Figure
    from matplotlib.text import Text

    figure = Figure(like.get_size_inches(), dpi=like.dpi)
    for text in like.findobj(Text):
        x, y = like.transFigure.inverted().transform(
            text.get_transform().transform(text.get_position())
        )
        figure.text(x, y, text.get_text(), fontsize=text.get_fontsize())
    figure.savefig(io.BytesIO(), format="png")


def _aeon(x) -> None:
    import matplotlib.pyplot as plt
    import pandas as pd
    from aeon.visualisation import create_multi_comparison_matrix

    frame = pd.DataFrame(x, columns=[f"c{j:02d}" for j in range(x.shape[1])])
    with (
        tempfile.TemporaryDirectory() as folder,
        warnings.catch_warnings(),
        contextlib.redirect_stdout(io.StringIO()),
    ):
        warnings.simplefilter("ignore")
        create_multi_comparison_matrix(frame, save_path=f"{folder}/mcm", formats=("png",))
    plt.close("all")
