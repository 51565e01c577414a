"""The page about a bootstrap: what it says, and what no name can do to it."""

from __future__ import annotations

import dataclasses
import re

import numpy as np
import pandas as pd
import pytest
from lxml import html

import pybench as pb
from pybench.base.result import format_p
from pybench.reporting.bootstrap import _best, part, sentences, write

SVG = {f"bootstrap-{n}": "<svg xmlns='http://www.w3.org/2000/svg'/>" for n in (1, 12)}
NAMES = [f"d{i:02d}" for i in range(24)]


@pytest.fixture
def made():
    """Return a function: text -> bootstrap and best by region, every name with it.

    Of a, b and c, d: the pairs across always differ, the pairs within never do.
    """

    def table(payload="", spread=9.0):
        rng = np.random.default_rng(2)
        scores = rng.normal(size=(24, 4)) + np.array([0, 0, spread, spread])
        return pb.read_results(
            scores, higher_is_better=True, datasets=[payload + name for name in NAMES],
            classifiers=[payload + name for name in "abcd"],
        )  # fmt: skip

    def make(payload="", per_region=(3, 6), spread=9.0, stability=None):
        t = table(payload, spread)
        regions = {f"{payload}{i}": [payload + name for name in NAMES[i::2]] for i in range(2)}
        found = pb.bootstrap(
            t, regions, per_region=per_region, repeats=10, stability=stability, engine="python"
        )
        return found, pb.best_by_region(t, regions, engine="python")

    make.table = table
    return make


def dom(text):
    return html.document_fromstring(text.encode("utf-8"))


def test_what_holds_is_named(made):
    found, _ = made(per_region=(6,))
    hold, never, random, whole = sentences(found)
    assert hold == (
        "4 of 6 pairs differ on at least half of the portfolios with 6 datasets per region: a "
        "and c; a and d; "
        "b and c; b and d."
    )
    assert never.startswith(
        "2 pairs do not differ significantly on more than half of the portfolios with 6 "
        "datasets per region: a and b"
    )
    assert "random contradict the landscape's verdict 0." in random
    assert whole == "On all 24 datasets of the table 4 of 6 pairs differ."


def test_one_dataset_is_one(made):
    found, _ = made(per_region=(1,))
    said = " ".join(sentences(found))
    assert "with 1 dataset per region" in said
    assert "With 1 dataset per region, " in said
    assert "1 datasets" not in said


def test_what_depends_on_the_size_is_named(made):
    found, _ = made(per_region=(1, 6))
    assert len(found.changing) == 4
    said = sentences(found)
    assert said[0] == "None of 6 pairs differs on at least half of the portfolios at every size."
    assert said[2] == (
        "The verdicts on 4 pairs depend on how many datasets a region gives: a and c; a and d; "
        "b and c; b and d."
    )
    found, _ = made(per_region=(5, 6))
    assert sentences(found)[2] == "No verdict depends on how many datasets a region gives."


def test_contradictions_are_those_of_the_result(made):
    found, _ = made(spread=1.0)
    off = ~np.eye(4, dtype=bool)
    shares = [
        f"{frame.to_numpy()[off].mean() * 100 / 10:.1f} %"
        for frame in (*map(found.contradictions, (3, 6)), *map(found.dissent, (3, 6)))
    ]
    (said,) = (one for one in sentences(found) if "at random" in one)
    assert re.findall(r"[\d.]+ %", said) == shares
    assert set(shares) != {"0.0 %"}


