"""The page about the protocol: sentences whose numbers are those of the result."""

from __future__ import annotations

import dataclasses
import math

import numpy as np
import pandas as pd
import pytest
from lxml import html

import pybench as pb
from pybench.reporting.protocol import Told, _facts, part, sentences, subset_sentence, write

NAMES = [f"d{i:02d}" for i in range(20)]


def dom(text):
    return html.document_fromstring(text.encode("utf-8"))


@pytest.fixture(scope="module")
def made():
    """Return a function: text -> what a page tells, every name with it."""

    def make(payload=""):
        rng = np.random.default_rng(3)
        names = [payload + name for name in NAMES]
        place = pd.DataFrame(rng.normal(size=(20, 2)), index=names)
        t = pb.read_results(
            place.to_numpy() @ rng.normal(size=(2, 5)) + 0.8 * np.arange(5), datasets=names,
            higher_is_better=True, classifiers=[payload + name for name in "abcde"],
        )  # fmt: skip
        found = pb.rank_preservation(
            t, {f"{payload}looks": place}, ["random", "oracle", "k-means"], range(2, 8), 30
        )
        return Told(
            found, pb.mantel(t, {f"{payload}looks": place}, 99), pb.subset_quality(t, names[:4], 50)
        )

    return make


@pytest.fixture(scope="module")
def told(made):
    return made()


def test_the_first_sentence_has_the_numbers_of_the_best(told):
    found = told.found
    row = found.sufficient.query("strategy == 'oracle' and metric == 'spearman'").iloc[0]
    size = int(row["by_mean"])
    curve = found.curves.query(
        "strategy == 'oracle' and metric == 'spearman' and size == @size"
    ).iloc[0]
    value = f"{curve['mean']:.2f} ({curve['low']:.2f} to {curve['high']:.2f})"
    careful = int(row["conservative"])
    assert sentences(told)[0] == (
        f"With {size} datasets by oracle the ranking correlates {value} with the full one; for a "
        f"conservative 0.90 you need {careful}."
    )


def test_chance_is_told_at_the_same_size(told):
    found, second = told.found, sentences(told)[1]
    size = int(
        found.sufficient.query("strategy == 'oracle' and metric == 'spearman'")["by_mean"].iloc[0]
    )
    assert second.startswith(f"Drawn at random, {size} reach ")
    gain = found.significance.query("metric == 'spearman' and strategy == 'random'").iloc[0]
    assert f"gains {gain['gain']:.2g}" in second or f"{round(gain['gain'], 2):g}" in second


def test_where_nothing_suffices_it_is_said(told):
    frame = told.found.sufficient.assign(by_mean=math.inf, conservative=math.inf)
    none = Told(dataclasses.replace(told.found, sufficient=frame))
    said = sentences(none)
    assert said[0].startswith("With 7 datasets by oracle the ranking correlates")
    assert said[0].endswith("up to 7 datasets do not reach 0.90 even on average.")
    assert len(said) == 4
    frame = told.found.sufficient.assign(conservative=math.inf)
    said = sentences(Told(dataclasses.replace(told.found, sufficient=frame)))
    assert said[0].endswith("up to 7 datasets give no conservative 0.90.")


def test_a_method_that_suffices_is_named_though_another_has_the_best_area(told):
    frame = told.found.sufficient.assign(by_mean=math.inf, conservative=math.inf)
    found = dataclasses.replace(told.found, sufficient=frame)
    assert part(Told(found)).findings[0].startswith("No choice of up to 7 datasets")
    chance = (frame["strategy"] == "random") & (frame["metric"] == "spearman")
    frame = frame.assign(by_mean=frame["by_mean"].mask(chance, 6.0))
    found = dataclasses.replace(told.found, sufficient=frame)
    assert part(Told(found)).findings[0].startswith("On average 6 datasets drawn at random rank")


def test_a_gain_that_was_picked_on_its_own_trials_has_no_p(told):
    """In the demo, such a p was 0.001, where a valid one is 0.62."""
    assert "one-sided p" not in sentences(Told(told.found))[1]
    assert "on average" in sentences(Told(told.found))[1]
    assert "find_representation" in part(told).limits[0]


@pytest.mark.parametrize(
    ("pvalue", "said"),
    [
        (0.01, "Similar datasets rank models similarly on looks"),
        (0.5, "is not shown at level 0.05 on looks"),
    ],
)
def test_the_mantel_test_in_words(told, pvalue, said):
    test = dataclasses.replace(told.mantel, table=told.mantel.table.assign(pvalue=pvalue))
    assert said in sentences(Told(told.found, test))[-1]


def test_the_best_representation_is_among_those_that_are_seen(told):
    """A larger correlation that chance explains is not what near datasets' likeness rests on."""
    row = told.mantel.table.iloc[:1]
    table = pd.concat(
        [row.assign(representation="noise", correlation=0.9, pvalue=0.3),
         row.assign(representation="looks", correlation=0.2, pvalue=0.01)],
        ignore_index=True,
    )  # fmt: skip
    said = sentences(Told(told.found, dataclasses.replace(told.mantel, table=table)))[-1]
    assert said.startswith(
        "Similar datasets rank models similarly on 1 of 2 representations; most on "
    )
    assert "looks (" in said
    assert "noise" not in said


def test_the_subset_in_words(told):
    rows = told.subset.table.set_index("metric")
    said = subset_sentence(told.subset)
    assert said.startswith(f"Your 4 datasets correlate {rows.loc['spearman', 'value']:.2f} with")
    share = 100 * rows.loc["mae", "better_than"]
    assert f"better than {share:.0f}\u00a0% of random subsets of 4." in said
    nearly = told.subset.table.assign(better_than=0.9967)
    said = subset_sentence(dataclasses.replace(told.subset, table=nearly))
    assert "better than >99\u00a0% of random subsets" in said  # three in a thousand are better


def test_the_table_has_all_methods_with_the_best_in_bold(told, as_page):
    page = dom(as_page(part(told)))
    rows = page.xpath("//tbody/tr")
    assert [row.xpath("string(th)") for row in rows] == ["random", "oracle", "k-means"]
    area = told.found.auc.query("strategy == 'oracle' and metric == 'spearman'").iloc[0]
    assert rows[1].xpath("string(td[2]/strong)") == f"{area['mean']:.2f} ± {area['sd']:.2f}"
    assert len(page.xpath("//tbody//strong")) == 6
    assert "Why it works" not in page.text_content()  # its figure was not drawn


def test_no_name_becomes_markup(made, tmp_path):
    payload = "<script>alert(1)</script>&"
    files = write(made(payload), tmp_path / "out", title=payload)
    text = files[0].read_text(encoding="utf-8")
    assert text.count("<script") == 1  # ours
    page = dom(text)
    assert page.xpath("string(//h1)") == payload
    assert len(page.xpath("//img")) == 6
    assert {path.name for path in files} == {path.name for path in (tmp_path / "out").iterdir()}
    linked = {a.get("href")[2:] for a in page.xpath("//a[starts-with(@href, './')]")}
    assert linked == {path.name for path in files} - {"index.html"}


def test_the_facts_are_those_of_the_result(told):
    facts = dict(_facts(told))
    assert facts["Intervals"] == "95 % of trials"
    assert (facts["Trials"], facts["Sizes"], facts["Seed"]) == ("30", "2 to 7", "0")
    assert facts["Permutations"] == "99"
