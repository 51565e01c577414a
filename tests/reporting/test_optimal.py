"""The page about optimality: what it says, and what no name can do to it."""

from __future__ import annotations

import dataclasses
import re

import pytest
from lxml import html
from sklearn.dummy import DummyClassifier

import pybench as pb
from pybench.reporting.optimal import curves, part, sentences, write

SETTINGS = ["a-T1", "d-d6"]


@pytest.fixture(scope="module")
def found():
    learners = {"constant": DummyClassifier(), "ratio": "LRT numerical"}
    return pb.optimality(SETTINGS, learners, runs=5)


def renamed(found, payload):
    """Return the result with every name longer by the payload, the methods' apart."""
    lines = {"lrt_hidden", "lrt_numerical", "lrt_exact_chain"}
    parts = {}
    for name in ("verdicts", "runs", "lines", "scores"):
        frame = getattr(found, name).copy()
        for column in {"setting", "classifier", "method"} & set(frame.columns):
            frame[column] = [n if n in lines else payload + n for n in frame[column]]
        parts[name] = frame
    names = {
        key: tuple(payload + n for n in getattr(found, key)) for key in ("settings", "classifiers")
    }
    return dataclasses.replace(found, **parts, **names)


def test_verdicts_in_plain_words(found):
    said = sentences(found)
    assert said[0] == (
        "ratio is optimal within 0.02 of AUC in 1 of 2 simulated pairs of diffusions; "
        "constant in none."
    )
    assert said[1] == "constant is at chance in a-T1 and d-d6."
    assert said[2] == "ratio is optimal within 0.02 in a-T1 and between the lines in d-d6."
    assert said[3].startswith(
        "The largest gap beyond its error is that of constant in d-d6: AUC 0.500 where"
    )
    assert "matters most in d-d6" in said[4]


def test_that_nobody_reaches_the_best_is_said(found):
    own = found.verdicts[found.verdicts["classifier"] == "constant"]
    alone = dataclasses.replace(found, verdicts=own, classifiers=("constant",))
    said = sentences(alone)[0]
    assert said.startswith("No classifier is shown to be optimal within 0.02 in any of 2 simulated")
    few = sentences(dataclasses.replace(alone, n_runs=4))[0]
    assert few == said[:-1] + ": that takes 5 runs or more."


def test_what_is_undecided_says_how_many_runs_would_decide(found):
    table = found.verdicts.assign(verdict="undecided")
    for runs, said in (
        (1234.0, "undecided in a-T1 and d-d6 (about 1,234 runs would decide)"),
        (float("inf"), "undecided in a-T1 and d-d6 (at the margin, however many runs)"),
        (float("nan"), "undecided in a-T1 and d-d6"),
    ):
        alone = dataclasses.replace(found, verdicts=table.assign(runs_needed=runs))
        assert sentences(alone)[1] == f"constant is {said}."


def test_above_the_best_is_told_as_luck_or_a_leak(found):
    table = found.verdicts.assign(verdict="above")
    said = sentences(dataclasses.replace(found, verdicts=table))
    assert said[3].endswith("LRT observed is not computed, is lucky or has a data leak.")


def test_a_file_of_an_earlier_rule_is_judged_by_that_of_today(found):
    table = found.verdicts.assign(verdict="near optimal").drop(columns="runs_needed")
    old = dataclasses.replace(found, verdicts=table, margin=None, rule="the old rule")
    assert sentences(old) == sentences(found)
    assert part(old) == part(found)


def test_a_gap_within_its_error_is_none(found):
    own = found.verdicts[found.verdicts["setting"] == "a-T1"]
    own = own[own["classifier"] == "ratio"]
    alone = dataclasses.replace(found, verdicts=own, settings=("a-T1",), classifiers=("ratio",))
    assert sentences(alone) == (
        "ratio is optimal within 0.02 of AUC in 1 of 1 simulated pair of diffusions.",
        "ratio is optimal within 0.02 in a-T1.", "No gap to the best is larger than its error.",
    )  # fmt: skip


