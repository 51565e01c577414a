"""Scores and ranks over the datasets: what a row shows, and texts that fit."""

from __future__ import annotations

import numpy as np
import pytest

import pybench as pb
from pybench.base.latex import PAPERS


def table(k, n=25, seed=0, *, higher=True, names=None, **options):
    rng = np.random.default_rng(seed)
    return pb.read_results(
        rng.normal(size=(n, k)).round(3) + np.linspace(0, 1, k),
        datasets=[f"d{i}" for i in range(n)],
        classifiers=names or [f"method-{i}" for i in range(k)],
        higher_is_better=higher,
        **options,
    )


def layer(figure, label):
    axes = figure.axes[0]
    found = [*axes.lines, *axes.collections]
    return [artist for artist in found if artist.get_label() == label]


def texts(figure):
    return [text.get_text() for text in figure.axes[0].texts]


def test_rows_are_in_the_order_of_mean_ranks_which_stand_beside_them():
    t = table(5)
    means = pb.ranks(t).mean().sort_values()
    names = [x for x in texts(pb.plot.scores(t)) if x.startswith("method")]
    assert names == list(means.index)
    numbers = [x for x in texts(pb.plot.scores(t)) if x[0].isdigit() and len(x) == 4]
    assert numbers == [f"{rank:.2f}" for rank in means]


@pytest.mark.parametrize("of", ["scores", "ranks"])
def test_boxes_are_quartiles_and_medians_of_each_method(of):
    t = table(4, higher=False)
    frame = t.to_frame() if of == "scores" else pb.ranks(t)
    figure = pb.plot.scores(t, of=of)
    names = [x for x in texts(figure) if x.startswith("method")]
    (boxes,), (medians,) = layer(figure, "_boxes"), layer(figure, "_medians")
    (whiskers,) = layer(figure, "_whiskers")
    for row, name in enumerate(names):
        first, middle, third = np.quantile(frame[name], [0.25, 0.5, 0.75])
        xs = boxes.get_paths()[row].vertices[:, 0]
        assert (xs.min(), xs.max()) == pytest.approx((first, third))
        assert medians.get_segments()[row][:, 0] == pytest.approx([middle, middle])
        inside = frame[name][(frame[name] - first).abs() <= 99]
        reach = 1.5 * (third - first)
        inside = inside[(inside >= first - reach) & (inside <= third + reach)]
        ends = whiskers.get_segments()[row][:, 0]
        assert ends.tolist() == [inside.min(), inside.max()]


def test_scores_have_dots_and_ranks_have_bars_and_diamonds():
    t = table(3)
    dots = layer(pb.plot.scores(t), "_dots")
    drawn = {tuple(sorted(line.get_xdata())) for line in dots}
    assert drawn == {tuple(sorted(column)) for column in t.scores.T}
    figure = pb.plot.scores(t, of="ranks")
    assert layer(figure, "_dots") == []
    (means,) = layer(figure, "_means")
    assert list(means.get_xdata()) == sorted(pb.ranks(t).mean())
    first = pb.ranks(t).mean().idxmin()
    shares = pb.ranks(t)[first].value_counts()
    bars = [bar for bar in figure.axes[0].patches if bar.get_y() < 0]
    assert len(bars) == len(shares)
    tallest = max(abs(bar.get_height()) for bar in bars)
    for bar in bars:
        count = shares[bar.get_x() + bar.get_width() / 2]
        assert abs(bar.get_height()) / tallest == pytest.approx(count / shares.max())


def test_a_highlighted_method_is_bold_and_has_another_colour():
    figure = pb.plot.scores(table(4), highlight="method-2")
    bold = [x.get_text() for x in figure.axes[0].texts if x.get_weight() == "bold"]
    assert bold == ["method-2"]
    colours = [line.get_color() for line in layer(figure, "_dots")]
    assert len(set(colours)) == 2
    with pytest.raises(pb.ArgumentError, match="does not have: 'nobody'"):
        pb.plot.scores(table(4), highlight=["nobody"])


@pytest.mark.parametrize("of", ["scores", "ranks"])
@pytest.mark.parametrize("k", [2, 10, 30, 100])
@pytest.mark.parametrize("width", ["acm-column", "acm-text"])
def test_the_width_is_exact_and_no_text_is_cut_or_covered(of, k, width, inside, apart):
    names = [("a long name " * 9)[: 3 + (11 * i) % 60].strip() + f"-{i}" for i in range(k)]
    t = table(k, names=names, metric="balanced accuracy")
    figure = pb.plot.scores(t, of=of, width=width, highlight=names[0], title="A title")
    assert figure.get_figwidth() == pytest.approx(PAPERS[width])
    assert apart(inside(figure)) == []
    assert min(text.get_fontsize() for text in figure.axes[0].texts) == pytest.approx(8)


def test_equal_scores_one_dataset_and_the_same_bytes(sound):
    equal = pb.read_results([[1, 1]] * 4, datasets=list("abcd"), classifiers=["x", "y"],
                            higher_is_better=True)  # fmt: skip
    for of in ("scores", "ranks"):
        sound(lambda of=of, **options: pb.plot.scores(equal, of=of, **options))
        assert "1 dataset," in " ".join(texts(pb.plot.scores(table(3, n=1), of=of)))


def test_hostile_names_are_harmless_text(hostile, inside):
    names = [x for x in hostile if x.strip() == x and 0 < len(x) <= 30]
    names = [x for x in names if not {"\0", "\ud800"} & set(x)]
    inside(pb.plot.scores(table(len(names), names=names), width=9))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"of": "medians"}, '`of` must be one of "scores", "ranks"'),
        ({"width": 1}, "`width` must be at least .* inches at font size .*, not 1"),
        ({"tie_tol": "none"}, '`tie_tol` must be "decimal"'),
    ],
)
def test_bad_arguments(options, message):
    with pytest.raises(pb.ArgumentError, match=message):
        pb.plot.scores(table(3), **options)


def test_missing_scores_are_refused():
    t = pb.read_results([[1, np.nan], [2, 1]], datasets=["d", "e"], classifiers=["a", "b"],
                        higher_is_better=True, missing="keep")  # fmt: skip
    with pytest.raises(pb.ResultsTableError, match="expected every score, found 1 missing"):
        pb.plot.scores(t)
