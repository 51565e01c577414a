import dataclasses
import json
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from lxml import html

import pybench as pb
from pybench.flow import pages as making
from pybench.flow.pages import pages, write_pages
from pybench.flow.part_cache import PartCache
from pybench.flow.sources import read_table
from pybench.flow.study import Study
from pybench.store import atomic


def study_of(**parts):
    table = pb.read_results(
        [[0.9, 0.8, 0.7], [0.8, 0.7, 0.6], [0.9, 0.9, 0.5], [0.3, 0.2, 0.1]],
        higher_is_better=True, datasets=list("wxyz"), classifiers=list("abc"), metric="accuracy",
    )  # fmt: skip
    compared = pb.compare(table, mcm=False, engine="python")
    values = np.random.default_rng(0).normal(size=(4, 2))
    place = pd.DataFrame(values, index=list("wxyz"), columns=["f", "g"])
    empty = dict.fromkeys(field.name for field in dataclasses.fields(Study))
    said = {
        "name": "Mine & <others>", "seed": 0, "table": table, "comparison": compared,
        "published": {"One <b>": compared, "Other": compared},
        "selection": pb.record_selection(place, 2, "farthest-first", "euclidean", 0),
        "left_out": {"features": "no series"}, "unusable": {}, "stand_ins": {}, "by_metric": {},
        "removed": {},
        "versions": {"pybench": "1"},
    }  # fmt: skip
    return Study(**{**empty, **said, **parts})


@pytest.fixture(scope="module")
def study():
    return study_of()


@pytest.fixture(scope="module")
def report(study, tmp_path_factory):
    """Return a folder with a report of a study."""
    folder = tmp_path_factory.mktemp("report")
    written(study, folder)
    return folder


def written(study, folder):
    """Write a report; return the names of what was drawn."""
    events = []
    cache = PartCache(folder, events.append)
    try:
        write_pages(study, folder, cache, events.append)
    finally:
        cache.close()
    return [one.part for one in events]


NAMES = ["comparison", "published-1", "published-2", "selection"]


def links(file):
    """Return where a page leads in its own folder."""
    tree = html.document_fromstring(file.read_bytes())
    return [one for one in tree.xpath("//a/@href | //img/@src") if not one.startswith("#")]


def local(file):
    return [one for one in links(file) if "://" not in one and not one.startswith("data:")]


def test_every_part_has_a_page_and_every_link_leads_to_a_file(report, study):
    assert [one.name for one in pages(study)] == NAMES
    led = set()
    for page in (report / "index.html", *(report / name / "index.html" for name in NAMES)):
        found = local(page)
        assert found, page
        for one in found:
            target = (page.parent / one).resolve()
            assert target.is_file(), (page, one)
            assert target.is_relative_to(report)
            led.add(target)
    inner = {path for name in NAMES for path in (report / name).iterdir()}
    pages_of = {path for path in inner if path.name == "index.html"}
    assert inner - pages_of <= led
    assert {report / "study.json", report / "results.csv"} <= led


def test_anchors_lead_to_places_on_the_page(report):
    tree = html.document_fromstring((report / "index.html").read_bytes())
    ids = tree.xpath("//@id")
    assert len(ids) == len(set(ids))  # two tables of others have the same sections
    within = [one[1:] for one in tree.xpath("//a/@href") if one.startswith("#")]
    assert within
    assert set(within) <= set(ids)


def test_the_page_says_what_was_studied(report):
    tree = html.document_fromstring((report / "index.html").read_bytes())
    assert tree.xpath("string(//h1)") == "Mine & <others>"
    text = tree.text_content()
    assert "3 methods on 4 datasets, accuracy (higher is better)." in text
    assert "Left out: features (no series)." in text
    assert "No task" not in text
    assert "One <b>" in [one.text_content() for one in tree.xpath("//article/h2")]


def test_numbers_and_scores_lie_beside_it(report, study):
    assert pb.load_result(report / "study.json").to_dict() == study.to_dict()
    frame = pd.read_csv(report / "results.csv", index_col="dataset")
    assert (frame.to_numpy() == study.table.to_frame().to_numpy()).all()
    assert list(frame.index) == list(study.table.datasets)


def test_what_has_not_changed_is_not_drawn_again(report, study):
    files = {path: path.stat().st_mtime_ns for name in NAMES for path in (report / name).iterdir()}
    before = (report / "index.html").read_bytes()
    assert written(study, report) == []
    assert {path: path.stat().st_mtime_ns for path in files} == files
    assert (report / "index.html").read_bytes() == before
    assert json.loads((report / "steps.json").read_text())["page selection"]["files"]


def test_another_number_title_or_version_is_drawn_again(tmp_path):
    study = study_of(comparison=None, published={})
    assert written(study, tmp_path) == ["page selection"]
    assert written(study, tmp_path) == []
    place = pd.DataFrame({"f": [1.0, 5, 2, 9], "g": [3.0, 1, 4, 1]}, index=list("wxyz"))
    other = pb.record_selection(place, 2, "farthest-first", "euclidean", 0)
    assert written(dataclasses.replace(study, selection=other), tmp_path) == ["page selection"]
    newer = dataclasses.replace(study, selection=other, versions={"pybench": "2"})
    assert written(newer, tmp_path) == ["page selection"]
    inner = Path(tmp_path, "selection").iterdir()
    lost = next(path for path in inner if path.name != "index.html")
    lost.unlink()
    assert written(newer, tmp_path) == ["page selection"]
    assert lost.is_file()


