"""The page about a suite: its tasks, who stayed out, and what no name can do to it."""

from __future__ import annotations

import json

import pytest
from lxml import html

import pybench as pb
from pybench.cli.main import main
from pybench.reporting.escape import visible
from pybench.reporting.frame import page
from pybench.reporting.suite import part, sentences, write
from pybench.suite.manifest import Manifest
from pybench.suite.task import Constraint, Dataset, Exclusion, Procedure, Task, Verdict


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


@pytest.mark.browser
@pytest.mark.slow
@pytest.mark.parametrize("width", [360, 1400])
def test_in_a_browser(shown_whole, tmp_path, width):
    index, *_ = write(suite_of("W" * 60), tmp_path)
    assert shown_whole(index, width, "light") == 0
