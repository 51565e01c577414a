"""The datasheet of a suite: its tasks, who stayed out, and what no name can do to it."""

from __future__ import annotations

import dataclasses
import json

import numpy as np
import pandas as pd
import pytest
from lxml import html

import pybench as pb
from pybench.cli.main import main
from pybench.reporting.escape import visible
from pybench.reporting.folder import write_part
from pybench.reporting.frame import page
from pybench.reporting.suite import Examined, files, part, sentences, write
from pybench.suite.healthcheck import KINDS, SuiteCheck
from pybench.suite.manifest import Manifest
from pybench.suite.task import (
    Constraint,
    Dataset,
    Exclusion,
    Preservation,
    Procedure,
    Task,
    Verdict,
)


def suite_of(payload=""):
    how = Procedure("crossvalidation", 1, 10, True, 0)
    tasks = tuple(
        Task(
            f"{payload}t{i}",
            Dataset(f"{payload}d{i}", "file", "csv", licence=licence, sha256="0" * 64),
            f"{payload}class", how, None, "f" * 64,
        )
        for i, licence in enumerate([None, f"{payload}CC0"])
    )  # fmt: skip
    rule = Constraint(f"{payload}size", f"{payload}rows", low=500)
    verdicts = tuple(
        Verdict(f"{payload}{name}", rule.rule, value, rule.threshold, verdict, f"{payload}note")
        for name, value, verdict in [
            ("d0", 700.0, "pass"), ("d1", 800.0, "pass"), ("small", 20.0, "fail"),
            ("strange", None, "unknown"),
        ]
    )  # fmt: skip
    flags = (Exclusion(f"{payload}d0", f"{payload}easy", f"{payload}why", f"{payload}who"),)
    about = f"{payload}For tests."
    return Manifest(
        f"{payload}suite", None, about, 1, "active", "2026-01-31T12:00:00Z", tasks, (rule,),
        verdicts, flags, provenance={"source": f"{payload}here"},
    )  # fmt: skip


def dom(text):
    return html.document_fromstring(text.encode("utf-8"))


def test_says_who_is_in_and_who_stayed_out():
    suite = suite_of()
    assert list(sentences(suite)) == [
        "2 tabular tasks: everyone who runs this suite has the same data and splits, which hashes "
        "fix.",
        "Of 4 candidates, 1 did not pass all of 1 rule.",
        "Of 1 candidate some rule could not be decided.",
        "The source of the data states no licence for 1 of 2 tasks.",
    ]
    tree = dom(page(part(suite)))
    rows = tree.xpath("//table[caption[contains(., 'did not pass')]]/tbody/tr")
    assert [[cell.text_content() for cell in row][:5] for row in rows] == [
        ["small", "size", "20", ">= 500", "fail"],
        ["strange", "size", "–", ">= 500", "unknown"],
    ]
    assert suite.hash in tree.text_content()


def test_the_page_of_a_compact_suite_says_what_the_choice_is_worth():
    kept = Preservation(10, ("a", "b", "c", "d"), 0.5, 0.75, 0.9, 0.8, 0)
    suite = dataclasses.replace(suite_of(), preservation=kept)
    assert suite.preserved() in list(sentences(suite))
    assert "differs by 0.50 from that on all 10" in suite.preserved()


def test_no_payload_acts(payloads):
    shape = [(one.tag, sorted(one.attrib)) for one in dom(page(part(suite_of()))).iter()]
    for payload in payloads:
        tree = dom(page(part(suite_of(payload))))
        assert [(one.tag, sorted(one.attrib)) for one in tree.iter()] == shape, payload
        names = tree.xpath("//table[caption[starts-with(., 'The tasks')]]/tbody/tr/th/bdi")
        assert [one.text_content() for one in names] == [visible(f"{payload}t{i}") for i in (0, 1)]


def test_files_and_page_are_the_same_each_time(tmp_path):
    one = {path.name: path.read_bytes() for path in write(suite_of("é"), tmp_path / "a")}
    assert set(one) == {"index.html", "tasks.csv", "verdicts.csv"}
    assert one == {path.name: path.read_bytes() for path in write(suite_of("é"), tmp_path / "b")}


