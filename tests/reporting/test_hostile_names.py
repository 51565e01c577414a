"""The 300 hostile names of R12 through figures of both kinds, reports and all their files."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import numpy as np
import pytest
from lxml import etree, html

import pybench as pb
from pybench.base.tables import FORMULA_STARTS
from pybench.plot.draw.text import visible
from pybench.reporting import comparison, escape, matrix
from pybench.reporting.frame import study_page
from pybench.table import results_table
from tests.reporting.conftest import visit

GOLDEN = Path(__file__).resolve().parents[1] / "golden"
NAMES = json.loads((GOLDEN / "names.json").read_text(encoding="utf-8"))
BLOCKS = [NAMES[start : start + 30] for start in range(0, len(NAMES), 30)]
FIRST_FAST = [
    pytest.param(block, marks=() if i == 7 else pytest.mark.slow, id=f"from {30 * i}")
    for i, block in enumerate(BLOCKS)
]


def table_of(classifiers, datasets):
    rng = np.random.default_rng(3)
    scores = rng.normal(size=(len(datasets), len(classifiers)))
    scores += np.arange(len(classifiers)) * 0.13
    return results_table(scores, datasets, classifiers, higher_is_better=True)


def words_of(figure):
    buffer = io.BytesIO()
    figure.savefig(buffer, format="svg")
    tree = etree.fromstring(buffer.getvalue())
    assert not tree.xpath("//*[local-name()='script']")
    return [one.text for one in tree.iter("{http://www.w3.org/2000/svg}text")]


def test_there_are_300_and_all_differ():
    assert len(NAMES) == len(set(NAMES)) == 300


def test_one_diagram_shows_them_all():
    found = pb.critical_difference(table_of(NAMES, ["d", "e", "f"]))
    assert set(found.classifiers) == set(NAMES)
    shown = words_of(pb.plot.critical_difference(found))
    assert set(map(visible, NAMES)) <= set(shown)


@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: f"from {NAMES.index(block[0])}")
def test_matrices_show_them(block):
    found = pb.multi_comparison(table_of(block, NAMES[:9]))
    shown = words_of(pb.plot.multi_comparison(found, max_label=None))
    lines = "".join(shown)  # long names have several
    unseen = {visible(name) for name in block} - set(shown)
    assert not [name for name in unseen if len(name) < 40 or name not in lines]


@pytest.mark.parametrize("block", FIRST_FAST)
def test_files_of_a_report_have_them(block, tmp_path):
    """As methods 30 at a time, as datasets all at once."""
    found = pb.compare(table_of(block, NAMES), engine="python")
    written = pb.compare(table_of(["a", "b", "c"], ["d", "e", "f"]), engine="python")
    for part, folder in ((found, "hostile"), (written, "plain")):
        comparison.write(part, tmp_path / folder)
    files = {path.relative_to(tmp_path / "hostile") for path in (tmp_path / "hostile").rglob("*")}
    assert files == {
        path.relative_to(tmp_path / "plain") for path in (tmp_path / "plain").rglob("*")
    }
    assert {path.name for path in tmp_path.iterdir()} == {"hostile", "plain"}
    again = pb.load_result(tmp_path / "hostile" / "results.json")
    assert again.table.datasets == tuple(NAMES)
    assert again.table.classifiers == tuple(block)
    with (tmp_path / "hostile" / "scores.csv").open(newline="", encoding="utf-8") as file:
        rows = list(csv.reader(file))
    guarded = {("'" if name.startswith(FORMULA_STARTS) else "") + name for name in block}
    assert {row[0] for row in rows[1:]} == guarded
    assert not any(cell.startswith(FORMULA_STARTS) for row in rows for cell in row[:1])
    tree = html.document_fromstring((tmp_path / "hostile" / "index.html").read_bytes())
    shown = [one.text_content() for one in tree.xpath("//*[contains(@class,'scores')]//tbody//th")]
    assert sorted(shown) == sorted(map(escape.visible, block))


@pytest.mark.browser
@pytest.mark.slow
@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: f"from {NAMES.index(block[0])}")
def test_a_browser_shows_them_and_nothing_happens(browser, block, tmp_path):
    found = pb.compare(table_of(block, NAMES), engine="python")
    file = tmp_path / "page.html"
    parts = [comparison.part(found), matrix.part(found.multi_comparison)]
    file.write_text(study_page(parts, title=block[0], lead=block[1]), "utf-8")
    visit(browser, file)
    texts = "return [...document.querySelectorAll('.scores tbody th bdi')].map(x => x.textContent)"
    wanted = sorted(escape.visible(name) for name in block)
    assert sorted(browser.execute_script(texts)) == wanted
    browser.execute_script(
        """for (const one of document.querySelectorAll('th button')) { one.click(); one.click(); }
        for (const one of document.querySelectorAll('table.pairs td:nth-child(2n)'))
            one.dispatchEvent(new PointerEvent('pointerenter'));"""
    )
    assert sorted(browser.execute_script(texts)) == wanted
    assert browser.execute_script("return document.scripts.length") == 1
    assert browser.execute_script("return document.images.length") == 0
    assert browser.get_log("browser") == []
