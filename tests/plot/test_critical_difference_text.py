from __future__ import annotations

import dataclasses
from itertools import combinations, islice
from types import SimpleNamespace

import pytest

from pybench.base.errors import ArgumentError
from pybench.plot.critical_difference_text import diagram_of, diagram_texts


def test_texts_of_demsars_figure(demsar):
    said = diagram_texts(demsar, decimals=3)
    assert said.names == ("C4.5+m+cf", "C4.5+m", "C4.5+cf", "C4.5")
    assert said.values == ("1.964", "2.000", "2.893", "3.143")
    assert said.cliques == ((0, 1, 2, 3),)
    assert said.ruler_text == "CD = 1.250"
    assert said.footnote == (
        "Mean ranks of AUC (higher is better) over 14 datasets. Bars join methods that do not "
        "differ significantly by the Nemenyi test (α\u00a0=\u00a00.05, convention standard)."
    )


def test_the_footnote_tells_direction_convention_and_level(result):
    drawn = result(
        ["a", "b"],
        [1, 2],
        distance=0.5,
        metric=None,
        higher_is_better=False,
        alpha=0.1,
        convention="scmamp",
        n_datasets=1,
    )
    assert diagram_texts(drawn).footnote == (
        "Mean ranks (lower is better) over 1 dataset. All pairs differ significantly by the "
        "Nemenyi test (α\u00a0=\u00a00.1, convention scmamp)."
    )


def test_the_footnote_explains_broken_bars_only_where_there_are_some(result):
    broken = result(["a", "b", "c"], [1, 2, 3], joined=[(0, 2)])
    whole = result(["a", "b", "c"], [1, 2, 3], joined=[(0, 1)])
    assert "dashed arcs" in diagram_texts(broken).footnote
    assert "dashed arcs" not in diagram_texts(whole).footnote


@pytest.mark.parametrize(("count", "bars"), [(250, 250), (251, 0)])
def test_more_than_250_bars_are_counted_not_drawn(random_result, count, bars):
    drawn = random_result(30, 1, interval=False)
    pairs = tuple(islice(combinations(drawn.classifiers, 2), count))
    said = diagram_texts(dataclasses.replace(drawn, cliques=pairs))
    assert len(said.cliques) == bars
    told = (
        "251 sets of methods that do not differ significantly by the Wilcoxon signed-rank test "
        "(α\u00a0=\u00a00.05, adjustment holm, convention standard) are too many for bars, of "
        "which at most 250 are drawn: see the p-values."
    )
    assert (told in said.footnote) == (bars == 0)
    assert ("Bars join" in said.footnote) == (bars > 0)


def test_the_footnote_never_claims_that_all_differ_when_they_do_not(result):
    drawn = dataclasses.replace(result(["a", "b"], [1.5, 1.5], distance=1.0), cliques=())
    assert "not every pair differs significantly" in diagram_texts(drawn).footnote


def test_parts_can_be_left_out(demsar):
    said = diagram_texts(demsar, ruler=False, footnote=False)
    assert (said.ruler, said.ruler_text, said.footnote) == (None, "", "")


def test_groups_are_numbered_in_their_order(demsar):
    said = diagram_texts(demsar, groups={"C4.5": "plain", "C4.5+m": "tuned", "C4.5+cf": "tuned"})
    assert said.group_names == ("plain", "tuned")
    assert said.groups == (None, 1, 1, 0)


def test_titles_have_lines(demsar):
    assert diagram_texts(demsar, title=" a\n\nb\x07 ").title == ("a", "b\\x07")


def test_a_comparison_is_taken_for_its_diagram(demsar):
    assert diagram_of(SimpleNamespace(critical_difference=demsar)) is demsar


