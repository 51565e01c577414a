"""The page about features: what it says, and what no name can do to it."""

from __future__ import annotations

import csv
import re

import numpy as np
import pytest
from lxml import html

import pybench as pb
from pybench.reporting.escape import visible
from pybench.reporting.features import Landscape, part, sentences, write

SVG = dict.fromkeys(("missing", "constant", "map"), "<svg xmlns='http://www.w3.org/2000/svg'/>")


@pytest.fixture
def landscape(make_features):
    """Return a function: text -> what a page tells, every name carrying the text."""

    def make(payload=""):
        table = make_features(payload)
        return Landscape(
            pb.feature_report(table),
            pb.embedding_map(pb.dataset_embedding(table)),
            removed={f"{payload}f1": f"{payload}why", f"{payload}f2": f"{payload}why"},
            left_out={f"{payload}h": f"{payload}too short"},
            versions={f"{payload}library": f"{payload}1.0"},
        )

    return make


def dom(text):
    return html.document_fromstring(text.encode("utf-8"))


def test_no_payload_acts(landscape, payloads, as_page):
    clean = dom(as_page(part(landscape(), title="x"), SVG, files=("x",)))
    shape = [(one.tag, sorted(one.attrib)) for one in clean.iter()]
    for payload in payloads:
        drawn = dict.fromkeys(SVG, f"<svg><!-- {payload} --></svg>")
        tree = dom(as_page(part(landscape(payload), title=payload), drawn, files=(payload,)))
        found = [(one.tag, sorted(one.attrib)) for one in tree.iter()]
        assert found == shape, payload
        assert all(re.match(r"\./|data:,$", href) for href in tree.xpath("//@href")), payload
        assert all(src.startswith("data:image/svg+xml;base64,") for src in tree.xpath("//@src"))
        rows = tree.xpath("//table[caption[contains(., 'constant')]]/tbody/tr/th/bdi")
        assert [one.text_content() for one in rows] == [visible(payload + d) for d in "defg"]


def test_files_are_named_with_escapes_in_their_links(landscape, payloads, as_page):
    for payload in payloads:
        (link,) = dom(as_page(part(landscape()), SVG, files=(payload,))).xpath("//@href")[1:]
        assert not re.search(r"[^./A-Za-z0-9_%~-]", link), link


def test_numbers_are_those_of_the_report(landscape, as_page):
    shown = landscape()
    tree = dom(as_page(part(shown), SVG))
    rows = tree.xpath("//table[caption[contains(., 'constant')]]/tbody/tr")
    cells = [[int(td.text) for td in row.findall("td")] for row in rows]
    expected = shown.report.by_dataset().drop(columns="shortest")
    assert cells == expected.to_numpy().tolist()
    assert [row.findtext("th/bdi") for row in rows] == list(expected.index)
    text = tree.text_content()
    assert "4 mine features of 6 series of 4 datasets" in text
    for words in ("too short", "why", "library 1.0", *sentences(shown)):
        assert words in text


def test_sentences_count(landscape):
    assert sentences(landscape()) == (
        "2 of 4 features are missing on some dataset, 2 of them on d alone.",
        "2 features are the same in all series of some dataset.",
        "2 of 4 features stay in the table, 2 were removed.",
        "1 dataset left out before, with the reason below.",
    )


def test_nothing_falls_out_and_no_map(as_page):
    one = pb.FeatureTable(
        *(np.array(["d", "d"], object) for _ in range(3)), np.arange(2), np.eye(2), ("a", "b"), ""
    )
    shown = Landscape(pb.feature_report(one))
    assert sentences(shown) == (
        "Every feature has a value for every series.",
        "No feature is the same in all series of a dataset.",
    )
    tree = dom(as_page(part(shown)))
    assert not tree.xpath("//img")
    assert "There is no map: it requires" in tree.text_content()


def test_accessible(landscape, as_page):
    tree = dom(as_page(part(landscape()), SVG))
    assert len(tree.xpath("//h1")) == 1
    assert all(table.find("caption").text_content() for table in tree.xpath("//table"))
    assert all(image.get("alt") for image in tree.xpath("//img"))
    ids = tree.xpath("//@id")
    assert len(ids) == len(set(ids))
    assert set(tree.xpath("//@aria-labelledby")) <= set(ids)


def test_the_folder_holds_what_the_page_links_to(landscape, tmp_path):
    shown = landscape()
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "features.csv").write_text("x")
    page, *others = write(shown, tmp_path / "out", also=("features.csv",))
    tree = dom(page.read_text("utf-8"))
    links = {href.removeprefix("./") for href in tree.xpath("//a/@href")}
    assert links == {"features.csv", *(path.name for path in others)}
    assert {path.name for path in page.parent.iterdir()} == {page.name, *links}
    assert len(tree.xpath("//img")) == 3
    with (page.parent / "by-dataset.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["dataset"] for row in rows] == list("defg")
    assert rows[0]["shortest"] == ""
    assert [int(row["alone"]) for row in rows] == shown.report.by_dataset()["alone"].tolist()
    again = write(landscape(), tmp_path / "again", also=("features.csv",))
    assert [path.read_bytes() for path in again] == [p.read_bytes() for p in (page, *others)]


@pytest.mark.parametrize("name", ["=1+1", "@x"])
def test_no_name_is_a_formula(landscape, name, tmp_path):
    write(landscape(name), tmp_path)
    for sheet in tmp_path.glob("*.csv"):
        for line in sheet.read_text("utf-8").splitlines()[1:]:
            assert line.startswith("'"), line


@pytest.mark.browser
@pytest.mark.parametrize(("width", "scheme"), [(360, "dark"), (1440, "light")])
def test_in_a_browser(shown_whole, landscape, payloads, tmp_path, width, scheme):
    names = "".join(payloads[::7]) + "W" * 200
    page, *_ = write(landscape(names), tmp_path)
    assert shown_whole(page, width, scheme) == 3
