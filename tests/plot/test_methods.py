from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from inspect import signature

import pytest
from matplotlib.lines import Line2D
from matplotlib.text import Text
from sklearn.naive_bayes import GaussianNB

import pybench as pb
from pybench.plot.draw.many_texts import ManyTexts
from pybench.plot.draw.style import PALETTE, group_ink
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


def swapped():
    """Return swaps of a, b and c beside the pair of x and y, each of which changes the verdict."""
    scores = [[3, 2, 1, 4, 5], [6, 5, 4, 8, 7], [9, 7, 8, 3, 2], [5, 4, 3, 1, 2]]
    t = pb.read_results(
        scores, datasets=list("defg"), classifiers=list("abcxy"), higher_is_better=True
    )
    found = pb.swaps(t, "x", "y")
    return replace(found, counts=found.counts + 1)


LEARNERS = {name: GaussianNB() for name in "abc"}


@cache
def optimal():
    return pb.optimality("c-d1", LEARNERS, runs=2)


@cache
def swept():
    return pb.optimal.sweep("constant", {"train": (20, 30)}, paths=20, runs=2, classifiers=LEARNERS)


@cache
def learned():
    return pb.optimal.learning_curve("c-d1", LEARNERS, sizes=(20, 40, 60), runs=2)


#: Figure -> what it draws of a table.
EACH = ("labels", "highlight", "groups")
FIGURES = {
    "critical_difference": pb.critical_difference,
    "critical_differences": lambda t: pb.critical_differences({"x": t, "y": t}),
    "multi_comparison": pb.multi_comparison,
    "rank_intervals": pb.rank_intervals,
    "stability": pb.stability,
    "pairwise_test": pb.wilcoxon,
    "scores": lambda t: t,
    "score_cost": lambda t: (t, {"a": 1, "b": 30, "c": 900}),
    "pareto_front": lambda t: pb.pareto(t, {"a": 1, "b": 30, "c": 900}, resamples=50),
    "effects": pb.effects,
    "patterns": lambda t: pb.core_patterns(t, ["a", "b"], extra=1),
    "favourable_sets": lambda t: pb.favourable_sets(t, "a", "b", size=1),
    "swaps": lambda _: swapped(),
    "bayesian_t": lambda t: (t, "a", "b"),
    "simplex": lambda t: pb.posterior(t, "a", "b", samples=50),
    "power": lambda t: pb.datasets_needed(t, repeats=20),
    "roc": lambda _: optimal(),
    "optimality": lambda _: optimal(),
    "sweep": lambda _: swept(),
    "learning_curve": lambda _: learned(),
}
SOURCES = {
    "critical_difference_tikz": FIGURES["critical_difference"],
    "critical_differences_tikz": FIGURES["critical_differences"],
    "multi_comparison_latex": pb.multi_comparison,
}
OF_DATASETS = {"embedding", "pareto", "scatter", "selection"}  #: their groups or labels
#: A text that is a name of a method: alone, after its number, before its AUC or probability.
NAMED = re.compile(
    r"(?:\d )?(Alpha|[bc])(?: [01]\.\d+| better.*| \((?:above|below) the axes\)|  \w+)?$"
)
LOOKS = {"labels": {"a": "Alpha"}, "highlight": "b", "groups": GROUPS}


def drawn(name, table, **looks):
    made = (FIGURES | SOURCES)[name](table)
    return getattr(pb.plot, name)(*(made if isinstance(made, tuple) else (made,)), **looks)


@pytest.mark.parametrize("name", FIGURES)
def test_figures_print_labels_instead_of_names(name, table):
    before, after = (
        " ".join(looks_of(drawn(name, table, **looks)))
        for looks in ({}, {"labels": {"a": "Alpha", "b": "Beta"}})
    )
    assert re.search(r"\ba\b", before.replace("a dot", "").replace("a bar", ""))
    assert "Alpha" in after
    assert not re.search(r"\bb\b", after)