@pytest.mark.parametrize("other", [None, 3, SimpleNamespace(critical_difference=1.25)])
def test_anything_else_is_refused(other):
    with pytest.raises(ArgumentError, match=r"`result` must be .* pybench.critical_difference"):
        diagram_of(other)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"decimals": 1.5}, "`decimals` must be a whole number from 0 to 12, not 1.5"),
        ({"decimals": True}, "`decimals`"),
        ({"max_label": 2}, "`max_label` must be a whole number from 3"),
        ({"groups": {"C5": "x"}}, "`groups` names a method .* 'C5'"),
        ({"highlight": "C5"}, "`highlight` names a method .* 'C5'"),
        ({"highlight": ["C4.5", "C5"]}, "`highlight` names a method .* 'C5'"),
    ],
)
def test_bad_arguments_are_named(demsar, arguments, message):
    with pytest.raises(ArgumentError, match=message):
        diagram_texts(demsar, **arguments)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        (
            {"test": "wilcoxon", "adjust": "holm"},
            "do not differ significantly by the Wilcoxon signed-rank test "
            "(α\u00a0=\u00a00.05, adjustment holm, convention standard).",
        ),
        (
            {"test": "p-values", "adjust": "none", "alpha": 0.2},
            "do not differ significantly by the given p-values "
            "(α\u00a0=\u00a00.2, adjustment none).",
        ),
        (
            {"test": "miller", "adjust": "none"},
            "do not differ significantly by the Miller test "
            "(α\u00a0=\u00a00.05, convention standard).",
        ),
        ({"test": "users_own", "adjust": "x"}, "do not differ significantly by the users_own"),
    ],
)
def test_the_footnote_names_every_test_and_its_correction(result, changes, words):
    assert (
        words
        in diagram_texts(result(["a", "b", "c"], [1, 2, 3], joined=[(0, 1)], **changes)).footnote
    )


def test_all_against_a_control(result):
    drawn = result(
        ["a", "b", "c"],
        [1, 2, 3],
        distance=1.5,
        control="c",
        test="bonferroni-dunn",
        adjust="bonferroni",
    )
    said = diagram_texts(drawn)
    assert (said.control, said.marks, said.cliques) == (2, ("*", "", ""), ())
    assert said.highlighted == {2}
    assert said.ruler_text == "control ± CD = 1.50"
    assert said.footnote.endswith(
        "An asterisk marks methods that differ significantly from c by the Bonferroni-Dunn "
        "test (α\u00a0=\u00a00.05, convention standard)."
    )
    none = diagram_texts(result(["a", "b"], [1, 2], distance=3, control="a", test="siegel"))
    assert "No method differs significantly from a by the z-test of mean ranks" in none.footnote


def test_pairs_that_the_test_turns_round_are_marked_and_named(result):
    drawn = result(["a", "b", "c"], [1, 2, 3], test="wilcoxon", against=(("b", "a"),))
    said = diagram_texts(drawn)
    assert said.marks == ("!", "!", "")
    words = "! Against the mean ranks, the Wilcoxon signed-rank test favours b over a."
    assert said.footnote.endswith(words)
    many = tuple(("b", "a") for _ in range(7))
    said = diagram_texts(result(["a", "b", "c"], [1, 2, 3], test="wilcoxon", against=many))
    assert said.footnote.endswith("; b over a; 2 more.")
    both = result(["a", "b"], [1, 2], control="a", test="wilcoxon", against=(("b", "a"),))
    assert diagram_texts(both).marks == ("!", "*!")


def broken(result, count):
    """Return a diagram of which `count` bars are broken: i and i + 2 for every i."""
    names = [f"m{i}" for i in range(count + 2)]
    joined = [(i, i + 2) for i in range(count)]
    return result(names, range(1, len(names) + 1), joined=joined)


@pytest.mark.parametrize(("count", "lettered"), [(12, False), (13, True)])
def test_letters_replace_more_than_12_broken_bars(result, count, lettered):
    said = diagram_texts(broken(result, count))
    assert (said.cliques == ()) == lettered
    assert ("Letters replace bars, of which 13 would be broken." in said.footnote) == lettered
    assert ("Methods that share a letter do not differ" in said.footnote) == lettered
    assert ("Bars join methods" in said.footnote) != lettered
    assert diagram_texts(broken(result, count), verdicts="bars").cliques != ()


def test_methods_share_a_letter_exactly_if_they_do_not_differ(result):
    shown = broken(result, 13)
    letters = [set(mark.split()[-1]) for mark in diagram_texts(shown).marks]
    for i, j in combinations(range(len(letters)), 2):
        assert bool(letters[i] & letters[j]) == (not shown.significant[i, j])


def test_letters_can_be_asked_for_where_they_exist(result):
    said = diagram_texts(result(["a", "b", "c"], [1, 2, 3], joined=[(0, 1)]), verdicts="letters")
    assert said.marks == (" a", " a", " b")
    assert "Letters replace" not in said.footnote
    controlled = result(["a", "b"], [1, 2], distance=0.5, control="a")
    with pytest.raises(ArgumentError, match='cannot be "letters" for a diagram with a control'):
        diagram_texts(controlled, verdicts="letters")