def test_a_larger_gap_without_certainty_hides_no_certain_one(found):
    """The most negative mean may be the least sure one."""
    table = found.verdicts.copy()
    unsure = (table["setting"] == "a-T1") & (table["classifier"] == "constant")
    table.loc[unsure, ["gap_hidden", "gap_hidden_lower", "gap_hidden_upper"]] = -0.9, -2.0, 0.1
    said = sentences(dataclasses.replace(found, verdicts=table))
    assert said[3].startswith("The largest gap beyond its error is that of constant in d-d6")


def test_lines_that_cross_are_told(found):
    crossed = dataclasses.replace(found, verdicts=found.verdicts.assign(crossed=True))
    assert sentences(crossed)[-1].startswith("In a-T1 and d-d6 LRT numerical scored above")


def test_the_tables_hold_the_numbers(found, as_page):
    tree = html.document_fromstring(as_page(part(found)))
    rows = [[c.text_content() for c in row] for row in tree.xpath("//tbody/tr")]
    assert len(rows) == len(found.verdicts)
    for row, own in zip(rows[:4], found.verdicts[found.verdicts["statistic"] == "auc"].to_dict(
        "records"), strict=True):  # fmt: skip
        assert row[:3] == [own["setting"], own["classifier"], f"{own['score']:.3f}"]
        assert row[-1].startswith(own["verdict"])


def test_files_and_page_are_the_same_each_time(found, tmp_path):
    one = {p.name: p.read_bytes() for p in write(found, tmp_path / "a")}
    assert one == {p.name: p.read_bytes() for p in write(found, tmp_path / "b")}
    wanted = {"index.html", "optimality.json", "verdicts.csv", "results.csv", "roc-d-d6.pdf"}
    assert {*wanted, "chart-acc-star.svg", "chart-fit-seconds.png"} <= set(one)
    again = pb.load_result(tmp_path / "a" / "optimality.json")
    assert sentences(again) == sentences(found)


def test_names_that_are_no_file_names_get_numbers(found):
    assert [stem for stem, _ in curves(found)] == ["roc-a-T1", "roc-d-d6"]
    assert [stem for stem, _ in curves(renamed(found, "../"))] == ["roc-1", "roc-2"]


def test_no_payload_acts(found, payloads, as_page):
    svg = dict.fromkeys(["chart-auc", "roc-1"], "<svg xmlns='http://www.w3.org/2000/svg'/>")

    def shape(payload):
        page = as_page(part(renamed(found, payload), title=payload + "x"), svg, files=("x",))
        tree = html.document_fromstring(page.encode("utf-8"))
        assert all(re.match(r"\./|data:,$", href) for href in tree.xpath("//@href")), payload
        return [(one.tag, sorted(one.attrib)) for one in tree.iter()]

    clean = shape("/")
    for payload in payloads[::4]:
        if "\0" not in payload and "\ud800" not in payload:
            assert shape(payload + "/") == clean, payload


@pytest.mark.parametrize("width", [320, 1400])
def test_in_a_browser(shown_whole, found, tmp_path, width):
    page, *_ = write(renamed(found, "W" * 30), tmp_path)
    assert shown_whole(page, width, "light") == 5


def test_scores_on_training_paths_stand_beside_those_on_test_paths(found, tmp_path):
    page = write(found, tmp_path)[0].read_text(encoding="utf-8")
    rows = found.verdicts.query("statistic == 'auc'")
    for row in rows.to_dict("records"):
        assert f'<td class="n">{row["score"]:.3f}</td><td class="n">{row["train"]:.3f}</td>' in page
    old = dataclasses.replace(found, verdicts=found.verdicts.drop(columns="train"))
    page = write(old, tmp_path / "old")[0].read_text(encoding="utf-8")
    assert f'<td class="n">{rows["score"].iloc[0]:.3f}</td><td class="n"></td>' in page
