"""The page about a landscape: what it says, and what no name can do to it."""

from __future__ import annotations

import csv
import dataclasses
import re

import numpy as np
import pandas as pd
import pytest
from lxml import html

import pybench as pb
from pybench.cli.landscape_output import _units
from pybench.landscape.quality import UnitGrid
from pybench.landscape.search import SomSearch
from pybench.landscape.som import MapGrid, Som
from pybench.reporting import landscape as landscapes
from pybench.reporting.landscape import methods_sentence, part, sentences, write

MAP = ("regions", "counts", "distances", "pareto")
DRAWN = (*MAP, "coverage", "redundancy", "bootstrap-2", "bootstrap-5")
SVG = dict.fromkeys(DRAWN, "<svg xmlns='http://www.w3.org/2000/svg'/>")
CLASSIFIERS = ("x", "y", "z", "w")


@pytest.fixture
def made():
    """Return a function: text -> a landscape with a map and its bootstrap, every name with it."""

    def make(payload=""):
        rng = np.random.default_rng(0)
        rows = np.repeat(rng.normal(size=(3, 4)) * 6, 80, axis=0) + rng.normal(size=(240, 4))
        names = [f"{payload}d{i:02d}" for i in range(24)]
        dataset = np.repeat(names, 10).tolist()
        frame = pd.DataFrame(rows, columns=[f"{payload}f{i}" for i in range(4)])
        frame[f"{payload}flat"] = 1.0
        land = pb.map_landscape(frame, reduction="none", dataset=dataset, k=3)
        grid = UnitGrid(20, 12, "hexagonal")
        at = np.column_stack(grid.places(np.arange(240)))
        som = Som(
            codes=land.codes, units=land.units, distances=np.ones(240), changes=np.ones(2),
            quantization_error=1.0, root_quantization_error=1.0, topographic_error=0.1,
            topographic_error_torus=0.1,
            explained_variance=81.25, grid=MapGrid(20, 12, "hexagonal", "bubble", False, at),
            rlen=2, alpha=(0.05, 0.01), radius=(2.65, -2.65), mode="online", start="random",
            preset=None, kernel="exact", seed=1, center=None, scale=None, constant=(),
            features=land.scaling.features,
        )  # fmt: skip
        tried = pd.DataFrame(
            {
                "xdim": [20, 19], "ydim": [12, 12], "seed": [1, 1],
                "quantization_error": [1.0, 2.0], "topographic_error": [0.1, 0.2],
                "explained_variance": [81.25, 70.0], "pareto": [True, False],
                "chosen": [True, False],
            }
        )  # fmt: skip
        search = SomSearch(
            table=tried, pareto=(0,), chosen=0, som=som, scaling=land.scaling, preset=None,
            n_rows=240, notes=(),
        )  # fmt: skip
        land = dataclasses.replace(land, reduction="som", som=som, search=search)
        t = pb.read_results(
            rng.normal(size=(24, 4)) + np.arange(4) * 0.8, higher_is_better=True, datasets=names,
            classifiers=[payload + name for name in CLASSIFIERS],
        )  # fmt: skip
        return land, pb.bootstrap(t, land, per_region=(2, 5), repeats=10)

    return make


def dom(text):
    return html.document_fromstring(text.encode("utf-8"))


def test_no_payload_acts(made, payloads, as_page):
    land, found = made()
    clean = dom(as_page(part(land, found, title="x"), SVG, files=("x",)))
    shape = [(one.tag, sorted(one.attrib)) for one in clean.iter()]
    for payload in payloads[::4]:
        if "\0" in payload or "\ud800" in payload:
            continue
        land, found = made(payload)
        drawn = dict.fromkeys(SVG, f"<svg><!-- {payload} --></svg>")
        tree = dom(as_page(part(land, found, title=payload), drawn, files=(payload,)))
        assert [(one.tag, sorted(one.attrib)) for one in tree.iter()] == shape, payload
        assert all(re.match(r"\./|data:,$", href) for href in tree.xpath("//@href")), payload
        assert all(src.startswith("data:image/svg+xml;base64,") for src in tree.xpath("//@src"))


