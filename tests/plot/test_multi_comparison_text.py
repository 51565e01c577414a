"""What a multi-comparison matrix says, before any geometry."""

from __future__ import annotations

import numpy as np
import pytest

import pybench as pb
from pybench.plot.draw.style import SCALES
from pybench.plot.multi_comparison_text import matrix_texts
from pybench.table import results_table


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


def test_lines_of_a_cell(matrix):
    said = matrix_texts(matrix(SCORES))
    assert said.lines[0][1] == ("+0.2500", "5/1/0", "0.062")  # 2 / 2^5
    assert said.lines[1][0] == ("−0.2500", "0/1/5", "0.062")
    assert said.lines[0][0] == ()
    assert [(label.name, label.mean) for label in said.rows] == [
        ("c1", "0.5833"), ("c2", "0.3333"),
    ]  # fmt: skip
    assert said.key == ("mean difference", "win / tie / loss", "p (Wilcoxon), better")


@pytest.mark.parametrize("higher", [True, False])
def test_red_is_where_the_row_is_better_in_either_direction(matrix, higher):
    said = matrix_texts(matrix(SCORES, higher=higher))
    assert said.rows[0].name == ("c1" if higher else "c2")
    assert said.favour.tolist() == [[0, 1], [-1, 0]]
    assert said.scale == (("−0.2500", "0", "+0.2500") if higher else ("+0.2500", "0", "−0.2500"))
    assert said.lines[0][1][0] == ("+0.2500" if higher else "−0.2500")


def test_bold_follows_alpha(matrix):
    assert matrix_texts(matrix(SCORES, alpha=0.07)).bold.tolist() == [[False, True], [True, False]]
    assert not matrix_texts(matrix(SCORES)).bold.any()


def test_limit_and_colours(matrix):
    result = matrix(SCORES)
    assert matrix_texts(result, limit=0.5).favour[0, 1] == 0.5
    assert matrix_texts(result, limit=0.1).favour[0, 1] == 1.0
    uncoloured = matrix_texts(result, colours="none")
    assert uncoloured.scale is None
    assert not uncoloured.favour.any()
    assert "Red" not in uncoloured.footnote
    alike = matrix_texts(matrix([[1.0, 1.0], [2.0, 2.0]]))
    assert not alike.favour.any()


def test_footnote_says_test_conventions_and_what_p_is_not(matrix):
    said = matrix_texts(matrix(SCORES, higher=False)).footnote
    for part in (
        "over 6 datasets; AUC, lower is better",
        "AUC(row) − AUC(column)",
        "two-sided Wilcoxon signed-rank test",
        "p\u00a0≤\u00a00.05",
        "p is descriptive, not corrected for the 1 comparison.",
    ):
        assert part in said
    adjusted = matrix_texts(matrix(np.eye(3), adjust="holm")).footnote
    assert "p is adjusted for the 3 comparisons by holm." in adjusted
    assert "they change when methods are added or removed" in adjusted
    assert matrix_texts(matrix(SCORES), footnote=False).footnote == ""


def test_names_are_visible_and_of_bounded_length(matrix):
    said = matrix_texts(matrix(SCORES, ["two\nlines", "W" * 50]))
    assert [label.name for label in said.rows] == ["two\\nlines", "W" * 20 + "…" + "W" * 19]
    whole = matrix_texts(matrix(SCORES, ["a", "W" * 50]), max_label=None)
    assert whole.rows[1].name == "W" * 50


@pytest.mark.parametrize(
    "arguments",
    [{"colours": "red"}, {"limit": 0}, {"limit": -1.0}, {"decimals": 13}, {"decimals": 1.5},
     {"max_label": 2}],
)  # fmt: skip
def test_bad_arguments(matrix, arguments):
    with pytest.raises(pb.ArgumentError):
        matrix_texts(matrix(SCORES), **arguments)


def test_what_is_no_matrix_is_refused(demsar):
    with pytest.raises(
        pb.ArgumentError, match="`result` must be a MultiComparison or a Comparison"
    ):
        matrix_texts(demsar)


def test_the_upper_triangle_has_each_pair_once(matrix):
    result = matrix(np.column_stack([SCORES, np.arange(6)]))
    whole, part = matrix_texts(result), matrix_texts(result, triangle="upper")
    assert [label.name for label in part.rows] == list(result.rows[:-1])
    assert [label.name for label in part.columns] == list(result.columns[1:])
    assert [[bool(lines) for lines in row] for row in part.lines] == [[True, True], [False, True]]
    assert part.hidden.tolist() == [[False, False], [True, False]]
    assert not part.own[~part.hidden].any()
    for i, j in ((0, 1), (0, 2), (1, 2)):
        assert part.lines[i][j - 1] == whole.lines[i][j]
        assert part.favour[i, j - 1] == whole.favour[i, j]
        assert part.bold[i, j - 1] == whole.bold[i, j]
    assert "Each pair is shown once." in part.footnote
    with pytest.raises(pb.ArgumentError, match="needs the same methods in rows and columns"):
        matrix_texts(matrix(SCORES, rows="c1"), triangle="upper")


@pytest.mark.parametrize("colours", SCALES)
def test_the_footnote_names_the_colours(matrix, colours):
    row, column = colours.split("-")
    said = matrix_texts(matrix(SCORES), colours=colours).footnote
    assert f"{row.capitalize()}: the row is better on average; {column}: the column." in said
