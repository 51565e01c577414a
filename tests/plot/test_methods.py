from __future__ import annotations

import pytest
from matplotlib.text import Text

import pybench as pb
from pybench.plot.draw.many_texts import ManyTexts
from pybench.plot.draw.style import group_ink
from pybench.plot.methods import method_looks

GROUPS = {"a": "trees", "c": "nets", "b": "trees"}


def test_looks_follow_the_order_of_the_methods():
    looks = method_looks(["c", "b", "a"], labels={"a": "A1"}, highlight="b", groups=GROUPS)
    assert looks.names == ("c", "b", "A1")
    assert looks.bold == {1}
    assert looks.group_names == ("trees", "nets")
    assert looks.groups == (1, 0, 0)


def test_nothing_is_the_default():
    looks = method_looks(["a", "b"])
    assert (looks.names, looks.bold, looks.groups) == (("a", "b"), frozenset(), (None, None))
    assert looks.group_names == ()


@pytest.mark.parametrize(
    ("look", "message"),
    [
        ({"labels": {"z": "Z"}}, "`labels` names a method that the result does not have: 'z'"),
        ({"groups": {"z": "Z"}}, "`groups` names a method that the result does not have: 'z'"),
        ({"highlight": ["a", "z"]}, "`highlight` names a method that"),
        ({"labels": {"a": "x", "b": "x"}}, "different names, not 'x' for both 'a' and 'b'"),
        ({"labels": {"a": "b"}}, "different names, not 'b' for both 'a' and 'b'"),
        ({"labels": {"a": 1}}, "`labels`"),
    ],
)
def test_what_is_refused(look, message):
    with pytest.raises(pb.ArgumentError, match=message):
        method_looks(["a", "b"], **look)


@pytest.fixture(scope="module")
def table():
    scores = [[3, 2, 1], [6, 5, 4], [9, 7, 8], [5, 4, 3]]
    return pb.read_results(
        scores, datasets=list("defg"), classifiers=list("abc"), higher_is_better=True
    )


@pytest.mark.parametrize(
    ("make", "draw"),
    [
        (pb.critical_difference, pb.plot.critical_difference),
        (pb.multi_comparison, pb.plot.multi_comparison),
        (pb.rank_intervals, pb.plot.rank_intervals),
        (pb.stability, pb.plot.stability),
    ],
)
def test_every_figure_of_methods_shows_the_same_looks(table, make, draw):
    look = {"labels": {"a": "Alpha"}, "highlight": "b"}
    if draw is not pb.plot.stability:
        look["groups"] = GROUPS
    shown = looks_of(draw(make(table), **look))
    assert {"Alpha", "b", "c"} <= set(shown)
    assert "a" not in shown
    assert [shown[name][0] for name in ("Alpha", "b", "c")] == [False, True, False]
    if "groups" in look:
        assert {"trees", "nets"} <= set(shown)
        colours = [shown[name][1] for name in ("Alpha", "b", "c")]
        assert colours == [group_ink(0), group_ink(0), group_ink(1)]


def looks_of(figure):
    """Return text -> (bold, colour) of all texts of a figure."""
    found = {}
    for artist in figure.axes[0].get_children():
        if isinstance(artist, Text):
            found[artist.get_text()] = artist.get_weight() == "bold", artist.get_color()
        elif isinstance(artist, ManyTexts):
            found |= dict.fromkeys(artist.texts, (artist.look.bold, artist.look.colour))
    return found