def test_units_are_counted_as_in_the_table_beside(made):
    land, _ = made()
    said = [text for _, text in part(land).values["over"]["units"]]
    rows = _units(land).rows
    assert [row[0] for row in rows] == list(range(1, 241))
    for text, (unit, region, count, *_) in zip(said, rows, strict=True):
        assert text.startswith(f"Unit {unit}, region {region}: {count} instance")


def test_numbers_are_those_of_the_landscape(made, as_page):
    land, found = made()
    tree = dom(as_page(part(land, found), SVG))
    text = tree.text_content()
    rows = tree.xpath("//table[caption[contains(., 'Units, instances')]]/tbody/tr")
    cells = [[td.text for td in row.findall("td")][:5] for row in rows]
    frame = land.to_frame()
    assert cells == [
        [f"{r.units}", f"{r.instances}", f"{r.share:.2f}", f"{r.datasets}", f"{r.alone}"]
        for r in frame.itertuples()
    ]
    assert "24 datasets, 240 instances, 3 regions." in text
    for words in (*sentences(land, found), "81.25 %", "20 × 12", methods_sentence(land, found)):
        assert words in text
    members = tree.xpath("//table[caption[contains(., 'Representatives')]]/tbody/tr")
    listed = [[one.text_content() for one in row.xpath(".//bdi")] for row in members]
    assert listed == [list(names) for names in land.representatives(90).members]


def test_shares_of_maps_and_their_agreement(made, as_page):
    land, _ = made()
    names = land.dataset.tolist()
    maps = np.stack([land.region, np.roll(land.region, 10), land.region % 2], axis=1)
    settings = {"seed": ["0", "1", "0"], "size": ["6 x 6", "6 x 6", "5 x 5"]}
    stable = pb.region_stability(maps, names, settings)
    svg = {**SVG, "landscape-stability": SVG["coverage"]}
    tree = dom(as_page(part(land, stability=stable), svg))
    text = " ".join(tree.text_content().split())
    index = stable.pairs["adjusted_rand"]
    assert f"is {index.mean():.2f} on average, and from {index.min():.2f} to {index.max():.2f}" in (
        text
    )
    firm = land.representatives(90, stable)
    shares = firm.shares["share"]
    assert 0 < (shares == 1).sum() < len(shares)
    half = f"{(shares == 1).sum()} of {len(shares)}; on at least half of the maps: "
    assert half + f"{(shares >= 0.5).sum()}." in text
    assert "3 maps that differ in seed and size by the adjusted Rand index" in text
    assert "In brackets: on how many maps" in text
    assert "those of one landscape" not in text
    members = tree.xpath("//table[caption[contains(., 'Representatives of')]]/tbody/tr")
    listed = [[one.text_content() for one in row.xpath(".//bdi")] for row in members]
    assert listed == [firm.with_shares(region) for region in firm.region_names]
    rows = tree.xpath("//table[caption[contains(., 'Agreement of two maps')]]/tbody/tr")
    [every] = [row for row in rows if row.find("th").text == "all"]
    assert [td.text for td in every.findall("td")][1:3] == [
        f"{index.mean():.2f}", f"{index.min():.2f} to {index.max():.2f}"
    ]  # fmt: skip
    far = stable.pairs["variation"]
    assert every.findall("td")[-1].text == f"{far.min():.2f} to {far.max():.2f}"
    rows = tree.xpath("//table[caption[contains(., 'Consensus regions')]]/tbody/tr")
    assert [int(row.find("td").text) for row in rows] == stable.regions["instances"].tolist()
    scores = np.random.default_rng(1).normal(size=(24, 3)) + np.arange(3)
    t = pb.read_results(
        scores, higher_is_better=True, datasets=list(dict.fromkeys(names)), classifiers=list("xyz")
    )
    repeated = pb.bootstrap(t, land, (2, 5), 10, stability=stable)
    [said] = (one for one in sentences(land, repeated) if "depend on the map" in one)
    assert said.startswith(
        "On 3 maps of the same datasets, with 2 and 5 datasets per region (4 to 15 "
    )
    files = dict(landscapes.files(land, None, None, stable))
    assert {"landscape-stability.svg", "landscape-stability.json", "pairs.csv"} <= set(files)


