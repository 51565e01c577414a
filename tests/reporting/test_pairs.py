"""Matrices of p-values by two tests, and where they disagree."""

import numpy as np

from pybench.comparison.summary import compare
from pybench.table import results_table


def test_matrices_show_each_p_and_mark_what_differs(page_of, separated):
    comparison = separated()
    tables = page_of(comparison).xpath("//table[contains(@class, 'pairs')]")
    tests = (comparison.nemenyi, comparison.wilcoxon)
    differs = [test.pvalues.to_numpy() <= 0.05 for test in tests]
    assert (differs[0] != differs[1]).any()
    for table, test in zip(tables, tests, strict=True):
        body = table.xpath("tbody/tr")
        assert [row.find("th").text_content() for row in body] == list("abcd")
        for i, row in enumerate(body):
            for j, cell in enumerate(row.findall("td")):
                p = test.pvalues.iloc[i, j]
                kinds = cell.get("class").split()
                assert ("self" in kinds) == (i == j)
                assert (cell.find("b") is not None) == (i != j and p <= 0.05)
                assert ("contested" in kinds) == (differs[0][i, j] != differs[1][i, j])
                if i != j:
                    verdict = test.verdicts.iloc[i, j]
                    arrow = {1: "\u00a0▲", 0: "", -1: "\u00a0▼"}[verdict]
                    shown = ("<.001" if p < 0.001 else f"{p:.3f}") + arrow
                    assert cell.text_content() == shown
                    assert ("row better" in cell.get("title")) == (verdict > 0)


def test_pairs_on_which_the_tests_disagree_are_named(page_of, separated):
    tree = page_of(separated())
    (said,) = tree.xpath("//p[starts-with(., 'Differ significantly by the signed-rank')]")
    assert [name.text_content() for name in said.findall("span")] == ["a – b", "b – c", "c – d"]
    assert not tree.xpath("//p[starts-with(., 'Differ significantly by Nemenyi')]")
    table = results_table([[2, 1], [3, 1]] * 5, list("abcdefghij"), ["x", "y"],
                          higher_is_better=True)  # fmt: skip
    assert "agree on the pair" in page_of(compare(table, engine="python")).text_content()


def test_a_test_that_cannot_find_a_difference_agrees_with_nobody(page_of):
    """Of two datasets no signed-rank test has a p below 0.5."""
    t = results_table([[3, 2, 1], [6, 5, 4]], list("ab"), list("xyz"), higher_is_better=True)
    text = " ".join(page_of(compare(t, engine="python")).text_content().split())
    assert "The two tests agree" not in text
    for test in ("Nemenyi's test", "the signed-rank tests"):
        assert f"With 2 datasets {test} cannot find a difference at level 0.05" in text


def test_opposite_verdicts_are_a_disagreement(page_of):
    """Ranks are for c0, signed ranks for c1."""
    gaps = np.r_[np.arange(1, 91), -np.arange(91, 151)] * 1e-4
    scores = np.c_[0.7 + gaps, np.full(150, 0.7)]
    names = [f"d{i}" for i in range(150)]
    t = results_table(scores, names, ["c0", "c1"], higher_is_better=True)
    tree = page_of(compare(t, engine="python"))
    (said,) = tree.xpath("//p[starts-with(., 'Differ significantly by both, in opposite')]")
    assert [name.text_content() for name in said.findall("span")] == ["c0 – c1"]
    cells = tree.xpath("//table[contains(@class, 'pairs')]//td[contains(@class, 'contested')]")
    assert [cell.text_content()[-1] for cell in cells] == ["▲", "▼", "▼", "▲"]
