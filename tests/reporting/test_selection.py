"""The page about a selection: what it says, and what no name can do to it."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from lxml import html

import pybench as pb
from pybench.reporting.selection import Shown, methods_sentence, part, sentences, write

SVG = dict.fromkeys(("map", "covering"), "<svg xmlns='http://www.w3.org/2000/svg'/>")


@pytest.fixture
def place():
    """Return a function: text -> an embedding, every name with it."""

    def make(payload=""):
        rng = np.random.default_rng(3)
        names = [f"{payload}d{i:02d}" for i in range(12)]
        return pd.DataFrame(rng.normal(size=(12, 3)), index=names, columns=list("xyz"))

    return make


def dom(text):
    return html.document_fromstring(text.encode("utf-8"))


def test_what_was_chosen_is_told(place):
    record = pb.record_selection(place(), 4)
    said = sentences(record)
    names = record.names
    assert said[0] == f"Run these: {', '.join(names[:3])} and {names[3]}."
    counts = record.why["stands_for"]
    top = names[int(counts.argmax())]
    assert said[1] == (
        f"{top} represents the largest number of other datasets ({counts.max() - 1}): of the "
        "chosen datasets, it is the nearest to them."
    )
    assert f"{record.selection.radius[-1]:.4g}" in said[2]
    everything = pb.record_selection(place(), 12)
    assert "Each represents itself alone." in sentences(everything)


def test_a_landscape_has_no_distances(as_page):
    record = pb.record_selection({"r": ["a", "b"], "s": ["c"]}, 2, "landscape")
    assert len(sentences(record)) == 1
    text = as_page(part(Shown(record)))
    assert "from the regions of a landscape in turn" in methods_sentence(record)
    assert "Where they lie" not in text


def test_the_table_has_a_row_for_each_with_whom_it_stands_for(place, as_page):
    record = pb.record_selection(place(), 4, "facility-location")
    page = dom(as_page(part(Shown(record)), SVG))
    rows = page.xpath("//tbody/tr")
    assert [row.xpath("string(th)") for row in rows] == list(record.names)
    homes = zip(record.selection.datasets, record.selection.nearest, strict=True)
    first = [name for name, home in homes if home == record.names[0] != name]
    assert rows[0].xpath("string(td[last()])") == (", ".join(first) or "none but itself")
    assert rows[0].xpath("string(td[3])") == "–"  # the first has nothing to gain on
    assert f"{record.why['gain'].iloc[1]:.4g}" == rows[1].xpath("string(td[3])")
    assert len(page.xpath("//img")) == 2
    assert record.sha256["embedding"] in page.text_content()


@pytest.mark.parametrize("strategy", ["random", "k-means", "d-optimal"])
def test_settings_of_strategies(place, strategy, as_page):
    text = as_page(part(Shown(pb.record_selection(place(), 3, strategy))))
    assert ("Ridge" in text) == (strategy == "d-optimal")
    assert ("Starts" in text) == (strategy == "k-means")
    assert (">Gain<" in text) == (strategy == "d-optimal")


def test_no_name_becomes_markup(place, tmp_path):
    payload = "<script>alert(1)</script>&"
    frame = place(payload)
    record = pb.record_selection(frame, 3)
    shown = Shown(record, pb.embedding_map(frame), pb.covering(frame))
    files = write(shown, tmp_path / "out", title=payload)
    text = files[0].read_text(encoding="utf-8")
    assert text.count("<script") == 1  # ours
    assert dom(text).xpath("string(//h1)") == payload
    assert {path.name for path in files} == {path.name for path in (tmp_path / "out").iterdir()}
    again = write(shown, tmp_path / "again", title=payload)
    assert [a.read_bytes() for a in files] == [b.read_bytes() for b in again]