def test_without_other_maps_the_page_says_that_shares_are_not_known(made, as_page):
    text = dom(as_page(part(made()[0]), SVG)).text_content()
    assert "These representatives are those of one landscape: another map may have others" in text
    assert "Do other maps find" not in text


def test_features_left_out_are_listed_by_the_reason(made, as_page):
    land, _ = made()
    reasons = {"flat": "never varies", "gap": "no value <b>", "still": "never varies"}
    scaling = dataclasses.replace(land.scaling, left_out=reasons)
    tree = dom(as_page(part(dataclasses.replace(land, scaling=scaling)), SVG))
    said = [" ".join(p.text_content().split()) for p in tree.xpath("//p[@class='listed']")]
    assert said == ["2, never varies: flat, still", "1, no value <b>: gap"]


def test_what_the_bootstrap_says(made, as_page):
    land, found = made()
    tree = dom(as_page(part(land, found), SVG))
    rows = tree.xpath("//table[caption[contains(., 'against the majority')]]/tbody/tr")
    for row, n in zip(rows, (2, 5), strict=True):
        differ, pairs = int(found.verdicts[n].to_numpy().sum()) // 2, 6
        off = ~np.eye(4, dtype=bool)
        own = found.dissent(n).to_numpy()[off].sum() / 2 / (10 * pairs) * 100
        random = found.contradictions(n).to_numpy()[off].sum() / 2 / (10 * pairs) * 100
        assert [td.text for td in row.findall("td")] == [
            f"{3 * n}", f"{differ}", f"{own:.1f}", f"{random:.1f}"
        ]  # fmt: skip
    changing = tree.xpath("//table[caption[contains(., 'these pairs')]]/tbody/tr")
    assert len(changing) == len(found.changing)
    assert f"{len(found.changing)} of 6 pairs" in sentences(land, found)[-1]


def test_without_map_and_bootstrap(made, tmp_path):
    land, _ = made()
    bare = dataclasses.replace(land, som=None, search=None, reduction="none")
    page, *files = write(bare, tmp_path / "new", title="Bare")
    assert {file.name for file in files if file.suffix == ".svg"} == {
        "coverage.svg", "redundancy.svg"
    }  # fmt: skip
    text = dom(page.read_text("utf-8")).text_content()
    assert "Do conclusions hold?" not in text
    assert "Kohonen" not in text


def test_files_and_page_are_the_same_each_time(made, tmp_path):
    land, found = made()
    one = {p.name: p.read_bytes() for p in write(land, tmp_path / "a", found)}
    two = {p.name: p.read_bytes() for p in write(land, tmp_path / "b", found)}
    assert one == two
    assert {f"{name}.svg" for name in DRAWN} <= set(one)
    rows = list(csv.DictReader(one["coverage.csv"].decode().splitlines()))
    assert [row["dataset"] for row in rows] == list(land.coverage.percent.index)
    for name in ("redundancy", "representatives", "candidates", "maps", "bootstrap"):
        assert f"{name}.csv" in one


@pytest.mark.parametrize(("width", "scheme"), [(320, "dark"), (768, "light"), (1400, "dark")])
def test_in_a_browser(shown_whole, made, payloads, tmp_path, width, scheme):
    clean = "".join(p for p in payloads[::7] if "\0" not in p and "\ud800" not in p)
    land, found = made(clean + "W" * 100)
    page, *_ = write(land, tmp_path, found)
    assert shown_whole(page, width, scheme) == len(DRAWN)
