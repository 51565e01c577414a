"""The matrix as a page and as a table."""

from __future__ import annotations

import csv
import io

import numpy as np
import pytest
from lxml import html

import pybench as pb
from pybench.reporting import look
from pybench.reporting.frame import page as page_of
from pybench.reporting.matrix import matrix_table, part
from pybench.table import results_table


def matrix(payload="", higher=True, **settings):
    t = results_table(
        [[0.9, 0.8, 0.5], [0.8, 0.7, 0.6], [0.9, 0.9, 0.5], [0.3, 0.2, 0.1], [1, 0.5, 0.25]],
        [f"d{i}" for i in range(5)],
        [f"{payload}c{i}" for i in range(3)],
        higher_is_better=higher,
        metric=f"{payload}metric",
    )
    return pb.multi_comparison(t, **settings)


def dom(text):
    return html.document_fromstring(text.encode("utf-8"))


def test_no_payload_acts(payloads):
    for payload in payloads:
        page = dom(page_of(part(matrix(payload), title=payload)))
        for element in page.iter():
            assert isinstance(element.tag, str), f"comment or instruction from {payload!r}"
            assert element.tag != "script" or element.text == look.script()
            assert element.tag not in ("img", "a", "iframe", "form", "base", "svg")
            assert not any(name.startswith("on") or name == "style" for name in element.attrib)
        (policy,) = page.xpath("//meta[@http-equiv='Content-Security-Policy']/@content")
        assert "default-src 'none'" in policy


def test_cells_are_those_of_the_figure():
    result = matrix()
    page = dom(page_of(part(result)))
    rows = page.xpath("//table[@class='mcm']/tbody/tr")
    assert [row.findtext("th/bdi") for row in rows] == list(result.rows)
    texts = [[list(td.itertext()) for td in row.findall("td")] for row in rows]
    assert texts[0][0] == []
    assert texts[0][2] == ["+0.3900", "5/0/0", "0.062"]
    kinds = [td.get("class") for td in rows[0].findall("td")]
    assert kinds[0] == "self"
    assert kinds[2] == "r10"
    assert rows[2].findall("td")[0].get("class") == "c10"
    assert "p is descriptive" in page.text_content()


def test_bold_and_every_colour_has_a_rule():
    text = page_of(part(matrix(alpha=0.07)))
    assert 'class="r10 strong"' in text
    for step in range(1, 11):
        assert f".mcm .r{step} {{" in text
        assert f".mcm .c{step} {{" in text
    assert "row better" not in page_of(part(matrix(), colours="none")).split("<table")[1]


def test_lower_is_better_turns_the_colours():
    page = dom(page_of(part(matrix(higher=False))))
    first = page.xpath("//table[@class='mcm']/tbody/tr")[0]
    assert first.findtext("th/bdi") == "c2"
    assert first.findall("td")[2].get("class") == "r10"
    assert first.findall("td")[2].text == "−0.3900"


def test_notes_are_on_the_page_and_nothing_else_changes_it():
    result = matrix(adjust="holm")
    assert "invariance-lost" in page_of(part(result))
    assert page_of(part(result)) == page_of(part(matrix(adjust="holm")))


def test_csv_is_the_long_form_with_all_digits():
    result = matrix()
    read = list(csv.DictReader(io.StringIO(matrix_table(result).to_csv())))
    frame = result.to_frame()
    assert list(read[0]) == list(frame.columns)
    for name in ("mean_difference", "pvalue", "wins"):
        np.testing.assert_array_equal([float(row[name]) for row in read], frame[name])


@pytest.mark.parametrize("name", ["=1+1", "+1", "@x"])
def test_csv_runs_no_formula(name):
    t = results_table([[1, 2], [2, 1]], ["d", "e"], [name, "b"], higher_is_better=True)
    text = matrix_table(pb.multi_comparison(t)).to_csv()
    assert f"'{name},b" in text
