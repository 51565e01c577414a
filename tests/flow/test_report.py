"""Results at hand on one page."""

import json
import pathlib

import matplotlib
import pandas as pd
import pytest
from lxml import html

import pybench as pb
from pybench.base.errors import ArgumentError, EnvironmentProblem, InputError
from pybench.cli.main import main
from pybench.flow import report as flow_report
from pybench.reporting.numbers import document


@pytest.fixture(scope="module")
def table():
    scores = [[0.9, 0.8, 0.7], [0.8, 0.7, 0.6], [0.9, 0.9, 0.5], [0.3, 0.2, 0.1]]
    return pb.read_results(
        scores, higher_is_better=True, datasets=list("wxyz"), classifiers=["a", "b", "<c>"]
    )


@pytest.fixture(scope="module")
def compared(table):
    return pb.compare(table, mcm=False, engine="python")


@pytest.fixture(scope="module")
def place():
    return pd.DataFrame({"f": [0.0, 0.1, 5.0, 9.0], "g": [1.0, 0.9, 3.0, 0.0]}, list("wxyz"))


def titles(page):
    return html.parse(str(page)).xpath("//article/h2//text()")


def local(page):
    found = html.parse(str(page)).xpath("//a/@href | //img/@src")
    return [one for one in found if not one.startswith(("#", "data:"))]


def test_a_page_alone_holds_everything(tmp_path, compared, table):
    page = pb.report(compared, pb.friedman(table), pb.rank_intervals(table, resamples=20),
                     tmp_path / "mine" / "page.HTML", title="Mine & <yours>")  # fmt: skip
    assert [one.name for one in (tmp_path / "mine").iterdir()] == ["page.HTML"]
    assert titles(page) == ["Which methods differ?", "Friedman", "Rank intervals"]
    assert local(page) == []
    assert html.parse(str(page)).xpath("//h1//text()") == ["Mine & <yours>"]


def test_a_folder_holds_figures_and_numbers_beside(tmp_path, compared, table):
    page = pb.report(compared, pb.friedman(table), path=tmp_path / "out")
    assert page == tmp_path / "out" / "index.html"
    links = local(page)
    assert "./comparison/results.json" in links
    assert "./friedman/friedman.csv" in links
    assert all((page.parent / one).is_file() for one in links)
    again = pb.load_result(tmp_path / "out" / "friedman" / "friedman.json")
    assert again.pvalue == pb.friedman(table).pvalue


def test_memory_and_files_give_the_same_bytes(tmp_path, compared, table):
    results = {"one.json": compared, "two.json": pb.rank_intervals(table, resamples=20)}
    for name, result in results.items():
        (tmp_path / name).write_bytes(document(result.to_dict()))
    memory = pb.report(*results.values(), tmp_path / "memory.html")
    files = pb.report(*(str(tmp_path / name) for name in results), path=tmp_path / "files.html")
    folder = pb.report(tmp_path, path=tmp_path / "folder.html")
    assert memory.read_bytes() == files.read_bytes() == folder.read_bytes()


def test_what_completes_a_page_is_on_it(tmp_path, table, place):
    record = pb.record_selection(place, 2, metric="euclidean")
    protocol = pb.rank_preservation(table, {"x": place}, sizes=(2, 3), trials=5)
    four = pb.read_results(table.to_frame().assign(d=[0.2, 0.1, 0.4, 0.3]), higher_is_better=True)
    found = pb.find_representation(four, {"x": place}, sizes=(2, 3), folds=2, pool=1.0)
    page = pb.report(
        record, pb.embedding_map(place), pb.covering(place, metric="euclidean"),
        protocol, pb.mantel(table, {"x": place}, 19), pb.subset_quality(table, ["w", "x"]), found,
        path=tmp_path,
    )  # fmt: skip
    assert titles(page) == [
        "Which datasets represent the benchmark?",
        "How many datasets keep the ranking?",
    ]
    assert (tmp_path / "selection" / "map.svg").is_file()
    assert (tmp_path / "protocol" / "mantel.json").is_file()
    assert (tmp_path / "protocol" / "representation.json").is_file()


