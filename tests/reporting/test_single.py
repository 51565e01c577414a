"""Any result by itself, as a part of a page."""

import csv
import io

import pytest
from lxml import html

import pybench as pb
from pybench.reporting import single
from pybench.reporting.frame import page
from tests.reporting.makers import MAKERS


def shown(result):
    made = dict(single.files(result))
    return made, html.document_fromstring(page(single.part(result).beside(made)).encode())


# Figures of two results, a second one of a result, of what is no result, and of results with pages
# of their own.
ON_OTHER_PAGES = {"selection", "sufficient", "drifts", "qualities", "roc", "features"}
ON_OTHER_PAGES |= {"bayesian_t", "scatter", "score_cost", "scores"}
ON_OTHER_PAGES |= {"landscape_map", "rank_preservations"}
DRAWN = {name for name in MAKERS if single.figure_of(name)}


def test_every_figure_is_that_of_a_result():
    """A figure bears the name of its result, or stands in `NAMED_APART`."""
    figures = {name for name in pb.plot.__all__ if not name.endswith(("_tikz", "_latex"))}
    assert {single.figure_of(name).__name__ for name in DRAWN} == figures - ON_OTHER_PAGES
    assert single.figure_of("selection") is None  # it needs a map too
    assert single.figure_of("friedman") is None


@pytest.mark.parametrize("name", sorted(MAKERS))
def test_every_result_tells_itself(name):
    result = MAKERS[name]()
    made, tree = shown(result)
    said = tree.xpath("string(//pre)")
    assert all(line.strip() in said or "note " in line for line in str(result).split("\n"))
    assert f"{name}.json" in made
    assert (f"{name}.svg" in made) == (name in DRAWN)
    assert len(tree.xpath("//figure//img")) == (name in DRAWN)
    if f"{name}.csv" in made:
        rows = list(csv.reader(io.StringIO(made[f"{name}.csv"].decode())))
        assert len(tree.xpath("//tbody/tr")) == min(len(rows) - 1, single.ROWS)


def test_a_long_table_is_cut_and_says_so(make_table):
    table = make_table([[i % 7, i % 5] for i in range(60)])
    made, tree = shown(table)
    assert len(tree.xpath("//tbody/tr")) == single.ROWS
    assert "10 rows more in the file beside." in tree.text_content()
    assert made["results-table.csv"].count(b"\n") == 61


def test_rows_keep_their_names():
    made, tree = shown(pb.coverage(["a", "a", "b", "<c>"], [0, 1, 1, 1]))
    assert tree.xpath("//tbody//th//text()") == ["a", "b", "<c>"]
    assert made["coverage.csv"].startswith(b"name,")


def test_notes_are_told_once(make_table):
    result = pb.friedman(make_table([[1, 1, 2], [2, 1, 1], [3, 2, 1]]))
    assert "note ties" in str(result)
    _, tree = shown(result)
    assert "note ties" not in tree.xpath("string(//pre)")
    assert tree.text_content().count("share the average rank") == 1