def test_a_study_of_nothing_has_a_page(tmp_path):
    study = study_of(
        table=None, comparison=None, published={}, selection=None, unusable={"d": "one class"}
    )
    assert list(pages(study)) == []
    assert written(study, tmp_path) == []
    assert "No task: d (one class)." in (tmp_path / "index.html").read_text()
    assert local(tmp_path / "index.html") == ["./study.json"]
    assert not (tmp_path / "results.csv").exists()


def test_pages_between_two_settings_are_believed_by_neither(tmp_path, monkeypatch):
    """Killed while pages are replaced, then back at the earlier setting: no figure of the later."""
    study = study_of(comparison=None, published={})
    written(study, tmp_path)
    before = {path: path.read_bytes() for path in (tmp_path / "selection").iterdir()}
    place = pd.DataFrame({"f": [1.0, 5, 2, 9], "g": [3.0, 1, 4, 1]}, index=list("wxyz"))
    other = pb.record_selection(place, 2, "farthest-first", "euclidean", 0)
    replaced, replace = [], atomic.os.replace

    def fatal(source, target):
        if len(replaced) == 3:
            raise KeyboardInterrupt
        replaced.append(replace(source, target))

    with monkeypatch.context() as patched:
        patched.setattr(atomic.os, "replace", fatal)
        with pytest.raises(KeyboardInterrupt):
            written(dataclasses.replace(study, selection=other), tmp_path)
    assert any(path.read_bytes() != content for path, content in before.items())
    assert written(study, tmp_path) == ["page selection"]
    assert {path: path.read_bytes() for path in before} == before


def test_the_threshold_of_a_landscape_holds_without_a_portfolio():
    rng = np.random.default_rng(0)
    rows = np.repeat(rng.normal(size=(3, 4)) * 6, 20, axis=0) + rng.normal(size=(60, 4))
    frame = pd.DataFrame(rows, columns=list("abcd"))
    land = pb.map_landscape(
        frame, reduction="none", dataset=np.repeat(list("uvwxyz"), 10).tolist(), k=3
    )
    study = study_of(comparison=None, published={}, selection=None, landscape=land)
    [one], [other] = pages(study, 70.0), pages(study, 80.0)
    assert one.part.values["representatives"].threshold == 70
    assert one.inputs != other.inputs
    maps = np.stack([land.region, np.minimum(land.region, 1)], axis=1)
    stable = pb.region_stability(maps, land.dataset.tolist(), threshold=60)
    study = study_of(
        comparison=None, published={}, selection=None, landscape=land, stability=stable
    )
    [one] = pages(study)  # its threshold is that of the other maps
    assert one.part.values["representatives"].threshold == 60
    assert one.inputs[-1] is stable


def test_tasks_that_were_run_are_a_part_of_their_own(tmp_path):
    """Tasks, splits, licences and hashes: what another laboratory needs to run the same."""
    suite = pb.Suite.create("Mine", ["iris", "wine"], folds=3)
    study = study_of(comparison=None, published={}, selection=None)
    [page] = pages(study, run=suite)
    assert (page.name, page.part.title) == ("suite", "On which tasks?")
    events = []
    cache = PartCache(tmp_path, events.append)
    try:
        write_pages(study, tmp_path, cache, events.append, run=suite)
        write_pages(study, tmp_path, cache, events.append, run=suite)
        frozen = dataclasses.replace(suite, status="active")
        write_pages(study, tmp_path, cache, events.append, run=frozen)
    finally:
        cache.close()
    assert [one.part for one in events] == ["page suite"] * 2  # the status is on the page
    tree = html.document_fromstring((tmp_path / "index.html").read_bytes())
    rows = tree.xpath("//table[caption[contains(., 'The tasks')]]/tbody/tr/th/bdi/text()")
    assert rows == ["iris", "wine"]
    text = tree.text_content()
    for said in ("crossvalidation, 1 × 3, stratified", suite.hash, "CC BY 4.0"):
        assert said in text
    figures = {f"./qualities.{form}" for form in ("svg", "png", "pdf")}
    assert set(local(tmp_path / "suite" / "index.html")) == {
        "./tasks.csv", "./qualities.csv", *figures,
    }  # fmt: skip


def test_shipped_tables_do_not_tell_where_they_lie():
    table = read_table(Path("pybench:demsar2006.csv"), True, "AUC", "error")
    assert table.source == "pybench:demsar2006.csv"


def test_a_part_without_a_page_of_its_own_has_that_of_a_single_result(study, monkeypatch):
    assert [page.name for page in pages(study)].count("selection") == 1
    monkeypatch.setattr(making, "_OWN", making._OWN - {"selection"})
    *_, last = pages(study)
    assert (last.name, last.inputs) == ("selection", (study.selection,))
    assert "selection-record.json" in dict(last.files())
