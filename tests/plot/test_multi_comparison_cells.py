"""The lines of a cell of a multi-comparison matrix: their order, bold, what is said of them."""

from __future__ import annotations

import numpy as np
import pytest

import pybench as pb
from pybench.plot.multi_comparison_cells import plain, probability, signed
from pybench.plot.multi_comparison_text import matrix_texts
from pybench.table import results_table

SCORES = [[0.5, 0.25], [0.75, 0.5], [0.25, 0.25], [0.5, 0.25], [1.0, 0.5], [0.5, 0.25]]


@pytest.fixture
def matrix():
    """Return a function: scores, names, settings -> a matrix."""

    def build(scores, names=None, *, higher=True, metric="AUC", **settings):
        scores = np.asarray(scores, float)
        names = names or [f"c{j + 1}" for j in range(scores.shape[1])]
        datasets = [f"d{i + 1}" for i in range(len(scores))]
        t = results_table(scores, datasets, names, higher_is_better=higher, metric=metric)
        return pb.multi_comparison(t, **settings)

    return build


SCORES = [[0.5, 0.25], [0.75, 0.5], [0.25, 0.25], [0.5, 0.25], [1.0, 0.5], [0.5, 0.25]]


def test_posterior_is_the_fourth_line(matrix):
    result = matrix(SCORES, bayesian=True, samples=200, rope=0.1)
    said = matrix_texts(result)
    shares = [float(x) for x in said.lines[0][1][3].split("/")]
    assert sum(shares) == pytest.approx(1, abs=0.011)
    assert said.key[3] == "P(better / alike / worse)"
    assert "within ±0.1" in said.footnote


@pytest.mark.parametrize(
    ("value", "text"),
    [(0.12344, "0.1234"), (0.99999, "1.0000"), (1.0, "1.0000"), (12.5, "12.500"),
     (1234.5, "1234.5"), (123456.7, "123457"), (0.0, "0.0000"), (np.inf, "∞"), (-np.inf, "−∞"),
     (-0.5, "−0.5000")],
)  # fmt: skip
def test_numbers(value, text):
    assert plain(value, 4) == text


def test_signs():
    assert [signed(x, 2) for x in (0.5, -0.5, 0.0, np.inf)] == ["+0.50", "−0.50", "0.00", "+∞"]


@pytest.mark.parametrize(
    ("p", "text"),
    [(1.0, "1.000"), (0.0499, "0.050"), (0.0005, "0.001"), (0.000499, "5e-4"), (1e-12, "1e-12"),
     (9.9e-13, "<1e-12"), (0.0, "<1e-12")],
)  # fmt: skip
def test_probabilities(p, text):
    assert probability(p) == text


def test_a_cell_has_the_chosen_lines_in_their_order_and_is_bold_by_what_it_shows(matrix):
    scores = [*SCORES, [0.0, 0.5], [0.25, 0.5]]
    result = matrix(
        np.column_stack([scores, np.full(8, 0.9)]), bayesian=True, samples=300,
        effect="hodges_lehmann", alpha=0.1,
    )  # fmt: skip
    said = matrix_texts(result, cell=["effect", "wins"])
    assert said.key == ("Hodges-Lehmann", "90 % interval", "win / tie / loss")
    size, low, high = (
        signed(float(getattr(result, f"effect_size{end}").iloc[0, 1]), 4)
        for end in ("", "_low", "_high")
    )
    counts = "/".join(str(frame.iloc[0, 1]) for frame in (result.wins, result.draws, result.losses))
    assert said.lines[0][1] == (size, f"[{low}, {high}]", counts)
    assert not said.bold.any()
    assert "Hodges-Lehmann estimate of the difference with its 90 % interval" in said.footnote
    assert "Wilcoxon" not in said.footnote
    assert "descriptive" not in said.footnote
    said = matrix_texts(result, cell="posterior")
    parts = [frame.to_numpy() for frame in (result.better, result.equal, result.worse)]
    likely = (np.max(parts, axis=0) >= 0.9) & ~result.own
    assert said.bold.tolist() == likely.tolist()
    assert 0 < likely.sum() < 6
    assert "bold where one of them is at least 90 %" in said.footnote
    assert len(matrix_texts(result).key) == 6


@pytest.mark.parametrize(
    ("zero_method", "words"),
    [("wilcox", "wilcox, left out"), ("pratt", "pratt, ranked, then left out"),
     ("zsplit", "zsplit, ranked, then split")],
)  # fmt: skip
def test_the_footnote_names_the_zero_method(matrix, zero_method, words):
    said = matrix_texts(matrix(SCORES, zero_method=zero_method)).footnote
    assert f"(exact; equal scores: {words})" in said


@pytest.mark.parametrize(
    ("cell", "said"),
    [("posterior", "which this result does not have"), ("effect", "does not have"),
     (["p", "p"], "each once"), ([], "each once"), ("rank", "must be one of"), (1, "each once")],
)  # fmt: skip
def test_lines_that_are_not_there_are_refused(matrix, cell, said):
    with pytest.raises(pb.ArgumentError, match=said):
        matrix_texts(matrix(SCORES), cell=cell)
