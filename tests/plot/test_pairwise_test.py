"""The heat map of p-values and its letters."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

import pybench as pb
from pybench.base.latex import PAPERS
from pybench.plot import _pairwise_test as pairwise_test
from pybench.plot._pairwise_test import p_text, shade
from pybench.plot.draw.scene import Marks
from pybench.plot.draw.style import EVEN, SCALES


def table(k, n=30, seed=0, names=None):
    rng = np.random.default_rng(seed)
    return pb.read_results(
        rng.normal(size=(n, k)) + np.linspace(0, 2.0, k),
        datasets=[f"d{i}" for i in range(n)],
        classifiers=names or [f"m{i}" for i in range(k)],
        higher_is_better=True,
    )


@pytest.fixture
def scene_of(monkeypatch):
    """Return a function that draws and returns the scene."""

    def draw(result, **options):
        kept = []
        own = pairwise_test.show

        def show(scene, *given, **options):
            kept.append(scene)
            return own(scene, *given, **options)

        monkeypatch.setattr(pairwise_test, "show", show)
        pb.plot.pairwise_test(result, **options)
        return kept[0]

    return draw


def letters_of(scene):
    """Return the letters beside each name, by their height."""
    found = {}
    for text in scene.texts:
        if text.role == "letter":
            found.setdefault(text.y, []).append((text.x, text.text))
    names = {text.y: text.text for text in scene.texts if text.anchor == "right"}
    return {names[y]: {sign for _, sign in signs} for y, signs in found.items()}


@pytest.mark.parametrize("seed", range(4))
def test_methods_share_a_letter_exactly_if_they_do_not_differ(scene_of, seed):
    result = pb.wilcoxon(table(7, seed=seed))
    shown = letters_of(scene_of(result))
    assert set(shown) == set(result.pvalues.index)
    for a, b in itertools.combinations(shown, 2):
        assert bool(shown[a] & shown[b]) == (result.pvalues.loc[a, b] > result.alpha)


def test_cells_are_the_p_values_of_the_pairs_in_the_order_of_mean_ranks(scene_of):
    result = pb.wilcoxon(table(4))
    scene = scene_of(result)
    order = list(result.mean_ranks.sort_values().index)
    names = [x.text for x in sorted(scene.texts, key=lambda x: x.y) if x.anchor == "right"]
    assert names == order
    cells = [x for x in scene.texts if x.role == "p"]
    places = sorted({x.x for x in cells}), sorted({x.y for x in cells})
    assert len(cells) == 6
    for cell in cells:
        column, row = order[places[0].index(cell.x)], order[places[1].index(cell.y) + 1]
        assert cell.text == p_text(result.pvalues.loc[row, column])
        assert cell.bold == (result.verdicts.loc[row, column] != 0)


def test_colours_tell_the_better_side_and_the_size_of_p():
    assert shade(0.2, 0) == EVEN
    assert shade(0.0005, -1) == SCALES["red-blue"][1]
    assert shade(0.001, 1) == SCALES["red-blue"][0]
    assert len({shade(p, 1) for p in (0.001, 0.002, 0.04, 0.3)}) == 3
    texts = [p_text(p) for p in (0.0, 0.0004, 0.0005, 0.9994, 0.9996, 1.0)]
    assert texts == ["<.001", "<.001", ".001", ".999", ">.999", "1"]


def test_a_dot_marks_cells_in_which_the_row_is_better(scene_of):
    result = pb.wilcoxon(table(5), alternative="greater")
    (dots,) = [x for x in scene_of(result).layers if isinstance(x, Marks)]
    assert len(dots.at) == int((result.verdicts.to_numpy() > 0).sum()) > 0
    (dots,) = [x for x in scene_of(pb.wilcoxon(table(5))).layers if isinstance(x, Marks)]
    assert len(dots.at) == 0


def test_one_sided_tests_and_controls_have_no_letters(scene_of):
    t = table(4)
    scene = scene_of(pb.siegel(t, control="m2"))
    assert letters_of(scene) == {}
    assert len([x for x in scene.texts if x.role == "p"]) == 3
    scene = scene_of(pb.wilcoxon(t, alternative="greater"))
    assert letters_of(scene) == {}
    assert len([x for x in scene.texts if x.role == "p"]) == 12
    assert letters_of(scene_of(pb.wilcoxon(t), letters=False)) == {}


def test_if_there_are_too_many_letters_the_figure_says_so(monkeypatch):
    monkeypatch.setattr("pybench.comparison.cliques._LETTERS", "a")
    figure = pb.plot.pairwise_test(pb.wilcoxon(table(6)))
    assert "No letters" in " ".join(text.get_text() for text in figure.axes[0].texts)


@pytest.mark.parametrize(("k", "width"), [(2, "ieee-column"), (17, "ieee-column"), (30, 7.0)])
def test_the_width_is_exact_and_no_text_is_cut_or_covered(k, width, inside, apart):
    result = pb.wilcoxon(table(k, names=[f"method-{i}" for i in range(k)]))
    figure = pb.plot.pairwise_test(result, width=width, title="A title that is long " * 4)
    assert figure.get_figwidth() == pytest.approx(PAPERS.get(width, width))
    assert apart(inside(figure)) == []
    own = pb.plot.pairwise_test(result)
    assert apart(inside(own)) == []
    assert min(text.get_fontsize() for text in figure.axes[0].texts) == pytest.approx(8.0, rel=1e-6)


def test_many_methods_have_cells_without_numbers(scene_of):
    assert any(x.role == "p" for x in scene_of(pb.siegel(table(40))).texts)
    assert not any(x.role == "p" for x in scene_of(pb.siegel(table(41))).texts)


def test_sound(sound):
    sound(lambda **options: pb.plot.pairwise_test(pb.wilcoxon(table(5)), **options))


def test_bad_arguments():
    result = pb.wilcoxon(table(30))
    with pytest.raises(pb.ArgumentError, match=r"`width` must be at least .* inches"):
        pb.plot.pairwise_test(result, width=2)
    with pytest.raises(pb.ArgumentError, match="`letters` must be True or False, not 1"):
        pb.plot.pairwise_test(result, letters=1)


def test_a_list_of_letters_has_every_method_once_best_mean_rank_first():
    rng = np.random.default_rng(5)
    names = [f"m{i}" for i in range(12)]
    scores = (rng.normal(size=(30, 12)) + np.linspace(0, 2, 12)).round(3)
    places = [f"d{i}" for i in range(30)]
    t = pb.read_results(scores, datasets=places, classifiers=names, higher_is_better=True)
    result = pb.wilcoxon(t)
    figure = pb.plot.pairwise_test(result, cells=False, width="acm-column")
    texts = sorted(figure.axes[0].texts, key=lambda text: text.get_position()[1])
    drawn = [text.get_text() for text in texts]
    ranks = result.mean_ranks.sort_values()
    assert [text for text in drawn if text in names] == list(ranks.index)
    assert [text for text in drawn if "." in text][:12] == [f"{rank:.2f}" for rank in ranks]
    letters = "".join(sorted(text for text in drawn if len(text) == 1))
    assert letters == "".join(sorted("".join(result.letters().values())))
    assert not any(text in ("<.001", "1") for text in drawn)
    for other in (pb.wilcoxon(t, control="m3"), pb.wilcoxon(t, alternative="less")):
        with pytest.raises(pb.ArgumentError, match="`cells` is False, but there are no letters"):
            pb.plot.pairwise_test(other, cells=False)
    with pytest.raises(pb.ArgumentError, match="no letters"):
        pb.plot.pairwise_test(result, cells=False, letters=False)


def test_a_list_says_which_verdicts_its_order_does_not_show():
    """The signed-rank test favours the large wins, the mean rank the many."""
    large = np.r_[np.full(28, 5.0) + np.arange(28), -0.01 * np.arange(1, 33)]
    scores = np.c_[large, np.zeros(60)]
    names = {"datasets": [f"d{i}" for i in range(60)], "classifiers": ["few", "many"]}
    result = pb.wilcoxon(pb.read_results(scores, **names, higher_is_better=True))
    assert result.mean_ranks["many"] < result.mean_ranks["few"]
    figure = pb.plot.pairwise_test(result, cells=False)
    said = " ".join(text.get_text() for text in figure.axes[0].texts)
    assert (
        "In 1 pair that differs significantly, the method with the worse mean rank is better by "
        "the test."
    ) in said
