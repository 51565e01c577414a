"""The figure of a search: front, chosen map, sizes beside their dots."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from matplotlib.figure import Figure

import pybench as pb
from pybench.landscape.search import SomSearch

FIGURE = pb.plot.pareto


def search(n=26, seeds=1, seed=0, **changes):
    rng = np.random.default_rng(seed)
    size = np.repeat(np.arange(25, 25 + n), seeds)
    frame = pd.DataFrame(
        {
            "xdim": size, "ydim": size + 1, "seed": np.tile(np.arange(seeds), n),
            "quantization_error": 80 - size + rng.normal(size=len(size)),
            "topographic_error": 0.2 + size / 400 + rng.normal(size=len(size)) / 40,
            "explained_variance": 70 + size / 4,
        }
    ).assign(**changes)  # fmt: skip
    e, t = frame["quantization_error"].to_numpy(), frame["topographic_error"].to_numpy()
    beaten = [((e <= e[i]) & (t <= t[i]) & ((e < e[i]) | (t < t[i]))).any() for i in range(len(e))]
    frame["pareto"] = ~np.array(beaten)
    chosen = int(np.flatnonzero(frame["pareto"])[-1])
    frame["chosen"] = np.arange(len(e)) == chosen
    return SomSearch(
        table=frame, pareto=tuple(np.flatnonzero(frame["pareto"]).tolist()), chosen=chosen,
        som=None, scaling=None, preset="paper", n_rows=100, notes=(),
    )  # fmt: skip


def line(figure, role):
    return next(x for x in figure.axes[0].lines if x.get_label() == f"_{role}")


def test_the_front_is_joined_and_the_chosen_map_has_a_ring():
    found = search()
    figure = FIGURE(found)
    front = found.table[found.table["pareto"]].sort_values("quantization_error")
    columns = ["quantization_error", "topographic_error"]
    np.testing.assert_array_equal(line(figure, "front").get_xydata(), front[columns])
    assert (np.diff(line(figure, "front").get_ydata()) < 0).all()
    chosen = found.table.loc[[found.chosen], columns]
    np.testing.assert_array_equal(line(figure, "chosen").get_xydata(), chosen)
    assert len(line(figure, "other").get_xydata()) == 26 - len(front)


@pytest.mark.parametrize(("n", "seeds", "size"), [(26, 1, (7, 5)), (26, 4, (7, 5)), (26, 1, (4, 3)),
                                                  (1, 1, (7, 5)), (2, 1, (7, 5))])  # fmt: skip
def test_sizes_do_not_overlap(inside, apart, n, seeds, size):
    found = search(n, seeds)
    figure = FIGURE(found, width=size[0], height=size[1], title="Search")
    boxes = inside(figure)
    assert apart(boxes) == []
    named = {name for name, _ in boxes}
    for row in found.table[found.table["pareto"]].itertuples():
        name = f"{row.xdim} × {row.ydim}" + (f", seed {row.seed}" if seeds > 1 else "")
        assert name in named


def test_only_the_front_is_named_where_asked():
    found = search()
    said = [t.get_text() for t in FIGURE(found, labels=False).axes[0].texts]
    assert sum("×" in name for name in said) == len(found.pareto)


def test_a_map_without_topographic_error_is_counted():
    found = search(3, topographic_error=[0.2, 0.3, np.nan])
    figure = FIGURE(found)
    assert "1 without a topographic error left out." in " ".join(
        t.get_text() for t in figure.axes[0].texts
    )
    assert len(FIGURE(search(2, topographic_error=np.nan)).axes) == 1


def test_given_axes(inside):
    axes = Figure(figsize=(6, 4)).add_subplot()
    assert FIGURE(search(), axes) is axes.figure


def test_same_input_same_bytes():
    one, two = (FIGURE(search()).to_svg() for _ in range(2))
    assert one == two


@pytest.mark.parametrize(
    "arguments", [{"labels": "all"}, {"font_size": 0}, {"width": -1}, {"ax": 3}]
)
def test_bad_arguments(arguments):
    with pytest.raises(pb.ArgumentError, match=f"`{next(iter(arguments))}` must be"):
        FIGURE(search(2), **arguments)
    with pytest.raises(pb.ArgumentError, match="`search` must be a SomSearch"):
        FIGURE("search")