def test_what_depends_on_the_map_is_counted(made, as_page, tmp_path):
    t = made.table(spread=1.0)
    maps = np.stack([np.arange(24) % 2, np.arange(24) // 12, np.arange(24) % 3], axis=1)
    stable = pb.region_stability(maps, t.datasets)
    found, best = made(spread=1.0, stability=stable)
    shares, depend = [], []
    for n in (3, 6):
        each = [pb.bootstrap(t, one, n, 10) for one in stable.members.values()]
        off = np.triu_indices(4, 1)
        shares.append(100 * np.mean([1 - one.counts[n].to_numpy()[off] / 10 for one in each]))
        verdicts = np.array([one.verdicts[n].to_numpy()[off] for one in each])
        depend.append((verdicts.any(axis=0) & ~verdicts.all(axis=0)).sum())
    assert sum(depend) > 0
    said = (
        "On 3 maps of the same datasets, with 3 and 6 datasets per region (6 to 18 in all), a "
        "pair differs on "
        f"{shares[0]:.1f} % and {shares[1]:.1f} % of the portfolios on average; the majority "
        f"verdicts on {depend[0]} and {depend[1]} of 6 pairs depend on the map (the maps of "
        "landscape_stability are no random sample)."
    )
    assert said in sentences(found)
    text = dom(as_page(part(found, best), SVG)).text_content()
    assert said in text
    assert "We repeated this with the regions of each of 3 maps." in text
    write(found, best, tmp_path)
    pairs = pd.read_csv(tmp_path / "pairs.csv", float_precision="round_trip")
    assert pairs[["share", "smallest", "largest", "maps"]].equals(
        found.over_maps[["share", "smallest", "largest", "maps"]]
    )
    one = pb.region_stability(np.stack([np.arange(24) % 2] * 2, axis=1), t.datasets)
    assert "; no majority verdict depends on the map (" in " ".join(
        sentences(made(spread=1.0, stability=one)[0])
    )
    assert not any("On 3 maps" in one for one in sentences(made(spread=1.0)[0]))


def test_no_payload_acts(made, payloads, as_page):
    # Draws hang on names; two datasets tell nothing apart, and 12 of each region are all.
    found, best = made(per_region=(1, 12))
    assert len(found.changing) == 4
    clean = dom(as_page(part(found, best, title="x"), SVG, files=("x",)))
    shape = [(one.tag, sorted(one.attrib)) for one in clean.iter()]
    for payload in payloads[::4]:
        if "\0" in payload or "\ud800" in payload:
            continue
        drawn = dict.fromkeys(SVG, f"<svg><!-- {payload} --></svg>")
        page = as_page(part(*made(payload, (1, 12)), title=payload), drawn, files=(payload,))
        tree = dom(page)
        assert [(one.tag, sorted(one.attrib)) for one in tree.iter()] == shape, payload
        assert all(re.match(r"\./|data:,$", href) for href in tree.xpath("//@href")), payload


def test_best_of_each_region(made, as_page):
    found, best = made()
    tree = dom(as_page(part(found, best), SVG))
    table = tree.xpath("//table[caption[contains(., 'best method')]]/tbody/tr")
    cells = [[cell.text_content() for cell in row] for row in table]
    for row, region in zip(cells, best.best, strict=True):
        assert row[:3] == [region, "12", ", ".join(best.best[region])]
        assert row[3] == f"{best.mean_ranks.loc[region].min():.2f}"
        assert row[5] == ", ".join(best.rivals[region])
        assert row[4] == format_p(best.friedman[region].pvalue).removeprefix("= ")
    assert all(row["tested"] for row in _best(best))
    untested = dataclasses.replace(best, friedman={})
    assert [(row["p"], row["tested"]) for row in _best(untested)] == [("–", False)] * 2


def test_files_and_page_are_the_same_each_time(made, tmp_path):
    one = {p.name: p.read_bytes() for p in write(*made(), tmp_path / "a")}
    two = {p.name: p.read_bytes() for p in write(*made(), tmp_path / "b")}
    assert one == two
    assert {"index.html", "bootstrap.json", "pairs.csv", "bootstrap-3.pdf"} <= set(one)


@pytest.mark.parametrize(("width", "scheme"), [(320, "dark"), (1400, "light")])
def test_in_a_browser(shown_whole, made, payloads, tmp_path, width, scheme):
    clean = "".join(p for p in payloads[::7] if "\0" not in p and "\ud800" not in p)
    page, *_ = write(*made(clean + "W" * 100), tmp_path)
    assert shown_whole(page, width, scheme) == 2