@pytest.mark.parametrize("lonely", ["covering", "bootstrap", "best-by-region", "mantel"])
def test_what_has_nothing_to_complete_is_not_lost(tmp_path, table, place, lonely):
    regions = {"R1": ["w", "x"], "R2": ["y", "z"]}
    made = {
        "covering": lambda: pb.covering(place),
        "bootstrap": lambda: pb.bootstrap(table, regions, 1, repeats=2),
        "best-by-region": lambda: pb.best_by_region(table, regions),
        "mantel": lambda: pb.mantel(table, {"x": place}, 19),
    }
    result = made[lonely]()
    page = pb.report(result, path=tmp_path)
    assert len(titles(page)) == 1
    told = json.loads((tmp_path / lonely / f"{lonely}.json").read_text())
    assert told == result.to_dict()


def test_two_of_a_kind_are_both_told(tmp_path, compared):
    page = pb.report(compared, compared, path=tmp_path)
    assert titles(page) == ["Which methods differ?", "Which methods differ? (2)"]
    found = html.parse(str(page)).xpath("//@id")
    assert len(found) == len(set(found))
    assert (tmp_path / "comparison-2" / "results.json").is_file()


def test_what_another_result_holds_is_told_once(tmp_path, compared):
    (tmp_path / "results.json").write_bytes(document(compared.to_dict()))
    (tmp_path / "friedman.json").write_bytes(document(compared.friedman.to_dict()))
    (tmp_path / "other.json").write_text('{"name": "not of pybench"}')
    assert titles(pb.report(tmp_path, path=tmp_path / "x.html")) == ["Which methods differ?"]


def test_a_table_of_features_is_told_by_what_falls_out(tmp_path):
    table = pb.extract_features(pb.series_set([[1.0, 2.0, 4.0, 3.0], [2.0, 1.0, 1.0, 5.0]],
                                dataset="d", split="train", label=["a", "b"]), "summary",
                                cache=False)  # fmt: skip
    assert titles(pb.report(table, tmp_path / "x.html")) == ["What do these datasets look like?"]


@pytest.mark.parametrize("given", [(), ("x.html",)])
def test_no_results(given):
    with pytest.raises(ArgumentError, match="found none"):
        pb.report(*given)


def test_nowhere_to_write(compared):
    with pytest.raises(ArgumentError, match="a path to write to"):
        pb.report(compared)


def test_what_is_no_result(tmp_path, compared):
    with pytest.raises(ArgumentError, match="found int"):
        pb.report(compared, 3, path=tmp_path / "x.html")
    (tmp_path / "bad.json").write_text('{"schema": "pybench/nemenyi/1"}')
    for source in (tmp_path, tmp_path / "bad.json", tmp_path / "none.json"):
        with pytest.raises(InputError):
            pb.report(source, path=tmp_path / "x.html")
    (tmp_path / "empty").mkdir()
    with pytest.raises(InputError, match="expected files of results, found none") as caught:
        pb.report(tmp_path / "empty", path=tmp_path / "x.html")
    assert caught.value.file == str(tmp_path / "empty")
    assert not (tmp_path / "x.html").exists()


def test_a_file_whose_fields_do_not_belong_together_is_named(tmp_path, table):
    told = pb.nemenyi(table).to_dict()
    del told["mean_ranks"][next(iter(told["mean_ranks"]))]
    file = tmp_path / "short.json"
    file.write_text(json.dumps(told))
    with pytest.raises(InputError, match=r"short\.json"):
        pb.report(file, tmp_path / "report.html")
    assert main(["report", str(file), "--out", str(tmp_path / "report.html")]) == 5
    assert not (tmp_path / "report.html").exists()


def test_a_place_that_cannot_be_written(tmp_path, compared):
    (tmp_path / "file").write_text("")
    with pytest.raises(EnvironmentProblem, match="cannot make the folder"):
        pb.report(compared, tmp_path / "file" / "x.html")