@pytest.mark.parametrize("name", FIGURES)
def test_groups_have_the_colours_of_the_diagram_and_a_legend(name, table):
    figure = drawn(name, table, **LOOKS)
    shown = looks_of(figure)
    names = {found[1]: look[1] for text, look in shown.items() if (found := NAMED.match(text))}
    assert "Alpha" in names
    inks = {"Alpha": group_ink(0), "b": group_ink(0), "c": group_ink(1)}
    assert names == {text: inks[text] for text in names}
    assert {"trees", "nets"} <= set(shown)
    assert {("o", PALETTE[0]), ("s", PALETTE[1])} <= marks_of(figure)


@pytest.mark.parametrize("name", FIGURES)
def test_highlighted_names_alone_are_bold(name, table):
    shown = looks_of(drawn(name, table, highlight="b"))
    names = {
        text: bold for text, (bold, _) in shown.items()
        if re.match(r"(\d )?[abc]\b(?! \d\.\d\d,)", text)  # not mean ranks in a sentence
    }  # fmt: skip
    assert any(names.values())
    assert {text for text, bold in names.items() if bold} == {
        text for text in names if re.search(r"\bb\b", text)
    }


def test_no_figure_of_methods_is_left_out():
    taken = {
        name: tuple(look for look in EACH if look in signature(getattr(pb.plot, name)).parameters)
        for name in set(pb.plot.__all__) - OF_DATASETS
    }
    assert {name: own for name, own in taken.items() if own} == dict.fromkeys(
        FIGURES | SOURCES, EACH
    )


@pytest.mark.parametrize(
    ("name", "look"),
    [
        (name, look) for name in FIGURES | SOURCES for look in EACH
        if (name, look) not in {("patterns", "groups"), ("simplex", "groups")}
    ],
)  # fmt: skip
def test_figures_refuse_a_method_that_they_do_not_have(name, look, table):
    value = "z" if look == "highlight" else {"z": "z"}
    with pytest.raises(pb.ArgumentError, match=f"`{look}` names a method that .* not have: 'z'$"):
        drawn(name, table, **{look: value})


@pytest.mark.parametrize(
    ("looks", "said"),
    [
        ({"highlight": 3}, "`highlight` must be names of methods, not 3"),
        ({"highlight": [3]}, "`highlight` names a method that the result does not have: 3"),
        ({"labels": ["a"]}, "`labels` must be a mapping of methods to their names, not "),
        ({"labels": {"a": 1}}, "`labels` must be a string, not 1"),
        ({"labels": {"a": "b"}}, "`labels` must give different names, not 'b' for both 'a' and"),
        ({"groups": "trees"}, "`groups` must be a mapping of methods to their groups, not 'trees'"),
    ],
)
def test_looks_of_the_wrong_kind_are_refused(looks, said):
    with pytest.raises(pb.ArgumentError, match=f"^{said}"):
        method_looks(["a", "b"], **looks)


def marks_of(figure):
    """Return the shapes and colours of marks beside the legend of Matplotlib, and in it."""
    legend = figure.axes[0].get_legend()
    artists = (*figure.axes[0].get_children(), *(legend.legend_handles if legend else ()))
    lines = [artist for artist in artists if isinstance(artist, Line2D)]
    return {(line.get_marker(), line.get_markerfacecolor()) for line in lines}


def looks_of(figure):
    """Return text -> (bold, colour) of all texts of a figure."""
    found = {}
    legend = figure.axes[0].get_legend()
    for artist in (*figure.axes[0].get_children(), *(legend.get_texts() if legend else ())):
        if isinstance(artist, Text):
            found[artist.get_text()] = artist.get_weight() == "bold", artist.get_color()
        elif isinstance(artist, ManyTexts):
            found |= dict.fromkeys(artist.texts, (artist.look.bold, artist.look.colour))
    return found