def test_the_command_writes_it(tmp_path, capsys):
    pb.Suite.create("mine", ["iris", "wine"], folds=2).save(tmp_path / "suite")
    file = tmp_path / "suite.html"
    assert main(["suite", "show", str(tmp_path / "suite"), "--page", str(file), "--json"]) == 0
    hashed = json.loads(capsys.readouterr().out)["result"]["hash"]
    assert hashed in dom(file.read_text("utf-8")).text_content()


def examined_of(payload=""):
    """A check and runs, every name of them carrying the payload."""
    rows = [
        (kind, f"{payload}t0", f"{payload}t1" if "dataset" in kind else "", 1.0, f"{payload}note")
        for kind in KINDS
    ]
    frame = pd.DataFrame(rows, columns=["kind", "dataset", "other", "value", "note"])
    check = SuiteCheck(f"{payload}suite", 1, "0" * 64, frame, 2, ())
    scores = {"worst": [0.995, np.nan], "median": [0.999, np.nan], "best": [1.0, np.nan]}
    runs = pd.DataFrame(
        {"estimators": [2, 0], "jobs": [20, 0], **scores, "leader": [f"{payload}forest", np.nan],
         "measure": "accuracy"},
        index=pd.Index([f"{payload}t0", f"{payload}t1"], name="task"),
    )  # fmt: skip
    return Examined(check, runs)


def measured(suite):
    """The suite with qualities, and so with a figure."""
    sizes = {one.name: {"NumberOfInstances": 100.0 * at} for at, one in enumerate(suite.tasks, 1)}
    return dataclasses.replace(
        suite, qualities={t.dataset.name: sizes[t.name] for t in suite.tasks}
    )


def test_each_finding_stands_in_one_table_and_runs_are_told():
    told = part(suite_of(), examined_of())
    tree = dom(page(told))
    kinds = [cell.text_content() for cell in tree.xpath("//table//td[. != ''][1]")]
    assert sorted(one for one in kinds if one in KINDS) == sorted(KINDS)
    assert list(told.findings)[-4:] == [
        "One attribute, a stump or a default decision tree was found to make no error on 1 of the "
        "2 tasks with classes whose data were examined.",
        "Test rows that equal training rows, or are series of the same shape, were found in 1 of "
        "the 2 tasks.",
        "Runs on 1 of 2 tasks were found.",
        "All of two or more estimators reach an accuracy of 0.99 on 1 of 1 task with runs.",
    ]
    rows = tree.xpath("//table[caption[. = 'Runs on each task']]/tbody/tr")
    assert [[cell.text_content() for cell in row] for row in rows] == [
        ["t0", "accuracy", "2", "20", "0.995", "0.999", "1", "forest"],
        ["t1", "accuracy", "0", "0", "–", "–", "–", "–"],
    ]


def test_rules_say_how_many_candidates_they_judged():
    tree = dom(page(part(suite_of())))
    rows = tree.xpath("//table[caption[contains(., 'each verdict')]]/tbody/tr")
    assert [[cell.text_content() for cell in row] for row in rows] == [
        ["size", "rows >= 500", "2", "1", "1"]
    ]


def test_no_payload_acts_on_the_whole_datasheet(payloads):
    def shape(payload):
        shown = page(part(measured(suite_of(payload)), examined_of(payload)))
        return [(one.tag, sorted(one.attrib)) for one in dom(shown).iter()]

    plain = shape("")
    for payload in payloads:
        assert shape(payload) == plain, payload


@pytest.mark.browser
@pytest.mark.slow
@pytest.mark.parametrize("width", [360, 800, 1400])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_datasheet_at_three_widths(shown_whole, tmp_path, width, scheme):
    suite, examined = measured(suite_of("W" * 60)), examined_of("W" * 60)
    made = write_part(tmp_path, part(suite, examined), files(suite, examined))
    assert shown_whole(made[0], width, scheme) == 1


@pytest.mark.browser
@pytest.mark.slow
@pytest.mark.parametrize("width", [360, 1400])
def test_in_a_browser(shown_whole, tmp_path, width):
    index, *_ = write(suite_of("W" * 60), tmp_path)
    assert shown_whole(index, width, "light") == 0