def test_a_folder_is_read_once(tmp_path, compared, table, monkeypatch):
    results = (compared, pb.sign_test(table))
    for number, one in enumerate(results):
        (tmp_path / f"{number}.json").write_bytes(document(one.to_dict()))
    (tmp_path / "other.json").write_text("{}")
    reads = []

    def opened(path, *arguments, **options):
        reads.append(path.name)
        return open(path, *arguments, **options)

    monkeypatch.setattr(pathlib.Path, "open", opened)  # behind read_bytes and read_text
    found = list(flow_report._of_folder(tmp_path))
    assert [type(one) for one in found] == [type(one) for one in results]
    assert [name for name in reads if name.endswith(".json")] == ["0.json", "1.json", "other.json"]


@pytest.mark.parametrize("form", [{"separators": (",", ":")}, {"sort_keys": True, "indent": 4}])
def test_a_result_is_found_however_its_json_is_written(tmp_path, table, form):
    told = pb.nemenyi(table).to_dict()
    (tmp_path / "nemenyi.json").write_text(json.dumps({"a": "x" * 300, **told}, **form))
    page = pb.report(tmp_path, tmp_path / "x.html")
    assert len(titles(page)) == 1


def test_what_else_pybench_writes_is_passed_over(tmp_path, table):
    for name in ("suite-run", "published", "bundle"):
        (tmp_path / f"{name}.json").write_text(json.dumps({"schema": f"pybench/{name}/1"}))
    with pytest.raises(InputError, match="expected files of results, found none"):
        pb.report(tmp_path, tmp_path / "x.html")
    (tmp_path / "nemenyi.json").write_bytes(document(pb.nemenyi(table).to_dict()))
    assert len(titles(pb.report(tmp_path, tmp_path / "x.html"))) == 1


def test_what_a_report_is_made_of_is_not_replaced(tmp_path, table):
    folder = tmp_path / "nemenyi"
    folder.mkdir()
    (folder / "nemenyi.json").write_bytes(document(pb.nemenyi(table).to_dict()))
    (folder / "index.html").write_text("the page of the command")
    for place in (folder, tmp_path / "x" / ".." / "nemenyi"):
        with pytest.raises(ArgumentError, match="cannot be written over its own input"):
            pb.report(folder, place)
    assert (folder / "index.html").read_text() == "the page of the command"
    assert pb.report(folder, folder / "whole.html").is_file()


STRANGE = {
    "font.family": ["serif"], "font.size": 21, "axes.labelsize": 30, "xtick.labelsize": 4,
    "lines.linewidth": 7, "lines.linestyle": "--", "axes.facecolor": "red", "savefig.dpi": 33,
    "savefig.bbox": "tight", "axes.edgecolor": "green", "xtick.direction": "in", "axes.grid": True,
    "axes.xmargin": 0.4, "xtick.major.pad": 20, "grid.linestyle": ":", "text.color": "yellow",
    "axes.unicode_minus": False, "patch.linewidth": 5, "axes.autolimit_mode": "round_numbers",
    "lines.markersize": 20, "hatch.color": "red", "lines.solid_capstyle": "butt",
}  # fmt: skip


def test_a_report_is_drawn_alike_whatever_the_settings_of_the_session(tmp_path, compared, table):
    results = compared, pb.rank_intervals(table, resamples=20), pb.effects(table)
    usual = pb.report(*results, tmp_path / "usual")
    figures = sorted(path.relative_to(usual.parent) for path in usual.parent.rglob("*.svg"))
    assert len(figures) == 4
    with matplotlib.rc_context(STRANGE):
        strange = pb.report(*results, tmp_path / "strange")
        alone = pb.report(*results, tmp_path / "strange.html")
        assert matplotlib.rcParams["font.size"] == 21
    for path in (*figures, "index.html", "comparison/critical-difference.png"):
        assert (strange.parent / path).read_bytes() == (usual.parent / path).read_bytes()
    assert alone.read_bytes() == pb.report(*results, tmp_path / "usual.html").read_bytes()
